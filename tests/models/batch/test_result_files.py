"""Replies come in once, from files of any order and form; every fault of them is counted, none is paid for twice."""

from __future__ import annotations

import hashlib
import json
import random
import re
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from batch_asking import SCHEMA, MemoryLedger, completion, failed, ids, lines, pass_over, request, result, write_lines
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchwright.errors import BatchPendingError, ContextError, RequestError, TransientError
from benchwright.files.append_log import AppendLog
from benchwright.models import Reply, Request, Usage
from benchwright.models.batch import FileLimits
from benchwright.models.batch.result_lines import parse_result_line

ASKED = [request(f"q{i}") for i in range(6)]


def waiting_folder(path: Path, asked: list[Request]) -> MemoryLedger:
    ledger = MemoryLedger()
    pass_over(path, ledger, asked)
    return ledger


def test_replies_are_stored_as_if_called(tmp_path: Path) -> None:
    asked = [request("a", schema=SCHEMA), request("b", schema=SCHEMA), request("c"), request("d"), request("e")]
    ledger = waiting_folder(tmp_path, asked)
    refused = result(asked[3].key, "")
    refused["response"]["body"]["choices"][0]["message"] = {"role": "assistant", "content": None, "refusal": "No."}
    rows = [
        result(asked[0].key, 'Here: ```json\n{"answer": "blue"}\n```'),
        result(asked[1].key, "blue"),
        result(asked[2].key, "It is bl", finish="length"),
        refused,
        {"custom_id": asked[4].key, "text": "by hand", "model": "a-person"},
    ]
    write_lines(tmp_path / "results" / "out.jsonl", rows[3:])
    write_lines(tmp_path / "some.jsonl", rows[:3])
    report, found, paths = pass_over(tmp_path, ledger, asked)
    assert paths == []
    assert report.stored == {"ok": 2, "unparsed": 1, "truncated": 1, "refused": 1}
    replies = [ledger.replies[one.key] for one in asked]
    assert replies[0] == Reply(
        rows[0]["response"]["body"]["choices"][0]["message"]["content"],
        data={"answer": "blue"},
        usage=Usage(10, 4),
        served_by="gpt-x-2026",
    )
    assert (replies[1].status, replies[1].data) == ("unparsed", None)
    assert "no JSON object" in replies[1].problem
    assert (replies[2].status, replies[2].text) == ("truncated", "It is bl")
    assert (replies[3].status, replies[3].text) == ("refused", "No.")
    assert replies[4] == Reply("by hand", usage=Usage(known=False), served_by="a-person")
    assert (report.usage, report.unpriced, report.waiting) == (Usage(40, 16, 0, known=False), 5, 0)
    assert list(found.values()) == replies


def test_what_replies_cost_is_counted(tmp_path: Path) -> None:
    ledger = waiting_folder(tmp_path, ASKED[:2])
    write_lines(
        tmp_path / "r.jsonl", [result(ASKED[0].key, "a"), {"custom_id": ASKED[1].key, "text": "no usage, no price"}]
    )

    def price_of(asked: Request, reply: Reply) -> float:
        return reply.usage.input * 0.01 + reply.usage.output * 0.1

    report, _, _ = pass_over(tmp_path, ledger, price_of=price_of)
    assert report.usd == pytest.approx(0.5)
    assert report.unpriced == 1
    assert ledger.replies[ASKED[0].key].usd == pytest.approx(0.5)
    assert ledger.replies[ASKED[1].key].usd is None


def test_the_form_of_vllm_is_read(tmp_path: Path) -> None:
    ledger = waiting_folder(tmp_path, ASKED[:3])
    bad = {"message": "bad", "type": "BadRequestError", "param": None, "code": 400}
    rows: list[dict[str, Any]] = [
        {
            "id": "vllm-1",
            "custom_id": ASKED[0].key,
            "response": {"status_code": 200, "request_id": "vllm-batch-1", "body": completion("yes")},
            "error": None,
        },
        {
            "id": "vllm-2",
            "custom_id": ASKED[1].key,
            "response": {"status_code": 400, "request_id": "vllm-batch-2", "body": None},
            "error": {"error": bad},
        },
        {"id": "vllm-3", "custom_id": ASKED[2].key, "response": {"status_code": 500}, "error": bad | {"code": 500}},
    ]
    write_lines(tmp_path / "r.jsonl", rows)
    report, _, _ = pass_over(tmp_path, ledger)
    assert (report.stored, report.refused, report.failed) == ({"ok": 1}, {"request": 1}, {"server": 1})


