"""Counts how far a study and its annotators are, and finds the messages that an annotator sees next."""

from __future__ import annotations

import sqlite3

from benchwright.review.study import Study
from benchwright.review.study_records import Feedback, FormPlace, StudyProgress
from benchwright.review.submissions import CURRENT


def study_progress(connection: sqlite3.Connection) -> StudyProgress:
    """How far the study is."""
    items, wanted = connection.execute(
        "SELECT count(*), coalesce(sum(wanted), 0) FROM items WHERE role = 'real'"
    ).fetchone()
    states = dict(
        tuple(row)
        for row in connection.execute(
            "SELECT state, count(*) FROM places WHERE slot IS NOT NULL GROUP BY state"
        ).fetchall()
    )
    statuses = dict(
        tuple(row) for row in connection.execute("SELECT status, count(*) FROM annotators GROUP BY status").fetchall()
    )
    return StudyProgress(items, wanted, states.get("submitted", 0), states.get("open", 0), statuses)


def form_counts(connection: sqlite3.Connection, annotator: int, place: FormPlace | None) -> tuple[int, int, int]:
    """Submitted places and all places of the present form, and how many forms of work have no open place."""
    rows = connection.execute(
        "SELECT form, sum(state = 'submitted'), sum(state <> 'returned'), sum(state = 'open'),"
        " sum(role <> 'qualification') FROM places WHERE annotator = ? GROUP BY form",
        (annotator,),
    ).fetchall()
    forms = sum(row[3] == 0 and row[4] > 0 for row in rows)
    at = next((row for row in rows if place is not None and row[0] == place.form), None)
    return (0, 0, forms) if at is None else (at[1], at[2], forms)


def feedback_due(connection: sqlite3.Connection, settings: Study, annotator: int) -> tuple[Feedback, ...]:
    """What came since the annotator's last batch: with feedback after every n submissions, at the ends of these."""
    every = max(1, settings.feedback_every)
    times = [
        at
        for (at,) in connection.execute(
            f"SELECT s.at FROM ({CURRENT}) s JOIN places p ON p.id = s.place WHERE p.annotator = ? ORDER BY s.id",
            (annotator,),
        )
    ]
    if len(times) % every:
        return ()
    since = times[-every] if times else 0.0
    rows = connection.execute(
        "SELECT text, at FROM feedback WHERE annotator = ? AND at >= ? ORDER BY id", (annotator, since)
    )
    return tuple(Feedback(row["text"], row["at"]) for row in rows)
