# ruff: noqa: E501 - a row of data a line
"""Office files: zip bombs, entities, references that leave the file, and documents that claim more than they hold."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable, Iterator

from hostile.kinds import WORKER, Hostile, cuts, damaged, hostile
from hostile.zeros import deflated

REASONS = " ".join(
    (
        "read damaged empty encrypted no-content no-text nested-too-deep too-large too-many-parts decompression-bomb",
        "xml-doctype old-format remote unsupported table-empty table-cut short-passage image-missing image-damaged",
        "image-format image-remote outside-folder image-svg",
        *sorted(WORKER),
    )
)
TYPES = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SLIDE = "http://schemas.openxmlformats.org/presentationml/2006/main"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
DRAW = "http://schemas.openxmlformats.org/drawingml/2006/main"
MAIN = {"docx": "word/document.xml", "pptx": "ppt/presentation.xml", "xlsx": "xl/workbook.xml"}
KINDS = {"docx": "wordprocessingml.document", "pptx": "presentationml.presentation", "xlsx": "spreadsheetml.sheet"}
WORDS = "The oak is a tree that may live for a thousand years and more. " * 6
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'


def relations(*said: tuple[str, str, str, str]) -> str:
    inside = "".join(
        f'<Relationship Id="{name}" Type="{OFFICE}/relationships/{kind}" Target="{target}" {more}/>'
        for name, kind, target, more in said
    )
    return f'{HEAD}<Relationships xmlns="{TYPES}/relationships">{inside}</Relationships>'


def body(format: str, inside: str = "", before: str = "") -> str:
    """The main part of a document of that format, with `inside` as its content."""
    if format == "docx":
        return f'{before or HEAD}<w:document xmlns:w="{WORD}" xmlns:r="{OFFICE}/relationships"><w:body>{inside or word(WORDS)}</w:body></w:document>'
    if format == "pptx":
        return f'{before or HEAD}<p:presentation xmlns:p="{SLIDE}" xmlns:r="{OFFICE}/relationships">{inside}</p:presentation>'
    sheets = '<sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets>'
    return f'{before or HEAD}<workbook xmlns="{SHEET}" xmlns:r="{OFFICE}/relationships">{inside or sheets}</workbook>'


def word(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def sheet(rows: str, more: str = "") -> str:
    return f'{HEAD}<worksheet xmlns="{SHEET}">{more}<sheetData>{rows}</sheetData></worksheet>'


CELLS = (
    '<row r="1"><c r="A1" t="inlineStr"><is><t>tree</t></is></c><c r="B1" t="inlineStr"><is><t>age</t></is></c></row>'
    + "".join(
        f'<row r="{n}"><c r="A{n}" t="inlineStr"><is><t>oak</t></is></c><c r="B{n}"><v>{n}</v></c></row>'
        for n in range(2, 6)
    )
)


def package(format: str, main: str = "", parts: dict[str, str | bytes] | None = None, links: str = "") -> bytes:
    """A zip of the least parts that a document of that format needs, and more."""
    kind = f"application/vnd.openxmlformats-officedocument.{KINDS[format]}.main+xml"
    known = {
        "[Content_Types].xml": f'{HEAD}<Types xmlns="{TYPES}/content-types"><Default Extension="rels" ContentType='
        f'"application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/{MAIN[format]}" ContentType="{kind}"/></Types>',
        "_rels/.rels": relations(("rId1", "officeDocument", MAIN[format], "")),
        MAIN[format]: main or body(format),
    }
    if format == "xlsx":
        known["xl/_rels/workbook.xml.rels"] = relations(("rId1", "worksheet", "worksheets/sheet1.xml", ""))
        known["xl/worksheets/sheet1.xml"] = sheet(CELLS)
    folder, name = MAIN[format].split("/")
    if links:
        known[f"{folder}/_rels/{name}.rels"] = links
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, data in (known | (parts or {})).items():
            archive.writestr(zipfile.ZipInfo(part), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def raw_zip(entries: list[tuple[str, bytes, int, int]], *, overlapping: int = 0, flags: int = 0) -> bytes:
    """A zip of (name, deflated bytes, claimed size, CRC). `overlapping` more entries point at the last one's bytes."""
    data, directory = bytearray(), bytearray()
    count = 0
    for name, packed, size, crc in entries:
        at = len(data)
        names = [name, *(f"{name}{n}" for n in range(overlapping))] if name == entries[-1][0] else [name]
        facts = struct.pack("<HHHHHIII", 20, flags, 8, 0, 33, crc, len(packed), size & 0xFFFFFFFF)
        data += b"PK\x03\x04" + facts + struct.pack("<HH", len(name), 0) + name.encode() + packed
        for one in names:
            directory += (
                b"PK\x01\x02" + struct.pack("<H", 20) + facts + struct.pack("<HHHHHII", len(one), 0, 0, 0, 0, 0, at)
            )
            directory += one.encode()
            count += 1
    end = struct.pack("<HHHHIIH", 0, 0, min(count, 0xFFFF), min(count, 0xFFFF), len(directory), len(data), 0)
    return bytes(data + directory + b"PK\x05\x06" + end)


