"""Pictures, charts and diagrams are read from the drawing language that all three Office formats share.

A chart is given as the table of the values that it was drawn from, as the file keeps them; nothing is calculated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from benchwright.errors import ReadError
from benchwright.readers.office.content import OfficeLosses, OfficePicture, OfficeTable, PageBox
from benchwright.readers.office.equations import Equations
from benchwright.readers.office.markup import child, children, number, value
from benchwright.readers.office.package import Link, Package
from benchwright.readers.table_records import squeeze
from benchwright.readers.visible_text import BORDER, BREAK, shifted, visible_text
from benchwright.records import Table

MOST_PICTURES = 10_000
_MOST_POINTS = 20_000
_MOST_SERIES = 200
_OF_SLIDE = ("slidenum", "datetime")
_NAMELESS = re.compile(
    r"^(?:(?:picture|image|graphic|chart|shape)\s?\d*|.{0,200}\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|webp))$",
    re.IGNORECASE,
)
"""What programs write where nobody has described a picture: its kind and number, or the name of its file."""


def picture_of(
    reference: Element | None,
    package: Package,
    links: Mapping[str, Link],
    alt: str,
    losses: OfficeLosses,
    spot: PageBox | None,
) -> Iterator[OfficePicture]:
    """The picture that an `a:blip` (or `v:imagedata`) names. One that lies outside the file is named by its address;
    what cannot be read is a loss."""
    if reference is None:
        return
    losses.pictures += 1
    if losses.pictures > MOST_PICTURES:
        losses.add("too-many-parts", f"pictures beyond the first {MOST_PICTURES:,}", alt)
        return
    link = links.get(reference.get("r:embed") or reference.get("r:id") or reference.get("r:link") or "")
    if link is None:
        losses.add("image-missing", "pictures that are not in the file", alt)
        return
    if link.external:
        yield OfficePicture(link.target, alt=alt, spot=spot)
        return
    try:
        data = package.picture(link.target)
    except ReadError as error:
        losses.add(f"image-{error.reason}", f"pictures that cannot be read: {error}", alt)
        return
    if not data:
        losses.add("image-empty", "pictures without a byte", alt)
        return
    yield OfficePicture(link.target, data, alt=alt, spot=spot)


def described(properties: Element | None) -> str:
    """The alternative text of a drawing: its description, else its title."""
    if properties is None:
        return ""
    for name in ("descr", "title"):
        text = squeeze(properties.get(name) or "")
        if text and not _NAMELESS.match(text):
            return text
    return ""


def drawn_words(paragraph: Element, losses: OfficeLosses, equations: Equations | None = None) -> str:
    """The words of an `a:p`, with the marks between them that `visible_text` knows. Fields that number or date a slide
    are no text of it."""
    parts: list[str] = []
    for one in paragraph:
        if one.tag == "mc:AlternateContent":
            one = next((inner for form in one for inner in form), one)
        if one.tag == "a:r" or (one.tag == "a:fld" and not (one.get("type") or "").startswith(_OF_SLIDE)):
            words = child(one, "a:t")
            text = (words.text or "") if words is not None else ""
            if text.strip() and value(one, "a:rPr", key="strike") in {"sngStrike", "dblStrike"}:
                losses.add("struck-out", "runs of struck-out words", text)
                text = BORDER
            parts.append(shifted(text, number(value(one, "a:rPr", key="baseline"), 0)))
        elif one.tag == "a:br":
            parts.append(BREAK)
        elif one.tag == "a14:m" and equations is not None:
            parts.extend(f" {equations.latex(math)} " for math in one.iter("m:oMath"))
    return "".join(parts)


def chart_of(
    reference: Element, package: Package, links: Mapping[str, Link], losses: OfficeLosses, spot: PageBox | None
) -> Iterator[OfficeTable]:
    """The values of a `c:chart` reference as a table, a row for each category (or point)."""
    root = _linked(reference, "r:id", package, links, losses, "chart")
    if root is None:
        return
    result = chart_table(root)
    if result is None:
        losses.add("chart", "charts without values", _title(root))
        return
    yield OfficeTable(result, _title(root), spot=spot)


def chart_table(root: Element) -> Table | None:
    """Categories and series of the first plots of a chart; None if it has not two rows' worth of values."""
    series: list[tuple[str, dict[int, str]]] = []
    categories: dict[int, str] = {}
    for one in root.iter("c:ser"):
        if len(series) >= _MOST_SERIES:
            break
        values = _points(child(one, "c:val")) or _points(child(one, "c:yVal"))
        categories = categories or _points(child(one, "c:cat")) or _points(child(one, "c:xVal"))
        name = " ".join(_points(child(one, "c:tx")).values())
        if values:
            series.append((name, values))
    places = sorted(set(categories).union(*(values for _, values in series)))
    if not series or not places:
        return None
    header = ("", *(name for name, _ in series))
    rows = tuple((categories.get(at, ""), *(values.get(at, "") for _, values in series)) for at in places)
    return Table((header,), rows)


def _points(element: Element | None) -> dict[int, str]:
    """Index -> value of the values that a chart keeps. Of names in several levels, the nearest to the axis."""
    if element is None:
        return {}
    cache = next(
        (one for one in element.iter() if one.tag in {"c:strCache", "c:numCache", "c:strLit", "c:numLit", "c:lvl"}),
        None,
    )
    result: dict[int, str] = {}
    for point in children(cache, "c:pt"):
        if len(result) >= _MOST_POINTS:
            break
        text = child(point, "c:v")
        result[number(point.get("idx"), len(result))] = _plain(squeeze((text.text if text is not None else "") or ""))
    return result


def _plain(text: str) -> str:
    """A value without the noise of binary fractions: 0.30000000000000004 is 0.3."""
    if len(text) > 15 and text.replace(".", "", 1).lstrip("-").isdigit():
        return format(float(text), ".12g")
    return text


def _title(root: Element) -> str:
    title = child(root, "c:chart", "c:title")
    return squeeze("".join(one.text or "" for one in title.iter("a:t"))) if title is not None else ""


def diagram_words(
    reference: Element, package: Package, links: Mapping[str, Link], losses: OfficeLosses
) -> Iterator[str]:
    """The words of a SmartArt diagram (`dgm:relIds`), a paragraph for each of its nodes."""
    root = _linked(reference, "r:dm", package, links, losses, "diagram")
    for point in root.iter("dgm:pt") if root is not None else ():
        if point.get("type") in {None, "node", "asst", "doc"}:
            for paragraph in point.iter("a:p"):
                if text := visible_text(drawn_words(paragraph, losses), "header"):
                    yield text


def _linked(
    reference: Element, key: str, package: Package, links: Mapping[str, Link], losses: OfficeLosses, kind: str
) -> Element | None:
    """The tree of the part that a chart or diagram names; a loss where it is not in the file or cannot be read."""
    link = links.get(reference.get(key) or "")
    if link is None or link.external:
        losses.add(kind, f"{kind}s whose content is not in the file")
        return None
    try:
        return package.xml(link.target)
    except ReadError as error:
        losses.add(kind, f"{kind}s that cannot be read: {error}")
        return None
