"""The name of what documents are about, by their folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.readers.documents_folder import documents_folder


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("nodejs-docs", "nodejs-docs"),
        ("acme/docs", "acme"),
        ("acme/build/html", "acme"),
        ("acme/Documentation", "acme"),
        ("acme/2024", "acme"),  # no word
        ("Harbour Kayaks", "Harbour Kayaks"),
        ('acme/a"b', "acme"),
    ],
)
def test_a_folder_names_its_documents(tmp_path: Path, folder: str, name: str) -> None:
    (tmp_path / folder).mkdir(parents=True)
    assert documents_folder([tmp_path / folder]) == name


def test_the_home_folder_and_those_above_it_name_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "anna"
    (home / "Documents").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    assert documents_folder([home / "Documents"]) == documents_folder([home]) == documents_folder([tmp_path]) == ""


def test_one_folder_or_pattern_has_a_name_and_files_have_none(tmp_path: Path) -> None:
    (tmp_path / "acme/en").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "acme/en/a.md").write_text("a")
    assert documents_folder([f"{tmp_path}/acme/en/*.md"]) == "acme"
    assert documents_folder([tmp_path / "acme/en/a.md"]) == ""
    assert documents_folder([tmp_path / "acme", tmp_path / "other"]) == ""
