"""A run that cannot start leaves nothing of itself: no folder, no ledger, no log of replies."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import benchmark

from benchwright.cli import main
from benchwright.evaluate.systems.base import SystemReply
from benchwright.files.append_log import AppendLog

MODEL = "openai/gpt-4.1-mini"
DEAD = "http://127.0.0.1:9/"
"""An address where nothing listens."""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a benchmark, its corpus and a log of questions, without a key for any model; the current folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    benchmark(tmp_path)
    Path("log.txt").write_text("".join(f"What is the population of town {number}?\n" for number in range(40)))
    Path("docs").mkdir()
    Path("docs", "aare.md").write_text("# Rivers\n\n" + "The Aare is a river that is 288 kilometres long. " * 5)
    Path("a-file").touch()
    Path("plan.yaml").write_text(
        f"name: mine\ncorpus: corpus\nwriter: {MODEL}\ncells:\n"
        "- {style: information-extraction, modalities: [text], count: 1}\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def found(place: Path) -> set[str]:
    """What lies there, but for indexes and facts of the corpus, which the next run uses, and what Python keeps."""
    names = {path.relative_to(place) for path in place.rglob("*")}
    caches = ("bm25", "facts", "vectors", ".lock", "__pycache__")
    return {str(name) for name in names if not set(caches) & set(name.parts)}


KEY = f"{MODEL} needs a key: OPENAI_API_KEY is not set"
GENERATE = f"generate corpus -n 2 --to new --writer {MODEL}"
REFUSED = {
    GENERATE: KEY,
    f"generate docs -n 2 --to new --writer {MODEL}": KEY,
    f"generate docs -n 2 --to new --verifier {MODEL}": KEY,
    "generate plan.yaml --to new": KEY,
    f"{GENERATE} --batch nowhere": "'nowhere' is not a batch service",
    f"{GENERATE} --batch openai": "no key for the batch service: OPENAI_API_KEY is not set",
    f"{GENERATE} --batch-dir a-file": "a-file",
    f"generate docs -n 2 --to new --writer {MODEL} --batch nowhere": "'nowhere' is not a batch service",
    "generate plan.yaml --to new --batch-dir a-file": "a-file",
    f"style draft log.txt --to new --model {MODEL}": KEY,
    f"evaluate questions bench --judge {MODEL} --to new": KEY,
    f"evaluate answers bench --model {MODEL} --sources gold --to new": KEY,
    f"evaluate answers bench --model {MODEL} --sources bm25:2 --to new --batch openai": "no key",
    f"evaluate retrieval bench --retriever {DEAD} --to new": "cannot be reached",
    f"evaluate retrieval bench --retriever bm25 --retriever {DEAD} --to new": "cannot be reached",
    f"evaluate retrieval bench --retriever {DEAD} --to new --again": "cannot be reached",
    "evaluate retrieval bench --retriever dense:openai/text-embedding-3-small --to new": "needs a key",
    f"evaluate system bench --system {DEAD} --to new": "cannot be reached",
    "evaluate system bench --system nowhere:answer --to new": "there is no module 'nowhere'",
}


@pytest.mark.parametrize("command", REFUSED)
def test_a_refused_run_leaves_nothing(place: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    before = found(place)
    assert main(command.split()) == 2
    line = capsys.readouterr().err.splitlines()[-1]
    assert line.startswith("error: ")
    assert REFUSED[command] in line
    assert found(place) == before


@pytest.mark.parametrize(
    "command",
    [
        "generate plan.yaml --to mine",
        f"style draft log.txt --to mine --model {MODEL}",
        f"evaluate system bench --system {DEAD} --to mine",
    ],
)
def test_a_folder_that_was_there_stays_as_it_was(place: Path, command: str) -> None:
    Path("mine").mkdir()
    assert main(command.split()) == 2
    assert list(Path("mine").iterdir()) == []


def test_a_plan_of_the_user_is_not_overwritten(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine").mkdir()
    Path("mine", "plan.yaml").write_text(
        "# my plan\nname: mine\ncorpus: ../corpus\ncells:\n"
        "- {style: information-extraction, modalities: [text], count: 1}\n"
    )
    before = Path("mine", "plan.yaml").read_bytes()
    for source in ("mine/plan.yaml", "corpus"):
        assert main(["generate", source, "--to", "mine"]) == 2
        assert "mine holds something else (plan.yaml) — choose a new or empty folder" in capsys.readouterr().err
        assert [path.name for path in Path("mine").iterdir()] == ["plan.yaml"]
        assert Path("mine", "plan.yaml").read_bytes() == before


def test_a_refused_again_keeps_the_replies_of_before(place: Path) -> None:
    command = ["evaluate", "system", "bench", "--system", "one=working:answer", "--to", "scores"]
    Path("working.py").write_text("def answer(question):\n    return {'answer': 'Bern', 'contexts': []}\n")
    assert main(command) in (0, 1)
    (log,) = Path("scores", "replies").glob("*.jsonl")
    before = AppendLog.read(log)
    assert SystemReply.from_json(before[1]["reply"]).answers == ("Bern",)
    command[4] = f"one={DEAD}"
    names = {path.name for path in log.parent.iterdir()}
    assert main([*command, "--again"]) == 2
    assert {path.name for path in log.parent.iterdir()} == names
    assert AppendLog.read(log) == before


def test_work_that_was_done_stays(place: Path) -> None:
    Path("half.py").write_text(
        "import os, signal\n\n\ndef answer(question):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n    return {'answer': 'Bern', 'contexts': []}\n"
    )
    command = ["evaluate", "system", "bench", "--system", "half:answer", "--to", "new", "--concurrency", "1"]
    assert main(command) == 130
    (log,) = Path("new", "replies").glob("*.jsonl")
    assert AppendLog.read(log)[1]["kind"] == ""
