"""Parity with trec_eval: its own files, every measure that we have as well, every question and mean, to the last digit
that it prints."""

import os
from pathlib import Path

import pytest
from rankings import gold_of_qrels

from benchwright.evaluate.gold import Gold
from benchwright.evaluate.match.source_ids import match_sources
from benchwright.evaluate.measures.retrieval import retrieval_measures
from benchwright.evaluate.run_files import read_qrels, read_run

HERE = Path(__file__).parent.parent / "data" / "trec_eval"
OUTSIDE = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent")) / "trec_eval"
OURS = {"recall": "recall", "P": "precision", "ndcg_cut": "nDCG", "map_cut": "MAP"}
WHOLE = {"map": "MAP@1000", "ndcg": "nDCG@1000", "recip_rank": "MRR@1000"}  # its files have 500 hits a question


def our_name(theirs: str) -> str:
    stem, _, cutoff = theirs.rpartition("_")
    return WHOLE.get(theirs) or (f"{OURS[stem]}@{cutoff}" if stem in OURS else "")


def compared(folder: Path, out: str, run: str, golds: tuple[Gold, Gold], *, all_questions: bool = False) -> int:
    """Hold ours against a file of trec_eval's; how many numbers are in both. `golds` are those of nDCG and of the
    others."""
    mine = read_run(folder / run)
    told: dict[str, dict[str, str]] = {}
    for line in (folder / out).read_text().splitlines():
        theirs, question, value = line.split(None, 2)
        if name := our_name(theirs):
            told.setdefault(name, {})[question.strip()] = value.strip()
    numbers = 0
    for gold, names in ((golds[0], [n for n in told if "nDCG" in n]), (golds[1], [n for n in told if "nDCG" not in n])):
        found = match_sources(mine, gold, set(mine.sources), ties="trec")
        counted = [place for place, one in enumerate(gold) if all_questions or one.id in mine.position]
        for one in retrieval_measures(found, names):
            values = {gold.questions[place].id: float(one.values[place]) for place in counted}
            values["all"] = sum(values.values()) / len(values)
            for question, value in told[one.measure].items():
                assert f"{values[question]:.4f}" == value, (one.measure, question)
                numbers += 1
    return numbers


def test_every_measure_of_every_question():
    gold = gold_of_qrels(read_qrels(HERE / "qrels.test"))
    assert compared(HERE, "out.test.aq", "results.test", (gold, gold)) == 37 * 4


def test_questions_that_the_run_has_not_count_as_zero():
    """trec_eval -c. The run's lines also have tags of several words."""
    gold = gold_of_qrels(read_qrels(HERE / "qrels.test"))
    assert compared(HERE, "out.test.aqc", "results.trunc", (gold, gold), all_questions=True) == 37 * 4


def test_grades_and_a_level_of_relevance():
    """trec_eval -l2: relevant is what is judged 2 or better; gains go on counting 1."""
    qrels = read_qrels(HERE / "qrels.rel_level")
    golds = (gold_of_qrels(qrels), gold_of_qrels(qrels, least=2))
    assert compared(HERE, "out.test.aql", "results.test", golds) == 37 * 4


@pytest.mark.skipif(not OUTSIDE.is_dir(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_means_of_larger_files_with_comments_and_grades():
    gold = gold_of_qrels(read_qrels(OUTSIDE / "test/qrels.comment.test"))
    assert compared(OUTSIDE / "test", "out.comment.test", "results.comment.test", (gold, gold)) == 11
    noted = read_qrels(OUTSIDE / "test/qrels.test.with-comments")
    assert sum(map(len, noted.values())) == sum(map(len, read_qrels(HERE / "qrels.test").values()))


@pytest.mark.skipif(not OUTSIDE.is_dir(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_forms_of_other_programs():
    """ranx' samples: one run and one qrels, as lines, gzipped and as JSON."""
    folder = OUTSIDE / "ranx/test_data"
    plain = read_run(folder / "run.trec")
    for name in ("run.trec.gz", "run.json"):
        other = read_run(folder / name)
        assert (other.questions, other.sources.tolist(), other.scores.tolist()) == (
            *(plain.questions, plain.sources.tolist(), plain.scores.tolist()),
        )
    qrels = read_qrels(folder / "qrels.trec")
    assert qrels["q1"] == {"d1": 1, "d2": 2, "d3": 3}
    assert read_qrels(folder / "qrels.trec.gz") == read_qrels(folder / "qrels.json") == qrels
