"""Damaged and hostile benchmark folders: every command that reads one ends with a line of ours, never a traceback."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import handmade
import listmade
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from toymaker import toy_makers, toy_plan

from benchwright.benchmark.store import Benchmark
from benchwright.cli import main
from benchwright.workflows.generate import generate

DEEP = "[" * 200_000
VALUES: tuple[Any, ...] = (None, 5, -1, 1.5, "", "words", True, [], {}, [None], [[]], {"a": None}, 10**30, float("nan"))
FILES = ("manifest.json", "examples.jsonl", "attempts.jsonl", "plan.yaml", "sources.parquet")


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("generated")
    generate(toy_plan(folder), folder / "bench", makers=toy_makers())
    return folder


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    sources = [listmade.passage(f"p{n}", f"Film {n}", f"Film {n} was directed by Ann Roe.") for n in range(3)]
    answers = listmade.some_answers(sources)
    examples = [listmade.question(f"q{n}", "simple", ["director"], f"Which films? {n}", answers) for n in range(2)]
    folder = tmp_path_factory.mktemp("lists")
    listmade.benchmark(folder, examples, sources)
    return folder


@pytest.fixture(scope="module")
def by_hand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("by_hand")
    handmade.benchmark(folder)
    return folder


def run(bench: Path, out: Path, capsys: pytest.CaptureFixture[str], *, measure: bool = False) -> None:
    """Run what reads a benchmark. What is not an error of ours leaves `main` and fails the test."""
    shutil.rmtree(out, ignore_errors=True)
    commands = [
        ["validate", str(bench)],
        ["show", str(bench)],
        ["show", str(bench), "q"],
        ["show", str(bench), "", "--json"],
        ["export", str(bench), "--format", "qampari", "--to", str(out / "export")],
        ["graph", "stats", str(bench), "--figure", str(out / "figure.svg")],
        ["graph", "split", str(bench), "--to", str(out / "split.json")],
        ["ledger", "stats", str(bench)],
    ]
    if measure:
        commands += [
            ["evaluate", "retrieval", str(bench), "-r", "bm25", "--to", str(out / "scores")],
            ["compare", str(bench), str(bench)],
        ]
    for command in commands:
        code = main(command)
        told = capsys.readouterr()
        assert code in (0, 1, 2), command
        if code == 2:
            assert len(told.err.strip().splitlines()) == 1, (command, told.err)
        if command[0] == "validate":
            assert code != 0 or told.out.strip() == "sound"
    for identifier in _ids(bench):
        assert main(["show", str(bench), identifier]) in (0, 1, 2)
        capsys.readouterr()


def _ids(bench: Path) -> list[str]:
    try:
        return [example.id for example in Benchmark.open(bench).examples][:1]
    except Exception:  # noqa: BLE001 - `run` has shown that it is an error of ours
        return []


def copy(folder: Path, to: Path) -> Path:
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(folder, to)
    return to / "bench"


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    inner: list[tuple[Any, ...]] = []
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in pairs:
        inner += [(*path, key), *places(part, (*path, key))]
    return inner


def mutate(value: Any, dice: random.Random) -> Any:
    """Drop a key, or put another value or a deep one in its place."""
    at = dice.choice(places(value))
    holder = value
    for key in at[:-1]:
        holder = holder[key]
    choice = dice.random()
    if choice < 0.25:
        del holder[at[-1]]
    elif choice < 0.3:
        holder[at[-1]] = json.loads("[" * 200 + "]" * 200)
    else:
        holder[at[-1]] = dice.choice(VALUES)
    return value


def damage(bench: Path, dice: random.Random) -> str:
    """Change one file of the benchmark as a hand, a disk or an enemy would; what was done."""
    name = dice.choice(("manifest.json", "manifest.json", "examples.jsonl", "examples.jsonl", "sources.parquet", "any"))
    path = bench / name
    if name == "manifest.json":
        path.write_text(json.dumps(mutate(json.loads(path.read_text("utf-8")), dice)), "utf-8")
    elif name == "examples.jsonl":
        lines = path.read_text("utf-8").splitlines()
        at = dice.randrange(len(lines))
        lines[at] = json.dumps(mutate(json.loads(lines[at]), dice))
        path.write_text("\n".join(lines) + "\n", "utf-8")
    elif name == "sources.parquet":
        table = pq.read_table(path)
        column = dice.choice(table.column_names)
        if dice.random() < 0.4:
            table = table.drop_columns([column])
        elif dice.random() < 0.5:
            at = table.column_names.index(column)
            table = table.set_column(at, column, pa.nulls(len(table), table.schema.field(column).type))
        else:
            at = table.column_names.index("table")
            cell = dice.choice((DEEP, "[]", '{"header": 5}', '{"header": [[]], "rows": [[5]]}', "NaN"))
            table = table.set_column(at, "table", pa.array([cell] * len(table), pa.large_string()))
        pq.write_table(table, path)
    else:
        path = bench / dice.choice(FILES)
        if not path.exists():
            return "nothing"
        data = path.read_bytes()
        choice = dice.randrange(4)
        if choice == 0:
            path.unlink()
        else:
            path.write_bytes((data[: dice.randrange(len(data) + 1)], DEEP.encode(), data + b"\xff\x00{")[choice - 1])
        name = f"{path.name} {choice}"
    return name


@pytest.mark.parametrize("kind", ["generated", "lists"])
def test_no_change_of_a_file_causes_a_traceback(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder: Path = request.getfixturevalue(kind)
    for seed in range(8):  # 300 with the marker soak
        bench = copy(folder, tmp_path / "copy")
        what = damage(bench, random.Random(f"{kind} {seed}"))
        try:
            run(bench, tmp_path / "out", capsys)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {what}") from error


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["generated", "lists", "by_hand"])
def test_no_change_of_a_file_causes_a_traceback_in_measuring(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder: Path = request.getfixturevalue(kind)
    for seed in range(300):
        bench = copy(folder, tmp_path / "copy")
        what = damage(bench, random.Random(f"measuring {kind} {seed}"))
        try:
            run(bench, tmp_path / "out", capsys, measure=True)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {what}") from error


def set_manifest(key: str, text: str) -> Callable[[Path], None]:
    def edit(bench: Path) -> None:
        path = bench / "manifest.json"
        manifest = json.loads(path.read_text("utf-8"))
        manifest[key] = "@"
        path.write_text(json.dumps(manifest).replace('"@"', text), "utf-8")

    return edit


def set_example(key: str, value: Any) -> Callable[[Path], None]:
    def edit(bench: Path) -> None:
        path = bench / "examples.jsonl"
        first, *rest = path.read_text("utf-8").splitlines()
        path.write_text("\n".join([json.dumps({**json.loads(first), key: value}), *rest]) + "\n", "utf-8")

    return edit


def fifo(name: str) -> Callable[[Path], None]:
    def edit(bench: Path) -> None:
        (bench / name).unlink(missing_ok=True)
        os.mkfifo(bench / name)

    return edit


def device(bench: Path) -> None:
    (bench / "manifest.json").unlink()
    (bench / "manifest.json").symlink_to("/dev/zero")


def absent_source(bench: Path) -> None:
    text = (bench / "examples.jsonl").read_text("utf-8")
    (bench / "examples.jsonl").write_text(text.replace('"source":"river"', '"source":"nowhere"'), "utf-8")


def ragged_table(bench: Path) -> None:
    rows = pq.read_table(bench / "sources.parquet")
    listed = rows.to_pylist()
    listed[0]["table"] = '{"header":[["Country","Area"]],"rows":[["Kenya"]],"links":[],"cut":null}'
    pq.write_table(pa.Table.from_pylist(listed, rows.schema), bench / "sources.parquet")


DAMAGE: dict[str, Callable[[Path], Any]] = {
    "cells null": set_manifest("cells", "null"),
    "files null": set_manifest("files", "null"),
    "imported 5": set_manifest("imported", "5"),
    "wanted NaN": set_manifest("wanted", "NaN"),
    "deep manifest": lambda bench: (bench / "manifest.json").write_text(DEEP),
    "deep examples": lambda bench: (bench / "examples.jsonl").write_text(DEEP),
    "deep plan": lambda bench: (bench / "plan.yaml").write_text(DEEP),
    "question null": set_example("question", None),
    "id 5": set_example("id", 5),
    "odd facts": set_example("derivation", {"facts": [{"id": ["x"]}, 5, None], "restatements": 7}),
    "ragged table": ragged_table,
    "no sources": lambda bench: (bench / "sources.parquet").unlink(),
    "absent source": absent_source,
    "pipe as manifest": fifo("manifest.json"),
    "pipe as examples": fifo("examples.jsonl"),
    "pipe as plan": fifo("plan.yaml"),
    "pipe as sources": fifo("sources.parquet"),
    "pipe as attempts": fifo("attempts.jsonl"),
    "device as manifest": device,
}


@pytest.mark.parametrize("what", DAMAGE)
def test_known_damage_is_one_line_and_a_fault(
    what: str, by_hand: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bench = copy(by_hand, tmp_path / "copy")
    DAMAGE[what](bench)
    assert main(["validate", str(bench)]) == 1
    assert "fault" in capsys.readouterr().out
    run(bench, tmp_path / "out", capsys, measure=True)
