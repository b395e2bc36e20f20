"""Captions are recognised among a page's lines: "Figure 3.2 A cell", "TABLE IV", "Listing 2:", "Algorithm 1".

A paragraph may begin with the same words ("Figure 3 shows that ..."), and a line of running text may happen to begin
with "Table 2. Then ...". A caption starts a block of its own, and after its number comes a separator, another style, or
nothing; without any of these, its own style against the page's running text has to speak for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from benchwright.english.vocabulary import Vocabulary
from benchwright.readers.pdf.page import PageContent, Rect, TextLine, Word, around

FIGURE, TABLE, CODE = "figure", "table", "code"

_KINDS = {
    word: kind
    for kind, words in Vocabulary.of("benchwright.readers.pdf", "captions").rows("kinds").items()
    for word in words
}

_LABEL = re.compile(
    r"(?:(?:extended data|supplementary|supplemental|appendix)\s)?([a-z]{3,12})\.?\s?"
    r"((?:[a-z]{1,2}[.\-]?)?[0-9]{1,4}(?:[.\-][0-9]{1,4}){0,3}[a-z]?|[ivxlc]{1,7})(?![a-z0-9])",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"\s?[:.|)\]–—−-](?:\s|$)")
_LEADERS = re.compile(r"\.{4}|(?: \.){4}|\s[0-9]{1,4}$")

_NEAR = 60.0  # points

MOST_LINES = 40
"""A caption of more lines is cut: it is running text by then."""

MOST_CAPTIONS = 60
"""A page with more is a list of figures."""


@dataclass(frozen=True, slots=True)
class Caption:
    """A caption: what it belongs to ("figure", "table" or "code"), its words ("Figure 3: A cell"), where it stands,
    and which of the page's lines it takes."""

    kind: str
    text: str
    rect: Rect
    lines: tuple[int, ...]


def find_captions(content: PageContent, lines: Sequence[TextLine]) -> tuple[Caption, ...]:
    """The captions of a page, in the order of their lines."""
    candidates = [(at, match) for at, line in enumerate(lines) if (match := _LABEL.match(line.text[:80]))]
    candidates = [(at, match) for at, match in candidates if match[1].lower() in _KINDS]
    if not candidates or len(candidates) > MOST_CAPTIONS * 4:
        return ()
    body = running_style(content)
    beginnings = [(at, match) for at, match in candidates if _begins_caption(at, match, lines, body, content)]
    if len(beginnings) > MOST_CAPTIONS:
        return ()
    starts = frozenset(at for at, _ in beginnings)
    entries = {at for at, match in candidates if _SEPARATOR.match(lines[at].text[match.end() :])}
    captions = []
    for at, match in beginnings:
        taken = _goes_on(at, lines, starts, body[0] if match.end() == len(lines[at].text) else None)
        if _KINDS[match[1].lower()] == TABLE:
            taken = _before_cells(taken, lines, content)
        if any(index in entries for index in taken[1:]):
            continue  # an entry in a list of figures, with the next entries under it
        text = join_lines(tuple(lines[index].text for index in taken))
        captions.append(Caption(_KINDS[match[1].lower()], text, around(lines[index].rect for index in taken), taken))
    return tuple(captions)


def label_of(caption: str) -> str:
    """The number that a caption begins with ("Table 3"), as written; "" without one."""
    match = _LABEL.match(caption)
    return match[0].casefold() if match else ""


def names_table(caption: str) -> bool:
    """Whether a caption begins with the label of a table ("Table 3")."""
    match = _LABEL.match(caption)
    return match is not None and _KINDS.get(match[1].lower()) == TABLE


def running_style(content: PageContent) -> tuple[str, float]:
    """The font and size that most letters of the page have; ("", 0.0) for a page without words."""
    return style_of(content.words) if content.words else ("", 0.0)


def style_of(words: Sequence[Word]) -> tuple[str, float]:
    """The font and size that most letters of these words have."""
    letters: Counter[tuple[str, float]] = Counter()
    for word in words:
        letters[word.font, round(word.size, 1)] += len(word.text)
    return max(letters, key=lambda style: (letters[style], style))


def join_lines(texts: Sequence[str]) -> str:
    """Lines of one text in one. A word that was parted by a hyphen is joined again, with a mark (U+00AD) where the
    hyphen was: whether it is the word's own is known at the end of the document (`Hyphens.mended`)."""
    joined = ""
    for text in texts:
        text = text.strip()
        if joined.endswith("-") and joined[-2:-1].isalpha() and text[:1].islower():
            joined = f"{joined[:-1]}\u00ad{text}"
        else:
            joined = f"{joined} {text}" if joined and text else joined or text
    return joined


