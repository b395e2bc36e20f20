"""Name the subject of a passage so that nobody can take it for another.

The name comes with what the thing is, where its title says that the name alone means several things:

    George Evans (basketball)              the American basketball player George Evans
    Escape from Alcatraz (film)            the film Escape from Alcatraz
    Vincent (Sarah Connor song)            Sarah Connor's song "Vincent"
    Old Masonic Hall (Louisville, Miss.)   the Old Masonic Hall in Louisville, Miss.

What cannot be named in one breath is refused: groups as people, stage names of one word, titles that need a comma.
"""

from __future__ import annotations

import re

from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.article_openings import ArticleOpening, opening
from benchwright.makers.composed.family import SeedRefusedError, World
from benchwright.makers.composed.grammar import possessive, show
from benchwright.records import Fact
from benchwright.values import bare_name
from benchwright.values.nations import COUNTRY_OF

_NO_PERSON = re.compile(r"\d|&|/|\"|“|\b(?:and|und|y|feat|of)\b|^(?:The|Lil|DJ|MC|Mr\.?|Mrs\.?|Dr\.?) ")
_JUNIOR = re.compile(r",? (?:Jr|Sr)\.?$| (?:I{2,3}|IV)$")

_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "naming")
_WORK_WORDS = _VOCABULARY.texts("work_words")
_QUOTED = frozenset({"song", "poem"})
_WORK_SENSE = re.compile(
    r"^(?:(?P<year>\d{4}) )?(?:(?P<whose>.+?) )??(?P<noun>film|song|single|album|EP|novel|novella|book|play|"
    r"opera|musical|poem|TV series|television series|miniseries|sitcom|telenovela|video game|game|memoir)$",
    re.IGNORECASE,
)
_KIND_SENSES = _VOCABULARY.words("kind_senses")
_PLACE_SENSE = re.compile(
    r"^(?!.*\b(?:Metro|Line|League|Subway|Railway|Network|Station|Rapid|Transit|LRT|MRT|MTR|Tour|Series)\b)"
    r"[A-Z][\w'’.-]+(?:,? [A-Z][\w'’.-]+)*$"
)
_TAKES_THE = re.compile(
    r"^(?:(?:University|Battle|Museum|Bank|House|Church|Palace|Port|Cathedral|Diocese|Republic|Province|Isle|Monastery|"
    r"Library|Order|Siege|Institute|College) of\b|[\w' ]+ (?:River|Islands|Party|Association|Federation|Museum|"
    r"Orchestra|Society|Committee|Army)$)"
)


def opening_of(world: World, fact: Fact) -> ArticleOpening:
    """The first sentence of the fact's passage, taken apart. Raises SeedRefusedError where it tells nothing."""
    source = world.source(fact.source)
    lead = opening(source.text, source.title)
    if lead is None:
        raise SeedRefusedError("opening", "the passage does not open with what its title is")
    return lead


def person(world: World, fact: Fact, known_as: str | None = None) -> str:
    """A person's name: first name and surname, with the trade where there are namesakes (unless the question says what
    the person is `known_as` anyway). Raises SeedRefusedError."""
    plain = bare_name(fact.subject)
    whole = _JUNIOR.sub("", plain)
    if "," in whole or _NO_PERSON.search(whole) or not 2 <= len(whole.split()) <= 5 or not whole[0].isupper():
        raise SeedRefusedError("name", f"{plain!r} is no first name and surname")
    if fact.qualifier("sense") and known_as is None:
        return f"the {trade(world, fact)} {plain}"
    return plain


def is_plain_trade(occupation: Fact) -> bool:
    """Is an occupation up to three small words that name one trade?"""
    value = occupation.value
    words = value.split()
    return value == value.lower() and "," not in value and len(words) <= 3 and not {"and", "or"} & set(words)


def trade(world: World, fact: Fact) -> str:
    """What a person is, in two or three words: "American basketball player". Raises SeedRefusedError if it is not
    told."""
    facts = {other.relation: other.value for other in world.facts.of_source(fact.source) if other.entity == fact.entity}
    work, nation = facts.get("occupation", ""), facts.get("nationality", "")
    if not work or "," in work or " and " in work:
        raise SeedRefusedError("sense", "nothing short tells the person from namesakes")
    return f"{nation} {work}".strip()


