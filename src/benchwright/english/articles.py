"""Choose the indefinite article of a word: "an hour", "a university", "an NBA team", "an 8th"."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files

from ruamel.yaml import YAML

from benchwright.english.nouns import engine

_EIGHT_OR_ELEVEN = re.compile(r"8|1[18](?:\d\d)?(?!\d)")  # eight, eighty, eleven, eighteen, and years such as 1812


@cache
def _exceptions() -> dict[str, str]:
    """The words whose article inflect gets wrong."""
    text = (files("benchwright.english") / "articles.yaml").read_text("utf-8")
    return dict(YAML(typ="safe", pure=True).load(text))


@lru_cache(2**16)
def article(phrase: str) -> str:
    """ "a" or "an", by how the first word is spoken. "a" where that cannot be known."""
    word = phrase.lstrip("\"'“‘(")
    if not word:
        return "a"
    if word[0].isdigit():
        return "an" if _EIGHT_OR_ELEVEN.match(word) else "a"
    first = re.split(r"[^\w'’-]", word, maxsplit=1)[0]
    return _exceptions().get(first) or (str(engine().a(first)).split(" ", 1)[0] if first else "a")


def with_article(phrase: str) -> str:
    """The phrase with its indefinite article."""
    return f"{article(phrase)} {phrase}"
