"""Keys are found, and shown to nobody."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import UsageError
from benchwright.models import ModelSettings
from benchwright.models.keys import Keys, key_names

SECRET = "sk-canary/0123 4567+89"


def test_the_environment_goes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text('OPENAI_API_KEY="of the file"\nGEMINI_API_KEY=g$HOME-1 # mine\nANTHROPIC_API_KEY=\n')
    monkeypatch.setenv("OPENAI_API_KEY", "of the environment ")
    for name in ("GEMINI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    keys = Keys.load(tmp_path)
    assert keys.get("OPENAI_API_KEY") == "of the environment"
    assert keys.get("GEMINI_API_KEY") == "g$HOME-1"
    assert keys.get("ANTHROPIC_API_KEY") is None
    assert keys.get("NOT_SET_ANYWHERE") is None
    assert [keys.where(name) for name in ("OPENAI_API_KEY", "GEMINI_API_KEY", "ANTHROPIC_API_KEY")] == [
        "environment",
        ".env",
        "",
    ]
    assert "GEMINI_API_KEY" not in __import__("os").environ  # nothing is put into the environment


def test_no_file_is_no_fault_and_a_broken_one_is_told_without_its_words(tmp_path: Path) -> None:
    assert Keys.load(tmp_path).where("GEMINI_API_KEY") in ("", "environment")
    (tmp_path / ".env").write_bytes(b"OPENAI_API_KEY=\xff\xfesecret")
    with pytest.raises(UsageError) as caught:
        Keys.load(tmp_path)
    assert "secret" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_redacting() -> None:
    keys = Keys({"OPENAI_API_KEY": SECRET, "MINE": "a-value-of-mine", "HOME": "/home/somebody", "X_TOKEN": "short"})
    assert keys.redact(f"a {SECRET} b sk-canary%2F0123%204567%2B89 c") == "a [key] b [key] c"
    assert keys.redact("/home/somebody is short") == "/home/somebody is short"
    assert keys.redact("a-value-of-mine") == "a-value-of-mine"
    assert keys.get("MINE") == "a-value-of-mine"  # from now on it is a key
    assert keys.redact("a-value-of-mine") == "[key]"
    assert SECRET not in repr(keys)


def test_of_two_keys_the_longer_is_hidden_whole() -> None:
    keys = Keys({"A_KEY": "abcdefgh", "B_KEY": "abcdefgh-ijkl"})
    assert keys.redact("x abcdefgh-ijkl y abcdefgh z") == "x [key] y [key] z"


@given(
    st.text(max_size=30), st.text(max_size=30), st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=8)
)
def test_no_key_is_left_in_any_text(before: str, after: str, key: str) -> None:
    assert key not in Keys({"OPENAI_API_KEY": key}).redact(before + key + after).replace("[key]", "\x00")


def test_where_a_models_key_is_looked_for() -> None:
    assert key_names("google", ModelSettings()) == ("GEMINI_API_KEY", "GOOGLE_API_KEY")
    assert key_names("openai-compatible", ModelSettings()) == ()
    assert key_names("openai", ModelSettings(key_env="OTHER")) == ("OTHER",)
