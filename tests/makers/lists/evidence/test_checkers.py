"""The checkers that ask a model: an NLI scorer and a judge."""

import asyncio
from collections.abc import Sequence

from tests.makers.lists.evidence.statements import BORN, DIRECTED, statement
from tests.support.scripted_models import ScriptedModel

from benchwright.checks.judged.entails import Entailment
from benchwright.errors import ContextError
from benchwright.makers.lists.evidence.checker import NameMatch
from benchwright.makers.lists.evidence.judge import judged
from benchwright.makers.lists.evidence.nli import Nli
from benchwright.models import Request
from benchwright.prompts.asking import Actor, Actors, Asker

ONE = statement(BORN, "He was born in Lund , Sweden .", "Nils Aker", "Lund")
TWO = statement(DIRECTED, "Grey Heron was directed by Henri Sall.", "Grey Heron", "Henri Sall")


def asker(model: ScriptedModel) -> Asker:
    actor = Actor("openai/test", model)
    return Asker(Actors(actor, actor, actor), "n", "s")


def test_nli_asks_each_question_once_with_title_and_words_put_right() -> None:
    asked: list[tuple[str, str]] = []

    def score(pairs: Sequence[tuple[str, str]]) -> list[float]:
        asked.extend(pairs)
        return [0.25 + 0.5 * ("Lund" in hypothesis) for _, hypothesis in pairs]

    nli = Nli(Entailment(score, "stub", 0.6))
    assert nli.score([ONE, TWO, ONE]) == [0.75, 0.25, 0.75]
    assert asked[0] == ("Nils Aker. He was born in Lund, Sweden.", "Nils Aker Lund.")
    assert len(asked) == 2
    assert nli.threshold == 0.6
    assert Nli(Entailment(score, "other")).fingerprint != nli.fingerprint
    assert nli.score([]) == []


def test_the_judge_asks_several_at_once_and_takes_its_word() -> None:
    def said(request: Request) -> dict[str, object]:
        rows = [("S1", True), ("S2", False)]
        return {"verdicts": [{"source": label, "reason": "", "stated": stated} for label, stated in rows]}

    model = ScriptedModel(said)
    assert asyncio.run(judged([ONE, TWO], asker(model))) == [True, False]
    assert model.purposes == ["states"]


def test_what_has_no_single_verdict_is_not_scored() -> None:
    def said(request: Request) -> dict[str, object]:
        rows = [("S1", True), ("S1", False), ("S9", True)]
        return {"verdicts": [{"source": label, "reason": "", "stated": stated} for label, stated in rows]}

    assert asyncio.run(judged([ONE, TWO], asker(ScriptedModel(said)))) == [None, None]
    assert asyncio.run(judged([ONE], asker(ScriptedModel(lambda _: "I cannot say")))) == [None]


def test_a_context_that_is_too_small_halves_the_batch() -> None:
    def said(request: Request) -> dict[str, object] | Exception:
        if "S2: " in str(request.messages[-1]):
            return ContextError("too long")
        return {"verdicts": [{"source": "S1", "reason": "", "stated": True}]}

    assert asyncio.run(judged([ONE, TWO], asker(ScriptedModel(said)))) == [True, True]


def test_a_match_of_names_lets_everything_through() -> None:
    assert all(score >= NameMatch.threshold for score in NameMatch().score([ONE, TWO]))
    assert NameMatch().score([]) == []
