from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from benchwright.evaluate.question_prefixes import QuestionPrefix, question_prefixes

ASKED = ["What is the height?", "what is a fjord?", "“What” colour is it?", "Who?", ""]


def test_beginnings_are_counted_without_case_and_marks() -> None:
    tree = question_prefixes(ASKED, depth=2)
    assert tree == QuestionPrefix(
        "",
        5,
        (
            QuestionPrefix("what", 3, (QuestionPrefix("is", 2), QuestionPrefix("colour", 1))),
            QuestionPrefix("who", 1),
        ),
    )
    assert (tree.more, tree.next[0].more) == (1, 0)


def test_rare_beginnings_are_not_told_apart() -> None:
    tree = question_prefixes(["what is x"] * 99 + ["who was y"] * 2, least=0.03)
    assert [one.word for one in tree.next] == ["what"]
    assert tree.more == 2


@given(st.lists(st.text(max_size=40), max_size=30))
def test_no_beginning_is_counted_twice(texts: list[str]) -> None:
    def check(one: QuestionPrefix, depth: int) -> None:
        assert one.more >= 0
        assert depth <= 4
        for following in one.next:
            assert following.word
            check(following, depth + 1)

    tree = question_prefixes(texts)
    assert tree.count == len(texts)
    check(tree, 0)
