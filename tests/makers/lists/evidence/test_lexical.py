"""What the checker that reads words makes of sentences: one rule each, both ways."""

import json
from dataclasses import replace
from math import exp
from pathlib import Path

import pytest

from benchwright.graphs.book import open_book
from benchwright.graphs.relations import Relation, RelationBook, Things
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.lexical import Lexical

FILM, PERSON, TOWN = Things("film", "films"), Things("person", "people", who=True), Things("town", "towns")
DIRECTED = Relation(
    "P57", "director", FILM, PERSON, "{subject} was directed by {object}.", cues=("direct*", "filmmaker")
)
WROTE = Relation("P58", "screenwriter", FILM, PERSON, "{subject} was written by {object}.", cues=("writ*", "wrote"))
BORN = Relation("P19", "place of birth", PERSON, TOWN, "{subject} was born in {object}.", cues=("born", "birth*"))
BEFORE = Relation("P155", "follows", FILM, FILM, "{subject} was followed by {object}.", cues=("follow*",))
ACTED = Relation("P161", "cast member", FILM, PERSON, "{object} acted in {subject}.", cues=("star*", "acted"))
WORKS = Relation(
    "P106", "occupation", PERSON, Things("occupation", "occupations"), "{subject} works or worked as {object}.",
    cues=("is a", "is an", "was a", "was an", "as a"),
)  # fmt: skip
WON = Relation("P166", "award received", FILM, PERSON, "{object} won an award for {subject}.", cues=("won",))
BOOK = RelationBook({one.id: one for one in (DIRECTED, WROTE, BORN, BEFORE, ACTED)})
LEXICAL = Lexical(BOOK)


def statement(relation: Relation, sentence: str, own: str, other: str, about: str = "subject") -> Statement:
    """`own` names the page's entity in the sentence, `other` the other end."""
    at, mention = sentence.find(own), sentence.index(other)
    subject, object = (own, other) if about == "subject" else (other, own)
    return Statement(
        relation, subject, object, "subject" if about == "subject" else "object", sentence, (0, len(sentence)),
        (mention, mention + len(other)), None if at < 0 else (at, at + len(own)), own, True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("relation", "sentence", "own", "other", "about"),
    [
        (DIRECTED, "Grey Heron is a 1974 film directed by Henri Sall.", "Grey Heron", "Henri Sall", "subject"),
        (DIRECTED, "Grey Heron was written and directed by Henri Sall.", "Grey Heron", "Henri Sall", "subject"),
        (WROTE, "Grey Heron was written and directed by Henri Sall.", "Grey Heron", "Henri Sall", "subject"),
        (BORN, "Nils Aker ( 1851 - 1920 ) was born in Lund .", "Nils Aker", "Lund", "subject"),
        (BORN, "He was born in Lund.", "Nils Aker", "Lund", "subject"),
        (BEFORE, "Grey Heron was followed by White Stork in 1980.", "Grey Heron", "White Stork", "subject"),
    ],
)
def test_a_sentence_that_states_the_triple_is_accepted(
    relation: Relation, sentence: str, own: str, other: str, about: str
) -> None:
    assert LEXICAL.score([statement(relation, sentence, own, other, about)])[0] >= LEXICAL.threshold


@pytest.mark.parametrize(
    ("relation", "sentence", "own", "other", "about"),
    [
        (DIRECTED, "Henri Sall liked Grey Heron as a child.", "Grey Heron", "Henri Sall", "subject"),
        (DIRECTED, "Grey Heron was directed by A and written by Henri Sall.", "Grey Heron", "Henri Sall", "subject"),
        (DIRECTED, "Grey Heron was not directed by Henri Sall.", "Grey Heron", "Henri Sall", "subject"),
        (BORN, "Nils Aker was never born in Lund.", "Nils Aker", "Lund", "subject"),
        (BORN, "Nils Aker may have been born in Lund.", "Nils Aker", "Lund", "subject"),
        (BORN, "Nils Aker studied law in Lund.", "Nils Aker", "Lund", "subject"),
        (BEFORE, "White Stork was followed by Grey Heron in 1980.", "Grey Heron", "White Stork", "subject"),
    ],
)
def test_a_sentence_that_does_not_is_refused(
    relation: Relation, sentence: str, own: str, other: str, about: str
) -> None:
    assert LEXICAL.score([statement(relation, sentence, own, other, about)])[0] < LEXICAL.threshold


