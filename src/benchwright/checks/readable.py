"""Check `readable`: the question is one whole, self-contained sentence without traces of the machine.

It cannot judge style; it keeps out what is certainly wrong. Letters, capitals and question marks are those of Unicode,
rules of one language hold for questions in it only, and names are left as they are written.
"""

from __future__ import annotations

import re
import unicodedata

from benchwright.checks.candidate import Candidate
from benchwright.english.articles import article
from benchwright.english.language import ENGLISH, FOREIGN, is_english
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.records import Check

_SHORTEST, _LONGEST = 3, 55
_FAULTS: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(r"\b(?:this|the|that) (?:table|passage|text|image|picture|figure|document|paragraph)\b", re.I),
        "points at a source",
    ),
    (re.compile(r"\b(?:shown|described|mentioned|listed|given) (?:above|below|here)\b", re.I), "points at a source"),
    (re.compile(r"[\x00-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2060-\u2069\ufeff]"), "holds a control character"),
    (re.compile(r"\s{2,}"), "has doubled spaces"),
    (re.compile(r"\s[,.](?:\s|$)"), "has a space before punctuation"),
    (re.compile(r"[{}<>|\\^\[\]]|(?<!\w)_|_(?!\w)"), "holds markup"),
    (re.compile(r"-LRB-|-RRB-|``|''|\ufffd"), "holds traces of tokenisation"),
    (re.compile(r"[?？].*[?？]"), "is two sentences"),
    (re.compile(r"\b(?:None|nan|null)\b"), "holds an empty value"),
)  # fmt: skip
_ENGLISH_FAULTS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\s[;:?!](?:\s|$)"), "has a space before punctuation"),
    (re.compile(r"\b(the|and|from|with|which|whose|their) \1\b"), "repeats a word"),
    (re.compile(r"\ban? (?:the|an?|his|her|its|their)\b(?!-)"), "has two articles"),
)
_JOINERS = re.compile(r"[\u200c-\u200f]")  # needed in scripts without capitals, such as those of Persian and Hindi
_WITH_ARTICLE = re.compile(r"\b[a-z]+ (an?) ((?!h)[a-z]*[aeiouy][a-z]*)(?![\w’'])")
"""An article among words that are no names: how a name or an abbreviation is spoken is not known. "An historic" and "a
historic" are both in use."""
_UNSPACED = re.compile(r"CJK|HIRAGANA|KATAKANA|THAI|LAO|KHMER|MYANMAR|TIBETAN")


def check_readable(candidate: Candidate, ground: CorpusFacts) -> Check:
    """Pass when none of the known faults is found."""
    fault = fault_of(candidate.question, candidate.answer)
    return Check("readable", "fail" if fault else "pass", fault, by="readable/1")


def fault_of(question: str, answer: str) -> str:
    """What is wrong with the wording of a question and its answer, "" if nothing that is known."""
    words = question.split()
    unspaced = any(_UNSPACED.match(unicodedata.name(letter, "")) for letter in question)
    if not unspaced and not _SHORTEST <= len(words) <= _LONGEST:
        return f"has {len(words)} words"
    if fault := _fault_of_ends(question, words[0]):
        return fault
    english = _in_english(question)
    for pattern, fault in (*_FAULTS, *(_ENGLISH_FAULTS if english else ())):
        if pattern.search(question):
            return fault
    if english and (fault := _fault_of_articles(question)):
        return fault
    for opening, closing in (("(", ")"), *([("“", "”")] if english else [])):
        if question.count(opening) != question.count(closing):
            return f"has an open {opening}"
    if english and question.count('"') % 2 and not re.search(r'\d"', question):  # 12" are inches
        return "has an open quotation mark"
    if not answer.strip() or len(answer.split()) > 120:
        return "has no answer, or one too long"
    return ""


def _fault_of_ends(question: str, first: str) -> str:
    """What is wrong with the beginning and the end. Scripts without capitals need no question mark either."""
    letters = [letter for letter in question if letter.isalpha()]
    if not letters:
        return "has no letters"
    if 2 * sum(letter.lower() != letter.title() for letter in letters) < len(letters):
        return ""
    initial = next((letter for letter in first if letter.isalnum()), "")
    if not initial or (initial != initial.title() and first == first.lower()):  # "iPhone" is a name
        return "does not start with a capital"
    if _JOINERS.search(question):
        return "holds a control character"
    greek_mark = question.endswith(";") and unicodedata.name(letters[-1], "").startswith("GREEK")
    if greek_mark or "QUESTION MARK" in unicodedata.name(question[-1], "") or "\u055e" in question:  # the Armenian one
        return ""
    return "does not end with a question mark"


def _in_english(question: str) -> bool:
    """Whether it is certain enough for the rules of English; of a short question, its function words say."""
    words = set(re.findall(r"[^\W\d_]{2,}", question.lower()))
    verdict = is_english(question)
    return bool(words & ENGLISH) and not words & FOREIGN if verdict is None else verdict


def _fault_of_articles(question: str) -> str:
    for match in _WITH_ARTICLE.finditer(question):
        written, word = match.groups()
        if word not in ENGLISH and article(word) != written:  # of "hepatitis a and b", the letter
            return "has 'a' before a vowel" if written == "a" else "has 'an' before a consonant"
    return ""