def kind_and_title(world: World, fact: Fact) -> tuple[str, str]:
    """The word for what a work is, and its title as a sentence holds it: ("song", '"Dynamite"'). Raises
    SeedRefusedError for a kind without a word."""
    lead = opening_of(world, fact)
    plain = bare_name(fact.subject)
    word = _WORK_WORDS.get(lead.noun, "")
    if lead.noun == "game":
        word = next((f"{what} game" for what in ("video", "arcade") if what in lead.noun_phrase), "game")
    elif lead.noun == "series":
        word = "television series" if "television" in lead.noun_phrase else ""
    if not word or len(plain) < 2:
        raise SeedRefusedError("kind", f"no word for {plain}")
    return word, f'"{plain}"' if word in _QUOTED else plain


def work(world: World, fact: Fact) -> str:
    """A work with the word for what it is: "the film Happy, Happy". Raises SeedRefusedError for a kind without a
    word."""
    word, title = kind_and_title(world, fact)
    sense = fact.qualifier("sense")
    if not sense:
        return f"the {word} {title}"
    match = _WORK_SENSE.match(sense)
    if match is None:
        raise SeedRefusedError("sense", f"{sense!r} does not fit a question")
    year, whose = f"{match['year']} " if match["year"] else "", match["whose"] or ""
    if whose in COUNTRY_OF:
        return f"the {year}{whose} {word} {title}"
    if whose and (year or not whose[0].isupper() or " and " in whose or whose.endswith(("TV", "American"))):
        raise SeedRefusedError("sense", f"{sense!r} does not fit a question")
    return f"{possessive(whose)} {word} {title}" if whose else f"the {year}{word} {title}"


def thing(world: World, fact: Fact) -> str:
    """A place, building, organisation or event, with the article that its own passage gives it, and with where or what
    it is when its title says so. Raises SeedRefusedError."""
    source = world.source(fact.source)
    plain, sense = bare_name(fact.subject), fact.qualifier("sense")
    if not plain or not (plain[0].isupper() or re.match(r"\d{4} ", plain)) or "/" in plain:
        raise SeedRefusedError("name", f"{plain!r} is an odd name")
    first = plain.split(" ", 1)[0]
    called_the = source.text.startswith(f"The {first}") or bool(_TAKES_THE.match(plain))
    named = f"the {plain}" if first != "The" and called_the else plain
    if named.startswith("The "):
        named = f"the {named[4:]}"
    if not sense:
        return named
    if sense in _KIND_SENSES:
        return f"the {sense} {plain}"
    if "," in sense or (_PLACE_SENSE.match(sense) and fact.subject_type != "team" and sense not in COUNTRY_OF):
        return named if sense in named else f"{named} in {sense}"
    raise SeedRefusedError("sense", f"{sense!r} does not fit a question")


def with_comma(called: str) -> str:
    """The name in the middle of a sentence: "Greenup County, Kentucky," closes what its comma opened."""
    return f"{called}," if ", " in called and not called.endswith('"') else called


def before(world: World, fact: Fact, characters: int = 60) -> str:
    """The words right before a fact's value, which say in which way it is meant."""
    start = fact.span.start or 0
    return world.source(fact.source).text[max(0, start - characters) : start]


def after(world: World, fact: Fact, characters: int = 60) -> str:
    """The words right behind a fact's value."""
    end = fact.span.end or 0
    return world.source(fact.source).text[end : end + characters]


def other_order(fact: Fact) -> tuple[str, ...]:
    """A full date with the month first, as half of the readers will write it; nothing for a year or a month."""
    parts = show(fact).split(" ")
    return (f"{parts[1]} {parts[0]}, {parts[2]}",) if len(parts) == 3 else ()


_AGAIN = re.compile(
    r"\bre-?(?:released|issued)\b|\bworldwide\b|\binternationally\b|\bpremiered\b|"
    r"\bin (?:Japan|Europe|North America|Australia|Canada|the (?:US|UK|U\.S|U\.K|United))",
    re.IGNORECASE,
)
_SERIAL = re.compile(r"\bserial", re.IGNORECASE)


def came_out_once(world: World, fact: Fact) -> None:
    """Raises SeedRefusedError where a work came out more than once: as a serial and a book, in one country and
    another."""
    text = world.source(fact.source).text
    if _SERIAL.search(text) or _AGAIN.search(before(world, fact, 90) + " " + after(world, fact, 110)):
        raise SeedRefusedError("several", "it came out more than once")
