"""Input files: bounds, encodings, and paths that leave the folder."""

import bz2
import gzip
import lzma
import random
import zlib
from pathlib import Path

import pytest
import zstandard

from benchwright.errors import ReadError
from benchwright.readers.base import InputFile, Limits, plain_suffix
from benchwright.readers.inputs import ReadContext


def given(path: Path, limits: Limits | None = None) -> InputFile:
    return InputFile(path, path.name, path.parent, limits or Limits())


def written(folder: Path, name: str, data: bytes) -> InputFile:
    path = folder / name
    path.write_bytes(data)
    return given(path)


@pytest.mark.parametrize(
    ("suffix", "pack"),
    [
        (".gz", gzip.compress),
        (".bz2", bz2.compress),
        (".xz", lzma.compress),
        (".zst", zstandard.ZstdCompressor().compress),
        ("", bytes),
    ],
)
def test_compressed_files_open_as_they_were(tmp_path: Path, suffix: str, pack: object) -> None:
    data = "Grüße\nzwei".encode()
    file = written(tmp_path, "a.txt" + suffix, pack(data))  # type: ignore[operator]
    assert file.read_bytes() == data
    assert file.suffix == ".txt"
    assert file.stem == "a"
    assert list(file.lines()) == [(1, "Grüße".encode()), (2, b"zwei")]


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zst"])
def test_a_damaged_archive_says_so(tmp_path: Path, suffix: str) -> None:
    with pytest.raises(ReadError) as caught:
        written(tmp_path, "a.txt" + suffix, b"not an archive at all").read_bytes()
    assert caught.value.reason == "damaged"


def test_a_torn_archive_says_so(tmp_path: Path) -> None:
    whole = gzip.compress(bytes(range(256)) * 40)
    with pytest.raises(ReadError) as caught:
        written(tmp_path, "a.txt.gz", whole[:-20]).read_bytes()
    assert caught.value.reason == "damaged"


def test_a_decompression_bomb_is_stopped(tmp_path: Path) -> None:
    path = tmp_path / "bomb.txt.gz"
    path.write_bytes(gzip.compress(b" " * (40 << 20)))
    with pytest.raises(ReadError) as caught:
        given(path).read_bytes()
    assert caught.value.reason == "decompression-bomb"


def test_file_and_text_sizes_are_bounded(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"x" * 100)
    for limits in (Limits(file_bytes=99), Limits(text_bytes=99)):
        with pytest.raises(ReadError) as caught:
            given(tmp_path / "a.txt", limits).text()
        assert caught.value.reason == "too-large"


def test_a_line_is_bounded(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"x" * 9 + b"\n" + b"y" * 20)
    lines = given(tmp_path / "a.jsonl", Limits(text_bytes=10)).lines()
    assert next(lines) == (1, b"x" * 9)
    with pytest.raises(ReadError, match="line 2"):
        next(lines)


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        ("é".encode(), "é", "utf-8"),
        (b"\xef\xbb\xbf" + "é".encode(), "é", "utf-8-sig"),
        ("é\r\nb".encode("utf-16"), "é\nb", "utf-16"),
        (b"\xfe\xff" + "é".encode("utf-16-be"), "é", "utf-16"),
        ("“é”".encode("cp1252"), "“é”", "cp1252"),
    ],
)
def test_encodings(tmp_path: Path, data: bytes, text: str, encoding: str) -> None:
    decoded = written(tmp_path, "a.txt", data).text()
    assert (decoded.text, decoded.encoding) == (text, encoding)
    assert [drop.reason for drop in decoded.notices] == (["encoding-guessed"] if encoding == "cp1252" else [])


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b" \n\t", "empty"),
        (b"a\0b", "nul-bytes"),
        (b"\x89PNG\0\xff\xfe", "nul-bytes"),
        (b"\xff\xfea", "encoding"),
    ],
)
def test_what_is_not_text_is_refused(tmp_path: Path, data: bytes, reason: str) -> None:
    with pytest.raises(ReadError) as caught:
        written(tmp_path, "a.txt", data).text()
    assert caught.value.reason == reason


def test_a_missing_file_is_unreadable(tmp_path: Path) -> None:
    with pytest.raises(ReadError) as caught:
        given(tmp_path / "gone.txt").text()
    assert caught.value.reason == "unreadable"


