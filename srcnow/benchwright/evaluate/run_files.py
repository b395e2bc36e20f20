"""Read and write run and qrels files: TREC's columns, BEIR's tab-separated files, BEIR's JSON.

    TREC run     qid Q0 docid rank score tag     the rank is not trusted: scores decide
    TREC qrels   qid 0 docid grade
    BEIR         query-id<TAB>corpus-id<TAB>score, under that header, for both
    JSON         {qid: {docid: number}}, for both

Any of them may be gzipped. The content decides a file's form, and for JSON its name too. A fault in a file is one
UsageError that names the file, the line and what to do. Files are read whole, up to `LARGEST` bytes.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

import numpy as np

from benchwright.errors import UsageError
from benchwright.evaluate.gold import LARGEST_GRADE, Gold
from benchwright.evaluate.run_file_lines import (
    BEIR,
    ENCODED,
    TREC_QRELS,
    TREC_RUN,
    LineLayout,
    RunFileRows,
    contiguous,
    layout_of,
    parse_rows,
)
from benchwright.evaluate.runs import Coded, Run
from benchwright.files.atomic import write_atomic

LARGEST = 1 << 31
"""How many bytes a file may have, unpacked: 2 GiB, some 40 million hits."""

_SUFFIXES = re.compile(r"(\.(gz|trec|run|txt|tsv|json|res|results))+$", re.IGNORECASE)
_JSON = re.compile(rb'\s*\{\s*["}]')
_GZIP = b"\x1f\x8b"
Form = Literal["trec", "beir"]


def read_run(path: Path | str, name: str = "") -> Run:
    """The run in a file. Its name is `name`, or the file's without its endings. Raises UsageError."""
    file = Path(path)
    rows = _rows(file, TREC_RUN)
    if not len(rows):
        raise UsageError(f"{file} has no hits", hint=f"lines are: {TREC_RUN.form}")
    begins = contiguous(rows.questions)
    questions = rows.questions[begins]
    sources, numbers = rows.sources, rows.numbers
    if len(questions) > len(rows.question_names):  # some question's rows do not stand together
        order = np.argsort(rows.questions, kind="stable")
        sources, numbers = sources[order], numbers[order]
        begins = contiguous(rows.questions[order])
        questions = np.arange(len(rows.question_names))
    column = np.array(rows.source_names, dtype=object)[sources]
    return Run(
        name=name or run_name(file),
        questions=tuple(rows.question_names[place] for place in questions.tolist()),
        starts=np.append(np.flatnonzero(begins), len(rows)).astype(np.int64),
        sources=column,
        scores=numbers,
        coded=Coded(column, sources, rows.source_names),
    )


def run_name(file: Path) -> str:
    """What a run is called by its file: the file's name without its endings."""
    return _SUFFIXES.sub("", file.name) or file.name


def read_qrels(path: Path | str) -> dict[str, dict[str, int]]:
    """The grades in a file, by question and source. Raises UsageError, for two different grades of one pair as well."""
    file = Path(path)
    rows = _rows(file, TREC_QRELS)
    if not len(rows):
        raise UsageError(f"{file} has no grades", hint=f"lines are: {TREC_QRELS.form}")
    whole = np.isfinite(rows.numbers) & (np.abs(rows.numbers) <= LARGEST_GRADE)
    whole[whole] = rows.numbers[whole] == np.rint(rows.numbers[whole])
    if not whole.all():
        wrong = int(np.argmin(whole))
        raise UsageError(
            f"{file}: the grade {rows.numbers[wrong]:g} of {rows.source_names[rows.sources[wrong]][:40]!r} to question "
            f"{rows.question_names[rows.questions[wrong]][:40]!r} is not possible",
            hint=f"grades are whole numbers of at most {LARGEST_GRADE}",
        )
    qrels: dict[str, dict[str, int]] = {question: {} for question in rows.question_names}
    by_code = list(qrels.values())
    grades = rows.numbers.astype(np.int64).tolist()
    for question, source, grade in zip(rows.questions.tolist(), rows.sources.tolist(), grades, strict=True):
        name = rows.source_names[source]
        if by_code[question].setdefault(name, grade) != grade:
            raise UsageError(
                f"{file}: {name[:40]!r} has two grades to question {rows.question_names[question][:40]!r}",
                hint="leave one of the lines out",
            )
    return qrels


