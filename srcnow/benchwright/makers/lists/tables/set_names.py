"""Names the set that a table lists, such as "museums in Massachusetts", from its title and sections.

A title that gives no natural name of a set refuses the table, with a reason.

A page's section must not narrow the set unsaid: it repeats the title, or only sets out the page, or it names a place
that can stand in the title's own ("churches in the United States — Vermont"), or the years that works came out in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from benchwright.english.articles import with_the
from benchwright.makers.lists.tables.vocabulary import content_words, is_plural, stem, table_words
from benchwright.values import detokenise

_LIST = re.compile(r"^lists? of (?P<set>.+)$", re.IGNORECASE)
_HEAD_ENDS = re.compile(
    r" (?:in|of|at|from|on|for|with|to|who|that|which|named|based|located|known|born|about|under|over|since|during|"
    r"near|along|available|produced|written|directed|released|featuring|set|traded|played|killed|held|used|built|"
    r"designed|awarded|presented|published|operated|owned|served|serving|lost|who've|whose|associated|within) "
)
_ARRANGED = re.compile(r"\bby [a-z]")
_PLACE_AT_END = re.compile(r"^(?P<rest>.+ in )(?:the )?[A-Z][\w.'’-]*(?:(?: of| and| the)? [A-Z][\w.'’-]*)*$")
_NAME = re.compile(r"^[A-Z][\w.'’-]*(?:(?: of| and| the| upon)? [A-Z][\w.'’-]*)*$")
_DECADE = re.compile(r"^(?:1[5-9]|20)\d0s$")
_YEAR = re.compile(r"^(?:1[5-9]|20)\d\d$")
_SCHOOL = re.compile(r"^(?P<school>.+ (?:University|College|School|Institute|Academy|Seminary)(?: of .+)?) people$")
_DATED = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_OF_DECADE = re.compile(r"of the (?P<decade>(?:1[5-9]|20)\d)0s$")
_BY_PLACE = re.compile(r" by (?:country|state|county|region|province|city|continent|territory|nation)$")
_BRACKETS = re.compile(r"^(?P<rest>[^()]+) \((?P<note>[^()]+)\)$")
_NOTES = ("u.s. state", "u.s. state and territory", "country", "state", "city", "island", "province")
_LETTER = re.compile(r"^[A-Z]$")
_LONGEST = 90


class NoSetError(Exception):
    """A title names no set; `reason` is the slug that refusals are counted by."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class SetName:
    """`phrase` follows "which" ("museums in Massachusetts"); `head` is its noun in the plural, `who` whether it means
    people. `bounded` says that a name or a number in it keeps the set from being endless. `telling` are the stems
    that a page about a member should hold, `needs` groups of stems of which it has to hold one each: the names in
    the phrase, what the thing is (of people many words will do), and what a section says of its rows ("Defunct").
    `initial` is the letter that all names, or surnames of people, begin with, "" for any."""

    phrase: str
    head: str
    who: bool
    bounded: bool
    telling: tuple[str, ...]
    needs: tuple[frozenset[str], ...] = ()
    initial: str = ""

    @property
    def one(self) -> str:
        """The noun in the singular: the type of the answers."""
        return stem(self.head)


def name_set(title: str, headings: tuple[str, ...], is_place: Callable[[str], bool]) -> SetName:
    """The set that a table lists: the page's title if it is "List of X", else the first heading above the table that
    is and that names all that the page is about, for "List of chiefs of defence" says nothing without its page.
    `is_place` says whether the corpus has a place of that name. Raises NoSetError."""
    page, _, rest = title.partition(" — ")
    sections = [detokenise(one) for one in rest.split(" -- ") if one.strip()]
    match = _LIST.match(detokenise(page.strip()))
    if match:
        return _named(match["set"].strip(), sections, is_place)
    about = {stem(word) for word in content_words(detokenise(page))}
    for heading in headings:
        match = _LIST.match(detokenise(heading.strip()))
        if match and about and about <= {stem(word) for word in content_words(match["set"])}:
            return _named(match["set"].strip(), [], is_place)
    raise NoSetError("title-is-no-list")


def _named(phrase: str, sections: list[str], is_place: Callable[[str], bool]) -> SetName:
    letters = [section for section in sections if _LETTER.match(section)]
    if len(letters) > 1:
        raise NoSetError("section-narrows")
    named = _unlettered(phrase, [section for section in sections if section not in letters], is_place)
    if not letters:
        return named
    begins = f"whose {'surnames' if named.who else 'names'} begin with {letters[0]}"
    return replace(named, phrase=f"{named.phrase} {begins}", initial=letters[0])


