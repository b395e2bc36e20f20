from __future__ import annotations

import re
from xml.etree import ElementTree

from benchwright.evaluate.question_prefixes import question_prefixes
from benchwright.publish.sunburst import prefix_sunburst

SVG = "{http://www.w3.org/2000/svg}"


def test_a_sector_a_beginning_and_names_where_they_fit() -> None:
    root = ElementTree.fromstring(prefix_sunburst(question_prefixes(["What is it?"] * 60 + ["Who was it?"] * 20)))
    sectors = [one.findtext(f"{SVG}title") for one in root.iter(f"{SVG}path")]
    assert sectors == [
        "what: 60 (75%)",
        "is: 60 (75%)",
        "it: 60 (75%)",
        "who: 20 (25%)",
        "was: 20 (25%)",
        "it: 20 (25%)",
    ]
    assert [one.text for one in root.iter(f"{SVG}text")][-1] == "80 questions"
    assert root.get("aria-label") == "First words of 80 questions"


def test_sectors_meet_where_one_ends() -> None:
    """Three quarters end at 9 o'clock: 44 + 72 to the left of the middle."""
    drawn = prefix_sunburst(question_prefixes(["a"] * 25 + ["b"] * 75))
    middle = 44 + 4 * 72 + 8
    assert f"{middle - 116:.1f} {middle:.1f}" in drawn
    assert len(re.findall(f"{middle - 116:.1f} {middle:.1f}", drawn)) == 2


def test_one_beginning_takes_nearly_the_whole_circle() -> None:
    drawn = prefix_sunburst(question_prefixes(["why not?"]))
    assert re.findall(r"A(\d+) \d+ 0 1 1 ", drawn) == ["116", "188"]


def test_words_of_questions_are_escaped_and_no_question_is_no_drawing() -> None:
    drawn = prefix_sunburst(question_prefixes(["x<script>y z"] * 3))
    assert "<script" not in drawn
    ElementTree.fromstring(drawn)
    assert prefix_sunburst(question_prefixes([])) == ""
    assert prefix_sunburst(question_prefixes(["?!"])) == ""
