"""What of a model's settings is part of a request's key: the server and the form, and no secret."""

from __future__ import annotations

import pytest

from benchwright.models import Message, ModelSettings, Request
from benchwright.models.endpoints import ADDRESSES, endpoint_of


def asked(model: str = "openai/m", schema: dict[str, object] | None = None) -> Request:
    return Request(model, (Message.of("user", "Why?"),), "write", schema)


@pytest.mark.parametrize("model", ["openai/m", "anthropic/m", "google/m", "ollama/m"])
def test_the_provider_s_own_endpoint_is_no_part_of_the_key(model: str) -> None:
    provider = model.partition("/")[0]
    assert endpoint_of(asked(model), ModelSettings()) == ""
    assert endpoint_of(asked(model), ModelSettings(base_url=f"{ADDRESSES[provider]}/", structured="schema")) == ""  # type: ignore[index]
    assert endpoint_of(asked(model), ModelSettings(timeout=1.0, context=9, key_env="X")) == ""


def test_servers_and_forms_are_told_apart_and_secrets_are_not_kept() -> None:
    at = [
        endpoint_of(asked(schema={}), ModelSettings(base_url=url, structured=form))
        for url in ("http://one:1/v1", "http://one:2/v1", "https://one:1/v1", "http://one:1/v2")
        for form in (None, "object", "text")
    ]
    assert len(set(at)) == len(at)
    plain = endpoint_of(asked(), ModelSettings(base_url="http://one:1/secret/v1"))
    assert plain == endpoint_of(asked(), ModelSettings(base_url="http://me:secret@One:1/secret/v1/?key=secret"))
    assert "secret" not in plain


def test_a_form_matters_only_where_one_is_asked_for() -> None:
    assert endpoint_of(asked(), ModelSettings(structured="text")) == ""
    assert endpoint_of(asked(schema={}), ModelSettings(structured="text")) == "text@"


def test_an_address_that_is_none_is_for_the_client_to_refuse() -> None:
    assert endpoint_of(asked(), ModelSettings(base_url="http://[::1")) != ""
