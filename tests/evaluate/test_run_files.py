import gzip
import json
import math
import re
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rankings import gold, question, run

from benchwright.errors import BenchwrightError, UsageError
from benchwright.evaluate import run_files
from benchwright.evaluate.run_file_lines import BEIR, TREC_QRELS, TREC_RUN, RunFileRows, _fast, _slow
from benchwright.evaluate.run_files import read_qrels, read_run, write_qrels, write_run
from benchwright.evaluate.runs import Run, RunHit, TextChunk, run_of

NAN, INF = math.nan, math.inf


def told(mine: Run) -> dict[str, list[tuple[str, float]]]:
    return {
        question: list(
            zip(mine.sources[mine.hits(question)].tolist(), mine.scores[mine.hits(question)].tolist(), strict=True)
        )
        for question in mine.questions
    }


def written(folder: Path, content: bytes | str, name: str = "my.run") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


PLAIN = {"q1": [("a", 2.5), ("b", 1.0)], "q2": [("a", -1.0)]}


@pytest.mark.parametrize(
    "content",
    [
        "q1 Q0 a 1 2.5 me\nq1 Q0 b 2 1 me\nq2 Q0 a 1 -1.0 me\n",
        "q1\tQ0\ta\t1\t2.5\tme\nq1\tQ0\tb\t2\t1\tme\nq2\tQ0\ta\t1\t-1.0\tme",
        "q1 Q0  a\t1 2.5 me\r\n\r\n  q1 Q0 b 2 1 me \r\nq2 Q0 a 1 -1.0 me\r\n",
        "\ufeffq1 Q0 a 1 2.5 me\n# said later\nq1 Q0 b 2 1e0 me\n\nq2 Q0 a 1 -1.0 a tag of words\n",
        "q1 Q0 a 1 2.5 me\nq2 Q0 a 1 -1.0 me\nq1 Q0 b 2 1 me\n",
        "q1 Q0 a 1 2.5 me\rq1 Q0 b 2 1 me\rq2 Q0 a 1 -1 me\r",
        "query-id\tcorpus-id\tscore\nq1\ta\t2.5\nq1\tb\t1\nq2\ta\t-1\n",
        'query-id\tcorpus-id\tscore\r\nq1\t"a"\t2.5\r\nq1\tb\t1\r\nq2\ta\t-1\r\n',
        '{"q1": {"a": 2.5, "b": 1}, "q2": {"a": -1}}',
    ],
)
def test_forms(tmp_path, content):
    mine = read_run(written(tmp_path, content))
    assert told(mine) == PLAIN
    assert mine.name == "my"
    packed = written(tmp_path, gzip.compress(content.encode()), "their.trec.gz")
    assert told(read_run(packed, "named")) == PLAIN
    assert (read_run(packed).name, read_run(packed, "named").name) == ("their", "named")
    codes, names = mine.codes()
    assert [names[code] for code in codes] == mine.sources.tolist()


def test_ids_are_taken_as_they_are(tmp_path):
    content = 'q#1 Q0 "Weird_Al"_Yankovic_2 1 1 t\nq#1 Q0 é,日本#p0 2 0 t\n"q Q0 NA 1 0 t\n'
    assert told(read_run(written(tmp_path, content))) == {
        "q#1": [('"Weird_Al"_Yankovic_2', 1.0), ("é,日本#p0", 0.0)],
        '"q': [("NA", 0.0)],
    }
    tabs = 'query-id\tcorpus-id\tscore\nq 1\t"Weird_Al"_Yankovic_2\t1\nq 1\t"say ""hi"""\t1\nq 1\ta file.md#p0\t2\n'
    assert told(read_run(written(tmp_path, tabs))) == {
        "q 1": [('"Weird_Al"_Yankovic_2', 1.0), ('say "hi"', 1.0), ("a file.md#p0", 2.0)]
    }


def test_scores_that_are_no_finite_number_are_read_as_such(tmp_path):
    content = "".join(f"q Q0 d{i} 1 {score} t\n" for i, score in enumerate(["nan", "NaN", "inf", "-Infinity", "1e999"]))
    scores = read_run(written(tmp_path, content)).scores
    assert np.isnan(scores[:2]).all()
    assert scores[2:].tolist() == [INF, -INF, INF]
    scores = read_run(written(tmp_path, '{"q": {"a": NaN, "b": -Infinity, "c": 1%s}}' % ("0" * 400), "r.json")).scores
    assert np.isnan(scores[0])
    assert scores[1:].tolist() == [-INF, INF]


