"""Words that tell of an entity without being its name.

An actor and director has directed films, a guitarist is a musician, a crime drama film is a drama film, and "an Oscar
nomination for Best Director" is one for the Academy Award for Best Director. Such words have conditions, and they take
no place from a name: whoever is named there is named there too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from benchwright.makers.lists.evidence.names import plurals
from benchwright.makers.lists.evidence.tokens import Tokens, form_of, listed, words_of

MOST_BETWEEN = 6
"""Words that may stand between a genre and what is of it: "crime (action thriller) film"."""
MOST_BEHIND_AWARD = 45
"""Words that may stand between an award and one of its categories."""


class Condition(Enum):
    """When the words count."""

    ALWAYS = "always"
    FILM_ROLE = "film role"  # in a row of professions around films, with no other word before it
    RECORD_ROLE = "record role"  # in a row of professions around music
    FILM_GENRE = "film genre"  # before "film"
    STORY_GENRE = "story genre"  # before "film" or "series"
    MUSIC_GENRE = "music genre"  # before "singer", "band", or beside another genre
    CATEGORY = "category"  # behind the award
    LEADS = "leads"  # where a row of professions begins


@dataclass(frozen=True, slots=True)
class Implied:
    """Words that tell of an entity under a condition. `family`: the words of an award by which its categories are
    known, one of them."""

    entity: int
    form: str
    condition: Condition
    family: tuple[tuple[str, ...], ...] = ()

    def fits(self, told: Tokens, first: int, end: int, sentence: tuple[int, int]) -> bool:
        """Whether the words count there. `sentence`: its tokens."""
        if self.condition is Condition.CATEGORY:
            return told.written[first][0].isupper() and _belongs(told, first, end, sentence[0], self.family)
        if told.written[end - 1][0].isupper() and end - 1 != sentence[0]:
            return False
        before = told.folded[first - 1] if first > sentence[0] else ""
        if before == "-" and first - 1 > sentence[0] and told.folded[first - 2] in _NOT:
            return False
        roles = self.condition in (Condition.FILM_ROLE, Condition.RECORD_ROLE)
        row = set(told.folded[sentence[0] : sentence[1]]) if roles else set()
        if self.condition is Condition.FILM_ROLE:
            if told.folded[max(sentence[0], first - 3) : first] in _FILM_AND_TELEVISION:
                return True
            around = row & _FILM_ROW and not row & _NO_FILM_ROW and any(f" {film} " in told.line for film in _FILMS)
            return bool(around) and _is_joined(told, first, sentence[0], end)
        if self.condition is Condition.RECORD_ROLE:
            return _is_joined(told, first, sentence[0], end) and bool(row & _MUSIC_ROW) and not row & _NO_MUSIC_ROW
        if self.condition is Condition.LEADS:
            return before not in (",", "and")  # "singer , songwriter" are two in "rapper , singer , songwriter"
        if self.condition is Condition.FILM_GENRE:
            return leads_to(told, end, sentence[1], _FILMS)
        if self.condition is Condition.STORY_GENRE:
            return leads_to(told, end, sentence[1], STORIES)
        if self.condition is Condition.MUSIC_GENRE:
            if told.folded[end : end + 1] == ["-"] or told.folded[end : end + 2] == ["and", "roll"]:
                return False  # dance-pop is not for dancing, and rock and roll a genre of its own
            return leads_to(told, end, sentence[1], _PLAYED) or _is_among(told, first, end, sentence, _MUSIC)
        return True


def implied_of(code: int, label: str) -> Iterator[Implied]:
    """The words that tell of the entity with this label."""
    found: dict[str, Implied] = {}

    def add(words: str, condition: Condition, family: tuple[tuple[str, ...], ...] = ()) -> None:
        form = form_of(words_of(words))
        found.setdefault(form, Implied(code, form, condition, family))

    for kind in _KINDS_OF.get(label, ()):
        for word in (kind, *plurals(kind)):
            add(word, Condition.ALWAYS)
    for role, condition in _ROLES.get(label, ()):
        for word in (role, *plurals(role)):
            add(word, condition)
    for player in PLAYERS.get(label, ()):
        for word in (player, *plurals(player)):
            add(word, Condition.ALWAYS)
    if label.endswith(" industry") and label.islower():
        for company in _COMPANIES:
            add(f"{label[:-9]} {company}", Condition.ALWAYS)
    of_films = label.endswith(" film")
    for genre in (*_GENRES.get(label, ()), *((label[:-5],) if of_films else ())):
        add(genre, Condition.FILM_GENRE if of_films else Condition.STORY_GENRE)
    if label.endswith(" music"):
        add(label[:-6], Condition.MUSIC_GENRE)
    award, _, category = label.partition(" for ")
    if award.endswith(" Award") and category.startswith(("Best ", "Worst ", "Outstanding ")):
        family = _family(award[:-6])
        for one in (category, category.replace("Writing, ", "")):
            add(one, Condition.CATEGORY, family)
    yield from found.values()


def _family(award: str) -> tuple[tuple[str, ...], ...]:
    """How an award is called, "award" left out: Academy Awards are Oscars."""
    words = tuple(word.removesuffix("s") for word in form_of(words_of(award)).split())
    return (words, *_ALSO_CALLED.get(words, ()))


def _is_joined(told: Tokens, first: int, begin: int, end: int) -> bool:
    """Whether a profession stands in a row, with nothing before it that says of what kind it is, nor behind."""
    if first <= begin or (end < len(told) and told.folded[end] in ("of", "-", "for", "at")):
        return False
    before = told.written[first - 1]
    return told.folded[first - 1] in _JOINS or (before[0].isupper() and before.endswith(("n", "h", "se", "ss")))


def _is_among(told: Tokens, first: int, end: int, sentence: tuple[int, int], words: frozenset[str]) -> bool:
    """Whether a word stands in a list beside one of these."""
    after = told.folded[end : min(end + 3, sentence[1])]
    while after and after[0] in _LISTED:
        after = after[1:]
    before = told.folded[max(sentence[0], first - 3) : first]
    while before and before[-1] in _LISTED:
        before = before[:-1]
    listed_after = end < sentence[1] and told.folded[end] in _LISTED and bool(after) and after[0] in words
    listed_before = first > sentence[0] and told.folded[first - 1] in _LISTED and bool(before) and before[-1] in words
    return listed_after or listed_before


def leads_to(told: Tokens, end: int, last: int, heads: frozenset[str]) -> bool:
    """Whether what follows a genre or a country's adjective is of it, nothing but further ones between."""
    for at in range(end, min(end + MOST_BETWEEN, last)):
        word = told.folded[at]
        if word in heads:
            after = [*told.folded[at + 1 : min(at + 3, last)], "", ""]
            return after[0] not in _GOES_ON and (after[0] not in ("and", "/") or after[1] in _BEGINS)
        if word in _PARTS or not (word in ("-", "/", ",", "and") or told.written[at].islower()):
            return False
    return False


