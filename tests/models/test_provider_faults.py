"""Every fault over the wire becomes the error that is meant for it, in each dialect."""

import asyncio
import json
import socket

import pytest
from dialect_faults import Fault, always, rate_limit
from dialect_servers import DialectServer
from dialect_wire import DIALECTS, Dialect
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import (
    BenchwrightError,
    ContextError,
    ModelError,
    ModelUsageError,
    RequestError,
    TransientError,
)
from benchwright.models import Message, ModelSettings, Reply, Request
from benchwright.models.keys import Keys
from benchwright.models.names import parse_name
from benchwright.models.providers import open_provider


def failed(server: DialectServer, dialect: Dialect, timeout: float = 30.0) -> BenchwrightError:
    """The error of one request."""
    return error_of(f"{dialect}/m-1", server.settings(dialect, timeout=timeout), server.keys())


def error_of(name: str, settings: ModelSettings, keys: Keys) -> BenchwrightError:
    async def run() -> BenchwrightError:
        model = open_provider(parse_name(name), settings, keys)
        try:
            await model.ask(Request(name, (Message.of("user", "Who wrote it?"),), "answer"))
        except BenchwrightError as error:
            return error
        finally:
            await model.close()
        raise AssertionError("no error")

    return asyncio.run(run())


def server_with(fault: Fault) -> DialectServer:
    return DialectServer(lambda request: "a reply of some length, so that half of it is missed", faults=always(fault))


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    ("fault", "kind", "billed"),
    [
        (rate_limit(), "rate_limit", False),
        (Fault("status", 500), "server", False),
        (Fault("status", 502, raw="<html><body>Bad gateway</body></html>"), "server", False),
        (Fault("status", 503), "overloaded", False),
        (Fault("status", 529, error="Overloaded"), "overloaded", False),
        (Fault("status", 408), "timeout", False),
        (Fault("status", 409), "server", False),
        (Fault("reset"), "reset", True),
        (Fault("half_body"), "half_body", True),
        (Fault("invalid_json"), "bad_body", True),
        (Fault("empty"), "bad_body", True),
    ],
    ids=lambda value: value.name if isinstance(value, Fault) else str(value),
)
def test_faults_in_passing(dialect: Dialect, fault: Fault, kind: str, billed: bool) -> None:
    with server_with(fault) as server:
        error = failed(server, dialect)
        assert server.requests == 1  # the libraries' own retries are off
        assert server.billed == (1 if kind == "bad_body" else 0)
    assert isinstance(error, TransientError)
    assert (error.kind, error.billed, error.retry_after) == (kind, billed, None)
    assert str(error).startswith(f"{dialect}/m-1")


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("fault", [Fault("hang"), Fault("drip", seconds=0.02)], ids=lambda fault: fault.name)
def test_no_answer_in_time(dialect: Dialect, fault: Fault) -> None:
    with server_with(fault) as server:
        error = failed(server, dialect, timeout=0.3)
    assert isinstance(error, TransientError)
    assert (error.kind, error.billed) == ("timeout", True)
    assert str(error) == f"{dialect}/m-1 did not answer within 0.3 s"


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    ("fault", "seconds"),
    [
        (rate_limit("2"), 2.0),
        (rate_limit("0.25"), 0.25),
        (rate_limit("9", retry_after_ms="1500"), 1.5),
        (rate_limit("Wed, 21 Oct 2015 07:28:00 GMT"), 0.0),
        (rate_limit("86400"), 86_400.0),
        (rate_limit("-3"), None),
        (rate_limit("soon"), None),
    ],
    ids=lambda value: str(value.headers) if isinstance(value, Fault) else str(value),
)
def test_the_time_to_wait_is_read(dialect: Dialect, fault: Fault, seconds: float | None) -> None:
    with server_with(fault) as server:
        error = failed(server, dialect)
    assert isinstance(error, TransientError)
    assert error.retry_after == seconds


