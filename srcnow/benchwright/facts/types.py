"""List the types that a fact's subject and its value can have."""

from __future__ import annotations

SUBJECT_TYPES = (
    "person",
    "country",
    "place",
    "organisation",
    "team",
    "event",
    "work",
    "species",
    "substance",
    "term",
    "entry",
    "thing",
)
"""What a fact can be about. `team` is a side that competes, `event` something that takes place at a time (a race, a
season), `work` something made by an author or artist, `term` a word that a text defines, `entry` an entry of a
reference (an option, a setting, a function), `thing` any other."""

VALUE_TYPES = ("date", "year", "quantity", "count", "money", "percent", "name", "colours", "term", "text")
"""What a value can be. `quantity` has a unit, `count` is a bare whole number of something countable, `name` names an
entity, `term` is a word that a text defines, `colours` a list of colour names, `text` is for reading only."""

NUMERIC_TYPES = ("quantity", "count", "money", "percent")
"""The value types that arithmetic may be done on."""
