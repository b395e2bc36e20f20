"""Say what a table is about, from its title: "the points classification of the 1982 Tour de France".

Where a title and its section make no such phrase, the scope stays empty, and callers that need one have to refuse.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from benchwright.english.language import ENGLISH
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.kinds import kind_of
from benchwright.values import detokenise
from benchwright.values.nations import CERTAIN_COUNTRIES, OTHER_NAMES

_DATED = re.compile(r"^(?:18|19|20)\d{2}(?:[–/-]\d{2,4})? (?!in |deaths|births|at )\S")
_AT_GAMES = re.compile(r"^(?P<sport>.+?) at the (?P<games>(?:19|20)\d{2} .+?)(?: [–-] (?P<event>.+))?$")
_ENDS_IN_YEAR = re.compile(r"\b(?:Contest|Cup|Games|Championships?|Tour|Masters|Open|Final|Series) (?:19|20)\d{2}$")

_VOCABULARY = Vocabulary.of("benchwright.facts", "scopes")
# Words of section names that say how a table is set out and not which part of the event it covers.
_PLAIN = _VOCABULARY.words("plain")
_WHOLE = re.compile(
    r"(?:classification )?(?:race|final classification|race classification|top (?:goal ?)?scorers|goal ?scorers|"
    r"medal (?:table|count|standings)|medals table|scoring leaders|league table|results|race results|"
    r"top \d+ goal ?scorers|statistics top (?:goal ?)?scorers|candidates|election results)"
)
_ORDERED = re.compile(
    r"(?:final |overall |individual |team |nations? |riders? |drivers'? |constructors'? |points |general |young rider |"
    r"mountains |sprint |league |group [a-h] |medal )*(?:classification|standings|rankings?)"
)
_CLASSES = _VOCABULARY.texts("classes")
_DISTANCE = re.compile(r"^(men|women)(?:'s)? (\d[\d,]* ?(?:m|metres|kilometres|km).*)$")
_TEAM_RACE = re.compile(r"^team results (junior )?(men|women)\s?'s$")
_FILMOGRAPHY = re.compile(
    r"^(?:(?:filmography|credits|acting credits|work|works|career|television|theatre|stage|film|films) ?)+"
    r"(?:television series|television|films?|stage|theatre|video games|tv|series|movies)?$"
)


def split_title(title: str) -> tuple[str, str]:
    """(page, section) of a table's title; the section is in plain lower case without the data's " -- "."""
    page, _, section = title.partition(" — ")
    section = re.sub(r"\s+", " ", detokenise(section.replace(" -- ", " "))).strip()
    return detokenise(page.strip()), section


_SEASON = re.compile(r"(?:(?:18|19|20)\d{2})(?:[–/-]\d{2,4})?")
_MEMBERS = _VOCABULARY.words("members")
_ATTENDANCE = re.compile(r"^List of (?P<league>.+) attendance figures$")
_ENTRIES = re.compile(r"^List of teams and (?:cyclists|riders|drivers) in the (?P<event>(?:19|20)\d{2} .+)$")
_APPARATUS = re.compile(
    r"^(?:final )?results(?: -)?(?: artistic gymnastics)? "
    r"(?P<who>men's|women's|mixed) (?P<event>floor|pommel horse|rings|vault|parallel bars|horizontal bar|uneven bars|"
    r"balance beam|individual|pair|pairs|group|trio|team|all-around)$"
)
_TABLE_OF = re.compile(r"^(?:final |points |overall )?standings (?P<who>individual|teams?|drivers'?|riders?)$")


def season_phrase(page: str, section: str) -> str:
    """The season of a league whose page has no date, by the section that lists its members: "the 2019–20 Ligue 2
    season"; "" if the section says more than that, or no season."""
    seasons = _SEASON.findall(section)
    if len(seasons) != 1 or page.startswith("List ") or _SEASON.search(page):
        return ""
    page = re.sub(r"\s*\([^()]*\)$", "", page)
    rest = section.replace(seasons[0], " ").replace("(", " ").replace(")", " ")
    title_words = set(re.split(r"[\s-]+", page.casefold()))
    words = [word for word in re.split(r"[\s-]+", rest) if word not in (".", ",")]
    if all(not word or word in _PLAIN or word in _MEMBERS or word in title_words for word in words):
        return f"the {seasons[0]} {page} season"
    return ""