def test_a_file_whose_requests_are_all_refused_alike_makes_none_of_them_final(tmp_path: Path) -> None:
    ledger = waiting_folder(tmp_path, ASKED[:4])
    rows = [failed(one.key, 400, f"the moon is full ({one.text})", type="invalid_request_error") for one in ASKED[:4]]
    write_lines(tmp_path / "r.jsonl", rows)
    report, _, paths = pass_over(tmp_path, ledger, ASKED[:4])
    assert (report.failed, report.refused) == ({"account": 4}, {})
    assert sorted(ids(paths)) == sorted(one.key for one in ASKED[:4])
    write_lines(tmp_path / "r2.jsonl", [result(ASKED[0].key, "fine")])
    report, found, _ = pass_over(tmp_path, ledger, ASKED[:4])
    assert type(found[ASKED[0].key]) is Reply


def test_failures_are_asked_again_or_final(tmp_path: Path) -> None:
    ledger = waiting_folder(tmp_path, ASKED)
    keys = [one.key for one in ASKED]
    rows = [
        failed(keys[0], 429, "Rate limit reached"),
        failed(keys[1], 400, "maximum context length is 8192 tokens", code="context_length_exceeded"),
        failed(keys[2], 400, "bad picture", type="invalid_request_error"),
        failed(keys[3], 401, "Incorrect API key provided"),
        {"custom_id": keys[4], "response": None, "error": {"code": "batch_expired", "message": "expired"}},
        result(keys[5], "fine"),
    ]
    write_lines(tmp_path / "r.jsonl", rows)
    report, found, paths = pass_over(tmp_path, ledger, ASKED)
    assert report.failed == {"rate_limit": 1, "account": 1, "expired": 1}
    assert report.refused == {"context": 1, "request": 1}
    assert type(found[keys[1]]) is ContextError
    assert type(found[keys[2]]) is RequestError
    assert str(found[keys[2]]) == "openai/gpt-x refused the request (400): bad picture"
    assert sorted(ids(paths)) == sorted([keys[0], keys[3], keys[4]])
    # The file still lies there: its failures count once, and what is asked again waits.
    report, found, paths = pass_over(tmp_path, ledger, ASKED)
    assert (report.failed, report.refused, report.waiting, report.known) == ({}, {}, 3, 6)
    assert type(found[keys[1]]) is ContextError
    assert paths == []
    # A reply that comes after all counts.
    write_lines(tmp_path / "s.jsonl", [result(keys[2], "it went in the end")])
    report, found, _ = pass_over(tmp_path, ledger, ASKED)
    assert report.stored == {"ok": 1}
    assert isinstance(found[keys[2]], Reply)


@pytest.mark.parametrize(
    "row",
    [
        failed("KEY", 400, "The response was filtered by sk-secret-key", code="content_filter"),
        {
            "custom_id": "KEY",
            "result": {
                "type": "errored",
                "error": {
                    "type": "error",
                    "error": {
                        "type": "invalid_request_error",
                        "message": "Output blocked by content filtering policy of sk-secret-key",
                    },
                },
            },
        },
    ],
    ids=["openai", "anthropic"],
)
def test_a_content_filter_refuses_as_in_a_call(tmp_path: Path, row: dict[str, Any]) -> None:
    ledger = waiting_folder(tmp_path, ASKED[:1])
    write_lines(tmp_path / "r.jsonl", [row | {"custom_id": ASKED[0].key}])
    report, found, paths = pass_over(
        tmp_path, ledger, ASKED[:1], redact=lambda text: text.replace("sk-secret-key", "[key]")
    )
    assert (report.stored, report.failed, report.refused, paths) == ({"refused": 1}, {}, {}, [])
    reply = found[ASKED[0].key]
    assert isinstance(reply, Reply)
    assert reply.text.endswith("[key]")
    assert reply == Reply(reply.text, "refused", usage=Usage(known=False))


