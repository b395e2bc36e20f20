"""Read what a document's terms mean, from its glossaries and from the sentence that opens a section about its heading.

    <dt>Retention</dt><dd>The ground coffee that stays inside the grinder after a dose.</dd>
    <dt>Static</dt><dd>A region of the screen which displays some text.</dd>
    Biofilms > "A biofilm is a community of microbes that ..."

A definition must pass the gate of `facts/glossary.py`. Outside a glossary, only lists of definitions are read, and each
has to begin with "a", so that it names a thing: what else stands there, or behind a name in bold, is advice or news.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchwright.english.stems import stem
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.glossary import is_sound
from benchwright.facts.open.context import OpenSubject, open_fact, plain_heading
from benchwright.facts.open.entries import Range, described, first_sentence, is_code, roles_of
from benchwright.records import Fact, Source, Span

_VOCABULARY = Vocabulary.of("benchwright.facts.open", "terms")
_GLOSSARY = re.compile(rf"\b(?:{_VOCABULARY.pattern('glossary')})\b", re.IGNORECASE)
_NO_TERM = re.compile(rf"(?:{_VOCABULARY.pattern('no_term')})\b", re.IGNORECASE)
_NO_KIND = re.compile(rf"(?:{_VOCABULARY.pattern('no_kind')})\b", re.IGNORECASE)
_CODE = _VOCABULARY.words("code_roles")
_NAMING = _VOCABULARY.words("naming_roles")
_TERM = re.compile(r"[^\W\d_][\w’'/-]*(?: [\w’'/-]+){0,4}(?: \((?P<short>[A-Z][\w-]{1,9})\))?")
_ARTICLE = re.compile(r"(?:an?|the|any|one of the)\s", re.IGNORECASE)
_A = re.compile(r"an?\s", re.IGNORECASE)
_IS = re.compile(
    r"(?P<article>(?:an?|the)\s)?(?P<name>[^\n,()]{2,60}?)(?: \((?P<short>[^()\n]{2,40})\))?"
    r"(?:, (?:or|also (?:called|known as)|sometimes called) (?P<alias>[^,\n]{2,40}),)?"
    r" (?:is|are|refers? to) (?P<kind>\S)",
    re.IGNORECASE,
)
_MANY = re.compile(r"(?:[a-z-]+ ){0,3}?[a-z-]*[^s\W]s (?:that|which|who|of|in|for|with|used|made|from)\b")
CONFIDENCE = 0.96
"""Of 60 drawn from nine folders of documents, 57 were right; the forms of two of the others are left out since."""


def facts_of_terms(source: Source) -> Iterator[Fact]:
    """A `definition` for each entry that defines its name."""
    if not source.entries:
        return
    section = explains_words(source)
    for entry, names in described(source, "definition", "run-in"):
        roles = roles_of(entry)
        known = "glossary" in roles or section
        if entry.within or (entry.kind == "run-in" and not (roles & _NAMING and known)):
            continue
        name, *others = (name.rstrip(" :.").strip() for name in names)
        body = first_sentence(source.text, *entry.body)
        if body is None:
            continue
        opening = _IS.match(source.text, *body)
        start = opening.start("kind") if opening and _same(opening["name"], name) else body[0]
        if not known and (roles & _CODE or not _A.match(source.text, start, body[1])):
            continue
        yield from _definition(source, name, others, (start, body[1]))


def explains_words(source: Source) -> bool:
    """Whether a passage stands under a heading such as "Glossary" or "Terms"."""
    return _GLOSSARY.search(" ".join(source.place.headings[-1:])) is not None


def facts_of_opening(source: Source) -> Iterator[Fact]:
    """The `definition` in the first sentence of a passage that opens a section, if its subject is the heading."""
    heading = plain_heading(source.place.headings[-1] if source.place.headings else source.title)
    opening = _IS.match(source.text)
    if opening is None or not _same(opening["name"], heading):
        return
    body = first_sentence(source.text, 0, len(source.text))
    start = opening.start("kind")
    if body is None or body[1] <= start:
        return
    if not _ARTICLE.match(source.text, start) and not _MANY.match(source.text, start, body[1]):
        return
    name = opening["name"]
    small = name[:1].lower() + name[1:]
    if name[1:].islower() and re.search(rf"(?<![\w/.:@-]){re.escape(small)}(?![\w/:@-]|\.\w)", source.text):
        name = small
    others = [one for one in (opening["short"], opening["alias"]) if one and one[:1].isalnum()]
    yield from _definition(source, name, others, (start, body[1]))


def _definition(source: Source, name: str, others: list[str], body: Range) -> Iterator[Fact]:
    term = _TERM.fullmatch(name)
    if term is None or len(name) < 2 or is_code(name) or _NO_TERM.match(name):
        return
    if term["short"]:
        name, others = name[: term.start("short") - 2], [*others, term["short"]]
    value = source.text[slice(*body)]
    if "[" in value or _NO_KIND.match(value) or not is_sound(name, value[:1].lower() + value[1:], others):
        return
    span = Span(source.id, "text", *body)
    extra = tuple(("alias", other) for other in others)
    subject = OpenSubject(name, "term", type="term")
    yield open_fact(source, "definition", subject, value, span, confidence=CONFIDENCE, extra=extra)


def _same(one: str, other: str) -> bool:
    """Whether two names are one, up to their number, case and article."""
    return _stems(one) == _stems(other) != []


def _stems(name: str) -> list[str]:
    return [stem(word) for word in re.findall(r"\w+", name.casefold()) if word not in ("a", "an", "the")]
