"""Formats that another program reads: what becomes of them, and what a hostile document or program can do."""

import io
import zipfile
from pathlib import Path

import pytest
from PIL import Image as Picture

from benchwright.corpus.ingest import ingest_paths
from benchwright.errors import ReadError
from benchwright.readers.base import Document, ImageBlock, InputFile, Limits, Paragraph, TableBlock
from benchwright.readers.confined import converter
from benchwright.readers.confined.converter import CONVERTERS, convert
from benchwright.readers.discover import discover, reader_of_file
from benchwright.readers.inputs import ReadContext
from benchwright.readers.read_task import IngestOptions
from benchwright.readers.registered import READERS
from benchwright.records import Drop

_THERE = {one.name for one in CONVERTERS if not one.fault()}
pandoc = pytest.mark.skipif("pandoc" not in _THERE, reason="pandoc is not installed")
mandoc = pytest.mark.skipif("mandoc" not in _THERE, reason="mandoc is not installed")
asciidoctor = pytest.mark.skipif("asciidoctor" not in _THERE, reason="asciidoctor is not installed")


def read(tmp_path: Path, name: str, data: bytes | str) -> tuple[Document | None, list[Drop]]:
    path = tmp_path / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    reader = reader_of_file(path, READERS)
    assert reader is not None
    items = list(reader.read(InputFile(path, name, tmp_path, around=ReadContext(convert=convert)), Limits()))
    documents = [item for item in items if isinstance(item, Document)]
    return documents[0] if documents else None, [item for item in items if isinstance(item, Drop)]


def document(tmp_path: Path, name: str, data: bytes | str) -> Document:
    result, drops = read(tmp_path, name, data)
    assert result is not None
    assert {drop.reason for drop in drops} <= {"running-head"}
    return result


def paragraphs(document: Document) -> list[str]:
    return [document.text[b.start : b.end] for b in document.blocks if isinstance(b, Paragraph)]


def names(document: Document, kind: str = "definition") -> list[tuple[str, str]]:
    return [(document.text[slice(*e.name)], e.role) for e in document.entries if e.kind == kind]


MAN = r""".TH OAK 1
.SH NAME
oak - plant
.SH OPTIONS
.TP
\fB\-a\fR, \fB\-\-all\fR
Plant all.
.TP
\fB\-b\fR
Water.
"""
MDOC = ".Dd May 1, 2020\n.Dt OAK 1\n.Os\n.Sh NAME\n.Nm oak\n.Nd plant\n.Sh USE\n.Bl -tag\n.It Fl a\nAll.\n.El\n"
LATEX = r"""\documentclass{article}\title{Old \& new}\begin{document}\maketitle
\section{Oaks} They are old\footnote{Very.}. $x^2$
\begin{tabular}{ll} a & b \\ \hline 1 & 2 \\ \end{tabular}
\begin{verbatim}
plant()
\end{verbatim}
\begin{description}\item[acorn] a nut\end{description}
\includegraphics{../secret.png} \input{secret} \end{document}"""


@mandoc
@pytest.mark.parametrize(("text", "options"), [(MAN, ["-a, --all", "-b"]), (MDOC, ["-a"])])
def test_manual_pages(tmp_path: Path, text: str, options: list[str]) -> None:
    result = document(tmp_path, "oak.1", text)
    assert [name for name, _ in names(result)] == options
    assert result.title == "oak(1)"
    assert "General Commands" not in result.text


@mandoc
def test_bullets_are_no_names(tmp_path: Path) -> None:
    result = document(tmp_path, "oak.1", MAN + ".IP o 2\nOne.\n.IP o\nTwo.\n.IP 3. 4\nThree.\n.IP 0\nSuccess.\n")
    assert [name for name, _ in names(result)] == ["-a, --all", "-b", "0"]
    assert "Two." in result.text


