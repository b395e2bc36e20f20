"""`benchwright doctor`: what is there, what is missing, and no secrets."""

from __future__ import annotations

import json
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest

from benchwright.cli import main
from benchwright.workflows import doctor

ASKED_ONCE = cache(doctor.sandbox_description)
"""Starts a worker process for the first test only."""


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    for name in doctor.KEYS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(doctor, "sandbox_description", ASKED_ONCE)
    monkeypatch.chdir(tmp_path_factory.mktemp("here"))  # where a .env would be read


def declare(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(doctor.metadata, "requires", lambda _: list(lines))


def test_what_is_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    declare(
        monkeypatch,
        "pytest>=8",
        "no-such-package>=1; extra == 'ocr'",
        'pytest>=8; python_version > "3" and extra == "test"',
    )
    assert main(["doctor", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert f"  + pytest: {metadata.version('pytest')}\n" in out
    assert "  - ocr: pip install 'benchwright[ocr]' brings no-such-package\n" in out
    assert "  + test: pytest\n" in out
    assert out.endswith("no faults\n")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_requirement_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    declare(monkeypatch, "no-such-package>=1")
    assert main(["doctor", str(tmp_path)]) == 1
    assert capsys.readouterr().out.endswith("1 fault\n")


def test_a_source_folder_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing(_: str) -> list[str]:
        raise metadata.PackageNotFoundError("benchwright")

    monkeypatch.setattr(doctor.metadata, "requires", missing)
    found = {finding.name: finding for finding in doctor.doctor(tmp_path) if finding.topic == "package"}
    assert found["benchwright"].state == "absent"


def test_a_folder_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert main(["doctor", str(tmp_path / "file"), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    (disk,) = [finding for finding in answer["findings"] if finding["topic"] == "disk"]
    assert (answer["ok"], disk["state"]) == (False, "fault")


def test_keys_are_named_and_their_values_never_shown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a-secret-value")
    main(["doctor", str(tmp_path)])
    out = capsys.readouterr().out
    assert "  + OPENAI_API_KEY: set\n" in out
    assert "  - ANTHROPIC_API_KEY: not set\n" in out
    assert "  + openai/NAME: has a key; needs the network\n" in out
    assert "  - anthropic/NAME: set ANTHROPIC_API_KEY in the environment or in .env; --batch-dir" in out
    assert "  + ollama/NAME: needs no key; works offline with a server of yours\n" in out
    assert "secret" not in out


def test_a_key_in_a_file_counts_and_is_never_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    Path(".env").write_text("GOOGLE_API_KEY=another-secret\n")
    main(["doctor", str(tmp_path), "--json"])
    out = capsys.readouterr().out
    findings = {finding["name"]: finding for finding in json.loads(out)["findings"]}
    assert findings["GOOGLE_API_KEY"]["detail"] == "set in .env"
    assert findings["google/NAME"]["state"] == "ok"
    assert "secret" not in out


def test_the_encoder_loads_without_a_network(tmp_path: Path) -> None:
    encoder, neural = [finding for finding in doctor.doctor(tmp_path) if finding.topic == "encoder"]
    assert (encoder.state, encoder.detail) == ("ok", "loads offline, 256 dimensions")
    assert (neural.name, neural.state) in {("st:MODEL", "ok"), ("st:MODEL", "absent")}


def test_the_extra_for_neural_encoders_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(doctor, "find_spec", lambda _: None)
    found = [finding for finding in doctor.doctor(tmp_path) if finding.name == "st:MODEL"]
    assert [(one.state, one.detail) for one in found] == [("absent", "pip install 'benchwright[neural]' brings it")]


def test_an_encoder_that_does_not_load_is_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(_: str) -> None:
        raise OSError("no weights")

    monkeypatch.setattr(doctor, "get_encoder", broken)
    encoder, neural = [finding for finding in doctor.doctor(tmp_path) if finding.topic == "encoder"]
    assert neural.name == "st:MODEL"
    assert (encoder.state, encoder.detail) == ("fault", "does not load offline: no weights")
