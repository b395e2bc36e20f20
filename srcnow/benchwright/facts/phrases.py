"""Define the patterns that several readers share (dates, names, numbers), and make facts of their matches.

A pattern here matches tokenised and running text. What follows a name decides whether it is whole, so each reader says
which endings it accepts; a name that runs into another capital is refused rather than cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from benchwright.facts.article_openings import ArticleOpening
from benchwright.records import Fact, Modality, Source, Span
from benchwright.values import detokenise, name_key, parse_date

UPPER = "A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĴĶĹĻĽĿŁŃŅŇŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽȘȚʿʻ"
MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
# What follows a year of our era: no digit, and no other era.
_OUR_ERA = r"(?!\d)(?! ?(?:BCE?|B\. ?C|AH|A\. ?H|BP)\b)"
FULL_DATE = rf"(?:\d{{1,2}} {MONTH},? \d{{3,4}}|{MONTH} \d{{1,2}} ?, \d{{3,4}}){_OUR_ERA}"
# A date as sentences give it; a year that opens a range ("1999-2003") is none.
DATE = rf"(?:{FULL_DATE}|{MONTH},? \d{{4}}|\d{{4}}(?!-)(?! ?[-–—/] ?\d)){_OUR_ERA}"
# The same where a range is expected: a life.
ENDPOINT = rf"(?:{FULL_DATE}|{MONTH},? \d{{4}}|\d{{4}}){_OUR_ERA}"

_JOINED = (
    "Bosnia and Herzegovina|Trinidad and Tobago|Antigua and Barbuda|Newfoundland and Labrador|Tyne and Wear"
    "|Saint Vincent and the Grenadines|Saint Kitts and Nevis|São Tomé and Príncipe|Hesse and by Rhine"
)
# The stop that ends the text is no part of a name: readers look at one sentence at a time.
_CAPITALISED = rf"[{UPPER}](?:[\w'’\-–/]|\.(?!$))*(?: 's)?"
_SMALL_WORDS = (
    r"(?:of the|of|de la|de los|de las|de|da|dos|do|del|du|des|di|la|le|les|el|al|upon|on|sur|am"
    r"|an der|y|i|the|en|in der)"
)
# A proper name: capitalised words, with small ones only between them. Atomic: it is taken whole or not at all, which
# also keeps "A of the B of the C ..." from being tried in every way that it can be cut.
PROPER = rf"(?>{_JOINED}|{_CAPITALISED}(?: (?:{_SMALL_WORDS} )?{_CAPITALISED}){{0,9}})"
# A company that a word such as "Records" closes.
COMPANY = rf"{_CAPITALISED}(?: {_CAPITALISED}){{0,4}} "
# A place with what it lies in: "Łódź , Poland".
PLACE = rf"(?:the )?{PROPER}(?: ?, (?:the )?{PROPER}){{0,3}}"
# One person's name, two to five words, initials allowed.
PERSON = (
    rf"{_CAPITALISED}(?: (?:de la|de|da|di|del|du|van der|van den|van|von der|von|al|el|bin|ter|le|la) {_CAPITALISED}"
    rf"| {_CAPITALISED}){{1,4}}(?: ?, (?:Jr|Sr)\.?)?"
)
# After a list of names: the sentence ends, or goes on with what cannot be one more name.
NAMES_END = (
    r"(?= ?(?:(?<![A-Z])[.;](?:\s|$)|\.$)| ~| ?, (?!and [A-Z])[a-z]| (?:starring|from|based|for|with|about|in|on"
    r"|at|as|featuring|who|that|which|to|during|under|set|using|using"
    r"|released|published|through|via|after|over|co-starring|of)\b| and (?:starring|written"
    r"|produced|based|released|co-written|co-produced|featuring|stars|distributed"
    r"|edited|scored|scripted|narrated|published|recorded|was|is|first|also"
    r"|a|an|set|taken|originally|directed|developed|composed|performed|featured|shot"
    r"|photographed|has)\b|$)"
)
# People: one name, or a list that is whole.
PEOPLE = rf"{PERSON}(?:(?: ?, {PERSON}){{0,3}} ?,? (?:and|&) {PERSON})?"
# "American author", "Academy Award winner" before a name: an adjective of nation and words in small letters.
APPOSITION = (
    r"(?:(?:the |fellow )?(?:[A-Z][a-z]+(?:-[A-Z]?[a-z]+)? )?(?:(?!and )[a-z][\w'/-]* ){1,5}(?:and [a-z-]+ )?)?"
)
# A number to its last digit and its scale word, for `parse_quantity` to judge: "12,345", "1.4 billion".
NUMBER = r"(?>\d(?:[\d.,]*\d)?(?:\s\d{3}(?!\d))*(?:\s(?:thousand|million|billion|trillion)\b)?)"

_NOT_A_PLACE = re.compile(
    rf"(?:{MONTH}|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|He|She|It|They|His"
    rf"|Her|In|On|At|As|The|This)\b"
)


_CUT_SHORT = re.compile(r"\b(?:[A-Z]|St|Ste|Dr|Mr|Mrs|Mt|Ft|Fr|Rev|Sgt|Capt|Gen|Col|Lt|Prof|U\.S\.?|No|vs)\.?$")


def is_whole(name: str) -> bool:
    """Whether a name does not end where an abbreviation or an initial was taken for the end of the sentence."""
    return not _CUT_SHORT.search(name)


def is_place_like(name: str) -> bool:
    """Whether a capitalised phrase may be a place: no month, no weekday, no word that begins a sentence."""
    return (
        name not in ("UK", "US")
        and (is_whole(name) or name.endswith(("D.C", "D.C.", "B.C", "B.C.", "U.S.", "U.S.S.R.")))
        and name not in ("U.S", "U.S.")
        and not _NOT_A_PLACE.match(name)
        and not name.endswith((" Jr.", " Inc.", " Ltd."))
    )


# "Washington , D.C" and the stop that tokenising took from it.
_ABBREVIATED = re.compile(r"\b[A-Z]\.[A-Z]$|\b(?:Jr|Sr|Inc|Ltd|Co)$")
_LAST_STOP = re.compile(r" ?\.")


def first_of_each(facts: Iterable[Fact]) -> Iterator[Fact]:
    """The first fact of each relation."""
    relations: set[str] = set()
    for fact in facts:
        if fact.relation not in relations:
            relations.add(fact.relation)
            yield fact


def fact_at(source: Source, relation: str, start: int, end: int, subject: str, **fields: Any) -> Fact:
    """A fact whose value is what stands at `start`:`end` of the source's text; `fields` are those of the fact that are
    not as here."""
    fact = Fact(
        id=f"{source.id}#{relation}@{start}",
        subject=subject,
        entity=name_key(subject),
        relation=relation,
        value=source.text[start:end],
        span=Span(source.id, "caption" if source.modality is Modality.IMAGE else "text", start, end),
        value_type="name",
    )
    return replace(fact, **fields)


class FactMaker:
    """Makes the facts of one passage: keeps what is the same in all of them."""

    def __init__(self, source: Source, lead: ArticleOpening, qualifiers: tuple[tuple[str, str], ...] = ()) -> None:
        self._source = source
        self._lead = lead
        sense = source.title[len(lead.subject) :].strip(" ()")
        # A title such as "Heat (1995 film)" says that its bare name means other things too.
        self._qualifiers = (*qualifiers, ("sense", sense)) if sense else qualifiers

    def fact(
        self,
        relation: str,
        start: int,
        end: int,
        value_type: str = "name",
        *,
        unit: str = "",
        qualifiers: tuple[tuple[str, str], ...] = (),
    ) -> Fact:
        """A fact whose value is what stands at `start`:`end`, detokenised."""
        stop = _LAST_STOP.match(self._source.text, end)
        if stop and _ABBREVIATED.search(self._source.text, start, end):
            end = stop.end()
        return fact_at(
            self._source,
            relation,
            start,
            end,
            self._lead.subject,
            entity=name_key(self._source.title),
            value=detokenise(self._source.text[start:end]),
            unit=unit,
            subject_type=self._lead.kind,
            value_type=value_type,
            qualifiers=qualifiers + self._qualifiers,
        )

    def dated(
        self, relation: str, start: int, end: int, *, qualifiers: tuple[tuple[str, str], ...] = ()
    ) -> Iterator[Fact]:
        """A fact with a date: to the day as a `date`, else the year alone as a `year`. Nothing for no date."""
        date = parse_date(self._source.text[start:end])
        if date is None or not 500 <= date.year <= 2100:
            return
        if date.precision == "day":
            yield self.fact(relation, start, end, "date", qualifiers=qualifiers)
        else:
            yield self.fact(relation, end - len(str(date.year)), end, "year", qualifiers=qualifiers)
