"""The figures of a page are found: which regions to cut out as images, and with which caption.

Heaps of drawings and rasters that stand over (or, on other pages, under) one caption are one figure, with the words in
them and close around them: parts (a) and (b), axes, legends. Without a caption a heap has to be large enough, and
must not be a box behind text, nor stand where pages have their heads and feet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from benchwright.readers.pdf.captions import (
    FIGURE,
    TABLE,
    Caption,
    find_captions,
    join_lines,
    running_style,
    style_of,
)
from benchwright.readers.pdf.clusters import Cluster, find_clusters
from benchwright.readers.pdf.page import PageContent, PageFigure, PageTable, Raster, Rect, TextLine, around

REACH = 72.0
"""Points between a caption and its figure at most."""

BETWEEN = 60.0
"""Points between two parts of a figure at most, or between one and a label between them."""

_FARTHEST = 200.0  # points, with labels between
_FARTHEST_TITLE = 3.0  # of the size
_STYLE = re.compile(r"[-,]")

SMALLEST = 60.0
"""Points: the least width and height of a figure without a caption."""

SMALLEST_IN_CELL = 24.0
"""Points: the least width and height of a picture in a table's cell; what is smaller is an icon."""

MOST_IN_TABLE = 100
MOST_LINES = 6
"""Lines of a caption without a label."""

_STEPS = 3  # labels beyond labels: numbers at an axis, its title, a legend
_MOST_ROWS = 100  # rows of an unread table: its picture shows all of them

MOST_CLUSTERS = 400
MOST_TURNED = 500
HEAD, FOOT = 0.11, 0.93
"""Fractions of the page: what ends above or begins below and has no caption belongs to its head or foot."""


@dataclass(frozen=True, slots=True)
class _Page:
    """What decides between figure and text on one page."""

    content: PageContent
    captions: tuple[Caption, ...]
    text: tuple[Rect, ...]
    """Lines of running text."""
    labels: tuple[TextLine, ...]
    """Other lines, which may belong to a figure."""

    def free(self, upper: float, lower: float, left: float, right: float, own: Caption | None = None) -> bool:
        """Whether no running text and no other caption stands between two heights."""
        blocks = [*self.text, *(caption.rect for caption in self.captions if caption is not own)]
        return not any(
            upper - 2 < rect.middle[1] < lower + 2 and rect.left < right and rect.right > left for rect in blocks
        )


def find_figures(
    content: PageContent, lines: Sequence[TextLine], tables: Sequence[PageTable], over: bool | None = None
) -> tuple[PageFigure, ...]:
    """The figures of a page from the top. `tables` are those found on it: what is drawn in them is no figure; `over`
    tells on which side of its figures the document has its captions."""
    clusters = find_clusters(content, [table.rect for table in tables])
    clusters = tuple(c for c in clusters if c.rect.width >= 8 or c.rect.height >= 8)
    if not clusters:
        return _in_tables(content, tables)
    captions = find_captions(content, lines)
    used = {table.caption_rect for table in tables}
    own = [caption for caption in captions if caption.rect not in used]
    own = [caption for caption in own if caption.kind == FIGURE] + [c for c in own if c.kind != FIGURE]
    page = _page(content, lines, captions, clusters)
    clusters = tuple(sorted(clusters, key=lambda c: -c.rect.area)[:MOST_CLUSTERS])
    groups = _by_caption(page, clusters, own, over)
    results = []
    taken: set[int] = set()
    for number, members in groups.items():
        taken.update(members)
        steps = _MOST_ROWS if own[number].kind == TABLE else _STEPS
        rect = _with_labels(page, around(clusters[at].rect for at in members), own[number].rect, steps)
        rect = _beside_caption(_padded(rect, content), own[number].rect)
        results.append(PageFigure(rect, own[number].text, own[number].rect))
    whole = [figure.rect for figure in results]
    for at, cluster in enumerate(clusters):
        if at in taken or any(rect.overlap(cluster.rect) > 0.5 * cluster.rect.area for rect in whole):
            continue
        if _large_enough(page, cluster):
            rect = _padded(_with_labels(page, cluster.rect), content)
            if not any(rect.overlap(other) > 0.3 * rect.area for other in whole):
                results.append(_without_label(page, cluster, rect))
                whole.append(rect)
    return tuple(
        sorted([*results, *_in_tables(content, tables)], key=lambda figure: (figure.rect.top, figure.rect.left))
    )


