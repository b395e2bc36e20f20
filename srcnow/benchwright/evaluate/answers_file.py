"""Keep what systems answered in a scores folder: one line a system and question, for people's labels.

    SCORES/given_answers.jsonl   {"system", "question", "answer"}, each line sealed with a checksum

Written anew by every evaluation of systems; the answers of other systems in the folder stay. A question that a system
failed on, or gave no answer to, has no line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchwright.evaluate.systems.base import SystemReply
from benchwright.files.append_log import AppendLog
from benchwright.files.atomic import atomic_path
from benchwright.records import JsonRecord

GIVEN_ANSWERS = "given_answers.jsonl"


@dataclass(frozen=True, slots=True)
class GivenAnswer(JsonRecord):
    """What a system answered to a question."""

    system: str
    question: str
    answer: str


def given_answers(name: str, replies: Mapping[str, SystemReply]) -> Iterator[GivenAnswer]:
    """The answers among a system's replies, as a judge is shown them: several parts in one line."""
    for question, reply in replies.items():
        answer = "" if reply.failure else "; ".join(one.strip() for one in reply.answers).strip()
        if answer:
            yield GivenAnswer(name, question, answer)


def write_answers(folder: Path, fresh: Sequence[GivenAnswer], systems: Iterable[str]) -> tuple[GivenAnswer, ...]:
    """Write the answers of some systems, and keep those of the other `systems` that the scores still have. Returns all
    that are there now. Raises StorageError."""
    known, done = set(systems), {one.system for one in fresh}
    kept = [one for one in read_answers(folder) if one.system in known - done]
    whole = tuple(sorted((*kept, *fresh), key=lambda one: (one.system, one.question)))
    with atomic_path(folder / GIVEN_ANSWERS) as temporary, AppendLog(temporary) as log:
        temporary.touch()  # a log without entries is no file
        log.append_many([one.to_json() for one in whole])
    return whole


def read_answers(folder: Path) -> tuple[GivenAnswer, ...]:
    """All answers of a scores folder; none if it has no such file. Raises ReadError."""
    return tuple(GivenAnswer.from_json(entry) for _, entry in AppendLog.stream(folder / GIVEN_ANSWERS))