def test_a_member_of_json_that_comes_twice_is_two_hits(tmp_path):
    assert told(read_run(written(tmp_path, '{"q": {"a": 1, "a": 2}}', "r.json"))) == {"q": [("a", 1.0), ("a", 2.0)]}


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("", " is empty — was the retriever's output written to another place?"),
        (" \n\n", " is empty — was"),
        ("# nothing\n", " has no hits — lines are: qid Q0 docid rank score tag"),
        ("query-id\tcorpus-id\tscore\n", " has no hits — "),
        ("{}", " has no hits — "),
        ("q Q0 a 1 1 t\nq Q0 b 2\n", ", line 2: 4 columns, not 6 — is this the qrels file? lines are: qid Q0 docid"),
        (
            "q Q0 a 1 1 t\nq Q0 b lathe.md#t0 2 0.5 t\n",
            ", line 2: 7 columns, and they are not in the order qid",
        ),
        (
            "q Q0 Chapter 2 1 0.5 t\n",
            ", line 1: 7 columns, and they are not in the order qid Q0",
        ),
        (
            "q 1 Q0 17 1 0.5 t\n",
            ", line 1: 7 columns, and they are not in the order qid Q0 docid",
        ),
        ("q a 1\n", ", line 1: 3 columns, not 6 — lines are: qid Q0 docid rank score tag; BEIR's form begins with"),
        ("q Q0 a 1 1 t\n\nq Q0 b 2 high t\n", ", line 3: 'high' is not a number — lines are"),
        ("q Q0 a 1 1_0 t\n", ", line 1: '1_0' is not a number"),
        ("q Q0 a 1 0x10 t\n", ", line 1: '0x10' is not a number"),
        ("q Q0 a 1  t\n", ", line 1: 5 columns, not 6"),
        (b"q Q0 a 1 1 t\nq Q0 \xff 2 1 t\n", ", line 2: not UTF-8 — save the file as UTF-8"),
        ("q Q0 a 1 1 t\n".encode("utf-16"), " is UTF-16 — save the file as UTF-8"),
        ("query-id\tcorpus-id\tscore\nq\t\t1\n", ", line 2: an id is empty"),
        ("query-id\tcorpus-id\tscore\nq a 1\n", ", line 2: 1 columns, not 3"),
        (b"\x1f\x8b\x08\x00broken", " cannot be unpacked: "),
        (gzip.compress(b"q Q0 a 1 1 t\n" * 50, mtime=0)[:-20], " cannot be unpacked: "),
        ('{"q": ', " is not JSON: "),
        ('{"q": [["a", 1]]}', ": question 'q' has no sources — the form is {question: {source: number}}"),
        ('{"q": {"a": "1"}}', ": 'a' of question 'q' has '1', not a number"),
        ('{"q": {"a": true}}', ": 'a' of question 'q' has 'True', not a number"),
        ('{"q": {"": 1}}', ": '' is not an id"),
        ('{"q": {"\\ud800": 1}}', ": '\\ud800' is not an id"),
        ('{"a":' * 100_000, " is nested too deep"),
        (b'{"q": {"\xff": 1}}', ": not UTF-8"),
    ],
)
def test_what_is_wrong_is_one_line_with_its_place(tmp_path, content, line):
    path = written(tmp_path, content)
    with pytest.raises(UsageError) as told:
        read_run(path)
    assert told.value.line().startswith(f"{path}{line}")
    assert "\n" not in told.value.line()


def test_paths_that_are_no_files(tmp_path):
    with pytest.raises(UsageError, match="is a folder"):
        read_run(tmp_path)
    with pytest.raises(UsageError, match="there is no file"):
        read_run(tmp_path / "none.trec")
    with pytest.raises(UsageError, match="there is no file"):
        read_run("/dev/null")


def test_a_file_too_large_is_refused_packed_or_not(tmp_path, monkeypatch):
    monkeypatch.setattr(run_files, "LARGEST", 1 << 20)
    line = b"q Q0 a 1 1 t\n"
    with pytest.raises(UsageError, match="is larger than 1 MiB"):
        read_run(written(tmp_path, line * 90_000))
    with pytest.raises(UsageError, match="is larger than 1 MiB"):
        read_run(written(tmp_path, gzip.compress(line * 90_000)))


def test_a_run_is_written_in_final_order_and_its_scores_come_back(tmp_path):
    mine = run({"q1": [("b", 0.1 + 0.2), ("n", NAN), ("a", 0.1 + 0.2), ("z", INF)], "q2": [("a", -1e-300)]}, "my run")
    write_run(mine, tmp_path / "r.trec")
    assert (tmp_path / "r.trec").read_text() == (
        "q1 Q0 z 1 inf my_run\n"
        "q1 Q0 a 2 0.30000000000000004 my_run\n"
        "q1 Q0 b 3 0.30000000000000004 my_run\n"
        "q1 Q0 n 4 nan my_run\n"
        "q2 Q0 a 1 -1e-300 my_run\n"
    )
    write_run(mine, tmp_path / "r.trec.gz")
    assert gzip.decompress((tmp_path / "r.trec.gz").read_bytes()) == (tmp_path / "r.trec").read_bytes()
    first = (tmp_path / "r.trec.gz").read_bytes()
    write_run(mine, tmp_path / "r.trec.gz")
    assert (tmp_path / "r.trec.gz").read_bytes() == first


