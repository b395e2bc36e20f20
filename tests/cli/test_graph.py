"""`benchwright graph load`: what is printed, and the exit codes."""

import json
from pathlib import Path

import pytest

from benchwright.cli import main
from benchwright.graphs.graph import Graph

TRIPLES = "Q1\tP57\tQ2\nQ3\tP57\tQ2\nQ1\tP577\tQ4\n"


@pytest.fixture
def triples(tmp_path: Path) -> Path:
    path = tmp_path / "films.tsv"
    path.write_text(TRIPLES)
    (tmp_path / "labels.tsv").write_text("Q1\tAlien\nQ2\tRidley Scott\nQ3\tLegend\n")
    (tmp_path / "relations.tsv").write_text("P57\tdirector\n")
    (tmp_path / "pages.tsv").write_text("Q1\tAlien (film)\n")
    return path


def run(triples: Path, *more: str, corpus: str = "corpus") -> int:
    return main(["graph", "load", str(triples), "--to", str(triples.parent / corpus), *more])


def sides(folder: Path) -> list[str]:
    return [
        *("--labels", str(folder / "labels.tsv")),
        *("--relations-file", str(folder / "relations.tsv")),
        *("--pages-file", str(folder / "pages.tsv")),
    ]


def test_triples_with_files_beside_them(triples: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(triples, *sides(triples.parent)) == 0
    assert capsys.readouterr().out.splitlines() == [
        "films: 4 entities, 0 values, 2 relations, 3 triples",
        "  0 aliases, 0 types of entities, 0 of types; 1 entities and 1 relations without a label",
        "  noticed 1 undescribed",
    ]
    graph = Graph.open(triples.parent / "corpus", "films")
    alien = graph.entity(0)
    assert (alien.id, alien.label, alien.page) == ("Q1", "Alien", "Alien (film)")
    assert graph.relation_labels == ["director", ""]
    assert run(triples, *sides(triples.parent)) == 0
    assert "nothing to do" in capsys.readouterr().out


def test_as_json_with_lost_lines(triples: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with triples.open("a") as file:
        file.write("only one column\n")
    assert run(triples, "--json", "--name", "other") == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["name"], told["fresh"], told["drops"]) == ("other", True, {"few-columns": 1})
    assert told["counts"]["triples"] == 3


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--name", "a/b"], "cannot be the name of a graph"),
        (["--format", "xml"], "unknown format"),
        (["--limit", "0"], "at least 1"),
        (["--memory", "0"], "no memory"),
        (["--memory", "0.01"], "too little"),
        (["--memory", "nan"], "no memory"),
        (["--labels", "nowhere.tsv"], "nowhere.tsv"),
    ],
)
def test_misuse_is_one_line(triples: Path, more: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(triples, *more) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert not (triples.parent / "corpus/graphs").exists()


def test_a_graph_may_be_there_before_the_documents(triples: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus = triples.parent / "corpus"
    assert run(triples) == 0
    text = "Alien is a 1979 film that was directed by Ridley Scott. " * 8
    (triples.parent / "alien.txt").write_text(text)
    assert main(["ingest", str(triples.parent / "alien.txt"), "--to", str(corpus), "--workers", "0"]) == 0
    capsys.readouterr()
    main(["facts", str(corpus), "--processes", "1"])
    assert capsys.readouterr().out.splitlines()[-1] == "graph films: 4 entities, 3 triples, 2 relations"
    main(["facts", str(corpus), "--processes", "1", "--json"])
    assert json.loads(capsys.readouterr().out)["graphs"] == [
        {"name": "films", "entities": 4, "triples": 3, "relations": 2}
    ]
