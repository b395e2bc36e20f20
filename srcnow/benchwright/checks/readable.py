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
from benchwright.english.vocabulary import Vocabulary
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.records import Check

_VOCABULARY = Vocabulary.of("benchwright.checks", "readable")
_SOURCE = re.compile(
    r"(?P<place>\b(?:in|on|from|by|per|according to) )?\b(?P<which>this|the|that) "
    r"(?P<noun>table|passage|text|image|picture|figure|illustration|diagram|screenshot|document|paragraph)\b",
    re.I,
)
_COMPOUND = re.compile(rf"(?:{_VOCABULARY.pattern('compounds')})(?:e?s)?\b|\w+-\w", re.I)
_ENTITLED = re.compile(r' (?:under )?["“]\w')
_IDENTIFIED = re.compile(r" (?:of|through|who|whose|whom|known|called|named|entitled|titled)\b| [A-Z]")
"""Behind "the figure": what says which one it is, whatever is shown beside the question."""
_MIDDLE_MARK = re.compile(r"[?？][\"'”’»]*(?=[^?？]*[?？])\s*(?P<next>\w+)(?:\s+(?P<second>\w+))?")
_SHORTEST, _LONGEST = 3, 55
_FAULTS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\b(?:shown|described|mentioned|listed|given) (?:above|below|here)\b", re.I), "points at a source"),
    (re.compile(r"[\x00-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2060-\u2069\ufeff]"), "holds a control character"),
    (re.compile(r"\s{2,}"), "has doubled spaces"),
    (re.compile(r"\s[,.](?:\s|$)"), "has a space before punctuation"),
    (re.compile(r"[{}<>|\\^\[\]]|(?<!\w)_(?!\w)|(?<!\w)_\w[^_]*_(?!\w)"), "holds markup"),
    (re.compile(r"-LRB-|-RRB-|``|''|\ufffd"), "holds traces of tokenisation"),
    (re.compile(r"[?？]\s*[?？¿]"), "is two sentences"),
    (re.compile(r"\b(?:None|nan|null)\b"), "holds an empty value"),
)  # fmt: skip
_ENGLISH_FAULTS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\s[;:?!](?:\s|$)"), "has a space before punctuation"),
    (re.compile(r"\b(the|and|from|with|which|whose|their) \1\b"), "repeats a word"),
    (re.compile(r"\ban? (?:the|an?|his|her|its|their)\b(?!-)"), "has two articles"),
)
_ASKING = _VOCABULARY.words("asking")
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
    if any(map(_points_at_source, _SOURCE.finditer(question))):
        return "points at a source"
    if any(map(_begins_a_sentence, _MIDDLE_MARK.finditer(question))):
        return "is two sentences"
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


def _points_at_source(match: re.Match[str]) -> bool:
    """Whether "the table" means one that is shown: no thing of another kind, nor one that the question identifies."""
    noun = match.start("noun")
    if _COMPOUND.match(match.string, noun) or _ENTITLED.match(match.string, match.end()):
        return False
    identified = _IDENTIFIED.match(match.string, match.end()) is not None
    title = match["noun"][0].isupper() and not match["noun"].isupper()
    return not (identified and (title or (match["which"].lower() == "the" and not match["place"])))


def _begins_a_sentence(match: re.Match[str]) -> bool:
    """Whether what follows a question mark is another question; a title with one goes on in lower case."""
    word = match["next"]
    if word in ("and", "or", "but"):
        return match["second"] in _ASKING
    return not word[0].islower() or word in _ASKING


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
    question = question.rstrip("\"'”’»")
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
