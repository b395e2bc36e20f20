"""Checks a table question by a second, plain reading of the cells and of the evidence.

It shares no parser of names, numbers or dates with the modules that make the questions, so that their mistakes show.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from benchwright.corpus.store import Corpus
from benchwright.facts.sums import summary_rows
from benchwright.makers.lists.queries.query_types import SLACK
from benchwright.makers.lists.tables.table_questions import TableDraft, least_told
from benchwright.makers.lists.tables.vocabulary import stem, table_words
from benchwright.records import Answer, Span
from benchwright.retrieval.word_index import holds, words_of
from benchwright.values.nations import DEMONYMS

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
_GROUPS = re.compile(r"(?<=\d)\s*,\s*(?=\d{3}(?!\d))")
_CELL_GROUPS = re.compile(r"(?<=\d)\s*[,\s'’]\s*(?=\d{3}(?!\d))")
_HEDGED = re.compile(
    r"[<>≤≥~≈±]|\d\s?\+|\b(?:about|around|approx\w*|circa|ca?\.|over|under|above|below|more|less|fewer|least|most|"
    r"up to|almost|nearly|roughly|some)(?!\w)\W*\d|\d\D*\bor (?:more|less|over|under|fewer)\b",
    re.IGNORECASE,
)
_SCALES = (("thousand", 3), ("million", 6), ("billion", 9), ("trillion", 12))
_FEMALE = frozenset(("female", "woman", "she", "her"))


def misread(draft: TableDraft, corpus: Corpus) -> str:
    """Why a second reading of the table does not come to the same answers, "" if it does: as many rows meet the
    question, and each answer stands in the key cell of one of them, and of none that does not."""
    query = draft.derivation["query"]
    table = corpus.source(query["table"]).table
    assert table is not None, query["table"]
    key, condition = query["key"], query["condition"]
    row_lists = [
        dict.fromkeys(row for row, column in _cells(answer).cells if column == key) for answer in draft.answers
    ]
    for answer, rows in zip(draft.answers, row_lists, strict=True):
        for row in rows:
            if not holds(table.rows[row][key], answer.text):
                return f"row {row} does not name {answer.text!r}"
    listed = [row for rows in row_lists for row in rows]
    if len(set(listed)) != draft.derivation["proven"]:
        return f"{len(set(listed))} rows name the answers, not {draft.derivation['proven']}"
    if condition is None:
        return ""
    header = " ".join(line[condition["column"]] for line in table.header)
    if condition["op"] in ("less", "greater"):
        hedged = next((row for row, cells in enumerate(table.rows) if _HEDGED.search(cells[condition["column"]])), None)
        if hedged is not None:
            return f"row {hedged} hedges its number"
    meeting = {row for row, cells in enumerate(table.rows) if _meets(cells[condition["column"]], condition, header)}
    stray = next((row for row in listed if row not in meeting), None)
    if stray is not None:
        return f"row {stray} does not meet the condition"
    count = len(meeting - _totals(table.rows, key))
    return "" if count == draft.derivation["found"] else f"{count} rows meet the condition"


def _totals(rows: Sequence[Sequence[str]], key: int) -> set[int]:
    return {row for row, cells in enumerate(rows) if {"total", "totals", "overall"} & set(words_of(cells[key]))} | set(
        summary_rows(rows, key)
    )


def _meets(cell: str, condition: Any, header: str) -> bool:
    op, value = condition["op"], condition["value"]
    if op == "equals":
        return holds(cell, value)
    match = _first(cell, condition)
    if match is None:
        return False
    number = Decimal(match[0].replace(",", ""))
    return _within(number.scaleb(_power(header)) if op in ("less", "greater") else number, condition)


def entailed(draft: TableDraft, corpus: Corpus) -> tuple[str, float]:
    """(the first answer whose spans do not say what they are to say, "" if all do; the least share of the telling words
    that the spans of an answer hold). Cells say it themselves: they are the table's own."""
    least = 1.0
    for answer in draft.answers:
        spans = answer.evidence[0]
        if spans[0].read == "cell":
            continue
        share, valued = _stated_share(draft, answer, spans, corpus)
        if not valued or share * len(draft.telling) < least_told(draft.telling) - SLACK:
            return f"the evidence of {answer.text!r} does not say it", share
        least = min(least, share)
    return "", least


