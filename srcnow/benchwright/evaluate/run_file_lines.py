"""Parse the lines of run and qrels files into columns of question, source and number.

Well-formed lines are read by pyarrow on all cores, with no Python object a row. Whatever is odd (several spaces in a
row, comments, quotes, a carriage return) or wrong is read line by line instead, by the same rules: the slow way is the
definition, and it names the line that is wrong.

Knows no ranks and no gold. Lines are split at ASCII white space, or at tabs; lines that are blank or begin with `#` are
passed over. A number is what C reads as one (`1`, `-2.5e-3`, `nan`, `inf`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

import numpy as np
from numpy.typing import NDArray

from benchwright.errors import UsageError
from benchwright.evaluate.runs import Doubles, Longs

ENCODED = "# ids are percent-encoded"
"""The first line of a file whose ids have white space in them, which white space cannot part."""


_SPACE, _BREAK = ord(" "), ord("\n")


@dataclass(frozen=True, slots=True)
class LineLayout:
    """Where things stand in a line. `more` allows further columns behind; `header` is a line before the first, whose
    form parts columns by tabs and puts quotes about ids that have some."""

    form: str
    width: int
    question: int
    source: int
    number: int
    more: bool = False
    header: tuple[str, ...] = ()

    def holds(self, count: int) -> bool:
        return count == self.width or (self.more and count > self.width)


TREC_RUN = LineLayout("qid Q0 docid rank score tag", 6, 0, 2, 4, more=True)
TREC_QRELS = LineLayout("qid 0 docid grade", 4, 0, 2, 3)
BEIR = LineLayout("query-id corpus-id score, parted by tabs", 3, 0, 1, 2, header=("query-id", "corpus-id", "score"))


@dataclass(frozen=True, eq=False)
class RunFileRows:
    """Row j says `numbers[j]` of the question `question_names[questions[j]]` and the source
    `source_names[sources[j]]`. Names are each there once, in the order in which they first come."""

    questions: Longs
    question_names: tuple[str, ...]
    sources: Longs
    source_names: tuple[str, ...]
    numbers: Doubles

    def __len__(self) -> int:
        return len(self.numbers)

    @classmethod
    def of(cls, rows: Iterable[tuple[str, str, float]]) -> RunFileRows:
        """The columns of rows of question, source and number."""
        questions: list[int] = []
        sources: list[int] = []
        numbers: list[float] = []
        question_code: dict[str, int] = {}
        source_code: dict[str, int] = {}
        for question, source, number in rows:
            questions.append(question_code.setdefault(question, len(question_code)))
            sources.append(source_code.setdefault(source, len(source_code)))
            numbers.append(number)
        return cls(
            np.array(questions, dtype=np.int64),
            tuple(question_code),
            np.array(sources, dtype=np.int64),
            tuple(source_code),
            np.array(numbers, dtype=np.float64),
        )


def layout_of(text: bytes, plain: LineLayout) -> LineLayout:
    """BEIR's layout if the first line is its header, else `plain`."""
    first = _first_line(text)
    return BEIR if tuple(name.decode("ascii", "replace") for name in first.lower().split()) == BEIR.header else plain


def parse_rows(name: str, text: bytes, layout: LineLayout) -> RunFileRows:
    """The rows of a whole file. Raises UsageError for the first line that is wrong, with its number."""
    rows = _fast(text, layout)
    return _slow(name, text, layout) if rows is None else rows


def _first_line(text: bytes) -> bytes:
    """The first line that says something, without its end; of a long one the first part."""
    for line in text[:65536].removeprefix(b"\xef\xbb\xbf").splitlines():
        if line.strip() and not line.startswith(b"#"):
            return line.strip()
    return b""


def _fast(text: bytes, layout: LineLayout) -> RunFileRows | None:
    """The rows of well-formed lines; None if any line is not so, or may not be."""
    import pyarrow as pa
    from pyarrow import csv

    if layout.header:
        end = text.find(b"\n")
        if end < 0 or text[:end] != "\t".join(layout.header).encode():
            return None
        body, parted = memoryview(text)[end + 1 :], b"\t"
    else:
        body, parted = memoryview(text), b" " if b" " in text[:4096].partition(b"\n")[0] else b"\t"
    if not _regular(bytes(body), parted, bool(layout.header)):
        return None
    columns = [f"column {place}" for place in range(layout.width)]
    wanted = [columns[place] for place in (layout.question, layout.source, layout.number)]
    coded = pa.dictionary(pa.int32(), pa.string())
    try:
        table = csv.read_csv(
            pa.BufferReader(pa.py_buffer(body)),
            read_options=csv.ReadOptions(column_names=columns, block_size=1 << 24),
            parse_options=csv.ParseOptions(delimiter=parted.decode(), quote_char=False, escape_char=False),
            convert_options=csv.ConvertOptions(
                include_columns=wanted,
                column_types=dict(zip(wanted, (coded, coded, pa.float64()), strict=True)),
                null_values=[],
                strings_can_be_null=False,
            ),
        ).unify_dictionaries()
    except pa.ArrowInvalid:
        return None  # the slow way says what is wrong, and where
    questions, question_names = _coded(table.column(0))
    sources, source_names = _coded(table.column(1))
    if "" in question_names or "" in source_names or any(name.startswith("#") for name in question_names):
        return None
    return RunFileRows(questions, question_names, sources, source_names, table.column(2).to_numpy())


