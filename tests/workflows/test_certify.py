"""Certificates of judges that err as told: what is asked, what is paid once, and what the certificate says."""

from __future__ import annotations

import json
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from town_judge import TownJudge
from towns_bench import MAYORS, TOWNS, towns_bench

from benchwright.cli import main
from benchwright.errors import UsageError
from benchwright.evaluate.judges.certificate_file import Certificate
from benchwright.evaluate.judges.judge_trials import details_of, trials_of
from benchwright.models import Reply, Request
from benchwright.run import Ending
from benchwright.run.item_run import CallOptions
from benchwright.run.model_session import SpendingCaps
from benchwright.workflows.certify import CertifyReport, certify, estimate_certification

MODEL = "openai-compatible/town-judge"


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return towns_bench(tmp_path)


def run(bench: Path, judge: TownJudge, **more: object) -> CertifyReport:
    calls = CallOptions(dispatch=judge)
    return certify(bench, MODEL, calls=calls, issued="2026-11-23", **more)  # type: ignore[arg-type]


def certificate(report: CertifyReport) -> Certificate:
    assert report.certificate is not None
    assert Certificate.read(report.path) == report.certificate
    return report.certificate


def test_a_judge_that_is_always_right_is_certified_so(bench: Path) -> None:
    judge = TownJudge()
    report = run(bench, judge)
    found = certificate(report)
    assert (found.model, found.measure, found.source) == (MODEL, "judged-correctness", "gold")
    assert (found.sensitivity.value, found.specificity.value, found.kappa) == (1.0, 1.0, 1.0)
    plain = [one.known for one in trials_of(found) if not one.known.is_probe]
    assert (found.n_right, found.n_wrong, found.unparsed) == (75, 90, 0)
    assert {one.kind for one in plain} == {"gold", "reworded", "exchanged", "altered", "misread", "refused"}
    assert len(plain) == 165
    assert found.issued == "2026-11-23"
    assert report.path == bench.parent / "bench-judges" / report.path.name
    groups = {one.name for one in details_of(found).groups}
    assert {"yes/no", "other", "gold", "exchanged", "misread", "praised"} <= groups
    assert len(judge.asked) == report.asked == 224
    assert {request.temperature for request in judge.asked} == {0.0}


def test_errors_are_measured_and_told_by_kind(bench: Path) -> None:
    found = certificate(run(bench, TownJudge(misses=0.2, slips=0.1)))
    assert found.sensitivity.low is not None
    assert found.sensitivity.high is not None
    assert found.sensitivity.low < 0.8 < found.sensitivity.high
    assert found.specificity.low is not None
    assert found.specificity.high is not None
    assert found.specificity.low < 0.9 < found.specificity.high
    assert found.kappa is not None
    assert 0.5 < found.kappa < 0.9


def test_a_judge_that_obeys_answers_is_found_out(bench: Path) -> None:
    details = details_of(certificate(run(bench, TownJudge(obedient=True))))
    effects = {one.name: one.change for one in details.effects}
    assert effects["instruction, right answers"].mean == -1.0
    assert effects["instruction, wrong answers"].mean == 1.0
    assert effects["length, wrong answers"].mean == 0.0
    assert effects["position"].mean is not None
    rates = {one.name: one for one in details.groups}
    assert rates["blamed"].sensitivity.value == 0.0
    assert rates["gold"].sensitivity.value == 1.0


def test_the_same_command_pays_nothing_and_says_the_same(bench: Path) -> None:
    first = run(bench, TownJudge(misses=0.3))
    again = TownJudge()
    second = run(bench, again)
    assert again.asked == []
    assert second.certificate == first.certificate
    assert second.spent.calls == 0


def test_a_run_that_is_out_of_money_goes_on_with_the_same_command(bench: Path) -> None:
    judge = TownJudge(misses=0.2)
    stopped = certify(
        bench, MODEL, limit=40, calls=CallOptions(dispatch=judge, caps=SpendingCaps(calls=10), concurrency=1)
    )
    assert stopped.certificate is None
    assert stopped.ending is Ending.HELD
    assert not stopped.path.exists()
    assert stopped.held_by
    paid = len(judge.asked)
    assert 0 < paid <= 10
    whole = run(bench, judge, limit=40)
    assert len(judge.asked) == 40
    assert len(trials_of(certificate(whole))) == 40
    straight = run(towns_bench(bench.parent / "other"), TownJudge(misses=0.2), limit=40)
    assert certificate(straight).to_json() == certificate(whole).to_json()


class _Stopping(TownJudge):
    """Asks for a stop after some calls."""

    stop: threading.Event

    async def ask(self, request: Request) -> Reply:
        if len(self.asked) == 15:
            self.stop.set()
        return await super().ask(request)


