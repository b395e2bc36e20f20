"""Read what a request asks for, and write it as an address: words, chosen values of filters, a page of the list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from benchwright.publish.browse.question_index import BEYOND, FILTERS, LONGEST_VALUE
from benchwright.publish.safe_text import line
from benchwright.records import Status

LONGEST = 400
"""Characters of a parameter that are read."""
_MOST_PAGES = 1_000_000
_ANY = "any"
_FIRST = {"status": str(Status.ACCEPTED)}
"""What is chosen where a request does not say: the questions of the benchmark."""


@dataclass(frozen=True, slots=True)
class BrowseQuery:
    """Words to look for, a value for each filter that is set, and the page, from 1."""

    words: str = ""
    chosen: Mapping[str, str] = field(default_factory=lambda: dict(_FIRST))
    page: int = 1

    @classmethod
    def read(cls, values: Mapping[str, str]) -> BrowseQuery:
        """The query in an address. What is not understood is left out."""
        told = {name: line(values.get(name, _FIRST.get(name, ""))[:LONGEST], LONGEST_VALUE) for name in FILTERS}
        for name, other in BEYOND.items():
            if told[name] not in ("", _ANY):
                told[other] = ""
        page = values.get("page", "1")
        number = int(page) if page.isascii() and page.isdigit() and len(page) < 8 else 1
        return cls(
            line(values.get("q", "")[:LONGEST]),
            {name: value for name, value in told.items() if value and value != _ANY},
            min(max(1, number), _MOST_PAGES),
        )

    def parameters(self, page: int | None = None) -> dict[str, str]:
        """The query as parameters, without those that go without saying."""
        told = {"q": self.words, **{name: self.chosen.get(name, "") for name in FILTERS}}
        for name, usual in _FIRST.items():
            beyond = any(told[one] for one, other in BEYOND.items() if other == name)
            told[name] = "" if told[name] == usual or beyond else told[name] or _ANY
        number = self.page if page is None else page
        return {name: value for name, value in told.items() if value} | ({"page": str(number)} if number > 1 else {})

    def address(self, path: str = "/", page: int | None = None, **more: str) -> str:
        """An address of this server with the query in it."""
        parameters = {**more, **self.parameters(page)}
        return f"{path}?{urlencode(parameters, errors='replace')}" if parameters else path
