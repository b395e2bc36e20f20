"""Scores from claims are counted; a reply that quotes what is not there is a fault."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.evaluate.judges.catalogue import JUDGED
from benchwright.evaluate.judges.claims import MOST_CLAIMS, claim_fault, stands_in
from benchwright.evaluate.judges.judge_case import LONGEST, JudgeCase
from benchwright.evaluate.judges.judged_measure import JudgeCall, JudgedScore
from benchwright.records import Image, Modality, Place, Source, Table

TEXT = Source("t", Modality.TEXT, "Pumps", "The K2 weighs 12 kg. It was built in 1990.", Place("a.txt"))
ROWS = Source("r", Modality.TEXT, "", "Model | Weight | Seats\nPlover | 31 | 2\nDunlin | 27 | 1", Place("b.txt"))
TABLE = Source(
    "tt",
    Modality.TABLE,
    "Kayaks",
    "Kayaks\nModel | Weight | Seats\nPlover | 31 | 2",
    Place("c.txt"),
    Table((("Model", "Weight", "Seats"),), (("Plover", "31", "2"),)),
)
PICTURE = Source("i", Modality.IMAGE, "Flag", "A flag", Place("d.png"), image=Image("0" * 64, "png", 4, 4, "A flag"))
CASE = JudgeCase("q", "How heavy is the K2?", "12 kg", ("12 kg",), (), (TEXT, ROWS), (TEXT,), (TEXT,))


def claim(verdict: str = "absent", *, relevant: bool = True, **evidence: str) -> dict[str, Any]:
    quotes = [{"source": label, "quote": quote} for label, quote in evidence.items()]
    return {"claim": "The K2 weighs 12 kg.", "relevant": relevant, "evidence": quotes, "verdict": verdict}


def reply(*claims: dict[str, Any]) -> dict[str, Any]:
    return {"reasoning": "So.", "claims": list(claims)}


def asked(name: str, case: JudgeCase) -> JudgeCall:
    step = JUDGED[name].step(case, {})
    assert isinstance(step, JudgeCall)
    return step


def score(name: str, case: JudgeCase, data: dict[str, Any] | None = None) -> JudgedScore:
    """The score of a case, all calls answered with `data`."""
    step = JUDGED[name].step(case, {})
    if isinstance(step, JudgeCall):
        assert data is not None
        step = JUDGED[name].step(case, {step: data})
    assert isinstance(step, JudgedScore)
    return step


def test_scores_are_shares_of_the_claims() -> None:
    data = reply(claim("supported"), claim("contradicted"), claim("absent", relevant=False), claim("supported"))
    assert score("faithfulness", CASE, data).score == 0.5
    assert score("citation-support", CASE, data).score == 0.5
    assert score("context-recall", CASE, data).score == 0.5
    assert score("answer-relevance", CASE, data).score == 0.75


def test_faithfulness_and_relevance_share_a_call_and_so_does_who_cites_all() -> None:
    assert asked("faithfulness", CASE) == asked("answer-relevance", CASE)
    assert asked("citation-support", CASE) != asked("faithfulness", CASE)
    assert asked("citation-support", CASE).sources == (TEXT,)
    everything = replace(CASE, cited=CASE.contexts)
    assert asked("citation-support", everything) == asked("faithfulness", everything)
    assert dict(asked("context-recall", CASE).values)["answer"] == "12 kg"


NO_ANSWER = replace(CASE, answer="")
FAILED = replace(CASE, answer="", failure="did not answer", contexts=(), cited=None)
SILENT = replace(CASE, contexts=(), cited=None, retrieves=False, cites=False)


@pytest.mark.parametrize(
    ("name", "case", "value", "reason"),
    [
        ("faithfulness", NO_ANSWER, None, "no answer"),
        ("faithfulness", FAILED, 0.0, "failed"),
        ("faithfulness", SILENT, None, "no contexts"),
        ("faithfulness", replace(CASE, answer="x" * (LONGEST + 1)), None, "the answer has more than 20,000 characters"),
        ("answer-relevance", NO_ANSWER, 0.0, "no answer"),
        ("answer-relevance", FAILED, 0.0, "failed"),
        ("citation-support", NO_ANSWER, None, "no answer"),
        ("citation-support", FAILED, 0.0, "failed"),
        ("citation-support", SILENT, None, "no citations"),
        ("citation-support", replace(CASE, cited=None), None, "cites nothing"),
        ("citation-support", replace(CASE, cited=()), 0.0, "cites nothing that exists"),
        ("context-recall", FAILED, 0.0, "failed"),
        ("context-recall", replace(CASE, contexts=()), 0.0, "no contexts here"),
        ("context-recall", SILENT, None, "no contexts"),
        ("context-recall", replace(CASE, references=()), None, "no gold answers"),
        ("context-recall", replace(CASE, references=("x",) * 41), None, "the question has more than 40 answers"),
    ],
)
def test_what_a_rule_decides_is_not_asked(name: str, case: JudgeCase, value: float | None, reason: str) -> None:
    assert score(name, case) == JudgedScore(value, reason)


def test_an_answer_without_claims_is_neither_faithful_nor_relevant() -> None:
    assert score("faithfulness", CASE, reply()) == JudgedScore(None, "claims nothing")
    assert score("answer-relevance", CASE, reply()).score == 0.0


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (reply(claim("supported", S1="weighs 12 kg")), ""),
        (reply(claim("supported", S1="The K2 weighs 12  kg", S2="Plover | 31")), ""),
        (reply(claim("absent", S9="whatever")), ""),
        (reply(claim("contradicted")), ""),
        (reply(claim("supported")), "claim 1 is supported and has no evidence"),
        (reply(claim("supported", S3="weighs 12 kg")), "claim 1 quotes 'S3', and the sources are S1, S2"),
        (reply(claim(), claim("supported", S1="weighs 13 kg")), "claim 2: 'weighs 13 kg' does not stand in S1"),
        (reply(claim("contradicted", S2="weighs 12 kg")), "claim 1: 'weighs 12 kg' does not stand in S2"),
        (reply({**claim(), "claim": "  "}), "claim 1 is empty"),
        (reply(*[claim()] * (MOST_CLAIMS + 1)), "claims has 41 entries, and may have 40"),
    ],
)
def test_quotes_have_to_stand_where_they_say(data: dict[str, Any], said: str) -> None:
    found = claim_fault((TEXT, ROWS), data)
    assert found.startswith(said) if said else found == ""


@pytest.mark.parametrize(
    ("quote", "source", "stands"),
    [
        ("Plover | 2", TABLE, True),
        ("Plover | 27", TABLE, False),
        ("Plover | 2", ROWS, True),
        ("Plover | 27", ROWS, False),
        ("Plover | 1", ROWS, False),
        ("“The K2 weighs 12 kg”", TEXT, True),
        ("The K2 weighs 1", TEXT, False),
        ("two stars on blue", PICTURE, True),
        ("Pumps", TEXT, True),
        ("", TEXT, False),
    ],
)
def test_a_quote_stands_in_a_source_word_for_word(quote: str, source: Source, stands: bool) -> None:
    assert stands_in(quote, source) is stands


VERDICTS = st.sampled_from(["supported", "contradicted", "absent"])


@given(st.lists(st.tuples(VERDICTS, st.booleans()), min_size=1, max_size=MOST_CLAIMS))
def test_a_score_never_falls_when_a_claim_is_borne_out(rows: list[tuple[str, bool]]) -> None:
    def of(verdicts: list[str]) -> float:
        claims = [claim(verdict, relevant=relevant) for verdict, (_, relevant) in zip(verdicts, rows, strict=True)]
        found = score("faithfulness", CASE, reply(*claims)).score
        assert found is not None
        assert 0 <= found <= 1
        return found

    verdicts = [verdict for verdict, _ in rows]
    better = of(["supported", *verdicts[1:]])
    assert better >= of(verdicts)
    assert of(["supported"] * len(rows)) == 1.0
