"""Office files as zip files: bombs, traps and wrecks. Each of these tests fails without the check that it is for."""

import io
import random
import struct
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from office_files import document, drops, items, paragraphs, pictures, png, relationships, word_parts, zipped

from benchwright.errors import ReadError
from benchwright.readers.base import Limits
from benchwright.readers.discover import reader_of_file
from benchwright.readers.office.markup import parse_xml
from benchwright.readers.office.package import open_package
from benchwright.readers.registered import READERS
from benchwright.records import Drop

HELLO = "<w:p><w:r><w:t>Hello there</w:t></w:r></w:p>"
TOP = relationships(("r1", "officeDocument", "word/document.xml"))


def reason_of(folder: Path, data: bytes, limits: Limits | None = None) -> str:
    with pytest.raises(ReadError) as error:
        items(folder, data, limits=limits)
    return error.value.reason


def test_a_good_file_is_read(tmp_path: Path) -> None:
    made = document(items(tmp_path, zipped(word_parts(HELLO))))
    assert (made.title, made.text) == ("old trees", "Hello there")


@pytest.mark.parametrize("suffix", ["docx", "docm", "pptx", "pptm", "ppsx", "xlsx", "xlsm"])
def test_suffixes(suffix: str) -> None:
    reader = reader_of_file(Path(f"A.{suffix.upper()}"), READERS)
    assert reader is not None
    assert reader.name == "office"


def test_binary_formats_have_no_reader() -> None:
    assert [reader_of_file(Path(f"a.{suffix}"), READERS) for suffix in ("doc", "xls", "ppt", "xlsb")] == [None] * 4


def test_more_bytes_than_the_ratio_allows(tmp_path: Path) -> None:
    parts = word_parts(HELLO) | {"word/media/a.bin": b"\0" * (20 << 20)}
    assert reason_of(tmp_path, zipped(parts)) == "decompression-bomb"
    assert document(items(tmp_path, zipped(parts), limits=Limits(expansion=5000))).text == "Hello there"


def test_many_parts_that_each_stay_below_it(tmp_path: Path) -> None:
    parts = word_parts(HELLO) | {f"word/media/{at}.bin": b"\0" * (10 << 20) for at in range(3)}
    assert reason_of(tmp_path, zipped(parts)) == "decompression-bomb"


def test_a_part_beyond_what_text_may_have(tmp_path: Path) -> None:
    long = "".join(random.Random(1).choices("abcdefghij", k=40_000))
    parts = word_parts(HELLO.replace("Hello", long))
    assert reason_of(tmp_path, zipped(parts), Limits(text_bytes=30_000)) == "too-large"


def test_too_many_parts(tmp_path: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in word_parts(HELLO).items():
            archive.writestr(name, content)
        for number in range(20_001):
            archive.writestr(zipfile.ZipInfo(f"x{number}"), b"")
    assert reason_of(tmp_path, data.getvalue()) == "too-many-parts"


def central(data: bytes, name: bytes) -> int:
    """Where the directory's entry of a part begins."""
    at = data.index(b"PK\x01\x02")
    while data[at + 46 : at + 46 + len(name)] != name:
        at = data.index(b"PK\x01\x02", at + 1)
    return at


def test_parts_that_share_their_bytes(tmp_path: Path) -> None:
    parts = word_parts(HELLO) | {"a.bin": random.Random(1).randbytes(5000), "b.bin": b"x" * 5000}
    data = bytearray(zipped(parts))
    one, two = central(data, b"a.bin"), central(data, b"b.bin")
    data[two + 16 : two + 28] = data[one + 16 : one + 28]
    data[two + 42 : two + 46] = struct.pack("<I", struct.unpack_from("<I", data, one + 42)[0] + 40)
    assert reason_of(tmp_path, bytes(data)) in {"decompression-bomb", "damaged"}
    with pytest.raises(ReadError, match=r"lie over each other|Overlapped"):
        open_package(bytes(data), Limits())


def test_sizes_that_lie(tmp_path: Path) -> None:
    """The directory says a hundred bytes; there are thirty million. Memory stays small."""
    parts = word_parts(HELLO) | {"word/document.xml": b" " * (30 << 20)}
    data = bytearray(zipped(parts))
    at = central(data, b"word/document.xml")
    data[at + 24 : at + 28] = struct.pack("<I", 100)
    package = open_package(bytes(data), Limits())
    tracemalloc.start()
    with pytest.raises(ReadError) as error:
        package.read("word/document.xml")
    assert error.value.reason == "damaged"
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 << 20


@pytest.mark.parametrize("name", ["/etc/passwd", "../x", "word/../../x", "C:/x", "..\\x"])
def test_names_that_leave_the_file(tmp_path: Path, name: str) -> None:
    assert reason_of(tmp_path, zipped(word_parts(HELLO) | {name: "x"})) == "outside-folder"


def test_two_parts_of_one_name(tmp_path: Path) -> None:
    assert reason_of(tmp_path, zipped(word_parts(HELLO) | {"WORD/DOCUMENT.XML": "x"})) == "damaged"


def test_encrypted_parts(tmp_path: Path) -> None:
    data = bytearray(zipped(word_parts(HELLO)))
    at = central(data, b"word/document.xml")
    data[at + 8] |= 1
    assert reason_of(tmp_path, bytes(data)) == "encrypted"


def test_encrypted_as_office_does_it_and_old_formats(tmp_path: Path) -> None:
    ole = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600)
    assert reason_of(tmp_path, ole + "EncryptedPackage".encode("utf-16-le")) == "encrypted"
    assert reason_of(tmp_path, ole) == "old-format"