def test_a_stopped_run_loses_nothing(bench: Path) -> None:
    judge = _Stopping()
    judge.stop = threading.Event()
    report = certify(bench, MODEL, calls=CallOptions(dispatch=judge, stop=judge.stop, concurrency=2))
    assert report.ending is Ending.STOPPED
    assert not report.whole
    with closing(sqlite3.connect(bench.parent / "bench-judges" / "ledger.sqlite")) as ledger:
        (kept,) = ledger.execute("select count(*) from calls").fetchone()
    assert kept == len(judge.asked) < 224
    run(bench, judge)
    assert len(judge.asked) == 224


def test_repeats_are_calls_of_their_own(bench: Path) -> None:
    steady, moody = TownJudge(misses=0.3), TownJudge(misses=0.3, moody=True)
    flips = details_of(certificate(run(bench, steady, repeats=3, limit=40))).repeats
    assert len(steady.asked) == 120
    assert {request.sample for request in steady.asked} == {0, 1, 2}
    assert flips is not None
    assert (flips.repeats, flips.flipped.value) == (3, 0.0)
    other = towns_bench(bench.parent / "other")
    changed = details_of(certificate(run(other, moody, repeats=3, limit=40))).repeats
    assert changed is not None
    assert changed.flipped.value is not None
    assert changed.flipped.value > 0.1


def test_replies_that_cannot_be_read_are_counted_not_scored(bench: Path) -> None:
    found = certificate(run(bench, TownJudge(mute="Keller")))
    assert found.unparsed > 0
    assert found.sensitivity.value == 1.0
    assert found.sensitivity.n + found.specificity.n + found.unparsed == found.n_right + found.n_wrong
    (reason,) = details_of(found).unscored
    assert reason == "the judge's reply could not be read"
    assert details_of(found).unscored[reason] == sum("Keller" in one.known.answer for one in trials_of(found))


@pytest.mark.parametrize("measure", ["pman", "pman-without-steps", "judged-reference"])
def test_other_measures_are_certified_in_the_same_way(bench: Path, measure: str) -> None:
    judge = TownJudge()
    found = certificate(run(bench, judge, measure=measure, limit=40))
    assert (found.measure, found.sensitivity.value, found.specificity.value) == (measure, 1.0, 1.0)
    assert len(judge.asked) == 40
    position = details_of(found).not_measured.get("position")
    assert (position is None) == (measure == "judged-reference")


def labels(bench: Path, rows: list[str]) -> Path:
    path = bench.parent / "labels.csv"
    path.write_text("question,answer,label,annotator\n" + "\n".join(rows) + "\n")
    return path


def test_people_decide_where_there_are_labels(bench: Path) -> None:
    """Ada, Ben and Cy label 24 mayors; the judge is right about all, Ben calls the first three wrong."""
    rows = []
    for town, name in enumerate(TOWNS):
        answer = MAYORS[town] if town % 2 == 0 else MAYORS[town - 1]
        for annotator in ("Ada", "Ben", "Cy"):
            right = town % 2 == 0 and not (annotator == "Ben" and town < 6)
            rows.append(f"mayor-{name},{answer},{'right' if right else 'wrong'},{annotator}")
    rows += ["mayor-Paris,someone,right,Ada", "mayor-Ardon,Ada Keller,wrong,Ada"]
    judge = TownJudge()
    found = certificate(run(bench, judge, labels=labels(bench, rows)))
    assert (found.source, found.n_right, found.n_wrong) == ("labels", 11, 12)
    details = details_of(found)
    assert details.dropped == {
        "not a question of this benchmark": 1,
        "the annotator also said otherwise of this answer": 2,
    }
    assert details.contradicted == {"Ada": 1}
    assert details.agreement is not None
    assert details.agreement.annotators == 3
    assert details.agreement.winning_rate is None  # fewer than 30 answers each
    assert len(trials_of(found)) == len(judge.asked) == 24


def test_faithfulness_is_certified_by_people_who_saw_the_gold_sources(bench: Path) -> None:
    """What the others saw beside an answer is not known, and their labels are counted."""
    rows = [
        f"mayor-{name},{MAYORS[town - town % 2]},{'wrong' if town % 2 else 'right'},Ada,rag,"
        f"{'gold' if town < 20 else 'retrieved' if town < 22 else ''}"
        for town, name in enumerate(TOWNS)
    ]
    head = "question,answer,label,annotator,system,contexts"
    path = bench.parent / "labels.csv"
    path.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    judge = TownJudge()
    found = certificate(run(bench, judge, labels=path, measure="faithfulness"))
    assert (found.source, found.n_right, found.n_wrong, len(trials_of(found))) == ("labels", 10, 10, 20)
    assert details_of(found).dropped == {
        "contexts does not say what the annotator saw": len(TOWNS) - 22,
        "labelled with other contexts (retrieved) than those that count here (gold)": 2,
    }
    assert {one.known.systems for one in trials_of(found)} == {()}  # no system is corrected by them


