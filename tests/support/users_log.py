"""Questions of users who exist nowhere: three topics of one kind, and some of other kinds."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

_ENDS = ("", " please", " again", " in Germany", " for business customers")


def _all(openings: tuple[str, ...], things: tuple[str, ...]) -> list[str]:
    return [f"{opening.format(thing)}{end}?" for opening, thing, end in product(openings, things, _ENDS)]


def BILLING() -> list[str]:  # noqa: N802 - a constant that is made when it is asked for
    openings = ("Why was my {} higher this month", "When is the {} due", "How do I get a copy of the {}")
    return _all(openings, ("invoice", "refund", "subscription fee", "bill"))


def DELIVERY() -> list[str]:  # noqa: N802
    openings = ("When will the {} arrive", "Where is my {} now", "Who delivers the {}")
    return _all(openings, ("parcel", "courier delivery", "shipment", "package"))


def ROUTER() -> list[str]:  # noqa: N802
    openings = ("How do I reset the {}", "Why does the {} keep failing", "Where is the {} button")
    return _all(openings, ("router", "wifi modem", "firmware", "ethernet port"))


def made_log() -> list[str]:
    """60 look-ups on bills, 30 calculations, 20 comparisons, 15 searches by keywords."""
    things = ("invoice", "refund", "bill", "fee", "parcel")
    pairs = [(one, two) for one in things for two in things if one != two]
    found = BILLING()
    found += [f"How many more days does the {one} take than the {two}?" for one, two in pairs]
    found += [f"What is the average {one} in {year}?" for one, year in product(things, (2021, 2022))]
    found += [f"What is the difference between the {one} and the {two}?" for one, two in pairs]
    return found + [f"{one} {two} help" for one, two in pairs[:15]]


def write_log(path: Path, texts: list[str] | None = None) -> Path:
    """A log of JSON Lines with these questions, by default those of `made_log`, the first asked twice."""
    listed = made_log() if texts is None else texts
    path.write_text("".join(json.dumps({"question": text}) + "\n" for text in [*listed, listed[0]]))
    return path
