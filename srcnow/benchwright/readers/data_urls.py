"""Pictures that stand in the document itself as `data:` addresses are decoded.

data:image/png;base64,iVBORw0KGgo...
data:image/gif,GIF89a%01%00...
"""

from __future__ import annotations

import base64
import binascii
from urllib.parse import unquote_to_bytes

from benchwright.errors import ReadError

_LONGEST_HEAD = 200
_CHARACTERS = 4
"""Most characters for one byte: `%41` and a little."""


def embedded_picture(address: str, most: int) -> bytes:
    """The bytes in a `data:` address, at most `most`. ReadError `embedded` (what it holds is no picture), `too-large`,
    `damaged` (no base64). Whether the bytes are a picture is proven by their reader, as for every other one."""
    head, comma, body = address.partition(",")
    kind, *options = (part.strip().lower() for part in head[5:_LONGEST_HEAD].split(";"))
    if not comma or not kind.startswith("image/"):
        raise ReadError("embedded", f"{address[:60]!r} holds no picture")
    if len(body) > _CHARACTERS * most + _LONGEST_HEAD:
        raise ReadError("too-large", f"more than {most:,} bytes inside the document")
    data = unquote_to_bytes(body)
    if "base64" in options:
        packed = b"".join(data.split()).rstrip(b"=").replace(b"-", b"+").replace(b"_", b"/")
        try:
            data = base64.b64decode(packed + b"=" * (-len(packed) % 4), validate=True)
        except binascii.Error as error:
            raise ReadError("damaged", f"no base64 inside the document: {error}") from error
    if len(data) > most:
        raise ReadError("too-large", f"more than {most:,} bytes inside the document")
    return data
