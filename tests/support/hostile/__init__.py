"""Hostile files of every kind that an ingest may meet, made cheaply and always the same.

`ALL` is a tuple of `Hostile`: each has a name that says what it is, and what may come of it. `places.make_folder`
writes them. `QUICK` are those that take half a second at most, and no worker's life; `DEADLY` names those that may.
"""

from __future__ import annotations

from hostile import archives, converted, markup, names, office, pdfs, pictures, texts
from hostile.kinds import Hostile
from hostile.slow import DEADLY, SLOW

__all__ = ["ALL", "DEADLY", "QUICK", "Hostile"]

ALL: tuple[Hostile, ...] = tuple(
    file for module in (archives, converted, markup, names, office, pdfs, pictures, texts) for file in module.files()
)

QUICK = tuple(
    file
    for file in ALL
    if file.name not in SLOW and (file.kind not in converted.KINDS or file.name in converted.REACHES_OUT)
)
