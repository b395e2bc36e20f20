"""The closed list of families that ship. One that strangers did not find right and natural is not here (dev/LOG.md)."""

from __future__ import annotations

from benchwright.derive.families.age_at_death import AgeAtDeath
from benchwright.derive.families.age_gap_of_roles import AgeGapOfRoles
from benchwright.derive.families.birth import Birth
from benchwright.derive.families.census import Census
from benchwright.derive.families.change_over_years import ChangeOverYears
from benchwright.derive.families.colour_hop import ColourHop
from benchwright.derive.families.compare_flags import CompareFlags
from benchwright.derive.families.compare_measures import CompareMeasures
from benchwright.derive.families.compare_people import ComparePeople
from benchwright.derive.families.date_gap import DateGap
from benchwright.derive.families.described_hop import DescribedHop
from benchwright.derive.families.elevation_gap import ElevationGap
from benchwright.derive.families.extreme_hop import ExtremeHop
from benchwright.derive.families.extreme_pair import ExtremePair
from benchwright.derive.families.figure_caption import FigureCaption
from benchwright.derive.families.flag_colours import FlagColours
from benchwright.derive.families.founding import Founding
from benchwright.derive.families.glossary_term import GlossaryTerm
from benchwright.derive.families.made_by import MadeBy
from benchwright.derive.families.measure_gap import MeasureGap
from benchwright.derive.families.named_hop import NamedHop
from benchwright.derive.families.people_per_area import PeoplePerArea
from benchwright.derive.families.row_gap import RowGap
from benchwright.derive.families.table_value import TableValue
from benchwright.derive.families.two_facts import TwoFacts
from benchwright.derive.families.two_flags import TwoFlags
from benchwright.derive.families.two_terms import TwoTerms
from benchwright.derive.families.two_works import TwoWorks
from benchwright.derive.families.work_gap import WorkGap
from benchwright.derive.family import Family

FAMILIES: tuple[Family, ...] = (
    AgeAtDeath(),
    AgeGapOfRoles(),
    Birth(),
    Census(),
    ChangeOverYears(),
    ColourHop(),
    CompareFlags(),
    CompareMeasures(),
    ComparePeople(),
    DateGap(),
    DescribedHop(),
    ElevationGap(),
    ExtremeHop(),
    ExtremePair(),
    FigureCaption(),
    FlagColours(),
    Founding(),
    GlossaryTerm(),
    MadeBy(),
    MeasureGap(),
    NamedHop(),
    PeoplePerArea(),
    RowGap(),
    TableValue(),
    TwoFacts(),
    TwoFlags(),
    TwoTerms(),
    TwoWorks(),
    WorkGap(),
)
