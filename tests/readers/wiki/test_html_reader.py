"""HTML dumps: what of Parsoid's page is text, tables and their links, archives, and where reading goes on."""

import gzip
import io
import json
import tarfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.errors import ReadError
from benchwright.readers.base import (
    Document,
    Heading,
    ImageBlock,
    InputFile,
    Item,
    Limits,
    Mark,
    Resume,
    TableBlock,
)
from benchwright.readers.wiki import HTML_READER as READER
from benchwright.readers.wiki import html_reader
from benchwright.readers.wiki.archive_lines import DumpPosition, lines_of
from benchwright.records import Drop, Source, Table

PAGE = """<!DOCTYPE html><html prefix="mw: http://mediawiki.org/rdf/"><head><title>Oak</title></head><body>
<section data-mw-section-id="0"><div class="shortdescription" style="display:none">A tree</div>
<div role="note" class="hatnote">For the town, see <a href="./Oak_Town">Oak Town</a>.</div>
<table class="infobox biota" typeof="mw:Transclusion"
 data-mw='{"parts":[{"template":{"target":{"wt":"Infobox plant\\n","href":"./T"}}}]}'><tbody>
<tr><th colspan="2">Oak</th></tr>
<tr><td colspan="2"><span typeof="mw:File"><a href="./File:Oak.jpg"><img resource="./File:Oak.jpg" src="//u.org/o.jpg"/>
</a></span></td></tr>
<tr><th scope="row">Height</th><td>20 m<sup class="mw-ref reference"><a href="#c1">[1]</a></sup></td></tr>
<tr><th scope="row">Where</th><td><a href="./Kent">Kent</a><br/><a href="./Essex#North">Essex</a></td></tr>
</tbody></table>
<p>An <b>oak</b> is a <a rel="mw:WikiLink" href="./Tree">tree</a>.<sup class="mw-ref reference" id="r1"><a>[1]</a></sup>
It follows <span class="mwe-math-element"><math><mi>a</mi></math><img alt="{\\displaystyle a^{2}}" src="x"/>
</span>.</p>
<p class="mw-empty-elt"></p></section>
<section data-mw-section-id="1"><h2 id="Uses">Uses<span class="mw-editsection">[<a>edit</a>]</span></h2>
<figure typeof="mw:File/Thumb"><a href="./File:A_leaf.png">
<img alt="A leaf" resource="./File:A_leaf.png" src="//u.org"/>
</a><figcaption>A leaf of an <a href="./Oak">oak</a></figcaption></figure>
<table class="wikitable"><caption>Tall oaks</caption><tbody><tr><th>Name</th><th>Height</th></tr>
<tr><td><a href="./English_oak" title="English oak">English</a></td><td rowspan="2"><a href="./Metre">20 m</a></td></tr>
<tr><td><a class="new" href="./Cork_oak?action=edit&amp;redlink=1">Cork</a> <a href="./File:X.jpg">x</a>
<a href="https://example.org/">y</a></td></tr></tbody></table>
<ul><li>wood</li><li>cork</li></ul></section>
<section><h2>References</h2><div class="mw-references-wrap"><ol class="references"><li>Smith</li></ol></div>
<div role="navigation" class="navbox"><table><tr><td>Trees</td><td>Ash</td></tr></table></div>
</section></body></html>"""


def record(name: str, html: str, namespace: int = 0, **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "identifier": 22,
        "url": f"https://en.wikipedia.org/wiki/{name.replace(' ', '_')}",
        "date_modified": "2024-01-01T00:00:00Z",
        "in_language": {"identifier": "en"},
        "namespace": {"identifier": namespace},
        "license": [{"identifier": "CC-BY-SA-4.0", "name": "Creative Commons ..."}],
        "article_body": {"html": html, "wikitext": "'''not read'''"},
        **more,
    }


def lines(*records: Any) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in records)


def write(folder: Path, data: bytes, name: str = "dump.ndjson") -> InputFile:
    path = folder / name
    path.write_bytes(data)
    return InputFile(path, name, folder)


def items(file: InputFile) -> list[Item]:
    return list(READER.read(file, Limits()))


