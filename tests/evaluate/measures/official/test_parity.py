"""The published measures give the figures that their authors' code gives, on the data that they were published with."""

import csv
import gzip
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

import pytest

from benchwright.evaluate.measures.official.bleu import corpus_bleu
from benchwright.evaluate.measures.official.meteor import meteor
from benchwright.evaluate.measures.official.mmqa import list_exact_match, list_f1
from benchwright.evaluate.measures.official.qampari import official_scores
from benchwright.evaluate.measures.official.rouge import corpus_rouge_l
from benchwright.evaluate.measures.official.webqa import accuracy

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nowhere"))


def needs(name: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not (DATA / name).is_dir(), reason=f"the data set {name} is not here")


@pytest.fixture(scope="module")
def mmqa() -> list[list[str]]:
    with gzip.open(DATA / "mmqa" / "MMQA_dev.jsonl.gz", "rt") as lines:
        return [[str(one["answer"]) for one in json.loads(line)["answers"]] for line in lines]


@needs("mmqa")
@pytest.mark.parametrize(
    ("answer", "exact", "f1"),
    [
        (lambda gold: gold, 100.0, 100.0),
        (lambda gold: gold[:1], 92.05, 95.12),
        (lambda gold: [", ".join(gold)], 92.05, 94.18),
        (lambda gold: ["yes"], 5.53, 5.53),
    ],
    ids=["gold", "first", "joined", "yes"],
)
def test_mmqa(mmqa, answer, exact, f1):
    pairs = [(answer(gold), gold) for gold in mmqa]
    assert round(100 * fmean(list_exact_match(*pair) for pair in pairs), 2) == exact
    assert round(100 * fmean(list_f1(*pair) for pair in pairs), 2) == f1


def webqa(model: str) -> Iterator[tuple[str, str, str]]:
    (path,) = (DATA / "webqa").glob(f"*{model}*.tsv.gz")
    with gzip.open(path, "rt", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            yield json.loads(row["Output"])[0], row["Keywords_A"], row["Qcate"]


@needs("webqa")
@pytest.mark.parametrize(("model", "published"), [("x101fpn", 0.4429), ("vinvl", 0.4961)])
def test_webqa_within_0002(model, published):
    pytest.importorskip("lemminflect")
    values = [accuracy(*row) for row in webqa(model)]
    assert len(values) == 2511
    assert fmean(values) == pytest.approx(published, abs=0.002)


@pytest.fixture(scope="module")
def mulqg() -> tuple[list[str], list[list[str]]]:
    texts, references = ((DATA / "mulqg" / name).read_text().splitlines() for name in ("candidate.txt", "golden.txt"))
    return texts, [[reference] for reference in references]


@needs("mulqg")
def test_bleu_and_rouge_of_5915_questions(mulqg):
    pytest.importorskip("pycocoevalcap")
    overall, single = corpus_bleu(*mulqg)
    assert [round(value, 6) for value in overall] == [0.401475, 0.267142, 0.197256, 0.15199]
    assert [len(row) for row in single] == [5915] * 4
    assert round(corpus_rouge_l(*mulqg), 6) == 0.352992


@pytest.mark.soak
@needs("mulqg")
@pytest.mark.skipif(shutil.which("java") is None, reason="METEOR runs in Java")
def test_meteor_of_5915_questions(mulqg):
    pytest.importorskip("pycocoevalcap")
    assert round(meteor(*mulqg)[0], 6) == 0.205085


FIVE = [("A X", "AX"), ("B",), ("C",), ("D",), ("E",)]


def test_qampari_s_vector():
    scores = official_scores(["a x", "B", "zzz"], FIVE)
    assert (round(scores.precision, 3), scores.recall, round(scores.f1, 3)) == (0.667, 0.4, 0.5)


def test_qampari_counts_raw_repeats_and_empty_scores_0():
    assert official_scores(["B", "b", "B"], FIVE).precision == 0.5
    assert official_scores([], FIVE).f1 == official_scores(["zzz"], FIVE).f1 == 0.0
