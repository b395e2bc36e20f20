"""Batches hold every item once, in order."""

from hypothesis import given
from hypothesis import strategies as st

from benchwright.retrieval.batches import batches


@given(st.lists(st.integers()), st.integers(1, 5))
def test_batches_hold_every_item_once_in_order(items: list[int], size: int) -> None:
    found = list(batches(iter(items), size))
    assert [item for batch in found for item in batch] == items
    assert all(len(batch) == size for batch in found[:-1])
    assert all(found)
