"""Read what a document's terms mean, from its glossaries and from the sentence that opens a section about its heading.

    <dt>Retention</dt><dd>The ground coffee that stays inside the grinder after a dose.</dd>
    <dt>Static</dt><dd>A region of the screen which displays some text.</dd>
    Biofilms > "A biofilm is a community of microbes that ..."
    somite : group of cells that form from the mesoderm ...

A definition must lead a reader to its term and not give it away (`is_sound`). Lists of definitions outside a glossary
are not read: what stands there is as often advice, news, or what a setting does ("A low value results in ..."). Lines
of a term, a colon between two spaces, and its definition are a glossary where they fill the end of a passage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from benchwright.english.stems import stem
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.article_openings import words
from benchwright.facts.open.context import OpenSubject, open_fact, plain_heading
from benchwright.facts.open.entries import Range, described, first_sentence, is_code, roles_of
from benchwright.facts.open.purposes import begins_with_verb
from benchwright.records import Fact, Source, Span

_VOCABULARY = Vocabulary.of("benchwright.facts.open", "terms")
_GLOSSARY = re.compile(rf"\b(?:{_VOCABULARY.pattern('glossary')})\b", re.IGNORECASE)
_NO_TERM = re.compile(rf"(?:{_VOCABULARY.pattern('no_term')})\b", re.IGNORECASE)
_NO_KIND = re.compile(rf"(?:{_VOCABULARY.pattern('no_kind')})\b", re.IGNORECASE)
_NAMING = _VOCABULARY.words("naming_roles")
_TERM = re.compile(r"[^\W\d_][\w’'/-]*(?: [\w’'/-]+){0,4}(?: \((?P<short>[A-Z][\w-]{1,9})\))?")
_ARTICLE = re.compile(r"(?:an?|the|any|one of the)\s", re.IGNORECASE)
_IS = re.compile(
    r"(?P<article>(?:an?|the)\s)?(?P<name>[^\n,()]{2,60}?)(?: \((?P<short>[^()\n]{2,40})\))?"
    r"(?:, (?:or|also (?:called|known as)|sometimes called) (?P<alias>[^,\n]{2,40}),)?"
    r" (?P<be>is|are|refers? to) (?P<kind>\S)",
    re.IGNORECASE,
)
_MANY = re.compile(
    r"(?!\w+(?:ed|ne|en|ing)\b)(?:[a-z-]+ ){0,3}?[a-z-]*[^s\W]s (?:that|which|who|of|in|for|with|used|made|from)\b"
)
_LINE = re.compile(
    r"\s*(?P<term>[^\W_][^:.;?!\n]{0,58}?) : (?:\((?:also|or),? (?:called |known as |written )?(?P<alias>[^()\n]+)\) )?"
    r"(?P<definition>\S.*?)\s*\^?\s*$"
)
_ROW = re.compile(r"\S+(?:, \S+)+")
"""Names in a row, as an index has them behind each entry."""
_VAGUE = re.compile(rf"(?:{_VOCABULARY.pattern('vague')})\b")
# Openings that are vague alone but name a kind when more follows: "type of cell that ..." is fine, "type of X" is not.
_KINDS = re.compile(r"(?:type|kind|form|part|one|condition) (?:of|in which|where) ")
# A whole clause ("cells of one pole are rotated") is no noun phrase and cannot follow "a term for".
_CLAUSE = re.compile(r"\b(?:is|are|was|were|has|have|can|must|may)\b")
_RELATIVE = re.compile(r"\b(?:that|which|who|whose|where|when|whom|as|because|if|while|such|whether|what|how)\b")
_TAIL = re.compile(r"; .*$|\. [A-Z].*$|\s\((?:e\.g\.|for example|such as)[^()]*\)$")
_STOP_WORDS = _VOCABULARY.words("stop_words")
SHORTEST, LONGEST = 5, 40
"""Words that a definition may have."""

CONFIDENCE = 0.96
"""Of 60 drawn from nine folders of documents, 57 were right; the forms of two of the others are left out since."""


def facts_of_terms(source: Source) -> Iterator[Fact]:
    """A `definition` for each entry that defines its name. Below a heading such as "Definitions", a list beside code
    tells of the parts of that code."""
    yield from _facts_of_lines(source)
    section = explains_words(source) and not any(entry.kind == "code" for entry in source.entries)
    for entry, names in described(source, "definition", "run-in"):
        roles = roles_of(entry)
        known = "glossary" in roles or section
        if not known or entry.within or (entry.kind == "run-in" and not roles & _NAMING):
            continue
        name, *others = (name.rstrip(" :.").strip() for name in names)
        body = first_sentence(source.text, *entry.body)
        if body is None:
            continue
        opening = _IS.match(source.text, *body)
        start = opening.start("kind") if opening and _same(opening["name"], name) else body[0]
        yield from _definition(source, name, others, (start, body[1]))


def _facts_of_lines(source: Source) -> Iterator[Fact]:
    """The definitions of the lines "term : definition" that end a passage, the last one first. In code they are what a
    program printed. Where most name things of a program, or tell what they do in a sentence, all are entries."""
    end = len(source.text)
    if any(entry.kind == "code" and entry.body[1] >= len(source.text.rstrip()) for entry in source.entries):
        return
    names = {entry.name[0] for entry in source.entries if entry.kind == "definition"}  # "x : float, optional"
    lines: list[tuple[str, list[str], Range]] = []
    odd = 0
    while line := _LINE.match(source.text, start := source.text.rfind("\n", 0, end) + 1, end):
        others = [one.strip() for one in re.split(r",| or ", line["alias"] or "") if one.strip()]
        tail = _TAIL.search(source.text, *line.span("definition"))
        body = line.start("definition"), tail.start() if tail else line.end("definition")
        is_sentence = line["definition"][0].isupper() or begins_with_verb(line["definition"])
        odd += 1 if is_sentence or is_code(line["term"]) else -1
        if start not in names and not _ROW.fullmatch(source.text, *body):
            lines.append((line["term"], others, body))
        end = len(source.text[:start].rstrip())
    for term, others, body in lines if odd < 0 else ():
        yield from _definition(source, term, others, body)


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
    many = opening["be"].casefold() == "are" and _MANY.match(source.text, start, body[1])
    if not _ARTICLE.match(source.text, start) and not many:
        return
    name = opening["name"]
    small = name[:1].lower() + name[1:]
    if name[1:].islower() and re.search(rf"(?<![\w/.:@-]){re.escape(small)}(?![\w/:@-]|\.\w)", source.text):
        name = small
    others = [one for one in (opening["short"], opening["alias"]) if one and one[:1].isalnum()]
    yield from _definition(source, name, others, (start, body[1]))


def gives_away(definition: str, term: str) -> bool:
    """Whether a definition repeats its term: a word of at least four letters with the same stem, or an abbreviation."""
    stems = {stem(word) for word in words(definition)}
    for mine in (stem(word) for word in words(term) if word not in _STOP_WORDS):
        if mine in stems:
            return True
        if len(mine) >= 5 and any(
            other.startswith(mine[:6]) or (len(other) >= 5 and mine.startswith(other)) for other in stems
        ):
            return True
    return False


def is_sound(term: str, definition: str, aliases: Sequence[str] = ()) -> bool:
    """Whether a definition would lead a reader to its term and does not give it away; both without what frames them."""
    count = len(definition.split())
    if not SHORTEST <= count <= LONGEST or len(term.split()) > 5 or "(" in term or term.isnumeric():
        return False
    if definition[0].isupper() and not definition.split()[0].isupper() and "." in definition:
        return False
    if _VAGUE.match(definition) and not (_KINDS.match(definition) and count >= SHORTEST + 3):
        return False
    clause = _CLAUSE.search(definition)
    if clause and not _RELATIVE.search(definition, 0, clause.start()):
        return False
    if definition[0] == "(" or definition.count("(") != definition.count(")") or "?" in definition:
        return False
    return not any(gives_away(definition, name) for name in (term, *aliases))


def _definition(source: Source, name: str, others: list[str], body: Range) -> Iterator[Fact]:
    term = _TERM.fullmatch(name)
    if term is None or len(name) < 2 or is_code(name) or _NO_TERM.match(name):
        return
    if term["short"]:
        name, others = name[: term.start("short") - 2], [*others, term["short"]]
    value = source.text[slice(*body)]
    if (
        not value[:1].isalpha()
        or "[" in value
        or _NO_KIND.match(value)
        or begins_with_verb(value)
        or not is_sound(name, value[:1].lower() + value[1:], others)
    ):
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