def archive(*members: tuple[str, bytes | None], form: int = tarfile.PAX_FORMAT) -> bytes:
    """A tar archive; a member without bytes is a link to /etc/passwd."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as tar:
        for name, data in members:
            info = tarfile.TarInfo(name)
            if data is None:
                info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
                tar.addfile(info)
            else:
                info.size = len(data)
                tar.addfile(info, io.BytesIO(data))
    return out.getvalue()


def test_an_article(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "A_leaf.png").write_bytes(b"x")
    document, *rest = items(write(tmp_path, lines(record("Oak", PAGE))))
    assert isinstance(document, Document)
    assert (document.name, document.title) == ("/wiki/Oak", "Oak")
    assert (document.licence, document.url) == ("CC BY-SA 4.0 (text)", "https://en.wikipedia.org/wiki/Oak")
    assert document.text == "An oak is a tree. It follows a^{2}.\n\nUses\n\nwood\ncork\n\nReferences"
    assert [(document.text[b.start : b.end], b.level) for b in document.blocks if isinstance(b, Heading)] == [
        ("Uses", 2),
        ("References", 2),
    ]
    box, table = [block for block in document.blocks if isinstance(block, TableBlock)]
    assert (box.title, box.table) == (
        "Oak — Infobox plant",
        Table(
            (("Field", "Value"),),
            (("Height", "20 m"), ("Where", "Kent; Essex")),
            ((1, 1, "/wiki/Kent"), (1, 1, "/wiki/Essex")),
        ),
    )
    assert (table.title, table.caption) == ("Oak — Tall oaks", "Tall oaks")
    assert table.table == Table(
        (("Name", "Height"),),
        (("English", "20 m"), ("Cork x y", "20 m")),
        ((0, 0, "/wiki/English_oak"), (0, 1, "/wiki/Metre"), (1, 0, "/wiki/Cork_oak"), (1, 1, "/wiki/Metre")),
    )
    assert [(b.target, b.caption, b.alt) for b in document.blocks if isinstance(b, ImageBlock)] == [
        ("images/A_leaf.png", "A leaf of an oak", "A leaf")
    ]
    assert rest == [
        Drop(
            "dump.ndjson",
            "wiki-elements",
            "parts of pages that are not text: hatnote (1), list of references (1), navigation box (1)",
        ),
        Drop("dump.ndjson", "image-missing", "1 pictures are not in images/ beside this file", "Oak.jpg"),
    ]


def test_what_is_no_article_is_dropped_or_counted(tmp_path: Path) -> None:
    data = lines(
        record("Oak", "<p>Old.</p>"),
        record("Talk:Oak", "<p>Hm.</p>", 1),
        record("Ash", "", article_body={"html": "", "wikitext": "An '''ash'''."}, license=[]),
        record("Elm", "", article_body={}),
        record("Fir", "<b>" * 10_001),
        {"name": 5, "article_body": {}},
        ["x"],
    )
    first, second, *rest = items(write(tmp_path, gzip.compress(data + b"{broken\n"), "d.ndjson.gz"))
    assert isinstance(first, Document)
    assert isinstance(second, Document)
    assert (second.name, second.text, second.licence) == ("/wiki/Ash", "An ash.", "")
    assert [(drop.document, drop.reason, drop.detail[:26]) for drop in rest if isinstance(drop, Drop)] == [
        ("/wiki/Elm", "page-empty", "d.ndjson.gz, line 4: a pag"),
        ("/wiki/Fir", "nested-too-deep", "d.ndjson.gz, line 5: 10,00"),
        ("d.ndjson.gz", "bad-record", "d.ndjson.gz, line 6: no ar"),
        ("d.ndjson.gz", "bad-record", "d.ndjson.gz, line 7: not a"),
        ("d.ndjson.gz", "bad-json", "line 8: Expecting property"),
        ("d.ndjson.gz", "wiki-namespaces", "1 pages are not articles ("),
    ]


def test_other_lines_of_json_are_read_as_such(tmp_path: Path) -> None:
    (source,) = items(write(tmp_path, b'{"id": "oak", "text": "Oaks are old."}\n'))
    assert isinstance(source, Source)
    assert source.id == "oak"


@pytest.mark.parametrize("form", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT, tarfile.USTAR_FORMAT])
def test_an_archive_of_lines(tmp_path: Path, form: int) -> None:
    one, two = lines(record("A", "<p>a</p>"), record("B", "<p>b</p>")), lines(record("C", "<p>c</p>"))
    data = archive(
        ("../../enwiki_0.ndjson", one),
        ("link.ndjson", None),
        ("read.me", b"x" * 600),
        ("/abs/1.ndjson", two),
        form=form,
    )
    found = items(write(tmp_path, gzip.compress(data), "dump.tar.gz"))
    assert [item.name for item in found if isinstance(item, Document)] == ["/wiki/A", "/wiki/B", "/wiki/C"]
    assert found[-1] == Drop("dump.tar.gz", "archive-members", "2 files of the archive are not lines of JSON")


def test_a_size_told_in_a_pax_header_counts(tmp_path: Path) -> None:
    data = bytearray(archive(("a.ndjson", b"one\ntwo\n")))
    extra = b"10 size=8\n"
    head = tarfile.TarInfo("x")
    head.type, head.size = b"x", len(extra)
    data[124:136] = b"00000000000\0"
    data[148:156] = b" " * 8
    data[148:156] = b"%06o\0 " % sum(data[:512])
    whole = head.tobuf(tarfile.USTAR_FORMAT) + extra.ljust(512, b"\0") + bytes(data)
    file = write(tmp_path, whole, "a.tar")
    assert [line for _, line in lines_of(file, DumpPosition(), Counter())] == [b"one", b"two"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"x" * 2000, "damaged"),
        (archive(("a.ndjson", lines(record("A", "<p>a</p>")) * 9))[:900], "damaged"),
        (archive(("a.ndjson", b'{"id": "x"}\n')), "unsupported"),
        (archive(("a.txt", b"x")), "unsupported"),
        (b"", "unsupported"),
    ],
)
def test_other_archives_are_refused(tmp_path: Path, data: bytes, reason: str) -> None:
    with pytest.raises(ReadError) as caught:
        items(write(tmp_path, data, "a.tar"))
    assert caught.value.reason == reason


@pytest.mark.parametrize("name", ["d.ndjson", "d.ndjson.gz", "d.tar", "d.tar.gz"])
def test_reading_goes_on_from_every_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(html_reader, "MARK_ARTICLES", 3)
    pages = [record(f"P {n}", f"<p>ü {n}</p><div class='hatnote'>x</div>", int(n % 4 == 1)) for n in range(20)]
    data = lines(*pages)
    if ".tar" in name:
        data = archive(("a.ndjson", lines(*pages[:7])), ("b.txt", b"x"), ("c.ndjson", lines(*pages[7:])))
    file = write(tmp_path, gzip.compress(data) if name.endswith("gz") else data, name)
    whole = items(file)
    marks = [at for at, item in enumerate(whole) if isinstance(item, Mark)]
    assert len(marks) == 6
    for at in marks:
        mark = whole[at]
        assert isinstance(mark, Mark)
        again = InputFile(file.path, file.name, file.root, resume=Resume(json.loads(json.dumps(mark.state))))
        assert items(again) == whole[at + 1 :]


def test_an_ingested_dump(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    words = "The oak is a tree of the north, and it grows old where the ground is wet. " * 4
    (docs / "a.ndjson").write_bytes(lines(record("Oak tree", f"<p>{words}</p>")))
    ingest_paths([docs], tmp_path / "corpus")
    source = Corpus.open(tmp_path / "corpus").source("/wiki/Oak_tree#p0")
    assert (source.text, source.document, source.title) == (words.strip(), "/wiki/Oak_tree", "Oak tree")


@given(st.binary(max_size=1500))
def test_any_bytes_are_an_archive_or_are_not(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    folder = tmp_path_factory.getbasetemp()
    for whole in (data, archive(("a.ndjson", lines(record("A", data.decode("latin-1")))))[: 600 + len(data)]):
        found = ""
        try:
            items(write(folder, whole, "any.tar"))
        except ReadError as error:
            found = error.reason
        assert found in {"", "damaged", "unsupported"}


def test_a_namespace_of_an_odd_type_costs_its_own_record_at_most(tmp_path: Path) -> None:
    odd = record("Ash", f"<p>{'Words of a page. ' * 20}</p>") | {"namespace": {"identifier": [1]}}
    found = items(write(tmp_path, lines(odd, record("Elm", f"<p>{'Words of a page. ' * 20}</p>"))))
    assert [item.name for item in found if isinstance(item, Document)] == ["/wiki/Elm"]


def test_a_fraction_stays_apart_from_the_number_before_it(tmp_path: Path) -> None:
    fraction = '<span class="frac"><span class="num">1</span>⁄<span class="den">2</span></span>'
    page = f"<p>It is 5{fraction} m, or −{fraction}.<table><tr><th>a<th>b<tr><td>1<td>9{fraction}</table>"
    document, *_ = items(write(tmp_path, lines(record("Oak", page))))
    assert isinstance(document, Document)
    assert document.text == "It is 5 1⁄2 m, or −1⁄2."
    (block,) = (block for block in document.blocks if isinstance(block, TableBlock))
    assert block.table.rows == (("1", "9 1⁄2"),)
