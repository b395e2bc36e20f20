"""A whole system that is not ours, behind HTTP, asked from the benchmark to its replies; the figures are counted by
hand. Its chunks are 512 characters: the passage on the river makes two."""

from pathlib import Path

import pytest
from collecting import gold_of
from small_rag import SmallRag
from systems_server import SystemsServer, hang

from benchwright.evaluate.runs import RunHit, TextChunk
from benchwright.evaluate.systems.ask_system import ask_system
from benchwright.evaluate.systems.base import AskingOptions

RIVER = "The Aare is the longest river of Switzerland. " + "Its water is cold and clear. " * 20  # 46 + 20 * 29 = 626
LAKE = "Lake Thun lies above Interlaken. The lake is 217 metres deep."  # 32 + 1 + 28 = 61

QUESTIONS = {
    "river": "What is the longest river of Switzerland?",  # shares 6 words with the first chunk, "is" with the
    # second, "the" and "is" with the lake's
    "lake": "How deep is Lake Thun?",  # shares 4 words with the lake's, "is" with the river's
    "nothing": "Quo vadis?",
    "late": "Why?",
}


@pytest.fixture
def rag() -> SmallRag:
    return SmallRag({"river.txt": RIVER, "lake.txt": LAKE}, k=2)


def test_its_replies_are_as_counted(rag: SmallRag, tmp_path: Path) -> None:
    with SystemsServer(rag.answer, faults={"late": [hang()]}) as server:
        replies = ask_system(server.url, gold_of(QUESTIONS), AskingOptions(tmp_path, timeout=0.5))
    river, lake, nothing, late = replies.replies
    first = RunHit("", 6.0, TextChunk(RIVER[:512], "river.txt", 0, 512))
    whole = TextChunk(LAKE, "lake.txt", 0, 61)
    assert (river.text, river.contexts, river.citations) == (
        "The Aare is the longest river of Switzerland.",
        (first, RunHit("", 2.0, whole)),
        (0,),
    )
    # The first sentence shares lake and Thun with the question, the second lake, is and deep.
    assert (lake.text, lake.citations) == ("The lake is 217 metres deep.", (0,))
    assert lake.contexts == (RunHit("", 4.0, whole), RunHit("", 1.0, first.chunk))
    assert (nothing.answers, nothing.text, nothing.contexts, nothing.citations) == ((), "", (), ())
    assert (late.failure, late.seconds >= 0.5) == ("did not answer within 0.5 s", True)
    run = replies.run()
    assert [run.hits(question) for question in QUESTIONS] == [slice(0, 2), slice(2, 4), slice(4, 4), slice(4, 4)]
    assert run.scores.tolist() == [6.0, 2.0, 4.0, 1.0]
    assert list(run.chunks) == [first.chunk, whole, whole, first.chunk]
    assert run.failed == {"late": "did not answer within 0.5 s"}
