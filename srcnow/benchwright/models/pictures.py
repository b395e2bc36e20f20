"""Makes copies of images that a service takes (size, format, base64), and estimates their tokens.

Knows no request and no network. Limits are the services' published ones or below; a copy is made the same way
everywhere, so that two runs send the same bytes with the same Pillow.
"""

from __future__ import annotations

import base64
import io
import math
import struct
import threading
import warnings
import zlib
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from PIL import Image, ImageOps

from benchwright.errors import RequestError
from benchwright.models.base import PromptImage
from benchwright.models.names import Provider

MAX_PIXELS = 100_000_000
"""An image of more is not decoded: 400 MB while it is, more than any photograph in a document."""

_KNOWN = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp", "GIF": "image/gif"}

DAMAGE = (
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    LookupError,
    EOFError,
    ArithmeticError,
    MemoryError,
    struct.error,
    zlib.error,
)
"""What Pillow raises on damaged files besides its own errors, which are OSErrors. Found by damaging some at random."""


@dataclass(frozen=True, slots=True)
class PictureLimits:
    """What a service takes: the longest `side` in pixels and `size` in bytes before base64."""

    side: int
    size: int


LIMITS: Mapping[Provider, PictureLimits] = {
    "openai": PictureLimits(2048, 15_000_000),
    "anthropic": PictureLimits(1568, 3_700_000),  # 5 MB of base64 an image; more than 1568 is made smaller there anyway
    "google": PictureLimits(3072, 12_000_000),  # 20 MB for a whole request
    "ollama": PictureLimits(1568, 5_000_000),
    "openai-compatible": PictureLimits(2048, 10_000_000),
    "python": PictureLimits(2048, 10_000_000),  # for estimates: a callable is given the file itself
}


@dataclass(frozen=True, slots=True)
class EncodedPicture:
    """A copy as it is sent: `media_type` is one of image/png, image/jpeg, image/webp and image/gif."""

    media_type: str
    base64: str


