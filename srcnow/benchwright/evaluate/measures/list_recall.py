"""Compute QAMPARI's recall of answers and of their evidence (section 4.2), for retrieval.

- `ARECALL@k`: the share of the gold answers that stand, or an alias of which stands, in the text of the first k hits:
  a name as whole words (letters in a row, in scripts without spaces between words), an amount or a date as a value.
  Loose: an answer may stand in a text on another subject.
- `ERECALL@k`: for each gold answer the share of all its evidence's sources that the first k hits show, averaged over
  the answers that have evidence. Strict: one of several proofs may do, and other passages may tell it too.

Only lists are scored (questions with several answers, and those of the style "list"): the one answer of another
question may be worked out, and stand in no text. For the second the answers need evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import numpy as np

from benchwright.evaluate.gold import Question
from benchwright.evaluate.match.hit_texts import HitTexts
from benchwright.evaluate.matched_run import MatchedRun, evidence_shares
from benchwright.evaluate.measure_values import MeasureValues, scored_where
from benchwright.evaluate.measures.answer_forms import form, names_of, read_answer
from benchwright.evaluate.measures.catalogue import parse_measure
from benchwright.evaluate.runs import Doubles
from benchwright.records import Answer
from benchwright.values import LOOSELY, Date, Quantity, occurs_in
from benchwright.values.names import find_words
from benchwright.values.occurrences import cuts_number

_STOP = re.compile(r"(?<=\w)\.(?=\w)")  # inside "U.S."
_KEPT = 32_768  # texts of sources whose form is kept at a time


def list_recall(matches: MatchedRun, texts: HitTexts, names: Sequence[str]) -> tuple[MeasureValues, ...]:
    """The measures of these names (`ARECALL@10`, `ERECALL@10`). ValueError for another name."""
    wanted = [(measure.family.stem, measure.cutoff) for measure in map(parse_measure, names)]
    if not {kind for kind, _ in wanted} <= {"ARECALL", "ERECALL"}:
        raise ValueError(f"{names} are not all ARECALL@k or ERECALL@k")
    deepest = max((k for _, k in wanted), default=0)
    kinds = {kind for kind, _ in wanted}
    curves: dict[str, list[Doubles | None]] = {"ARECALL": [], "ERECALL": []}
    for place, question in enumerate(matches.gold):
        start = int(matches.starts[place])
        end = min(int(matches.starts[place + 1]), start + deepest)
        is_list = len(question.answers) > 1 or (question.style == "list" and bool(question.answers))
        if "ARECALL" in kinds:
            passages = (texts[int(row)] for row in matches.hits[start:end])
            curves["ARECALL"].append(_answers_seen(question.answers, passages, deepest) if is_list else None)
        if "ERECALL" in kinds:
            evidence = _evidence_seen(question, matches.gains[start:end], deepest) if is_list else None
            curves["ERECALL"].append(evidence)
    return tuple(_values(name, curves[kind], k) for name, (kind, k) in zip(names, wanted, strict=True))


def _values(name: str, curves: Sequence[Doubles | None], k: int) -> MeasureValues:
    values = [0.0 if curve is None else float(curve[k]) for curve in curves]
    scored = np.array([curve is not None for curve in curves], dtype=np.bool_)
    reason = "not a list" if name.startswith("ARECALL") else "not a list, or no evidence of its answers"
    return scored_where(name, values, scored, reason)


def _answers_seen(answers: Sequence[Answer], texts: Iterable[str], deepest: int) -> Doubles:
    """The share of answers that the first j texts hold, j = 0..deepest."""
    missing = [names_of(answer) for answer in answers]
    new = np.zeros(deepest + 1)
    for rank, text in enumerate(texts, 1):
        still = [names for names in missing if not any(_stands_in(name, text) for name in names)]
        new[rank] = len(missing) - len(still)
        missing = still
        if not missing:
            break
    return np.cumsum(new) / len(answers)


def _evidence_seen(question: Question, gains: Sequence[tuple[str, ...]], deepest: int) -> Doubles | None:
    """The mean share of the answers' evidence that the first j hits show, j = 0..deepest; None without evidence."""
    curves = []
    for answer in question.answers:
        sources = frozenset(span.source for spans in answer.evidence for span in spans)
        if sources:
            shares = evidence_shares([sources], gains)
            last = shares[-1] if len(shares) else 0.0
            curves.append(np.concatenate(([0.0], shares, np.full(deepest - len(shares), last))))
    return np.mean(curves, axis=0) if curves else None


def _stands_in(name: str, text: str) -> bool:
    """Whether the text has an answer's words, or states its amount or date."""
    words = form(name)
    if words and f" {words} " in _words(text):
        return True
    value, _ = read_answer(name)
    if isinstance(value, Quantity | Date):
        return bool(occurs_in(value, text, LOOSELY))
    return _stands_beside_signs(name, text)


def _stands_beside_signs(name: str, text: str) -> bool:
    """Whether a name's words stand in a row in the text, whatever signs stand around them: "<td>Paris</td>"."""
    wanted = [word for word, _, _ in find_words(name, frozenset())]
    words, places = _places_of_words(text)
    for at in places.get(wanted[0], ()) if wanted else ():
        listed = words[at : at + len(wanted)]
        same = [word for word, _, _ in listed] == wanted
        if same and form(text[listed[0][1] : listed[-1][2]]) == form(name):
            start, end = listed[0][1], listed[-1][2]
            initials = _STOP.match(text, end) or _STOP.match(text, start - 1)
            if not initials and not cuts_number(text, start, end):
                return True
    return False


@lru_cache(maxsize=256)
def _places_of_words(text: str) -> tuple[Sequence[tuple[str, int, int]], Mapping[str, list[int]]]:
    """The words of a text with their places, and which of them each word is."""
    words = find_words(text, frozenset())
    places: dict[str, list[int]] = {}
    for at, (word, _, _) in enumerate(words):
        places.setdefault(word, []).append(at)
    return words, places


@lru_cache(maxsize=_KEPT)
def _words(text: str) -> str:
    return f" {form(text)} "
