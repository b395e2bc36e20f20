"""What two sources meet in is found as whole words, in either number, and by the names that the sources give it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.makers.written.bridge import Bridge, states_answer, tells
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
    ("answer", "text", "stated"),
    [
        ("20 metres", "It is 20 m high.", True),
        ("20 metres", "It is 21 m high.", False),
        ("12", "There are 12 of them.", False),  # a small bare number may count anything
        ("1,204", "There are 1204 of them.", True),
        ("Lisbon", "From Lisbon on.", True),
    ],
)
def test_whether_an_answer_is_told_elsewhere(answer: str, text: str, stated: bool) -> None:
    assert states_answer(passage(text), answer) == stated


def test_a_description_is_told_in_one_sentence_or_row() -> None:
    apart = passage("Miriam Lund wrote it. The Okafor prize is given each year.")
    assert not tells(apart, "Miriam Okafor")
    assert tells(passage("In 1962 Miriam B. Okafor died."), "Miriam Okafor")
    rows = (("Trieste", "Vass"), ("Antwerp", "Maes"))
    table = Source("t", Modality.TABLE, "", "Trieste | Vass\nAntwerp | Maes", Place("d"), table=Table((), rows))
    assert tells(table, "Trieste Vass")
    assert not tells(table, "Antwerp Vass")


@given(st.sampled_from(["pump", "Kestrel gecko", "guard cell", "K-7", "Port Aldous"]), st.text(max_size=30))
def test_every_form_of_a_bridge_is_found_between_other_words(name: str, other: str) -> None:
    bridge = Bridge.of(name, [])
    for form in bridge.forms:
        assert bridge.is_named_in(f"{other} {form} {other}")
