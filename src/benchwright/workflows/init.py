"""Start a benchmark of one's own: a folder with a commented plan."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.files import write_atomic


def start_plan(name: str) -> str:
    """The commented plan that `init` writes, as YAML."""
    text = (files("benchwright") / "presets" / "start.yaml").read_text("utf-8")
    return text.replace("name: my-benchmark", f"name: {name}")


def init(folder: Path | str) -> Path:
    """Write `plan.yaml` into `folder` (made if missing) and return its path.

    Raises UsageError if a plan is there already: it may hold a user's work.
    """
    plan = Path(folder) / "plan.yaml"
    if plan.exists() or plan.is_symlink():
        raise UsageError(f"{plan} is there already", hint="choose another folder, or move the plan away")
    write_atomic(plan, start_plan(_name(plan.parent)))
    return plan


def _name(folder: Path) -> str:
    """The folder's name as a plain YAML word: letters, digits and hyphens."""
    words = "".join(letter if letter.isalnum() else " " for letter in folder.resolve().name.casefold()).split()
    name = "-".join(words)
    # A name of digits only would be read as a number, `no` or `null` as something else than text.
    return (
        name
        if name[:1].isalpha() and name not in ("null", "true", "false", "yes", "no", "on", "off")
        else "my-benchmark"
    )
