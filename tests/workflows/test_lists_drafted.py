"""Lists of a graph that nobody has written words for, from a TSV file of plain words to the questions."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchwright.cli import main
from benchwright.corpus.store import Corpus, write_corpus
from benchwright.errors import BenchmarkError
from benchwright.graphs import drafted
from benchwright.graphs.draft import Drafts
from benchwright.graphs.drafted import drafts_of
from benchwright.graphs.graph import Graph
from benchwright.graphs.graph_files import FOLDER
from benchwright.records import Modality, Place, Source
from benchwright.workflows.draft import draft_book
from benchwright.workflows.export import export
from benchwright.workflows.generate import generate
from benchwright.workflows.graph import GraphReadOptions, LoadOptions, load_graph
from benchwright.workflows.graph_split import graph_split

FILMS = {
    "Grey Heron": ("Ida Holm", "Joan Reed", "Delft"),
    "White Stork": ("Ida Holm", "Joan Reed", "Delft"),
    "Red Kite": ("Ida Holm", "Mark Vale", "Delft"),
    "Black Rook": ("Ida Holm", "Joan Reed", "Leiden"),
    "Blue Tit": ("Ida Holm", "Joan Reed", "Leiden"),
    "Brown Owl": ("Ida Holm", "Mark Vale", "Leiden"),
    "Green Finch": ("Otto Lund", "Joan Reed", "Delft"),
    "Pied Crow": ("Otto Lund", "Mark Vale", "Delft"),
}
PLAN = """
corpus: c
max_share: {family: 1, document: 1, relation: 1}
cells: [{style: list, kind: simple, count: 3}]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sources, lines = [], []
    for number, (film, (director, actor, town)) in enumerate(FILMS.items()):
        text = f"{film} is a film. It was directed by {director}. It was filmed in {town}. The film stars {actor}."
        sources.append(Source(f"p{number}", Modality.TEXT, film, text, Place(film, 0, len(text)), url=f"/wiki/{film}"))
        lines += [f"{film}\tdirected by\t{director}", f"{film}\tstars\t{actor}", f"{film}\tfilmed in\t{town}"]
        lines += [f"{film}\tIMDb ID\ttt{number:05d}"]
    write_corpus(tmp_path / "c", sources)
    (tmp_path / "films.tsv").write_text("\n".join(lines) + "\n")
    load_graph([tmp_path / "films.tsv"], tmp_path / "c")
    (tmp_path / "plan.yaml").write_text(PLAN)
    return tmp_path


def rows(bench: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (bench / "examples.jsonl").read_text("utf-8").splitlines()]


def test_a_graph_without_words_is_asked_in_drafted_ones_and_the_run_says_so(folder: Path) -> None:
    said: list[str] = []
    assert generate(folder / "plan.yaml", folder / "one", notify=said.append).filled
    found = {row["question"]: row for row in rows(folder / "one")}
    assert sorted(found) == [
        "Which things have Joan Reed as a star?",
        "Which things were directed by Ida Holm?",
        "Which things were filmed in Delft?",
    ]
    directed = found["Which things were directed by Ida Holm?"]
    assert [answer["text"] for answer in directed["answers"]] == sorted(list(FILMS)[:6])
    assert {row["derivation"]["draft"] for row in found.values()} == {True}
    (line,) = (one for one in said if "drafted" in one)
    assert "the graph 'films': 3 of its 4 relations are asked about in words that are drafted from their labels" in line


def test_the_plan_of_a_benchmark_is_used_again_with_its_file_of_relations(folder: Path) -> None:
    draft_book(folder / "c", "films", folder / "r.yaml")
    (folder / "plan.yaml").write_text(PLAN + "lists: {relations: r.yaml, part: train}\nseed: 4\n")
    generate(folder / "plan.yaml", folder / "one")
    (folder / "plan.yaml").unlink()
    (folder / "deep").mkdir()
    generate(folder / "one" / "plan.yaml", folder / "deep" / "two")
    assert rows(folder / "deep" / "two") == rows(folder / "one")
    assert generate(folder / "one" / "plan.yaml", folder / "one").attempts == 0
    # Without it the questions can still be split and written, by the plan's own seed and part
    (folder / "r.yaml").unlink()
    assert export(folder / "one", folder / "out", "qampari").questions.keys() == {"train"}
    assert graph_split(folder / "one", folder / "split").parts.keys() >= {"train"}
    (folder / "one" / "plan.yaml").write_text("corpus: [")
    for command in (["export", "--format", "qampari"], ["graph", "split"]):
        assert main([*command, str(folder / "one"), "--to", str(folder / "again")]) == 2


def test_another_word_in_the_file_of_relations_is_told_by_its_name(folder: Path) -> None:
    draft_book(folder / "c", "films", folder / "r.yaml")
    (folder / "plan.yaml").write_text(PLAN + "lists: {relations: r.yaml}\n")
    assert generate(folder / "plan.yaml", folder / "one").filled
    before = (folder / "r.yaml").read_text("utf-8")
    (folder / "r.yaml").write_text(before.replace("were directed by", "were shot by"))
    with pytest.raises(BenchmarkError) as caught:
        generate(folder / "plan.yaml", folder / "one")
    assert str(caught.value).endswith("one was begun with something else: the relations of r.yaml changed")
    (folder / "r.yaml").write_text(before)
    assert generate(folder / "plan.yaml", folder / "one").attempts == 0


