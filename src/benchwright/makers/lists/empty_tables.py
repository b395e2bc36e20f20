"""Why the tables of a corpus give no question of a kind, or fewer than were asked for: a line with what became of them
and of their queries, and what may be done, as far as known with what it would give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from benchwright.makers.lists.remedies import line
from benchwright.makers.lists.tables import Kind, Settings
from benchwright.makers.lists.tables.census import Census, Fate

Trial = tuple[str, int]
"""A setting, and how many questions more than now it would give: ("lists: validated: 0.7", 12)."""

_SET: Final = "title such a table after one set in the plural: List of museums in Massachusetts"
_KEY: Final = "head the column of names by the noun of the title, or by Name, and give each row a name of its own"
_MEND_TABLES: Final[Mapping[str, str]] = {
    "title-is-no-list": "a set is named by a page titled List of ..., or by such a heading above the table that also "
    "names what the page is about: title tables so",
    "section-narrows": "the sections above such a table say more than can be worded: give it a page whose title "
    "says all",
    "title-is-arranged": _SET,
    "title-too-odd": _SET,
    "title-names-several-sets": _SET,
    "title-has-no-plural": _SET,
    "title-too-wide": _SET,
    "too-few-rows": "ingest tables of five rows or more",
    "no-key-column": _KEY,
    "key-names-other-things": _KEY,
    "key-repeats-or-is-empty": _KEY,
    "several-tables-of-one-name": "join tables of one title, or title them apart",
    "may-be-cut-short": "many tables end at the same number of rows: ingest them with all their rows",
}
"""What to do where most tables were refused by that."""

_FATES: Final[Mapping[Fate, tuple[str, str]]] = {
    "few": ("have too few answers (min_answers)", "ingest longer tables"),
    "unnamed": ("have rows whose key cell names nothing that can be told apart", _KEY),
    "without-page": ("lack pages of their rows", "ingest the pages that the key cells link to, or that are titled so"),
    "untold": (
        "lack pages that hold the words of the table's name",
        "ingest whole pages of the things that these tables list, not only their beginnings",
    ),
    "without-value": (
        "lack pages that hold the value, too",
        "ingest whole pages of the things that these tables list, not only their beginnings",
    ),
    "many": ("have too many answers (max_answers)", "raise lists: max_answers"),
}


def why_no_tables(census: Census) -> str:
    """Why no table at all gives a question, whatever is asked; "" if some list a set."""
    if not census.tables:
        return line("the corpus has no tables", "ingest some, or ask for lists of another kind")
    if not census.sets:
        return line(f"none of {census.tables:,} tables lists a set: {_counted(census.refused)}", _foremost(census))
    return ""


def why_few_tables(kind: Kind, census: Census, settings: Settings, trials: Sequence[Trial]) -> str:
    """What became of the tables and of their queries, where not all that were asked for could be made. `trials` are the
    settings that were tried; those that would give more are told."""
    nothing = why_no_tables(census)
    if nothing:
        return nothing
    others = f" (others: {_counted(census.refused)})" if census.refused else ""
    said = [
        f"{census.sets:,} of {census.tables:,} tables list a set{others}",
        f"{census.paged:,} of them have pages of {settings.validated:.0%} of their rows",
    ]
    if census.cut:
        said.append(
            f"{census.cut:,} of them may be cut short, and are asked only for what the order of their rows bounds"
        )
    if census.unasked:
        why = (
            "have a name without bounds"
            if kind == "table-simple"
            else "have no column that leaves enough of their rows and not all"
        )
        said.append(f"{census.unasked:,} {why}")
    fell = ", ".join(f"{census.fates[fate]:,} {told}" for fate, (told, _) in _FATES.items() if census.fates.get(fate))
    said.append(
        f"{census.fates.get('kept', 0):,} of {census.queries:,} queries meet the conditions"
        + (f", of the others {fell}" if fell else "")
    )
    giving = ", ".join(f"{setting} would give {count:,} more" for setting, count in trials if count > 0)
    return line("; ".join(said), giving or _mend(census))


def _mend(census: Census) -> str:
    """What to do where no setting would give more: about what most queries fell by, else about what most tables were
    refused by."""
    if any(fate in _FATES for fate in census.fates):
        return _FATES[max(_FATES, key=lambda fate: census.fates.get(fate, 0))][1]
    return _foremost(census)


def _foremost(census: Census) -> str:
    if not census.refused:
        return "ingest more tables that list a set"
    return _MEND_TABLES[min(census.refused, key=lambda reason: (-census.refused[reason], reason))]


def _counted(fell: Mapping[str, int]) -> str:
    listed = sorted(fell.items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{count:,} {reason}" for reason, count in listed)
