"""The makers as a run sees them: opened over a plan, honest supplies, whole attempts through the real checks."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support.islands import islands
from tests.support.scripted_models import ScriptedModel, hop, last_turn, offered, written

from benchwright.benchmark import InputFingerprints
from benchwright.corpus.store import Corpus, write_corpus
from benchwright.errors import MissingExtraError, PlanError
from benchwright.facts.store import FactTable, rows_of
from benchwright.makers.written.maker import ModelMaker, open_one_prompt, open_seeds, open_smmqg, prepare
from benchwright.models import Request
from benchwright.plan import Cell, parse_plan
from benchwright.plan.encoder import encoder_of
from benchwright.records import Modalities, Modality, Outcome, Place, Source, Status
from benchwright.run import ENDLESS, Supply
from benchwright.run.attempt import ExplainsShortfall, HasFingerprintParts
from benchwright.run.makers import MAKERS

PLAN = """\
corpus: corpus
writer: test/writer
verifier: test/verifier
sampling: {candidates: entity}
cells:
  - {style: information-extraction, modalities: [text, image], count: 1}
  - {style: steps.yaml, modalities: [text+table, 2table], count: 1}
"""
STEPS = """\
name: steps
description: Asks about something that is only described.
rules: [The thing that is described is not named.]
modalities: [text+table, 2table]
checks: [hops]
"""


def sampled(settings: str = "") -> str:
    """The plan with more settings of its sampling."""
    return PLAN.replace("{candidates: entity}", f"{{candidates: entity{', ' if settings else ''}{settings}}}")


class OneModel:
    """The same scripted model under every name."""

    def __init__(self, model: ScriptedModel) -> None:
        self._model = model
        self.names: list[str] = []

    def model(self, name: str) -> ScriptedModel:
        self.names.append(name)
        return self._model


def opened(folder: Path, model: ScriptedModel | None = None, plan: str = PLAN, opener: Any = open_smmqg) -> ModelMaker:
    corpus = islands(folder / "corpus")
    (folder / "steps.yaml").write_text(STEPS)
    models = None if model is None else OneModel(model)
    maker: ModelMaker = opener(parse_plan(plan, folder=folder), corpus, FactTable(rows_of([])), models)
    return maker


def key(label: str, maker: str = "smmqg") -> str:
    """The key of the cell that a person would call this."""
    style, modalities = label.split()
    return Cell(style, Modalities.parse(modalities), maker, 1).key


def diligent(request: Request) -> Any:
    """A writer that keeps the rules and a verifier that cannot answer without all sources."""
    shown = offered(request)
    labels = list(shown)
    if request.purpose == "entity":
        return {"entities": [re.findall(r"Arvo|Bresk|Calder|Dunmor", last_turn(request))[0]]}
    if request.purpose == "verify":
        said = {"reason": "it does", "verdict": "pass"}
        sources = [{"source": label, "reason": "needed", "gives": "part"} for label in labels]
        (given,) = re.findall(r"<answer code=\w+>\n(.*?)\n", last_turn(request))
        return {
            "working": "",
            "own_answers": [given],
            **dict.fromkeys(("correct", "style", "alone"), said),
            "fluent": {"reason": "it is", "score": "5", "reworded": ""},
            "sources": sources,
        }
    if request.purpose == "answer":
        return {"parts": [{"asks": "it", "basis": "missing", "answer": ""}], "answer": ""}
    if request.purpose == "one_prompt":
        quotes = [{"source": "S1", "quote": shown["S1"][1].splitlines()[-1]}]
        return {
            "plan": "",
            "refusal": "none",
            "question": "Which of the islands has a sea that is near?",
            "quotes": quotes,
        }
    if request.purpose == "combine":
        (described,) = re.findall(r"Which island (is one of \d villages)\?", last_turn(request))
        (people,) = re.findall(r"(\d+) people live there", last_turn(request))
        return {
            "plan": "",
            "refusal": "none",
            "draft_question": "",
            "question": f"How many people live in the northern village of the island that {described}?",
            "answer": f"It is {asked_about(request)}, and {people} people live there.",
            "short_answer": f"{people} people",
        }
    label = next(one for one in labels if asked_about(request) in shown[one][1])
    kind, words = shown[label]
    if kind == "table":
        cells = next(line for line in words.splitlines() if "North" in line)
        island, people = cells.split(" North | ")
        said = written if request.purpose == "write" else hop
        return said(
            [label],
            question=f"How many people live in the northern village of {island}?",
            answer=f"{people} people live there.",
            short_answer=f"{people} people",
            quotes=[{"source": label, "quote": cells}],
        )
    island, villages = re.findall(r"(\w+) is an island of (\d) villages", shown[label][1])[0]
    quote = [{"source": label, "quote": f"{island} is an island of {villages} villages"}]
    if request.purpose == "hop_to":
        question, short = f"Which island is one of {villages} villages?", island
    elif request.purpose == "hop_about":
        question, short = f"How many villages has {island}?", f"{villages} villages"
    else:
        question, short = f"How many villages are there on {island}?", f"{villages} villages"
    said = written if request.purpose == "write" else hop
    return said([label], question=question, answer=f"It is {short}.", short_answer=short, quotes=quote)


def asked_about(request: Request) -> str:
    """The entity of a writer's request."""
    return re.findall(r"<(?:entity|link) code=\w+>\n(\w+)\n", last_turn(request))[0]


