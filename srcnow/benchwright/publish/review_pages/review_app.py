"""Put the pages of a study together as one web app: annotators' pages, the owner's, and the guard around them."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp

from benchwright.errors import BenchwrightError, StorageError
from benchwright.publish.review_pages.annotator_routes import AnnotatorPages
from benchwright.publish.review_pages.owner_routes import OwnerPages
from benchwright.publish.review_pages.page_frame import FILES, message, page
from benchwright.publish.review_pages.request_guard import TOO_LARGE, BodyTooLargeError, RequestGuard
from benchwright.publish.review_pages.sessions import RefusedError, Sessions
from benchwright.review.open_study import OpenStudy


@dataclass(frozen=True, slots=True)
class ReviewSite:
    """Where the pages are reached: the `url` that links begin with (no slash at its end), and what the Host header of
    requests may be."""

    url: str
    hosts: frozenset[str]

    @property
    def tls(self) -> bool:
        return self.url.startswith("https://")

    def link(self, token: str) -> str:
        """The link of an annotator or the owner."""
        return f"{self.url}/enter/{token}"


def review_app(study: OpenStudy, site: ReviewSite) -> ASGIApp:
    """The app of an open study."""
    sessions = Sessions(study, secure=site.tls)
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    app.include_router(AnnotatorPages(study, sessions).router())
    app.include_router(OwnerPages(study, sessions, site.link).router())
    files = {name: (kind, read()) for name, (kind, read) in FILES.items()}

    @app.get("/static/{name}")
    def static(name: str) -> Response:
        if name not in files:
            raise RefusedError(404, "There is no such file.")
        kind, text = files[name]
        return Response(text, media_type=kind, headers={"Cache-Control": "no-cache"})

    @app.get("/enter/{token}")
    def enter(request: Request, token: str) -> Response:
        """A page that leads on by itself: a redirection that a link on another site began would carry no cookie."""
        response = page("review_enter.jinja", study, to="/owner" if study.is_owner(token) else "/")
        sessions.enter(request, token, response)
        return response

    def refused(request: Request, status: int, problem: str) -> Response:
        if "application/json" in request.headers.get("accept", ""):
            return JSONResponse({"message": problem}, status)
        return message(study, "This did not work", problem, status=status)

    @app.exception_handler(RefusedError)
    def on_refused(request: Request, error: RefusedError) -> Response:
        return refused(request, error.status, str(error))

    @app.exception_handler(BodyTooLargeError)
    def on_too_large(request: Request, error: BodyTooLargeError) -> Response:
        return refused(request, 413, TOO_LARGE)

    @app.exception_handler(StorageError)
    def on_storage(request: Request, error: StorageError) -> Response:
        return refused(request, 503, f"Nothing was stored: {error}")

    @app.exception_handler(BenchwrightError)
    def on_error(request: Request, error: BenchwrightError) -> Response:
        return refused(request, 400, str(error))

    @app.exception_handler(HTTPException)
    def on_http(request: Request, error: HTTPException) -> Response:
        return refused(request, error.status_code, error.detail)

    return RequestGuard(app, site.hosts, site.tls)
