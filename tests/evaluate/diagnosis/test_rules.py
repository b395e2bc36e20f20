"""Each cause from a record that shows it; exactly one cause for every wrong answer, and none for a right one."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp
from types import SimpleNamespace
from typing import Any, cast

import pytest
from diagnosed import EXAMPLES, LANDS, OLD, TABLE, corpus, facts, questions
from hypothesis import given
from hypothesis import strategies as st

from benchwright.corpus.store import Corpus
from benchwright.evaluate.diagnosis.causes import CAUSES
from benchwright.evaluate.diagnosis.diagnose import diagnose
from benchwright.evaluate.diagnosis.rules import RULES, decide
from benchwright.evaluate.diagnosis.wrong_answer import WrongAnswer
from benchwright.evaluate.gold import gold_of
from benchwright.evaluate.match import match_run
from benchwright.evaluate.measures.part_scores import part_measure
from benchwright.evaluate.runs import RunHit, run_of
from benchwright.evaluate.score_retrievers import SystemResult
from benchwright.evaluate.systems.base import SystemReply
from benchwright.evaluate.target import EvaluationTarget
from benchwright.facts.store import FactTable

BY_ID = {one.id: one for one in EXAMPLES}
FACTS = facts()


@lru_cache(maxsize=1)
def made() -> Corpus:
    return corpus(Path(mkdtemp()) / "corpus")


def wrong(
    id: str,
    *answers: str,
    working: str = "",
    shown: tuple[str, ...] | None = (),
    extra: tuple[str, ...] = (),
    known: FactTable | None = FACTS,
    **fields: Any,
) -> WrongAnswer:
    """An answer to the question; `shown` () stands for its gold sources, None for a system that tells nothing."""
    gold = tuple(sorted(questions(made())[id].gold_sets[0]))
    sources = None if shown is None else (*(shown or gold), *extra)
    hits = tuple(RunHit(one) for one in sources or ())
    reply = SystemReply(answers, "; ".join(answers), hits, working=working, **fields)
    seen = None if sources is None else frozenset(sources)
    return WrongAnswer(BY_ID[id], questions(made())[id], reply, made(), known, seen)


@pytest.mark.parametrize(
    ("answer", "cause", "rule", "evidence"),
    [
        (wrong("look", "11,900 square kilometres"), "misread", "neighbour", "is row: row 'Ostmark'"),
        (wrong("look", "2,400"), "misread", "neighbour", "2,400 is column: row 'Vorland', column 'Railways (km)'"),
        (wrong("look", "3,100"), "misread", "neighbour", "3,100 is cell: row 'Sellia', column 'Railways (km)'"),
        (wrong("look", "8,100 acres"), "misread", "other unit", "8,100 acres instead of 8,100 square kilometres"),
        (wrong("look", "81,000 square kilometres"), "misread", "other unit", "instead of 8,100 square kilometres"),
        (wrong("look", "5,555 square kilometres"), "undecidable", "", ""),
        (wrong("look"), "refused", "abstained", "no answer was given"),
        (wrong("look", shown=(OLD,)), "not-retrieved", "not retrieved", "lands"),
        (wrong("look", "7,700 km2", extra=(OLD,)), "not-used", "from another source", "stands in S2 (atlas)"),
        (wrong("look", "5,555 km2", extra=(OLD,), citations=(1,)), "not-used", "cites others", "cites only atlas"),
        (wrong("gap", "28,500 square kilometres"), "arithmetic", "other operation", "the sum of"),
        (wrong("gap", "8,100 square kilometres"), "arithmetic", "other operation", "is the second of"),
        (wrong("gap", "12,700 square kilometres"), "arithmetic", "near result", "instead of 12,300"),
        (
            wrong("gap", "9,999 square kilometres", working="Sellia has 20,400 km2 and Vorland 8,100 km2."),
            "arithmetic",
            "operands stated",
            "and the result 9,999",
        ),
        (wrong("gap", "3,800 square kilometres"), "misread", "operand's neighbour", "in place of 20,400 gives 3,800"),
        (wrong("both", "8,100 square kilometres"), "part-missing", "part missing", "nothing on Brigham"),
        (wrong("both", "The capital of Sellia is Brigham."), "part-missing", "part missing", "nothing on 8,100"),
        (wrong("both", "11,900 km2 and Brigham"), "misread", "neighbour", "row 'Ostmark'"),
        (wrong("both", "8,100 km2", shown=(TABLE,)), "not-retrieved", "not retrieved", "sellia"),
        (wrong("name", "Ekeby"), "contradicted", "other source says so", "atlas says Ekeby"),
        (wrong("name", "Ekeby", known=None, extra=(OLD,)), "not-used", "from another source", "Ekeby stands in S2"),
        (wrong("name", "Founded in 1921."), "misread", "elsewhere in the source", "stands in vorland"),
        (wrong("hop", "2,400 kilometres"), "misread", "neighbour", "'Railways (km)'"),
        (wrong("list", "Vorland", "Sellia"), "part-missing", "part missing", "1 of 3 missing: Ostmark"),
        (wrong("list", *LANDS, "Brigham"), "misread", "elsewhere in the source", "Brigham stands in sellia"),
        (wrong("list", "Vorland", shown=("vorland",)), "not-retrieved", "not retrieved", "ostmark; sellia"),
        (wrong("look", failure="answered with status 500", kind="status"), "no-reply", "no reply", "status 500"),
    ],
)  # fmt: skip
def test_each_cause_is_told_from_its_record(answer: WrongAnswer, cause: str, rule: str, evidence: str) -> None:
    found = decide(answer)
    assert found[:2] == (cause, rule)
    assert evidence in found[2]


def test_evidence_further_down_is_below_the_cut_off_only_if_all_of_it_is() -> None:
    one = replace(wrong("both", "8,100 km2", shown=(TABLE,)), ranks={TABLE: 1, "sellia": 7})
    assert decide(one) == ("below-cut-off", "below the cut-off", "sellia at rank 7; 1 were shown")
    both = replace(wrong("both", shown=(OLD,)), ranks={"sellia": 7})
    assert decide(both)[0] == "not-retrieved"


def test_of_two_halves_only_the_wrong_one_has_to_be_retrieved() -> None:
    # the capital is right from memory; the area was misread in the table that was there
    one = wrong("both", "The area of Vorland is 11,900 km2, and the capital of Sellia is Brigham.", shown=(TABLE,))
    assert decide(one)[:2] == ("misread", "neighbour")


def test_a_system_that_never_tells_its_sources_is_not_blamed_for_retrieval() -> None:
    assert decide(wrong("look", "11,900 km2", shown=None))[0] == "misread"
    assert decide(wrong("look", shown=None))[0] == "refused"


def test_without_facts_the_cells_of_the_evidence_have_neighbours_too() -> None:
    assert decide(wrong("look", "11,900 square kilometres", known=None))[:2] == ("misread", "neighbour")
    assert decide(wrong("gap", "28,500", known=None))[0] == "arithmetic"


def test_an_answer_that_states_a_thousand_values_is_read_in_bounds() -> None:
    one = wrong("look", " ".join(f"{number} kilometres," for number in range(100_000, 101_000)))
    assert len(one.strange) == len(one.amounts) == 50
    assert decide(one)[0] == "undecidable"


def result_of(replies: dict[str, SystemReply], *, sources_known: bool = True) -> tuple[SystemResult, EvaluationTarget]:
    gold = gold_of("lands", "f", EXAMPLES, made())
    target = cast(
        "EvaluationTarget", SimpleNamespace(bench=SimpleNamespace(examples=EXAMPLES), corpus=made(), gold=gold)
    )
    run = run_of("s", ((id, reply.contexts) for id, reply in replies.items()))
    matches = match_run(run, gold, made(), strict=False)
    scores = cast("Any", SimpleNamespace())
    return SystemResult(run, matches, scores, replies, sources_known=sources_known), target


def test_reference_answers_have_no_cause() -> None:
    replies = {one.id: SystemReply(tuple(answer.text for answer in one.answers)) for one in EXAMPLES}
    assert diagnose(*result_of(replies), FACTS) == {}


PIECES = st.sampled_from(
    ["8,100", "20,400 km2", "11,900 square kilometres", "12,300", "Vorland", "Sellia", "Brigham", "Arnholt", "Ekeby",
     "and", "not", "or", "The area of", "is", ";", "\n", "3 May 1921", "-", "5 per cent", "2,400 kilometres", "<b>"]
)  # fmt: skip
ANSWERS = st.lists(st.lists(PIECES, max_size=6).map(" ".join), max_size=4).map(tuple)
SOURCES = st.lists(st.sampled_from([TABLE, OLD, "vorland", "sellia", "ostmark"]), unique=True).map(tuple)


@given(
    st.dictionaries(
        st.sampled_from([one.id for one in EXAMPLES]), st.tuples(ANSWERS, SOURCES, st.text(max_size=30)), min_size=1
    ),
    st.booleans(),
    st.booleans(),
)
def test_every_wrong_answer_has_exactly_one_cause_and_no_right_one_has_any(
    given_: dict[str, tuple[tuple[str, ...], tuple[str, ...], str]], with_facts: bool, sources_known: bool
) -> None:
    replies = {
        id: SystemReply(answers, "; ".join(answers), tuple(map(RunHit, sources)), working=working)
        for id, (answers, sources, working) in given_.items()
    }
    result, target = result_of(replies, sources_known=sources_known)
    found = diagnose(result, target, FACTS if with_facts else None)
    scores = part_measure(target.gold, replies)
    wrong_ids = {one.id for at, one in enumerate(target.gold) if one.id in replies and scores.values[at] < 1 - 1e-9}
    assert set(found) == wrong_ids
    rules = {(rule.cause, rule.name) for rule in RULES} | {("undecidable", "")}
    for id, finding in found.items():
        assert finding.cause in CAUSES
        assert (finding.cause, finding.rule) in rules
        assert 0 < finding.lost <= 1
        assert len(finding.evidence) <= 300
        assert "\n" not in finding.evidence
        shown = {hit.source for hit in replies[id].contexts}
        whole = any(one <= shown for one in questions(made())[id].gold_sets)
        assert not (finding.cause in ("not-retrieved", "below-cut-off") and (whole or not sources_known))
        assert not (finding.cause == "refused" and replies[id].answers)