def attempt(maker: ModelMaker, label: str, number: int = 0) -> Outcome:
    return asyncio.run(maker.attempt(key(label, maker.name), number))


def test_a_question_through_the_real_checks(tmp_path: Path) -> None:
    model = ScriptedModel(diligent)
    maker = opened(tmp_path, model)
    outcome = attempt(maker, "information-extraction text")
    assert (outcome.status, outcome.detail) == (Status.ACCEPTED, "")
    assert model.purposes[:2] == ["entity", "write"]
    assert sorted(model.purposes[2:]) == ["answer", "verify"]
    example = outcome.example
    assert example is not None
    verdicts = {check.name: check.verdict for check in example.checks}
    assert set(verdicts.values()) == {"pass"}
    assert {"modalities", "quotes", "style", "correct", "relevant"} <= set(verdicts)
    ((span,),) = example.answers[0].evidence
    island = example.entity
    assert (span.source, span.start, span.end) == (
        f"t-{island.lower()}",
        0,
        len(f"{island} is an island of 3 villages"),
    )
    assert example.origin.models == {"verifier": "test/verifier", "writer": "test/writer"}
    assert set(example.origin.prompts) == {"entity", "write", "verify", "answer"}
    assert (example.origin.maker, example.origin.seed) == ("smmqg", 13)
    again = opened(tmp_path / "again", ScriptedModel(diligent))
    assert attempt(again, "information-extraction text") == outcome


def test_a_users_own_style_of_hops_through_the_real_checks(tmp_path: Path) -> None:
    maker = opened(tmp_path, ScriptedModel(diligent))
    outcomes = [attempt(maker, "steps text+table", number) for number in range(8)]
    accepted = [one.example for one in outcomes if one.example is not None and one.status is Status.ACCEPTED]
    others = [one for one in outcomes if one.status is not Status.ACCEPTED]
    assert accepted, [(one.reason, one.detail, one.example and one.example.question) for one in outcomes]
    assert others
    assert {one.reason for one in others} == {"hop_answer"}  # this writer's tables never lead to an island
    for example in accepted:
        assert example.modalities == Modalities(text=1, table=1)
        to, about = example.hops
        assert to.answer == example.entity
        assert (to.sources, about.sources) == ((f"t-{to.answer.lower()}",), (f"b-{to.answer.lower()}",))
        assert {"needed", "hops"} <= {check.name for check in example.checks}
        assert {span.source for spans in example.answers[0].evidence for span in spans} == set(example.sources)


