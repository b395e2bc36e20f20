"""Opens the makers `smmqg` and `one-prompt` over a plan, a corpus and its models, so that they fill cells.

With a plan's `answers`, an attempt of `one-prompt` is for one pair of that file, and each pair is tried once in a cell.
Opening reads or builds the vectors of the plan's encoder and the neighbours that seeds are weighted by.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

import numpy as np

from benchwright.benchmark.fingerprints import maker_fingerprint
from benchwright.checks.judged import judge
from benchwright.checks.judged.entails import open_entailment
from benchwright.checks.judged.settings import DEFAULTS, action_of
from benchwright.checks.judged.settings import VERSION as CHECKS
from benchwright.checks.repeats import NoRepeats
from benchwright.corpus.store import Corpus
from benchwright.errors import PlanError
from benchwright.facts.open.contexts import Contexts
from benchwright.facts.store import FactTable
from benchwright.makers.written.answer_pairs import AnswerPair, AnswerPairs
from benchwright.makers.written.links.draw_order import draw_order
from benchwright.makers.written.links.neighbourhood import CellSupply, Neighbourhood
from benchwright.makers.written.links.source_links import SourceLinks, open_links
from benchwright.makers.written.one_prompt import draft_by_one_prompt
from benchwright.makers.written.pipeline import (
    AttemptPipeline,
    DraftJudge,
    DraftWriter,
    WritingContext,
    WritingTask,
    draft_by_links,
    draft_by_smmqg,
)
from benchwright.models import Models
from benchwright.plan import Plan
from benchwright.plan.encoder import encoder_of
from benchwright.plan.model import ONE_PROMPT, SMMQG
from benchwright.plan.sections import Sampling
from benchwright.prompts.asking import Actor, Actors, Asker
from benchwright.prompts.prompt import prompt
from benchwright.records import Json, Modalities, Modality, Outcome
from benchwright.retrieval.candidates import Candidates
from benchwright.retrieval.encoders.base import Encoder
from benchwright.retrieval.progress_lines import progress_line
from benchwright.retrieval.seeds import Seeds
from benchwright.retrieval.vectors import VectorStore
from benchwright.run import ENDLESS, CommitRule, Supply, seed_sequence
from benchwright.run.makers import MAKERS

VERSION = "3"
_PROMPTS = {
    SMMQG: ("entity", "write", "hop_first", "hop_join", "hop_about", "hop_to", "combine"),
    ONE_PROMPT: ("entity", "one_prompt"),
}
_JUDGING = ("verify", "answer", "same_answer", "pman", "repair")


class ModelMaker:
    """A maker whose writer is a model. Attempts are coroutines; they share only read-only state and locked caches."""

    waits = True

    def __init__(
        self,
        name: str,
        plan: Plan,
        ground: WritingContext,
        drafting: DraftWriter,
        proving: DraftJudge,
        actors: Actors | None,
        identity: str,
    ) -> None:
        self.name = name
        self._plan = plan
        self._ground = ground
        self._actors = actors
        self._identity = identity
        self._pipeline = AttemptPipeline(name, ground, drafting, proving, plan.checks, plan.seed)

    @property
    def fingerprint(self) -> str:
        """Changes with the version, the prompts and the encoder's weights; where the neighbours are approximate, their
        identity stands behind it."""
        prompts = [f"{one}={prompt(one).sha256}" for one in (*_PROMPTS[self.name], *_JUDGING)]
        listed = "\n".join([self.name, VERSION, CHECKS, self._identity, *prompts])
        digest = hashlib.sha256(listed.encode()).hexdigest()[:16]
        return maker_fingerprint(digest, self._ground.seeds.neighbours)

    def supply(self, cell_key: str) -> Supply:
        """No end of attempts where the corpus has as many sources of each kind as one question needs, else none."""
        task = self._task(cell_key)
        counts = {kind: getattr(task.modalities, kind.value) for kind in Modality}
        hops = self.name == SMMQG and "hops" in task.style.checks
        if any(self._ground.seeds.count(kind) < count for kind, count in counts.items()) or (
            hops and task.modalities.total < 2
        ):
            return Supply(0)
        documents = {
            self._ground.corpus.document(source)
            for kind, count in counts.items()
            if count
            for source in self._ground.seeds.ids(kind)
        }
        return Supply(ENDLESS, {"document": len(documents)})

    async def attempt(self, cell_key: str, number: int) -> Outcome:
        """One try. Raises what models raise: a retryable error leaves it pending."""
        if self._actors is None:
            raise PlanError("no model writes in this plan", hint="name one, such as writer: openai/NAME")
        task = self._task_of(cell_key, number)
        sequence = seed_sequence(self._plan.seed, self.name, task.style.name, str(task.modalities), cell_key, number)
        asker = Asker(self._actors, f"{cell_key} {number}", str(self._plan.seed))
        return await self._pipeline.attempt(task, number, np.random.Generator(np.random.PCG64(sequence)), asker)

    def rules(self) -> Sequence[CommitRule]:
        return (NoRepeats(self._ground.candidates.vector),)

    def sampling(self, cell_key: str) -> Json:
        """How even the draw of the cell's seeds is (`SamplingReport`)."""
        return self._ground.seeds.report(self._task(cell_key).modalities).to_json()

    def _task(self, cell_key: str) -> WritingTask:
        fields = json.loads(cell_key)
        return WritingTask(cell_key, self._plan.style(fields["style"]), Modalities.parse(fields["modalities"]))

    def _task_of(self, cell_key: str, number: int) -> WritingTask:
        """What the attempt of this number sees."""
        return self._task(cell_key)


