"""Know who sends a request: the token of a link becomes a cookie, and a form carries a seal of that cookie (CSRF).

Nothing is stored: cookies hold the token itself, which the study compares in constant time, so that sessions outlive a
restart. The names of cookies have the study in them, for all servers on one machine share a browser's cookies.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from benchwright.errors import BenchwrightError
from benchwright.publish.review_pages.form_values import Form
from benchwright.publish.review_pages.request_guard import RateLimit
from benchwright.review.open_study import OpenStudy
from benchwright.review.study_records import Annotator

_COOKIE_LIFE: Final = 30 * 24 * 3600
_LONGEST_TOKEN: Final = 100
_PER_SECOND, _BURST = 20.0, 100.0
"""Requests of one session: a page with its pictures and drafts takes far fewer."""
_WRONG_PER_SECOND, _WRONG_BURST = 0.2, 20.0
"""Wrong tokens from one address. A token has 128 bits: this keeps the log short, and the machine idle."""


class RefusedError(BenchwrightError):
    """A request that is not answered, and the status that says why."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message, hint="open your link again")
        self.status = status


@dataclass(frozen=True, slots=True)
class Session:
    """Who a request comes from: an annotator, or the owner (None). `seal` is what forms of the session carry."""

    annotator: Annotator | None
    seal: str


class Sessions:
    """The sessions of one study. `secure` says that browsers may send cookies over TLS only."""

    def __init__(self, study: OpenStudy, secure: bool) -> None:
        self._study = study
        self._secure = secure
        self.id = hashlib.sha256(study.owner_token().encode()).hexdigest()[:8]
        self._requests = RateLimit(_PER_SECOND, _BURST)
        self._wrong = RateLimit(_WRONG_PER_SECOND, _WRONG_BURST)

    def enter(self, request: Request, token: str, response: Response) -> None:
        """Put the cookie of a token on the response. Raises RefusedError for a wrong one."""
        owner, annotator = self._known(request, token)
        if not owner and annotator is None:
            raise RefusedError(403, "This link is not one of this study.")
        response.set_cookie(
            self._cookie(owner), token, max_age=_COOKIE_LIFE, httponly=True, samesite="strict", secure=self._secure
        )

    def annotator(self, request: Request) -> tuple[Annotator, str]:
        """The annotator that a request comes from, with the seal of their forms. RefusedError without one."""
        token = request.cookies.get(self._cookie(owner=False), "")
        annotator = self._known(request, token)[1] if token else None
        if annotator is None:
            raise RefusedError(403, "Open the link that you were given.")
        self._count(f"annotator {annotator.id}")
        return annotator, self._seal(token)

    def owner(self, request: Request) -> str:
        """The seal of the owner's forms. RefusedError for a request that is not the owner's."""
        token = request.cookies.get(self._cookie(owner=True), "")
        if not token or not self._known(request, token)[0]:
            raise RefusedError(403, "This page is the owner's. Open the owner's link.")
        self._count("owner")
        return self._seal(token)

    def is_owner(self, request: Request) -> bool:
        """Whether a request comes from the owner."""
        token = request.cookies.get(self._cookie(owner=True), "")
        return bool(token) and self._study.is_owner(token)

    def check(self, request: Request, form: Form, seal: str) -> None:
        """RefusedError for a form that no page of this session sent."""
        given = next(iter(form.get("seal", ())), "")
        fetched = request.headers.get("sec-fetch-site", "same-origin")
        if not hmac.compare_digest(given.encode(), seal.encode()) or fetched != "same-origin":
            raise RefusedError(403, "This form did not come from a page of yours. Load the page again.")

    def _known(self, request: Request, token: str) -> tuple[bool, Annotator | None]:
        address = request.client.host if request.client else ""
        if not self._wrong.allows(address, cost=0):
            raise RefusedError(429, "Too many wrong links. Wait a minute.")
        if len(token) <= _LONGEST_TOKEN and token.isascii():
            if self._study.is_owner(token):
                return True, None
            annotator = self._study.annotator_of(token)
            if annotator is not None and annotator.kind == "person":
                return False, annotator
        self._wrong.allows(address)
        return False, None

    def _count(self, who: str) -> None:
        if not self._requests.allows(who):
            raise RefusedError(429, "Too many requests. Wait a few seconds.")

    def _cookie(self, owner: bool) -> str:
        return f"benchwright-review-{self.id}-{'owner' if owner else 'annotator'}"

    def _seal(self, token: str) -> str:
        return hmac.new(token.encode(), b"form", hashlib.sha256).hexdigest()[:32]
