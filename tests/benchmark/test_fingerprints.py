from __future__ import annotations

from dataclasses import replace

from benchwright.benchmark import InputFingerprints
from benchwright.benchmark.fingerprints import maker_fingerprint
from benchwright.benchmark.schema import parse_fingerprints

PINS = InputFingerprints("c", "f", {"seed": 13, "max_share": {"family": 0.15}}, {"derive": "1"}, {"numerical": "a"})


def test_nothing_changed_is_no_drift_and_survives_json() -> None:
    assert PINS.drift_from(PINS) == ""
    assert parse_fingerprints({"pins": PINS.to_json()}) == PINS


def test_each_change_is_named() -> None:
    assert replace(PINS, corpus="d", facts="g").drift_from(PINS) == "the corpus has changed"
    assert replace(PINS, facts="g").drift_from(PINS) == "the corpus' facts have changed"
    changed = replace(PINS, plan={"seed": 14, "encoder": "e"}, makers={"derive": "2"}, styles={"numerical": "b"})
    assert changed.drift_from(PINS) == (
        'encoder was null and is "e"; max_share was {"family":0.15} and is null; seed was 13 and is 14; '
        "the maker derive is another version; the style numerical is another version"
    )


def test_another_ground_of_the_same_maker_is_told_as_such() -> None:
    assert (maker_fingerprint("m", ""), maker_fingerprint("m", "ivf-1")) == ("m", "m+ivf-1")
    exact, found, again = (replace(PINS, makers={"smmqg": one}) for one in ("m", "m+ivf-1", "m+ivf-2"))
    said = "the neighbours of sources that smmqg draws by were"
    assert found.drift_from(exact) == f"{said} exact and are approximate (ivf-1)"
    assert exact.drift_from(found) == f"{said} approximate (ivf-1) and are exact"
    assert again.drift_from(found) == f"{said} approximate (ivf-1) and are approximate (ivf-2)"
    other = replace(PINS, makers={"smmqg": "n+ivf-1"})
    assert other.drift_from(found) == "the maker smmqg is another version"


PARTED = replace(PINS, makers={"list": "1"}, parts={"list": {"the graph world": "g", "the relations of r.yaml": "r"}})


def test_the_parts_of_a_maker_that_changed_are_named() -> None:
    assert parse_fingerprints({"pins": PARTED.to_json()}) == PARTED
    later = replace(PARTED, makers={"list": "2"})
    assert later.drift_from(PARTED) == "the maker list is another version"
    book = replace(later, parts={"list": {"the graph world": "g", "the relations of r.yaml": "s"}})
    assert book.drift_from(PARTED) == "the relations of r.yaml changed"
    other = replace(later, parts={"list": {"the graph world": "g", "the built-in relations freebase": "r"}})
    assert other.drift_from(PARTED) == "the relations of r.yaml gave way to the built-in relations freebase"
    both = replace(later, parts={"list": {"the graph world": "h", "the relations of r.yaml": "s"}})
    assert both.drift_from(PARTED) == "the graph world and the relations of r.yaml changed"


def test_a_maker_that_changes_with_the_corpus_is_no_change_of_its_own() -> None:
    later = replace(PARTED, makers={"list": "2"})
    assert replace(later, corpus="d").drift_from(PARTED) == "the corpus has changed"
    assert replace(later, plan=PINS.plan | {"seed": 14}).drift_from(PARTED) == "seed was 13 and is 14"


def test_a_benchmark_begun_without_parts_goes_on_and_tells_what_may_have_changed() -> None:
    before = replace(PARTED, parts={})
    assert "parts" not in before.to_json()
    assert PARTED.drift_from(before) == ""
    assert PARTED.joined(before).parts == PARTED.parts
    assert replace(PARTED, makers={"list": "2"}).drift_from(before) == (
        "the graph world or the relations of r.yaml or the rules of the maker list changed"
    )


def test_what_was_not_used_before_is_no_drift_and_is_kept() -> None:
    later = replace(PINS, makers={"toy": "9"}, styles={"compound": "c"})
    assert later.drift_from(PINS) == ""
    joined = later.joined(PINS)
    assert joined.makers == {"derive": "1", "toy": "9"}
    assert joined.styles == {"numerical": "a", "compound": "c"}
