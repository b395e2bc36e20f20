"""The pages of a study's owner: dashboard, items to look at again, annotators, and the audit log."""

from __future__ import annotations

import threading
from collections.abc import Callable

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from benchwright.publish.review_pages.form_values import Form, read_values
from benchwright.publish.review_pages.item_views import item_view, value_words
from benchwright.publish.review_pages.owner_views import (
    agreement_rows,
    annotator_views,
    audit_views,
    comment_views,
    mean_rows,
)
from benchwright.publish.review_pages.page_frame import first, message, number_in, page, posted
from benchwright.publish.review_pages.sessions import RefusedError, Sessions
from benchwright.publish.safe_text import line
from benchwright.review.items import Values
from benchwright.review.open_study import OpenStudy
from benchwright.review.results import StudyResults, measured_fields, study_results
from benchwright.review.second_looks import SecondLook, second_looks
from benchwright.review.study_records import SubmissionError

_AUDIT_ROWS = 200
_REASONS = {
    "disagreement": "The reviewers disagree.",
    "failed tests": "A reviewer fell short of the controls.",
    "marked incorrect": "It was marked incorrect.",
    "recheck": "It was drawn for a recheck.",
}


class OwnerPages:
    """The pages of one study's owner. `link` makes a link of a token."""

    def __init__(self, study: OpenStudy, sessions: Sessions, link: Callable[[str], str]) -> None:
        self._study = study
        self._sessions = sessions
        self._link = link
        self._computing = threading.Lock()
        self._results: tuple[int, StudyResults, list[SecondLook]] | None = None

    def router(self) -> APIRouter:
        """The routes."""
        router = APIRouter(prefix="/owner")
        router.get("")(self.dashboard)
        router.get("/look")(self.look)
        router.get("/audit")(self.audit)
        router.post("/rule")(posted(self.rule))
        router.post("/annotators")(posted(self.add))
        router.post("/annotators/{action}")(posted(self.change))
        return router

    def dashboard(self, request: Request) -> Response:
        """How far the study is, and what it has come to."""
        seal = self._sessions.owner(request)
        results, looks = self._current()
        progress = results.progress
        return page(
            "review_dashboard.jinja",
            self._study,
            owner=True,
            seal=seal,
            progress=progress,
            seconds=results.seconds,
            waiting=len(looks),
            annotators=annotator_views(self._study, results, self._link),
            agreement=agreement_rows(results.agreement),
            fields=[field.name for field in measured_fields(results.task)],
            means=mean_rows(results),
            verdicts=sorted(results.verdicts.items()),
            comments=comment_views(results),
            completeness=results.completeness,
            benchmark=line(self._study.facts.get("name", ""), 80),
        )

    def look(self, request: Request, after: str = "") -> Response:
        """The next item that waits for a ruling, or the one behind `after`."""
        seal = self._sessions.owner(request)
        _, looks = self._current()
        places = [place for place, one in enumerate(looks) if one.item == after[:100]]
        start = places[0] + 1 if places else 0
        if start >= len(looks):
            if looks:
                return RedirectResponse("/owner/look", 303)
            return message(self._study, "Nothing waits", "No item has to be looked at again now.", owner=True)
        return self._look(seal, looks[start], len(looks))

    def audit(self, request: Request, before: int = 0) -> Response:
        """The audit log, the newest lines first."""
        self._sessions.owner(request)
        rows = self._study.audit(most=_AUDIT_ROWS, before=before if before > 0 else None)
        earlier = rows[0]["seq"] if rows and rows[0]["seq"] > 1 else 0
        return page("review_audit.jinja", self._study, owner=True, rows=list(audit_views(rows[::-1])), earlier=earlier)

    def rule(self, request: Request, form: Form) -> Response:
        """Keep the owner's ruling on an item."""
        seal = self._sessions.owner(request)
        self._sessions.check(request, form, seal)
        item, values = first(form, "item")[:100], read_values(self._study.task, form)
        try:
            self._study.rule(item, values, comment=first(form, "comment"))
        except SubmissionError as error:
            _, looks = self._current()
            one = next((one for one in looks if one.item == item), None)
            if one is None:
                raise
            return self._look(seal, one, len(looks), values, error.faults, str(error))
        return RedirectResponse("/owner/look", 303)

    def add(self, request: Request, form: Form) -> Response:
        """Add an annotator; the dashboard has the link."""
        self._sessions.check(request, form, self._sessions.owner(request))
        self._study.add_annotator(line(first(form, "name")))
        return RedirectResponse("/owner#annotators", 303)

    def change(self, request: Request, form: Form) -> Response:
        """Stop or reinstate an annotator, or leave a message for them: the last part of the address says which."""
        self._sessions.check(request, form, self._sessions.owner(request))
        number, text = number_in(form, "annotator"), first(form, "text").strip()
        match request.path_params["action"]:
            case "stop":
                self._study.stop(number, text or "stopped by the owner")
            case "reinstate":
                self._study.reinstate(number)
            case "tell" if text:
                self._study.tell(number, text)
            case "tell":
                raise RefusedError(400, "The message is empty.")
            case _:
                raise RefusedError(404, "There is no such page.")
        return RedirectResponse("/owner#annotators", 303)

    def _look(
        self,
        seal: str,
        one: SecondLook,
        waiting: int,
        values: Values | None = None,
        problems: dict[str, str] | None = None,
        problem: str = "",
    ) -> Response:
        return page(
            "review_look.jinja",
            self._study,
            status=200 if problems is None else 422,
            owner=True,
            seal=seal,
            item_id=one.item,
            reason=_REASONS[one.reason],
            waiting=waiting,
            view=item_view(self._study.task, one.shown, values or {}, problems or {}),
            given=[value_words(self._study.task, one.shown, each) for each in one.values],
            comment="",
            problem=line(problem, 400),
            instructions=self._study.task.instructions.strip().split("\n\n"),
            examples=[],
            begins=False,
        )

    def _current(self) -> tuple[StudyResults, list[SecondLook]]:
        """The results as they are now; worked out again only after something was done."""
        with self._computing:
            stamp = self._study.last_change()
            if self._results is None or self._results[0] != stamp:
                self._results = (stamp, study_results(self._study), second_looks(self._study))
            return self._results[1], self._results[2]
