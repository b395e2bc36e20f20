"""A small corpus whose every wrong answer can be explained on paper: a table of three lands, a profile of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from handmade import example as plain_example

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.evaluate.gold import Question, gold_of
from benchwright.facts.store import FactTable, rows_of
from benchwright.programs.operations import Both, Difference, Expression, Follow, LookUp, Reverse, to_json
from benchwright.records import Answer, Example, Fact, Modality, Place, Source, Span, Table

LANDS = {"Vorland": ("8,100", "2,400"), "Sellia": ("20,400", "3,100"), "Ostmark": ("11,900", "950")}
CAPITALS = {"Vorland": "Arnholt", "Sellia": "Brigham", "Ostmark": "Dunmere"}
ROWS = tuple((name, *cells) for name, cells in LANDS.items())
TABLE, OLD = "lands", "atlas"


def corpus(folder: Path) -> Corpus:
    text = "\n".join(" | ".join(row) for row in (("Land", "Area (sq km)", "Railways (km)"), *ROWS))
    table = Table((("Land", "Area (sq km)", "Railways (km)"),), ROWS)
    sources = [Source(TABLE, Modality.TABLE, "Lands of the North", text, Place("lands.md"), table=table)]
    for name, capital in CAPITALS.items():
        words = f"{name} lies in the north. Capital: {capital}. Founded in 1921."
        sources.append(Source(name.lower(), Modality.TEXT, name, words, Place(f"{name.lower()}.md")))
    sources.append(
        Source(OLD, Modality.TEXT, "Old atlas", "The capital of Vorland is Ekeby. Area: 7,700 km2.", Place("o"))
    )
    return write_corpus(folder, sources)


def _fact(source: str, local: str, subject: str, relation: str, value: str, unit: str = "", **more: Any) -> Fact:
    kind = "quantity" if unit else "name"
    return Fact(
        f"{source}#{local}", subject, subject.lower(), relation, value, Span(source, **more), unit, value_type=kind
    )


def facts() -> FactTable:
    """What the corpus says, and one fact in which the old atlas differs."""
    found = []
    for row, (name, (area, railways)) in enumerate(LANDS.items()):
        found.append(_fact(TABLE, f"r{row}c1", name, "area", area, "square kilometre", read="cell", cells=((row, 1),)))
        found.append(_fact(TABLE, f"r{row}c2", name, "railways", railways, "kilometre", read="cell", cells=((row, 2),)))
    for name, capital in CAPITALS.items():
        found.append(_fact(name.lower(), "capital", name, "capital", capital, read="text", start=0, end=5))
    found.append(_fact(OLD, "capital", "Vorland", "capital", "Ekeby", read="text", start=0, end=5))
    return FactTable(rows_of(found))


def _derived(
    id: str, question: str, style: str, answer: str, program: Expression, names: Sequence[str], *aliases: str
) -> Example:
    table = facts()
    read = [fact for name in names if (fact := table.get(name)) is not None]
    base = plain_example(id, question, style, Answer(answer, aliases, (tuple(one.span for one in read),)))
    listed = [{name: getattr(one, name) for name in ("id", "subject", "relation", "value", "unit")} for one in read]
    derivation: Mapping[str, Any] = {"program": to_json(program), "facts": listed}
    return Example(**{**{f: getattr(base, f) for f in base.__slots__}, "derivation": dict(derivation)})


LOOK = _derived(
    "look",
    "How large is Vorland?",
    "information-extraction",
    "8,100 square kilometres",
    LookUp("lands#r0c1"),
    ["lands#r0c1"],
)
GAP = _derived(
    "gap", "How much larger is Sellia than Vorland?", "numerical", "12,300 square kilometres",
    Difference(LookUp("lands#r1c1"), LookUp("lands#r0c1")), ["lands#r1c1", "lands#r0c1"],
)  # fmt: skip
BOTH = _derived(
    "both", "How large is Vorland, and what is the capital of Sellia?", "compound",
    "The area of Vorland is 8,100 square kilometres. The capital of Sellia is Brigham.",
    Both(LookUp("lands#r0c1"), LookUp("sellia#capital")), ["lands#r0c1", "sellia#capital"],
    "8,100 square kilometres; Brigham",
)  # fmt: skip
NAME = _derived(
    "name",
    "What is the capital of Vorland?",
    "information-extraction",
    "Arnholt",
    LookUp("vorland#capital"),
    ["vorland#capital"],
)
HOP = _derived(
    "hop", "How large is the land whose capital is Arnholt?", "multi-hop", "8,100 square kilometres",
    Follow(Reverse("vorland#capital"), "lands#r0c1"), ["vorland#capital", "lands#r0c1"],
)  # fmt: skip
LIST = plain_example(
    "list", "Which lands lie in the north?", "list",
    *(Answer(name, (), ((Span(name.lower(), "text", 0, len(name)),),)) for name in LANDS),
)  # fmt: skip
EXAMPLES = (LOOK, GAP, BOTH, NAME, HOP, LIST)


def questions(made: Corpus) -> dict[str, Question]:
    return {one.id: one for one in gold_of("lands", "f", EXAMPLES, made)}