def test_a_run_in_beirs_form_keeps_questions_without_hits_and_the_best_of_repeats(tmp_path):
    mine = run({"q 1": [("b", 0.25), ("a", 0.5), ("b", 1.0)], "q2": []})
    write_run(mine, tmp_path / "r.json", "beir")
    assert (tmp_path / "r.json").read_text() == '{"q 1": {"b": 1.0, "a": 0.5}, "q2": {}}\n'
    assert told(read_run(tmp_path / "r.json"))["q 1"] == [("b", 1.0), ("a", 0.5)]


def test_ids_with_white_space_are_encoded_and_said_to_be(tmp_path):
    mine = run({"#1": [("my report.pdf#p0", 2.0), ("100%", 1.0)]})
    write_run(mine, tmp_path / "r.trec")
    assert (tmp_path / "r.trec").read_text() == (
        "# ids are percent-encoded\n%231 Q0 my%20report.pdf#p0 1 2.0 mine\n%231 Q0 100%25 2 1.0 mine\n"
    )
    assert told(read_run(tmp_path / "r.trec")) == told(mine)


def test_what_a_run_file_cannot_hold(tmp_path):
    with pytest.raises(UsageError, match="has chunks"):
        write_run(run_of("c", [("q", [RunHit(chunk=TextChunk("words"))])]), tmp_path / "r")
    with pytest.raises(UsageError, match="an id is empty"):
        write_run(run({"q": [("", 1)]}), tmp_path / "r")
    with pytest.raises(UsageError, match="an id cannot be written"):
        write_run(run({"q": [("\ud800", 1)]}), tmp_path / "r")
    with pytest.raises(UsageError, match="cannot stand in BEIR's form"):
        write_qrels({"q": {"a\tb": 1}}, tmp_path / "r", "beir")
    assert list(tmp_path.iterdir()) == []


def test_qrels_in_both_forms(tmp_path):
    qrels = {"q1": {"a": 1, "b": 0}, "q 2": {'"x"': 2, "a": -1}}
    for form in ("trec", "beir"):
        write_qrels(qrels, tmp_path / form, form)
        assert read_qrels(tmp_path / form) == qrels
    assert (tmp_path / "beir").read_text().splitlines()[:2] == ["query-id\tcorpus-id\tscore", "q1\ta\t1"]
    assert read_qrels(written(tmp_path, json.dumps(qrels), "q.json")) == qrels
    assert read_qrels(written(tmp_path, "q1 0 a 1\nq1 0 a 1\nq1 0 b 0.0\n")) == {"q1": {"a": 1, "b": 0}}


def test_the_gold_as_qrels_is_all_its_evidence_with_grades(tmp_path):
    asked = gold(question("q1", "ab", "c", grades={"a": 2}), question("q2", "a"))
    write_qrels(asked, tmp_path / "g")
    assert (tmp_path / "g").read_text() == "q1 0 a 2\nq1 0 b 1\nq1 0 c 1\nq2 0 a 1\n"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("q 0 a 1\nq 0 a 2\n", ": 'a' has two grades to question 'q' — leave one of the lines out"),
        ("q 0 a 0.5\n", ": the grade 0.5 of 'a' to question 'q' is not possible — grades are whole"),
        ("q 0 a nan\n", ": the grade nan of 'a' to question 'q' is not possible"),
        ("q 0 a 1001\n", ": the grade 1001 of 'a' to question 'q' is not possible"),
        ("q Q0 a 1 2 t\n", ", line 1: 6 columns, not 4 — is this a run? lines are: qid 0 docid grade"),
        ("#\n", " has no grades"),
    ],
)
def test_what_is_wrong_with_qrels(tmp_path, content, line):
    path = written(tmp_path, content)
    with pytest.raises(UsageError) as told:
        read_qrels(path)
    assert told.value.line().startswith(f"{path}{line}")


def same(one: RunFileRows, other: RunFileRows) -> bool:
    return (
        one.question_names == other.question_names
        and one.source_names == other.source_names
        and one.questions.tolist() == other.questions.tolist()
        and one.sources.tolist() == other.sources.tolist()
        and one.numbers.tobytes() == np.where(np.isnan(other.numbers), one.numbers, other.numbers).tobytes()
    )


