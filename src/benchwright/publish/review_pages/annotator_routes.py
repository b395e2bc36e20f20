"""The pages of an annotator: the item to review, drafts, submissions, undo, and images."""

from __future__ import annotations

import secrets
import time
from math import isfinite

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from benchwright.publish.review_pages.form_values import Form, input_name, read_values
from benchwright.publish.review_pages.item_views import image_addresses, item_view, value_words
from benchwright.publish.review_pages.page_frame import first, message, number_in, page, posted
from benchwright.publish.review_pages.sessions import RefusedError, Sessions
from benchwright.publish.safe_text import line
from benchwright.review.items import ShownItem, Values
from benchwright.review.open_study import OpenStudy
from benchwright.review.recruitment import way_back
from benchwright.review.study_records import Annotator, SubmissionError, Work
from benchwright.review.values import faults

_ENDS = {
    "done": ("Nothing is left to do", "Thank you. You have reviewed all of your items."),
    "stopped": ("Your work has ended", "The owner of the study has ended your work. What you submitted is kept."),
    "qualification failed": (
        "You did not qualify",
        "Too few items of the qualification were marked as expected. Thank you for your time.",
    ),
}
_FOREVER = {"Cache-Control": "private, max-age=31536000, immutable"}


class AnnotatorPages:
    """The pages of the annotators of one study."""

    def __init__(self, study: OpenStudy, sessions: Sessions) -> None:
        self._study = study
        self._sessions = sessions

    def router(self) -> APIRouter:
        """The routes."""
        router = APIRouter()
        router.get("/")(self.work)
        router.get("/image/{sha256}")(self.image)
        router.post("/draft")(posted(self.draft))
        router.post("/submit")(posted(self.submit))
        router.post("/undo")(posted(self.undo))
        return router

    def work(self, request: Request) -> Response:
        """What is there to do."""
        try:
            annotator, seal = self._sessions.annotator(request)
        except RefusedError:
            if self._sessions.is_owner(request):
                return RedirectResponse("/owner", 303)
            raise
        return self._work(annotator, seal, self._study.work(annotator.id))

    def image(self, request: Request, sha256: str) -> Response:
        """An image that the study shows."""
        if not self._sessions.is_owner(request):
            self._sessions.annotator(request)
        found = self._study.image(sha256)
        if found is None:
            raise RefusedError(404, "There is no such image.")
        return Response(found.bytes, media_type=found.media_type, headers=_FOREVER)

    def draft(self, request: Request, form: Form) -> Response:
        """Keep what is filled in so far, and say what is wrong with it already."""
        annotator, seal = self._sessions.annotator(request)
        self._sessions.check(request, form, seal)
        place, values = number_in(form, "place"), read_values(self._study.task, form)
        try:
            self._study.save_draft(annotator.id, place, values, first(form, "comment"))
        except SubmissionError as error:
            return JSONResponse({"message": str(error)}, 409)
        found = faults(self._study.task, values, self._study.place(place).shown)
        return JSONResponse({"faults": self._by_input({name: found[name] for name in found if name in values})})

    def submit(self, request: Request, form: Form) -> Response:
        """Take a submission. A page with JavaScript asks for JSON, another one gets the next page."""
        annotator, seal = self._sessions.annotator(request)
        self._sessions.check(request, form, seal)
        values = read_values(self._study.task, form)
        comment, key = first(form, "comment").replace("\r\n", "\n"), first(form, "key")
        asks_json = "application/json" in request.headers.get("accept", "")
        try:
            self._study.submit(
                annotator.id,
                number_in(form, "place"),
                values,
                key=key,
                seconds=_seconds(form),
                comment=comment,
            )
        except SubmissionError as error:
            status = 422 if error.faults else 409
            if asks_json:
                return JSONResponse({"message": str(error), "faults": self._by_input(error.faults)}, status)
            work = self._study.work(annotator.id)
            if work.place is None or work.place.id != number_in(form, "place"):
                return RedirectResponse("/", 303)
            return self._work(annotator, seal, work, values, error.faults, comment, str(error))
        return JSONResponse({"stored": True}) if asks_json else RedirectResponse("/", 303)

    def undo(self, request: Request, form: Form) -> Response:
        """Take the last submission back."""
        annotator, seal = self._sessions.annotator(request)
        self._sessions.check(request, form, seal)
        self._study.undo(annotator.id)
        return RedirectResponse("/", 303)

    def _work(
        self,
        annotator: Annotator,
        seal: str,
        work: Work,
        values: Values | None = None,
        problems: dict[str, str] | None = None,
        comment: str = "",
        problem: str = "",
    ) -> Response:
        if work.place is None:
            title, text = _ENDS[work.state]
            can_undo = work.state == "done" and work.forms_done > 0
            back = way_back(self._study, annotator, work)
            return message(self._study, title, text, feedback=work.feedback, undo=can_undo, seal=seal, back=back)
        place = work.place
        return page(
            "review_item.jinja",
            self._study,
            status=200 if problems is None else 422,
            work=work,
            place=place.id,
            view=item_view(self._study.task, place.shown, place.draft if values is None else values, problems or {}),
            comment=comment or place.comment,
            problem=line(problem, 400),
            key=secrets.token_hex(16),
            opened=int(time.time()),
            store=f"benchwright-review:{self._sessions.id}:{annotator.id}",
            begins=work.done == 0 and work.forms_done == 0,
            ahead=self._images_ahead(annotator, place.id),
            instructions=self._study.task.instructions.strip().split("\n\n"),
            examples=self._examples(),
            seal=seal,
        )

    def _images_ahead(self, annotator: Annotator, place: int) -> list[str]:
        """The addresses of the images of the item after this one, if it's in the same form: nothing is given out for
        what a page may not come to."""
        later = [number for number in self._study.open_places(annotator.id) if number != place]
        return image_addresses(self._study.place(later[0]).shown) if later else []

    def _examples(self) -> list[tuple[object, list[tuple[str, str]]]]:
        """The worked examples with their values as people read them. A question or an answer that is shown as such is
        not told twice."""
        task, nothing = self._study.task, ShownItem(parts=())
        told = [(one, value_words(task, nothing, one.values)) for one in task.examples]
        return [(one, [pair for pair in pairs if pair[1] not in (one.question, one.answer)]) for one, pairs in told]

    def _by_input(self, problems: dict[str, str]) -> dict[str, str]:
        places = {field.name: input_name(place) for place, field in enumerate(self._study.task.fields)}
        return {places[name]: problem for name, problem in problems.items() if name in places}


def _seconds(form: Form) -> float:
    """The time that the page counted; without JavaScript, since the page was sent."""
    try:
        counted = float(first(form, "seconds") or "nan")
    except ValueError:
        counted = float("nan")
    if isfinite(counted):
        return counted
    opened = number_in(form, "opened")
    return max(0.0, time.time() - opened) if opened else 0.0
