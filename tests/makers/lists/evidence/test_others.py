"""Words that belong to something else than the mention, each sentence beside a near one where they are its own."""

from __future__ import annotations

from functools import partial

import pytest
from tests.support.sentences_read import features_of

from benchwright.graphs.relations import Relation, RelationBook, Things
from benchwright.makers.lists.evidence.lexical import Lexical
from benchwright.makers.lists.evidence.records import End

FILM, SHOW = Things("film", "films"), Things("television programme", "television programmes")
PERSON = Things("person", "people", who=True)
GENRE = Relation(
    "P136", "genre", FILM, Things("genre", "genres"), "{subject} is a {object}.", cues=("film*", "series", "is a")
)
CITIZEN = Relation(
    "P27", "citizenship", PERSON, Things("country", "countries"), "{subject} has or had {object} as their nationality.",
    cues=("citizen*", "national*", "born", "is a", "is an"),
)  # fmt: skip
DIRECTED = Relation(
    "P57", "director", FILM, PERSON, "{subject} was directed by {object}.", cues=("direct*", "co-direct*")
)
ACTED = Relation(
    "P161", "cast member", FILM, PERSON, "{object} appeared in {subject}.", cues=("star*", "appear*", "play*", "role*")
)
REGULAR = Relation(
    "R", "regular cast", SHOW, PERSON, "{object} had a starring or regular role in {subject}.",
    cues=("play*", "role", "star*", "portray*", "cast", "appear*"),
)  # fmt: skip
SEQUEL = Relation(
    "P155", "follows", FILM, FILM, "{subject} is the sequel to {object}.", cues=("sequel*", "instal*", "series", "part")
)
COMPANY = Relation(
    "P272", "company", FILM, Things("company", "companies"), "{subject} was produced by the company {object}.",
    cues=("produc*", "studio*"),
)  # fmt: skip
RELEASED = Relation(
    "P750", "distributor", FILM, Things("company", "companies"), "{subject} was distributed by {object}.",
    cues=("releas*",),
)  # fmt: skip
SPEAKS = Relation(
    "P1412", "language", PERSON, Things("language", "languages"), "{subject} speaks {object}.", cues=("speak*",)
)
ALL = (GENRE, CITIZEN, DIRECTED, ACTED, REGULAR, SEQUEL, COMPANY, RELEASED, SPEAKS)
LEXICAL = Lexical(RelationBook({one.id: one for one in ALL}))
told = partial(features_of, LEXICAL)


@pytest.mark.parametrize(
    ("sentence", "mention", "other"),
    [
        ("Grey Heron is a 1998 romantic comedy-drama film .", "comedy", True),
        ("Grey Heron is a 1998 romantic comedy-drama film .", "drama film", True),
        ("Grey Heron is a 1998 romantic comedy-drama film .", "comedy-drama", False),
        ("Grey Heron is a 1998 romantic comedy-drama film .", "romantic", False),
        ("Grey Heron is a live-action/animated film .", "animated", True),
        ("Grey Heron is a computer-animated film .", "animated", False),
        ("Grey Heron is a comedy - of sorts - and a film .", "comedy", False),
    ],
)
def test_half_of_a_compound_is_another_genre(sentence: str, mention: str, other: bool) -> None:
    assert ("elsewhere" in told(GENRE, "Grey Heron", "subject", sentence, mention)) is other


@pytest.mark.parametrize(
    ("sentence", "other"),
    [
        ("Born in London to English actor Bo Sand , Lee was educated at Lund .", True),
        ("Born in London to Irish writer Ada Roe and English actor Bo Sand , Lee went to Lund .", True),
        ("Lee was born in Lund , the son of an English painter .", True),
        ("Lee lives with his English wife .", True),
        ("His mother was English , and Lee was born in Lund .", True),
        ("Born in London , Lee moved to English towns .", False),
        ("Born in London to a painter , Lee is an English actor .", False),
        ("Born in Lund to Bo Sand , Lee , an English actor , lives there .", False),
        ("Lee was born to farmers in English Bay .", False),
        ("Lee was born in an English village .", False),
    ],
)
def test_a_parent_s_nationality_is_not_the_child_s(sentence: str, other: bool) -> None:
    assert ("elsewhere" in told(CITIZEN, "Lee", "subject", sentence, "English")) is other


