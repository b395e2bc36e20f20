"""Read what has members: a list behind a lead-in that says what its items are, and sentences that count them.

    "The supported databases are:" + a list         ->  (the supported databases, members, "MySQL; Oracle; SQLite")
    "There are three kinds of muscle: A, B and C."  ->  (the kinds of muscle, members, "A; B; C")

Only what says that it is all is read: no examples, no steps, no choices. A number in the lead-in must be that of the
items, and each item must be a short name, or have one before its colon or dash. Without a number nothing may go on
behind the items before the next heading, here or in the next passage: no other list without a lead-in of its own, no
sentence that adds to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from benchwright.english.nouns import is_plural
from benchwright.english.sentences import sentences
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.open.context import OpenSubject, open_fact
from benchwright.records import Entry, Fact, Source, Span
from benchwright.values import parse_number

_VOCABULARY = Vocabulary.of("benchwright.facts.open", "enumerations")
_PART = _VOCABULARY.pattern("part")
_HEADS = _VOCABULARY.words("no_members")
_SUBJECTS = _VOCABULARY.words("no_subject")
_CLAUSE = _VOCABULARY.pattern("clause")
_ADDS = re.compile(rf"(?:{_VOCABULARY.pattern('adds')})\b", re.IGNORECASE)

_NUMBER = r"(?P<count>two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})"
_PHRASE = r"(?P<{}>[^\W\d_][\w'’/-]*(?: [^\W_][\w'’/-]*){{0,{}}})"
_NOUNS = _PHRASE.format("nouns", 6)
_FOLLOWING = r"(?:(?:the |these )?following )?"
_SAYS_SOME = re.compile(rf"\b(?:{_PART})\b|\?", re.IGNORECASE)
_HAS_CLAUSE = re.compile(rf"\b(?:{_CLAUSE})\b", re.IGNORECASE)
_OPENS = (
    re.compile(rf"(?:The|All) (?:{_NUMBER} )?{_NOUNS}(?: in order)? are(?: as follows| the following)?(?= ?:)"),
    re.compile(rf"There are (?:exactly )?{_FOLLOWING}{_NUMBER} (?:main |basic )?{_NOUNS}(?= ?:)"),
    re.compile(rf"(?P<owner>(?:The|An?) [\w' -]{{2,50}}?|[A-Z][\w-]+(?: [\w-]+){{0,3}}) (?P<verb>has|have|supports?)"
               rf" (?:the following |exactly )?(?:{_NUMBER} )?{_NOUNS}(?= ?:)"),
    re.compile(rf"(?P<owner>(?:The|An?) [\w' -]{{2,50}}?|[A-Z][\w-]+(?: [\w-]+){{0,3}}) (?:is|are) (?:made up|composed)"
               rf" of {_FOLLOWING}(?:{_NUMBER} )?{_NOUNS}(?= ?:)"),
    re.compile(rf"(?P<owner>(?:The|An?) [\w' -]{{2,50}}?|[A-Z][\w-]+(?: [\w-]+){{0,3}}) consists? of"
               rf" {_FOLLOWING}(?:{_NUMBER} )?{_NOUNS}(?= ?:)"),
)  # fmt: skip
_FOLLOWED = (
    re.compile(rf"(?P<clause>[A-Z][\w'’-]+(?: [\w'’-]+){{1,9}}) the following {_NOUNS}(?= ?:)"),
    re.compile(rf"The following {_NOUNS} (?P<clause>are [\w -]+)(?= ?:)"),
)
_LABEL = re.compile(rf"{_NOUNS}(?=:$)")
_NAMED = re.compile(rf"The {_NUMBER} {_NOUNS} are (?:called )?(?=\w)")
_COUNTED = re.compile(rf"\b{_NUMBER}\b", re.IGNORECASE)
_QUICK = re.compile(r"(?:consists?|made up|composed) of |There are |\bThe \w+ [\w -]{3,60} (?:are|has|have) ")
_ITEM_ENDS = re.compile(r"[,;] (?:and |& )?| and (?=[^,]*$)")
_BEFORE_DASH = re.compile(r"(?P<name>[^:–—(\n]{1,60}?)(?:\s*:\s|\s+[–—-]\s|\s+\(|\n)")
_ODD_ITEM = re.compile(
    r"[.!?;:]\s|\s[-–]\s|\[|https?://|[?!;=—{}<>]|"
    r"\.\.\.|…|\b(?:etc|and)\b|\n|^(?:one|an?other|a? ?(?:first|second|third))\b"
)
_LONGEST_ITEM, _MOST_ITEMS = 8, 20
CONFIDENCE = 0.97
"""Of all 62 that twelve sets of documents gave, 60 were right."""

_Range = tuple[int, int]


def facts_of_enumerations(source: Source) -> Iterator[Fact]:
    """One `members` fact for each list and sentence that says what its items are, and that they are all."""
    text = source.text
    subjects: set[str] = set()
    for subject, items in (*_of_lists(source), *(_of_sentences(text) if _QUICK.search(text) else ())):
        names = [text[start:end] for start, end in items]
        if subject.casefold() not in subjects and len({name.casefold() for name in names}) == len(names):
            subjects.add(subject.casefold())
            span = Span(source.id, "text", items[0][0], items[-1][1])
            yield open_fact(
                source, "members", OpenSubject(subject), "; ".join(names), span, confidence=CONFIDENCE
            )  # fmt: skip


def members_continued(source: Source, following: Source) -> Iterator[Fact]:
    """Those of `facts_of_enumerations` that are not all: `following`, the next passage of the section, adds to them."""
    offset = len(source.text) + 2
    behind = (entry.moved(offset) for entry in following.entries)
    section = replace(source, text=f"{source.text}\n\n{following.text}", entries=(*source.entries, *behind))
    whole = {fact.id for fact in facts_of_enumerations(section)}
    yield from (fact for fact in facts_of_enumerations(source) if fact.id not in whole)


# ---------------------------------------------------------------- lists behind a lead-in
def _of_lists(source: Source) -> Iterator[tuple[str, list[_Range]]]:
    text = source.text
    for entry in source.entries:
        if entry.kind != "list" or not 2 <= len(entry.items) <= _MOST_ITEMS:
            continue
        lead = text[entry.name[0] : entry.name[1]].strip()
        *_, (start, end) = ((0, 0), *sentences(lead))
        subject = _subject(lead[start:end], len(entry.items)) if lead.endswith(":") else ""
        if subject and not _COUNTED.search(lead[start:end]) and _goes_on(source, entry, subject):
            continue
        items = [_name_of(text, *item) for item in entry.items] if subject else []
        if items and all(items):
            yield subject, [item for item in items if item]


def _goes_on(source: Source, entry: Entry, subject: str) -> bool:
    """Whether what follows a list adds to it, before the next heading or a list of other things."""
    text, last, nouns = source.text, entry.body[1], subject.removeprefix("the ").casefold()
    end = min(
        (one.name[0] for one in source.entries if one.kind == "section" and one.name[0] >= last), default=len(text)
    )
    lists = (one for one in source.entries if one.kind == "list" and last <= one.body[0] < end)
    for following in sorted(lists, key=lambda one: one.body):
        lead = text[following.name[0] : following.name[1]].strip()
        if following.name[0] < last or not (lead.endswith(":") and lead[:1].isupper()) or _ADDS.match(lead):
            return True
        if nouns in lead.casefold():
            return True
        end = min(end, following.name[0])
    behind = text[last:end].strip()
    rest = (behind[slice(*place)] for place in sentences(behind))
    adds = (_ADDS.match(one) or (":" in one and nouns in one.casefold()) for one in rest)
    return behind[:1].islower() or any(adds)


def _subject(lead: str, count: int) -> str:
    """What a lead-in says that the items are, "" if it does not, or says that they are some."""
    if _SAYS_SOME.search(lead):
        return ""
    for pattern in (*_OPENS, *_FOLLOWED, _LABEL):
        match = pattern.match(lead)
        if match and lead[match.end() :].strip(" :") == "":
            parts = match.groupdict()
            counted = parts.get("count")
            if (counted and parse_number(counted) != count) or not _names_several(parts["nouns"], pattern is _LABEL):
                return ""
            nouns = _small(parts["nouns"])
            owner, verb = _small(parts.get("owner") or ""), parts.get("verb") or ""
            if parts.get("owner") and (not _is_plain(owner) or ("following" not in lead and not counted)):
                return ""
            clause = _small(parts.get("clause") or f"{owner} {verb}" * verb.startswith("support"))
            if clause:
                return f"the {nouns} that {clause}" if clause.split()[0].casefold() not in _SUBJECTS else ""
            return f"the {nouns} of {owner}" if owner else f"the {nouns}"
    return ""


def _names_several(nouns: str, label: bool) -> bool:
    """Whether a phrase is a plural that can have members. One that only labels a list must say of what kind they are:
    "Supported databases:", and not "Requirements:"."""
    words = nouns.casefold().split()
    head = re.split(r" (?:of|for|in|to|with|on|by|from) ", nouns.casefold())[0].rpartition(" ")[2]
    clause = _HAS_CLAUSE.search(nouns) or "and" in words or words[0] in _SUBJECTS or (label and words[0].endswith("s"))
    return not clause and head not in _HEADS and (not label or 1 < len(words) < 6) and is_plural(head)


def _name_of(text: str, start: int, end: int) -> _Range | None:
    """The short name that an item of a list is or begins with."""
    whole = text[start:end].rstrip()
    name = whole.rstrip(".;, ").removesuffix(" and").rstrip(",")
    if not _is_name(name):
        match = _BEFORE_DASH.match(whole)
        name = match["name"].rstrip() if match else ""
    return (start, start + len(name)) if _is_name(name) else None


def _is_name(text: str) -> bool:
    unfit = _ODD_ITEM.search(text) or _HAS_CLAUSE.search(text) or not any(map(str.isalpha, text))
    return not unfit and 0 < len(text.split()) <= _LONGEST_ITEM and text.count("(") == text.count(")")


# ---------------------------------------------------------------- sentences
def _of_sentences(text: str) -> Iterator[tuple[str, list[_Range]]]:
    """ "There are three kinds of X: A, B and C.", "The three kinds of X are A, B and C."."""
    for start, end in sentences(text):
        sentence = text[start:end]
        if (
            len(sentence) > 300
            or not sentence.endswith(".")
            or not _QUICK.search(sentence)
            or _SAYS_SOME.search(sentence)
        ):
            continue
        for pattern in (_NAMED, *_OPENS):
            match = pattern.match(sentence)
            colon = pattern in _OPENS
            if match is None or colon != sentence[match.end() :].startswith(":"):
                continue
            at = start + match.end() + (2 if colon else 0)
            items = _items(text, at, end - 1)
            if not match.groupdict().get("count") and _ADDS.match(text[end:].lstrip()):
                break
            lead = f"The {match['count']} {match['nouns']} are:" if pattern is _NAMED else f"{match[0]}:"
            fewest = 2 if colon else 3  # "the names before and after the update" are no two things
            if len(items) >= fewest and (subject := _subject(lead, len(items))):
                yield subject, items
            break


def _items(text: str, start: int, end: int) -> list[_Range]:
    """The items of a row with commas and "and", none unless each is a short name and the row ends with "and"."""
    row = text[start:end]
    if not re.search(r"(?:,|^[^,]*) and [^,]*$|; and [^;]*$", row) or "\n" in row:
        return []
    items, at = [], 0
    ends = [*((match.start(), match.end()) for match in _ITEM_ENDS.finditer(row)), (len(row), len(row))]
    for stop, after in ends:
        items.append((start + at, start + stop))
        at = after
    return items if all(_is_name(text[low:high]) for low, high in items) else []


def _is_plain(owner: str) -> bool:
    """Whether a subject can be understood alone: a noun phrase without a clause, and no pronoun."""
    words = owner.casefold().split()
    return bool(words) and words[0] not in _SUBJECTS and not _HAS_CLAUSE.search(owner) and len(words) < 8


def _small(phrase: str) -> str:
    """A phrase as it stands inside a sentence: its article, or a first word that is no name, in small letters."""
    first, _, rest = phrase.partition(" ")
    small = first in ("The", "A", "An") or (first[1:].islower() and (rest or is_plural(first)))
    return f"{first.lower()} {rest}".strip() if small else phrase
