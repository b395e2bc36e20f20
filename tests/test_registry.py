"""Registered names, entry points of other packages, and what a user reads after a slip."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from benchwright import registry
from benchwright.errors import UsageError
from benchwright.registry import Registry, suggestion


def shapes() -> Registry[int]:
    corners: Registry[int] = Registry("shape", "benchwright.test.shapes")
    corners.register("triangle")(3)
    corners.register("square")(4)
    return corners


def give_points(monkeypatch: pytest.MonkeyPatch, *points: EntryPoint) -> None:
    monkeypatch.setattr(registry, "entry_points", lambda group: [p for p in points if p.group == group])


def test_get_names_items() -> None:
    corners = shapes()
    assert corners.get("square") == 4
    assert corners.names() == ("square", "triangle")
    assert corners.items() == (("square", 4), ("triangle", 3))
    assert "square" in corners
    assert "circle" not in corners


def test_a_duplicate_is_refused() -> None:
    with pytest.raises(ValueError, match="the shape 'square' is registered twice"):
        shapes().register("square")(5)


def test_an_unknown_name_gets_the_nearest() -> None:
    with pytest.raises(UsageError) as caught:
        shapes().get("Triangel")
    assert caught.value.line() == "unknown shape 'Triangel' — did you mean 'triangle'?"
    assert suggestion("zzz", ["b", "a"]) == "known: a, b"
    assert suggestion("zzz", []) == "none is known"


def test_entry_points_add_names(monkeypatch: pytest.MonkeyPatch) -> None:
    give_points(monkeypatch, EntryPoint("tau", "math:tau", "benchwright.test.shapes"), EntryPoint("x", "x:x", "other"))
    assert shapes().names() == ("square", "tau", "triangle")
    assert shapes().get("tau") == pytest.approx(6.283185307)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("square", "math:pi", "the shape 'square' of math:pi is there already"),
        ("oval", "no_such_module:x", "the shape 'oval' cannot be loaded from no_such_module:x: No module named"),
        ("oval", "math:no_such_name", "cannot be loaded from math:no_such_name"),
    ],
)
def test_entry_points_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch, name: str, value: str, message: str) -> None:
    give_points(monkeypatch, EntryPoint(name, value, "benchwright.test.shapes"))
    with pytest.raises(UsageError, match=message):
        shapes().get("square")
