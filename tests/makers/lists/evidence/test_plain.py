"""Sentences that say a thing by how they are made, each beside a near one that does not."""

from __future__ import annotations

import pytest
from tests.support.sentences_read import features_of

from benchwright.graphs.relations import Relation, RelationBook, Things
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.lexical import Lexical

PLACE, FILM, COUNTRY = Things("place", "places"), Things("film", "films"), Things("country", "countries")
PERSON, AWARD = Things("person", "people", who=True), Things("award", "awards")
IN = Relation("P131", "located in", PLACE, PLACE, "{subject} is located in {object}.", cues=("locat*",))
LIKED = Relation("L", "likes", PLACE, PLACE, "{subject} is liked in {object}.", cues=("lik*",))
MADE = Relation("P495", "country", FILM, COUNTRY, "{subject} was produced in {object}.", cues=("film*",))
SHOWN = Relation("S", "shown in", FILM, COUNTRY, "{subject} was shown in {object}.", cues=("film*",))
WROTE = Relation("P58", "screenwriter", FILM, PERSON, "{subject} was written by {object}.", cues=("writ*", "written"))
DIRECTED = Relation("P57", "director", FILM, PERSON, "{subject} was directed by {object}.", cues=("direct*",))
PRODUCED = Relation("P162", "producer", FILM, PERSON, "{subject} was produced by {object}.", cues=("produc*",))
WON = Relation("P166", "award", PERSON, AWARD, "{subject} won the {object}.", cues=("won", "receiv*"))
NAMED = Relation("P1411", "nominated", PERSON, AWARD, "{subject} was nominated for the {object}.", cues=("nomin*",))
LEXICAL = Lexical(
    RelationBook({one.id: one for one in (IN, LIKED, MADE, SHOWN, WROTE, DIRECTED, PRODUCED, WON, NAMED)})
)


def told(relation: Relation, own: str, about: str, sentence: str, other: str) -> dict[str, float]:
    return features_of(LEXICAL, relation, own, about, sentence, other)


@pytest.mark.parametrize(
    ("sentence", "other", "ranked"),
    [
        ("Orth is the eighth-largest town in Gaul .", "Gaul", True),
        ("It is the 8th-largest in Gaul .", "Gaul", True),
        ("The town ranks among the oldest in southern Gaul .", "Gaul", True),
        ("Orth is one of the 20 regions of Gaul .", "Gaul", True),
        ("Orth is one of Gaul 's oldest towns .", "Gaul", True),
        ("Orth borders the largest forest in Gaul .", "Gaul", False),
        ("Orth is the largest supplier of Gaul .", "Gaul", False),
        ("Orth is a guest in Gaul .", "Gaul", False),
        ("Orth is west of the lake in Gaul .", "Gaul", False),
        ("Orth was Gaul 's ally .", "Gaul", False),
        ("Orth is the largest town ; its wool is sold in Gaul .", "Gaul", False),
    ],
)
def test_a_rank_among_those_of_a_place_tells_where_something_is(sentence: str, other: str, ranked: bool) -> None:
    assert ("no_cue" not in told(IN, "Orth", "subject", sentence, other)) is ranked
    assert "strong" not in told(LIKED, "Orth", "subject", sentence, other)


def opening(relation: Relation, sentence: str) -> dict[str, float]:
    at = sentence.index("French")
    one = Statement(
        relation, "Grey Heron", "France", "subject", sentence, (0, len(sentence)), (at, at + 6), (0, 10), opens=True
    )
    return LEXICAL.features(one)


@pytest.mark.parametrize(
    ("sentence", "country"),
    [
        ("Grey Heron is a 1975 French crime drama film .", True),
        ("Grey Heron is a French sitcom created in Lund .", True),
        ("Grey Heron is a film about a French baker .", False),
        ("Grey Heron is a film based on a French crime novel .", False),
        ("Grey Heron is a film starring the French film actor Bo Sand .", False),
    ],
)
def test_a_page_opens_with_the_country_of_a_film(sentence: str, country: bool) -> None:
    assert ("of_country" in opening(MADE, sentence)) is country
    assert "of_country" not in opening(SHOWN, sentence)


def test_verbs_that_share_their_object_are_all_as_near() -> None:
    words = "Bo Sand directed , produced and co - wrote a long time ago Grey Heron ."
    near = told(DIRECTED, "Bo Sand", "object", "Bo Sand directed and produced Grey Heron .", "Grey Heron")
    far = told(DIRECTED, "Bo Sand", "object", "Bo Sand directed a play and produced Grey Heron .", "Grey Heron")
    assert near["strong_near"] == 1
    assert far["strong_near"] < 0.7
    assert told(DIRECTED, "Bo Sand", "object", words, "Grey Heron")["strong_near"] < 0.5


@pytest.mark.parametrize(
    ("sentence", "only"),
    [
        ("She received two nominations , for the Heron Prize .", True),
        ("She received a Heron Prize nomination .", True),
        ("She won two prizes and was nominated for the Heron Prize .", True),
        ("The Heron Prize : Ada Lee has received three nominations , she and the Heron Prize .", True),
        ("She was nominated for and won the Heron Prize .", False),
        ("She received the Heron Prize , and a nomination for another .", False),
        ("She won the Heron Prize for her part in it .", False),
    ],
)
def test_a_nomination_is_no_prize(sentence: str, only: bool) -> None:
    found = told(WON, "Ada Lee", "subject", sentence, "Heron Prize")
    assert ("only_nominated" in found) is only
    assert (LEXICAL.score_of(found) < LEXICAL.threshold) is only
    assert "only_nominated" not in told(NAMED, "Ada Lee", "subject", sentence, "Heron Prize")
