"""The demo's flags come as the plug-ins of other packages do."""

from benchwright.facts.extract import IMAGE_READERS
from benchwright.facts.relations import LEXICONS, lexicon
from benchwright.makers.composed.families.registered import FAMILIES, families


def test_entry_points_bring_the_reader_the_relations_and_the_families() -> None:
    assert "flags" in IMAGE_READERS
    assert "flags" in LEXICONS
    assert {"flag_colours", "two_flags", "colour_hop", "compare_flags"} <= set(FAMILIES.names())
    assert "flag_main_colour" in lexicon().compound
    assert {family.name for family in families()} == set(FAMILIES.names())
