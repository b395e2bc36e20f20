"""A summary as an evaluation leaves it: 4 systems, 8 measures, 5 styles by 6 combinations of modalities, drawn by seed.

Some cells are few, some rough, some have nothing. Two pairs are real, one is not.
"""

from __future__ import annotations

import random
from itertools import combinations

from benchwright.evaluate.summary import ModalityConfusion, ScoreCell, Slice, Summary, SystemPair
from benchwright.statistics import Interval

SYSTEMS = ("hybrid(bm25,dense:wordllama)", "dense:wordllama", "bm25", "random")
MEASURES = ("recall@5", "recall@10", "all@5", "precision@5", "nDCG@5", "nDCG@10", "MRR@10", "latency")
STYLES = ("information-extraction", "compare-contrast", "numerical", "compound", "multi-hop")
COMBINATIONS = ("text", "table", "image", "text+table", "2text", "2image")
MEANS = {"hybrid(bm25,dense:wordllama)": 0.74, "dense:wordllama": 0.71, "bm25": 0.62, "random": 0.03}
QUESTIONS, DOCUMENTS = 155, 40


def estimate(
    mean: float | None,
    n: int = QUESTIONS,
    clusters: int = DOCUMENTS,
    half: float = 0.07,
    *,
    sureness: str = "",
    why: str = "",
) -> Interval:
    """A mean with a symmetrical interval, kept within 0 and 1."""
    if mean is None or sureness == "none":
        return Interval(mean, None, None, n, clusters, "none", why or "one document has no interval")
    low, high = max(0.0, mean - half), min(1.0, mean + half)
    return Interval(mean, low, high, n, clusters, "rough" if sureness == "rough" else "", why)


def difference(mean: float, half: float, n: int = QUESTIONS) -> Interval:
    return Interval(mean, mean - half, mean + half, n, DOCUMENTS)


def slices() -> tuple[Slice, ...]:
    return (
        Slice("all"),
        *(Slice("style", style) for style in STYLES),
        *(Slice("modalities", "", one) for one in COMBINATIONS),
        *(Slice("style and modalities", style, one) for style in STYLES for one in COMBINATIONS if _exists(style, one)),
    )


def _exists(style: str, combination: str) -> bool:
    single = combination in ("text", "table", "image")
    return not (style in ("compound", "multi-hop") and single) and (style, combination) != ("numerical", "2image")


def _questions(slice_: Slice) -> int:
    """How many questions there are of a style and modalities."""
    return random.Random(slice_.label).choice([1, 3, 7, 9, 12, 16])


def _cell(draw: random.Random, system: str, measure: str, slice_: Slice) -> ScoreCell:
    mean = MEANS[system]
    if measure == "latency":
        mean = {"hybrid(bm25,dense:wordllama)": 0.031, "dense:wordllama": 0.012, "bm25": 0.004, "random": 0.001}[system]
        return ScoreCell(system, measure, slice_, Interval(mean, mean * 0.9, mean * 1.2, QUESTIONS, DOCUMENTS))
    mean *= {"recall@10": 1.12, "all@5": 0.8, "precision@5": 0.3, "nDCG@5": 0.93, "nDCG@10": 0.97, "MRR@10": 0.9}.get(
        measure, 1.0
    )
    n = {"all": QUESTIONS, "style": 31, "modalities": 26}.get(slice_.kind, _questions(slice_))
    if slice_.kind != "all":
        mean *= draw.uniform(0.6, 1.25) if "image" not in slice_.modalities else draw.uniform(0.2, 0.7)
    mean = min(1.0, mean)
    clusters = min(n, DOCUMENTS)
    if n == 1:
        return ScoreCell(system, measure, slice_, estimate(mean, n, 1, sureness="none"), few=True)
    half = 0.85 / n**0.5
    rough = clusters < 30 or mean < 0.1 or mean > 0.9
    why = "fewer than 30 documents" if clusters < 30 else "the rate is near 0 or 1"
    few = n < 8
    return ScoreCell(
        system,
        measure,
        slice_,
        estimate(mean, n, clusters, half, sureness="rough" if rough else "", why=why if rough else ""),
        few,
    )


def summary(seed: int = 13) -> Summary:
    """The summary that tests and screenshots look at."""
    draw = random.Random(seed)
    listed = slices()
    cells = tuple(
        _cell(draw, system, measure, slice_) for slice_ in listed for system in SYSTEMS for measure in MEASURES
    )
    pairs = []
    for a, b in combinations(SYSTEMS, 2):
        gap = MEANS[a] - MEANS[b]
        p = 0.31 if gap < 0.05 else 0.004 if gap < 0.2 else 0.0001
        wished = ((0.05, 412), (0.02, 2570))
        pairs.append(
            SystemPair(a, b, "recall@5", listed[0], difference(gap, 0.05), p, min(1.0, 1.5 * p), 0.082, wished)
        )
    pairs.append(
        SystemPair(
            SYSTEMS[0], SYSTEMS[2], "recall@5", Slice("style", "multi-hop"), difference(0.21, 0.12, 31), 0.003, 0.012
        )
    )
    pairs.append(
        SystemPair(
            SYSTEMS[1], SYSTEMS[2], "recall@5", Slice("modalities", "", "image"), difference(-0.04, 0.15, 26), 0.6, 1.0
        )
    )
    pairs.append(SystemPair(SYSTEMS[2], SYSTEMS[1], "MRR@10", listed[0], difference(-0.09, 0.05), 0.002, 0.006))
    pairs.append(SystemPair(SYSTEMS[0], SYSTEMS[1], "MRR@10", listed[0], difference(0.06, 0.03), 0.002, 0.006))
    confusions = tuple(
        ModalityConfusion(
            system,
            5,
            wanted,
            questions,
            {"text": shares[0], "table": shares[1], "image": shares[2]},
            "recall@5",
            round(MEANS[system] * scale, 3),
            round(min(1.0, MEANS[system] * scale * 1.2), 3),
        )
        for system in SYSTEMS[:3]
        for wanted, questions, shares, scale in (
            ("text", 70, (0.81, 0.14, 0.05), 1.1),
            ("table", 52, (0.35, 0.62, 0.03), 1.0),
            ("image", 33, (0.58, 0.22, 0.20), 0.4),
            ("all", 155, (0.61, 0.32, 0.07), 0.9),
        )
    )
    curves = {
        system: tuple((k, round(min(1.0, MEANS[system] * (1.2 - 0.9 / k**0.7)), 4)) for k in (1, 2, 3, 5, 10, 20))
        for system in SYSTEMS
    }
    return Summary(
        benchmark="countries",
        kind="retrieval",
        questions=QUESTIONS,
        clusters=DOCUMENTS,
        systems=SYSTEMS,
        measures=MEASURES,
        main="recall@5",
        slices=listed,
        cells=cells,
        pairs=tuple(pairs),
        notes={"bm25": {"tied": 12, "constant": 1}, "dense:wordllama": {"nan": 3}, "random": {"missing": 2}},
        unscored={"bm25": {"MRR@10": {"no relevant source in the corpus": 1}}},
        confusions=confusions,
        curves=curves,
        remarks=("2 questions have more than 64 alternative sets of sources: the first 64 are tried.",),
        seed=13,
        resamples=10_000,
        bounds=("random",),
        settings={"k": [5, 10], "measures": list(MEASURES), "modality": "both", "ties": "worst"},
    )
