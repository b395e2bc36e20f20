"""Every dialect over the wire, against a server that holds each request against the services' own types."""

import asyncio
import logging
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from dialect_servers import CANARY, Answer, DialectServer, Fault, ParsedRequest, numbered, scripted_reply
from dialect_wire import DIALECTS, Dialect
from PIL import Image
from provider_asking import ask, asked

from benchwright.errors import ModelUsageError, RequestError
from benchwright.models import Message, ModelSettings, PromptImage, Reply, Text, Usage
from benchwright.models.keys import Keys
from benchwright.models.names import parse_name
from benchwright.models.parse import read_reply
from benchwright.models.providers import open_provider

SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "string"}, "sure": {"type": "boolean"}},
    "required": ["answer", "sure"],
    "additionalProperties": False,
}


def words(text: str) -> Callable[[ParsedRequest], str]:
    return lambda request: text


@pytest.mark.parametrize("dialect", DIALECTS)
def test_text(dialect: Dialect) -> None:
    seen = []

    def answer(request: ParsedRequest) -> Answer:
        seen.append(request)
        return Answer("Ada Lovelace. ✓", thinking="Was it Babbage? No.")

    with DialectServer(answer, key=CANARY) as server:
        (reply,) = ask(server, [asked(dialect, max_tokens=77)])
    assert isinstance(reply, Reply)
    assert (reply.text, reply.status, reply.data, reply.served_by) == ("Ada Lovelace. ✓", "ok", None, "m-1")
    assert (reply.usage.input, reply.usage.output) == (6, 9)  # "Be short.\nWho wrote it?" 23, 15 + 19 characters
    assert (seen[0].model, seen[0].system, seen[0].messages) == ("m-1", "Be short.", (("user", "Who wrote it?"),))
    assert (seen[0].max_tokens, seen[0].schema) == (77, None)
    assert seen[0].temperature == (None if dialect == "anthropic" else 0.0)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_json_by_schema(dialect: Dialect) -> None:
    with DialectServer(lambda request: scripted_reply(request.text, request.schema)) as server:
        first, second = ask(server, [asked(dialect, schema=SCHEMA)] * 2)
        body = str(server.bodies[0])
    assert isinstance(first, Reply)
    assert first == second
    data, problem = read_reply(first.text, SCHEMA)
    assert problem == ""
    assert data is not None
    assert "additionalProperties" in body


@pytest.mark.parametrize("dialect", DIALECTS)
def test_an_image_arrives_byte_for_byte(dialect: Dialect, tmp_path: Path) -> None:
    path = tmp_path / "dot.png"
    Image.new("RGB", (3, 2), "red").save(path)
    seen: list[tuple[bytes, ...]] = []

    def answer(request: ParsedRequest) -> str:
        seen.append(request.pictures)
        return "red"

    picture = PromptImage("ab" * 32, path, 3, 2)
    request = replace(
        asked(dialect), messages=(Message("user", (Text("Colour?"), picture)), Message.of("user", "Say it."))
    )
    with DialectServer(answer) as server:
        replies = ask(server, [request, request])
        path.unlink()  # the copy is kept for the same image
        replies += ask(server, [request])
    assert [reply.text for reply in replies[:2] if isinstance(reply, Reply)] == ["red", "red"]
    assert isinstance(replies[2], RequestError)
    assert str(replies[2]) == "the image dot.png cannot be read (No such file or directory)"
    assert seen[0][0].startswith(b"\x89PNG")
    assert seen[0] == seen[1]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("how", ["refused", "truncated"])
def test_refused_and_truncated_replies_are_replies(dialect: Dialect, how: Any) -> None:
    with DialectServer(lambda request: Answer("I will", how)) as server:
        (reply,) = ask(server, [asked(dialect)])
    assert isinstance(reply, Reply)
    assert (reply.text, reply.status) == ("I will", how)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_content_filter_refuses(dialect: Dialect) -> None:
    with DialectServer(words("x"), faults=numbered({1: Fault("filter")})) as server:
        (reply,) = ask(server, [asked(dialect)])
    assert isinstance(reply, Reply)
    assert reply.status == "refused"