@mandoc
def test_a_manual_page_reads_no_other(tmp_path: Path) -> None:
    result, drops = read(tmp_path, "oak.1", MAN + ".so man1/ls.1\n")
    assert result is not None
    assert [drop.text for drop in drops] == [".so man1/ls.1", "OAK(1) General Commands Manual OAK(1)"]


def test_suffixes_that_others_use_are_looked_into(tmp_path: Path) -> None:
    texts = {"a.1": MAN, "app.log.1": "started\n", "b.xml": "<mediawiki/>", "c.xml": "<?xml version='1.0'?><book/>"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = discover([tmp_path], READERS)
    assert [(item.name, item.reader.name) for item in found.inputs] == [
        ("a.1", "manual"),
        ("b.xml", "wikitext"),
        ("c.xml", "converted"),
    ]
    assert [(drop.document, drop.reason) for drop in found.drops] == [("app.log.1", "unsupported")]


@pandoc
def test_latex(tmp_path: Path) -> None:
    (tmp_path / "secret.tex").write_text("hidden word", encoding="utf-8")
    result, drops = read(tmp_path, "a.tex", LATEX)
    assert result is not None
    assert [(drop.reason, drop.text) for drop in drops] == [("included-file", r"\input{secret}")]
    assert result.title == "Old & new"
    assert "hidden word" not in result.text
    assert "They are old" in result.text
    assert "Very." in result.text
    assert names(result) == [("acorn", "")]
    assert [result.text[slice(*e.body)] for e in result.entries if e.kind == "code"] == ["plant()"]
    assert [b.table.rows for b in result.blocks if isinstance(b, TableBlock)] == [(("1", "2"),)]


ENGINES = r"\begin{tabular}{lr}Engine & Power\\ \hline Alpha & 12\\ Beta & 15\\ \end{tabular}"


@pandoc
@pytest.mark.parametrize(
    "form",
    [
        r"\begin{table}[t]\caption{Engines}\resizebox{\columnwidth}{!}{%" + "\n" + ENGINES + r"}\end{table}",
        r"\begin{table}\caption{Engines}\resizebox*{5cm}{!}{" + ENGINES + r"}\end{table}",
        r"\begin{table*}\caption{Engines}\scalebox{0.8}[1]{" + ENGINES + r"}\end{table*}",
        r"\begin{table}\caption{Engines}\adjustbox{max width=5cm}{" + ENGINES + r"}\end{table}",
        r"\begin{table}\caption{Engines}\begin{adjustbox}{width=5cm}" + ENGINES + r"\end{adjustbox}\end{table}",
        r"\begin{sidewaystable}\caption{Engines}\rotatebox[origin=c]{90}{" + ENGINES + r"}\end{sidewaystable}",
        r"\begin{wraptable}{r}{5cm}\caption{Engines}" + ENGINES + r"\end{wraptable}",
        r"\begin{table}\caption{Engines}" + ENGINES.replace("Engine &", r"\makecell{Engine} &") + r"\end{table}",
    ],
)
def test_latex_tables_in_boxes(tmp_path: Path, form: str) -> None:
    result = document(
        tmp_path, "a.tex", rf"\documentclass{{article}}\begin{{document}} Of engines. {form} \end{{document}}"
    )
    assert [(b.caption, b.table.header, b.table.rows) for b in result.blocks if isinstance(b, TableBlock)] == [
        ("Engines", (("Engine", "Power"),), (("Alpha", "12"), ("Beta", "15")))
    ]


@pandoc
def test_a_latex_cell_of_several_lines_is_one_cell(tmp_path: Path) -> None:
    table = r"\begin{tabular}{lr}Engine & \makecell[c]{Power\\(kW)}\\ \hline Alpha & 12\\ \end{tabular}"
    (block,) = [b for b in document(tmp_path, "a.tex", table).blocks if isinstance(b, TableBlock)]
    assert [*block.table.header, *block.table.rows] == [("Engine", "Power (kW)"), ("Alpha", "12")]


@pandoc
def test_latex_words_in_boxes_and_marks_are_text(tmp_path: Path) -> None:
    text = (
        r"\hl{The mast is 12 m tall.} \fbox{The dam is old.} \added[id=a]{A barn.} \framebox[3cm][c]{A yard.} "
        r"\replaced{New.}{Old.} \newcommand{\raisebox}[2]{Ours: #2} \raisebox{1pt}{a tree.}"
    )
    result, drops = read(tmp_path, "a.tex", text)
    assert result is not None
    assert result.text == "The mast is 12 m tall. The dam is old. A barn. A yard. New. Ours: a tree."
    assert [(drop.reason, drop.text) for drop in drops] == [("struck-out", "Old.")]


@pandoc
def test_words_that_latex_lost_are_a_drop(tmp_path: Path) -> None:
    text = r"""\documentclass[12pt]{article}\usepackage[utf8]{inputenc}\begin{document}
% remark
The caf\'e in \cref{tab:a}, \textcolor{red}{see} \cite[p.~3]{Lee2020}. \vspace{1cm}\label{sec:b}
\unheard[w=1]{All \emph{of} that.} \includegraphics[width=5cm]{a/b.png} \mystery{see}
\begin{tabular}{|p{3cm}|r|} \multicolumn{2}{c}{Names} \\ a & $x_1$ \\ \end{tabular}\input{more/words}
\end{document}"""
    _, drops = read(tmp_path, "a.tex", text)
    assert [(drop.reason, drop.detail, drop.text) for drop in drops if drop.reason != "image-missing"] == [
        ("included-file", "a file that it includes is not read with it", r"\input{more/words}"),
        ("converter-lost", "4 words are not in what the program gave", "all of see that"),
    ]


DOCBOOK = """<?xml version="1.0"?><!DOCTYPE article [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<article xmlns="http://docbook.org/ns/docbook" version="5.0"><title>Oaks</title><section><title>Old</title>
<para>They are old.</para><variablelist><varlistentry><term>acorn</term><listitem><para>a nut</para></listitem>
</varlistentry></variablelist><programlisting language="c">plant();</programlisting></section></article>"""


@pandoc
@pytest.mark.parametrize(
    ("name", "text", "title", "words"),
    [
        ("a.rtf", r"{\rtf1 Oaks are {\b old}.\par Very.}", "a", ["Oaks are old.", "Very."]),
        ("a.org", "#+TITLE: Oaks\n* Old\nThey are /old/.\n", "Oaks", ["They are old."]),
        ("a.textile", "h1. Oaks\n\nThey are *old*.\n", "Oaks", ["They are old."]),
        ("a.xml", DOCBOOK, "Oaks", ["They are old.", "acorn", "a nut", "plant();"]),
        ("a.dbk", DOCBOOK, "Oaks", ["They are old.", "acorn", "a nut", "plant();"]),
    ],
)
def test_plain_formats(tmp_path: Path, name: str, text: str, title: str, words: list[str]) -> None:
    result = document(tmp_path, name, text)
    assert (result.title, paragraphs(result)) == (title, words)


@asciidoctor
def test_asciidoc(tmp_path: Path) -> None:
    (tmp_path / "b.adoc").write_text("hidden word", encoding="utf-8")
    text = "= Oaks\n\n== Old\n\nacorn:: a nut\n\n[source,c]\n----\nplant();\n----\n\ninclude::b.adoc[]\n"
    result = document(tmp_path, "a.adoc", text)
    assert (result.title, names(result)) == ("Oaks", [("acorn", "hdlist1")])
    assert [e.role for e in result.entries if e.kind == "code"] == ["c"]
    assert "hidden word" not in result.text


@asciidoctor
def test_the_day_of_reading_is_in_no_document(tmp_path: Path) -> None:
    clock = "{docdate} {doctime} {docyear} {docdatetime} {localdate} {localtime} {localyear} {localdatetime}"
    assert paragraphs(document(tmp_path, "a.adoc", f"= Oaks\n\nRead on {clock}.\n")) == [f"Read on {clock}."]


def png() -> bytes:
    data = io.BytesIO()
    Picture.new("RGB", (40, 30), "green").save(data, "png")
    return data.getvalue()


def zipped(parts: dict[str, bytes | str]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return data.getvalue()


def epub(page: str) -> bytes:
    container = "urn:oasis:names:tc:opendocument:xmlns:container"
    return zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": f'<container xmlns="{container}" version="1.0"><rootfiles><rootfile'
            ' full-path="E/a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
            "E/a.opf": '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata'
            ' xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Oaks</dc:title></metadata><manifest>'
            '<item id="p" href="p.xhtml" media-type="application/xhtml+xml"/>'
            '<item id="i" href="i.png" media-type="image/png"/></manifest>'
            '<spine><itemref idref="p"/></spine></package>',
            "E/p.xhtml": f'<html xmlns="http://www.w3.org/1999/xhtml"><body>{page}</body></html>',
            "E/i.png": png(),
        }
    )


