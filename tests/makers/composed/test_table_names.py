"""How a question names a table so that a stranger knows which one is meant."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.grounds import cell, ground, table, text

from benchwright.makers.composed.family import SeedRefusedError, World
from benchwright.makers.composed.table_names import table_name
from benchwright.records import Fact, Place, Source

ROWS = (("Canoe", "£12"), ("Roof rack pads", "£4"))


def on(document: str, title: str, *headings: str, id: str = "t") -> Source:
    return replace(table(id, title, ("Item", "Per week"), ROWS), place=Place(document, headings=headings))


def named(folder: Path, source: Source, *others: Source, cell: Fact | None = None, facts: Sequence[Fact] = ()) -> str:
    return table_name(World(ground(folder, [source, *others], facts)), source, cell)


def page(document: str, title: str, words: str = "Hire what you like.") -> Source:
    return text(f"{document}#p", title, words, document)


def test_a_box_and_a_number_name_no_table(tmp_path: Path) -> None:
    words = page("hire.html", "Hire at Kestrel", "We at Kestrel hire boats. Come to Kestrel.")
    item = cell(on("hire.html", "Note"), 1, 1, "cell:per week", "text")
    boxed = on("hire.html", "Note", "Hire at Kestrel", "Prices for boats", "Note")
    assert named(tmp_path / "a", boxed, words, cell=item) == 'the "Prices for boats" table of "Hire at Kestrel"'
    numbered = on("hire.html", "Table 3", "Hire at Kestrel", "Prices for boats")
    assert named(tmp_path / "b", numbered, words, cell=item) == 'the "Prices for boats" table of "Hire at Kestrel"'
    with pytest.raises(SeedRefusedError):  # the whole table: the section may have another
        named(tmp_path / "c", boxed, words)


def test_a_name_that_is_a_clause_stands_behind_the_noun(tmp_path: Path) -> None:
    words = page("hire.html", "Hire at Kestrel", "We at Kestrel hire boats. Come to Kestrel.")
    source = on("hire.html", "How refunds are paid", "How refunds are paid")
    assert named(tmp_path, source, words) == 'the table in the section "How refunds are paid" of "Hire at Kestrel"'


def test_nothing_says_whose_price_list_it_is(tmp_path: Path) -> None:
    words, list_ = page("terms.html", "Terms", "Prices are those of the price list."), on("list.csv", "price list")
    with pytest.raises(SeedRefusedError):
        named(tmp_path / "a", list_, words)
    assert named(tmp_path / "b", list_) == 'the table "price list"'  # all there is


def test_tables_of_one_name_on_a_page_are_refused_unless_the_cell_tells_them_apart(tmp_path: Path) -> None:
    words = page("hire.html", "Hire at Kestrel", "We at Kestrel hire boats. Come to Kestrel.")
    one = on("hire.html", "Boats", "Boats")
    two = replace(table("u", "Boats", ("Item", "Per week"), ROWS[:1]), place=one.place)
    first, second = cell(one, 0, 1, "cell:per week", "text"), cell(two, 0, 1, "cell:per week", "text")
    with pytest.raises(SeedRefusedError):
        named(tmp_path / "a", one, two, words)
    with pytest.raises(SeedRefusedError):
        named(tmp_path / "b", one, two, words, cell=first, facts=[first, second])
    assert named(tmp_path / "c", one, two, words, cell=first, facts=[first]).startswith('the "Boats" table')


def test_tables_of_one_name_on_two_pages_are_told_apart_by_the_page(tmp_path: Path) -> None:
    pages = [page("a.html", "Hire at Kestrel", "We at Kestrel hire. Come to Kestrel."), page("b.html", "Loans")]
    one = on("a.html", "Boats", "Boats")
    two = replace(table("u", "Boats", ("Item", "Per week"), ROWS[:1]), place=Place("b.html", headings=("Boats",)))
    assert named(tmp_path, one, two, *pages) == 'the "Boats" table of "Hire at Kestrel"'
