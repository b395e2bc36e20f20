"""The facts of a small corpus as a knowledge base: exact answers and spans of each kind of query, and doubts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.support.grounds import cell, table, text, told

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.facts.store import FactTable, rows_of
from benchwright.graphs.book import open_book
from benchwright.graphs.relations import TypeName
from benchwright.makers.lists.draft_checks import ListCell
from benchwright.makers.lists.knowledge.facts_base import FactsBase, digest_of
from benchwright.makers.lists.knowledge.mention_lines import MentionLines, stem_of
from benchwright.makers.lists.queries.query_types import Composition, Conditions, Intersection, Query, Simple
from benchwright.makers.lists.queries.recount import denotation
from benchwright.makers.lists.query_attempts import QueryAttempts
from benchwright.readers.inputs import Limits
from benchwright.readers.table_records import bound_table
from benchwright.records import Fact, Outcome, Source, Status

LANDS = ["Arle", "Bern", "Cald", "Dorn", "Elm"]
BODY = "{0} is a country. Its currency is the Krone. Its capital is {0}by. Its official language is Danish."


def sources(other: str = "") -> list[Source]:
    found = [text(f"s{n}", land, BODY.format(land)) for n, land in enumerate(LANDS)]
    return [*found, text("s9", "Fenn", f"Fenn is a country. {other}Its capital is Fennby.")]


def facts(listed: Sequence[Source]) -> list[Fact]:
    read = []
    for source in listed:
        of: dict[str, object] = {"subject_type": "country"}
        if source.title in LANDS:
            read.append(told(source, source.title, "currency", "Krone", **of))
            read.append(told(source, source.title, "official_language", "Danish", **of))
        read.append(told(source, source.title, "capital", f"{source.title}by", **of))
    return read


def opened(folder: Path, other: str = "") -> tuple[Corpus, FactsBase]:
    listed = sources(other)
    corpus = write_corpus(folder, listed)
    return corpus, FactsBase(corpus, FactTable(rows_of(facts(listed))), open_book("facts", Path()))


def view(base: FactsBase, relation: str, side: str) -> int:
    return next(n for n, one in enumerate(base.views) if (one.relation.id, one.side) == (relation, side))


def having(base: FactsBase, relation: str, value: str) -> Simple:
    codes = [code for code in range(len([thing.id for thing in base._things])) if base.entity(code).label == value]
    return Simple(view(base, relation, "subjects"), codes[0])


def asked(corpus: Corpus, base: FactsBase, kind: str, query: Query) -> Outcome:
    return QueryAttempts(base, corpus, Conditions(), 13, "facts").attempt(ListCell("c", kind, None), 0, query)


def proofs(corpus: Corpus, outcome: Outcome) -> dict[str, list[tuple[str, str]]]:
    """The source and the text of every span of each answer's first proof."""
    assert outcome.example is not None
    return {
        answer.text: [
            (span.source, corpus.source(span.source).text[span.start : span.end]) for span in answer.evidence[0]
        ]
        for answer in outcome.example.answers
    }


def test_a_simple_question_has_the_facts_places_as_evidence(tmp_path: Path) -> None:
    corpus, base = opened(tmp_path)
    outcome = asked(corpus, base, "simple", having(base, "currency", "Krone"))
    assert outcome.status is Status.ACCEPTED
    assert outcome.example is not None
    assert outcome.example.question == "Which countries have the Krone as their currency?"
    assert proofs(corpus, outcome) == {land: [(f"s{n}", "Krone")] for n, land in enumerate(LANDS)}


def test_an_intersection_has_a_place_of_each_condition(tmp_path: Path) -> None:
    corpus, base = opened(tmp_path)
    query = Intersection(having(base, "currency", "Krone"), having(base, "official_language", "Danish"))
    assert {base.entity(code).label for code in denotation(query, base)} == set(LANDS)
    outcome = asked(corpus, base, "intersection", query)
    assert outcome.status is Status.ACCEPTED, outcome.detail
    assert {land: sorted(one) for land, one in proofs(corpus, outcome).items()} == {
        land: [(f"s{n}", "Danish"), (f"s{n}", "Krone")] for n, land in enumerate(LANDS)
    }