@pandoc
def test_epub_with_its_pictures(tmp_path: Path) -> None:
    figure = '<figure><img src="i.png" alt="An oak"/><figcaption>An oak</figcaption></figure>'
    result = document(tmp_path, "a.epub", epub(f"<h1>Old</h1><p>They are old.</p>{figure}"))
    assert (result.title, paragraphs(result)) == ("Oaks", ["They are old."])
    (image,) = [b for b in result.blocks if isinstance(b, ImageBlock)]
    assert image.target.startswith("data:image/png;base64,")
    assert image.caption == "An oak"


_NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "text", "table", "style")
)


def odt(body: str) -> bytes:
    head = '<text:h text:outline-level="1">Oaks</text:h><text:p>They are old.</text:p>'
    return zipped(
        {
            "content.xml": f"<office:document-content {_NAMES}><office:body><office:text>{head}{body}</office:text>"
            "</office:body></office:document-content>",
            "styles.xml": f"<office:document-styles {_NAMES}><office:styles/></office:document-styles>",
        }
    )


@pandoc
def test_opendocument(tmp_path: Path) -> None:
    result = document(tmp_path, "a.odt", odt(""))
    assert (result.title, paragraphs(result)) == ("Oaks", ["They are old."])


@pandoc
def test_the_head_of_a_table_is_its_header(tmp_path: Path) -> None:
    rows = [
        "<table:table-row>"
        + "".join(f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in row)
        + "</table:table-row>"
        for row in (("tree", "age"), ("oak", "900"), ("elm", "300"))
    ]
    head = f"<table:table-header-rows>{rows[0]}</table:table-header-rows>"
    result = document(tmp_path, "a.odt", odt(f"<table:table>{head}{''.join(rows[1:])}</table:table>"))
    (table,) = [block.table for block in result.blocks if isinstance(block, TableBlock)]
    assert (table.header, table.rows) == ((("tree", "age"),), (("oak", "900"), ("elm", "300")))


