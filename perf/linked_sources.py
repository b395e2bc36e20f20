"""Which sources go together: the sets of every cell of the built-in styles, by kind of link, over corpora.

    python perf/linked_sources.py [CORPUS...]             a table of counts; the demo's countries by default
    python perf/linked_sources.py CORPUS... --read 5      5 sets of each kind of link from each corpus, to be read

Facts are used where they were read before. Nothing asks a model.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchwright.corpus.store import Corpus
from benchwright.facts.store import FactTable, rows_of
from benchwright.makers.written.links.linked_sources import CellSupply, LinkedSources
from benchwright.makers.written.links.source_links import SourceLinks
from benchwright.prompts import Style, styles
from benchwright.records import Modalities, Source
from benchwright.workflows.demo import demo
from benchwright.workflows.facts import known_facts

Cell = tuple[Style, Modalities]
_SHOWN = 240


def cells() -> Iterator[Cell]:
    """Every style that a model writes, over each of its combinations of sources."""
    for style in styles().values():
        if not style.kinds:
            for wants in style.modalities:
                yield style, wants


def supplies(corpus: Corpus) -> tuple[SourceLinks, dict[Cell, CellSupply]]:
    """The sets of each cell."""
    facts = known_facts(corpus)
    links = SourceLinks(corpus, FactTable(rows_of([])) if facts is None else facts)
    return links, {(style, wants): links.supply(style, wants) for style, wants in cells()}


def count(path: Path) -> None:
    """Print the counts of one corpus."""
    corpus = Corpus.open(path)
    begun = time.perf_counter()
    _, found = supplies(corpus)
    print(f"\n{path.name}: {len(corpus):,} sources, {time.perf_counter() - begun:.1f} s for all cells")
    for (style, wants), supply in found.items():
        print(f"  {style.name + ' ' + str(wants):36} {supply}")


def read(paths: Sequence[Path], number: int) -> None:
    """Print sets of each kind of link, drawn by lot, with what their sources begin with."""
    drawn: defaultdict[tuple[str, str], list[tuple[Corpus, Cell, LinkedSources]]] = defaultdict(list)
    for path in paths:
        corpus = Corpus.open(path)
        pools: defaultdict[str, list[tuple[Cell, LinkedSources]]] = defaultdict(list)
        for cell, supply in supplies(corpus)[1].items():
            each = random.Random(f"{cell[0].name} {cell[1]}").sample(supply.sets, min(number, len(supply.sets)))
            for one in each:
                pools[str(one.link)].append((cell, one))
        for link, pool in sorted(pools.items()):
            chosen = random.Random(link).sample(pool, min(number, len(pool)))
            drawn[link, ""] += [(corpus, cell, one) for cell, one in chosen]
    for (link, _), sets in sorted(drawn.items()):
        print(f"\n== {link}")
        for place, (corpus, (style, wants), one) in enumerate(sets, 1):
            print(f"-- {link} {place}: {corpus.path.name}, {style.name} {wants}, bridge {one.bridge!r}")
            for source in map(corpus.source, one.ids):
                side = "describes" if source.id in one.describing else "answers" if one.describing else ""
                print(f"   {side:9} {shown(source, one.bridge)}")


def shown(source: Source, bridge: str) -> str:
    """Where a source stands, what it begins with, and what stands around the bridge."""
    text = " ".join(source.text.split())
    at = text.casefold().find(bridge.casefold()) if bridge else -1
    part = text[:_SHOWN]
    if at > _SHOWN - 40:
        part = f"{text[: _SHOWN // 2]} … {text[max(0, at - _SHOWN // 3) : at + _SHOWN // 3]}"
    return f"[{source.modality.value}] {' > '.join((source.title, *source.place.headings[-2:]))}: {part}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*", type=Path)
    parser.add_argument("--read", type=int, default=0, metavar="N")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = options.corpora
        if not paths:
            demo(Path(folder))
            paths = sorted((Path(folder) / "corpora").iterdir())
        if options.read:
            read(paths, options.read)
        else:
            for path in paths:
                count(path)


if __name__ == "__main__":
    main()
