"""Names of models are taken apart and put together again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import UsageError
from benchwright.models.names import PROVIDERS, ModelName, parse_name


@given(st.sampled_from(PROVIDERS), st.from_regex(r"[a-z0-9/:._-]+", fullmatch=True))
def test_names_survive(provider: str, name: str) -> None:
    parsed = parse_name(f"{provider}/{name}")
    assert (parsed.provider, parsed.name, str(parsed)) == (provider, name, f"{provider}/{name}")


def test_a_name_may_hold_slashes() -> None:
    assert parse_name("openai-compatible/meta/llama-3:8b") == ModelName("openai-compatible", "meta/llama-3:8b")


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("opnai/gpt", "'opnai/gpt' is not the name of a model", "did you mean openai/gpt?"),
        ("OpenAI/gpt", "'OpenAI/gpt' is not the name of a model", "did you mean openai/gpt?"),
        ("openai/", "'openai/' names no model of openai", "write openai/NAME"),
        ("openai", "'openai' names no model of openai", "write openai/NAME"),
        ("openai/a b", "'openai/a b' names no model of openai", "write openai/NAME"),
        ("", "'' is not the name of a model", "write PROVIDER/NAME with openai, anthropic, google, ollama, openai-"),
        ("gpt-4", "'gpt-4' is not the name of a model", "did you mean 'openai/gpt-4'?"),
        ("o3", "'o3' is not the name of a model", "did you mean 'openai/o3'?"),
        ("Claude-x", "'Claude-x' is not the name of a model", "did you mean 'anthropic/Claude-x'?"),
        ("gemini-2", "'gemini-2' is not the name of a model", "did you mean 'google/gemini-2'?"),
        ("mistral", "'mistral' is not the name of a model", "write PROVIDER/NAME with openai"),
    ],
)
def test_what_is_no_name(text: str, message: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_name(text)
    assert str(caught.value) == message
    assert caught.value.hint.startswith(hint)