def test_compression_that_no_office_file_has(tmp_path: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_LZMA) as archive:
        for name, content in word_parts(HELLO).items():
            archive.writestr(name, content)
    assert reason_of(tmp_path, data.getvalue()) == "damaged"


def test_a_zip_inside_is_not_opened(tmp_path: Path) -> None:
    inner = zipped({"deep.docx": zipped({"word/document.xml": "x" * 1000})})
    made = document(items(tmp_path, zipped(word_parts(HELLO) | {"word/embeddings/a.docx": inner})))
    assert made.text == "Hello there"


def test_cut_off_at_every_place(tmp_path: Path) -> None:
    data = zipped(word_parts(HELLO))
    for end in range(0, len(data) - 1, 7):
        assert reason_of(tmp_path, data[:end]) == "damaged"


def test_bytes_turned_over(tmp_path: Path) -> None:
    data = zipped(word_parts(HELLO))
    draw = random.Random(5)
    for _ in range(400):
        broken = bytearray(data)
        broken[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        try:
            items(tmp_path, bytes(broken))
        except ReadError:
            continue


LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'


@pytest.mark.parametrize(
    "start",
    [
        LAUGHS,
        '<?xml version="1.0"?>\n<!-- <x> -->' + LAUGHS,
        '<!DOCTYPE x SYSTEM "file:///etc/passwd">',
        "\ufeff <!DOCTYPE x>",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_document_types(tmp_path: Path, start: str, encoding: str) -> None:
    body = start + word_parts(HELLO)["word/document.xml"]
    if encoding == "utf-16" and start.startswith("\ufeff"):
        body = body[1:]
    assert reason_of(tmp_path, zipped(word_parts("") | {"word/document.xml": body.encode(encoding)})) == "xml-doctype"


def test_a_document_type_in_an_encoding_that_hides_it() -> None:
    for encoding in ("utf-7", "utf-16-le", "utf-32", "cp037"):
        text = f'<?xml version="1.0" encoding="{encoding}"?>{LAUGHS}<x>&b;</x>'
        with pytest.raises(ReadError) as error:
            parse_xml(text.encode(encoding), "x")
        assert error.value.reason == "damaged"
    with pytest.raises(ReadError, match="encoding utf-7"):
        parse_xml(b'<?xml version="1.0" encoding="utf-7"?><x/>', "x")


def test_entities_without_a_document_type(tmp_path: Path) -> None:
    assert reason_of(tmp_path, zipped(word_parts("&b;"))) == "damaged"


def test_utf16_is_read() -> None:
    root = parse_xml('<?xml version="1.0" encoding="utf-16"?><x>é</x>'.encode("utf-16"), "x")
    assert (root.tag, root.text) == ("x", "é")


def test_depth(tmp_path: Path) -> None:
    fine = "<w:sdt><w:sdtContent>" * 90 + HELLO + "</w:sdtContent></w:sdt>" * 90
    assert document(items(tmp_path, zipped(word_parts(fine)))).text == "Hello there"
    deep = "<w:sdt>" * 300 + "</w:sdt>" * 300
    assert reason_of(tmp_path, zipped(word_parts(deep))) == "nested-too-deep"
    with pytest.raises(ReadError, match="200 elements"):
        parse_xml(b"<a>" * 100_000, "x")


def test_a_flood_of_tags() -> None:
    with pytest.raises(ReadError, match="tags") as error:
        parse_xml(b"<a>" + b"<b/>" * 4_000_001 + b"</a>", "x")
    assert error.value.reason == "too-large"


def test_strict_namespaces_read_the_same(tmp_path: Path) -> None:
    parts = {
        name: text.replace("http://schemas.openxmlformats.org/", "http://purl.oclc.org/ooxml/").replace("/2006/", "/")
        if name == "word/document.xml"
        else text
        for name, text in word_parts(HELLO).items()
    }
    assert document(items(tmp_path, zipped(parts))).text == "Hello there"


def test_what_lies_outside_is_never_loaded(tmp_path: Path) -> None:
    links = relationships(
        ("t", "attachedTemplate", "http://x.example/t.dotm"),
        ("h", "hyperlink", "http://x.example/"),
        ("i", "image", "http://x.example/i.png"),
        outside=("t", "h", "i"),
    )
    picture = (
        '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="n" descr="An oak"/><pic:pic '
        'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:link="i"/>'
        "</pic:blipFill></pic:pic></wp:inline></w:drawing></w:r></w:p>"
    )
    found = items(tmp_path, zipped(word_parts(HELLO + picture) | {"word/_rels/document.xml.rels": links}))
    assert drops(found) == [
        ("remote", "1 links to templates, objects or files elsewhere are not followed", "http://x.example/t.dotm")
    ]
    (shown,) = pictures(document(found))
    assert (shown.target, shown.data, shown.alt) == ("http://x.example/i.png", b"", "An oak")


def test_a_main_part_that_is_something_else(tmp_path: Path) -> None:
    assert reason_of(tmp_path, zipped({"a.txt": "x"})) == "damaged"
    assert reason_of(tmp_path, zipped({"_rels/.rels": TOP})) == "damaged"
    assert reason_of(tmp_path, zipped({"_rels/.rels": TOP, "word/document.xml": "<x/>"})) == "damaged"


def test_title_and_licence_of_the_core_properties(tmp_path: Path) -> None:
    kind = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"
    top = TOP.replace("</Rel", f'<Relationship Id="c" Type="{kind}" Target="docProps/core.xml"/></Rel', 1)
    core = (
        '<cp:coreProperties xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:cp="http://schemas.openxmlformats.org/'
        'package/2006/metadata/core-properties"><dc:title> Old\n trees</dc:title><dc:rights>CC BY 4.0</dc:rights>'
        "</cp:coreProperties>"
    )
    made = document(items(tmp_path, zipped(word_parts(HELLO) | {"_rels/.rels": top, "docProps/core.xml": core})))
    assert (made.title, made.licence) == ("Old trees", "CC BY 4.0")
    empty = core.replace(" Old\n trees", "Word Document")
    made = document(items(tmp_path, zipped(word_parts(HELLO) | {"_rels/.rels": top, "docProps/core.xml": empty})))
    assert made.title == "old trees"


def test_pictures_are_bounded_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from benchwright.readers.office import package

    data = png("green").getvalue()
    monkeypatch.setattr(package, "PICTURE_BYTES", len(data))
    opened = open_package(zipped({"a.png": data, "b.png": data}), Limits())
    assert opened.picture("A.PNG") == data
    with pytest.raises(ReadError, match="pictures in one document"):
        opened.picture("b.png")


@given(st.binary(max_size=300), st.integers(0, 4))
def test_any_bytes_behind_a_zip_header(tmp_path_factory: pytest.TempPathFactory, data: bytes, kind: int) -> None:
    """Whatever stands in a part or instead of the file, only ReadError comes out."""
    folder = tmp_path_factory.mktemp("any")
    parts: dict[str, str | bytes] = dict(word_parts(HELLO, word__styles_xml="<w:styles/>"))
    names = ["", "word/document.xml", "_rels/.rels", "word/_rels/document.xml.rels", "word/styles.xml"]
    parts[names[kind]] = data
    whole = zipped(parts) if kind else b"PK\x03\x04" + data
    try:
        found = items(folder, whole)
    except ReadError:
        return
    assert all(paragraphs(one) is not None for one in [document(found)])
    assert all(isinstance(one, Drop) for one in found[:-1])
