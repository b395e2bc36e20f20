"""Loads prompts: settings and the reply's schema from YAML, the words from a Jinja template.

A template has up to three blocks: `system` (the task, its rules, the style), `head` (what stands above the sources),
`ask` (what stands below them: the other data and what is wanted now). What is
the same for many requests stands first, worked examples next, the sources and what is wanted last, so that services can
keep the beginning in their caches.

Every text that is put into a template is fenced as data (see fence.py): no template can forget it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from ruamel.yaml import YAML

from benchwright.errors import UsageError
from benchwright.models.base import Message, Part, Text
from benchwright.prompts.fence import ShownSource, clean, delimiter, fenced, parts
from benchwright.prompts.load import Style
from benchwright.prompts.turns import Turn, form, phrase, turns_of_style, turns_of_task
from benchwright.records import Modalities, Modality
from benchwright.registry import suggestion

if TYPE_CHECKING:
    from jinja2 import Environment

PROMPTS: Final = (
    "entity",
    "write",
    "hop_first",
    "hop_join",
    "hop_about",
    "hop_to",
    "combine",
    "verify",
    "answer",
    "answer_sources",
    "answer_text",
    "same_answer",
    "pman",
    "pman_direct",
    "style_of",
    "describe",
    "describe_table",
    "relation",
    "paraphrase",
    "one_prompt",
    "states",
    "paraphrase_list",
    "same_list",
    "judge_correctness",
    "judge_reference",
    "judge_claims",
    "nuggets",
    "nugget_support",
    "style_group",
    "annotate",
    "repair",
)
"""The names of all prompts, in the order in which a pipeline meets them."""

_KINDS: Final[Mapping[str, type]] = MappingProxyType(
    {"text": str, "note": str, "number": int, "modalities": Modalities, "style": Style, "labels": tuple}
)


@dataclass(frozen=True, slots=True, eq=False)
class Prompt:
    """One prompt. `needs` are the values that it has to be given, by name, with their kind: `text` (fenced as data),
    `note` (the same, and left out if empty), `number`, `modalities`, `style`, `labels` (of sources). `schema` is the
    JSON Schema of the reply with every field, None for free text; `only_with` has the fields that only styles with a
    certain check have, with that check. `sha256` is the hash of all its files; a style's words have their own."""

    name: str
    about: str
    temperature: float
    max_tokens: int
    needs: Mapping[str, str]
    schema: Mapping[str, Any] | None
    sha256: str
    from_style: str
    """Which part of its style's shots this prompt shows: `write`, `first`, `join`, `about`, `to`, `combine`, or ""."""
    shots: tuple[Turn, ...]
    """The prompt's own worked examples. They are shown before those of the style, for some of them refuse, and the last
    one before the sources counts most."""
    only_with: Mapping[str, str] = field(default_factory=dict)

    def messages(
        self, values: Mapping[str, object], shown: Sequence[ShownSource] = (), fence: str = ""
    ) -> tuple[Message, ...]:
        """The conversation up to the model's turn. `fence` is the code around what others wrote; one that stands in it
        (or none) is replaced by one that does not.

        Raises ValueError if the values are not exactly those that the prompt needs.
        """
        self._check(values)
        style, wants = values.get("style"), values.get("wants")
        assert style is None or isinstance(style, Style)
        assert wants is None or isinstance(wants, Modalities)
        turn = self._turn(Turn(values, tuple(shown)), fence)
        pictures = any(one.modality is Modality.IMAGE for one in shown)
        return (*_beginning(self, style, wants, pictures), turn)

    def examples(self, style: Style | None, wants: Modalities | None, pictures: bool) -> tuple[Turn, ...]:
        """The worked examples that go before sources with images, or without, for a question that needs `wants`."""
        if not self.from_style or style is None:
            return self.shots
        kind = "image" if pictures else "text"
        fields = tuple(self._fields(style))
        return self.shots + turns_of_style(self.from_style, style, kind, wants, fields)

    def schema_for(self, style: Style | None) -> Mapping[str, Any] | None:
        """The JSON Schema of a reply for a style, without the fields that only other styles have."""
        if self.schema is None or not self.only_with:
            return self.schema
        kept = self._fields(style)
        return {**self.schema, "required": list(kept), "properties": kept}

    def _fields(self, style: Style | None) -> dict[str, Any]:
        """The fields of a reply for a style, in their order, each with its part of the schema."""
        assert self.schema is not None
        checks = () if style is None else style.checks
        return {
            name: part
            for name, part in self.schema["properties"].items()
            if name not in self.only_with or self.only_with[name] in checks
        }

    def _check(self, values: Mapping[str, object]) -> None:
        if set(values) != set(self.needs):
            raise ValueError(f"the prompt {self.name} needs {sorted(self.needs)}, not {sorted(values)}")
        for name, value in values.items():
            if not isinstance(value, _KINDS[self.needs[name]]):
                raise ValueError(f"the prompt {self.name} needs {name} as {self.needs[name]}, not {value!r}")

    def _turn(self, turn: Turn, fence: str) -> Message:
        """A user's turn: the words above the sources, the sources, the words below."""
        texts = [value for value in turn.values.values() if isinstance(value, str) and value]
        texts += [f"{one.label}\n{one.title}\n{one.text}" for one in turn.shown]
        cleaned = [clean(text) for text in texts]
        code = fence if fence and fence.casefold() not in "\n".join(cleaned).casefold() else delimiter(fence, cleaned)
        empty = {name for name, kind in self.needs.items() if kind == "note" and not turn.values[name]}
        context = {name: "" if name in empty else _put(name, value, code) for name, value in turn.values.items()}
        context |= {"code": code, "labels": tuple(one.label for one in turn.shown)}
        head, ask = self._render("head", context), self._render("ask", context)
        body: list[Part] = [*([Text(head)] if head else []), *parts(turn.shown, code), Text(ask)]
        return Message("user", _joined(body))

    def _start(self, style: Style | None, wants: Modalities | None, pictures: bool) -> Iterator[Message]:
        """What stands before the last turn: the instructions, and the worked examples as turns."""
        schema = self.schema_for(style)
        context = {"pictures": pictures, "form": form(schema), "fields": tuple(schema["properties"] if schema else ())}
        context |= {} if style is None else {"style": style}
        system = self._render("system", context)
        if system:
            yield Message.of("system", system)
        for worked in self.examples(style, wants, pictures):
            yield self._turn(worked, "")
            yield Message.of("assistant", worked.reply)

    def _render(self, block: str, context: Mapping[str, object]) -> str:
        """One block of the template, "" if it has none."""
        template = _environment().get_template(f"{self.name}.jinja")
        if block not in template.blocks:
            return ""
        return "".join(template.blocks[block](template.new_context(dict(context)))).strip()


