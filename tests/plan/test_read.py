from __future__ import annotations

from pathlib import Path

import pytest

import benchwright
from benchwright.errors import PlanError
from benchwright.plan import Cell, default_plan, parse_plan, read_plan, resolved
from benchwright.plan.sections import Lists
from benchwright.records import Modalities

DESIGN = """\
name: countries
corpus: corpus                 # path, relative to the plan
seed: 13
writer: derive
vision_writer: null
verifier: derive
paraphraser: null
encoder: wordllama
sampling: {neighbours: 5, temperature: 0.1}
candidates_per_source: 2
max_attempts_per_question: 20
max_share: {family: 0.15, document: 0.1}
checks: {closed_book: tag}
budget: {usd: null, calls: null, tokens: null}
cells:
  - {style: information-extraction, modalities: [text, table, image], count: 10}
  - {style: multi-hop, modalities: [text+table, 2text+image], count: 5}
  - {style: numerical, modalities: [text, table, text+table], total: 20}
"""


def test_reads_every_key_of_the_design() -> None:
    plan = parse_plan(DESIGN, folder=Path("/data"))
    assert [(cell.style, str(cell.modalities), cell.maker, cell.count) for cell in plan.cells()] == [
        ("information-extraction", "text", "derive", 10),
        ("information-extraction", "table", "derive", 10),
        ("information-extraction", "image", "derive", 10),
        ("multi-hop", "text+table", "derive", 5),
        ("multi-hop", "2text+image", "derive", 5),
        ("numerical", "text", "derive", 7),
        ("numerical", "table", "derive", 7),
        ("numerical", "text+table", "derive", 6),
    ]
    assert plan.corpus_path == Path("/data/corpus")
    assert plan.max_share.family == 0.15
    assert plan.budget.usd is None


def test_every_key_but_corpus_and_cells_has_the_default_of_the_design() -> None:
    short = parse_plan("corpus: corpus\ncells: [{style: multi-hop, modalities: 2text, count: 1}]")
    assert short.pinned() == parse_plan(DESIGN).pinned()
    assert (short.name, short.max_attempts_per_question) == ("benchmark", 20)


def test_benchmarks_begun_before_a_key_was_there_go_on() -> None:
    assert parse_plan(DESIGN).pinned()["sampling"] == {"neighbours": 5, "temperature": 0.1}
    other = DESIGN.replace("temperature: 0.1}", "temperature: 0.1, exact_up_to: 9, recall: 0.9}")
    assert parse_plan(other).pinned()["sampling"] == {
        "neighbours": 5,
        "temperature": 0.1,
        "exact_up_to": 9,
        "recall": 0.9,
    }


def test_modalities_default_to_all_that_the_style_allows() -> None:
    plan = parse_plan("corpus: c\ncells: [{style: information-extraction, count: 2}]")
    assert [str(cell.modalities) for cell in plan.cells()] == ["text", "table", "image"]


def test_text_plus_text_is_2text() -> None:
    plan = parse_plan("corpus: c\ncells: [{style: compound, modalities: text+text, count: 2}]")
    assert plan.cells()[0].modalities == Modalities(text=2)


