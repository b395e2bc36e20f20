"""Image files and the words beside them."""

import io
import json
from pathlib import Path

import pytest
from PIL import Image as Pillow

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.errors import ReadError
from benchwright.readers.base import Document, ImageBlock, InputFile, Item, Limits
from benchwright.readers.images import READER
from benchwright.readers.read_task import IngestOptions
from benchwright.records import Drop


def picture(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    Pillow.new("RGB", (4, 3), "red").save(path)
    return path


def read(root: Path, name: str) -> list[Item]:
    return list(READER.read(InputFile(root / name, name, root), Limits()))


def document(items: list[Item]) -> tuple[Document, ImageBlock]:
    found = items[-1]
    assert isinstance(found, Document)
    (block,) = found.blocks
    assert isinstance(block, ImageBlock)
    return found, block


def test_an_image_without_words_is_named_by_its_file(tmp_path: Path) -> None:
    picture(tmp_path / "flags/red_flag.png")
    found, block = document(read(tmp_path, "flags/red_flag.png"))
    assert (found.name, found.title, found.text) == ("flags/red_flag.png", "red flag", "")
    assert block == ImageBlock("red_flag.png", 0)
    assert READER.companions(tmp_path / "flags/red_flag.png") == ()


def test_a_json_sidecar_fills_every_field(tmp_path: Path) -> None:
    picture(tmp_path / "a.png")
    words = {"caption": "A  red flag.", "alt": "red", "title": "Red", "license": "CC0", "url": "https://example.org"}
    (tmp_path / "a.json").write_text(json.dumps(words))
    found, block = document(read(tmp_path, "a.png"))
    assert (found.title, found.licence, found.url) == ("Red", "CC0", "https://example.org")
    assert block == ImageBlock("a.png", 0, caption="A red flag.", alt="red")
    assert READER.companions(tmp_path / "a.png") == (tmp_path / "a.json",)


@pytest.mark.parametrize("name", ["a.txt", "a.caption.txt"])
def test_a_text_sidecar_is_the_caption(tmp_path: Path, name: str) -> None:
    picture(tmp_path / "a.png")
    (tmp_path / name).write_text("A red\nflag.\n")
    assert document(read(tmp_path, "a.png"))[1].caption == "A red flag."
    assert READER.companions(tmp_path / "a.png") == (tmp_path / name,)


def test_a_long_text_beside_an_image_is_a_document(tmp_path: Path) -> None:
    picture(tmp_path / "a.png")
    (tmp_path / "a.txt").write_text("word " * 500)
    assert document(read(tmp_path, "a.png"))[1].caption == ""
    assert READER.companions(tmp_path / "a.png") == ()


def test_the_nearest_words_win_field_by_field(tmp_path: Path) -> None:
    for name in ("a.png", "b.png"):
        picture(tmp_path / name)
    (tmp_path / "captions.csv").write_text("file,caption,alt\na.png,far,red\nb.png,blue flag,blue\n")
    (tmp_path / "a.txt").write_text("near")
    assert document(read(tmp_path, "a.png"))[1] == ImageBlock("a.png", 0, caption="near", alt="red")
    assert document(read(tmp_path, "b.png"))[1] == ImageBlock("b.png", 0, caption="blue flag", alt="blue")
    assert READER.companions(tmp_path / "b.png") == (tmp_path / "captions.csv",)


def test_a_caption_cut_at_its_own_comma_is_none(tmp_path: Path) -> None:
    picture(tmp_path / "a.png")
    (tmp_path / "captions.csv").write_text("file,caption\na.png,An oak, after snow\nb.png,x\n")
    drop, document = read(tmp_path, "a.png")
    assert isinstance(drop, Drop)
    assert (drop.document, drop.reason) == ("captions.csv", "sidecar-table-row-cut")
    assert isinstance(document, Document)
    assert document.blocks == (ImageBlock("a.png", 0),)


def test_a_list_of_captions_as_json_lines(tmp_path: Path) -> None:
    picture(tmp_path / "a.png")
    (tmp_path / "captions.jsonl").write_text(
        '{"file_name": "b.png", "text": "no"}\n{"image": "a.png", "text": "yes"}\n'
    )
    assert document(read(tmp_path, "a.png"))[1].caption == "yes"


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.json", b"{", "sidecar-json"),
        ("a.json", b"[1]", "sidecar-json"),
        ("a.caption.txt", b"\x00\x01", "sidecar-nul-bytes"),
        ("captions.jsonl", b"nothing", "sidecar-json"),
    ],
)
def test_a_broken_sidecar_is_told_and_the_image_stays(tmp_path: Path, name: str, data: bytes, reason: str) -> None:
    picture(tmp_path / "a.png")
    (tmp_path / name).write_bytes(data)
    drop, _ = items = read(tmp_path, "a.png")
    assert isinstance(drop, Drop)
    assert (drop.document, drop.reason) == (name, reason)
    assert document(items)[1] == ImageBlock("a.png", 0)


def test_an_animation_is_told(tmp_path: Path) -> None:
    frames = [Pillow.new("RGB", (4, 4), colour) for colour in ("red", "green", "blue")]
    buffer = io.BytesIO()
    frames[0].save(buffer, "GIF", save_all=True, append_images=frames[1:])
    (tmp_path / "a.gif").write_bytes(buffer.getvalue())
    drop = read(tmp_path, "a.gif")[0]
    assert drop == Drop("a.gif", "image-frames", "3 frames; the first one is looked at")


def test_a_broken_animation_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.gif").write_bytes(b"GIF89a")
    with pytest.raises(ReadError):
        read(tmp_path, "a.gif")


def test_a_sidecar_nested_beyond_reason_is_a_drop(tmp_path: Path) -> None:
    picture(tmp_path / "flag.png")
    (tmp_path / "flag.json").write_text("[" * 99_999)
    drop, found = read(tmp_path, "flag.png")
    assert isinstance(drop, Drop)
    assert (drop.document, drop.reason) == ("flag.json", "sidecar-json")
    assert isinstance(found, Document)


def test_a_line_separator_inside_a_caption_ends_no_line(tmp_path: Path) -> None:
    picture(tmp_path / "flag.png")
    (tmp_path / "captions.jsonl").write_text('{"file": "flag.png", "caption": "Red\u2028flag"}\n', encoding="utf-8")
    assert document(read(tmp_path, "flag.png"))[1].caption == "Red flag"


@pytest.mark.parametrize("name", ["a.json", "a.caption.txt", "a.txt", "captions.jsonl", "captions.csv"])
def test_a_caption_that_comes_later_is_seen_by_the_next_ingest(tmp_path: Path, name: str) -> None:
    words = {"file": "a.png", "caption": "A red flag."}
    table = f"{','.join(words)}\n{','.join(words.values())}\n"
    picture(tmp_path / "in/a.png")
    captions = []
    for text in (None, table if name.endswith(".csv") else json.dumps(words), None):
        (tmp_path / "in" / name).unlink(missing_ok=True)
        if text is not None:
            (tmp_path / "in" / name).write_text(words["caption"] if name.endswith(".txt") else text)
        ingest_paths([tmp_path / "in"], tmp_path / "corpus", IngestOptions())
        (source,) = Corpus.open(tmp_path / "corpus").sources()
        assert source.image is not None
        captions.append(source.image.caption)
    assert captions == ["", "A red flag.", ""]
