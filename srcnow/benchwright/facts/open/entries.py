"""Look at the entries of a passage: which kind of thing each is, and its first sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchwright.english.sentences import sentences
from benchwright.english.vocabulary import Vocabulary
from benchwright.records import Entry, Source

_VOCABULARY = Vocabulary.of("benchwright.facts.open", "entries")
_NO_ENTRIES = _VOCABULARY.words("no_entries")
_CODE = re.compile(
    r"-{1,2}[\w?@#]|[~/.$%@?!&*#<\[{]|[^\s]*[_/\\*=<>{}$#|@%~^+]|[^\s]*\w(?:::|\.|->)\w|[^\s]*\w\(|[A-Z\d]{2,}$|\w*[a-z][A-Z]"
)
_STOP = re.compile(r"(?<=[^\s.])[.;,]?\s*\Z")
_SMALL_SENTENCE = re.compile(r"(?<=[a-z)\]]{3})(?<!etc)(?<!vs)(?<!approx)\. (?=\w)")
"""A stop after a word: what follows may begin with a name in small letters."""

Range = tuple[int, int]


def described(source: Source, *kinds: str) -> Iterator[tuple[Entry, tuple[str, ...]]]:
    """Entries of these kinds, each with all names that stand before its one body. Tables of contents and the fields of
    a document's own record (author, date) are left out."""
    names: dict[Range, list[str]] = {}
    entries = [entry for entry in source.entries if entry.kind in kinds and not roles_of(entry) & _NO_ENTRIES]
    for entry in entries:
        names.setdefault(entry.body, []).append(source.text[slice(*entry.name)].rstrip("¶ "))
    for entry in entries:
        if entry.body in names:
            yield entry, tuple(names.pop(entry.body))


def roles_of(entry: Entry) -> frozenset[str]:
    """The words of an entry's role, in small letters."""
    return frozenset(re.split(r"[\s-]+", entry.role.casefold()))


def is_code(name: str) -> bool:
    """Whether a name looks like one of a program: a sign inside, or capitals where no word has them."""
    return bool(_CODE.match(name)) and " " not in re.sub(r"\(.*\)$", "", name)


def first_sentence(text: str, start: int, end: int) -> Range | None:
    """The first sentence of the first line, its stop left out; None if it opens what follows it, or has no words."""
    line = text.find("\n", start, end)
    wrapped = line != -1 and text[line + 1 : line + 2].islower() and text[line - 1].isalnum()
    line = end if line == -1 else line
    for first, last in sentences(text, start, line):
        if (stop := _SMALL_SENTENCE.search(text, first, last)) is not None:
            last = stop.start() + 1
        stop = _STOP.search(text[first:last])
        bare = first + stop.start() if stop else last
        if wrapped and last == line:
            return None  # the line was wrapped, and its sentence goes on
        opens_more = text[first:last].endswith(":") or text.count("(", first, bare) != text.count(")", first, bare)
        return None if opens_more or bare <= first or not text[first].isalnum() else (first, bare)
    return None