def plan_with(line: str = "", cells: str = "  - {style: compound, modalities: [text], count: 2}") -> str:
    return f"corpus: c\n{line}\ncells:\n{cells}\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (plan_with("sead: 1"), "plan.yaml, line 2: unknown key 'sead' — did you mean 'seed'?"),
        (
            plan_with("sampling: {neighbors: 3}"),
            "plan.yaml, line 2: unknown key 'neighbors' — did you mean 'neighbours'?",
        ),
        (
            plan_with(cells="  - {style: compound, modality: [text], count: 2}"),
            "plan.yaml, line 4: unknown key 'modality' — did you mean 'modalities'?",
        ),
        (
            plan_with("zzz: 1"),
            "plan.yaml, line 2: unknown key 'zzz' — known: about, answers, budget, candidates_per_source, cells, "
            "checks, corpus, descriptions, encoder, entailment, lists, max_attempts_per_question, max_share, models, "
            "name, paraphraser, queries, relations, sampling, seed, verifier, "
            "vision_writer, writer",
        ),
        ("cells: [{style: compound, count: 2}]", "plan.yaml: the key 'corpus' is missing — add a line corpus: ..."),
        (plan_with("seed: -1"), "plan.yaml, line 2: seed must be at least 0, not -1 — change the number"),
        (
            plan_with(cells="  - style: compound\n    count: -2"),
            "plan.yaml, line 5: cells.count must be at least 0, not -2 — change the number",
        ),
        (
            plan_with("max_share: {family: 1.5}"),
            "plan.yaml, line 2: max_share.family must be at most 1, not 1.5 — change the number",
        ),
        (
            plan_with("seed: thirteen"),
            'plan.yaml, line 2: seed must be a whole number, not "thirteen" — '
            "see the plan that benchwright init writes",
        ),
        (plan_with("name: 2020"), "plan.yaml, line 2: name must be text, not 2020 — put it in quotes"),
        (
            plan_with("verifier: gpt-4o"),
            "plan.yaml, line 2: 'gpt-4o' is not the name of a model — did you mean 'openai/gpt-4o'?",
        ),
        (
            plan_with("paraphraser: ''"),
            "plan.yaml, line 2: '' is not the name of a model — write PROVIDER/NAME",
        ),
        (
            plan_with("checks: {closed_book: maybe}"),
            "plan.yaml, line 2: checks.closed_book must be one of 'reject', 'tag' or 'off', not 'maybe' — "
            "choose one of them",
        ),
        (
            plan_with(cells="  - {style: multihop, count: 2}"),
            "plan.yaml, line 4: unknown style 'multihop' — did you mean 'multi-hop'?",
        ),
        (
            plan_with(cells="  - {style: poem, count: 2}"),
            "plan.yaml, line 4: unknown style 'poem' — known: compare-contrast, comparison, compound, "
            "information-extraction, list, multi-hop, numerical",
        ),
        (
            plan_with(cells="  - {style: information-extraction, modalities: [2text], count: 2}"),
            "plan.yaml, line 4: style information-extraction cannot have the modalities '2text' — "
            "it allows text, table, image",
        ),
        (
            plan_with(cells="  - {style: compound, modalities: [video], count: 2}"),
            "plan.yaml, line 4: 'video' is not a list of modalities such as text, 2text or text+table — "
            "write text, table, image or sums such as 2text+table",
        ),
        (
            plan_with(cells="  - {style: compound, modalities: [text], count: 2, total: 3}"),
            "plan.yaml, line 4: both count and total are given — count is for each, total for all",
        ),
        (
            plan_with(cells="  - {style: compound, modalities: [text]}"),
            "plan.yaml, line 4: neither count nor total is given — add count: 10 to this entry",
        ),
        (
            plan_with(cells="  - {style: compound, modalities: [], count: 1}"),
            "plan.yaml, line 4: the list of modalities is empty — leave the key out for all that the style allows",
        ),
        (
            plan_with(
                cells="  - {style: compound, modalities: [text], count: 2}\n"
                "  - {style: compound, modalities: [text], count: 1}"
            ),
            "plan.yaml, line 5: compound text is already asked for by entry 1 of cells — "
            "put both counts into one entry",
        ),
        (
            "corpus: c\ncells: []",
            "plan.yaml, line 2: cells is empty — add an entry such as {style: multi-hop, count: 10}",
        ),
        ("- a\n- b\n", "plan.yaml: not a plan — a plan is a mapping with at least the keys corpus and cells"),
        ("corpus: c\ncells: [", None),
        ("corpus: c\ncorpus: d\n", None),
    ],
)
def test_a_mistake_is_one_line_that_says_how_to_mend_it(text: str, line: str | None) -> None:
    with pytest.raises(PlanError) as caught:
        parse_plan(text)
    said = caught.value.line()
    assert "\n" not in said
    if line is not None:
        assert said == line
    else:
        assert said.startswith(("plan.yaml, line 2: not YAML", "plan.yaml, line 3: not YAML"))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=r"plan .*none\.yaml cannot be read"):
        read_plan(tmp_path / "none.yaml")


