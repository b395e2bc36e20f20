"""Turn addresses of wiki pages into titles."""

from __future__ import annotations

import re
from urllib.parse import unquote

_SITE = re.compile(r"([a-z_]+?)(wiki(?:quote|books|source|news|versity|voyage)?|wiktionary)")


def page_titles(site: str) -> tuple[str, ...]:
    """What the addresses of a wiki's pages begin with, by Wikidata's name for it (`enwiki`, `zh_yuewiki`,
    `dewikiquote`); nothing for a name that is not of that form."""
    match = _SITE.fullmatch(site)
    if match is None:
        return ()
    project = "wikipedia" if match[2] == "wiki" else match[2]
    return (f"https://{match[1].replace('_', '-')}.{project}.org/wiki/",)


def title_of(address: str, begins: tuple[str, ...]) -> str:
    """The title of a page of that wiki, as people write it, "" for the page of another."""
    if not address.startswith(begins) or not begins:
        return ""
    return unquote(address.split("/wiki/", 1)[1]).replace("_", " ")
