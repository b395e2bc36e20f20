"""Sentences that sound like a relation and tell of something else, each beside a near one that does tell it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from tests.support.sentences_read import features_of

from benchwright.graphs.relations import Relation, RelationBook, Things
from benchwright.makers.lists.evidence.lexical import Lexical
from benchwright.makers.lists.evidence.records import End

FILM, PLACE = Things("film", "films"), Things("place", "places")
PERSON = Things("person or group", "people or groups", who=True)
BASED = Relation(
    "P159", "based in", Things("organization", "organizations"), PLACE, "{subject} is based in {object}.",
    cues=("headquarter*", "based", "locat*", "campus*", "university"),
)  # fmt: skip
FROM = Relation(
    "T", "team", PLACE, Things("team", "teams"), "{object} is a team from {subject}.", cues=("team", "based")
)
PART = Relation(
    "L", "contains a part", PLACE, PLACE, "A part of {object} lies in {subject}.",
    cues=("flow*", "through", "river", "along"),
)  # fmt: skip
DIRECTED = Relation(
    "P57", "director", FILM, PERSON, "{subject} was directed by {object}.",
    cues=("direct*", "co-direct*", "works include", "films such as", "films include", "his films"),
)  # fmt: skip
WROTE = Relation(
    "P58", "screenwriter", FILM, PERSON, "{subject} was written by {object}.",
    cues=("writ*", "wrote", "co-wr*", "screenplay"),
)  # fmt: skip
ACTED = Relation(
    "P161", "cast member", FILM, PERSON, "{object} appeared in {subject}.", cues=("star*", "actor*", "appear*", "play*")
)
PRODUCED = Relation("P162", "producer", FILM, PERSON, "{subject} was produced by {object}.", cues=("produc*",))
MUSIC = Relation(
    "P86", "composer", FILM, PERSON, "The music of {subject} was composed by {object}.", cues=("song*", "compos*")
)
COMPANY = Relation(
    "P272", "company", FILM, Things("company", "companies"), "{subject} was produced by the company {object}.",
    cues=("produc*", "features"),
)  # fmt: skip
WON = Relation("P166", "won", PERSON, Things("award", "awards"), "{subject} won the {object}.", cues=("won", "win"))
REGULAR = Relation(
    "R", "regular cast", Things("television programme", "television programmes"), PERSON,
    "{object} had a starring or regular role in {subject}.", cues=("play*", "role", "star*", "guest*"),
)  # fmt: skip
ALL = (BASED, FROM, PART, DIRECTED, WROTE, ACTED, PRODUCED, MUSIC, COMPANY, WON, REGULAR)
LEXICAL = Lexical(RelationBook({one.id: one for one in ALL}))
told = partial(features_of, LEXICAL)


@pytest.mark.parametrize(
    ("relation", "sentence", "mention", "away"),
    [
        (PART, "Perak takes its name from the Silver River .", "Silver River", True),
        (PART, "Perak takes its name from the Silver River , which flows through it .", "Silver River", False),
        (PART, "Perak , the name of which is old , lies along the Silver River .", "Silver River", False),
        (BASED, "Perak is a university named after the city of Lund .", "Lund", True),
        (BASED, "Perak is named for the city of Lund in which its main campus is located .", "Lund", False),
        (BASED, "Perak , named after a poet , is a university located in Lund .", "Lund", False),
        (BASED, "Its branches , Perak East and Perak West , are headquartered in Lund .", "Lund", True),
        (BASED, "Perak 's foreign subsidiaries are based in Lund .", "Lund", True),
        (BASED, "Its headquarters are located in Lund .", "Lund", False),
        (BASED, "Its Division Street campus is located in Lund .", "Lund", False),
        (BASED, "Perak is a university with satellite campuses in Lund .", "Lund", True),
        (BASED, "Perak is a university with three campuses in Lund .", "Lund", False),
        (BASED, "Perak is based in the Lund metropolitan area .", "Lund", True),
        (BASED, "Perak is based in Orth , a suburb of Lund .", "Lund", True),
        (BASED, "Perak is based in the suburb of Lund .", "Lund", False),
        (BASED, "Perak is based in Orth in the Lund district .", "Lund", False),
        (BASED, "Perak is a university named for the city of Lund .", "Lund", True),
        (BASED, "Perak was named after a poet who taught the first class ever held in Lund .", "Lund", False),
        (BASED, "Its branch of the old party is based in Lund .", "Lund", False),
        (BASED, "Its branches tell us it is based in Lund .", "Lund", False),
        (BASED, "Perak has satellite campuses abroad in towns and is based in Lund .", "Lund", False),
        (BASED, "Perak is based in the French metropolitan area of Orth .", "French", False),
        (BASED, "Perak is located in Lund , which is separate from the county .", "Lund", True),
        (BASED, "Perak is located in Lund , which is the seat of the county .", "Lund", False),
    ],
)  # fmt: skip
def test_what_lies_there_is_not_the_page_s_own_thing(
    relation: Relation, sentence: str, mention: str, away: bool
) -> None:
    about: End = "object" if relation is FROM else "subject"
    assert ("elsewhere" in told(relation, "Perak", about, sentence, mention)) is away


def test_a_place_around_a_city_counts_where_the_page_is_the_city_s() -> None:
    words = "Perak is a team based in the Lund metropolitan area ."
    assert "elsewhere" in told(FROM, "Perak", "object", words, "Lund")
    assert "elsewhere" not in told(
        FROM, "Lund", "subject", "Lund has a team , the Perak metropolitan area club .", "Perak"
    )


@pytest.mark.parametrize(
    ("sentence", "away"),
    [
        ("Roth made the drama Grey Heron ( 1984 ) , which also won the Golden Reed .", True),
        ("Roth wrote a play that won the Golden Reed .", True),
        ("Roth made one about a heron ( 1984 ) , which won the Golden Reed .", True),
        ("Roth made one about a heron , which won the Golden Reed .", False),
        ("Roth wrote Grey Heron ( 1984 ) , which won him the Golden Reed .", False),
        ("Roth wrote Grey Heron ( 1984 ) , for which he won the Golden Reed .", False),
        ("Roth , which won the Golden Reed , is a band .", False),
        ("Roth had a part that won the Golden Reed .", False),
    ],
)
def test_what_a_film_has_won_is_not_its_maker_s(sentence: str, away: bool) -> None:
    assert ("elsewhere" in told(WON, "Roth", "subject", sentence, "Golden Reed")) is away


def test_a_prize_for_directing_is_the_director_s() -> None:
    words = "Roth is the director of Grey Heron , which won the {} ."
    prize = "Reed Award for Best Director"
    assert "elsewhere" not in told(WON, "Roth", "subject", words.format(prize), prize)
    assert "elsewhere" in told(WON, "Roth", "subject", words.format("Reed Award for Best Score"), "Reed Award")


@pytest.mark.parametrize(
    ("relation", "sentence", "mention", "away"),
    [
        (MUSIC, "The film 's success led to a stage adaptation with songs by Ann Lee .", "Ann Lee", True),
        (MUSIC, "Based on the stage musical with a book by Bo Sand , it has songs by Ann Lee .", "Ann Lee", False),
        (MUSIC, "It is adapted from a stage musical with songs by Ann Lee .", "Ann Lee", False),
        (COMPANY, "It was produced at Otter 's Lake Studios .", "Otter", True),
        (COMPANY, "It was produced by Otter 's Lake Studios .", "Otter", False),
    ],
)  # fmt: skip
def test_what_is_made_of_a_film_is_another_thing(relation: Relation, sentence: str, mention: str, away: bool) -> None:
    assert ("elsewhere" in told(relation, "Grey Heron", "subject", sentence, mention)) is away


def test_a_part_in_the_stage_version_is_none_in_the_film() -> None:
    words = "He starred in the {} of Grey Heron ."
    assert "elsewhere" in told(ACTED, "Bo Sand", "object", words.format("stage version"), "Grey Heron")
    assert "elsewhere" not in told(ACTED, "Bo Sand", "object", words.format("film version"), "Grey Heron")


@pytest.mark.parametrize(
    ("sentence", "open"),
    [
        ("He has written , directed , or produced ten films such as Grey Heron .", True),
        ("He has directed or produced ten films such as Grey Heron .", True),
        ("He has written , directed and produced ten films such as Grey Heron .", False),
        ("He either produces or directs films such as Grey Heron .", True),
        ("He directed Grey Heron , either alone or with others .", False),
        ("He either sings or not ; then he directed films such as Grey Heron .", False),
        ("He directed , or so he says , Grey Heron .", False),
        ("He is known for films such as Grey Heron .", True),
        ("His most acclaimed works include the drama Grey Heron ( 1992 ) .", True),
        ("His films include Grey Heron ( 1992 ) .", False),
        ("He is a director known for films such as Grey Heron .", False),
    ],
)
def test_what_somebody_is_known_for_they_need_not_have_directed(sentence: str, open: bool) -> None:
    assert ("other_deed" in told(DIRECTED, "Bo Sand", "object", sentence, "Grey Heron")) is open


def test_a_river_that_borders_or_passes_through_need_not_lie_there() -> None:
    river = "The river {} the states of Ohio and Iowa ."
    assert "other_deed" in told(
        PART, "Silver River", "object", river.format("either borders or passes through"), "Iowa"
    )
    assert "other_deed" not in told(PART, "Silver River", "object", river.format("passes through"), "Iowa")


def test_a_word_of_a_title_is_no_cue() -> None:
    words = "She is known in Lund for Perak : A {} ."
    assert "no_cue" in told(BASED, "Perak", "subject", words.format("University Reader"), "Lund")
    assert "no_cue" not in told(BASED, "Perak", "subject", words.format("reader on the university"), "Lund")
    for article in ("An", "The"):
        words = f"She is known in Lund for Perak : {article} University Reader ."
        assert "no_cue" in told(BASED, "Perak", "subject", words, "Lund")


@pytest.mark.parametrize(
    "sentence", ["The University of Perak lies in Lund .", "Perak was built by Orth Inc . The university is in Lund ."]
)
def test_an_article_that_begins_a_sentence_begins_no_title(sentence: str) -> None:
    assert "no_cue" not in told(BASED, "Perak", "subject", sentence, "Lund")


@pytest.mark.parametrize(
    ("relation", "sentence", "mention", "other"),
    [
        (ACTED, "It is a film produced by Ann Lee , and starring Bo Sand .", "Ann Lee", True),
        (ACTED, "It is a film produced by Ann Lee , and starring Lee and Bo Sand .", "Ann Lee", False),
        (ACTED, "It is a film produced by Ann Lee , who also stars as Ada .", "Ann Lee", False),
        (ACTED, "It is a film produced by Ann Lee , also starring Bo Sand .", "Ann Lee", False),
        (ACTED, "It is a film directed by and starring Ann Lee .", "Ann Lee", False),
        (WROTE, "It was directed by Ann Lee and co-directed by Bo Sand , who also wrote it .", "Ann Lee", True),
        (WROTE, "It was directed by Ann Lee , who also wrote it .", "Ann Lee", False),
        (WROTE, "It was co-written by Ann Lee from a screenplay by Bo Sand .", "Ann Lee", True),
        (WROTE, "It was co-written by Ann Lee from a story by Bo Sand .", "Ann Lee", False),
        (WROTE, "It was co-written by Ann Lee , with a screenplay by Bo Sand .", "Ann Lee", False),
        (WROTE, "It was written by Ann Lee from a screenplay by Lee and Bo Sand .", "Ann Lee", False),
    ],
)
def test_who_did_another_thing_did_not_do_this(relation: Relation, sentence: str, mention: str, other: bool) -> None:
    assert ("other_deed" in told(relation, "Grey Heron", "subject", sentence, mention)) is other


@pytest.mark.parametrize(
    ("sentence", "other"),
    [
        ("Sand worked with the actor Ann Lee , having directed her in Grey Heron .", True),
        ("Sand directed him in Grey Heron .", True),
        ("Ann Lee directed Sand in Grey Heron .", False),
        ("Ann Lee directed him in Grey Heron , and Sand played a thief .", False),
    ],
)
def test_who_directed_somebody_has_no_part(sentence: str, other: bool) -> None:
    assert ("other_deed" in told(ACTED, "Sand", "object", sentence, "Grey Heron")) is other


@pytest.mark.parametrize(
    ("sentence", "other"),
    [
        ("He also played Ada Grey in the series Grey Heron .", True),
        ("She had a guest role in Grey Heron .", True),
        ("She had a recurring role in Grey Heron .", True),
        ("She played Ada Grey in the series Grey Heron .", False),
        ("She also had a leading role in Grey Heron .", False),
    ],
)
def test_one_more_part_is_no_regular_s(sentence: str, other: bool) -> None:
    assert ("other_deed" in told(REGULAR, "Ann Lee", "object", sentence, "Grey Heron")) is other


@pytest.mark.parametrize(
    ("own", "about", "mention"), [("Ann Lee", "object", "Grey Heron"), ("Grey Heron", "subject", "Ann Lee")]
)
def test_a_debut_is_no_regular_part_on_the_page_of_who_made_it(own: str, about: End, mention: str) -> None:
    sentence = (
        "It had the debut of Ann Lee in Grey Heron ." if about == "object" else "Grey Heron had the debut of Ann Lee ."
    )
    assert ("other_deed" in told(REGULAR, own, about, sentence, mention)) is (about == "object")


def test_the_name_of_another_prize_is_no_cue() -> None:
    words = (
        "Lee received the Reed Award for Best Screenplay for Grey Heron and was named for the Award for Best Director ."
    )
    assert "no_cue" in told(DIRECTED, "Lee", "object", words, "Grey Heron")
    words = "Lee received the Reed Award for Best Director for Grey Heron ."
    assert "no_cue" not in told(DIRECTED, "Lee", "object", words, "Grey Heron")
    words = (
        "Lee had an Award for Best Screenplay for Orth and made Grey Heron , for which she had that for Best Director ."
    )
    assert "no_cue" not in told(DIRECTED, "Lee", "object", words, "Grey Heron")


@pytest.mark.parametrize(
    ("sentence", "hedged"),
    [
        ("Filming was supposed to take place in Malta , Rome and Bonn in 2008 with Ann Lee as its director .", True),
        ("It was supposed to be short , but it was directed by Ann Lee as a long film in the end .", False),
        ("It is about what is meant by love , and everybody in it was directed by Ann Lee .", False),
    ],
)
def test_what_was_meant_to_be_is_no_fact(sentence: str, hedged: bool) -> None:
    assert ("hedged" in told(DIRECTED, "Grey Heron", "subject", sentence, "Ann Lee")) is hedged


@pytest.mark.parametrize(
    ("hypothesis", "sentence", "over"),
    [
        ("{subject} is based in {object}.", "In the past , the company was also based in Lund .", True),
        ("{subject} is based in {object}.", "In the past it was small , and now it is based in Lund .", False),
        ("{subject} is a company in the industry of {object}.", "In the past , it was also in Lund .", True),
        ("{subject} is or was in {object}.", "In the past , it was also in Lund .", False),
        ("{subject} is based in {object}.", "Historically , most of it was located in Lund .", True),
        ("{subject} is based in {object}.", "It is in the past tense , and was based in Lund .", False),
    ],
)
def test_a_sentence_about_the_past_tells_nothing_of_what_is(hypothesis: str, sentence: str, over: bool) -> None:
    assert ("over" in told(replace(BASED, hypothesis=hypothesis), "Perak", "subject", sentence, "Lund")) is over


def test_a_mention_that_ends_a_sentence_behind_named_is_read_to_its_end() -> None:
    for sentence, mention in (("The Rosters was a band named In", "In"), ("The Rosters was renamed", "renamed")):
        assert "elsewhere" not in told(MUSIC, "The Rosters", "object", sentence, mention)
