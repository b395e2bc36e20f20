"""Reads question styles from YAML files, the built-in ones and a user's own.

name: numerical
description: Asks for a number or an order that has to be worked out.
rules: [Arithmetic is needed ...]          # writer and verifier read them
modalities: [text, table, text+table]
kinds: [simple, intersection]              # optional: a cell of this style has to name one of them
maker: qampari                             # optional: what fills cells of this style, whoever writes the others
examples: [How many years passed ...?]     # optional: questions of this style
writing: [Refuse if ...]                   # optional: only the writer reads them
checks: [arithmetic]                       # optional: which proofs belong to the style
shots: {text: [...], image: [...]}         # optional: worked examples, see shots.py
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from benchwright.errors import PlanError
from benchwright.files.yaml_depth import is_too_deep
from benchwright.prompts.shots import Shot, ShotError, read_shots
from benchwright.records import Modalities
from benchwright.registry import suggestion

CHECKS: Final = {
    "arithmetic": "the numbers are worked out again from the expression that the writer gives",
    "hops": "the question is written in two steps and joined, and neither step's sources may answer both",
    "halves": "the question has two halves, and each is judged by itself",
    "options": "the question offers two options, and is put again with the options swapped",
}
"""The checks that a style may ask for, over those that every style has."""

_REQUIRED = ("name", "description", "rules", "modalities")
KEYS = (*_REQUIRED, "kinds", "maker", "examples", "writing", "checks", "shots")
_SHOTS = re.compile(r"^shots:.*?(?=^[^\s#]|\Z)", re.MULTILINE | re.DOTALL)

_BYTES = 256 * 1024
_ENTRIES = 24
_CHARACTERS = 1200


@dataclass(frozen=True, slots=True)
class Style:
    """What kind of question. `sha256` is the hash of the file's bytes, so that a changed wording is noticed."""

    name: str
    description: str
    rules: tuple[str, ...]
    modalities: tuple[Modalities, ...]
    sha256: str
    examples: tuple[str, ...] = ()
    writing: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    maker: str = ""
    shots_block: str = field(default="", repr=False)
    """The lines of the file under `shots:`. They are many, and only a model's writer needs them: `shots` reads them."""

    @property
    def shots(self) -> Mapping[str, tuple[Shot, ...]]:
        """The worked examples by kind of input, `text` and `image`; () where there are none. Raises PlanError."""
        return _read_shots(self.shots_block, self.name, self.modalities, self.checks)


def parse_style(data: bytes, where: str) -> Style:
    """Read one style file's bytes, but for its shots; `where` names it in errors. Raises PlanError if it is not a
    style."""
    if len(data) > _BYTES:
        raise PlanError(f"{where} is too long for a style", hint=f"at most {_BYTES // 1024} KiB")
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise PlanError(f"{where} is not YAML", hint=f"it is not UTF-8: {error.reason}") from error
    block = _SHOTS.search(text)
    fields = _yaml(_without(text, block), where)
    if not isinstance(fields, dict):
        raise PlanError(f"{where} is not a style", hint=f"it needs the keys {', '.join(_REQUIRED)}")
    _check_keys(fields, where)
    try:
        allowed = tuple(Modalities.parse(str(spec)) for spec in _listed(fields, "modalities", where, shortest=1))
    except ValueError as error:
        raise PlanError(f"{where}: {error}", hint="write text, table, image or sums such as 2text+table") from error
    if len(set(allowed)) != len(allowed):
        raise PlanError(
            f"{where}: a combination of modalities is listed twice", hint="2text and text+text are the same"
        )
    checks = _listed(fields, "checks", where)
    for name in checks:
        if name not in CHECKS:
            raise PlanError(f"{where}: unknown check {name!r}", hint=suggestion(name, CHECKS))
    return Style(
        name=_line(fields, "name", where),
        description=_line(fields, "description", where),
        rules=_listed(fields, "rules", where),
        modalities=allowed,
        sha256=hashlib.sha256(data).hexdigest(),
        examples=_listed(fields, "examples", where),
        writing=_listed(fields, "writing", where),
        checks=checks,
        kinds=_listed(fields, "kinds", where),
        maker=_line(fields, "maker", where) if "maker" in fields else "",
        shots_block="\n" * text[: block.start()].count("\n") + block[0] if block else _inline_shots(fields),
    )