def test_the_users_own_style(tmp_path: Path) -> None:
    (tmp_path / "dates.yaml").write_text("name: dates\ndescription: Asks when.\nrules: []\nmodalities: [text]\n")
    plan = parse_plan("corpus: c\ncells: [{style: dates.yaml, count: 3}]", folder=tmp_path)
    assert [(cell.style, cell.count) for cell in plan.cells()] == [("dates", 3)]
    assert plan.style("dates").description == "Asks when."
    (tmp_path / "dates.yaml").write_text("name: dates\n")
    with pytest.raises(PlanError, match=r"dates\.yaml lacks description, rules, modalities"):
        parse_plan("corpus: c\ncells: [{style: dates.yaml, count: 3}]", folder=tmp_path)


def test_the_resolved_plan_reads_back_as_the_same_plan(tmp_path: Path) -> None:
    plan = parse_plan(DESIGN, folder=tmp_path)
    text = resolved(plan, tmp_path / "bench")
    again = parse_plan(text, folder=tmp_path / "bench")
    assert again.cells() == plan.cells()
    assert again.pinned() == plan.pinned()
    assert again.corpus_path.resolve() == (tmp_path / "corpus").resolve()
    assert resolved(again, tmp_path / "bench") == text


def test_with_counts_keeps_all_but_the_counts() -> None:
    plan = parse_plan(DESIGN)
    key = plan.cells()[0].key
    raised = plan.with_counts({key: 30})
    assert [cell.count for cell in raised.cells()] == [30, 10, 10, 5, 5, 7, 7, 6]
    assert raised.pinned() == plan.pinned()


def test_a_cell_without_a_count_is_not_asked_for() -> None:
    plan = parse_plan("corpus: c\ncells: [{style: numerical, modalities: [text, table, 2text], total: 2}]")
    assert [str(cell.modalities) for cell in plan.cells()] == ["text", "table"]


def test_the_default_plan_goes_round_the_styles_first() -> None:
    fillable = [
        Cell("compound", Modalities(text=1), "derive", 100),
        Cell("compound", Modalities(table=1), "derive", 100),
        Cell("numerical", Modalities(table=1), "derive", 2),
        Cell("multi-hop", Modalities(text=2), "derive", 0),
        Cell("list", Modalities(), "qampari", 1, "simple"),
    ]
    plan = default_plan(Path("corpora/books"), 8, fillable)
    assert plan.name == "books"
    assert [(cell.style, str(cell.modalities), cell.count) for cell in plan.cells()] == [
        ("compound", "text", 3),
        ("numerical", "table", 2),
        ("list", "", 1),
        ("compound", "table", 2),
    ]
    assert {cell.style: (cell.maker, cell.kind) for cell in plan.cells()}["list"] == ("qampari", "simple")
    with pytest.raises(PlanError, match="no question family covers the corpus"):
        default_plan(Path("c"), 8, [])


def test_the_presets_are_plans() -> None:
    presets = sorted((Path(benchwright.__file__).parent / "presets").glob("*.yaml"))
    wanted = {preset.stem: sum(cell.count for cell in read_plan(preset).cells()) for preset in presets}
    assert wanted["quick"] == 44
    assert all(wanted.values())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("corpus: c\ncels:\n- {style: numerical, count: 1}\n", "plan.yaml, line 2: unknown key 'cels'"),
        ("corpus: c\ncells: " + "[" * 200_000, "plan.yaml: nested too deeply"),
        ("corpus: c\ncells: &a [*a]\n", "plan.yaml, line 2: cells must be a mapping of keys to values"),
        (
            "corpus: c\na0: &a0 [x, x]\n"
            + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)),
            "plan.yaml: names more than 100,000 values",
        ),
        ("corpus: c\ncells: !!python/name:os.system ['x']\n", "plan.yaml, line 2: "),
    ],
)
def test_hostile_plans(text: str, message: str) -> None:
    with pytest.raises(PlanError) as caught:
        parse_plan(text)
    assert str(caught.value).startswith(message)


def test_a_misspelt_key_names_the_nearest() -> None:
    with pytest.raises(PlanError) as caught:
        parse_plan("corpus: c\ncels: []\n")
    assert caught.value.hint == "did you mean 'cells'?"


def test_an_unknown_check_is_named_with_the_nearest() -> None:
    with pytest.raises(PlanError) as caught:
        parse_plan("corpus: c\nchecks: {closed_bok: tag}\ncells: [{style: multi-hop, modalities: 2text, count: 1}]")
    assert "unknown check 'closed_bok'" in caught.value.line()
    assert "closed_book" in caught.value.line()


