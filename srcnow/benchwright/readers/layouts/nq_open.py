"""NQ-open is known: questions with short answers and no documents, so that nothing of it is read into a corpus.

    {"question": "when was the last time anyone was on the moon", "answer": ["14 December 1972 UTC", "December 1972"]}

(Lee et al., 2019, after Kwiatkowski et al., 2019.)
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchwright.readers.base import COMPRESSED, InputFile, Item, Limits, Reader
from benchwright.readers.inputs import is_plain_file
from benchwright.readers.layouts import verbatim


def nq_open_files(folder: Path) -> tuple[str, ...]:
    """The files of the layout, in the order of their names; () if this folder holds none."""
    endings = tuple(".jsonl" + suffix for suffix in ("", *COMPRESSED))
    names = sorted(path.name for path in folder.iterdir() if path.name.endswith(endings) and is_plain_file(path))
    return tuple(name for name in names if verbatim.first_fields(folder, name) == {"question", "answer"})


def read_nq_open(file: InputFile, limits: Limits) -> Iterator[Item]:
    """Nothing: the questions come without documents."""
    return iter(())


READER = Reader("nq-open", read_nq_open, layout=nq_open_files, verbatim=True)