@pytest.mark.parametrize(
    "target",
    [
        "../secret.png",
        "/etc/passwd",
        "sub/../../secret.png",
        "",
        "a\0",
    ],
)
def test_paths_out_of_the_folder_are_refused(tmp_path: Path, target: str) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "secret.png").write_bytes(b"x")
    page = root / "a.md"
    page.write_text("x")
    with pytest.raises(ReadError) as caught:
        InputFile(page, "a.md", root).beside(target)
    assert caught.value.reason == "outside-folder"


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("http://x.org/a.png", "remote"),
        ("//x.org/a.png", "remote"),
        ("file:///etc/passwd", "remote"),
        ("data:image/png;base64,AA", "embedded"),
    ],
)
def test_what_is_not_on_the_disk_is_not_fetched(tmp_path: Path, target: str, reason: str) -> None:
    with pytest.raises(ReadError) as caught:
        InputFile(tmp_path / "a.md", "a.md", tmp_path).beside(target)
    assert caught.value.reason == reason


def test_a_link_out_of_the_folder_is_refused_and_one_inside_followed(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "secret.png").write_bytes(b"x")
    (root / "real.png").write_bytes(b"y")
    (root / "out.png").symlink_to(tmp_path / "secret.png")
    (root / "in.png").symlink_to(root / "real.png")
    page = InputFile(root / "a.md", "a.md", root)
    with pytest.raises(ReadError) as caught:
        page.beside("out.png")
    assert caught.value.reason == "outside-folder"
    assert page.beside("in.png").read_bytes() == b"y"


def test_what_was_looked_for_is_remembered(tmp_path: Path) -> None:
    page = InputFile(tmp_path / "a.md", "a.md", tmp_path)
    with pytest.raises(ReadError) as caught:
        page.beside("figs/one.png")
    assert caught.value.reason == "missing"
    assert page.touched == [(tmp_path / "figs/one.png").resolve()]


def test_an_xz_may_not_ask_for_any_memory(tmp_path: Path) -> None:
    """A header of a few bytes can ask for a dictionary of 3 GB."""
    small = lzma.compress(b"x" * 100, filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 20}])
    assert small[12:18].hex() == "020021011000"  # block header: one filter, LZMA2, 1 byte of options: its dictionary
    header = bytearray(small[12:24])
    header[4] = 39  # 3 GB
    header[8:12] = zlib.crc32(bytes(header[:8])).to_bytes(4, "little")
    (tmp_path / "a.txt.xz").write_bytes(small[:12] + bytes(header) + small[24:])
    with pytest.raises(ReadError) as caught:
        given(tmp_path / "a.txt.xz").read_bytes()
    assert caught.value.reason == "decompression-bomb"


def test_streams_of_xz_one_after_the_other(tmp_path: Path) -> None:
    packed = lzma.compress(b"one ") + lzma.compress(b"") + b"\0" * 8 + lzma.compress(b"two " * 100_000) + b"\0" * 4
    assert written(tmp_path, "a.txt.xz", packed).read_bytes() == b"one " + b"two " * 100_000
    assert given(tmp_path / "a.txt.xz").head(6) == b"one tw"
    assert written(tmp_path, "b.txt.xz", packed[:-40]).head(1 << 20).startswith(b"one two two ")


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zst", ""])
def test_the_head_of_what_is_cut_short(tmp_path: Path, suffix: str) -> None:
    pack = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress, "": bytes}
    data = b"beginning " + bytes(range(256)) * 4000
    whole = zstandard.ZstdCompressor().compress(data) if suffix == ".zst" else pack[suffix](data)
    file = written(tmp_path, "a.txt" + suffix, whole)
    assert file.head(9) == b"beginning"
    assert file.head(1 << 20) == data[: 1 << 20]
    assert data.startswith(written(tmp_path, "b.txt" + suffix, whole[:-30]).head(1 << 20))


def test_what_is_streamed_has_a_limit_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"x" * 100)
    file = InputFile(tmp_path / "a.txt", "a.txt", tmp_path, Limits(file_bytes=50, stream_bytes=99))
    with file.open_bytes(20, streamed=True) as stream, pytest.raises(ReadError, match="more than 99 bytes"):
        stream.read()
    larger = InputFile(file.path, file.name, file.root, Limits(file_bytes=50, stream_bytes=100))
    with larger.open_bytes(20, streamed=True) as stream:
        assert len(stream.read()) == 80
    with larger.open_bytes(20) as stream, pytest.raises(ReadError, match="more than 50 bytes"):
        stream.read()


def test_the_way_into_a_packed_file_gives_signs_of_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchwright.readers.inputs._STEP", 1 << 20)
    (tmp_path / "a.gz").write_bytes(gzip.compress(bytes(3 << 20) + b"end"))
    signs: list[str] = []
    file = InputFile(tmp_path / "a.gz", "a.gz", tmp_path, around=ReadContext(begin=signs.append))
    with file.open_bytes(3 << 20) as stream:
        assert stream.read() == b"end"
    assert len(signs) == 3