def test_a_composition_has_both_steps_as_evidence(tmp_path: Path) -> None:
    corpus, base = opened(tmp_path)
    query = Composition(having(base, "currency", "Krone"), view(base, "capital", "objects"))
    outcome = asked(corpus, base, "composition", query)
    assert outcome.status is Status.ACCEPTED, outcome.detail
    assert outcome.example is not None
    assert outcome.example.question == "Which cities are the capital of a country that has the Krone as its currency?"
    assert proofs(corpus, outcome) == {
        f"{land}by": [(f"s{n}", "Krone"), (f"s{n}", f"{land}by")] for n, land in enumerate(LANDS)
    }


def test_a_page_that_speaks_of_what_is_asked_without_a_fact_is_doubted(tmp_path: Path) -> None:
    corpus, base = opened(tmp_path, "The Krone is a second currency there. ")
    query = having(base, "currency", "Krone")
    answers = sorted(denotation(query, base))
    assert base.doubt(query, answers) == "Fenn may be an answer, too"
    outcome = asked(corpus, base, "simple", query)
    assert (outcome.status, outcome.reason) == (Status.REJECTED, "correct")
    assert outcome.detail == "Fenn may be an answer, too"


def test_words_on_different_lines_or_without_a_cue_are_no_doubt(tmp_path: Path) -> None:
    for n, other in enumerate(("Krone is a name. It has a currency. ", "Krone coins are found. ", "")):
        _, base = opened(tmp_path / str(n), other)
        query = having(base, "currency", "Krone")
        assert base.doubt(query, sorted(denotation(query, base))) == ""


def test_every_text_is_read_once_whatever_is_doubted(tmp_path: Path) -> None:
    corpus, _ = opened(tmp_path)
    read: list[str] = []

    class Counting:
        def source(self, id: str) -> Source:
            read.append(id)
            return corpus.source(id)

    lines = MentionLines.of(Counting(), {"s0": ("arle", "arle 2"), "s9": ("fenn",)}, {stem_of("capital")})  # type: ignore[arg-type]
    assert lines.about([stem_of("arleby")], {stem_of("capital")}) == {"arle", "arle 2"}
    assert lines.about([], {stem_of("capital")}) == {"arle", "arle 2", "fenn"}
    assert lines.about([], {stem_of("country")}) == set()  # no line of a cue that was not to be asked for
    assert read == ["s0", "s9"]
    assert len(lines.source) == 2


def test_the_fingerprint_changes_with_what_was_read(tmp_path: Path) -> None:
    corpus, base = opened(tmp_path)
    book, listed = open_book("facts", Path()), facts(sources())
    assert FactsBase(corpus, FactTable(rows_of(listed)), book).fingerprint == base.fingerprint
    fewer = FactsBase(corpus, FactTable(rows_of(listed[1:])), book)
    surer = FactsBase(corpus, FactTable(rows_of([replace(listed[0], confidence=0.5), *listed[1:]])), book)
    assert len({base.fingerprint, fewer.fingerprint, surer.fingerprint}) == 3


def test_the_hash_of_facts_is_that_of_what_they_say(tmp_path: Path) -> None:
    table = FactTable(rows_of(facts(sources())))
    table.save(tmp_path / "facts.parquet")
    assert digest_of(FactTable.load(tmp_path / "facts.parquet").columns) == digest_of(table.columns)