@pandoc
def test_words_that_the_program_leaves_out_are_a_drop(tmp_path: Path) -> None:
    remark = "<text:p>Low.<office:annotation><text:p>remarked</text:p></office:annotation></text:p>"
    result, drops = read(tmp_path, "a.odt", odt(remark))
    assert result is not None
    assert "remarked" in result.text or [(drop.reason, drop.text) for drop in drops] == [("converter-lost", "remarked")]


@pandoc
def test_a_picture_that_is_damaged_is_refused_in_one_line(tmp_path: Path) -> None:
    data = bytearray(epub('<img src="i.png" alt="An oak"/>'))
    data[data.index(b"i.png") + 40] ^= 0xFF
    with pytest.raises(ReadError) as caught:
        read(tmp_path, "a.epub", bytes(data))
    assert caught.value.reason in {"damaged", "converter-failed"}


@pandoc
@pytest.mark.parametrize(
    ("name", "data"),
    [("a.odt", b"PK broken"), ("a.epub", b""), ("a.epub", zipped({"x": "y"})), ("a.org", b"\n"), ("a.dbk", b"<book>")],
)
def test_what_is_broken_is_refused_in_one_line(tmp_path: Path, name: str, data: bytes) -> None:
    with pytest.raises(ReadError) as caught:
        read(tmp_path, name, data)
    assert caught.value.reason in {"converter-failed", "damaged", "no-content", "empty"}
    assert "\n" not in str(caught.value)


