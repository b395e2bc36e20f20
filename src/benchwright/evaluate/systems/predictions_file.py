"""Read a system's answers from a file, so that answers made elsewhere are measured as a live system's are.

JSON Lines (`.jsonl`, `.ndjson`), a JSON list (`.json`) or CSV (`.csv`), one prediction an object or row. It names its
question by id or by its words, and has the answer and, if there are any, the contexts; ragas' names of these are known
too, and a log of inspect (`.json` with `samples`) is read as it is. A question without a prediction has failed.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchwright.errors import UsageError
from benchwright.evaluate.object_rows import SUFFIXES, member, read_object_rows
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


class PredictionsFile:
    """A file of predictions as a system that is asked. Raises UsageError for a file that cannot be read, a line without
    question or answer, and two predictions for one question."""

    def __init__(self, path: Path | str) -> None:
        self._path = Path(path)
        content, rows = read_object_rows(self._path)
        self._digest = sha256_bytes(content)
        self._replies: dict[tuple[str, str], dict[str, Any]] = {}
        for place, row in rows:
            self._add(place, row)
        if not self._replies:
            raise UsageError(f"{path} has no predictions", hint='one line each: {"id": ..., "answer": ...}')

    def _add(self, place: str, row: Mapping[str, Any]) -> None:
        members = {name: member(row, names) for name, names in _MEMBERS.items()}
        keys = [(name, str(members[name])) for name in ("id", "question") if members[name] not in (None, "")]
        if not keys or members["answer"] is None:
            missing = "answer" if keys else "id or question"
            raise UsageError(
                f"{place} of {self._path} has no {missing}", hint='one line each: {"id": ..., "answer": ...}'
            )
        reply = {name: members[name] for name in ("answer", "contexts", "citations") if members[name] is not None}
        for key in keys[:1]:
            if key in self._replies:
                raise UsageError(f"{place} of {self._path} answers {key[1]!r} again", hint="keep one answer a question")
        for key in keys:
            self._replies.setdefault(key, reply)

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
        """The prediction for a question, by its id or else by its words."""
        for name in ("id", "question"):
            reply = self._replies.get((name, str(request[name])))
            if reply is not None:
                return RawReply({"contexts": [], **reply})
        return RawReply(kind="missing", failure="has no prediction for the question")

    async def close(self) -> None:
        """Nothing is open."""
