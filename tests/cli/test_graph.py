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
        "  0 aliases, 0 types of entities, 0 of types; 1 entity and 1 relation without a label",
        "  noticed 1 undescribed",
    ]
    graph = Graph.open(triples.parent / "corpus", "films")
    alien = graph.entity(0)
    assert (alien.id, alien.label, alien.page) == ("Q1", "Alien", "Alien (film)")
    assert graph.relation_labels == ["director", ""]
    assert run(triples, *sides(triples.parent)) == 0
    assert "nothing changed" in capsys.readouterr().out


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
        (["--format", "xml"], "unknown graph format"),
        (["--limit", "0"], "at least 1"),
        (["--memory", "0"], "too little"),
        (["--memory", "0.01"], "too little"),
        (["--memory", "nan"], "not a size of memory"),
        (["--memory", "2TB"], "not a size of memory"),
        (["--memory", "99999999"], "more memory than any system has"),
        (["--spill", "/dev/null/x"], "--spill: /dev/null/x cannot be written"),
        (["--name", "facts"], "another name"),
        (["--leave-out", "x"], "--leave-out does nothing for triples"),
        (["--language", "de"], "--language does nothing for triples"),
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


@pytest.mark.parametrize("content", [b"", b"\n\n", bytes(range(256)) * 8, b"only one column\n"])
def test_a_load_without_statements_leaves_the_graph_as_it_was(
    triples: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(triples) == 0
    before = Graph.open(triples.parent / "corpus", "films").fingerprint
    triples.write_bytes(content)
    capsys.readouterr()
    assert run(triples) == 2
    told = capsys.readouterr().err
    assert "no statements were read" in told
    assert told.count("\n") == 1
    graph = Graph.open(triples.parent / "corpus", "films")
    assert (graph.fingerprint, len(graph.subjects)) == (before, 3)
    assert not (graph.path / "loading").exists()


def load_records(folder: Path, *more: str) -> int:
    path = folder / "lands.json"
    path.write_text(json.dumps([{"cca3": "NLD", "name": {"common": "Netherlands"}, "area": 41850, "borders": []}]))
    return main(["graph", "load", str(path), "--to", str(folder / "corpus"), *more])


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--id", "cca33"], "--id cca33: no record has such a field — near it: cca3"),
        (["--id", "cca3", "--leave-out", "names"], "no record has such a field — near it: name"),
        (["--id", "cca3", "--label", "zzzzzz"], "the fields are: cca3, name, area, borders"),
        (["--id", "name"], "no statements were read (1 no-id)"),
        (["--id", "name"], "the fields are: cca3, name, area, borders"),
        (["--id", "cca3", "--named"], "--named does nothing for records"),
    ],
)
def test_fields_that_no_record_has(
    tmp_path: Path, more: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert load_records(tmp_path, *more) == 2
    assert said in capsys.readouterr().err


def test_sizes_of_memory_have_units(tmp_path: Path) -> None:
    assert load_records(tmp_path, "--id", "cca3", "--leave-out", "borders", "--memory", "200MB") == 0


def test_a_language_without_labels_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "films.nt"
    named, made = "<http://www.w3.org/2000/01/rdf-schema#label>", "<http://x.org/made>"
    path.write_text(f'<http://x.org/1> {named} "Alien"@en .\n<http://x.org/1> {made} <http://x.org/2> .\n')
    assert main(["graph", "load", str(path), "--to", str(tmp_path / "corpus"), "--language", "xx"]) == 0
    assert "no entity has a label in the language 'xx'; the files begin with: en" in capsys.readouterr().out
