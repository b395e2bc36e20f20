"""Words a group of questions as a style file, and the groups of a log as a plan: text for a person to read and edit.

A drafted style narrows a built-in one: it has its rules, its checks and its combinations of sources, and adds how users
word such questions, with real ones as examples. A model may name and describe the group (`draft_reply`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final

from benchwright.errors import PlanError
from benchwright.plan.cells import share_out
from benchwright.prompts.load import Style, parse_style, styles
from benchwright.query_log.comparison import SharePair
from benchwright.query_log.groups import QueryGroup
from benchwright.query_log.question_kinds import question_kinds
from benchwright.records import Modalities, Modality

FOLDER: Final = "styles"
MOST_SOURCES: Final = 2
"""Sources of a question in a drafted plan: what each style is surest with. The style files allow more."""
_MOST_TEXTS: Final = 24
"""Entries of a list in a style file."""


@dataclass(frozen=True, slots=True)
class StyleWording:
    """What a style file says of a group beyond its built-in style."""

    name: str
    description: str
    rules: tuple[str, ...] = ()
    writing: tuple[str, ...] = ()


def base_style(group: QueryGroup) -> Style:
    """The built-in style that asks questions of the group's kind."""
    return styles()[group.style]


def has_own_style(group: QueryGroup) -> bool:
    """Whether a style file is drafted for a group: not for lists, which the built-in style alone can make."""
    return group.can_be_asked and not question_kinds()[group.kind].list_kind


def own_wording(group: QueryGroup) -> StyleWording:
    """The wording of a group as far as it can be told without a model."""
    base = base_style(group)
    about = f" Words that are typical of this group: {', '.join(group.words)}." if group.words else ""
    return StyleWording(group.name, f"{base.description}{about}")


def wording_advice(group: QueryGroup) -> str:
    """How the questions of a group are worded, as advice to a writer."""
    low, high = group.lengths
    words = f"{low} words" if low == high else f"{low} to {high} words"
    return (
        f"Word the question as the users do who asked the sample questions: {words}, in their tone and with as much or "
        "as little detail. Keep to the rules all the same, and ask about the sources at hand."
    )


def style_text(group: QueryGroup, wording: StyleWording, above: Sequence[str] = ()) -> str:
    """The style file of a group."""
    base = base_style(group)
    lines = [f"# {' '.join(line.split())}".rstrip() for line in above]
    lines += [f"name: {_quoted(wording.name)}", f"description: {_quoted(wording.description)}"]
    lines += _listed("rules", (*base.rules, *wording.rules))
    lines += [f"modalities: [{', '.join(map(str, base.modalities))}]"]
    lines += [f"checks: [{', '.join(base.checks)}]"] if base.checks else []
    lines += _listed("examples", group.shots)
    lines += _listed("writing", (*base.writing, *wording.writing, wording_advice(group)))
    return "\n".join(lines) + "\n"


def fits(group: QueryGroup, wording: StyleWording) -> bool:
    """Whether a style file of this wording can be read."""
    try:
        parse_style(style_text(group, wording).encode(), wording.name)
    except PlanError:
        return False
    return wording.name not in styles()


def _listed(key: str, texts: Iterable[str]) -> list[str]:
    listed = list(texts)[:_MOST_TEXTS]
    return [f"{key}:", *(f"  - {_quoted(text)}" for text in listed)] if listed else []


def _quoted(text: str) -> str:
    """A text in quotes on one line; what cannot be printed is written as YAML reads it."""
    written = json.dumps(text, ensure_ascii=False)
    return "".join(char if char.isprintable() else f"\\U{ord(char):08x}" for char in written)


