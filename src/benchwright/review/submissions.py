"""Take submissions, judge controls, and draw what follows from them. Each function runs inside one transaction."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass

from benchwright.records import dump_line
from benchwright.review.assignment import audit, give_back
from benchwright.review.items import CONTROLS, ItemRole, ReviewItem, Values
from benchwright.review.study import Study
from benchwright.review.task import Task

CURRENT = "SELECT * FROM submissions WHERE id NOT IN (SELECT submission FROM undone)"
"""The submissions that stand."""


@dataclass(frozen=True, slots=True)
class ControlMark:
    """How many controls a person was shown and marked, and how many of these as expected."""

    passed: int
    total: int

    @property
    def share(self) -> float | None:
        return self.passed / self.total if self.total else None

    def below(self, settings: Study) -> bool:
        """Whether the person falls below the study's standard."""
        standard = settings.standard
        return standard is not None and self.total >= standard.after and (self.share or 0.0) < standard.below


def mark_of(
    connection: sqlite3.Connection, annotator: int, roles: tuple[ItemRole, ...] = CONTROLS, form: int = 0
) -> ControlMark:
    """The mark of an annotator by controls of these roles, of one form or of all."""
    row = connection.execute(
        f"SELECT coalesce(sum(passed), 0), count(*) FROM ({CURRENT}) s JOIN places p ON p.id = s.place"
        f" WHERE p.annotator = ? AND p.role IN ({', '.join('?' * len(roles))}) AND (? = 0 OR p.form = ?)",
        (annotator, *roles, form, form),
    ).fetchone()
    return ControlMark(int(row[0]), int(row[1]))


def store(
    connection: sqlite3.Connection,
    settings: Study,
    task: Task,
    place: sqlite3.Row,
    item: ReviewItem,
    values: Values,
    key: str,
    seconds: float,
    comment: str,
    at: float,
) -> int:
    """Keep a submission, and do what follows: end a qualification, stop an annotator who falls short. Its id."""
    passed = item.passed(values) if item.expected else None
    cursor = connection.execute(
        "INSERT INTO submissions (key, place, vals, passed, seconds, comment, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (key, place["id"], dump_line(dict(values)), passed, seconds, comment, at),
    )
    connection.execute("UPDATE places SET state = 'submitted', draft = '{}', comment = '' WHERE id = ?", (place["id"],))
    annotator = place["annotator"]
    audit(connection, at, f"annotator {annotator}", "submitted", place=place["id"], item=item.id)
    if place["role"] == ItemRole.QUALIFICATION:
        _qualify(connection, settings, task, annotator, place["form"], at)
    elif place["role"] in CONTROLS and mark_of(connection, annotator).below(settings):
        assert settings.standard is not None
        if settings.standard.then == "stop":
            stop(connection, annotator, "fell below the standard of the study", at)
    return int(cursor.lastrowid or 0)


def stop(connection: sqlite3.Connection, annotator: int, reason: str, at: float) -> None:
    """End an annotator's work; others get their items."""
    connection.execute("UPDATE annotators SET status = 'stopped' WHERE id = ?", (annotator,))
    audit(connection, at, f"annotator {annotator}", "was stopped", reason=reason)
    give_back(connection, annotator, at, submitted=True)


def undo(connection: sqlite3.Connection, annotator: int, at: float) -> int | None:
    """Take back the last submission of an annotator, also from the form before; the place, which is open again. None if
    there is none, or if their status has changed by it."""
    row = connection.execute(
        f"SELECT s.id, s.vals, s.comment, p.id AS place, p.role, p.form FROM ({CURRENT}) s"
        " JOIN places p ON p.id = s.place WHERE p.annotator = ? AND p.state = 'submitted' ORDER BY s.id DESC LIMIT 1",
        (annotator,),
    ).fetchone()
    if row is None:
        return None
    status = connection.execute("SELECT status FROM annotators WHERE id = ?", (annotator,)).fetchone()[0]
    ended = row["role"] == ItemRole.QUALIFICATION and _open(connection, annotator, row["form"]) == 0
    if status not in ("qualifying", "working") or ended:
        return None
    connection.execute("INSERT INTO undone VALUES (?, ?)", (row["id"], at))
    connection.execute(
        "UPDATE places SET state = 'open', draft = ?, comment = ? WHERE id = ?",
        (row["vals"], row["comment"], row["place"]),
    )
    audit(connection, at, f"annotator {annotator}", "took a submission back", place=row["place"], submission=row["id"])
    return int(row["place"])


def tell(connection: sqlite3.Connection, annotator: int, text: str, at: float) -> None:
    """Leave a message for an annotator."""
    connection.execute("INSERT INTO feedback (annotator, text, at) VALUES (?, ?, ?)", (annotator, text, at))


def difference(task: Task, given: Values, right: Values) -> str:
    """In words, in which fields with fixed values two people differ; "" if in none."""
    told = [
        f"{field.ask} You chose {_words(given.get(field.name))}, and it is {_words(right[field.name])}."
        for field in task.fields
        if field.fixed and field.name in right and given.get(field.name) != right[field.name]
    ]
    return " ".join(told)


def _words(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "nothing"
    return "nothing" if value is None else str(value)


def _open(connection: sqlite3.Connection, annotator: int, form: int) -> int:
    found = connection.execute(
        "SELECT count(*) FROM places WHERE annotator = ? AND form = ? AND state = 'open'", (annotator, form)
    ).fetchone()[0]
    return int(found)


def _qualify(connection: sqlite3.Connection, settings: Study, task: Task, annotator: int, form: int, at: float) -> None:
    """After the last item of a qualification: let the annotator work, try again, or go."""
    rule = settings.qualification
    if rule is None or _open(connection, annotator, form):
        return
    mark = mark_of(connection, annotator, (ItemRole.QUALIFICATION,), form)
    share = mark.share or 0.0
    tries = connection.execute(
        "SELECT count(DISTINCT form) FROM places WHERE annotator = ? AND role = 'qualification'", (annotator,)
    ).fetchone()[0]
    again = rule.again <= share < rule.mark and tries == 1
    status = "working" if share >= rule.mark else "qualifying" if again else "failed"
    connection.execute("UPDATE annotators SET status = ? WHERE id = ?", (status, annotator))
    audit(
        connection,
        at,
        f"annotator {annotator}",
        "qualification ended",
        passed=mark.passed,
        of=mark.total,
        status=status,
    )
    if status != "failed":
        for row in connection.execute(
            f"SELECT s.vals, i.item FROM ({CURRENT}) s JOIN places p ON p.id = s.place JOIN items i ON i.id = p.item"
            " WHERE p.annotator = ? AND p.form = ? AND NOT s.passed",
            (annotator, form),
        ).fetchall():
            tell(connection, annotator, _lesson(task, row["vals"], row["item"]), at)


def _lesson(task: Task, values: str, item: str) -> str:
    """What an annotator is told of an item that they did not mark as expected."""
    one = ReviewItem.from_json(json.loads(item))
    right = {name: allowed[0] if len(allowed) == 1 else allowed for name, allowed in one.expected.items()}
    told = one.why or difference(task, json.loads(values), right)
    return f"“{one.content.question}” {told}".strip()
