"""Word files, slides and sheets become texts, tables and pictures in reading order, with their captions.

    words, pictures, tables (pieces) ── join_captions ──▶ pieces with captions ── write ──▶ TextBuilder

Knows no XML.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from benchwright.readers.base import Area, Box, ImageBlock, TextBuilder
from benchwright.readers.table_records import Notice
from benchwright.records import Drop, Table

_LABEL = re.compile(r"^(?:(?P<picture>fig(?:ure|\.)?)|(?P<table>tab(?:le|\.)?))\s*\d+(?:[.-]\d+)*[a-z]?", re.IGNORECASE)
_MOST_KINDS = 100
_LONGEST = 400
"""Characters of a caption that only its first words give away: `Figure 3. An oak`."""


@dataclass(frozen=True, slots=True)
class PageBox:
    """Where a piece stands, in a format with pages."""

    page: int
    box: Box


@dataclass(frozen=True, slots=True)
class OfficeText:
    """A heading (`level` from 1), or a paragraph (0); `list` is the number of the list or box that a paragraph
    belongs to (0 for none): no blank line parts it from the one before, if that has the same. `named` if the format
    itself says that it is a caption."""

    text: str
    level: int = 0
    list: int = 0
    named: bool = False
    spot: PageBox | None = None


@dataclass(frozen=True, slots=True)
class OfficeTable:
    """A table."""

    table: Table
    caption: str = ""
    title: str = ""
    spot: PageBox | None = None


@dataclass(frozen=True, slots=True)
class OfficePicture:
    """A picture: its bytes, or (then without any) the address that the document names."""

    name: str
    data: bytes = field(default=b"", repr=False)
    caption: str = ""
    alt: str = ""
    spot: PageBox | None = None


Piece = OfficeText | OfficeTable | OfficePicture


@dataclass(slots=True)
class OfficeLosses:
    """What a document holds and does not become text: one drop, with a count, for each reason and kind of thing.
    `pictures` counts those that were met."""

    pictures: int = 0
    _found: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)

    def add(self, reason: str, detail: str, text: str = "") -> None:
        """`detail` says what these are, in the plural. After 100 different ones the rest are counted together."""
        if (reason, detail) not in self._found and len(self._found) >= _MOST_KINDS:
            detail = "more"
        count, beginning = self._found.get((reason, detail), (0, ""))
        self._found[reason, detail] = (count + 1, beginning or " ".join(text[:400].split())[:200])

    def add_cut_rows(self, notices: Iterable[Notice]) -> None:
        """Of the notices of a table, the rows that were cut."""
        for notice in notices:
            if notice.reason == "table-row-cut":
                self.add(notice.reason, "tables with rows longer than their header", notice.text)

    def drops(self, document: str) -> Iterator[Drop]:
        """In the order of reasons and kinds."""
        for (reason, detail), (count, beginning) in sorted(self._found.items()):
            yield Drop(document, reason, f"{count:,} {detail}", beginning)


def join_captions(pieces: Sequence[Piece]) -> list[Piece]:
    """Give captions to the pictures and tables beside them, and take them out of the text. A caption is a paragraph
    that the format calls so, or a short one that begins `Figure 3.` or `Table 3:`; one with nothing beside it stays a
    paragraph. Where there is something on both sides, most others of the document decide; else a figure stands above
    its caption and a table below."""
    result: list[Piece | None] = list(pieces)
    wanted = {at: kind for at, piece in enumerate(pieces) if isinstance(piece, OfficeText) and (kind := _kind(piece))}
    sides = {at: (_run(pieces, at, -1, kind), _run(pieces, at, 1, kind)) for at, kind in wanted.items()}
    above: dict[str, int] = {"picture": 1, "table": -1, "any": 1}
    for at, (before, after) in sides.items():
        if bool(before) != bool(after):
            above[wanted[at]] += 2 if before else -2
    for at, kind in wanted.items():
        words = pieces[at]
        before, after = ([place for place in side if _bare(result[place])] for side in sides[at])
        chosen = (before or after[:1]) if above[kind] > 0 else (after[:1] or before)
        if chosen and isinstance(words, OfficeText):
            for place in chosen:
                piece = result[place]
                if isinstance(piece, OfficeTable | OfficePicture):
                    result[place] = replace(piece, caption=words.text)
            result[at] = None
    return [piece for piece in result if piece is not None]


def _kind(words: OfficeText) -> str:
    """What a caption names: picture, table, any; "" for words that are no caption."""
    if words.level or not words.text:
        return ""
    label = _LABEL.match(words.text)
    if label is None:
        return "any" if words.named else ""
    rest = words.text[label.end() :].lstrip(" ")
    if not words.named and (len(words.text) > _LONGEST or (rest and rest[0] not in ".:–—-")):
        return ""
    return "picture" if label["picture"] else "table"


def _run(pieces: Sequence[Piece], at: int, step: int, kind: str) -> list[int]:
    """The places of the pictures directly beside a caption (all in a row), or of the one table."""
    results: list[int] = []
    place = at + step
    while 0 <= place < len(pieces) and len(results) < 50:
        piece = pieces[place]
        fits = (isinstance(piece, OfficePicture) and kind != "table") or (
            isinstance(piece, OfficeTable) and kind != "picture"
        )
        if not fits or (results and type(piece) is not type(pieces[results[0]])):
            break
        if not _together(piece, pieces[at]):
            break
        results.append(place)
        if isinstance(piece, OfficeTable):
            break
        place += step
    return results


def _together(one: Piece, two: Piece) -> bool:
    return one.spot is None or two.spot is None or one.spot.page == two.spot.page


def _bare(piece: Piece | None) -> bool:
    return isinstance(piece, OfficeTable | OfficePicture) and not piece.caption


def write(pieces: Iterable[Piece], out: TextBuilder) -> None:
    """Put the pieces into the text and the blocks of a document."""
    last = 0
    for piece in pieces:
        spot = piece.spot
        page, box = (spot.page, spot.box) if spot is not None else (None, None)
        if isinstance(piece, OfficeTable):
            out.table(piece.table, piece.caption, piece.title, page, box)
        elif isinstance(piece, OfficePicture):
            out.blocks.append(
                ImageBlock(piece.name, out.at, out.headings, piece.caption, piece.alt, page, box, piece.data)
            )
        elif piece.level:
            out.heading(piece.text, piece.level, page)
        else:
            areas = (Area(0, len(piece.text.strip()), page, box),) if page is not None and box is not None else ()
            out.paragraph(piece.text, "\n" if piece.list and piece.list == last else "\n\n", areas)
        if isinstance(piece, OfficeText):
            last = piece.list
