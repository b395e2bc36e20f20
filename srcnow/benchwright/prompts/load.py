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
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from benchwright.errors import PlanError
from benchwright.files.bounded import read_regular
from benchwright.files.yaml_depth import is_too_deep
from benchwright.prompts.file_entries import FileEntry, ModalitiesEntry, list_of, read_entry, text_of
from benchwright.prompts.shots import Shot, read_shots
from benchwright.records import Modalities
from benchwright.registry import suggestion

CHECKS: Final = {
    "arithmetic": "the numbers are worked out again from the expression that the writer gives",
    "hops": "the question is written in two steps and joined, and neither step's sources may answer both",
    "halves": "the question has two halves, and each is judged by itself",
    "options": "the question offers two options, and is put again with the options swapped",
}
"""The checks that a style may ask for, over those that every style has."""

_SHOTS = re.compile(r"^shots:.*?(?=^[^\s#]|\Z)", re.MULTILINE | re.DOTALL)

_BYTES = 256 * 1024
_Words = Annotated[str, text_of(1200)]
_Texts = Annotated[tuple[_Words, ...], list_of(24)]


class StyleEntry(FileEntry):
    """The keys of a style file. Shots are read when they are needed."""

    name: _Words
    description: _Words
    rules: _Texts
    modalities: Annotated[tuple[ModalitiesEntry, ...], list_of(24, shortest=1)]
    kinds: _Texts = ()
    maker: _Words = ""
    examples: _Texts = ()
    writing: _Texts = ()
    checks: _Texts = ()
    shots: Any = None


@dataclass(frozen=True, slots=True)
class Style:
    """A style of questions, with its rules and examples. `sha256` is the hash of the style's file, so that a changed
    wording is noticed."""

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
        """The worked examples, by the kind of their input (`text`, `image`); empty if there are none. Raises
        PlanError."""
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
    entry = read_entry(StyleEntry, _yaml(_without(text, block), where), where)
    if len(set(entry.modalities)) != len(entry.modalities):
        raise PlanError(
            f"{where}: a combination of modalities is listed twice", hint="2text and text+text are the same"
        )
    for name in entry.checks:
        if name not in CHECKS:
            raise PlanError(f"{where}: unknown check {name!r}", hint=suggestion(name, CHECKS))
    shots = "\n" * text[: block.start()].count("\n") + block[0] if block else _inline_shots(entry.shots)
    fields = dict(entry) | {"sha256": hashlib.sha256(data).hexdigest(), "shots_block": shots}
    return Style(**{name: fields[name] for name in Style.__slots__})


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
    except RecursionError as error:
        raise PlanError(
            f"{where} is nested too deeply", hint="a style has lists of texts, and no deeper ones"
        ) from error
    except (YAMLError, ValueError, KeyError) as error:  # 2024-13-45 looks like a date, !!int a says that it is a number
        mark = error.problem_mark if isinstance(error, MarkedYAMLError) else None
        problem = error.problem if isinstance(error, MarkedYAMLError) else str(error).splitlines()[0]
        line = f" in line {mark.line + 1}" if mark else ""
        raise PlanError(f"{where} is not YAML", hint=f"{problem}{line}") from error


def _inline_shots(shots: object) -> str:
    """Shots of a file that is written as one flow mapping, or has no shots."""
    return "" if shots is None else f"shots: {json.dumps(shots, ensure_ascii=False)}"


@cache
def _read_shots(
    block: str, where: str, modalities: tuple[Modalities, ...], checks: tuple[str, ...]
) -> Mapping[str, tuple[Shot, ...]]:
    if not block:
        return MappingProxyType({"text": (), "image": ()})
    return MappingProxyType(read_shots(_yaml(block, where)["shots"], modalities, checks, where))


def load_style(path: Path) -> Style:
    """Read a user's own style file, shots and all. Raises PlanError if it is missing or not a style."""
    try:
        data = read_regular(path, _BYTES)
    except OSError as error:
        raise PlanError(f"style file {path} cannot be read", hint=error.strerror or "is the path right?") from error
    style = parse_style(data, str(path))
    _read_shots(style.shots_block, str(path), style.modalities, style.checks)
    return style


@cache
def styles() -> Mapping[str, Style]:
    """The built-in styles by name, in the order of their names."""
    folder = resources.files("benchwright.prompts") / "styles"
    parsed = [parse_style(entry.read_bytes(), entry.name) for entry in folder.iterdir() if entry.name.endswith(".yaml")]
    return MappingProxyType({style.name: style for style in sorted(parsed, key=lambda style: style.name)})
