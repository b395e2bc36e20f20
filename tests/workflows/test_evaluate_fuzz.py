"""Whatever a run file holds: a line that says what is wrong, or numbers. Never NaN, not in a row, a table or a page."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest
from handmade import EXAMPLES, benchmark
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchwright.errors import UsageError
from benchwright.evaluate.match import match_run
from benchwright.evaluate.measures.catalogue import FAMILIES, Measure
from benchwright.evaluate.run_files import read_run
from benchwright.evaluate.score_folder import Scores, SystemScores, scored_questions
from benchwright.evaluate.score_retrievers import ranked_values
from benchwright.evaluate.summarise import summarise
from benchwright.evaluate.target import EvaluationTarget
from benchwright.publish.csv_table import csv_text
from benchwright.publish.latex_table import latex
from benchwright.publish.page import page_html
from benchwright.publish.terminal_table import table_text

MEASURES = tuple(Measure(one, 2).name for one in FAMILIES if Measure(one, 2).is_retrieval)
QUESTIONS = st.sampled_from([*(one.id for one in EXAMPLES), "other"])
SOURCES = st.sampled_from(["river", "lake", "nowhere", "both"])
NUMBERS = st.one_of(
    st.sampled_from(["nan", "inf", "-inf", "0", "-0", "1", "1.0", "1e308", "-1e308", "5e-324"]),
    st.floats().map(repr),
)
ROWS = st.lists(st.tuples(QUESTIONS, SOURCES, NUMBERS), max_size=12)


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> EvaluationTarget:
    return EvaluationTarget.open(benchmark(tmp_path_factory.mktemp("fuzz")))


def numbers(value: Any) -> list[float]:
    """Every number in a JSON value."""
    if isinstance(value, dict):
        return [one for part in value.values() for one in numbers(part)]
    if isinstance(value, list):
        return [one for part in value for one in numbers(part)]
    return [float(value)] if isinstance(value, int | float) else []


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=ROWS, ties=st.sampled_from(["worst", "trec"]))
def test_no_run_gives_what_is_no_number(target: EvaluationTarget, tmp_path: Path, rows: Any, ties: Any) -> None:
    file = tmp_path / "fuzz.trec"
    file.write_text("".join(f"{question} Q0 {source} 1 {score} fuzz\n" for question, source, score in rows))
    refused = ""
    try:
        run = read_run(file)
        found = match_run(run, target.gold, target.corpus, ties=ties)
    except UsageError as error:
        refused = error.line()
    if refused:
        assert "\n" not in refused
        assert not any(question != "other" and source in ("river", "lake") for question, source, _ in rows)
        return
    values = ranked_values(found, run, target, MEASURES)
    for one in values:
        assert ((one.values >= 0) & (one.values <= 1)).all(), one.measure
    gold = target.gold
    scores = Scores(
        gold.name,
        gold.fingerprint,
        "retrieval",
        {},
        scored_questions(gold),
        (SystemScores("fuzz", "run", values, found.notes), SystemScores("same", "run", values)),
    )
    summary = summarise(scores, resamples=200)
    told = json.loads(json.dumps(summary.to_json(), allow_nan=False))
    assert all(math.isfinite(one) for one in numbers(told))
    for text in (csv_text(summary), latex(summary), table_text(summary), page_html(summary)):
        assert re.search(r"\b(nan|inf|infinity)\b", text, re.IGNORECASE) is None