def test_a_short_stem_takes_only_inflections() -> None:
    right = statement(ACTED, "Grey Heron starred Paula Roth.", "Grey Heron", "Paula Roth")
    wrong = statement(ACTED, "Grey Heron started with Paula Roth.", "Grey Heron", "Paula Roth")
    assert "strong" in LEXICAL.features(right)
    assert LEXICAL.features(wrong)["no_cue"] == 1


def test_a_cue_inside_a_name_is_no_cue() -> None:
    found = LEXICAL.features(statement(DIRECTED, "Bad Director was seen by Henri Sall.", "Bad Director", "Henri Sall"))
    assert found["no_cue"] == 1


def test_the_fingerprint_follows_weights_and_cues() -> None:
    assert Lexical(BOOK).fingerprint == LEXICAL.fingerprint
    assert Lexical(BOOK, weights={"bias": 1.0}).fingerprint != LEXICAL.fingerprint
    assert Lexical(RelationBook({"P57": DIRECTED})).fingerprint != LEXICAL.fingerprint


def test_a_cue_with_stops_is_found_as_words() -> None:
    studied = Relation(
        "P69", "educated at", PERSON, TOWN, "{subject} studied at {object}.", cues=("Ph.D.*", "*", "Ph*", "graduat*")
    )
    lexical = Lexical(RelationBook({"P69": studied}))
    one = statement(studied, "Nils Aker took his Ph.D. at Lund.", "Nils Aker", "Lund")
    assert lexical.features(one)["strong_between"] == 1


OPENING = "Nils Erik Aker ( born 3 May 1961 in Lund ; called Nisse ) is a Swedish actor , comedian and writer ."


