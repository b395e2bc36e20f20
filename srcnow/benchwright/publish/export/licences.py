"""Decide which sources may be passed on, by the licences that `licences.yaml` lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from benchwright.files.package_data import read_yaml

_BETWEEN = re.compile(r"[\s_-]+")
_AND = re.compile(r"\s*,\s*|\s+and\s+", re.IGNORECASE)


def may_pass_on(licence: str) -> bool:
    """Whether a source under this licence may be passed on. Several ("CC BY 4.0, ODC-By 1.0", "MIT AND CC0-1.0") must
    all be in the list. "" is an unknown licence, and so is anything that is not listed."""
    return bool(_ids(licence)) and all(_ids(licence))


def hub_licence(licences: Iterable[str]) -> str:
    """What the Hugging Face hub calls the licence of data under all of these: its id if there is one licence, "other"
    for several and for one that the hub does not list, "unknown" if any is unknown."""
    ids = {id for licence in licences for id in (_ids(licence) or ("",))}
    if not ids or "" in ids:
        return "unknown"
    return _table()[1][ids.pop()] or "other" if len(ids) == 1 else "other"


def _ids(licence: str) -> tuple[str, ...]:
    """The SPDX id of each licence that the words name, "" for an unknown one; () for no words."""
    if stated := _statements().get(_key(licence)):
        return stated
    return tuple(_table()[0].get(_key(part), "") for part in _AND.split(licence.strip()) if part)


def _key(name: str) -> str:
    return _BETWEEN.sub("-", name.strip().casefold())


@cache
def _table() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The SPDX ids by any of their names, and the hub's ids by SPDX id."""
    listed = read_yaml(files(__package__) / "licences.yaml")["licences"]
    names = {_key(name): id for id, entry in listed.items() for name in (id, *entry["names"])}
    return names, {id: entry["hub"] for id, entry in listed.items()}


@cache
def _statements() -> Mapping[str, tuple[str, ...]]:
    """The SPDX ids that known corpora name in a sentence."""
    listed = read_yaml(files(__package__) / "licences.yaml")["statements"]
    return {_key(words): tuple(ids) for words, ids in listed.items()}
