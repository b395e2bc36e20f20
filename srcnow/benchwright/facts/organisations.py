"""Read when organisations, teams and buildings were founded, built and opened, and by whom.

    Blundell Park is a football ground in Cleethorpes ... The stadium was built in 1899 , but ...
    -> built 1899

Refused: a founding in a sentence that speaks of something else, refoundings, "founded in the 1890s", "c. 1900".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.article_openings import ArticleOpening, words
from benchwright.facts.phrases import DATE, PERSON, PROPER, FactMaker, is_whole
from benchwright.facts.places import location
from benchwright.records import Fact, Source
from benchwright.values import find_dates

_VOCABULARY = Vocabulary.of("benchwright.facts", "organisations")
_FOUNDED_VERBS = "founded|established|formed|created|started|launched"
_BUILT_VERBS = "built|constructed|completed|erected"
_WHEN = rf"(?:in|on)(?: the year)? (?P<date>{DATE})"
_NO_MORE = r"(?![\w-]|s\b)(?! ?(?:or|until|to|through) \d)"
_EVENT = re.compile(
    rf"(?:(?:is|was|were) )?(?:(?:first|originally|officially|initially|formally|itself) )?"
    rf"(?:(?P<founded>{_FOUNDED_VERBS})|(?P<built>{_BUILT_VERBS})|(?P<opened>opened)"
    rf"(?: its doors| to the public| for (?:traffic|service|business))?)"
    rf"(?: (?:by|at|under|as) [^,.;]{{3,60}}?)? {_WHEN}{_NO_MORE}"
)
_FRONTED = re.compile(
    rf"(?:(?P<founded>Founded|Established|Formed)|"
    rf"(?P<built>Built|Constructed|Completed|Erected)|(?P<opened>Opened))"
    rf"(?: (?:by|at) [^,.;]{{3,60}}?)? {_WHEN}{_NO_MORE}(?: (?:by|as|in|at) [^,.;]{{2,60}}?)? ?, "
)
_IN_FIRST = re.compile(
    rf" ?,? ?(?:(?:that|which) was )?(?:and )?(?:(?P<founded>founded|established|formed)|"
    rf"(?P<built>built|constructed|completed)|(?P<opened>opened))"
    rf" {_WHEN}{_NO_MORE}"
)
_IN_A_ROLE = re.compile(r" ?,? as (?:an?|the) [^.;]*\band\b")
_SEAT = re.compile(
    rf" ?,? ?(?:located |situated |based |headquartered )?in {PROPER}(?: ?, {PROPER}){{0,3}}",
)
_FOUNDER = re.compile(
    rf"(?:was|were|is) (?:first |originally )?(?:founded|established|formed)(?: (?:in"
    rf"|on) {DATE})? by (?P<value>{PERSON}(?: and {PERSON})?)"
    rf"(?= ?(?:(?<![A-Z])\.\s|\.$)| (?:in|on) \d| in [A-Z]| ?, (?:who|and is|and was|then|which)\b"
    rf"| as | and (?:is|was|has)\b| to | with | while )"
)
_NO_FOUNDER = re.compile(rf"\b(?:{_VOCABULARY.pattern('no_founder')})\b")
_EVENTS = ("founded", "built", "opened")
_BUILDINGS = _VOCABULARY.words("buildings")


def facts_of_organisation(source: Source, lead: ArticleOpening) -> Iterator[Fact]:
    """All that is read about an organisation or a team: its place, its founding and its founders."""
    maker = FactMaker(source, lead)
    yield from location(maker, lead)
    yield from _history(maker, lead)


def facts_of_building(source: Source, lead: ArticleOpening) -> Iterator[Fact]:
    """When a building or a place was founded, built or opened."""
    yield from _history(FactMaker(source, lead), lead)


def _history(maker: FactMaker, lead: ArticleOpening) -> Iterator[Fact]:
    """The first of each kind of event that a sentence about the subject dates, unless a later one disagrees."""
    events: dict[str, list[Fact]] = {}
    for match in _events(lead):
        verb = next(name for name in _EVENTS if match.groupdict().get(name))
        if verb != "founded" and lead.noun not in _BUILDINGS:
            continue
        rest = match.string[match.end("date") : match.endpos].partition(". ")[0]
        if _IN_A_ROLE.match(rest) and find_dates(rest):
            continue  # "in 1950 as a shop and in 1960 as a company"
        qualifiers = (("verb", match[verb].casefold()),) if verb == "founded" else ()
        for fact in maker.dated(verb, *match.span("date"), qualifiers=qualifiers):
            events.setdefault(fact.relation, []).append(fact)
    for facts in events.values():
        if len({fact.value[-4:] for fact in facts}) == 1:
            yield facts[0]
    for _, head, end in islice(lead.statements(), 1, None) if lead.kind != "place" else ():
        founder = _FOUNDER.match(lead.text, head, end)
        if founder and is_whole(founder["value"]) and not _NO_FOUNDER.search(founder["value"]):
            yield maker.fact("founder", *founder.span("value"))
            return


def _events(lead: ArticleOpening) -> Iterator[re.Match[str]]:
    """Every statement that something happened to the subject on a date, first sentence first."""
    text = lead.text
    where = _SEAT.match(lead.blanked, lead.noun_end)
    for begin in (lead.noun_end, *((where.end(),) if where else ())):
        if match := _IN_FIRST.match(lead.blanked, begin):
            yield match
    for start, head, end in lead.later():
        if head >= 0:
            if match := _EVENT.match(text, head, end):
                yield match
        elif (match := _FRONTED.match(text, start, end)) and _goes_on(lead, text[match.end() : match.end() + 80]):
            yield match


def _goes_on(lead: ArticleOpening, main: str) -> bool:
    """Whether the clause behind "Built in 1919 , " speaks of the subject: "it", its name, "the historic hotel"."""
    if main.startswith("it ") or any(main.startswith(name) for name in lead.names()):
        return True
    names = {lead.noun, *words(lead.subject)}
    return main.startswith("the ") and any(word in names for word in words(main)[1:5])
