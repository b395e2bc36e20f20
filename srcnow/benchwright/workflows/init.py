"""Start a benchmark: write a folder with a commented plan, the usual one or one of the presets."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.files.atomic import write_atomic
from benchwright.files.output_paths import refuse_inside_own
from benchwright.registry import suggestion

START = "start"


def presets() -> tuple[str, ...]:
    """The names of the plans that come with the package, sorted."""
    return tuple(sorted(entry.name.removesuffix(".yaml") for entry in (files("benchwright") / "presets").iterdir()))


def start_plan(name: str, preset: str = START) -> str:
    """The commented plan that `init` writes, as YAML. Raises UsageError for a preset that there is not."""
    if preset not in presets():
        raise UsageError(f"unknown preset {preset!r}", hint=suggestion(preset, presets()))
    text = (files("benchwright") / "presets" / f"{preset}.yaml").read_text("utf-8")
    return re.sub(r"^name: .*$", f"name: {name}", text, count=1, flags=re.MULTILINE)


def init(folder: Path | str, preset: str = START) -> Path:
    """Write `plan.yaml` into `folder` (made if missing) and return its path.

    Raises UsageError if a plan is there already: it may hold a user's work; or if there is no such preset.
    """
    plan = Path(folder) / "plan.yaml"
    refuse_inside_own(plan, option="benchwright init FOLDER")
    if plan.exists() or plan.is_symlink():
        raise UsageError(f"{plan} is there already", hint="choose another folder, or move the plan away")
    write_atomic(plan, start_plan(_name(plan.parent), preset))
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
