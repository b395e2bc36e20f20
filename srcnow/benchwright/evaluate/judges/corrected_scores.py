"""Correct judged scores for the judge's errors, system by system and slice by slice, with what its certificate knows.

Where people labelled answers of this very system, their labels correct the mean (`labels`: prediction-powered, which
assumes nothing of the judge; post-stratified by verdicts where labels were drawn so). Else the judge's scores of the
known answers do (`errors`: Rogan and Gladen, which assumes that the judge errs on the system's answers as it does on
those). What is corrected is the share of right answers.

Probes, which were made to lead the judge astray, correct nothing: no system's answers are like them. A slice is
corrected by the certificate's answers to questions of the same slice alone. Where there are too few, it says
so, and has no corrected score. Certificates of another benchmark, or of another state of it, correct nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from benchwright.evaluate.answers_file import GivenAnswer
from benchwright.evaluate.judges.certificate_file import Certificate
from benchwright.evaluate.judges.judge_trials import JudgeTrial, trials_of
from benchwright.evaluate.judges.known_answers import KnownAnswer
from benchwright.evaluate.judges.verdict_strata import codes_of, verdict_strata
from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.score_folder import Scores
from benchwright.evaluate.slices import SliceRows, slice_questions
from benchwright.evaluate.summary import CorrectedScore, CorrectionMethod, Slice
from benchwright.statistics import Interval
from benchwright.statistics.joint_means import ClusteredSample
from benchwright.statistics.prediction_powered import LEAST, post_stratified, prediction_powered
from benchwright.statistics.rogan_gladen import rogan_gladen

NO_ANSWER = "no answer"
"""The stratum of questions that a system failed on or did not answer."""
OTHER_BENCHMARK = "the certificate is of another benchmark, or of another state of this one"


def corrected_scores(scores: Scores, answers: Sequence[GivenAnswer] = ()) -> tuple[CorrectedScore, ...]:
    """Every judged column with a certificate, corrected in every slice. `answers` are those that the scores are of:
    labels count for a system only where it gave the labelled answer."""
    given = {(one.system, one.question): one.answer for one in answers}
    parts = slice_questions(scores.questions)
    found: list[CorrectedScore] = []
    for measure, certificate in scores.certificates.items():
        column = _JudgedColumn(scores, measure, certificate)
        for system in scores.systems:
            values = system.measure(measure)
            if values is not None:
                strata = codes_of(verdict_strata(system, certificate.measure))
                found += (column.corrected(system.name, values, part, given, strata) for part in parts)
    return tuple(found)


class _JudgedColumn:
    """One judged measure, and what its certificate knows of the judge."""

    def __init__(self, scores: Scores, measure: str, certificate: Certificate) -> None:
        self._measure = measure
        self._questions = [question.id for question in scores.questions]
        self._place = {question.id: place for place, question in enumerate(scores.questions)}
        self._same = certificate.benchmark.examples_sha256 == scores.fingerprint
        self._trials = trials_of(certificate) if self._same else ()
        self._documents: NDArray[np.int64] = (
            np.unique([question.cluster for question in scores.questions], return_inverse=True)[1]
            .ravel()
            .astype(np.int64)
        )

    def corrected(
        self,
        system: str,
        values: MeasureValues,
        part: SliceRows,
        given: Mapping[tuple[str, str], str],
        strata: NDArray[np.object_],
    ) -> CorrectedScore:
        inside = np.zeros(len(self._documents), dtype=np.bool_)
        inside[part.rows] = True
        rows = np.flatnonzero(inside & values.scored)
        if not self._same:
            nothing = Interval(None, None, None, len(rows), 0, "none", OTHER_BENCHMARK)
            return CorrectedScore(system, self._measure, part.slice, "", 0, nothing)
        labelled = {
            place: one.known
            for place, one in self._within(inside)
            if one.known.labels and given.get((system, one.known.question)) == one.known.answer
            if values.scored[place] and (not one.known.stratum or system in one.known.systems)
        }
        drawn = {place for place, one in labelled.items() if one.stratum}
        if drawn and all(labelled[place].stratum == strata[place] for place in drawn):
            return self._by_strata(system, part.slice, rows, labelled, strata, given)
        # Without their strata, labels that were drawn from them are no fair sample.
        labels = {} if drawn else {place: one.truth for place, one in labelled.items()}
        if len(labels) >= LEAST:
            return self._by_labels(system, values, part.slice, rows, labels)
        return self._by_errors(system, values, part.slice, rows, inside)

    def _by_labels(
        self,
        system: str,
        values: MeasureValues,
        slice_: Slice,
        rows: NDArray[np.int64],
        labels: Mapping[int, float],
    ) -> CorrectedScore:
        chosen = np.array(sorted(labels), dtype=np.int64)
        others = np.setdiff1d(rows, chosen)
        said = ClusteredSample(np.array([labels[place] for place in chosen.tolist()]), self._documents[chosen])
        found = prediction_powered(said, self._sample(values, chosen), self._sample(values, others))
        return CorrectedScore(
            system, self._measure, slice_, _method("labels", found.estimate), len(labels), found.estimate, found.weight
        )

    def _by_strata(
        self,
        system: str,
        slice_: Slice,
        rows: NDArray[np.int64],
        labelled: Mapping[int, KnownAnswer],
        strata: NDArray[np.object_],
        given: Mapping[tuple[str, str], str],
    ) -> CorrectedScore:
        """By labels that were drawn from strata of verdicts; those drawn from all answers are fair in each stratum.
        What a system did not answer is wrong without a label."""
        known = {place: one.truth for place, one in labelled.items()}
        answered = [(system, self._questions[place]) in given for place in rows.tolist()]
        own = np.where(answered, strata[rows], NO_ANSWER).astype(str)
        whole = known | dict.fromkeys(rows[own == NO_ANSWER].tolist(), 0.0)
        chosen = np.array(sorted(whole if len(known) >= LEAST else known), dtype=np.int64)
        codes = np.unique(own, return_inverse=True)[1].ravel().astype(np.int64)
        said = ClusteredSample(np.array([whole[place] for place in chosen.tolist()]), self._documents[chosen])
        found = post_stratified(said, codes[np.searchsorted(rows, chosen)], self._documents[rows], codes)
        return CorrectedScore(system, self._measure, slice_, _method("labels", found), len(known), found)

    def _by_errors(
        self, system: str, values: MeasureValues, slice_: Slice, rows: NDArray[np.int64], inside: NDArray[np.bool_]
    ) -> CorrectedScore:
        known = [(place, one) for place, one in self._within(inside) if one.score is not None and one.known.tells_rates]
        sides = [[(place, one) for place, one in known if one.known.is_right is truth] for truth in (True, False)]
        right, wrong = (
            ClusteredSample(
                np.array([one.score for _, one in side], dtype=np.float64),
                self._documents[np.array([place for place, _ in side], dtype=np.int64)],
            )
            for side in sides
        )
        found = rogan_gladen(self._sample(values, rows), right, wrong)
        return CorrectedScore(system, self._measure, slice_, _method("errors", found), len(right) + len(wrong), found)

    def _within(self, inside: NDArray[np.bool_]) -> Iterator[tuple[int, JudgeTrial]]:
        """The certificate's answers to questions of a slice, with the place of the question."""
        for one in self._trials:
            place = self._place.get(one.known.question)
            if place is not None and inside[place]:
                yield place, one

    def _sample(self, values: MeasureValues, rows: NDArray[np.int64]) -> ClusteredSample:
        return ClusteredSample(values.values[rows], self._documents[rows])


def _method(name: CorrectionMethod, estimate: Interval) -> CorrectionMethod:
    return "" if estimate.mean is None else name