def _begins_caption(
    at: int, found: re.Match[str], lines: Sequence[TextLine], body: tuple[str, float], content: PageContent
) -> bool:
    line = lines[at]
    if not line.words[0].upright or _is_entry(line.text):
        return False
    if re.fullmatch(r"[ivxlc]+", found[2]) or not line.text[0].isupper():
        return False
    rest = line.text[found.end() :]
    label, others = _parted(line, found.end())
    own = style_of(others or label)
    above = _line_above(at, lines)
    apart = above is None or _apart(above, line) or style_of(above.words) not in (own, style_of(label))
    if above is not None and not apart and not _graphic_between(content, above, line):
        return False
    if not rest.strip() or _SEPARATOR.match(rest) or re.fullmatch(r"\s?\([^()]+\)\.?", rest):
        return True
    if label and others and label[0].bold and not others[0].bold:
        return True
    differs = abs(own[1] - body[1]) > 0.4 or own[0] != body[0]
    return rest.strip()[:1].isupper() and (differs or _graphic_between(content, above, line))


def _is_entry(text: str) -> bool:
    """Whether it is a line in a list of figures: dots, or a page number far behind."""
    match = _LEADERS.search(text)
    return match is not None and "." in match[0]


def _parted(line: TextLine, end: int) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    """The words of the label, and those behind it. `end` counts in the line's text."""
    count = len(line.text[:end].split())
    return line.words[:count], line.words[count:]


def _line_above(at: int, lines: Sequence[TextLine]) -> TextLine | None:
    """The nearest line above that stands over this one, if it is near."""
    here = lines[at]
    best: TextLine | None = None
    for line in lines:
        rect = line.rect
        if rect.bottom > here.rect.bottom - 0.5 * here.rect.height or rect.bottom < here.rect.top - _NEAR:
            continue
        if min(rect.right, here.rect.right) - max(rect.left, here.rect.left) <= 0 or not line.words[0].upright:
            continue
        if best is None or rect.bottom > best.rect.bottom:
            best = line
    return best


def _apart(above: TextLine, line: TextLine) -> bool:
    size = max(word.size for word in line.words)
    return line.rect.top - above.rect.bottom > 0.45 * size


def _graphic_between(content: PageContent, above: TextLine | None, line: TextLine) -> bool:
    """Whether something drawn ends between the two lines, or right over the lower one: that starts something new."""
    top, bottom = (above.rect.bottom if above else line.rect.top - _NEAR) - 2, line.rect.top + 2
    drawings, rules = [each.rect for each in content.drawings], [each.rect for each in content.rules]
    rects = [*(raster.rect for raster in content.rasters), *rules, *drawings]
    return any(top <= rect.bottom <= bottom and _over(rect, line.rect) for rect in rects)


def _over(one: Rect, other: Rect) -> bool:
    return min(one.right, other.right) > max(one.left, other.left)


def _goes_on(at: int, lines: Sequence[TextLine], starts: frozenset[int], page_font: str | None) -> tuple[int, ...]:
    """The caption's lines from `at` on: near below each other, in the same style, over each other. Under a label that
    stands alone its title may be set in another font, if it is not the page's."""
    taken = [at]
    first = lines[at]
    label_and_rest = [style_of(first.words)]
    size = max(word.size for word in first.words)
    below = sorted(
        (index for index, line in enumerate(lines) if line.rect.top > first.rect.top + 0.5 * size),
        key=lambda index: (lines[index].rect.top, lines[index].rect.left),
    )
    leading = 0.0
    for index in below:
        line, last = lines[index], lines[taken[-1]]
        if len(taken) >= MOST_LINES or line.rect.top - last.rect.bottom > 2 * size:
            break
        if not _over(line.rect, last.rect) or line.rect.top <= last.rect.top + 0.5 * size:
            continue
        step = line.rect.bottom - last.rect.bottom
        font, points = style_of(line.words)
        title = page_font is not None and len(taken) == 1 and font not in (page_font, label_and_rest[0][0])
        if index in starts or step > (1.2 * leading if leading else (2.6 if title else 1.55) * size):
            break
        if abs(points - size) > 0.6 and abs(points - label_and_rest[-1][1]) > 0.3:
            break
        if len(taken) > 1 and font != style_of(last.words)[0] and font != label_and_rest[-1][0]:
            break
        if (
            len(taken) == 1
            and not title
            and not {word.font for word in line.words} & {word.font for word in first.words}
        ):
            break
        leading = leading or step
        label_and_rest.append((font, points))
        taken.append(index)
    return tuple(taken)


def _before_cells(taken: Sequence[int], lines: Sequence[TextLine], content: PageContent) -> tuple[int, ...]:
    """The lines of a table's caption before the first that is a cell of the table right under it: it stands on a shade
    that the caption is not on, or begins a row of pieces that stand under the caption or keep to other edges."""
    first = lines[taken[0]].rect
    shades = [each.rect for each in content.drawings if each.filled and not each.rect.holds(first)]
    for count, at in enumerate(taken[1:], 1):
        rect = lines[at].rect
        beside = [
            line.rect
            for line in lines
            if line is not lines[at] and abs(line.rect.middle[1] - rect.middle[1]) < 0.3 * rect.height
        ]
        set_under = abs(rect.left - first.left) < 2 or abs(rect.middle[0] - first.middle[0]) < 2
        row = any(_over(other, first) for other in beside) or (len(beside) > 1 and not set_under)
        if row or any(shade.holds(rect) for shade in shades):
            return tuple(taken[:count])
    return tuple(taken)
