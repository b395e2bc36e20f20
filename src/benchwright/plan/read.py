"""Read and write plan.yaml. Every mistake becomes one PlanError that names the line and how to mend it."""

from __future__ import annotations

import io
import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from benchwright.errors import PlanError
from benchwright.files.bounded import read_regular
from benchwright.files.command_lines import command_line
from benchwright.files.memory_sizes import SIZE_WORDS
from benchwright.files.yaml_depth import is_too_deep
from benchwright.plan.cells import Cell, go_round
from benchwright.plan.model import IMPORT, YAML_ENDINGS, CellLine, Mistake, Plan
from benchwright.plan.sections import Budget, EntailmentSettings, Lists, MaxShare, ModelLine, Sampling
from benchwright.records import Json
from benchwright.registry import suggestion

_MOST_VALUES = 100_000
_MOST_BYTES = 2**24
_PARTS: Mapping[str, type[BaseModel]] = {
    "sampling": Sampling,
    "max_share": MaxShare,
    "entailment": EntailmentSettings,
    "lists": Lists,
    "budget": Budget,
    "cells": CellLine,
    "models": ModelLine,
}
_TYPES = {
    "bool_type": "must be true or false",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "string_type": "must be text",
    "finite_number": "must be a finite number",
    "tuple_type": "must be a list",
    "model_type": "must be a mapping of keys to values",
    "model_attributes_type": "must be a mapping of keys to values",
    "dict_type": "must be a mapping of keys to values",
}


def read_plan(path: Path | str) -> Plan:
    """Read a plan file. Paths in it are relative to the file. Raises PlanError."""
    return parse_plan(*_text_of(Path(path)))


def read_settings(path: Path | str) -> Plan:
    """The settings of a plan that a benchmark keeps: it has no cells, and files that it names for making questions
    (styles, relations) need not be there. Raises PlanError."""
    text, name, folder = _text_of(Path(path))
    return _parse(text, name, lambda plan: plan.at(folder))


def _text_of(path: Path) -> tuple[str, str, Path]:
    """The text of a plan, its name for errors, and what its paths are relative to."""
    try:
        text = read_regular(path, _MOST_BYTES).decode("utf-8")
    except OSError as error:
        if path.is_dir():
            raise PlanError(f"{path} is a folder, not a plan", hint="name the YAML file") from None
        raise PlanError(f"plan {path} cannot be read", hint=error.strerror or "is the path right?") from error
    except UnicodeDecodeError as error:
        raise PlanError(f"plan {path} is not UTF-8 text", hint="save it as UTF-8") from error
    return text, path.name, path.parent


def parse_plan(text: str, name: str = "plan.yaml", folder: Path | None = None) -> Plan:
    """Read a plan from its text. `name` stands in errors; `folder` is what its paths are relative to."""
    return _parse(text, name, lambda plan: plan.placed(folder or Path()))


def _parse(text: str, name: str, place: Callable[[Plan], Plan]) -> Plan:
    """The plan of a text, put in its place. Raises PlanError."""
    try:
        if is_too_deep(text):
            raise RecursionError
        tree = YAML(typ="rt", pure=True).load(text)
    except MarkedYAMLError as error:
        line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        problem = str(error.problem or "").split("\n")[0]
        raise PlanError(f"{name}{line}: not YAML: {problem}", hint="see the line before it, too") from error
    except YAMLError as error:
        raise PlanError(f"{name}: not YAML", hint=str(error).splitlines()[0]) from error
    except (ValueError, KeyError) as error:  # 2024-13-45 looks like a date, !!int a says that it is a number
        raise PlanError(
            f"{name}: a number, a date or a tag in it cannot be read", hint="write it in quotes, and without a tag (!!)"
        ) from error
    except RecursionError as error:
        raise PlanError(f"{name}: nested too deeply", hint="a plan is a mapping with a list of cells") from error
    if not isinstance(tree, CommentedMap):
        raise PlanError(f"{name}: not a plan", hint="a plan is a mapping with at least the keys corpus and cells")
    _check_tree(name, tree)
    try:
        # by way of JSON: its strict mode takes no "yes" for a number, and a list for a tuple
        return place(Plan.model_validate_json(json.dumps(tree, default=str), strict=True))
    except ValidationError as error:
        found = [_mistake(detail) for detail in error.errors()]
        # A key that is missing stands on no line: rather name the misspelt one that it most likely is.
        first = min(found, key=lambda mistake: _line(tree, mistake.path) or math.inf)
        raise _plan_error(name, tree, first) from error
    except Mistake as mistake:
        raise _plan_error(name, tree, mistake) from mistake
    except ValueError as error:  # what JSON cannot write down: 0xfff... of 4,000 digits
        raise PlanError(f"{name}: a number in it is too long", hint="write a shorter one") from error