def test_members_are_of_a_type_and_of_none_that_is_ruled_out(tmp_path: Path) -> None:
    _, base = opened(tmp_path)

    def labels(*types: TypeName) -> set[str]:
        return {base.entity(int(code)).label for code in np.flatnonzero(base.members(types))}

    countries = labels(TypeName("", "country"))
    assert countries == {*LANDS, "Fenn"}
    assert labels(TypeName("", "country"), TypeName("", "country", ruled_out=True)) == set()
    everything = {base.entity(code).label for code in range(len([thing.id for thing in base._things]))}
    assert labels(TypeName("", "country", ruled_out=True)) == everything - countries
    assert labels(TypeName("", "ship")) == set()


@pytest.mark.parametrize(("rows", "relations"), [(6, {"currency", "capital"}), (5, {"capital"})])
def test_a_relation_read_from_a_shortened_table_makes_no_list(tmp_path: Path, rows: int, relations: set[str]) -> None:
    whole = table("t", "Currencies", ["Country", "Currency"], [[land, "Krone"] for land in [*LANDS, "Fenn"]])
    assert whole.table is not None
    kept = replace(whole, table=bound_table(whole.table, Limits(table_rows=rows)))
    listed = [one for one in facts(sources()) if one.relation == "capital"]
    listed += [cell(kept, row, 1, "currency", "name", subject_type="country") for row in range(rows)]
    corpus = write_corpus(tmp_path, [*sources(), kept])
    base = FactsBase(corpus, FactTable(rows_of(listed)), open_book("facts", Path()))
    assert set(base.statements.relations) == relations


def answers_of(base: FactsBase, thing: str, relation: str) -> set[str]:
    code = next(code for code, one in enumerate(base._things) if one.label == thing)
    query = Simple(view(base, relation, "subjects"), code)
    return {base.entity(code).label for code in denotation(query, base)}


@pytest.mark.parametrize(
    ("row", "names"),
    [
        ("Dorn, Cald and Elm", {"Dorn", "Cald", "Elm"}),
        ("Dorn, Cald, and Elm", {"Dorn", "Cald", "Elm"}),
        ("Dorn & Elm", {"Dorn", "Elm"}),
        ("Dorn 837 km, Cald 1,475 km and Elm 20 km", {"Dorn", "Cald", "Elm"}),
        ("Cald, Bosnia and Herzegovina", {"Cald", "Bosnia and Herzegovina"}),
        ("Cald, Arle and Bern", {"Cald", "Arle and Bern"}),  # a subject of the corpus
        ("Dorn and Cald, Elm", set()),
        ("Dorn, Area 51", set()),
    ],
)
def test_a_row_of_names_is_parted_at_and_unless_the_corpus_knows_the_name(
    tmp_path: Path, row: str, names: set[str]
) -> None:
    listed = [text("s1", "Fenn", f"Fenn is a country. Border countries: {row}"), text("s2", "Arle and Bern", "Krone")]
    read = [
        told(listed[0], "Fenn", "border_countries", row, "text", subject_type="country"),
        told(listed[1], "Arle and Bern", "currency", "Krone", subject_type="country"),
    ]
    corpus = write_corpus(tmp_path, listed)
    base = FactsBase(corpus, FactTable(rows_of(read)), open_book("facts", Path()))
    labels = {thing.label for thing in base._things} - {"Fenn", "Krone"}
    assert labels - {"Arle and Bern"} == names - {"Arle and Bern"}
    assert not names or answers_of(base, "Fenn", "border_countries") == names


def test_spellings_of_one_thing_are_one_thing(tmp_path: Path) -> None:
    spellings = ["Euro (EUR)", "euro", "Euros", "Euro, €", "the Euro"]
    listed = [
        text(f"s{n}", land, f"Currency: {one}.") for n, (land, one) in enumerate(zip(LANDS, spellings, strict=True))
    ]
    read = [
        told(source, source.title, "currency", one, subject_type="country")
        for source, one in zip(listed, spellings, strict=True)
    ]
    base = FactsBase(write_corpus(tmp_path, listed), FactTable(rows_of(read)), open_book("facts", Path()))
    assert len([thing for thing in base._things if "uro" in thing.label]) == 1