@pandoc
def test_a_bomb_meets_a_limit(tmp_path: Path) -> None:
    with pytest.raises(ReadError) as caught:
        read(tmp_path, "a.odt", odt("<text:p>" + "oak " * 20_000_000 + "</text:p>"))
    assert caught.value.reason in {"converter-limit", "converter-failed"}


def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """Put a program in the place of pandoc."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "pandoc"
    program.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(converter.shutil, "which", lambda name: str(program) if name == "pandoc" else None)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('[ "$1" = --version ] && echo "pandoc 2.14.2"', "install pandoc 2.15 or newer"),
        ('[ "$1" = --version ] && echo "nothing"', "install pandoc 2.15 or newer"),
        ("exit 1", "install pandoc 2.15 or newer"),
    ],
)
def test_a_program_too_old_is_a_drop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, words: str) -> None:
    script(tmp_path, monkeypatch, body)
    result, (drop,) = read(tmp_path, "a.org", "* a\n")
    assert (result, drop.reason) == (None, "converter-missing")
    assert words in drop.detail


def test_a_program_that_is_missing_is_a_drop_that_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(converter.shutil, "which", lambda name: None)
    result, (drop,) = read(tmp_path, "a.adoc", "= a\n")
    assert (result, drop.reason, drop.detail) == (
        None,
        "converter-missing",
        "install asciidoctor to read such files",
    )


_IS_PANDOC = '[ "$1" = --version ] && echo "pandoc 3.1" && exit 0\n'


@pytest.mark.parametrize(
    ("body", "reason", "seconds"),
    [
        ("echo odd >&2; exit 3", "converter-failed", 60),
        ("kill -9 $$", "converter-limit", 60),
        ("while :; do :; done", "converter-limit", 1),  # what the kernel counts: whole seconds
        ("while :; do printf %0999d 0; done", "converter-limit", 60),
        ("exec sleep 100", "converter-limit", 0.5),
    ],
)
def test_a_program_that_fails_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, reason: str, seconds: float
) -> None:
    script(tmp_path, monkeypatch, _IS_PANDOC + body)
    monkeypatch.setattr(converter, "_OUTPUT", 1 << 16)
    with pytest.raises(ReadError) as caught:
        convert("org", b"* a\n", seconds=seconds)
    assert caught.value.reason == reason


def test_workers_have_documents_converted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = 'read line; [ "$line" = "* a" ] || kill -9 $$; echo "<h1>Oaks</h1><p>They are old.</p>"'
    script(tmp_path, monkeypatch, _IS_PANDOC + body)
    docs = tmp_path / "docs"
    docs.mkdir()
    for name, text in {"a.org": "* a\n", "b.org": "* b\n", "c.org": "* a\n", "d.adoc": "= d\n"}.items():
        (docs / name).write_text(text, encoding="utf-8")
    report = ingest_paths([docs], tmp_path / "corpus", IngestOptions(shortest=1))
    assert (report.sources["text"], report.failed) == (2, ("b.org",))
    assert report.drops == {"converter-limit": 1, "converter-missing": 1}


def test_a_program_reads_no_file_of_the_user_and_writes_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret, target = tmp_path / "secret.txt", tmp_path / "made.txt"
    secret.write_text("hidden word", encoding="utf-8")
    body = f'read line < {secret}; echo "<p>[$line]</p>"; echo x > {target}; echo "<p>end</p>"'
    script(tmp_path, monkeypatch, _IS_PANDOC + body)
    html = convert("org", b"* a\n")
    assert b"<p>end</p>" in html
    assert b"hidden word" not in html
    assert not target.exists()