class LinkedMaker(ModelMaker):
    """The writer `smmqg` where candidates are chosen by their links: each neighbourhood is tried once in a cell."""

    def __init__(
        self, plan: Plan, ground: WritingContext, links: SourceLinks, actors: Actors | None, identity: str
    ) -> None:
        super().__init__(SMMQG, plan, ground, draft_by_links, _proving(plan), actors, identity)
        self._links = links
        self._of_cell = cache(self._ordered)

    def supply(self, cell_key: str) -> Supply:
        """As many attempts as neighbourhoods."""
        drawn = self._of_cell(cell_key)
        documents = {self._ground.corpus.document(one.seed) for one in drawn}
        return Supply(len(drawn), {"document": len(documents)} if drawn else {}, why=self._cell_supply(cell_key).why)

    def why_short(self, cell_key: str, seen: int, reasons: Mapping[str, int]) -> str:
        """That the neighbourhoods are used up, if they are."""
        count = len(self._of_cell(cell_key))
        return f"each of its {count:,} seeds with their linked sources was tried once" if seen >= count else ""

    def sampling(self, cell_key: str) -> Json:
        """How even the draw of seeds is, and how many neighbourhoods of which size the cell has."""
        return super().sampling(cell_key) | self._cell_supply(cell_key).to_json()

    def _task_of(self, cell_key: str, number: int) -> WritingTask:
        task = self._task(cell_key)
        return replace(task, linked=self._links.linked(task.style, task.modalities, self._of_cell(cell_key)[number]))

    def _cell_supply(self, cell_key: str) -> CellSupply:
        task = self._task(cell_key)
        return self._links.supply(task.style, task.modalities, self._plan.sampling.offered)

    def _ordered(self, cell_key: str) -> tuple[Neighbourhood, ...]:
        task = self._task(cell_key)
        kinds = [kind for kind in Modality if getattr(task.modalities, kind.value)]
        chances = {one: chance for kind in kinds for one, chance in self._ground.seeds.chances(kind).items()}
        sequence = seed_sequence(self._plan.seed, self.name, task.style.name, str(task.modalities), cell_key, 0)
        return draw_order(self._cell_supply(cell_key).neighbourhoods, chances, sequence)


class GivenAnswersMaker(ModelMaker):
    """The baseline over the answers that a user gives. Which sources they are of is the user's choice: no document's
    share is capped."""

    def __init__(
        self,
        pairs: AnswerPairs,
        plan: Plan,
        ground: WritingContext,
        proving: DraftJudge,
        actors: Actors | None,
        identity: str,
    ) -> None:
        identity = f"{identity}\n{pairs.digest}"
        super().__init__(ONE_PROMPT, plan, ground, draft_by_one_prompt, proving, actors, identity)
        self._pairs = pairs
        self._of_cell = cache(self._drawn)

    @property
    def parts(self) -> Mapping[str, str]:
        """The digest of the file."""
        return {f"the answers in {self._pairs.name}": self._pairs.digest}

    def supply(self, cell_key: str) -> Supply:
        """As many attempts as pairs, where the corpus has as many sources of each kind as one question needs."""
        if not super().supply(cell_key).attempts:
            return Supply(0)
        pairs = len(self._of_cell(cell_key))
        return Supply(pairs, why="" if pairs else f"{self._pairs.name} has no pair for it")

    def why_short(self, cell_key: str, seen: int, reasons: Mapping[str, int]) -> str:
        """That the pairs are used up, if they are."""
        pairs = len(self._of_cell(cell_key))
        return f"each of its {pairs:,} pairs in {self._pairs.name} was tried once" if seen >= pairs else ""

    def sampling(self, cell_key: str) -> Json:
        """How many pairs the cell has, and how many lines of the file were left out, by reason."""
        counts = {reason: len(lines) for reason, lines in sorted(self._pairs.left_out.items())}
        return {"pairs": len(self._of_cell(cell_key)), "left_out": counts}

    def _task_of(self, cell_key: str, number: int) -> WritingTask:
        return replace(self._task(cell_key), given=self._of_cell(cell_key)[number])

    def _drawn(self, cell_key: str) -> Sequence[AnswerPair]:
        return self._pairs.for_cell(self._task(cell_key).modalities, cell_key, self._plan.seed)


