"""What is said of attempts at lists that fell, by what the lists are made of."""

from __future__ import annotations

import pytest

from benchwright.makers.lists.remedies import Made, by_attempts, remedy


@pytest.mark.parametrize(
    ("made", "reason", "said"),
    [
        ("graph", "leak", "the question says an answer itself: mend the clause"),
        ("facts", "leak", "the question says an answer itself: mend the clause"),
        ("tables", "leak", "the table's title or the condition says an answer itself"),
        ("graph", "improbable", "what there is says the same twice: write entries for more relations"),
        ("tables", "improbable", ""),
        ("graph", "duplicate", "the same lists come again by other ways: ask for fewer, write entries"),
        ("facts", "duplicate", "the same lists come again by other ways: ask for fewer, or ingest documents"),
        ("tables", "duplicate", "tables list the same things: ask for fewer"),
        ("graph", "label", "load labels that can be shown for the things that are asked about"),
        ("graph", "answer-label", "load labels that can be shown for the answers"),
        ("facts", "answer-label", "names of answers cannot be shown (attempts.jsonl names them): mend them in the doc"),
        ("graph", "namesakes", "load descriptions or types"),
        ("facts", "answer-namesakes", "the documents have answers of one name"),
        ("graph", "clause", "mend the clause in the file of relations"),
        ("graph", "correct", "two ways to the answers do not agree"),
        ("facts", "correct", "the corpus speaks of things that its facts leave open"),
        ("tables", "correct", "a second reading of the cells comes to other rows"),
        ("tables", "share:relation", "raise max_share: relation, or ingest more tables"),
        ("tables", "entails", "the words that tell it stand too far apart on the pages"),
        ("graph", "entails", ""),
    ],
)
def test_every_remedy_is_worded_for_what_the_lists_are_made_of(made: Made, reason: str, said: str) -> None:
    assert remedy(made, reason)[: len(said) or None] == said


@pytest.mark.parametrize(("reason", "mend"), [("refused:label", "load labels "), ("rejected:leak", "the question ")])
def test_the_reason_of_most_attempts_is_told_with_what_helps(reason: str, mend: str) -> None:
    said = by_attempts("graph", 9, 4, {reason: 3})
    assert said.startswith(f"3 of 4 attempts fell by {reason} — {mend}")


def test_reasons_that_are_few_or_have_no_remedy_are_not_told() -> None:
    untried = "5 more queries were not tried — raise max_attempts_per_question"
    assert by_attempts("graph", 9, 4, {"rejected:leak": 2}) == untried
    assert by_attempts("graph", 9, 4, {"rejected:leak": 2, "rejected:style": 2}) == untried
    assert by_attempts("graph", 9, 4, {"rejected:needed": 4}) == untried


def test_what_fell_by_a_share_after_all_queries_were_tried_is_what_is_missing() -> None:
    said = by_attempts("graph", 97, 97, {"rejected:share:relation": 45})
    assert said.startswith("45 of 97 attempts fell by rejected:share:relation — raise max_share: relation")
    assert by_attempts("graph", 97, 97, {"rejected:share:relation": 32}) == ""
    assert by_attempts("graph", 97, 97, {"rejected:leak": 45}) == ""
    assert by_attempts("graph", 4, 4, {"rejected:leak": 2}) == ""
