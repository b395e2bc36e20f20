"""Count which words of PDF files are in sources, which among the drops, and which nowhere.

    python perf/pdf_words.py PATH... [--words] [--least 0.995]

PATH is a PDF file, or a folder of some at any depth. The floor is the plain text that pypdfium2 gives of each page,
with no code of ours. Each file is read and cut into sources with the defaults. Then words are counted: those of the
floor that sources hold (text, headings, cells, captions), else the whole texts of drops, else none of both. A word that
the floor has three times has to be there three times. What is parted on one side and whole on the other (a hyphen at a
line's end, an accent that is drawn alone) counts as the same, and so do the letters of formulas in another order. Words
that one side alone has are listed with `--words`, drops by reason too. Returns 1 if a file accounts for less than
`--least`.
"""

from __future__ import annotations

import argparse
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pypdfium2

from benchwright.readers.base import Document, Heading, ImageBlock, InputFile, Limits, ReadError, TableBlock
from benchwright.readers.document_sources import ChunkSize, assemble
from benchwright.readers.pdf.document import read_pdf
from benchwright.records import Drop, Image, Source

WORD = re.compile(r"[^\W_]+")
BROKEN = re.compile("(?<=\\w)[\x02\ufffe\u00ad-]+[ ]*(?:\r\n|\n|\r)+(?=\\w)|(?<=\\w)[\x02\ufffe\u00ad](?=\\w)")
"""A hyphen at the end of a line, as PDFium tells it."""
MOST_PARTS = 4
"""Parts that one word of the other side may be in."""


@dataclass(frozen=True, slots=True)
class Account:
    """The words of one file: of the floor, and where they are. `nowhere` are those of the floor that are lost, `new`
    those of ours that the floor has not, `reasons` the words among the drops by reason."""

    floor: int
    sources: int
    drops: int
    nowhere: Counter[str]
    new: Counter[str]
    reasons: Counter[str]

    @property
    def share(self) -> float:
        return 1 - self.nowhere.total() / max(self.floor, 1)


def words_of(text: str) -> list[str]:
    """Words without case, accents and ligatures."""
    text = unicodedata.normalize("NFKD", text).casefold()
    return WORD.findall("".join(letter for letter in text if not unicodedata.combining(letter)))


def floor_of(path: Path) -> Iterator[list[str]]:
    """The words of each page as pypdfium2 gives them, in its order."""
    pdf = pypdfium2.PdfDocument(path)
    for page in pdf:
        text = page.get_textpage().get_text_range()
        yield words_of(BROKEN.sub("", text))
    pdf.close()


def read(path: Path) -> tuple[list[str], list[tuple[str, str]]]:
    """The texts that the sources of a file hold, each once, and (reason, text) of its drops."""
    file = InputFile(path, path.name, path.parent)
    texts: list[str] = []
    drops: list[tuple[str, str]] = []
    for item in read_pdf(file, Limits()):
        if isinstance(item, Drop):
            drops.append((item.reason, item.text))
        elif isinstance(item, Document):
            parts = list(assemble(item, file, ChunkSize(), Limits(), lambda data, caption, alt: IMAGE))
            drops += [(part.reason, part.text) for part in parts if isinstance(part, Drop)]
            texts += texts_of(item, [part for part in parts if isinstance(part, Source)])
    return texts, drops


IMAGE = Image("", "png", 1, 1)


def texts_of(document: Document, sources: Sequence[Source]) -> Iterator[str]:
    """What sources hold, no word twice: a heading above ten passages is one."""
    held: list[tuple[int, int]] = []
    paths = {source.place.headings[:depth] for source in sources for depth in range(len(source.place.headings) + 1)}
    names = {path[-1] for path in paths if path} | {document.title}
    for source in sources:
        if source.place.start is not None and source.place.end is not None:
            held.append((source.place.start, source.place.end))
            yield source.text
    for block in document.blocks:
        if isinstance(block, Heading) and not any(start <= block.start < end for start, end in held):
            text = document.text[block.start : block.end]
            if " ".join(text.split()) in names:
                yield text
    tables = [block for block in document.blocks if isinstance(block, TableBlock)]
    for source, table in zip((one for one in sources if one.table is not None), tables, strict=True):
        assert source.table is not None
        yield table.caption
        yield "\n".join(" ".join(row) for row in (*source.table.header, *source.table.rows))
    for block in document.blocks:
        if isinstance(block, ImageBlock):
            yield block.caption


