"""Questions measured: what a judge is asked, what is counted, what is not measured."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from shutil import rmtree

import pytest
from atlas import atlas

from benchwright.benchmark.fingerprints import InputFingerprints
from benchwright.benchmark.importers.base import cell_key
from benchwright.benchmark.store import CellReport, begin, finish
from benchwright.cli import main
from benchwright.errors import UsageError
from benchwright.evaluate.questions.question_file import read_questions
from benchwright.files.atomic import make_folder
from benchwright.models import Reply, Request, Usage
from benchwright.models.base import PromptImage
from benchwright.models.innermost import Innermost
from benchwright.records import Answer, Example, Modalities, Origin, Span
from benchwright.run.dispatch import DispatchContext
from benchwright.run.item_run import CallOptions
from benchwright.workflows.evaluate_questions import QuestionReport, evaluate_questions

MODEL = "openai-compatible/judge"
ROWS = [
    {"id": "a", "question": "How long is the Aare?", "answer": "288 km", "passage": "The Aare is 288 km long.",
     "reference": "How long is the Aare?", "style": "information-extraction"},
    {"id": "b", "question": "Is the Aare a river?", "answer": "Yes", "passage": ["The Aare is a river.", "It is long."],
     "style": "information-extraction"},
    {"id": "c", "question": "Where is Bern?", "answer": "on the Aare", "passage": "Bern lies on the Aare."},
    {"id": "d", "question": "Where is Bern?", "answer": "on the Aare", "passage": "Bern lies on the Aare."},
    {"id": "e", "question": "Who knows?"},
]  # fmt: skip


class Judge:
    """Says what `says` makes of a request's purpose and words. It is its own dispatch."""

    paced = True
    answered = False

    def __init__(self, says: Callable[[str, str], str]) -> None:
        self.says = says
        self.asked: list[Request] = []

    @property
    def innermost(self) -> Innermost:
        return lambda name, settings: self

    @contextmanager
    def open(self, opened: DispatchContext) -> Iterator[None]:
        yield

    def collect(self) -> None:
        return None

    def submit(self) -> tuple[str, ...]:
        return ()

    async def ask(self, request: Request) -> Reply:
        self.asked.append(request)
        text = self.says(request.purpose, request.text)
        data = json.loads(text) if text.startswith("{") else None
        return Reply(text, data=data, usage=Usage(100, 20), usd=0.01)

    async def close(self) -> None:
        return None


def written(folder: Path, rows: list[dict[str, object]] = ROWS) -> Path:  # type: ignore[assignment]
    path = folder / "q.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def measured(path: Path, judge: Judge, **settings: bool) -> QuestionReport:
    return evaluate_questions(path, judge_model=MODEL, options=CallOptions(dispatch=judge), **settings)


@pytest.fixture(autouse=True)
def no_java(monkeypatch: pytest.MonkeyPatch) -> None:
    """Java takes seconds to start."""
    monkeypatch.setattr("shutil.which", lambda name: None)


def test_without_a_judge_likeness_and_repetition_are_measured(tmp_path: Path) -> None:
    pytest.importorskip("pycocoevalcap")
    scores = evaluate_questions(written(tmp_path)).scores
    assert (scores.questions, scores.documents, scores.referenced) == (5, 4, 1)
    assert scores.answerable == {}
    assert scores.repeated == {"d": "c"}
    assert {name: round(value, 3) for name, value in scores.likeness.items()} == {
        "BLEU-1": 1.0, "BLEU-2": 1.0, "BLEU-3": 1.0, "BLEU-4": 1.0, "ROUGE-L": 1.0,
    }  # fmt: skip
    assert scores.skipped == {"METEOR": "needs Java, which is not installed"}
    assert json.loads((tmp_path / "q.jsonl-question-scores" / "question-scores.json").read_text())["questions"] == 5


def test_pman_counts_yes_no_apart_and_what_is_not_said_is_unscored(tmp_path: Path) -> None:
    def says(purpose: str, text: str) -> str:
        if "Where is Bern" in text:
            return "I cannot tell."
        return "NO" if "Is the Aare" in text and purpose == "pman" else "YES"

    judge = Judge(says)
    report = measured(written(tmp_path), judge, direct=True)
    steps, direct = report.scores.answerable["pman"], report.scores.answerable["pman-without-steps"]
    assert {name: (one.questions, one.share, one.unscored) for name, one in steps.items()} == {
        "all": (5, 0.5, 3), "yes/no": (1, 0.0, 0), "others": (4, 1.0, 3),
    }  # fmt: skip
    assert (direct["all"].share, direct["yes/no"].share) == (1.0, 1.0)
    assert report.refused == {"pman: neither YES nor NO in three replies": 2}
    assert not report.whole
    temperatures = [one.temperature for one in judge.asked if "Where is Bern" in one.text and one.purpose == "pman"]
    assert sorted(set(temperatures)) == [0.0, 0.5, 1.0]
    assert not any("Who knows" in one.text for one in judge.asked)  # without an answer there is nothing to judge
    lines = [json.loads(line) for line in (report.path / "judgements.jsonl").read_text().splitlines()]
    assert lines[0] == {"id": "a", "answerable": {"pman": True, "pman-without-steps": True}, "styles": {}}


