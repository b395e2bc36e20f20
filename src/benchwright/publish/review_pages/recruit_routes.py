"""The page that people from Prolific come to: it says what they agree to, and makes them annotators when they begin.

Nothing changes when the link is opened, so that a browser may fetch it ahead; a button with a sealed form begins.
"""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from benchwright.errors import UsageError
from benchwright.publish.review_pages.form_values import Form
from benchwright.publish.review_pages.page_frame import first, message, page, posted
from benchwright.publish.review_pages.request_guard import RateLimit
from benchwright.publish.review_pages.sessions import RefusedError, Sessions
from benchwright.review.open_study import OpenStudy
from benchwright.review.recruitment import PARTICIPANT, PROLIFIC, STUDY, SUBMISSION, Recruit, decline, recruit

_PER_SECOND, _BURST = 2.0, 200.0
"""People who begin: a batch on Prolific fills within minutes."""


class RecruitPages:
    """The pages of one study for people who have no link of their own yet."""

    def __init__(self, study: OpenStudy, sessions: Sessions) -> None:
        self._study = study
        self._sessions = sessions
        self._beginning = RateLimit(_PER_SECOND, _BURST)

    def router(self) -> APIRouter:
        """The routes; none where the study does not recruit on Prolific."""
        router = APIRouter(prefix=f"/{PROLIFIC}")
        if self._study.settings.prolific is not None:
            router.get("/{token}")(self.invite)
            router.post("/begin")(posted(self.begin))
            router.post("/decline")(posted(self.decline))
        return router

    def invite(self, request: Request, token: str) -> Response:
        """What the study is about, and a button to begin."""
        self._sessions.check_invitation(request, token, self._study.seal(PROLIFIC))
        one = _read(dict(request.query_params))
        settings, task = self._study.settings.prolific, self._study.task
        ids = {PARTICIPANT: one.participant, STUDY: one.study, SUBMISSION: one.submission}
        consent = settings.consent if settings is not None else ""
        return page(
            "review_recruit.jinja",
            self._study,
            ids=ids,
            seal=one.seal(self._study),
            consent=consent.strip().split("\n\n") if consent.strip() else [],
            instructions=task.instructions.strip().split("\n\n"),
        )

    def begin(self, request: Request, form: Form) -> Response:
        """Make the person an annotator, or find them again, and let them in."""
        one = self._checked(request, form)
        if not self._beginning.allows(""):
            raise RefusedError(429, "Too many people begin at once. Wait a few seconds.")
        response = RedirectResponse("/", 303)
        self._sessions.enter(request, self._study.token(recruit(self._study, one).id), response)
        return response

    def decline(self, request: Request, form: Form) -> Response:
        """Let a person go who does not agree; who it was is not kept."""
        self._checked(request, form)
        if not self._beginning.allows(""):
            raise RefusedError(429, "Too many requests. Wait a few seconds.")
        told = "You do not take part. Nothing about you was stored."
        return message(self._study, "Thank you", told, back=decline(self._study))

    def _checked(self, request: Request, form: Form) -> Recruit:
        """The person that a form is of. RefusedError for a form that no page of ours sent."""
        one = _read({name: first(form, name) for name in (PARTICIPANT, STUDY, SUBMISSION)})
        self._sessions.check(request, form, one.seal(self._study))
        return one


def _read(values: dict[str, str]) -> Recruit:
    try:
        return Recruit.read(values)
    except UsageError as error:
        raise RefusedError(400, f"{str(error).capitalize()}. Open the study from its page on Prolific.") from error