@pytest.mark.parametrize(
    ("sentence", "other"),
    [
        ("Lee Lau ( traditional Chinese : x ; born 1961 ) is a Hong Kong actor .", True),
        ("Lee Lau ( a Chinese actor ) : his life", False),
        ("Lee Lau is Chinese : she says so .", False),
    ],
)
def test_the_language_of_a_name_is_no_nationality(sentence: str, other: bool) -> None:
    assert ("elsewhere" in told(CITIZEN, "Lee", "subject", sentence, "Chinese")) is other
    assert "elsewhere" not in told(SPEAKS, "Lee", "subject", sentence, "Chinese")


@pytest.mark.parametrize(
    ("sentence", "other"),
    [
        ("Lee appeared in numerous television series , including Old Reed ( 1983 ) , Grey Heron ( 1998 ) .", True),
        ("Lee appeared in shows such as Old Reed and Grey Heron .", True),
        ("Lee appeared in the miniseries Grey Heron .", True),
        ("Lee appeared in the television series Old Reed ( 1991 ) , Grey Heron ( 1993 ) and others .", False),
        ("Lee appeared in a series of films such as Grey Heron .", False),
        ("Lee appeared in films and television series such as Grey Heron .", False),
        ("Lee appeared in the film series Grey Heron .", False),
        ("Lee starred in The Reed show ( 1990 ) , in Grey Heron and in Lund .", False),
        ("Lee appeared in Best in Show ( 2000 ) , Grey Heron ( 2003 ) .", False),
        ("Lee went on with the series in Grey Heron .", False),
    ],
)
def test_what_is_listed_as_a_programme_is_no_film(sentence: str, other: bool) -> None:
    assert ("elsewhere" in told(ACTED, "Lee", "object", sentence, "Grey Heron")) is other


def test_what_is_listed_as_a_film_is_no_programme() -> None:
    words = "Lee starred in {} such as Old Reed and Grey Heron ."
    assert "elsewhere" in told(REGULAR, "Lee", "object", words.format("films"), "Grey Heron")
    assert "elsewhere" not in told(REGULAR, "Lee", "object", words.format("television films"), "Grey Heron")
    assert "elsewhere" not in told(REGULAR, "Lee", "object", words.format("series"), "Grey Heron")


@pytest.mark.parametrize(
    ("sentence", "other"),
    [
        ("Old Reed is the fourth part of the Grey Heron film franchise .", True),
        ("Old Reed is the third installment in the Grey Heron series .", True),
        ("Old Reed is the second installment in the Grey Heron series .", False),
        ("Old Reed is the sequel to Grey Heron and part of a series .", False),
        ("A fifth Grey Heron film was made after Old Reed , a sequel .", True),
        ("Old Reed is the sequel and the second Grey Heron film .", False),
    ],
)
def test_a_series_is_not_its_first_film(sentence: str, other: bool) -> None:
    assert ("elsewhere" in told(SEQUEL, "Old Reed", "subject", sentence, "Grey Heron")) is other


@pytest.mark.parametrize(
    ("sentence", "other"),
    [
        ("Lee played Legolas in the Grey Heron film series .", True),
        ("Lee played a part in the Grey Heron trilogy .", True),
        ("Lee appeared in the third Grey Heron film .", True),
        ("Lee appeared in the film Grey Heron .", False),
        ("Lee appeared in the third film , Grey Heron , and in a series .", False),
        ("Lee appeared in Grey Heron films and series of the network .", False),
    ],
)
def test_who_appears_in_a_series_appears_in_some_film_of_it(sentence: str, other: bool) -> None:
    assert ("elsewhere" in told(ACTED, "Lee", "object", sentence, "Grey Heron")) is other


