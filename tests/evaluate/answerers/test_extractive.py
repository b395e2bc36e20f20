"""Extraction: the sentence or cell that shares most with the question, the same whatever else is there."""

from __future__ import annotations

from dataclasses import replace

from handmade import EXAMPLES
from hypothesis import given
from hypothesis import strategies as st

from benchwright.evaluate.answerers.extractive import extract_answer
from benchwright.evaluate.gold import Question
from benchwright.evaluate.runs import RunHit
from benchwright.records import Modalities, Modality, Place, Source, Table

PUMPS = Source(
    "t", Modality.TABLE, "Halden pumps", "Pump | Flow (l/min) | Weight (kg)\nG4 | 85 | 9\nG6 | 120 | 14", Place("d"),
    table=Table((("Pump", "Flow (l/min)", "Weight (kg)"),), (("G4", "85", "9"), ("G6", "120", "14"))),
)  # fmt: skip
LAKE = Source("p", Modality.TEXT, "Lake Thun", "It lies above Interlaken. Its depth is 217 metres.", Place("d"))


def question(text: str) -> Question:
    return Question("q", text, "plain", Modalities(text=1), EXAMPLES[0].answers, (), "d", ("d",))


def hits(*sources: Source) -> tuple[RunHit, ...]:
    return tuple(RunHit(one.id) for one in sources)


def test_a_cell_is_found_by_its_row_its_column_and_the_title() -> None:
    reply = extract_answer(question("What is the weight of the Halden pump G6?"), hits(LAKE, PUMPS), (LAKE, PUMPS))
    assert (reply.answers, reply.citations) == (("14 (Weight (kg))",), (1,))


def test_a_sentence_is_found_by_its_words_and_its_title() -> None:
    reply = extract_answer(question("What is the depth of Lake Thun?"), hits(PUMPS, LAKE), (PUMPS, LAKE))
    assert (reply.answers, reply.citations) == (("Its depth is 217 metres.",), (1,))


def test_nothing_in_common_is_an_abstention() -> None:
    reply = extract_answer(question("Who wrote Hamlet?"), hits(PUMPS), (PUMPS,))
    assert (reply.answers, reply.citations, len(reply.contexts)) == ((), (), 1)
    assert extract_answer(question("Who?"), (), ()).citations is None


@given(st.lists(st.text(max_size=60), max_size=5), st.text(max_size=60))
def test_whatever_the_texts_the_answer_is_a_piece_of_the_cited_source(texts: list[str], asked: str) -> None:
    sources = [replace(LAKE, id=f"s{at}", title="", text=text) for at, text in enumerate(texts)]
    reply = extract_answer(question(asked), hits(*sources), sources)
    assert len(reply.answers) <= 1
    if reply.answers:
        assert reply.citations is not None
        assert reply.answers[0] in sources[reply.citations[0]].text