def event_phrase(page: str) -> str:
    """The event that a page is about, with its article: "the 2008 K League"; "" if the title names no dated event."""
    games = _AT_GAMES.match(page)
    if games:
        if games["event"]:
            event = games["event"]
            return f"the {event[0].lower() + event[1:]} at the {games['games']}"
        return f"the {games['sport'][0].lower() + games['sport'][1:]} events at the {games['games']}"
    if _DATED.match(page) or _ENDS_IN_YEAR.search(page):
        return f"the {page}"
    return ""


def scope_phrase(title: str, *, role: bool) -> str:
    """The phrase for a table's title. For roles (who coached a team) a section that only says how the table is set out
    may be left out; for measures (points, goals) the section says what was counted and must be in the phrase."""
    page, section = split_title(title)
    event = event_phrase(page)
    attendance, entries = _ATTENDANCE.match(page), _ENTRIES.match(page)
    if entries and role:
        return f"the {entries['event']}"
    if attendance and re.fullmatch(rf"{_SEASON.pattern} attendance statistics", section.casefold()):
        return f"the {section.split()[0]} {attendance['league']} season"
    if role and not event:
        return season_phrase(page, section.casefold())
    if not event or re.search(r"\bdraft\b", page, re.IGNORECASE):
        return ""  # a draft's "team" may be the one that chose or the one that lost
    lowered = section.casefold()
    if not section:
        return event
    if role and _plain(lowered, page):
        return event
    if _WHOLE.fullmatch(lowered):
        return event
    if _ORDERED.fullmatch(lowered) and not re.match(r"(?:classification|standings|rankings?)$", lowered):
        return f"the {lowered} of {event}"
    if lowered in ("classification", "standings", "final standings", "ranking", "rankings"):
        return event
    entry = _CLASSES.get(lowered.removeprefix("results ").removeprefix("senior results "))
    if entry:
        return f"{entry} {event}"
    distance = _DISTANCE.match(lowered)
    if distance:
        return f"the {distance[1]}'s {distance[2]} at {event}"
    apparatus = _APPARATUS.match(lowered.replace("’", "'").replace(" 's", "'s"))
    if apparatus:
        games = event.replace("the gymnastics events at ", "")
        return f"the {apparatus['who']} {apparatus['event']} event at {games}"
    listing = _TABLE_OF.match(lowered)
    if listing:
        who = listing["who"].rstrip("'s")
        return f"the {who} standings of {event}"
    race = _TEAM_RACE.match(lowered)
    if race:
        return f"the {race[1] or ''}{race[2]}'s team race at {event}"
    return ""


def _plain(section: str, page: str) -> bool:
    """Whether a section only says how the table is set out, or repeats words of the page's title."""
    title_words = set(re.split(r"[\s-]+", page.casefold()))
    words = [word.strip(",&") for word in re.split(r"[\s-]+", section)]
    return all(not word or word in _PLAIN or word in title_words for word in words)


_REISSUES = re.compile(
    r"\b(?:console|available|titles|reissues?|re-releases?|blu-ray|dvd|downloadable|digital|collection|arcade|store|ports?|"
    r"(?:list of .* games))\b",
    re.IGNORECASE,
)


def lists_reissues(title: str) -> bool:
    """Whether the dates of a list of works may be those of a later edition and not of the work."""
    return bool(_REISSUES.search(title))


def performer(title: str) -> str:
    """Whose filmography a table is, "" if it is none. The page's bare title is the person's name."""
    page, section = split_title(title)
    if not section or not _FILMOGRAPHY.match(section.casefold()) or re.search(r"\d", page):
        return ""
    page = re.sub(r"\s*\([^()]*\)$", "", page)
    words = page.split()
    return page if 1 < len(words) <= 5 and words[0][0].isupper() and not page.startswith("List ") else ""