def test_a_cell_that_ends_short_says_why_and_keeps_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "plan.yaml").write_text(PLAN.replace("count: 3", "count: 30"))
    assert main(["generate", str(folder / "plan.yaml"), "--to", str(folder / "one")]) == 1
    out = capsys.readouterr().out.splitlines()
    why = (
        "32 statements, 5 clauses, 8 things with pages, 40 answers, 40 proven answers, 3 queries (left out: 8 "
        "relation-not-in-book): ingest more pages, or change lists.min_answers, lists.max_answers or lists.validated"
    )
    assert out[:2] == ["list simple     3/30   3 attempts of 3", f"{'':13}{why}"]
    assert json.loads((folder / "one" / "manifest.json").read_text("utf-8"))["cells"][0]["why"] == why
    (folder / "plan.yaml").write_text(PLAN)
    assert generate(folder / "plan.yaml", folder / "one").cells[0].why == ""


def test_empty_cells_say_which_condition_nothing_meets(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kinds = "".join(f"  - {{style: list, kind: {kind}, count: 3}}\n" for kind in ("simple", "table-simple"))
    (folder / "plan.yaml").write_text(f"corpus: c\nlists: {{min_answers: 7}}\ncells:\n{kinds}")
    assert main(["generate", str(folder / "plan.yaml"), "--to", str(folder / "one")]) == 1
    out = capsys.readouterr().out
    assert "list simple           0/3    32 statements, 5 clauses, 8 things with pages, 40 answers, " in out
    assert "40 proven answers, 0 queries (left out: 8 relation-not-in-book): ingest more pages, or change " in out
    assert "0/3    0 tables, 0 tables that list a set, 0 questions: ingest tables, or ask for lists of another" in out
    assert main(["show", str(folder / "one")]) == 0
    assert "40 proven answers, 0 queries" in capsys.readouterr().out


def test_show_names_the_label_that_a_query_fell_by(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus = Corpus.open(folder / "c")
    renamed = {"Red Kite": "Q99"}
    kept = [
        replace(one, title=renamed.get(one.title, one.title), text=one.text.replace("Red Kite", "Q99"), url="")
        for one in corpus.sources()
    ]
    shutil.rmtree(folder / "c")
    write_corpus(folder / "c", kept)
    (folder / "films.tsv").write_text((folder / "films.tsv").read_text().replace("Red Kite", "Q99"))
    load_graph([folder / "films.tsv"], folder / "c", options=LoadOptions(read=GraphReadOptions(named=True)))
    generate(folder / "plan.yaml", folder / "one")
    assert main(["show", str(folder / "one")]) == 0
    out = capsys.readouterr().out
    told = next(line for line in out.splitlines() if "answer-label" in line and "such as" in line)
    assert told.endswith(
        "refused:answer-label (such as: the answer 'Q99' (Q99) is not a name that a person would write)"
    )


def test_a_run_drafts_once_and_a_run_over_another_graph_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def drafting(graph: Graph) -> Drafts:
        drawn.append(graph.fingerprint)
        return drafts_of(graph)

    monkeypatch.setattr(drafted, "drafts_of", drafting)
    monkeypatch.setattr(drafted, "_LAST", {})
    generate(folder / "plan.yaml", folder / "one")
    before = dict.fromkeys(drawn)
    assert len(drawn) == 1
    more = (folder / "films.tsv").read_text() + "Wood Lark\tdirected by\tIda Holm\n"
    (folder / "films.tsv").write_text(more)
    load_graph([folder / "films.tsv"], folder / "c")
    generate(folder / "plan.yaml", folder / "two")
    assert len(drawn) == 2
    assert drawn[1] not in before


def test_the_written_draft_goes_on_where_the_run_s_own_ended(folder: Path) -> None:
    generate(folder / "plan.yaml", folder / "one")
    (search,) = (folder / "c" / FOLDER / "films" / "evidence").iterdir()
    draft_book(folder / "c", "films", folder / "r.yaml")
    (folder / "plan.yaml").write_text(f"{PLAN}lists: {{relations: r.yaml}}\n")
    said: list[str] = []
    generate(folder / "plan.yaml", folder / "two", notify=said.append)
    assert (folder / "one" / "examples.jsonl").read_bytes() == (folder / "two" / "examples.jsonl").read_bytes()
    assert list(search.parent.iterdir()) == [search]  # nothing was searched again
    assert not any("drafted" in one for one in said)


def test_the_book_that_fits_is_named_by_every_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = (folder / "films.tsv").read_text()
    for label, id in (("directed by", "P57"), ("stars", "P161"), ("filmed in", "P915")):
        told = told.replace(f"\t{label}\t", f"\t{id}\t")
    (folder / "films.tsv").write_text(told)
    load_graph([folder / "films.tsv"], folder / "c")
    fits = (
        "the built-in relations freebase fit the graph 'films': they word 3 of its 4 relations, which 75% of its "
        "triples are of"
    )
    assert main(["graph", "draft", str(folder / "c"), "--to", str(folder / "r.yaml")]) == 0
    assert f"  {fits}; runs use those unless the plan names this file\n" in capsys.readouterr().out
    said: list[str] = []
    generate(folder / "plan.yaml", folder / "one", notify=said.append)
    assert said[0] == fits
    assert main(["graph", "stats", str(folder / "one")]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"{folder / 'one'}: uses the built-in relations freebase\n")
    assert "relations: cast member 33.3%, director 33.3%, filming location 33.3%" in shown