def _check_tree(name: str, tree: Any) -> None:
    """PlanError for a list or a mapping as a key, and for more values than any plan needs. An alias counts each time: a
    dozen of them can stand for a billion values, or for themselves."""
    nodes = [tree]
    for _ in range(_MOST_VALUES):
        if not nodes:
            return
        node = nodes.pop()
        if isinstance(node, Mapping):
            if any(isinstance(key, Mapping | Sequence) and not isinstance(key, str) for key in node):
                raise PlanError(f"{name}: a list or a mapping stands in place of a key", hint="write key: value")
            nodes += node.values()
        elif isinstance(node, list):
            nodes += node
    raise PlanError(f"{name}: names more than {_MOST_VALUES:,} values", hint="write it without YAML's aliases (*x)")


def _plan_error(name: str, tree: CommentedMap, mistake: Mistake) -> PlanError:
    line = _line(tree, mistake.path)
    where = f"{name}, line {line}" if line else name
    return PlanError(f"{where}: {mistake}", hint=mistake.hint)


def _line(tree: Any, path: Sequence[str | int]) -> int | None:
    """The line, from 1, of the key at `path`, or of the nearest thing around it that has one."""
    line: int | None = None
    node = tree
    for step in path:
        if isinstance(node, CommentedMap) and step in node:
            line = int(node.lc.key(step)[0]) + 1
        elif isinstance(node, CommentedSeq) and isinstance(step, int) and step < len(node) and node.lc.item(step):
            line = int(node.lc.item(step)[0]) + 1
        else:
            break
        node = node[step]
    return line


def _mistake(detail: ErrorDetails) -> Mistake:
    """What pydantic found, in our words."""
    path, kind = detail["loc"], detail["type"]
    key = ".".join(str(step) for step in path if isinstance(step, str))
    if kind == "extra_forbidden":
        fields = (_PARTS[str(path[0])] if len(path) > 1 else Plan).model_fields
        known = [field.alias or name for name, field in fields.items()]
        return Mistake(path, f"unknown key {str(path[-1])!r}", suggestion(str(path[-1]), known))
    if kind == "missing":
        return Mistake(path, f"the key {str(path[-1])!r} is missing", f"add a line {path[-1]}: ...")
    context = detail.get("ctx", {})
    given = detail["input"]
    if kind in {"greater_than_equal", "greater_than", "less_than_equal"}:
        words = {"greater_than_equal": "at least", "greater_than": "more than", "less_than_equal": "at most"}
        bound = context.get("ge", context.get("gt", context.get("le")))
        return Mistake(path, f"{key} must be {words[kind]} {bound:g}, not {given}", "change the number")
    if kind == "literal_error":
        return Mistake(path, f"{key} must be one of {context['expected']}, not {given!r}", "choose one of them")
    if kind == "string_pattern_mismatch":  # lists.memory: the only key whose text has a form
        return Mistake(path, f"{key} must be {SIZE_WORDS}, not {given!r}", "change the size")
    if kind == "json_invalid":
        deep = "recursion" in detail["msg"]
        what = "nested too deeply" if deep else "half a character (an escape such as \\ud800) stands in a text"
        return Mistake((), what, "a plan is a mapping with a list of cells" if deep else "take it out")
    said = _TYPES.get(kind, "cannot be used")
    hints = {"string_type": "put it in quotes", "bool_type": "write true or false, without quotes"}
    hint = hints.get(kind, "see the plan that benchwright init writes")
    return Mistake(path, f"{key} {said}, not {json.dumps(given, default=str)}", hint)


