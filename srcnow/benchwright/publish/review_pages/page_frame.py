"""What every page of a review shares: the study's name, files of ours, and forms that are handled in a thread."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from fastapi.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from benchwright.publish.page.page_templates import asset, render, script
from benchwright.publish.review_pages.form_values import Form, read_form
from benchwright.publish.safe_text import line
from benchwright.review.open_study import OpenStudy

_NAME: Final = 120
FILES: Final[Mapping[str, tuple[str, Callable[[], str]]]] = {
    "review.css": ("text/css", lambda: asset("page.css") + asset("review.css")),
    "review.js": ("text/javascript", lambda: script("review.js") + asset("review_marks.js")),
}
"""Our own files by name: nothing else is served from the disk."""


def page(template: str, study: OpenStudy, *, status: int = 200, **values: object) -> Response:
    """A page of the study. Half a character, which has no UTF-8, becomes a question mark."""
    frame = {"study": line(study.name, _NAME), "task_title": line(study.task.title, _NAME), "owner": False}
    text = render(template, **{**frame, **values})
    return HTMLResponse(text.encode("utf-8", "replace"), status)


def message(study: OpenStudy, title: str, text: str, *, status: int = 200, **values: object) -> Response:
    """A page that says one thing."""
    more = {"feedback": (), "undo": False, "seal": "", **values}
    return page("review_message.jinja", study, status=status, title=title, text=text, **more)


def posted(handler: Callable[[Request, Form], Response]) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that reads a form and runs the handler in a thread: the study's calls wait for the disk."""

    async def endpoint(request: Request) -> Response:
        form = read_form(await request.body())
        return await run_in_threadpool(handler, request, form)

    return endpoint


def first(form: Form, name: str) -> str:
    """The value of a field of a form; "" without one."""
    return next(iter(form.get(name, ())), "")


def number_in(form: Form, name: str) -> int:
    """A number in a form; 0 for what is none."""
    text = first(form, name)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0