def _stated_share(draft: TableDraft, answer: Answer, spans: Sequence[Span], corpus: Corpus) -> tuple[float, bool]:
    """The share of the telling words that some passages' titles and spans hold, and whether they hold all that they
    need to and one of them, where there is a condition, the value of one of the answer's rows."""
    texts = [f"{(one := corpus.source(span.source)).title} . {one.text[span.start : span.end]}" for span in spans]
    forms = [[stem(word) for word in words_of(_GROUPS.sub("", text))] for text in texts]
    stems = {form for listed in forms for form in listed}
    count = sum(1 for word in draft.telling if word in stems or (word in _FEMALE and stems & _FEMALE))
    share = count / len(draft.telling) if draft.telling else 1.0
    if any(stems.isdisjoint(forms) for forms in draft.needs):
        return share, False
    condition = draft.derivation["query"]["condition"]
    if condition is None:
        return share, True
    table = corpus.source(draft.derivation["query"]["table"]).table
    assert table is not None
    header = " ".join(line[condition["column"]] for line in table.header)
    cells = [table.rows[row][column] for row, column in _cells(answer).cells if column == condition["column"]]
    return share, any(_tells(text, cell, condition, header) for cell in cells for text in texts)


def _tells(text: str, cell: str, condition: Any, header: str) -> bool:
    """Whether a text holds the value of a cell: the name, what says the same of it, the year, or a number near to that
    of the cell that meets the condition as well."""
    if condition["op"] == "equals":
        value = str(condition["value"])
        forms = [stem(word) for word in words_of(_GROUPS.sub("", text))]
        others = (*table_words().results.get(value.casefold(), ("", ()))[1], *DEMONYMS.get(value, ()))
        return any(_holds(forms, one) for one in (value, *others))
    kind = _YEAR if condition["op"] in ("before", "after", "in") else _NUMBER
    match = _first(cell, condition)
    if match is None:
        return False
    own = Decimal(match[0].replace(",", "")).scaleb(0 if kind is _YEAR else _power(header))
    near = Decimal(0) if kind is _YEAR else Decimal("0.05") * own
    plain = _GROUPS.sub("", text)
    numbers = [
        Decimal(one[0].replace(",", "")).scaleb(_power(plain[one.end() : one.end() + 12]) if kind is _NUMBER else 0)
        for one in kind.finditer(plain)
    ]
    return any(abs(number - own) <= near and _within(number, condition) for number in numbers)


def _first(cell: str, condition: Any) -> re.Match[str] | None:
    """The number or the year of a cell that a condition is about: the first one."""
    plain = _CELL_GROUPS.sub("", cell)
    return (_YEAR if condition["op"] in ("before", "after", "in") else _NUMBER).search(plain)


def _within(number: Decimal, condition: Any) -> bool:
    op, limit = condition["op"], Decimal(condition["value"].replace(",", ""))
    if op == "in":
        return number == limit
    return number < limit if op in ("less", "before") else number > limit


def _power(text: str) -> int:
    return next((power for word, power in _SCALES if word in text.casefold()), 0)


def _holds(forms: Sequence[str], value: str) -> bool:
    wanted = " ".join(stem(word) for word in words_of(_GROUPS.sub("", value)))
    return bool(wanted) and f" {wanted} " in f" {' '.join(forms)} "


def _cells(answer: Answer) -> Span:
    """The cells that name an answer; each table question's answers have them, first or as an alternative."""
    return next(spans[0] for spans in answer.evidence if spans[0].read == "cell")
