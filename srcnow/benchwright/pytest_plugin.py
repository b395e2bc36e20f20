"""Run benchmarks as tests of a pytest suite: a marker, fixtures, and an option that renews baselines.

    @pytest.mark.benchwright("bench", retriever=search, k=[5], at_least=0.7, not_worse_than="tests/baseline")
    def test_search(): ...

pytest loads this module in every run where Benchwright is installed, so that it imports nothing of Benchwright before a
test needs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    from benchwright.benchmark.questions import Selection
    from benchwright.benchmark.store import Benchmark
    from benchwright.workflows.benchmark_check import CheckResult
    from benchwright.workflows.evaluation_files import Evaluation

MARKER = "benchwright"
_CHECK = "benchwright_check"
_QUESTION = "benchwright_question"
_SLICE = "benchwright_slice"
_MARKER_HELP = (
    "benchwright(bench, retriever=None, system=None, at_least=None, not_worse_than=None, margin=0.0, measure='', "
    "strict=False, where={}, **arguments): measure a retriever or system on a benchmark, and fail if it is shown to "
    "be below a mean or worse than stored scores"
)
_OWN = frozenset({"bench", "retriever", "system", "at_least", "not_worse_than", "margin", "measure", "strict"})
"""What a check takes; other keywords go on to the evaluation."""


class BenchmarkCheckCall(Protocol):
    """What the fixture `benchwright_check` is: takes the keywords of the marker, whose own are the defaults. Fails the
    test, or returns the evaluation."""

    def __call__(self, **keywords: Any) -> Evaluation: ...


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup(MARKER, "benchmarks of Benchwright").addoption(
        "--benchwright-update",
        action="store_true",
        help="write the scores of tests with not_worse_than as their new baselines",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", _MARKER_HELP)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give marked tests that name a retriever or system the fixture by which they are checked."""
    for item in items:
        if isinstance(item, pytest.Function) and _checks_itself(item) and _CHECK not in item.fixturenames:
            item.fixturenames.append(_CHECK)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Check what the marker names before the test's own lines run."""
    if isinstance(item, pytest.Function) and _checks_itself(item):
        check: Any = item.funcargs[_CHECK]
        check()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test a question, or a test a style with modalities."""
    wanted = [name for name in (_QUESTION, _SLICE) if name in metafunc.fixturenames]
    if not wanted:
        return
    from benchwright.errors import BenchwrightError

    keywords = _keywords(metafunc.definition)
    try:
        chosen = _opened(keywords.get("bench")).filter(**keywords.get("where", {}))
    except BenchwrightError as error:
        raise pytest.UsageError(f"{metafunc.definition.nodeid}: {error.line()}") from error
    if _QUESTION in wanted:
        metafunc.parametrize(_QUESTION, list(chosen), ids=[one.id for one in chosen])
    if _SLICE in wanted:
        slices = dict(_slices(chosen))
        metafunc.parametrize(_SLICE, list(slices.values()), ids=list(slices))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What each check found; also what passed, so that a rising or falling mean can be seen."""
    reports = [one for kind in ("passed", "failed") for one in terminalreporter.getreports(kind) if one.when == "call"]
    lines = [
        f"{report.nodeid}: {value}" for report in reports for name, value in report.user_properties if name == MARKER
    ]
    if lines:
        terminalreporter.section(MARKER)
        for line in lines:
            terminalreporter.write_line(line)


@pytest.fixture
def benchwright_bench(request: pytest.FixtureRequest) -> Benchmark:
    """The benchmark of the test's marker, opened."""
    return _opened(_keywords(request.node).get("bench"))


@pytest.fixture
def benchwright_check(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> BenchmarkCheckCall:
    """Measure and fail as the marker does, with keywords that only the test has, such as objects of its fixtures."""

    def check(**keywords: Any) -> Evaluation:
        found = _check({**_keywords(request.node), **keywords}, request, tmp_path_factory)
        request.node.user_properties.extend((MARKER, sentence) for sentence in found.sentences)
        if found.failures:
            pytest.fail("\n".join([*found.failures, f"report: {found.evaluation.page}"]), pytrace=False)
        return found.evaluation

    return check


def _check(
    keywords: dict[str, Any], request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> CheckResult:
    from benchwright.errors import BenchwrightError, StoppedError
    from benchwright.workflows.benchmark_check import CheckOptions, check_benchmark

    keywords.pop("where", None)
    own = {name: value for name, value in keywords.items() if name in _OWN}
    arguments = {name: value for name, value in keywords.items() if name not in _OWN}
    if "bench" not in own:
        pytest.fail("no benchmark is named: write @pytest.mark.benchwright('bench', ...)", pytrace=False)
    try:
        return check_benchmark(
            CheckOptions(**own, arguments=arguments),
            tmp_path_factory.mktemp("benchwright") / "scores",
            renew=request.config.getoption("--benchwright-update"),
        )
    except StoppedError as error:
        raise KeyboardInterrupt from error
    except BenchwrightError as error:
        mistake = error.line()
    pytest.fail(mistake, pytrace=False)


def _checks_itself(item: pytest.Function) -> bool:
    return not {"retriever", "system"}.isdisjoint(_keywords(item))


def _keywords(node: pytest.Item | pytest.Collector) -> dict[str, Any]:
    """The keywords of the markers of a test, its module and class: the closest wins."""
    found: dict[str, Any] = {}
    for mark in reversed(list(node.iter_markers(MARKER))):
        if len(mark.args) > 1:
            raise pytest.UsageError(f"{node.nodeid}: the marker takes one benchmark, and keywords for the rest")
        found |= {**({"bench": mark.args[0]} if mark.args else {}), **mark.kwargs}
    return found


def _opened(bench: object) -> Benchmark:
    from benchwright.benchmark.store import Benchmark
    from benchwright.errors import UsageError

    if bench is None:
        raise UsageError("no benchmark is named", hint="write @pytest.mark.benchwright('bench')")
    return bench if isinstance(bench, Benchmark) else Benchmark.open(str(bench))


def _slices(chosen: Selection) -> Iterator[tuple[str, Selection]]:
    """Questions by style and modalities, in the order in which the benchmark has them."""
    for style, modalities in dict.fromkeys((one.style, one.modalities) for one in chosen):
        yield f"{style}-{modalities}", chosen.filter(style=style, modalities=modalities)
