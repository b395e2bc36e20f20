"""All questions put to one system: nothing lost, nothing asked without need, and failures told from absence."""

import gc
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from collecting import Scripted, gold_of, saying
from hypothesis import assume, given
from hypothesis import strategies as st
from systems_server import SystemsServer, body, status

from benchwright.errors import LockedError, StoppedError, UsageError
from benchwright.evaluate.systems.ask_system import Replies, ask_system, count_kinds, log_name, open_system, sizes_of
from benchwright.evaluate.systems.base import AskingOptions, FailureKind, RawReply, SystemReply
from benchwright.evaluate.systems.http_endpoint import Endpoint, RequestLimits
from benchwright.evaluate.systems.python_callable import PythonSystem
from benchwright.evaluate.systems.reply_format import ReplyLimits
from benchwright.evaluate.systems.reply_log import end_again
from benchwright.files.append_log import AppendLog
from benchwright.models.keys import Keys
from benchwright.records import Answer, Span

BUSY = RawReply(None, 0.1, "busy", "answered with status 503")
RAISED = RawReply(None, 0.1, "raised", "raised KeyError: 'x'")
GONE = RawReply(None, 0.1, "unreachable", "cannot be reached: nothing listens there")
MALFORMED = RawReply({"answer": 7, "contexts": []}, 0.1)


