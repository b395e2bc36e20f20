"""Read the YAML files of tasks and studies, the package's own and a user's, with one-line errors."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from benchwright.errors import PlanError
from benchwright.files.bounded import read_regular
from benchwright.files.yaml_depth import is_too_deep
from benchwright.prompts.file_entries import FileEntry, read_entry

MOST_BYTES = 256 * 1024
"""Of a task or a study: some forty pages."""

Entry = TypeVar("Entry", bound=FileEntry)


def read_settings_file(kind: type[Entry], file: Path | bytes, where: str) -> Entry:
    """What a YAML file says, as an entry of that kind; `where` names it in errors. Raises PlanError."""
    try:
        data = file if isinstance(file, bytes) else read_regular(file, MOST_BYTES)
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise PlanError(f"{where} cannot be read", hint=error.strerror or "is the path right?") from error
    except UnicodeDecodeError as error:
        raise PlanError(f"{where} is not YAML", hint=f"it is not UTF-8: {error.reason}") from error
    return read_entry(kind, _yaml(text, where), where)


def package_files(folder: Traversable) -> list[Traversable]:
    """The YAML files of a folder of the package, by name."""
    return sorted((one for one in folder.iterdir() if one.name.endswith(".yaml")), key=lambda one: one.name)


def _yaml(text: str, where: str) -> Any:
    try:
        if is_too_deep(text):
            raise RecursionError
        return YAML(typ="safe", pure=True).load(text)
    except RecursionError as error:
        raise PlanError(f"{where} is nested too deeply", hint="see the files of `benchwright review task`") from error
    except (YAMLError, ValueError, KeyError) as error:  # 2024-13-45 looks like a date, !!int a says it is a number
        mark = error.problem_mark if isinstance(error, MarkedYAMLError) else None
        problem = error.problem if isinstance(error, MarkedYAMLError) else str(error).splitlines()[0]
        line = f" in line {mark.line + 1}" if mark else ""
        raise PlanError(f"{where} is not YAML", hint=f"{problem}{line}") from error
