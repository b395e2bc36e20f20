"""A few wiki templates give words to the sentence they stand in: {{convert|5|km}} -> "5 km".

A template's real text comes from its own page and needs the whole of MediaWiki. Most stand for notes, boxes and links
and are left out (the reader counts them). `templates.json` lists those whose words a sentence or cell would miss, by
what they say: `{1}` is the first argument, `{2,text}` the second or the one named `text`, `{-1}` the last one without a
name, `{1|Yes}` the first or else "Yes". `@name` is a function of this module. Unlike MediaWiki, `convert` gives only
the measured value, and no age is worked out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from types import MappingProxyType

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_SLOT = re.compile(r"\{([-\w,]+)(?:\|([^}]*))?\}")
_LIST_MARK = re.compile(r"</?li>|\n[ *#]*")
_YES = frozenset({"yes", "y", "on", "true", "1"})


@dataclass(frozen=True, slots=True)
class TemplateCall:
    """One use of a template: its name in lower case, its arguments by name or number, those without a name in order."""

    name: str
    arguments: Mapping[str, str]
    positional: tuple[str, ...] = field(default=())

    def at(self, name: str | int) -> str:
        """The argument of this name or number, from 1; -1 is the last without a name; "" if it is not there."""
        if name == "-1":
            return self.positional[-1] if self.positional else ""
        return self.arguments.get(str(name), "")

    def says(self, name: str) -> bool:
        """Whether an argument is set to yes."""
        return self.at(name).lower() in _YES


def plain_name(name: str) -> str:
    """ "Template:Birth_date " -> "birth date"."""
    bare = " ".join(name.replace("_", " ").split()).lower()
    return bare.removeprefix("template:").removeprefix("subst:").strip()


def text_of(call: TemplateCall, title: str) -> str | None:
    """The words of the template on the page `title`; None if it is left out."""
    pattern = _PATTERNS.get(call.name)
    if pattern is not None:
        if pattern.startswith("@"):
            return _FUNCTIONS[pattern[1:]](call)
        return _SLOT.sub(lambda slot: _fill(call, slot), pattern)
    if call.name in {"pagename", "fullpagename", "basepagename"}:
        return title
    head, colon, rest = call.name.partition(":")
    if colon and head in {"formatnum", "lc", "uc", "lcfirst", "ucfirst"}:
        return rest
    return call.at(1) if call.name.startswith("lang-") else None


def is_silent(name: str) -> bool:
    """Whether leaving this out loses nothing a reader would see (sort keys, protection marks)."""
    head = name.partition(":")[0]
    hidden = {"hs", "hidden sort key", "ntsh", "number table sorting hidden"}
    return head in {"defaultsort", "displaytitle", "#tag", "anchor", "clear", "-", "toc"} | hidden or (
        name.startswith(("short description", "use ", "pp-", "good article", "featured article", "italic title"))
    )


def is_infobox(name: str) -> bool:
    """Whether this template is the box of facts beside a page."""
    return name.startswith(("infobox", "geobox")) or name.endswith((" infobox", "taxobox", "speciesbox")) or (
        name in {"chembox", "drugbox", "starbox", "planetbox"}
    )  # fmt: skip


def _fill(call: TemplateCall, slot: re.Match[str]) -> str:
    return next((value for name in slot[1].split(",") if (value := call.at(name))), slot[2] or "")


def _list(call: TemplateCall) -> str:
    """The items of a list on one line."""
    parts = (part.strip(" *#") for one in call.positional for part in _LIST_MARK.split(one))
    return ", ".join(part for part in parts if part)


_RANGES = {"-": "–", "–": "–", "to": " to ", "and": " and ", "by": " by ", "x": " × ", "×": " × ", "or": " or "}


def _convert(call: TemplateCall) -> str:
    """{{convert|5|ft|10|in}} -> "5 ft 10 in", {{convert|10|-|12|km|mi}} -> "10–12 km"."""
    parts: list[str] = []
    for at in range(1, min(len(call.positional), 8) + 1, 2):
        value, unit = call.at(at), call.at(at + 1)
        if not value[:1].isdigit() and not value.startswith(("-", "−", "+", ".")):
            break
        parts.append(value + _RANGES[unit] if unit in _RANGES else f"{value} {unit} ")
    return "".join(parts).strip() or call.at(1)


def _date(call: TemplateCall) -> str:
    """Year, month, day -> "17 May 1980", or with mf=yes "May 17, 1980". What is not a number is given as it stands."""
    year, month, day = (call.at(number) for number in (1, 2, 3))
    name = _month(month) if year.isdecimal() and len(year) < 6 else ""
    if not name:
        return year
    if not (day.isdecimal() and 0 < int(day[:3]) < 32):
        return f"{name} {year}"
    return f"{name} {int(day)}, {year}" if call.says("mf") else f"{int(day)} {name} {year}"


def _month(text: str) -> str:
    if text.isdecimal() and len(text) < 3:
        return _MONTHS[int(text) - 1] if 1 <= int(text) <= 12 else ""
    return next((month for month in _MONTHS if len(text) > 2 and month.lower().startswith(text.lower())), "")


def _as_of(call: TemplateCall) -> str:
    words = "since" if call.at("since") else "as of"
    return call.at("alt") or f"{words if call.says('lc') else words.capitalize()} {_date(call)}"


def _fraction(call: TemplateCall) -> str:
    parts = [part for part in call.positional if part]
    if len(parts) == 3:
        return f"{parts[0]} {parts[1]}/{parts[2]}"
    return "/".join(["1", *parts] if len(parts) == 1 else parts)


def _number(call: TemplateCall) -> str:
    power, doubt, below = call.at("e"), call.at(2), call.at(3)
    if below:
        doubt = f"+{doubt.lstrip('+')}−{below.lstrip('-−')}"
    elif doubt and not doubt.startswith("("):
        doubt = f"±{doubt}"
    number = f"({call.at(1)}{doubt})" if doubt and power else f"{call.at(1)}{doubt}"
    return f"{number}{f'×10^{power}' if power else ''} {call.at('u') or call.at('ul')}".strip()


def _joined(call: TemplateCall) -> str:
    return "".join(call.positional)


_FUNCTIONS: Mapping[str, Callable[[TemplateCall], str]] = MappingProxyType(
    {
        "list": _list,
        "convert": _convert,
        "date": _date,
        "as_of": _as_of,
        "fraction": _fraction,
        "number": _number,
        "joined": _joined,
    }
)
_PATTERNS: Mapping[str, str] = MappingProxyType(
    {
        name: pattern
        for pattern, names in json.loads((files(__package__) / "templates.json").read_text("utf-8")).items()
        for name in names
    }
)
