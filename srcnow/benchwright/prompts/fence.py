"""Shows sources to models as data: cleaned, shortened, and between lines with a code that stands in none of them.

Knows no prompts and no models' replies.

    <source S1 kind=table code=5f3a9c21b7d04e68>
    Title: Kestrel pumps: rated duty
    About: Pumps > Data sheets
    Model | Flow (l/min)
    K2 | 40
    </source S1 code=5f3a9c21b7d04e68>

Only a line with the code ends a source. Titles and captions stand inside, and so does the picture of an image. Whoever
wrote a source cannot know the code: it is derived from all texts of the request and from a secret of the run, so that
the same question always gives the same request.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from benchwright.models.base import Part, PromptImage, Text
from benchwright.prompts.clean import clean
from benchwright.prompts.shorten import shorten
from benchwright.records import Modality, Source

__all__ = [
    "CANDIDATE_LIMIT",
    "HALVINGS",
    "LIMIT",
    "ShownSource",
    "clean",
    "delimiter",
    "fenced",
    "parts",
    "show",
    "show_candidates",
]

LIMIT = 6000
"""Characters of one source that a model is shown, unless a caller says otherwise."""
CANDIDATE_LIMIT = 1600
"""Characters of one source that the writer of a question and its judge are shown, some 400 tokens. Passages of
documents have 600 on the mean, and tables 2,000; of those, the rows that matter come first."""
CANDIDATE_SIDE = 1024
"""Pixels of the longest side of a picture that they are shown: labels of a chart can be read, and a picture costs 800
to 1,900 tokens instead of up to 7,000."""
HALVINGS = 2
"""How often that may be halved in one attempt where a model's context is too small."""

_CODE = 16
_TITLE = 300

PictureOf = Callable[[Source], PromptImage | None]
"""The picture of an image source, or None where the model is to have the caption and the description only."""


@dataclass(frozen=True, slots=True)
class ShownSource:
    """A source as a model sees it. `text` is the passage, the rows of the table, or the caption and description of the
    image, cleaned; `cut` says how many characters of it were left out; `id` is the source's, and is not shown."""

    label: str
    modality: Modality
    title: str
    text: str
    picture: PromptImage | None = None
    id: str = ""
    cut: int = 0


def show(
    sources: Sequence[Source], picture_of: PictureOf, limit: int = LIMIT, about: str = "", first: int = 1
) -> tuple[ShownSource, ...]:
    """The sources as models are shown them, labelled S1, S2 ... from `first` on. Of a source with more than `limit`
    characters, its beginning and what has most words of `about` are kept before the rest."""
    return tuple(
        _shown(f"S{number}", source, picture_of(source), limit, about) for number, source in enumerate(sources, first)
    )


def show_candidates(
    sources: Sequence[Source], picture_of: PictureOf, about: str, halvings: int = 0, first: int = 1
) -> tuple[ShownSource, ...]:
    """The sources as the writer of a question and its judge are shown them: no longer than they have to be. `halvings`
    is how often their room was halved."""
    shown = show(sources, picture_of, CANDIDATE_LIMIT >> halvings, about, first)
    return tuple(
        one if one.picture is None else replace(one, picture=replace(one.picture, side=CANDIDATE_SIDE)) for one in shown
    )


def _shown(label: str, source: Source, picture: PromptImage | None, limit: int, about: str) -> ShownSource:
    title = " ".join(clean(source.title).split())
    text = _text(source, title)
    head = 1 if source.table is None else max(len(source.table.header), 1)
    body, cut = shorten(text, limit, about, rows=source.modality is Modality.TABLE, head=head)
    introduction = " ".join(clean(source.about).split())
    if introduction:
        body = f"About: {introduction}\n{body}".rstrip("\n")
    if len(title) > _TITLE:
        title = f"{title[:_TITLE].rstrip()} ..."
    return ShownSource(label, source.modality, title, body, picture, source.id, cut)


def _text(source: Source, title: str) -> str:
    """The source's text without the title that tables begin with; of an image, its caption and description by name."""
    text = clean(source.text).strip("\n")
    if source.modality is Modality.TABLE:
        text = text.removesuffix(clean(source.about).strip()).rstrip("\n")  # as a model described it
        first, _, rest = text.partition("\n")
        return rest if title and " ".join(first.split()) == title else text
    if source.image is None:
        return text
    caption = clean(source.image.caption).strip()
    if not caption or not text.startswith(caption):
        return f"Description: {text}" if text else ""
    rest = text[len(caption) :].strip()
    return f"Caption: {caption}" + (f"\nDescription: {rest}" if rest else "")


def delimiter(secret: str, texts: Iterable[str]) -> str:
    """A code of 16 hexadecimal digits that stands in none of the texts, upper or lower case. Equal for equal input."""
    listed = list(texts)
    stated = json.dumps([secret, *listed])
    folded = "\n".join(listed).casefold()
    number = 0
    while True:
        code = hashlib.sha256(f"{number}\n{stated}".encode()).hexdigest()[:_CODE]
        if code not in folded:
            return code
        number += 1


def fenced(name: str, text: str, code: str) -> str:
    """A piece of data that is no source (an entity, a question, an answer) between lines with the code. ValueError if
    the code stands in it."""
    body = clean(text).strip("\n")
    _refuse(code, body)
    return f"<{name} code={code}>\n{body}\n</{name} code={code}>"


def parts(sources: Sequence[ShownSource], code: str) -> list[Part]:
    """The sources as parts of a message: words, with each picture inside its own source, behind the caption.
    ValueError if the code stands in any of them."""
    out: list[Part] = []
    words: list[str] = []
    for one in sources:
        title, text = clean(one.title), clean(one.text)
        _refuse(code, f"{one.label}\n{title}\n{text}")
        words.append(f"<source {one.label} kind={one.modality} code={code}>")
        words += [f"Title: {title}"] if title else []
        words += [text] if text else []
        if one.picture is not None:
            out += [Text("\n".join(words) + "\n"), one.picture]
            words = [""]
        words.append(f"</source {one.label} code={code}>")
    return [*out, Text("\n".join(words))] if words else out


def _refuse(code: str, text: str) -> None:
    if not code or code in text.casefold():
        raise ValueError("the code of a fence stands in what it fences")