def bomb(format: str, megabytes: int, claimed: int | None = None, overlapping: int = 0) -> bytes:
    """The main part is so many million spaces; the zip's directory may claim otherwise."""
    size = megabytes << 20
    return raw_zip(
        [(MAIN[format], deflated(megabytes), size if claimed is None else claimed, 0)], overlapping=overlapping
    )


LAUGHS = "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
DOCTYPES = {
    "entities-of-a-billion": (f'{HEAD}<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">{LAUGHS}]>', "&j;"),
    "entity-of-passwd": (f'{HEAD}<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>', "&e;"),
    "entity-of-the-net": (f'{HEAD}<!DOCTYPE x [<!ENTITY e SYSTEM "http://127.0.0.1:9/x">]>', "&e;"),
    "entity-by-parameter": (f'{HEAD}<!DOCTYPE x [<!ENTITY % e SYSTEM "file:///etc/passwd"> %e;]>', ""),
    "doctype-of-the-net": (f'{HEAD}<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">', ""),
}


def of(format: str) -> Iterator[tuple[str, bytes | Callable[[], bytes]]]:
    def inside(text: str) -> str:
        return word(text) if format == "docx" else f"<a>{text}</a>"

    yield "bomb-of-1.5-GB", lambda: bomb(format, 1500)
    yield "bomb-that-claims-9-bytes", lambda: bomb(format, 1024, claimed=9)
    yield "bomb-of-2000-entries-in-one-place", lambda: bomb(format, 16, overlapping=2000)
    yield (
        "bomb-in-itself",
        lambda: package(
            format, parts={f"{MAIN[format].split('/')[0]}/media/a.zip": package(format, body(format, " " * (8 << 20)))}
        ),
    )
    yield "parts-20000", lambda: package(format, parts={f"customXml/item{n}.xml": "<a/>" for n in range(20_000)})
    for name, (before, said) in DOCTYPES.items():
        yield name, package(format, body(format, inside(said), before))
    yield "nested-100000-deep", lambda: package(format, body(format, "<a>" * 100_000 + "</a>" * 100_000))
    yield (
        "attributes-200000",
        lambda: package(format, body(format, "<a " + " ".join(f'b{n}="1"' for n in range(200_000)) + "/>")),
    )
    yield "xml-cut", package(format, body(format)[:-9])
    yield (
        "xml-of-utf-7",
        package(format, body(format, inside("+ADw-script+AD4-"), '<?xml version="1.0" encoding="utf-7"?>')),
    )
    yield "main-part-missing", package(format, links="").replace(MAIN[format].encode(), b"x" * len(MAIN[format]))
    yield (
        "links-out-of-the-file",
        package(
            format,
            links=relations(
                ("rId1", "image", "../../../../../etc/passwd", ""),
                ("rId2", "image", "file:///etc/passwd", 'TargetMode="External"'),
                ("rId3", "image", "http://169.254.169.254/a.png", 'TargetMode="External"'),
                ("rId4", "attachedTemplate", "http://127.0.0.1:9/a.dotm", 'TargetMode="External"'),
                ("rId5", "worksheet", "/etc/passwd", ""),
                ("rId6", "slide", "../" * 40 + "etc/passwd", ""),
            ),
        ),
    )
    yield (
        "links-in-a-circle",
        package(
            format,
            links=relations(
                *(
                    (f"rId{n}", kind, MAIN[format].split("/")[1], "")
                    for n, kind in enumerate(("slide", "worksheet", "styles", "image", "numbering"))
                )
            ),
        ),
    )
    yield (
        "names-out-of-the-file",
        package(format, parts={"../../../tmp/owned": "x", "/tmp/owned": "x", "C:\\owned": "x", "word/\0a": "x"}),
    )
    yield "locked", raw_zip([(MAIN[format], b"x" * 40, 40, 0)], flags=1)
    yield "old-binary-form", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 2000
    yield "nothing", b""
    yield "pdf-as", b"%PDF-1.7\n" + b"x" * 500
    yield "zip-without-parts", raw_zip([])
    yield "zip-directory-of-65535", package(format)[:-12] + struct.pack("<HIIH", 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)