def _belongs(told: Tokens, first: int, end: int, begin: int, family: tuple[tuple[str, ...], ...]) -> bool:
    """Whether the nearest award before a category is its own, and the category does not go on."""
    if end + 1 < len(told):
        after = told.folded[end]
        if after in ("at", "from"):
            behind = told.folded[end + 1 : end + 7]
            if any(_is_of(behind[:at], family) for at, word in enumerate(behind) if word in ("award", "awards")):
                return True  # "for Best Director at the 76th Academy Awards"
            if set(behind) & _OTHER_JURIES:
                return False
        if after in ("-", ":", "'") or (after == "in" and told.folded[end + 1] in _GOES_ON_IN):
            return False
        if told.written[end][0].isupper():
            return False
    for at in range(first - 1, max(begin, first - MOST_BEHIND_AWARD) - 1, -1):
        word = told.folded[at]
        if word in _OTHER_JURIES:
            return False
        if word in _AWARDS:
            if told.written[at].islower():
                continue  # "all the awards for which it was nominated" says not which
            if told.folded[at + 1] in _WHOSE and told.folded[at + 2] != "for":
                return False
            last = at if word in ("award", "awards") else at + 1
            return _is_of(told.folded[max(begin, last - 6) : last], family)
    return False


def _is_of(before: Sequence[str], family: tuple[tuple[str, ...], ...]) -> bool:
    """Whether these words end with the name of one of the awards."""
    words = tuple(word.removesuffix("s") for word in before)
    return any(words[-len(one) :] == one for one in family)


