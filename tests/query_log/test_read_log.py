"""Logs of every form, and of every kind of damage."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import tracemalloc
from pathlib import Path

import pytest

from benchwright.errors import UsageError
from benchwright.query_log import masked_log
from benchwright.query_log.masked_log import LogFormatOptions, read_masked_log
from benchwright.query_log.read_log import MOST_LINE, LoggedQuestion, QueryLog


def texts(log: QueryLog) -> list[str]:
    return [one.text for one in log]


def made(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_json_lines_hold_texts_and_objects(tmp_path: Path) -> None:
    lines = [
        '"Who is it?"',
        '{"query": " What\\u00a0is  it? ", "asked": 3}',
        '{"Question": "How?"}',
        "5",
        "{}",
        "{",
        "[]",
    ]
    log = QueryLog(made(tmp_path / "q.jsonl", "\n".join(lines)))
    assert list(log) == [LoggedQuestion("Who is it?"), LoggedQuestion("What is it?", 3), LoggedQuestion("How?")]
    assert log.dropped == {"no-question": 3, "not-json": 1}
    assert log.rows == 7


def test_a_json_list_is_read_member_by_member(tmp_path: Path) -> None:
    members = [
        '{"question": "Who?"}',
        '"What?"',
        '{"question": NaN}',
        "5",
        f'"{"x" * (2 * MOST_LINE)}"',
        '{"q": "How?"}',
    ]
    path = made(tmp_path / "q.json", "\n [" + ",\n".join(members) + "]")
    log = QueryLog(path)
    assert texts(log) == ["Who?", "What?", "How?"]
    assert log.dropped == {"not-json": 1, "no-question": 1, "line-too-long": 1}
    assert texts(QueryLog("-", format="json", stdin=io.BytesIO(path.read_bytes()))) == ["Who?", "What?", "How?"]
    assert texts(QueryLog(made(tmp_path / "lines.json", '{"q": "Who?"}\n{"q": "What?"}\n'))) == ["Who?", "What?"]
    with pytest.raises(UsageError, match="not a whole JSON list"):
        texts(QueryLog(made(tmp_path / "cut.json", '["Who?", ')))


def test_a_field_may_be_named_and_lie_deeper(tmp_path: Path) -> None:
    rows = [{"a": {"b": "Who?", "question": "no"}}, {"a.b": "What?"}, {"a": 5}]
    path = made(tmp_path / "q.ndjson", "".join(json.dumps(row) + "\n" for row in rows))
    log = QueryLog(path, field="a.b")
    assert texts(log) == ["Who?", "What?"]
    assert log.dropped == {"no-question": 1}


@pytest.mark.parametrize("asked", [0, -1, 1.5, True, "x", None, 10**10, [1]])
def test_a_count_is_a_number_above_zero(tmp_path: Path, asked: object) -> None:
    log = QueryLog(made(tmp_path / "q.jsonl", json.dumps({"question": "Who?", "asked": asked})))
    assert list(log) == []
    assert log.dropped == {"bad-count": 1}


def test_csv_with_any_mark_and_quoted_breaks(tmp_path: Path) -> None:
    log = QueryLog(made(tmp_path / "q.csv", '\ufeffid;Query;asked\n1;"Who; and\nwhat?";2\n2;How?;1\n3\n'))
    assert list(log) == [LoggedQuestion("Who; and what?", 2), LoggedQuestion("How?")]
    assert log.dropped == {"no-question": 1}
    assert texts(QueryLog(made(tmp_path / "q.tsv", "q\tn\nWho, me?\t1\n"))) == ["Who, me?"]
    assert texts(QueryLog(made(tmp_path / "one.csv", "Who is it?\nWhat is it?\n"))) == ["Who is it?", "What is it?"]
    with pytest.raises(UsageError, match="which column") as raised:
        texts(QueryLog(made(tmp_path / "odd.csv", "a,b\n1,2\n")))
    assert "it has a, b" in raised.value.hint
    assert texts(QueryLog(tmp_path / "odd.csv", field="b")) == []
    with pytest.raises(UsageError, match="no column 'c'"):
        texts(QueryLog(tmp_path / "odd.csv", field="c"))


def test_text_is_a_question_a_line_and_may_be_told_by_its_content(tmp_path: Path) -> None:
    assert texts(QueryLog(made(tmp_path / "q", "Who?\r\n\r\n 12 \n{odd}\n"))) == ["Who?", "{odd}"]
    assert texts(QueryLog(made(tmp_path / "r", '{"q": "Who?"}\n'))) == ["Who?"]
    assert texts(QueryLog(made(tmp_path / "s.log", '"Quoted" is what?\n'))) == ['"Quoted" is what?']
    assert texts(QueryLog(tmp_path / "r", format="text")) == ['{"q": "Who?"}']
    with pytest.raises(UsageError, match="unknown format 'jsonlines'"):
        QueryLog(tmp_path / "r", format="jsonlines")


def test_compressed_logs_and_standard_input(tmp_path: Path) -> None:
    packed = made(tmp_path / "q.jsonl.gz", gzip.compress(b'"Who?"\n'))
    assert texts(QueryLog(packed)) == ["Who?"]
    assert texts(QueryLog("-", stdin=io.BytesIO(b"Who?\nWhat?"))) == ["Who?", "What?"]
    made(tmp_path / "cut.txt.gz", gzip.compress(b"Who is it?\n" * 999)[:-9])
    with pytest.raises(UsageError, match="cannot be read"):
        texts(QueryLog(tmp_path / "cut.txt.gz"))
    made(tmp_path / "no.txt.gz", b"plain")
    with pytest.raises(UsageError, match="cannot be read"):
        texts(QueryLog(tmp_path / "no.txt.gz"))


def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, tmp_path / "missing", Path("/dev/zero")):
        with pytest.raises(UsageError, match="cannot be read"):
            texts(QueryLog(path))


def test_hostile_lines_are_counted_and_the_others_read(tmp_path: Path) -> None:
    lines = [
        b'"Who?"',
        b"x" * (10 * 2**20),  # longer than a line may be
        b'{"question": ' + b"[" * 100_000,
        b'{"question": "a\\u0000b"}',
        b'"NUL \x00 inside"',
        b'"bad \xff byte"',
        b'"half \\ud800 a character"',
        b'{"question": "' + b"long " * 300 + b'"}',
        b'"   "',
        b'"12345 ..."',
        b"NaN",
        b'"What?"',
    ]
    log = QueryLog(made(tmp_path / "q.jsonl", b"\n".join(lines)))
    assert texts(log) == ["Who?", "half \ufffd a character", "What?"]
    assert log.dropped == {
        "line-too-long": 1,
        "not-json": 2,
        "control-characters": 2,
        "not-utf-8": 1,
        "text-too-long": 1,
        "empty": 1,
        "no-words": 1,
    }
    assert log.rows == len(lines)


def test_an_unclosed_quote_of_a_csv_file_does_not_swallow_it_whole(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    usual = csv.field_size_limit(10**9)  # as another library may have left it
    request.addfinalizer(lambda: csv.field_size_limit(usual))
    rows = ["question", '"open', *["Who is it, and what?"] * 20_000, "Where?"]
    log = QueryLog(made(tmp_path / "q.csv", "\n".join(rows)))
    found = texts(log)
    assert log.dropped["bad-row"] >= 1
    assert found[-1] in ("Where?", "Who is it, and what?")
    assert len(found) > 10_000


def test_lines_are_read_in_bounded_memory(tmp_path: Path) -> None:
    path = made(tmp_path / "q.txt", b"y" * (12 * MOST_LINE) + b"\nWho is it?\n")
    tracemalloc.start()
    try:
        assert texts(QueryLog(path)) == ["Who is it?"]
        assert tracemalloc.get_traced_memory()[1] < 5 * MOST_LINE
    finally:
        tracemalloc.stop()


def test_one_question_many_times_is_one_question(tmp_path: Path) -> None:
    path = made(tmp_path / "q.txt", "Where is my parcel?\n" * 10_000 + "Who are you?\n")
    log = read_masked_log(path)
    assert {one.text: one.asked for one in log.questions} == {"Where is my parcel?": 10_000, "Who are you?": 1}
    assert (log.counts.questions, log.counts.distinct, log.counts.whole) == (10_001, 2, True)


def test_a_log_is_masked_and_other_languages_are_left_out(tmp_path: Path) -> None:
    lines = [
        "Is bob@example.org right?",
        "Is ann@example.org right?",
        "Wie kann ich die Pumpe im Keller wieder in Betrieb nehmen?",
        "ポンプの再起動方法を教えてください",
        "où est la gare",
    ]
    log = read_masked_log(made(tmp_path / "q.txt", "\n".join(lines)))
    assert [(one.text, one.asked) for one in log.questions] == [("Is [email] right?", 2)]
    assert log.counts.other_language == 3
    assert log.counts.masked == {"email": 2}


def test_a_log_without_a_question_says_why(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no question in English") as raised:
        read_masked_log(made(tmp_path / "q.jsonl", '{"frage": "Who?"}\n{\n'))
    assert raised.value.hint == "of 2 rows: 1 no-question, 1 not-json; name the member or column with --field"
    with pytest.raises(UsageError) as raised:
        read_masked_log(made(tmp_path / "e.txt", ""))
    assert raised.value.hint == "it is empty"


def test_progress_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masked_log, "PROGRESS", 50)
    told: list[int] = []
    path = made(tmp_path / "q.txt", "".join(f"Who is it {number % 7}?\n" for number in range(101)))
    read_masked_log(path, LogFormatOptions(), progress=told.append)
    assert told == [50, 100]
