"""Files of records that other programs wrote: where a row ends, and lists in cells."""

from __future__ import annotations

import csv
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.evaluate.object_rows import read_object_rows, written_list
from benchwright.evaluate.questions.question_file import read_questions

TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)


@given(st.lists(TEXTS, max_size=4))
def test_a_list_is_read_as_json_and_python_write_it(texts: list[str]) -> None:
    for written in (json.dumps(texts), json.dumps(texts, ensure_ascii=False), repr(texts), f" {texts!r}\n"):
        assert written_list(written) == texts


@pytest.mark.parametrize("text", ["", "plain", "['a' 'b']", "['a'\n 'b']", "[", "(1, 2)", "{}", "[f()]", "[" * 9999])
def test_what_is_no_list_is_none(text: str) -> None:
    assert written_list(text) is None


@given(st.lists(st.fixed_dictionaries({"id": TEXTS, "answer": TEXTS}), max_size=4))
def test_rows_end_where_json_lines_do(tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, str]]) -> None:
    path = tmp_path_factory.mktemp("rows") / "a.jsonl"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8", newline="")
    assert [row for _, row in read_object_rows(path)[1]] == rows


def test_passages_of_a_question_in_a_cell(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("question,reference_contexts\nWho?,\"['one text', 'another']\"\nWhere?,[1] a note\n", "utf-8")
    assert [one.source_ids for one in read_questions(path)] == [("one text", "another"), ("[1] a note",)]


def test_files_read_in_threads_leave_the_limit_of_cells_as_it_was(tmp_path: Path) -> None:
    for number in range(8):
        (tmp_path / f"{number}.csv").write_text(f"id,answer\na,{'x' * (200_000 + number)}\n", encoding="utf-8")
    with ThreadPoolExecutor(8) as threads:
        read = list(threads.map(read_object_rows, sorted(tmp_path.iterdir())))
    assert [len(rows[0][1]["answer"]) for _, rows in read] == [200_000 + number for number in range(8)]
    assert csv.field_size_limit() == 131_072
