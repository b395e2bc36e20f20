"""Measure how many varied questions the offline writer makes from folders of any documents.

    python perf/open_questions.py --corpora /data/manuals/* [-n 100] [--each /data/csv] [--files 400]
        [--json COUNTS.json] [--before COUNTS.json] [--to TABLE.md] [--keep DIR]
        [--draw 300 --seed 7 --draw-to DRAW.jsonl]

Every folder is ingested, its facts are read, and `generate` is called on it with the defaults that a new user has. A
folder given by `--each` is measured once for every file in it, as a folder of its own. Of folders with more than
`--files` documents a seeded sample is taken (with the pictures that its pages name), so that a big site is measured in
minutes; the table says so. Links to other places are followed, links inside a folder stay links.

The bars are those that a corpus of 300 or more sources has to clear: 100 questions, no family above 30 % of them, no
document above 10 % (of a single document: no section), at least 30 documents or half of all, five families, three
styles. Smaller folders need 20 questions, a single file 10. A question of two documents counts for both.

`--draw` draws questions at random over all corpora together, for blind readers (see perf/read_blind.py). Without a
folder nothing is measured.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from benchwright import Benchmark, BenchwrightError, Corpus, Example, generate, ingest, read_facts
from read_blind import draw_questions, write_lines

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".bmp", ".ico", ".xpm"})
FIRST_PAGES = ("index", "README", "readme")
LARGE, QUESTIONS_OF_SMALL, QUESTIONS_OF_FILE = 300, 20, 10
FAMILY_SHARE, DOCUMENT_SHARE, DOCUMENTS, FAMILIES, STYLES = 0.30, 0.10, 30, 5, 3


@dataclass(frozen=True, slots=True)
class CorpusYield:
    """What one corpus gave. `documents` are those with text or tables. `facts` are those of the lexicon, `open_facts`
    those of open forms, both by relation; `refusals` are the reasons why attempts gave no question, `short` what the
    run says where it ended short."""

    name: str
    files: str = ""
    documents: int = 0
    sources: Mapping[str, int] = field(default_factory=dict)
    drops: Mapping[str, int] = field(default_factory=dict)
    notices: Mapping[str, int] = field(default_factory=dict)
    facts: Mapping[str, int] = field(default_factory=dict)
    open_facts: Mapping[str, int] = field(default_factory=dict)
    questions: int = 0
    documents_used: int = 0
    families: Mapping[str, int] = field(default_factory=dict)
    styles: Mapping[str, int] = field(default_factory=dict)
    largest_document: float = 0.0
    refusals: Mapping[str, int] = field(default_factory=dict)
    short: tuple[str, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    error: str = ""

    @property
    def largest_family(self) -> float:
        return max(self.families.values(), default=0) / max(self.questions, 1)

    def bars(self, wanted: int) -> dict[str, bool]:
        """Which bars this corpus clears, of those that hold for its size."""
        if self.documents == 1 and self.files == "1":
            return {"questions": self.questions >= min(wanted, QUESTIONS_OF_FILE)}
        if sum(self.sources.values()) < LARGE:
            return {"questions": self.questions >= min(wanted, QUESTIONS_OF_SMALL)}
        return {
            "questions": self.questions >= wanted,
            "family share": 0 < self.largest_family <= FAMILY_SHARE,
            "document share": 0 < self.largest_document <= DOCUMENT_SHARE,
            "documents": self.documents_used >= min(DOCUMENTS, self.documents / 2) > 0,
            "families": len(self.families) >= FAMILIES,
            "styles": len(self.styles) >= STYLES,
        }


def stage(folder: Path, to: Path, most: int, seed: int) -> str:
    """Copy a corpus to `to`: at most `most` documents, drawn with the seed, the pictures that they name, and the site's
    first page, which a user's folder has. Returns how many documents were taken, of how many."""
    root = folder.resolve()
    files = [root] if root.is_file() else sorted(walk(root))
    pictures = [path for path in files if path.suffix.lower() in PICTURES]
    documents = [path for path in files if path.suffix.lower() not in PICTURES]
    taken = documents
    if len(documents) > most:
        chosen = random.Random(seed).sample(documents, most)
        taken = sorted({*chosen, *(path for path in documents if path.parent == root and path.stem in FIRST_PAGES)})
        words = b"\n".join(path.read_bytes() for path in taken)
        pictures = [path for path in pictures if os.fsencode(path.name) in words]
    for path in (*taken, *pictures):
        place = to / (path.name if path == root else path.relative_to(root))
        place.parent.mkdir(parents=True, exist_ok=True)
        inside = path.is_symlink() and path.resolve().is_relative_to(root)
        shutil.copy(path, place, follow_symlinks=not inside)
    return f"{len(taken)} of {len(documents)}" if len(taken) < len(documents) else str(len(documents))


