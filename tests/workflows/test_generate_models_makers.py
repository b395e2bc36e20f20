"""Whole runs of the makers beside SMMQG that ask models: derived questions that are reworded and judged, the baseline
of one prompt, and plans with cells for several makers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from atlas import PERFECT, Asked, Faults, Mind, atlas_sources, parted
from dialect_wire import Answer, ParsedRequest
from whole_runs import World, mind_server, shuffled

from benchwright.benchmark import Benchmark
from benchwright.benchmark.validate import validate
from benchwright.corpus.store import Corpus, write_corpus
from benchwright.demo import corpora
from benchwright.makers.composed.refined import strays
from benchwright.records import Example
from benchwright.run import Ending
from benchwright.workflows.generate import generate
from benchwright.workflows.ingest import ingest

pytestmark = pytest.mark.usefixtures("keys")

DERIVED = """\
  - {style: information-extraction, modalities: [table], count: 6, maker: derive}
  - {style: compound, modalities: [text+image], count: 6, maker: derive}
  - {style: multi-hop, modalities: [text+table], count: 5, maker: derive}
  - {style: numerical, modalities: [table], count: 5, maker: derive}
"""
BOTH = {"paraphraser": "openai/editor", "verifier": "openai/judge"}


@pytest.fixture(scope="module")
def countries(tmp_path_factory: pytest.TempPathFactory) -> World:
    """The countries of the demo."""
    folder = tmp_path_factory.mktemp("countries")
    ingest(corpora()["countries"], folder / "corpus")
    return World(folder)


def examples(world: World, name: str) -> tuple[Example, ...]:
    return tuple(Benchmark.open(world.bench(name)).examples)


def composed(example: Example) -> str | None:
    """The question as it was before it was reworded; None if it was not."""
    return (example.derivation or {}).get("composed")


def by(example: Example, judge: str) -> dict[str, tuple[str, float | None]]:
    """The verdicts and scores of one who judged."""
    return {check.name: (check.verdict, check.score) for check in example.checks if check.by == judge}


# ------------------------------------------------------------------ derive
def test_derived_questions_are_reworded_and_judged(countries: World) -> None:
    """Rewordings that lose a name or give the answer away are dropped, and what the verifier doubts is rejected."""
    mind = Mind(Faults(refuse=0.2, blunder=0.2, garble=0.0, filter=0.0, doubt=0.15, guess=0.0))
    with mind_server(mind, latency=shuffled(1)) as server:
        plan = countries.plan(server, roles=BOTH, cells=DERIVED)
        report = generate(plan, countries.bench("both"), concurrency=16)
        assert report.filled
        assert server.billed == countries.stored("both") == report.spent.calls
        first = generate(plan, countries.bench("one"), concurrency=1, limit=7)
        assert first.ending is Ending.LIMITED
        assert generate(plan, countries.bench("one"), concurrency=4).filled
        assert server.billed == countries.stored("both") + countries.stored("one")
    assert countries.examples("one") == countries.examples("both")
    assert validate(Benchmark.open(countries.bench("both"))) == []
    made = examples(countries, "both")
    reworded = [one for one in made if composed(one)]
    assert len(made) == 22
    assert 5 <= len(reworded) <= 20  # two of five are not fit to be taken
    for one in reworded:
        before = composed(one) or ""
        assert one.question == f"Tell me, {before[0].lower()}{before[1:]}"
        assert strays(before, one.question, one.answer) == ""
    for one in made:
        judged = by(one, "openai/judge")
        assert {name: judged[name] for name in ("style", "correct", "relevant", "alone", "fluent")} == {
            "style": ("pass", None),
            "correct": ("pass", None),
            "relevant": ("pass", 1.0),
            "alone": ("pass", None),
            "fluent": ("pass", 5.0),
        }
        assert judged["closed_book"] == ("pass", 0.0)
        assert one.origin.models == {"paraphraser": "openai/editor", "verifier": "openai/judge"}
        assert set(one.origin.prompts) >= {"paraphrase", "verify", "answer"}
    rejected = [one for one in countries.outcomes("both") if one["reason"] in ("style", "relevant")]
    assert rejected
    assert all(one["detail"].startswith("by openai/judge: ") for one in rejected)


def test_a_paraphraser_alone_judges_only_what_it_has_reworded(countries: World) -> None:
    with mind_server(Mind(replace(PERFECT, refuse=0.4))) as server:
        plan = countries.plan(server, roles={"paraphraser": "openai/editor"}, cells=DERIVED)
        assert generate(plan, countries.bench("alone"), concurrency=16).filled
    made = examples(countries, "alone")
    assert {bool(composed(one)) for one in made} == {True, False}
    for one in made:
        judged = by(one, "openai/editor")
        assert judged == ({"correct": ("pass", None)} if composed(one) else {})


@dataclass
class WellRead:
    """A mind that answers these questions without any source: by question, the answer."""

    mind: Mind
    known: Mapping[str, str]

    def __call__(self, request: ParsedRequest) -> Answer:
        asked = Asked.of(request)
        if asked.prompt == "answer" and not asked.labels and asked.given("question") in self.known:
            answer = self.known[asked.given("question")]
            return Answer(json.dumps(parted([answer], "known")))
        return self.mind(request)


def test_well_known_answers_are_tagged_or_rejected_as_the_plan_says(countries: World) -> None:
    cells = DERIVED.replace("count: 6", "count: 2").replace("count: 5", "count: 1")
    roles = {"verifier": "openai/judge"}
    with mind_server(Mind(PERFECT)) as server:
        assert generate(countries.plan(server, roles=roles, cells=cells), countries.bench("plain")).filled
    plain = examples(countries, "plain")
    known = {one.question: one.answer for one in plain[::2]}
    with mind_server(WellRead(Mind(PERFECT), known)) as server:
        plan = countries.plan(server, roles=roles, cells=cells)
        assert generate(plan, countries.bench("tagged")).filled
        plan = countries.plan(server, roles=roles, cells=cells, more="checks: {closed_book: reject}")
        assert generate(plan, countries.bench("rejected")).filled
    tagged = examples(countries, "tagged")
    assert [one.question for one in tagged] == [one.question for one in plain]
    scores = {one.question: by(one, "openai/judge")["closed_book"] for one in tagged}
    assert scores == {one.question: ("pass", 1.0 if one.question in known else 0.0) for one in plain}
    assert not set(known) & {one.question for one in examples(countries, "rejected")}
    fallen = {one["reason"] for one in countries.outcomes("rejected") if one["status"] == "rejected"}
    assert "closed_book" in fallen


# ------------------------------------------------------------------ the baseline, and several makers
def test_the_baseline_of_one_prompt_over_a_whole_run(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    roles = {"writer": "one-prompt:openai/writer", "vision_writer": "google/seer", "verifier": "anthropic/judge"}
    cells = "  - {style: information-extraction, modalities: [text, table, image], count: 2}\n"
    cells += "  - {style: compound, modalities: [text+table], count: 2}\n"
    with mind_server(latency=shuffled(4)) as server:
        plan = world.plan(server, roles=roles, cells=cells)
        assert generate(plan, world.bench("one"), concurrency=1).filled
        assert generate(plan, world.bench("many"), concurrency=32).filled
    assert world.examples("one") == world.examples("many")
    made = examples(world, "one")
    assert {one.origin.maker for one in made} == {"one-prompt"}
    for one in made:
        assert one.question.startswith("Which island has the ")
        assert one.question.count(" and the ") == (3 if one.style == "compound" else 1)  # two measures of each source
        assert one.answer == one.entity


def test_cells_of_several_makers_in_one_plan(tmp_path: Path) -> None:
    """A model writes of islands, programs ask of countries; each proves its own, and all share one order of commits."""
    ingest(corpora()["countries"], tmp_path / "all")
    whole = Corpus.open(tmp_path / "all")
    few = [
        source
        for source in whole.sources()
        if any(name in source.place.document for name in ("japan", "jordan", "vietnam", "egypt"))
    ]
    sources, images = atlas_sources()
    images |= {one.image.file: whole.image_path(one).read_bytes() for one in few if one.image is not None}
    write_corpus(tmp_path / "corpus", [*sources, *few], (), images)
    world = World(tmp_path)
    cells = "  - {style: information-extraction, modalities: [text], count: 3}\n"
    cells += "  - {style: numerical, modalities: [table], count: 2}\n"
    cells += "  - {style: compound, modalities: [text+image], count: 3, maker: derive}\n"
    roles = {"writer": "openai/writer", "verifier": "openai/judge"}
    with mind_server(latency=shuffled(5)) as server:
        plan = world.plan(server, roles=roles, cells=cells)
        assert generate(plan, world.bench("one"), concurrency=1).filled
        assert generate(plan, world.bench("many"), concurrency=32).filled
    assert world.examples("one") == world.examples("many")
    made = examples(world, "one")
    assert Counter(one.origin.maker for one in made) == {"smmqg": 5, "derive": 3}
    order: list[Any] = [(one.origin.attempt, one.origin.cell) for one in made]
    assert order == sorted(order)
    # The verifier is for what the model wrote: derived questions are left as they are.
    assert all(not by(one, "openai/judge") for one in made if one.origin.maker == "derive")
    assert validate(Benchmark.open(world.bench("one"))) == []
