"""Show what a model would see for a style, over stand-in sources or sources drawn from a corpus; nothing is sent."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchwright.corpus.store import Corpus
from benchwright.english.articles import with_article
from benchwright.errors import CorpusError, UsageError
from benchwright.models import Message, PromptImage, Text
from benchwright.prompts import CHECKS, Style, load_style, styles
from benchwright.prompts.fence import ShownSource, show_candidates
from benchwright.prompts.prompt import PROMPTS, Prompt, prompt
from benchwright.records import Json, Modalities, Modality, Source
from benchwright.registry import suggestion

DEFAULT_SEED = 13
_EACH = 2
_WRITERS = ("write", "hop_first", "hop_join", "hop_about", "hop_to")
_WITHOUT_SOURCES = (
    "same_answer",
    "paraphrase",
    "relation",
    "repair",
    "judge_reference",
    "nuggets",
    "nugget_support",
)
_STAND_IN = {
    Modality.TEXT: "[the words of a passage]",
    Modality.TABLE: "[a column] | [another column]\n[a cell] | [another cell]",
    Modality.IMAGE: "Caption: [the caption]\nDescription: [what the image shows, where a description was made]",
}


@dataclass(frozen=True, slots=True)
class PromptCatalog:
    """All prompts and the styles that come with the package."""

    prompts: tuple[Prompt, ...]
    styles: tuple[Style, ...]

    def to_json(self) -> Json:
        names = ("name", "about", "temperature", "max_tokens", "sha256")
        return {
            "prompts": [
                {**{name: getattr(one, name) for name in names}, "structured": one.schema is not None}
                for one in self.prompts
            ],
            "styles": [
                {
                    "name": style.name,
                    "description": style.description,
                    "modalities": [str(wants) for wants in style.modalities],
                    "checks": list(style.checks),
                    "shots": {kind: len(listed) for kind, listed in style.shots.items()},
                    "sha256": style.sha256,
                }
                for style in self.styles
            ],
        }


@dataclass(frozen=True, slots=True)
class RenderedPrompt:
    """A prompt as a model would see it. `notes` say what the style leaves open and what was shortened."""

    prompt: Prompt
    style: Style
    modalities: Modalities
    messages: tuple[Message, ...]
    examples: int
    notes: tuple[str, ...]

    @property
    def characters(self) -> int:
        return sum(len(part.text) for turn in self.messages for part in turn.parts if isinstance(part, Text))

    def to_json(self) -> Json:
        return {
            "prompt": self.prompt.name,
            "style": self.style.name,
            "modalities": str(self.modalities),
            "temperature": self.prompt.temperature,
            "max_tokens": self.prompt.max_tokens,
            "schema": _schema(self.prompt, self.style),
            "sha256": self.prompt.sha256,
            "style_sha256": self.style.sha256,
            "examples": self.examples,
            "checks": list(self.style.checks),
            "characters": self.characters,
            "notes": list(self.notes),
            "messages": [message.to_json() for message in self.messages],
        }


def list_prompts() -> PromptCatalog:
    """Every prompt and every built-in style."""
    return PromptCatalog(tuple(prompt(name) for name in PROMPTS), tuple(styles().values()))


def show_prompt(
    style: str,
    *,
    task: str | None = None,
    modalities: str | None = None,
    corpus: Path | None = None,
    seed: int = DEFAULT_SEED,
) -> RenderedPrompt:
    """What a model would see for a style: a built-in one by name, or a YAML file. `task` is the prompt (`write`, or
    `hop_first` for styles of hops, if not given), `modalities` one combination that the style allows (the first one).

    Raises UsageError for a style, prompt or combination that there is not, CorpusError for a corpus without such
    sources.
    """
    chosen = _style(style)
    if task is None and chosen.kinds:
        raise UsageError(
            f"no model writes questions of the style {chosen.name}",
            hint="see docs/lists.md for how they are made",
        )
    asked = prompt(task or ("hop_first" if "hops" in chosen.checks else "write"))
    wants = _wants(chosen, modalities)
    of_hop = _of_task(asked.name, wants)
    count = _EACH if asked.name in _WRITERS else 1
    if corpus is None:
        shown, entity = _stand_ins(of_hop, count), "[the entity]"
    else:
        shown, entity = _drawn(Corpus.open(corpus), of_hop, count, seed)
    values = _values(asked, chosen, of_hop, entity, shown)
    pictures = any(one.modality is Modality.IMAGE for one in shown)
    examples = asked.examples(chosen, of_hop if "wants" in asked.needs else None, pictures)
    return RenderedPrompt(
        asked,
        chosen,
        wants,
        asked.messages(values, shown),
        len(examples),
        (*_notes(asked, chosen, wants, len(examples)), *_cuts(shown)),
    )


def _style(name: str) -> Style:
    if name.endswith((".yaml", ".yml")):
        return load_style(Path(name))
    if name not in styles():
        raise UsageError(f"unknown style {name!r}", hint=f"{suggestion(name, styles())} You can also name a YAML file")
    return styles()[name]


def _wants(style: Style, given: str | None) -> Modalities:
    if given is None:
        return style.modalities[0]
    allowed = ", ".join(map(str, style.modalities))
    try:
        wants = Modalities.parse(given)
    except ValueError as error:
        raise UsageError(str(error), hint=f"{style.name} allows {allowed}") from error
    if wants not in style.modalities:
        raise UsageError(f"style {style.name} cannot have the modalities {given!r}", hint=f"it allows {allowed}")
    return wants


def _of_task(task: str, wants: Modalities) -> Modalities:
    """What a prompt's own sources are, out of all that a question needs: one for an entity, a part for a hop."""
    kinds = [kind for kind in Modality for _ in range(getattr(wants, kind))]
    if task == "describe":
        return Modalities(image=1)
    if task == "describe_table":
        return Modalities(table=1)
    if task in _WITHOUT_SOURCES:
        return Modalities()
    if task in ("entity", "hop_to", "hop_join"):
        return Modalities.of(kinds[:1])
    return Modalities.of(kinds[1:] or kinds) if task == "hop_about" else wants