@pytest.mark.parametrize(
    ("name", "suffix"),
    [("a.xml-p1p41242.bz2", ".xml"), ("a.xml-p1p41242", ".xml"), ("a.xml.gz", ".xml"), ("a-p1.csv", ".csv")],
)
def test_the_suffix_that_tells_the_format(name: str, suffix: str) -> None:
    assert plain_suffix(Path(name)) == suffix


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zst"])
@pytest.mark.parametrize("left", [3, 40, 2_000, -1])
def test_what_is_cut_short_is_never_taken_for_whole(tmp_path: Path, suffix: str, left: int) -> None:
    """The library for zstd would end in silence."""
    pack = {
        ".gz": gzip.compress,
        ".bz2": bz2.compress,
        ".xz": lzma.compress,
        ".zst": zstandard.ZstdCompressor().compress,
    }
    data = bytes(random.Random(1).choices(range(256), k=300_000))
    whole = pack[suffix](data) + pack[suffix](data)
    assert written(tmp_path, "a.bin" + suffix, whole).read_bytes() == data + data
    with pytest.raises(ReadError) as caught:
        written(tmp_path, "b.bin" + suffix, whole[:left]).read_bytes()
    assert caught.value.reason == "damaged"


def test_every_kind_of_zstd_frame_is_followed(tmp_path: Path) -> None:
    data = b"oak " * 60_000 + bytes(200_000)
    parts = zstandard.ZstdCompressor(write_checksum=True, write_content_size=False)
    streamed = parts.compressobj()
    frames = (
        streamed.compress(data) + streamed.flush() + b"\x50\x2a\x4d\x18\x05\0\0\0skip!" + b"\x5f\x2a\x4d\x18\0\0\0\0"
    )
    frames += zstandard.ZstdCompressor(level=19).compress(data) + zstandard.ZstdCompressor().compress(b"")
    assert written(tmp_path, "a.txt.zst", frames).read_bytes() == data + data


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("城市,人口\n北京,2154\n上海,2424\n", "gb18030"),
        ("国家,首都\n中国,北京\n日本,东京\n法国,巴黎\n", "gb18030"),
        ("Miasto;Ludność\nŁódź;672185\nKraków;779115\nGdańsk;470907\n", "iso8859_2"),
        ("Miasto;Ludność\nŁódź;672185\nŚwinoujście;41000\n", "cp1250"),
        ("Город;Население\nМосква;12\nКазань;1\n", "cp1251"),
        ("都市,人口\n東京,1396\n大阪,275\nカタカナ,3\n", "shift_jis"),
        ("Land;Fläche, km²\nÖsterreich;83879\n", "cp1252"),
        ("naïve café\n", "cp1252"),
        ("Name,Café,Price €\nMüller,A,1\nBöhm,B,2\nLéa,C,3", "cp1252"),
        ("Name,City\nRenée,Århus\nBjørn,Tromsø\nJosé,Málaga\nZoë,Liège\nIñigo,Cádiz\nJürgen,Köln\n", "cp1252"),
        ("Jméno;Město\nJiří Novák;Brno\nTomáš Dvořák;Plzeň\nLukáš;Olomouc\n", "cp1250"),
        ("a" * 100_000 + "\nŁódź i Kraków, Gdańsk, Poznań, Świdnica\n", "iso8859_2"),
    ],
)
def test_old_encodings_are_guessed_and_told(tmp_path: Path, text: str, encoding: str) -> None:
    (tmp_path / "a.csv").write_bytes(text.encode(encoding))
    decoded = InputFile(tmp_path / "a.csv", "a.csv", tmp_path).text()
    assert decoded.text == text
    (notice,) = decoded.notices
    assert notice.reason == "encoding-guessed"
    assert notice.text.strip()[:4] in text


def test_one_bad_byte_does_not_change_the_encoding_of_a_file(tmp_path: Path) -> None:
    text = "Århus, Łódź, São Tomé, Malmö, Zürich\n"
    decoded = written(tmp_path, "a.txt", text.encode() + b"caf\xe9\n").text()
    assert (decoded.text, decoded.encoding) == (f"{text}caf\ufffd\n", "utf-8")
    assert [drop.reason for drop in decoded.notices] == ["encoding-damaged"]
    latin = written(tmp_path, "b.txt", "Zürich, Köln, Málaga, Århus\n".encode("latin-1")).text()
    assert latin.text.startswith("Zürich, Köln")
