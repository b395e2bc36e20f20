"""Read a system's answers from a file, so that answers made elsewhere are measured as a live system's are.

JSON Lines (`.jsonl`, `.ndjson`), a JSON list (`.json`) or CSV (`.csv`), one prediction an object or row. It names its
question by id or by its words, and has the answer (null for none) and, if there are any, the contexts; ragas' names of
these are known too, and a log of inspect (`.json` with `samples`) is read as it is. In CSV files lists are
written as JSON. Where a prediction has both id and words, its words say which question is meant: programs number their
rows, and a number may be the id of another question. The id tells apart questions of the same words, or with the
question in a longer prompt. A question without a prediction has failed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchwright.errors import UsageError
from benchwright.evaluate.object_rows import SUFFIXES, Row, member, read_object_rows, written_list
from benchwright.evaluate.systems.base import RawReply
from benchwright.files.atomic import sha256_bytes

_MEMBERS: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "question_id", "qid", "query_id"),
    "question": ("question", "user_input", "query", "input"),
    "answer": ("answer", "answers", "prediction", "response", "output"),
    "contexts": ("contexts", "retrieved_contexts"),
    "citations": ("citations",),
}
"""What a prediction may call its members, the usual name first."""


def is_predictions(spec: str) -> bool:
    """Whether a system's name is that of a file of predictions."""
    return spec.lower().endswith(SUFFIXES)


RowReader = Callable[[Path], tuple[bytes, list[tuple[str, Row]]]]
"""Reads the bytes of a file, and its predictions with their places."""


@dataclass(frozen=True, slots=True)
class _Prediction:
    """A prediction and its place in the file; `id` and `words` are "" where it has none."""

    place: str
    id: str
    words: str
    reply: Mapping[str, Any]


class PredictionsFile:
    """A file of predictions as a system that is asked. Raises UsageError for a file that cannot be read, a line without
    question or answer, contexts that are no list, and two predictions for one question."""

    def __init__(self, path: Path | str, reader: RowReader = read_object_rows) -> None:
        self._path = Path(path)
        content, rows = reader(self._path)
        self._digest = sha256_bytes(content)
        self._by_words: dict[str, list[_Prediction]] = defaultdict(list)
        self._by_id: dict[str, list[_Prediction]] = defaultdict(list)
        seen: dict[tuple[str, str], _Prediction] = {}
        for place, row in rows:
            one = self._prediction(place, row)
            if (one.id, one.words) in seen:
                raise self._repeated(seen[one.id, one.words], one)
            seen[one.id, one.words] = one
            if one.words:
                self._by_words[one.words].append(one)
            if one.id:
                self._by_id[one.id].append(one)
        if not seen:
            raise UsageError(f"{path} has no predictions", hint=_LINE)
        self._places = {one.place for one in seen.values()}

    def _prediction(self, place: str, row: Row) -> _Prediction:
        members = {name: member(row, names) for name, names in _MEMBERS.items()}
        id, words = (_spaced(str(members[name])) if members[name] is not None else "" for name in ("id", "question"))
        if not (id or words) or not any(name in row for name in _MEMBERS["answer"]):
            missing = "answer" if id or words else "id or question"
            raise UsageError(f"{place} of {self._path} has no {missing}", hint=_LINE)
        told = [name for name in _MEMBERS["answer"] if row.get(name) is not None]
        if len({repr(row[name]) for name in told}) > 1:
            raise UsageError(
                f"{place} of {self._path} has several answers: {' and '.join(map(repr, told))}",
                hint="keep the system's answer alone; the benchmark's own answer is not read from this file",
            )
        answer = members["answer"]
        if isinstance(answer, str) and self._path.suffix.lower() == ".csv":
            answer = _listed(answer)
        reply: dict[str, Any] = {"answer": answer, "contexts": []}
        for name in ("contexts", "citations"):
            value = members[name]
            if isinstance(value, str):
                value = self._list(place, name, value)
            if value is not None:
                reply[name] = value
        return _Prediction(place, id, words, reply)

    def _list(self, place: str, name: str, text: str) -> list[Any] | None:
        """The list that a text holds, as cells of CSV files do; None of a blank one."""
        if not text.strip():
            return None
        value = written_list(text)
        if value is None:
            raise UsageError(
                f'{place} of {self._path} has {name} that are no list: "{text[:40]}"',
                hint='write them as a JSON list: ["first text", "second text"]',
            )
        return value

    def _repeated(self, first: _Prediction, second: _Prediction) -> UsageError:
        return UsageError(
            f"{second.place} of {self._path} answers {second.words or second.id!r} again, as {first.place} does",
            hint="keep one answer a question",
        )

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self._path.stem

    @property
    def identity(self) -> str:
        """The file and what is in it: replies of a changed file are read anew."""
        return f"{self._path} {self._digest[:16]}"

    def heeds(self, key: str) -> bool:
        return key in ("id", "question")

    async def ask(self, request: Mapping[str, Any]) -> RawReply:
        """The prediction for a question. Raises UsageError if there are two."""
        found, other = self._found(request)
        if found is not None:
            return RawReply(dict(found.reply))
        return RawReply(kind="missing", failure=f"has no prediction for the question{other}")

    def unused(self, requests: Iterable[Mapping[str, Any]]) -> int:
        """How many predictions answer none of these questions. Raises UsageError if one has two."""
        used = {one.place for request in requests if (one := self._found(request)[0]) is not None}
        return len(self._places - used)

    def _found(self, request: Mapping[str, Any]) -> tuple[_Prediction | None, str]:
        """The prediction for a question, else None, and what is to be said of another one with its id."""
        id, words = _spaced(str(request["id"])), _spaced(str(request["question"]))
        found = self._by_words.get(words, [])
        of_id = [one for one in self._by_id.get(id, ()) if words in one.words or not one.words]
        if len(found) != 1:
            found = [one for one in found if one.id == id] or found or of_id
        if len(found) > 1:
            raise self._repeated(*found[:2])
        if found:
            return found[0], ""
        return None, " (the one with its id is for other words)" if id in self._by_id else ""

    async def close(self) -> None:
        """Nothing is open."""


_LINE = 'one line each: {"id": ..., "answer": ...}'


def _listed(cell: str) -> str | list[str]:
    """The answers of a cell that is a list of texts; else the cell, for a system may answer `[1, 5]` to a question."""
    written = written_list(cell)
    return written if written is not None and all(isinstance(one, str) for one in written) else cell


def _spaced(text: str) -> str:
    """Without differences of white space."""
    return " ".join(text.split())
