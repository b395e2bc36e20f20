from __future__ import annotations

import json
from pathlib import Path

import pytest
from calls import reply, request

from benchwright import cli
from benchwright.models import Usage
from benchwright.models.ledger import LEDGER, Ledger


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    with Ledger.open(tmp_path / LEDGER) as ledger:
        ledger.put_all(
            [
                (request(1), reply(usage=Usage(1200, 30, 200), usd=0.5)),
                (request(2), reply(usage=Usage(800, 20), usd=0.75, status="refused")),
                (request(3, purpose="verify"), reply(usage=Usage(known=False), usd=None)),
            ]
        )
    return tmp_path


def test_stats_in_words(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["ledger", "stats", str(bench)]) == 0
    assert capsys.readouterr().out == (
        "3 calls, 2,000 (200 cached) + 50 tokens (1 told none), at least $1.25, 12 kB on disk\n"
        "openai/some-model  verify  1  0 + 0 tokens (1 told none)      price unknown\n"
        "openai/some-model  write   2  2,000 (200 cached) + 50 tokens  $1.25          1 refused\n"
    )


def test_stats_as_json(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["ledger", "stats", str(bench / LEDGER), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["total"] == {
        "calls": 3,
        "statuses": {"ok": 2, "refused": 1},
        "input": 2000,
        "output": 50,
        "cached": 200,
        "lost": 0,
        "uncounted": 1,
        "usd": None,
        "usd_at_least": 1.25,
        "unpriced": 1,
    }
    assert [(count["purpose"], count["calls"], count["usd"]) for count in told["counts"]] == [
        ("verify", 1, None),
        ("write", 2, 1.25),
    ]
    assert (told["damaged"], told["bytes"]) == (0, (bench / LEDGER).stat().st_size)


def test_a_damaged_file_is_refused_and_a_damaged_reply_is_counted(
    bench: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = (bench / LEDGER).read_bytes()
    (bench / LEDGER).write_bytes(data[:-4096])
    assert cli.main(["ledger", "stats", str(bench)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "ledger.sqlite is damaged" in line
    assert "paid for again" in line
    (bench / LEDGER).write_bytes(data.replace(b"refused", b"refuser"))
    assert cli.main(["ledger", "stats", str(bench)]) == 1
    assert "1 replies are damaged; they are ignored" in capsys.readouterr().out


def test_export(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = bench / "calls.jsonl"
    assert cli.main(["ledger", "export", str(bench), "--to", str(to)]) == 0
    assert capsys.readouterr().out == f"3 calls in {to}\n"
    lines = [json.loads(line) for line in to.read_text("utf-8").splitlines()]
    assert [line["key"] for line in lines] == sorted(
        request(number, **({"purpose": "verify"} if number == 3 else {})).key for number in (1, 2, 3)
    )
    assert cli.main(["ledger", "export", str(bench), "--to", str(to), "--json"]) == 2
    assert "is there already" in capsys.readouterr().err
    assert cli.main(["ledger", "export", str(bench), "--to", str(to), "--json", "--replace"]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": str(to), "calls": 3}


@pytest.mark.parametrize("command", ["stats", "prune"])
def test_a_mistake_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert cli.main(["ledger", command, str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        f"error: there is no ledger at {tmp_path / LEDGER} — only runs that call a model leave one\n"
    )


def test_prune(bench: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from benchwright.workflows import ledger as workflow

    asked: list[bool] = []

    def pruned(path: Path, *, everything: bool) -> workflow.PruneReport:
        asked.append(everything)
        return workflow.PruneReport(path / LEDGER, 1200, 34, 5_600_000, 90_400)

    monkeypatch.setattr(workflow, "ledger_prune", pruned)
    assert cli.main(["ledger", "prune", str(bench)]) == 0
    assert capsys.readouterr().out == "1,200 calls deleted, 34 kept; 5.6 MB on disk before, 90 kB now\n"
    assert cli.main(["ledger", "prune", str(bench), "--all", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "ledger": str(bench / LEDGER),
        "forgotten": 1200,
        "kept": 34,
        "bytes_before": 5600000,
        "bytes_after": 90400,
    }
    assert asked == [False, True]
