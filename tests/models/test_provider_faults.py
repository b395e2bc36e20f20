"""Every fault over the wire becomes the error that is meant for it, in each dialect."""

import asyncio
import json
import socket

import pytest
from dialect_faults import Fault, always, rate_limit
from dialect_servers import DialectServer
from dialect_wire import DIALECTS, Dialect

from benchwright.errors import BenchwrightError, ContextError, ModelUsageError, RequestError, TransientError
from benchwright.models import Message, ModelSettings, Request
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
        (rate_limit("Wed, 21 Oct 2099 07:28:00 GMT"), 3600.0),
        (rate_limit("Wed, 21 Oct 2015 07:28:00 GMT"), 0.0),
        (rate_limit("86400"), 3600.0),
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
    keys = Keys({"OPENAI_API_KEY": "k" * 9, "ANTHROPIC_API_KEY": "k" * 9, "GEMINI_API_KEY": "k" * 9})
    error = error_of(f"{dialect}/m-1", ModelSettings(base_url=f"http://127.0.0.1:{port}/v1"), keys)
    assert isinstance(error, TransientError)
    assert (error.kind, error.billed) == ("reset", False)
    assert str(error) == f"{dialect}/m-1: 127.0.0.1:{port} cannot be reached"
    assert error.hint == "is the server running?"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_something_else_than_a_web_service(dialect: Dialect) -> None:
    """A server that speaks first, and not HTTP."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        import threading

        def speak() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(b"220 mail.example ESMTP ready\r\n")

        thread = threading.Thread(target=speak)
        thread.start()
        keys = Keys({"OPENAI_API_KEY": "k" * 9, "ANTHROPIC_API_KEY": "k" * 9, "GEMINI_API_KEY": "k" * 9})
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        error = error_of(f"{dialect}/m-1", ModelSettings(base_url=address), keys)
        thread.join()
    assert isinstance(error, ModelUsageError)
    assert "does not answer as a web service" in str(error)


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
