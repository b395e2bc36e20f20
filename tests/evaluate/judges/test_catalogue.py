"""Every judged measure is in the catalogue of measures, and on its page with what it needs."""

import re
from pathlib import Path

import pytest

from benchwright.evaluate.judges.catalogue import JUDGED
from benchwright.evaluate.judges.judged_measure import JudgedMeasure
from benchwright.evaluate.measures.catalogue import FAMILIES
from benchwright.prompts.prompt import PROMPTS, prompt

PAGE = (Path(__file__).parents[3] / "docs" / "judges.md").read_text("utf-8")


def test_the_catalogues_and_the_page_have_the_same_measures() -> None:
    table = PAGE.split("\n| Measure |")[1].split("\n\n")[0]
    assert re.findall(r"^\| `([^`]+)` \|", table, re.M) == list(JUDGED)
    assert [family.stem for family in FAMILIES if family.at == "judge"] == list(JUDGED)


@pytest.mark.parametrize("measure", JUDGED.values(), ids=lambda one: one.name)
def test_a_measure_asks_known_prompts_that_reason_first(measure: JudgedMeasure) -> None:
    for name in measure.prompts:
        assert name in PROMPTS
        one = prompt(name)
        assert one.temperature == 0
        assert one.schema is not None
        assert next(iter(one.schema["properties"])) == "reasoning"


def test_the_hash_of_a_measure_is_that_of_all_its_prompts() -> None:
    assert JUDGED["faithfulness"].sha256 == prompt("judge_claims").sha256
    assert JUDGED["nugget-recall"].sha256 not in {prompt(name).sha256 for name in PROMPTS}
