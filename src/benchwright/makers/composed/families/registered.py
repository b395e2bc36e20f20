"""Register the families of questions that ship, and find those of plug-ins.

A family that independent readers did not find right and natural is not here (dev/LOG.md).
"""

from __future__ import annotations

from benchwright.makers.composed.families.age_at_death import AgeAtDeath
from benchwright.makers.composed.families.age_gap_of_roles import AgeGapOfRoles
from benchwright.makers.composed.families.birth import Birth
from benchwright.makers.composed.families.census import Census
from benchwright.makers.composed.families.change_over_years import ChangeOverYears
from benchwright.makers.composed.families.compare_measures import CompareMeasures
from benchwright.makers.composed.families.compare_people import ComparePeople
from benchwright.makers.composed.families.date_gap import DateGap
from benchwright.makers.composed.families.described_hop import DescribedHop
from benchwright.makers.composed.families.elevation_gap import ElevationGap
from benchwright.makers.composed.families.extreme_hop import ExtremeHop
from benchwright.makers.composed.families.extreme_pair import ExtremePair
from benchwright.makers.composed.families.figure_caption import FigureCaption
from benchwright.makers.composed.families.founding import Founding
from benchwright.makers.composed.families.glossary_term import GlossaryTerm
from benchwright.makers.composed.families.made_by import MadeBy
from benchwright.makers.composed.families.measure_gap import MeasureGap
from benchwright.makers.composed.families.named_hop import NamedHop
from benchwright.makers.composed.families.people_per_area import PeoplePerArea
from benchwright.makers.composed.families.row_gap import RowGap
from benchwright.makers.composed.families.table_value import TableValue
from benchwright.makers.composed.families.two_facts import TwoFacts
from benchwright.makers.composed.families.two_terms import TwoTerms
from benchwright.makers.composed.families.two_works import TwoWorks
from benchwright.makers.composed.families.work_gap import WorkGap
from benchwright.makers.composed.family import Family
from benchwright.registry import Registry

_BUILT_IN: tuple[Family, ...] = (
    AgeAtDeath(),
    AgeGapOfRoles(),
    Birth(),
    Census(),
    ChangeOverYears(),
    CompareMeasures(),
    ComparePeople(),
    DateGap(),
    DescribedHop(),
    ElevationGap(),
    ExtremeHop(),
    ExtremePair(),
    FigureCaption(),
    Founding(),
    GlossaryTerm(),
    MadeBy(),
    MeasureGap(),
    NamedHop(),
    PeoplePerArea(),
    RowGap(),
    TableValue(),
    TwoFacts(),
    TwoTerms(),
    TwoWorks(),
    WorkGap(),
)

FAMILIES: Registry[Family] = Registry("family of questions", "benchwright.families")
for _family in _BUILT_IN:
    FAMILIES.register(_family.name)(_family)


def families() -> tuple[Family, ...]:
    """All families by name: those above, and those of plug-ins."""
    return tuple(family for _, family in FAMILIES.items())