def test_a_programme_may_be_called_a_series() -> None:
    assert "elsewhere" not in told(
        REGULAR, "Lee", "object", "Lee played a part in the Grey Heron series .", "Grey Heron"
    )


@pytest.mark.parametrize(
    ("sentence", "other"),
    [
        ("The original director of Grey Heron , Ann Lee , was fired after a week .", True),
        ("The director of Grey Heron was Bo Sand , who replaced Ann Lee .", True),
        ("The first director of Grey Heron , Ann Lee , left for another film .", True),
        ("The director of Grey Heron , Ann Lee , was praised .", False),
        ("Grey Heron was directed by Ann Lee , and a wall was removed .", False),
    ],
)
def test_who_was_replaced_did_not_direct(sentence: str, other: bool) -> None:
    assert ("other_deed" in told(DIRECTED, "Grey Heron", "subject", sentence, "Ann Lee")) is other


@pytest.mark.parametrize(
    ("sentence", "cued"),
    [
        ("Lee was nominated for Best Director for Old Reed and Best Adapted Screenplay for Grey Heron .", False),
        ("Lee was nominated for Best Adapted Screenplay for Old Reed and Best Director for Grey Heron .", True),
        ("Lee won the Best Director and Best Screenplay awards for Grey Heron .", True),
        ("Lee was nominated as Best Actor for Old Reed and was the director for Grey Heron .", True),
    ],
)
def test_the_prize_of_another_film_is_no_cue(sentence: str, cued: bool) -> None:
    assert ("no_cue" not in told(DIRECTED, "Lee", "object", sentence, "Grey Heron")) is cued


@pytest.mark.parametrize(
    ("sentence", "other"),
    [
        ("Lee was then cast in the miniseries Grey Heron as Ada .", True),
        ("She made her television debut portraying Ada in the series Grey Heron .", True),
        ("She made her debut in 2001 , and portrayed Ada in the series Grey Heron .", False),
        ("Lee was a cast member on Grey Heron .", False),
        ("Lee was cast in the series Grey Heron , a role that she had until 2013 .", False),
        ("Lee was cast in the main role of Grey Heron .", False),
        ("Lee made her debut starring as Ada in Grey Heron .", False),
    ],
)
def test_to_be_cast_is_no_regular_role_yet(sentence: str, other: bool) -> None:
    assert ("other_deed" in told(REGULAR, "Lee", "object", sentence, "Grey Heron")) is other


def test_who_is_on_the_show_s_own_page_is_of_its_cast() -> None:
    words = "Lee was cast as Ada in Grey Heron ."
    assert "other_deed" not in told(REGULAR, "Grey Heron", "subject", words, "Lee")


def test_a_studio_s_name_joins_no_two_deeds() -> None:
    words = "Grey Heron was produced by {} , released by Lake Pictures ."
    assert "rival_takes" in told(COMPANY, "Grey Heron", "subject", words.format("Otter Studios"), "Lake Pictures")
    words = "Grey Heron was produced and released by Lake Pictures ."
    assert "rival_takes" not in told(COMPANY, "Grey Heron", "subject", words, "Lake Pictures")


@pytest.mark.parametrize(
    ("relation", "about", "sentence", "mention"),
    [
        (DIRECTED, "object", "Bo Sand directed the series ( Grey Heron ) .", "Grey Heron"),
        (DIRECTED, "subject", "The director Ann Lee replaced another one .", "Ann Lee"),
        (REGULAR, "subject", "The regular host , Ann Lee , was replaced in the cast in 2001 .", "Ann Lee"),
    ],
)
def test_what_only_looks_like_another_kind_or_like_somebody_who_left(
    relation: Relation, about: End, sentence: str, mention: str
) -> None:
    own = "Bo Sand" if about == "object" else "Grey Heron"
    assert not {"elsewhere", "other_deed"} & told(relation, own, about, sentence, mention).keys()


