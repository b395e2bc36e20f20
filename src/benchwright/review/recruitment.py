"""Recruit annotators on Prolific: who comes, which completion code they go back with, and who may be approved.

Prolific opens the study's link with the ids of the participant, of its own study and of the submission, and a person
ends at its completion address with a code that says how the work ended (docs.prolific.com, "Reviewing submissions").
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal
from urllib.parse import quote

from benchwright.errors import UsageError
from benchwright.review.assignment import audit
from benchwright.review.items import CONTROLS
from benchwright.review.open_study import OpenStudy
from benchwright.review.study_records import Annotator, Work
from benchwright.review.submissions import CURRENT

PROLIFIC: Final = "prolific"
PARTICIPANT, STUDY, SUBMISSION = "PROLIFIC_PID", "STUDY_ID", "SESSION_ID"
COMPLETE: Final = "https://app.prolific.com/submissions/complete?cc={code}"

Ending = Literal["completed", "screened out", "stopped", "no consent", "unfinished"]

_ID = re.compile(r"[0-9A-Za-z]{24}")  # of a participant and of a study; a submission may have hyphens too
_SUBMISSION = re.compile(r"[0-9A-Za-z-]{1,64}")


@dataclass(frozen=True, slots=True)
class Recruit:
    """A person whom Prolific sends, for one submission to one study there. The study and the submission may be "": only
    the participant is needed."""

    participant: str
    study: str = ""
    submission: str = ""

    @classmethod
    def read(cls, values: Mapping[str, str]) -> Recruit:
        """The ids in the parameters of an address. UsageError for one that is none of Prolific's."""
        found = [values.get(name, "") for name in (PARTICIPANT, STUDY, SUBMISSION)]
        rules = (_ID, _ID, _SUBMISSION)
        for place, (name, text, rule) in enumerate(zip((PARTICIPANT, STUDY, SUBMISSION), found, rules, strict=True)):
            if (text or place == 0) and not rule.fullmatch(text):
                problem = f"has an unusual {name}" if text else f"lacks {name}"
                raise UsageError(f"the address {problem}", hint="open the study from its page on Prolific")
        return cls(*found)

    def seal(self, study: OpenStudy) -> str:
        """What the form carries that this person begins with."""
        return study.seal(f"{PROLIFIC} {self.participant} {self.study} {self.submission}")


@dataclass(frozen=True, slots=True)
class WayBack:
    """The code that a person goes back to Prolific with, and the address that takes it. Both are "" where the study has
    no code for how their work ended."""

    code: str
    url: str


@dataclass(frozen=True, slots=True)
class ProlificSubmission:
    """One submission on Prolific: how it ended, what was done in it, and when (seconds since 1970, None for never).
    `minutes` is the time that pages counted, `passed` of `controls` items were as expected."""

    recruit: Recruit
    ending: Ending
    items: int
    minutes: float
    passed: int
    controls: int
    began: float
    ended: float | None

    @property
    def row(self) -> list[str]:
        """As a line under `COLUMNS`."""
        who, times = self.recruit, [_time(self.began), "" if self.ended is None else _time(self.ended)]
        counted = [str(self.items), f"{self.minutes:.1f}", str(self.passed), str(self.controls)]
        return [who.participant, who.submission, who.study, self.ending, *counted, *times]


COLUMNS: Final = (
    *("participant", "submission", "study", "ending"),
    *("items", "minutes", "controls_passed", "controls", "began", "ended"),
)


def invitation(study: OpenStudy) -> str:
    """The end of the address that Prolific opens, with Prolific's own placeholders for the ids."""
    asked = "&".join(f"{name}={{{{%{name}%}}}}" for name in (PARTICIPANT, STUDY, SUBMISSION))
    return f"/{PROLIFIC}/{study.seal(PROLIFIC)}?{asked}"


def recruit(study: OpenStudy, one: Recruit) -> Annotator:
    """The annotator that a participant is, new or known from before; the submission is noted. Nothing but `external`
    names the participant: tables and labels know the annotator by number."""
    who = study.add_annotator("", {PROLIFIC: one.participant})
    with study.file.write() as connection:
        connection.execute(
            "INSERT OR IGNORE INTO arrivals VALUES (?, ?, ?, ?)", (who.id, one.study, one.submission, study.now())
        )
    return who


def decline(study: OpenStudy) -> WayBack:
    """Note that somebody does not take part, without who it is; how they go back."""
    with study.file.write() as connection:
        audit(connection, study.now(), PROLIFIC, "somebody did not consent")
    return _way_back(study, "no consent")


def way_back(study: OpenStudy, annotator: Annotator, work: Work) -> WayBack | None:
    """How an annotator whose work has ended goes back to Prolific; None for those who are not from there."""
    if PROLIFIC not in annotator.external or work.state == "place":
        return None
    return _way_back(study, ending(study.file.read(), annotator.id))


def ending(connection: sqlite3.Connection, annotator: int) -> Ending:
    """How the work of an annotator ended, going by what they were given so far."""
    status = connection.execute("SELECT status FROM annotators WHERE id = ?", (annotator,)).fetchone()[0]
    if status in ("stopped", "failed"):
        return "stopped" if status == "stopped" else "screened out"
    done, left = connection.execute(
        "SELECT coalesce(sum(state = 'submitted' AND role <> 'qualification'), 0), coalesce(sum(state = 'open'), 0)"
        " FROM places WHERE annotator = ?",
        (annotator,),
    ).fetchone()
    return "completed" if done and not left else "unfinished"


def prolific_submissions(study: OpenStudy) -> Iterator[ProlificSubmission]:
    """All submissions of people from Prolific, in the order in which they came. Of several by one person, each has what
    was done until the next one began."""
    connection = study.file.read()
    arrivals = connection.execute("SELECT * FROM arrivals ORDER BY at, annotator").fetchall()
    people = {one.id: one.external.get(PROLIFIC, "") for one in study.annotators()}
    marks = ", ".join("?" * len(CONTROLS))
    for row in arrivals:
        who, later = row["annotator"], [one["at"] for one in arrivals if one["annotator"] == row["annotator"]]
        end = min((at for at in later if at > row["at"]), default=float("inf"))
        items, seconds, passed, controls, last = connection.execute(
            f"SELECT count(*), coalesce(sum(s.seconds), 0), coalesce(sum(s.passed AND p.role IN ({marks})), 0),"
            f" coalesce(sum(p.role IN ({marks})), 0), max(s.at)"
            f" FROM ({CURRENT}) s JOIN places p ON p.id = s.place WHERE p.annotator = ? AND s.at >= ? AND s.at < ?",
            (*CONTROLS, *CONTROLS, who, row["at"], end),
        ).fetchone()
        over: Ending = "completed" if items else "unfinished"
        yield ProlificSubmission(
            Recruit(people[who], row["study"], row["submission"]),
            ending(connection, who) if end == float("inf") else over,
            items,
            seconds / 60,
            passed,
            controls,
            row["at"],
            last,
        )


def _way_back(study: OpenStudy, how: Ending) -> WayBack:
    settings = study.settings.prolific
    if settings is None:
        return WayBack("", "")
    codes: Mapping[Ending, str] = {
        "completed": settings.completed,
        "screened out": settings.screened_out,
        "stopped": settings.stopped,
        "no consent": settings.no_consent,
    }
    code = codes.get(how, "")
    return WayBack(code, COMPLETE.format(code=quote(code, safe="")) if code else "")


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
