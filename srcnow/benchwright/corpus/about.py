"""Say in a line what a table or an image is about, from what its document says around it. Knows no models.

    Climate of Lund › Rainfall. The table gives the rain of each month in 2019, in millimetres:

The headings above it, but for those that its title or caption repeats, and, where no caption names it, the sentence
that leads over to it: the last one that ends with a colon in a passage that refers to it. Composed when a source is
read from the corpus; a benchmark keeps the line with its sources. Where a model has described a table, its words stand
instead (`corpus.descriptions`).
"""

from __future__ import annotations

from collections.abc import Iterable

from benchwright.english.sentences import sentences
from benchwright.records import Modality, Source

BETWEEN = " › "
_LEAD_IN = 240
"""Characters of a sentence that leads over to a table. A longer one says more than what the table is about."""


def about_line(source: Source, referring: Iterable[str]) -> str:
    """What a table or an image is about, "" for a passage, or if nothing is known but what its own words say.
    `referring` are the texts of the passages that refer to it, in order."""
    if source.modality is Modality.TEXT:
        return ""
    own = {_plain(source.title), _plain("" if source.image is None else source.image.caption)}
    path = [heading for heading in dict.fromkeys(map(_line, source.place.headings)) if _plain(heading) not in own]
    lead = "" if _captioned(source) else _lead_in(referring)
    return ". ".join(part for part in (BETWEEN.join(path), lead) if part)


def _captioned(source: Source) -> bool:
    """Whether the document names the source itself: by a caption, or a table by a title that is no heading above it and
    not the name of its document."""
    if source.image is not None:
        return bool(source.image.caption.strip())
    title = _plain(source.title)
    return bool(title) and title not in {_plain(name) for name in (*source.place.headings, source.document)}


def _lead_in(referring: Iterable[str]) -> str:
    found = ""
    for text in referring:
        for start, end in sentences(text):
            sentence = _line(text[start:end].rpartition("\n\n")[2])
            if sentence.endswith(":") and len(sentence) <= _LEAD_IN:
                found = sentence
    return found


def _line(text: str) -> str:
    return " ".join(text.split())


def _plain(text: str) -> str:
    return _line(text).casefold()
