"""Turn images into small data: URIs; only their pixels remain."""

from __future__ import annotations

import base64
import io
import warnings
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from benchwright.models.pictures import DAMAGE, MAX_PIXELS, on_white, upright

SIDE = 480
LOSSLESS = 24_000
"""PNG up to this many bytes (flags, diagrams), JPEG for what takes more (photographs)."""
_FILE = 40_000_000


@dataclass(frozen=True, slots=True)
class Inline:
    """A picture as it stands in the page, with its size in pixels."""

    uri: str
    width: int
    height: int


def inline_picture(path: Path) -> Inline | None:
    """The picture at most SIDE pixels wide and high; None if the file is gone, damaged or larger than is decoded."""
    try:
        if path.stat().st_size > _FILE:
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of odd metadata and of large images, which are bounded here
            with Image.open(path, formats=("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")) as image:
                return None if image.width * image.height > MAX_PIXELS else _small(image)
    except (UnidentifiedImageError, Image.DecompressionBombError, *DAMAGE):
        return None


def _small(image: Image.Image) -> Inline:
    lossy = image.format == "JPEG"
    image.seek(0)
    image.draft("RGB", (2 * SIDE, 2 * SIDE))
    picture = upright(image)
    picture = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    picture.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    bare = Image.new(picture.mode, picture.size)  # without what else the file carried
    bare.paste(picture)
    data, kind = (b"", "png") if lossy else (_saved(bare, "PNG", optimize=True), "png")
    if lossy or len(data) > LOSSLESS:
        bare = on_white(bare)
        data, kind = _saved(bare, "JPEG", quality=80, optimize=True), "jpeg"
    return Inline(f"data:image/{kind};base64,{base64.b64encode(data).decode()}", *bare.size)


def _saved(picture: Image.Image, form: str, **options: int) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, form, **options)
    return stream.getvalue()
