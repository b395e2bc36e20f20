"""Read what the owner of a benchmark answers in `card-answers.yaml`, beside the card. It is never written over.

    answers:
      purpose: We compare search over our manuals.
    hub:
      license: cc-by-4.0
      language: [en]

`answers` has a text by the id of a question of the data sheet, `hub` fields for the head of the data set card.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from benchwright.errors import UsageError
from benchwright.files.bounded import read_regular
from benchwright.files.yaml_depth import is_too_deep
from benchwright.publish.card.data_sheet import question_ids, sections
from benchwright.registry import suggestion

ANSWERS = "card-answers.yaml"
HUB_TEXTS = ("license", "license_name", "license_link", "pretty_name")
HUB_LISTS = ("language", "tags", "annotations_creators", "language_creators", "source_datasets")
"""Fields of the head of a data set card that the owner may set."""

_MOST = 1 << 20


@dataclass(frozen=True, slots=True)
class OwnerAnswers:
    """The owner's answers by question, and the fields of the head of the data set card."""

    answers: Mapping[str, str] = field(default_factory=dict)
    hub: Mapping[str, str | list[str]] = field(default_factory=dict)


def read_answers(path: Path) -> OwnerAnswers:
    """What the owner has written; nothing if there is no file. An empty text is no answer. UsageError for what is no
    such file, and for an unknown id."""
    try:
        text = read_regular(path, _MOST).decode("utf-8")
    except FileNotFoundError:
        return OwnerAnswers()
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{path} cannot be read: {error}", hint="write it as UTF-8, with answers by question"
        ) from error
    if is_too_deep(text):
        raise UsageError(f"{path} is nested too deeply", hint="write a text under each question's id")
    try:
        data = YAML(typ="safe", pure=True).load(text)
    except (YAMLError, ValueError, RecursionError) as error:
        told = " ".join(str(error).split())[:200]
        raise UsageError(f"{path} is not YAML: {told}", hint="put texts of several lines behind a bar: |") from error
    if data is None:
        return OwnerAnswers()
    if not isinstance(data, dict) or set(data) - {"answers", "hub"}:
        raise UsageError(f"{path} has something else than answers and hub", hint="write answers: and hub: only")
    return OwnerAnswers(_answers(path, data.get("answers") or {}), _hub(path, data.get("hub") or {}))


def _answers(path: Path, listed: Any) -> dict[str, str]:
    if not isinstance(listed, dict):
        raise UsageError(f"{path}: answers is no mapping", hint="write a text under each question's id")
    for id, text in listed.items():
        if id not in question_ids():
            raise UsageError(f"{path}: {id!r} is no question", hint=suggestion(str(id), question_ids()))
        if not isinstance(text, str | None):
            raise UsageError(f"{path}: the answer to {id} is no text", hint="put it in quotation marks")
    return {id: listed[id].strip() for id in question_ids() if (listed.get(id) or "").strip()}


def _hub(path: Path, listed: Any) -> dict[str, str | list[str]]:
    if not isinstance(listed, dict):
        raise UsageError(f"{path}: hub is no mapping", hint="write license: cc-by-4.0 under it")
    for name, value in listed.items():
        known = (*HUB_TEXTS, *HUB_LISTS)
        if name not in known:
            raise UsageError(f"{path}: hub has an unknown field {name!r}", hint=suggestion(str(name), known))
        texts = value if name in HUB_LISTS and isinstance(value, list) else [value] if name in HUB_TEXTS else [None]
        if not all(isinstance(one, str) and one.strip() for one in texts):
            raise UsageError(
                f"{path}: hub: {name} is not as it should be",
                hint=f"write {name}: [{name}-1]" if name in HUB_LISTS else f"write {name}: TEXT",
            )
    return {str(name): value for name, value in sorted(listed.items())}


def template(open_ids: Collection[str]) -> str:
    """A file for the owner to fill in: the questions that no record answers."""
    lines = ["# Answers of the owner to questions of the data sheet. Run `benchwright card` again after a change.\n"]
    lines.append("answers:\n")
    for questions in sections().values():
        for id, question in questions.items():
            if id in open_ids:
                lines.append(f"  {id}: ''  # {question}\n")
    return "".join(lines) + "hub: {}\n"
