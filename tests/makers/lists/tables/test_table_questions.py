from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.makers.lists.queries.query_types import Conditions
from benchwright.makers.lists.tables import TableQuestions

TOWERS = ["Ard", "Bol", "Cam", "Dun", "Eld", "Fen"]
CITIES = ["Ribe", "Ribe", "Ribe", "Ribe", "Ribe", "Nordby"]


def table(id: str, title: str, section: str, rows: list[list[str]]) -> dict[str, Any]:
    links = [[[f"/wiki/{row[1].strip(' *').replace(' ', '_')}"]] for row in rows]
    return {
        "table_id": id, "url": f"https://example.org/{id}", "title": title, "section_title": section,
        "header": ["No", "Tower", "City", "Height (m)", "Built"],
        "rows": rows,
        "links": [[[], one[0], [], [], []] for one in links],
    }  # fmt: skip


def rows_of(names: list[str]) -> list[list[str]]:
    return [
        [str(n), f"{name} Tower *", CITIES[n], str(10 + 20 * n), str(1900 + 10 * n)] for n, name in enumerate(names)
    ]


def passage(name: str, text: str) -> dict[str, str]:
    return {"passage_id": f"/wiki/{name.replace(' ', '_')}", "title": name, "text": text}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    tmp_path = tmp_path_factory.mktemp("towers")
    folder = tmp_path / "data"
    folder.mkdir()
    tables = [
        table("t0", "List of towers in Jutland", "Towers", rows_of(TOWERS)),
        table("t1", "List of towers in Jutland", "Slanting", rows_of(TOWERS)),
        table("t2", "List of towers in Lolland", "Towers", rows_of(TOWERS)),
    ]
    told = [
        passage(
            f"{name} Tower",
            f"It is old . {name} Tower is a tower in {city} , Jutland , built in {1900 + 10 * n} . It stands .",
        )
        for n, (name, city) in enumerate(zip(TOWERS, CITIES, strict=True))
    ]
    (folder / "tables.jsonl").write_text("".join(json.dumps(one) + "\n" for one in tables), "utf-8")
    (folder / "passages.jsonl").write_text("".join(json.dumps(one) + "\n" for one in told), "utf-8")
    ingest_paths([folder], tmp_path / "corpus", workers=0)
    return Corpus.open(tmp_path / "corpus")


def test_what_the_tables_give_is_counted(corpus: Corpus) -> None:
    found = TableQuestions.of(corpus)
    assert dict(found.refused) == {"section-narrows": 1}
    assert len(found) == 2
    assert found.supply("table-simple") == 1  # no page says Lolland
    assert found.supply("table-simple", "table") == 2
    assert found.supply("table-simple", "image") == 0
    assert found.groups("table-simple") == {"table": 1, "document": 1}
    assert found.relations("table-simple", "", 0, 13) == ("List of towers in Jutland — Towers",)


def test_a_simple_question_asks_for_the_key_column_and_shows_pages_and_cells(corpus: Corpus) -> None:
    draft = TableQuestions.of(corpus).attempt("table-simple", "", 0, 13)
    assert draft.question == "What are the towers in Jutland?"
    assert [answer.text for answer in draft.answers] == [f"{name} Tower" for name in TOWERS]
    page, cells = draft.answers[0].evidence
    text = corpus.source(page[0].source).text
    assert text[page[0].start : page[0].end] == "Ard Tower is a tower in Ribe , Jutland , built in 1900 ."
    assert (cells[0].source, cells[0].cells) == ("t0", ((0, 1),))
    assert draft.sources == tuple(f"/wiki/{name}_Tower" for name in TOWERS)
    assert draft.derivation["relations"] == ["List of towers in Jutland — Towers"]
    assert draft.derivation["types"] == ["tower"]
    assert draft.derivation["query"] == {"table": "t0", "key": 1, "condition": None}


