"""What a judge gets to see of an answer: each context once, within bounds, in an order that nobody can choose."""

from dataclasses import replace
from pathlib import Path

import pytest
from handmade import DOCUMENTS, EXAMPLES, corpus

from benchwright.evaluate.gold import gold_of
from benchwright.evaluate.judges import judge_case
from benchwright.evaluate.judges.judge_case import CaseReader, JudgeCase, reference_first
from benchwright.evaluate.runs import RunHit, TextChunk, run_of
from benchwright.evaluate.systems.base import SystemReply
from benchwright.records import Answer, Modality


def case(tmp_path: Path, reply: SystemReply, example: int = 0) -> JudgeCase:
    made = corpus(tmp_path / "c")
    gold = gold_of("aare", "f", EXAMPLES, made)
    question = gold.questions[example]
    run = run_of("mine", [(question.id, reply.contexts)])
    return CaseReader(made, run, {question.id: reply}, seed=13).case(question)


def test_contexts_are_sources_or_their_words_each_once(tmp_path: Path) -> None:
    hits = (
        RunHit("lake"),
        RunHit(chunk=TextChunk("Some words of a chunk.", "folder/notes.txt")),
        RunHit("lake"),
        RunHit(chunk=TextChunk(document="river.txt", start=0, end=12)),
        RunHit("no-such-source"),
        RunHit(chunk=TextChunk(document="unknown.txt", start=0, end=12)),
    )
    one = case(tmp_path, SystemReply(("the Aare",), "the Aare", hits, (3, 0, 9)))
    assert [source.text for source in one.contexts] == [DOCUMENTS["lake.txt"], "Some words of a chunk.", "The Aare is "]
    assert [(source.title, source.modality) for source in one.contexts[1:]] == [
        ("notes.txt", Modality.TEXT),
        ("river.txt", Modality.TEXT),
    ]
    assert one.cited is not None
    assert [source.text for source in one.cited] == [DOCUMENTS["lake.txt"], "The Aare is "]  # in the contexts' order
    assert [source.id for source in one.evidence] == ["river"]
    assert (one.references, one.answer, one.left_out) == (("the Aare",), "the Aare", 0)


def test_who_cites_everything_cites_the_contexts(tmp_path: Path) -> None:
    hits = (RunHit("lake"), RunHit("river"), RunHit("lake"))
    one = case(tmp_path, SystemReply(("x",), "x", hits, (2, 1, 0)))
    assert one.cited == one.contexts


@pytest.mark.parametrize(("citations", "cited"), [(None, None), ((), None), ((5,), ())])
def test_what_cites_nothing_and_what_cites_nothing_real_differ(
    tmp_path: Path, citations: tuple[int, ...] | None, cited: tuple[()] | None
) -> None:
    assert case(tmp_path, SystemReply(("x",), "x", (RunHit("lake"),), citations)).cited == cited


def test_a_failure_has_no_answer(tmp_path: Path) -> None:
    one = case(tmp_path, SystemReply(failure="did not answer", kind="timeout"))
    assert (one.answer, one.failure, one.retrieves, one.cites) == ("", "did not answer", False, False)


def test_sources_without_room_are_left_out_and_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge_case, "LONGEST_SOURCES", 100)
    chunks = tuple(RunHit(chunk=TextChunk(f"{number} " + "x" * 38)) for number in range(5))  # 40 characters each
    one = case(tmp_path, SystemReply(("x",), "x", chunks))
    assert [source.text[0] for source in one.contexts] == ["0", "1"]
    assert one.left_out == 3 + 1  # the river's 626 characters have no room, either


def test_a_reference_shows_other_names_and_lists_have_a_line_each() -> None:
    one = JudgeCase("q", "Who?", "x", ("the Aare",), ("Aar", "Aare river"))
    assert one.reference == "the Aare\n(also: Aar; Aare river)"
    assert replace(one, references=("a", "b")).reference == "- a\n- b"


def test_the_order_is_decided_by_seed_and_question_and_is_even() -> None:
    names = [f"q{number}" for number in range(2000)]
    first = [reference_first(13, name) for name in names]
    assert first == [reference_first(13, name) for name in names]
    assert first != [reference_first(14, name) for name in names]
    assert 900 < sum(first) < 1100  # 4.5 standard deviations around 1,000


def test_a_list_is_one_answer(tmp_path: Path) -> None:
    one = case(tmp_path, SystemReply(("a ", "b"), "a ; b", (RunHit("lake"),)))
    assert one.answer == "a; b"
    assert Answer("a", ("x",), ()).aliases == ("x",)