def test_a_filter_that_answers_with_an_error_refuses_too() -> None:
    fault = Fault("status", 400, error="Output blocked by content filtering policy")
    with DialectServer(words("x"), faults=numbered({1: fault})) as server:
        (reply,) = ask(server, [asked("anthropic")])
    assert reply == Reply("Output blocked by content filtering policy", "refused", usage=Usage(known=False))


@pytest.mark.parametrize("model", ["openai/m", "anthropic/m", "google/m", "ollama/m", "openai-compatible/m"])
def test_what_the_environment_holds_for_other_uses_diverts_no_call(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = {
        "OPENAI_BASE_URL": "http://127.0.0.1:1/v1",
        "ANTHROPIC_BASE_URL": "http://127.0.0.1:1",
        "ANTHROPIC_AUTH_TOKEN": "another",
        "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:1",
        "GOOGLE_GENAI_USE_VERTEXAI": "true",
        "GOOGLE_CLOUD_PROJECT": "p",
        "GOOGLE_CLOUD_LOCATION": "l",
        "GOOGLE_API_KEY": "another",
    }
    for name, value in elsewhere.items():
        monkeypatch.setenv(name, value)
    with DialectServer(words("Yes")) as server:
        (reply,) = ask(server, [replace(asked("openai"), model=model)])
        sent = str(server.headers)
    assert isinstance(reply, Reply)
    assert reply.text == "Yes"
    assert "another" not in sent


def test_a_closed_model_is_not_asked() -> None:
    async def run() -> None:
        model = open_provider(parse_name("openai/m"), ModelSettings(), Keys({}))
        await model.close()
        await model.close()
        with pytest.raises(RuntimeError, match="the model is closed"):
            await model.ask(asked("openai"))

    asyncio.run(run())


def test_other_servers_are_asked_at_their_address_and_need_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-mine")
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    with DialectServer(words("<think>\nhm\n</think>\n\nYes")) as server:
        for model in ("ollama/llama3:8b", "openai-compatible/org/name"):
            (reply,) = ask(server, [replace(asked("openai"), model=model)], Keys({"OPENAI_API_KEY": CANARY}))
            assert isinstance(reply, Reply)
            assert reply.text == "Yes"
        assert [body["model"] for _, body in server.bodies] == ["llama3:8b", "org/name"]
        sent = str(server.headers)
    assert CANARY not in sent
    assert "org-of-mine" not in sent


def test_a_key_is_taken_from_the_variable_that_the_plan_names() -> None:
    keys = Keys({"MY_SERVER": "a-very-own-value"})
    with DialectServer(words("Yes"), key="a-very-own-value") as server:
        request = replace(asked("openai"), model="openai-compatible/m")
        (reply,) = ask(server, [request], keys, key_env="MY_SERVER")
        assert isinstance(reply, Reply)
        (missing,) = ask(server, [request], Keys({}), key_env="MY_SERVER")
    assert isinstance(missing, ModelUsageError)
    assert str(missing) == "openai-compatible/m needs a key: MY_SERVER is not set"


@pytest.mark.parametrize(
    ("dialect", "said"),
    [
        ("openai", "openai/m-1 needs a key: OPENAI_API_KEY is not set"),
        ("anthropic", "anthropic/m-1 needs a key: ANTHROPIC_API_KEY is not set"),
        ("google", "google/m-1 needs a key: GEMINI_API_KEY or GOOGLE_API_KEY is not set"),
    ],
)
def test_a_missing_key_is_said_before_anything_is_sent(dialect: Dialect, said: str) -> None:
    with DialectServer(words("x")) as server:
        (error,) = ask(server, [asked(dialect)], Keys({}))
        assert server.requests == 0
    assert isinstance(error, ModelUsageError)
    assert str(error) == said


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_wrong_key_is_named_by_its_variable_only(dialect: Dialect, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with DialectServer(words("x"), key="another key") as server:
        (error,) = ask(server, [asked(dialect)])
    assert isinstance(error, ModelUsageError)
    variable = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "google": "GEMINI_API_KEY"}[dialect]
    assert str(error) == f"{dialect}/m-1 does not know the key in {variable} (401)"
    told = "".join(traceback.format_exception(error)) + repr(error) + error.hint + caplog.text
    assert CANARY not in told
    assert error.__cause__ is None
    assert error.__context__ is None


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_key_is_nowhere_but_in_the_request(dialect: Dialect, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for name in ("openai", "anthropic", "google_genai", "httpx2", "httpcore2", "asyncio"):
        caplog.set_level(logging.DEBUG, logger=name)
    faults = numbered({1: Fault("status", 400, error=f"no {CANARY}\x1b[31m here"), 2: Fault("status", 500, raw=CANARY)})
    with DialectServer(words("Yes"), faults=faults) as server:
        bad, broken, good = ask(server, [asked(dialect)] * 3)
        model = open_provider(parse_name(f"{dialect}/m-1"), server.settings(dialect), server.keys())
        assert CANARY in str(server.headers)
        told = f"{bad!r} {bad} {broken} {good!r} {model!r} {server.keys()!r} {caplog.text}"
    assert CANARY not in told
    assert str(bad) == f"{dialect}/m-1 refused the request (400): no [key] [31m here"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_an_unknown_model_is_named(dialect: Dialect) -> None:
    with DialectServer(words("x"), models=["m-2"]) as server:
        (error,) = ask(server, [asked(dialect)])
    assert isinstance(error, ModelUsageError)
    assert str(error) == f"{dialect}/m-1 is unknown to the service: The model `m-1` does not exist"


@pytest.mark.parametrize("dialect", ["openai", "google"])
def test_a_refused_field_is_left_out_from_then_on(dialect: Dialect) -> None:
    words_of_service = (
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) works."
    )
    fault = Fault("status", 400, error=words_of_service, code="unsupported_value")

    def faults(number: int, request: ParsedRequest) -> Fault | None:
        return fault if request.temperature is not None else None

    with DialectServer(words("Yes"), faults=faults) as server:
        replies = ask(server, [asked(dialect)] * 3)
        warm = ["temperature" in body.get("generationConfig", body) for _, body in server.bodies]
    assert [reply.text for reply in replies if isinstance(reply, Reply)] == ["Yes"] * 3
    assert warm == [True, False, False, False]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_an_empty_reply_can_be_shown_to_the_model_that_gave_it(dialect: Dialect) -> None:
    """As when it is asked to mend it."""
    with DialectServer(words("")) as server:
        (first,) = ask(server, [asked(dialect, schema=SCHEMA)])
        assert isinstance(first, Reply)
        again = asked(dialect, schema=SCHEMA)
        turns = (*again.messages, Message.of("assistant", first.text), Message.of("user", "It was empty."))
        (second,) = ask(server, [replace(again, messages=turns)])
    assert isinstance(second, Reply)  # the server found no request wrong


def test_many_at_once_share_one_client_and_none_is_lost() -> None:
    async def run(server: DialectServer) -> list[Reply]:
        model = open_provider(parse_name("openai/m-1"), server.settings("openai"), server.keys())
        found = await asyncio.gather(*(model.ask(asked("openai", f"Number {n}?")) for n in range(300)))
        await model.close()
        return list(found)

    with DialectServer(lambda request: request.messages[0][1], latency=lambda number, request: 0.05) as server:
        replies = asyncio.run(run(server))
        assert server.max_in_flight > 100
    assert [reply.text for reply in replies] == [f"Number {n}?" for n in range(300)]


def test_an_address_is_needed_and_must_be_one() -> None:
    name = parse_name("openai-compatible/m")
    with pytest.raises(ModelUsageError, match="needs the address of its server"):
        open_provider(name, ModelSettings(), Keys({}))
    for wrong in ("localhost:8000", "http://", "https:///v1", "http://[::1/v1", "ftp://host/v1"):
        with pytest.raises(ModelUsageError, match="must be http://HOST"):
            open_provider(name, ModelSettings(base_url=wrong), Keys({}))