def test_compositions_hold_the_value_in_the_page(corpus: Corpus) -> None:
    found = TableQuestions.of(corpus)
    drafts = [found.attempt("table-composition", "", n, 13) for n in range(found.supply("table-composition"))]
    assert {draft.question for draft in drafts} == {
        "Which towers in Jutland are in Ribe?",
        "Which towers in Jutland were built before 1945?",
        "Which towers in Jutland were built after 1905?",
    }  # no page tells a height
    draft = next(one for one in drafts if "Ribe" in one.question)
    assert [answer.text for answer in draft.answers] == [f"{name} Tower" for name in TOWERS[:5]]
    assert draft.derivation["query"]["condition"] == {"column": 2, "op": "equals", "value": "Ribe"}
    assert draft.answers[4].evidence[1][0].cells == ((4, 1), (4, 2))


def test_cells_alone_are_evidence_where_tables_are_asked_for(corpus: Corpus) -> None:
    found = TableQuestions.of(corpus, Conditions(min_answers=2))
    drafts = [
        found.attempt("table-composition", "table", n, 13) for n in range(found.supply("table-composition", "table"))
    ]
    asked = {draft.question: [answer.text[:3] for answer in draft.answers] for draft in drafts}
    assert asked["Which towers in Jutland have a height of more than 60 metres?"] == ["Dun", "Eld", "Fen"]
    early = [question for question in asked if question.startswith("Which towers in Lolland were built before ")]
    assert early
    for question in early:  # built in 1900, 1910, ...
        assert asked[question] == [name for n, name in enumerate(TOWERS) if 1900 + 10 * n < int(question[-5:-1])]
    assert all(draft.answers[0].evidence[0][0].read == "cell" for draft in drafts)
    assert drafts[0].sources in {("t0",), ("t2",)}


def test_the_order_goes_round_the_tables_and_only_the_seed_changes_it(corpus: Corpus) -> None:
    found = TableQuestions.of(corpus, Conditions(min_answers=2))
    count = found.supply("table-composition", "table")
    first = [found.attempt("table-composition", "table", n, 5) for n in range(count)]
    assert first == [TableQuestions.of(corpus, Conditions(min_answers=2)).attempt("table-composition", "table", n, 5)
                     for n in range(count)]  # fmt: skip
    assert {draft.sources for draft in first[:2]} == {("t0",), ("t2",)}
    assert [one.question for one in first] != [
        found.attempt("table-composition", "table", n, 6).question for n in range(count)
    ]
    with pytest.raises(IndexError):
        found.attempt("table-simple", "", 9, 5)


def test_a_share_of_the_rows_has_to_be_proven(corpus: Corpus) -> None:
    assert TableQuestions.of(corpus, Conditions(min_answers=7)).supply("table-simple") == 0
    assert TableQuestions.of(corpus, Conditions(max_answers=5)).supply("table-simple") == 0


def test_a_row_of_a_name_alone_is_no_member_nor_is_a_repeated_header(tmp_path: Path) -> None:
    lines = [f"| {name} Tower | {city} | {10 + n} |" for n, (name, city) in enumerate(zip(TOWERS, CITIES, strict=True))]
    extra = {
        "plain": [],
        "note": ["| Source: Statistics | | |"],
        "section": ["| Northern towers | | |"],
        "rest": ["| Rest | | 4 |"],
        "unnamed": ["| (unnamed) | Nordby | 4 |"],
        "header": ["| Tower | City | Height (m) |"],
    }
    for name, more in extra.items():
        table = ["| Tower | City | Height (m) |", "|---|---|---|", *lines[:3], *more, *lines[3:]]
        folder = tmp_path / name
        folder.mkdir()
        (folder / "towers.md").write_text("# List of towers in Jutland\n\n" + "\n".join(table) + "\n", "utf-8")
        ingest_paths([folder], tmp_path / f"{name}-corpus", workers=0)
        found = TableQuestions.of(Corpus.open(tmp_path / f"{name}-corpus"), Conditions(min_answers=2))
        assert found.supply("table-composition", "table"), name
        # Of a row with a name alone nobody knows whether it is a member of which nothing is said.
        assert found.supply("table-simple", "table") == (name not in ("note", "section")), name
        for kind in ("table-simple", "table-composition"):
            for number in range(found.supply(kind, "table")):
                texts = {answer.text for answer in found.attempt(kind, "table", number, 13).answers}
                assert texts <= {f"{tower} Tower" for tower in TOWERS}, (name, kind)