_RECURRING = re.compile(
    r"\b(?:Cup|Championships?|Trophy|Open|Classic|Handicap|Stakes|Prize|Prix|Rally|Tournament|Marathon|Derby|Contest|"
    r"Masters|Bowl|Shield|Race|Tour|Festival|Regatta|Sprint|Hurdle|Chase|Plate)$"
)


def edition(title: str, year: str) -> str:
    """One edition of what recurs every year: "the 1990 Scottish Cup"; "" if the page's title names no such event, or
    the section singles out a part of it."""
    page, section = split_title(title)
    page = re.sub(r"\s*\([^()]*\)$", "", page)
    plain = {"", "winners", "past winners", "champions", "past champions", "finals", "list of finals", "results",
             "editions", "list of winners", "list of champions", "history"}  # fmt: skip
    if (
        not _RECURRING.search(page)
        or page.startswith("List ")
        or re.search(r"\d{3}", page)
        or section.casefold() not in plain
    ):
        return ""
    return f"the {year} {page.removeprefix('The ')}"


def country_of_title(title: str) -> str:
    """ "Kenya" of "Kenya: energy and transport"; "" where what stands before the colon is not known as a country."""
    name, colon, _ = title.partition(": ")
    name = name.strip()
    known = name.removeprefix("the ").removeprefix("The ")
    return name if colon and (known in CERTAIN_COUNTRIES or known in OTHER_NAMES) else ""


_GROUPS = _VOCABULARY.words("groups")
_SETS = _VOCABULARY.words("sets")
_AGES = re.compile(
    r"\baged\b|\bage groups?\b|\bat age\b|\bages? \d\d?\b|\b(?:over|under)-\d\ds?\b|\b(?:over|under) \d\ds\b"
    r"|\b\d+ (?:years )?(?:and|or) (?:above|more|older|over|under|younger)\b"
)
_YEARS = re.compile(r"(?<![\w–-])((?:18|19|20)\d{2})([–-](?:(?:18|19|20)?\d{2}))?(?![\w–-])")


def title_years(title: str) -> tuple[str, ...]:
    """The years that figures under a title may be of: ("2023",) of "land use, 2023" and "population (2023)",
    ("2024-2025",) of "population, 2024-2025". A longer time is when things were built or made, and says nothing."""
    spans = dict.fromkeys(_YEARS.findall(title))
    return tuple(first + rest for first, rest in spans if not rest or int(rest[-2:]) == (int(first) + 1) % 100)


def narrows(title: str, header: str, names: Iterable[str]) -> bool:
    """Whether a title says that it is only a part of what a header names: "Female population of countries", "Life
    expectancy at age 60", "Women". `names` are others for what it names: a maximum speed is what "speed" means of
    animals."""
    words = title.casefold()
    before = re.findall(rf"(\S+)\s+{re.escape(header)}\b", words)
    own = frozenset(" ".join((header, *names)).split())
    part = any(word.isalpha() and word not in ENGLISH | own and word != "total" for word in before)
    behind = re.findall(rf"(?i:\b{re.escape(header)}\s+(?:of|among|for))((?:\s+[\w'-]+){{1,5}})", title)
    return part or names_group(words, own) or any(not _names_set(following.split()) for following in behind)


def names_group(words: str, own: frozenset[str] = frozenset()) -> bool:
    """Whether words name a group of people by age, sex or work; those of `own` do not count."""
    listed = re.findall(r"[\w'-]+", words.casefold().replace("’", "'"))
    return any(word in _GROUPS and word not in own for word in listed) or bool(_AGES.search(words.casefold()))


def _names_set(words: Sequence[str]) -> bool:
    """Whether one of the words is a name or a word for what figures are listed of: "the largest cities", "Kenya"."""
    forms = {form for word in words for form in (word, word.removesuffix("s"), f"{word.removesuffix('ies')}y")}
    return not all(map(str.islower, words)) or any(
        form in _SETS or kind_of(form) not in ("", "person") for form in forms
    )
