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
