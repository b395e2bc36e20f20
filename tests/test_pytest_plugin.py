"""The pytest plugin: what a marker requires, baselines, questions as parameters, and what loading it costs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from towns_bench import towns_bench

from benchwright.workflows.benchmark_check import CheckOptions, check_benchmark

pytest_plugins = ["pytester"]

SEARCH = """
import pytest

def town(query):
    return query.rstrip("?").split()[-1].lower()

def right(query, k):
    return [town(query)]

def half(query, k):
    # knows the first twelve of 24 towns
    return [town(query)] if town(query) < "m" else ["towns"]

def wrong(query, k):
    return ["towns"]
"""


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Who is the mayor, of 24 towns. It is measured once, so that everything is loaded: pytester forgets what its runs
    load, and NumPy can be loaded only once."""
    made = towns_bench(tmp_path_factory.mktemp("towns"), "information-extraction")
    check_benchmark(CheckOptions(made, "bm25", at_least=0), tmp_path_factory.mktemp("scores") / "scores")
    return made


@pytest.fixture
def run(pytester: pytest.Pytester, bench: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # the plugin of this very environment
    return Run(pytester, bench)


class Run:
    """Run test functions with the plugin; BENCH in their code is the benchmark."""

    def __init__(self, pytester: pytest.Pytester, bench: Path) -> None:
        self.pytester, self.bench = pytester, bench

    def __call__(self, code: str, *options: str) -> pytest.RunResult:
        self.pytester.makepyfile(test_search=SEARCH + code.replace("BENCH", repr(str(self.bench))))
        return self.pytester.runpytest_inprocess(
            "-p", "benchwright.pytest_plugin", "-p", "no:cacheprovider", "--strict-markers", *options
        )


def lines(result: pytest.RunResult) -> str:
    return result.stdout.str()


def test_what_is_shown_to_be_below_the_required_mean_fails(run: Run) -> None:
    result = run(
        """
@pytest.mark.benchwright(BENCH, retriever=right, k=[1], at_least=0.9)
def test_right(): ...

@pytest.mark.benchwright(BENCH, retriever=half, k=[1], at_least={"recall@1": 0.9})
def test_half(): raise AssertionError("the check stands before the test's own lines")

@pytest.mark.benchwright(BENCH, retriever=half, k=[1], at_least=0.4)
def test_not_shown_to_be_below(): ...

@pytest.mark.benchwright(BENCH, retriever=half, k=[1], at_least=0.4, strict=True)
def test_not_shown_to_reach(): ...
"""
    )
    result.assert_outcomes(passed=2, failed=2)
    out = lines(result)
    assert "right is not shown to be below 0.9 on recall@1: 1.000 [" in out
    assert "half is shown to be below 0.9 on recall@1: 0.500 [" in out
    assert "half is not shown to be below 0.4 on recall@1: 0.500 [" in out
    assert "half is not shown to reach 0.4 on recall@1: 0.500 [" in out
    assert "the check stands before" not in out


BASELINE = """
@pytest.mark.benchwright(BENCH, retriever={"search": FUNCTION}, k=[1], not_worse_than="baseline", margin=0.02)
def test_search(): ...
"""


def test_a_baseline_is_written_kept_and_renewed(run: Run) -> None:
    def verdict(function: str, *options: str) -> str:
        result = run(BASELINE.replace("FUNCTION", function), *options)
        return f"{result.parseoutcomes()} {lines(result)}"

    missing = verdict("right")
    assert missing.startswith("{'failed': 1}")
    assert "there is no baseline in baseline — write one with: pytest --benchwright-update" in missing
    written = verdict("right", "--benchwright-update")
    assert written.startswith("{'passed': 1}")
    assert "the baseline baseline was written" in written
    folder = run.pytester.path / "baseline"
    assert sorted(one.name for one in folder.iterdir()) == [".lock", "manifest.json", "scores.parquet"]
    before = (folder / "manifest.json").read_bytes()
    same = verdict("right")
    assert same.startswith("{'passed': 1}")
    assert "search (A) is not shown to be worse than search (B) by more than 0.02 on recall@1" in same
    worse = verdict("wrong")
    assert worse.startswith("{'failed': 1}")
    assert "search (A) is shown to be worse than search (B) by more than 0.02 on recall@1 (one-sided p = " in worse
    assert (folder / "manifest.json").read_bytes() == before
    assert verdict("wrong", "--benchwright-update").startswith("{'passed': 1}")
    assert verdict("wrong").startswith("{'passed': 1}")


def test_a_folder_with_other_files_is_no_baseline(run: Run) -> None:
    (run.pytester.path / "baseline").mkdir()
    (run.pytester.path / "baseline" / "thesis.txt").write_text("mine", "utf-8")
    result = run(BASELINE.replace("FUNCTION", "right"), "--benchwright-update")
    result.assert_outcomes(failed=1)
    assert "baseline holds something else (thesis.txt)" in lines(result)


def test_a_test_may_check_objects_of_its_own_fixtures(run: Run) -> None:
    result = run(
        """
pytestmark = pytest.mark.benchwright(BENCH, k=[1])

@pytest.fixture
def index():
    return right

def test_scores(benchwright_check, index):
    scores = benchwright_check(retriever=index, at_least=0.9)
    assert scores.summary.mean("right", "recall@1") == 1.0

@pytest.mark.benchwright(k=[1], at_least=0.9)
def test_the_closest_marker_counts(benchwright_check):
    benchwright_check(retriever=half, k=[1])

def test_system(benchwright_check):
    mute = lambda question: {"answer": "no", "contexts": []}
    benchwright_check(system={"mute": mute}, at_least={"answer-parts": 0.5})
"""
    )
    result.assert_outcomes(passed=1, failed=2)
    out = lines(result)
    assert "half is shown to be below 0.9 on recall@1" in out
    assert "mute is shown to be below 0.5 on answer-parts: " in out


def test_questions_and_slices_are_parameters(run: Run, tmp_path: Path) -> None:
    run.bench = towns_bench(tmp_path)
    result = run(
        """
@pytest.mark.benchwright(BENCH, where={"ids": ["mayor-Ardon", "size-Ardon"]})
def test_question(benchwright_question, benchwright_bench):
    needed = {"mayor-Ardon": "ardon", "size-Ardon": "towns"}
    assert benchwright_bench.sources_of(benchwright_question)[0].id == needed[benchwright_question.id]

@pytest.mark.benchwright(BENCH)
def test_slice(benchwright_slice):
    assert len(benchwright_slice) == {"numerical": 24, "information-extraction": 24, "comparison": 8}[
        benchwright_slice[0].style
    ]
""",
        "-v",
    )
    result.assert_outcomes(passed=5)
    result.stdout.fnmatch_lines(
        [
            "*test_question[[]size-Ardon]*PASSED*",
            "*test_question[[]mayor-Ardon]*PASSED*",
            "*test_slice[[]numerical-table]*PASSED*",
            "*test_slice[[]information-extraction-text]*PASSED*",
            "*test_slice[[]comparison-table]*PASSED*",
        ]
    )


@pytest.mark.parametrize(
    ("mark", "line"),
    [
        ("(BENCH, retriever=right)", "nothing is required — write at_least=0.7 or not_worse_than='baseline'"),
        ("(BENCH, retriever=right, system=right, at_least=1)", "one of retriever and system is to be given"),
        ("(retriever=right, at_least=1)", "no benchmark is named: write @pytest.mark.benchwright('bench', ...)"),
        ("('nowhere', retriever=right, at_least=1)", "nowhere"),
        ("(BENCH, retriever=right, k=[1], at_least={'recall@9': 1})", "right has no 'recall@9' — there are: "),
        ("(BENCH, retriever=right, at_last=1)", "'at_last' is no keyword — the evaluation takes: again, concurrency, "),
        ("(BENCH, retriever=right, k=[1], at_least=float('nan'))", "at_least is nan, and is to be a finite number"),
    ],
)
def test_a_mistake_is_one_line(run: Run, mark: str, line: str) -> None:
    result = run(f"\n@pytest.mark.benchwright{mark}\ndef test_search(): ...\n")
    result.assert_outcomes(failed=1)
    assert line in lines(result)
    assert "Traceback" not in lines(result)


def test_loading_it_imports_nothing_but_pytest() -> None:
    """Every run of pytest loads it where Benchwright is installed."""
    code = (
        "import sys, pytest; before = set(sys.modules); import benchwright.pytest_plugin; "
        "print(sorted(name for name in set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['benchwright', 'benchwright.pytest_plugin']"