SHEETS = {
    "cells-at-the-last-corner": sheet(
        '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>', '<dimension ref="A1:XFD1048576"/>'
    ),
    "cells-beyond-every-corner": sheet('<row r="99999999999"><c r="ZZZZZZ99999999999"><v>1</v></c></row>'),
    "cells-merged-everywhere": sheet(CELLS).replace(
        "</worksheet>", '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>'
    ),
    "number-of-100000-digits": sheet(f'<row r="1"><c r="A1"><v>{"9" * 100_000}</v></c></row>'),
    "strings-that-are-not-there": sheet('<row r="1"><c r="A1" t="s"><v>4000000000</v></c></row>'),
    "dates-beyond-time": sheet('<row r="1"><c r="A1" t="d"><v>99999-99-99</v></c><c r="B1"><v>1e308</v></c></row>'),
    "formulas": sheet(
        '<row r="1"><c r="A1"><f>WEBSERVICE("http://127.0.0.1:9/")</f><v>=cmd|x!A0</v></c></row>' + CELLS[9:]
    ),
    "columns-16384-by-20": sheet(
        "".join(f'<row r="{n}">' + "".join("<c><v>1</v></c>" for _ in range(16_384)) + "</row>" for n in range(1, 21))
    ),
}
PARAGRAPHS = {
    "tables-in-tables-300": "<w:tbl><w:tr><w:tc>" * 300 + word(WORDS) + "</w:tc></w:tr></w:tbl>" * 300,
    "cell-over-a-billion": f'<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="1000000000"/></w:tcPr>{word("a")}</w:tc></w:tr></w:tbl>',
    "paragraphs-100000": word("a") * 100_000,
    "picture-of-nothing": '<w:p><w:r><w:drawing><a:blip xmlns:a="x" r:embed="rId99"/></w:drawing></w:r></w:p>'
    + word(WORDS),
    "fields-that-fetch": word("a")
    + '<w:p><w:fldSimple w:instr="INCLUDEPICTURE http://127.0.0.1:9/a.png"/></w:p>'
    + word(WORDS),
}


def files() -> Iterator[Hostile]:
    for format in MAIN:
        for name, data in of(format):
            yield hostile(f"office {format}", f"{format}-{name}.{format}", REASONS, data)
        whole = package(format)
        for found in (
            *cuts(f"office {format}", format, f".{format}", REASONS, whole, 4),
            *damaged(f"office {format}", format, f".{format}", REASONS, whole, 2),
        ):
            yield Hostile(found.kind, found.name, found.expect, found.make)
    for name, rows in SHEETS.items():
        yield hostile(
            "office xlsx",
            f"{name}.xlsx",
            REASONS,
            package("xlsx", parts={"xl/worksheets/sheet1.xml": rows}),
        )
    for name, text in PARAGRAPHS.items():
        yield hostile("office docx", f"{name}.docx", REASONS, package("docx", body("docx", text)))