def default_plan(
    corpus: Path, count: int, fillable: Sequence[Cell], writer: str = "derive", verifier: str = "", about: str = ""
) -> Plan:
    """A plan for `count` questions, dealt round the cells that a corpus can fill. `about` is what its documents are
    about.

    `fillable` are cells, each with the attempts that there are in place of a count. Each round takes every style once
    before it takes the next modalities or kind of any, so that a small count still has many styles.
    """
    by_style: dict[str, list[Cell]] = {}
    for cell in fillable:
        if cell.count > 0:
            by_style.setdefault(cell.style, []).append(cell)
    rounds = max((len(listed) for listed in by_style.values()), default=0)
    order = [listed[depth] for depth in range(rounds) for listed in by_style.values() if depth < len(listed)]
    if not order:
        raise PlanError(f"no question family covers the corpus {corpus}", hint=f"see: {command_line('facts', corpus)}")
    dealt = go_round(count, [cell.count for cell in order])
    lines = tuple(
        CellLine(
            style=cell.style,
            kind=cell.kind or None,
            modalities=(str(cell.modalities),) if cell.modalities.total else None,
            count=share,
            maker=None if cell.maker in ("", writer) or cell.kind else cell.maker,
        )
        for cell, share in zip(order, dealt, strict=True)
    )
    name, judge = corpus.resolve().name, verifier or "derive"
    plan = Plan(name=name, corpus=str(corpus), about=about, writer=writer, verifier=judge, cells=lines)
    return plan.placed(Path())


def imported_plan(name: str, corpus: str) -> str:
    """The plan of a benchmark that was imported, as YAML: where its corpus is, and that nothing is to be made."""
    return _yaml({"name": name, "corpus": corpus, "writer": IMPORT, "cells": []})


def resolved(plan: Plan, folder: Path) -> str:
    """The plan as YAML with every default written out and one entry per cell, to stand in `folder`: paths are
    relative to it, so that the file can be used as a plan again."""
    values = plan.model_dump(mode="json", by_alias=True)
    values["corpus"] = _relative(plan.corpus_path, folder)
    values["relations"] = [_relative(path, folder) for path in plan.own_relations]
    if not plan.relations:
        del values["relations"]
    if plan.queries_path is None:
        del values["queries"]
    else:
        values["queries"] = _relative(plan.queries_path, folder)
    if plan.answers_path is None:
        del values["answers"]
    else:
        values["answers"] = _relative(plan.answers_path, folder)
    if plan.relations_path is not None:
        values["lists"]["relations"] = _relative(plan.relations_path, folder)
    names = {plan.style_of(line).name: line.style for line in plan.cell_lines}
    values["cells"] = []
    for cell in plan.cells():
        style = names[cell.style]
        entry = CommentedMap(
            style=_relative(plan.folder / style, folder) if style.endswith(YAML_ENDINGS) else style,
            **({"kind": cell.kind} if cell.kind else {}),
            **({"modalities": [str(cell.modalities)]} if cell.modalities.total else {}),
            count=cell.count,
            maker=cell.maker,
        )
        entry.fa.set_flow_style()
        values["cells"].append(entry)
    return _yaml(values)


def _yaml(values: Json) -> str:
    yaml = YAML(typ="rt", pure=True)
    yaml.width = 1000
    out = io.StringIO()
    yaml.dump(values, out)
    return out.getvalue()


def _relative(path: Path, folder: Path) -> str:
    """The path from a folder, as the system follows it: `..` leaves the folder that a link stands for. A link at the
    end of the path stays one."""
    place = (
        Path(os.path.realpath(path.parent)) / path.name if path.name not in ("", "..") else Path(os.path.realpath(path))
    )
    return Path(os.path.relpath(place, os.path.realpath(folder))).as_posix()
