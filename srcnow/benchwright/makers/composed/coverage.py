"""Tell which styles and combinations of sources the families can fill, and which stay empty.

A family says what it could ever cover; whether a corpus gives it anything to ask is another question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchwright.makers.composed.families.registered import families
from benchwright.makers.composed.family import Family
from benchwright.prompts import styles
from benchwright.records import Modalities

Coverage = Mapping[str, Mapping[Modalities, tuple[str, ...]]]
"""By style and combination of sources the names of the families that cover it; an empty tuple where none does."""


def coverage(among: Sequence[Family] | None = None) -> Coverage:
    """Every style for which a family was ever admitted, with every combination that it allows. Questions of the other
    styles only a model writes."""
    derived = {family.style for family in families()}
    chosen = families() if among is None else among
    return {
        style.name: {
            wants: tuple(family.name for family in chosen if family.style == style.name and family.covers(wants))
            for wants in style.modalities
        }
        for style in styles().values()
        if style.name in derived
    }


def uncovered(among: Sequence[Family] | None = None) -> dict[str, tuple[Modalities, ...]]:
    """By style the combinations that no family covers; a style all of whose combinations are covered is left out."""
    empty = {
        style: tuple(wants for wants, names in listed.items() if not names) for style, listed in coverage(among).items()
    }
    return {style: listed for style, listed in empty.items() if listed}
