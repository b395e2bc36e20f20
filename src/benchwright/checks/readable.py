"""Check `readable`: the question is one whole, self-contained sentence without traces of the machine.

It cannot judge style; it keeps out what is certainly wrong.
"""

from __future__ import annotations

import re

from benchwright.checks.candidate import Candidate
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.records import Check

_SHORTEST, _LONGEST = 4, 55
_FAULTS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^[^A-Z]"), "does not start with a capital"),
    (re.compile(r"[^?]$"), "does not end with a question mark"),
    (
        re.compile(r"\b(?:this|the|that) (?:table|passage|text|image|picture|figure|document|paragraph)\b", re.I),
        "points at a source",
    ),
    (re.compile(r"\b(?:shown|described|mentioned|listed|given) (?:above|below|here)\b", re.I), "points at a source"),
    (re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]"), "holds a control character"),
    (re.compile(r"\s{2,}"), "has doubled spaces"),
    (re.compile(r"\s[,.;:?!](?:\s|$)"), "has a space before punctuation"),
    (re.compile(r"\b(?!that\b|had\b|Boutros\b|Duran\b)([A-Za-z]{3,}) \1\b"), "repeats a word"),
    (re.compile(r"[{}_<>|\\^\[\]]"), "holds markup"),
    (re.compile(r"-LRB-|-RRB-|``|''|\ufffd"), "holds traces of tokenisation"),
    (re.compile(r"\ban? (?:the|an?|his|her|its|their)\b", re.I), "has two articles"),
    (re.compile(r"\ba (?:[aeio]\w|u[^ns]\w)", re.I), "has 'a' before a vowel"),
    (re.compile(r"\ban [bcdfgjklmnpqrstvwxyz][a-z]", re.I), "has 'an' before a consonant"),
    (re.compile(r"\?.*\?"), "is two sentences"),
    (re.compile(r"\b(?:None|nan|null)\b"), "holds an empty value"),
)  # fmt: skip
_AFTER_A = re.compile(r"\ba (?:one|once|eu|ewe|uni|use|usu|uti|ura|ubi)", re.I)
_AFTER_AN = re.compile(r"\ban (?:hour|honou?r|heir|honest|[A-Z]{2,}|[FHLMNRSX]\b)")


def check_readable(candidate: Candidate, ground: CorpusFacts) -> Check:
    """Pass when none of the known faults is found."""
    fault = fault_of(candidate.question, candidate.answer)
    return Check("readable", "fail" if fault else "pass", fault, by="readable/1")


def fault_of(question: str, answer: str) -> str:
    """What is wrong with the wording of a question and its answer, "" if nothing that is known."""
    words = len(question.split())
    if not _SHORTEST <= words <= _LONGEST:
        return f"has {words} words"
    cleared = _AFTER_AN.sub("the x", _AFTER_A.sub("the x", question))
    for pattern, fault in _FAULTS:
        if pattern.search(cleared):
            return fault
    for opening, closing in (("(", ")"), ("“", "”")):
        if question.count(opening) != question.count(closing):
            return f"has an open {opening}"
    if question.count('"') % 2:
        return "has an open quotation mark"
    if not answer.strip() or len(answer.split()) > 120:
        return "has no answer, or one too long"
    return ""
