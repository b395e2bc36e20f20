"""Why a cell of lists out of tables is short or empty, in the words that a run prints: one table by hand for every
cause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

import pytest
from tests.support.table_corpora import NAMES, Drawn, corpus_of, towers

from benchwright.corpus.store import Corpus
from benchwright.makers.lists.from_tables import TablePipeline
from benchwright.makers.lists.pipeline import Cell
from benchwright.plan import Plan
from benchwright.plan.model import Lists
from benchwright.records import Modality

SIMPLE, COMPOSED = "table-simple", "table-composition"
TITLE, HEADER = "List of towers in Jutland", ("Tower", "City")


class Planned:
    def __init__(self, lists: Lists) -> None:
        self.lists, self.seed = lists, 13


def why(corpus: Corpus, kind: str = SIMPLE, lists: Lists | None = None, kinds: Sequence[Modality] = ()) -> str:
    """What a cell says that ended short, all its questions tried."""
    made = TablePipeline(cast(Plan, Planned(lists or Lists())), corpus, lambda question, sources, names: ())
    cell = Cell(f"{kind} {kinds}", kind, frozenset(kinds) or None)
    supply = made.supply(cell)
    told = made.why_short(cell, supply.attempts, {})
    assert supply.attempts or supply.why == told
    return told


def told(count: int, words: str = "is a tower in Ribe , Jutland") -> dict[str, str]:
    return {f"{name} Tower": f"{name} Tower {words} ." for name in NAMES[:count]}


def of(tmp_path: Path, table: Drawn, pages: Mapping[str, str] | None = None) -> Corpus:
    return corpus_of(tmp_path, [table], told(10) if pages is None else pages)


LISTS = "1 of 1 tables list a set; {} of them have pages of 80% of their rows; {} meet the conditions, of the others 1 "


def test_no_tables(tmp_path: Path) -> None:
    assert why(corpus_of(tmp_path, [], {})) == (
        "the corpus has no tables — ingest some, or ask for lists of another kind"
    )


@pytest.mark.parametrize(
    ("table", "reason", "mend"),
    [
        (Drawn("Towers of Jutland", HEADER, towers()), "title-is-no-list", "a set is named by a page titled List of "),
        (Drawn(TITLE, HEADER, towers(), "Slanting"), "section-narrows", "the sections above such a table say more "),
        (Drawn("List of towers by height", HEADER, towers()), "title-is-arranged", "title such a table after one set "),
        (Drawn("List of towers (Jutland)", HEADER, towers()), "title-too-odd", "title such a table after one set in "),
        (Drawn("List of towers and masts in Jutland", HEADER, towers()), "title-names-several-sets", "title such a "),
        (Drawn("List of music in Jutland", HEADER, towers()), "title-has-no-plural", "title such a table after one "),
        (Drawn("List of towers", HEADER, towers()), "title-too-wide", "title such a table after one set in the "),
        (Drawn(TITLE, HEADER, towers(4)), "too-few-rows", "ingest tables of five rows or more"),
        (Drawn(TITLE, ("No", "Date"), [(f"{n}", "1900") for n in range(9)]), "no-key-column", "head the column of "),
        (Drawn(TITLE, ("Fire", "City"), towers()), "key-names-other-things", "head the column of names by the noun "),
        (Drawn(TITLE, HEADER, [*towers(4), *towers(4), *towers(4)]), "key-repeats-or-is-empty", "head the column of "),
    ],
)
def test_no_table_lists_a_set(tmp_path: Path, table: Drawn, reason: str, mend: str) -> None:
    said = why(of(tmp_path, table))
    assert said.startswith(f"none of 1 tables lists a set: 1 {reason} — {mend}")


def test_tables_of_one_name_and_tables_that_may_be_cut(tmp_path: Path) -> None:
    twice = [Drawn(TITLE, HEADER, towers()), Drawn(TITLE, HEADER, towers(9))]
    assert why(corpus_of(tmp_path, twice, told(10))) == (
        "none of 2 tables lists a set: 2 several-tables-of-one-name — join tables of one title, or title them apart"
    )
    cut = [Drawn(f"List of towers in {name}land", HEADER, towers()) for name in NAMES[:5]]
    assert why(corpus_of(tmp_path / "b", cut, told(10))) == (
        "none of 5 tables lists a set: 5 may-be-cut-short — many tables end at the same number of rows: ingest them "
        "with all their rows"
    )


def test_rows_without_pages(tmp_path: Path) -> None:
    corpus = of(tmp_path, Drawn(TITLE, HEADER, towers()), told(7))
    assert why(corpus) == LISTS.format(0, "0 of 1 queries") + (
        "lack pages of their rows — modalities: table would give 1 more, lists: validated: 0.7 would give 1 more"
    )
    assert why(of(tmp_path / "b", Drawn(TITLE, HEADER, towers()), {})).endswith(
        "1 lack pages of their rows — modalities: table would give 1 more"
    )


def test_no_share_is_told_that_no_plan_can_name(tmp_path: Path) -> None:
    rows = [(f"{name} Tower {letter}", "Ribe") for letter in "abcdefghijkl" for name in NAMES]
    pages = {name: f"{name} is a tower in Ribe , Jutland ." for name, _ in rows[:5]}
    said = why(corpus_of(tmp_path, [Drawn(TITLE, HEADER, rows)], pages), lists=Lists(max_answers=len(rows)))
    assert said.endswith("1 lack pages of their rows — modalities: table would give 1 more")


def test_pages_that_do_not_tell_the_name_of_the_table(tmp_path: Path) -> None:
    corpus = of(tmp_path, Drawn(TITLE, HEADER, towers()), told(10, "is tall"))
    assert why(corpus) == LISTS.format(1, "0 of 1 queries") + (
        "lack pages that hold the words of the table's name — modalities: table would give 1 more"
    )
    assert why(corpus, lists=Lists(part="test")) == why(corpus)
    assert why(corpus, kinds=[Modality.TEXT]).endswith(
        "1 lack pages that hold the words of the table's name — ingest whole pages of the things that these tables "
        "list, not only their beginnings"
    )


HALVES = [*towers(5), *((f"{name} Tower", "Nordby") for name in NAMES[5:])]


def test_pages_that_tell_no_value(tmp_path: Path) -> None:
    corpus = of(tmp_path, Drawn(TITLE, HEADER, HALVES))
    assert why(corpus, COMPOSED) == LISTS.format(1, "1 of 2 queries") + (
        "lack pages that hold the value, too — modalities: table would give 1 more"
    )


def test_tables_that_give_no_query(tmp_path: Path) -> None:
    corpus = of(tmp_path, Drawn(TITLE, HEADER, towers()))
    assert why(corpus, COMPOSED) == (
        "1 of 1 tables list a set; 1 of them have pages of 80% of their rows; 1 have no column that leaves enough of "
        "their rows and not all; 0 of 0 queries meet the conditions — ingest more tables that list a set"
    )
    unbound = of(tmp_path / "b", Drawn("List of old towers with bells", HEADER, towers()))
    assert "; 1 have a name without bounds; 0 of 0 queries meet" in why(unbound)


def test_too_few_and_too_many_answers(tmp_path: Path) -> None:
    corpus = of(tmp_path, Drawn(TITLE, HEADER, towers(9)))
    assert why(corpus, lists=Lists(max_answers=8)) == LISTS.format(1, "0 of 1 queries") + (
        "have too many answers (max_answers) — lists: max_answers: 9 would give 1 more"
    )
    assert why(corpus, lists=Lists(min_answers=10)) == LISTS.format(0, "0 of 1 queries") + (
        "have too few answers (min_answers) — lists: min_answers: 3 would give 1 more"
    )


def test_rows_that_name_nothing(tmp_path: Path) -> None:
    rows = [*towers(5), ("?", "Ribe")]
    corpus = of(tmp_path, Drawn(TITLE, HEADER, rows))
    assert why(corpus, lists=Lists(validated=0.9), kinds=[Modality.TABLE]) == (
        "1 of 1 tables list a set; 0 of them have pages of 90% of their rows; 0 of 1 queries meet the conditions, of "
        "the others 1 have rows whose key cell names nothing that can be told apart — lists: validated: 0.8 would "
        "give 1 more"
    )


def test_all_is_well_and_there_are_no_more_tables(tmp_path: Path) -> None:
    tables = [Drawn(TITLE, HEADER, towers()), Drawn("Towers", HEADER, towers(8))]
    assert why(corpus_of(tmp_path, tables, told(10))) == (
        "1 of 2 tables list a set (others: 1 title-is-no-list); 1 of them have pages of 80% of their rows; 1 of 1 "
        "queries meet the conditions — a set is named by a page titled List of ..., or by such a heading above the "
        "table that also names what the page is about: title tables so"
    )


def test_sources_that_no_table_question_rests_on(tmp_path: Path) -> None:
    assert why(of(tmp_path, Drawn(TITLE, HEADER, towers())), kinds=[Modality.IMAGE, Modality.TEXT]) == (
        "the evidence of questions over tables is text or cells of tables, never text+image — ask for modalities: text "
        "or table, or leave modalities out of the cell"
    )


def test_the_other_part_of_a_split(tmp_path: Path) -> None:
    corpus = of(tmp_path, Drawn(TITLE, HEADER, towers()))
    assert why(corpus, lists=Lists(part="train")) == (
        "all 1 questions are of tables of the other part of the split — change lists: part"
    )


def test_what_attempts_fell_by_comes_first(tmp_path: Path) -> None:
    corpus = of(tmp_path, Drawn(TITLE, HEADER, towers()))
    made = TablePipeline(cast(Plan, Planned(Lists())), corpus, lambda question, sources, names: ())
    cell = Cell("c", SIMPLE, None)
    assert made.why_short(cell, 1, {"rejected:correct": 1}) == (
        "1 of 1 attempts fell by rejected:correct — a second reading of the cells comes to other rows: give each cell "
        "one value, written alike down the column (attempts.jsonl names the rows)"
    )
    assert made.why_short(cell, 0, {}) == "1 more queries were not tried — raise max_attempts_per_question"
