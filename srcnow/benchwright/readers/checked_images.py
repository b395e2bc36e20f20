"""An image's bytes are checked and measured: format, size and hash come from the bytes, never from the file's name.

Nothing hostile is decoded: formats are a closed list, and the number of pixels is read from the header and bounded
before a single one is decoded (a 60,000 x 60,000 pixel file of a few kilobytes would need 10 GB).
"""

from __future__ import annotations

import hashlib
import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PIL import Image as Pillow
from PIL import UnidentifiedImageError

from benchwright.errors import ReadError
from benchwright.models.pictures import DAMAGE, MAX_PIXELS, on_white, upright
from benchwright.records import Image

FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")
# MPO is what Pillow calls a JPEG of a camera that holds a second picture.
EXTENSIONS = {"PNG": "png", "JPEG": "jpg", "MPO": "jpg", "GIF": "gif", "WEBP": "webp", "BMP": "bmp", "TIFF": "tif"}


_STRETCHED = 8


@dataclass(frozen=True, slots=True)
class CheckedImage:
    """An image that can be decoded. Of an animated one (`frames` > 1) it is the first frame that was checked and that
    the size speaks of; the bytes are kept whole."""

    sha256: str
    extension: str
    width: int
    height: int
    frames: int = 1

    def record(self, caption: str = "", alt: str = "") -> Image:
        """The image as a source keeps it."""
        return Image(self.sha256, self.extension, self.width, self.height, caption, alt)


def check_image(data: bytes, *, max_pixels: int = MAX_PIXELS) -> CheckedImage:
    """Decode `data` once, so that whatever reads the image later will not fail.

    Raises ReadError with reason `empty`, `image-svg` (vector drawings are not pictures of pixels), `image-format`
    (not one of the six formats, whatever the name says), `image-too-large` (more than `max_pixels` by its header) or
    `image-damaged` (cut short, or broken inside).
    """
    if not data:
        raise ReadError("empty", "the file has no bytes")
    if _is_svg(data):
        raise ReadError("image-svg", "SVG drawings are not supported")
    with _telling(max_pixels):
        return _decode(data, max_pixels)


@contextmanager
def _telling(max_pixels: int) -> Iterator[None]:
    """Turn what Pillow says of damage inside into ReadError."""
    with warnings.catch_warnings():
        # Pillow warns of odd metadata, which is harmless, and of large images, which `max_pixels` decides about.
        warnings.simplefilter("ignore")
        try:
            yield
        except Pillow.DecompressionBombError as error:
            raise ReadError("image-too-large", f"by its header it has more than {max_pixels:,} pixels") from error
        except UnidentifiedImageError as error:
            raise ReadError("image-format", "the bytes are not a PNG, JPEG, GIF, WebP, BMP or TIFF image") from error
        except DAMAGE as error:
            raise ReadError("image-damaged", f"the image cannot be decoded: {error}") from error


def _decode(data: bytes, max_pixels: int) -> CheckedImage:
    with Pillow.open(io.BytesIO(data), formats=FORMATS) as image:
        width, height = image.size
        if width * height > max_pixels:
            raise ReadError("image-too-large", f"{width} x {height} pixels are more than {max_pixels:,}")
        frames = int(getattr(image, "n_frames", 1))
        extension = EXTENSIONS[image.format or ""]
        if image.format == "JPEG":
            # Every byte is still read, but the picture is only made at an eighth of its size: three times as fast.
            image.draft("L", (max(1, width // 8), max(1, height // 8)))
        image.load()
    return CheckedImage(hashlib.sha256(data).hexdigest(), extension, width, height, frames)


def open_pixels(data: bytes, *, max_pixels: int = MAX_PIXELS, side: int = 1024) -> Pillow.Image:
    """The picture itself for a model that looks at it: upright, RGB, of an animation the first frame, transparency on
    white, at most `side` pixels long and never longer than eight times as wide (the middle is kept), so that no
    model's own scaling can be made to need much memory. ReadError as from `check_image`."""
    with _telling(max_pixels), Pillow.open(io.BytesIO(data), formats=FORMATS) as image:
        if image.width * image.height > max_pixels:
            raise ReadError("image-too-large", f"{image.width} x {image.height} pixels are more than {max_pixels:,}")
        if image.format == "JPEG":
            image.draft("RGB", (side, side))
        picture = upright(image)
        longest = _STRETCHED * min(picture.size)
        left, top = (max(0, size - longest) // 2 for size in picture.size)
        width, height = (min(size, longest) for size in picture.size)
        picture = picture.crop((left, top, left + width, top + height))
        picture.thumbnail((side, side))
        return on_white(picture)


def image_text(caption: str, alt: str) -> str:
    """What a text-only reader sees of an image: its caption, and on the next line its alternative text if that says
    something else."""
    return "\n".join(dict.fromkeys(part for part in (caption.strip(), alt.strip()) if part))


def _is_svg(data: bytes) -> bool:
    head = data[:2048].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return head.startswith(b"<svg") or (head.startswith((b"<?xml", b"<!--", b"<!doctype")) and b"<svg" in head)
