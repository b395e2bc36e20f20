"""A wiki's names are resolved: where its pages live, which prefixes are namespaces, what a link points at.

Page ids are those of OTT-QA and of the links in its tables: "/wiki/" and the title with underscores, not
percent-encoded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, unquote, urlsplit

from benchwright.records import Json

WIKIPEDIA = "https://en.wikipedia.org/wiki/"
LICENCE = "CC BY-SA 4.0 (text)"
FILE, CATEGORY = 6, 14
MOST_NAMESPACES = 200

_ENGLISH = {
    "media": -2, "special": -1, "talk": 1, "user": 2, "user talk": 3, "project": 4, "wikipedia": 4, "wp": 4,
    "file": FILE, "image": FILE, "file talk": 7, "mediawiki": 8, "template": 10, "help": 12, "category": CATEGORY,
    "portal": 100, "draft": 118, "timedtext": 710, "module": 828,
}  # fmt: skip
_WIKIMEDIA = re.compile(
    r"(?:^|\.)(?:wikipedia|wiktionary|wikibooks|wikinews|wikiquote|wikisource|wikiversity|wikivoyage|wikimedia)\.org$"
)
_LANGUAGE = re.compile(r"^(?:[a-z]{2,3}|simple)(?:-[a-z]{2,10}){0,2}$")
_SISTER = re.compile(r"(?:[bcdmnqsvw]|wik(?:t|tionary|i\w{4,9})|commons|meta|species)$")
"""Prefixes of other projects; those of two and three letters look like languages, and lead away as these do."""

_SPACE = re.compile(r"[\s_]+")


@dataclass(frozen=True, slots=True)
class Target:
    """What a link names: a page of this wiki (`page` is its id), a file, a category, or something elsewhere."""

    kind: str  # page, file, category, language, elsewhere
    name: str
    page: str = ""


@dataclass(frozen=True, slots=True)
class Site:
    """One wiki. `prefix` goes before a title in a page's address; "" for a wiki that does not say where it lives."""

    prefix: str = ""
    licence: str = ""
    namespaces: Mapping[str, int] = field(default_factory=lambda: dict(_ENGLISH))

    def url(self, title: str) -> str:
        return self.prefix + quote(title.replace(" ", "_"), safe="/:@!$*(),;~'") if self.prefix else ""

    def target(self, written: str) -> Target:
        """What the part of a link before its bar means ("Oak#Acorns", ":Category:Trees", "fr:Chêne")."""
        name = _SPACE.sub(" ", unquote(written) if "%" in written else written).strip()
        visible = name.startswith(":")
        name = name.lstrip(": ")
        head, colon, rest = name.partition(":")
        if colon:
            key = self.namespaces.get(head.strip().lower())
            if key == FILE and not visible:
                return Target("file", rest.strip())
            if key == CATEGORY and not visible:
                return Target("category", rest.strip())
            if key is not None and key != 0:
                return Target("elsewhere", name)
            if _LANGUAGE.match(head):
                return Target("elsewhere" if visible else "language", name)
            if _SISTER.match(head.strip().lower()):
                return Target("elsewhere", name)
        page = name.partition("#")[0].strip()
        return Target("page", name, page_id(page)) if page else Target("elsewhere", name)

    def to_json(self) -> Json:
        return {"prefix": self.prefix, "licence": self.licence, "namespaces": dict(self.namespaces)}

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Site:
        return cls(str(data["prefix"]), str(data["licence"]), dict(data["namespaces"]))


def site_of(base: str, namespaces: Mapping[str, int]) -> Site:
    """The wiki whose main page is at `base`; without one, the English Wikipedia's addresses and no licence."""
    lookup = _ENGLISH | {name.strip().lower(): key for name, key in namespaces.items() if name.strip()}
    try:
        parts = urlsplit(base.strip())
        host = parts.hostname or ""
    except ValueError:
        return Site(WIKIPEDIA, "", lookup)
    if parts.scheme not in {"http", "https"} or not host or len(base) > 300:
        return Site(WIKIPEDIA, "", lookup)
    folder = parts.path.rpartition("/")[0]
    return Site(f"https://{host}{folder}/", LICENCE if _WIKIMEDIA.search(host) else "", lookup)


def page_id(title: str) -> str:
    """ "Ebony shoe" -> "/wiki/Ebony_shoe". The first letter is a capital, as MediaWiki has it."""
    return f"/wiki/{file_key(title)}"


def file_key(name: str) -> str:
    """One form for all spellings of a file's name: underscores for spaces, the first letter a capital."""
    bare = _SPACE.sub("_", name.strip())
    return bare[:1].upper() + bare[1:]
