"""Refuse option values that are not numbers: `nan` passes every comparison, so that a limit of it would be none."""

from __future__ import annotations

import math

import typer


def finite(value: float | None) -> float | None:
    """The value of an option. Raises BadParameter for NaN and infinity."""
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(f"{value} is not a number that can be a limit")
    return value
