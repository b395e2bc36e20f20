"""`benchwright init`: a commented plan, never over another one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchwright.cli import main
from benchwright.plan import parse_plan, read_plan
from benchwright.workflows.init import presets, start_plan


def test_init_writes_a_commented_plan_and_says_what_comes_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "My Handbook"
    assert main(["init", str(folder)]) == 0
    text = (folder / "plan.yaml").read_text("utf-8")
    assert "\nname: my-handbook\n" in text
    assert text.count("#") > 10
    assert capsys.readouterr().out.splitlines()[-1] == (
        f"  benchwright generate '{folder}/plan.yaml' --to '{folder}/bench'"
    )


def test_init_refuses_to_overwrite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "plan.yaml").write_text("mine")
    assert main(["init", str(tmp_path)]) == 2
    assert "is there already — choose another folder" in capsys.readouterr().err
    assert (tmp_path / "plan.yaml").read_text() == "mine"


@pytest.mark.parametrize(("folder", "name"), [("2024", "my-benchmark"), ("null", "my-benchmark"), ("a.b: c", "a-b-c")])
def test_the_name_is_a_plain_word(tmp_path: Path, folder: str, name: str) -> None:
    main(["init", str(tmp_path / folder)])
    assert f"\nname: {name}\n" in (tmp_path / folder / "plan.yaml").read_text("utf-8")


def test_init_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", str(tmp_path / "x"), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["plan"] == str(tmp_path / "x" / "plan.yaml")
    assert len(answer["next"]) == 3


@pytest.mark.parametrize("preset", presets())
def test_every_preset_is_a_plan_of_the_folders_name(tmp_path: Path, preset: str) -> None:
    assert main(["init", str(tmp_path / "Islands"), "--preset", preset]) == 0
    plan = read_plan(tmp_path / "Islands" / "plan.yaml")
    assert (plan.name, plan.corpus) == ("islands", "corpus")
    assert plan.cells() == parse_plan(start_plan("x", preset)).cells()


def test_an_unknown_preset_is_named_with_the_nearest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", str(tmp_path / "x"), "--preset", "smmqg"]) == 2
    assert "unknown preset 'smmqg' — did you mean 'smmqg-1024'?" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_the_help_names_every_preset(capsys: pytest.CaptureFixture[str]) -> None:
    main(["init", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert all(name in shown for name in presets())
