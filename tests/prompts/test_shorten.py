"""Shortening a source: what is kept and what is left out add up, whatever is asked for."""

from hypothesis import given
from hypothesis import strategies as st

from benchwright.prompts.shorten import shorten


@given(
    st.text("ab c.\n|", max_size=300), st.integers(0, 200), st.text("ab ", max_size=9), st.booleans(), st.integers(0, 9)
)
def test_any_text_within_any_limit(text: str, limit: int, about: str, rows: bool, head: int) -> None:
    """Also where a table has fewer rows than its head is said to have."""
    kept, lost = shorten(text, limit, about, rows=rows, head=head)
    assert (lost == 0) == (kept == text)
    assert 0 <= lost <= len(text)


def test_rows_with_most_of_the_words_are_kept_first() -> None:
    table = "Town | Height\n" + "".join(f"Town {number} | {number} m\n" for number in range(200))
    kept, lost = shorten(table, 300, "town Holm 150 and town 77", rows=True)
    assert {"Town 77 | 77 m", "Town 150 | 150 m"} < set(kept.splitlines())
    assert kept.startswith("Town | Height\n")
    assert lost > 1000
