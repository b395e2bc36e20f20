"""`benchwright doctor`: what is there, what is missing, and no secrets."""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path

import pytest

from benchwright.cli import main
from benchwright.workflows import doctor


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in doctor.KEYS:
        monkeypatch.delenv(name, raising=False)


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
    assert out.endswith("all is well\n")
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
    assert "secret" not in out


def test_the_encoder_loads_without_a_network(tmp_path: Path) -> None:
    (encoder,) = [finding for finding in doctor.doctor(tmp_path) if finding.topic == "encoder"]
    assert (encoder.state, encoder.detail) == ("ok", "loads offline, 256 dimensions")


def test_an_encoder_that_does_not_load_is_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(_: str) -> None:
        raise OSError("no weights")

    monkeypatch.setattr(doctor, "get_encoder", broken)
    (encoder,) = [finding for finding in doctor.doctor(tmp_path) if finding.topic == "encoder"]
    assert (encoder.state, encoder.detail) == ("fault", "does not load offline: no weights")