def _without(text: str, block: re.Match[str] | None) -> str:
    """The text with a block's lines left empty, so that errors still tell the right line."""
    if block is None:
        return text
    return text[: block.start()] + "\n" * block[0].count("\n") + text[block.end() :]


def _yaml(text: str, where: str) -> Any:
    try:
        if is_too_deep(text):
            raise RecursionError
        return YAML(typ="safe", pure=True).load(text)
    except MarkedYAMLError as error:
        line = f" in line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise PlanError(f"{where} is not YAML", hint=f"{error.problem}{line}") from error
    except YAMLError as error:
        raise PlanError(f"{where} is not YAML", hint=str(error).splitlines()[0]) from error
    except RecursionError as error:
        raise PlanError(
            f"{where} is nested too deeply", hint="a style has lists of texts, and no deeper ones"
        ) from error
    except (ValueError, KeyError) as error:  # 2024-13-45 looks like a date, !!int a says that it is a number
        raise PlanError(f"{where} is not YAML", hint=str(error).splitlines()[0]) from error


def _check_keys(fields: Mapping[Any, Any], where: str) -> None:
    for key in fields:
        if key not in KEYS:
            raise PlanError(f"{where} is not a style: unknown key {key!r}", hint=suggestion(str(key), KEYS))
    missing = [key for key in _REQUIRED if key not in fields]
    if missing:
        raise PlanError(
            f"{where} is not a style: {', '.join(missing)} missing", hint=f"it needs the keys {', '.join(_REQUIRED)}"
        )


def _line(fields: Mapping[str, Any], key: str, where: str) -> str:
    """A text of the file. Raises PlanError if it is none, empty or far too long."""
    value = fields[key]
    if not isinstance(value, str) or not value.strip() or len(value) > _CHARACTERS:
        raise PlanError(f"{where}: {key} is not a text of 1 to {_CHARACTERS} characters", hint="put it between quotes")
    return value.strip()


def _listed(fields: Mapping[str, Any], key: str, where: str, shortest: int = 0) -> tuple[str, ...]:
    """A list of texts of the file; () if the key is not there. Raises PlanError for anything else."""
    value = fields.get(key, [])
    if not isinstance(value, list) or not shortest <= len(value) <= _ENTRIES:
        raise PlanError(f"{where}: {key} is not a list of {shortest} to {_ENTRIES} entries", hint=f"write {key}: [...]")
    for index, entry in enumerate(value):
        if not isinstance(entry, str) or not entry.strip() or len(entry) > _CHARACTERS:
            raise PlanError(
                f"{where}: entry {index + 1} of {key} is not a text of 1 to {_CHARACTERS} characters",
                hint="put it between quotes",
            )
    return tuple(entry.strip() for entry in value)


def _inline_shots(fields: Mapping[str, Any]) -> str:
    """Shots of a file that is written as one flow mapping, or has no shots."""
    import json

    return f"shots: {json.dumps(fields['shots'], ensure_ascii=False)}" if "shots" in fields else ""


@cache
def _read_shots(
    block: str, where: str, modalities: tuple[Modalities, ...], checks: tuple[str, ...]
) -> Mapping[str, tuple[Shot, ...]]:
    if not block:
        return MappingProxyType({"text": (), "image": ()})
    try:
        return MappingProxyType(read_shots(_yaml(block, where)["shots"], modalities, checks))
    except ShotError as error:
        raise PlanError(f"{where}: {error}", hint=error.hint) from error


def load_style(path: Path) -> Style:
    """Read a user's own style file, shots and all. Raises PlanError if it is missing or not a style."""
    if path.exists() and not path.is_file():
        raise PlanError(f"style file {path} cannot be read", hint="it is not a regular file")
    try:
        with path.open("rb") as file:
            data = file.read(_BYTES + 1)
    except OSError as error:
        raise PlanError(f"style file {path} cannot be read", hint=error.strerror or "is the path right?") from error
    style = parse_style(data, str(path))
    _read_shots(style.shots_block, str(path), style.modalities, style.checks)
    return style


@cache
def styles() -> Mapping[str, Style]:
    """The built-in styles by name, in the order of their names."""
    folder = resources.files("benchwright.prompts") / "styles"
    found = [parse_style(entry.read_bytes(), entry.name) for entry in folder.iterdir() if entry.name.endswith(".yaml")]
    return MappingProxyType({style.name: style for style in sorted(found, key=lambda style: style.name)})