def encode_picture(data: bytes, limits: PictureLimits, name: str = "an image") -> EncodedPicture:
    """A copy of an image file within the limits; the file itself if it already is.

    Of an animation the first frame is sent. An image with transparency stays PNG, as does one that was PNG, for tables
    and diagrams lose their edges in JPEG; if that is too long it becomes JPEG on white, then smaller. Raises
    RequestError if it cannot be decoded, or has more than MAX_PIXELS pixels.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of odd metadata and of large images, which are bounded here
            with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")) as image:
                if image.width * image.height > MAX_PIXELS:
                    raise RequestError(f"{name} has {image.width} x {image.height} pixels, more than {MAX_PIXELS:,}")
                return _encode(image, data, limits)
    except (Image.DecompressionBombError, *DAMAGE) as error:
        raise RequestError(f"{name} cannot be decoded ({type(error).__name__})") from error


def _encode(image: Image.Image, data: bytes, limits: PictureLimits) -> EncodedPicture:
    still = getattr(image, "n_frames", 1) == 1
    unturned = image.getexif().get(0x0112, 1) == 1  # not all services turn a photograph as its metadata says
    media_type = _KNOWN.get(image.format or "")
    if media_type and still and unturned and max(image.size) <= limits.side and len(data) <= limits.size:
        return EncodedPicture(media_type, base64.b64encode(data).decode())
    lossless = image.format != "JPEG"
    image.seek(0)
    picture = upright(image)
    picture = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    picture.thumbnail((limits.side, limits.side), Image.Resampling.LANCZOS)
    if lossless:
        encoded_bytes = _saved(picture, "PNG")
        if len(encoded_bytes) <= limits.size:
            return EncodedPicture("image/png", base64.b64encode(encoded_bytes).decode())
    picture = on_white(picture)
    for quality in (90, 75, 60):
        encoded_bytes = _saved(picture, "JPEG", quality=quality)
        if len(encoded_bytes) <= limits.size:
            break
    while len(encoded_bytes) > limits.size and max(picture.size) > 1:
        picture = picture.resize(
            (max(1, picture.width * 2 // 3), max(1, picture.height * 2 // 3)), Image.Resampling.LANCZOS
        )
        encoded_bytes = _saved(picture, "JPEG", quality=60)
    return EncodedPicture("image/jpeg", base64.b64encode(encoded_bytes).decode())


def upright(image: Image.Image) -> Image.Image:
    """The frame as people see it: turned as its metadata says, in 8 bits a channel. Raises what DAMAGE lists."""
    image.load()
    return _eight_bits(ImageOps.exif_transpose(image))


def on_white(picture: Image.Image) -> Image.Image:
    """The picture in RGB; what is transparent shows white."""
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    clear = picture.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", clear.size, "white"), clear).convert("RGB")


def _eight_bits(picture: Image.Image) -> Image.Image:
    """A picture of finer greys with 256 of them, which Pillow would cut off at 255: to white, or to black from 0 to 1.

    White is the end of the numbers' usual range. A picture that goes beyond all of them, or below zero, reaches from
    its darkest to its brightest pixel.
    """
    if picture.mode not in ("I", "F") and not picture.mode.startswith("I;16"):
        return picture
    import numpy as np

    greys = np.array(picture, dtype=np.float32)
    finite = np.isfinite(greys)
    black = float(greys.min(where=finite, initial=math.inf))
    white = float(greys.max(where=finite, initial=-math.inf))
    ranges = (1.0, 255.0, 65_535.0) if picture.mode == "F" else (65_535.0,)
    if black >= 0 and white <= ranges[-1]:
        black, white = 0.0, next(end for end in ranges if white <= end)
    level = picture.info.get("transparency")
    opaque = Image.fromarray((greys != level).astype(np.uint8) * 255) if isinstance(level, int) else None
    with np.errstate(all="ignore"):  # in place: a large picture takes 400 MB here
        greys -= black
        greys *= 255 / ((white - black) or 1.0)
        np.nan_to_num(greys, copy=False, nan=0.0)
    grey = Image.fromarray(np.rint(np.clip(greys, 0, 255, out=greys), out=greys).astype(np.uint8))
    if opaque is not None:
        grey.putalpha(opaque)
    return grey


def _saved(picture: Image.Image, form: str, **options: int) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, form, **options)
    return stream.getvalue()


class PictureCache:
    """Copies for one service, the latest kept up to `capacity` bytes of base64. Safe to use from several threads."""

    def __init__(self, provider: Provider, capacity: int = 64_000_000) -> None:
        self._limits = LIMITS[provider]
        self._capacity = capacity
        self._size = 0
        self._copies: OrderedDict[tuple[str, int], EncodedPicture] = OrderedDict()
        self._lock = threading.Lock()

    def encoded(self, picture: PromptImage) -> EncodedPicture:
        """The copy, made from the file if it is not at hand. Raises RequestError if the file is gone or damaged."""
        key = picture.sha256, picture.side
        with self._lock:
            copy = self._copies.get(key)
            if copy is not None:
                self._copies.move_to_end(key)
                return copy
        try:
            data = picture.path.read_bytes()
        except OSError as error:
            raise RequestError(f"the image {picture.path.name} cannot be read ({error.strerror})") from error
        limits = replace(self._limits, side=min(self._limits.side, picture.side or self._limits.side))
        copy = encode_picture(data, limits, f"the image {picture.path.name}")
        with self._lock:
            if key not in self._copies:
                self._copies[key] = copy
                self._size += len(copy.base64)
            while self._size > self._capacity and len(self._copies) > 1:
                _, dropped = self._copies.popitem(last=False)
                self._size -= len(dropped.base64)
        return copy


def picture_tokens(provider: Provider, width: int, height: int, longest: int = 0) -> int:
    """An upper estimate of the input tokens of one image of `width` x `height` pixels once it is within the limits, and
    no side is longer than `longest` (0: no such bound); 0 x 0 means unknown, and counts as the largest that is sent.

    Anthropic counts 750 pixels as a token; OpenAI patches of 32 x 32 times up to 2.46, or 85 and 170 for each tile of
    512 x 512; Google 1,120, or 258 for each tile of 768 x 768; local models mostly patches of 14 x 14.
    """
    side = min(LIMITS[provider].side, longest or LIMITS[provider].side)
    if width <= 0 or height <= 0:
        width = height = side
    scale = min(1.0, side / max(width, height))
    width, height = min(side, math.ceil(width * scale)), min(side, math.ceil(height * scale))

    def tiles(edge: int) -> int:
        return math.ceil(width / edge) * math.ceil(height / edge)

    if provider == "anthropic":
        return math.ceil(width * height / 750)
    if provider == "google":
        return max(1_120, 258 * tiles(768))
    if provider == "openai":
        return max(math.ceil(2.46 * tiles(32)), 85 + 170 * tiles(512))
    return tiles(14) + 16
