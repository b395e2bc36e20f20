"""The card of a benchmark: the same bytes each time, nothing that no record says, and every change named."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from uuid import UUID

import pytest
from calls import reply, request
from card_reader import prose, rows, value
from handmade import LAKE_QUESTION, benchmark
from huggingface_hub import DatasetCard
from hypothesis import given
from hypothesis import strategies as st

import benchwright
from benchwright.benchmark.canary import canary_of
from benchwright.cli import main
from benchwright.errors import BenchmarkError, UsageError
from benchwright.files.atomic import make_folder
from benchwright.models.ledger import LEDGER, Ledger
from benchwright.publish.card.card_files import FILES
from benchwright.publish.card.claims import RecordQuery, find, pointer, read_value
from benchwright.publish.card.data_sheet import question_ids
from benchwright.publish.card.owner_answers import ANSWERS
from benchwright.workflows.card import card
from benchwright.workflows.split import split
from benchwright.workflows.validate import validate


def claims(bench: Path) -> list[dict[str, object]]:
    listed: list[dict[str, object]] = json.loads((bench / "card" / "card.json").read_text("utf-8"))["claims"]
    return listed


def change(path: Path, before: str, after: str) -> None:
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), "utf-8")


def test_every_figure_is_found_again_and_no_other_line_has_one(tmp_path: Path) -> None:
    bench = benchmark(tmp_path)
    made = card(bench)
    listed = claims(bench)
    assert made.figures == len(listed) > 20
    assert [value(bench, one) for one in listed] == [one["value"] for one in listed]
    for page in ("README.md", "datasheet.md"):
        text = (bench / "card" / page).read_text("utf-8")
        told = [(str(one["label"]), one["value"]) for one in listed if str(one["in"]).startswith(page)]
        assert rows(text) == [(label, f"{v:,}" if isinstance(v, int) else v) for label, v in told]
        assert [line for line in prose(text) if any(map(str.isdigit, line))] == []
    told_of = {str(one["label"]): one["value"] for one in listed if one["in"] == "datasheet.md: numbers"}
    assert told_of == {
        "questions": 3,
        "questions, information-extraction": 2,
        "questions, compound": 1,
        "sources and distractors": 2,
        "sources, text": 2,
        "documents": 2,
    }


def test_the_same_benchmark_gives_the_same_bytes_and_canary(tmp_path: Path) -> None:
    bench, other = benchmark(tmp_path / "one"), benchmark(tmp_path / "two")
    first, second = card(bench), card(other)
    assert all((bench / "card" / one).read_bytes() == (other / "card" / one).read_bytes() for one in FILES)
    assert first.canary == second.canary
    assert UUID(first.canary).version == 4
    assert card(benchmark(tmp_path / "three", [LAKE_QUESTION])).canary != first.canary
    assert canary_of("0" * 64) == canary_of("0" * 64) != canary_of("1" * 64)
    before = {one: (bench / "card" / one).read_bytes() for one in FILES}
    card(bench)
    assert before == {one: (bench / "card" / one).read_bytes() for one in FILES}
    assert all(first.canary in (bench / "card" / one).read_text("utf-8") for one in ("README.md", "datasheet.md"))


@pytest.mark.parametrize(
    ("file", "before", "after", "named"),
    [
        ("examples.jsonl", "How deep is Lake Thun?", "How deep is the lake?", "examples.jsonl, line 2: is not"),
        ("manifest.json", '"wanted": 3', '"wanted": 4', "says 3 for 'questions asked for', and manifest"),
        ("manifest.json", '"wanted": 3', '"wanted": 4', "manifest.json: wanted: is not as it was"),
        ("plan.yaml", "name: aare", "name: rhine", "plan.yaml: is not as it was when the card"),
        ("card/README.md", "| questions | 3 |", "| questions | 5 |", "README.md, line 20: is '| questions | 5 |"),
        ("card/datasheet.md", "\n## Uses\n", "\n## Misuses\n", "datasheet.md, line "),
        ("card/card.json", '"value": 3,', '"value": 4,', "card.json, line "),
        ("card/card.json", "{", "", "card.json: is not as it was written"),
        ("card/attribution.jsonl", '"lake.txt"', '"sea.txt"', "attribution.jsonl, line "),
        ("card/croissant.json", "sc:Text", "sc:Date", "croissant.json, line "),
        ("card/card-answers.yaml", "purpose: ''", "purpose: To test.", "card-answers.yaml: is not as it was"),
    ],
)  # fmt: skip
def test_one_changed_line_is_named(tmp_path: Path, file: str, before: str, after: str, named: str) -> None:
    bench = benchmark(tmp_path)
    card(bench)
    assert not [one for one in validate(bench) if "card" in str(one)]
    change(bench / file, before, after)
    assert named in "\n".join(card(bench, check=True).faults)
    assert named in "\n".join(map(str, validate(bench)))
    assert main(["validate", str(bench)]) == 1


def test_a_changed_source_is_named(tmp_path: Path) -> None:
    bench, other = benchmark(tmp_path / "one"), benchmark(tmp_path / "two", [LAKE_QUESTION])
    card(bench)
    (bench / "sources.parquet").write_bytes((other / "sources.parquet").read_bytes())
    faults = [str(one) for one in validate(bench)]
    assert any(one.startswith("sources.parquet: is not as it was when the card") for one in faults)
    assert any("says 2 for 'documents', and sources.parquet: distinct document is 1" in one for one in faults)
    (bench / "card" / "records.jsonl").unlink()
    assert any(one.endswith("records.jsonl: is missing; write the card again: benchwright card")
               for one in map(str, validate(bench)))  # fmt: skip


def test_a_question_that_is_gone_is_named(tmp_path: Path) -> None:
    bench = benchmark(tmp_path)
    card(bench)
    lines = (bench / "examples.jsonl").read_text("utf-8").splitlines(keepends=True)
    (bench / "examples.jsonl").write_text("".join(lines[:-1]), "utf-8")
    faults = card(bench, check=True).faults
    assert "examples.jsonl, line 3: is gone since the card was written" in faults
    assert any("says 3 for 'questions', and examples.jsonl: count is 2" in one for one in faults)


def test_an_imported_benchmark_claims_nothing_of_how_it_was_made(tmp_path: Path) -> None:
    beir = make_folder(tmp_path / "beir" / "qrels").parent
    (beir / "corpus.jsonl").write_text('{"_id": "d", "title": "Aare", "text": "The Aare is a river."}\n', "utf-8")
    (beir / "queries.jsonl").write_text('{"_id": "q", "text": "Which river is it?"}\n', "utf-8")
    (beir / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq\td\t1\n", "utf-8")
    bench = tmp_path / "imported"
    assert main(["import", str(beir), "--format", "beir", "--to", str(bench)]) == 0
    made = card(bench)
    assert {"errors", "sampling", "cleaning", "raw", "software"} <= set(made.todo)
    assert [value(bench, one) for one in claims(bench)] == [one["value"] for one in claims(bench)]
    assert {"format of the data set": "beir", "questions": 1}.items() <= {
        str(one["label"]): one["value"] for one in claims(bench)
    }.items()
    assert "annotations_creators" not in (bench / "card" / "README.md").read_text("utf-8")
    assert main(["validate", str(bench)]) == 0


def test_words_of_others_stay_in_their_cell(tmp_path: Path) -> None:
    hostile = "a|b <script>alert()</script> [x](y) `c` \\ *d*\n| e | f | g |\n---"
    bench = benchmark(tmp_path, [replace(LAKE_QUESTION, style=hostile)], name=hostile)
    card(bench)
    page = (bench / "card" / "README.md").read_text("utf-8")
    shown = "a|b <script>alert()</script> [x](y) `c` \\ *d* | e | f | g | ---"
    assert (shown, "1") in rows(page)
    assert "<script" not in page.split("---\n", 2)[2].replace("\\<", "")
    assert DatasetCard(page).data.pretty_name == shown
    assert card(bench, check=True).faults == ()


def test_a_damaged_record_is_a_fault_and_no_crash(tmp_path: Path) -> None:
    bench = benchmark(tmp_path)
    card(bench)
    (bench / "examples.jsonl").write_text("{\n", "utf-8")
    told = "\n".join(map(str, validate(bench)))
    assert "examples.jsonl, line 1: is not as it was when the card was written" in told
    assert "not all of the card can be checked" in told


def test_answers_of_the_owner_stay_and_are_marked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bench = benchmark(tmp_path)
    todo = card(bench).todo
    assert main(["card", str(bench), "--check"]) == 1
    assert f"TODO: {', '.join(todo)}" in capsys.readouterr().out
    assert (bench / "card" / "datasheet.md").read_text("utf-8").count("TODO: ") == len(todo)
    answers = "".join(f"  {id}: |\n    Of {id}.\n    <b>Said</b> by me.\n" for id in todo)
    mine = f"answers:\n{answers}hub: {{license: cc-by-4.0, language: [en]}}\n"
    (bench / "card" / ANSWERS).write_text(mine, "utf-8")
    assert card(bench).todo == ()
    assert (bench / "card" / ANSWERS).read_text("utf-8") == mine
    sheet = (bench / "card" / "datasheet.md").read_text("utf-8")
    assert "TODO" not in sheet
    assert "> **The owner's answer:**\n>\n> Of funding.\n> <b>Said</b> by me.\n" in sheet
    assert main(["card", str(bench), "--check"]) == 0
    assert main(["validate", str(bench)]) == 1 if any("card" not in str(one) for one in validate(bench)) else 0
    data = DatasetCard((bench / "card" / "README.md").read_text("utf-8")).data
    assert (data.license, data.language, data.size_categories) == ("cc-by-4.0", ["en"], ["n<1K"])


def test_the_head_is_what_the_hub_reads(tmp_path: Path) -> None:
    bench = benchmark(tmp_path, name='a "name": [with] # signs \u202e')
    card(bench)
    loaded = DatasetCard.load(bench / "card" / "README.md").data
    assert loaded.pretty_name == 'a "name": [with] # signs \\u202e'
    assert loaded.license == "unknown"
    assert loaded.task_categories == ["question-answering"]
    assert loaded.annotations_creators == ["machine-generated"]


def test_croissant_tells_the_hashes_of_the_files_and_nothing_made_up(tmp_path: Path) -> None:
    bench = benchmark(tmp_path)
    folder = card(bench, tmp_path / "elsewhere").path
    told = json.loads((folder / "croissant.json").read_text("utf-8"))
    for file in told["distribution"]:
        assert sha256((folder / file["contentUrl"]).read_bytes()).hexdigest() == file["sha256"]
    assert len(told["distribution"]) == len(told["recordSet"]) == 3
    assert {"license", "datePublished", "version", "creator"}.isdisjoint(told)  # no record tells them


def test_models_and_splits_are_told_if_they_are_recorded(tmp_path: Path) -> None:
    bench = benchmark(tmp_path)
    assert "splits" in card(bench).todo
    with Ledger.open(bench / LEDGER) as ledger:
        ledger.put_all([(request(1), reply(1)), (request(2), reply(2))])
    split(bench, sizes=[benchwright.workflows.split.PartSize.parse("test=1")])
    assert any(str(one).startswith("ledger.sqlite: is not as it was") for one in validate(bench))
    assert "splits" in card(bench).recorded
    by_label = {str(one["label"]): one["value"] for one in claims(bench)}
    usage = [reply(number).usage for number in (1, 2)]
    (model,) = [label.removesuffix(": calls") for label in by_label if label.endswith(": calls")]
    assert by_label[f"{model}: calls"] == 2
    assert by_label[f"{model}: tokens in"] == sum(one.input for one in usage)
    assert by_label[f"{model}: tokens out"] == sum(one.output for one in usage)
    assert by_label["test"] == 1
    assert card(bench, check=True).faults == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("answers: {porpose: x}", "'porpose' is no question"),
        ("answers: [x]", "answers is no mapping"),
        ("answers: {purpose: 3}", "the answer to purpose is no text"),
        ("answer: {}", "has something else than answers and hub"),
        ("answers: {purpose: 'x}", "is not YAML"),
        ("hub: {licence: x}", "hub has an unknown field 'licence'"),
        ("hub: {language: en}", "hub: language is not as it should be"),
        ("[" * 500, "is nested too deeply"),
    ],
)
def test_mistakes_in_answers_are_one_line(tmp_path: Path, text: str, told: str) -> None:
    bench = benchmark(tmp_path)
    card(bench)
    (bench / "card" / ANSWERS).write_text(text, "utf-8")
    with pytest.raises(UsageError, match=told):
        card(bench)


def test_misuse_is_refused(tmp_path: Path) -> None:
    bench = benchmark(tmp_path)
    with pytest.raises(UsageError, match="has no card"):
        card(bench, check=True)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.md").write_text("mine", "utf-8")
    with pytest.raises(UsageError, match="holds something else"):
        card(bench, tmp_path / "mine")
    with pytest.raises(BenchmarkError, match="has no questions"):
        card(benchmark(tmp_path / "none", []))
    assert card(bench, str(tmp_path / "elsewhere")).path == tmp_path / "elsewhere"
    assert card(bench, tmp_path / "elsewhere", check=True).faults == ()
    assert not (bench / "card").exists()


def test_questions_have_ids_of_their_own() -> None:
    assert len(set(question_ids())) == len(question_ids()) == 44


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
CLAIM = st.fixed_dictionaries(
    {},
    optional={
        "file": st.sampled_from(["manifest.json", "examples.jsonl", "sources.parquet", "plan.yaml"]) | JSON,
        "operation": st.sampled_from(["value", "count", "distinct", "sum"]) | JSON,
        "field": st.sampled_from(["wanted", "cells", "answers", "modalities/text", ""]) | JSON,
        "over": st.sampled_from(["wanted", "cells", "answers", "modalities", ""]) | JSON,
        "where": st.dictionaries(st.sampled_from(["style", "key"]), JSON) | JSON,
        "value": JSON,
    },
)


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A benchmark whose plan was changed since its card was written."""
    bench = benchmark(tmp_path_factory.mktemp("changed"))
    card(bench)
    change(bench / "plan.yaml", "name: aare", "name: rhine")
    return bench