def test_the_baseline_through_the_real_checks(tmp_path: Path) -> None:
    maker = opened(tmp_path, ScriptedModel(diligent), opener=open_one_prompt)
    outcome = attempt(maker, "information-extraction text")
    assert (outcome.status, outcome.detail) == (Status.ACCEPTED, "")
    assert outcome.example is not None
    assert outcome.example.origin.maker == "one-prompt"
    assert outcome.example.answer == outcome.example.entity


GIVEN = """\
corpus: corpus
writer: one-prompt:test/writer
verifier: test/verifier
answers: pairs.jsonl
cells:
  - {style: information-extraction, modalities: [text, image], count: 1}
"""
PAIRS = """\
{"source": "t-arvo", "answer": "3 villages", "aliases": ["three villages"]}
{"source": "t-arvo", "answer": "Arvo"}
{"source": "b-calder", "answer": "102"}
{"source": "t-bresk", "answer": "9 villages"}
"""


def given(folder: Path, model: ScriptedModel | None = None, pairs: str = PAIRS) -> ModelMaker:
    """The baseline over given answers."""
    folder.mkdir(exist_ok=True)
    (folder / "pairs.jsonl").write_text(pairs)
    return opened(folder, model, GIVEN, open_one_prompt)


def test_questions_to_given_answers_through_the_real_checks(tmp_path: Path) -> None:
    model = ScriptedModel(diligent)
    maker = given(tmp_path, model)
    cell = key("information-extraction text", "one-prompt")
    assert maker.supply(cell) == Supply(2)  # no share of a document is capped
    examples = []
    for number in range(2):
        outcome = attempt(maker, "information-extraction text", number)
        assert (outcome.status, outcome.detail) == (Status.ACCEPTED, "")
        assert outcome.example is not None
        examples.append(outcome.example)
    assert model.purposes.count("one_prompt") == 2
    assert "entity" not in model.purposes
    assert {one.sources for one in examples} == {("t-arvo",)}
    assert {one.answer: one.answers[0].aliases for one in examples} == {"3 villages": ("three villages",), "Arvo": ()}
    assert all(one.distractors and "t-arvo" not in one.distractors for one in examples)
    assert set(examples[0].origin.prompts) == {"one_prompt", "verify", "answer"}


def test_a_question_that_tells_an_alias_leaks(tmp_path: Path) -> None:
    def script(request: Request) -> Any:
        said = diligent(request)
        return said | {"question": "Which isle has three villages?"} if request.purpose == "one_prompt" else said

    maker = given(tmp_path, ScriptedModel(script), PAIRS.splitlines()[0])
    assert attempt(maker, "information-extraction text").reason == "leak"


def test_an_answer_of_several_sources_stands_in_one_of_them(tmp_path: Path) -> None:
    """The others are the nearest to it, and the order of kinds stays."""
    model = ScriptedModel(diligent)
    outcome = attempt(given(tmp_path, model, PAIRS.splitlines()[2]), "compound text+table")
    (asked,) = [one for one in model.asked if one.purpose == "one_prompt"]
    assert [kind for kind, _ in offered(asked).values()] == ["text", "table"]
    assert "Calder North | 102" in offered(asked)["S2"][1]
    assert outcome.example is not None
    assert outcome.example.sources == ("t-calder", "b-calder")


def test_supplies_of_given_answers(tmp_path: Path) -> None:
    maker = given(tmp_path)
    label = "information-extraction image"
    assert maker.supply(key(label, "one-prompt")) == Supply(0, why="pairs.jsonl has no pair for it")
    assert maker.supply(key("compound text+table", "one-prompt")).attempts == 3
    assert maker.supply(key("compound text+5table", "one-prompt")).attempts == 0  # the corpus has four
    cell = key("information-extraction text", "one-prompt")
    assert isinstance(maker, ExplainsShortfall)
    assert maker.why_short(cell, 2, {}) == "each of its 2 pairs in pairs.jsonl was tried once"
    assert maker.why_short(cell, 1, {}) == ""
    assert maker.sampling(cell) == {"pairs": 2, "left_out": {"not-stated": 1}}


