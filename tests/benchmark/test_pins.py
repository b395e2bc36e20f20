from __future__ import annotations

from dataclasses import replace

from benchwright.benchmark import Pins

PINS = Pins("c", "f", {"seed": 13, "max_share": {"family": 0.15}}, {"derive": "1"}, {"numerical": "a"})


def test_nothing_changed_is_no_drift_and_survives_json() -> None:
    assert PINS.drift_from(PINS) == ""
    assert Pins.from_json(PINS.to_json()) == PINS


def test_each_change_is_named() -> None:
    assert replace(PINS, corpus="d", facts="g").drift_from(PINS) == "the corpus has changed"
    assert replace(PINS, facts="g").drift_from(PINS) == "the corpus' facts have changed"
    changed = replace(PINS, plan={"seed": 14, "encoder": "e"}, makers={"derive": "2"}, styles={"numerical": "b"})
    assert changed.drift_from(PINS) == (
        'encoder was null and is "e"; max_share was {"family":0.15} and is null; seed was 13 and is 14; '
        "the maker derive is another version; the style numerical is another version"
    )


def test_what_was_not_used_before_is_no_drift_and_is_kept() -> None:
    later = replace(PINS, makers={"toy": "9"}, styles={"compound": "c"})
    assert later.drift_from(PINS) == ""
    joined = later.joined(PINS)
    assert joined.makers == {"derive": "1", "toy": "9"}
    assert joined.styles == {"numerical": "a", "compound": "c"}
