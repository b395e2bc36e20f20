"""What two sources meet in is found as whole words, in either number, and by the names that the sources give it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.makers.written.bridge import Bridge
from benchwright.records import Modality, Place, Source, Table


def passage(text: str, title: str = "") -> Source:
    return Source("p", Modality.TEXT, title, text, Place("d", 0, len(text)))


@pytest.mark.parametrize(
    ("name", "text", "stands"),
    [
        ("tapeworm", "Tapeworms have a scolex.", True),
        ("tapeworms", "The tapeworm has one.", True),
        ("Arvo", "The Arvonian coast", False),
        ("Heat (1995 film)", "In Heat, two men meet.", True),
        ("Network Time Protocol", "NTP asks a server.", False),
        ("max_connections", "Set max_connections first.", True),
    ],
)
def test_where_a_bridge_stands(name: str, text: str, stands: bool) -> None:
    assert Bridge.of(name, [passage(text)]).stands_in(passage(text)) == stands


def test_a_name_in_parentheses_is_another_name() -> None:
    one, other = passage("The Network Time Protocol (NTP) was devised in 1981."), passage("NTP asks a server.")
    bridge = Bridge.of("Network Time Protocol", [one, other])
    assert bridge.stands_in(other)
    assert bridge.is_named_in("Which server does NTP ask?")
    remark = passage("Bees (which live in colonies of many thousand animals) swarm. Ants (1) do not.")
    assert Bridge.of("Bees", [remark]).forms == ("Bees", "Bee")


def test_headings_and_titles_count() -> None:
    source = Source("p", Modality.TEXT, "Pumps", "It is fast.", Place("d", 0, 11, headings=("Manual", "The K2")))
    assert Bridge.of("K2", [source]).stands_in(source)
    assert Bridge.of("pump", [source]).stands_in(source)


@pytest.mark.parametrize(
    ("words", "text", "told"),
    [
        ("20 metres", "The Calder Bridge is 20 m high.", True),
        ("20 metres", "The Calder Bridge is 21 m high.", False),
        ("20 metres", "The Calder Bridge is long. A crane is 20 m high.", False),  # of something else
        ("12", "The Calder Bridge has 12 lamps.", False),  # a small bare number may count anything
        ("1,204", "The Calder Bridge has 1204 lamps.", True),
        ("Lisbon", "A train leaves from Lisbon. The Calder Bridge is closed.", False),
        ("granite towers", "The granite towers of the Calder Bridge are old.", True),
    ],
)
def test_what_is_told_of_a_bridge_stands_in_a_sentence_that_names_it(words: str, text: str, told: bool) -> None:
    bridge = Bridge.of("Calder Bridge", [])
    assert bridge.is_told(words, passage(text, "Bridges of the firth")) == told


def test_a_source_that_bears_the_name_tells_all_of_it() -> None:
    bridge, text = Bridge.of("Heat (1995 film)", []), "It was shot in Los Angeles."
    assert bridge.is_told("Los Angeles", passage(text, "Heat"))
    below = Source("p", Modality.TEXT, "Films", text, Place("d", 0, len(text), headings=("Crime", "2.1. Heat")))
    assert bridge.is_told("Los Angeles", below)
    above = Source("p", Modality.TEXT, "Films", text, Place("d", 0, len(text), headings=("Heat", "Sequels")))
    assert not bridge.is_told("Los Angeles", above)


def test_what_a_row_tells_is_of_the_thing_that_it_names() -> None:
    rows = (("Trieste", "Vass"), ("Antwerp", "Maes"))
    table = Source("t", Modality.TABLE, "", "Trieste | Vass\nAntwerp | Maes", Place("d"), table=Table((), rows))
    assert Bridge.of("Trieste", [table]).is_told("Vass", table)
    assert not Bridge.of("Antwerp", [table]).is_told("Vass", table)


@given(st.sampled_from(["pump", "Kestrel gecko", "guard cell", "K-7", "Port Aldous"]), st.text(max_size=30))
def test_every_form_of_a_bridge_is_found_between_other_words(name: str, other: str) -> None:
    bridge = Bridge.of(name, [])
    for form in bridge.forms:
        assert bridge.is_named_in(f"{other} {form} {other}")
