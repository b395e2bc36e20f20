"""Exports of lists (qampari) and of pages (vidore): the README, the whole corpus, and sources by reference."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from exported import content, records
from listmade import benchmark, passage, question, some_answers
from paged import paged_benchmark

from benchwright.publish.export import EXPORTERS
from benchwright.workflows.export import export

FILMS = [passage(f"p{n}", f"Film {n}", f"Film {n} is a film about otters.") for n in range(6)]
SECRET = replace(FILMS[2], text="Film 2 is for our eyes only.", licence="")
ALONE = passage("alone", "Alone", "Nobody asks about this passage.")


def lists(folder: Path) -> Path:
    sources = [*FILMS[:2], SECRET, *FILMS[3:], ALONE]
    return benchmark(folder, [question("a", "simple", ["P57"], "Which films?", some_answers(sources[:6]))], sources)


def test_a_passage_that_may_not_be_passed_on_is_named_only(tmp_path: Path) -> None:
    report = export(lists(tmp_path), tmp_path / "out", "qampari")
    assert report.by_reference == {"unknown": 1}
    assert not [name for name, data in content(tmp_path / "out").items() if b"our eyes only" in data]
    passages = {one["id"]: one for one in records(tmp_path / "out" / "passages.jsonl")}
    assert list(passages) == ["p0", "p1", "p2", "p3", "p4", "p5", "alone"]  # also what no question names
    assert passages["alone"]["contents"] == ALONE.text
    assert (passages["p2"]["contents"], passages["p2"]["meta"]["passed_on"]) == ("", False)
    (line,) = records(tmp_path / "out" / "test_data.jsonl")
    proofs = {one["answer_text"]: one["proof"][0]["proof_text"] for one in line["answer_list"]}
    assert (proofs["The Film 2"], proofs["The Film 3"]) == ("", FILMS[3].text)
    rows = {one["id"]: one for one in records(tmp_path / "out" / "attribution.jsonl")}
    assert [id for id, one in rows.items() if not one["passed_on"]] == ["p2"]
    export(lists(tmp_path / "again"), tmp_path / "all", "qampari", include_unlicensed=True)
    assert b"our eyes only" in (tmp_path / "all" / "passages.jsonl").read_bytes()


@pytest.mark.parametrize("format", ["qampari", "vidore"])
def test_the_readme_tells_what_the_format_cannot_hold(tmp_path: Path, format: str) -> None:
    bench = lists(tmp_path) if format == "qampari" else paged_benchmark(tmp_path)[0]
    export(bench, tmp_path / "out", format)
    export(bench, tmp_path / "twice", format)
    assert content(tmp_path / "out") == content(tmp_path / "twice")
    told = (tmp_path / "out" / "README.md").read_text("utf-8")
    assert EXPORTERS[format].cannot_hold
    assert all(one in told for one in (*EXPORTERS[format].cannot_hold, EXPORTERS[format].loads))
