"""The terminal's table: values, marks, and no line that is too long."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.console import Console
from summaries import SYSTEMS, estimate, summary

from benchwright.evaluate.summary import ALL, ScoreCell, SystemPair
from benchwright.publish.terminal_table import cells_wide, table_renderable, table_text


def section(text: str, heading: str) -> list[str]:
    return text.split(f"\n{heading}\n")[1].split("\n\n")[0].splitlines()


def test_systems_by_measures_with_intervals() -> None:
    text = table_text(summary())
    assert section(text, "Scores, with 95 % intervals") == [
        "system                           recall@5            recall@10",
        "hybrid(bm2…ordllama)   0.74 [0.67, 0.81]    0.83 [0.76, 0.90]",
        "dense:wordllama        0.71 [0.64, 0.78]    0.80 [0.73, 0.86]",
        "bm25                   0.62 [0.55, 0.69]    0.69 [0.63, 0.76]",
        "random                ~0.03 [0.00, 0.10]   ~0.03 [0.00, 0.10]",
    ]


def test_only_a_real_lead_is_marked() -> None:
    text = table_text(summary())
    marked = [one.strip() for one in text.splitlines() if "]*" in one]
    assert len(marked) == 1  # MRR@10: the pair of the best two is real; that of recall@5 is not
    assert marked[0].startswith("hybrid(bm2…ordllama)   0.67 [0.60, 0.73]*")
    assert "* significantly better than the next system" in text


def test_few_cells_are_marked_and_rows_of_nothing_else_are_left_to_the_page() -> None:
    marked = "· too few questions or documents alone: drawn towards the mean of the other rows"
    text = table_text(summary())
    assert marked not in text
    rows = section(text, "recall@5 by style and modalities")
    assert rows[-1] == "14 combinations have too few questions for a conclusion: see the page"
    assert sum("," in row and row[0] != " " for row in rows) == 9
    told = summary()
    cells = tuple(replace(one, few=one.slice.kind != "all") for one in told.cells)
    text = table_text(replace(told, cells=cells))
    assert section(text, "recall@5 by style and modalities") == [
        "23 combinations have too few questions for a conclusion: see the page",
        marked,
    ]
    assert section(text, "recall@5 by style")[-1].count("·") == 3


def test_bounds_have_no_columns_of_their_own_and_stand_last() -> None:
    told = summary()
    text = table_text(replace(told, systems=("random", *SYSTEMS[:3])))
    assert section(text, "Scores, with 95 % intervals")[-1].startswith("random ")
    for kind in ("style", "modalities", "style and modalities"):
        assert "random" not in text.split(f"recall@5 by {kind}\n")[1].split("\nrecall@5 ")[0].split("\nDiff")[0]


def test_what_knowing_the_modality_would_bring_is_a_row_a_system() -> None:
    assert section(table_text(summary()), "recall@5 if the modality of the answer were known") == [
        "system                as asked  if known",
        "hybrid(bm2…ordllama)      0.67      0.80",
        "dense:wordllama           0.64      0.77",
        "bm25                      0.56      0.67",
        "by modalities: see the page",
    ]


def test_pairs_say_what_is_shown() -> None:
    text = table_text(summary())
    rows = section(text, "Differences in recall@5")
    assert rows[1] == "hybrid(b…dllama) − dense:wordllama  +0.03 [−0.02, +0.08]  not shown (0.46)"
    assert rows[-2].strip() == "in multi-hop"
    assert rows[-1].endswith("+0.21 [+0.09, +0.33]      real (0.012)")
    assert not any("in image" in row for row in rows)  # not real: not told of slices


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_too_long(width: int) -> None:
    assert max(map(cells_wide, table_text(summary(), width).splitlines())) <= width


def test_hostile_names_neither_break_lines_nor_move_the_cursor() -> None:
    evil = "[red]\x1b[2J\u202eevil\n" + "w" * 100_000
    told = summary()
    cells = tuple(replace(one, system=evil) if one.system == "bm25" else one for one in told.cells)
    systems = tuple(evil if one == "bm25" else one for one in SYSTEMS)
    text = table_text(replace(told, systems=systems, cells=cells, benchmark=evil))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert max(map(cells_wide, text.splitlines())) <= 80
    assert "[red]\\x1b[…wwwwwwwww" in text


def test_the_terminals_table_says_the_same() -> None:
    console = Console(width=80, record=True, force_terminal=True, color_system="truecolor")
    with console.capture() as captured:
        console.print(table_renderable(summary()))
    assert "\x1b[" in captured.get()
    plain = Console(width=80, color_system=None)
    with plain.capture() as captured:
        plain.print(table_renderable(summary()))
    assert [one.rstrip() for one in captured.get().splitlines()] == table_text(summary()).splitlines()


def test_one_system_and_one_question() -> None:
    cell = ScoreCell("bm25", "recall@5", ALL, estimate(1.0, 1, 1, sureness="none"))
    told = replace(
        summary(), questions=1, clusters=1, systems=("bm25",), measures=("recall@5",), cells=(cell,), slices=(ALL,),
        pairs=(), confusions=(), curves={}, notes={}, unscored={}, remarks=(),
    )  # fmt: skip
    assert table_text(told) == (
        "countries: 1 question from 1 document\nbm25 scores 1.00 on recall@5.\n\n"
        "Scores, with 95 % intervals\nsystem  recall@5\nbm25       1.00\n"
    )


def test_a_thousand_questions_have_a_third_decimal() -> None:
    assert "0.740 [0.672, 0.808]" in table_text(replace(summary(), questions=1000))


def test_wide_letters_are_counted() -> None:
    pair = SystemPair("中文中文", "b", "recall@5", ALL, estimate(0.1), 0.2, 0.2)
    assert cells_wide("中文é") == 5
    assert cells_wide("e\u0301") == 1
    assert "中文中文 − b" in table_text(replace(summary(), pairs=(pair,)))