def walk(root: Path) -> Iterable[Path]:
    """The files under a folder, those of linked folders too."""
    for place, _, names in os.walk(root, followlinks=True):
        yield from (Path(place) / name for name in names if (Path(place) / name).is_file())


def measure(name: str, files: str, work: Path, n: int) -> CorpusYield:
    """Ingest what is in `work`/documents, read its facts and generate `n` questions, all under `work`."""
    counts, seconds = CorpusYield(name, files), {}
    try:
        start = time.perf_counter()
        report = ingest(next((work / "documents").iterdir()), work / "corpus")
        seconds["ingest"] = time.perf_counter() - start
        counts = replace(counts, sources=report.sources, drops=report.drops, notices=report.notices)
        start = time.perf_counter()
        counts = with_facts(counts, Corpus.open(work / "corpus"))
        seconds["facts"] = time.perf_counter() - start
        start = time.perf_counter()
        made = generate(work / "corpus", work / "bench", n=n)
        seconds["generate"] = time.perf_counter() - start
    except BenchwrightError as error:
        return replace(counts, seconds=seconds, error=f"{type(error).__name__}: {error}")
    refusals: Counter[str] = Counter()
    for cell in made.cells:
        refusals.update(cell.reasons)
    short = tuple(dict.fromkeys(filter(None, (*made.uncovered, *(cell.why for cell in made.cells)))))
    counts = replace(counts, refusals=dict(refusals), short=short, seconds=seconds)
    return with_questions(counts, Benchmark.open(work / "bench"))


def with_facts(counts: CorpusYield, corpus: Corpus) -> CorpusYield:
    """The counts with documents, and facts by relation. An open fact's entity is bound to its scope, after an " @ "."""
    of_lexicon: Counter[str] = Counter()
    of_open_forms: Counter[str] = Counter()
    kinds = zip(corpus.ids, corpus.modalities, strict=True)
    documents = {corpus.document(id) for id, kind in kinds if kind != "image"}
    table = read_facts(corpus)
    for entity, relation in zip(table.strings("entity"), table.strings("relation"), strict=True):
        if " @ " in entity:
            of_open_forms[relation.partition(":")[0]] += 1
        else:
            of_lexicon[relation] += 1
    return replace(counts, documents=len(documents), facts=dict(of_lexicon), open_facts=dict(of_open_forms))


def with_questions(counts: CorpusYield, bench: Benchmark) -> CorpusYield:
    examples = bench.examples
    shares = Counter(place for example in examples for place in places(example, bench, counts.documents == 1))
    return replace(
        counts,
        questions=len(examples),
        documents_used=len({bench.sources[id].document for example in examples for id in example.sources}),
        families=dict(Counter(example.family for example in examples)),
        styles=dict(Counter(example.style for example in examples)),
        largest_document=max(shares.values(), default=0) / max(len(examples), 1),
    )


def places(example: Example, bench: Benchmark, single: bool) -> set[str]:
    """The documents of a question; where there is only one, its top sections."""
    sources = [bench.sources[id] for id in example.sources]
    return {"".join(source.place.headings[:2]) if single else source.document for source in sources}


def largest(counts: Mapping[str, int], most: int = 5) -> str:
    """`reason 12, reason 5, ...`: the largest first."""
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    more = f", {len(ordered) - most} more" if len(ordered) > most else ""
    return ", ".join(f"{name} {count:,}" for name, count in ordered[:most]) + more


def line(counts: CorpusYield, wanted: int) -> str:
    """One corpus on one line."""
    missed = [name for name, good in counts.bars(wanted).items() if not good]
    parts = (
        f"{sum(counts.sources.values()):,} sources of {counts.documents:,} documents ({largest(counts.sources)})",
        f"drops: {largest(counts.drops) or 'none'}",
        f"open facts: {largest(counts.open_facts, 9) or 'none'}",
        f"other facts: {largest(counts.facts, 3) or 'none'}",
        f"{counts.questions} questions from {counts.documents_used} documents",
        f"{len(counts.families)} families, largest {counts.largest_family:.0%} ({largest(counts.families, 3)})",
        f"largest document {counts.largest_document:.0%}",
        f"styles: {largest(counts.styles)}",
        f"refused: {largest(counts.refusals) or 'none'}",
        "seconds: " + ", ".join(f"{step} {took:.1f}" for step, took in counts.seconds.items()),
        f"short: {' / '.join(counts.short)[:300]}" if counts.short else "",
        f"missed: {', '.join(missed) or 'nothing'}",
    )
    return f"{counts.name}: " + "; ".join(filter(None, (counts.error, *parts)))


