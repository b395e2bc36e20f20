"""Add a user's own relations to the lexicon, and say in one line what is wrong with their files.

A file has the form of the lexicon's own files (`facts/relations.py`). `subjects`, `value` and `noun` are required; the
questions are worded from the noun where `ask` and `clause` are missing. An entry with the name of a built-in relation
adds headers and labels to it, and can change nothing else.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from benchwright.errors import RelationsError
from benchwright.facts.open.context import is_open
from benchwright.facts.relations import Lexicon, OwnFiles, Relation
from benchwright.facts.types import SUBJECT_TYPES, VALUE_TYPES
from benchwright.files.bounded import read_regular
from benchwright.registry import suggestion

_MOST_BYTES = 4 << 20
_KINDS = {field.name: str(field.type) for field in fields(Relation) if field.name != "name"}
_REQUIRED = ("subjects", "value", "noun")
_ADDED = ("headers", "labels")
_BLANKS = frozenset(("s", "scope", "v", "a", "b", "their", "they", "them", "were", "are", "do", "have"))


def read_own(paths: Iterable[Path]) -> OwnFiles:
    """The files of relations at these paths, checked against each other and the lexicon. Raises RelationsError."""
    from benchwright.facts.relations import lexicon_with

    texts = []
    for path in paths:
        try:
            texts.append((path.name, read_regular(path, _MOST_BYTES).decode("utf-8")))
        except OSError as error:
            hint = error.strerror or "is the path right?"
            raise RelationsError(f"the relations file {path} cannot be read", hint=hint) from error
        except UnicodeDecodeError as error:
            raise RelationsError(f"the relations file {path} is not UTF-8 text", hint="save it as UTF-8") from error
    lexicon_with(tuple(texts))
    return tuple(texts)


def extended(built_in: Mapping[str, Relation], own: OwnFiles) -> Lexicon:
    """The lexicon with the relations of the user's files. Raises RelationsError."""
    relations, given = dict(built_in), dict[str, tuple[str, Mapping[str, Any]]]()
    for file, text in own:
        for name, entry in _entries(file, text).items():
            other, same = given.setdefault(name, (file, entry))
            if same != entry:
                raise RelationsError(
                    f"{other} and {file} define the relation {name!r} differently", hint="take it out of one of them"
                )
            relations[name] = (
                _added(file, name, entry, built_in[name]) if name in built_in else _made(file, name, entry)
            )
    try:
        return Lexicon(relations, frozenset(given))
    except ValueError as error:  # a header or a label that means two relations
        listed = ", ".join(dict.fromkeys(file for file, _ in given.values()))
        raise RelationsError(f"{listed}: {error}", hint="give it to one of the two relations") from error


def _entries(file: str, text: str) -> dict[str, dict[str, Any]]:
    try:
        tree = YAML(typ="safe", pure=True).load(text)
    except (YAMLError, ValueError, RecursionError) as error:
        mark, problem = getattr(error, "problem_mark", None), getattr(error, "problem", None)
        where = f"{file}, line {mark.line + 1}" if mark else file
        hint = "see the line before it, too"
        raise RelationsError(f"{where}: not YAML: {problem or 'it is not well formed'}", hint=hint) from error
    tree = {} if tree is None else tree
    if not isinstance(tree, dict) or not all(isinstance(name, str) for name in tree):
        raise RelationsError(
            f"{file}: not a mapping of relations", hint="write NAME: {subjects: [...], value: ..., ...}"
        )
    for name, entry in tree.items():
        if not isinstance(entry, dict):
            raise RelationsError(f"{file}: the relation {name!r} has no keys", hint="it needs subjects, value and noun")
        for key, value in entry.items():
            if key not in _KINDS:
                hint = suggestion(str(key), _KINDS)
                raise RelationsError(f"{file}: the relation {name!r} has the unknown key {key!r}", hint=hint)
            entry[key] = _checked(file, name, key, value)
    return tree


def _checked(file: str, name: str, key: str, value: Any) -> Any:
    """The value of a key in the form that a `Relation` keeps. Raises RelationsError."""
    kind, where = _KINDS[key], f"{file}: {key} of the relation {name!r}"
    if "Mapping" in kind:
        if not isinstance(value, dict):
            raise RelationsError(f"{where} must say for which subjects", hint="write headers: {thing: [word, ...]}")
        return {_type(where, kind, SUBJECT_TYPES): _words(where, words) for kind, words in value.items()}
    if kind == "bool":
        if not isinstance(value, bool):
            raise RelationsError(f"{where} must be true or false", hint="write it without quotes")
        return value
    words = _words(where, value) if "tuple" in kind else (value,)
    if not all(isinstance(word, str) for word in words):
        raise RelationsError(f"{where} must be text", hint="put it in quotes")
    for word in words:
        if key in ("subjects", "leads_to", "value") and word:
            _type(where, word, VALUE_TYPES if key == "value" else SUBJECT_TYPES)
        if unknown := _blanks(where, word) - _BLANKS:
            raise RelationsError(f"{where} has the unknown blank {{{min(unknown)}}}", hint="{s} stands for the subject")
    return words if "tuple" in kind else value


def _type(where: str, name: Any, known: tuple[str, ...]) -> str:
    if name not in known:
        raise RelationsError(f"{where} names the unknown type {name!r}", hint=suggestion(str(name), known))
    return str(name)


def _words(where: str, value: Any) -> tuple[str, ...]:
    words = (value,) if isinstance(value, str) else value
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        raise RelationsError(f"{where} must be a list of words", hint="write [first, second], numbers in quotes")
    return tuple(words)


def _blanks(where: str, text: str) -> set[str]:
    try:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    except ValueError as error:
        raise RelationsError(f"{where} has a brace without its other half", hint="write {s} for the subject") from error


def _added(file: str, name: str, entry: Mapping[str, Any], relation: Relation) -> Relation:
    """A built-in relation with the headers and labels of an entry."""
    if others := [key for key in entry if key not in _ADDED]:
        raise RelationsError(
            f"{file}: {name!r} is a built-in relation, and {others[0]!r} cannot be changed",
            hint="choose another name, or give headers and labels only",
        )
    headers = dict(relation.headers or {})
    for kind, words in entry.get("headers", {}).items():
        headers[kind] = (*headers.get(kind, ()), *words)
    labels = (*relation.labels, *entry.get("labels", ()))
    subjects = tuple(dict.fromkeys((*relation.subjects, *headers)))
    return replace(relation, headers=headers, labels=labels, subjects=subjects)


def _made(file: str, name: str, entry: Mapping[str, Any]) -> Relation:
    """A new relation; its questions are worded from its noun where the entry gives none."""
    if missing := [key for key in _REQUIRED if not entry.get(key)]:
        raise RelationsError(
            f"{file}: the relation {name!r} lacks {missing[0]!r}", hint=f"add a line {missing[0]}: ..."
        )
    if is_open(name) or not re.fullmatch(r"\w[\w-]*", name):
        raise RelationsError(f"{file}: {name!r} cannot name a relation", hint="use letters, digits and _ in a new name")
    noun = entry["noun"]
    worded = {"ask": (f"What is the {noun} of {{s}}?",), "clause": f"what is {{their}} {noun}"}
    return Relation(name=name, **(worded | dict(entry)))
