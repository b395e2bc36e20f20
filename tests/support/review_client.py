"""A person who works on the pages of a review, over HTTP and without a browser."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

import httpx
from selectolax.lexbor import LexborHTMLParser

from benchwright.publish.review_pages.form_values import input_name
from benchwright.review.task import Task

JSON = {"Accept": "application/json"}


@dataclass
class ReviewClient:
    """A session that was begun by a link."""

    http: httpx.Client
    task: Task

    @classmethod
    def enter(cls, url: str, link: str, task: Task) -> ReviewClient:
        http = httpx.Client(base_url=url, timeout=30)
        assert http.get(link).status_code == 200
        return cls(http, task)

    def page(self, path: str = "/") -> LexborHTMLParser:
        """The page at that path."""
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return LexborHTMLParser(answer.text)

    def hidden(self) -> dict[str, str]:
        """The hidden inputs of the item's form; {} where there is no item."""
        return hidden_of(self.page())

    def fill(self, values: dict[str, Any], **more: str) -> dict[str, Any]:
        """The form of the open item with these values."""
        places = {field.name: input_name(place) for place, field in enumerate(self.task.fields)}
        return {**self.hidden(), **{places[name]: value for name, value in values.items()}, **more}

    def submit(self, values: dict[str, Any], **more: str) -> httpx.Response:
        """Submit the open item as a page with JavaScript does."""
        form = self.fill(values, **{"key": str(uuid.uuid4()), "seconds": "7.5", **more})
        return self.http.post("/submit", data=form, headers=JSON)


def hidden_of(page: LexborHTMLParser) -> dict[str, str]:
    return {
        str(node.attributes["name"]): node.attributes.get("value") or ""
        for node in page.css("#form > input[type=hidden]")
    }