def test_every_question_has_its_reply_in_order(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    system = Scripted(lambda id, _: saying(id.upper()), pause=0.002)
    asking = AskingOptions(tmp_path, concurrency=4, progress=lambda done, total: seen.append((done, total)))
    replies = ask_system(system, gold_of(20), asking)
    assert replies.questions == tuple(f"q{number}" for number in range(20))
    assert replies.replies[7] == SystemReply(("Q7",), "Q7", seconds=0.5)
    assert [reply.text for reply in replies.replies] == [f"Q{number}" for number in range(20)]
    assert (system.max_in_flight, system.closed, set(system.asked.values())) == (4, 1, {1})
    assert (seen[0], seen[-1]) == ((0, 20), (20, 20))
    assert seen == sorted(seen)
    assert (replies.failed, count_kinds(replies.replies)) == ({}, {})


def test_as_much_may_be_returned_as_the_largest_question_asks_for() -> None:
    told = [f"answer number {number} of many, at some length " * 2 for number in range(1_100)]
    spans = [((Span(f"a{number}", 0, 1), Span(f"b{number}", 0, 1)),) for number in range(1_100)]
    answers = tuple(Answer(text, (), of) for text, of in zip(told, spans, strict=True))
    sources = frozenset(span.source for of in spans for span in of[0])
    first, second = gold_of(2)
    gold = replace(gold_of(0), questions=(replace(first, answers=answers, gold_sets=(sources,)), second))
    contexts = [{"source": source} for source in sorted(sources)]
    whole = {"answer": told, "contexts": contexts, "citations": list(range(2_200))}
    replies = ask_system(Scripted(lambda *_: RawReply(whole, 0.1)), gold, AskingOptions())
    assert replies.failed == {}
    assert len(replies.replies[1].answers) == 1_100
    assert sizes_of(gold) == ReplyLimits(2_200, 4_400, 4_400, 2 * sum(map(len, told)))
    assert sizes_of(gold_of(2)) == ReplyLimits(1_000, 1_000, 1_000, 100_000)
    more = {**whole, "answer": ["x"] * 2_201}
    failed = ask_system(Scripted(lambda id, _: RawReply(more if id == "q1" else whole, 0.1)), gold, AskingOptions())
    assert failed.failed == {"q1": "answer has 2,201 items, and may have 2,200"}
    assert count_kinds(failed.replies) == {
        "failed: malformed, the first: answer has 2,201 items, and may have 2,200": 1
    }


def test_the_same_call_asks_only_what_is_missing(tmp_path: Path) -> None:
    def answer(id: str, number: int) -> RawReply:
        faults = {"q1": BUSY, "q2": RAISED, "q3": MALFORMED}
        return faults.get(id, saying(id)) if number == 0 else saying(f"{id} again")

    system = Scripted(answer)
    first = ask_system(system, gold_of(6), AskingOptions(tmp_path))
    assert first.failed == {
        "q1": "answered with status 503",
        "q2": "raised KeyError: 'x'",
        "q3": "answer is 7, and is to be a string, a list of strings or null",
    }
    wrong = first.failed["q3"]
    assert count_kinds(first.replies) == {
        "failed: busy": 1,
        f"failed: malformed, the first: {wrong}": 1,
        "failed: raised": 1,
    }
    second = ask_system(system, gold_of(6), AskingOptions(tmp_path))
    assert [reply.text for reply in second.replies] == ["q0", "q1 again", "", "", "q4", "q5"]
    third = ask_system(system, gold_of(6), AskingOptions(tmp_path, retry_failed=True))
    assert [reply.text for reply in third.replies] == ["q0", "q1 again", "q2 again", "q3 again", "q4", "q5"]
    assert system.asked == Counter(q0=1, q1=2, q2=2, q3=2, q4=1, q5=1)
    assert ask_system(system, gold_of(6), AskingOptions(tmp_path)).replies == third.replies
    assert system.asked.total() == 9
    anew = ask_system(system, gold_of(6), AskingOptions(tmp_path, again=True))
    assert [reply.text for reply in anew.replies] == [f"q{number} again" for number in range(6)]
    assert sorted(one.name for one in tmp_path.iterdir()) == [
        f"{log_name('scripted')}.jsonl{end}" for end in ("", ".again", ".before", ".lock")
    ]


def test_asking_again_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """With everything asked and the earlier replies still there, whatever stopped it."""
    system, lines = Scripted(lambda id, number: saying(f"{id}.{number}"), pause=0.02), list[str]()
    stop = threading.Event()
    again = AskingOptions(tmp_path, concurrency=1, again=True, stop=stop, notify=lines.append)
    before = tmp_path / f"{log_name('scripted')}.jsonl.before"
    ask_system(system, gold_of(6), AskingOptions(tmp_path))
    for most in (1, 2, 4):  # of six: the last one may be under way at five
        stop.clear()
        watched = replace(again, progress=lambda done, _, most=most: stop.set() if done >= most else None)
        with pytest.raises(StoppedError):
            ask_system(system, gold_of(6), watched)
        assert before.read_bytes().count(b".0") >= 6
    stop.clear()
    ask_system(system, gold_of(6), again)
    assert system.asked.total() <= 12 + 3  # one at a time was under way when it was stopped
    assert " of 6 replies of scripted are from --again, which goes on where it stopped" in lines[-1]


def test_asking_again_goes_on_after_another_system_was_asked(tmp_path: Path) -> None:
    """Their logs lie in one folder."""
    system, other = Scripted(lambda id, _: saying(id), pause=0.01), Scripted(lambda id, _: saying(id), "other")
    stop = threading.Event()
    again = AskingOptions(tmp_path, concurrency=1, again=True, stop=stop)
    with pytest.raises(StoppedError):
        ask_system(system, gold_of(6), replace(again, progress=lambda done, _: stop.set() if done >= 2 else None))
    asked = system.asked.total()
    for options in (AskingOptions(tmp_path), AskingOptions(tmp_path, again=True)):
        ask_system(other, gold_of(6), options)
        end_again(options)
    stop.clear()
    ask_system(system, gold_of(6), again)
    assert asked < 6 == system.asked.total()
    end_again(again)
    ask_system(system, gold_of(6), replace(again, logs=[]))
    assert system.asked.total() == 12


def test_an_interrupt_ends_the_run_when_what_is_under_way_has_come(tmp_path: Path) -> None:
    system = Scripted(lambda id, _: saying(id), pause=0.05)
    pressed = iter([signal.SIGINT])

    def press(done: int, _: int) -> None:
        if done >= 8 and (number := next(pressed, None)) is not None:
            signal.raise_signal(number)

    interrupted = AskingOptions(tmp_path, concurrency=4, progress=press)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(StoppedError, match=r"stopped with \d+ of 40 questions asked"):
        ask_system(system, gold_of(40), interrupted)
    assert signal.getsignal(signal.SIGINT) is before
    assert system.asked.total() < 40
    ask_system(system, gold_of(40), AskingOptions(tmp_path))
    assert system.asked.total() == 40  # none was asked twice


def test_a_backup_is_not_replaced_by_one_of_fewer_replies(tmp_path: Path) -> None:
    system = Scripted(lambda id, _: saying(id))
    for size in (6, 2, 3, 6):
        ask_system(system, gold_of(size, f"f{size}"), AskingOptions(tmp_path, again=True))
    log = f"{log_name('scripted')}.jsonl"
    counts = {one.name: len(one.read_bytes().splitlines()) - 1 for one in tmp_path.glob(f"{log}.before*")}
    assert counts == {f"{log}.before": 6, f"{log}.before-2": 3}


def test_without_a_folder_nothing_is_kept() -> None:
    system = Scripted(lambda id, _: saying(id))
    for _ in range(2):
        assert len(ask_system(system, gold_of(3), AskingOptions()).replies) == 3
    assert system.asked == Counter(q0=2, q1=2, q2=2)


def test_a_question_that_is_worded_otherwise_is_asked(tmp_path: Path) -> None:
    system = Scripted(lambda id, _: saying(id))
    ask_system(system, gold_of({"a": "Who?", "b": "Where?"}), AskingOptions(tmp_path))
    ask_system(system, gold_of({"a": "Who?", "b": "When?"}), AskingOptions(tmp_path))
    assert system.asked == Counter(a=1, b=2)


def test_a_file_that_is_no_log_is_refused(tmp_path: Path) -> None:
    system = Scripted(lambda id, _: saying(id))
    ask_system(system, gold_of(2), AskingOptions(tmp_path))
    log = tmp_path / f"{log_name('scripted')}.jsonl"
    log.write_text('{"not": "ours"}\n')
    with pytest.raises(UsageError) as foreign:
        ask_system(system, gold_of(2), AskingOptions(tmp_path))
    assert str(foreign.value) == f"{log} is not a log of replies"
    assert log.read_text() == '{"not": "ours"}\n'
    assert system.asked.total() == 2


def test_a_benchmark_that_has_grown_asks_its_new_questions_only(tmp_path: Path) -> None:
    system, lines = Scripted(lambda id, _: saying(id)), list[str]()
    ask_system(system, gold_of(2), AskingOptions(tmp_path))
    replies = ask_system(system, gold_of(5, "grown"), AskingOptions(tmp_path, notify=lines.append)).replies
    assert [reply.answers for reply in replies] == [(f"q{at}",) for at in range(5)]
    assert system.asked.total() == 5
    log = tmp_path / f"{log_name('scripted')}.jsonl"
    assert lines[0] == f"{log} is of another state of the benchmark; its replies to the same questions are used"


def test_a_damaged_log_is_told_and_what_is_lost_is_asked_again(tmp_path: Path) -> None:
    system, lines = Scripted(lambda id, _: saying(id)), list[str]()
    asking = AskingOptions(tmp_path, concurrency=1, notify=lines.append)
    ask_system(system, gold_of(4), asking)
    log = tmp_path / f"{log_name('scripted')}.jsonl"
    whole = log.read_bytes()
    log.write_bytes(whole.replace(b'"q2"', b'"qX"', 1))
    assert len(ask_system(system, gold_of(4), asking).replies) == 4
    assert lines == [
        f"{log} is damaged after 2 replies; the others are asked again",
        "2 of 4 replies of scripted are from an earlier run; --again asks anew",
    ]
    assert system.asked == Counter(q0=1, q1=1, q2=2, q3=2)
    log.write_bytes(log.read_bytes()[:-20])  # as a kill leaves it
    ask_system(system, gold_of(4), asking)
    assert lines[2:] == ["3 of 4 replies of scripted are from an earlier run; --again asks anew"]
    assert system.asked["q3"] == 3


def test_one_process_a_log(tmp_path: Path) -> None:
    system = Scripted(lambda id, _: saying(id))

    def second(done: int, total: int) -> None:
        with pytest.raises(LockedError):
            ask_system(Scripted(lambda id, _: saying(id)), gold_of(2), AskingOptions(tmp_path))

    ask_system(system, gold_of(2), AskingOptions(tmp_path, progress=second))


@pytest.mark.parametrize(
    ("told", "line"),
    [
        (GONE, "scripted cannot be reached: nothing listens there (the first 5 questions alike)"),
        (BUSY, "scripted answered with status 503 (the first 5 questions alike)"),
        (RAISED, "scripted raised KeyError: 'x' (the first 5 questions alike)"),
        (
            MALFORMED,
            "scripted: answer is 7, and is to be a string, a list of strings or null (the first 5 questions alike)",
        ),
    ],
)
@pytest.mark.parametrize("concurrency", [1, 8])
def test_a_system_that_fails_alike_from_the_start_is_not_scored(
    tmp_path: Path, told: RawReply, line: str, concurrency: int
) -> None:
    system = Scripted(lambda id, _: told)
    with pytest.raises(UsageError) as stopped:
        ask_system(system, gold_of(100), AskingOptions(tmp_path, concurrency=concurrency))
    assert str(stopped.value) == line
    assert "\n" not in stopped.value.line()
    assert 5 <= system.asked.total() <= 5 + 2 * concurrency
    assert system.closed == 1
    mended = ask_system(
        Scripted(lambda id, _: saying(id)), gold_of(100), AskingOptions(tmp_path)
    )  # nothing was held against it
    assert count_kinds(mended.replies) == {}


def test_fewer_questions_than_that_end_it_only_if_nobody_is_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"nothing listens there \(every question\)"):
        ask_system(Scripted(lambda id, _: GONE), gold_of(3), AskingOptions(tmp_path))
    with pytest.raises(UsageError, match=r"nothing listens there \(the only question\)"):
        ask_system(Scripted(lambda id, _: GONE), gold_of(1), AskingOptions())
    raised = ask_system(Scripted(lambda id, _: RAISED), gold_of(3), AskingOptions(tmp_path))
    assert count_kinds(raised.replies) == {"failed: raised": 3}


