"""XML exports: which pages become documents, what is counted, where reading goes on, and what is refused."""

import bz2
import gzip
import tracemalloc
from collections.abc import Iterable
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from PIL import Image

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.errors import ReadError
from benchwright.readers.base import Document, InputFile, Item, Limits, Mark, Resume, TableBlock
from benchwright.readers.wiki import WIKITEXT_READER as READER
from benchwright.readers.wiki import wikitext_reader, xml_export
from benchwright.records import Drop

INFO = (
    "<siteinfo><base>https://de.wikipedia.org/wiki/Wikipedia:Hauptseite</base><namespaces>"
    '<namespace key="0" /><namespace key="6">Datei</namespace><namespace key="14">Kategorie</namespace>'
    "</namespaces></siteinfo>"
)


def page(title: str, text: str, namespace: int = 0, extra: str = "", model: str = "wikitext") -> str:
    return (
        f"<page><title>{escape(title)}</title><ns>{namespace}</ns><id>1</id>{extra}<revision><id>2</id>"
        f'<model>{model}</model><text bytes="9" xml:space="preserve">{escape(text)}</text></revision></page>\n'
    )


def export(pages: Iterable[str], info: str = INFO) -> str:
    start = '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="de">'
    return f"{start}\n{info}\n{''.join(pages)}</mediawiki>\n"


def write(folder: Path, data: str | bytes, name: str = "dump.xml") -> InputFile:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return InputFile(path, name, folder)


def items(file: InputFile) -> list[Item]:
    return list(READER.read(file, Limits()))


def test_articles_are_documents_named_as_links_name_them(tmp_path: Path) -> None:
    pages = [
        page("Stiel-Eiche & Co", "Eine '''Eiche''' im [[wald|Wald]].[[Kategorie:Baum]][[Datei:x.jpg|mini]]"),
        page("Diskussion:Eiche", "Hm", 1),
        page("Eichen", "#WEITERLEITUNG [[Eiche]]", extra='<redirect title="Eiche" />'),
        page("Alt", " #redirect [[Eiche]]"),
        page("Stil", "a {}", model="css"),
        page("leer", " "),
        page("tief", "{{" * 5000),
    ]
    found = items(write(tmp_path, export(pages)))
    assert found[0] == Document(
        "/wiki/Stiel-Eiche_&_Co",
        "Stiel-Eiche & Co",
        "Eine Eiche im Wald.",
        found[0].blocks if isinstance(found[0], Document) else (),
        "CC BY-SA 4.0 (text)",
        "https://de.wikipedia.org/wiki/Stiel-Eiche_%26_Co",
    )
    assert [(item.document, item.reason, item.detail) for item in found[1:] if isinstance(item, Drop)] == [
        ("/wiki/Leer", "page-empty", "dump.xml: a page without a title or without text"),
        ("/wiki/Tief", "nested-too-deep", "dump.xml: 5,000 brackets and tags are not closed, in 10,001 characters"),
        ("dump.xml", "wiki-namespaces", "1 pages are not articles (talk, files ...)"),
        ("dump.xml", "wiki-redirects", "2 pages only lead to another"),
        ("dump.xml", "wiki-models", "1 pages are not written in wikitext"),
        ("dump.xml", "image-missing", "1 pictures are not in images/ beside this file"),
    ]


def test_a_wiki_elsewhere_has_no_licence_and_one_without_an_address_is_the_english(tmp_path: Path) -> None:
    info = "<siteinfo><base>http://wiki.example.org/w/Main</base></siteinfo>"
    (own,) = items(write(tmp_path, export([page("A b", "Text.")], info)))
    (bare,) = items(write(tmp_path, export([page("A b", "Text.")], "")))
    assert isinstance(own, Document)
    assert isinstance(bare, Document)
    assert (own.licence, own.url) == ("", "https://wiki.example.org/w/A_b")
    assert (bare.licence, bare.url) == ("", "https://en.wikipedia.org/wiki/A_b")


def test_the_last_revision_counts(tmp_path: Path) -> None:
    both = page("A", "Old.").replace("</page>", "<revision><text>New.</text></revision></page>")
    (document,) = items(write(tmp_path, export([both])))
    assert isinstance(document, Document)
    assert document.text == "New."


def test_a_page_that_is_too_large_is_one_drop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml_export, "PAGE_CHARACTERS", 1000)
    first, second = items(write(tmp_path, export([page("A", "x" * 1001), page("B", "y" * 1000)])))
    assert isinstance(first, Drop)
    assert (first.document, first.reason) == ("/wiki/A", "page-too-large")
    assert isinstance(second, Document)


def test_compressed_dumps_also_in_many_streams(tmp_path: Path) -> None:
    parts = [export([])[:-14], page("A", "One."), page("B", "Two."), "</mediawiki>"]
    multistream = b"".join(bz2.compress(part.encode()) for part in parts)
    plain = items(write(tmp_path, "".join(parts)))
    assert [item.name for item in plain if isinstance(item, Document)] == ["/wiki/A", "/wiki/B"]
    assert items(write(tmp_path, multistream, "dump.xml.bz2")) == plain
    assert items(write(tmp_path, gzip.compress("".join(parts).encode()), "dump.xml.gz")) == plain


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("<html><body>x</body></html>", "unsupported"),
        ("<?xml version='1.0'?><rss/>", "unsupported"),
        ("no xml", "unsupported"),
        ("", "unsupported"),
        ('<!DOCTYPE a [<!ENTITY b "cc">]><mediawiki>&b;</mediawiki>', "xml-doctype"),
        ('<!DOCTYPE m SYSTEM "file:///etc/passwd"><mediawiki/>', "xml-doctype"),
        ("<mediawiki>&b;</mediawiki>", "damaged"),
        ("<mediawiki>" + "<a>" * 1000, "nested-too-deep"),
        (b"<mediawiki>\xff\xfe</mediawiki>", "damaged"),
    ],
)
def test_other_xml_is_refused(tmp_path: Path, data: str | bytes, reason: str) -> None:
    with pytest.raises(ReadError) as caught:
        items(write(tmp_path, data))
    assert caught.value.reason == reason


