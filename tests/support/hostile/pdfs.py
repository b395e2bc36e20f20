# ruff: noqa: E501 - a row of data a line
"""PDF files: encrypted, torn, in circles, nested, absurd, and bombs. Written by hand, so that every lie is on purpose."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping

from hostile.kinds import WORKER, Hostile, cuts, damaged, hostile
from hostile.zeros import zlibbed

REASONS = " ".join(
    (
        "read damaged empty encrypted no-content no-text nested-too-deep too-large too-many-pages too-many-parts",
        "page-damaged page-empty page-too-large page-timeout page-scanned decompression-bomb figure-damaged image-damaged",
        "short-passage scanned-page no-text-layer off-page running-head image-too-large figure-words table-words title-block",
        *sorted(WORKER),
    )
)
WORDS = "The oak is a tree that may live for a thousand years and more, and nobody knows its age. "
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"


def stream(data: bytes, more: str = "") -> bytes:
    return f"<< /Length {len(data)} {more} >>\nstream\n".encode() + data + b"\nendstream"


def packed(data: bytes, more: str = "") -> bytes:
    return stream(zlib.compress(data), f"/Filter /FlateDecode {more}")


def lines(count: int = 12) -> bytes:
    """A content stream of so many lines of words."""
    return ("BT /F1 11 Tf 72 760 Td 14 TL " + "".join(f"({WORDS}) Tj T* " for _ in range(count)) + "ET").encode()


def pdf(objects: Mapping[int, bytes], trailer: str = "/Root 1 0 R", end: bytes | None = None) -> bytes:
    """A file of these objects with a true table of them. `end` stands in place of table and trailer."""
    data = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    at: dict[int, int] = {}
    for number, body in objects.items():
        at[number] = len(data)
        data += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    if end is not None:
        return bytes(data) + end
    start = len(data)
    size = max(objects) + 1
    data += b"xref\n0 %d\n0000000000 65535 f \n" % size
    for number in range(1, size):
        data += b"%010d 00000 n \n" % at[number] if number in at else b"0000000000 65535 f \n"
    return bytes(data) + f"trailer\n<< /Size {size} {trailer} >>\nstartxref\n{start}\n%%EOF\n".encode()


def page(changes: Mapping[int, bytes] | None = None, **said: str) -> dict[int, bytes]:
    """The objects of a plain file of one page: 1 catalogue, 2 page tree, 3 page, 4 words, 5 font. Words of `said` go
    into catalogue, pages, page and resources."""
    box = said.get("box", "/MediaBox [0 0 595 842]")
    objects = {
        1: f"<< /Type /Catalog /Pages 2 0 R {said.get('catalogue', '')} >>".encode(),
        2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        3: (
            f"<< /Type /Page /Parent 2 0 R {box} /Contents 4 0 R {said.get('page', '')} "
            f"/Resources << /Font << /F1 5 0 R >> {said.get('resources', '')} >> >>"
        ).encode(),
        4: stream(lines()),
        5: FONT,
    }
    return objects | dict(changes or {})


def _boxes() -> Iterator[tuple[str, bytes]]:
    boxes = {
        "huge": "[0 0 1e30 1e30]",
        "of-14-million-points": "[0 0 14000000 14000000]",
        "nan": "[0 0 nan inf]",
        "negative": "[0 0 -595 -842]",
        "zero": "[0 0 0 0]",
        "reversed": "[595 842 0 0]",
        "of-words": "[(a) (b) /c null]",
        "of-one-number": "[7]",
        "in-a-circle": "3 0 R",
    }
    for name, box in boxes.items():
        yield f"box-{name}", pdf(page(box=f"/MediaBox {box}"))
    yield "box-missing", pdf(page(box=""))
    yield "box-unit-of-1e9", pdf(page(page="/UserUnit 1000000000"))
    yield "page-turned-by-47", pdf(page(page="/Rotate 47"))


def _trees() -> Iterator[tuple[str, bytes | Callable[[], bytes]]]:
    kids = {
        "itself": b"<< /Type /Pages /Kids [2 0 R] /Count 1 >>",
        "itself-thrice": b"<< /Type /Pages /Kids [2 0 R 2 0 R 2 0 R] /Count 3 >>",
        "the-catalogue": b"<< /Type /Pages /Kids [1 0 R] /Count 1 >>",
        "a-billion": b"<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>",
        "minus-one": b"<< /Type /Pages /Kids [3 0 R] /Count -1 >>",
        "none": b"<< /Type /Pages /Kids [] /Count 0 >>",
        "no-list": b"<< /Type /Pages /Kids 3 0 R /Count 1 >>",
        "not-there": b"<< /Type /Pages /Kids [99 0 R] /Count 1 >>",
        "the-same-page-3000-times": b"<< /Type /Pages /Kids [" + b"3 0 R " * 3000 + b"] /Count 3000 >>",
    }
    for name, tree in kids.items():
        yield f"pages-of-{name}", pdf(page({2: tree}))
    deep = {10 + n: f"<< /Type /Pages /Kids [{11 + n} 0 R] /Count 1 >>".encode() for n in range(5000)}
    deep[5009] = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
    yield "pages-5000-deep", lambda: pdf(page({2: b"<< /Type /Pages /Kids [10 0 R] /Count 1 >>"} | deep))
    fans = {
        10 + n: f"<< /Type /Pages /Kids [{' '.join([f'{11 + n} 0 R'] * 10)}] /Count 10 >>".encode() for n in range(30)
    }
    fans[40] = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
    yield "pages-of-10-to-the-30", pdf(page({2: b"<< /Type /Pages /Kids [10 0 R] /Count 1 >>"} | fans))
    yield "root-missing", pdf(page(), trailer="")
    yield "root-in-a-circle", pdf(page({1: b"1 0 R"}))
    yield "inherited-in-a-circle", pdf(page({2: b"<< /Type /Pages /Parent 2 0 R /Kids [3 0 R] /Count 1 >>"}, box=""))


def _tables() -> Iterator[tuple[str, bytes | Callable[[], bytes]]]:
    plain = pdf(page())
    at = plain.rindex(b"xref\n0")
    body = dict(page().items())
    yield "table-before-itself", plain.replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev %d" % at)
    yield "table-before-the-end", plain.replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev 99999999")
    yield "table-missing", pdf(body, end=b"%%EOF")
    yield "table-start-negative", pdf(body, end=b"startxref\n-5\n%%EOF")
    yield "table-start-far", pdf(body, end=b"startxref\n99999999999999999999\n%%EOF")
    yield (
        "table-of-a-billion",
        pdf(body, end=b"xref\n0 1000000000\n0000000000 65535 f \ntrailer << /Root 1 0 R >>\nstartxref\n9\n"),
    )
    for name, more in {
        "of-width-0": "/W [0 0 0] /Size 9",
        "of-width-9999": "/W [9999 9999 9999] /Size 9",
        "of-size-2-billion": "/W [1 2 1] /Size 2000000000 /Index [0 2000000000]",
        "of-itself": "/W [1 2 1] /Size 9 /Prev 15",
    }.items():
        table = packed(b"\0" * 400, f"/Type /XRef /Root 1 0 R {more}")
        data = pdf({7: table, **body}, end=b"")
        yield f"table-stream-{name}", data + b"startxref\n%d\n%%%%EOF" % data.index(b"7 0 obj")
    circle = stream(b"8 0 9 20 << /Type /ObjStm >> << >>", "/Type /ObjStm /N 2 /First 8 /Extends 8 0 R")
    yield "objects-in-a-circle", pdf(body | {8: circle, 3: b"8 0 R"})
    yield "objects-of-a-billion", pdf(body | {8: stream(b"1 0", "/Type /ObjStm /N 1000000000 /First 3")})
    yield "length-in-a-circle", pdf(body | {4: b"<< /Length 4 0 R >>\nstream\n" + lines() + b"\nendstream"})
    yield "length-of-a-billion", pdf(body | {4: b"<< /Length 1000000000 >>\nstream\n" + lines() + b"\nendstream"})
    yield "length-negative", pdf(body | {4: b"<< /Length -1 >>\nstream\n" + lines() + b"\nendstream"})


def _drawings() -> Iterator[tuple[str, bytes | Callable[[], bytes]]]:
    form = "/Type /XObject /Subtype /Form /BBox [0 0 595 842]"

    def drawn(number: int, *names: int, times: int = 1) -> bytes:
        inside = " ".join(f"/X{n} {n} 0 R" for n in names)
        said = "".join(f"/X{n} Do " * times for n in names) + "BT /F1 9 Tf 9 9 Td (oak) Tj ET"
        return stream(said.encode(), f"{form} /Resources << /Font << /F1 5 0 R >> /XObject << {inside} >> >>")

    def first(objects: dict[int, bytes]) -> bytes:
        return pdf(page({4: stream(b"/X10 Do"), **objects}, resources="/XObject << /X10 10 0 R >>"))

    yield "form-draws-itself", first({10: drawn(10, 10)})
    yield "forms-draw-each-other", first({10: drawn(10, 11), 11: drawn(11, 10)})
    yield "forms-2-to-the-40", first({10 + n: drawn(10 + n, 11 + n, times=2) for n in range(40)} | {50: drawn(50)})
    yield "forms-3000-deep", lambda: first({10 + n: drawn(10 + n, 11 + n) for n in range(3000)} | {3010: drawn(3010)})
    glyph = "/Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97"
    yield (
        "font-draws-itself",
        pdf(
            page(
                {
                    5: f"<< {glyph} /Widths [9] /CharProcs << /a 6 0 R >> /Resources << /Font << /F1 5 0 R >> >>"
                    f" /Encoding << /Differences [97 /a] >> >>".encode(),
                    6: stream(b"9 0 d0 BT /F1 9 Tf (aaaa) Tj ET"),
                    4: stream(b"BT /F1 9 Tf 72 700 Td (aaaa) Tj ET"),
                }
            )
        ),
    )
    yield (
        "font-is-its-own-descendant",
        pdf(page({5: b"<< /Type /Font /Subtype /Type0 /BaseFont /A /DescendantFonts [5 0 R] >>"})),
    )
    wide = b"begincmap 1 beginbfrange <00000000> <FFFFFFFF> <0000> endbfrange endcmap"
    yield "font-of-4-billion-letters", pdf(page({5: FONT[:-2] + b"/ToUnicode 6 0 R >>", 6: stream(wide)}))
    yield (
        "font-map-of-itself",
        pdf(page({5: FONT[:-2] + b"/ToUnicode 6 0 R >>", 6: stream(b"/A usecmap", "/CMapName /A /UseCMap 6 0 R")})),
    )
    yield "font-widths-of-billions", pdf(page({5: FONT[:-2] + b"/FirstChar 0 /LastChar 2000000000 /Widths [1e300] >>"}))
    yield (
        "pattern-paints-itself",
        pdf(
            page(
                {
                    4: stream(b"/Pattern cs /P1 scn 0 0 500 500 re f"),
                    6: stream(
                        b"/Pattern cs /P1 scn 0 0 9 9 re f",
                        "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 0.0001 /YStep 0.0001"
                        " /Resources << /Pattern << /P1 6 0 R >> >>",
                    ),
                },
                resources="/Pattern << /P1 6 0 R >>",
            )
        ),
    )
    yield "states-of-500000", lambda: pdf(page({4: packed(b"q " * 500_000 + lines())}))
    yield (
        "letters-of-300000-in-one-place",
        lambda: pdf(page({4: packed(b"BT /F1 9 Tf 72 700 Td " + b"(a) Tj 0 0 Td " * 300_000 + b"ET")})),
    )
    yield "lines-of-300000", lambda: pdf(page({4: packed(b"0 0 m 9 9 l S " * 300_000)}))
    yield (
        "grid-of-2000-by-2000",
        lambda: pdf(
            page(
                {
                    4: packed(
                        "".join(
                            f"0 {n / 3} m 595 {n / 3} l S {n / 4} 0 m {n / 4} 842 l S " for n in range(2000)
                        ).encode()
                    )
                }
            )
        ),
    )
    yield "contents-20000-times", pdf(page({3: page()[3].replace(b"4 0 R", b"[" + b"4 0 R " * 20_000 + b"]")}))
    yield (
        "contents-in-a-circle",
        pdf(page({3: page()[3].replace(b"/Contents 4 0 R", b"/Contents [3 0 R 6 0 R]"), 6: b"[6 0 R]"})),
    )
    yield (
        "letters-of-size-1e38",
        pdf(page({4: lines().replace(b"11 Tf", b"1e38 Tf") and stream(lines().replace(b"11 Tf", b"1e38 Tf"))})),
    )
    yield "letters-nowhere", pdf(page({4: stream(b"1e300 0 0 1e300 1e300 1e300 cm " + lines())}))
    yield "letters-flat", pdf(page({4: stream(b"0 0 0 0 0 0 cm " + lines())}))
    yield (
        "picture-inside-without-end",
        pdf(page({4: stream(lines() + b" BI /W 9 /H 9 /BPC 8 /CS /RGB ID " + b"x" * 9999)})),
    )
    for name, size, bits, more in (
        ("of-100000-by-100000", 100_000, 1, "/Filter /FlateDecode"),
        ("of-2-billion", 2_000_000_000, 8, "/Filter /FlateDecode"),
        ("of-zero", 0, 8, "/Filter /FlateDecode"),
        ("of-negative", -5, 8, ""),
        ("of-jpx", 100_000, 8, "/Filter /JPXDecode"),
        ("of-jbig2", 100_000, 1, "/Filter /JBIG2Decode"),
        ("of-fax", 100_000, 1, "/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 2000000000 >>"),
        ("of-jpeg", 60_000, 8, "/Filter /DCTDecode"),
    ):
        picture = f"/Type /XObject /Subtype /Image /Width {size} /Height {size} /BitsPerComponent {bits} /ColorSpace /DeviceGray"
        data = {
            6: stream(zlib.compress(b"\0" * 100_000), f"{picture} {more}"),
            4: stream(b"q 300 0 0 300 72 72 cm /I Do Q " + lines()),
        }
        yield f"picture-{name}", pdf(page(data, resources="/XObject << /I 6 0 R >>"))
    masked = (
        "/Type /XObject /Subtype /Image /Width 9 /Height 9 /BitsPerComponent 8 /ColorSpace /DeviceGray /SMask 6 0 R"
    )
    yield (
        "picture-masked-by-itself",
        pdf(page({6: packed(b"\0" * 81, masked), 4: stream(b"/I Do " + lines())}, resources="/XObject << /I 6 0 R >>")),
    )


def _nested() -> Iterator[tuple[str, bytes | Callable[[], bytes]]]:
    for name, opening, closing in (
        ("lists", b"[", b"]"),
        ("dictionaries", b"<< /A ", b" >>"),
        ("brackets", b"(", b")"),
    ):
        inside = opening * 50_000 + closing * 50_000
        yield f"nested-{name}", pdf(page({6: inside}, catalogue="/Lang 6 0 R"))
        yield f"nested-{name}-in-words", pdf(page({4: packed(inside + b" Tj " + lines())}))
    chain = {10 + n: b"%d 0 R" % (11 + n) for n in range(3000)}
    yield "references-3000-deep", pdf(page({3: page()[3].replace(b"4 0 R", b"10 0 R"), **chain, 3010: stream(lines())}))


def _bombs() -> Iterator[tuple[str, Callable[[], bytes]]]:
    yield "words-of-1-GB", lambda: pdf(page({4: stream(zlibbed(1024, b" "), "/Filter /FlateDecode")}))
    yield (
        "words-of-4-GB-packed-twice",
        lambda: pdf(page({4: stream(zlib.compress(zlibbed(4096, b" ")), "/Filter [/FlateDecode /FlateDecode]")})),
    )
    yield "words-packed-60-times", lambda: pdf(page({4: stream(b"x" * 500, f"/Filter [{'/ASCIIHexDecode ' * 60}]")}))
    yield (
        "objects-of-1-GB",
        lambda: pdf(
            page({8: stream(zlibbed(1024, b" "), "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode"), 3: b"8 0 R"})
        ),
    )
    yield (
        "picture-of-1-GB",
        lambda: pdf(
            page(
                {
                    6: stream(
                        zlibbed(1024),
                        "/Type /XObject /Subtype /Image /Width 32768 /Height 32768 /BitsPerComponent 8 /ColorSpace /DeviceGray"
                        " /Filter /FlateDecode",
                    ),
                    4: stream(b"q 300 0 0 300 72 72 cm /I Do Q " + lines()),
                },
                resources="/XObject << /I 6 0 R >>",
            )
        ),
    )
    yield "runs-of-60-MB", lambda: pdf(page({4: stream(b"\x81 " * 500_000, "/Filter /RunLengthDecode")}))


def _outside() -> Iterator[tuple[str, bytes]]:
    yield (
        "stream-of-passwd",
        pdf(page({4: b"<< /Length 0 /F (/etc/passwd) /FFilter /ASCIIHexDecode >>\nstream\n\nendstream"})),
    )
    yield (
        "stream-of-the-net",
        pdf(page({4: b"<< /Length 0 /F << /FS /URL /F (http://127.0.0.1/x) >> >>\nstream\n\nendstream"})),
    )
    yield (
        "script-on-opening",
        pdf(
            page(
                {6: b"<< /S /JavaScript /JS (app.launchURL\\('http://127.0.0.1/'\\)) >>"}, catalogue="/OpenAction 6 0 R"
            )
        ),
    )
    yield "program-on-opening", pdf(page({6: b"<< /S /Launch /F (/bin/sh) >>"}, catalogue="/OpenAction 6 0 R"))
    yield (
        "form-of-xml",
        pdf(
            page(
                {6: stream(b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>')},
                catalogue="/AcroForm << /XFA 6 0 R >>",
            )
        ),
    )
    yield (
        "outlines-in-a-circle",
        pdf(page({6: b"<< /First 6 0 R /Next 6 0 R /Last 6 0 R /Count 9 /Title (a) >>"}, catalogue="/Outlines 6 0 R")),
    )
    yield (
        "structure-in-a-circle",
        pdf(
            page(
                {6: b"<< /Type /StructTreeRoot /K 6 0 R /ParentTree 6 0 R /Kids [6 0 R] >>"},
                catalogue="/StructTreeRoot 6 0 R",
            )
        ),
    )
    yield (
        "notes-in-a-circle",
        pdf(
            page(
                {6: b"<< /Subtype /Text /Parent 6 0 R /Popup 6 0 R /AP << /N 6 0 R >> >>"},
                page=f"/Annots [{'6 0 R ' * 500}]",
            )
        ),
    )
    yield "labels-in-a-circle", pdf(page({6: b"<< /Kids [6 0 R] >>"}, catalogue="/PageLabels 6 0 R"))


def encrypted(user: str) -> bytes:
    """A page that only this password opens."""
    import io

    from reportlab.lib.pdfencrypt import StandardEncryption
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, encrypt=StandardEncryption(user, "owner", canPrint=0), invariant=1)
    for number in range(12):
        canvas.drawString(72, 700 - 14 * number, WORDS)
    canvas.save()
    return out.getvalue()


def files() -> Iterator[Hostile]:
    whole = pdf(page())
    for kind, made in {
        "pdf box": _boxes(),
        "pdf page tree": _trees(),
        "pdf object table": _tables(),
        "pdf drawing": _drawings(),
        "pdf nested": _nested(),
        "pdf bomb": _bombs(),
        "pdf reaching out": _outside(),
    }.items():
        for name, data in made:
            yield hostile(kind, f"{name}.pdf", REASONS, data)
    yield hostile("pdf encrypted", "with-a-password.pdf", "encrypted", lambda: encrypted("secret"))
    yield hostile("pdf encrypted", "with-no-password.pdf", "read encrypted", lambda: encrypted(""))
    lies = "/Root 1 0 R /Encrypt << /Filter /Standard /V 99 /R 99 /Length 9999999 /O (x) /U (y) /P -1 >> /ID [(a) (a)]"
    yield hostile("pdf encrypted", "by-a-rule-that-nobody-knows.pdf", REASONS, pdf(page(), lies))
    for found in (
        *cuts("pdf truncated", "pdf", ".pdf", REASONS, whole, 10),
        *damaged("pdf damaged", "pdf", ".pdf", REASONS, whole, 6),
    ):
        yield Hostile(found.kind, found.name, found.expect, found.make)
    yield hostile("pdf wrong name", "picture-as.pdf", REASONS, b"\x89PNG\r\n\x1a\n" + b"\0" * 99)
    yield hostile("pdf wrong name", "words-as.pdf", REASONS, WORDS.encode() * 9)
    yield hostile("pdf wrong name", "nothing.pdf", REASONS, b"")
    yield hostile("polyglot", "page-before.pdf", REASONS, b"<html><script>alert(1)</script>" + b"x" * 900 + whole)