def test_the_few_that_a_system_cannot_answer_do_not_end_it(tmp_path: Path) -> None:
    late = RawReply(None, 1.0, "timeout", "did not answer within 1 s")
    system = Scripted(lambda id, _: late if id in {f"q{n}" for n in range(1, 8)} else saying(id))
    for _ in range(3):  # the second time only those are asked, and all fail alike
        assert count_kinds(ask_system(system, gold_of(20), AskingOptions(tmp_path, concurrency=1)).replies) == {
            "failed: timeout": 7
        }
    assert system.asked["q1"] == 3


def test_a_system_that_goes_away_in_between_ends_it_and_is_asked_again(tmp_path: Path) -> None:
    up = True

    def answer(id: str, number: int) -> RawReply:
        return saying(id) if up and id in {f"q{n}" for n in range(10)} else GONE

    with pytest.raises(UsageError, match=r"cannot be reached: nothing listens there \(5 questions in a row\)"):
        ask_system(Scripted(answer), gold_of(100), AskingOptions(tmp_path, concurrency=1))
    up = False
    with pytest.raises(UsageError, match="the first 5 questions alike"):
        ask_system(Scripted(answer), gold_of(100), AskingOptions(tmp_path, concurrency=1))
    last = Scripted(lambda id, _: saying(id))
    assert count_kinds(ask_system(last, gold_of(100), AskingOptions(tmp_path)).replies) == {}
    assert set(last.asked) == {f"q{number}" for number in range(10, 100)}


