"""Turns a model's reply about a group of questions into the wording of its style, if it makes one that can be read.

A model is shown questions of strangers, so that its reply is as little to be trusted as they are: it is bounded,
cleaned and masked, and has to give a file that reads as a style. Knows no models.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from typing import Any, Final

from benchwright.prompts.clean import clean
from benchwright.query_log.drafted_styles import StyleWording, fits
from benchwright.query_log.groups import QueryGroup
from benchwright.query_log.masking import mask

MOST_RULES: Final = 4
MOST_ADVICE: Final = 3
_LONGEST: Final = 300
_LONGEST_NAME: Final = 40
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


class UnfitWordingError(Exception):
    """A reply that words no style. `reason` is a slug that it is counted by."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def worded(group: QueryGroup, data: Mapping[str, Any], taken: Container[str]) -> StyleWording:
    """The wording in a reply (the fields of the prompt `style_group`); `taken` names of other styles get a number.

    Raises UnfitWordingError: `not-sensible` where the model sees nothing in common, `no-words` without a name, a
    description or a rule, `too-long`, `not-a-style` where no file can be made of it.
    """
    if not data.get("sensible"):
        raise UnfitWordingError("not-sensible")
    name = "-".join(re.findall(r"[a-z0-9]+", str(data.get("name", "")).casefold()))
    description = _plain(data.get("description"))
    rules, writing = _texts(data.get("rules")), _texts(data.get("writing"))
    if not (_NAME.fullmatch(name) and description and rules):
        raise UnfitWordingError("no-words")
    if len(name) > _LONGEST_NAME or any(len(text) > _LONGEST for text in (description, *rules, *writing)):
        raise UnfitWordingError("too-long")
    found = StyleWording(_free(name, taken), description, rules[:MOST_RULES], writing[:MOST_ADVICE])
    if not fits(group, found):
        raise UnfitWordingError("not-a-style")
    return found


def _free(name: str, taken: Container[str]) -> str:
    """The name, with a number where another style has it."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    return free


def _texts(value: Any) -> tuple[str, ...]:
    listed: Sequence[Any] = value if isinstance(value, list) else ()
    return tuple(filter(None, map(_plain, listed)))


def _plain(value: Any) -> str:
    """A text on one line, without what cannot be seen, and masked: the model may repeat what a question told."""
    return mask(" ".join(clean(str(value or "")).split()))[0]