def _unlettered(phrase: str, sections: list[str], is_place: Callable[[str], bool]) -> SetName:
    phrase = _plain_name(phrase, sections, is_place)
    if len(phrase) > _LONGEST or re.search(r"[():;/\"“”]", phrase):
        raise NoSetError("title-too-odd")
    if _ARRANGED.search(phrase):
        raise NoSetError("title-is-arranged")
    phrase, state = _sectioned(phrase[0].upper() + phrase[1:] if phrase[:2].isupper() else phrase, sections, is_place)
    school = _SCHOOL.match(phrase)
    if school:
        phrase = (
            f"people associated with {school['school'] if school['school'][:4] != 'the ' else school['school'][4:]}"
        )
    phrase = phrase.removeprefix("the ")
    head_part = _HEAD_ENDS.split(f"{phrase} ", maxsplit=1)[0].strip()
    if re.search(r"\b(?:and|or)\b|,|&", head_part):
        raise NoSetError("title-names-several-sets")
    head = head_part.split()[-1]
    if not is_plural(head) or not head.isalpha() or head.casefold() in ("lists", "results", "statistics", "records"):
        raise NoSetError("title-has-no-plural")
    if head == head_part == phrase or (head == "people" and head_part != "people" and head_part == phrase):
        raise NoSetError("title-too-wide")
    words = table_words()
    who = head.casefold() in words.people
    telling = [
        stem(word)
        for word in content_words(phrase.removeprefix("current ").removeprefix(f"{state} "))
        if not _DECADE.match(word) and word.casefold() != "people"
    ]
    bounded = any(word[:1].isupper() or word[:1].isdigit() for word in phrase.split()[1:] or ()) or phrase[:1].isupper()
    one = stem(head)
    kinds = [] if who else [words.kinds.get(one, frozenset()) | {one}]
    names = [frozenset((stem(word),)) for word in _names_in(phrase, head)]
    needs = (*([words.states[state]] if state else []), *kinds, *dict.fromkeys(names))
    return SetName(phrase, head.casefold(), who, bounded, tuple(dict.fromkeys(telling)), needs)


def _names_in(phrase: str, head: str) -> list[str]:
    """The words of a phrase that are written large: of them a page may leave out none, for a rugby stadium need not be
    one of Super Rugby."""
    return [word for word in content_words(phrase) if word[0].isupper() and word.casefold() != head.casefold()]


def _plain_name(phrase: str, sections: Sequence[str], is_place: Callable[[str], bool]) -> str:
    """The name of a set without what only arranges its list ("by country", where a section gives the country), and
    without what stands in brackets: a note to a state's name, or the place that the list is of."""
    if _BY_PLACE.search(phrase) and any(is_place(section) for section in sections):
        phrase = _BY_PLACE.sub("", phrase)
    match = _BRACKETS.match(phrase)
    if match is None:
        return phrase
    if match["note"].casefold() in _NOTES:
        return match["rest"]
    if " in " not in match["rest"] and is_place(match["note"]):
        return f"{match['rest']} in {with_the(match['note'])}"
    return phrase


def _state(section: Sequence[str], name_stems: Collection[str], plain: Collection[str]) -> str:
    """The word of a section that says of its rows what they are ("Defunct airports"), "" if it says other things,
    too."""
    states = [word.casefold() for word in section if word.casefold() in table_words().states]
    rest = [word for word in section if word.casefold() not in states]
    return states[0] if len(states) == 1 and all(stem(word) in {*name_stems, *plain} for word in rest) else ""


def _sectioned(phrase: str, sections: list[str], is_place: Callable[[str], bool]) -> tuple[str, str]:
    """(the phrase, made narrower by what the sections say; the word by which one says what its rows are, "" if none
    does). Raises NoSetError where they say more than can be said."""
    state = ""
    name_stems = {stem(word) for word in content_words(phrase)}
    plain = {stem(word) for word in table_words().sections} | table_words().sections
    for section in sections:
        words = [word for word in re.split(r"[\s,&()–-]+", section) if word]
        today = {word for word in words if word.casefold() in table_words().current}
        if all(stem(word) in name_stems or stem(word) in plain or word in today for word in words):
            phrase = f"current {phrase}" if today and not phrase.startswith("current ") else phrase
            continue
        state_word = _state(words, name_stems, plain)
        if state_word and not state and state_word not in name_stems and not phrase.startswith("current "):
            phrase, state = f"{state_word} {phrase}", state_word
            continue
        decade = _OF_DECADE.search(phrase)
        if decade and _YEAR.match(section) and section[:3] == decade["decade"]:
            phrase = f"{phrase[: decade.start()]}of {section}"
            continue
        place = _PLACE_AT_END.match(phrase)
        if place and _NAME.match(section) and is_place(section):
            phrase = place["rest"] + with_the(section)
        elif not _HEAD_ENDS.search(f"{phrase} ") and _stands(phrase) and _NAME.match(section) and is_place(section):
            phrase = f"{phrase} in {with_the(section)}"
        elif _DECADE.match(section) or _YEAR.match(section):
            if phrase.split(" ")[-1] not in table_words().works or _DATED.search(phrase):
                raise NoSetError("section-narrows")
            phrase = f"{phrase} of the {section}" if section.endswith("s") else f"{phrase} of {section}"
        else:
            raise NoSetError("section-narrows")
    return phrase, state


def _stands(phrase: str) -> bool:
    """Whether the things of a phrase stand somewhere, as works and people do not."""
    head, words = phrase.split()[-1].casefold(), table_words()
    return head not in words.works and head not in words.people


def head_of(title: str) -> str:
    """The noun of the set that a title of the form "List of X" names, "" for any other; it need not make a phrase."""
    match = _LIST.match(detokenise(title.partition(" — ")[0].strip()))
    head_part = _HEAD_ENDS.split(f"{match['set']} ", maxsplit=1)[0].strip() if match else ""
    return head_part.split()[-1] if head_part else ""
