"""Read facts from the pixels of a flag: its colours, the main colour, stripes.

    (Japan, flag_main_colour, "white")
    (Italy, flag_colours, "green, white and red")
    (Italy, flag_colour_count, "3")
    (Italy, flag_stripes, "three vertical stripes")
    (Italy, flag_stripe_count, "3")
    (Italy, flag_stripe_colours, "green, white and red (from left to right)")
    (Italy, flag_middle_stripe, "white")

Only of pictures that their caption names ("Flag of Italy"), and only where people would not argue: a colour near the
border to another name, or an emblem with details, and the fact is left out rather than guessed. Photographs have no
flat colours, so they give nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from benchwright.demo.flags.colour_names import COLOURS, clear_names_of_rgb, names_of_rgb
from benchwright.demo.flags.flag_captions import Flag, flag_of
from benchwright.demo.flags.flat_colours import FlatPicture, picture_of, read_pixels
from benchwright.demo.flags.stripes import Stripes, stripes_of
from benchwright.english.joining import join_and
from benchwright.makers.composed.grammar import in_words
from benchwright.records import Fact, Source, Span
from benchwright.values import name_key

Box = tuple[float, float, float, float]

MOST_DETAIL = 0.15
"""Above this share of detail a picture is not flat-coloured, and nothing is said of it."""

ROUGH = 0.35
"""Above this share of shaded, noisy or mixed pixels a picture is taken for a photograph. (Flags as PNG stay below
0.2, those 250 pixels wide as JPEG of quality 60 mostly below 0.35.)"""

CLEAN = 0.001
"""Most detail that a complete list of colours may leave out."""

LEAST = 0.01
"""Least share of a colour that a person would list."""

EQUAL = 0.02
"""Shares closer than this count as equal when colours are put in order."""

MAIN, LEAD = 0.42, 1.4
"""Least share of the main colour, and how many times the next it must be."""

_MOST_STRIPES = 12
WHOLE: Box = (0.0, 0.0, 1.0, 1.0)
_PLACES = {
    ("horizontal", 2): ("top", "bottom"),
    ("horizontal", 3): ("top", "middle", "bottom"),
    ("vertical", 2): ("left", "right"),
    ("vertical", 3): ("left", "middle", "right"),
}
_ENDS = {"horizontal": "from top to bottom", "vertical": "from left to right"}


@dataclass(frozen=True, slots=True)
class NamedColour:
    """One named colour: the flat colours that bear the name, their share together, and whether all are clear."""

    name: str
    share: float
    flats: tuple[int, ...]
    clear: bool


def named_colours(picture: FlatPicture) -> tuple[NamedColour, ...]:
    """The picture's flat colours by name, largest first (of nearly equal ones, the first from the top left). A colour
    without a name stands alone under ""."""
    rgb = np.array([flat.rgb for flat in picture.flats])
    plain, clear = names_of_rgb(rgb).tolist(), clear_names_of_rgb(rgb).tolist()
    groups: dict[str, list[int]] = {}
    for index, code in enumerate(plain):
        groups.setdefault(COLOURS[code] if code >= 0 else f"?{index}", []).append(index)
    found = [
        NamedColour(
            name if name in COLOURS else "",
            sum(picture.flats[index].share for index in members),
            tuple(members),
            all(clear[index] >= 0 for index in members),
        )
        for name, members in groups.items()
    ]
    seen = {int(flat): place for place, flat in zip(*_first_places(picture), strict=True)}
    return tuple(
        sorted(found, key=lambda one: (-round(one.share / EQUAL), min(seen.get(flat, 0) for flat in one.flats)))
    )


def _first_places(picture: FlatPicture) -> tuple[list[int], list[int]]:
    """The labels in the picture, and for each its first pixel, row by row."""
    labels, places = np.unique(picture.labels, return_index=True)
    return labels.tolist(), places.tolist()


def main_colour(picture: FlatPicture, named: tuple[NamedColour, ...]) -> NamedColour | None:
    """The colour that clearly fills most of the picture. Detail counts as if it were one rival colour."""
    first = named[0]
    second = max([picture.detail, *(other.share for other in named[1:])])
    return first if first.clear and first.share >= MAIN and first.share >= LEAD * second else None


def all_colours(
    picture: FlatPicture, named: tuple[NamedColour, ...], stripes: Stripes | None
) -> tuple[NamedColour, ...]:
    """All colours a person would list, or none if that list could be argued with: the largest first, those of plain
    stripes (whose areas hardly differ) as they stand."""
    if (picture.detail > CLEAN and not (stripes and stripes.plain)) or not all(one.clear for one in named):
        return ()
    if any(one.share < LEAST for one in named) or not 2 <= len(named) <= 6:
        return ()
    if stripes is None or not stripes.plain:
        return named
    return tuple(sorted(named, key=lambda one: min(stripes.order.index(flat) for flat in one.flats)))


def stripe_names(stripes: Stripes, named: tuple[NamedColour, ...]) -> tuple[str, ...]:
    """The stripes' colours in order, or none if one is unclear or two neighbours bear the same name."""
    of = {index: one for one in named for index in one.flats}
    colours = [of[index] for index in stripes.order]
    same = any(one.name == other.name for one, other in pairwise(colours))
    if same or not all(one.clear for one in colours) or len(colours) > _MOST_STRIPES:
        return ()
    return tuple(one.name for one in colours)


