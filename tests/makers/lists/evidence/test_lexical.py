"""The checker `lexical`: what it accepts, that it reads declared fields only, and that it is as good as measured."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.makers.lists.evidence.statements import BOOK, BORN, CITIZEN, DIRECTED, LIES, WON, WORKS, statement

from benchwright.graphs.book import built_in, open_book
from benchwright.graphs.relations import GraphRelation, RelationBook
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.lexical import Lexical, LexicalModel, fitted_model

LEXICAL = Lexical(BOOK)
STATED = Path(__file__).parents[3] / "data" / "stated"


@pytest.mark.parametrize(
    ("relation", "sentence", "other"),
    [
        (DIRECTED, "Ottar is a 1974 film directed by Henri Sall .", "Henri Sall"),
        (DIRECTED, "Ottar was written and directed by Henri Sall .", "Henri Sall"),
        (BORN, "Ottar ( 1851 - 1920 ) was born in Lund .", "Lund"),
        (BORN, "He was born in Lund .", "Lund"),
        (WORKS, "Ottar ( born 3 May 1961 in Lund ) is a Swedish actor , comedian and writer .", "comedian"),
        (LIES, "Ottar is a city in Lund .", "Lund"),
    ],
)
def test_a_sentence_that_states_the_triple_is_accepted(relation: GraphRelation, sentence: str, other: str) -> None:
    assert LEXICAL.score([statement(relation, sentence, "Ottar", other)])[0] >= LEXICAL.threshold


@pytest.mark.parametrize(
    ("relation", "sentence", "other"),
    [
        (DIRECTED, "Henri Sall liked Ottar as a child .", "Henri Sall"),
        (DIRECTED, "Ottar was not directed by Henri Sall .", "Henri Sall"),
        (BORN, "Ottar was never born in Lund .", "Lund"),
        (BORN, "Ottar may have been born in Lund .", "Lund"),
        (BORN, "Ottar studied law in Lund .", "Lund"),
        (WON, "Ottar was nominated for a Grammy .", "Grammy"),
        (WORKS, "Ottar is a Swedish painter who never met an actor .", "actor"),
        (CITIZEN, "Ottar was born in Lund to English actor Bo Sand .", "English"),
        (LIES, "Ottar was formerly located in Lund .", "Lund"),
    ],
)
def test_a_sentence_that_does_not_is_refused(relation: GraphRelation, sentence: str, other: str) -> None:
    assert LEXICAL.score([statement(relation, sentence, "Ottar", other)])[0] < LEXICAL.threshold


@pytest.mark.parametrize("name", ["wikidata", "freebase"])
@pytest.mark.parametrize(
    ("id", "sentence", "own", "other", "states"),
    [
        ("P27", "Ada Roth was born in Lund to English actor Bo Sand .", "Ada Roth", "English", False),
        ("P27", "Ada Roth is an English actor .", "Ada Roth", "English", True),
        ("P54", "Ada Roth now is the manager of Lund City .", "Ada Roth", "Lund City", False),
        ("P54", "Ada Roth played for Lund City .", "Ada Roth", "Lund City", True),
        ("P166", "Ada Roth was nominated for the Oscar .", "Ada Roth", "Oscar", False),
    ],
)
def test_books_that_word_a_relation_differently_read_it_alike(
    name: str, id: str, sentence: str, own: str, other: str, states: bool
) -> None:
    book = open_book(name, Path())
    lexical = Lexical(book)
    assert (lexical.score([statement(book.relations[id], sentence, own, other)])[0] >= lexical.threshold) is states


def opaque(book: RelationBook) -> RelationBook:
    """The same book with every hypothesis and every label replaced by words without a meaning."""
    worded = {
        id: replace(one, hypothesis="{object} blorked the {subject}.", label="blork")
        for id, one in book.relations.items()
    }
    return RelationBook(worded, book.same)


def labelled_rows() -> list[dict[str, object]]:
    texts = [(STATED / f"{name}.jsonl").read_text(encoding="utf-8") for name in ("statements", "candidates")]
    return [json.loads(line) for text in texts for line in text.splitlines()]


def asked(relation: GraphRelation, row: dict[str, object]) -> Statement:
    text, mention, anchor = str(row["text"]), row["mention"], row["anchor"]
    return Statement(
        relation, str(row["subject"]), str(row["object"]), row["about"], text, (0, len(text)),  # type: ignore[arg-type]
        tuple(mention), anchor and tuple(anchor), str(row["title"]), bool(row["opens"]),  # type: ignore[arg-type]
        tuple(row["rivals"]),  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.mark.parametrize("name", built_in())
def test_rewording_a_relation_never_changes_a_score(name: str) -> None:
    """Over every relation of every book: labelled sentences, of which each names two things."""
    book = open_book(name, Path())
    reworded = opaque(book)
    rows = labelled_rows()
    before, after = Lexical(book), Lexical(reworded)
    assert before.fingerprint == after.fingerprint
    for at, id in enumerate(book.relations):
        some = rows[at * 7 % len(rows) :: len(rows) // 6]
        own = [asked(book.relations[id], row) for row in some]
        other = [asked(reworded.relations[id], row) for row in some]
        assert before.score(own) == after.score(other), id


def test_a_changed_kind_may_change_a_score() -> None:
    one = statement(CITIZEN, "Ottar is a Swedish actor .", "Ottar", "Swedish")
    other = replace(one, relation=replace(CITIZEN, kind="kinship"))
    assert LEXICAL.score([one])[0] > LEXICAL.score([other])[0]


def test_the_fingerprint_follows_weights_cues_and_declared_fields() -> None:
    assert Lexical(BOOK).fingerprint == LEXICAL.fingerprint
    model = LexicalModel({"bias": 1.0}, 0.5, "", "", {})
    assert Lexical(BOOK, model=model).fingerprint != LEXICAL.fingerprint
    changes = (
        {"cues": ("born",)},
        {"kind": "death"},
        {"tense": "now"},
        {"not_when": ("fled",)},
        {"ends": ("work",) * 2},
    )
    for change in changes:
        book = RelationBook({**BOOK.relations, "P19": replace(BORN, **change)})  # type: ignore[arg-type]
        assert Lexical(book).fingerprint != LEXICAL.fingerprint


def test_the_model_says_what_it_was_fitted_to_and_how_good_it_is() -> None:
    model = fitted_model()
    assert "Re-DocRED" in model.trained_on
    assert model.rule
    assert {name.rsplit(", ", 1)[-1] for name in model.measured} >= {"held half", "cross-validated"}
    assert all(0 < one["recall"] < 1 and 0 < one["precision"] < 1 for one in model.measured.values())
    assert Lexical(BOOK, threshold=0.9).threshold == 0.9


def test_the_labelled_sentences_are_read_as_well_as_was_measured() -> None:
    book = open_book("freebase", Path())
    lexical = Lexical(book)
    rows = labelled_rows()
    scores = lexical.score([asked(book.relations[str(row["relation"])], row) for row in rows])
    accepted = [score >= lexical.threshold for score in scores]
    hits = sum(bool(row["stated"]) for row, yes in zip(rows, accepted, strict=True) if yes)
    assert hits / sum(accepted) >= 0.90
    assert hits / sum(bool(row["stated"]) for row in rows) >= 0.72
