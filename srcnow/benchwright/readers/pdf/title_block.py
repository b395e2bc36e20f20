"""The title of a document is found, and what stands between it and the text: names, addresses, dates.

A title block ends at the first heading or at the first paragraph of prose, most of whose words are not capitalised. It
is left out where names have marks or an abstract follows, else as far as authors whom the file itself names, or e-mail
addresses, stand in it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeGuard

from benchwright.english.vocabulary import Vocabulary
from benchwright.readers.pdf.line_records import LineRecord, Measures
from benchwright.readers.pdf.page import Float, PageContent
from benchwright.readers.pdf.row_roles import NoteRows, Role, RoleRun, Step, is_first_section

_PARAGRAPH = 4  # rows of running text, which no list of names has in its size
_PROSE = 12  # words
_MARKED = re.compile(r"\b[A-ZÀ-Þ]\.?[^\W\d_]{2,}\s?[¹²³⁴-⁹⁰∗†‡§]")
_ADDRESS = re.compile(r"\S@\S")
_WORD = re.compile(r"[^\W\d_]+")
_ABSTRACTS = Vocabulary.of("benchwright.readers.pdf", "title_block").words("abstracts")


def find_title(heads: Sequence[RoleRun], frames: Mapping[int, PageContent], usual: Measures) -> RoleRun | None:
    """The title: the largest heading of the first page that has one, if it is larger than all others there, and stands
    in the upper part."""
    if not heads:
        return None
    page = heads[0].rows[0].page
    here = [chunk for chunk in heads if chunk.rows[0].page == page]
    best = max(here, key=lambda chunk: chunk.rows[0].size)
    if page > 2 or best.rows[0].size < 1.15 * usual.body or best.rows[0].rect.top > 0.6 * frames[page].height:
        return None
    others = [chunk.rows[0].size for chunk in here if chunk is not best]
    return best if not others or best.rows[0].size > 1.05 * max(others) else None


def with_names_as_text(steps: Sequence[Step], title: RoleRun | None, usual: Measures) -> list[Step]:
    """Names and addresses between the title and the first section, or the first paragraph, are text, however large they
    are set."""
    if title is None:
        return list(steps)
    at = next(index for index, step in enumerate(steps) if step is title)
    page = title.rows[0].page
    later = [step for step in steps[at + 1 :] if _is(step, Role.HEADING) and step.rows[0].page == page]
    largest = max((step.rows[0].size for step in later), default=0.0)
    result = list(steps[: at + 1])
    front = True
    for step in steps[at + 1 :]:
        if front and _is(step, Role.HEADING):
            first = step.rows[0]
            front = first.page == page and not is_first_section(_text(step.rows)) and first.size < 0.97 * largest
            if front:
                step = replace(step, role=Role.TEXT)
        elif isinstance(step, RoleRun) and len(step.rows) >= _PARAGRAPH and step.rows[0].size >= 0.97 * usual.body:
            front = False
        result.append(step)
    return result


def without_title_block(
    steps: Sequence[Step], title: RoleRun | None, author: str
) -> tuple[list[Step], tuple[LineRecord, ...]]:
    """The steps without the title block, and its rows. Margins beside it belong to it."""
    start = next((index for index, step in enumerate(steps) if step is title), None)
    if title is None or start is None:
        return list(steps), ()
    names = {word.casefold() for word in _WORD.findall(author) if len(word) > 2}
    block: list[int] = []
    evident = 0
    sure = False
    for at in range(start + 1, len(steps)):
        step = steps[at]
        if isinstance(step, NoteRows) and step.aside:
            block.append(at)
        elif isinstance(step, RoleRun):
            words = _WORD.findall(text := _text(step.rows))
            abstract = bool(words) and words[0].casefold() in _ABSTRACTS
            sure = sure or abstract
            if abstract or step.role is not Role.TEXT or _is_prose(words):
                break
            block.append(at)
            sure = sure or bool(_MARKED.search(text))
            if _ADDRESS.search(text) or names & {word.casefold() for word in words}:
                evident = len(block)
    else:
        return list(steps), ()
    if not (evident := len(block) if sure else evident):
        return list(steps), ()
    page = title.rows[0].page
    margin = {
        at for at, step in enumerate(steps[:start]) if isinstance(step, NoteRows) and step.aside and step.page == page
    }
    out = margin | set(block[:evident])
    pieces = [step for at, step in enumerate(steps) if at in out and not isinstance(step, Float)]
    return [step for at, step in enumerate(steps) if at not in out], tuple(row for step in pieces for row in step.rows)


def _is_prose(words: Sequence[str]) -> bool:
    return len(words) >= _PROSE and 2 * sum(not word[0].isupper() for word in words) >= len(words)


def _is(step: object, role: Role) -> TypeGuard[RoleRun]:
    return isinstance(step, RoleRun) and step.role is role


def _text(rows: Sequence[LineRecord]) -> str:
    return " ".join(row.text for row in rows)