def write_run(run: Run, path: Path | str, form: Form = "trec") -> None:
    """Write a run, gzipped if the name ends in `.gz`: by falling score, NaN last, then by id. Reading it back gives the
    same scores to the bit. "beir" is BEIR's results as JSON (of repeats the best score); in TREC's form questions
    without hits cannot be told, and are left out.

    Ids with white space are percent-encoded in TREC's form, and the first line says so. Raises UsageError for chunks,
    which have no id, and StorageError.
    """
    if any(chunk is not None for chunk in run.chunks):
        raise UsageError(
            f"the run {run.name} has chunks, which run files cannot hold", hint="write its matched sources"
        )
    if form == "beir":
        results: dict[str, dict[str, float]] = {}
        for question, hits in _by_score(run):
            best = results.setdefault(question, {})
            for source, score in hits:
                best.setdefault(source, score)  # of repeats the first has the best score
        _write(path, json.dumps(results, ensure_ascii=False) + "\n")
        return
    tag = re.sub(r"\s+", "_", run.name) or "run"
    lines = (
        (question, source, f"{rank} {score!r} {tag}")
        for question, hits in _by_score(run)
        for rank, (source, score) in enumerate(hits, 1)
    )
    _write(path, _trec(lines, "Q0"))


def _by_score(run: Run) -> Iterable[tuple[str, list[tuple[str, float]]]]:
    """The hits of each question by falling score, NaN last, then by id."""
    scores = run.scores.tolist()
    for place, question in enumerate(run.questions):
        first, end = int(run.starts[place]), int(run.starts[place + 1])
        hits = [(str(run.sources[j]), scores[j]) for j in range(first, end)]
        hits.sort(key=lambda hit: (hit[1] != hit[1], -hit[1] if hit[1] == hit[1] else 0.0, hit[0]))
        yield question, hits


def write_qrels(qrels: Gold | Mapping[str, Mapping[str, int]], path: Path | str, form: Form = "trec") -> None:
    """Write grades, gzipped if the name ends in `.gz`. Of a gold these are all sources of its gold sets: qrels cannot
    tell alternatives. Raises UsageError for ids that BEIR's form cannot hold, and StorageError."""
    grades = _grades(qrels) if isinstance(qrels, Gold) else qrels
    lines = ((question, source, str(one)) for question, docs in grades.items() for source, one in docs.items())
    _write(path, _trec(lines, "0") if form == "trec" else _beir(lines))


def _grades(gold: Gold) -> dict[str, dict[str, int]]:
    return {question.id: {source: question.grade(source) for source in sorted(question.evidence)} for question in gold}


# What white space would part, and what at the beginning of a file or line would be taken for something else.
_UNSAFE = re.compile(r"\s|^[#{\ufeff]")


def _trec(lines: Iterable[tuple[str, str, str]], second: str) -> str:
    rows = list(lines)
    ids = {part for question, source, _ in rows for part in (question, source)}
    if "" in ids:
        raise UsageError("an id is empty", hint="give every question and source an id")
    if not any(_UNSAFE.search(one) for one in ids):
        return "".join(f"{question} {second} {source} {rest}\n" for question, source, rest in rows)
    safe = {one: re.sub(rf"%|{_UNSAFE.pattern}", _percent, one) for one in ids}
    return ENCODED + "\n" + "".join(f"{safe[one]} {second} {safe[other]} {rest}\n" for one, other, rest in rows)


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8"))


def _beir(lines: Iterable[tuple[str, str, str]]) -> str:
    out = ["\t".join(BEIR.header) + "\n"]
    for question, source, rest in lines:
        for one in (question, source):
            if not one or one.startswith("#") or re.search(r"[\t\n\r\v\f]", one):
                raise UsageError(f"the id {one!r} cannot stand in BEIR's form", hint="write TREC's form")
        out.append(f"{_quoted(question)}\t{_quoted(source)}\t{rest}\n")
    return "".join(out)