def test_a_brokers_error_in_a_choice_is_a_failure(tmp_path: Path) -> None:
    ledger = waiting_folder(tmp_path, ASKED[:1])
    row = result(ASKED[0].key, "half of")
    row["response"]["body"]["choices"][0]["error"] = {"code": 429, "message": "upstream is busy"}
    write_lines(tmp_path / "r.jsonl", [row])
    report, _, paths = pass_over(tmp_path, ledger, ASKED[:1])
    assert (report.stored, report.failed) == ({}, {"rate_limit": 1})
    assert ids(paths) == [ASKED[0].key]


def test_refusals_for_good_are_asked_again_only_when_told(tmp_path: Path) -> None:
    ledger = waiting_folder(tmp_path, ASKED[:1])
    write_lines(tmp_path / "r.jsonl", [failed(ASKED[0].key, 400, "no")])
    assert pass_over(tmp_path, ledger, ASKED[:1])[2] == []
    assert ids(pass_over(tmp_path, ledger, ASKED[:1], again=True)[2]) == [ASKED[0].key]


def test_what_fails_at_the_server_again_and_again_is_final(tmp_path: Path) -> None:
    ledger = waiting_folder(tmp_path, ASKED[:1])
    for turn in range(3):
        broken = result(ASKED[0].key, "")
        broken["id"] = f"batch_req_{turn}"
        broken["response"]["body"]["choices"] = []
        write_lines(tmp_path / f"r{turn}.jsonl", [broken])
        report, found, paths = pass_over(tmp_path, ledger, ASKED[:1])
        assert (report.failed if turn < 2 else report.refused) == {"bad_body": 1}
        assert bool(paths) == (turn < 2)
    assert isinstance(found[ASKED[0].key], RequestError)
    assert "failed 3 times" in str(found[ASKED[0].key])


def test_the_same_line_for_each_failure_counts_each_time(tmp_path: Path) -> None:
    ledger, key = waiting_folder(tmp_path, ASKED[:1]), ASKED[0].key
    expired = {"custom_id": key, "result": {"type": "expired"}}
    for turn in range(4):
        write_lines(tmp_path / f"r{turn}.jsonl", [expired])
        for again in range(2):  # and only then: the file still lies there
            report, _, paths = pass_over(tmp_path, ledger, ASKED[:1])
            assert (report.failed, bool(paths)) == (({"expired": 1}, True) if not again else ({}, False))
    for turn in range(4):  # all are taken away, and one more comes
        (tmp_path / f"r{turn}.jsonl").unlink()
    assert pass_over(tmp_path, ledger, ASKED[:1])[2] == []
    write_lines(tmp_path / "t.jsonl", [expired])
    assert pass_over(tmp_path, ledger, ASKED[:1])[0].failed == {"expired": 1}
    write_lines(tmp_path / "s.jsonl", [result(key, "in time")])
    assert pass_over(tmp_path, ledger, ASKED[:1])[0].stored == {"ok": 1}


def test_a_log_of_an_earlier_version_goes_on(tmp_path: Path) -> None:
    """It named failed lines where it now counts them."""
    ledger, key = waiting_folder(tmp_path, ASKED[:1]), ASKED[0].key
    row = failed(key, 429, "not now")
    write_lines(tmp_path / "a.jsonl", [row])
    digest = hashlib.sha256(json.dumps(row).encode()).hexdigest()[:24]
    with AppendLog(tmp_path / "waiting.log") as log:
        log.append({"event": "failed", "key": key, "kind": "rate_limit", "message": "m", "final": False, "row": digest})
    report, _, paths = pass_over(tmp_path, ledger, ASKED[:1])
    assert (report.failed, report.known, len(paths)) == ({}, 1, 1)