def _values(
    asked: Prompt, style: Style, wants: Modalities, entity: str, shown: tuple[ShownSource, ...]
) -> Mapping[str, object]:
    """What the prompt needs, each value that only a run could give as words in brackets."""
    labels = tuple(one.label for one in shown)
    known: dict[str, object] = {
        "style": style,
        "wants": wants,
        "entity": entity,
        "link": entity,
        "must": labels[:1],
        "num_entities": 1,
        "reference_first": 1,
        "sources_about": labels[1:] or labels,
        "sources_to": labels[:1],
    }
    return {name: known.get(name, f"[the {name.replace('_', ' ')}]") for name in asked.needs}


def _schema(asked: Prompt, style: Style) -> Json | None:
    schema = asked.schema_for(style)
    return None if schema is None else dict(schema)


# ------------------------------------------------------------------ sources
def _stand_ins(wants: Modalities, count: int) -> tuple[ShownSource, ...]:
    kinds = [kind for kind in Modality for _ in range(getattr(wants, kind) * count)]
    return tuple(
        ShownSource(
            f"S{number}", kind, f"[its title, if it has one; {with_article(kind)}]", _STAND_IN[kind], _picture(kind)
        )
        for number, kind in enumerate(kinds, 1)
    )


def _picture(kind: Modality) -> PromptImage | None:
    return PromptImage("0" * 64, Path()) if kind is Modality.IMAGE else None


def _drawn(corpus: Corpus, wants: Modalities, count: int, seed: int) -> tuple[tuple[ShownSource, ...], str]:
    """Sources of a corpus whose titles share most words with that of one drawn by `seed`, and that title in place of an
    entity. This only stands in for retrieval: a run looks for an entity that a model names.

    Raises CorpusError if the corpus has not enough sources of a kind.
    """
    kinds = [kind for kind in Modality if getattr(wants, kind)]
    if not kinds:
        return (), ""
    by_kind = {kind: [n for n, one in enumerate(corpus.modalities) if one is kind] for kind in kinds}
    for kind in kinds:
        if len(by_kind[kind]) < getattr(wants, kind) * count:
            raise CorpusError(
                f"{corpus.path} has too few sources of the kind {kind}: {len(by_kind[kind])}",
                hint=f"{getattr(wants, kind) * count} are needed; ask for other --modalities",
            )
    first = by_kind[kinds[0]][random.Random(seed).randrange(len(by_kind[kinds[0]]))]
    words = _words(corpus.titles[first])
    chosen: list[Source] = []
    for kind in kinds:
        near = sorted(by_kind[kind], key=lambda n: (-len(words & _words(corpus.titles[n])), abs(n - first), n))
        chosen += [corpus.source(corpus.ids[n]) for n in near[: getattr(wants, kind) * count]]

    entity = corpus.titles[first] or "[the entity]"
    return show_candidates(chosen, corpus.picture, entity), entity


def _words(title: str) -> set[str]:
    return {word.casefold() for word in re.findall(r"\w{3,}", title)}


# ------------------------------------------------------------------ notes
def _notes(asked: Prompt, style: Style, wants: Modalities, examples: int) -> list[str]:
    notes = []
    if asked.from_style:
        kind = "image" if wants.image else "text"
        if not examples:
            notes.append(f"style {style.name} has no worked examples: add shots to its file for better questions")
        elif asked.name == "write" and not style.shots[kind]:
            notes.append(
                f"style {style.name} has no worked examples of the kind {kind}: those of the other kind are shown"
            )
    checks = [f"{name}: {CHECKS[name]}" for name in style.checks]
    notes += [
        f"checks of this style, over those of all: {'; '.join(checks)}" if checks else "this style adds no checks"
    ]
    if "hops" in style.checks and asked.name == "write":
        notes.append("a question of this style is written by hop_first and hop_join, not by write")
    return notes


def _cuts(shown: tuple[ShownSource, ...]) -> list[str]:
    return [f"{one.label} [{one.id}] was shortened by {one.cut:,} characters" for one in shown if one.cut]


def listing_of(part: Any) -> str:
    """A part of a message as text: words as they are, an image as its hash."""
    return part.text if isinstance(part, Text) else f"[image: {part.sha256[:16]}...]"