def test_google_tells_the_time_to_wait_in_the_body() -> None:
    detail = '{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "13.5s"}'
    raw = f'{{"error": {{"code": 429, "message": "Quota", "status": "RESOURCE_EXHAUSTED", "details": [{detail}]}}}}'
    with server_with(Fault("status", 429, raw=raw)) as server:
        error = failed(server, "google")
    assert isinstance(error, TransientError)
    assert error.retry_after == 13.5


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_web_page_in_place_of_a_reply_names_the_host_of_the_wrong_address(dialect: Dialect) -> None:
    with server_with(Fault("html")) as server:
        error = failed(server, dialect)
    assert isinstance(error, ModelUsageError)
    assert str(error) == f"{dialect}/m-1: {server.url.removeprefix('http://')} answered with a web page"
    assert "/v1" in error.hint


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_request_that_is_too_long(dialect: Dialect) -> None:
    said = {
        "openai": "This model's maximum context length is 8192 tokens.",
        "anthropic": "prompt is too long: 215000 tokens > 200000 maximum",
        "google": "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    }[dialect]
    with server_with(Fault("status", 400, error=said)) as server:
        error = failed(server, dialect)
    assert isinstance(error, ContextError)
    assert str(error) == f"{dialect}/m-1: the request is longer than its context: {said}"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_request_that_is_not_taken_is_not_sent_again(dialect: Dialect) -> None:
    with server_with(Fault("status", 400, error="messages: too\nstrange " + "x" * 500)) as server:
        error = failed(server, dialect)
        assert server.requests == 1
    assert isinstance(error, RequestError)
    assert not error.retryable
    assert str(error).startswith(f"{dialect}/m-1 refused the request (400): messages: too strange xxx")
    assert str(error).endswith("...")
    assert len(str(error)) < 260


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_server_that_does_not_run(dialect: Dialect) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    error = error_of(f"{dialect}/m-1", ModelSettings(base_url=f"http://127.0.0.1:{port}/v1"), KEYS)
    assert isinstance(error, TransientError)
    assert (error.kind, error.billed) == ("reset", False)
    assert str(error) == f"{dialect}/m-1: 127.0.0.1:{port} cannot be reached"
    assert error.hint == "is the server running?"


KEYS = Keys({"OPENAI_API_KEY": "k" * 9, "ANTHROPIC_API_KEY": "k" * 9, "GEMINI_API_KEY": "k" * 9})


def outcomes(dialect: Dialect, *answers: bytes) -> list[Reply | BaseException]:
    """What becomes of one request after the other, from a server that answers them with these bytes."""

    async def run() -> list[Reply | BaseException]:
        waiting = list(answers)

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(head.lower().split(b"content-length:")[1].split()[0]))
            writer.write(waiting.pop(0))
            writer.close()

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        name = f"{dialect}/m-1"
        model = open_provider(parse_name(name), ModelSettings(base_url=address, timeout=5.0), KEYS)
        request = Request(name, (Message.of("user", "Who wrote it?"),), "answer")
        found: list[Reply | BaseException] = []
        for _ in answers:
            found += await asyncio.gather(model.ask(request), return_exceptions=True)
        await model.close()
        server.close()
        return found

    return asyncio.run(run())


def good(body: bytes, *headers: bytes) -> bytes:
    lines = [b"HTTP/1.1 200 OK", b"Content-Length: %d" % len(body), b"Connection: close", *headers]
    return b"\r\n".join([*lines, b"", body])


@pytest.mark.parametrize("dialect", DIALECTS)
def test_something_else_than_a_web_service(dialect: Dialect) -> None:
    """It speaks, and not HTTP. Nothing was paid, and the run goes on until the model is given up."""
    (error,) = outcomes(dialect, b"220 mail.example ESMTP ready\r\n")
    assert isinstance(error, TransientError)
    assert "does not answer as a web service" in str(error)
    assert (error.kind, error.billed, error.hint) == ("reset", False, "check the base URL")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_one_malformed_answer_fails_one_attempt(dialect: Dialect) -> None:
    reply = (
        b'{"choices": [{"message": {"content": "Ada"}}], "stop_reason": "end_turn", "content": [], "candidates": []}'
    )
    reply = reply.replace(b"[]}", b'[{"content": {"parts": [{"text": "Ada"}]}}]}')
    odd = b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{}"
    first, second, third = outcomes(dialect, good(b"[]"), odd, good(reply))
    assert isinstance(first, TransientError)
    assert isinstance(second, TransientError)
    assert (second.kind, second.billed, second.hint) == ("bad_body", True, "")
    assert isinstance(third, Reply)


DEEP = b'{"error":' * 900 + b'"x"' + b"}" * 900


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    "body",
    [DEEP, b'{"error": {"code": ' + DEEP + b"}}", b"[" * 100_000, b"\xff\xfe{}", b"\x00\xd8{}", b"1" * 5000, b""],
    ids=["deep", "deep error", "deeper", "utf-16", "half utf-16", "digits", "empty"],
)
def test_a_body_that_cannot_be_read_is_a_bad_body(dialect: Dialect, body: bytes) -> None:
    (error,) = outcomes(dialect, good(body))
    assert isinstance(error, TransientError)
    assert (error.kind, error.billed) == ("bad_body", True)
    (refused,) = outcomes(dialect, good(body).replace(b"200 OK", b"400 Bad Request"))
    assert type(refused) is RequestError


