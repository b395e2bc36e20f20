"""What a thing is, by how its description begins."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.graphs.described import LONGEST, Heads, head


@pytest.mark.parametrize(
    ("description", "begins"),
    [
        ("county in Oregon, United States", "county"),
        ("English association football club", "english association football club"),
        ("town in Greater Manchester, England", "town"),
        ("2013 film by Jon M. Chu", "film"),
        ("2011 American superhero film", "american superhero film"),
        ("capital of Qatar", "capital"),
        ("The capital and largest city of Iowa", "capital and largest city"),
        ("city and the county seat of Polk County", "city"),
        ("state of the United States of America", "state"),
        ("U.S. state", "u.s. state"),
        ("football club based in Perth, Scotland", "football club"),
        ("men's national association football team representing India", "men's national association football team"),
        ("1950-1953 war on the Korean Peninsula during the Cold War", "war"),
        ("ceremonial county of England (use Q21272736 for administrative county)", "ceremonial county"),
        ("time zone observing UTC -9 during standard time", "time zone"),
        ("one of the 26 cantons of Switzerland", ""),
        ("ancient Greek city. It was destroyed.", "ancient greek city"),
        ("American film and television director", "american film and television director"),
        ("  9th   president of the United States ", "president"),
        ("city – capital of Peru", "city"),
        ("city", "city"),
        ("", ""),
        (" ,", ""),
        ("in New York", ""),
        ("Wikimedia disambiguation page", "wikimedia disambiguation page"),
        ("any film not long enough to be considered a feature film", "any film not long enough"),
        ("informal", "informal"),
        ("Offaly footballer", "offaly footballer"),
        ('"village".', "village"),
    ],
)
def test_a_description_begins_with_what_the_thing_is(description: str, begins: str) -> None:
    assert head(description) == ((begins,) if begins else ())


@pytest.mark.parametrize(
    ("description", "kinds"),
    [
        ("American actor and comedian", ["american actor", "comedian"]),
        ("American actor, voice artist, and playwright", ["american actor", "voice artist", "playwright"]),
        ("composer,lyricist / filmmaker & DJ", ["composer", "lyricist", "filmmaker", "dj"]),
        ("guitarist, singer, best known as a member of a band, writer", ["guitarist", "singer"]),
        ("politician, in office from 1999, lawyer", ["politician"]),
        ("American film, television, and stage actor", ["american film and television and stage actor"]),
        ("English film and television director, producer", ["english film and television director", "producer"]),
        ("video game developer and publisher", ["video game developer", "publisher"]),
        ("actor|singer", ["actor", "singer"]),
        ("city|singer", ["city"]),
        ("actor, actor", ["actor"]),
        ("film, television series", ["film and television series"]),
        ("city, harbour", ["city"]),
        ("capital and largest city of Iowa", ["capital and largest city"]),
    ],
)
def test_each_profession_of_a_list_counts_and_no_other_noun(description: str, kinds: list[str]) -> None:
    assert list(head(description)) == kinds
    found = Heads(pa.array(["village", description, None], pa.string()))
    assert all(found.of(kind).tolist() == [1] for kind in kinds)
    assert found.of("film").tolist() == found.of("harbour").tolist() == []


def test_a_label_is_the_phrase_or_its_last_words() -> None:
    found = Heads(
        pa.chunked_array(
            [["American rock band", "estate in Ohio", "state in Mexico"], ["", "Sovereign state in Asia", "state"]]
        )
    )
    assert found.of("state").tolist() == [2, 4, 5]
    assert found.of("Sovereign State").tolist() == [4]
    assert found.of("rock band").tolist() == found.of("band").tolist() == [0]
    assert found.of("").tolist() == found.of("rock").tolist() == found.of("and").tolist() == []


def test_nothing_has_no_phrase() -> None:
    assert Heads(pa.array([], pa.string())).of("city").tolist() == []


@given(st.lists(st.text(max_size=2 * LONGEST) | st.text("a of,in ", max_size=30), max_size=6), st.text(max_size=5))
def test_any_text_is_read_alone_as_among_others(descriptions: list[str], label: str) -> None:
    singly = [head(description) for description in descriptions]
    flat = [one for several in singly for one in several]
    assert all(one and len(one) <= 2 * LONGEST and one == one.strip(" .'\"") and "," not in one for one in flat)
    wanted = label.lower()
    fits = [bool(wanted) and any(f" {one}".endswith(f" {wanted}") for one in several) for several in singly]
    assert Heads(pa.array(descriptions, pa.string())).of(label).tolist() == np.flatnonzero(fits).tolist()
    assert all(
        head(one) == (one,) for one in flat if one.isalpha() and one.islower() and one.isascii() and len(one) > 9
    )
