"""Pictures that stand in a document as `data:` addresses."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.errors import ReadError
from benchwright.readers.data_urls import embedded_picture


def dot(colour: str) -> bytes:
    stream = io.BytesIO()
    Pillow.new("RGB", (3, 2), colour).save(stream, "PNG")
    return stream.getvalue()


@given(st.binary(max_size=60), st.booleans(), st.booleans())
def test_every_form_of_the_same_bytes(data: bytes, percent: bool, url_safe: bool) -> None:
    packed = (base64.urlsafe_b64encode if url_safe else base64.b64encode)(data).decode()
    written = quote(packed, safe="") if percent else f" {packed[:9]}\n {packed[9:]}"
    assert embedded_picture(f"data:image/png;base64,{written}", 60) == data
    assert embedded_picture(f"DATA:image/png;charset=x; Base64,{packed.rstrip('=')}", 60) == data
    assert embedded_picture(f"data:image/gif,{quote(data)}", 60) == data


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("data:image/png;base64", "embedded"),
        ("data:,x", "embedded"),
        ("data:text/html,<script>", "embedded"),
        ("data:image" + "x" * 300 + ",", "embedded"),
        ("data:image/png;base64,A", "damaged"),
        ("data:image/png;base64,A*==", "damaged"),
        ("data:image/png;base64,AAAAAAAAAAAAAAA=", "too-large"),
        ("data:image/png," + "x" * 11, "too-large"),
        ("data:image/png;base64," + "A" * 10_000, "too-large"),
    ],
)
def test_what_is_no_picture_within_bounds(address: str, reason: str) -> None:
    with pytest.raises(ReadError) as caught:
        embedded_picture(address, 10)
    assert caught.value.reason == reason


def test_pages_with_pictures_inside(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    red, blue = (f"data:image/png;base64,{base64.b64encode(dot(colour)).decode()}" for colour in ("red", "blue"))
    words = "The oak is a tree that may live for a thousand years. " * 9
    svg = "data:image/svg+xml," + quote('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    (docs / "a.md").write_text(f'{words}\n\n![A red dot]({red})\n\n<img alt="Blue" src="{blue}">\n\n![]({svg})\n')
    (docs / "b.html").write_text(
        f'<p>{words}</p><img alt="Red" src="{red}"><img srcset="{blue} 1x, c.png 2x" alt="Blue">'
        '<img src="data:text/plain,x">'
    )
    report = ingest_paths([docs], tmp_path / "corpus")
    assert report.sources == {"text": 2, "table": 0, "image": 4}
    assert report.drops == {"image-embedded": 1, "image-svg": 1}
    corpus = Corpus.open(tmp_path / "corpus")
    images = {source.id: source.image for source in map(corpus.source, corpus.ids) if source.image is not None}
    assert [(image.alt, image.width, image.height) for image in images.values()] == [
        ("A red dot", 3, 2),
        ("Blue", 3, 2),
        ("Red", 3, 2),
        ("Blue", 3, 2),
    ]
    assert images["a.md#i0"].sha256 == images["b.html#i0"].sha256
    assert (tmp_path / "corpus" / images["a.md#i1"].file).read_bytes() == dot("blue")
