"""From a judge's scores of known answers to a certificate: published tables, and every part by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchwright.errors import UsageError
from benchwright.evaluate.judges.certificate_file import Certificate, CertifiedBenchmark
from benchwright.evaluate.judges.certify_trials import TrialRun, certify_trials, kin_of
from benchwright.evaluate.judges.judge_trials import CertificateDetails, JudgeTrial, details_of, trials_of
from benchwright.evaluate.judges.known_answers import KnownAnswer

RUN = TrialRun("openai/gpt-j", "pman", "0" * 64, "gold", CertifiedBenchmark("towns", "1" * 64), "2026-11-23")
PEOPLE_RUN = TrialRun("openai/gpt-j", "pman", "0" * 64, "labels", CertifiedBenchmark("towns", "1" * 64), "2026-11-23")


def trial(
    number: int,
    truth: float,
    *scores: float | None,
    kind: str = "gold",
    base: str = "",
    group: str = "other",
    reference_first: bool | None = None,
    labels: dict[str, float] | None = None,
    systems: tuple[str, ...] = (),
) -> JudgeTrial:
    known = KnownAnswer(f"q{number}", f"{kind} {truth}", truth, kind, base, systems=systems, labels=labels or {})
    reasons = tuple("" if score is not None else "the judge's reply could not be read" for score in scores)
    return JudgeTrial(known, scores, reasons, f"d{number}", group=group, reference_first=reference_first)


def table(
    true_right: int, false_wrong: int, false_right: int, true_wrong: int, group: str = "other"
) -> list[JudgeTrial]:
    """Trials with the counts of a confusion table: right answers called right and wrong, wrong ones called so."""
    counts = ((true_right, 1.0, 1.0), (false_wrong, 1.0, 0.0), (false_right, 0.0, 1.0), (true_wrong, 0.0, 0.0))
    rows = [(truth, said) for count, truth, said in counts for _ in range(count)]
    return [trial(place, truth, said, group=group) for place, (truth, said) in enumerate(rows)]


def details(trials: list[JudgeTrial], run: TrialRun = RUN, before: Certificate | None = None) -> CertificateDetails:
    return details_of(certify_trials(trials, run, before))


@pytest.mark.parametrize(
    ("others", "yes_no", "accuracies"),
    [
        ((40, 10, 1, 49), (38, 12, 23, 27), (0.89, 0.65)),  # table 1: GPT-3.5 with its steps
        ((26, 24, 0, 50), (1, 49, 0, 50), (0.76, 0.51)),  # table 2: without them
        ((43, 7, 0, 50), (46, 4, 7, 43), (0.93, 0.89)),  # table 3: GPT-4
    ],
)
def test_pmans_printed_tables(
    others: tuple[int, int, int, int], yes_no: tuple[int, int, int, int], accuracies: tuple[float, float]
) -> None:
    """Wang et al., tables 1 to 3: before the slash questions that are not of yes or no, behind it those that are."""
    groups = {one.name: one for one in details([*table(*others), *table(*yes_no, group="yes/no")]).groups}
    assert groups["other"].accuracy == pytest.approx(accuracies[0])
    assert groups["yes/no"].accuracy == pytest.approx(accuracies[1])
    for name, counts in (("other", others), ("yes/no", yes_no)):
        assert groups[name].sensitivity.value == pytest.approx(counts[0] / 50)
        assert groups[name].specificity.value == pytest.approx(counts[3] / 50)
        assert (groups[name].sensitivity.n, groups[name].specificity.n) == (50, 50)


def test_pmans_table_of_generated_questions() -> None:
    """Table 4: 33 and 1 of 34, 5 and 11 of 16; accuracy .88; kappa (0.88 - 0.5936) / (1 - 0.5936), by hand."""
    found = certify_trials(table(33, 1, 5, 11), RUN)
    by_chance = (34 * 38 + 16 * 12) / 2500
    assert found.sensitivity.value == pytest.approx(33 / 34)
    assert found.specificity.value == pytest.approx(11 / 16)
    assert found.kappa == pytest.approx((0.88 - by_chance) / (1 - by_chance))
    assert (found.n_right, found.n_wrong, found.unparsed) == (34, 16, 0)
    assert found.sensitivity.low is not None
    assert found.sensitivity.high is not None
    assert 0.84 < found.sensitivity.low < 33 / 34 < found.sensitivity.high <= 1


def test_nothing_is_scored_by_default() -> None:
    trials = [trial(0, 1.0, None), trial(1, 1.0, 1.0), trial(2, 0.0, None), trial(3, 0.0, 0.5), trial(4, 1.0, 0.5)]
    found = certify_trials(trials, RUN)
    assert (found.n_right, found.n_wrong, found.unparsed) == (3, 2, 2)
    assert (found.sensitivity.n, found.sensitivity.value) == (2, 0.5)  # half right is not called right
    assert (found.specificity.n, found.specificity.value) == (1, 1.0)
    assert details_of(found).unscored == {"the judge's reply could not be read": 2}
    empty = certify_trials([trial(0, 1.0, None)], RUN)
    assert (empty.sensitivity.value, empty.specificity.value, empty.kappa) == (None, None, None)


def test_a_certificate_survives_its_file(tmp_path: object) -> None:
    found = certify_trials([*table(20, 5, 3, 22)], RUN)
    again = Certificate.from_json(
        {key: value for key, value in found.to_json().items() if key not in ("kind", "version")}
    )
    assert again == found
    assert len(trials_of(again)) == 50
    assert trials_of(again)[0].known.id == trial(0, 1.0, 1.0).known.id


@pytest.mark.parametrize("damage", [{"trials": [{"known": 1}]}, {"trials": None}, {"effects": "none"}, {"another": 1}])
def test_a_damaged_certificate_ends_in_one_line(damage: dict[str, object]) -> None:
    found = certify_trials(table(5, 5, 5, 5), RUN)
    broken = replace(found, details={**found.details, **damage})
    if damage == {"another": 1}:
        assert len(trials_of(broken)) == 20  # what a later version adds
        return
    with pytest.raises(UsageError, match="is damaged") as caught:
        trials_of(broken)
    assert "\n" not in caught.value.line()


def test_a_trial_has_scores_of_0_to_1() -> None:
    with pytest.raises(ValueError, match="no scores of 0 to 1"):
        trial(0, 1.0, 2.0)
    with pytest.raises(ValueError, match="no trial"):
        trial(0, 1.0)
    with pytest.raises(ValueError, match="no truth"):
        trial(0, 1.5, 1.0)


def test_repeats_that_change_the_verdict_are_counted() -> None:
    trials = [trial(0, 1.0, 1.0, 1.0, 1.0), trial(1, 1.0, 1.0, 0.0, 1.0), trial(2, 0.0, 0.0, None, None)]
    trials += [trial(3, 0.0, 0.0, 0.5, 0.0)]
    flips = details(trials).repeats
    assert flips is not None
    assert (flips.repeats, flips.flipped.n) == (3, 3)
    assert flips.flipped.value == pytest.approx(1 / 3)
    once = details([trial(0, 1.0, 1.0)])
    assert once.repeats is None
    assert "judged once" in once.not_measured["repeats"]


def test_length_and_instructions_are_held_against_the_same_answer_without_them() -> None:
    trials = []
    for number in range(40):
        trials += [
            trial(number, 1.0, 1.0),
            trial(number, 1.0, 0.5, kind="padded", base="gold"),
            trial(number, 0.0, 0.0, kind="exchanged"),
            trial(number, 0.0, float(number % 4 == 0), kind="praised", base="exchanged"),
        ]
    found = details(trials)
    effects = {one.name: one.change for one in found.effects}
    assert effects["length, right answers"].mean == pytest.approx(-0.5)
    assert effects["length, right answers"].n == 40
    assert effects["instruction, wrong answers"].mean == pytest.approx(0.25)
    assert effects["instruction, wrong answers"].low is not None
    assert 0 < effects["instruction, wrong answers"].low < 0.25
    assert found.not_measured["instruction, right answers"] == "there are no such answers"


def test_probes_count_in_effects_and_not_in_the_rates() -> None:
    trials = [trial(number, 1.0, 1.0) for number in range(20)]
    trials += [trial(number, 1.0, None, kind="blamed", base="gold") for number in range(20)]
    trials += [trial(number, 0.0, 1.0, kind="praised", base="exchanged") for number in range(20)]
    found = certify_trials(trials, RUN)
    assert (found.n_right, found.n_wrong, found.unparsed) == (20, 0, 0)
    assert (found.sensitivity.value, found.specificity.value) == (1.0, None)
    kinds = {one.name: one for one in details_of(found).groups}
    assert kinds["praised"].specificity.value == 0.0
    assert details_of(found).unscored == {"the judge's reply could not be read": 20}


def test_the_order_of_two_texts_is_compared_with_the_truth_in_mind() -> None:
    """Behind the reference every second wrong answer is called right; before it none."""
    trials = [trial(number, 1.0, 1.0, reference_first=number % 2 == 0) for number in range(40)]
    trials += [
        trial(number, 0.0, float(number % 4 == 0), kind="exchanged", reference_first=number % 2 == 0)
        for number in range(40)
    ]
    effects = {one.name: one.change for one in details(trials).effects}
    assert effects["position"].mean == pytest.approx(0.25)
    assert details(table(5, 5, 5, 5)).not_measured["position"] == "this judge does not see two texts"


def test_a_judges_own_kin_are_compared_with_others() -> None:
    own, other = ("openai/gpt-4o, bm25:5",), ("anthropic/claude-x",)
    trials = [trial(number, 0.0, float(number % 2), systems=own) for number in range(40)]
    trials += [trial(number + 40, 0.0, 0.0, systems=other) for number in range(40)]
    effects = {one.name: one.change for one in details(trials, PEOPLE_RUN).effects}
    assert effects["self-preference"].mean == pytest.approx(0.5)
    alone = details(trials[:40], PEOPLE_RUN)
    assert "own kin" in alone.not_measured["self-preference"]
    assert kin_of("openai/gpt-5-mini") == kin_of("openai/gpt-4o, gold") == "gpt"
    assert kin_of("ollama/llama3.1:8b") == "llama"


def test_drift_is_tested_on_the_same_answers() -> None:
    """Of 20 answers 9 were called right before and are not now, 1 the other way: exact p = 22/1024."""
    before = [trial(number, 1.0, float(number < 9)) for number in range(20)]
    now = [trial(number, 1.0, float(number == 9)) for number in range(20)]
    earlier = certify_trials([*before, trial(99, 1.0, 1.0)], RUN)
    drift = details([*now, trial(50, 1.0, 1.0)], RUN, earlier).drift
    assert drift is not None
    assert (drift.n, drift.only_before, drift.only_now) == (20, 9, 1)
    assert drift.p == pytest.approx(22 / 1024)
    assert drift.against == "openai/gpt-j 2026-11-23"
    other = details([trial(50, 1.0, 1.0)], RUN, certify_trials(before, RUN))
    assert other.drift is None
    assert other.not_measured["drift"] == "the earlier certificate has none of these answers"


def test_people_and_judge_are_compared() -> None:
    draw = np.random.default_rng(4)
    trials = []
    for number in range(60):
        truth = float(number % 2)
        said = {name: truth if draw.random() < 0.9 else 1 - truth for name in ("Ada", "Ben", "Cy")}
        mean = sum(said.values()) / 3
        trials.append(trial(number, mean, truth, kind="labelled", labels=said))
    found = details(trials, PEOPLE_RUN).agreement
    assert found is not None
    assert found.annotators == 3
    assert found.alpha_people is not None
    assert found.alpha_with_judge is not None
    assert found.alpha_with_judge > found.alpha_people > 0.4
    assert found.weighted_kappa is not None
    assert found.weighted_kappa > 0.7
    assert (found.winning_rate, found.passed) == (1.0, True)
    assert [one.annotator for one in found.wins] == ["Ada", "Ben", "Cy"]
    two = details([trial(n, 1.0, 1.0, labels={"Ada": 1.0, "Ben": 1.0}) for n in range(40)], PEOPLE_RUN)
    assert two.agreement is not None
    assert two.agreement.winning_rate is None
    assert two.not_measured["alternative annotators"] == "2 of at least 3 annotators"
    assert details(table(5, 0, 0, 5)).agreement is None


def test_answers_that_people_are_divided_on_count_for_neither_side() -> None:
    trials = [
        trial(0, 0.5, 1.0, kind="labelled"),
        trial(1, 0.75, 1.0, kind="labelled"),
        trial(2, 0.25, 0.0, kind="labelled"),
    ]
    found = certify_trials(trials, PEOPLE_RUN)
    assert (found.n_right, found.n_wrong) == (1, 1)
    assert (found.sensitivity.value, found.specificity.value) == (1.0, 1.0)