def _regular(text: bytes, parted: bytes, header: bool) -> bool:
    """Whether lines can be cut at every `parted`, as pyarrow does: white space is one byte everywhere, and of one kind
    but for line ends. With a `header` every column is read, and empty ones would show. There is no byte order mark."""
    if not text or text[:1] in (b"\xef", b"#") or (not header and (text[0] <= _SPACE or text[-1:] == parted)):
        return False
    usual = {_BREAK, parted[0], *([_SPACE] if header else [])}
    odd = [bytes([code]) for code in range(_SPACE + 1) if code not in usual]
    odd += [b'"'] if header else [one + other for one in (parted, b"\n") for other in (parted, b"\n")]
    return not any(one in text for one in odd)


def _coded(column: object) -> tuple[Longs, tuple[str, ...]]:
    """The codes and names of a dictionary column of one dictionary."""
    whole = column.combine_chunks()  # type: ignore[attr-defined]
    return whole.indices.to_numpy().astype(np.int64), tuple(whole.dictionary.to_pylist())


_QUOTED = re.compile(r'"((?:[^"]|"")*)"')


def _slow(name: str, text: bytes, layout: LineLayout) -> RunFileRows:
    return RunFileRows.of(_lines(name, text, layout))


def _lines(name: str, text: bytes, layout: LineLayout) -> Iterator[tuple[str, str, float]]:
    """Question, source and number of each line. Raises UsageError."""
    encoded = False
    header = bool(layout.header)
    for at, line in enumerate(text.removeprefix(b"\xef\xbb\xbf").splitlines(), 1):
        if line.startswith(b"#"):
            encoded = encoded or (at == 1 and line.rstrip() == ENCODED.encode())
            continue
        if not line.strip():
            continue
        if header:
            header = False
            continue
        fields = line.split(b"\t") if layout.header else line.split()
        if not layout.holds(len(fields)):
            raise UsageError(
                f"{name}, line {at}: {len(fields)} columns, not {layout.width}", hint=_meant(layout, len(fields))
            )
        if len(fields) > layout.width and not _is_plain(fields):
            raise UsageError(
                f"{name}, line {at}: {len(fields)} columns, and they are not in the order {layout.form}",
                hint="is there a space in an id? Write the run as JSON: {question: {source: score}}; a tag is one word",
            )
        number = _number(fields[layout.number])
        if number is None:
            value = fields[layout.number][:40].decode("utf-8", "replace")
            raise UsageError(f"{name}, line {at}: {value!r} is not a number", hint=f"lines are: {layout.form}")
        try:
            question, source = (_id(fields[place], layout, encoded) for place in (layout.question, layout.source))
        except UnicodeDecodeError:
            raise UsageError(f"{name}, line {at}: not UTF-8", hint="save the file as UTF-8") from None
        if not question or not source:
            raise UsageError(f"{name}, line {at}: an id is empty", hint=f"lines are: {layout.form}")
        yield question, source, number


def _meant(layout: LineLayout, count: int) -> str:
    """What a file with so many columns may be meant as."""
    lines = f"lines are: {layout.form}"
    if layout is TREC_RUN and count == TREC_QRELS.width:
        return f"is this the qrels file? {lines}"
    if layout is TREC_QRELS and count == TREC_RUN.width:
        return f"is this a run? {lines}"
    if not layout.header and count == BEIR.width:
        return f"{lines}; BEIR's form begins with a line of {', '.join(BEIR.header)}, parted by tabs"
    return lines


def _is_plain(fields: Sequence[bytes]) -> bool:
    """Whether the further columns of a run's line are words of its tag. A space in an id moves all columns: a word
    stands in the place of the rank, or the score in that of the tag."""
    rank, tag = _number(fields[TREC_RUN.number - 1]), _number(fields[TREC_RUN.number + 1])
    return rank is not None and tag is None


def _number(field: bytes) -> float | None:
    try:
        return None if b"_" in field else float(field)
    except ValueError:
        return None


def _id(field: bytes, layout: LineLayout, encoded: bool) -> str:
    """An id as it is meant. Raises UnicodeDecodeError."""
    if encoded:
        return unquote_to_bytes(field).decode("utf-8")
    id = field.decode("utf-8")
    if layout.header and (quoted := _QUOTED.fullmatch(id)):
        return quoted[1].replace('""', '"')
    return id


def contiguous(codes: Longs) -> NDArray[np.bool_]:
    """Where another code begins than the one before, the first row included."""
    return np.concatenate((np.ones(min(1, len(codes)), dtype=np.bool_), codes[1:] != codes[:-1]))