def account(path: Path) -> Account:
    """Where the words of one file are."""
    floor = [word for page in floor_of(path) for word in page]
    texts, drops = read(path)
    left, in_sources, new = matched(floor, [word for text in texts for word in words_of(text)])
    reasons: Counter[str] = Counter()
    dropped = [word for _, text in drops for word in words_of(text)]
    for reason, text in drops:
        reasons[reason] += len(words_of(text))
    nowhere, in_drops, _ = matched(left, dropped)
    return Account(len(floor), in_sources, in_drops, Counter(nowhere), Counter(new), reasons)


def matched(floor: Sequence[str], ours: Iterable[str]) -> tuple[list[str], int, list[str]]:
    """The words of the floor that ours have not, how many they have, and which words ours have beyond."""
    order = list(ours)
    have, want = Counter(order), Counter(floor)
    rest = rest_of(floor, have)
    beyond = rest_of(order, want)
    rest, beyond = without_parted(rest, beyond)
    beyond, rest = without_parted(beyond, rest)
    lost = without_letters(rest, beyond)
    return lost, len(floor) - len(lost), without_letters(beyond, rest)


def rest_of(words: Sequence[str], others: Counter[str]) -> list[str]:
    """The words, in order, without as many of each as the others have."""
    remaining = others.copy()
    rest = []
    for word in words:
        if remaining[word] > 0:
            remaining[word] -= 1
        else:
            rest.append(word)
    return rest


def without_parted(parts: Sequence[str], wholes: Sequence[str]) -> tuple[list[str], list[str]]:
    """Both without the parts that follow each other and are one word among the wholes."""
    have = Counter(wholes)
    rest: list[str] = []
    at = 0
    while at < len(parts):
        for count in range(MOST_PARTS, 1, -1):
            whole = "".join(parts[at : at + count])
            if at + count <= len(parts) and have[whole] > 0:
                have[whole] -= 1
                at += count
                break
        else:
            rest.append(parts[at])
            at += 1
    return rest, rest_of(wholes, Counter(wholes) - have)


def without_letters(words: Sequence[str], others: Sequence[str]) -> list[str]:
    """The words whose letters the others have not: formulas are cut into words in many ways."""
    have = Counter("".join(others))
    rest = []
    for word in words:
        need = Counter(word)
        if need <= have:
            have -= need
        else:
            rest.append(word)
    return rest


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", type=Path, nargs="*")
    parser.add_argument("--words", action="store_true", help="list the words that one side alone has")
    parser.add_argument("--least", type=float, default=0.995, help="the share that every file has to account for")
    options = parser.parse_args()
    paths = [each for path in options.paths for each in (sorted(path.rglob("*.pdf")) if path.is_dir() else [path])]
    total: Counter[str] = Counter()
    good = True
    print(f"{'words':>8} {'sources':>8} {'drops':>7} {'nowhere':>7} {'new':>5}   share")
    for path in paths:
        try:
            result = account(path)
        except (ReadError, pypdfium2.PdfiumError) as error:
            print(f"{path.name}: {error}")
            good = False
            continue
        figures = {
            "words": result.floor,
            "sources": result.sources,
            "drops": result.drops,
            "nowhere": result.nowhere.total(),
            "new": result.new.total(),
        }
        print(line(figures, result.share), path.name)
        total.update(figures)
        good = good and result.share >= options.least
        if options.words:
            print("  drops:", ", ".join(f"{reason} {count}" for reason, count in result.reasons.most_common()))
            print("  nowhere:", " ".join(f"{word}:{count}" for word, count in result.nowhere.most_common(60)))
            print("  new:", " ".join(f"{word}:{count}" for word, count in result.new.most_common(40)))
    if paths:
        print(line(total, 1 - total["nowhere"] / max(total["words"], 1)), f"{len(paths)} files")
    return int(not good)


def line(figures: Mapping[str, int], share: float) -> str:
    count = "{words:>8,} {sources:>8,} {drops:>7,} {nowhere:>7,} {new:>5,}".format_map(figures)
    return f"{count}  {share:7.3%} "


if __name__ == "__main__":
    raise SystemExit(main())