def asked(relation: Relation, sentence: str, own: str, other: str, about: str = "subject", **more: object) -> Statement:
    return replace(statement(relation, sentence, own, other, about), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("other", ["actor", "comedian", "writer"])
def test_what_a_page_opens_with_is_read_behind_its_parentheses(other: str) -> None:
    one = statement(WORKS, OPENING, "Nils Erik Aker", other)
    assert LEXICAL.score([one])[0] >= LEXICAL.threshold
    unnamed = replace(one, anchor=None)
    assert LEXICAL.score([unnamed])[0] >= LEXICAL.threshold  # a longer name than the page's


@pytest.mark.parametrize(
    "sentence",
    [
        "Nils Aker is a Swedish painter who never met an actor .",
        "Nils Aker is a Swedish painter , known for his pictures of an actor .",
    ],
)
def test_what_stands_behind_the_predicate_is_not_what_a_page_is_about(sentence: str) -> None:
    found = LEXICAL.features(statement(WORKS, sentence, "Nils Aker", "actor"))
    assert not {"predicate_opens", "predicate_common"} & set(found)
    assert LEXICAL.score_of(found) < LEXICAL.threshold


LIST = "He starred in Grey Heron ( 1971 ) , White Stork ( 1973 , with Paula Roth ) , Red Kite ( 1980 ) and Bittern ."


@pytest.mark.parametrize("other", ["Grey Heron", "White Stork", "Red Kite", "Bittern"])
def test_each_entry_of_a_list_is_as_near_to_the_cue(other: str) -> None:
    one = statement(ACTED, LIST, "Nils Aker", other, "object")
    assert LEXICAL.features(one)["strong_near"] >= exp(-0.5 / 4)  # "in" and "and"
    assert LEXICAL.score([one])[0] >= LEXICAL.threshold


def test_a_list_may_stand_before_its_verb() -> None:
    words = "Paula Roth , Ada Lind and Nils Aker all starred ."
    assert LEXICAL.features(statement(ACTED, words, "Grey Heron", "Paula Roth"))["strong_near"] > 0.7


def test_a_list_does_not_reach_over_another_clause() -> None:
    words = "He starred in Grey Heron , but his sister wrote Red Kite ."
    assert LEXICAL.score([statement(ACTED, words, "Nils Aker", "Red Kite", "object")])[0] < LEXICAL.threshold


PRIZES = (
    "He starred in Grey Heron ( 1971 , for which he won a prize ) , White Stork and Red Kite , for which he won two ."
)


def test_a_relative_tells_of_what_stands_before_it() -> None:
    def found(other: str) -> dict[str, float]:
        return LEXICAL.features(statement(WON, PRIZES, "Nils Aker", other, "object"))

    assert found("Grey Heron")["strong_near"] > 0.6
    assert found("White Stork")["strong_near"] < 0.3
    assert found("Red Kite")["strong_near"] > 0.5


def test_the_pair_s_other_relations_are_asked() -> None:
    words = "Grey Heron was directed by Henri Sall ."
    alone = LEXICAL.features(asked(WROTE, words, "Grey Heron", "Henri Sall"))
    contested = LEXICAL.features(asked(WROTE, words, "Grey Heron", "Henri Sall", rivals=("P57",)))
    silent = LEXICAL.features(asked(WROTE, words, "Grey Heron", "Henri Sall", rivals=("P161",)))
    assert "pair_alone" not in alone
    assert contested["pair_alone"] == 1
    assert silent["pair_silent"] == 1
    assert LEXICAL.score_of(contested) < LEXICAL.score_of(silent)
    assert LEXICAL.score_of(silent) < LEXICAL.threshold


def test_a_relation_that_the_two_cannot_have_is_no_rival() -> None:
    seat = Relation("P36", "capital", TOWN, TOWN, "{object} is the capital of {subject}.", cues=("capital", "written"))
    lexical = Lexical(RelationBook({"P57": DIRECTED, "P36": seat}))
    words = "Grey Heron was directed and not written by Henri Sall ."
    assert "rival_between" not in lexical.features(statement(DIRECTED, words, "Grey Heron", "Henri Sall"))
    both = Lexical(RelationBook({"P57": DIRECTED, "P58": WROTE}))
    assert both.features(statement(DIRECTED, words, "Grey Heron", "Henri Sall"))["rival_between"] == 1


def test_the_labelled_sentences_are_told_as_well_as_was_measured() -> None:
    folder = Path(__file__).parents[3] / "data" / "stated"
    told = [(folder / f"{name}.jsonl").read_text(encoding="utf-8") for name in ("statements", "candidates")]
    rows = [json.loads(line) for one in told for line in one.splitlines()]
    book = open_book("freebase", Path())
    lexical = Lexical(book)
    made = [
        Statement(
            book.relations[row["relation"]], row["subject"], row["object"], row["about"], row["text"],
            (0, len(row["text"])), tuple(row["mention"]), row["anchor"] and tuple(row["anchor"]), row["title"],
            row["opens"], tuple(row["rivals"]),
        )
        for row in rows
    ]  # fmt: skip
    accepted = [score >= lexical.threshold for score in lexical.score(made)]
    hits = sum(row["stated"] for row, yes in zip(rows, accepted, strict=True) if yes)
    assert hits / sum(accepted) >= 0.96
    assert hits / sum(row["stated"] for row in rows) >= 0.60


PRIZE = Relation(
    "P1411", "nominated for", PERSON, Things("award", "awards"), "{subject} was nominated for the {object}."
)
PRIZES_OF = Lexical(RelationBook({"P1411": PRIZE}))


@pytest.mark.parametrize(
    ("sentence", "cut"),
    [
        ("She was nominated for a Golden Globe for Best Actress .", True),
        ("She was nominated for the Tony Award and a Golden Globe for Best Actress .", True),
        ("She was nominated for Best Actress in a Play .", True),
        ("She was nominated for Best Actress in Drama .", True),
        ("She was nominated for an Academy Award for Best Actress .", False),
        ("She was nominated for Best Actress in a Leading Role .", False),
        ("She was nominated for Best Actress in the same year .", False),
    ],
)
def test_a_part_of_another_prize_s_name_is_not_the_prize(sentence: str, cut: bool) -> None:
    at = sentence.index("Best Actress")
    one = Statement(
        PRIZE, "Ada Lind", "Academy Award for Best Actress", "subject", sentence, (0, len(sentence)),
        (at, at + len("Best Actress")), None, "Ada Lind",
    )  # fmt: skip
    assert ("cut_short" in PRIZES_OF.features(one)) is cut


@pytest.mark.parametrize(
    ("sentence", "doubts"),
    [
        ("Nils Aker ( born in Oslo ; died 14 May 1920 ) was born in Lund .", False),
        ("On 3 May 1851 Nils Aker was born in Lund .", False),
        ("Nils Aker may have been born in Lund .", True),
        ("The author of Never Again , Nils Aker , was born in Lund .", False),
        ("Nils Aker , perhaps best known for his novels , was born in Lund .", False),
        ("Nils Aker was perhaps born in Lund .", True),
    ],
)
def test_months_titles_and_fame_are_no_doubts(sentence: str, doubts: bool) -> None:
    found = LEXICAL.features(statement(BORN, sentence, "Nils Aker", "Lund"))
    assert bool({"hedged", "denied"} & set(found)) is doubts


def test_a_colon_in_a_title_ends_no_clause() -> None:
    found = LEXICAL.features(
        statement(ACTED, "He starred in Grey Heron : The Return and Bittern .", "Nils Aker", "Bittern", "object")
    )
    assert found["strong_near"] > 0.7
    assert "breaks" not in found


def test_what_ends_a_parenthesis_of_the_sentence_before_is_left_out() -> None:
    words = "5 June ] 1882 - 6 April 1971 ) was a Swedish painter ."
    found = LEXICAL.features(asked(WORKS, words, "Nils Aker", "painter"))
    assert found["predicate_common"] == 1


def test_only_what_either_could_do_to_the_other_is_told_the_wrong_way_round() -> None:
    words = "Grey Heron was directed , written and produced by Henri Sall ."
    assert "reversed" not in LEXICAL.features(statement(DIRECTED, words, "Grey Heron", "Henri Sall"))
    words = "White Stork was followed by Grey Heron ."
    assert LEXICAL.features(statement(BEFORE, words, "Grey Heron", "White Stork"))["reversed"] == 1


def test_an_actor_behind_a_character_stands_alone_in_parentheses() -> None:
    words = "The farmer Olsen ( Paula Roth ) loses his boat , the Bittern ( Oslo ) , in a storm ."
    assert LEXICAL.features(statement(ACTED, words, "Grey Heron", "Paula Roth"))["alone_in_parentheses"] == 1
    born = statement(BORN, words, "Nils Aker", "Oslo")
    assert "alone_in_parentheses" not in LEXICAL.features(born)


def test_the_cue_that_a_name_depends_on_is_the_nearest_before_it() -> None:
    words = "Grey Heron was directed by Henri Sall , written by Ida Berg and starred Ada Lind and Paula Roth ."
    assert LEXICAL.features(statement(ACTED, words, "Grey Heron", "Paula Roth"))["governed"] == 1
    assert "governed" not in LEXICAL.features(statement(DIRECTED, words, "Grey Heron", "Paula Roth"))
    assert "governed" not in LEXICAL.features(statement(DIRECTED, words, "Grey Heron", "Ida Berg"))


def test_for_joins_a_prize_and_a_film() -> None:
    prize = Relation("P166", "award", FILM, PERSON, "{object} won a prize for {subject}.", cues=("won", "earned"))
    lexical = Lexical(RelationBook({"P166": prize}))

    def found(words: str) -> set[str]:
        return set(lexical.features(statement(prize, words, "Nils Aker", "Bittern", "object")))

    assert "for_before" in found("Nils Aker won a prize for his part in Bittern .")
    assert "for_before" not in found("Nils Aker won a prize and later in life wrote a novel called Bittern .")
    assert "for_which" in found("Nils Aker acted in Bittern ( 1971 ) , for which he won a prize .")
    assert "for_which" in found("Nils Aker acted in Bittern , a part that earned him a prize .")
    assert not {"for_which", "for_before"} & found("Nils Aker won and acted in Bittern .")


def test_a_relation_has_a_weight_of_its_own() -> None:
    words = "Grey Heron is a film with Paula Roth ."
    plain = replace(ACTED, id="X161")
    more = LEXICAL.score([statement(ACTED, words, "Grey Heron", "Paula Roth")])[0]
    assert more > LEXICAL.score([statement(plain, words, "Grey Heron", "Paula Roth")])[0]
