"""WebQA is read: snippets of text and captioned pictures, out of the questions that use them.

`WebQA_train_val.json` or `WebQA_test.json`, plain or compressed, and the pictures in `imgs.tsv` with its index
`imgs.lineidx`.

    {"d5c7...": {"Q": "...", "A": ["..."], "split": "val", "Qcate": "text", "txt_posFacts": [
        {"title": "Elm", "fact": "The elm ...", "url": "https://en.wikipedia.org/wiki/Elm", "snippet_id": "d5c7..._0"}],
      "img_negFacts": [{"image_id": 30246015, "title": "Elm in winter", "caption": "An elm.", "url": "...",
        "imgUrl": "..."}], "txt_negFacts": [], "img_posFacts": []}, ...}

Each file is one object of all questions, read question by question. A fact that several questions share is one source.
Questions of the blind test list theirs as `txt_Facts` and `img_Facts`. The last seven digits of an image's id are the
number of its line. (Chang et al., 2022; the files are described, and read, in the authors' own repository.)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import Any

from benchwright.readers.base import InputFile, Item, Limits, Picture, Reader, ReadError
from benchwright.readers.image_lines import ImageLines, open_lines
from benchwright.readers.json_members import JsonMember, first_value
from benchwright.readers.layouts import verbatim
from benchwright.readers.layouts.json_records import object_members
from benchwright.readers.layouts.resume_marks import marked
from benchwright.records import Drop, Json, Modality, Place, Source

PARTS = ("WebQA_train_val.json", "WebQA_test.json")
LINES, INDEX = "imgs.tsv", "imgs.lineidx"
TEXTS = ("txt_posFacts", "txt_negFacts", "txt_Facts")
IMAGES = ("img_posFacts", "img_negFacts", "img_Facts")

QUESTION_BYTES = 64 << 20
"""Bytes of one question with all its facts, at most: the published ones have some 30,000."""

_ID_DIGITS = 12


@dataclass(frozen=True, slots=True)
class _Shown:
    """An image fact whose picture has yet to be looked up."""

    source: Source
    number: int


_Found = Source | Drop | _Shown


def webqa_files(folder: Path) -> tuple[str, ...]:
    """The files of the layout, questions first; () if this folder holds none of them."""
    parts = tuple(filter(None, (verbatim.part(folder, name) for name in PARTS)))
    first = (first_value(InputFile(folder / name, name, folder), "object", QUESTION_BYTES) for name in parts)
    if not any(isinstance(question, dict) and "Q" in question for question in first):
        return ()
    return (*parts, *filter(None, (verbatim.part(folder, INDEX),)), *((LINES,) if (folder / LINES).is_file() else ()))


def questions(file: InputFile) -> Iterator[tuple[JsonMember, Json] | Drop]:
    """(place and key, question) of each question of one file. What is none is a drop, and the others go on; a file
    that is broken ends there, with a drop that says so."""
    for result in object_members(file, QUESTION_BYTES):
        if isinstance(result, Drop) or result[0].key:
            yield result
        else:
            yield Drop(file.name, "bad-record", f"question {result[0].number + 1} is not an object with a key")


def read_webqa(file: InputFile, limits: Limits) -> Iterator[Item]:
    """The facts of every question in the order of the files, each once."""
    with ExitStack() as opened:
        lines: ImageLines | None = None
        description: list[Drop] = []
        if (file.path / LINES).is_file():
            index = verbatim.part(file.path, INDEX)
            pictures = file.beside(LINES)
            try:
                lines, wrong = opened.enter_context(open_lines(pictures, file.beside(index) if index else None))
            except ReadError as error:
                description.append(Drop(pictures.name, error.reason, str(error)))
            else:
                if wrong:
                    description.append(Drop(pictures.name, "webqa-index", f"{wrong}; all lines were looked at instead"))
        result = chain(description, _facts(file, with_images=lines is not None))
        yield from marked(file, result, lambda one: _items(one, lines))


def _items(found: _Found, lines: ImageLines | None) -> Iterator[Item]:
    """A fact as it is; an image with its picture."""
    if not isinstance(found, _Shown):
        yield found
    elif lines is not None:
        source = found.source
        try:
            lines.file.begin(f"image {found.number}")
            yield Picture(source, lines.file, lines.bytes_of(found.number))
        except ReadError as error:
            slug = error.reason if error.reason.startswith("webqa-") else f"image-{error.reason}"
            yield Drop(lines.file.name, slug, str(error), source.text[:200])


def _facts(file: InputFile, *, with_images: bool) -> Iterator[_Found]:
    licence = verbatim.licence_of(file)
    # By 64-bit hashes of their ids and words: some 100 MB for the million facts that are published. That two of a
    # million ids meet has a chance of 1 in 30 million.
    seen: dict[int, int] = {}
    absent = 0
    for name in PARTS:
        found_part = verbatim.part(file.path, name)
        if not found_part:
            continue
        part = file.beside(found_part)
        for result in questions(part):
            if isinstance(result, Drop):
                yield result
                continue
            member, record = result
            for fact in _listed(part.name, member.key, record, licence):
                if isinstance(fact, Drop):
                    yield fact
                    continue
                source = fact.source if isinstance(fact, _Shown) else fact
                key, words = _hash(source.id), _hash(f"{source.modality}\n{source.title}\n{source.text}")
                if key not in seen and isinstance(fact, _Shown) and not with_images:
                    absent += 1
                elif key not in seen:
                    yield fact
                elif seen[key] != words:
                    detail = f"question {member.key!r}: {source.id!r} stands there before with other words"
                    yield Drop(part.name, "fact-differs", detail, source.text[:200])
                seen.setdefault(key, words)
    if absent:
        yield Drop(file.name, "images-absent", f"no {LINES} can be read: none of {absent:,} images was")


def _listed(name: str, key: str, record: Json, licence: str) -> Iterator[_Found]:
    """The facts that one question lists, as sources; what is none is a drop."""
    for field in (*TEXTS, *IMAGES):
        facts = record.get(field, [])
        if not isinstance(facts, list):
            yield Drop(name, "bad-record", f"question {key!r}: {field} is no list")
            continue
        for number, fact in enumerate(facts):
            result = (_text if field in TEXTS else _image)(fact, licence) if isinstance(fact, dict) else None
            if result is None:
                yield Drop(name, "field-missing", f"question {key!r}: {field} {number} has no id, or no words")
            else:
                yield result


def _text(fact: Json, licence: str) -> Source | None:
    id, words = fact_id(fact, "snippet_id"), verbatim.text_of(fact, "fact")
    if not id or not words.strip():
        return None
    title, url = verbatim.text_of(fact, "title"), verbatim.text_of(fact, "url")
    return Source(id, Modality.TEXT, title, words, _place(id, title, url), licence=licence, url=url)


def _image(fact: Json, licence: str) -> _Shown | None:
    id = fact_id(fact, "image_id")
    if not (id.isascii() and id.isdigit()) or len(id) > _ID_DIGITS:
        return None
    title, url = verbatim.text_of(fact, "title"), verbatim.text_of(fact, "url")
    caption = (verbatim.text_of(fact, "caption") or title).strip()
    place = _place(id, title, url)
    return _Shown(verbatim.image_source(id, title, place, caption, licence=licence, url=url), int(id))


def fact_id(fact: Json, field: str) -> str:
    """The id of a fact; "" if it has none. Numbers are written out."""
    value: Any = fact.get(field)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value if isinstance(value, str) else ""


def _place(id: str, title: str, url: str) -> Place:
    return Place(verbatim.page_of(url) or id, headings=(title,) if title.strip() else ())


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())


READER = Reader("webqa", read_webqa, layout=webqa_files, verbatim=True)
