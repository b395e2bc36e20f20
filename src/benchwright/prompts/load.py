"""Reads style files. Knows nothing of plans, sources or makers.

A style file:

    name: numerical
    description: Asks for a number or an order that has to be worked out.
    rules: [Arithmetic is needed ...]
    modalities: [text, table, text+table]
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from benchwright.errors import PlanError
from benchwright.records import Modalities

_KEYS = ("name", "description", "rules", "modalities")


@dataclass(frozen=True, slots=True)
class Style:
    """What kind of question. `sha256` is the hash of the file's bytes, so that a changed wording is noticed."""

    name: str
    description: str
    rules: tuple[str, ...]
    modalities: tuple[Modalities, ...]
    sha256: str


def parse_style(data: bytes, where: str) -> Style:
    """Read one style file's bytes; `where` names it in errors. Raises PlanError if it is not a style."""
    try:
        fields = YAML(typ="safe", pure=True).load(data.decode())
    except (YAMLError, UnicodeDecodeError) as error:
        raise PlanError(f"{where} is not YAML", hint=str(error).splitlines()[0]) from error
    if not isinstance(fields, dict) or set(fields) != set(_KEYS):
        raise PlanError(f"{where} is not a style", hint=f"it needs exactly the keys {', '.join(_KEYS)}")
    rules, modalities = fields["rules"], fields["modalities"]
    if not isinstance(rules, list) or not isinstance(modalities, list) or not modalities:
        raise PlanError(f"{where} is not a style", hint="rules and modalities are lists, and modalities is not empty")
    try:
        allowed = tuple(Modalities.parse(str(spec)) for spec in modalities)
    except ValueError as error:
        raise PlanError(f"{where}: {error}", hint="write text, table, image or sums such as 2text+table") from error
    return Style(
        name=str(fields["name"]),
        description=str(fields["description"]),
        rules=tuple(str(rule) for rule in rules),
        modalities=allowed,
        sha256=hashlib.sha256(data).hexdigest(),
    )


def load_style(path: Path) -> Style:
    """Read a user's own style file. Raises PlanError if it is missing or not a style."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PlanError(f"style file {path} cannot be read", hint=error.strerror or "is the path right?") from error
    return parse_style(data, str(path))


@cache
def styles() -> Mapping[str, Style]:
    """The built-in styles by name, in the order of their names."""
    folder = resources.files("benchwright.prompts") / "styles"
    found = [parse_style(entry.read_bytes(), entry.name) for entry in folder.iterdir() if entry.name.endswith(".yaml")]
    return MappingProxyType({style.name: style for style in sorted(found, key=lambda style: style.name)})
