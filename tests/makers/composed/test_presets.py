"""The plans that come with the package ask for nothing that no admitted family can ever fill."""

from importlib.resources import files

import pytest

from benchwright.makers.composed.families.registered import families
from benchwright.plan import parse_plan


@pytest.mark.parametrize("name", ["start.yaml", "quick.yaml"])
def test_every_cell_of_a_preset_is_covered(name: str) -> None:
    text = (files("benchwright") / "presets" / name).read_text(encoding="utf-8")
    if "corpus:" not in text:
        text = "corpus: corpus\n" + text
    for cell in parse_plan(text).cells():
        assert any(family.style == cell.style and family.covers(cell.modalities) for family in families()), cell.label


def test_no_two_families_share_a_name() -> None:
    names = [family.name for family in families()]
    assert len(set(names)) == len(names)
    assert names == sorted(names)
