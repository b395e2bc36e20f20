"""Files of given answers: which lines can be used, why others are left out, and what each cell makes of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.islands import islands

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.errors import PlanError
from benchwright.makers.written.answer_pairs import AnswerPair, AnswerPairs
from benchwright.plan import Plan, parse_plan
from benchwright.records import Modalities, Modality, Place, Source

ARVO = "Arvo is an island of 3 villages. Its lighthouse is 20 metres high."


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return islands(tmp_path_factory.mktemp("islands") / "corpus")


def read(folder: Path, corpus: Corpus, *lines: dict[str, Any] | str) -> AnswerPairs:
    path = folder / "pairs.jsonl"
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines), "utf-8")
    return AnswerPairs.read(path, corpus)


def plan_of(*cells: str) -> Plan:
    listed = "".join(f"  - {{style: information-extraction, {cell}}}\n" for cell in cells)
    return parse_plan(f"corpus: c\nwriter: one-prompt:test/writer\nanswers: pairs.jsonl\ncells:\n{listed}")


def test_sources_are_named_by_id_or_by_their_text(tmp_path: Path, corpus: Corpus) -> None:
    found = read(
        tmp_path,
        corpus,
        "\ufeff" + json.dumps({"source": "b-bresk", "answer": "101"}),
        "",
        {"passage": ARVO, "answer": " 3  villages ", "aliases": ["three villages", "3 villages", "!", "3 hamlets"]},
        {"passage": f"\n{ARVO.upper()} ".replace(" ", "  "), "answer": "Arvo"},
    )
    assert found.pairs == (
        AnswerPair("b-bresk", Modality.TABLE, "101"),
        AnswerPair("t-arvo", Modality.TEXT, "3 villages", ("three villages", "3 hamlets")),
        AnswerPair("t-arvo", Modality.TEXT, "Arvo"),
    )
    assert found.left_out == {}
    assert list(found.notices(plan_of("modalities: [text], count: 2", "modalities: [table], count: 1"))) == []


def test_of_equal_texts_the_first_counts(tmp_path: Path) -> None:
    twice = [Source(name, Modality.TEXT, "", ARVO, Place(f"{name}.md")) for name in ("one", "two")]
    corpus = write_corpus(tmp_path / "corpus", twice)
    assert [pair.source for pair in read(tmp_path, corpus, {"passage": ARVO, "answer": "Arvo"}).pairs] == ["one"]


def test_lines_that_cannot_be_used_are_counted_by_reason(tmp_path: Path, corpus: Corpus) -> None:
    found = read(
        tmp_path,
        corpus,
        {"source": "t-arvo", "answer": "Arvo"},
        {"source": "t-atlantis", "answer": "Atlantis"},
        {"passage": "Arvo is an island.", "answer": "Arvo"},  # a part of a text is none
        {"passage": " ", "answer": "Arvo"},
        {"source": "t-arvo", "answer": "Bresk"},
        {"source": "t-arvo", "answer": "Arv"},
        {"source": "t-arvo", "answer": "?", "aliases": ["Arvo"]},
        {"source": "t-arvo", "answer": "yes"},
        {"passage": ARVO, "answer": " ARVO!"},
        {"source": "t-arvo", "answer": "The island Arvo", "aliases": ["Arvo"]},
    )
    assert [pair.answer for pair in found.pairs] == ["Arvo", "The island Arvo"]
    assert found.left_out == {
        "unknown-source": [2],
        "unknown-passage": [3, 4],
        "not-stated": [5, 6, 7, 8],
        "repeated": [9],
    }
    assert list(found.notices(plan_of("modalities: [text], count: 3", "modalities: [table], count: 1"))) == [
        "pairs.jsonl: 2 of 10 pairs can be used; left out: 4 not-stated (line 5), 2 unknown-passage (line 3), "
        "1 repeated (line 9), 1 unknown-source (line 2)",
        "information-extraction text: the count is 3, and pairs.jsonl has pairs for 2",
        "information-extraction table: the count is 1, and pairs.jsonl has pairs for 0",
    ]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "pairs.jsonl is empty"),
        ([" "], "pairs.jsonl is empty"),
        ([{"source": "x", "answer": "y"}], r"pairs.jsonl has no pair that can be used: 1 unknown-source \(line 1\)"),
        ([{"source": "t-arvo", "answer": "Arvo"}, "{"], "pairs.jsonl, line 2: Invalid JSON"),
        (["[1]"], "pairs.jsonl, line 1: Input should be an object"),
        ([{"source": "t-arvo"}], "pairs.jsonl, line 1: answer: Field required"),
        ([{"source": "t-arvo", "answer": 3}], "pairs.jsonl, line 1: answer: Input should be a valid string"),
        ([{"source": "t-arvo", "answer": "Arvo", "alias": []}], "line 1: unknown key 'alias'"),
        ([{"answer": "Arvo"}], "line 1: name either a source or a passage"),
        ([{"source": "t-arvo", "passage": ARVO, "answer": "Arvo"}], "line 1: name either a source or a passage"),
        (['{"source": "t-arvo", "answer": "\\ud800"}'], "line 1: Invalid JSON"),
        (["[" * 100_000], "line 1: Invalid JSON"),
    ],
)
def test_a_file_that_cannot_be_used(tmp_path: Path, corpus: Corpus, lines: list[Any], message: str) -> None:
    with pytest.raises(PlanError, match=message) as caught:
        read(tmp_path, corpus, *lines)
    assert caught.value.hint == 'a line is {"source": ID, "answer": "..."} or {"passage": "...", "answer": "..."}'
    assert "\n" not in caught.value.line()


def test_a_file_that_cannot_be_read(tmp_path: Path, corpus: Corpus) -> None:
    with pytest.raises(PlanError, match=r"answers: .*pairs.jsonl cannot be read"):
        AnswerPairs.read(tmp_path / "pairs.jsonl", corpus)
    with pytest.raises(PlanError, match="cannot be read"):
        AnswerPairs.read(tmp_path, corpus)
    (tmp_path / "pairs.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(PlanError, match="is not UTF-8 text"):
        AnswerPairs.read(tmp_path / "pairs.jsonl", corpus)


@given(st.lists(st.tuples(st.sampled_from(Modality), st.integers(0, 9)), unique=True), st.integers(0, 3), st.data())
def test_each_cell_has_every_fitting_pair_once_in_its_own_order(
    names: list[tuple[Modality, int]], seed: int, data: st.DataObject
) -> None:
    pairs = [AnswerPair(f"{kind.value}{number}", kind, str(number)) for kind, number in names]
    shuffled = data.draw(st.permutations(pairs))
    one, two = (AnswerPairs("pairs.jsonl", "", tuple(listed), {}) for listed in (pairs, shuffled))
    wants = Modalities(text=1, table=2)
    drawn = one.for_cell(wants, "cell", seed)
    assert sorted(drawn, key=pairs.index) == [pair for pair in pairs if pair.modality is not Modality.IMAGE]
    assert two.for_cell(wants, "cell", seed) == drawn  # however the file is sorted


def test_the_order_follows_from_the_seed_and_the_cell() -> None:
    pairs = AnswerPairs("p", "", tuple(AnswerPair(f"s{n}", Modality.TEXT, "a") for n in range(20)), {})
    orders = {tuple(pairs.for_cell(Modalities(text=1), cell, seed)) for cell in ("one", "two") for seed in (1, 2)}
    assert len(orders) == 4
