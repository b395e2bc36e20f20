"""Pages of wikitext a second, beside mwparserfromhell's parse alone on the same pages.

    python perf/wikitext.py [--pages 400]

The pages are made up: an infobox, sections of linked sentences with footnotes, a table of linked cells. Reading means
the whole way from a bz2 dump to documents; the parser only makes a tree, from which no text has been taken yet. The
memory of the process is shown before and behind, for a dump that is ten times as long.
"""

from __future__ import annotations

import argparse
import bz2
import random
import resource
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.sax.saxutils import escape

import mwparserfromhell

from benchwright.readers.base import Document, InputFile, Limits
from benchwright.readers.wiki import WIKITEXT_READER as READER

SEED = 13
WORDS = ("river", "tree", "stone", "cloud", "north", "age", "salt", "copper", "wheat", "harbour", "engine", "valley")
NOTE = '<ref name="n{0}">{{{{cite web |url=https://example.org/{0} |title=On {1} |publisher=Press |year=2001}}}}</ref>'


def sentence(draw: random.Random) -> str:
    words = draw.choices(WORDS, k=14)
    words[3] = f"[[{words[3]}]]"
    words[8] = f"[[{words[8]} (thing)|{words[8]}]]"
    words[10] = f"''{words[10]}''"
    note = NOTE.format(draw.randrange(999), words[0]) if draw.random() < 0.4 else ""
    return " ".join(words).capitalize() + "." + note


def page(draw: random.Random, number: int) -> str:
    """About 15,000 characters."""
    facts = "\n".join(f"| {word} = [[{word} {number}]] {{{{convert|{number}|km|mi}}}}" for word in WORDS)
    parts = [f"{{{{Infobox place\n| name = Page {number}\n{facts}\n}}}}"]
    for section in range(8):
        parts.append(f"== Section {section} ==")
        parts.extend(" ".join(sentence(draw) for _ in range(4)) for _ in range(2))
    rows = "\n|-\n".join(f"| [[{draw.choice(WORDS)}]] || {row} || {draw.random():.3f}" for row in range(30))
    parts.append(f'{{| class="wikitable"\n|+ Numbers\n! Name !! Count !! Share\n|-\n{rows}\n|}}')
    return "\n\n".join(parts)


def dump(pages: list[str], times: int) -> Iterator[str]:
    yield "<mediawiki><siteinfo><base>https://en.wikipedia.org/wiki/Main_Page</base></siteinfo>\n"
    for turn in range(times):
        for number, text in enumerate(pages):
            title = f"Page {turn} {number}"
            yield f"<page><title>{title}</title><ns>0</ns><revision><text>{escape(text)}</text></revision></page>\n"
    yield "</mediawiki>\n"


def read(path: Path) -> int:
    return sum(isinstance(item, Document) for item in READER.read(InputFile(path, path.name, path.parent), Limits()))


def memory() -> int:
    """Most memory that this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--pages", type=int, default=400)
    count = parser.parse_args().pages
    draw = random.Random(SEED)
    pages = [page(draw, number) for number in range(count)]
    print(f"{count} pages of {sum(map(len, pages)) // count:,} characters")
    with TemporaryDirectory() as folder:
        short, long = Path(folder, "short.xml.bz2"), Path(folder, "long.xml.bz2")
        short.write_bytes(bz2.compress("".join(dump(pages, 1)).encode()))
        with bz2.open(long, "wt", encoding="utf-8") as file:
            file.writelines(dump(pages, 10))
        for name, path, times in (("dump to documents", short, 1), ("ten times as long", long, 10)):
            since = time.perf_counter()
            assert read(path) == count * times
            seconds = time.perf_counter() - since
            print(f"{name}: {count * times / seconds:,.0f} pages/s, at most {memory()} MB")
    since = time.perf_counter()
    for text in pages:
        mwparserfromhell.parse(text)
    print(f"mwparserfromhell.parse alone: {count / (time.perf_counter() - since):,.0f} pages/s")


if __name__ == "__main__":
    main()
