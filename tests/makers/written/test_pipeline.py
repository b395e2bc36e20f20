"""Whole attempts with a scripted writer: what is asked, what becomes of every kind of reply, and purity."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.support.islands import ground, task
from tests.support.scripted_models import Script, ScriptedModel, asker, hop, last_turn, offered, refusal, written

from benchwright.checks.judged import QuestionDraft
from benchwright.errors import BudgetError, ContextError
from benchwright.makers.written.links.neighbourhood import LinkKind, Neighbourhood, SharedLink
from benchwright.makers.written.one_prompt import draft_by_one_prompt
from benchwright.makers.written.pipeline import (
    AttemptPipeline,
    DraftWriter,
    WritingContext,
    WritingTask,
    draft_by_links,
    draft_by_smmqg,
)
from benchwright.models import Reply, Request
from benchwright.prompts.prompt import prompt
from benchwright.records import Check, Json, Modalities, Outcome, Span, Status


@dataclass(frozen=True)
class Verdicts:
    checks: tuple[Check, ...]
    evidence: tuple[Span, ...] = ()
    derivation: Json | None = None
    halvings: int = 0
    question: str = ""


def judge_with(
    verdicts: Mapping[str, str], derivation: Json | None = None, read: str = "text", question: str = ""
) -> Any:
    """A judge that says the same of every draft, in its own wording if it has one, and keeps what it was given."""
    seen: list[QuestionDraft] = []

    async def judge(draft: QuestionDraft, asker: Any, picture_of: Any, settings: Any, facts: Any) -> Verdicts:
        seen.append(draft)
        checks = tuple(Check(name, verdict, f"{name} says so", by="test") for name, verdict in verdicts.items())  # type: ignore[arg-type]
        spans = tuple(Span(source.id, read if source.image else "text", 0, 4) for source in draft.sources)  # type: ignore[arg-type]
        return Verdicts(checks, spans, derivation, question=question or draft.question)

    judge.seen = seen  # type: ignore[attr-defined]
    return judge


PASSES = judge_with({"style": "pass", "needed": "pass"})


def attempt(
    over: WritingContext,
    what: WritingTask,
    model: ScriptedModel,
    *,
    judge: Any = PASSES,
    drafting: DraftWriter = draft_by_smmqg,
    number: int = 0,
    checks: Mapping[str, Any] | None = None,
) -> Outcome:
    pipeline = AttemptPipeline("smmqg", over, drafting, judge, checks or {}, 13)
    rng = np.random.default_rng([7, number])
    return asyncio.run(pipeline.attempt(what, number, rng, asker(model, f"{what.key} {number}")))


def fitting(wants: str, **fields: Any) -> Script:
    """A script whose writer names the title of the seed and cites the first candidates that meet the requirement."""
    needs = Modalities.parse(wants)

    def script(request: Request) -> Any:
        shown = offered(request)
        if request.purpose == "entity":
            return {"entities": [re.findall(r"Arvo|Bresk|Calder|Dunmor", last_turn(request))[0]]}
        if request.purpose == "write":
            return written(first_fitting(shown, needs), **fields)
        raise AssertionError(request.purpose)

    return script


def first_fitting(shown: Mapping[str, tuple[str, str]], needs: Modalities) -> list[str]:
    return [
        label
        for kind in ("text", "table", "image")
        for label in [label for label, (of, _) in shown.items() if of == kind][: getattr(needs, kind)]
    ]


@pytest.mark.parametrize(
    ("name", "wants", "fields", "checks"),
    [
        ("information-extraction", "text", {}, ()),
        ("information-extraction", "table", {}, ()),
        ("information-extraction", "image", {}, ()),
        ("compare-contrast", "text+image", {}, ()),
        ("compare-contrast", "2table", {}, ()),
        ("numerical", "text+table", {"expression": "7 - 3"}, ("arithmetic",)),
        (
            "compound",
            "table+image",
            {"halves": [{"question": "A?", "answer": "a"}, {"question": "B?", "answer": "b"}]},
            ("halves",),
        ),
    ],
)
def test_an_accepted_attempt(
    tmp_path: Path, name: str, wants: str, fields: dict[str, Any], checks: tuple[str, ...]
) -> None:
    over, needs = ground(tmp_path), Modalities.parse(wants)
    model = ScriptedModel(fitting(wants, **fields))
    judge = judge_with({"style": "pass"}, {"expression": "7 - 3", "value": "4"} if "expression" in fields else None)
    outcome = attempt(over, task(name, wants, *checks), model, judge=judge)
    assert model.purposes == ["entity", "write"]
    assert outcome.calls == tuple(request.key for request in model.asked)
    entity, write = model.asked
    assert len(entity.pictures) == (entity.model == "test/vision")  # no entity of an image is named unseen
    assert entity.temperature == 1.0
    assert [kind for kind, _ in offered(write).values()] == (
        ["text"] * 2 * needs.text + ["table"] * 2 * needs.table + ["image"] * 2 * needs.image
    )
    assert len(write.pictures) == 2 * needs.image
    assert write.model == ("test/vision" if needs.image else "test/writer")
    assert outcome.status is Status.ACCEPTED
    example = outcome.example
    assert example is not None
    assert (example.style, example.family, example.modalities) == (name, name, needs)
    assert example.question == "How high is it?"
    (answer,) = example.answers
    assert (answer.text, answer.aliases) == ("It is 7 metres high.", ("7 metres",))
    assert answer.evidence == (tuple(Span(source, "text", 0, 4) for source in example.sources),)
    # of two candidates for each source the first is used, and the second distracts
    assert Modalities.of(over.corpus.modality(one) for one in example.distractors) == needs
    assert not set(example.distractors) & set(example.sources)
    assert example.entity in ("Arvo", "Bresk", "Calder", "Dunmor")
    assert example.checks == (Check("style", "pass", "style says so", by="test"),)
    assert example.origin.prompts == {one: prompt(one).sha256 for one in ("entity", "write")}
    assert example.origin.models == {
        "vision_writer" if request.model == "test/vision" else "writer": request.model for request in model.asked
    }
    assert (example.origin.cell, example.origin.attempt, example.origin.seed) == (f"{name}/{wants}", 0, 13)
    assert example.derivation == ({"expression": "7 - 3", "value": "4"} if "expression" in fields else None)
    (draft,) = judge.seen
    assert (draft.expression, len(draft.halves)) == (fields.get("expression", ""), len(fields.get("halves", [])))
    assert [quote.source for quote in draft.quotes] == list(example.sources)


def test_a_writer_chooses_among_the_sources_of_a_neighbourhood(tmp_path: Path) -> None:
    over = ground(tmp_path, long=True)
    others = ("b-arvo", "t-bresk", "b-bresk", "t-calder", "b-calder")
    near = Neighbourhood("t-arvo", others, (SharedLink(LinkKind.NAME, "Bresk", ("b-bresk", "t-bresk")),))
    model = ScriptedModel(lambda request: written(["S3", "S4"]))
    judge = judge_with({"style": "pass"})
    what = replace(task("compound", "text+table"), linked=near)
    outcome = attempt(over, what, model, judge=judge, drafting=draft_by_links)
    (request,) = model.asked
    assert list(offered(request)) == ["S1", "S2", "S3", "S4", "S5", "S6"]
    assert "What some of them share:" in last_turn(request)
    assert "S3, S4: Bresk" in last_turn(request)
    assert 700 < len(offered(request)["S1"][1]) <= 800  # more than five are shown with half of their room
    assert outcome.example is not None
    assert outcome.example.sources == ("t-bresk", "b-bresk")
    assert outcome.example.entity == "Bresk"
    assert outcome.example.distractors == ("t-arvo", "b-arvo", "t-calder", "b-calder")
    assert outcome.example.derivation is not None
    assert outcome.example.derivation["cut"]["limit"] == 800
    (draft,) = judge.seen
    assert draft.halvings == 0  # the judge sees all of the few that were chosen


def test_one_source_alone_is_shown_in_full(tmp_path: Path) -> None:
    model = ScriptedModel(lambda request: written(["S1"]))
    what = replace(task("information-extraction", "table"), linked=Neighbourhood("b-arvo"))
    outcome = attempt(ground(tmp_path), what, model, drafting=draft_by_links)
    assert outcome.example is not None
    assert (outcome.example.sources, outcome.example.entity) == (("b-arvo",), "Villages of Arvo")
    assert "share" not in last_turn(model.asked[0])


def test_how_an_image_was_read(tmp_path: Path) -> None:
    over = ground(tmp_path)
    for read in ("pixels", "caption"):
        judge = judge_with({}, read=read)
        outcome = attempt(over, task("compound", "text+image"), ScriptedModel(fitting("text+image")), judge=judge)
        assert outcome.example is not None
        assert outcome.example.read == read
    outcome = attempt(over, task("compound", "2text"), ScriptedModel(fitting("2text")))
    assert outcome.example is not None
    assert outcome.example.read == ""


def test_an_attempt_is_a_pure_function(tmp_path: Path) -> None:
    one, two = ground(tmp_path / "one"), ground(tmp_path / "two")
    what = task("compound", "text+table")
    outcomes = [attempt(over, what, ScriptedModel(fitting("text+table")), number=3) for over in (one, two, one)]
    assert outcomes[0] == outcomes[1] == outcomes[2]
    others = {attempt(one, what, ScriptedModel(fitting("text+table")), number=n).calls for n in range(6)}
    assert len(others) == 6  # another number asks anew


def test_the_same_nonce_is_in_every_request_above_temperature_0(tmp_path: Path) -> None:
    model = ScriptedModel(fitting("text"))
    attempt(ground(tmp_path), task("information-extraction", "text"), model, number=5)
    assert {request.nonce for request in model.asked} == {"information-extraction/text 5"}


# ---------------------------------------------------------------------- what ends an attempt
OVERLONG = "x" * 101


@pytest.mark.parametrize(
    ("purpose", "said", "reason", "detail"),
    [
        ("entity", {"entities": []}, "entity", "no entity was named for "),
        ("entity", {"entities": [" ", "?", OVERLONG]}, "entity", "no entity was named for "),
        ("entity", Reply("no", "refused", None, "content filter"), "filtered", "content filter"),
        ("entity", "what?", "unparsed", "the reply holds no JSON object"),
        ("write", refusal("the sources are unrelated"), "no_connection", "the sources are unrelated"),
        ("write", written(["S1"], question=""), "incomplete", "the writer left out: question"),
        ("write", written(["S1"], answer=" ", short_answer=""), "incomplete", "left out: answer, short_answer"),
        ("write", written([]), "incomplete", "the writer left out: sources"),
        ("write", written(["S1", "S9"]), "cited_unknown", "cites S9; offered were S1, S2"),
        (
            "write",
            written(["S1"], quotes=[{"source": "S5", "quote": "x"}]),
            "cited_unknown",
            "quotes S5; offered were S1, S2",
        ),
        ("write", Reply("I can't", "refused"), "filtered", "I can't"),
        ("write", Reply("{", "truncated", None, "cut off at 4000 tokens"), "unparsed", "cut off at 4000 tokens"),
        ("write", {"question": "How?"}, "unparsed", "required"),
    ],
)
def test_what_ends_an_attempt(tmp_path: Path, purpose: str, said: Any, reason: str, detail: str) -> None:
    usual = fitting("text")

    def script(request: Request) -> Any:
        if request.purpose in (purpose, "repair"):
            return said
        return usual(request)

    model = ScriptedModel(script)
    outcome = attempt(ground(tmp_path), task("information-extraction", "text"), model)
    assert (outcome.status, outcome.reason) == (Status.REFUSED, reason)
    assert detail in outcome.detail
    assert outcome.calls == tuple(request.key for request in model.asked)
    assert ("repair" in model.purposes) == (reason == "unparsed" and not isinstance(said, Reply))
    assert outcome.example is None


def test_a_reply_is_mended_once_and_then_used(tmp_path: Path) -> None:
    usual = fitting("text")
    first: list[Request] = []

    def script(request: Request) -> Any:
        if request.purpose == "write":
            first.append(request)
            return "I would ask how high it is."
        if request.purpose == "repair":
            return written(first_fitting(offered(first[0]), Modalities(text=1)))
        return usual(request)

    outcome = attempt(ground(tmp_path), task("information-extraction", "text"), ScriptedModel(script))
    assert outcome.status is Status.ACCEPTED
    assert len(outcome.calls) == 3
    assert outcome.example is not None
    assert list(outcome.example.origin.prompts) == ["entity", "repair", "write"]


@pytest.mark.parametrize(
    ("verdicts", "checks", "reason", "detail"),
    [
        ({"style": "pass", "needed": "fail"}, {}, "needed", "needed says so"),
        ({"style": "unscored", "needed": "pass"}, {}, "unscored", "style: style says so"),
        ({"style": "unscored", "needed": "fail"}, {}, "needed", "needed says so"),
        ({"style": "fail", "needed": "fail"}, {"style": "tag"}, "needed", "needed says so"),
        ({"modalities": "fail"}, {}, "modalities", "modalities says so"),
    ],
)
def test_a_required_check_that_does_not_pass_rejects(
    tmp_path: Path, verdicts: dict[str, str], checks: dict[str, Any], reason: str, detail: str
) -> None:
    outcome = attempt(
        ground(tmp_path),
        task("information-extraction", "text"),
        ScriptedModel(fitting("text")),
        judge=judge_with(verdicts),
        checks=checks,
    )
    assert (outcome.status, outcome.reason, outcome.detail) == (Status.REJECTED, reason, detail)
    assert outcome.example is not None
    assert [check.name for check in outcome.example.checks] == list(verdicts)
    assert outcome.example.distractors == ()


@pytest.mark.parametrize("verdict", ["fail", "unscored"])
def test_a_check_that_only_tags_rejects_nothing(tmp_path: Path, verdict: str) -> None:
    what, model = task("information-extraction", "text"), ScriptedModel(fitting("text"))
    judge = judge_with({"closed_book": verdict, "style": "pass"})
    outcome = attempt(ground(tmp_path), what, model, judge=judge)
    assert outcome.status is Status.ACCEPTED
    assert outcome.example is not None
    assert [check.verdict for check in outcome.example.checks] == [verdict, "pass"]


def test_what_must_wait_leaves_the_attempt_pending(tmp_path: Path) -> None:
    model = ScriptedModel(lambda request: BudgetError("the budget is spent"))
    with pytest.raises(BudgetError):
        attempt(ground(tmp_path), task("information-extraction", "text"), model)


# ---------------------------------------------------------------------- contexts that are too small
def too_long(characters: int, usual: Script) -> Script:
    """A model whose context holds so many characters of one turn."""

    def script(request: Request) -> Any:
        if len(last_turn(request)) > characters:
            return ContextError("the request is longer than the context")
        return usual(request)

    return script


def test_sources_are_cut_until_they_fit_and_that_is_recorded(tmp_path: Path) -> None:
    over = ground(tmp_path, long=True)
    model = ScriptedModel(too_long(2800, fitting("text")))
    outcome = attempt(over, task("information-extraction", "text"), model)
    # the entity's prompt fits with 1,600 characters of one source; two passages do with 800 of each
    assert model.purposes == ["entity", "write", "write"]
    assert outcome.status is Status.ACCEPTED
    assert outcome.example is not None
    (used,) = outcome.example.sources
    assert outcome.example.derivation is not None
    cut = outcome.example.derivation["cut"]
    assert cut["limit"] == 800
    assert list(cut["characters"]) == [used]
    whole = len(over.corpus.source(used).text)
    assert whole - 800 <= cut["characters"][used] <= whole - 600
    assert outcome.calls == (model.asked[0].key, model.asked[2].key)  # what was not answered is in no ledger


def test_after_two_cuts_the_attempt_is_refused(tmp_path: Path) -> None:
    model = ScriptedModel(too_long(100, fitting("text")))
    outcome = attempt(ground(tmp_path, long=True), task("information-extraction", "text"), model)
    assert (outcome.status, outcome.reason) == (Status.REFUSED, "context")
    assert model.purposes == ["entity"] * 3
    assert outcome.detail == "the request is longer than the context"


def test_a_verifier_with_too_small_a_context_refuses(tmp_path: Path) -> None:
    async def judge(*_: Any) -> Any:
        raise ContextError("too long")

    model = ScriptedModel(fitting("text"))
    outcome = attempt(ground(tmp_path), task("information-extraction", "text"), model, judge=judge)
    assert (outcome.status, outcome.reason, len(outcome.calls)) == (Status.REFUSED, "context", 2)


# ---------------------------------------------------------------------- multi-hop and the baseline
def hop_script(request: Request) -> Any:
    shown = offered(request)
    if request.purpose == "entity":
        return {"entities": ["Calder"]}
    if request.purpose == "combine":
        said = {"plan": "", "refusal": "none", "draft_question": "", "question": "Both?", "answer": "Calder, so 5."}
        return said | {"short_answer": "5"}
    needs = re.search(r"Requirement: exactly (\d) (?:text|table|image)", last_turn(request))
    assert needs
    cited = list(shown)[: int(needs[1])]
    if request.purpose == "hop_to":
        return hop(cited, question="Which one?", short_answer="Calder")
    return hop(cited, question="What of Calder?", short_answer="5")


@pytest.mark.parametrize("wants", ["2text", "text+table", "text+image", "2table", "3text", "2text+image"])
def test_a_multi_hop_attempt(tmp_path: Path, wants: str) -> None:
    over = ground(tmp_path, per_source=1 if wants == "3text" else 2)
    judge = judge_with({"hops": "pass"})
    for number in range(4):
        model = ScriptedModel(hop_script)
        outcome = attempt(over, task("multi-hop", wants, "hops"), model, judge=judge, number=number)
        assert outcome.status is Status.ACCEPTED, outcome
        example = outcome.example
        assert example is not None
        assert example.modalities == Modalities.parse(wants)
        to, about = example.hops
        assert (to.question, to.answer, about.question, about.answer) == (
            "Which one?",
            "Calder",
            "What of Calder?",
            "5",
        )
        assert sorted([*to.sources, *about.sources]) == sorted(example.sources)
        assert model.purposes[0] == "entity"
        assert sorted(model.purposes[1:3]) == ["hop_about", "hop_to"]
        assert [hop.question for hop in judge.seen[-1].hops] == ["Which one?", "What of Calder?"]


def one_prompt_script(request: Request) -> Any:
    if request.purpose == "entity":
        return {"entities": ["Bresk"]}
    return {
        "plan": "",
        "refusal": "none",
        "question": "Which island has four villages?",
        "quotes": [{"source": "S1", "quote": "island of 4 villages"}],
    }


def test_the_baseline_gives_sources_and_answer_and_takes_a_question(tmp_path: Path) -> None:
    over = ground(tmp_path)
    outcomes = []
    for number in range(8):
        model = ScriptedModel(one_prompt_script)
        judge = judge_with({"needed": "pass"})
        what = task("multi-hop", "text+table", "hops")
        outcome = attempt(over, what, model, judge=judge, drafting=draft_by_one_prompt, number=number)
        outcomes.append(outcome)
        assert model.purposes == ["entity", "one_prompt"]
        assert [kind for kind, _ in offered(model.asked[1]).values()] == ["text", "table"]
        assert "Bresk" in last_turn(model.asked[1])
        assert outcome.status is Status.ACCEPTED
        example = outcome.example
        assert example is not None
        assert (example.answer, example.entity, example.hops) == ("Bresk", "Bresk", ())
        assert example.modalities == Modalities(text=1, table=1)
        assert not set(example.distractors) & set(example.sources)
        assert example.distractors
        assert judge.seen[0].style.checks == ()
    assert len({outcome.example.sources for outcome in outcomes if outcome.example}) > 2  # by the seed


def test_the_baseline_needs_an_answer_that_stands_there(tmp_path: Path) -> None:
    def script(request: Request) -> Any:
        return {"entities": ["Atlantis"]}

    what = task("information-extraction", "text")
    outcome = attempt(ground(tmp_path), what, ScriptedModel(script), drafting=draft_by_one_prompt)
    assert (outcome.reason, outcome.detail) == ("entity", "'Atlantis' does not occur in the sources")


def test_the_baseline_may_refuse(tmp_path: Path) -> None:
    def script(request: Request) -> Any:
        said = one_prompt_script(request)
        return said if request.purpose == "entity" else said | {"refusal": "not_all_needed"}

    what = task("information-extraction", "text")
    over = ground(tmp_path)
    reasons = {
        attempt(over, what, ScriptedModel(script), drafting=draft_by_one_prompt, number=n).reason for n in range(8)
    }
    assert reasons == {"not_all_needed", "entity"}  # a seed that does not name it has no such answer


def test_the_wording_that_was_proven_is_kept(tmp_path: Path) -> None:
    over, what = ground(tmp_path), task("information-extraction", "text")
    replies = {"entity": {"entities": ["Arvo"]}, "write": written(["S1"], question="Which is it, then?")}
    model = ScriptedModel(lambda request: replies[request.purpose])
    found = attempt(over, what, model, judge=judge_with({"fluent": "pass"}, question="Which is it?"))
    assert found.example is not None
    assert found.example.question == "Which is it?"


def test_identities_differ_by_maker_cell_number_and_question(tmp_path: Path) -> None:
    over = ground(tmp_path)
    ids = set()
    for what in (task("information-extraction", "text"), task("compound", "text")):
        for number in range(3):
            outcome = attempt(over, what, ScriptedModel(fitting("text")), number=number)
            assert outcome.example is not None
            ids.add(outcome.example.id)
    outcome = attempt(over, replace(what, key="other"), ScriptedModel(fitting("text")))
    assert outcome.example is not None
    assert len(ids | {outcome.example.id}) == 7
