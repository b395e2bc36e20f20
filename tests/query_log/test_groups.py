"""Groups of a log that was made with known kinds and topics."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
from users_log import BILLING, DELIVERY, ROUTER, made_log

from benchwright.query_log.groups import group_questions, least_size
from benchwright.query_log.question_kinds import kind_of
from benchwright.query_log.sample import SampledQuestion
from benchwright.retrieval.encoders.wordllama import WordLlamaEncoder


def vectors(texts: list[str]) -> np.ndarray:
    return WordLlamaEncoder().encode(texts)


def test_known_topics_are_found_whole() -> None:
    topics = {"billing": BILLING(), "delivery": DELIVERY(), "router": ROUTER()}
    texts = [text for listed in topics.values() for text in listed]
    questions = [SampledQuestion(text, 1 + (place % 3)) for place, text in enumerate(texts)]
    groups, names = group_questions(questions, vectors(texts))
    assert len(groups) >= 3
    for group in groups:
        inside = {next(name for name, listed in topics.items() if text in listed) for text in group.shots}
        assert len(inside) == 1, group
    topic_of = [name for name, listed in topics.items() for _ in listed]
    pairs = list(zip(names, topic_of, strict=True))
    pure = sum(max(pairs.count((name, topic)) for topic in topics) for name in dict.fromkeys(names))
    assert pure >= 0.95 * len(texts)
    assert sum(group.asked for group in groups) == sum(one.asked for one in questions)
    assert [group.asked for group in groups] == sorted((group.asked for group in groups), reverse=True)


def test_kinds_are_apart_and_no_group_mixes_them() -> None:
    texts = made_log()
    questions = [SampledQuestion(text, 1) for text in texts]
    groups, names = group_questions(questions, vectors(texts))
    for text, name in zip(texts, names, strict=True):
        assert name.rpartition("-")[0] == kind_of(text) or name == kind_of(text)
    assert {group.kind for group in groups} == {"information-extraction", "numerical", "compare-contrast", "keywords"}
    keywords = next(group for group in groups if group.kind == "keywords")
    assert not keywords.can_be_asked
    assert keywords.name == "keywords"


def test_the_order_of_the_sample_changes_nothing() -> None:
    texts = made_log()
    random.Random(2).shuffle(texts)
    first, _ = group_questions([SampledQuestion(text, 1) for text in sorted(texts)], vectors(sorted(texts)))
    second, _ = group_questions([SampledQuestion(text, 1) for text in texts], vectors(texts))
    assert first == second


def test_a_kind_with_few_questions_is_too_small_for_a_group() -> None:
    texts = [*BILLING(), "How many more lamps are there?", "What is the average price?"]
    groups, _ = group_questions([SampledQuestion(text, 1) for text in texts], vectors(texts))
    small = [group for group in groups if group.small]
    assert [(group.name, group.questions, group.can_be_asked) for group in small] == [("numerical-1", 2, False)]
    assert least_size(100) == 10
    assert least_size(5000) == 100
    assert least_size(5000, 3) == 3


def test_one_topic_stays_one_group() -> None:
    """Questions that differ at random do not fall into halves."""
    generator = np.random.default_rng(4)
    drawn = generator.standard_normal((400, 64)).astype(np.float32)
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    questions = [SampledQuestion(f"What is thing {number}?", 1) for number in range(400)]
    groups, _ = group_questions(questions, drawn)
    assert len(groups) == 1


def test_equal_vectors_and_empty_ones_are_one_group() -> None:
    questions = [SampledQuestion(f"What is thing {number}?", 1) for number in range(60)]
    for value in (0.0, 1.0):
        groups, _ = group_questions(questions, np.full((60, 4), value / 2, dtype=np.float32))
        assert [group.questions for group in groups] == [60]
    with pytest.raises(ValueError, match="one vector"):
        group_questions(questions, np.zeros((2, 4), dtype=np.float32))


def test_shots_are_varied_and_without_masks_where_possible() -> None:
    texts = [f"Where is {thing} [number] {word}?" for thing, word in product(("order", "parcel"), "abc")]
    texts += [f"Where is the {thing} number {number}?" for thing in ("order", "parcel") for number in range(10)]
    groups, _ = group_questions([SampledQuestion(text, 1) for text in texts], vectors(texts), 30)
    (group,) = groups
    assert len(set(group.shots)) == 8
    assert not any("[number]" in shot for shot in group.shots)
    assert {thing for thing in ("order", "parcel") for shot in group.shots if thing in shot} == {"order", "parcel"}


def test_words_that_few_questions_have_are_never_told() -> None:
    texts = [*BILLING(), "When is the refund of Erika Mustermann due?"]
    groups, _ = group_questions([SampledQuestion(text, 1) for text in texts], vectors(texts))
    assert not {"erika", "mustermann"} & {word for group in groups for word in group.words}


def test_a_long_question_is_no_shot() -> None:
    texts = [f"What is {'very ' * 50}thing {number}?" for number in range(12)]
    (group,), _ = group_questions([SampledQuestion(text, 1) for text in texts], vectors(texts))
    assert (group.questions, group.shots) == (12, ())