def _quoted(one: str) -> str:
    return '"' + one.replace('"', '""') + '"' if '"' in one else one


def _write(path: Path | str, text: str) -> None:
    try:
        raw = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise UsageError(
            f"an id cannot be written: {error.reason}", hint="use ids of whole Unicode characters"
        ) from None
    # No time of day: the same run gives the same bytes.
    write_atomic(path, gzip.compress(raw, 6, mtime=0) if str(path).endswith(".gz") else raw)


def _rows(file: Path, plain: LineLayout) -> RunFileRows:
    text = _text(file)
    if file.name.lower().endswith((".json", ".json.gz")) or _JSON.match(text):
        return _of_json(str(file), text)
    if text.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UsageError(f"{file} is UTF-16", hint="save the file as UTF-8")
    return parse_rows(str(file), text, layout_of(text, plain))


def _text(file: Path) -> bytes:
    """The bytes of a file, unpacked. Raises UsageError."""
    too_large = UsageError(
        f"{file} is larger than {LARGEST >> 20} MiB", hint="split it by questions, or keep fewer hits"
    )
    try:
        if file.is_dir():
            raise UsageError(f"{file} is a folder", hint="name a file in it")
        if not file.is_file():
            raise UsageError(f"there is no file {file}", hint="check the path")
        if file.stat().st_size > LARGEST:
            raise too_large
        text = file.read_bytes()
        if text.startswith(_GZIP):
            with gzip.open(io.BytesIO(text)) as packed:
                text = packed.read(LARGEST + 1)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise UsageError(f"{file} cannot be unpacked: {error}", hint="copy it again, or unpack it first") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL character in the path
        raise UsageError(
            f"cannot read {file}: {getattr(error, 'strerror', None) or error}", hint="check the path"
        ) from None
    if len(text) > LARGEST:
        raise too_large
    if not text or text.isspace():
        raise UsageError(f"{file} is empty", hint="was the retriever's output written to another place?")
    return text


def _of_json(name: str, text: bytes) -> RunFileRows:
    """`{qid: {docid: number}}` as rows; a key that comes twice gives two rows."""
    hint = "the form is {question: {source: number}}"
    try:
        run = json.loads(text.decode("utf-8-sig"), object_pairs_hook=_Pairs)
    except UnicodeDecodeError:
        raise UsageError(f"{name}: not UTF-8", hint="save the file as UTF-8") from None
    except ValueError as error:
        raise UsageError(f"{name} is not JSON: {error}", hint=hint) from None
    except RecursionError:
        raise UsageError(f"{name} is nested too deep", hint=hint) from None
    if not isinstance(run, _Pairs):
        raise UsageError(f"{name} is not an object", hint=hint)
    rows: list[tuple[str, str, float]] = []
    for question, docs in run:
        if not isinstance(docs, _Pairs):
            raise UsageError(f"{name}: question {question[:40]!r} has no sources", hint=hint)
        for source, number in docs:
            if isinstance(number, bool) or not isinstance(number, int | float):
                raise UsageError(
                    f"{name}: {source[:40]!r} of question {question[:40]!r} has {str(number)[:40]!r}, not a number",
                    hint=hint,
                )
            rows.append((question, source, _double(number)))
    for one in dict.fromkeys(id for question, source, _ in rows for id in (question, source)):
        if not one or any("\ud800" <= letter <= "\udfff" for letter in one):
            raise UsageError(
                f"{name}: {one[:40]!r} is not an id", hint="ids are whole Unicode characters, one at least"
            )
    return RunFileRows.of(rows)


class _Pairs(list[tuple[str, Any]]):
    """A JSON object with all its members, in order."""


def _double(number: float) -> float:
    try:
        return float(number)
    except OverflowError:  # a whole number beyond all doubles, as 1e400 is
        return np.inf if number > 0 else -np.inf
