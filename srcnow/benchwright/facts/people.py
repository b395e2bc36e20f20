"""Read facts about people from the opening of their article.

    Agnieszka Domańska ( born 8 March 1975 in Łódź ) is a Polish former ice dancer .
    -> birth_date 8 March 1975; birth_place Łódź; nationality Polish; occupation ice dancer

Refused: hedged dates (c., baptised, old style), remarks with more dates than were understood, "Australian rules
footballer" as a nationality, two nationalities at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.article_openings import ArticleOpening, occupation_end
from benchwright.facts.phrases import DATE, ENDPOINT, PLACE, UPPER, FactMaker, first_of_each, is_place_like
from benchwright.records import Fact, Source
from benchwright.values import parse_date
from benchwright.values.nations import COUNTRY_OF

_HEDGED = re.compile(
    r"\bc\.|\bca?\b ?\.|circa|\?|\bor\b|bapti[sz]|\bbefore\b|\bafter\b|O\.? ?S\.|Julian|\bBC"
    r"|\bfl\b|\breign|\br\.|\babout\b"
    r"|\baround\b|\bprobably|\bactive|\bfoaled|\bdisappeared|\bbetween|\bbuilt|\brelease"
)
_YEAR = re.compile(r"\d{4}")
_WHERE = rf"(?: ?,? (?:in|at)(?: the)? (?P<{{0}}>{PLACE})| ?, (?P<{{0}}_too>{PLACE}))?"
_BIRTH = re.compile(
    rf"(?:^|[;,] ?|\s)(?:[Bb]orn|b\.)(?: (?:[^;,\d()]{{1,60}}? )?(?:on )?"
    rf"| [^;\d()]{{1,70}}? ?[,;] ?(?:on )?)(?P<birth>{DATE})" + _WHERE.replace("{0}", "birth_at") + r"(?=\s*(?:$|;))"
)
_BORN_IN_PLACE = re.compile(
    rf"(?:^|; ?|\s)born in (?P<place>{PLACE}) ?(?:,|on|in)(?: on)? (?P<birth>{DATE})(?=\s*(?:$|;))"
)
_LIFE = re.compile(
    rf"(?:^|[;,] ?)\s?(?:born )?(?P<birth>{ENDPOINT})"
    + _WHERE.replace("{0}", "birth_at")
    + rf"\s?[-–—]\s?(?:died )?(?P<death>{ENDPOINT})"
    + _WHERE.replace("{0}", "death_at")
    + r"(?=\s*(?:$|;))"
)
_WAS_BORN = re.compile(
    rf"was born (?:and raised )?(?:(?:on|in) (?P<date>{DATE}) ?,? )?(?:in|at) (?P<place>{PLACE})"
    r"(?= ?(?:(?<![A-Z])\.\s|\.$)| and (?:raised|grew|was|is|has|studied|educated|moved|began|attended"
    r"|started|lived|played|came|later|he|she)\b"
    r"| ?,? (?:on|in \d+|to|where|but|into|as a|as the|he|she|the (?:son|daughter|eldest"
    r"|youngest|second|third))\b| ?,? the (?:son|daughter)\b| ?;)"
)
# What follows the place decides whether it is whole: a pronoun, the surname again, or "and raised".
_BORN_FIRST = re.compile(
    rf"Born (?:on {DATE} ?,? )?in (?P<place>{PLACE}) ?, (?:and raised |(?P<next>he|she|[{UPPER}][\w'’-]+) )"
)
_DIED = re.compile(
    rf"died (?:(?:on|in) (?P<date>{DATE}) ?,? )?(?:in|at) (?P<place>{PLACE})(?= ?(?:(?<![A-Z])\.\s|\.$)"
    rf"| ?,? (?:on|in \d+|at the age|aged)\b)"
)
_FORMER = re.compile(
    r"(?:(?:former|retired|professional|current|late|notable|noted|famous|prominent|leading|veteran)\s)+"
)
_ROW_GOES_ON = re.compile(r" and | ?,(?: [\w-]+){1,5}(?: ?,| and) ")
_GAMES_NAMED_AFTER_NATIONS = Vocabulary.of("benchwright.facts", "people").words("behind_nations")
_PRONOUNS = (("He ", "he"), ("His ", "he"), ("She ", "she"), ("Her ", "she"))


def facts_of_person(source: Source, lead: ArticleOpening) -> Iterator[Fact]:
    """All that is read about a person."""
    pronoun = _pronoun(lead)
    maker = FactMaker(source, lead, (("pronoun", pronoun),) if pronoun else ())
    if " and " in lead.subject or "&" in lead.subject:
        return
    yield from first_of_each((*_life(maker, lead), *_origins(maker, lead), *_trade(maker, lead)))


def _pronoun(lead: ArticleOpening) -> str:
    """`he` or `she` where the later sentences begin with one of them and never with the other, else ""."""
    pronouns = {
        pronoun for start, _, _ in lead.later() for word, pronoun in _PRONOUNS if lead.text.startswith(word, start)
    }
    return pronouns.pop() if len(pronouns) == 1 else ""


def _life(maker: FactMaker, lead: ArticleOpening) -> Iterator[Fact]:
    """Birth and death, from the remark in brackets behind the name."""
    for start, end in lead.asides():
        remark = lead.text[start:end] + " "  # no sentence ends here: a last stop belongs to its name
        years = len(_YEAR.findall(remark))
        if not years or "(" in remark:
            continue
        if _HEDGED.search(remark):
            return
        life = _LIFE.search(remark) if years == 2 else None
        birth = life or (_BIRTH.search(remark) or _BORN_IN_PLACE.search(remark) if years == 1 else None)
        if birth is None:
            return
        if life and not _plausible(life["birth"], life["death"]):
            return
        yield from maker.dated("birth_date", start + birth.start("birth"), start + birth.end("birth"))
        yield from _places(maker, birth, start, "birth_place", ("birth_at", "birth_at_too", "place"))
        if life:
            yield from maker.dated("death_date", start + life.start("death"), start + life.end("death"))
            yield from _places(maker, life, start, "death_place", ("death_at", "death_at_too"))
        return


def _plausible(birth: str, death: str) -> bool:
    first, last = parse_date(birth), parse_date(death)
    return first is not None and last is not None and 5 <= last.year - first.year <= 110


def _places(
    maker: FactMaker, match: re.Match[str], offset: int, relation: str, groups: tuple[str, ...]
) -> Iterator[Fact]:
    names = match.groupdict()
    for group in groups:
        if names.get(group) and is_place_like(names[group]):
            yield maker.fact(relation, offset + match.start(group), offset + match.end(group))
            return


def _origins(maker: FactMaker, lead: ArticleOpening) -> Iterator[Fact]:
    """Where a person was born or died, from a later sentence about them."""
    if "born" not in lead.text and "died" not in lead.text:
        return
    surname = lead.subject.rpartition(" ")[2]
    for start, verb, end in lead.later():
        first = _BORN_FIRST.match(lead.text, start, end)
        if first and first["next"] in (None, "he", "she", surname) and is_place_like(first["place"]):
            yield maker.fact("birth_place", *first.span("place"))
        for pattern, relation in ((_WAS_BORN, "birth"), (_DIED, "death")) if verb >= 0 else ():
            match = pattern.match(lead.text, verb, end)
            if match is None or not is_place_like(match["place"]):
                continue
            if match["date"]:
                yield from maker.dated(f"{relation}_date", match.start("date"), match.end("date"))
            yield maker.fact(f"{relation}_place", match.start("place"), match.end("place"))


def _trade(maker: FactMaker, lead: ArticleOpening) -> Iterator[Fact]:
    """Nationality and occupation, from "is a Polish former ice dancer"."""
    text, start = lead.blanked, lead.predicate
    end = occupation_end(text, start)
    first = text[start:end].split()
    nation = next((nation for nation in (" ".join(first[:count]) for count in (3, 2, 1)) if nation in COUNTRY_OF), "")
    rest = first[len(nation.split()) :]
    if nation and rest and rest[0] not in _GAMES_NAMED_AFTER_NATIONS and not _second_nation(rest):
        yield maker.fact("nationality", start, start + len(nation))
        start += len(nation) + 1
    elif nation or not rest or not rest[0][0].islower():
        return
    former = _FORMER.match(text, start)
    if former:
        start = former.end()
    if _ROW_GOES_ON.match(text, end):
        # The row of trades has an item that is not understood: its first one is still true.
        end = start + len(re.split(r" ?,| and ", text[start:end], maxsplit=1)[0])
    if end - start > 3 and len(text[start:end].split()) <= 9 and not _second_nation(text[start:end].split()):
        yield maker.fact("occupation", start, end)


def _second_nation(words: list[str]) -> bool:
    """Whether another nationality follows ("Greek American", "Indian and Pakistani", "American-born")."""
    heads = [word for word in words if word in COUNTRY_OF or word.endswith("-born")]
    pairs = [f"{a} {b}" for a, b in pairwise(words) if f"{a} {b}" in COUNTRY_OF]
    football = "American football" in " ".join(words) or "Canadian football" in " ".join(words)
    return bool(heads or pairs) and not football
