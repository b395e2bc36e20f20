"""Read when works came out and who directed, wrote, performed, composed or developed them.

    Beyond the Door ( ... ) is a 1982 Italian drama film directed by Liliana Cavani .
    -> release_date 1982; director Liliana Cavani

Refused: a list of names that is not understood to its end, names that go on in small letters, release days that hold
for one country or one platform only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.article_openings import ArticleOpening
from benchwright.facts.phrases import (
    APPOSITION,
    COMPANY,
    FULL_DATE,
    NAMES_END,
    PEOPLE,
    PERSON,
    PROPER,
    FactMaker,
    is_whole,
)
from benchwright.records import Fact, Source

_YEAR = re.compile(r"(?:[A-Za-z-]+ ){0,2}?(?P<year>1[89]\d\d|20[0-4]\d)(?![-–\d])(?! ?[-–] ?\d)")
_VOCABULARY = Vocabulary.of("benchwright.facts", "works")
_CAME_OUT = _VOCABULARY.words("came_out")
_PRINTED = frozenset(["novel", "book", "novella", "memoir"])
_RELEASED = re.compile(
    rf"(?:was |were )?(?:first |originally |officially )?(?P<verb>released|published)"
    rf"(?: theatrically| digitally| worldwide)? on (?P<date>{FULL_DATE})"
)
_RELEASED_END = re.compile(
    r" ?(?:(?<![A-Z])\.\s|\.$)| ?, (?:by|through|via|to|and was|and received|as|with|following|under)\b| "
    r"(?:by|through|via|to|as|under|and (?:was|received|became|reached|peaked))\b"
)
_DAY = re.compile(r"\breleased\b[^.]{0,60}? \d{4}")

_DIRECTOR = re.compile(
    rf"(?<!co-)\bdirected(?: and (?:co-)?(?:written|produced|edited))?"
    rf"(?: ?, [a-z]+ and [a-z]+)? by {APPOSITION}(?P<names>{PEOPLE}){NAMES_END}"
)
_WRITER = re.compile(
    rf"(?<!co-)\bwritten(?: and (?:directed|produced|illustrated|performed|composed|recorded))?"
    rf"(?: ?, [a-z]+ and [a-z]+)? by {APPOSITION}(?P<names>{PEOPLE}){NAMES_END}"
)
_CREATOR = re.compile(
    rf"(?<!co-)\bcreated(?: and [a-z]+)?(?: ?, [a-z]+ and [a-z]+)? by {APPOSITION}(?P<names>{PEOPLE}){NAMES_END}"
)
_COMPOSER = re.compile(rf"\bcomposed by {APPOSITION}(?P<names>{PEOPLE}){NAMES_END}")
_BY = re.compile(
    rf"(?: (?:in|of) [a-z]+ acts?)?(?: (?:written|recorded|released|performed|composed"
    rf"|published))? by {APPOSITION}(?P<names>{PEOPLE}){NAMES_END}"
)
_ACT = rf"(?:The )?(?:{PERSON}|{PROPER})"
_BY_ACT = re.compile(
    rf"(?: (?P<verb>recorded|released|performed))? by (?P<who>{APPOSITION})(?P<names>{_ACT}){NAMES_END}"
)
_WRITES_SONGS = re.compile(r"\b(?:composers?|songwriters?|lyricists?|songwriting|duo of|team)\b")
_DEVELOPER = re.compile(
    rf"\bdeveloped(?P<both> and published)? by (?P<names>{PROPER})(?= ?(?:(?<![A-Z])[.;](?:\s|$)|\.$)| ?, "
    rf"(?!and [A-Z])[a-z]| for | in | and (?:published|released|distributed)\b| exclusively )"
)
_PUBLISHER = re.compile(
    rf"(?<!written and )\bpublished by (?P<names>{PROPER})(?= ?(?:(?<![A-Z])[.;](?:\s|$)|\.$)| ?, "
    rf"(?!and [A-Z])[a-z]| for | in | on | and (?:released|was|is)\b| exclusively )"
)
_LABEL = re.compile(
    rf"\b(?:released|issued)(?: (?:on|in) [^.;]{{4,22}})? ?,? (?:by|through|on|via|under)"
    rf"(?: the)?(?: label)? (?P<names>{COMPANY}(?:Records|Recordings))(?= ?(?:(?<![A-Z])[.;](?:\s|$)|\.$)| ?, "
    rf"(?!and [A-Z])[a-z]| in | on | and (?:is|was|features|contains|peaked|reached|produced)\b"
    rf"| as | from )"
)
_NOT_A_NAME = re.compile(rf"\b(?:{_VOCABULARY.pattern('no_names')})\b")
_MUSIC = _VOCABULARY.words("music")
_SCREEN = _VOCABULARY.words("screen")
_SERIES = _VOCABULARY.words("series")
_CLAUSE = re.compile(r" (?:that|which|about|based on|whose|where|who) ")
_STAGE = frozenset(["opera", "musical"])
_MAKERS = (("director", _SCREEN, _DIRECTOR), ("writer", _SCREEN, _WRITER), ("creator", _SERIES, _CREATOR))


def facts_of_work(source: Source, lead: ArticleOpening) -> Iterator[Fact]:
    """All that is read about a work."""
    if lead.verb in ("are", "were"):
        return
    maker = FactMaker(source, lead)
    yield from _dates(maker, lead)
    noun, text = lead.noun, lead.blanked
    for relation, nouns, pattern in _MAKERS:
        if noun in nouns:
            yield from _named(maker, lead, pattern, relation)
    if noun in _PRINTED or noun == "play" or noun == "poem":
        yield from _checked(maker, _BY.match(text, lead.noun_end), "author")
    if noun in _STAGE:
        composers = list(_named(maker, lead, _COMPOSER, "composer"))
        if noun == "opera" and not composers:
            composers = list(_checked(maker, _BY.match(text, lead.noun_end), "composer"))
        yield from composers
    if noun in _MUSIC and "soundtrack" not in lead.noun_phrase:
        yield from _checked(maker, _performed(lead), "artist", people=False)
        for start, _, end in lead.statements():
            if match := _LABEL.search(lead.text, start, end):
                yield from _checked(maker, match, "record_label", people=False, gate=False)
                break
    if noun == "game":
        for match, relation in (
            (_DEVELOPER.search(text, lead.noun_end), "developer"),
            (_PUBLISHER.search(text, lead.noun_end), "publisher"),
        ):
            yield from _checked(maker, match, relation, people=False, gate=False)
            if match and relation == "developer" and match["both"]:
                yield maker.fact("publisher", *match.span("names"))
                break


def _dates(maker: FactMaker, lead: ArticleOpening) -> Iterator[Fact]:
    relation = "release_date" if lead.noun in _CAME_OUT else "published" if lead.noun in _PRINTED else ""
    if not relation:
        return
    days = []
    if "released on" in lead.text or "published on" in lead.text:
        for start, head, end in lead.statements():
            match = _RELEASED.search(lead.text, head, end) if not start else _RELEASED.match(lead.text, head, end)
            if (
                match
                and _RELEASED_END.match(lead.text, match.end())
                and "soundtrack" not in lead.text[start : match.start()]
            ):
                days.append(match)
    if len(days) == 1 and len(_DAY.findall(lead.text)) == 1:
        day = list(maker.dated(relation, *days[0].span("date")))
        if day:
            yield from day
            return
    year = _YEAR.match(lead.blanked, lead.predicate, lead.noun_end)
    if year:
        yield from maker.dated(relation, *year.span("year"))


def _named(maker: FactMaker, lead: ArticleOpening, pattern: re.Pattern[str], relation: str) -> Iterator[Fact]:
    """From the first sentence, where the pattern must stand in the main clause (before any "that" or "which")."""
    text = lead.blanked
    clause = _CLAUSE.search(text, lead.noun_end)
    match = pattern.search(text, lead.noun_end)
    if match and not (clause and clause.start() <= match.start()):
        yield from _checked(maker, match, relation)


def _performed(lead: ArticleOpening) -> re.Match[str] | None:
    """Who performs a piece of music. "A song by X" may mean its writer: it must say that X sings or plays it."""
    match = _BY_ACT.match(lead.blanked, lead.noun_end)
    if match is None or _WRITES_SONGS.search(match["who"]):
        return None
    if lead.noun in ("song", "single") and not match["verb"] and match["who"].strip() in ("", "the"):
        return None
    return match


def _checked(
    maker: FactMaker, match: re.Match[str] | None, relation: str, *, people: bool = True, gate: bool = True
) -> Iterator[Fact]:
    if match is None or (gate and _NOT_A_NAME.search(match["names"])):
        return
    names = match["names"]
    if not is_whole(names) or (people and (" " not in names or "-born " in names)):
        return
    yield maker.fact(relation, *match.span("names"))
