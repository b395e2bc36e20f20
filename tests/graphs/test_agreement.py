"""The singular of a clause: the verb that agrees changes and nothing else, and what is unclear is not guessed."""

from __future__ import annotations

import pytest

from benchwright.graphs.agreement import UnclearError, singular


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("were directed by {given}", "was directed by {given}"),
        ("are located in {given}", "is located in {given}"),
        ("are part of {given}", "is part of {given}"),
        ("are famous for {given}", "is famous for {given}"),
        ("were once owned by {given}", "was once owned by {given}"),
        ("have won {given}", "has won {given}"),
        ("have {given} as their capital", "has {given} as its capital"),
        ("do business in {given}", "does business in {given}"),
        ("do not belong to {given}", "does not belong to {given}"),
        ("did not sign {given}", "did not sign {given}"),
        ("had {given} as their patron", "had {given} as its patron"),
        ("play for {given}", "plays for {given}"),
        ("carry {given}", "carries {given}"),
        ("go through {given}", "goes through {given}"),
        ("cross {given}", "crosses {given}"),
        ("teach at {given}", "teaches at {given}"),
        ("mix {given}", "mixes {given}"),
        ("buzz near {given}", "buzzes near {given}"),
        ("publish {given}", "publishes {given}"),
        ("employ {given}", "employs {given}"),
        ("fly to {given}", "flies to {given}"),
        ("supply {given}", "supplies {given}"),
        ("use {given}", "uses {given}"),
        ("focus on {given}", "focuses on {given}"),
        ("mainly serve {given}", "mainly serves {given}"),
        ("also belong to {given}", "also belongs to {given}"),
        ("directed {given}", "directed {given}"),
        ("co-wrote {given}", "co-wrote {given}"),
        ("won {given}", "won {given}"),
        ("led {given}", "led {given}"),
        ("took part in {given}", "took part in {given}"),
        ("founded {given}", "founded {given}"),
        ("feed on {given}", "feeds on {given}"),
        ("can play {given}", "can play {given}"),
        ("have music that was composed by {given}", "has music that was composed by {given}"),
        ("have sets that were designed by {given}", "has sets that were designed by {given}"),
        ("are or were owned by {given}", "is or was owned by {given}"),
        ("have or had {given} as their port", "has or had {given} as its port"),
        ("work or worked for {given}", "works or worked for {given}"),
        ("hold or held {given}", "holds or held {given}"),
        ("directed or produced {given}", "directed or produced {given}"),
        ("was {given} made of", "was {given} made of"),
        ("does {given} cross", "does {given} cross"),
        ("is {given} based on", "is {given} based on"),
        ("did {given} write", "did {given} write"),
        ("share a border with {given} and its neighbours", "shares a border with {given} and its neighbours"),
    ],
)
def test_the_verb_is_put_into_the_singular(many: str, one: str) -> None:
    assert singular(many) == one


def test_people_keep_their_pronoun() -> None:
    assert singular("have {given} as their teacher", who=True) == "has {given} as their teacher"


@pytest.mark.parametrize(
    ("many", "why"),
    [
        ("are members of {given}", "plural noun"),
        ("put out {given}", "present or the past"),
        ("found {given}", "present or the past"),
        ("read {given}", "present or the past"),
        ("in {given}", "does not begin with a verb"),
        ("{given} was born in", "does not begin with a verb"),
        ("whose capital is {given}", "does not begin with a verb"),
        ("are or were members of {given}", "plural noun"),
        ("work or study at {given}", "second verb"),
        ("sing and dance for {given}", "second verb"),
        ("are in {given} or are near it", "second verb"),
        ("is located in {given}", "is in the singular"),
        ("plays for {given}", "looks like a singular"),
        ("", "does not begin with a verb"),
    ],
)
def test_what_is_unclear_is_not_guessed(many: str, why: str) -> None:
    with pytest.raises(UnclearError, match=why):
        singular(many)