@lru_cache(maxsize=256)
def _beginning(one: Prompt, style: Style | None, wants: Modalities | None, pictures: bool) -> tuple[Message, ...]:
    """The part that is the same for many requests, rendered once."""
    return tuple(one._start(style, wants, pictures))


def _put(name: str, value: object, code: str) -> object:
    """What a template gets for a value."""
    if isinstance(value, str):
        return fenced(name.replace("_", "-"), value, code)
    if isinstance(value, Modalities):
        return phrase(value)
    if isinstance(value, tuple):
        return ", ".join(value)
    return value


def _joined(body: Sequence[Part]) -> tuple[Part, ...]:
    """The parts with neighbouring words put together, a blank line between them."""
    out: list[Part] = []
    for part in body:
        last = out[-1] if out else None
        if isinstance(part, Text) and isinstance(last, Text):
            out[-1] = Text(f"{last.text}\n\n{part.text}")
        else:
            out.append(part)
    return tuple(out)


@cache
def prompt(name: str) -> Prompt:
    """The prompt of this name. Raises UsageError, with the nearest known name, if there is none."""
    if name not in PROMPTS:
        raise UsageError(f"unknown prompt {name!r}", hint=suggestion(name, PROMPTS))
    folder = resources.files("benchwright.prompts")
    data = (folder / "tasks" / f"{name}.yaml").read_bytes()
    fields = YAML(typ="safe", pure=True).load(data.decode())
    digest = hashlib.sha256(data)
    for template in _templates_of(f"{name}.jinja"):
        digest.update(b"\0" + template.encode() + b"\0" + _source(template).encode())
    return Prompt(
        name=name,
        about=fields["about"],
        temperature=float(fields["temperature"]),
        max_tokens=fields["max_tokens"],
        needs=MappingProxyType(fields["needs"]),
        schema=fields["reply"],
        sha256=digest.hexdigest(),
        from_style=fields["from_style"],
        shots=turns_of_task(fields["shots"], fields["reply"]),
        only_with=MappingProxyType(fields.get("only_with", {})),
    )


@cache
def prompt_for(name: str, fields: tuple[str, ...]) -> Prompt:
    """The prompt, asked for these fields of its reply only (() for all). Its template tells of no others."""
    whole = prompt(name)
    if not fields or whole.schema is None:
        return whole
    properties = {field: whole.schema["properties"][field] for field in whole.schema["required"] if field in fields}
    return replace(whole, schema={**whole.schema, "required": list(properties), "properties": properties})


def _source(template: str) -> str:
    return (resources.files("benchwright.prompts") / "templates" / template).read_text("utf-8")


def _templates_of(name: str) -> list[str]:
    """A template and all that it includes, each once, in order."""
    from jinja2 import meta

    names = [name]
    for one in names:
        tree = _environment().parse(_source(one))
        names += [other for other in meta.find_referenced_templates(tree) if other and other not in names]
    return names


@cache
def _environment() -> Environment:
    """Jinja with strict variables and no escaping: the output is no HTML. Imported late: plans need only styles."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    return Environment(
        loader=FunctionLoader(_source),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