@given(st.lists(CLAIM | JSON, max_size=3) | JSON)
def test_whatever_a_card_says_it_is_checked_without_a_crash(changed: Path, listed: object) -> None:
    file = changed / "card" / "card.json"
    data = json.loads(file.read_text("utf-8")) | {"claims": listed}
    file.write_text(json.dumps(data), "utf-8")
    assert any(one.where == "plan.yaml" for one in validate(changed))


@given(st.lists(st.text(min_size=1), min_size=1, max_size=3), st.integers())
def test_a_field_leads_through_any_names(names: list[str], wanted: int) -> None:
    record: object = wanted
    for name in reversed(names):
        record = {name: record}
    assert find(record, pointer(*names)) == wanted


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 9))))
def test_groups_add_up(pairs: list[tuple[str, int]]) -> None:
    listed = [{"kind": kind, "n": n, "many": [n] * n} for kind, n in pairs]
    read: Callable[..., object] = lambda *args, **where: read_value(RecordQuery("f", *args, where=where), listed)  # noqa: E731
    assert sum(int(str(read("count", kind=kind))) for kind in "ab") == read("count") == len(pairs)
    assert read("sum", "n") == read("count", "", "many") == sum(n for _, n in pairs)
    assert read("distinct", "n") == len({n for _, n in pairs})