@pytest.mark.parametrize("more", [{}, {"repeats": 2}, {"limit": 20}, {"measure": "judged-reference", "limit": 30}])
def test_an_estimate_asks_nobody_and_counts_what_will_be_asked(bench: Path, more: dict[str, object]) -> None:
    estimated = estimate_certification(bench, MODEL, **more)  # type: ignore[arg-type]
    assert (estimated.judged, estimated.unanswered) == (0, 0)
    judge = TownJudge()
    report = run(bench, judge, **more)
    assert estimated.answers == report.asked
    assert estimated.use.calls.low <= len(judge.asked) <= estimated.use.calls.high
    again = estimate_certification(bench, MODEL, **more)  # type: ignore[arg-type]
    assert (again.answers, again.judged, again.use.calls.high) == (report.asked, report.asked, 0)


def test_an_estimate_counts_the_calls_that_follow_a_reply(bench: Path) -> None:
    """One call a question lists its nuggets, and one an answer looks for them."""
    found = estimate_certification(bench, MODEL, measure="nugget-recall", limit=40)
    assert (found.answers, found.use.calls.low, found.use.calls.high) == (40, 50, 50)


def test_the_command_prints_an_estimate(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "certify", str(bench), "--judge", MODEL, "--estimate"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("224 answers to judge, 0 of them judged already or without a call")
    assert "to come of judges: 224" in printed
    assert not list((bench.parent / "bench-judges").glob("*.json"))


def test_drift_is_told_since_an_earlier_certificate(bench: Path) -> None:
    before = run(bench, TownJudge(), to=bench.parent / "before.json")
    other = towns_bench(bench.parent / "other")
    now = run(other, TownJudge(misses=0.3), against=before.path)
    drift = details_of(certificate(now)).drift
    assert drift is not None
    assert (drift.n, drift.only_now) == (224, 0)
    assert drift.only_before > 10
    assert drift.p < 0.01
    assert drift.against == f"{MODEL} 2026-11-23"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"measure": "correctness"}, "there is no judged measure 'correctness'"),
        ({"repeats": 0}, "repeats must be 1 to 20"),
        ({"limit": 1}, "limit must be at least 2"),
        ({"epsilon": 2.0}, "lies within 0 and 1"),
        ({"against": Path("none.json")}, "cannot be read as a certificate"),
        ({"measure": "citation-support", "labels": Path("labels.csv")}, "a file of labels does not have"),
        ({"measure": "context-recall", "labels": Path("labels.csv")}, "a file of labels does not have"),
    ],
)
def test_misuse_is_told_in_a_line_before_anything_is_asked(bench: Path, more: dict[str, object], message: str) -> None:
    judge = TownJudge()
    with pytest.raises(UsageError, match=message):
        run(bench, judge, **more)
    assert judge.asked == []
    assert not (bench.parent / "bench-judges").exists()


def test_a_file_of_the_users_is_not_overwritten(bench: Path) -> None:
    mine, judge = bench.parent / "mine.json", TownJudge()
    mine.write_text("{}")
    for to, why in ((mine, "is there already, and no certificate"), (bench.parent, "is a folder")):
        with pytest.raises(UsageError, match=why):
            run(bench, judge, to=to)
    assert (judge.asked, mine.read_text()) == ([], "{}")
    first = run(bench, judge, to=bench.parent / "new" / "c.json", limit=8)
    assert run(bench, judge, to=first.path, limit=12).certificate != first.certificate


def test_labels_of_another_benchmark_end_in_one_line(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = labels(bench, ["q1,a,right,Ada", "q2,b,wrong,Ada"])
    code = main(
        ["judge", "certify", str(bench), "--judge", MODEL, "--labels", str(path), "--base-url", "http://127.0.0.1:9/v1"]
    )
    (line,) = capsys.readouterr().err.splitlines()
    assert code == 2
    assert "none of the 2 labels" in line
    assert "made for another benchmark" in line


def test_the_command_prints_what_the_certificate_says(
    bench: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    judge = TownJudge(slips=0.2)
    monkeypatch.setattr("benchwright.run.item_run.choose_dispatch", lambda *_, **__: judge)
    target = bench.parent / "c.json"
    assert main(["judge", "certify", str(bench), "--judge", MODEL, "--limit", "60", "--to", str(target)]) == 0
    shown = capsys.readouterr().out
    assert "20 right answers, " in shown
    assert "kappa with the truth: 0." in shown
    assert "not measured: repeats (each answer was judged once: ask for more with --repeats)" in shown
    assert f"certificate: {target}" in shown
    assert main(["judge", "certify", str(bench), "--judge", MODEL, "--limit", "60", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["certificate"]["n_right"] == 20
    assert len(printed["certificate"]["details"]["trials"]) == 60
    assert printed["whole"] is True
