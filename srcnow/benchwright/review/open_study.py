"""An open study: what annotators do next, what they submit, and what its owner sees. Safe to call from many threads.

A link holds a token, which is made of the study's secret and the annotator's number: the same links can be printed
again after a restart, and nothing that identifies a person is stored to compare with.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Literal

from benchwright.errors import UsageError
from benchwright.records import Json, Source, dump_line
from benchwright.review.assignment import audit, give_form
from benchwright.review.items import ItemRole, ReviewItem, ShownItem, Values, shown
from benchwright.review.new_study import FILE
from benchwright.review.study import Study
from benchwright.review.study_file import StudyFile
from benchwright.review.study_progress import feedback_due, form_counts, study_progress
from benchwright.review.study_records import (
    Annotator,
    AnnotatorKind,
    Feedback,
    FormPlace,
    Receipt,
    StudyImage,
    StudyProgress,
    SubmissionError,
    Work,
)
from benchwright.review.submissions import CURRENT, difference, stop, store, tell, undo
from benchwright.review.task import Task
from benchwright.review.values import MOST_COMMENT, faults, settled

__all__ = [
    "Annotator",
    "Feedback",
    "FormPlace",
    "OpenStudy",
    "Receipt",
    "StudyImage",
    "StudyProgress",
    "SubmissionError",
    "Work",
]

_MOST_DRAFT = 200_000  # bytes of a draft
_LONGEST_NAME = 200
_LONGEST_KEY = 100


class OpenStudy:
    """The study in a folder. `clock` gives the seconds since 1970."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        """Raises UsageError for a folder without a study."""
        self.folder = folder
        self.file = StudyFile(folder / FILE)
        self._clock = clock
        self._items: dict[str, ReviewItem] = {}
        self._mutex = threading.Lock()

    @classmethod
    def open(cls, folder: Path | str) -> OpenStudy:
        """The study in a folder. Raises UsageError if there is none."""
        return cls(Path(folder))

    def close(self) -> None:
        """Close the file. Nothing may be under way."""
        self.file.close()

    @cached_property
    def settings(self) -> Study:
        return Study.model_validate_json(self._kept("settings"))

    @cached_property
    def task(self) -> Task:
        return Task.model_validate_json(self._kept("task"))

    @cached_property
    def facts(self) -> Mapping[str, str]:
        """What the study was made of: the benchmark's name, path and digest."""
        return dict(json.loads(self._kept("facts")))

    @property
    def name(self) -> str:
        return self.settings.name

    def now(self) -> float:
        """The seconds since 1970."""
        return self._clock()

    # ------------------------------------------------------------------ who
    def add_annotator(
        self,
        name: str = "",
        external: Mapping[str, str] | None = None,
        kind: AnnotatorKind = "person",
        *,
        qualified: bool = False,
    ) -> Annotator:
        """A new annotator. One with the same external ids as an earlier one is that one. Models, and who is `qualified`
        elsewhere, need not qualify."""
        known = dump_line(dict(sorted((external or {}).items())))
        if len(name) > _LONGEST_NAME or len(known) > 10 * _LONGEST_NAME:
            raise UsageError("the name of the annotator is too long", hint=f"at most {_LONGEST_NAME} characters")
        with self.file.write() as connection:
            if external:
                row = connection.execute("SELECT * FROM annotators WHERE external = ?", (known,)).fetchone()
                if row is not None:
                    return _annotator(row)
            ready = qualified or kind == "model" or self.settings.qualification is None
            status = "working" if ready else "qualifying"
            cursor = connection.execute(
                "INSERT INTO annotators (name, kind, status, external, added) VALUES (?, ?, ?, ?, ?)",
                (name, kind, status, known, self._clock()),
            )
            audit(connection, self._clock(), "owner", "added an annotator", annotator=cursor.lastrowid, kind=kind)
            return _annotator(
                connection.execute("SELECT * FROM annotators WHERE id = ?", (cursor.lastrowid,)).fetchone()
            )

    def annotators(self) -> list[Annotator]:
        """All annotators, in the order in which they were added."""
        return [_annotator(row) for row in self.file.read().execute("SELECT * FROM annotators ORDER BY id")]

    def annotator(self, number: int) -> Annotator:
        """The annotator of that number. UsageError if there is none."""
        row = self.file.read().execute("SELECT * FROM annotators WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise UsageError(f"there is no annotator {number}", hint="see the list of annotators")
        return _annotator(row)

    def token(self, annotator: int) -> str:
        """What an annotator's link holds."""
        return f"{annotator}-{self._seal(f'annotator {annotator}')}"

    def owner_token(self) -> str:
        """What the owner's link holds."""
        return f"owner-{self._seal('owner')}"

    def annotator_of(self, token: str) -> Annotator | None:
        """Whose token it is, compared in constant time; None if nobody's."""
        number, _, seal = token.partition("-")
        if not (number.isascii() and number.isdigit() and len(number) < 12):
            return None
        if not hmac.compare_digest(seal.encode("utf-8", "replace"), self._seal(f"annotator {int(number)}").encode()):
            return None
        row = self.file.read().execute("SELECT * FROM annotators WHERE id = ?", (int(number),)).fetchone()
        return None if row is None else _annotator(row)

    def is_owner(self, token: str) -> bool:
        """Whether it is the owner's token, compared in constant time."""
        return hmac.compare_digest(token.encode("utf-8", "replace"), self.owner_token().encode())

    # ------------------------------------------------------------------ an annotator's work
    def work(self, annotator: int) -> Work:
        """What is there to do. Gives the annotator a form if they have nothing open."""
        who = self.annotator(annotator)
        if who.status in ("stopped", "failed"):
            told = feedback_due(self.file.read(), self.settings, annotator)
            return Work("stopped" if who.status == "stopped" else "qualification failed", feedback=told)
        place = self._open_place(annotator)
        if place is None:
            with self.file.write() as connection:
                if self._open_row(annotator, connection) is None:  # another request of theirs may have been faster
                    give_form(connection, self.settings, annotator, self._clock())
            place = self._open_place(annotator)
        done, total, forms = form_counts(self.file.read(), annotator, place)
        state: Literal["place", "done"] = "done" if place is None else "place"
        told = feedback_due(self.file.read(), self.settings, annotator)
        return Work(state, place, done, total, who.status == "qualifying", forms, told)

    def save_draft(self, annotator: int, place: int, values: Values, comment: str = "") -> None:
        """Keep what is filled in so far. SubmissionError for a place that is not open to this annotator."""
        draft = dump_line(dict(values))
        if len(draft.encode("utf-8", "surrogatepass")) > _MOST_DRAFT or len(comment) > MOST_COMMENT:
            raise SubmissionError("the draft is too long")
        with self.file.write() as connection:
            changed = connection.execute(
                "UPDATE places SET draft = ?, comment = ? WHERE id = ? AND annotator = ? AND state = 'open'",
                (_stored(draft), _stored(comment), place, annotator),
            )
            if not changed.rowcount:
                raise SubmissionError("this item is not open to you")

    def submit(
        self, annotator: int, place: int, values: Values, *, key: str, seconds: float, comment: str = ""
    ) -> Receipt:
        """Take a submission; it is on the disk when this returns. With a `key` that came before it is not stored again.
        SubmissionError for values that the task does not allow, and a place that is not open to this annotator."""
        if not key or len(key) > _LONGEST_KEY or len(comment) > MOST_COMMENT:
            raise SubmissionError("the submission has no key" if not key else "the key or the comment is too long")
        with self.file.write() as connection:
            row = connection.execute(
                "SELECT * FROM places WHERE id = ? AND annotator = ?", (place, annotator)
            ).fetchone()
            before = connection.execute(f"SELECT id, place FROM ({CURRENT}) WHERE key = ?", (key,)).fetchone()
            if row is not None and before is not None and before["place"] == place:
                return Receipt(int(before["id"]), repeated=True)
            if row is None or row["state"] != "open":
                raise SubmissionError("this item is not open to you")
            if connection.execute("SELECT 1 FROM submissions WHERE key = ?", (key,)).fetchone():
                raise SubmissionError("this key was used for another submission")
            item = self.item(row["item"])
            found = faults(self.task, values, self.shown(item))
            if found:
                name, problem = next(iter(found.items()))
                raise SubmissionError(f"{name} {problem}", found)
            number = store(
                connection,
                self.settings,
                self.task,
                row,
                item,
                settled(self.task, values),
                key,
                max(0.0, min(float(seconds), 86_400.0)) if seconds == seconds else 0.0,
                _stored(comment),
                self._clock(),
            )
        return Receipt(number, repeated=False)

    def undo(self, annotator: int) -> FormPlace | None:
        """Take the last submission of the present form back; its place, with the values as its draft. None if there is
        none."""
        with self.file.write() as connection:
            place = undo(connection, annotator, self._clock())
        if place is None:
            return None
        return self.place(place)

    def place(self, number: int) -> FormPlace:
        """The place of that number. UsageError if there is none."""
        row = self.file.read().execute("SELECT * FROM places WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise UsageError(f"there is no place {number}", hint="load the page again")
        return self._place(row)

    def open_places(self, annotator: int) -> list[int]:
        """The numbers of the places that wait for an annotator, in their order."""
        rows = self.file.read().execute(
            "SELECT id FROM places WHERE annotator = ? AND state = 'open' ORDER BY form, position", (annotator,)
        )
        return [number for (number,) in rows.fetchall()]

    # ------------------------------------------------------------------ the owner
    def rule(self, item: str, values: Values, by: str = "owner", comment: str = "") -> None:
        """Give values to an item that count in place of the annotators'. Where the study gives feedback, annotators who
        said otherwise are told. SubmissionError for values that the task does not allow."""
        known = self.item(item)
        found = faults(self.task, values, self.shown(known))
        if found:
            name, problem = next(iter(found.items()))
            raise SubmissionError(f"{name} {problem}", found)
        right, now = settled(self.task, values), self._clock()
        with self.file.write() as connection:
            connection.execute(
                "INSERT INTO rulings (item, vals, by, comment, at) VALUES (?, ?, ?, ?, ?)",
                (item, dump_line(right), by[:_LONGEST_NAME], _stored(comment), now),
            )
            audit(connection, now, by[:_LONGEST_NAME], "ruled", item=item)
            if self.settings.feedback_every:
                for row in connection.execute(
                    f"SELECT p.annotator, s.vals FROM ({CURRENT}) s JOIN places p ON p.id = s.place WHERE p.item = ?",
                    (item,),
                ).fetchall():
                    told = difference(self.task, json.loads(row["vals"]), right)
                    if told:
                        tell(connection, row["annotator"], f"“{known.content.question}” {told} {comment}".strip(), now)

    def stop(self, annotator: int, reason: str) -> None:
        """End an annotator's work; others get their items."""
        self.annotator(annotator)
        with self.file.write() as connection:
            stop(connection, annotator, reason[:_LONGEST_NAME], self._clock())

    def reinstate(self, annotator: int) -> None:
        """Let an annotator who was stopped, or did not qualify, work from now on."""
        self.annotator(annotator)
        with self.file.write() as connection:
            connection.execute("UPDATE annotators SET status = 'working' WHERE id = ?", (annotator,))
            audit(connection, self._clock(), "owner", "reinstated an annotator", annotator=annotator)

    def tell(self, annotator: int, text: str) -> None:
        """Leave a message, which the annotator sees with their next item."""
        self.annotator(annotator)
        with self.file.write() as connection:
            tell(connection, annotator, _stored(text)[:MOST_COMMENT], self._clock())
            audit(connection, self._clock(), "owner", "left a message", annotator=annotator)

    def progress(self) -> StudyProgress:
        """How far the study is."""
        return study_progress(self.file.read())

    def audit(self, most: int | None = None, before: int | None = None) -> list[Json]:
        """Everything that was done, in order; with `most` the last so many lines, of those before line `before`."""
        rows = self.file.read().execute(
            "SELECT * FROM audit WHERE ? IS NULL OR seq < ? ORDER BY seq DESC LIMIT ?",
            (before, before, -1 if most is None else most),
        )
        return [{**dict(row), "detail": json.loads(row["detail"])} for row in rows.fetchall()[::-1]]

    def last_change(self) -> int:
        """The number of the last line of the audit log: it grows whenever something is done."""
        return int(self.file.read().execute("SELECT coalesce(max(seq), 0) FROM audit").fetchone()[0])

    # ------------------------------------------------------------------ what is shown
    def item(self, name: str) -> ReviewItem:
        """The item of that id. UsageError if there is none."""
        found = self._items.get(name)
        if found is None:
            row = self.file.read().execute("SELECT item FROM items WHERE id = ?", (name,)).fetchone()
            if row is None:
                raise UsageError(f"there is no item {name!r}", hint="load the page again")
            found = self._items[name] = ReviewItem.from_json(json.loads(row["item"]))
        return found

    def items(self, role: ItemRole | None = None) -> list[ReviewItem]:
        """The items in the order of the draw, those of a role or all."""
        rows = self.file.read().execute(
            "SELECT id FROM items WHERE ? IS NULL OR role = ? ORDER BY position", (role, role)
        )
        return [self.item(name) for (name,) in rows.fetchall()]

    def shown(self, item: ReviewItem) -> ShownItem:
        """What an annotator sees of an item."""
        content = item.content
        return shown(self.task, content, {key: self._source(key) for key in (*content.sources, *content.candidates)})

    def image(self, sha256: str) -> StudyImage | None:
        """A picture that the study shows, by the hash that its source names; None if it shows none of that hash."""
        row = self.file.read().execute("SELECT bytes, media_type FROM images WHERE sha256 = ?", (sha256,)).fetchone()
        return None if row is None else StudyImage(row["bytes"], row["media_type"])

    # ------------------------------------------------------------------ parts
    def _kept(self, name: str) -> str:
        return str(self.file.read().execute("SELECT value FROM study WHERE name = ?", (name,)).fetchone()[0])

    def _seal(self, what: str) -> str:
        return hmac.new(bytes.fromhex(self._secret), what.encode(), hashlib.sha256).hexdigest()[:32]

    @cached_property
    def _secret(self) -> str:
        return self._kept("secret")

    def _source(self, key: str) -> Source:
        row = self.file.read().execute("SELECT source FROM sources WHERE key = ?", (key,)).fetchone()
        return Source.from_json(json.loads(row["source"]))

    def _open_row(self, annotator: int, connection: sqlite3.Connection) -> sqlite3.Row | None:
        row: sqlite3.Row | None = connection.execute(
            "SELECT * FROM places WHERE annotator = ? AND state = 'open' ORDER BY form, position LIMIT 1", (annotator,)
        ).fetchone()
        return row

    def _open_place(self, annotator: int) -> FormPlace | None:
        row = self._open_row(annotator, self.file.read())
        return None if row is None else self._place(row)

    def _place(self, row: sqlite3.Row) -> FormPlace:
        item = self.item(row["item"])
        return FormPlace(row["id"], self.shown(item), json.loads(row["draft"]), row["comment"], row["form"])


def _annotator(row: sqlite3.Row) -> Annotator:
    return Annotator(row["id"], row["name"], row["kind"], row["status"], json.loads(row["external"]))


def _stored(text: str) -> str:
    """A text that can be stored: half a character becomes a question mark."""
    return text.encode("utf-8", "replace").decode()
