"""List every fault of a benchmark folder: hashes, references, evidence, quotas, attempts, ledger. Changes nothing.

files       hashes and sizes as the manifest says; images as their names say
examples    each line an example, as the schema says, and ids unique
references  sources and distractors are there; the modalities are those of the sources
evidence    spans lie inside their sources, are not empty, and belong to the example; facts are read from them again
checks      no check that failed, but for those that the plan only tags
quotas      plan, manifest and examples count the same
attempts    every example is what its attempt gave, and what people made of that
reviews     no question is there that people rejected, and the manifest tells their decisions
ledger      it is whole, and holds every call that an example came of

A benchmark that was imported has no attempts and no ledger, and its questions may have no answers (only sources); it
carries its corpus, which must be whole and hold every source, and its grades are those of its sources. Only where its
form has answers and nothing else may an example be without sources and evidence; where its manifest says that some
answers have none, those may be without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from benchwright.benchmark.revisions import REVIEWS, Revisions
from benchwright.benchmark.schema import parse_example
from benchwright.benchmark.spans import EvidenceReader, faults_of_span
from benchwright.benchmark.store import (
    CORPUS,
    DROPS,
    EXAMPLES,
    IMAGES,
    LOG,
    PLAN,
    SOURCES_FILE,
    Benchmark,
    used_ids,
)
from benchwright.corpus.store import Corpus
from benchwright.errors import BenchmarkError, PlanError, ReadError, StorageError, UsageError
from benchwright.files.append_log import AppendLog
from benchwright.files.atomic import MANIFEST, sha256_file
from benchwright.files.bounded import parse_json
from benchwright.models.ledger import LEDGER, Ledger
from benchwright.plan import read_plan, read_settings
from benchwright.records import SCHEMA_VERSION, Example, Modalities, Outcome, Source, Status
from benchwright.values import normalise

_Outcomes = Mapping[tuple[str, int], Outcome]


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a benchmark: what is wrong, and where (a file, or the id of an example)."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


def validate(bench: Benchmark) -> list[Fault]:
    """All faults of a benchmark folder; empty if it is sound. Raises nothing for what is damaged: that is a fault."""
    faults: list[Fault] = []
    if not bench.complete:
        faults.append(Fault(MANIFEST, "the run that fills this folder was not finished"))
    faults.extend(_files(bench))
    examples = list(_examples(bench, faults))
    sources = _sources(bench, faults)
    faults.extend(_images(bench, sources))
    tagged = _tagged(bench)
    evidence = (bench.imported or {}).get("evidence", "all")
    proven = evidence != "none"
    reader = EvidenceReader(bench.path, sources)
    for example in examples:
        faults.extend(Fault(example.id, what) for what in reader.faults(example))
        if bench.imported is None or example.answers:
            faults.extend(Fault(example.id, what) for what in _answered(example))
        faults.extend(Fault(example.id, what) for what in _example(example, sources, tagged, evidence == "all"))
    faults.extend(_counts(bench, examples))
    revisions = _revisions(bench, faults)
    faults.extend(Fault(one.id, "people rejected it") for one in examples if one.id in revisions.rejected)
    if bench.manifest.get("review", {}) != (revisions.to_json() if revisions else {}):
        faults.append(Fault(MANIFEST, f"does not tell what {REVIEWS} says"))
    if bench.imported is None:
        faults.extend(_quotas(bench))
        outcomes = _outcomes(bench, faults)
        faults.extend(_attempts(examples, outcomes, revisions, sources) if outcomes is not None else ())
        faults.extend(_ledger(bench, examples, outcomes or {}))
    else:
        faults.extend(_corpus(bench, examples))
        for example in examples:
            faults.extend(Fault(example.id, what) for what in _graded(example, proven))
    return faults


def _files(bench: Benchmark) -> Iterator[Fault]:
    entries = bench.manifest["files"]
    reviews = (REVIEWS,) if (bench.path / REVIEWS).exists() or REVIEWS in entries else ()
    for name in (PLAN, EXAMPLES, SOURCES_FILE, *(() if bench.imported is None else (DROPS,)), *reviews):
        if name not in entries:
            yield Fault(MANIFEST, f"does not tell the hash of {name}")
            continue
        yield from _hash_faults(bench.path, name, entries[name]["sha256"])


def _hash_faults(folder: Path, name: str, digest: str, where: str = "") -> Iterator[Fault]:
    """The fault of a file of the folder that is missing or does not have this hash."""
    try:
        if sha256_file(folder / name) != digest:
            yield Fault(where + name, "is not as it was written")
    except ReadError as error:
        yield Fault(where + name, str(error))


def _examples(bench: Benchmark, faults: list[Fault]) -> Iterator[Example]:
    counts: Counter[str] = Counter()
    try:
        lines = list(bench.example_lines())
    except BenchmarkError as error:
        faults.append(Fault(EXAMPLES, str(error)))
        return
    for number, line in enumerate(lines, 1):
        try:
            example, version = parse_example(line)
        except ValueError as error:
            faults.append(Fault(f"{EXAMPLES}, line {number}", f"is not an example: {error}"))
            continue
        if version != SCHEMA_VERSION:
            faults.append(Fault(example.id, f"schema version {version}, not {SCHEMA_VERSION}"))
        if parse_json(line).get("answer") != example.answer:
            faults.append(Fault(example.id, "its answer is not what its answers are"))
        counts[example.id] += 1
        if counts[example.id] == 2:
            faults.append(Fault(example.id, "two examples have this id"))
        yield example


def _sources(bench: Benchmark, faults: list[Fault]) -> dict[str, Source]:
    try:
        return dict(bench.sources)
    except BenchmarkError as error:
        faults.append(Fault(SOURCES_FILE, str(error)))
        return {}


def _images(bench: Benchmark, sources: dict[str, Source]) -> Iterator[Fault]:
    wanted = {source.image.file: source.image.sha256 for source in sources.values() if source.image is not None}
    for file, digest in sorted(wanted.items()):
        yield from _hash_faults(bench.path, file, digest)
    folder = bench.path / IMAGES
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if f"{IMAGES}/{path.name}" not in wanted:
            yield Fault(f"{IMAGES}/{path.name}", "belongs to no source")


def _tagged(bench: Benchmark) -> frozenset[str]:
    """The checks that reject nothing by the plan of the folder: those that it only tags, and `paraphrase`, which leaves
    the question in its own words, unless the plan says otherwise. A plan that can't be read tags nothing: that it is
    damaged, others say."""
    try:
        plan = read_settings(bench.path / PLAN)
    except PlanError:
        return frozenset()
    actions = {"paraphrase": "tag", **plan.checks}
    return frozenset(name for name, action in actions.items() if action == "tag")


def _answered(example: Example) -> Iterator[str]:
    if not example.answers or not all(answer.text.strip() for answer in example.answers):
        yield "has no answer"


def _graded(example: Example, proven: bool) -> Iterator[str]:
    """What only an imported example can lack: sources without which nothing can be found (unless its form has none),
    and grades of others."""
    if not example.sources and proven:
        yield "has no source"
    for source, grade in sorted(example.grades.items()):
        if source not in example.sources:
            yield f"grades {source!r}, which is none of its sources"
        elif grade < 1:
            yield f"grades {source!r} with {grade!r}, and a source's grade is 1 at least"


def _corpus(bench: Benchmark, examples: list[Example]) -> Iterator[Fault]:
    """The corpus that an imported benchmark carries: whole, the one that it was made over, and with every source."""
    try:
        corpus = Corpus.open(bench.path / CORPUS)
    except UsageError as error:
        yield Fault(CORPUS, str(error))
        return
    if corpus.fingerprint != bench.pins.corpus:
        yield Fault(CORPUS, "is not the corpus that the questions were imported with")
    for name, entry in sorted(corpus.manifest["files"].items()):
        yield from _hash_faults(corpus.path, name, entry["sha256"], f"{CORPUS}/")
    for example in examples:
        lost = sorted(name for name in used_ids([example]) if name not in corpus)
        if lost:
            yield Fault(example.id, f"source {lost[0]!r} is not in its corpus{_more(len(lost) - 1)}")


def _example(
    example: Example, sources: dict[str, Source], tagged: frozenset[str], proven: bool = True
) -> Iterator[str]:
    """What is wrong with one example, in words. Where not even `proven` is asked for, answers may lack evidence."""
    if not example.question.strip():
        yield "has no question"
    for name in (*example.sources, *example.distractors):
        if name not in sources:
            yield f"source {name!r} is not in {SOURCES_FILE}"
    both = sorted(set(example.sources) & set(example.distractors))
    if both:
        yield f"{both[0]!r} is both a source and a distractor"
    if all(name in sources for name in example.sources):
        modalities = Modalities.of(sources[name].modality for name in example.sources)
        if modalities != example.modalities:
            yield f"says {example.modalities}, and its sources are {modalities}"
    for check in example.checks:
        if check.verdict == "fail" and check.name not in tagged:
            yield f"its check {check.name} failed"
    for hop in example.hops:
        if not set(hop.sources) <= set(example.sources):
            yield f"the hop {hop.question!r} uses a source that the example does not list"
    for answer in example.answers:
        if not answer.evidence and proven:
            yield f"the answer {answer.text!r} has no evidence"
        for index, spans in enumerate(answer.evidence):
            if index == 0 and {span.source for span in spans} - set(example.sources):
                yield "its evidence lies in a source that it does not list"
            for span in spans:
                yield from faults_of_span(span, sources.get(span.source))
    yield from _undecided(example, sources)


def _undecided(example: Example, sources: dict[str, Source]) -> Iterator[str]:
    """Answers that are neither right nor wrong are none of the right ones, by no name, and their evidence is there."""
    right = {normalise(name) for answer in example.answers for name in (answer.text, *answer.aliases)}
    telling = {span.source for answer in example.undecided for spans in answer.evidence for span in spans}
    for answer in example.undecided:
        if not answer.text.strip():
            yield "an undecided answer has no words"
        elif normalise(answer.text) in right:
            yield f"{answer.text!r} is an answer, and undecided too"
        for span in (span for spans in answer.evidence for span in spans):
            yield from faults_of_span(span, sources.get(span.source))
    for name in sorted(telling.intersection(example.distractors)):
        yield f"{name!r} is a distractor and tells an undecided answer"


def _counts(bench: Benchmark, examples: list[Example]) -> Iterator[Fault]:
    counts = Counter(example.origin.cell for example in examples)
    if bench.manifest["examples"] != len(examples):
        yield Fault(MANIFEST, f"counts {bench.manifest['examples']} examples, and there are {len(examples)}")
    for cell in bench.cells:
        if counts[cell.key] != cell.committed:
            yield Fault(cell.label, f"{MANIFEST} counts {cell.committed} examples, and there are {counts[cell.key]}")
        if counts[cell.key] > cell.quota:
            yield Fault(cell.label, f"has {counts[cell.key]} examples for a quota of {cell.quota}")
        lost = cell.attempts - cell.committed - sum(cell.reasons.values())
        if lost:
            yield Fault(cell.label, f"its funnel does not add up: {lost} attempts are not accounted for")
    cells = {cell.key for cell in bench.cells}
    for key in sorted(set(counts) - cells):
        yield Fault(EXAMPLES, f"has {counts[key]} examples of a cell that the plan has not: {key}")


def _quotas(bench: Benchmark) -> Iterator[Fault]:
    """That the plan asks for what the manifest says. Where a style file of the user's is away, cells have no names to
    go by, and only the counts are compared."""
    quotas = {cell.key: cell.quota for cell in bench.cells}
    try:
        settings = read_settings(bench.path / PLAN)
        if all((settings.folder / one).is_file() for one in settings.style_files):
            same = {cell.key: cell.count for cell in read_plan(bench.path / PLAN).cells()} == quotas
        else:
            same = sorted(line.count or 0 for line in settings.cell_lines) == sorted(quotas.values())
    except PlanError as error:
        yield Fault(PLAN, str(error))
        return
    if bench.cells and not same:
        yield Fault(PLAN, f"its quotas are not those of {MANIFEST}")


def _outcomes(bench: Benchmark, faults: list[Fault]) -> _Outcomes | None:
    """The outcomes in the log by cell and number; None if it cannot be read."""
    try:
        damaged = AppendLog.scan(bench.path / LOG).damaged
        if damaged:
            faults.append(Fault(LOG, f"its last {damaged} bytes are not a whole line"))
        return {(one.cell, one.number): one for one in bench.outcomes()}
    except (ReadError, BenchmarkError) as error:
        faults.append(Fault(LOG, str(error)))
        return None


def _revisions(bench: Benchmark, faults: list[Fault]) -> Revisions:
    try:
        return bench.revisions
    except (BenchmarkError, ReadError) as error:
        faults.append(Fault(REVIEWS, str(error)))
        return Revisions()


def _attempts(
    examples: list[Example], outcomes: _Outcomes, revisions: Revisions, sources: Mapping[str, Source]
) -> Iterator[Fault]:
    """Each example is the result of its attempt as people left it, apart from the checks made at the commit."""
    for example in examples:
        origin = example.origin
        outcome = outcomes.get((origin.cell, origin.attempt))
        if outcome is None:
            yield Fault(example.id, f"attempt {origin.attempt} is not in {LOG}")
        elif outcome.status is not Status.ACCEPTED or outcome.example is None:
            yield Fault(example.id, f"attempt {origin.attempt} is {outcome.status} in {LOG}")
        elif not set(outcome.example.sources) <= sources.keys():
            continue  # that a source is missing is told by itself, or it went with an answer that is not right
        elif not _came_of(example, revisions.edited(outcome.example, lambda name: sources[name].modality)):
            yield Fault(example.id, f"is not what attempt {origin.attempt} gave")


def _ledger(bench: Benchmark, examples: list[Example], outcomes: _Outcomes) -> Iterator[Fault]:
    """Only if there is a ledger: a benchmark may be handed on without it."""
    if not (bench.path / LEDGER).exists():
        return
    try:
        with Ledger.view(bench.path / LEDGER) as ledger:
            keys = set(ledger.keys())
            damaged = ledger.damaged
    except (UsageError, StorageError) as error:
        yield Fault(LEDGER, str(error))
        return
    if damaged:
        yield Fault(LEDGER, f"{damaged} replies are damaged")
    for example in examples:
        outcome = outcomes.get((example.origin.cell, example.origin.attempt))
        lost = [key for key in (outcome.calls if outcome else ()) if key not in keys]
        if lost:
            yield Fault(example.id, f"{LEDGER} lacks the call {lost[0][:12]} of its attempt{_more(len(lost) - 1)}")


def _more(count: int) -> str:
    return f", nor {count} more" if count else ""


def _came_of(example: Example, attempt: Example) -> bool:
    checks = example.checks[: len(attempt.checks)]
    return checks == attempt.checks and replace(example, checks=()) == replace(attempt, checks=())