def test_thinking_in_a_reply_made_by_hand_is_left_out(tmp_path: Path) -> None:
    ledger = waiting_folder(tmp_path, ASKED[:1])
    write_lines(tmp_path / "r.jsonl", [{"custom_id": ASKED[0].key, "text": "<think>Who knows?</think>\n\nBlue."}])
    pass_over(tmp_path, ledger)
    assert ledger.replies[ASKED[0].key].text == "Blue."


_NAMES = re.findall(
    r"\w+",
    """key text result response error body status_code type message code choices content finish_reason usage model
    prompt_tokens completion_tokens prompt_tokens_details cached_tokens candidates parts stop_reason input_tokens
    output_tokens cache_read_input_tokens usageMetadata promptTokenCount candidatesTokenCount cachedContentTokenCount
    stop_details promptFeedback blockReason finishReason modelVersion refusal param""",
)
_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["succeeded", "errored", "expired", "canceled", "error", "stop", "batch_expired", "text"]),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.sampled_from(_NAMES), parts, max_size=6),
    max_leaves=20,
)


@given(st.dictionaries(st.sampled_from(_NAMES), _VALUES, max_size=5))
@example({"error": {"code": ["batch_expired"]}})
@example({"result": {"type": []}})
@example({"result": {"type": "errored", "error": {"code": {}}}})
def test_an_odd_line_is_read_or_damaged_and_ends_nothing(line: dict[str, Any]) -> None:
    try:
        row = parse_result_line({**line, "custom_id": "a"})
    except ValueError:
        return
    if row.failed:
        assert row.form == "request" or row.failure(ASKED[0], str) is not None
    else:
        with suppress(TransientError):
            row.reply(ASKED[0], str)


def test_repeated_conflicting_unknown_and_damaged_lines(tmp_path: Path) -> None:
    ledger = waiting_folder(tmp_path, ASKED[:4])
    good = [json.dumps(result(one.key, f"reply {i}")) for i, one in enumerate(ASKED[:4])]
    stray = json.dumps(result("f" * 64, "of another run"))
    content = [
        good[0],
        good[0],
        json.dumps(result(ASKED[0].key, "something else")),
        "",
        "   ",
        stray,
        good[1][:-9],
        "[1, 2]",
        '{"text": "whose?"}',
        json.dumps({"custom_id": ASKED[3].key}),
        "[" * 100_000,
        json.dumps(result(ASKED[3].key, "x" * 3000)),
    ]
    raw = ("\ufeff" + "\r\n".join(content) + "\r\n").encode() + b'{"custom_id": "\xff"}\n' + good[2].encode()
    (tmp_path / "r.jsonl").write_bytes(raw)
    report, _, _ = pass_over(tmp_path, ledger, limits=FileLimits(reply=2000))
    assert report.stored == {"ok": 2}
    assert {ledger.replies[ASKED[0].key].text, ledger.replies[ASKED[2].key].text} == {"reply 0", "reply 2"}
    assert (report.repeated, report.conflicts, report.unknown, report.damaged, report.waiting) == (2, 1, 1, 7, 2)
    assert report.examples["unknown"] == ["f" * 64]
    assert report.examples["damaged"] == [
        report.examples["damaged"][0],
        "r.jsonl:8: not a JSON object",
        "r.jsonl:9: no custom_id",
        "r.jsonl:10: neither a reply nor an error",
        "r.jsonl:11: longer than 2,000 bytes",
    ]
    assert report.examples["damaged"][0].startswith("r.jsonl:7: not JSON (")
    text = "\n".join(report.lines())
    assert "7 lines cannot be read" in text
    assert "2 requests still wait" in text


def test_requests_among_the_results_are_no_results(tmp_path: Path) -> None:
    ledger = waiting_folder(tmp_path, ASKED[:1])
    [path] = tmp_path.glob("requests-*")
    (tmp_path / "results").mkdir()
    (tmp_path / "copy.jsonl").write_bytes(path.read_bytes())
    report, _, _ = pass_over(tmp_path, ledger)
    assert (report.requests, report.damaged, report.unknown, report.waiting) == (1, 0, 0, 1)