def _in_tables(content: PageContent, tables: Sequence[PageTable]) -> tuple[PageFigure, ...]:
    """The pictures in cells."""
    inside = [
        each
        for each in content.rasters
        if min(each.rect.width, each.rect.height) >= SMALLEST_IN_CELL
        and any(table.rect.holds(each.rect) for table in tables)
    ]
    return tuple(PageFigure(_padded(each.rect, content), stamp=_stamp([each])) for each in inside[:MOST_IN_TABLE])


def _stamp(rasters: Sequence[Raster]) -> str:
    """What tells pictures at the same place of two pages from each other."""
    return ";".join(
        f"{r.rect.left:.0f},{r.rect.top:.0f},{r.rect.right:.0f},{r.rect.bottom:.0f},{r.width}x{r.height},{r.weight}"
        for r in rasters
    )


def _without_label(page: _Page, cluster: Cluster, rect: Rect) -> PageFigure:
    """A figure whose caption does not begin with "Figure". Small words right under a picture are its caption."""
    rasters = [each for each in page.content.rasters if cluster.rect.holds(each.rect)]
    stamp = _stamp(rasters) if len(rasters) == cluster.rasters else ""
    if not cluster.rasters or cluster.drawings or cluster.rules:
        return PageFigure(rect, stamp="" if cluster.drawings or cluster.rules else stamp)
    lines: list[TextLine] = []
    below = cluster.rect.bottom
    size = running_style(page.content)[1] or 10.0
    for line in page.labels:
        own = style_of(line.words)[1]
        under = cluster.rect.left - size < line.rect.left and line.rect.right < cluster.rect.right + size
        if under and -0.3 * own < line.rect.top - below < 1.2 * own and own < 0.93 * size:
            lines.append(line)
            below = line.rect.bottom
    text = join_lines([line.text for line in lines])
    if len(text.split()) < 3 or len(lines) > MOST_LINES:
        return PageFigure(rect, stamp=stamp)
    own_rect = around(line.rect for line in lines)
    return PageFigure(_beside_caption(_padded(cluster.rect, page.content), own_rect), text, own_rect)


def _page(
    content: PageContent, lines: Sequence[TextLine], captions: tuple[Caption, ...], clusters: Sequence[Cluster]
) -> _Page:
    """Running text is what has the page's usual style and is long, or stands in a block of such lines."""
    body = running_style(content)
    in_captions = {number for caption in captions for number in caption.lines}
    others = [line for number, line in enumerate(lines) if number not in in_captions]
    drawn = [c.rect for c in clusters if c.rasters or c.drawings > 2]
    longest = max((line.rect.width for line in others if style_of(line.words) == body), default=0.0)
    text: list[Rect] = []
    labels: list[TextLine] = []
    for line in sorted(others, key=lambda line: (line.rect.top, line.rect.left)):
        usual = style_of(line.words)[1] == body[1] and line.words[0].upright
        named = sum(any(map(str.isalpha, word.text)) for word in line.words)  # numbers at an axis are not text
        long = line.rect.width > 0.5 * longest and named > 3 and style_of(line.words) == body
        inside = usual and any(rect.overlap(line.rect) > 0.8 * line.rect.area for rect in drawn)
        if usual and not inside and (long or any(_goes_on(rect, line.rect, body[1]) for rect in text[-12:])):
            text.append(line.rect)
        else:
            labels.append(line)
    turned = [word for word in content.words if not word.upright]
    labels.extend(TextLine((word,), word.rect) for word in turned[:MOST_TURNED])
    return _Page(content, captions, tuple(text), tuple(labels))


def _goes_on(above: Rect, line: Rect, size: float) -> bool:
    """Whether a line ends the paragraph of the line above it."""
    near = line.top - above.bottom < 0.5 * size and line.bottom > above.bottom
    return near and abs(line.left - above.left) < 2.5 * size and line.right <= above.right + size