@MAKERS.register(SMMQG)
def open_smmqg(plan: Plan, corpus: Corpus, facts: FactTable, models: Models | None = None) -> ModelMaker:
    """SMMQG's steps, from sources that go together or, with `candidates: entity`, as in the paper. Raises PlanError for
    checks that it does not make, UsageError for an unknown model."""
    if plan.sampling.candidates == "entity":
        return _open(SMMQG, draft_by_smmqg, plan, corpus, facts, models)
    ground, identity = _ground(SMMQG, plan, corpus, facts)
    return LinkedMaker(plan, ground, open_links(corpus, facts), _actors(plan, models), identity)


@MAKERS.register(ONE_PROMPT)
def open_one_prompt(plan: Plan, corpus: Corpus, facts: FactTable, models: Models | None = None) -> ModelMaker:
    """PMAN's baseline, to the answers that the plan gives or to entities. Raises like `open_smmqg`, and PlanError for a
    file of answers that cannot be used."""
    if plan.answers_path is None:
        return _open(ONE_PROMPT, draft_by_one_prompt, plan, corpus, facts, models)
    pairs = AnswerPairs.read(plan.answers_path, corpus)
    ground, identity = _ground(ONE_PROMPT, plan, corpus, facts)
    return GivenAnswersMaker(pairs, plan, ground, _proving(plan), _actors(plan, models), identity)


def _open(
    name: str, drafting: DraftWriter, plan: Plan, corpus: Corpus, facts: FactTable, models: Models | None
) -> ModelMaker:
    ground, identity = _ground(name, plan, corpus, facts)
    return ModelMaker(name, plan, ground, drafting, _proving(plan), _actors(plan, models), identity)


def _ground(name: str, plan: Plan, corpus: Corpus, facts: FactTable) -> tuple[WritingContext, str]:
    """What a maker's attempts stand on, and the identity of its encoder."""
    _refuse_checks(name, plan)
    encoder = encoder_of(plan)
    store, seeds = open_seeds(encoder, plan.sampling, corpus)
    candidates = Candidates(store, encoder, plan.candidates_per_source)
    contexts = Contexts.of(corpus, plan.about)
    return WritingContext(corpus, facts, seeds, candidates, contexts), encoder.identity


def prepare(plan: Plan, corpus: Corpus, names: Iterable[str], notify: Callable[[str], None]) -> None:
    """If makers of these names need vectors and neighbours, work them out and keep them: a maker that is opened then
    finds them. Tell what a file of answers lacks. Raises PlanError as opening would."""
    ours = [name for name in names if name in _PROMPTS]
    for name in ours:
        _refuse_checks(name, plan)
    if ONE_PROMPT in ours and plan.answers_path is not None:
        for line in AnswerPairs.read(plan.answers_path, corpus).notices(plan):
            notify(line)
    if ours:
        open_seeds(encoder_of(plan), plan.sampling, corpus, notify)


def open_seeds(
    encoder: Encoder, sampling: Sampling, corpus: Corpus, notify: Callable[[str], None] = lambda line: None
) -> tuple[VectorStore, Seeds]:
    """The encoder's vectors and the seeds weighted by them, worked out the first time: for a large corpus that takes
    minutes, and `notify` reports the progress."""
    store = VectorStore.build(corpus, encoder, progress_line(notify, "vectors"), notify)
    seeds = Seeds.open(
        store,
        sampling.neighbours,
        sampling.temperature,
        progress_line(notify, "neighbours"),
        exact_up_to=sampling.exact_up_to,
        recall=sampling.recall,
    )
    if seeds.approximation is not None:
        notify(str(seeds.approximation))
    return store, seeds


def _proving(plan: Plan) -> DraftJudge:
    """The checks; with the cross-encoder of the plan if it asks for `entails`. Raises MissingExtraError before anything
    is paid for."""
    if action_of("entails", plan.checks) == "off":
        return judge
    return partial(judge, entailment=open_entailment(plan.entailment.model, plan.entailment.threshold))


def _refuse_checks(name: str, plan: Plan) -> None:
    """A plan may not ask for checks that nothing here makes, nor switch off what is always made. Raises PlanError."""
    makers = {cell.maker for cell in plan.cells()}
    for check, action in plan.checks.items():
        if check in DEFAULTS:
            continue
        if check == "duplicate" and action != "reject":
            raise PlanError(
                f"checks: {check}: {action} is not for the writer {name}, which never repeats a question",
                hint=f"leave {check!r} out of the plan's checks",
            )
        if check != "duplicate" and makers <= set(_PROMPTS):
            raise PlanError(
                f"checks: {check} does not apply to questions that a model writes",
                hint=f"leave {check!r} out of the plan's checks",
            )


def _actors(plan: Plan, models: Models | None) -> Actors | None:
    cast = plan.cast
    if cast is None or models is None:
        return None
    return Actors(*(Actor(name, models.model(name)) for name in (cast.writer, cast.vision_writer, cast.verifier)))
