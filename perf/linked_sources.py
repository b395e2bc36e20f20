"""Which sources go together: the neighbourhoods of every cell of the built-in styles, over corpora.

    python perf/linked_sources.py [CORPUS...]             a table of counts; the demo's corpora by default
    python perf/linked_sources.py CORPUS... --read 5      the first 5 neighbourhoods of each cell, to be read
    python perf/linked_sources.py --sources 15000         the time over a made-up corpus of so many sources

Facts are used where they were read before. Nothing asks a model.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.facts.store import FactTable, rows_of
from benchwright.makers.written.links.draw_order import draw_order
from benchwright.makers.written.links.source_links import SourceLinks
from benchwright.prompts import Style, styles
from benchwright.records import Modalities, Modality, Place, Source, Table
from benchwright.workflows.demo import demo
from benchwright.workflows.facts import known_facts

_SHOWN = 1600


def cells(only: str) -> Iterator[tuple[Style, Modalities]]:
    """Every style that a model writes, over each of its combinations of sources; those whose name has `only`."""
    for style in styles().values():
        for wants in () if style.kinds else style.modalities:
            if only in f"{style.name} {wants}":
                yield style, wants


def links_of(corpus: Corpus) -> SourceLinks:
    facts = known_facts(corpus)
    return SourceLinks(corpus, FactTable(rows_of([])) if facts is None else facts)


def count(path: Path, only: str) -> None:
    """Print the counts of one corpus, and the time on the processor."""
    corpus = Corpus.open(path)
    begun = time.process_time()
    links = links_of(corpus)
    listed = [(style, wants, links.supply(style, wants)) for style, wants in cells(only)]
    print(f"\n{path.name}: {len(corpus):,} sources, {time.process_time() - begun:.1f} s of CPU for {len(listed)} cells")
    for style, wants, supply in listed:
        print(f"  {style.name + ' ' + str(wants):36} {supply}")


def read(path: Path, number: int, only: str, shown: int) -> None:
    """Print the neighbourhoods of each cell's first attempts, as a writer is shown them."""
    corpus = Corpus.open(path)
    links = links_of(corpus)
    for style, wants in cells(only):
        found = links.supply(style, wants).neighbourhoods
        chances = dict.fromkeys((one.seed for one in found), 1.0)
        for place, one in enumerate(draw_order(found, chances, np.random.SeedSequence(7))[:number], 1):
            print(f"\n=== {path.name}, {style.name} {wants}, {place} of {len(found):,}, strength {one.strength:.2f}")
            near = links.linked(style, wants, one)
            print(*near.lines(), *(f"{name}: {', '.join(ids)}" for name, ids in near.names.items()), sep="\n")
            for label, source in enumerate(map(corpus.source, one.ids), 1):
                place_of = " > ".join((source.title, *source.place.headings[-3:]))
                print(f"S{label} [{source.modality.value}] {place_of}: {' '.join(source.text.split())[:shown]}")


def made_up(sources: int) -> Iterator[Source]:
    """Passages and tables over towns, ten to a document, with names, numbers and headings that they share."""
    rng = random.Random(7)
    towns = [f"{a}{b}{c}" for a in ("Ar", "Bel", "Cor", "Dun", "El") for b in "aeiou" for c in ("vik", "ton", "mar")]
    words = [f"word{number}" for number in range(3000)]
    for number in range(sources):
        town, other = rng.choice(towns) + str(number % 400), rng.choice(towns) + str(rng.randrange(400))
        headings = (f"Region {number // 100}", f"Part {number // 10}", f"Topic {number % 7}")
        place = Place(f"d{number // 10}", headings=headings)
        if number % 10 == 9:
            rows = tuple((rng.choice(towns) + str(rng.randrange(400)), str(rng.randrange(999))) for _ in range(6))
            text = "Town | People\n" + "\n".join(" | ".join(row) for row in rows)
            yield Source(f"s{number}", Modality.TABLE, "Towns", text, place, table=Table((("Town", "People"),), rows))
        else:
            text = f"In {town} stands a tower of {rng.randrange(99)} metres. The road to {other} runs "
            yield Source(f"s{number}", Modality.TEXT, "", text + " ".join(rng.choices(words, k=70)) + ".", place)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*", type=Path)
    parser.add_argument("--read", type=int, default=0, metavar="N")
    parser.add_argument("--only", default="", help="cells whose name has this")
    parser.add_argument("--shown", type=int, default=_SHOWN, metavar="CHARACTERS")
    parser.add_argument("--sources", type=int, default=0, metavar="N")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = options.corpora
        if options.sources:
            write_corpus(Path(folder) / "made-up", list(made_up(options.sources)))
            paths = [Path(folder) / "made-up"]
        elif not paths:
            demo(Path(folder))
            paths = sorted((Path(folder) / "corpora").iterdir())
        for path in paths:
            if options.read:
                read(path, options.read, options.only, options.shown)
            else:
                count(path, options.only)


if __name__ == "__main__":
    main()
