"""A document is cut into its sources: passages, tables and images, each with the passages that refer to it.

Ids are the document's name and a number: `trees.md#p0`, `trees.md#t0`, `trees.md#i0`. They depend on nothing but the
document itself. A passage refers to a table or image if it names its label (`Figure 3`, and the caption begins so), or
if it is the nearest before or after it under the same headings.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from benchwright.errors import ReadError
from benchwright.readers.base import Document, Heading, ImageBlock, InputFile, Limits, Paragraph, TableBlock
from benchwright.readers.checked_images import image_text
from benchwright.readers.passages import Chunks, Passage, chunk
from benchwright.readers.table_records import bound_table, table_name, table_text
from benchwright.records import Drop, Entry, Image, Modality, Place, Source
from benchwright.values.scale_notes import passage_states_scale

_KIND = r"(?P<kind>fig(?:ure)?s?|tab(?:le)?s?)\.?"
_NUMBER = r"\d+(?:[.\-]\d+)*[a-z]?"
_LABEL = re.compile(rf"^\W*{_KIND}\s*(?P<number>{_NUMBER})(?=$|[\s:.)–—-])", re.IGNORECASE)
_MENTION = re.compile(
    rf"\b{_KIND}\s*(?P<numbers>{_NUMBER}(?:\s*(?:,|and|or|&|,\s*and)\s*{_NUMBER})*)(?![\w])", re.IGNORECASE
)

ImageMaker = Callable[[bytes, str, str], Image]
"""(bytes, caption, alt) -> the image's record, its bytes kept. ReadError if they are no image within limits."""


@dataclass(frozen=True, slots=True)
class ChunkSize:
    """How documents become passages: at most `words` words, none under `shortest` characters."""

    words: int = 100
    shortest: int = 200


def assemble(
    document: Document, file: InputFile, cutting: ChunkSize, limits: Limits, store_image: ImageMaker
) -> Iterator[Source | Drop]:
    """The document's passages, tables and images, each kind in document order, and what was dropped."""
    name = document.name
    chunks = chunk(document.text, document.blocks, cutting.words, cutting.shortest, document.entries)
    kept, dropped = _with_notes(document, chunks)
    for short in dropped:
        text = document.text[short.start : short.end]
        yield Drop(name, "short-passage", f"{len(text)} characters at {short.start}", text)
    ends = [passage.end for passage in kept]
    for lone in _lone_headings(document):
        text, behind = document.text[lone.start : lone.end], bisect_left(ends, lone.end)
        in_passage = behind < len(ends) and kept[behind].start <= lone.start
        if not in_passage and text != document.title:
            yield Drop(name, "heading-alone", f"nothing stands under the heading at {lone.start}", text)
    entries = sorted((*document.entries, *_sections(document)), key=lambda entry: (entry.name, entry.body))
    begins = [entry.name[0] for entry in entries]
    code = [entry for entry in entries if entry.kind == "code"]
    code_ends = [entry.body[1] for entry in code]
    for number, passage in enumerate(kept):
        first, last = bisect_left(begins, passage.start), bisect_left(begins, passage.end)
        held = entries[first:last]
        at = bisect_right(code_ends, passage.start)
        if at < len(code) and code[at].body[0] < passage.start:  # the passage before began it
            here = passage.start
            held = [replace(code[at], name=(here, here), body=(here, code[at].body[1])), *held]
        yield Source(
            f"{name}#p{number}",
            Modality.TEXT,
            document.title,
            document.text[passage.start : passage.end],
            Place(name, passage.start, passage.end, passage.page, passage.headings, passage.box),
            licence=document.licence,
            url=document.url,
            entries=tuple(entries_within(held, passage.start, passage.end)),
        )
    referring = _Referring(name, document.text, kept)
    tables = [block for block in document.blocks if isinstance(block, TableBlock)]
    for number, block in enumerate(tables):
        source = _table(document, number, block, limits, referring)
        yield source
        if source.table is not None and (cut := source.table.cut) is not None:
            yield Drop(
                name, "table-cut", f"{source.id}: at least {cut.rows} rows, {cut.columns} columns before", source.title
            )
    images = [block for block in document.blocks if isinstance(block, ImageBlock)]
    number = 0
    for picture in images:
        try:
            image = store_image(_bytes_of(picture, file), picture.caption, picture.alt)
        except ReadError as error:
            words = image_text(picture.caption, picture.alt)
            yield Drop(name, f"image-{error.reason}".replace("image-image-", "image-"), str(error), words)
            continue
        yield _image(document, number, picture, image, referring)
        number += 1


def _with_notes(document: Document, chunks: Chunks) -> tuple[list[Passage], list[Passage]]:
    """The passages that are kept, and those that are too short. Beside tables a short one is kept that says in what
    scale their figures are: without it they would be read as they stand."""
    tables = any(isinstance(block, TableBlock) for block in document.blocks)
    notes = [short for short in chunks.short if tables and passage_states_scale(document.text[short.start : short.end])]
    kept = sorted((*chunks.kept, *notes), key=lambda passage: passage.start)
    return kept, [short for short in chunks.short if short not in notes]