PLAYED_FOR = Relation(
    "P54", "team", PERSON, Things("team", "teams"), "{subject} plays or played for {object}.", cues=("play*", "club")
)
IN_BAND = Relation(
    "B", "part", PERSON, Things("role", "roles"), "{subject} played {object} in a band.", cues=("play*", "band*")
)
ON_RECORD = Relation(
    "T", "part", PERSON, Things("role", "roles"), "{subject} played {object} on a recording.", cues=("play*", "record*")
)
NOMINATED = Relation(
    "P1411", "nominated", PERSON, Things("award", "awards"), "{subject} was nominated for the {object}.",
    cues=("nomin*", "won", "receiv*"),
)  # fmt: skip
WON_FOR = Relation(
    "W", "award for", FILM, PERSON, "{object} won an award for {subject}.", cues=("won", "won two", "for which he won")
)


@pytest.mark.parametrize(
    ("sentence", "other"),
    [
        ("Lee is a former player and now the manager of Lund City .", True),
        ("Lee is a former player who coaches Lund City .", True),
        ("Lee was the manager of Orth and played for Lund City .", False),
        ("Lee is a former player of Lund City .", False),
    ],
)
def test_who_manages_a_team_has_not_played_for_it(sentence: str, other: bool) -> None:
    assert ("other_deed" in told(PLAYED_FOR, "Lee", "subject", sentence, "Lund City")) is other
    assert "other_deed" not in told(DIRECTED, "Lee", "object", sentence, "Lund City")


@pytest.mark.parametrize(
    ("sentence", "in_band"),
    [
        ("Lee is a singer , bassist and painter .", False),
        ("Lee is the bassist of The Herons .", True),
        ("Lee is a singer and bassist in a rock band .", True),
    ],
)
def test_what_somebody_plays_tells_of_no_band_and_no_recording(sentence: str, in_band: bool) -> None:
    assert ("other_deed" not in told(IN_BAND, "Lee", "subject", sentence, "bassist")) is in_band
    assert "other_deed" in told(ON_RECORD, "Lee", "subject", sentence, "bassist")
    assert "other_deed" not in told(ON_RECORD, "Lee", "subject", "Lee played the bass on his record .", "bass")


def test_nobody_is_nominated_for_an_honour() -> None:
    words = "Lee {} the Heron Fellowship ."
    assert "other_deed" in told(NOMINATED, "Lee", "subject", words.format("received"), "Heron Fellowship")
    assert "other_deed" not in told(NOMINATED, "Lee", "subject", words.format("was nominated for"), "Heron Fellowship")
    assert "other_deed" not in told(NOMINATED, "Lee", "subject", "Lee won the Heron Prize .", "Heron Prize")


@pytest.mark.parametrize(
    ("sentence", "other"),
    [
        ("Lee wrote Grey Heron , Red Kite and White Stork , the latter two of which won him a prize .", True),
        ("Lee wrote Red Kite , Grey Heron and White Stork , the latter two of which won him a prize .", False),
        ("Lee wrote Grey Heron and Red Kite , the latter of which won him a prize .", True),
        ("Lee wrote Red Kite and Grey Heron , the latter of which won him a prize .", False),
        ("He wrote Red Kite , for which he won two prizes , White Stork , and Grey Heron .", True),
        ("He wrote Red Kite , for which he won two prizes , and won another one for Grey Heron .", False),
        ("He wrote Red Kite , for which he won a prize , and Grey Heron , for which he won two .", False),
        ("He was Bo Sand in Red Kite , for which he won a prize , and Hal Roe in Grey Heron .", True),
        ("He wrote Red Kite , for which he was put up for a prize , and Grey Heron .", True),
    ],
)
def test_a_prize_is_for_the_entries_of_a_list_that_are_meant(sentence: str, other: bool) -> None:
    assert ("other_deed" in told(WON_FOR, "Lee", "object", sentence, "Grey Heron")) is other
    assert "other_deed" not in told(NOMINATED, "Lee", "subject", sentence, "Grey Heron")
