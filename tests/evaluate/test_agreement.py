"""Agreement of two folders of scores: which systems count, and what is concluded."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchwright.cli import main
from benchwright.errors import UsageError
from benchwright.evaluate.agreement import agreement
from benchwright.evaluate.measure_values import scored
from benchwright.evaluate.score_folder import ScoredQuestion, Scores, SystemScores

RATES = {"a": 0.1, "b": 0.3, "c": 0.5, "d": 0.7, "e": 0.9}


def folder(
    path: Path, rates: dict[str, float], seed: int, *, fingerprint: str = "", specs: dict[str, str] | None = None
) -> Path:
    draw = np.random.default_rng(seed)
    asked = tuple(ScoredQuestion(f"q{n}", "numerical", "table", f"d{n % 50}") for n in range(200))
    systems = []
    for name, rate in rates.items():
        right = list((draw.random(200) < rate).astype(float))
        values = (scored("recall@10", right), scored("latency", [2 - one for one in right]))
        systems.append(SystemScores(name, (specs or {}).get(name, name), values))
    Scores(path.name, fingerprint or path.name, "retrieval", {}, asked, tuple(systems)).save(path)
    return path


def test_two_benchmarks_that_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = folder(tmp_path / "one", RATES, 1), folder(tmp_path / "two", {**RATES, "new": 0.4, "random": 0.0}, 2)
    found = agreement(a, b)
    assert (found.all.tau, found.all.p) == (1.0, pytest.approx(2 / 120))
    assert (found.all.low, found.all.high) == (0.8, 1.0)  # one of ten pairs is not shown on both sides
    worst = found.all.systems[0]
    assert (worst.name, worst.place_a, worst.place_b) == ("a", 5, 5)
    assert found.left_out == ("new", "random")
    assert found.all.verdict == "the two order systems alike"
    assert main(["compare", str(a), str(b), "--agreement"]) == 0
    out = capsys.readouterr().out
    assert "Kendall's tau = 1.00 [0.80, 1.00], exact p = 0.017, over 5 systems (200 questions in A, 200 in B)" in out
    assert "Left out, as a bound or on one side only: new, random." in out
    assert main(["compare", str(a), str(b), "--agreement", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["all"]["verdict"] == "the two order systems alike"


def test_three_systems_show_nothing_in_whatever_order(tmp_path: Path) -> None:
    few = {name: RATES[name] for name in "ace"}
    found = agreement(folder(tmp_path / "one", few, 1), folder(tmp_path / "two", few, 2)).all
    assert (found.tau, found.p, found.enough) == (1.0, pytest.approx(1 / 3), False)
    assert found.verdict == "3 systems are too few for a conclusion: at least 5 are needed"


def test_systems_that_depend_on_each_other_count_as_one(tmp_path: Path) -> None:
    a = folder(tmp_path / "one", RATES, 1, specs={"a": "bm25", "b": "bm25"})
    b = folder(tmp_path / "two", RATES, 2)
    found = agreement(a, b, same=[("d", "e")]).all
    assert [(one.name, one.of) for one in found.systems] == [("a", ("a", "b")), ("c", ()), ("d", ("d", "e"))]
    assert found.systems[2].mean_a == pytest.approx(0.8, abs=0.06)
    assert not found.enough


def test_two_measures_of_one_folder_are_turned_the_right_way(tmp_path: Path) -> None:
    """Who is right more often is quicker here."""
    a = folder(tmp_path / "one", RATES, 1)
    found = agreement(a, a, measures=["recall@10", "latency"]).all
    assert (found.tau, found.low, found.high) == (1.0, pytest.approx(1.0), pytest.approx(1.0))
    assert found.systems[0].mean_b == pytest.approx(2 - found.systems[0].mean_a)
    with pytest.raises(UsageError, match="same scores on the same measure"):
        agreement(a, a)


def test_it_is_repeated_over_questions_that_were_kept(tmp_path: Path) -> None:
    a, b = folder(tmp_path / "one", RATES, 1), folder(tmp_path / "two", RATES, 2)
    (tmp_path / "kept.txt").write_text("\n".join(f"q{n}" for n in range(60)) + "\n")
    found = agreement(a, b, kept=tmp_path / "kept.txt")
    assert found.kept is not None
    assert (found.all.questions_a, found.kept.questions_a, found.kept.questions_b) == (200, 60, 60)
    assert found.kept.tau is not None
    (tmp_path / "none.txt").write_text("x\n")
    with pytest.raises(UsageError, match="no question of one"):
        agreement(a, b, kept=tmp_path / "none.txt")


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (["--measure", "nDCG@10"], "have no 'nDCG@10'"),
        (["--same", "a + zz"], "not both sides have 'zz'"),
        (["--same", "a"], "names one system"),
        (["--fail-if-worse", "0.1"], "a margin says nothing of agreement"),
    ],
)
def test_misuse_is_one_line(tmp_path: Path, more: list[str], what: str, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = folder(tmp_path / "one", RATES, 1), folder(tmp_path / "two", RATES, 2)
    assert main(["compare", str(a), str(b), "--agreement", *more]) == 2
    assert what in capsys.readouterr().err


def test_options_of_agreement_need_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a = folder(tmp_path / "one", RATES, 1)
    assert main(["compare", f"{a}::a", "b", "--same", "a + b"]) == 2
    assert "belong to --agreement" in capsys.readouterr().err
    assert main(["compare", f"{a}::a", "b", "--measure", "recall@10", "--measure", "latency"]) == 2
    assert "2 measures are named" in capsys.readouterr().err


def test_nothing_in_common_is_said(tmp_path: Path) -> None:
    a, b = folder(tmp_path / "one", {"x": 0.5}, 1), folder(tmp_path / "two", {"y": 0.5}, 2)
    with pytest.raises(UsageError, match="no system in common"):
        agreement(a, b)
