"""Define every key of plan.yaml with its type, bounds and default. Knows no YAML and no line numbers.

A mistake that only the whole plan shows (an unknown style, modalities that the style cannot have) is raised as
`Mistake` with the path of the key, so that the reader can say on which line it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, PrivateAttr, field_validator

from benchwright.models.names import full_name
from benchwright.plan.cells import Cell, share_out
from benchwright.plan.sections import Budget, EntailmentSettings, Lists, MaxShare, ModelLine, PlanSection, Sampling
from benchwright.prompts import Style, load_style, styles
from benchwright.records import Modalities
from benchwright.registry import suggestion

Action = Literal["reject", "tag", "off"]
YAML_ENDINGS = (".yaml", ".yml")


class Mistake(Exception):  # noqa: N818 - never leaves this package: it becomes a PlanError
    """What is wrong at `path` (keys and list positions from the top of the plan), and how to mend it."""

    def __init__(self, path: tuple[str | int, ...], message: str, hint: str) -> None:
        super().__init__(message)
        self.path = path
        self.hint = hint


class CellLine(PlanSection):
    """One entry of `cells`: `count` questions for each listed combination of modalities, or `total` questions in
    all."""

    style: str
    kind: str | None = None
    modalities: tuple[str, ...] | None = None
    count: int | None = Field(default=None, ge=0)
    total: int | None = Field(default=None, ge=0)
    maker: str | None = None

    @field_validator("modalities", mode="before")
    @classmethod
    def _one_is_a_list(cls, value: Any) -> Any:
        return _as_tuple(value)


def _as_tuple(value: Any) -> Any:
    """One name or a list of them as a tuple: a list that passed through a validator would no longer count as JSON's,
    which strict mode allows."""
    return (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list) else value


CHECKS = (
    "modalities",
    "style",
    "correct",
    "relevant",
    "alone",
    "fluent",
    "needed",
    "closed_book",
    "pman",
    "hops",
    "entails",
    "arithmetic",
    "quotes",
    "unique",
    "leak",
    "duplicate",
    "readable",
    "answers",
    "paraphrase",
)
"""Every check that a plan may name."""

SMMQG, ONE_PROMPT = "smmqg", "one-prompt"
IMPORT = "import"
"""The writer of a benchmark that was imported: its plan only names the corpus, and asks for nothing."""
"""The makers that a model writes for."""


@dataclass(frozen=True, slots=True)
class Cast:
    """Which model does what, by full names."""

    writer: str
    vision_writer: str
    verifier: str


class Plan(PlanSection):
    """A whole plan. Every key has a default except `corpus` and `cells`."""

    name: str = "benchmark"
    corpus: str
    about: str = ""
    seed: int = Field(default=13, ge=0)
    writer: str = "derive"
    answers: str | None = None
    vision_writer: str | None = None
    verifier: str = "derive"
    paraphraser: str | None = None
    encoder: str = "wordllama"
    descriptions: str | None = None
    queries: str | None = None
    relations: tuple[str, ...] = ()
    models: dict[str, ModelLine] = Field(default={})
    sampling: Sampling = Sampling()
    candidates_per_source: int = Field(default=2, ge=1)
    max_attempts_per_question: int = Field(default=20, ge=1)
    max_share: MaxShare = MaxShare()
    checks: dict[str, Action] = Field(default={"closed_book": "tag"})
    entailment: EntailmentSettings = EntailmentSettings()
    lists: Lists = Lists()
    budget: Budget = Budget()
    cell_lines: tuple[CellLine, ...] = Field(alias="cells")

    @field_validator("relations", mode="before")
    @classmethod
    def _one_file_is_a_list(cls, value: Any) -> Any:
        return _as_tuple(value)

    _folder: Path = PrivateAttr(default=Path())
    _styles: Mapping[str, Style] = PrivateAttr(default_factory=dict)
    _cells: tuple[Cell, ...] = PrivateAttr(default=())

    def placed(self, folder: Path) -> Plan:
        """The same plan with its paths relative to `folder`, its styles loaded and its cells worked out. Raises Mistake
        for an impossible cell, and PlanError for a style file that can't be read."""
        if not self.cell_lines and self.writer != IMPORT:
            raise Mistake(("cells",), "cells is empty", "add an entry such as {style: multi-hop, count: 10}")
        for name in self.checks:
            if name not in CHECKS:
                raise Mistake(("checks", name), f"unknown check {name!r}", suggestion(name, CHECKS))
        plan = self.at(folder)
        loaded = dict(styles())
        for index, line in enumerate(self.cell_lines):
            if line.style.endswith(YAML_ENDINGS):
                loaded[line.style] = load_style(folder / line.style)
            elif line.style not in loaded:
                raise Mistake(
                    ("cells", index, "style"), f"unknown style {line.style!r}", suggestion(line.style, loaded)
                )
            self._check_kind(index, line.kind, loaded[line.style])
        self._check_names(loaded, folder)
        plan._styles = loaded
        plan._cells = plan._work_out()
        plan._check_cast()
        return plan

    def at(self, folder: Path) -> Plan:
        """The same settings with their paths relative to `folder`; without cells, so that no style file is needed."""
        plan = self.model_copy()
        plan._folder = folder
        return plan

    def _check_names(self, loaded: Mapping[str, Style], folder: Path) -> None:
        """Cells are told apart by the names of their styles: one that the user wrote has a name of its own."""
        first: dict[str, str] = {}
        for index, line in enumerate(self.cell_lines):
            name = loaded[line.style].name
            other = first.setdefault(name, line.style)
            if (folder / other).resolve() != (folder / line.style).resolve():
                own = line.style if line.style.endswith(YAML_ENDINGS) else other
                raise Mistake(
                    ("cells", index, "style"),
                    f"{other} and {line.style} are two styles of the name {name!r}",
                    f"change the name in {own}",
                )

    @staticmethod
    def _check_kind(index: int, kind: str | None, style: Style) -> None:
        """A style that has kinds needs one, any other has none."""
        if kind is None and style.kinds:
            hint = f"write kind: and one of {', '.join(style.kinds)}"
            raise Mistake(("cells", index), f"style {style.name} comes in kinds, and none is named", hint)
        if kind is not None and kind not in style.kinds:
            hint = suggestion(kind, style.kinds) if style.kinds else "leave the key out"
            raise Mistake(("cells", index, "kind"), f"style {style.name} has no kind {kind!r}", hint)

    def _check_cast(self) -> None:
        """A model has to be named where one writes, and by its full name wherever one is named."""
        for key in ("writer", "verifier", "vision_writer", "paraphraser"):
            name = getattr(self, key)
            if name in (None, "derive") or "/" in name or (key == "writer" and not full_name(name)):
                continue  # any other writer may be a maker
            hint = f"did you mean {full_name(name)!r}?" if full_name(name) else f"write PROVIDER/{name or 'NAME'}"
            raise Mistake((key,), f"{name!r} is not the name of a model", hint)
        written = next((cell for cell in self._cells if cell.maker in (SMMQG, ONE_PROMPT)), None)
        if self.cast is None and written is not None:
            hint = "name one, such as writer: openai/NAME, or give the cells maker: derive"
            raise Mistake(("writer",), f"{written.label} is for a model to write, and writer is {self.writer!r}", hint)
        if self.cast is None and self.vision_writer is not None:
            hint = "name a model as the writer, or leave vision_writer out"
            raise Mistake(("vision_writer",), f"the writer {self.writer!r} has no use for a vision_writer", hint)
        if self.answers is not None and all(cell.maker != ONE_PROMPT for cell in self._cells):
            hint = "write writer: one-prompt:PROVIDER/NAME, or leave answers out"
            raise Mistake(("answers",), f"no cell asks for questions to given answers: they are for {ONE_PROMPT}", hint)
        self._check_settings()

    def _check_settings(self) -> None:
        """Settings under a slip of a name would leave the model that is meant without them, and send its requests to
        another address. Settings of a model that the plan does not use are let be: `describe` may."""
        unset = {name.casefold(): name for name in self.model_names if name not in self.models}
        for name in sorted(set(self.models) - {*self.model_names, self.descriptions, self.encoder.partition("#")[0]}):
            near = get_close_matches(name.casefold(), unset, n=1, cutoff=0.85)
            if near:
                raise Mistake(
                    ("models", name),
                    f"no model of this plan is called {name!r}",
                    f"did you mean {unset[near[0]]!r}? That one has no settings",
                )

    def _work_out(self) -> tuple[Cell, ...]:
        cells: list[Cell] = []
        seen: dict[str, int] = {}
        for index, line in enumerate(self.cell_lines):
            for cell in self._of_line(index, line):
                if cell.key in seen:
                    raise Mistake(
                        ("cells", index),
                        f"{cell.label} is already asked for by entry {seen[cell.key] + 1} of cells",
                        "put both counts into one entry",
                    )
                seen[cell.key] = index
                cells.append(cell)
        return tuple(cells)

    def _of_line(self, index: int, line: CellLine) -> list[Cell]:
        style = self._styles[line.style]
        path = ("cells", index, "modalities")
        wanted: list[Modalities] = [Modalities()] if style.kinds and line.modalities is None else []
        listed = () if wanted else map(str, style.modalities)
        for spec in line.modalities if line.modalities is not None else listed:
            try:
                modalities = Modalities.parse(spec)
            except ValueError as error:
                raise Mistake(path, str(error), "write text, table, image or sums such as 2text+table") from error
            if modalities not in style.modalities:
                allowed = ", ".join(str(one) for one in style.modalities)
                raise Mistake(path, f"style {style.name} cannot have the modalities {spec!r}", f"it allows {allowed}")
            wanted.append(modalities)
        if not wanted:
            raise Mistake(path, "the list of modalities is empty", "leave the key out for all that the style allows")
        if line.count is not None and line.total is not None:
            raise Mistake(
                ("cells", index, "total"), "both count and total are given", "count is for each, total for all"
            )
        if line.count is not None:
            counts = [line.count] * len(wanted)
        elif line.total is not None:
            counts = share_out(line.total, [1] * len(wanted))
        else:
            raise Mistake(("cells", index), "neither count nor total is given", "add count: 10 to this entry")
        maker = line.maker or style.maker or self.maker
        kind = line.kind or ""
        return [Cell(style.name, one, maker, count, kind) for one, count in zip(wanted, counts, strict=True)]

    @property
    def maker(self) -> str:
        """The maker of the plan's questions. The name of a model stands for `smmqg`, or for `one-prompt` if it begins
        with `one-prompt:`. Any other name is the name of a maker."""
        if self.writer.startswith(f"{ONE_PROMPT}:"):
            return ONE_PROMPT
        return SMMQG if "/" in self.writer else self.writer

    @property
    def cast(self) -> Cast | None:
        """The models that write and verify questions; None if no model writes. Without a `verifier`, the writer also
        verifies."""
        if "/" not in self.writer:
            return None
        writer = self.writer.removeprefix(f"{ONE_PROMPT}:")
        return Cast(writer, self.vision_writer or writer, self.verifier if "/" in self.verifier else writer)

    @property
    def model_names(self) -> tuple[str, ...]:
        """Every model that the plan would call, in order, each once."""
        named = [] if self.cast is None else [self.cast.writer, self.cast.vision_writer, self.cast.verifier]
        if self.cast is None and "/" in self.verifier:
            named.append(self.verifier)
        if self.paraphraser:
            named.append(self.paraphraser)
        return tuple(dict.fromkeys(named))

    def cells(self) -> tuple[Cell, ...]:
        """The cells of the plan in order, with their quotas. Cells with a quota of 0 are left out."""
        return tuple(cell for cell in self._cells if cell.count)

    def style(self, name: str) -> Style:
        """A style by its name: built in, or from one of the plan's style files. Raises KeyError for other names."""
        return {style.name: style for style in self._styles.values()}[name]

    def style_of(self, line: CellLine) -> Style:
        """The style that an entry of `cells` names."""
        return self._styles[line.style]

    @property
    def corpus_path(self) -> Path:
        """The path of the corpus."""
        return self._folder / self.corpus

    @property
    def style_files(self) -> tuple[str, ...]:
        """The style files that the cells name."""
        return tuple(dict.fromkeys(line.style for line in self.cell_lines if line.style.endswith(YAML_ENDINGS)))

    @property
    def answers_path(self) -> Path | None:
        """The file of given sources and answers, or None."""
        return None if self.answers is None else self._folder / self.answers

    @property
    def queries_path(self) -> Path | None:
        """The log of users' questions that the benchmark is compared with, or None."""
        return None if self.queries is None else self._folder / self.queries

    @property
    def relations_path(self) -> Path | None:
        """The relations file for graphs, or None."""
        name = self.lists.relations
        return self._folder / name if name is not None and name.endswith(YAML_ENDINGS) else None

    @property
    def own_relations(self) -> tuple[Path, ...]:
        """The files with the user's own relations for facts."""
        return tuple(self._folder / name for name in self.relations)

    @property
    def folder(self) -> Path:
        """The folder that paths in the plan are relative to."""
        return self._folder

    def with_counts(self, counts: Mapping[str, int]) -> Plan:
        """The same plan with other quotas, by cell key. Cells that aren't named keep theirs."""
        names = {self._styles[line.style].name: line.style for line in self.cell_lines}
        lines = tuple(
            CellLine(
                style=names[cell.style],
                kind=cell.kind or None,
                modalities=(str(cell.modalities),) if cell.modalities.total else None,
                count=counts.get(cell.key, cell.count),
                maker=cell.maker,
            )
            for cell in self._cells
        )
        return self.model_copy(update={"cell_lines": lines}).placed(self._folder)

    def pinned(self) -> dict[str, Any]:
        """All that decides what an attempt gives and what is committed, quotas and limits aside: a benchmark folder
        keeps it, and refuses to go on with another."""
        free = {"name", "corpus", "queries", "cell_lines", "budget", "max_attempts_per_question", "models"}
        pinned = self.model_dump(mode="json", exclude=free)
        # Benchmarks begun before these keys were have none; what is as it would be without them says nothing.
        for key in ("exact_up_to", "recall", "candidates", "offered"):
            if pinned["sampling"][key] == Sampling.model_fields[key].default:
                del pinned["sampling"][key]
        if pinned["max_share"]["relation"] == MaxShare.model_fields["relation"].default:
            del pinned["max_share"]["relation"]
        if self.answers_path is None:
            del pinned["answers"]
        else:
            pinned["answers"] = self.answers_path.name
        if not self.relations:
            del pinned["relations"]
        else:  # where the files lie changes nothing; what they hold is pinned by the facts that were read with them
            pinned["relations"] = [path.name for path in self.own_relations]
        lists = pinned.pop("lists")
        told = {key: value for key, value in lists.items() if value != Lists.model_fields[key].default}
        told.pop("memory", None)  # it never changes the result
        if self.relations_path is not None:  # where the file lies does not change it either; its content is pinned
            told["relations"] = self.relations_path.name
        return pinned | ({"lists": told} if told else {})
