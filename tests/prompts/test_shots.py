"""The worked examples keep the rules that they teach, and a user's are held to them."""

from __future__ import annotations

import ast
import json
import operator
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from benchwright.checks.rewording import difference
from benchwright.errors import PlanError
from benchwright.prompts import load_style, styles
from benchwright.prompts.prompt import prompt
from benchwright.prompts.shots import Shot
from benchwright.prompts.turns import MOST_SHOTS, turns_of_style
from benchwright.records import Modalities

TAUGHT = [style for style in styles().values() if not style.kinds]  # no model writes lists
WITH_SHOTS = [style.name for style in styles().values() if style.shots_block]
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


def shots_of(name: str) -> list[Shot]:
    """All of a style's, of which there are some."""
    found = [shot for listed in styles()[name].shots.values() for shot in listed]
    assert found
    return found


def worked_out(expression: str) -> float:
    def value(node: ast.expr) -> float:
        if isinstance(node, ast.BinOp):
            return float(OPERATORS[type(node.op)](value(node.left), value(node.right)))
        assert isinstance(node, ast.Constant)
        assert isinstance(node.value, int | float)
        return float(node.value)

    return value(ast.parse(expression, mode="eval").body)


def numbers(text: str) -> list[float]:
    return [float(found.replace(",", "")) for found in re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", text)]


def test_every_style_has_three_shots_for_each_kind_of_input_and_teaches_to_reword() -> None:
    for style in TAUGHT:
        for kind in ("text", "image"):
            assert [shot.refused for shot in style.shots[kind]] == [False] * 3, style.name
            assert any(shot.reply["draft_question"] for shot in style.shots[kind]), style.name


def test_the_shots_of_a_style_are_of_several_modalities() -> None:
    for style in TAUGHT:
        if style.name != "information-extraction":
            assert len({shot.wants for listed in style.shots.values() for shot in listed}) >= 4, style.name


@pytest.mark.parametrize("name", WITH_SHOTS)
def test_a_shot_has_the_form_that_it_teaches(name: str) -> None:
    for shot in shots_of(name):
        style, kind = styles()[name], "image" if shot.wants.image else "text"
        parts = ("first", "join", "about", "to", "combine") if "hops" in style.checks else ("write",)
        names = {"write": "write", "combine": "combine"}
        for part in parts:
            schema = prompt(names.get(part, f"hop_{part}")).schema_for(style)
            assert schema is not None
            for turn in turns_of_style(part, style, kind, shot.wants, schema["required"]):
                reply = json.loads(turn.reply)
                jsonschema.validate(reply, dict(schema))
                assert list(reply) == schema["required"]
                assert reply["plan"]


@pytest.mark.parametrize("name", WITH_SHOTS)
def test_the_second_wording_of_a_shot_changes_nothing_and_is_no_longer(name: str) -> None:
    for shot in shots_of(name):
        draft, question = shot.reply["draft_question"], shot.reply["question"]
        if draft:
            assert difference(draft, question, (*shot.reply["options"], *([shot.clue] if shot.clue else []))) == ""
            assert len(question) < len(draft)
        assert len(question.split()) <= 21


def test_a_style_shows_a_shot_for_the_same_sources_first() -> None:
    style, fields = styles()["numerical"], ("question",)
    for wants in ("table", "2text", "text+table"):
        turns = turns_of_style("write", style, "text", Modalities.parse(wants), fields)
        assert len(turns) == MOST_SHOTS
        assert turns[0].values["wants"] == Modalities.parse(wants)


@pytest.mark.parametrize("name", WITH_SHOTS)
def test_a_shot_asks_without_pointing_at_its_sources(name: str) -> None:
    for shot in shots_of(name):
        pointing = re.compile(
            r"\bS\d\b|passage|\btables?\b|\btext\b|image|picture|photo|diagram|illustrat|figure|according|listed|shown"
            r"|mentioned|\bsources?\b",
            re.I,
        )
        for reply in (shot.reply, shot.about, shot.to):
            if reply is not None:
                assert not pointing.search(reply["question"])
                assert not pointing.search(reply["answer"])
                assert not reply["question"] or reply["question"].endswith("?")
                assert not reply["answer"] or reply["answer"].endswith(".")


@pytest.mark.parametrize("name", WITH_SHOTS)
def test_a_shot_offers_more_sources_than_it_cites(name: str) -> None:
    for shot in shots_of(name):
        assert len(shot.sources) > len(shot.reply["sources"])
        offered = Modalities.of(one.modality for one in shot.sources)
        assert all(getattr(offered, kind) >= getattr(shot.wants, kind) for kind in ("text", "table", "image"))


@pytest.mark.parametrize("name", WITH_SHOTS)
def test_the_answer_of_a_shot_is_not_given_away(name: str) -> None:
    for shot in shots_of(name):
        if not shot.refused and name not in ("compare-contrast", "comparison"):
            for value in shot.reply["short_answer"].split("; "):
                assert value.casefold() not in shot.reply["question"].casefold()


@pytest.mark.parametrize("name", WITH_SHOTS)
def test_a_calculation_gives_the_answer_out_of_quoted_numbers(name: str) -> None:
    for shot in shots_of(name):
        if shot.reply["expression"]:
            assert worked_out(shot.reply["expression"]) == pytest.approx(numbers(shot.reply["short_answer"])[0])
            assert numbers(shot.reply["short_answer"])[0] in numbers(shot.reply["answer"])
            quoted = [number for quote in shot.reply["quotes"] for number in numbers(quote["quote"])]
            assert all(number in [*quoted, 100.0] for number in numbers(shot.reply["expression"]))
            result = numbers(shot.reply["short_answer"])[0]
            assert not any(result in numbers(source.text) for source in shot.sources)


def test_options_are_offered_and_the_answer_is_one_of_them_in_either_place() -> None:
    places = []
    for listed in styles()["comparison"].shots.values():
        for shot in listed:
            if not shot.refused:
                first, second = shot.reply["options"]
                assert shot.reply["question"].index(first) < shot.reply["question"].index(second)
                places.append([first, second].index(shot.reply["short_answer"]))
    assert sorted(places) == [0, 0, 0, 1, 1, 1]


def test_the_halves_of_a_shot_are_answered_in_their_order() -> None:
    for listed in styles()["compound"].shots.values():
        for shot in listed:
            assert "; ".join(half["answer"] for half in shot.reply["halves"]) == shot.reply["short_answer"]


def test_a_joined_question_hides_what_its_hops_meet_in() -> None:
    for listed in styles()["multi-hop"].shots.values():
        for shot in listed:
            assert shot.about is not None
            assert shot.to is not None
            assert shot.entity.casefold() in shot.about["question"].casefold()
            assert shot.to["short_answer"].casefold() == shot.entity.casefold()
            for question in (shot.reply["question"], shot.to["question"]):
                assert shot.entity.casefold() not in question.casefold()
            assert shot.reply["short_answer"] == shot.about["short_answer"]
            assert not set(shot.about["sources"]) & set(shot.to["sources"])
            assert shot.clue in shot.reply["question"]


def test_a_style_of_hops_without_shots_takes_those_of_the_built_in_one() -> None:
    mine = PLAIN.replace("[text, table]", "[2text]") + "checks: [hops]\n"
    style = _load(mine)
    assert len(turns_of_style("about", style, "text", Modalities(text=1), ("question",))) == MOST_SHOTS
    assert turns_of_style("write", style, "text", Modalities(text=1), ("question",)) == ()


# ------------------------------------------------------------------ a user's shots
PLAIN = "name: dates\ndescription: When it was.\nrules: [It is a year.]\nmodalities: [text, table]\n"
GOOD: dict[str, Any] = {
    "wants": "text",
    "entity": "bridge",
    "sources": [
        {"kind": "text", "title": "Calder Bridge", "text": "The bridge was opened\nin 1931."},
        {"kind": "table", "title": "Tolls", "text": "Kind | Toll\nCar | 2"},
    ],
    "reply": {
        "sources": ["S1"],
        "quotes": [{"source": "S1", "quote": "was opened in 1931"}],
        "question": "When was the Calder Bridge opened?",
        "answer": "It was opened in 1931.",
        "short_answer": "1931",
    },
}


def _load(text: str) -> Any:
    folder = Path(_folder[0])
    (folder / "mine.yaml").write_text(text, encoding="utf-8")
    return load_style(folder / "mine.yaml")


_folder: list[str] = [""]


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path) -> None:
    _folder[0] = str(tmp_path)


