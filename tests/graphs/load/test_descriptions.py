"""Descriptions of any length: what is too much of one is cut, and the line that tells it stays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.graphs.graph import Graph, GraphEntity
from benchwright.graphs.load.text_bounds import beginning
from benchwright.workflows.graph import LoadOptions, load_graph

LONG = f"town in Holland {'on a canal ' * 100}at last"
CUT = f"town in Holland {'on a canal ' * 89}on a"
TRIPLE = "Q1\tP17\tQ2\n"


def wikidata(id: str, text: str) -> str:
    told = {"type": "item", "id": id, "labels": {"en": {"language": "en", "value": "Delft"}}}
    snak = {"snaktype": "value", "property": "P17", "datatype": "wikibase-item"}
    value = {"type": "wikibase-entityid", "value": {"entity-type": "item", "id": "Q2", "numeric-id": 2}}
    claim = {"mainsnak": {**snak, "datavalue": value}, "rank": "normal"}
    described = {"en": {"language": "en", "value": text}}
    return json.dumps({**told, "descriptions": described, "claims": {"P17": [claim]}}) + "\n"


def ntriples(text: str) -> str:
    node = "<http://www.wikidata.org/entity/Q1>"
    return (
        f'{node} <http://www.w3.org/2000/01/rdf-schema#label> "Delft"@en .\n'
        f'{node} <http://schema.org/description> "{text}"@en .\n'
        f"{node} <http://www.wikidata.org/prop/direct/P17> <http://www.wikidata.org/entity/Q2> .\n"
    )


def told_by(folder: Path, kind: str) -> tuple[list[Path], LoadOptions]:
    """The files that tell of Delft, with a long description, in one format."""

    def put(name: str, text: str) -> Path:
        (folder / name).write_text(text, "utf-8")
        return folder / name

    record = {"id": "Q1", "label": "Delft", "description": LONG}
    match kind:
        case "wikidata":
            return [put("dump.json", f"[\n{wikidata('Q1', LONG)}]\n")], LoadOptions(format="wikidata-json")
        case "ntriples":
            return [put("dump.nt", ntriples(LONG))], LoadOptions()
        case "records":
            return [put("towns.json", json.dumps([{**record, "P17": "Q2"}]))], LoadOptions(format="records")
        case "entities":
            sides = {"entities": [put("entities.jsonl", json.dumps(record) + "\n")]}
        case _:
            sides = {
                "labels": [put("labels.tsv", "Q1\tDelft\n")],
                "descriptions": [put("descriptions.tsv", f"Q1\t{LONG}\n")],
            }
    return [put("kg.tsv", TRIPLE)], LoadOptions(sides=sides)


@pytest.mark.parametrize("kind", ["wikidata", "ntriples", "records", "entities", "descriptions"])
def test_a_long_description_is_cut_and_costs_nothing_else(tmp_path: Path, kind: str) -> None:
    files, options = told_by(tmp_path, kind)
    report = load_graph(files, tmp_path / "kg", "g", options)
    assert report.drops == {}
    assert report.left_out == {"description-cut": 1}
    graph = Graph.open(tmp_path / "kg", "g")
    code = graph.code_of("Q1")
    assert code is not None
    assert graph.entity(code) == GraphEntity("Q1", "Delft", description=CUT)
    assert len(graph) == 1


@given(st.text(st.sampled_from("ab  "), max_size=30), st.integers(1, 30))
def test_a_beginning_is_whole_words_where_there_are_any(text: str, most: int) -> None:
    line = " ".join(text.split())
    cut = beginning(line, most)
    assert len(cut) <= most
    assert line.startswith(cut)
    words = line.split(" ")
    if len(words[0]) <= most:
        assert cut.split(" ") == words[: len(cut.split(" "))]
        assert len(line) <= most or len(cut) + 1 + len(words[len(cut.split(" "))]) > most
    else:
        assert cut == line[:most]