def test_stopping_lets_those_under_way_end(tmp_path: Path) -> None:
    stop = threading.Event()
    system = Scripted(lambda id, _: saying(id), pause=0.05)
    asking = AskingOptions(
        tmp_path, concurrency=3, stop=stop, progress=lambda done, _: stop.set() if done >= 6 else None
    )
    with pytest.raises(StoppedError, match=r"stopped with \d+ of 30 questions asked"):
        ask_system(system, gold_of(30), asking)
    asked = system.asked.total()
    assert asked <= 12
    assert count_kinds(ask_system(system, gold_of(30), AskingOptions(tmp_path)).replies) == {}
    assert system.asked.total() == 30  # none was asked twice


def test_stopping_does_not_wait_for_one_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchwright.evaluate.systems.collect_replies.GRACE", 0.2)
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    started = time.monotonic()
    with pytest.raises(StoppedError, match="stopped with 0 of 3 questions asked"):
        ask_system(Scripted(lambda id, _: saying(id), pause=60), gold_of(3), AskingOptions(stop=stop))
    assert time.monotonic() - started < 2


KINDS: list[FailureKind] = ["", "unreachable", "timeout", "busy", "raised", "status"]


@given(
    script=st.lists(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3), min_size=6, max_size=12),
    concurrency=st.integers(1, 4),
)
def test_whatever_fails_every_question_has_one_reply(
    script: list[list[FailureKind]], concurrency: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Run until nothing passing is left: what was answered well is asked once, and no reply is lost. A system that is
    not reached for five questions in a row is given up, so no round has five of them."""
    for turn in range(3):
        assume(sum(kinds[turn : turn + 1] == ["unreachable"] for kinds in script) < 5)
    folder = tmp_path_factory.mktemp("log")

    def answer(id: str, number: int) -> RawReply:
        kinds = script[int(id[1:])]
        kind = kinds[number] if number < len(kinds) else ""
        return saying(id) if not kind else RawReply(None, 0.0, kind, f"{kind} {id}")

    system = Scripted(answer)
    for _ in range(4):
        replies = ask_system(system, gold_of(len(script)), AskingOptions(folder, concurrency=concurrency))
    for number, (kinds, reply) in enumerate(zip(script, replies.replies, strict=True)):
        final = next((kind for kind in kinds if kind in ("", "raised", "status")), "")
        assert (reply.failure, reply.text) == (f"{final} q{number}" if final else "", "" if final else f"q{number}")
        assert system.asked[f"q{number}"] == 1 + next(
            (place for place, kind in enumerate(kinds) if kind in ("", "raised", "status")), len(kinds)
        )


_ASKING = """
import sys
sys.path[:0] = {path!r}
from pathlib import Path
from collecting import gold_of
from benchwright.evaluate.systems.ask_system import ask_system, count_kinds
from benchwright.evaluate.systems.base import AskingOptions
ask_system({url!r}, gold_of(60), AskingOptions(Path({folder!r}), concurrency=4))
"""


def test_a_kill_loses_only_what_is_under_way(tmp_path: Path) -> None:
    def answer(asked: dict[str, object]) -> object:
        return {"answer": asked["question"], "contexts": []}

    with SystemsServer(answer, latency=0.01) as server:
        script = _ASKING.format(path=sys.path, url=server.url, folder=str(tmp_path))
        with subprocess.Popen([sys.executable, "-c", script]) as child:
            while server.asked.total() < 25 and child.poll() is None:
                time.sleep(0.001)
            child.send_signal(signal.SIGKILL)
            assert child.wait() == -signal.SIGKILL
        while server.in_flight:
            time.sleep(0.001)
        log = tmp_path / f"{log_name(server.url)}.jsonl"
        lost = server.asked.total() - (len(AppendLog.read(log)) - 1)
        assert 0 <= lost <= 4
        replies = ask_system(server.url, gold_of(60), AskingOptions(tmp_path, concurrency=4))
        assert [reply.text for reply in replies.replies] == [f"question {number}" for number in range(60)]
        assert server.asked.total() == 60 + lost
        assert max(server.asked.values()) <= 2
        asked = [entry["question"] for entry in AppendLog.read(log)[1:]]
        assert sorted(asked) == sorted(f"q{number}" for number in range(60))  # each written once


def test_an_endpoint_that_fails_on_some_questions_fails_there() -> None:
    faults = {"q1": [status(500)] * 3, "q3": [body(b"<html>")], "q4": [body(b'{"answer": "x"}')]}
    with SystemsServer(lambda asked: {"answer": "yes", "contexts": [{"source": "s"}]}, faults=faults) as server:
        assert isinstance(open_system(server.url, AskingOptions()), Endpoint)
        replies = ask_system(
            Endpoint(server.url, keys=Keys({}), bounds=RequestLimits(pause=0.01)), gold_of(6), AskingOptions()
        )
    assert replies.failed == {
        "q1": "answered with status 500: boom",
        "q3": "answered with a web page (status 200), not with JSON",
        "q4": "contexts is missing: [] where there are none",
    }
    run = replies.run()
    assert (run.name, run.questions, len(run)) == (server.url, tuple(f"q{n}" for n in range(6)), 3)
    assert run.failed == replies.failed
    malformed = "failed: malformed, the first: contexts is missing: [] where there are none"
    assert run.notes == {malformed: 1, "failed: page": 1, "failed: status": 1}


def test_a_server_that_is_not_up_is_one_line() -> None:
    with SystemsServer(lambda asked: None) as server:
        url = server.url
    with pytest.raises(UsageError) as down:
        ask_system(url, gold_of(50), AskingOptions())
    assert down.value.line() == (
        f"{url} cannot be reached: nothing listens there (the first 5 questions alike)"
        " — start it, or correct its address, then run the same command again"
    )


@pytest.mark.parametrize("first", [0, 5, 9])
def test_which_predictions_a_file_lacks_does_not_matter(tmp_path: Path, first: int) -> None:
    path = tmp_path / "some.jsonl"
    lines = [f'{{"id": "q{number}", "answer": "x"}}' for number in range(10) if not first <= number < first + 6]
    path.write_text("\n".join(lines), "utf-8")
    replies = ask_system(str(path), gold_of(10), AskingOptions(tmp_path / "log"))
    assert set(replies.failed) == {f"q{number}" for number in range(first, min(first + 6, 10))}
    assert {reply.text for reply in replies.replies} == {"x", ""}


def test_a_file_with_two_predictions_for_each_question_is_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """However many questions are under way when that shows."""
    path = tmp_path / "twice.jsonl"
    path.write_text("\n".join(f'{{"id": {n}, "question": "question {n % 10}", "answer": "x"}}' for n in range(20)))
    with pytest.raises(UsageError, match=r"line 1\d of .* answers 'question \d' again, as line \d does"):
        ask_system(str(path), gold_of(10), AskingOptions())
    gc.collect()  # asyncio logs the errors of tasks that nobody took when it throws them away
    assert caplog.records == []


def test_a_file_of_another_benchmark_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text('{"id": "b1", "answer": "x"}', "utf-8")
    with pytest.raises(UsageError) as other:
        ask_system(str(path), gold_of(10), AskingOptions())
    assert other.value.line() == (
        "other has no prediction for the question (every question)"
        " — each prediction needs the id or the words of a question of this benchmark"
    )


@pytest.mark.parametrize(
    "value",
    [
        lambda id: f"answer to {id}",
        lambda id: {"answer": id, "contexts": f"text for {id}"},
        lambda id: {"answer": "x", "contexts": [{"text": "x", "score": f"{id}%"}]},
    ],
)
def test_a_slip_in_every_reply_ends_the_run_whatever_the_values(value: Callable[[str], object]) -> None:
    system = Scripted(lambda id, _: RawReply(value(id), 0.1))
    with pytest.raises(UsageError, match=r"the first 5 questions alike"):
        ask_system(system, gold_of(60), AskingOptions(concurrency=1))
    assert system.asked.total() <= 6


def test_an_address_of_a_page_is_one_line() -> None:
    page = body(b"<!doctype html><html>", 404, "text/html")
    with SystemsServer(lambda asked: None, always=page) as server, pytest.raises(UsageError) as wrong:
        ask_system(server.url, gold_of(50), AskingOptions())
    assert wrong.value.line() == (
        f"{server.url} answered with a web page (status 404) (the first 5 questions alike)"
        " — correct the address: this one is a page for people"
    )


def test_what_is_no_system_is_refused() -> None:
    assert isinstance(open_system("json:loads", AskingOptions()), PythonSystem)
    with pytest.raises(UsageError) as error:
        open_system("bm25", AskingOptions())
    assert (
        error.value.line()
        == "'bm25' is not a system — name module:callable, http://HOST:PORT/PATH, or a file of predictions"
    )
    with pytest.raises(UsageError, match="the concurrency is 0"):
        ask_system("json:loads", gold_of(1), AskingOptions(concurrency=0))
    with pytest.raises(UsageError, match="the time-out is nan s"):
        ask_system("json:loads", gold_of(1), AskingOptions(timeout=float("nan")))


def test_a_password_is_in_no_file(tmp_path: Path) -> None:
    with SystemsServer(lambda asked: {"answer": None, "contexts": []}) as server:
        url = server.url.replace("http://", "http://me:s3cret-word@") + "?key=abcdef"
        replies: Replies = ask_system(url, gold_of(2), replace(AskingOptions(), folder=tmp_path))
        server.wrong.clear()  # the name and password came as a header
    assert replies.name == f"{server.url}?..."
    for path in tmp_path.iterdir():
        assert b"s3cret" not in path.read_bytes()
        assert b"abcdef" not in path.read_bytes()


def test_addresses_that_differ_in_what_is_secret_share_no_replies(tmp_path: Path) -> None:
    with SystemsServer(lambda asked: {"answer": "x", "contexts": []}) as server:
        server.token = ""
        plain = server.url
        addresses = [
            plain,
            f"{plain}?model=a",
            f"{plain}?model=b",
            f"{plain}/0123456789abcdef",
            f"{plain}/fedcba9876543210",
        ]
        addresses += [plain.replace("http://", f"http://me:{word}@") for word in ("first", "other")]
        for address in addresses:
            ask_system(address, gold_of(2), replace(AskingOptions(), folder=tmp_path))
        server.wrong.clear()  # names and passwords came as headers
        assert server.asked.total() == 2 * len(addresses)
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    names = b" ".join(path.name.encode() for path in tmp_path.iterdir())
    for secret in (b"model=", b"0123456789abcdef", b"fedcba9876543210", b"first", b"other"):
        assert secret not in content + names