HEADERS = st.sampled_from(
    [
        b"Content-Encoding: gzip",
        b"Content-Encoding: br",
        b"Content-Encoding: zstd",
        b"Content-Encoding: \xff",
        b"Content-Type: \xff; charset=nothing",
        b"Transfer-Encoding: chunked",
        b"Content-Length: -1",
        b"Content-Length: 99999999999999999999",
        b"Retry-After: \xb2",
        b"Set-Cookie: \x01=\xff; expires=never",
        b"no colon",
        b"X" * 9000 + b": y",
        b": nameless",
    ]
)
ANSWERS = st.one_of(
    st.binary(max_size=60),
    st.builds(
        lambda start, headers, body: b"\r\n".join([start, *headers, b"", body]),
        st.sampled_from([b"HTTP/1.1 200 OK", b"HTTP/1.1 429 No", b"HTTP/1.1 999 Odd", b"HTTP/9 200 OK"]),
        st.lists(HEADERS, max_size=2),
        st.binary(max_size=30) | st.sampled_from([b"{}", DEEP, b"5\r\n{}", b'{"choices":[]}', b'{"error":{}}']),
    ),
)


@given(st.sampled_from(DIALECTS), ANSWERS)
def test_no_bytes_of_an_answer_end_the_run(dialect: Dialect, answer: bytes) -> None:
    (error,) = outcomes(dialect, answer)
    assert isinstance(error, ModelError)


def test_a_broker_that_sends_errors_with_a_good_status() -> None:
    async def run(raw: str) -> BenchwrightError:
        with server_with(Fault("status", 200, raw=raw)) as server:
            return await asyncio.to_thread(failed, server, "openai")

    limited = asyncio.run(run('{"error": {"code": 429, "message": "upstream is busy"}}'))
    assert isinstance(limited, TransientError)
    assert limited.kind == "rate_limit"
    broken = asyncio.run(run('{"error": {"message": "no provider"}}'))
    assert isinstance(broken, TransientError)
    assert broken.kind == "server"
    listed = asyncio.run(run("[1, 2]"))
    assert isinstance(listed, TransientError)
    assert listed.kind == "bad_body"


@pytest.mark.parametrize(
    ("choice", "kind"),
    [
        ({"error": {"code": 429, "message": "upstream is busy"}}, "rate_limit"),
        ({"error": {"code": "429", "message": "upstream is busy"}}, "rate_limit"),
        ({"error": {"type": "overloaded_error", "message": "busy"}}, "overloaded"),
        ({"error": {"code": 502, "message": "provider failed"}, "finish_reason": "error"}, "server"),
        ({"error": {"message": "provider failed"}}, "server"),
        ({"error": "provider failed"}, "server"),
        ({"finish_reason": "error"}, "server"),
    ],
)
def test_a_brokers_error_in_a_choice_is_an_error_and_no_reply(choice: dict[str, object], kind: str) -> None:
    body = {"model": "m", "choices": [{"message": {"content": "The half of"}, **choice}]}
    with server_with(Fault("status", 200, raw=json.dumps(body))) as server:
        error = failed(server, "openai")
    assert isinstance(error, TransientError)
    assert (error.kind, error.billed) == (kind, True)  # tokens were made


def test_a_brokers_error_in_a_choice_that_would_come_again_is_not_tried_again() -> None:
    body = {"choices": [{"error": {"code": 400, "message": "bad picture"}, "message": {"content": ""}}]}
    with server_with(Fault("status", 200, raw=json.dumps(body))) as server:
        error = failed(server, "openai")
    assert str(error) == "openai/m-1 refused the request (400): bad picture"
    assert type(error) is RequestError


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("status", [302, 307, 308])
def test_redirects_are_told_and_not_followed(dialect: Dialect, status: int) -> None:
    fault = Fault("status", status, headers={"Location": "/v1/elsewhere?token=s3cret"}, raw="moved to s3cret")
    with server_with(fault) as server:
        error = failed(server, dialect)
        host = server.url.removeprefix("http://")
        assert server.requests == 1
    assert isinstance(error, ModelUsageError)
    assert str(error) == f"{dialect}/m-1: {host} redirects ({status}), which is not followed"


@pytest.mark.parametrize(
    ("key", "host"), [("sk-first-line\nsk-second-line", ""), ("sk-\x00-abcdefgh", ""), ("sk-abcdefgh", "a..b")]
)
def test_a_key_or_a_host_that_http_has_not_is_for_the_user_to_mend(key: str, host: str) -> None:
    with DialectServer(lambda request: "fine") as server:
        settings = ModelSettings(base_url=f"http://{host}/v1") if host else server.settings("openai")
        error = error_of("openai/m-1", settings, Keys({"OPENAI_API_KEY": key}))
        assert server.requests == 0
    assert isinstance(error, ModelUsageError)
    assert "cannot be asked" in str(error)
    assert "check the base URL, the proxy and the key" in error.line()
    assert "sk-" not in error.line()
