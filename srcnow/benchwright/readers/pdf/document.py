"""A PDF becomes one document: text in reading order, headings, tables and figures, each with page and box.

    page by page: words, lines, tables, figures ──▶ records of rows        then, over all pages:
    running heads out ──▶ columns ──▶ roles ──▶ paragraphs, hyphens mended ──▶ text and blocks

What is repeated at the edges of pages, and what is turned, is dropped and listed. A page that cannot be read is one
drop, the others are read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from benchwright.readers.base import (
    Box,
    Document,
    InputFile,
    Item,
    Limits,
    PageImage,
    Reader,
    ReadError,
    TextBuilder,
)
from benchwright.readers.pdf.caption_sides import CaptionSides, in_doubt
from benchwright.readers.pdf.continued_tables import join_continued
from benchwright.readers.pdf.figures import find_figures
from benchwright.readers.pdf.flow import Flow, PageRecord
from benchwright.readers.pdf.letters_to_words import unreadable, with_note_marks
from benchwright.readers.pdf.line_records import BulletDrawings, make_row
from benchwright.readers.pdf.page import Float, PageContent, PageFigure, PageTable, Rect, TextLine, Word, around
from benchwright.readers.pdf.page_images import cut_figure, page_picture
from benchwright.readers.pdf.pdf_file import Pdf, open_pdf
from benchwright.readers.pdf.running_heads import PageRows, repeated_figures, running_rows
from benchwright.readers.pdf.scanned import is_scanned, read_scan, why_not_read
from benchwright.readers.pdf.tables import find_tables
from benchwright.readers.pdf.text_boxes import floated_boxes
from benchwright.readers.pdf.word_places import paragraph_lines, place_words
from benchwright.readers.pdf.words_to_lines import make_line, make_lines
from benchwright.readers.table_records import make_table
from benchwright.records import Cut, Drop

_INSIDE = 0.9  # of its area: words that stand so in a figure with a caption are no table
_MOST_ROWS = 30  # pages in one go whose words are kept
_MOST_DOUBTFUL = 50  # pages that wait until the others tell where captions stand


def read_pdf(file: InputFile, limits: Limits) -> Iterator[Item]:
    """One document. Its title is what the file tells, if the first page says it too, else what stands there largest."""
    with open_pdf(file.read_bytes(), limits) as pdf:
        records: list[PageRecord] = []
        sides = CaptionSides()
        doubtful: list[PageContent] = []
        tabled: set[int] = set()  # pages with a table, or that wait
        for number in range(1, len(pdf) + 1):
            try:
                file.begin(f"page {number}")
                content = pdf.content(number)
            except ReadError as error:
                yield Drop(file.name, error.reason, f"page {number}: {error}")
                continue
            if file.options.pages:
                yield from _page_picture(file, pdf, number)
            visible = _without_words_off_page(content)
            if len(visible.words) < len(content.words):
                words = [word for word in content.words if not _on_page(content, word)]
                yield Drop(
                    file.name, "off-page", f"page {number}: {len(words)} words beyond its edges", _preview(words)
                )
            if (scan := is_scanned(visible)) or unreadable(visible.words):
                if (why := why_not_read(file.options.ocr)) is not None:
                    detail = f"page {number}: a picture of paper, or letters that stand for nothing; {why}"
                    if scan:
                        yield Drop(file.name, "scanned-page", detail, _preview(visible.words))
                    else:
                        yield Drop(file.name, "no-text-layer", detail, _preview(visible.words))
                    continue
                try:
                    file.begin(f"words in the picture of page {number}")
                    read = read_scan(pdf, visible)
                except ReadError as error:
                    yield Drop(file.name, error.reason, f"page {number}: {error}")
                    continue
                if read.doubtful:
                    detail = f"page {number}: {len(read.doubtful)} lines of a scan that could not be read well"
                    yield Drop(file.name, "ocr-doubtful", detail, "\n".join(read.doubtful))
                visible = read.content
            lines = make_lines(visible)
            floats = _floats(visible, lines, sides)
            if in_doubt(floats) and len(doubtful) < _MOST_DOUBTFUL:
                doubtful.append(visible)
                tabled.add(number)
                continue
            sides.count(floats)
            if any(isinstance(each.found, PageTable) for each in floats):
                tabled.add(number)
            elif (
                number - 1 in tabled and _is_parted(lines) and not tabled.issuperset(range(number - _MOST_ROWS, number))
            ):
                tabled.add(number)  # rows of a table that goes on behind it, perhaps
            record, drops = _record(file.name, visible, lines, floats, number - 1 in tabled)
            records.append(record)
            yield from drops
        for visible in doubtful:
            lines = make_lines(visible)
            floats = _floats(visible, lines, sides)
            record, drops = _record(file.name, visible, lines, floats, visible.number - 1 in tabled)
            records.append(record)
            yield from drops
        records.sort(key=lambda page: page.frame.number)
        remaining, drops = _without_furniture(file.name, records)
        yield from drops
        remaining, drops = _without_logos(file.name, remaining)
        yield from drops
        remaining, drops = join_continued(file.name, remaining)
        yield from drops
        out = TextBuilder()
        frames = {page.frame.number: page.frame for page in remaining}
        lost: list[Drop] = []

        counts: Counter[int] = Counter()

        def place(floating: Float) -> None:
            counts[floating.page] += isinstance(floating.found, PageFigure)
            box = frames[floating.page].box(floating.found.rect)
            lost.extend(_place(file, pdf, out, floating, box, counts[floating.page]))

        flow = Flow(out, place, pdf.metadata.author)
        flow.write(remaining)
        yield from lost
        if flow.title_block:
            detail = f"{len(flow.title_block)} lines of names, addresses and dates between the title and the text"
            yield Drop(file.name, "title-block", detail, "\n".join(row.text for row in flow.title_block))
        yield Document(
            file.name,
            _title(pdf, flow, remaining, file),
            out.text,
            tuple(out.blocks),
            pdf.metadata.licence,
            pages=flow.page_starts(len(pdf)),
            entries=tuple(flow.code),
        )


def _floats(content: PageContent, lines: Sequence[TextLine], sides: CaptionSides) -> tuple[Float, ...]:
    tables = find_tables(content, lines, sides.over(PageTable))
    figures = find_figures(content, lines, tables, sides.over(PageFigure))
    shown = [figure.rect for figure in figures if figure.caption]
    tables = tuple(
        table
        for table in tables
        if table.caption or not any(rect.overlap(table.rect) > _INSIDE * table.rect.area for rect in shown)
    )
    results: list[PageTable | PageFigure] = [*tables, *figures]
    return tuple(Float(content.number, _whole(each), each) for each in results)


def _record(
    name: str, content: PageContent, lines: Sequence[TextLine], floats: tuple[Float, ...], follows_table: bool
) -> tuple[PageRecord, list[Drop]]:
    """What is kept of a page, and a drop for each kind of words that are in no row, table or caption. Its words are
    kept as well where a table of the page before may go on."""
    pieces = [*lines, *(make_line([word]) for word in content.words if not word.upright)]
    whole = paragraph_lines(content, lines)
    places = [place_words(line, [each.found for each in floats], whole) for line in pieces]
    free = [place.free for place in places if place.free is not None]
    dots = BulletDrawings(content.drawings)
    rows = tuple(make_row(line, content.number, dots, follows_table) for line in free if line.words[0].upright)
    ruled = tuple(
        rule.rect.bottom for rule in content.rules if rule.across and 20 < rule.rect.width < 0.5 * content.width
    )
    turned = [word for line in free for word in line.words if not word.upright]
    drops = [
        Drop(name, reason, f"page {content.number}: {len(words)} {detail}", _preview(words))
        for reason, words, detail in (
            ("turned-text", turned, "words that do not run from left to right"),
            ("figure-words", [word for place in places for word in place.drawn], "words that only pictures show"),
            ("table-words", [word for place in places for word in place.lost], "words in tables, but in no cell"),
        )
        if words
    ]
    boxes = floated_boxes(content, rows)
    return PageRecord(PageContent(content.number, content.width, content.height), rows, floats, ruled, boxes), drops


def _is_parted(lines: Sequence[TextLine]) -> bool:
    """Whether most lines of a page stand beside others."""
    return 2 * len(lines) >= 3 * len({round(line.rect.bottom / 3) for line in lines})


def _whole(found: PageTable | PageFigure) -> Rect:
    return found.rect if found.caption_rect is None else around((found.rect, found.caption_rect))


def _without_words_off_page(content: PageContent) -> PageContent:
    """A page without words that are wholly beyond its edges."""
    return replace(content, words=tuple(word for word in content.words if _on_page(content, word)))


def _on_page(content: PageContent, word: Word) -> bool:
    rect = word.rect
    return rect.left < content.width and rect.right > 0 and rect.top < content.height and rect.bottom > 0


def _preview(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)


def _without_furniture(name: str, records: Sequence[PageRecord]) -> tuple[list[PageRecord], list[Drop]]:
    """The pages without running heads and feet, and one drop that counts them."""
    out = running_rows([PageRows(page.frame.number, page.frame.height, page.rows) for page in records])
    remaining = []
    for page in records:
        rows = tuple(row for at, row in enumerate(page.rows) if (page.frame.number, at) not in out)
        remaining.append(replace(page, rows=rows))
    if not out:
        return remaining, []
    pages = len({page for page, _ in out})
    texts = [row.text for page in records for at, row in enumerate(page.rows) if (page.frame.number, at) in out]
    detail = f"{len(out):,} running heads, feet and page numbers on {pages:,} pages, the first on {min(out)[0]}"
    return remaining, [Drop(name, "running-head", detail, "\n".join(texts))]


def _without_logos(name: str, records: Sequence[PageRecord]) -> tuple[list[PageRecord], list[Drop]]:
    """The pages without pictures that stand on many of them, and one drop that counts these."""
    stamps = [(page.frame.number, [_stamp(each) for each in page.floats]) for page in records]
    again = repeated_figures(stamps)
    if not again:
        return list(records), []
    remaining = [
        replace(page, floats=tuple(each for each in page.floats if _stamp(each) not in again)) for page in records
    ]
    pages = [number for number, result in stamps if again & set(result)]
    count = sum(stamp in again for _, result in stamps for stamp in result)
    detail = f"{count:,} pictures that are the same on {len(pages):,} pages; for example on {pages[0]}"
    return remaining, [Drop(name, "repeated-picture", detail)]


def _stamp(floating: Float) -> str:
    return floating.found.stamp if isinstance(floating.found, PageFigure) else ""


def _place(file: InputFile, pdf: Pdf, out: TextBuilder, floating: Float, box: Box, number: int) -> list[Drop]:
    """Add a table or a figure (its number on the page) to the text, and tell what of it was left out."""
    result, page = floating.found, floating.page
    if isinstance(result, PageTable):
        grid = (tuple(map(with_note_marks, row)) for row in result.grid)
        product = make_table(grid, header_rows=result.header_rows)
        table = product.table
        if result.partial and table.cut is None:
            table = replace(table, cut=Cut(len(table.rows) + 1, len(table.header[0])))  # one more at least
        out.table(table, product.captioned(result.caption), page=page, box=box)
        where = f"table on page {page}"
        return [
            Drop(file.name, notice.reason, f"{where}: {notice.count} of them", notice.text)
            for notice in product.notices
        ]
    name = f"figure {number} on page {page}"

    def draw() -> bytes:
        """The figure's bytes, asked for while the file is still open: only one stands in memory."""
        file.begin(name)
        try:
            return cut_figure(pdf, page, result.rect)
        except ReadError as error:
            raise ReadError(error.reason, f"{name}: {error}") from error

    out.drawn_image(name, draw, result.caption, page, box)
    return []


def _page_picture(file: InputFile, pdf: Pdf, number: int) -> Iterator[Item]:
    try:
        file.begin(f"picture of page {number}")
        yield PageImage(file.name, number, page_picture(pdf, number))
    except ReadError as error:
        yield Drop(file.name, error.reason, f"picture of page {number}: {error}")


def _title(pdf: Pdf, flow: Flow, records: Sequence[PageRecord], file: InputFile) -> str:
    description, first = pdf.metadata.title, flow.title
    text = _letters(" ".join(row.text for record in records[:2] for row in record.rows))
    if description and (not first or _letters(description) in text):
        return description
    return first or description or file.stem.replace("_", " ")


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


READER = Reader("pdf", read_pdf, suffixes=(".pdf",), version=16)
