from __future__ import annotations

from benchwright.english.joining import join_and, join_or


def test_items_are_joined_as_a_sentence_lists_them() -> None:
    assert [join_and(()), join_and(["A"]), join_and(["A", "B"]), join_or(iter("ABC"))] == [
        "",
        "A",
        "A and B",
        "A, B or C",
    ]


def test_a_comma_keeps_names_with_an_and_apart() -> None:
    assert join_and(["Kenya", "Trinidad and Tobago", "Togo"]) == "Kenya, Trinidad and Tobago, and Togo"