def test_the_same_command_again_asks_nothing(tmp_path: Path) -> None:
    judge = Judge(lambda purpose, text: "YES")
    first = measured(written(tmp_path), judge)
    asked = len(judge.asked)
    again = measured(written(tmp_path), judge)
    assert (asked, len(judge.asked)) == (3, 3)  # two questions are the same and share a call
    assert first.scores == again.scores
    assert again.spent.calls == 0


def test_styles_that_cannot_be_told_apart_overlap(tmp_path: Path) -> None:
    def says(purpose: str, text: str) -> str:
        if purpose == "pman":
            return "YES"
        fits = "information-extraction" in text or ("How long" in text and "The style: numerical" in text)
        return json.dumps({"reason": "so", "fits": fits})

    report = measured(written(tmp_path), Judge(says), overlap=True)
    styles = report.scores.styles
    assert styles is not None
    assert (styles.several.share, styles.several.unscored) == (0.25, 1)
    assert (styles.own.questions, styles.own.share) == (2, 1.0)
    assert styles.fits["information-extraction"]["numerical"] == 1
    assert styles.fits["information-extraction"]["information-extraction"] == 2


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"answer": "x"}], "line 1 of .* has no question"),
        ([{"id": "a", "question": "?"}, {"id": "a", "question": "!"}], "line 2 of .* has the id 'a' again"),
        ([], "has no questions"),
    ],
)
def test_a_file_that_is_none_is_refused_in_a_line(tmp_path: Path, rows: list[dict[str, object]], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_questions(written(tmp_path, rows))


def test_what_needs_a_judge_says_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a model has to judge that"):
        evaluate_questions(written(tmp_path), direct=True)
    with pytest.raises(UsageError, match="no question has an answer and a passage"):
        measured(written(tmp_path, [{"question": "Who?"}]), Judge(lambda purpose, text: "YES"))


def test_a_judge_is_shown_the_images_of_a_benchmark(tmp_path: Path) -> None:
    made, bench = atlas(tmp_path / "corpus"), make_folder(tmp_path / "bench")
    flag = made.source("malta-flag")
    assert flag.image is not None
    plan = "name: flags\ncorpus: ../corpus\ncells:\n- {style: information-extraction, modalities: [image], count: 1}\n"
    pins = begin(bench, "flags", plan, InputFingerprints(made.fingerprint, "", {}, {}, {}))
    answer = Answer("red", (), ((Span(flag.id, "pixels"),),))
    wanted, style = Modalities(image=1), "information-extraction"
    cell = cell_key(wanted, style)
    origin = Origin("import", cell, 0, 0)
    asked = Example("f", "Which colour is it?", (answer,), style, wanted, (flag.id,), (), "", "", (), origin)
    finish(bench, "flags", plan, pins, [CellReport(cell, 1, 1, 1, 1)], [asked], made, wanted=1, complete=True)
    judge = Judge(lambda purpose, text: "YES")
    report = measured(bench, judge)
    assert report.scores.answerable["pman"]["all"].share == 1.0
    (request,) = judge.asked
    (picture,) = (part for one in request.messages for part in one.parts if isinstance(part, PromptImage))
    assert picture.path.is_relative_to(bench)
    assert sha256(picture.path.read_bytes()).hexdigest() == flag.image.sha256


@pytest.mark.parametrize(
    ("names", "named"),
    [
        (["judgements.jsonl"], "judgements.jsonl"),
        (["ledger.sqlite", "notes.txt"], "notes.txt"),
        (["judgements.jsonl", "manifest.json", "question-scores.json"], "manifest.json"),  # scores of systems
    ],
)
def test_a_folder_that_is_something_else_is_left_as_it_is(tmp_path: Path, names: list[str], named: str) -> None:
    other = tmp_path / "other"
    other.mkdir()
    for name in names:
        (other / name).write_text("mine")
    judge = Judge(lambda purpose, text: "YES")
    with pytest.raises(UsageError, match=rf"holds something else \({named}\)"):
        evaluate_questions(written(tmp_path), judge_model=MODEL, to=other, options=CallOptions(dispatch=judge))
    assert {one.name: one.read_text() for one in other.iterdir()} == dict.fromkeys(names, "mine")
    assert judge.asked == []
    with pytest.raises(UsageError, match="is not a folder"):
        evaluate_questions(tmp_path / "q.jsonl", to=other / names[0])


def test_what_a_killed_run_left_is_continued(tmp_path: Path) -> None:
    judge = Judge(lambda purpose, text: "YES")
    first = measured(written(tmp_path), judge)
    for name in ("question-scores.json", "judgements.jsonl"):
        (first.path / name).unlink()
    rmtree(first.path / "figures")
    again = measured(written(tmp_path), judge)
    assert (again.scores, again.spent.calls) == (first.scores, 0)


def test_topics_categories_and_keywords_of_a_file_are_analysed(tmp_path: Path) -> None:
    rows = [
        {
            "question": f"What colour is roof {n}?",
            "answer": f"Roof {n} is red.",
            "topic": f"t{n % 2}",
            "keywords": "Red",
        }
        for n in range(40)
    ]
    found = evaluate_questions(written(tmp_path, rows)).analysis
    assert {one.name: dict(one.values) for one in found.columns} == {"topic": {"t0": 20, "t1": 20}}
    assert found.coverage is not None
    assert found.coverage.keywords == ((1, 1.0),)


def test_the_command_prints_the_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "questions", str(written(tmp_path, ROWS[2:]))]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        "3 questions from 2 documents",
        "near repetitions of an earlier question: 1",
    ]