WRONG_KINDS = ("3", "true", "null", "[]", "{a: 1}", "[[1]]", "yes please", "1.5", ".nan", "2024-13-45", "!!int a")
WRONG_KINDS += ("!!bool a", "!!binary 3", "{[a]: 1}", "9" * 5000, "0x" + "f" * 5000, '"\\ud800"', "&a [*a]")


def complaint(text: str) -> str:
    """The line of the error that a plan's text gives, "" if it gives none."""
    try:
        parse_plan(text)
    except PlanError as error:
        return error.line()
    return ""


@pytest.mark.parametrize("key", [*Lists.model_fields, "seed", "cells", "models", "max_share"])
def test_a_value_of_a_wrong_kind_is_told_in_our_words(key: str) -> None:
    cells = "" if key == "cells" else "cells: [{style: list, kind: simple, count: 1}]\n"
    for written in WRONG_KINDS:
        part = f"lists: {{{key}: {written}}}" if key in Lists.model_fields else f"{key}: {written}"
        line = complaint(f"corpus: c\n{cells}{part}\n")
        assert not line or (line.startswith("plan.yaml") and " — " in line), written[:20]
        for foreign in ("Input should", "Value error", "Invalid JSON", "literal", "Commented", "sys."):
            assert foreign not in line, written[:20]


@pytest.mark.parametrize(
    ("lists", "line"),
    [
        (
            "{covered: yes please}",
            'plan.yaml, line 3: lists.covered must be true or false, not "yes please" — '
            "write true or false, without quotes",
        ),
        (
            "{both_ways: 1}",
            "plan.yaml, line 3: lists.both_ways must be true or false, not 1 — write true or false, without quotes",
        ),
        (
            "{graph: 2024-13-45}",
            "plan.yaml: a number, a date or a tag in it cannot be read — write it in quotes, and without a tag (!!)",
        ),
        ("{[a]: 1}", "plan.yaml: a list or a mapping stands in place of a key — write key: value"),
        (f"{{first_hop: 0x{'f' * 5000}}}", "plan.yaml: a number in it is too long — write a shorter one"),
        (
            '{graph: "\\ud800"}',
            "plan.yaml: half a character (an escape such as \\ud800) stands in a text — take it out",
        ),
    ],
)
def test_a_wrong_value_of_lists_says_what_is_there_and_what_is_wanted(lists: str, line: str) -> None:
    with pytest.raises(PlanError) as caught:
        parse_plan(f"corpus: c\ncells: [{{style: list, kind: simple, count: 1}}]\nlists: {lists}\n")
    assert caught.value.line() == line


@pytest.mark.parametrize("value", [".nan", ".inf", "-.inf"])
@pytest.mark.parametrize(
    "line",
    [
        "budget: {usd: VALUE}",
        "sampling: {temperature: VALUE}",
        "models: {openai/m: {timeout: VALUE}}",
        "models: {openai/m: {requests_per_minute: VALUE}}",
        "models: {openai/m: {tokens_per_minute: VALUE}}",
        "models: {openai/m: {usd_per_million: [VALUE, 1]}}",
    ],
)
def test_every_number_is_finite(line: str, value: str) -> None:
    text = "corpus: corpus\ncells:\n  - {style: information-extraction, count: 1}\n"
    parse_plan(text + line.replace("VALUE", "1"))
    with pytest.raises(PlanError):
        parse_plan(text + line.replace("VALUE", value))


@pytest.mark.parametrize("key", ["writer", "verifier", "vision_writer"])
def test_a_model_without_its_provider_is_suggested_with_it(key: str) -> None:
    with pytest.raises(PlanError) as caught:
        parse_plan(f"corpus: corpus\n{key}: gpt-4.1\ncells:\n  - {{style: information-extraction, count: 1}}\n")
    assert caught.value.hint == "did you mean 'openai/gpt-4.1'?"


