"""The built-in book of Wikidata's relations: all that are asked for are there, and every question and sentence that
it can make is well formed."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

import pytest

from benchwright.english.verbs import third_person
from benchwright.graphs.book import open_book
from benchwright.graphs.relations import GraphRelation, Phrasing, RelationBook

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent"))
QUESTION = re.compile(r"(?:Which|the) [^\s{}].*[^\s{}?.]\?")


@cache
def wikidata() -> RelationBook:
    return open_book("wikidata", Path())


def asked() -> list[tuple[GraphRelation, str, Phrasing]]:
    return [
        (relation, side, way)
        for relation in wikidata().relations.values()
        for side, ways in (("subjects", relation.subjects), ("objects", relation.objects))
        for way in ways
    ]


@pytest.mark.skipif(not (DATA / "qampari").is_dir(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_every_simple_relation_of_the_paper_is_there() -> None:
    rows = (DATA / "qampari" / "relations.tsv").read_text("utf-8").splitlines()[1:]
    simple = {row.split("\t")[1] for row in rows if row.startswith("simple\t")}
    assert len(simple) == 153
    assert set(wikidata().relations) == simple


def test_every_relation_can_be_asked_for_told_and_found() -> None:
    assert len(wikidata().relations) == 153
    for relation in wikidata().relations.values():
        assert relation.subjects, relation.id
        assert relation.cues, relation.id
        assert relation.may("subjects", "first"), relation.id
        assert not relation.draft


def test_every_question_is_well_formed() -> None:
    assert len(asked()) > 500
    for relation, side, way in asked():
        for noun, clause in ((way.things.many, way.clause.many), (way.things.one, way.clause.one)):
            question = f"Which {noun} {clause.replace('{given}', 'Paris Hill (1990)')}?"
            assert QUESTION.fullmatch(question), (relation.id, side)
            assert "  " not in question
            assert question.count("Paris Hill") == 1
            assert not re.search(r"\b(\w+) \1\b", question), question


def test_every_hypothesis_begins_with_what_it_is_about() -> None:
    for relation in wikidata().relations.values():
        told = relation.hypothesis.replace("{subject}", "Ann").replace("{object}", "Bob")
        assert re.fullmatch(r"[A-Z].*[^ .]\.", told), relation.id
        assert "  " not in told
        assert "{" not in told


def test_singular_and_plural_belong_together() -> None:
    """Both numbers of a clause begin with forms of one verb."""
    forms = {"are": "is", "were": "was", "have": "has", "do": "does"}
    for relation, side, way in asked():
        one, many = (form.split()[0].rstrip(",") for form in (way.clause.one, way.clause.many))
        assert one in ({forms[many]} if many in forms else {many, third_person(many)}), (relation.id, side)


def test_people_are_who() -> None:
    for relation, side, way in asked():
        human = any(kind.id == "Q5" for kind in way.things.types) and len(way.things.types) == 1
        if human and way.things.many != "executive producers":
            assert way.things.who, (relation.id, side)


def test_types_of_one_id_have_one_label() -> None:
    labels: dict[str, set[str]] = {}
    for relation in wikidata().relations.values():
        for things in (
            relation.subject,
            relation.object,
            *(way.things for way in relation.subjects + relation.objects),
        ):
            for kind in things.types:
                if kind.id:
                    labels.setdefault(kind.id, set()).add(kind.label)
    assert {id: sorted(named) for id, named in labels.items() if len(named) > 1} == {}


def test_a_name_after_its_class_is_not_asked_for_in_a_second_step() -> None:
    """What is quoted, or follows its class ("the genre {given}"), cannot be a phrase ("a genre that ...")."""
    found = 0
    for relation, side, way in asked():
        before = re.search(r"\b(?:a|the [a-z]+(?: [a-z]+)?) (?=\{given\})|\"(?=\{given\}\")", way.clause.many)
        if side == "subjects" and before and before[0].split()[-1] not in {"of", "by", "in", "to"}:
            assert not relation.may("subjects", "second"), (relation.id, way.clause.many)
            found += 1
    assert found > 20


def test_ways_to_split_a_relation_differ() -> None:
    for relation in wikidata().relations.values():
        for ways in (relation.subjects, relation.objects):
            nouns = [way.things.many for way in ways]
            assert len(nouns) == len(set(nouns)), relation.id