# ------------------------------------------------------------------ the plan
@dataclass(frozen=True, slots=True)
class DraftedCell:
    """A line of `cells`: so many questions for some groups. `style` is a file or the name of a built-in style."""

    style: str
    kind: str
    modalities: tuple[str, ...]
    count: int
    groups: tuple[str, ...]

    def line(self) -> str:
        """The line, with the groups that it stands for."""
        fields = [f"style: {_quoted(self.style) if '/' in self.style else self.style}"]
        fields += [f"kind: {self.kind}"] if self.kind else []
        fields += [f"modalities: [{', '.join(self.modalities)}]"] if self.modalities else []
        return f"  - {{{', '.join(fields)}, total: {self.count}}}  # {', '.join(self.groups)}"


def shared_counts(groups: Sequence[QueryGroup], total: int) -> dict[str, int]:
    """How many of `total` questions each group gets that a plan can ask for, by largest remainder of how often its
    questions were asked."""
    asked = [group for group in groups if group.can_be_asked]
    if not asked:
        return {}
    counts = share_out(total, [group.asked for group in asked])
    return {group.name: count for group, count in zip(asked, counts, strict=True)}


def drafted_cells(
    groups: Sequence[QueryGroup],
    names: Mapping[str, str],
    total: int,
    modalities: Set[Modality],
    *,
    own_styles: bool,
) -> tuple[DraftedCell, ...]:
    """The cells of a plan for `total` questions over sources of these modalities. With `own_styles` each group is asked
    in its own style file; `names` are the styles' names by group. Without, groups share the built-in style of their
    kind, which needs no model. Groups whose share comes to no question have no cell."""
    found: dict[tuple[str, str], list[tuple[QueryGroup, int]]] = {}
    counts = shared_counts(groups, total)
    for group in groups:
        if counts.get(group.name):
            own = own_styles and has_own_style(group)
            style = f"{FOLDER}/{names[group.name]}.yaml" if own else group.style
            key = (style, question_kinds()[group.kind].list_kind)
            found.setdefault(key, []).append((group, counts[group.name]))
    return tuple(
        DraftedCell(
            style,
            list_kind,
            () if list_kind else cell_modalities(base_style(parts[0][0]), modalities),
            sum(count for _, count in parts),
            tuple(names.get(group.name, group.name) for group, _ in parts),
        )
        for (style, list_kind), parts in found.items()
    )


def cell_modalities(style: Style, available: Set[Modality]) -> tuple[str, ...]:
    """The combinations that a style allows over sources of these modalities, of few sources; the style's first one
    where there is none, so that a plan says what is missing."""
    found = [one for one in style.modalities if one.total <= MOST_SOURCES and _consists_of(one, available)]
    return tuple(map(str, found or style.modalities[:1]))


def _consists_of(one: Modalities, available: Set[Modality]) -> bool:
    needed = {
        Modality.TEXT: one.text,
        Modality.TABLE: one.table,
        Modality.IMAGE: one.image,
    }
    return all(modality in available for modality, count in needed.items() if count)


def plan_text(
    name: str, corpus: str, queries: str, writer: str, seed: int, cells: Sequence[DraftedCell], above: Sequence[str]
) -> str:
    """The plan as YAML."""
    lines = [f"# {' '.join(line.split())}".rstrip() for line in above]
    lines += [f"name: {_quoted(name)}", f"corpus: {_quoted(corpus)}", f"queries: {_quoted(queries)}"]
    lines += [f"seed: {seed}", f"writer: {_quoted(writer)}", "cells:", *(cell.line() for cell in cells)]
    return "\n".join(lines) + "\n"


def group_shares(groups: Mapping[str, int], styles_of_examples: Mapping[str, int]) -> tuple[SharePair, ...]:
    """The share of each group among a log's questions and among a benchmark's, where the benchmark's styles bear the
    names of the groups; () where none does."""
    if not groups.keys() & styles_of_examples.keys():
        return ()
    whole, own = sum(groups.values()), sum(styles_of_examples.values())
    ranked = sorted(groups, key=lambda name: (-groups[name], name))
    return tuple(SharePair(name, groups[name] / whole, styles_of_examples.get(name, 0) / own) for name in ranked)
