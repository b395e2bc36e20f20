"""What to do about attempts at lists that fell, by their reason and by what the lists are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

Made = Literal["graph", "facts", "tables"]
"""What a cell's lists are made of."""

_RELATIONS: Final = "in the file of relations"

_MEND: Final[Mapping[str, str]] = {
    "modalities": "ask for modalities that the evidence has, or leave modalities out of the cell",
    "answers": "lower lists: validated or min_answers",
    "style": "ingest more pages, so that a list does not rest on a single one",
    "share:relation": "raise max_share: relation, or write entries for more relations",
    "share:document": "raise max_share: document",
    "share:family": "raise max_share: family, or ask for more kinds of lists",
    "leak": f"the question says an answer itself: mend the clause or the noun that does {_RELATIONS}, or rule "
    "the answer out by a type that begins with not",
    "improbable": "what there is says the same twice: write entries for more relations, or take simple, first or "
    f"second out of uses where two of them repeat each other {_RELATIONS}",
    "duplicate": "the same lists come again by other ways: ask for fewer, write entries for more relations, or take "
    f"uses from one of two relations that list the same {_RELATIONS}",
    "label": "load labels that can be shown for the things that are asked about (attempts.jsonl names them)",
    "answer-label": "load labels that can be shown for the answers (attempts.jsonl names them)",
    "namesakes": "load descriptions or types, by which things of one name are told apart",
    "answer-namesakes": "load descriptions or types, by which answers of one name are told apart",
    "clause": f"mend the clause {_RELATIONS}: it follows a noun and a that",
    "readable": f"mend the words of these relations {_RELATIONS} (attempts.jsonl says what is wrong)",
    "correct": "two ways to the answers do not agree (attempts.jsonl says which): load the graph anew, and report it "
    "if they still do not",
}
"""Where lists are made of a graph, and for the others what they share with it."""

_MEND_FACTS: Final[Mapping[str, str]] = {
    "correct": "the corpus speaks of things that its facts leave open: load a graph, or ask for more kinds of lists",
    "duplicate": "the same lists come again by other ways: ask for fewer, or ingest documents that tell of more",
    "label": "names of things that cannot be shown are asked about (attempts.jsonl names them): mend them in the "
    "documents, or ingest more",
    "answer-label": "names of answers cannot be shown (attempts.jsonl names them): mend them in the documents, or "
    "ingest more",
    "namesakes": "the documents have things of one name: title their pages apart",
    "answer-namesakes": "the documents have answers of one name: title their pages apart",
}

_MEND_TABLES: Final[Mapping[str, str]] = {
    "share:relation": "raise max_share: relation, or ingest more tables that list a set",
    "leak": "the table's title or the condition says an answer itself: ask for more kinds of lists, or ingest more "
    "tables that list a set",
    "duplicate": "tables list the same things: ask for fewer, or ingest tables that list others",
    "correct": "a second reading of the cells comes to other rows: give each cell one value, written alike down the "
    "column (attempts.jsonl names the rows)",
    "entails": "the words that tell it stand too far apart on the pages: ask for modalities: table, where the cells "
    "are the evidence",
    "needed": "one passage of the two says all: ingest the pages in longer passages, or ask for modalities: table",
    "style": "ask for modalities: table, or ingest a page for each of the things",
    "readable": "mend the titles and headers of these tables (attempts.jsonl says what is wrong)",
}

_GIVEN: Final[Mapping[Made, Mapping[str, str]]] = {
    "graph": _MEND,
    "facts": {**_MEND, **_MEND_FACTS},
    "tables": {
        **{name: _MEND[name] for name in ("modalities", "answers", "share:document", "share:family")},
        **_MEND_TABLES,
    },
}


def remedy(made: Made, reason: str) -> str:
    """What to do where most attempts at lists that are made of this fell by `reason`, "" if nothing is known to
    help."""
    return _GIVEN[made].get(reason, "")


def by_attempts(made: Made, kept: int, seen: int, reasons: Mapping[str, int]) -> str:
    """Why a cell is short as far as its attempts tell: most of them fell by one reason, or some of the `kept` queries
    were not tried. `seen` attempts were made, and `reasons` counts those that fell, as `status:reason`. Of shares a
    third is enough where all queries were tried: what fell by them met all conditions. "" if they tell nothing."""
    fell = sum(reasons.values())
    if fell:
        most = min(reasons, key=lambda reason: (-reasons[reason], reason))
        reason = most.partition(":")[2]
        least = 3 if seen >= kept and reason.startswith("share:") else 2
        mend = remedy(made, reason)
        if mend and least * fell > seen and 2 * reasons[most] > fell:
            return line(f"{reasons[most]:,} of {seen:,} attempts fell by {most}", mend)
    if seen < kept:
        return line(f"{kept - seen:,} more queries were not tried", "raise max_attempts_per_question")
    return ""


def line(what: str, mend: str) -> str:
    """What is the matter, and what to do about it."""
    return f"{what} — {mend}"
