# ruff: noqa: E501 - a row of data a line
"""Documents for a converter that are deep, long, damaged, or reach out."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator

from hostile.kinds import Hostile, cuts, damaged, hostile
from hostile.markup import COMMON, REACHING, each, encoded
from hostile.texts import OAK

KINDS = frozenset({"asciidoc", "latex", "manual page", "org", "packed document", "rtf", "textile", "xml document"})
REACHES_OUT = frozenset(
    {"includes.adoc", "inputs.tex", "includes.org", "includes.1", "docbook-entities-from-outside.xml", "pictures.epub"}
    | {"section-from-outside.odt", "fields.rtf", "pictures.textile", "jats-entities-from-outside.xml"}
)
"""The documents for a converter that are quick: for each of the others a program is started."""

DROPS = f"{COMMON} converter-missing converter-failed converter-limit converter-lost damaged running-head included-file unsupported heading-alone"

ENTITIES = '<!ENTITY a0 "oak oak oak ">' + "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(9))
OUTER = "".join(f'<!ENTITY e{n} SYSTEM "{path}">' for n, path in enumerate(REACHING))
XINCLUDE = "".join(
    f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{path}" parse="text"/>' for path in REACHING
)


def _docbook(body: str, inside: str = "") -> str:
    return f'<?xml version="1.0"?><!DOCTYPE article [{inside}]><article><title>Oaks</title><para>{OAK}</para>{body}</article>'


def _jats(body: str, inside: str = "") -> str:
    return f'<?xml version="1.0"?><!DOCTYPE article [{inside}]><article dtd-version="1.2"><front><article-meta><title-group><article-title>Oaks</article-title></title-group></article-meta></front><body><p>{OAK}</p>{body}</body></article>'


XMLS: dict[str, Callable[[], str]] = {
    f"{form}-{name}": (lambda write=write, make=make: write(*make()))  # type: ignore[misc]
    for form, write in (("docbook", _docbook), ("jats", _jats))
    for name, make in {
        "entities-of-a-billion": lambda: ("<para>&a9;</para><p>&a9;</p>", ENTITIES),
        "entities-from-outside": lambda: ("<para>&e0;&e1;&e2;&e3;</para><p>&e0;&e1;</p>", OUTER),
        "parameter-entities": lambda: ("", '<!ENTITY % x SYSTEM "file:///etc/passwd">%x;'),
        "includes": lambda: (XINCLUDE,),
        "pictures": lambda: (
            "".join(
                f'<mediaobject><imageobject><imagedata fileref="{path}"/></imageobject></mediaobject><graphic href="{path}"/>'
                for path in REACHING
            ),
        ),
        "5000-deep": lambda: ("<section><title>a</title><para>b</para>" * 5_000 + "</section>" * 5_000,),
        "lists-3000-deep": lambda: (
            "<itemizedlist><listitem><para>a</para>" * 3_000 + "</listitem></itemizedlist>" * 3_000,
        ),
        "not-closed": lambda: ("<section>" * 100,),
        "table-of-50000-rows": lambda: (
            "<table><tbody>" + "<tr><td>a</td><td>b</td></tr>" * 50_000 + "</tbody></table>",
        ),
        "attributes-50000": lambda: ("<para " + " ".join(f'a{n}="1"' for n in range(50_000)) + ">a</para>",),
        "words-of-3-MB": lambda: ("<para>" + "oak " * 750_000 + "</para>",),
    }.items()
}

LATEX: dict[str, Callable[[], str]] = {
    "inputs": lambda: (
        OAK
        + "\n\n"
        + each(
            "\\input{{}} \\include{{}} \\lstinputlisting{{}} \\verbatiminput{{}} \\includegraphics{{}} \\bibliography{{}} \\usepackage{{}}"
        )
    ),
    "writes": lambda: (
        OAK
        + "\\immediate\\write18{id}\\newwrite\\f\\openout\\f=/tmp/owned \\directlua{os.execute('id')}\\openin5=/etc/passwd \\read5 to \\x \\x"
    ),
    "macro-of-itself": lambda: OAK + "\n\n\\newcommand{\\a}{\\a\\a}\\a",
    "macros-of-a-billion": lambda: (
        OAK
        + "\n\n\\newcommand{\\xa}{oak oak }"
        + "".join(f"\\newcommand{{\\x{chr(98 + n)}}}{{{f'{chr(92)}x{chr(97 + n)} ' * 10}}}" for n in range(9))
        + "\\xj"
    ),
    "def-of-itself": lambda: OAK + "\n\n\\def\\a{\\b}\\def\\b{\\a}\\a \\loop\\iftrue a\\repeat",
    "braces-20000": lambda: OAK + "{" * 20_000,
    "braces-20000-closed": lambda: OAK + "{" * 20_000 + "a" + "}" * 20_000,
    "lists-500-deep": lambda: OAK + "\\begin{itemize}\\item a " * 500 + "\\end{itemize}" * 500,
    "lists-opened": lambda: OAK + "\\begin{itemize}\\item a " * 5_000,
    "math-opened": lambda: OAK + "$" * 9_999 + "\\frac{" * 5_000,
    "tables-in-tables": lambda: OAK + "\\begin{tabular}{l}a & " * 500,
    "table-of-20000-rows": lambda: OAK + "\\begin{tabular}{ll}" + "a & b \\\\ " * 20_000 + "\\end{tabular}",
    "columns-repeated": lambda: OAK + "\\begin{tabular}{*{999999999}{l}}a\\end{tabular}",
    "words-of-5-MB": lambda: "oak " * 1_250_000,
}
ORG: dict[str, Callable[[], str]] = {
    "includes": lambda: (
        f"#+TITLE: Oaks\n{OAK}\n\n"
        + "\n".join(f'#+INCLUDE: "{path}"\n#+SETUPFILE: {path}\n[[file:{path}]]' for path in REACHING)
    ),
    "code-to-run": lambda: (
        f"{OAK}\n\n#+BEGIN_SRC sh :results output :exports both\nid > /tmp/owned\n#+END_SRC\n#+CALL: x()\nsrc_sh{{id}}\n#+MACRO: a {{{{{{a}}}}}}\n{{{{{{a}}}}}}"
    ),
    "lists-1000-deep": lambda: OAK + "\n\n" + "\n".join(" " * n + "- a" for n in range(1_000)),
    "stars": lambda: "\n".join("*" * n + " a" for n in range(1, 700)) + f"\n{OAK}",
    "drawers-opened": lambda: OAK + "\n\n" + ":A:\n" * 5_000,
    "blocks-opened": lambda: OAK + "\n\n" + "#+BEGIN_QUOTE\n" * 2_000,
    "marks-opened": lambda: OAK + "\n\n" + "*a /b _c =d ~e +f " * 3_000,
    "brackets": lambda: OAK + "\n\n" + "[[" * 10_000,
    "table-of-3000-columns": lambda: OAK + "\n\n" + ("|a" * 3_000 + "|\n") * 20,
    "macros-of-a-billion": lambda: (
        "#+MACRO: a0 oak oak\n"
        + "".join(f"#+MACRO: a{n + 1} {f'{{{{{{a{n}}}}}}} ' * 10}\n" for n in range(9))
        + f"{OAK}\n\n{{{{{{a9}}}}}}\n"
    ),
}
TEXTILE: dict[str, Callable[[], str]] = {
    "lists-1000-deep": lambda: OAK + "\n\n" + "\n".join("*" * n + " a" for n in range(1, 1_000)),
    "marks-opened": lambda: OAK + "\n\n" + "*a _b @c -d +e ^f ~g %h " * 3_000,
    "html": lambda: OAK + "\n\n" + "<div>" * 5_000,
    "pictures": lambda: OAK + "\n\n" + each("!{}!"),
}
ASCIIDOC: dict[str, Callable[[], str]] = {
    "includes": lambda: (
        f"= Oaks\n\n{OAK}\n\n"
        + each(
            "include::{}[]\n\nimage::{}[]\n\nimage::{}[opts=inline]\n\n:docinfodir: {}\n:docinfo: shared\n:stylesheet: {}\n\nvideo::{}[]"
        )
    ),
    "settings": lambda: (
        f"= Oaks\n:allow-uri-read:\n:data-uri:\n:safe: unsafe\n:source-highlighter: pygments\n:stem:\n:backend: pdf\n:doctype: x\n:max-include-depth: 999\n\n{OAK}\n\n"
        + each("include::{}[]")
    ),
    "lists-1000-deep": lambda: f"{OAK}\n\n" + "\n".join("*" * n + " a" for n in range(1, 1_000)),
    "lists-continued": lambda: f"{OAK}\n\n* a\n" + "+\n--\n* a\n" * 2_000,
    "blocks-opened": lambda: f"{OAK}\n\n" + "".join(f"{'=' * (n % 60 + 4)}\n" for n in range(3_000)),
    "attributes-of-a-billion": lambda: (
        ":a0: oak oak\n" + "".join(f":a{n + 1}: {f'{{a{n}}} ' * 10}\n" for n in range(9)) + f"\n{OAK}\n\n{{a9}}\n"
    ),
    "attribute-of-itself": lambda: f":a: {{b}}\n:b: {{a}}\n\n{OAK}\n\n{{a}}{{b}}{{counter:x:99999999999999}}\n",
    "conditions-opened": lambda: f"{OAK}\n\n" + "ifdef::a[]\nifeval::[1 == 1]\n" * 5_000,
    "marks-opened": lambda: f"{OAK}\n\n" + "*a _b `c #d ^e ~f +g pass:[h <<i " * 2_000,
    "stars": lambda: f"{OAK}\n\n" + "*" * 20_000 + " " + "_" * 20_000,
    "table-of-3000-columns": lambda: f"{OAK}\n\n|===\n" + ("|a " * 3_000 + "\n") * 20 + "|===\n",
    "columns-repeated": lambda: (
        f'{OAK}\n\n[cols="999999999*"]\n|===\n|a\n|===\n\n[cols="2*"]\n|===\n999999999*|a\n|===\n'
    ),
    "spans": lambda: f"{OAK}\n\n|===\n99999999.99999999+|a\n|===\n",
    "passed-through": lambda: f"{OAK}\n\n++++\n<script>alert(1)</script><img src=file:///etc/passwd>\n++++\n",
    "line-of-5-MB": lambda: "oak " * 1_250_000,
    "equations": lambda: f"{OAK}\n\n[stem]\n++++\n" + "\\frac{" * 20_000 + "\n++++\n",
}
MANUAL: dict[str, Callable[[], str]] = {
    "includes": lambda: (
        f".TH OAK 1\n.SH NAME\noak\n{OAK}\n"
        + "\n".join(
            f".so {path}\n.mso {path}\n.nx {path}\n.cf {path}\n.trf {path}\n.PSPIC {path}\n'so {path}"
            for path in REACHING
        )
    ),
    "commands": lambda: (
        f".TH OAK 1\n.SH NAME\noak\n{OAK}\n.sy id > /tmp/owned\n.pso id\n.pi id\n.open x /tmp/owned\n.opena x /tmp/owned\n.write x y\n\\X'x'"
    ),
    "macro-of-itself": lambda: f".TH OAK 1\n.SH NAME\noak\n{OAK}\n.de A\n.A\n..\n.A\n",
    "while-without-end": lambda: f".TH OAK 1\n.SH NAME\noak\n{OAK}\n.while 1 \\{{\\\noak\n.\\}}\n",
    "strings-of-a-billion": lambda: (
        f".TH OAK 1\n.SH NAME\noak\n{OAK}\n.ds a0 oak oak\n"
        + "".join(f".ds a{n + 1} {f'{chr(92)}*[a{n}]' * 10}\n" for n in range(9))
        + "\\*[a9]\n"
    ),
    "indents-5000": lambda: f".TH OAK 1\n.SH NAME\noak\n{OAK}\n" + ".RS\n" * 5_000 + "a\n",
    "lists-5000": lambda: (
        f".Dd May 1, 2020\n.Dt OAK 1\n.Os\n.Sh NAME\n.Nm oak\n.Nd tree\n{OAK}\n" + ".Bl -tag\n.It a\n" * 5_000
    ),
    "table-damaged": lambda: f".TH OAK 1\n.SH NAME\noak\n{OAK}\n.TS\nl l{'l' * 5_000}.\na\tb\nT{{\nx\n.TE\n.TS\n",
    "equation": lambda: (
        f".TH OAK 1\n.SH NAME\noak\n{OAK}\n.EQ\n" + "a over { " * 5_000 + "\n.EN\n.EQ\ndefine x 'x x'\nx\n.EN\n"
    ),
    "escapes": lambda: f".TH OAK 1\n.SH NAME\noak\n{OAK}\n" + "\\f[\\n(\\*[\\h'" * 10_000,
    "line-of-5-MB": lambda: ".TH OAK 1\n.SH NAME\noak\n" + "oak " * 1_250_000,
    "spaces": lambda: (
        f".TH OAK 1\n.SH NAME\noak\n{OAK}\n.sp 999999999\n.in 99999999\n.ll 1\n.ta {'1 ' * 5_000}\na\tb\n"
    ),
}
RTF: dict[str, Callable[[], str]] = {
    "braces-100000": lambda: "{\\rtf1 " + OAK + "{" * 100_000,
    "braces-5000-closed": lambda: "{\\rtf1 " + OAK + "{" * 5_000 + "a" + "}" * 5_001,
    "picture-huge": lambda: "{\\rtf1 " + OAK + "{\\pict\\pngblip " + "41" * 3_000_000 + "}}",
    "picture-odd": lambda: "{\\rtf1 " + OAK + "{\\pict\\pngblip 414}{\\pict\\bin999999999 x}}",
    "fields": lambda: (
        "{\\rtf1 "
        + OAK
        + "".join(
            f'{{\\field{{\\*\\fldinst INCLUDETEXT "{path}"}}{{\\fldrslt x}}}}{{\\field{{\\*\\fldinst INCLUDEPICTURE "{path}"}}}}'
            for path in REACHING
        )
        + "}"
    ),
    "object": lambda: "{\\rtf1 " + OAK + "{\\object\\objocx{\\*\\objdata " + "00" * 50_000 + "}}}",
    "numbers": lambda: "{\\rtf1 " + OAK + "\\u99999999999999?\\u-40000 \\'zz\\fs" + "9" * 5_000 + " a}",
    "rows-20000": lambda: "{\\rtf1 " + OAK + "\\trowd\\cellx1 a\\cell b\\cell\\row " * 20_000 + "}",
    "words-of-5-MB": lambda: "{\\rtf1 " + "oak " * 1_250_000 + "}",
}


def _zipped(parts: dict[str, bytes | str]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(zipfile.ZipInfo(name), part, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def _epub(page: str, more: dict[str, bytes | str] | None = None, items: str = "") -> bytes:
    return _zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
            "a.opf": f'<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Oaks</dc:title></metadata><manifest><item id="p" href="p.xhtml" media-type="application/xhtml+xml"/>{items}</manifest><spine><itemref idref="p"/></spine></package>',
            "p.xhtml": f'<html xmlns="http://www.w3.org/1999/xhtml"><body><p>{OAK}</p>{page}</body></html>',
            **(more or {}),
        }
    )


NAMES = (
    " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "text", "table", "draw")
    )
    + ' xmlns:xlink="http://www.w3.org/1999/xlink"'
)


def _odt(body: str, more: dict[str, bytes | str] | None = None, inside: str = "") -> bytes:
    return _zipped(
        {
            "content.xml": f"{inside}<office:document-content {NAMES}><office:body><office:text><text:p>{OAK}</text:p>{body}</office:text></office:body></office:document-content>",
            "styles.xml": f"<office:document-styles {NAMES}><office:styles/></office:document-styles>",
            **(more or {}),
        }
    )


PICTURES = "".join(f'<img src="{path}"/>' for path in REACHING)
FRAMES = "".join(f'<text:p><draw:frame><draw:image xlink:href="{path}"/></draw:frame></text:p>' for path in REACHING)

ZIPS: dict[str, Callable[[], bytes]] = {
    "pictures.epub": lambda: _epub(PICTURES),
    "entities-of-a-billion.epub": lambda: _epub(
        "", {"p.xhtml": f"<!DOCTYPE html [{ENTITIES}]><html><body>&a9;</body></html>"}
    ),
    "entities-from-outside.epub": lambda: _epub(
        "", {"p.xhtml": f"<!DOCTYPE html [{OUTER}]><html><body>{OAK}&e0;&e1;</body></html>"}
    ),
    "page-of-200-MB.epub": lambda: _epub("", {"p.xhtml": b" " * (200 << 20)}),
    "member-of-200-MB.epub": lambda: _epub(
        '<img src="i.png"/>', {"i.png": b" " * (200 << 20)}, '<item id="i" href="i.png" media-type="image/png"/>'
    ),
    "members-20000.epub": lambda: _epub("", {f"m{n}": "x" for n in range(20_000)}),
    "paths-outside.epub": lambda: _epub(
        '<img src="../../../../tmp/owned.png"/>',
        {"../../../../tmp/owned.png": "x", "/tmp/owned2": "x"},
        '<item id="i" href="../../../../etc/passwd" media-type="image/png"/>',
    ),
    "nested-3000.epub": lambda: _epub("<div>" * 3_000 + "</div>" * 3_000),
    "spine-of-10000.epub": lambda: _epub(
        "",
        {
            "a.opf": '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest><item id="p" href="p.xhtml" media-type="application/xhtml+xml"/></manifest><spine>'
            + '<itemref idref="p"/>' * 10_000
            + "</spine></package>"
        },
    ),
    "root-outside.epub": lambda: _epub(
        "",
        {
            "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="../../../etc/passwd"/></rootfiles></container>'
        },
    ),
    "pictures.odt": lambda: _odt(FRAMES),
    "entities-of-a-billion.odt": lambda: _odt("<text:p>&a9;</text:p>", inside=f"<!DOCTYPE x [{ENTITIES}]>"),
    "entities-from-outside.odt": lambda: _odt("<text:p>&e0;&e1;&e3;</text:p>", inside=f"<!DOCTYPE x [{OUTER}]>"),
    "content-of-200-MB.odt": lambda: _odt("", {"content.xml": b" " * (200 << 20)}),
    "member-of-200-MB.odt": lambda: _odt(
        '<text:p><draw:frame><draw:image xlink:href="Pictures/i.png"/></draw:frame></text:p>',
        {"Pictures/i.png": b" " * (200 << 20)},
    ),
    "cells-repeated.odt": lambda: _odt(
        '<table:table><table:table-row table:number-rows-repeated="99999999"><table:table-cell table:number-columns-repeated="99999999"><text:p>a</text:p></table:table-cell></table:table-row></table:table>'
    ),
    "cells-spanned.odt": lambda: _odt(
        '<table:table><table:table-row><table:table-cell table:number-columns-spanned="99999999" table:number-rows-spanned="99999999"><text:p>a</text:p></table:table-cell></table:table-row></table:table>'
    ),
    "spaces-repeated.odt": lambda: _odt('<text:p>a<text:s text:c="2000000000"/>b</text:p>'),
    "lists-2000-deep.odt": lambda: _odt(
        "<text:list><text:list-item>" * 2_000 + "</text:list-item></text:list>" * 2_000
    ),
    "sections-3000-deep.odt": lambda: _odt("<text:section>" * 3_000 + "</text:section>" * 3_000),
    "section-from-outside.odt": lambda: _odt(
        "".join(f'<text:section><text:section-source xlink:href="{path}"/></text:section>' for path in REACHING)
    ),
    "table-of-20000-rows.odt": lambda: _odt(
        "<table:table>"
        + "<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>"
        * 20_000
        + "</table:table>"
    ),
    "words-of-5-MB.odt": lambda: _odt("<text:p>oak oak oak oak </text:p>" * 200_000),
}


def files() -> Iterator[Hostile]:
    for kind, suffix, makers in (
        ("xml document", ".xml", XMLS),
        ("latex", ".tex", LATEX),
        ("org", ".org", ORG),
        ("textile", ".textile", TEXTILE),
        ("asciidoc", ".adoc", ASCIIDOC),
        ("manual page", ".1", MANUAL),
        ("rtf", ".rtf", RTF),
    ):
        for name, make in makers.items():
            yield hostile(kind, f"{name}{suffix}", DROPS, encoded(make))
    for name, build in ZIPS.items():
        yield hostile("packed document", name, DROPS, build)
    whole = (
        (
            "xml document",
            ".xml",
            _docbook("<section><title>Old</title><para>They are old.</para></section>").encode(),
        ),
        (
            "latex",
            ".tex",
            f"\\section{{Oaks}} {OAK} \\begin{{tabular}}{{ll}} a & b \\\\ \\end{{tabular}}".encode(),
        ),
        ("org", ".org", f"#+TITLE: Oaks\n* Old\n{OAK}\n| a | b |\n".encode()),
        ("asciidoc", ".adoc", f"= Oaks\n\n{OAK}\n\n* a\n** b\n\n|===\n|a |b\n|===\n".encode()),
        ("manual page", ".1", f".TH OAK 1\n.SH NAME\noak\n{OAK}\n.TP\n\\fB-a\\fR\nAll.\n".encode()),
        ("rtf", ".rtf", f"{{\\rtf1 {OAK} {{\\b old}}\\par}}".encode()),
        ("packed document", ".epub", _epub("<h1>Oaks</h1>")),
        ("packed document", ".odt", _odt("<text:h>Oaks</text:h>")),
    )
    for kind, suffix, data in whole:
        yield from cuts(kind, "whole", suffix, DROPS, data, 4)
        yield from damaged(kind, "whole", suffix, DROPS, data, 4)
