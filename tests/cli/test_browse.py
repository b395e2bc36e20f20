"""`benchwright browse` and `benchwright report` as commands: the address, Ctrl-C, and what they refuse in a line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from towns_bench import towns_bench

from benchwright.cli import main


def test_it_prints_its_address_and_ends_in_one_line(tmp_path: Path) -> None:
    bench = towns_bench(tmp_path)
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "benchwright", "browse", str(bench)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONWARNINGS": "error::ResourceWarning"},
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    assert first.startswith(f"{bench}: 56 questions at http://127.0.0.1:")
    address = first.split(" at ")[1].split()[0]
    assert b"Selby" in urllib.request.urlopen(address + "?q=selby").read()
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=30)
    assert (process.returncode, out, error.strip()) == (0, "", "ended")


@pytest.mark.parametrize("command", ["browse", "report"])
def test_what_is_no_benchmark_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert main([command, str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert "is not a benchmark" in told.err


def test_a_report_says_where_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bench = towns_bench(tmp_path)
    assert main(["report", str(bench), "--examples", "3"]) == 0
    assert capsys.readouterr().out == f"{tmp_path}/bench-report.html: 56 questions, 3 shown with their sources\n"
    assert main(["report", str(bench), "--to", str(tmp_path / "x.html"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["path"], told["questions"], told["examples"]) == (str(tmp_path / "x.html"), 56, 30)
    assert main(["report", str(bench), "--scores", str(tmp_path / "none")]) == 2
    assert "holds no scores" in capsys.readouterr().err
