"""`evaluate` and `compare` on the command line: what is printed, and the exit codes that CI goes by."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from handmade import DOCUMENTS, EXAMPLES, benchmark
from small_rag import SmallRag
from systems_server import SystemsServer, hang

from benchwright.cli import main


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    benchmark(tmp_path)
    monkeypatch.chdir(tmp_path)
    return "bench"


def write_run(path: Path, *found: str) -> str:
    """A run that finds the sources of the questions named, and nothing of the others."""
    rows = []
    for one in EXAMPLES:
        sources = one.sources if one.id in found else ("elsewhere",)
        rows += [f"{one.id} Q0 {source} {rank} {9 - rank} r\n" for rank, source in enumerate(sources, 1)]
    path.write_text("".join(rows))
    return f"run:{path}"


def test_a_table_a_page_and_exit_code_0(bench: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "retrieval", bench, "-r", "bm25", "-r", "floor=random", "--k", "1,2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("aare: 3 questions from 2 documents\n")
    assert "recall@2" in out
    assert "page: bench-scores/report.html\n" in out
    assert (Path("bench-scores") / "report.html").is_file()


def test_json_is_one_object(bench: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "retrieval", bench, "-r", "oracle", "--k", "2", "--json"]) == 0
    captured = capsys.readouterr()
    told = json.loads(captured.out)
    assert told["summary"]["systems"] == ["oracle"]
    assert told["failed"] == {}
    (cell,) = [
        one
        for one in told["summary"]["cells"]
        if one["measure"] == "recall@2" and one["slice"] == {"kind": "all", "style": "", "modalities": "", "value": ""}
    ]
    assert (cell["mean"], cell["n"], cell["sureness"]) == (1.0, 3, "none")  # two documents that are alike tell nothing


def test_what_a_system_prints_is_not_among_the_json(
    bench: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = "def {name}(*asked):\n    print('asked')\n    return {value}\n"
    values = {"search": '[{"text": "Lake Thun is 217 metres deep."}]', "answer": '{"answer": "", "contexts": []}'}
    functions = "".join(code.format(name=name, value=value) for name, value in values.items())
    (tmp_path / "loud_system.py").write_text(f"print('imported')\n{functions}")
    monkeypatch.syspath_prepend(tmp_path)
    for verb, option, name in (("retrieval", "-r", "search"), ("system", "-s", "answer")):
        assert main(["evaluate", verb, bench, option, f"loud_system:{name}", "--json"]) == 0
        captured = capsys.readouterr()
        assert json.loads(captured.out)
        assert "asked" in captured.err


def test_a_system_that_fails_on_a_question_is_exit_code_1(bench: str, capsys: pytest.CaptureFixture[str]) -> None:
    rag = SmallRag(dict(DOCUMENTS), k=2)
    with SystemsServer(rag.answer, faults={"lake": [hang()]}) as server:
        code = main(["evaluate", "system", bench, "-s", f"mine={server.url}", "--timeout", "0.5"])
    out = capsys.readouterr().out
    assert code == 1
    assert "1 question failed, timeout: scored 0." in out


def test_an_address_where_nothing_listens_is_one_line(bench: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "system", bench, "-s", "http://127.0.0.1:9/answer", "--timeout", "2"]) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert captured.err.startswith("error: http://127.0.0.1:9/answer")
    assert captured.out == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-r", "bm25", "--k", "0"], "error: '0' is not a cut-off"),
        (["-r", "bm25", "--k", "five"], "error: 'five' is not a cut-off"),
        (["-r", "bm25", "--modality", "some"], "error: --modality 'some' is not known — choose one of open"),
        (["-r", "bm25", "--ties", "best"], "error: --ties 'best' is not known"),
        (["-r", "run:none.trec"], "error: "),
        ([], "error: Missing option"),
    ],
)
def test_misuse_is_one_line(bench: str, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main(["evaluate", "retrieval", bench, *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith(message)
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "has no rows|is empty"),
        (b"river Q0 river 1\n", "columns"),
        (b"river Q0 river 1 best me\n", "number"),
        (b"\xff\xfe\x00river\n", "UTF-8"),
        (b"other Q0 river 1 1.0 me\n", "question"),
        (b"river Q0 nothing 1 1.0 me\n", "nothing"),
    ],
)
def test_a_run_that_cannot_be_used_is_one_line(
    bench: str, capsys: pytest.CaptureFixture[str], content: bytes, message: str
) -> None:
    import re

    Path("bad.trec").write_bytes(content)
    assert main(["evaluate", "retrieval", bench, "-r", "bad.trec"]) == 2
    error = capsys.readouterr().err
    assert re.search(message, error), error
    assert error.count("\n") == 1


def test_compare_is_an_exit_code_for_ci(bench: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = write_run(tmp_path / "new.trec", "river")
    old = write_run(tmp_path / "old.trec", "river", "lake", "both")
    assert main(["evaluate", "retrieval", bench, "-r", f"new={new}", "-r", f"old={old}", "--k", "2"]) == 0
    capsys.readouterr()
    assert main(["compare", "bench-scores::new", "old"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("new - old, recall@2\n")
    assert "no difference between new and old on recall@2 is shown." in out
    # Three questions of two documents show nothing: it is not shown to be worse, nor to be as good
    assert main(["compare", "bench-scores::new", "old", "--fail-if-worse", "0.1"]) == 0
    assert (
        "new is not shown to be worse than old by more than 0.1 on recall@2 (one-sided p = " in capsys.readouterr().out
    )
    assert main(["compare", "bench-scores::new", "old", "--fail-unless-as-good", "0.1"]) == 1
    # Two documents say too little even where no score differs
    assert main(["compare", "bench-scores::old", "old", "--fail-unless-as-good", "0.1"]) == 1
    capsys.readouterr()
    assert main(["compare", "bench-scores", "old"]) == 2
    assert "has several systems" in capsys.readouterr().err
    for margin in ("-1", "nan", "inf"):
        assert main(["compare", "bench-scores::new", "old", "--fail-if-worse", margin]) == 2
        assert f"the margin is {margin}, and is to be a number from 0" in capsys.readouterr().err
    assert main(["compare", "bench-scores::new", "old", "--fail-if-worse", "1", "--fail-unless-as-good", "1"]) == 2
    assert "two margins are given" in capsys.readouterr().err
    assert main(["compare", "bench", "old"]) == 2
    assert "holds no scores" in capsys.readouterr().err