def _lone_headings(document: Document) -> Iterator[Heading]:
    """The headings under which nothing stands, nor under a heading below them: no source has them in its path."""
    open_headings: list[Heading] = []
    for block in document.blocks:
        if not isinstance(block, Heading):
            open_headings.clear()
            continue
        while open_headings and open_headings[-1].level >= block.level:
            yield open_headings.pop()
        open_headings.append(block)
    yield from open_headings


def _sections(document: Document) -> Iterator[Entry]:
    """Each heading with the text under it, up to the next heading, and the headings above it: passages that hold
    several sections tell them."""
    path: list[Heading] = []
    body: tuple[int, int] | None = None
    for block in (*document.blocks, None):
        if isinstance(block, Paragraph):
            body = (body[0] if body else block.start, block.end)
        elif isinstance(block, Heading) or block is None:
            if path and body is not None:
                above = tuple(" ".join(document.text[one.start : one.end].split()) for one in path[:-1])
                yield Entry("section", (path[-1].start, path[-1].end), body, within=above)
            body = None
            if block is not None:
                path = [one for one in path if one.level < block.level] + [block]


def entries_within(entries: Sequence[Entry], start: int, end: int) -> Iterator[Entry]:
    """The entries of a document that begin in a passage, in ranges of its text. What is said of a name is cut where the
    passage ends; an entry of which only the name is left is left out. A list that is not whole keeps no items."""
    for entry in entries:
        (name, name_end), (body, body_end) = entry.name, entry.body
        if start <= name and name_end <= end and body < end:
            items = entry.items if body_end <= end else ()
            yield replace(entry, body=(body, min(body_end, end)), items=items).moved(-start)


def _bytes_of(picture: ImageBlock, file: InputFile) -> bytes:
    if picture.draw is not None:
        return picture.draw()
    if picture.data:
        file.begin(f"image {picture.target}")
        return picture.data
    return file.picture(picture.target)


def _table(document: Document, number: int, block: TableBlock, limits: Limits, referring: _Referring) -> Source:
    # A page's own title serves as the heading above; one that is only a number ("0.html") says nothing.
    page = (document.title,) if any(letter.isalpha() for letter in document.title) else ()
    title = block.title or table_name(block.caption, block.headings or page, document.name)
    table = bound_table(block.table, limits)
    source = _source(document, f"t{number}", Modality.TABLE, block, referring)
    return replace(source, title=title, text=table_text(title, table), table=table)


def _image(document: Document, number: int, block: ImageBlock, image: Image, referring: _Referring) -> Source:
    source = _source(document, f"i{number}", Modality.IMAGE, block, referring)
    title = block.headings[-1] if block.headings else document.title
    return replace(source, title=title, text=image_text(block.caption, block.alt), image=image)


def _source(
    document: Document, number: str, modality: Modality, block: TableBlock | ImageBlock, referring: _Referring
) -> Source:
    """What a table and an image have in common: where they stand, and what refers to them."""
    place = Place(document.name, page=block.page, headings=block.headings, box=block.box)
    referred_by = referring.to(block.at, block.headings, block.caption)
    id, licence, url = f"{document.name}#{number}", document.licence, document.url
    return Source(id, modality, "", "", place, referred_by=referred_by, licence=licence, url=url)


class _Referring:
    """Which passages of one document refer to what stands at a place of it."""

    def __init__(self, name: str, text: str, passages: Sequence[Passage]) -> None:
        self._name = name
        self._passages = passages
        self._mentions: dict[tuple[str, str], list[int]] = {}
        self._under: dict[tuple[str, ...], tuple[list[int], list[int]]] = {}  # by headings: numbers, ends
        for number, passage in enumerate(passages):
            for path in dict.fromkeys(passage.paths):
                numbers, ends = self._under.setdefault(path, ([], []))
                numbers.append(number)
                ends.append(passage.end)
            for label in sorted(set(_mentioned(text[passage.start : passage.end]))):
                self._mentions.setdefault(label, []).append(number)

    def to(self, at: int, headings: tuple[str, ...], caption: str) -> tuple[str, ...]:
        """Ids of the passages, in document order."""
        numbers = set(self._beside(at, headings))
        label = _LABEL.match(caption)
        if label is not None:
            numbers.update(self._mentions.get((label["kind"][0].lower(), label["number"].lower()), ()))
        return tuple(f"{self._name}#p{number}" for number in sorted(numbers))

    def _beside(self, at: int, headings: tuple[str, ...]) -> Iterator[int]:
        """The passage around a place, or else the nearest before and after it, under the same headings."""
        numbers, ends = self._under.get(headings, ([], []))
        first = bisect_right(ends, at)  # of those that end behind the place
        if first < len(numbers) and self._passages[numbers[first]].start < at:
            yield numbers[first]
        else:
            yield from numbers[max(first - 1, 0) : first + 1]


def _mentioned(text: str) -> Iterator[tuple[str, str]]:
    """(f or t, number) of every label that a text names: `Figures 3 and 4` names two."""
    for match in _MENTION.finditer(text):
        for number in re.findall(_NUMBER, match["numbers"], re.IGNORECASE):
            yield match["kind"][0].lower(), number.lower()
