from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchwright.errors import PlanError
from benchwright.prompts import styles
from benchwright.prompts.load import load_style, parse_style

PAIRS = {"2text", "text+table", "text+image", "2table", "table+image", "2image"}


PAPER = ["compare-contrast", "compound", "information-extraction", "multi-hop", "numerical"]


def test_the_styles_of_the_paper_allow_at_least_what_it_made() -> None:
    allowed = {name: {str(one) for one in style.modalities} for name, style in styles().items()}
    assert sorted(allowed) == sorted([*PAPER, "comparison", "list"])
    assert allowed["information-extraction"] == {"text", "table", "image"}
    assert allowed["compare-contrast"] >= PAIRS
    assert allowed["compound"] >= PAIRS
    assert allowed["numerical"] >= {"text", "table", "2text", "text+table", "2table"}
    assert allowed["multi-hop"] >= {"2text", "text+table", "text+image", "2table", "table+image"}


def test_style_names_are_file_names_and_rules_are_sentences() -> None:
    for style in styles().values():
        assert style.description.endswith(".")
        assert all(rule.endswith(".") for rule in style.rules)
        assert len(style.sha256) == 64


def test_what_is_not_a_style_is_refused() -> None:
    with pytest.raises(PlanError, match="not YAML") as caught:
        parse_style(b"a: [", "x.yaml")
    assert "in line 1" in caught.value.hint
    with pytest.raises(PlanError, match="lacks name, description, rules, modalities"):
        parse_style(b"checks: [hops]", "x.yaml")
    with pytest.raises(PlanError, match="is not a mapping"):
        parse_style(b"- name", "x.yaml")
    with pytest.raises(PlanError, match="too long"):
        parse_style(b"#" * 300_000, "x.yaml")
    for deep in (b"[" * 200_000, b"{a: " * 50_000, b"- " * 100_000):
        with pytest.raises(PlanError, match="nested too deeply"):
            parse_style(deep, "x.yaml")
    with pytest.raises(PlanError, match="not YAML"):
        parse_style(b"name: 2024-13-45", "x.yaml")


def test_shots_that_are_nested_too_deeply_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(PLAIN + "shots: " + "[" * 200_000)
    with pytest.raises(PlanError, match="nested too deeply"):
        load_style(path)


def test_only_a_regular_file_is_read_as_a_style(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    for path in (tmp_path / "pipe.yaml", tmp_path, Path("/dev/zero")):
        with pytest.raises(PlanError) as caught:
            load_style(path)
        assert caught.value.hint == "a folder, device, pipe or socket"


PLAIN = "name: dates\ndescription: When it was.\nrules: [It is a year.]\nmodalities: [text, table]\n"


@pytest.mark.parametrize(
    ("more", "message", "hint"),
    [
        ("modalites: [text]", "unknown key 'modalites'", "did you mean 'modalities'?"),
        ("checks: [arithmetics]", "unknown check 'arithmetics'", "did you mean 'arithmetic'?"),
        ("checks: arithmetic", "checks is not a list of 0 to 24 entries", "write [...]"),
        ("examples: [3]", "examples, entry 1 is not a text of 1 to 1200 characters", "put it between quotes"),
        ("writing: ['']", "writing, entry 1 is not a text of 1 to 1200 characters", "put it between quotes"),
    ],
)
def test_a_key_of_a_style_that_is_wrong_is_named(more: str, message: str, hint: str) -> None:
    with pytest.raises(PlanError) as caught:
        parse_style((PLAIN + more).encode(), "x.yaml")
    assert message in str(caught.value)
    assert caught.value.hint == hint


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("name: dates", "name: [a]", "name is not a text"),
        ("[text, table]", "[text, video]", "'video' is not a list of modalities"),
        ("[text, table]", "[2text, text+text]", "listed twice"),
        ("[text, table]", "[]", "modalities is not a list of 1 to 24 entries"),
        ("[It is a year.]", "[" + "a," * 25 + "]", "rules is not a list of 0 to 24 entries"),
    ],
)
def test_a_value_of_a_style_that_is_wrong_is_named(old: str, new: str, message: str) -> None:
    with pytest.raises(PlanError) as caught:
        parse_style(PLAIN.replace(old, new).encode(), "x.yaml")
    assert message in str(caught.value)


def test_a_style_may_do_without_all_that_is_optional() -> None:
    style = parse_style(PLAIN.encode(), "x.yaml")
    assert (style.examples, style.writing, style.checks) == ((), (), ())
    assert dict(style.shots) == {"text": (), "image": ()}


def test_a_style_with_a_byte_order_mark_and_windows_lines_is_read() -> None:
    assert parse_style(b"\xef\xbb\xbf" + PLAIN.replace("\n", "\r\n").encode(), "x.yaml").name == "dates"
