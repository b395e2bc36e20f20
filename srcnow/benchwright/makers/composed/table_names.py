"""Name a table so that a question about it can be understood alone.

    the "Log message fields" table of "Logging HOWTO" in the Python 3.11.2 documentation
    the table in the section "Customizing how packages are displayed" of the aptitude user's manual
    the "pydataset painters" data set

A table is called by its caption, else by the heading that it stands under. A box ("Note") and a bare number ("Table 3")
name no table, so the heading above does. The page or the site is always named, but of a table that is a document of its
own, which is called like its file, and of a caption of many words. Where a heading or a file names a table and no site
is known, a word of the names must be a name.
"""

from __future__ import annotations

import re

from benchwright.english.nouns import singular
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.open.context import plain_heading
from benchwright.makers.composed.family import SeedRefusedError, World
from benchwright.records import Fact, Modality, Source
from benchwright.values import name_key, words_of

_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "table_names")
_BOXES = _VOCABULARY.words("boxes")
_TABLES = _VOCABULARY.words("tables")
_LABEL = re.compile(r"^(?:table|tab\.|figure|fig\.)\s*[\w.-]*\d[\w.-]*\s*[:.–—-]?\s*", re.IGNORECASE)
_ODD = re.compile(r'[<>{}|\\^\[\]"“”`\n]|\.\w{2,4}$')
_WORD = re.compile(r"[^\W\d_]{3}")
_CLAUSE = re.compile(r"(?:the|an?|how|what|when|where|which|who|why|\w+ing) |.*[?,:]", re.IGNORECASE)
_SHORT, _MOST_WORDS = 4, 16
"""In words: a name that stands before "table", and the longest one."""


def table_name(world: World, source: Source, cell: Fact | None = None) -> str:
    """The table as a sentence names it. Raises SeedRefusedError where nothing tells it from other tables: of its whole
    that is every other one of its name, of one `cell` those that have the same cell too."""
    document = world.ground.corpus.document(source.id)
    names = [_plain(name) for name in (source.title, *reversed(source.place.headings))]
    title = next((name for name in names if name and name_key(name) not in _BOXES), "")
    if not _WORD.search(title) or _ODD.search(title) or len(title.split()) > _MOST_WORDS:
        raise SeedRefusedError("title", f"{source.title!r} does not name the table")
    twins = world.tables[name_key(source.title)]
    if (twins[document] > 1 or title != names[0]) and (cell is None or _is_repeated(world, cell)):
        raise SeedRefusedError("title", f"several tables of the page are called {title!r}")
    headed = title in map(_plain, source.place.headings)
    known = len(twins) == 1 and title == names[0] and (not headed or " " in title)
    page = world.contexts.phrase(document, title, known=known)
    sited = bool(page) and not page.endswith('"')
    if len(twins) > 1 and not page.startswith('"'):
        raise SeedRefusedError("title", f"several tables are called {title!r}")
    is_file = not headed and world.contexts.name(document).page == title
    bare = (headed or not page) and not sited and Modality.TEXT in world.ground.corpus.modalities
    if bare and not world.holds_name(f"{title} {page}"):  # the "price list", the "Regular hours" of "Opening hours"
        raise SeedRefusedError("unnamed", f"nothing says whose table {title!r} is")
    if is_file and not page and not {singular(word) for word in words_of(title)} & _TABLES:
        return f'the "{title}" data set'
    if headed and not page:
        raise SeedRefusedError("unnamed", f"nothing tells whose table {title!r} is")
    if not page or (not headed and known and not sited and len(title.split()) > _SHORT):
        return f'the table "{title}"'
    if not _CLAUSE.match(title) and len(title.split()) <= _SHORT:
        return f'the "{title}" table of {page}'
    return f'the table in the section "{title}" of {page}' if headed else f'the table "{title}" of {page}'


def _plain(heading: str) -> str:
    return _LABEL.sub("", plain_heading(heading)).strip(" .:")


def _is_repeated(world: World, cell: Fact) -> bool:
    """Whether another table of the page has a cell in a row and a column of the same names."""
    document, others = world.document(cell), world.named(cell.relation, cell.subject)
    return any(other.source != cell.source and world.document(other) == document for other in others)
