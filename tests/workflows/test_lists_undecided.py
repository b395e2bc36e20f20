"""Lists over a graph that lacks what its corpus tells, and states what it does not tell: neither is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.graph_folders import Drawn, write_graph
from tests.support.listmade import passage

from benchwright.benchmark.store import Benchmark
from benchwright.corpus.store import write_corpus
from benchwright.records import Example
from benchwright.workflows.generate import generate
from benchwright.workflows.validate import validate

BOOK = """
directed:
  label: director
  subject: {one: film, many: films, types: [film]}
  object: {one: person, many: people, who: true}
  hypothesis: "{subject} was directed by {object}."
  subjects: were directed by {given}
  cues: [direct*]
"""
PROVEN = ("Grey Heron", "White Stork", "Red Kite", "Black Rook", "Blue Tit", "Brown Owl")
UNPROVEN, LACKING, NEAR = "Green Finch", "Pied Crow", "Snowy Egret"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Six films that are stated and told, one that is only stated, one that is only told; and a film by somebody else
    on whose page Ida is named."""
    texts = {name: f"{name} is a film. It was directed by Ida Holm." for name in (*PROVEN, LACKING)}
    texts[UNPROVEN] = f"{UNPROVEN} is a film. Nobody knows whose it is."
    texts[NEAR] = f"{NEAR} is a film. It was seen by Ida Holm."
    texts |= {f"Film {n}": f"Film {n} is a film about films that were directed in year {n}." for n in range(9)}
    sources = [passage(f"p{n}", name, text) for n, (name, text) in enumerate(texts.items())]
    write_corpus(tmp_path / "corpus", sources)
    films = {f"f{n}": Drawn(name, types=["film"]) for n, name in enumerate((*PROVEN, UNPROVEN, LACKING, NEAR))}
    triples = [(f"f{n}", "directed", "ida") for n in range(7)]
    write_graph(tmp_path / "corpus", triples, {**films, "ida": Drawn("Ida Holm")})
    (tmp_path / "relations.yaml").write_text(BOOK, "utf-8")
    return tmp_path


def run(folder: Path, name: str, more: str = "") -> Path:
    text = (
        f"name: films\ncorpus: corpus\nlists: {{graph: made, relations: relations.yaml{more}}}\n"
        "max_share: {family: 1, document: 1, relation: 1}\ncells:\n  - {style: list, kind: simple, count: 1}\n"
    )
    (folder / f"{name}.yaml").write_text(text, "utf-8")
    generate(folder / f"{name}.yaml", folder / name)
    return folder / name


def only(bench: Path) -> Example:
    (example,) = Benchmark.open(bench).examples
    return example


def test_what_is_stated_or_told_alone_is_undecided(folder: Path) -> None:
    bench = run(folder, "bench")
    example = only(bench)
    assert example.question == "Which films were directed by Ida Holm?"
    assert [answer.text for answer in example.answers] == sorted(PROVEN)
    assert [(one.text, len(one.evidence)) for one in example.undecided] == [(UNPROVEN, 0), (LACKING, 1)]
    told = (example.derivation or {})["undecided"]
    assert [(one["id"], one["by"]) for one in told] == [("f6", "graph"), ("f7", "corpus")]
    assert "undecided_bounded" not in (example.derivation or {})
    (span,) = example.undecided[1].evidence[0]
    sources = Benchmark.open(bench).sources
    assert sources[span.source].text[span.start : span.end] == "It was directed by Ida Holm."
    titles = {sources[one].title for one in example.distractors}
    assert titles
    assert not titles & {UNPROVEN, LACKING}
    assert validate(bench) == []


def test_the_plan_may_leave_it_out_and_nothing_else_changes(folder: Path) -> None:
    with_, without = only(run(folder, "bench")), only(run(folder, "plain", ", undecided: false"))
    assert without.undecided == ()
    assert "undecided" not in (without.derivation or {})
    assert (without.question, without.answers, without.checks) == (with_.question, with_.answers, with_.checks)


def test_a_run_that_was_stopped_gives_the_same_bytes(folder: Path) -> None:
    whole = (run(folder, "bench") / "examples.jsonl").read_bytes()
    begun = run(folder, "again")
    (begun / "examples.jsonl").unlink()
    manifest = json.loads((begun / "manifest.json").read_text("utf-8"))
    (begun / "manifest.json").write_text(json.dumps({**manifest, "complete": False}), "utf-8")
    (begun / "attempts.jsonl").write_bytes(b"")
    generate(folder / "again.yaml", begun)
    assert (begun / "examples.jsonl").read_bytes() == whole
