"""Take an article's first sentence apart: what it is about, what kind of thing that is, and where it says so.

Works on tokenised text ("born October 23 , 1959 )") and on running text alike. Every offset counts code points of the
source's own text. Knows no relations.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from benchwright.english.sentences import sentences
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.kinds import PERSON_NOUNS, kind_of
from benchwright.values import bare_name

_VOCABULARY = Vocabulary.of("benchwright.facts", "article_openings")
_INNER_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_COPULA = re.compile(r"\s(?P<verb>is|was|are|were)\s+(?P<article>an?|the)\s+")
_NOUN_PHRASE_END = re.compile(rf"\s(?:{_VOCABULARY.pattern('noun_phrase_ends')})\b|\s?[,.;:(~]|$")
# The same, but for what may join several trades of one person.
_COORDINATION_END = re.compile(_NOUN_PHRASE_END.pattern.replace("|and|", "|").replace("[,.;:(~]", "[.;:(~]"))
_ITEM = re.compile(r"(?:(?! and |\s?,|, )\S|\s(?!and |,))+")
_FIELDS = _VOCABULARY.words("fields")
_NOT_PEOPLE = _VOCABULARY.words("not_people")
_BORN = re.compile(r"\([^()]*\bborn\b[^()]*\d{4}")
_LIVED = re.compile(r"\d{4}[^()\d]*[-–—][^()\d]*(?:\d\d? [^()\d]*|[A-Z][a-z]+ \d\d? ?, )?\d{4}[^()\d]*\)")
_PERSONAL = ("He ", "She ", "His ", "Her ")
_WORD = re.compile(r"[^\W_]+")


def blank_asides(text: str) -> str:
    """The text with everything in brackets turned to `~`, so that offsets stay what they were."""
    if "(" not in text and "[" not in text:
        return text
    before = ""
    while before != text:
        before = text
        text = _INNER_ASIDE.sub(lambda match: "~" * (match.end() - match.start()), text)
    return text


def words(text: str) -> list[str]:
    """Words for comparing names: case folded and without accents."""
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return _WORD.findall(text.casefold())


@dataclass(frozen=True, slots=True)
class ArticleOpening:
    """An article's first sentence, taken apart.

    `subject` is the title as a person would say it; `kind` one of the subject types; `noun` the head noun in small
    letters ("footballer"). `head_end` is where the name ends and the verb begins; `predicate` is where the noun phrase
    begins, behind the article, and `noun_end` where it ends. `blanked` is the first sentence with its asides blanked;
    `spans` are all sentences.
    """

    text: str
    title: str
    subject: str
    kind: str
    noun: str
    verb: str
    head_end: int
    predicate: int
    noun_end: int
    first_end: int
    blanked: str
    spans: tuple[tuple[int, int], ...]

    @property
    def noun_phrase(self) -> str:
        """What stands between the article and the end of the noun phrase."""
        return self.blanked[self.predicate : self.noun_end]

    def asides(self) -> list[tuple[int, int]]:
        """Where the bracketed remarks before the verb stand, without their brackets."""
        spans, depth, start = [], 0, 0
        for at in range(self.head_end):
            character = self.text[at]
            if character == "(":
                depth += 1
                if depth == 1:
                    start = at + 1
            elif character == ")" and depth:
                depth -= 1
                if depth == 0:
                    spans.append((start, at))
        return spans

    def later(self) -> Iterator[tuple[int, int, int]]:
        """The sentences after the first: start, where each goes on after it names the subject (-1 if it begins with
        something else), end."""
        names = self.names()
        for start, end in self.spans[1:]:
            name = next((name for name in names if self.text.startswith(name, start)), "")
            yield start, start + len(name) if name else -1, end

    def statements(self) -> Iterator[tuple[int, int, int]]:
        """The sentences that speak of the subject: start, where each goes on after the noun phrase or name, end."""
        yield 0, self.noun_end, self.first_end
        yield from (later for later in self.later() if later[1] >= 0)

    def names(self) -> tuple[str, ...]:
        """What a later sentence may begin with when it speaks of the subject: its name, a pronoun, "The film"."""
        pronouns: tuple[str, ...] = ("He ", "She ") if self.kind == "person" else ("It ",)
        bare = self.subject.partition(",")[0]
        names = {f"{self.subject} ", f"{bare} ", f"The {bare} ", *pronouns}
        if self.kind == "person":
            parts = bare.split(" ")
            # The surname may have two words: De Filippo, Lloyd Webber.
            names |= {f"{parts[-1]} ", f"{' '.join(parts[-2:])} "}
        else:
            names.add(f"The {self.noun} ")
        return tuple(sorted(names, key=lambda name: (-len(name), name)))


def occupation_end(blanked: str, start: int) -> int:
    """Where a coordination of trades ends: "film and television actress", "actor , director and producer".

    It ends after the last item of an unbroken row whose last word names a person; it is `start` if there is none.
    """
    hard_end = _COORDINATION_END.search(blanked, start - 1)
    stop = hard_end.start() if hard_end else len(blanked)
    best = start
    for item in _ITEM.finditer(blanked, start, stop):
        last = item[0].rpartition(" ")[2].casefold()
        if last in PERSON_NOUNS:
            best = item.end()
        elif last not in _FIELDS:
            break
    return best


def _kind(text: str, blanked: str, verb: re.Match[str], start: int, noun: str) -> str:
    """The subject type. Somebody who was born is a person whatever the noun, unless it is an animal or a character."""
    kind = kind_of(noun)
    if kind == "person":
        return kind
    head = text[: verb.start()]
    if "(" not in head or verb["verb"] in ("are", "were") or noun in _NOT_PEOPLE:
        return "" if noun in _NOT_PEOPLE else kind
    if _BORN.search(head):
        return "person"
    if occupation_end(blanked, start) > start:
        return "person" if _LIVED.search(head) else kind
    if _LIVED.search(head) and any(text.startswith(_PERSONAL, begin) for begin, _ in islice(sentences(text), 1, None)):
        return "person"
    return kind


def opening(text: str, title: str) -> ArticleOpening | None:
    """Take a passage's first sentence apart; None where it is not plainly about the title.

    It must have the form "NAME (...) is a NOUN ...", every word of the title must stand before the verb (for people the
    surname is enough: "William Paxton" opens the article "Bill Paxton"), and the noun must be a known one.
    """
    if not title or len(text) < 20:
        return None
    first_end = next(sentences(text))[1]
    blanked = blank_asides(text[:first_end])
    verb = _COPULA.search(blanked)
    if verb is None or verb.start() > 400:
        return None
    start = verb.end()
    end = _NOUN_PHRASE_END.search(blanked, start - 1)
    if end is None or end.start() <= start:
        return None
    phrase = blanked[start : end.start()].split()
    noun = phrase[-1].casefold() if phrase else ""
    kind = _kind(text, blanked, verb, start, noun)
    if not kind or len(phrase) > 12:
        return None
    head = words(text[: verb.start()])
    subject = bare_name(title)
    wanted = words(subject)
    if not wanted or not head:
        return None
    present = set(head)
    if not present.issuperset(wanted):
        place = words(subject.partition(",")[0])
        surname = kind == "person" and wanted[-1] in present and len(wanted) > 1
        if not surname and not (place and present.issuperset(place)):
            return None
    return ArticleOpening(
        text=text,
        title=title,
        subject=subject,
        kind=kind,
        noun=noun,
        verb=verb["verb"],
        head_end=verb.start(),
        predicate=start,
        noun_end=end.start(),
        first_end=first_end,
        blanked=blanked,
        spans=tuple(sentences(text)),
    )
