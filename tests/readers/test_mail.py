"""E-mail: what is shown of a message, which of several forms is read, and what is dropped."""

from email.message import EmailMessage
from pathlib import Path

import pytest

from benchwright.readers.base import Document, ImageBlock, InputFile, Limits
from benchwright.readers.mail import read_mail
from benchwright.records import Drop


def read(tmp_path: Path, name: str, data: bytes) -> tuple[list[Document], list[Drop]]:
    (tmp_path / name).write_bytes(data)
    items = list(read_mail(InputFile(tmp_path / name, name, tmp_path), Limits()))
    return [item for item in items if isinstance(item, Document)], [item for item in items if isinstance(item, Drop)]


def message(words: str = "They are old.\nVery.\n\nYours") -> EmailMessage:
    result = EmailMessage()
    result["Subject"], result["From"], result["To"] = "Old öaks", "Ann <ann@example.org>", "bob@example.org"
    result.set_content(words)
    return result


HEAD = "From: Ann <ann@example.org>\nTo: bob@example.org"


def test_a_plain_message(tmp_path: Path) -> None:
    (document,), drops = read(tmp_path, "a.eml", bytes(message()))
    assert (document.name, document.title, drops) == ("a.eml", "Old öaks", [])
    assert document.text == f"{HEAD}\n\nThey are old.\nVery.\n\nYours"


def test_the_richest_form_pictures_and_attachments(tmp_path: Path) -> None:
    mail = message()
    mail.add_alternative("<p>They are <b>old</b>.</p><script>x()</script>", subtype="html")
    mail.add_attachment(b"PNG", maintype="image", subtype="png", filename="oak.png")
    mail.add_attachment(b"PK", maintype="application", subtype="zip", filename="oak.zip")
    mail.add_attachment("Footer words.", disposition="inline")
    mail.add_attachment(message("Forwarded words."))
    (document,), drops = read(tmp_path, "a.eml", bytes(mail))
    assert document.text == f"{HEAD}\n\nThey are old.\n\nFooter words.\n\nOld öaks\n\n{HEAD}\n\nForwarded words."
    assert [(b.target[:26], b.alt) for b in document.blocks if isinstance(b, ImageBlock)] == [
        ("data:image/png;base64,UE5H", "oak.png")
    ]
    assert [(drop.reason, drop.detail, drop.text) for drop in drops] == [("attachment", "application/zip", "oak.zip")]


def test_a_box_of_messages(tmp_path: Path) -> None:
    begins = b"From ann@example.org Mon Jan  5 10:00:00 2026\n"
    one, two = bytes(message("First.\n\n>From here.")), bytes(message("Second."))
    documents, _ = read(tmp_path, "a.mbox", begins + one + b"\n" + begins + two)
    assert [(document.name, document.text) for document in documents] == [
        ("a.mbox/1", f"{HEAD}\n\nFirst.\n\nFrom here."),
        ("a.mbox/2", f"{HEAD}\n\nSecond."),
    ]


@pytest.mark.parametrize(
    ("hostile", "reason"),
    [
        (b"Subject: " + b"oak " * 30_000 + b"\n\noak\n\n", "too-large"),
        (b"From: " + b"(" * 20_000 + b"\n\noak\n\n", "bad-mail"),
        (b"Content-Type: message/rfc822\n\n" * 3_000 + b"oak\n\n", "bad-mail"),
        (b"Content-Type: text/html\n\n" + b"<div>" * 20_000 + b"oak\n\n", "nested-too-deep"),
    ],
)
def test_a_hostile_message_is_a_drop_and_no_other_is_lost(tmp_path: Path, hostile: bytes, reason: str) -> None:
    begins = b"From x\n"
    documents, drops = read(tmp_path, "a.mbox", begins + hostile + begins + bytes(message("Second.")))
    assert [(document.name, document.text) for document in documents] == [("a.mbox/2", f"{HEAD}\n\nSecond.")]
    assert [(drop.document, drop.reason) for drop in drops] == [("a.mbox/1", reason)]


def test_a_broken_message_is_a_drop_and_no_other_is_lost(tmp_path: Path) -> None:
    begins = b"From x\n"
    broken = b"Content-Type: text/plain; charset=nonsense\n\n\xff\n\n"
    documents, drops = read(tmp_path, "a.mbox", begins + broken + begins + bytes(message("Second.")))
    assert "Second." in documents[-1].text
    assert [drop.reason for drop in drops] == ["bad-mail"] or len(documents) == 2


def test_a_charset_is_read_as_mail_programs_read_it(tmp_path: Path) -> None:
    data = b"Subject: Fees\nContent-Type: text/plain; charset=iso-8859-1\n\nThe fee is 5 \x80, for 10\x9620 days.\n"
    (document,), _ = read(tmp_path, "a.eml", data)
    assert "The fee is 5 €, for 10–20 days." in document.text
