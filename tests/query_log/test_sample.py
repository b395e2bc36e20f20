"""The sample of distinct questions: exact counts, no order, and estimates."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.query_log.sample import QuestionSample, SampledQuestion


def drawn(texts: list[str], size: int, seed: int = 1) -> QuestionSample:
    sample = QuestionSample(size, seed)
    for text in texts:
        sample.add(text)
    return sample


def test_spellings_are_one_question() -> None:
    sample = drawn(["who is it", "Who is it?", "WHO  is it?!", "Who was it?"], 10)
    assert set(sample.questions()) == {SampledQuestion("WHO  is it?!", 3), SampledQuestion("Who was it?", 1)}
    assert (sample.total, sample.distinct, sample.whole) == (4, 2, True)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=200), st.integers(1, 50), st.randoms())
def test_counts_are_exact_and_the_order_of_the_log_changes_nothing(
    numbers: list[int], size: int, order: random.Random
) -> None:
    texts = [f"q{number}" for number in numbers]
    counts = Counter(texts)
    sample = drawn(texts, size)
    found = sample.questions()
    assert len(found) == min(size, len(counts))
    assert all(counts[one.text] == one.asked for one in found)
    order.shuffle(texts)
    assert drawn(texts, size).questions() == found
    assert drawn(texts, size + 5).questions()[:size] == found


def test_another_seed_draws_others() -> None:
    texts = [f"q{number}" for number in range(1000)]
    first, second = ({one.text for one in drawn(texts, 100, seed).questions()} for seed in (1, 2))
    assert 0 < len(first & second) < 40


def test_the_number_of_distinct_questions_is_estimated() -> None:
    sample = drawn([f"q{number % 20_000}" for number in range(40_000)], 1000)
    assert not sample.whole
    assert sample.total == 40_000
    assert sample.distinct == pytest.approx(20_000, rel=0.1)
