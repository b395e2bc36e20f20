"""The families that ask what flags look like: one flag, two flags, two flags compared, and a flag as a first hop."""

from pathlib import Path

import numpy as np
import pytest
from tests.support.flags import disc, ground_of_flags, striped
from tests.support.grounds import text, told

from benchwright.demo.flags.colour_hop import ColourHop
from benchwright.demo.flags.compare_flags import CompareFlags, _two_blues
from benchwright.demo.flags.flag_colours import FlagColours
from benchwright.demo.flags.two_flags import TwoFlags
from benchwright.demo.flags.wording import aliases, clashes, described
from benchwright.makers.composed.family import Family, World
from benchwright.makers.composed.pipeline import ComposedPipeline, ComposedTask
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.programs.operations import Both, Compare, Follow, LookUp, Reverse, Trait, to_json
from benchwright.records import Example, Fact, Modalities, Outcome, Status

ITALY = striped(("green", "white", "red"), "vertical")
ROMANIA = striped(("blue", "yellow", "red"), "vertical")
AUSTRIA = striped(("red", "white", "red"))
INDONESIA = striped(("red", "white"))
POLAND = striped(("white", "red"))
JAPAN = disc("white", "red")


def outcomes(ground: CorpusFacts, family: Family, modalities: str) -> list[Outcome]:
    pipeline = ComposedPipeline(World(ground), [family], 7)
    task = ComposedTask("cell", family.style, Modalities.parse(modalities))
    count = len(pipeline.order(task))
    return [pipeline.attempt(task, at, np.random.Generator(np.random.PCG64([7, at]))) for at in range(count)]


def accepted(ground: CorpusFacts, family: Family, modalities: str) -> list[Example]:
    found = outcomes(ground, family, modalities)
    return [one.example for one in found if one.example is not None and one.status is Status.ACCEPTED]


def fact(ground: CorpusFacts, name: str) -> Fact:
    return ground.fact(name)


def test_one_flag(tmp_path: Path) -> None:
    found = accepted(ground_of_flags(tmp_path, {"Japan": JAPAN}), FlagColours(), "image")
    answers = {one.answers[0].text: one for one in found}
    assert set(answers) == {"white and red", "2 colours", "white"}
    assert answers["white and red"].answers[0].aliases == ("red and white",)
    assert answers["2 colours"].answers[0].aliases == ("two", "2")
    assert {one.read for one in found} == {"pixels"}


def test_stripes_are_asked_for_in_order(tmp_path: Path) -> None:
    found = accepted(ground_of_flags(tmp_path, {"Austria": AUSTRIA}), FlagColours(), "image")
    told = {one.question: one.answers[0].text for one in found}
    assert set(told.values()) <= {
        "red",
        "white",
        "red and white",
        "2 colours",
        "3 stripes",
        "red, white and red, from top to bottom",
    }
    assert len(told) == 4


def test_a_photograph_is_not_asked_about(tmp_path: Path) -> None:
    assert outcomes(ground_of_flags(tmp_path, {"Utopia": b"no picture"}), FlagColours(), "image") == []


def test_two_flags(tmp_path: Path) -> None:
    ground = ground_of_flags(tmp_path, {"Austria": AUSTRIA, "Indonesia": INDONESIA})
    found = {one.question: one for one in accepted(ground, TwoFlags(), "2image")}
    both = [one for question, one in found.items() if question.startswith("How many stripes are on")]
    same = [one for one in both if "how many are on the flag" in one.question]
    assert [sorted(one.sources) for one in same] == [["flag-austria", "flag-indonesia"]]
    assert "The flag of Austria has 3 stripes." in same[0].answers[0].text
    assert "The flag of Indonesia has 2 stripes." in same[0].answers[0].text
    assert same[0].derivation is not None
    counts = (LookUp("flag-austria#flag_stripe_count"), LookUp("flag-indonesia#flag_stripe_count"))
    assert same[0].derivation["program"] in (to_json(Both(*counts)), to_json(Both(*counts[::-1])))


def test_two_flags_of_one_colour_are_left_alone(tmp_path: Path) -> None:
    ground = ground_of_flags(tmp_path, {"Monaco": INDONESIA, "Indonesia": INDONESIA})
    assert all("main colour" not in one.question for one in accepted(ground, TwoFlags(), "2image"))
    assert outcomes(ground, CompareFlags(), "2image") == []


