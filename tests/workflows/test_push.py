"""Exports are uploaded to the hub only when that is confirmed, as they are, and refusals are one line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from exported import benchmark, content
from hub_server import TOKEN, Hub, serving_hub

from benchwright.cli import main
from benchwright.errors import MissingExtraError, UsageError
from benchwright.workflows.export import export
from benchwright.workflows.push import push

pytestmark = pytest.mark.filterwarnings("default")  # of the hub's client


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    with serving_hub() as server:
        monkeypatch.setenv("HF_ENDPOINT", server.address)
        monkeypatch.setenv("HF_TOKEN", TOKEN)
        monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
        yield server


def test_nothing_is_sent_before_it_is_confirmed(tmp_path: Path, hub: Hub, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    command = ["export", str(benchmark(tmp_path)), "--format", "hf", "--to", str(out), "--push", "me/trees"]
    assert main(command) == 0
    printed = capsys.readouterr().out
    total = sum(map(len, content(out).values()))
    assert f"would upload 6 files, {total:,} bytes, to me/trees; add --confirm" in printed
    assert "  README.md" in printed
    assert hub.requests == []
    before = content(out)
    assert main([*command, "--confirm", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["push"]["url"].startswith(f"{hub.address}/datasets/me/trees")
    assert hub.data_sets == {"me/trees": before}
    assert content(out) == before
    assert hub.private == {"me/trees"}
    assert TOKEN not in printed


def test_a_data_set_with_files_is_replaced_only_if_asked(tmp_path: Path, hub: Hub) -> None:
    hub.data_sets["me/trees"] = {"corpus/00001.parquet": b"old"}
    export(benchmark(tmp_path), tmp_path / "out", "hf")
    with pytest.raises(UsageError, match="has files already"):
        push(tmp_path / "out", "me/trees", confirm=True)
    assert hub.data_sets["me/trees"] == {"corpus/00001.parquet": b"old"}
    push(tmp_path / "out", "me/trees", confirm=True, replace=True)
    assert hub.data_sets["me/trees"] == content(tmp_path / "out")


def test_refusals_are_one_line(tmp_path: Path, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    export(benchmark(tmp_path), tmp_path / "out", "csv")
    hub.refuses = 403
    with pytest.raises(UsageError, match="the hub refused me/trees: ") as caught:
        push(tmp_path / "out", "me/trees", confirm=True)
    assert "\n" not in caught.value.line()
    assert TOKEN not in caught.value.line()
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(UsageError, match="the hub cannot be reached to upload me/trees: "):
        push(tmp_path / "out", "me/trees", confirm=True)
    for name in ("trees", "me/", "a/b/c", "me/a b", "../x", "me/ä"):
        with pytest.raises(UsageError, match="is not the name of a data set"):
            push(tmp_path / "out", name)
    with pytest.raises(UsageError, match="the hub refused me/a--b"):  # the client's own rule
        push(tmp_path / "out", "me/a--b", confirm=True)
    monkeypatch.delenv("HF_TOKEN")
    with pytest.raises(UsageError, match="needs a token of the hub in HF_TOKEN"):
        push(tmp_path / "out", "me/trees", confirm=True)


@pytest.mark.parametrize(("repo", "told"), [("trees", "is not the name of a data set"), ("me/trees", "HF_TOKEN")])
def test_what_cannot_be_pushed_is_not_exported_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], repo: str, told: str
) -> None:
    monkeypatch.delenv("HF_TOKEN", raising=False)
    out = tmp_path / "out"
    command = ["export", str(benchmark(tmp_path)), "--format", "hf", "--to", str(out), "--push", repo, "--confirm"]
    assert main(command) == 2
    assert told in capsys.readouterr().err
    assert not out.exists()


def test_only_an_unchanged_export_is_uploaded(tmp_path: Path, hub: Hub) -> None:
    bench = benchmark(tmp_path)
    with pytest.raises(UsageError, match="is not an export"):
        push(bench, "me/trees", confirm=True)
    export(bench, tmp_path / "out", "csv")
    (tmp_path / "out/notes.txt").write_text("mine")
    push(tmp_path / "out", "me/trees", confirm=True)
    assert "notes.txt" not in hub.data_sets["me/trees"]
    (tmp_path / "out/questions.csv").write_text("changed")
    with pytest.raises(UsageError, match=r"questions\.csv has changed"):
        push(tmp_path / "out", "me/trees", confirm=True)


def test_an_export_of_other_questions_is_not_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["export", str(benchmark(tmp_path)), "--format", "csv", "--to", str(tmp_path / "out")]
    assert main(command) == 0
    assert main([*command, "--push", "me/trees"]) == 0
    assert main([*command, "--push", "me/trees", "--style", "compound"]) == 2
    assert "is an export already" in capsys.readouterr().err
    assert main([*command, "--confirm"]) == 2


def test_the_extra_is_named_where_it_is_missing(tmp_path: Path, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    export(benchmark(tmp_path), tmp_path / "out", "csv")
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(MissingExtraError, match="needs the extra 'hub'"):
        push(tmp_path / "out", "me/trees", confirm=True)
    assert push(tmp_path / "out", "me/trees").url == ""  # a list of files needs no client