def test_another_file_of_answers_is_another_maker(tmp_path: Path) -> None:
    one, same, other = given(tmp_path / "1"), given(tmp_path / "2"), given(tmp_path / "3", pairs=PAIRS + "\n")
    assert one.fingerprint == same.fingerprint != other.fingerprint
    assert isinstance(one, HasFingerprintParts)
    assert list(one.parts) == ["the answers in pairs.jsonl"]
    assert not isinstance(opened(tmp_path / "4", opener=open_one_prompt), HasFingerprintParts)


def test_what_a_file_of_answers_lacks_is_told_before_the_run(tmp_path: Path) -> None:
    given(tmp_path)
    plan = parse_plan(GIVEN, folder=tmp_path)
    lines: list[str] = []
    prepare(plan, Corpus.open(tmp_path / "corpus"), ["one-prompt"], lines.append)
    assert lines == [
        "pairs.jsonl: 3 of 4 pairs can be used; left out: 1 not-stated (line 4)",
        "information-extraction image: the count is 1, and pairs.jsonl has pairs for 0",
    ]


def test_supplies(tmp_path: Path) -> None:
    maker = opened(tmp_path)
    for label in ("information-extraction text", "steps text+table", "compound 2image", "compound 2text+2table"):
        supply = maker.supply(key(label))
        assert (supply.attempts, dict(supply.groups)) == (ENDLESS, {"document": 4})
    assert maker.sampling(key("compound 2image"))["sources"] == 4
    assert maker.supply(key("compound 5table")).attempts == 0  # the corpus has four
    assert maker.supply(key("steps text")).attempts == 0  # two hops need two sources
    baseline = opened(tmp_path / "baseline", opener=open_one_prompt)
    assert baseline.supply(key("steps text", "one-prompt")).attempts == ENDLESS


def test_opening_reads_replies_of_no_model_and_attempts_need_one(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match="no model writes in this plan"):
        attempt(opened(tmp_path), "information-extraction text")


def test_the_fingerprint_is_of_version_prompts_and_encoder(tmp_path: Path) -> None:
    one, two = opened(tmp_path / "one"), opened(tmp_path / "two", opener=open_one_prompt)
    assert one.fingerprint == opened(tmp_path / "three", ScriptedModel(diligent)).fingerprint
    assert one.fingerprint != two.fingerprint
    assert (one.name, two.name, one.waits) == ("smmqg", "one-prompt", True)


def test_both_are_registered() -> None:
    assert MAKERS.get("smmqg") is open_smmqg
    assert MAKERS.get("one-prompt") is open_one_prompt


def test_the_rule_against_repeats(tmp_path: Path) -> None:
    maker = opened(tmp_path, ScriptedModel(diligent))
    first = attempt(maker, "information-extraction text")
    (rule,) = maker.rules()
    judged = rule.judge(first)
    assert judged.status is Status.ACCEPTED
    rule.admit(judged)
    assert rule.judge(first).reason == "duplicate"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("checks: {duplicate: off}\n", "checks: duplicate: off is not for the writer smmqg"),
        ("checks: {unique: reject}\n", "checks: unique does not apply to questions that a model writes"),
    ],
)
def test_checks_that_are_not_made(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(PlanError, match=message):
        opened(tmp_path, plan=line + PLAN)


def test_entailment_without_its_extra_is_refused_before_anything_is_paid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)  # as if it were not installed
    with pytest.raises(MissingExtraError, match="the check 'entails' needs the extra 'neural'"):
        opened(tmp_path, plan="checks: {entails: reject}\n" + PLAN)