def _by_caption(
    page: _Page, clusters: Sequence[Cluster], captions: Sequence[Caption], over: bool | None
) -> dict[int, list[int]]:
    """Which clusters belong to which caption: those above, or those below where that gives more captions a figure, or
    where the document has its captions over its figures."""
    ways = [_assigned(page, clusters, captions, above) for above in (True, False)]
    if over is not None and ways[over][0]:
        return ways[over][0]
    scores = [(len(groups), -distance) for groups, distance in ways]
    return ways[0][0] if scores[0][0] >= scores[1][0] or scores[0] >= scores[1] else ways[1][0]


def _assigned(
    page: _Page, clusters: Sequence[Cluster], captions: Sequence[Caption], over: bool
) -> tuple[dict[int, list[int]], float]:
    """Clusters by caption, each with the captions of one side only, and the sum of distances."""
    groups: dict[int, list[int]] = {}
    total = 0.0
    used: set[int] = set()
    for number, caption in sorted(enumerate(captions), key=lambda pair: pair[1].rect.top, reverse=not over):
        left, right = _reach_across(page, caption)
        edge = caption.rect.top if over else caption.rect.bottom
        members: list[int] = []
        near = sorted(
            (
                at
                for at, c in enumerate(clusters)
                if at not in used and (left <= c.rect.middle[0] <= right or _spans(page, c.rect, caption))
            ),
            key=lambda at: -clusters[at].rect.bottom if over else clusters[at].rect.top,
        )
        for at in near:
            rect = clusters[at].rect
            gap = edge - rect.bottom if over else rect.top - edge
            away = (caption.rect.top - rect.top) if over else (rect.bottom - caption.rect.bottom)
            low, high = (rect.bottom, edge) if over else (edge, rect.top)
            if away <= 0 or gap > _FARTHEST or (gap > 10 and _in_margin(page, rect)):
                continue
            if _widest_blank(page, rect, low, high) > (BETWEEN if members else REACH):
                continue
            if low < high and not page.free(low, high, left, right, caption):
                continue
            if not _drawn(clusters[at], bool(members)) or _behind_text(page, rect):
                continue
            if not members:
                total += max(gap, 0.0)
            members.append(at)
            edge = min(edge, rect.top) if over else max(edge, rect.bottom)
        if members and any(clusters[at].rect.height > 12 for at in members):
            groups[number] = members
            used.update(members)
    return groups, total


def _widest_blank(page: _Page, rect: Rect, low: float, high: float) -> float:
    """The widest white stripe between two heights, in which labels over or under a rectangle may stand."""
    between = (line.rect for line in page.labels if rect.left <= line.rect.middle[0] <= rect.right)
    stops = [*sorted((each.top, each.bottom) for each in between if low < each.middle[1] < high), (high, high)]
    widest, bottom = 0.0, low
    for top, end in stops:
        widest, bottom = max(widest, top - bottom), max(bottom, end)
    return widest


def _spans(page: _Page, rect: Rect, caption: Caption) -> bool:
    """Whether a heap reaches over the columns and over a caption set at one side, with no caption beside that one."""
    beside = any(
        min(other.rect.bottom, caption.rect.bottom) > max(other.rect.top, caption.rect.top)
        for other in page.captions
        if other is not caption
    )
    wide = rect.width > 0.6 * page.content.width
    return wide and not beside and rect.left - 3 <= caption.rect.left and caption.rect.right <= rect.right + 3


def _drawn(cluster: Cluster, part: bool) -> bool:
    """Whether a heap is more than a line of text's underline."""
    return bool(cluster.rasters or cluster.drawings or cluster.rules > 1) and (part or cluster.rect.height > 3)


def _behind_text(page: _Page, rect: Rect) -> bool:
    """Whether running text fills a heap: a box behind it, a frame around it."""
    inside = [line for line in page.text if rect.holds(line)]
    return sum(line.area for line in inside) > 0.3 * rect.area


def _in_margin(page: _Page, rect: Rect) -> bool:
    return rect.bottom < HEAD * page.content.height or rect.top > FOOT * page.content.height