def test_a_plan_may_be_named_by_a_str(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text("corpus: c\ncells:\n  - {style: numerical, count: 1}\n", "utf-8")
    assert read_plan(str(tmp_path / "plan.yaml")).cells()


@pytest.mark.parametrize("named", ["mine.yaml", "[mine.yaml, sub/more.yaml]"])
def test_own_relations_are_relative_to_the_plan_wherever_it_stands(tmp_path: Path, named: str) -> None:
    text = f"corpus: c\nrelations: {named}\ncells:\n  - {{style: compound, modalities: [text], count: 2}}\n"
    plan = parse_plan(text, folder=tmp_path)
    assert plan.own_relations[0] == tmp_path / "mine.yaml"
    again = parse_plan(resolved(plan, tmp_path / "bench"), folder=tmp_path / "bench")
    assert [path.resolve() for path in again.own_relations] == [path.resolve() for path in plan.own_relations]
    assert again.pinned() == plan.pinned()
    assert plan.pinned()["relations"] == ["mine.yaml", "more.yaml"][: len(plan.relations)]
    without = parse_plan(text.replace(f"relations: {named}\n", ""), folder=tmp_path)
    assert "relations" not in without.pinned()
    assert "\nrelations" not in resolved(without, tmp_path)


def test_a_log_of_queries_is_relative_to_the_plan_and_changes_no_question(tmp_path: Path) -> None:
    text = "corpus: c\nqueries: log/q.jsonl\ncells: [{style: compound, modalities: [text], count: 1}]\n"
    plan = parse_plan(text, folder=tmp_path)
    assert plan.queries_path == tmp_path / "log" / "q.jsonl"
    written = resolved(plan, tmp_path / "bench")
    assert "\nqueries: ../log/q.jsonl\n" in written
    without = parse_plan(text.replace("queries: log/q.jsonl\n", ""), folder=tmp_path)
    assert without.queries_path is None
    assert "\nqueries" not in resolved(without, tmp_path)
    assert plan.pinned() == without.pinned()


def test_given_answers_are_relative_to_the_plan_and_for_one_prompt(tmp_path: Path) -> None:
    cells = "cells:\n  - {style: compound, modalities: [text], count: 2"
    text = f"corpus: c\nwriter: one-prompt:openai/x\nanswers: sub/pairs.jsonl\n{cells}}}\n"
    plan = parse_plan(text, folder=tmp_path)
    assert plan.answers_path == tmp_path / "sub" / "pairs.jsonl"
    again = parse_plan(resolved(plan, tmp_path / "bench"), folder=tmp_path / "bench")
    assert again.answers_path is not None
    assert again.answers_path.resolve() == plan.answers_path.resolve()
    assert again.pinned() == plan.pinned()
    assert plan.pinned()["answers"] == "pairs.jsonl"
    without = parse_plan(text.replace("answers: sub/pairs.jsonl\n", ""), folder=tmp_path)
    assert without.answers_path is None
    assert "answers" not in without.pinned()
    assert "\nanswers" not in resolved(without, tmp_path)
    for other in (text.replace("one-prompt:", ""), text.replace("count: 2", "count: 2, maker: smmqg")):
        with pytest.raises(PlanError, match=r"line 3: no cell asks for questions to given answers") as caught:
            parse_plan(other, folder=tmp_path)
        assert caught.value.hint == "write writer: one-prompt:PROVIDER/NAME, or leave answers out"


@pytest.mark.parametrize("order", [1, -1])
def test_two_styles_of_one_name_are_refused(tmp_path: Path, order: int) -> None:
    for file in ("mine.yaml", "other.yaml"):
        (tmp_path / file).write_text("name: numerical\ndescription: Asks when.\nrules: []\nmodalities: [text, table]\n")
    for other in ("numerical", "other.yaml"):
        one, two = ("mine.yaml", other)[::order]
        cells = f"[{{style: {one}, modalities: [text], count: 3}}, {{style: {two}, modalities: [table], count: 2}}]"
        with pytest.raises(PlanError, match=f"line 2: {one} and {two} are two styles of the name 'numerical'") as error:
            parse_plan(f"corpus: c\ncells: {cells}", folder=tmp_path)
        assert error.value.hint in ("change the name in mine.yaml", "change the name in other.yaml")
    cells = "[{style: mine.yaml, modalities: [text], count: 3}, {style: ./mine.yaml, modalities: [table], count: 2}]"
    assert parse_plan(f"corpus: c\ncells: {cells}", folder=tmp_path).style("numerical").description == "Asks when."
