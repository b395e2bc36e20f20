"""E-mail is read message by message: subject, sender, date, words and pictures; other attachments are drops.

From ann@example.org Mon Jan  5 10:00:00 2026        begins each message of an .mbox file
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes
from email.message import MIMEPart
from email.policy import EmailPolicy
from html import escape

from benchwright.errors import ReadError
from benchwright.readers.base import Document, InputFile, Item, Limits, Reader
from benchwright.readers.encodings import labelled_encoding
from benchwright.readers.html import html_items
from benchwright.records import Drop

_BEGINS = re.compile(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\r\n]*\r?\n")
_QUOTED = re.compile(rb"^>(>*From )", re.MULTILINE)
_SHOWN = ("From", "To", "Date")
_WORDS = ("text/html", "text/plain")
_BLANK = re.compile(r"\n\s*\n")
_LONGEST_HEADER = 100_000
"""The library's time grows faster than a header: a second for this many characters."""


class _BoundedHeaders(EmailPolicy):
    """Refuses headers that would take too long. ReadError `too-large`."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        if (size := sum(map(len, sourcelines))) > _LONGEST_HEADER:
            raise ReadError("too-large", f"a header of {size:,} characters; at most {_LONGEST_HEADER:,} are read")
        return super().header_source_parse(sourcelines)


def read_mail(file: InputFile, limits: Limits) -> Iterator[Item]:
    """A document for each message, `name` for the only one of an .eml file, else `name/1` and so on."""
    data = file.read_bytes()
    if file.suffix == ".eml":
        yield from _message(file, data, file.name)
        return
    begins = [match.span() for match in _BEGINS.finditer(data)]
    if not begins:
        raise ReadError("no-content", "no message begins in it")
    for number, ((_, start), (end, _)) in enumerate(zip(begins, [*begins[1:], (len(data), 0)], strict=True), 1):
        name = f"{file.name}/{number}"
        file.begin(f"message {number}")
        yield from _message(file, _QUOTED.sub(rb"\1", data[start:end]), name)


def _message(file: InputFile, data: bytes, name: str) -> Iterator[Item]:
    try:
        message: MIMEPart = message_from_bytes(data, policy=_BoundedHeaders())  # type: ignore[arg-type]
        pieces = list(_pieces(message))
        html = [piece for piece in pieces if isinstance(piece, str)]
        items = list(html_items(file, html, _header(message, "Subject")))
    except (ReadError, RecursionError, LookupError, ValueError, AttributeError, TypeError) as error:
        # what the library raises for odd headers; the other messages of a mailbox are read
        reason = error.reason if isinstance(error, ReadError) else "bad-mail"
        yield Drop(name, reason, f"{type(error).__name__}: {error}"[:300], data[:200].decode("utf-8", "replace"))
        return
    for item in (*(piece for piece in pieces if isinstance(piece, Drop)), *items):
        yield replace(item, name=name) if isinstance(item, Document) else replace(item, document=name)


def _pieces(message: MIMEPart) -> Iterator[str | Drop]:
    """The HTML of a message's head and parts; a drop for a part that is neither words nor a picture."""
    heads = [f"{key}: {head}" for key in _SHOWN if (head := _header(message, key))]
    yield f"<p>{'<br>'.join(map(escape, heads))}</p>"
    for part in _parts(message):
        kind, name, content = part.get_content_type(), part.get_filename() or "", part.get_payload(decode=True)
        if kind in _WORDS and not part.is_attachment():
            words = _words(part, content)
            yield words if kind == "text/html" else _paragraphs(words)
        elif kind == "message/rfc822":
            forwarded = part.get_content()
            if subject := _header(forwarded, "Subject"):
                yield f"<h2>{escape(subject)}</h2>"
            yield from _pieces(forwarded)
        elif kind.startswith("image/") and isinstance(content, bytes):
            yield f'<img src="data:{escape(kind)};base64,{b64encode(content).decode("ascii")}" alt="{escape(name)}">'
        else:
            yield Drop("", "attachment", kind, name)


def _words(part: MIMEPart, content: object) -> str:
    """The words of a part, its charset read as mail programs do."""
    charset = part.get_content_charset()
    if charset is None or not isinstance(content, bytes):
        return str(part.get_content())
    return content.decode(labelled_encoding(charset), errors="replace")


def _parts(message: MIMEPart) -> Iterator[MIMEPart]:
    """The parts that a reader sees: the richest of those that say the same."""
    if message.get_content_maintype() != "multipart":
        yield message
        return
    parts = list(message.iter_parts())
    if message.get_content_subtype() == "alternative" and parts:
        rich = [part for part in parts if part.get_content_maintype() == "multipart"]
        rich += [part for kind in _WORDS for part in parts if part.get_content_type() == kind]
        parts = rich[:1] or parts[-1:]
    for part in parts:
        yield from _parts(part)


def _header(message: MIMEPart, key: str) -> str:
    return " ".join(str(message.get(key) or "").split())


def _paragraphs(text: str) -> str:
    blocks = (escape(block).strip().replace("\n", "<br>") for block in _BLANK.split(text.replace("\r\n", "\n")))
    return "".join(f"<p>{block}</p>" for block in blocks if block)


READER = Reader("mail", read_mail, suffixes=(".eml", ".mbox"))