def test_a_dump_that_is_cut_off_keeps_the_pages_before(tmp_path: Path) -> None:
    whole = export([page("A", "One."), page("B", "Two.")])
    reading = READER.read(write(tmp_path, whole[:-40]), Limits())
    first = next(reading)
    assert isinstance(first, Document)
    assert first.name == "/wiki/A"
    with pytest.raises(ReadError, match="cut off"):
        next(reading)


@pytest.mark.parametrize("name", ["dump.xml", "dump.xml.bz2"])
def test_reading_goes_on_from_every_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(wikitext_reader, "MARK_ARTICLES", 3)
    monkeypatch.setattr(wikitext_reader, "MARK_PAGES", 5)
    pages = [
        page(f"Ä {number}", f"Text ü {number}. {{{{Cite a{number % 3}}}}} [[Datei:{number}.png]]", int(number % 4 == 1))
        for number in range(40)
    ]
    data = export(pages).encode()
    file = write(tmp_path, bz2.compress(data) if name.endswith("bz2") else data, name)
    whole = items(file)
    marks = [at for at, item in enumerate(whole) if isinstance(item, Mark)]
    assert len(marks) == 9
    assert whole[-1].detail.startswith("30 pictures") if isinstance(whole[-1], Drop) else False
    for at in marks:
        mark = whole[at]
        assert isinstance(mark, Mark)
        again = InputFile(file.path, file.name, file.root, resume=Resume(mark.state))
        assert items(again) == whole[at + 1 :]


def test_a_dump_is_read_in_constant_memory(tmp_path: Path) -> None:
    text = "A [[page]]. " + "Words without any markup. " * 400
    file = write(tmp_path, bz2.compress(export(page(f"P {n}", text) for n in range(400)).encode()), "d.xml.bz2")
    tracemalloc.start()
    try:
        assert sum(isinstance(item, Document) for item in READER.read(file, Limits())) == 400
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 3_000_000  # of the 4 MB that the dump has, a block of 64 KiB and its pages stand in memory


def test_an_ingested_dump(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    words = "The oak is a tree of the north, and it grows old where the ground is wet. " * 4
    table = "{| class=wikitable\n! Name !! Height\n|-\n| [[Ash tree]] || 20\n|}"
    for name in ("one.xml", "two.xml"):
        (docs / name).write_text(export([page("oak", f"{words}\n{table}"), page(f"In {name}", words)]))
    report = ingest_paths([docs], tmp_path / "corpus")
    corpus = Corpus.open(tmp_path / "corpus")
    assert corpus.source("/wiki/Oak#p0").text == words.strip()
    assert corpus.source("/wiki/Oak#t0").title == "oak"
    assert corpus.source("/wiki/In_two.xml#p0").document == "/wiki/In_two.xml"
    assert report.drops == {"repeated-document": 1}


def test_of_a_page_in_two_dumps_the_first_counts(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    words = "The oak is a tree of the north, and it grows old where the ground is wet. " * 4
    (docs / "one.xml").write_text(export([page("oak", f"{words}\nFirst.")]))
    (docs / "two.xml").write_text(export([page("oak", f"Second. {words * 3}")]))
    assert ingest_paths([docs], tmp_path / "corpus").drops == {"repeated-document": 1}
    corpus = Corpus.open(tmp_path / "corpus")
    source = corpus.source("/wiki/Oak#p0")
    assert source.text.endswith("First.")
    assert corpus.documents["/wiki/Oak"].text[source.place.start : source.place.end] == source.text


def test_a_dump_is_read_again_only_when_its_pictures_come(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    words = "The oak is a tree of the north, and it grows old where the ground is wet. " * 4
    (docs / "one.xml").write_text(export([page("oak", f"[[File:a.png|thumb|A]] [[File:b c.png|thumb|B]] {words}")]))

    def ingest() -> tuple[int, int, int]:
        report = ingest_paths([docs], tmp_path / "corpus")
        return report.read, report.reused, report.sources.get("image", 0)

    assert ingest() == (1, 0, 0)
    assert ingest() == (0, 1, 0)
    (docs / "images").mkdir()
    Image.new("RGB", (9, 9), "red").save(docs / "images" / "A.png")
    assert ingest() == (1, 0, 1)
    Image.new("RGB", (9, 9), "blue").save(docs / "images" / "B_c.png")
    assert ingest() == (1, 0, 2)
    assert ingest() == (0, 1, 2)


def test_a_table_of_a_page_is_named_by_the_page_and_its_section(tmp_path: Path) -> None:
    (document,) = items(write(tmp_path, export([page("Oak", "== Sizes ==\n{|\n!a!!b\n|-\n|1||2\n|}")])))
    assert isinstance(document, Document)
    assert [block.title for block in document.blocks if isinstance(block, TableBlock)] == ["Oak — Sizes"]