def test_a_shot_of_ones_own_is_read() -> None:
    style = _load(f"{PLAIN}shots: {json.dumps({'text': [GOOD]})}")
    (shot,) = style.shots["text"]
    assert shot.reply["plan"] == ""
    assert [one.label for one in shot.sources] == ["S1", "S2"]
    assert style.shots["image"] == ()


def changed(path: list[Any], value: Any) -> dict[str, Any]:
    shot = json.loads(json.dumps(GOOD))
    inner = shot
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return dict(shot)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["entty"], "x", "shots: text, entry 1 has the unknown key 'entty'"),
        (["wants"], "image", "wants image"),
        (["wants"], "2text", "wants 2text"),
        (["wants"], "table", "wants table and cites text"),
        (["sources", 0, "kind"], "video", "kind cannot be 'video'"),
        (["sources", 0, "kind"], "image", "under the wrong kind"),
        (["sources", 0, "text"], "", "not a text of 1 to 4000 characters"),
        (["sources"], [], "not a list of 1 to 12"),
        (["reply", "sources"], ["S3"], "cites 'S3'"),
        (["reply", "sources"], "S1", "sources cannot be 'S1'"),
        (["reply", "answer"], "", "answer is empty"),
        (["reply", "refusal"], "unreadable", "refuses and replies"),
        (["reply", "refusal"], "No.", "refusal cannot be 'No.'"),
        (["reply", "quotes", 0, "quote"], "was opened in 1932", "quote 1 does not stand in S1"),
        (["reply", "quotes", 0, "source"], "S2", "of a source that is not cited"),
        (["reply", "expression"], "1 + 1", "must not have expression"),
        (["reply", "options"], ["a", "b"], "must not have options"),
        (["reply", "short"], "a", "unknown key 'short'"),
        (["hops"], {"about": {}, "to": {}}, "has hops"),
    ],
)
def test_a_shot_that_breaks_a_rule_is_named(path: list[Any], value: Any, message: str) -> None:
    with pytest.raises(PlanError) as caught:
        _load(f"{PLAIN}shots: {json.dumps({'text': [changed(path, value)]})}")
    assert message in str(caught.value)
    assert caught.value.hint


def test_cells_are_quoted_out_of_one_row_in_their_order() -> None:
    def quoting(quote: str) -> dict[str, Any]:
        shot = changed(["wants"], "table")
        shot["reply"] |= {"sources": ["S2"], "quotes": [{"source": "S2", "quote": quote}]}
        return shot

    for quote in ("Car | 2", "Car", "Kind | Toll"):
        _load(f"{PLAIN}shots: {json.dumps({'text': [quoting(quote)]})}")
    for quote in ("2 | Car", "Car | Toll", "Ca"):
        with pytest.raises(PlanError, match="does not stand in S2"):
            _load(f"{PLAIN}shots: {json.dumps({'text': [quoting(quote)]})}")
