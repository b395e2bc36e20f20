"""Small published benchmarks as files, for the tests of imports."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def write_lines(path: Path, records: Sequence[Any]) -> None:
    """JSON Lines; a string is a line as it stands."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in records)
    path.write_text(text, encoding="utf-8")


def beir(folder: Path, *, queries: Sequence[Any] | None = None, qrels: str | None = None) -> Path:
    """Four documents, three queries of which two are judged; one has a grade of 2."""
    documents = [
        {"_id": "d1", "title": "Bees", "text": "Bees dance to tell where flowers are."},
        {"_id": "d2", "title": "", "text": "Ants follow a trail of scent."},
        {"_id": "d3", "title": "Wasps", "text": "Wasps build of paper."},
        {"_id": "4", "title": "Moths", "text": "Moths fly to light."},
    ]
    write_lines(folder / "corpus.jsonl", documents)
    asked = [
        {"_id": "q1", "text": "How do bees talk?"},
        {"_id": "q2", "text": "What do ants follow?"},
        {"_id": "q3", "text": "Of another split."},
    ]
    write_lines(folder / "queries.jsonl", asked if queries is None else queries)
    judged = "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\t4\t1\nq1\td3\t0\nq2\td2\t1\n"
    (folder / "qrels").mkdir(exist_ok=True)
    (folder / "qrels/test.tsv").write_text(judged if qrels is None else qrels, encoding="utf-8")
    return folder


def node(row: int, column: int, page: str | None) -> list[Any]:
    """An answer-node of OTT-QA."""
    return ["words", [row, column], page, "table" if page is None else "passage"]


def ottqa(folder: Path, questions: Sequence[Any] | None = None) -> Path:
    """One table with two rows that link to two passages, and three questions; the last one is blind."""
    table = {
        "table_id": "Clubs_0",
        "url": "https://en.wikipedia.org/wiki/Clubs",
        "title": "Clubs",
        "section_title": "Winners",
        "header": ["Club", "Wins"],
        "rows": [["Genk", "3"], ["Ghent", "5"]],
        "links": [[["/wiki/Genk"], []], [["/wiki/Ghent"], []]],
    }
    write_lines(folder / "tables.jsonl", [table])
    passages = [
        {"passage_id": "/wiki/Genk", "title": "Genk", "text": "Genk is a club founded in 1988 ."},
        {"passage_id": "/wiki/Ghent", "title": "Ghent", "text": "Ghent was founded in 1900 ."},
    ]
    write_lines(folder / "passages.jsonl", passages)
    asked = [
        traced("a", "When was the club with three wins founded ?", "1988", [node(0, 0, "/wiki/Genk")]),
        traced("b", "How many wins has Ghent ?", "5", [node(1, 1, None), node(1, 0, "/wiki/Ghent")]),
        {"question_id": "c", "question": "Which is blind ?"},
    ]
    write_lines(folder / "questions.jsonl", asked if questions is None else questions)
    return folder


def traced(id: str, question: str, answer: str, nodes: Sequence[Any], table: str = "Clubs_0") -> dict[str, Any]:
    """A question of OTT-QA that says where its answer is."""
    return {"question_id": id, "question": question, "table_id": table, "answer-text": answer, "answer-node": nodes}
