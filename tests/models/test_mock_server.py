"""The server that other tests lean on: its replies fulfil any schema, its faults come as scheduled, it counts right."""

import json
from typing import Any

import pytest
from dialect_faults import Fault, numbered, rate_limit, shared
from dialect_servers import DialectServer, scripted_reply, wrong_schema
from dialect_wire import DIALECTS, Dialect
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from provider_asking import ask, asked

from benchwright.errors import TransientError
from benchwright.models import Reply
from benchwright.models.parse import read_reply

LEAVES: list[dict[str, Any]] = [
    {"type": "string"},
    {"type": "boolean"},
    {"type": "integer", "minimum": 3, "maximum": 5},
    {"type": "number"},
    {"type": "string", "enum": ["pass", "fail"]},
    {"const": 4},
    {"type": ["string", "null"]},
]


def wrapped(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    lists = st.builds(
        lambda item, least: {"type": "array", "items": item, "minItems": least, "maxItems": 3}, inner, st.integers(0, 3)
    )
    return lists | st.dictionaries(st.sampled_from("abcd"), inner, max_size=4).map(objects)


def objects(fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": sorted(fields), "additionalProperties": False}


SCHEMAS = st.dictionaries(
    st.sampled_from("abcd"), st.recursive(st.sampled_from(LEAVES), wrapped, max_leaves=6), max_size=4
).map(objects)


@given(SCHEMAS, st.text(max_size=30))
def test_a_scripted_reply_fulfils_its_schema_and_is_always_the_same(schema: dict[str, Any], text: str) -> None:
    reply = scripted_reply(text, schema)
    Draft202012Validator(schema).validate(json.loads(reply))
    assert scripted_reply(text, schema) == reply


def test_fixed_fields_are_fixed_wherever_they_stand() -> None:
    verdict = {"type": "string", "enum": ["pass", "fail"]}
    schema = objects({"style": objects({"verdict": verdict}), "verdict": verdict, "reason": {"type": "string"}})
    for text in "abcdef":
        data = json.loads(scripted_reply(text, schema, {"verdict": "pass"}))
        assert (data["verdict"], data["style"]["verdict"]) == ("pass", "pass")


def test_shares_are_what_they_say() -> None:
    schedule = shared(7, {"limit": (0.02, rate_limit()), "reset": (0.01, Fault("reset"))})
    drawn = [schedule(number, None) for number in range(1, 20_001)]
    names = [fault.name for fault in drawn if fault is not None]
    assert names.count("status-429") == pytest.approx(400, abs=60)
    assert names.count("reset") == pytest.approx(200, abs=45)
    assert [schedule(number, None) for number in range(1, 20_001)] == drawn


@pytest.mark.parametrize("dialect", DIALECTS)
def test_it_counts_what_was_sent_whole(dialect: Dialect) -> None:
    faults = numbered({1: rate_limit("1"), 3: Fault("half_body"), 4: Fault("reset")})
    with DialectServer(lambda request: "Yes", faults=faults) as server:
        found = ask(server, [asked(dialect)] * 5)
    assert [type(one) for one in found] == [TransientError, Reply, TransientError, TransientError, Reply]
    assert (server.requests, server.billed, server.max_in_flight, server.in_flight) == (5, 2, 1, 0)
    assert dict(server.faults) == {"status-429": 1, "half_body": 1, "reset": 1}
    assert [name for name, _ in server.bodies] == [dialect] * 5


def test_a_reply_that_does_not_keep_to_its_schema() -> None:
    schema = objects({"a": {"type": "string"}})
    answer = wrong_schema(lambda request: scripted_reply(request.text, request.schema))
    with DialectServer(answer) as server:
        (reply,) = ask(server, [asked("openai", schema=schema)])
    assert isinstance(reply, Reply)
    assert read_reply(reply.text, schema)[1].startswith("the object: ")


def test_a_request_that_the_types_do_not_allow_fails_the_test() -> None:
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    server = DialectServer(lambda request: "Yes")
    server.__enter__()
    data = json.dumps({"model": "m", "mesages": []}).encode()
    with pytest.raises(HTTPError) as caught:
        urlopen(Request(f"{server.url}/v1/chat/completions", data, {"content-type": "application/json"}))
    caught.value.close()
    assert caught.value.code == 400
    with pytest.raises(AssertionError, match="1 requests were wrong"):
        server.__exit__(None, None, None)
