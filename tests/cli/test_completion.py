"""Shell completion: bash asks the command as a user's shell does."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

COMMAND = [sys.executable, "-m", "benchwright"]


def answer(words: str, at: int) -> list[str]:
    told = {"COMP_WORDS": words, "COMP_CWORD": str(at), "_BENCHWRIGHT_COMPLETE": "complete_bash"}
    done = subprocess.run(COMMAND, env={**os.environ, **told}, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_commands_and_options_are_completed() -> None:
    assert answer("benchwright eva", 1) == ["evaluate"]
    assert answer("benchwright evaluate re", 2) == ["retrieval"]
    assert answer("benchwright evaluate retrieval --ti", 3) == ["--ties", "--timeout"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_a_script(shell: str) -> None:
    told = {**os.environ, "_BENCHWRIGHT_COMPLETE": f"source_{shell}"}
    script = subprocess.run(COMMAND, env=told, capture_output=True, text=True, check=True).stdout
    assert f"_BENCHWRIGHT_COMPLETE=complete_{shell}" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, text=True, check=True)


def test_an_unknown_shell_is_refused() -> None:
    told = {**os.environ, "_BENCHWRIGHT_COMPLETE": "source_tcl"}
    done = subprocess.run(COMMAND, env=told, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "Shell tcl not supported.\n")
