"""Rows of a table: shares of them, things that several rows name, tables that were cut, and a whole attempt."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.support.table_corpora import Drawn, corpus_of

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus, write_corpus
from benchwright.makers.lists.draft_checks import ListCell
from benchwright.makers.lists.queries.query_types import Conditions
from benchwright.makers.lists.table_attempts import TableAttempts
from benchwright.makers.lists.tables import TableDraft, TableQuestions
from benchwright.makers.lists.tables.conditions import SoughtValue
from benchwright.makers.lists.tables.row_pages import RowPages
from benchwright.makers.lists.tables.second_reading import entailed, misread
from benchwright.makers.lists.tables.set_members import cuts, members_of
from benchwright.makers.lists.tables.set_names import NoSetError
from benchwright.plan import Plan
from benchwright.plan.sections import Lists
from benchwright.readers.inputs import Limits
from benchwright.readers.table_records import bound_table
from benchwright.records import Answer, Modality, Place, Source, Span, Status, Table

NAMES = ["Ard", "Bol", "Cam", "Dun", "Eld", "Fen", "Gam", "Hol", "Ivo", "Jul"]
HEADER = ["Tower", "City", "Height (m)"]
Row = tuple[str, str, str]


def opened(folder: Path, rows: Sequence[Row], told: Sequence[str]) -> Corpus:
    """One list of towers in Jutland, and a page about each of the towers in `told`, which tells its cities."""
    links: list[list[list[str]]] = [[[f"/wiki/{name}"] if name in told else [], [], []] for name, _, _ in rows]
    table: dict[str, Any] = {"table_id": "t0", "url": "https://example.org/t0", "title": "List of towers in Jutland"}
    table |= {"section_title": "Towers", "header": HEADER, "rows": rows, "links": links}
    pages = [{"passage_id": "/wiki/Else", "title": "Else", "text": "Something else ."}]
    for name in told:
        cities = " and ".join(dict.fromkeys(city for one, city, _ in rows if one == name))
        text = f"It is old . {name} is a tower in {cities} , Jutland . It stands ."
        pages.append({"passage_id": f"/wiki/{name}", "title": name, "text": text})
    data = folder / "data"
    data.mkdir(parents=True)
    (data / "tables.jsonl").write_text(json.dumps(table) + "\n", "utf-8")
    (data / "passages.jsonl").write_text("".join(json.dumps(one) + "\n" for one in pages), "utf-8")
    ingest_paths([data], folder / "corpus", workers=0)
    return Corpus.open(folder / "corpus")


def towers(count: int = 10) -> list[Row]:
    return [(f"{name} Tower", "Ribe", str(10 + 20 * n)) for n, name in enumerate(NAMES[:count])]


def asked(found: TableQuestions, modalities: str = "") -> dict[str, TableDraft]:
    drafts = [
        found.attempt(kind, modalities, n, 13)
        for kind in ("table-simple", "table-composition")
        for n in range(found.supply(kind, modalities))
    ]
    return {draft.question: draft for draft in drafts}


WHOLE = "What are the towers in Jutland?"


@pytest.mark.parametrize(("told", "kept"), [(7, False), (8, True)])
def test_eight_of_ten_rows_have_to_be_proven(tmp_path: Path, told: int, kept: bool) -> None:
    rows = towers()
    found = asked(TableQuestions.of(opened(tmp_path, rows, [name for name, _, _ in rows[:told]])))
    assert (WHOLE in found) is kept


def test_a_share_is_met_whatever_floating_point_makes_of_it(tmp_path: Path) -> None:
    rows = [(f"{first}{second} Tower", "Ribe", "9") for first in NAMES for second in ("", "by", "um")][:25]
    corpus = opened(tmp_path, rows, [name for name, _, _ in rows[:14]])
    share = 0.56
    assert share * 25 > 14  # which is why
    assert WHOLE in asked(TableQuestions.of(corpus, Conditions(validated=share)))


def test_rows_that_name_nothing_are_rows_that_are_not_proven(tmp_path: Path) -> None:
    rows = [*towers(8), ("-", "Ribe", "9"), ("-", "Ribe", "9")]
    nine = [name for name, _, _ in rows[:8]]
    found = asked(TableQuestions.of(opened(tmp_path / "all", rows, nine)))
    assert (found[WHOLE].derivation["found"], found[WHOLE].derivation["proven"]) == (10, 8)
    assert WHOLE not in asked(
        TableQuestions.of(opened(tmp_path / "fewer", rows, nine[:7]))
    )  # 7 of 8 named, 7 of 10 rows
    totalled = asked(TableQuestions.of(opened(tmp_path / "total", [*towers(8), ("Total", "-", "9")], nine)))
    assert totalled[WHOLE].derivation["found"] == 8


def repeated(height: str) -> list[Row]:
    rows = towers(6)
    return [("Ivo Tower", "Nordby", "15"), *rows[:5], ("Fen Tower", "Nordby", "110"), ("Ivo Tower", "Ribe", height)]


def test_a_thing_meets_a_condition_that_any_of_its_rows_meets(tmp_path: Path) -> None:
    rows = repeated("17")
    found = asked(TableQuestions.of(opened(tmp_path, rows, sorted({name for name, _, _ in rows}))))
    ribe = found["Which towers in Jutland are in Ribe?"]
    assert {answer.text for answer in ribe.answers} == {f"{name} Tower" for name in (*NAMES[:5], "Ivo")}
    ivo = next(answer for answer in ribe.answers if answer.text == "Ivo Tower")
    assert ivo.evidence[1][0].cells == ((7, 0), (7, 1))
    whole = found[WHOLE]
    assert (len(whole.answers), whole.derivation["found"], whole.derivation["proven"]) == (7, 8, 8)


@pytest.mark.parametrize(("height", "apart"), [("17", False), ("", False), ("90", True)])
def test_a_number_that_the_rows_of_a_thing_do_not_agree_on_is_not_asked_for(
    tmp_path: Path, height: str, apart: bool
) -> None:
    corpus = opened(tmp_path, repeated(height), [])
    found = asked(TableQuestions.of(corpus, Conditions(min_answers=2)), "table")
    compared = [draft for question, draft in found.items() if "height" in question]
    limits = {float(draft.derivation["query"]["condition"]["value"]) for draft in compared}
    assert compared
    assert any(17 < limit < 90 for limit in limits) is not apart  # between the two heights of Ivo Tower
    lower = [
        answer.text
        for draft in compared
        if (told := draft.derivation["query"]["condition"])["op"] == "less" and 17 < float(told["value"]) < 90
        for answer in draft.answers
    ]
    assert ("Ivo Tower" in lower) is not apart  # a row without a height does not say otherwise
    assert all(misread(draft, corpus) == "" for draft in found.values())


def test_tables_as_long_as_many_others_were_perhaps_cut() -> None:
    assert cuts([20] * 5 + [12, 13, 19]) == {20}
    assert cuts([20] * 4 + [12, 13, 19]) == set()
    assert cuts([20] * 5 + [21]) == set()
    assert cuts([20] * 6 + [21]) == {20}
    assert cuts([20] * 30 + [12, 19, 300]) == {20}  # another source's tables are longer
    assert cuts([8] * 11 + [9] * 9 + [10] * 12 + [12] * 7 + [13] * 5 + [14] * 4 + [15] * 3) == set()


def test_a_list_of_twenty_among_many_of_twenty_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    rows = [[f"{first}{second} Tower", "Ribe", "9"] for first in NAMES for second in ("", "by")]
    links: list[list[list[str]]] = [[[], [], []] for _ in rows]
    listed = [
        {"table_id": f"t{n}", "url": "", "title": f"List of towers in {place}", "section_title": "", "header": HEADER}
        | {"rows": rows[:size], "links": links[:size]}
        for n, (place, size) in enumerate([*((f"{name}land", 20) for name in NAMES[:5]), ("Jutland", 19)])
    ]
    (data / "tables.jsonl").write_text("".join(json.dumps(one) + "\n" for one in listed), "utf-8")
    (data / "passages.jsonl").write_text(json.dumps({"passage_id": "/wiki/A", "title": "A", "text": "A."}), "utf-8")
    ingest_paths([data], tmp_path / "corpus", workers=0)
    found = TableQuestions.of(Corpus.open(tmp_path / "corpus"))
    assert dict(found.refused) == {"may-be-cut-short": 5}
    assert set(asked(found, "table")) == {WHOLE}


@pytest.mark.parametrize(("rows", "refused"), [(20, {}), (19, {"may-be-cut-short": 1})])
def test_a_table_that_ingest_shortened_makes_no_list(tmp_path: Path, rows: int, refused: dict[str, int]) -> None:
    grid = Table((tuple(HEADER),), tuple((f"{one}{two} Tower", "Ribe", "9") for one in NAMES for two in ("", "by")))
    cut = bound_table(grid, Limits(table_rows=rows))
    source = Source("t", Modality.TABLE, "List of towers in Jutland", "", Place("t"), table=cut)
    questions = TableQuestions.of(write_corpus(tmp_path, [source]))
    assert (dict(questions.refused), len(questions)) == (refused, 1 - len(refused))


def members_among(rows: Sequence[Sequence[str]]) -> list[str]:
    table = Table((tuple(HEADER[: len(rows[0])]),), tuple(map(tuple, rows)))
    source = Source("t", Modality.TABLE, "List of towers in Jutland", "", Place("t"), table=table)
    with TemporaryDirectory() as folder:
        return [one.name for one in members_of(source, RowPages(write_corpus(Path(folder), [source]))).rows]


@pytest.mark.parametrize("name", ["All towers", "Other towers", "Total towers", "Subtotal North", "Sub-total North"])
def test_a_sum_of_some_rows_is_no_member(name: str) -> None:
    rows = [[f"{one} Tower", "Ribe", "9"] for one in NAMES]
    assert members_among([*rows, [name, "", "90"]]) == [row[0] for row in rows]


@pytest.mark.parametrize("name", ["Total North", "North total", "All regions", "Sum", "Whole of Jutland"])
def test_a_row_whose_numbers_are_those_of_the_rows_above_is_no_member(name: str) -> None:
    rows = [[f"{one} Tower", "Ribe", f"1,{n}07"] for n, one in enumerate(NAMES)]
    total = [name, "", "14,570"]
    for table in ([*rows, total], [total, *rows], [*rows[:5], [name, "", "6,035"], *rows[5:]]):
        assert members_among(table) == [row[0] for row in rows]
    assert name in members_among([*rows, [name, "", "14,571"]]) or name == "Sum"


@pytest.mark.parametrize("name", ["Jutland average", "Mean height", "Median"])
def test_an_average_is_no_member(name: str) -> None:
    rows = [[f"{one} Tower", "Ribe", "9"] for one in NAMES]
    assert members_among([*rows, [name, "", "9.5"]]) == [row[0] for row in rows]


def test_the_title_of_a_section_is_no_member() -> None:
    rows = [[f"{one} Tower", "Ribe", "9"] for one in NAMES]
    assert members_among([["South Wales"] * 3, *rows, ["All Saints", "Ribe", "8"]]) == [
        *(row[0] for row in rows), "All Saints",
    ]  # fmt: skip
    with pytest.raises(NoSetError):
        members_among([["South Wales"] * 2, *(row[:2] for row in rows)])


PAGES = {
    "Ard Tower": "Ard Tower is a tower in Jutland . It has 1,200 seats and a height of 1.2 million mm .",
    "Bol Tower": "Bol Tower is a tower in Jutland . Cam stands 90 m beside it . It opened in 1931 .",
    "Cam Tower": "Cam Tower is a tower in Jutland . Its floor lies -90 m deep , with fewer than 1 , 200 seats "
    "and 1 , 100 windows .",
}


def span_of(corpus: Corpus, page: str, sought: SoughtValue) -> str:
    spans = RowPages(corpus).evidence(f"/wiki/{page.replace(' ', '_')}", (("tower",),), 1, sought, (("jutland",),))
    return " ".join(corpus.source(span.source).text[span.start : span.end] for span in spans)


def test_a_number_counts_in_a_sentence_that_says_what_it_is(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, [Drawn("List of towers", HEADER, towers(5))], PAGES)

    def told(page: str, amount: int, limit: int, *cues: str) -> bool:
        return bool(span_of(corpus, page, SoughtValue("", Decimal(amount), "greater", Decimal(limit), frozenset(cues))))

    assert told("Ard Tower", 1200, 1000, "seat")
    assert told("Ard Tower", 1190, 1000, "seat")  # a page rounds
    assert not told("Ard Tower", 1190, 1195 + 10, "seat")  # and has to meet the condition
    assert not told("Ard Tower", 1200, 1000, "floor")
    assert told("Ard Tower", 1_200_000, 1000, "height")  # 1.2 million
    assert span_of(corpus, "Bol Tower", SoughtValue("", Decimal(1931), "in", Decimal(1931), frozenset({"opened"})))
    assert not span_of(
        corpus, "Bol Tower", SoughtValue("", Decimal(1930), "after", Decimal(1900), frozenset({"opened"}))
    )
    assert not span_of(corpus, "Bol Tower", SoughtValue("", Decimal(1931), "in", Decimal(1931), frozenset({"closed"})))


def test_a_number_of_another_sign_or_bound_proves_nothing(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, [Drawn("List of towers", HEADER, towers(5))], PAGES)

    def stated(amount: int, limit: int, cue: str) -> bool:
        sought = SoughtValue("", Decimal(amount), "greater", Decimal(limit), frozenset({cue}))
        return bool(span_of(corpus, "Cam Tower", sought))

    assert stated(1100, 1000, "window")
    assert not stated(90, 50, "deep")  # it is -90
    assert not stated(1200, 1110, "seat")  # there are fewer


def test_a_page_that_leaves_a_name_out_proves_nothing(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, [Drawn("List of towers", HEADER, towers(5))], PAGES)
    pages, telling = RowPages(corpus), (("tower",), ("jutland",))
    assert pages.evidence("/wiki/Ard_Tower", telling, 1, None, (("jutland",),))
    assert pages.evidence("/wiki/Ard_Tower", telling, 1, None, (("fanø",),)) == ()


def test_an_attempt_shows_the_words_that_prove_each_answer(tmp_path: Path) -> None:
    rows = [*towers(6), *((f"{name} Tower", "Nordby", "9") for name in NAMES[6:])]
    corpus = opened(tmp_path, rows, [name for name, _, _ in rows])
    plan = cast(Plan, Planned())
    outcome = TableAttempts(plan, corpus, lambda question, sources, names: ()).attempt(
        ListCell("c", "table-composition", None), 0
    )
    assert outcome.status is Status.ACCEPTED, outcome.detail
    assert outcome.example is not None
    assert outcome.example.question == "Which towers in Jutland are in Ribe?"
    shown = {
        answer.text: [corpus.source(span.source).text[span.start : span.end] for span in answer.evidence[0]]
        for answer in outcome.example.answers
    }
    assert shown == {name: [f"{name} is a tower in Ribe , Jutland ."] for name, _, _ in rows[:6]}
    assert [check.name for check in outcome.example.checks] == [
        "modalities", "answers", "style", "readable", "leak", "entails", "correct",
    ]  # fmt: skip


def test_things_that_are_not_proven_keep_their_names_out_of_distractors(tmp_path: Path) -> None:
    rows = [*towers(6), *((f"{name} Tower", "Nordby", "9") for name in NAMES[6:])]
    corpus = opened(tmp_path, rows, [name for name, _, _ in rows[:5]])
    names: list[str] = []

    def distract(question: str, sources: Sequence[str], of: Sequence[str]) -> tuple[str, ...]:
        names.extend(of)
        return ()

    outcome = TableAttempts(cast(Plan, Planned()), corpus, distract).attempt(
        ListCell("c", "table-composition", None), 0
    )
    assert outcome.example is not None
    assert [answer.text for answer in outcome.example.answers] == [name for name, _, _ in rows[:5]]
    assert set(names) == {name for name, _, _ in rows[:6]}


class Planned:
    lists, seed = Lists(), 13


def test_a_second_reading_finds_slips_of_the_first(tmp_path: Path) -> None:
    rows = [*towers(6), *((f"{name} Tower", "Nordby", "9") for name in NAMES[6:])]
    corpus = opened(tmp_path, rows, [name for name, _, _ in rows])
    draft = asked(TableQuestions.of(corpus))["Which towers in Jutland are in Ribe?"]
    assert misread(draft, corpus) == ""
    assert entailed(draft, corpus) == ("", 1.0)
    fewer = replace(draft, answers=draft.answers[:-1])
    assert misread(fewer, corpus) == "5 rows name the answers, not 6"
    more = replace(draft, derivation={**draft.derivation, "found": 7})
    assert misread(more, corpus) == "6 rows meet the condition"
    first = draft.answers[0]
    (page,), cells = first.evidence
    short = replace(first, evidence=((replace(page, end=page.start + 3),), cells))
    assert entailed(replace(draft, answers=(short,)), corpus)[0] == "the evidence of 'Ard Tower' does not say it"


@pytest.mark.parametrize("cell", ["<30,000", "about 30,000", "30,000+", "at least 20,000", "20,000 or more"])
def test_a_second_reading_finds_hedged_numbers(cell: str) -> None:
    condition = {"column": 1, "op": "greater", "value": "26,000"}
    rows = ((("Ard Tower", "31,000"), ("Bol Tower", cell)), (("Ard Tower", "31,000"), ("Bol Tower", "8")))
    said = []
    for number, cells in enumerate(rows):
        source = Source(
            f"t{number}", Modality.TABLE, "Towers", "", Place("t"), table=Table((("Name", "Seats"),), cells)
        )
        corpus = cast(Corpus, SimpleNamespace(source={source.id: source}.__getitem__))
        answer = Answer("Ard Tower", evidence=((Span(source.id, "cell", cells=((0, 0), (0, 1))),),))
        query = {"table": source.id, "key": 0, "condition": condition}
        derivation = {"query": query, "proven": 1, "found": 1}
        said.append(misread(cast(TableDraft, SimpleNamespace(derivation=derivation, answers=[answer])), corpus))
    assert said == ["row 1 hedges its number", ""]


def test_a_sum_with_a_page_of_its_own_makes_a_set_doubtful(tmp_path: Path) -> None:
    rows = [(f"{one} Tower", "Ribe", f"1,{n}07") for n, one in enumerate(NAMES)]
    found = TableQuestions.of(opened(tmp_path, [*rows, ("Jutland", "", "14,570")], [rows[0][0], "Jutland"]))
    assert dict(found.refused) == {"sum-has-a-page": 1}


def test_rows_under_a_second_header_are_no_members(tmp_path: Path) -> None:
    rows = [*towers(6), ("Bridge", "Town", "Length"), ("Long Bridge", "Ribe", "90"), ("Old Bridge", "Ribe", "80")]
    found = TableQuestions.of(opened(tmp_path, [(a, b if n < 6 else "", c) for n, (a, b, c) in enumerate(rows)], []))
    assert dict(found.refused) == {"second-header": 1}