def test_approximate_neighbours_are_told_of(tmp_path: Path) -> None:
    corpus = large(tmp_path / "corpus")
    (tmp_path / "steps.yaml").write_text(STEPS)
    plan = parse_plan(sampled("exact_up_to: 199, recall: 0.5"), folder=tmp_path)
    lines: list[str] = []
    _, seeds = open_seeds(encoder_of(plan), plan.sampling, corpus, lines.append)
    assert seeds.approximation is not None
    assert lines == [str(seeds.approximation)]
    maker = open_smmqg(plan, corpus, FactTable(rows_of([])))
    told = maker.sampling(key("compound 2text"))["approximation"]
    assert told == seeds.approximation.to_json()
    assert 0.5 <= told["recall"] <= 1
    exact = parse_plan(PLAN, folder=tmp_path)
    assert open_seeds(encoder_of(exact), exact.sampling, corpus, lines.append)[1].approximation is None


def test_how_neighbours_were_found_is_pinned_where_they_are_approximate(tmp_path: Path) -> None:
    corpus = large(tmp_path / "corpus")
    (tmp_path / "steps.yaml").write_text(STEPS)

    def pins(sampling: str = "") -> InputFingerprints:
        maker = open_smmqg(parse_plan(sampled(sampling), folder=tmp_path), corpus, FactTable(rows_of([])))
        return InputFingerprints("c", "f", {}, {"smmqg": maker.fingerprint}, {})

    half, most = "exact_up_to: 199, recall: 0.5", "exact_up_to: 199, recall: 0.8"
    begun, other = pins(half), pins(most)
    (vectors,) = (corpus.path / "vectors").iterdir()
    (vectors / "neighbours-5-0.5.parquet").unlink()
    assert pins(half) == begun  # found again, and the same
    assert re.fullmatch(r"[0-9a-f]{16}\+ivf-\d+-\d+-[0-9a-f]{16}", begun.makers["smmqg"])
    said, ivf = "the neighbours of sources that smmqg draws by were", r"approximate \(ivf-\S+\)"
    assert re.fullmatch(f"{said} {ivf} and are {ivf}", other.drift_from(begun))
    exact = pins()
    assert exact.makers["smmqg"] == begun.makers["smmqg"].split("+")[0]  # as it was before there were approximate ones
    third = "exact_up_to: 199, recall: 0.7"
    assert pins(third) == exact  # exact ones are there, and are taken
    (vectors / "neighbours-5.parquet").unlink()
    assert re.fullmatch(f"{said} exact and are {ivf}", pins(third).drift_from(exact))


def large(folder: Path) -> Corpus:
    """Two hundred sources on ten things."""
    things = ("harbour", "glacier", "violin", "orchard", "tunnel", "comet", "cheese", "saddle", "opera", "lagoon")
    return write_corpus(
        folder,
        [
            Source(f"s{n:03}", Modality.TEXT, "", f"The {things[n % 10]} of town number {n}.", Place(f"d{n}"))
            for n in range(200)
        ],
    )


LINKED = PLAN.replace("sampling: {candidates: entity}\n", "").replace("[text, image]", "[text]")


def test_linked_sources_are_each_tried_once(tmp_path: Path) -> None:
    maker = opened(tmp_path, ScriptedModel(diligent), LINKED)
    cell = key("information-extraction text")
    assert maker.supply(cell) == Supply(4, {"document": 4}, rate=0.95)
    assert isinstance(maker, ExplainsShortfall)
    assert maker.why_short(cell, 4, {}) == "each of its 4 seeds with their linked sources was tried once"
    assert maker.why_short(cell, 3, {}) == ""
    told = maker.sampling(cell)
    assert (told["neighbourhoods"], told["mean_size"], told["left_out"]) == (4, 1.0, {})
    outcomes = [attempt(maker, "information-extraction text", number) for number in range(4)]
    assert {one.example.sources for one in outcomes if one.example} == {
        (f"t-{island}",) for island in ("arvo", "bresk", "calder", "dunmor")
    }


def test_a_cell_without_linked_sources_has_no_attempt(tmp_path: Path) -> None:
    maker = opened(tmp_path, plan=LINKED)
    supply = maker.supply(key("compound 5table"))
    assert (supply.attempts, supply.why) == (0, "the corpus has 4 table sources that can carry it")