def facts_of_image(source: Source, path: Path) -> Iterator[Fact]:
    """The facts of one flag whose bytes lie at `path`; none of any other picture, nor if it is not flat."""
    shown = flag_of(source)
    pixels = read_pixels(path) if shown else None
    picture = None if pixels is None else picture_of(pixels)
    if shown is None or picture is None or picture.detail > MOST_DETAIL or picture.rough > ROUGH:
        return
    named = named_colours(picture)
    stripes = stripes_of(picture)
    yield from _colour_facts(source, shown, picture, named, stripes)
    names = stripe_names(stripes, named) if stripes else ()
    if stripes and names:
        yield from _stripe_facts(source, shown, stripes, names)


def _stripe_facts(source: Source, shown: Flag, stripes: Stripes, names: tuple[str, ...]) -> Iterator[Fact]:
    more = (("count", str(len(names))), ("direction", stripes.direction), ("plain", "yes" if stripes.plain else "no"))
    yield _fact(source, shown, "stripes", f"{in_words(len(names))} {stripes.direction} stripes", WHOLE, "text", more)
    yield _fact(source, shown, "stripe_count", str(len(names)), WHOLE, "count", more)
    if len(names) <= 6:
        value = f"{join_and(names)} ({_ENDS[stripes.direction]})"
        yield _fact(source, shown, "stripe_colours", value, WHOLE, "colours", more)
    start = 0.0
    for place, name, width in zip(
        _PLACES.get((stripes.direction, len(names)), ()), names, stripes.widths, strict=False
    ):
        near, far = round(start, 3), round(start + width, 3)
        box = (0.0, near, 1.0, far) if stripes.direction == "horizontal" else (near, 0.0, far, 1.0)
        yield _fact(source, shown, f"{place}_stripe", name, box, "colours", more)
        start += width


def _colour_facts(
    source: Source, shown: Flag, picture: FlatPicture, named: tuple[NamedColour, ...], stripes: Stripes | None
) -> Iterator[Fact]:
    colours = all_colours(picture, named, stripes)
    if colours:
        value = join_and(tuple(one.name for one in colours))
        count = (("count", str(len(colours))),)
        yield _fact(source, shown, "colours", value, _box(picture, colours), "colours", count)
        yield _fact(source, shown, "colour_count", str(len(colours)), WHOLE, "count", ())
    main = main_colour(picture, named)
    if main:
        share = (("share", f"{main.share:.2f}"),)
        yield _fact(source, shown, "main_colour", main.name, _box(picture, (main,)), "colours", share)


def _box(picture: FlatPicture, colours: tuple[NamedColour, ...]) -> Box:
    """The smallest box around all pixels of these colours, in fractions of the picture."""
    mask = np.isin(picture.labels, [index for one in colours for index in one.flats])
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    height, width = mask.shape
    edges = columns[0] / width, rows[0] / height, (columns[-1] + 1) / width, (rows[-1] + 1) / height
    left, top, right, bottom = (round(float(edge), 3) for edge in edges)
    return left, top, right, bottom


def _fact(
    source: Source,
    shown: Flag,
    relation: str,
    value: str,
    box: Box,
    value_type: str,
    qualifiers: tuple[tuple[str, str], ...],
) -> Fact:
    name = f"flag_{relation}"
    if shown.article:
        qualifiers = (*qualifiers, ("article", shown.article))
    return Fact(
        id=f"{source.id}#{name}",
        subject=shown.subject,
        entity=name_key(shown.subject),
        relation=name,
        value=value,
        span=Span(source.id, "pixels", box=box),
        subject_type="place",
        value_type=value_type,
        qualifiers=qualifiers,
    )
