"""What the built-in books ask for can be proven in their own words: a sentence that says what an entry's hypothesis
says, or its clauses, is one that tells the relation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchwright.graphs.book import built_in, open_book
from benchwright.graphs.relations import Relation, RelationBook
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.lexical import Lexical

SUBJECT, OBJECT = "Torvan", "Ulmarest"
NOUN_OF = re.compile(r"The [\w ]+ of \{subject\} (?:is|are|was)\b")
"""The form of hypothesis which stays a little under the threshold in a sentence that does not open its page: two nouns
and a name stand before the other, and it is the weights that would have to be fitted to it."""
UNDECIDED = {
    "no word of its own": {"P1050"},
    "says two things at once": {"P61", "P575", "P576"},
    "words of another relation stand between the names": {"P1867", "P6498", "P736"},
    "nothing joins a number to its page but the noun behind it": {"P1373", "P1463", "P3872", "P6499"},
    "says what people are called, not what their country is": {"demonyms.eng.m"},
    "the cue `named` stands in any sentence": {"P138"},
    "worded so by `freebase` alone": {"P140", "P17", "P27", "P421", "P551", "P740"},
}
"""Entries whose own hypothesis stays under the threshold, by what keeps it there."""


def told(relation: Relation, sentence: str) -> Statement:
    """The sentence as one of the subject's page that does not open it."""
    at, mention = sentence.index(SUBJECT), sentence.index(OBJECT)
    return Statement(
        relation, SUBJECT, OBJECT, "subject", sentence, (0, len(sentence)), (mention, mention + len(OBJECT)),
        (at, at + len(SUBJECT)), SUBJECT, False,
    )  # fmt: skip


def stated(relation: Relation) -> str:
    return relation.hypothesis.replace("{subject}", SUBJECT).replace("{object}", OBJECT)


def declared(relation: Relation) -> list[str]:
    """The clauses of an entry as sentences."""
    subjects = [f"{SUBJECT} {one.clause.one.replace('{given}', OBJECT)}." for one in relation.subjects]
    objects = [
        f"{OBJECT} {one.clause.one.replace('{given}', SUBJECT)}."
        for one in relation.objects
        if not one.clause.one.startswith(("did ", "do ", "does "))
    ]
    return list(dict.fromkeys(subjects + objects))


def asked(book: RelationBook) -> list[Relation]:
    return [relation for relation in book.relations.values() if relation.subjects or relation.objects]


@pytest.mark.parametrize("name", built_in())
def test_the_hypothesis_of_an_entry_states_the_relation(name: str) -> None:
    book = open_book(name, Path())
    checker = Lexical(book)
    listed = {id for ids in UNDECIDED.values() for id in ids}
    relations = [
        one
        for one in asked(book)
        if one.id not in listed and not one.id.startswith("/") and not NOUN_OF.match(one.hypothesis)
    ]
    scores = checker.score([told(one, stated(one)) for one in relations])
    low = [(one.id, round(score, 2)) for one, score in zip(relations, scores, strict=True) if score < checker.threshold]
    assert low == []


@pytest.mark.parametrize("name", [name for name in built_in() if name != "freebase"])
def test_every_clause_of_an_entry_has_a_cue_of_it(name: str) -> None:
    book = open_book(name, Path())
    checker = Lexical(book)
    sentences = [(one, sentence) for one in asked(book) for sentence in [stated(one), *declared(one)]]
    silent = {(one.id, said) for one, said in sentences if "no_cue" in checker.features(told(one, said))}
    assert silent - {("P1050", f"{SUBJECT} has or had {OBJECT}.")} == set()


@pytest.mark.parametrize("name", ["wikidata", "wikidata-hops"])
@pytest.mark.parametrize("clause", ["was produced in", "was made in", "was developed in"])
def test_what_was_produced_somewhere_comes_from_there(name: str, clause: str) -> None:
    book = open_book(name, Path())
    checker = Lexical(book)
    (score,) = checker.score([told(book.relations["P495"], f"{SUBJECT} {clause} {OBJECT}.")])
    assert score >= checker.threshold