FIELDS = st.one_of(
    st.sampled_from(
        ["q1", "q2", "Q0", "a", "#", '"', '"a"', "NA", "null", "", "nan", "-inf", "1e400", "+1", "é", "\x1c"]
    ),
    st.floats().map(repr),
    st.integers(-9, 9).map(str),
    st.text(max_size=3),
)
PART = st.sampled_from([" ", " ", " ", "\t", "  ", ""])
LINES = st.one_of(
    st.lists(st.tuples(FIELDS, PART), max_size=8).map(lambda parts: "".join(field + part for field, part in parts)),
    st.tuples(st.sampled_from("qrs"), st.sampled_from("abc"), st.floats().map(repr)).map(
        "{0[0]} Q0 {0[1]} 1 {0[2]} t".format
    ),
    st.tuples(st.sampled_from("qrs"), st.sampled_from("abc"), st.floats().map(repr)).map("\t".join),
    st.just("query-id\tcorpus-id\tscore"),
)


@given(
    st.lists(LINES, max_size=6),
    st.sampled_from(["\n", "\r\n", "\n\n", "\r"]),
    st.sampled_from([TREC_RUN, TREC_QRELS, BEIR]),
)
@example(["q Q0 a  1 2.5"], "\n", TREC_RUN)
@example([" q Q0 a 1 2.5"], "\n", TREC_RUN)
@example(["q Q0 a 1 0x1p3 t"], "\n", TREC_RUN)
def test_the_fast_way_says_what_the_slow_way_says(lines, end, layout):
    text = end.join(lines).encode("utf-8", "surrogatepass")
    fast = _fast(text, layout)
    if fast is not None:
        assert same(fast, _slow("x", text, layout))


def test_the_fast_way_is_taken_over_many_blocks():
    """300,000 rows of 3,000 questions: more than one block of the reader's, whose codes are made one."""
    lines = [f"q{i // 100} Q0 d{i * 7919 % 5003} {i % 100} {-i / 8} t\n" for i in range(300_000)]
    text = "".join(lines).encode()
    fast = _fast(text, TREC_RUN)
    assert fast is not None
    assert same(fast, _slow("x", text, TREC_RUN))


@given(
    st.one_of(
        st.binary(max_size=200), st.lists(LINES, max_size=5).map(lambda s: "\n".join(s).encode("utf-8", "replace"))
    )
)
@example(b"\x1f\x8b")
@example(b"{\x00")
@example(b"[" * 3000)
def test_any_bytes_are_a_run_or_an_error_of_ours(content):
    def line(read, path):
        try:
            return "read" if read(path) else ""
        except BenchwrightError as error:
            return error.line() if error.hint else ""

    with tempfile.TemporaryDirectory() as folder:
        for name in ("r.trec", "r.json", "r.trec.gz"):
            path = written(Path(folder), content, name)
            for said in (line(read_run, path), line(read_qrels, path)):
                assert said
                assert "\n" not in said


ids = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=4)


@given(st.dictionaries(ids, st.dictionaries(ids, st.floats(), min_size=1, max_size=4), min_size=1, max_size=3))
def test_what_is_written_reads_back_the_same(hits):
    mine = run({name: list(docs.items()) for name, docs in hits.items()})
    with tempfile.TemporaryDirectory() as folder:
        write_run(mine, Path(folder) / "r.trec.gz")
        back = read_run(Path(folder) / "r.trec.gz", "mine")
        assert back.questions == mine.questions
        for name, docs in hits.items():
            assert {doc: repr(score) for doc, score in told(back)[name]} == {doc: repr(s) for doc, s in docs.items()}
        write_run(back, Path(folder) / "again.trec.gz")
        assert (Path(folder) / "again.trec.gz").read_bytes() == (Path(folder) / "r.trec.gz").read_bytes()


whole = st.dictionaries(
    ids, st.dictionaries(ids, st.integers(-1000, 1000), min_size=1, max_size=4), min_size=1, max_size=3
)


@given(whole, st.sampled_from(["trec", "beir"]))
def test_qrels_written_read_back_the_same(qrels, form):
    odd = any(re.search(r"^#|[\t\n\r\v\f]", one) for docs in qrels.values() for one in (*qrels, *docs))
    with tempfile.TemporaryDirectory() as folder:
        if form == "beir" and odd:
            with pytest.raises(UsageError, match="cannot stand in BEIR's form"):
                write_qrels(qrels, Path(folder) / "q", form)
        else:
            write_qrels(qrels, Path(folder) / "q", form)
            assert read_qrels(Path(folder) / "q") == qrels


def test_what_begins_a_file_is_no_mark_of_its_form(tmp_path):
    for name in ("\ufeffq", '{"q', "#", "query-id"):
        write_run(run({name: [("{", 1.0)]}), tmp_path / "r.trec")
        assert told(read_run(tmp_path / "r.trec")) == {name: [("{", 1.0)]}