def _reach_across(page: _Page, caption: Caption) -> tuple[float, float]:
    """From where to where a caption's figure may have its middle: the page, or the column, up to captions beside."""
    left, right = 0.0, page.content.width
    middle = page.content.width / 2
    crossing = sum(1 for rect in page.text if rect.left < middle - 10 and rect.right > middle + 10)
    one_side = caption.rect.right < middle + 10 or caption.rect.left > middle - 10
    if one_side and page.text and crossing < 0.2 * len(page.text):
        left, right = (left, middle) if caption.rect.middle[0] < middle else (middle, right)
    for other in page.captions:
        level = min(other.rect.bottom, caption.rect.bottom) - max(other.rect.top, caption.rect.top)
        if other is caption or level <= 0:
            continue
        if other.rect.left >= caption.rect.right:
            right = min(right, (other.rect.left + caption.rect.right) / 2)
        elif other.rect.right <= caption.rect.left:
            left = max(left, (other.rect.right + caption.rect.left) / 2)
    return left, right


def _with_labels(page: _Page, rect: Rect, caption: Rect | None = None, steps: int = _STEPS) -> Rect:
    """The rectangle with the words that belong to it: numbers at axes, titles, letters of parts. They are close around
    it, or between it and its caption, or over it or under its middle in a font that is the figure's and not the text's.
    Each step takes what is close around what the last one took."""
    font, size = running_style(page.content)
    size = size or 10.0
    captioned = [word for word in page.content.words if caption is not None and caption.holds(word.rect)]
    if captioned:  # a page with little text has most letters in its figures
        font = style_of(captioned)[0]
    own = rect
    edges = (rect.bottom, caption.top) if caption and caption.top > rect.top else (0.0, 0.0)
    for _ in range(steps):
        grown = rect
        families = {_family(word.font) for word in page.content.words if rect.holds(word.rect)} - {_family(font)}
        for line in page.labels:
            turned = not line.words[0].upright
            if (
                edges[0] <= line.rect.middle[1] <= edges[1]
                and own.left <= line.rect.left
                and line.rect.right <= own.right
            ):
                grown = around((grown, line.rect))
                continue
            if not turned and max(word.size for word in line.words) > 1.3 * size:
                continue
            placed = line.rect.bottom <= rect.top + 1 or abs(line.rect.middle[0] - rect.middle[0]) < 0.1 * rect.width
            reach = 1.6 if turned else _FARTHEST_TITLE if placed and _family(line.words[0].font) in families else 0.8
            if rect.distance(line.rect) <= reach * size and _mostly_along(rect, line.rect):
                grown = around((grown, line.rect))
        if grown == rect:
            break
        rect = grown
    return rect


def _family(font: str) -> str:
    """The name of a font without its style: titles of plots are bold where numbers at axes are not."""
    return _STYLE.split(font, maxsplit=1)[0]


def _mostly_along(rect: Rect, line: Rect) -> bool:
    """Whether a line lies over, under or beside a rectangle rather than far past its corner."""
    across = min(rect.right, line.right) - max(rect.left, line.left)
    down = min(rect.bottom, line.bottom) - max(rect.top, line.top)
    return across > 0.5 * line.width or down > 0.5 * line.height


def _beside_caption(rect: Rect, caption: Rect) -> Rect:
    """The rectangle without the caption: cut at its edge where both overlap."""
    if rect.overlap(caption) <= 0:
        return rect
    if caption.middle[1] > rect.middle[1]:
        return Rect(rect.left, rect.top, rect.right, max(caption.top, rect.top + 1))
    return Rect(rect.left, min(caption.bottom, rect.bottom - 1), rect.right, rect.bottom)


def _padded(rect: Rect, content: PageContent) -> Rect:
    return Rect(
        max(rect.left - 2, 0.0),
        max(rect.top - 2, 0.0),
        min(rect.right + 2, content.width),
        min(rect.bottom + 2, content.height),
    )


def _large_enough(page: _Page, cluster: Cluster) -> bool:
    """Whether a heap without a caption is a figure: large, not in the page's head or foot, not a box of words."""
    rect, content = cluster.rect, page.content
    if rect.width < SMALLEST or rect.height < SMALLEST or _behind_text(page, rect):
        return False
    if _in_margin(page, rect):
        return False
    words = sum(word.rect.area for word in content.words if rect.holds(word.rect))
    if cluster.rasters:
        return rect.area > 0.012 * content.width * content.height and words < 0.4 * rect.area
    if cluster.drawings >= 6:
        return words < 0.2 * rect.area
    # Few drawings among many rules are a curve between axes, if next to nothing is written there.
    return cluster.drawings >= 1 and cluster.drawings + cluster.rules >= 8 and words < 0.08 * rect.area