def test_a_reply_beats_a_failure_wherever_it_stands(tmp_path: Path) -> None:
    ledger = waiting_folder(tmp_path, ASKED[:1])
    key = ASKED[0].key
    write_lines(tmp_path / "a.jsonl", [failed(key, 400, "no"), result(key, "yes"), failed(key, 500, "no")])
    report, found, paths = pass_over(tmp_path, ledger, ASKED[:1])
    assert (report.stored, report.failed, report.refused, paths) == ({"ok": 1}, {}, {}, [])
    assert isinstance(found[key], Reply)


def test_replies_of_another_run_are_found_when_asked_for(tmp_path: Path) -> None:
    ledger = MemoryLedger()
    write_lines(tmp_path / "r.jsonl", [result(one.key, "old") for one in ASKED])
    report, found, paths = pass_over(tmp_path, ledger, ASKED[:4])
    assert (report.unknown, paths) == (6, [])
    assert [reply.text for reply in found.values() if isinstance(reply, Reply)] == ["old"] * 4
    assert pass_over(tmp_path, ledger, ASKED)[0].known == 4


def test_a_foreign_line_that_turns_out_empty_is_sent_anew(tmp_path: Path) -> None:
    row = result(ASKED[0].key, "")
    row["response"]["body"]["choices"] = []
    write_lines(tmp_path / "r.jsonl", [row])
    _, found, paths = pass_over(tmp_path, MemoryLedger(), ASKED[:1])
    assert isinstance(found[ASKED[0].key], BatchPendingError)
    assert ids(paths) == [ASKED[0].key]


def test_the_log_stays_short(tmp_path: Path) -> None:
    asked = [request(f"{i} {'x' * 500}") for i in range(60)]
    ledger = waiting_folder(tmp_path, asked)
    write_lines(tmp_path / "r.jsonl", [result(one.key, "y") for one in asked[:58]])
    report, _, _ = pass_over(tmp_path, ledger)
    assert report.waiting == 2
    assert (tmp_path / "waiting.log").stat().st_size < 3000
    report, _, paths = pass_over(tmp_path, ledger, [*asked, request("new")])
    assert (report.waiting, report.known) == (2, 58)
    assert [path.name for path in paths] == ["requests-002-openai-gpt-x-01.jsonl"]


def test_a_ledger_that_lost_a_reply_gets_it_again(tmp_path: Path) -> None:
    ledger = waiting_folder(tmp_path, ASKED[:2])
    write_lines(tmp_path / "r.jsonl", [result(one.key, "y") for one in ASKED[:2]])
    pass_over(tmp_path, ledger, ASKED[:2])
    _, _, paths = pass_over(tmp_path, ledger, ASKED[:2])
    assert paths == []
    fresh = MemoryLedger()
    assert pass_over(tmp_path, fresh, ASKED[:2])[2] == []
    assert fresh.replies == ledger.replies
    (tmp_path / "r.jsonl").unlink()
    assert sorted(ids(pass_over(tmp_path, MemoryLedger(), ASKED[:2])[2])) == sorted(one.key for one in ASKED[:2])


def test_secrets_in_a_service_s_words_are_not_kept(tmp_path: Path) -> None:
    ledger = waiting_folder(tmp_path, ASKED[:1])
    write_lines(tmp_path / "r.jsonl", [failed(ASKED[0].key, 400, "wrong sk-canary-123")])
    report, found, _ = pass_over(
        tmp_path, ledger, ASKED[:1], redact=lambda text: text.replace("sk-canary-123", "[key]")
    )
    assert str(found[ASKED[0].key]).endswith("wrong [key]")
    assert "sk-canary" not in (tmp_path / "waiting.log").read_text() + str(report)