def test_compared(tmp_path: Path) -> None:
    ground = ground_of_flags(tmp_path, {"Italy": ITALY, "Romania": ROMANIA})
    found = {one.answers[0].text: one for one in accepted(ground, CompareFlags(), "2image")}
    (answer,) = [text for text in found if "so they share" in text]
    assert answer in (
        "Both flags have three vertical stripes, but the flag of Italy is green, white and red, whereas that of "
        "Romania is blue, yellow and red, so they share red.",
        "Both flags have three vertical stripes, but the flag of Romania is blue, yellow and red, whereas that of "
        "Italy is green, white and red, so they share red.",
    )
    program = found[answer].derivation
    assert program is not None
    sides = [("italy", "romania"), ("romania", "italy")]
    assert program["program"] in [
        to_json(
            Compare(
                (
                    Trait("colours", LookUp(f"flag-{a}#flag_colours"), LookUp(f"flag-{b}#flag_colours")),
                    Trait(
                        "number and direction of stripes",
                        LookUp(f"flag-{a}#flag_stripes"),
                        LookUp(f"flag-{b}#flag_stripes"),
                    ),
                )
            )
        )
        for a, b in sides
    ]


def test_one_list_of_colours_in_two_orders_is_refused(tmp_path: Path) -> None:
    ground = ground_of_flags(tmp_path, {"Indonesia": INDONESIA, "Poland": POLAND})
    reasons = {one.reason for one in outcomes(ground, CompareFlags(), "2image") if one.status is Status.REFUSED}
    assert reasons == {"compare_flags:order"}


def test_nothing_in_common_is_not_compared(tmp_path: Path) -> None:
    ground = ground_of_flags(tmp_path, {"Japan": JAPAN, "Sweden": disc("blue", "yellow")})
    assert outcomes(ground, CompareFlags(), "2image") == []


def test_hop_by_a_flag(tmp_path: Path) -> None:
    rome = text("italy", "Italy", "Capital: Rome.")
    capital = told(rome, "Italy", "capital", "Rome", subject_type="country")
    flags = {"Italy": ITALY, "Romania": ROMANIA, "Mali": striped(("green", "black", "yellow"), "vertical")}
    found = accepted(ground_of_flags(tmp_path, flags, rome, facts=[capital]), ColourHop(), "text+image")
    (middle,) = [one for one in found if "in the middle" in one.question]
    assert outcomes_of(found) == {"Rome"}
    asked, offered = middle.question.removesuffix("?").split(": ")
    assert asked == "What is the capital of the country whose flag has a white stripe in the middle"
    assert set(offered.replace(" or ", ", ").split(", ")) == {"Italy", "Romania", "Mali"}
    assert middle.sources == ("flag-italy", "italy")
    assert middle.derivation is not None
    assert middle.derivation["program"] == to_json(Follow(Reverse("flag-italy#flag_middle_stripe"), capital.id))
    assert not any("on the left" in one.question for one in found)  # Mali's is green too, one other is left


def outcomes_of(examples: list[Example]) -> set[str]:
    return {one.answers[0].text for one in examples}


@pytest.mark.parametrize(
    ("relation", "value", "phrase"),
    [
        ("flag_middle_stripe", "orange", "whose flag has an orange stripe in the middle"),
        ("flag_top_stripe", "blue", "whose flag has a blue stripe at the top"),
        ("flag_right_stripe", "red", "whose flag has a red stripe on the right"),
        ("flag_main_colour", "green", "whose flag is mainly green"),
        ("flag_colours", "red and white", "whose flag is red and white"),
    ],
)
def test_descriptions(tmp_path: Path, relation: str, value: str, phrase: str) -> None:
    source = text("x", "X", value)
    assert described(told(source, "X", relation, value, "colours")) == phrase


def test_blue_and_light_blue_are_not_told_apart_by_words() -> None:
    def flag(value: str) -> Fact:
        return told(text("x", "X", value), "X", "flag_colours", value, "colours")

    assert clashes(flag("blue"), flag("light blue"))
    assert clashes(flag("white and red"), flag("red, white and black"))
    assert not clashes(flag("green and white"), flag("red and white"))
    assert aliases(flag("light blue and yellow")) == ("blue and gold", "yellow and light blue")


@pytest.mark.parametrize(
    ("one", "two", "argued"),
    [
        ("blue, white and red", "light blue and white", True),
        ("blue and white", "blue and red", False),
        ("light blue, blue and red", "blue and white", True),
        ("three horizontal stripes", "blue", False),
    ],
)
def test_shades_of_blue_are_not_compared(one: str, two: str, argued: bool) -> None:
    assert _two_blues(one, two) is argued
