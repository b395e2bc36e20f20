"""What families cover, by style and combination of sources."""

from __future__ import annotations

from benchwright.makers.composed.coverage import coverage, uncovered
from benchwright.makers.composed.families.age_at_death import AgeAtDeath
from benchwright.makers.composed.families.measure_gap import MeasureGap
from benchwright.prompts import styles
from benchwright.records import Modalities

TEXT, TABLE = Modalities(text=1), Modalities(table=1)


def test_coverage_names_the_families_of_every_combination() -> None:
    found = coverage([AgeAtDeath(), MeasureGap()])
    assert list(found) == [
        name for name in styles() if name not in ("comparison", "list")
    ]  # those are for other makers
    assert found["numerical"][TEXT] == ("age_at_death",)
    assert found["numerical"][TABLE] == ("measure_gap",)
    assert found["information-extraction"] == dict.fromkeys(styles()["information-extraction"].modalities, ())


def test_uncovered_is_the_rest() -> None:
    found = uncovered([AgeAtDeath(), MeasureGap()])
    assert found["information-extraction"] == styles()["information-extraction"].modalities
    assert TEXT not in found["numerical"]
    assert Modalities(text=1, image=1) in found["numerical"]
    everything = {(style, wants) for style, listed in coverage().items() for wants in listed}
    assert {(style, wants) for style, listed in uncovered().items() for wants in listed} < everything
