"""Progress is told now and then, by a clock that the test turns."""

from __future__ import annotations

from benchwright.retrieval.progress_lines import progress_line


def test_lines_come_after_a_while_and_then_at_intervals() -> None:
    now, lines = [100.0], list[str]()
    progress = progress_line(lines.append, "neighbours", clock=lambda: now[0])
    for second, done in ((1, 10), (3, 400), (5, 500), (13, 780), (14, 1200)):
        now[0] = 100.0 + second
        progress(done, 1200)
    assert lines == [f"neighbours: {share} % of 1,200 sources" for share in (33, 65, 100)]


def test_what_is_soon_done_is_not_spoken_of() -> None:
    lines: list[str] = []
    progress = progress_line(lines.append, "vectors", clock=lambda: 0.0)
    progress(1, 2)
    progress(2, 2)
    assert lines == []
