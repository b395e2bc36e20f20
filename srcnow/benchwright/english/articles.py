"""Choose the article of a word or a name: "an hour", "a university", "an 8th", "the Netherlands"."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files

from benchwright.english.nouns import engine
from benchwright.english.vocabulary import Vocabulary
from benchwright.files.package_data import read_yaml

_EIGHT_OR_ELEVEN = re.compile(r"8|1[18](?:\d\d)?(?!\d)")  # eight, eighty, eleven, eighteen, and years such as 1812

_SOUNDS_AS_WRITTEN = re.compile(r"(?P<vowel>[ai])[a-z]|[b-df-gj-np-tv-z][a-z]")
"""Words that begin as they are spoken. Held against inflect with 97,000 words of encyclopaedias: no exception."""

_VOCABULARY = Vocabulary.of("benchwright.english", "articles")
_THE_FIRST = re.compile(rf"(?:{_VOCABULARY.pattern('the_first')})")
_THE_LAST = re.compile(rf"\b(?:{_VOCABULARY.pattern('the_last')})$")
_BODY = _VOCABULARY.pattern("bodies")
_BODY_FIRST = re.compile(rf"(?:{_BODY}|Confederation|Federation|Alliance) (?:of|for|on)\b")
_BODY_LAST = re.compile(rf"\S (?:{_BODY})$")
_BODY_BARE = re.compile(rf"(?:{_VOCABULARY.pattern('bare_bodies')})")
"""Names that end or begin like those of bodies, and have no article: sports, games, and the councils of towns."""


@cache
def _exceptions() -> dict[str, str]:
    """The words whose article inflect gets wrong."""
    return dict(read_yaml(files("benchwright.english") / "articles.yaml"))


@lru_cache(2**16)
def article(phrase: str) -> str:
    """ "a" or "an", by how the first word is spoken. "a" where that cannot be known."""
    word = phrase.lstrip("\"'“‘(")
    if not word:
        return "a"
    if word[0].isdigit():
        return "an" if _EIGHT_OR_ELEVEN.match(word) else "a"
    plain = _SOUNDS_AS_WRITTEN.match(word)
    if plain:
        return "an" if plain["vowel"] else "a"
    first = re.split(r"[^\w'’-]", word, maxsplit=1)[0]
    return _exceptions().get(first) or (str(engine().a(first)).split(" ", 1)[0] if first else "a")


def with_article(phrase: str) -> str:
    """The phrase with its indefinite article."""
    return f"{article(phrase)} {phrase}"


def with_the(name: str) -> str:
    """A name as it stands in a sentence: "the United Kingdom", "the Pacific Ocean", but "Kenya"."""
    bare = re.sub(r"\s*\([^()]*\)$", "", name)
    takes = _THE_FIRST.match(bare) or _THE_LAST.search(bare) or _is_body(bare)
    return f"the {name}" if takes and not bare.startswith(("The ", "the ")) else name


def _is_body(name: str) -> bool:
    """Whether a name is that of a league, a council, a party: the Northern League, the League of Nations. "Community"
    alone may be anything, and "Major League Baseball" ends otherwise."""
    return not _BODY_BARE.search(name) and bool(_BODY_FIRST.match(name) or _BODY_LAST.search(name))