_FILM_ROW = listed(
    "actor actress actors screenwriter screenwriters filmmaker film films cinematographer director producer animator"
)
_NO_FILM_ROW = listed("theatre theater stage opera orchestra record music singer songwriter musician rapper dj band")
_MUSIC_ROW = listed(
    "singer songwriter musician rapper dj composer guitarist instrumentalist drummer arranger bassist keyboardist "
    "vocalist pianist"
)
_NO_MUSIC_ROW = listed("actor actress film films director television theatre theater stage screenwriter comedian")
_FILM_AND_TELEVISION = (["film", "and", "television"], ["film", "/", "television"], ["film", "&", "television"])
_JOINS = listed(", and & / or a an former retired")
_FILMS = listed("film films movie movies")
STORIES = _FILMS | listed("series miniseries show")
_LISTED = listed(", and or & /")
_MUSIC = listed(
    "rock pop jazz blues soul funk folk reggae disco gospel punk metal r b hop hip electronic techno bluegrass latin "
    "rap swing ska grunge country electronica bebop"
)
_PLAYED = listed(
    "singer singers songwriter musician musicians band group duo trio artist artists rapper act guitarist vocalist "
    "album albums song songs star music"
)
_GOES_ON = listed("director directors producer actor actress critic studio score company industry festival editor")
_BEGINS = listed("a an the its is was has stars")
_PARTS = listed(
    "a an the of in on at by to for from with as or but that which who about into is was are were has had he she it"
)
_NOT = listed("anti non post neo pre ex co")
_GOES_ON_IN = listed("a an the drama comedy motion leading supporting television")
_AWARDS = listed(
    "award awards oscar oscars globe globes emmy emmys grammy grammys bafta baftas prize raspberry raspberries tony "
    "tonys razzie razzies"
)
_WHOSE = listed("winner winners nominee nominees -")
"""Words with which an award only says who somebody is."""
_OTHER_JURIES = listed("festival critics association society circle guild board cannes venice berlin ; filmfare")
_ALSO_CALLED: Final[Mapping[tuple[str, ...], tuple[tuple[str, ...], ...]]] = MappingProxyType(
    {
        ("academy",): (("oscar",),),
        ("primetime", "emmy"): (("emmy",),),
        ("golden", "raspberry"): (("razzie",),),
    }
)
_KINDS_OF: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "musician": (
            "guitarist", "bassist", "drummer", "pianist", "keyboardist", "saxophonist", "trumpeter", "violinist",
            "multi-instrumentalist", "singer-songwriter", "singer", "rapper",
        ),
        "writer": ("novelist", "author", "essayist", "playwright", "screenwriter"),
        "author": ("novelist",),
        "artist": ("painter", "sculptor"),
        "singer-songwriter": ("singer and songwriter", "singer/songwriter"),
        "film director": ("filmmaker", "film-maker", "director of film"),
        "television presenter": ("television host", "TV host", "TV presenter", "talk show host"),
        "theatre director": ("theater director", "stage director"),
        "theatrical producer": ("theatre producer", "theater producer", "Broadway producer"),
        "conducting": ("conductor",),
        "patent inventor": ("inventor",),
        "association football player": ("footballer", "soccer player"),
        "lawyer": ("attorney",),
        "film adaptation": (
            "novel of the same name", "book of the same name", "play of the same name", "memoir of the same name",
            "based on the novel", "based on the book", "based on the play", "adaptation of", "eponymous novel",
        ),
    }
)  # fmt: skip
_COMPANIES: Final = (
    "company",
    "companies",
    "corporation",
    "manufacturer",
    "conglomerate",
    "firm",
    "developer",
    "publisher",
)
PLAYERS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "accordion": ("accordionist",),
        "acoustic guitar": ("acoustic guitarist",),
        "banjo": ("banjoist", "banjo player"),
        "bass": ("bassist", "bass player"),
        "bass guitar": ("bass guitarist", "bassist", "bass player"),
        "cello": ("cellist",),
        "clarinet": ("clarinetist", "clarinettist"),
        "double bass": ("double bassist",),
        "drum": ("drummer",),
        "drum kit": ("drummer", "drums"),
        "fiddle": ("fiddler",),
        "flute": ("flautist", "flutist"),
        "guitar": ("guitarist",),
        "harp": ("harpist",),
        "harpsichord": ("harpsichordist",),
        "keyboard instrument": ("keyboardist", "keyboard player", "keyboards"),
        "lead guitar": ("lead guitarist",),
        "mandolin": ("mandolinist",),
        "oboe": ("oboist",),
        "organ": ("organist",),
        "percussion instrument": ("percussionist", "percussion"),
        "piano": ("pianist",),
        "rhythm guitar": ("rhythm guitarist",),
        "saxophone": ("saxophonist",),
        "sitar": ("sitarist",),
        "synthesizer": ("synthesizers", "synthesist"),
        "trombone": ("trombonist",),
        "trumpet": ("trumpeter", "trumpet player"),
        "viola": ("violist",),
        "violin": ("violinist",),
    }
)
"""Who plays an instrument; "drums" and "keyboards" are what a drum kit and keyboard instruments are called there."""
_ROLES: Final[Mapping[str, tuple[tuple[str, Condition], ...]]] = MappingProxyType(
    {
        "film director": (("director", Condition.FILM_ROLE),),
        "film producer": (("producer", Condition.FILM_ROLE),),
        "record producer": (("producer", Condition.RECORD_ROLE),),
        "singer-songwriter": (("singer, songwriter", Condition.LEADS),),
    }
)
_GENRES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "romance film": ("romantic", "romance"),
        "crime fiction": ("crime",),
        "mystery fiction": ("mystery",),
        "science fiction": ("science-fiction", "sci-fi"),
        "animation": ("animated",),
        "animated film": ("animated",),
        "computer animation": ("computer-animated",),
        "historical period drama": ("historical drama", "period drama"),
        "comedy-drama": ("comedy drama",),
        "superhero": ("superhero",),
        "coming of age": ("coming-of-age",),
    }
)
"""Words before "film" that tell a genre which is called otherwise."""
