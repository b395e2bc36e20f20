from __future__ import annotations

import json
from pathlib import Path

import pytest
from listmade import benchmark, passage, question, some_answers

from benchwright.benchmark.splits import read_splits
from benchwright.cli import main
from benchwright.makers.lists.relation_split import split_relations

SOURCES = [passage(f"p{n}", f"Film {n}", f"Film {n} is a film.") for n in range(6)]


def made(folder: Path, plan: str = "") -> Path:
    simple = [
        question(f"s{n}", "simple", [f"P{n % 4}"], f"What is asked in {n}?", some_answers(SOURCES)) for n in range(16)
    ]
    tables = [question("t0", "table-simple", ["List of films"], "What are the films?", some_answers(SOURCES))]
    return benchmark(folder, simple + tables, SOURCES, plan)


def test_split_writes_ids_by_part(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bench = made(tmp_path)
    command = ["graph", "split", str(bench), "--to", str(tmp_path / "out"), "--test", "simple=6", "--per-relation", "3"]
    assert main([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["parts"] == {"train": {"simple": 6}, "dev": {"simple": 3, "table-simple": 1}, "test": {"simple": 3}}
    assert told["left_out"] == {"beyond-test-size": 2, "relation-full": 2}
    assert told["relations"] == {"train": 2, "test": 2}
    parts = read_splits(tmp_path / "out" / "splits.json")
    assert sorted(map(len, parts.values())) == [3, 4, 6]
    before = (tmp_path / "out" / "splits.json").read_bytes()
    assert main(command) == 2
    assert "replace it: --replace" in capsys.readouterr().err
    assert main([*command, "--replace"]) == 0
    assert (tmp_path / "out" / "splits.json").read_bytes() == before
    assert "train: 6 questions (6 simple)" in capsys.readouterr().out


def test_the_halves_are_those_of_the_relations_that_the_maker_knew(tmp_path: Path) -> None:
    known = [f"P{n}" for n in range(8)]
    bench = made(tmp_path)
    manifest = json.loads((bench / "manifest.json").read_text("utf-8"))
    manifest["sampling"] = {"list simple": {"queries": 16, "split_of": known}, "list table-simple": {"tables": 1}}
    (bench / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    main(["graph", "split", str(bench), "--to", str(tmp_path / "s.json")])
    told = json.loads((tmp_path / "s.json").read_text("utf-8"))["relations"]
    sides = split_relations(known, 13)
    assert (told["train"], told["test"]) == (sorted(sides.train), sorted(sides.test))
    assert split_relations([f"P{n}" for n in range(4)], 13).test != sides.test & {f"P{n}" for n in range(4)}


def test_questions_that_are_missing_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["graph", "split", str(made(tmp_path)), "--to", str(tmp_path / "s.json"), "--test", "simple=99"]
    assert main(command) == 1
    assert "missing 91 of the 99 simple questions for dev and test" in capsys.readouterr().out


def test_questions_without_relations_cannot_be_split(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bench = benchmark(tmp_path, [question("a", "simple", [], "What is it?", some_answers(SOURCES))], SOURCES)
    assert main(["graph", "split", str(bench), "--to", str(tmp_path / "s.json")]) == 2
    assert "name no relations" in capsys.readouterr().err


def test_the_split_of_another_benchmark_is_named_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bench, splits = made(tmp_path), tmp_path / "s.json"
    parts = {"train": ["s1", "zz"], "dev": ["s2"], "test": []}
    splits.write_text(json.dumps({"format": "benchwright-splits", "version": 1, "parts": parts}), "utf-8")
    for command in (
        ["graph", "stats", str(bench), "--splits", str(splits)],
        ["export", str(bench), "--format", "qampari", "--to", str(tmp_path), "--split", str(splits)],
    ):
        assert main(command) == 2
        assert "the split of another benchmark: 1 of its 3 ids are not in" in capsys.readouterr().err


def test_a_benchmark_of_one_part_is_split_no_further(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bench = made(tmp_path, "lists: {part: test}\n")
    assert main(["graph", "split", str(bench), "--to", str(tmp_path / "s.json"), "--json"]) == 1  # train is empty
    assert json.loads(capsys.readouterr().out)["parts"] == {
        "train": {},
        "dev": {"simple": 8, "table-simple": 1},
        "test": {"simple": 8},
    }


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--test", "simple"], "--test simple is not KIND=N"),
        (["--test", "riddle=4"], "there are no questions of kind 'riddle'"),
        (["--mixed", "both"], "mixed is 'both'"),
        (["--per-relation", "0"], "0 questions of a relation are none"),
    ],
)
def test_what_is_misused_is_said_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    bench = made(tmp_path)
    assert main(["graph", "split", str(bench), "--to", str(tmp_path / "s.json"), *options]) == 2
    assert said in capsys.readouterr().err


def test_stats_tell_tables_and_draw_a_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bench = made(tmp_path)
    splits, figure = tmp_path / "s.json", tmp_path / "answers.svg"
    assert main(["graph", "split", str(bench), "--to", str(splits)]) == 0
    capsys.readouterr()
    assert main(["graph", "stats", str(bench), "--splits", str(splits), "--figure", str(figure)]) == 0
    shown = capsys.readouterr().out
    assert f"{bench}, all" in shown
    assert "relations: P0 25.0%, P1 25.0%" in shown
    assert "answers: 6: 17 (100.0%)" in shown
    assert figure.read_text("utf-8").startswith("<svg")
    assert main(["graph", "stats", str(bench), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["parts"]["all"]["lines"][0]["questions"] == 17


def test_a_file_that_is_no_split_is_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bench = made(tmp_path)
    (tmp_path / "s.json").write_text("[]", "utf-8")
    assert main(["graph", "stats", str(bench), "--splits", str(tmp_path / "s.json")]) == 2
    assert "is no split" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("measured", "lines"),
    [
        (
            {"A": {"precision": 0.5, "recall": 0.25}, "B": "?"},
            ["measured at a threshold of 0.7", "A: precision 0.500, recall 0.250"],
        ),
        ("not measured", ["evidence checked by lexical: precision and recall not measured"]),
    ],
)
def test_stats_say_how_good_the_checker_of_the_evidence_is(
    measured: object, lines: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bench = made(tmp_path)
    manifest = json.loads((bench / "manifest.json").read_text("utf-8"))
    report = {"checker": "lexical", "by": "lexical", "measured_at": 0.7, "measured": measured}
    manifest["sampling"] = {"list table-simple": {"tables": 1}, "list simple": {"evidence": report}}
    (bench / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    assert main(["graph", "stats", str(bench)]) == 0
    out = capsys.readouterr().out
    assert all(line in out for line in lines)
    assert "B:" not in out
    assert main(["graph", "stats", str(bench), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["evidence"] == report