def page(rows: Sequence[CorpusYield], wanted: int, before: Mapping[str, int] | None = None) -> str:
    """All corpora as a Markdown table, and below it how many clear each bar. `before` are questions of an earlier run,
    by corpus."""
    names = "Corpus/Files/Sources/Drops/Open facts/Other facts/Questions/Documents used/Families/Largest family"
    names += "/Largest document/Styles/Most refusals/Seconds/Bars missed"
    lines = [names.split("/"), ["---"] * len(names.split("/"))]
    for one in rows:
        missed = [name for name, good in one.bars(wanted).items() if not good]
        lines.append(
            [
                one.name,
                one.files,
                f"{sum(one.sources.values()):,}",
                f"{sum(one.drops.values()):,}: {largest(one.drops, 2)}" if one.drops else "0",
                f"{sum(one.open_facts.values()):,}",
                f"{sum(one.facts.values()):,}",
                str(one.questions) + (f" (before: {before[one.name]})" if before and one.name in before else ""),
                f"{one.documents_used} of {one.documents}",
                str(len(one.families)),
                f"{one.largest_family:.0%}",
                f"{one.largest_document:.0%}",
                str(len(one.styles)),
                one.error or largest(one.refusals, 2),
                f"{sum(one.seconds.values()):.0f}",
                ", ".join(missed) or "none",
            ]
        )
    kept = Counter(name for one in rows for name, good in one.bars(wanted).items() if good)
    judged = Counter(name for one in rows for name in one.bars(wanted))
    table = "\n".join("| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |" for cells in lines)
    bars = "\n".join(f"- {name}: {kept[name]} of {judged[name]} corpora" for name in judged)
    total = sum(one.questions for one in rows)
    return f"{table}\n\n{total:,} questions from {len(rows)} corpora. Bars cleared:\n\n{bars}\n"


def folders(listed: Sequence[Path], each: Sequence[Path]) -> list[tuple[str, Path]]:
    """What is measured, by name: the folders, and every file of those in `each`."""
    files = [(f"{folder.name}/{path.name}", path) for folder in each for path in sorted(folder.iterdir())]
    return [(folder.name, folder) for folder in listed if folder not in each] + files


def main() -> int:
    """Print a line for each corpus and the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, nargs="+", default=[], metavar="DIR")
    parser.add_argument("--each", type=Path, nargs="+", default=[], metavar="DIR")
    parser.add_argument("-n", type=int, default=100)
    parser.add_argument("--files", type=int, default=400, help="the most documents taken of a folder")
    parser.add_argument("--seed", type=int, default=7, help="of the samples and the draw")
    parser.add_argument("--keep", type=Path, help="keep corpora and benchmarks here; what it has of a name is replaced")
    parser.add_argument("--json", type=Path, help="write the counts here")
    parser.add_argument("--to", type=Path, help="write the Markdown table here")
    parser.add_argument("--before", type=Path, help="counts of an earlier run, whose questions stand beside these")
    parser.add_argument("--draw", type=int, default=0, help="questions to draw")
    parser.add_argument("--draw-to", type=Path, default=Path("draw.jsonl"))
    options = parser.parse_args()
    rows: list[CorpusYield] = []
    with TemporaryDirectory() as temporary:
        home = options.keep or Path(temporary)
        for name, folder in folders(options.corpora, options.each):
            work = home / name
            shutil.rmtree(work, ignore_errors=True)
            files = stage(folder, work / "documents" / folder.resolve().stem, options.files, options.seed)
            rows.append(measure(name, files, work, options.n))
            print(line(rows[-1], options.n), flush=True)
            if options.json:
                options.json.write_text(json.dumps([asdict(one) for one in rows], indent=1), encoding="utf-8")
        if not rows:
            print("no folder given: nothing is measured")
            return 0
        earlier = json.loads(options.before.read_text("utf-8")) if options.before else []
        text = page(rows, options.n, {one["name"]: one["questions"] for one in earlier})
        print(f"\n{text}")
        if options.to:
            options.to.write_text(text, encoding="utf-8")
        if options.draw:
            benches = {one.name: home / one.name / "bench" for one in rows if one.questions}
            write_lines(options.draw_to, draw_questions(benches, options.draw, options.seed))
            print(f"{options.draw_to}: a draw of at most {options.draw} questions for perf/read_blind.py")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
