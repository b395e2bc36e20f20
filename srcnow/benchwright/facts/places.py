"""Read facts about places and countries: location, population, area, height and length.

    Steinbach is a city located about 58 km south-east of Winnipeg , Manitoba , Canada . According to the Canada 2016
    Census , Steinbach has a population of 15,829 , ...
    -> population 15,829 (year 2016)

Refused: figures of a metropolitan area, of a county or of another place that the sentence names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.article_openings import ArticleOpening
from benchwright.facts.phrases import NUMBER, PROPER, FactMaker, first_of_each, is_place_like
from benchwright.records import Fact, Source
from benchwright.values import Quantity, convert, detokenise
from benchwright.values.decimal_signs import decimal_sign, numbers_in, quantity_as_written
from benchwright.values.nations import CERTAIN_COUNTRIES
from benchwright.values.numbers import find_quantities

_VOCABULARY = Vocabulary.of("benchwright.facts", "places")
_AREA_WORD = _VOCABULARY.pattern("areas")
_SIDE = (
    r"(?:(?:north|south|east|west)(?:-?(?:east|west))?(?:ern)?(?:-central)?|central|upper|lower"
    r"|rural|coastal|downtown|suburban|northcentral)"
)
# One place, with a side of it or the kind of area that it is: "northern Alabama", "the municipality of Kiseljak".
_PART = (
    rf"(?:the )?(?:{_SIDE} (?:part |region |area |portion |side )?(?:of )?(?:the )?)?"
    rf"(?:(?:[\w'.-]+ ){{0,2}}(?:{_AREA_WORD}) of )?(?:the )?(?:{_SIDE} )?{PROPER}"
)
LOCATION = rf"{_PART}(?:(?: ?,| in| of|, in) {_PART}){{0,4}}"
_LOCATION_END = (
    r"(?= ?(?:(?<![A-Z])[.;](?:\s+[^a-z\s]|\s*$)|\.$)| with (?:a|an|about|over) | ?, (?:with|which|that|who"
    r"|about|approximately|near|north|south|east|west|on|and (?:is|was|has)|founded"
    r"|established|formed|located|built|close|just|along|at|known|named|home)\b| that | which "
    r"| and (?:is|was|has) | operated | owned | built | completed | near |$)"
)
_LIES_IN = re.compile(
    rf"(?: and [a-z]+(?: [a-z]+)?)?(?: ?,)?(?: (?:that is |which is )?(?:located|situated|based"
    rf"|headquartered))? in (?P<where>{LOCATION})" + _LOCATION_END
)
_LAST_PART = re.compile(rf"(?:^|, |in |of )(?P<country>(?:the )?{PROPER})$")

_ABOUT = "(?:about|approximately|around|roughly|over|nearly|some|almost|more than|just over|just under|estimated at)"
_CENSUS = (
    r"(?:[A-Z0-9][\w.]* ){0,4}?(?P<year>[12]\d{3})(?! ?[-–—] ?\d)(?: (?:[A-Z][\w.]+ ){0,4}"
    r"(?:federal |national )?[Cc]ensus)?"
)
_CENSUS_OF = r"(?:[A-Z][\w.]+ ){0,4}[Cc]ensus(?: of| in| for|,)? (?P<year_too>[12]\d{3})"
# What is counted is people only if no other noun follows; "5,000 to 6,000" and "10,000–12,000" are no one number.
_COUNT_END = (
    r"(?= ?(?:[.;,)](?!\d)|\(|$)| and (?!\d)| (?:at|in|as|according|within|during|on|for|with|which|while|whilst|but|by"
    r"|from|living|plus|when|after)\b| [-–—] [a-z])"
)
_COUNTED = re.compile(
    r"(?:(?:had|has|recorded|with|reported) an?(?: (?:total|estimated|resident|permanent))? population of"
    r"|(?:its|the)(?: (?:total|estimated|resident))? population (?:was|is|stood at|was recorded as))"
    rf"(?P<about> {_ABOUT})? (?P<number>{NUMBER})(?: people| inhabitants| residents| persons)?{_COUNT_END}"
)
_BEFORE = re.compile(
    r"(?:[Aa]s of|[Ii]n|[Aa]t|[Aa]ccording to|[Aa]s per|[Pp]er|[Aa]s at)(?: the)? "
    rf"(?:{_CENSUS}|{_CENSUS_OF})"
    r"(?: ~+)?(?: by [A-Z][\w ]+?)? ?,? "
)
_AFTER = re.compile(
    r"(?: ?,)? ?\(? ?(?:(?:at|in|as of|according to|as at|as per|during|from|by|per|on"
    r"|based on)(?: the)?(?: time of the)? )?"
    rf"(?:{_CENSUS}|{_CENSUS_OF})"
)
_POPULATION = re.compile(r"(?:[Tt]he|[Ii]ts) (?:total |estimated |resident )?population ")
_OTHER_AREA = re.compile(
    r"metropolitan|urban area|metro |agglomeration|micropolitan|county|student|Jewish|Muslim"
    r"|urban population|rural population|school|combined",
    re.IGNORECASE,
)

_HEDGE = "(?: (?P<about>about|approximately|around|roughly|over|some|nearly))?"
_AREA = re.compile(
    rf"(?:(?:has|covers|occupies|with|had|covering|and)(?: an?)? (?:total |surface )?area of|covers|covering){_HEDGE} "
    rf"(?P<figure>{NUMBER} (?:square (?:kilomet(?:re|er)s?|miles?)|sq\.? (?:km|mi)|km ?[2²]|hectares?|ha|acres?))"
    r"(?![\w²/])"
)
_ELEVATION = re.compile(
    r"(?:lies|is|sits|stands|is situated|is located|has|with|rises to|at)(?: at)?(?: an?)? "
    rf"(?:elevation|altitude|height)(?: of)?{_HEDGE} (?P<figure>{NUMBER} (?:met(?:re|er)s?|m|feet|ft))"
    r"(?![\w²/-])(?!(?: ?\([^()]*\))? ?,? (?:above the|below)\b)"
)
_LENGTH = re.compile(
    rf"(?:is|with a length of|it is|flows for|runs for|(?P<total>has a (?:total )?length of)){_HEDGE} "
    rf"(?P<figure>{NUMBER} (?:kilomet(?:re|er)s?|km|miles?|mi))"
    r"(?(total)(?![\w²/])|(?: \([^()]*\))?(?: long| in length)(?![\w-]))"
)
_CAPACITY = re.compile(
    r"(?:(?:has|had|with) an? (?:(?:total|seating|current|maximum|all-seated|all-seater|official) )*capacity of"
    r"|(?:currently )?(?:holds|seats|can hold|can accommodate|accommodates))"
    rf"(?P<about> {_ABOUT})? (?P<figure>{NUMBER})(?: people| spectators| fans| seats| persons| seated)?{_COUNT_END}"
)
_CAPITAL = re.compile(
    r"(?:[Tt]he|[Ii]ts)(?: (?:national|state|provincial|regional))? (?P<seat>capital|county seat)(?: city)?"
    r"(?:(?: and| ,) (?:(?:its |the )?(?:largest|most populous|biggest)) (?:city|town))?"
    rf"(?: of the (?:{_AREA_WORD}))? is(?: the (?:city|town) of)? (?P<capital>{PROPER})"
    r"(?= ?(?:(?<![A-Z])[.;](?:\s+[^a-z\s]|\s*$)|\.$)| ?, (?:which|with|while|where|located|a|the|on|and its)\b"
    r"| with | which | while | located )"
)
_TOLD_APART = re.compile(
    r"\b(?:up|down|compared|increas\w+|decreas\w+|ris\w+|fell|declin\w+|grow\w+|grew)\b"
    r"|\b(?:and|but|while|whereas) (?:the|its|[A-Z])"
)
"""Before a figure of an earlier time, or of another subject."""
_IN_A_YEAR = re.compile(r"(?<![\d,])(?:1[5-9]|20)\d\d$")
_NO_NOUN = re.compile(rf"(?: people| inhabitants| residents| persons| spectators| fans| seats| seated)?{_COUNT_END}")
_ROUNDED = Decimal("0.05")
"""How far a figure may be off in another unit."""
_WATERS = _VOCABULARY.words("waters")
_VENUES = _VOCABULARY.words("venues")
_SETTLED = _VOCABULARY.words("settled")
_FIGURES = (
    ("area", _AREA, None),
    ("elevation", _ELEVATION, None),
    ("capacity", _CAPACITY, _VENUES),
    ("length", _LENGTH, _WATERS),
)


def facts_of_place(source: Source, lead: ArticleOpening) -> Iterator[Fact]:
    """All that is read about a place or a country."""
    maker = FactMaker(source, lead)
    yield from first_of_each((*location(maker, lead), *_figures(maker, lead)))


# "A road racing team in the UCI ProTour" and "a school in the Diocese of York" lie in something, but in no place.
_NO_PLACE = re.compile(rf"\b(?:{_VOCABULARY.pattern('no_places')})\b")


def location(maker: FactMaker, lead: ArticleOpening) -> Iterator[Fact]:
    """What a place, school or club lies in, from "is a NOUN in X , Y"; and the country, where the row ends with one."""
    match = _LIES_IN.match(lead.blanked, lead.noun_end)
    if match is None:
        return
    where = match["where"]
    start, end = match.span("where")
    if "~" in where or not is_place_like(where) or _NO_PLACE.search(where):
        return
    if where.removeprefix("the ") not in CERTAIN_COUNTRIES:
        yield maker.fact("location", start, end)
    last = _LAST_PART.search(where)
    name = last["country"].removeprefix("the ") if last else ""
    if name in CERTAIN_COUNTRIES:
        yield maker.fact("country", end - len(name), end)


def _figures(maker: FactMaker, lead: ArticleOpening) -> Iterator[Fact]:
    text = lead.text
    for start, head, end in ((0, 0, lead.first_end), *lead.later()):
        if start and lead.noun in _SETTLED and "opulation" in text[start:end]:
            yield from _population(maker, lead, start, end)
        elif not start and lead.noun in _SETTLED and "population of" in text[start:end]:
            yield from _first_population(maker, lead, end)
        if start and (match := _CAPITAL.match(text, start, end)):
            yield maker.fact(match["seat"].replace(" ", "_"), *match.span("capital"))
        if head < 0 or not start:
            continue
        for relation, pattern, nouns in _FIGURES:
            if nouns is None or lead.noun in nouns:
                yield from _measured(maker, lead, pattern.match(text, head, end), relation)


def _population(maker: FactMaker, lead: ArticleOpening, start: int, end: int) -> Iterator[Fact]:
    """From "The population was 26,686 at the 2010 census" or "As of 2011 , it had a population of 529"."""
    text = lead.text
    before = _BEFORE.match(text, start, end)
    at = before.end() if before else start
    if not _POPULATION.match(text, at):
        lower = text[at : at + 1].casefold() + text[at + 1 : at + 60]
        name = next(
            (n for n in lead.names() if text.startswith(n, at) or lower.startswith(n[0].casefold() + n[1:])), ""
        )
        if not name:
            return
        at += len(name)
        low = text[at : at + 1]
    else:
        low = text[at].casefold()
    sentence = text[start:at] + low + text[at + 1 : end]
    match = _COUNTED.match(sentence, at - start)
    if match is None or _OTHER_AREA.search(text, start, start + match.end()):
        return
    yield from _counted(maker, lead, match, start, end, before)


def _first_population(maker: FactMaker, lead: ArticleOpening, end: int) -> Iterator[Fact]:
    """From the first sentence: "is a city in the Netherlands with a population of 152,968"."""
    match = _COUNTED.search(lead.text, lead.predicate, end)
    if match is None or _OTHER_AREA.search(lead.text, lead.predicate, match.end()):
        return
    if not lead.text.startswith("with", match.start()):
        return
    yield from _counted(maker, lead, match, 0, end, None)


def _counted(
    maker: FactMaker, lead: ArticleOpening, match: re.Match[str], offset: int, end: int, before: re.Match[str] | None
) -> Iterator[Fact]:
    after = _AFTER.match(lead.text, offset + match.end(), min(end, offset + match.end() + 80))
    if before and after and _year(before) != _year(after):
        return
    dated = before or after
    year = _year(dated) if dated else ""
    qualifiers = [("year", year)] if year else []
    quantity = _amount(lead, match, "number")
    if quantity is None or not 0 < quantity.number < 2_000_000_000:
        return
    if quantity.hedge or "estimated" in match[0]:
        qualifiers.append(("approximate", "yes"))
    start, stop = offset + match.start("number"), offset + match.end("number")
    yield maker.fact("population", start, stop, "count", unit="people", qualifiers=tuple(qualifiers))


def _year(match: re.Match[str]) -> str:
    return match["year"] or match["year_too"] or ""


def _measured(maker: FactMaker, lead: ArticleOpening, match: re.Match[str] | None, relation: str) -> Iterator[Fact]:
    quantity = _amount(lead, match, "figure") if match else None
    if match is None or quantity is None:
        return
    kind, unit = ("count", "people") if relation == "capacity" else ("quantity", quantity.unit)
    if unit and (kind == "count" or quantity.number > 0):
        qualifiers = (("approximate", "yes"),) if quantity.hedge else ()
        yield maker.fact(relation, *match.span("figure"), kind, unit=unit, qualifiers=qualifiers)


def _amount(lead: ArticleOpening, match: re.Match[str], group: str) -> Quantity | None:
    """The amount of a match with its hedge; None for a bound ("over 500")."""
    words = f"{match['about'] or ''} {detokenise(match[group])}"
    quantity = quantity_as_written(words.strip(), decimal_sign(numbers_in(lead.text)))
    if quantity is None or quantity.hedge not in ("", "about"):
        return None
    return None if _has_rival(quantity, match.string[match.end(group) : match.endpos]) else quantity


def _has_rival(quantity: Quantity, rest: str) -> bool:
    """Whether the rest of the sentence gives a second figure of the same kind: "12,000 for football and 20,000 for
    concerts". The same in another unit is none, nor is what it was before or what the figure of another thing is."""
    apart = _TOLD_APART.search(rest)
    rest = detokenise(rest[: apart.start()] if apart else rest)
    for start, end, other in find_quantities(rest):
        converted = convert(other, quantity.unit) if quantity.unit else None
        if converted and abs(converted.number - quantity.number) > _ROUNDED * quantity.number:
            return True
        counts = not quantity.unit and (not other.unit or other.unit == "people") and not _IN_A_YEAR.search(rest[:end])
        if counts and other.number > 1 and _NO_NOUN.match(rest, end) and start > 0:
            return True
    return False
