from __future__ import annotations

import pytest

from benchwright.errors import PlanError
from benchwright.prompts import styles
from benchwright.prompts.load import parse_style

PAIRS = {"2text", "text+table", "text+image", "2table", "table+image", "2image"}


def test_the_five_styles_allow_at_least_what_the_paper_made() -> None:
    allowed = {name: {str(one) for one in style.modalities} for name, style in styles().items()}
    assert sorted(allowed) == ["compare-contrast", "compound", "information-extraction", "multi-hop", "numerical"]
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
    with pytest.raises(PlanError, match="not YAML"):
        parse_style(b"a: [", "x.yaml")
    with pytest.raises(PlanError, match="is not a style") as caught:
        parse_style(b"name: x", "x.yaml")
    assert caught.value.hint == "it needs the keys name, description, rules, modalities"
