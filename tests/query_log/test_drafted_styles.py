"""Style files and plans as text, and what a model's reply may put into them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.plan import parse_plan
from benchwright.prompts.load import parse_style, styles
from benchwright.query_log.draft_reply import UnfitWordingError, worded
from benchwright.query_log.drafted_styles import (
    StyleWording,
    base_style,
    cell_modalities,
    drafted_cells,
    fits,
    own_wording,
    plan_text,
    shared_counts,
    style_text,
)
from benchwright.query_log.groups import QueryGroup
from benchwright.records import Modality

SHOTS = ("When is the bill due?", "When is: the 'refund' due?")
LOOK_UP = QueryGroup(
    "information-extraction-1", "information-extraction", "information-extraction", 60, 30, SHOTS, ("bill",), (4, 7)
)
NUMBERS = replace(LOOK_UP, name="numerical-1", kind="numerical", style="numerical", asked=25)
MORE = replace(LOOK_UP, name="information-extraction-2", asked=10)
LISTS = replace(LOOK_UP, name="list-1", kind="list", style="list", asked=5)
KEYWORDS = replace(LOOK_UP, name="keywords", kind="keywords", style="", asked=50)
SMALL = replace(LOOK_UP, name="compound-1", kind="compound", style="compound", asked=9, small=True)
GROUPS = (LOOK_UP, KEYWORDS, NUMBERS, MORE, SMALL, LISTS)
REPLY = {
    "sensible": True,
    "name": "Due dates",
    "description": "Asks when a payment is due.",
    "rules": ["The answer is a date."],
    "writing": ["Be brief."],
}


def test_a_style_file_has_the_built_in_rules_and_the_users_questions() -> None:
    text = style_text(NUMBERS, own_wording(NUMBERS), ["Two\nlines"])
    assert text.startswith('# Two lines\nname: "numerical-1"\n')
    style = parse_style(text.encode(), "numerical-1.yaml")
    base = styles()["numerical"]
    assert (style.rules, style.modalities, style.checks) == (base.rules, base.modalities, ("arithmetic",))
    assert style.examples == SHOTS
    assert style.writing[: len(base.writing)] == base.writing
    assert "4 to 7 words" in style.writing[-1]
    assert style.description == f"{base.description} Words that are typical of this group: bill."


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_words_give_a_file_that_reads_back_as_they_are(shot: str, word: str) -> None:
    from benchwright.prompts.clean import clean

    shot, word = (" ".join(clean(one).split()) or "x" for one in (shot, word))
    group = replace(LOOK_UP, shots=(shot,))
    style = parse_style(style_text(group, StyleWording("a", word)).encode(), "a.yaml")
    assert (style.description, style.examples) == (word, (shot,))


def test_counts_are_shared_by_largest_remainder_over_what_can_be_asked() -> None:
    assert shared_counts(GROUPS, 10) == {
        "information-extraction-1": 6,
        "numerical-1": 3,
        "information-extraction-2": 1,
        "list-1": 0,
    }
    assert shared_counts([KEYWORDS, SMALL], 10) == {}


def test_cells_with_styles_of_their_own_and_with_built_in_ones(tmp_path: Path) -> None:
    names = {group.name: group.name for group in (LOOK_UP, NUMBERS, MORE)} | {"numerical-1": "sums"}
    (tmp_path / "styles").mkdir()
    for group in (LOOK_UP, NUMBERS, MORE):
        wording = replace(own_wording(group), name=names[group.name])
        (tmp_path / "styles" / f"{names[group.name]}.yaml").write_text(style_text(group, wording))
    both = frozenset({Modality.TEXT, Modality.TABLE})
    own = drafted_cells(GROUPS, names, 20, both, own_styles=True)
    assert [(cell.style, cell.count) for cell in own] == [
        ("styles/information-extraction-1.yaml", 12),
        ("styles/sums.yaml", 5),
        ("styles/information-extraction-2.yaml", 2),
        ("list", 1),
    ]
    plan = parse_plan(plan_text("n", "../corpus", "q.jsonl", "openai/x", 7, own, ["a"]), folder=tmp_path)
    assert sum(cell.count for cell in plan.cells()) == 20
    assert plan.queries_path == tmp_path / "q.jsonl"
    asked = {cell.style for cell in plan.cells()}
    assert asked == {"information-extraction-1", "sums", "information-extraction-2", "list"}
    built_in = drafted_cells(GROUPS, names, 20, both, own_styles=False)
    assert [(cell.style, cell.kind, cell.count) for cell in built_in] == [
        ("information-extraction", "", 14),
        ("numerical", "", 5),
        ("list", "simple", 1),
    ]
    assert built_in[0].groups == ("information-extraction-1", "information-extraction-2")
    parse_plan(plan_text("n", "../corpus", "q.jsonl", "derive", 7, built_in, []), folder=tmp_path)


def test_modalities_are_those_of_the_corpus() -> None:
    assert cell_modalities(base_style(NUMBERS), frozenset({Modality.TEXT})) == ("text", "2text")
    assert cell_modalities(base_style(LOOK_UP), frozenset({Modality.TABLE})) == ("table",)
    assert cell_modalities(styles()["multi-hop"], frozenset({Modality.IMAGE})) == ("2image",)
    assert cell_modalities(base_style(NUMBERS), frozenset({Modality.IMAGE})) == ("text",)


def test_a_reply_becomes_a_wording() -> None:
    found = worded(LOOK_UP, REPLY, {"due-dates"})
    assert (found.name, found.description) == ("due-dates-2", "Asks when a payment is due.")
    assert (found.rules, found.writing) == (("The answer is a date.",), ("Be brief.",))
    told = worded(LOOK_UP, REPLY | {"description": "Asks\u202e of bob@x.org\nnow.", "rules": ["a"] * 9}, ())
    assert (told.description, len(told.rules)) == ("Asks of [email] now.", 4)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"sensible": False}, "not-sensible"),
        ({"name": "!!"}, "no-words"),
        ({"name": "7days"}, "no-words"),
        ({"rules": []}, "no-words"),
        ({"description": " "}, "no-words"),
        ({"name": "x" * 41}, "too-long"),
        ({"writing": ["x" * 301]}, "too-long"),
        ({"name": "Numerical"}, "not-a-style"),
    ],
)
def test_an_unfit_reply_has_a_reason(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(UnfitWordingError) as raised:
        worded(LOOK_UP, REPLY | change, ())
    assert raised.value.reason == reason


def test_a_built_in_name_does_not_fit() -> None:
    assert not fits(LOOK_UP, StyleWording("numerical", "x"))
    assert fits(LOOK_UP, StyleWording("sums", "x"))