@pytest.mark.parametrize(
    ("row", "kind", "final"),
    [
        ({"custom_id": "a", "result": {"type": "expired"}}, "expired", False),
        ({"custom_id": "a", "result": {"type": "canceled"}}, "cancelled", False),
        (
            {
                "custom_id": "a",
                "result": {
                    "type": "errored",
                    "error": {"type": "error", "error": {"type": "overloaded_error", "message": "m"}},
                },
            },
            "overloaded",
            False,
        ),
        (
            {
                "custom_id": "a",
                "result": {
                    "type": "errored",
                    "error": {
                        "type": "error",
                        "error": {"type": "invalid_request_error", "message": "prompt is too long"},
                    },
                },
            },
            "context",
            True,
        ),
        ({"key": "a", "error": {"code": 8, "message": "exhausted"}}, "rate_limit", False),
        ({"key": "a", "error": {"code": 3, "message": "invalid argument"}}, "request", True),
        ({"key": "a", "error": {"code": 503, "message": "m", "status": "UNAVAILABLE"}}, "overloaded", False),
        ({"custom_id": "a", "response": {"status_code": 404, "body": {"error": "no model"}}}, "account", False),
        ({"custom_id": "a", "response": {"status_code": 413, "body": {"error": "too big"}}}, "request", True),
        ({"custom_id": "a", "error": "it would not go"}, "server", False),
    ],
)
def test_what_failures_mean(row: dict[str, Any], kind: str, final: bool) -> None:
    failure = parse_result_line(row).failure(request("q"), str)
    assert failure is not None
    assert (failure.kind, failure.final) == (kind, final)


def test_a_model_that_does_not_take_a_field_is_asked_without_it(tmp_path: Path) -> None:
    ledger = waiting_folder(tmp_path, ASKED[:2])
    words = "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) is supported."
    told = {"code": "unsupported_value", "param": "temperature", "type": "invalid_request_error"}
    write_lines(tmp_path / "a.jsonl", [failed(one.key, 400, words, **told) for one in ASKED[:2]])
    report, _, [path] = pass_over(tmp_path, ledger, ASKED[:2])
    assert (report.failed, report.refused) == ({"field": 2}, {})
    bodies = [line["body"] for line in lines(path)]
    assert len(bodies) == 2
    assert all("temperature" not in body and "max_completion_tokens" in body for body in bodies)
    # It is remembered, also by the next run, and a second refusal is no reason to try for ever.
    write_lines(tmp_path / "b.jsonl", [{**failed(ASKED[0].key, 400, words, **told), "id": "again"}])
    report, _, [path] = pass_over(tmp_path, ledger, [*ASKED[:2], request("new")])
    assert report.refused == {"request": 1}
    assert "temperature" not in lines(path)[0]["body"]


TEXTS = [f"reply {i}" for i in range(4)]
ROWS = [
    row
    for one, text in zip(ASKED[:4], TEXTS, strict=True)
    for row in (result(one.key, text), result(one.key, text), failed(one.key, 500, f"not now {text}"))
] + [result("e" * 64, "stray"), {"custom_id": ASKED[0].key}]


@settings(max_examples=20)
@given(st.permutations(range(len(ROWS))), st.lists(st.integers(0, len(ROWS)), max_size=3), st.integers(0, 9))
def test_any_order_over_any_passes_gives_the_same_ledger(order: list[int], cuts: list[int], seed: int) -> None:
    with TemporaryDirectory() as name:
        path = Path(name)
        ledger = waiting_folder(path, ASKED[:4])
        bounds = sorted({0, len(ROWS), *cuts})
        draw = random.Random(seed)
        for number, (start, end) in enumerate(pairwise(bounds)):
            place = path / draw.choice([".", "results"]) / f"{draw.randrange(1000):03d}-{number}.jsonl"
            write_lines(place, [ROWS[index] for index in order[start:end]])
            pass_over(path, ledger, ASKED[:4])
        report, found, paths = pass_over(path, ledger, ASKED[:4])
        assert [ledger.replies[one.key].text for one in ASKED[:4]] == TEXTS
        assert ledger.puts == 4
        assert (report.waiting, paths) == (0, [])
        assert all(isinstance(reply, Reply) for reply in found.values())
