"""The examples run as their first lines say, and what they return is what evaluation reads."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from collecting import gold_of

from benchwright.evaluate.runs import TextChunk
from benchwright.evaluate.systems.ask_system import ask_system
from benchwright.evaluate.systems.base import AskingOptions
from benchwright.evaluate.systems.python_callable import PythonSystem
from benchwright.evaluate.systems.reply_format import read_hits

EXAMPLES = Path(__file__).parents[2] / "examples"
RIVER = "The Aare is the longest river of Switzerland. " + "Its water is cold and clear. " * 20
LAKE = "Lake Thun lies above Interlaken. The lake is 217 metres deep."


@pytest.fixture
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "waters").mkdir()
    (tmp_path / "waters" / "river.md").write_text(RIVER, "utf-8")
    (tmp_path / "lake.txt").write_text(LAKE, "utf-8")
    monkeypatch.setenv("DOCUMENTS", str(tmp_path))
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    sys.modules.pop("retriever", None)


def test_the_retriever_finds_the_chunk(documents: Path) -> None:
    system = PythonSystem("retriever:search", "query", needed=("k",))
    search = sys.modules["retriever"].search
    reading = read_hits(search("What is the longest river of Switzerland?", 2), 2)
    assert system.name == "retriever:search"
    assert [hit.chunk for hit in reading.contexts] == [
        TextChunk(RIVER[:512], "waters/river.md"),
        TextChunk(LAKE, "lake.txt"),
    ]
    assert search("Quo vadis?", 2) == []


def test_the_system_answers_over_http(documents: Path) -> None:
    command = [sys.executable, "system_http.py", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ)) as server:
        try:
            assert server.stdout is not None
            url = server.stdout.readline().removeprefix("listening at ").strip()
            texts = {"river": "What is the longest river of Switzerland?", "none": "Quo vadis?"}
            river, none = ask_system(url, gold_of(texts), AskingOptions()).replies
        finally:
            server.terminate()
    assert (river.text, river.citations) == ("The Aare is the longest river of Switzerland.", (0,))
    assert river.contexts[0].chunk == TextChunk(RIVER[:512], "waters/river.md")
    assert (none.answers, none.contexts, none.failure) == ((), (), "")
