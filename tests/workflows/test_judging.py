"""Systems are judged from their replies to columns in the scores; nothing is paid twice, and nothing scored by
default."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from handmade import DOCUMENTS, benchmark
from scripted_judge import JUDGE, ScriptedJudge
from selectolax.lexbor import LexborHTMLParser
from small_rag import SmallRag
from systems_server import SystemsServer, status

from benchwright.errors import BatchPendingError, BudgetError, UsageError
from benchwright.evaluate.comparison import compare
from benchwright.evaluate.judges.certificate_file import Certificate, CertifiedBenchmark, CertifiedRate
from benchwright.evaluate.judges.judge_replies import JudgePanel
from benchwright.evaluate.judges.judgements_file import JUDGEMENTS, read_judgements
from benchwright.evaluate.score_folder import load_scores
from benchwright.evaluate.target import EvaluationTarget
from benchwright.models import ModelSettings, Request
from benchwright.models.ledger import Ledger
from benchwright.prompts.prompt import prompt
from benchwright.publish.terminal_table import table_text
from benchwright.run import Ending
from benchwright.run.item_run import CallOptions
from benchwright.run.model_session import LEDGER, SpendingCaps
from benchwright.run.report import RunSpending
from benchwright.workflows.answers import AnswersSetup, evaluate_answers
from benchwright.workflows.evaluate import evaluate_systems
from benchwright.workflows.evaluation_files import Evaluation
from benchwright.workflows.judging import JudgingOptions

OTHER = "openai-compatible/other"
RAG = SmallRag(dict(DOCUMENTS), k=2)


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return benchmark(tmp_path)


def judged(bench: Path, judge: ScriptedJudge, *names: str, **options: object) -> Evaluation:
    """A small RAG judged on these measures."""
    judges = options.pop("judges", (JUDGE,))
    judging = JudgingOptions(judges, names, calls=judge.options(), **options)  # type: ignore[arg-type]
    with SystemsServer(RAG.answer) as server:
        return evaluate_systems(bench, [f"mine={server.url}"], k=(1,), judging=judging)


def values(done: Evaluation, measure: str, system: str = "mine") -> list[float | None]:
    one = done.scores.system(system).measure(measure)
    assert one is not None
    return [float(value) if known else None for value, known in zip(one.values, one.scored, strict=True)]


def test_scores_are_as_counted_by_hand(bench: Path) -> None:
    # It answers "The Aare is the longest river of Switzerland.", "The lake is 217 metres deep." and the first again,
    # each a sentence of its contexts; the references are "the Aare", "217 metres", "the Aare, and 217 metres".
    judge = ScriptedJudge()
    done = judged(bench, judge, "judged-correctness", "faithfulness", "answer-relevance", "context-recall")
    assert values(done, f"judged-correctness@{JUDGE}") == [1.0, 1.0, 0.5]
    assert values(done, f"faithfulness@{JUDGE}") == [1.0, 1.0, 1.0]
    assert values(done, f"answer-relevance@{JUDGE}") == [1.0, 1.0, 1.0]
    assert values(done, f"context-recall@{JUDGE}")[1:] == [1.0, 0.0]
    assert done.judging is not None
    assert (done.judging.ending, done.judging.answers, done.judging.judged, done.judging.verdicts) == (
        Ending.FINISHED,
        3,
        3,
        12,
    )
    assert done.whole
    assert judge.purposes == Counter(judge_correctness=3, judge_claims=6)


def test_the_same_call_again_pays_nothing_and_gives_the_same(bench: Path) -> None:
    judge = ScriptedJudge()
    first = judged(bench, judge, "judged-reference", "faithfulness")
    kept = (first.path / JUDGEMENTS).read_bytes()
    asked = len(judge.asked)
    again = judged(bench, judge, "judged-reference", "faithfulness")
    assert len(judge.asked) == asked == 6
    assert (first.path / JUDGEMENTS).read_bytes() == kept
    assert again.judging is not None
    assert (again.judging.spent.calls, again.judging.spent.replayed) == (0, 6)
    assert values(again, f"faithfulness@{JUDGE}") == values(first, f"faithfulness@{JUDGE}")


def test_judgements_are_kept_with_their_reasons(bench: Path) -> None:
    done = judged(bench, ScriptedJudge(), "faithfulness", "judged-reference")
    kept = list(read_judgements(done.path))
    assert [(system, one.question, one.measure) for system, one in kept] == [
        ("mine", question, measure)
        for question in ("both", "lake", "river")
        for measure in ("faithfulness", "judged-reference")
    ]
    with Ledger.open(done.path / LEDGER) as ledger:
        assert all(ledger.row(key) is not None for _, one in kept for key in one.calls)
    assert all(one.reasoning == ("By the rules.",) for _, one in kept)


def test_a_panel_has_a_column_a_judge(bench: Path) -> None:
    def says(request: Request) -> str | None:
        return json.dumps({"reasoning": "No.", "grade": "0"}) if request.model == OTHER else None

    done = judged(bench, ScriptedJudge(says), "judged-correctness", judges=(JUDGE, OTHER))
    assert values(done, f"judged-correctness@{JUDGE}") == [1.0, 1.0, 0.5]
    assert values(done, f"judged-correctness@{OTHER}") == [0.0, 0.0, 0.0]


def test_answers_that_fail_score_0_without_a_call(bench: Path) -> None:
    judge = ScriptedJudge()
    names = ("judged-correctness", "faithfulness", "answer-relevance", "context-recall", "nugget-recall")
    with SystemsServer(RAG.answer, faults={"lake": [status(500)] * 9}) as server:
        done = evaluate_systems(
            bench, [f"mine={server.url}"], judging=JudgingOptions((JUDGE,), names, calls=judge.options())
        )
    for name in names:
        assert values(done, f"{name}@{JUDGE}")[1] == 0.0
    assert not any("How deep is Lake Thun?\n</question" in request.text for request in judge.asked)


def test_what_is_not_judged_yet_has_no_value_and_the_next_run_goes_on(bench: Path) -> None:
    def says(request: Request) -> Exception | None:
        return BatchPendingError("in a batch") if "How deep is Lake Thun?\n</question" in request.text else None

    done = judged(bench, ScriptedJudge(says), "judged-correctness")
    assert values(done, f"judged-correctness@{JUDGE}") == [1.0, None, 0.5]
    assert done.summary.unscored["mine"][f"judged-correctness@{JUDGE}"] == {"not judged yet": 1}
    assert done.judging is not None
    assert (done.judging.ending, done.judging.judged, done.judging.answers) == (Ending.HELD, 2, 3)
    assert not done.whole
    judge = ScriptedJudge()
    assert values(judged(bench, judge, "judged-correctness"), f"judged-correctness@{JUDGE}") == [1.0, 1.0, 0.5]
    assert len(judge.asked) == 1


def test_a_spent_budget_holds_the_rest(bench: Path) -> None:
    def says(request: Request) -> Exception | None:
        return BudgetError("spent")

    done = judged(bench, ScriptedJudge(says), "judged-correctness")
    assert values(done, f"judged-correctness@{JUDGE}") == [None, None, None]
    assert done.judging is not None
    assert done.judging.held_by == ("spent",)


def test_a_limit_judges_the_same_questions_of_every_system(bench: Path) -> None:
    one = ScriptedJudge()
    done = judged(bench, one, "judged-reference", limit=2)
    judged_at = [value is not None for value in values(done, f"judged-reference@{JUDGE}")]
    assert sum(judged_at) == len(one.asked) == 2
    assert done.whole
    assert done.summary.unscored["mine"][f"judged-reference@{JUDGE}"] == {"left out by --limit": 1}
    gold = EvaluationTarget.open(bench).gold
    panel = JudgePanel.of((JUDGE,), ("judged-reference",))
    samples = [set(replace(panel, limit=size).questions(gold)) for size in (1, 2, 3)]
    assert samples[0] < samples[1] < samples[2]


def test_other_prompts_are_another_way_of_measuring(bench: Path) -> None:
    done = judged(bench, ScriptedJudge(), "faithfulness")
    assert done.scores.settings["judged"] == {f"faithfulness@{JUDGE}": prompt("judge_claims").sha256}
    assert load_scores(done.path).settings == done.scores.settings


CERTIFICATE = Certificate(
    model=JUDGE,
    measure="faithfulness",
    prompt_sha256=prompt("judge_claims").sha256,
    source="gold",
    benchmark=CertifiedBenchmark("aare", "cd" * 32),
    n_right=50,
    n_wrong=50,
    sensitivity=CertifiedRate(50, 0.9, 0.8, 0.96),
    specificity=CertifiedRate(50, 0.8, 0.7, 0.88),
    issued="2026-11-23",
)


def test_every_judged_number_says_whether_its_judge_is_certified(bench: Path, tmp_path: Path) -> None:
    CERTIFICATE.write(tmp_path / "certificate.json")
    done = judged(
        bench,
        ScriptedJudge(),
        "faithfulness",
        "judged-correctness",
        certificates=(tmp_path / "certificate.json",),
    )
    assert done.summary.judges == {
        f"judged-correctness@{JUDGE}": "uncertified",
        f"faithfulness@{JUDGE}": CERTIFICATE.name,
    }
    assert load_scores(done.path).certificates == {f"faithfulness@{JUDGE}": CERTIFICATE}
    page = (done.path / "report.html").read_text()
    assert f"({CERTIFICATE.name})" in page
    assert "(uncertified)" in page
    assert "uncertified" in (done.path / "scores.csv").read_text()
    assert "uncertified" in (done.path / "table.tex").read_text()
    assert "uncertified)" in table_text(done.summary)
    again = judged(bench, ScriptedJudge(), "faithfulness", "judged-correctness")  # the folder remembers it
    assert again.summary.judges[f"faithfulness@{JUDGE}"] == CERTIFICATE.name


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"measure": "context-recall"}, "which is not judged here"),
        ({"model": OTHER}, "which is not judged here"),
        ({"prompt_sha256": "00" * 32}, "with another prompt"),
    ],
)
def test_a_certificate_of_something_else_is_refused(
    bench: Path, tmp_path: Path, change: dict[str, str], said: str
) -> None:
    replace(CERTIFICATE, **change).write(tmp_path / "c.json")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=said):
        judged(bench, ScriptedJudge(), "faithfulness", certificates=(tmp_path / "c.json",))


def test_mistakes_are_told_before_anything_is_asked(bench: Path) -> None:
    judge = ScriptedJudge()
    for options, said in (
        ({"judges": (), "names": ("faithfulness",)}, "no judge"),
        ({"judges": (JUDGE, JUDGE)}, "named twice"),
        ({"judges": ("nobody/x",)}, "nobody"),
        ({"names": ("helpful",)}, "no judged measure"),
        ({"limit": 0}, "at least 1"),
    ):
        names = options.pop("names", ())  # type: ignore[attr-defined]
        with pytest.raises(UsageError, match=said):
            judged(bench, judge, *names, **options)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="needs a judge"):
        evaluate_systems(bench, ["x=y:z"], measures=[f"faithfulness@{JUDGE}"])
    assert judge.asked == []


def test_judged_columns_are_compared_as_others_are(bench: Path) -> None:
    judge = ScriptedJudge()
    judging = JudgingOptions((JUDGE,), ("judged-correctness",), calls=judge.options())
    main = f"judged-correctness@{JUDGE}"
    with SystemsServer(RAG.answer) as server, SystemsServer(lambda asked: {"answer": "x", "contexts": []}) as other:
        systems = [f"mine={server.url}", f"other={other.url}"]
        done = evaluate_systems(bench, systems, k=(1,), main=main, judging=judging)
    found = done.summary.pair("mine", "other", main)
    assert found is not None
    assert found.difference.mean == pytest.approx(2.5 / 3)
    assert {system for system, _ in read_judgements(done.path)} == {"mine", "other"}


def test_a_judge_without_vision_is_shown_no_pictures() -> None:
    calls = CallOptions(settings={JUDGE: ModelSettings(vision=False), OTHER: ModelSettings()})
    assert JudgingOptions((JUDGE, OTHER), calls=calls).panel(13).blind == {JUDGE}


def test_answers_of_models_are_judged_as_well(bench: Path) -> None:
    def says(request: Request) -> str | None:
        if request.purpose.startswith("judge"):
            return None
        return json.dumps({"working": "", "abstains": False, "answers": ["the Aare"], "sources": ["S1"]})

    options = ScriptedJudge(says).options()
    judging = JudgingOptions((JUDGE,), ("judged-correctness", "citation-support"), calls=options)
    done = evaluate_answers(bench, AnswersSetup((OTHER,), ("gold",)), options, judging=judging)
    assert done.whole
    assert done.evaluation is not None
    assert values(done.evaluation, f"judged-correctness@{JUDGE}", f"{OTHER}, gold") == [1.0, 0.0, 0.5]
    assert done.evaluation.judging is not None
    assert (done.spent.calls, done.evaluation.judging.spent.calls) == (3, 6)


def test_what_answering_spent_is_not_there_for_judging() -> None:
    caps = SpendingCaps(usd=1.0, calls=10, tokens=None)
    assert caps.after(RunSpending(4, 500, 0.25)) == SpendingCaps(0.75, 6, None)
    assert caps.after(RunSpending(12, 500, None)) == SpendingCaps(1.0, 0, None)


def test_scores_of_two_folders_are_compared_unless_the_judge_was_asked_otherwise(bench: Path, tmp_path: Path) -> None:
    def run(folder: str, *names: str) -> Path:
        judging = JudgingOptions((JUDGE,), names, calls=ScriptedJudge().options()) if names else None
        with SystemsServer(RAG.answer) as server:
            return evaluate_systems(bench, [f"mine={server.url}"], k=(1,), to=tmp_path / folder, judging=judging).path

    judged_once, plain = run("one", "faithfulness"), run("two")
    assert compare(judged_once, plain, measure="answer-parts").overall.difference.mean == 0
    again, main = run("three", "faithfulness", "judged-reference"), f"faithfulness@{JUDGE}"
    assert compare(judged_once, again, measure=main).overall.difference.mean == 0
    scores = load_scores(again)
    replace(scores, settings={**scores.settings, "judged": {main: "00" * 32}}).save(again)
    with pytest.raises(UsageError, match="by one prompt about mine"):
        compare(judged_once, again, measure=main)


def test_the_page_shows_the_lowest_scores_with_their_reasons(bench: Path) -> None:
    def says(request: Request) -> str | None:
        if request.purpose == "judge_correctness":
            return json.dumps({"reasoning": "<script>alert(1)</script> is no river.", "grade": "0"})
        return None

    done = judged(bench, ScriptedJudge(says), "judged-correctness", "faithfulness")
    page = LexborHTMLParser((done.path / "report.html").read_text())
    section = page.css_first("#judgements")
    assert section is not None
    titles = [node.text() for node in section.css("summary")]
    assert len(titles) == 2
    assert titles[0].startswith(f"judged-correctness@{JUDGE} (uncertified): mine")
    assert len(section.css("h4")) == 6
    assert "Score 0.00 <script>alert(1)</script> is no river." in " ".join(section.text(separator=" ").split())
    assert section.css_first("script") is None
    assert [node.text() for node in section.css("li .label")] == ["supported"] * 3
    assert "#judgements" in [node.attributes["href"] for node in page.css("nav a")]
