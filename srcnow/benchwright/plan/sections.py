"""Define the sections of a plan that say how questions are made: sampling, shares, lists, budget, models."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from benchwright.files.memory_sizes import SIZE
from benchwright.models import ModelSettings


class PlanSection(BaseModel):
    """A frozen part of the plan. An unknown key is an error, and so is a number that is not finite."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Sampling(PlanSection):
    """How seed sources are drawn: the number of neighbours per source, and the temperature of the softmax over their
    distances. Neighbours are exact for up to `exact_up_to` sources; for more, at least the share `recall` of the true
    ones is found.

    `candidates` says how the other sources of a question are found: `linked` by what the corpus knows about them, or
    `entity` by a search for an entity that a model names, as in the paper. With `linked`, the writer of a question
    over several sources chooses from at most `offered` of them."""

    candidates: Literal["linked", "entity"] = "linked"
    offered: int = Field(default=9, ge=2)
    neighbours: int = Field(default=5, ge=1)
    temperature: float = Field(default=0.1, ge=0)
    exact_up_to: int = Field(default=50_000, ge=0)
    recall: float = Field(default=0.97, gt=0, le=1)


class MaxShare(PlanSection):
    """The largest share of a cell's accepted questions that one family, one document or, for lists, one relation may
    have."""

    family: float = Field(default=0.15, gt=0, le=1)
    document: float = Field(default=0.1, gt=0, le=1)
    relation: float = Field(default=0.1, gt=0, le=1)


class EntailmentSettings(PlanSection):
    """The cross-encoder of the check `entails`, by name or folder, and the lowest probability that passes."""

    model: str = "ynie/roberta-large-snli_mnli_fever_anli_R1_R2_R3-nli"
    threshold: float = Field(default=0.5, ge=0, le=1)


class Lists(PlanSection):
    """What list questions are made of and held to (QAMPARI, sections 2.1 to 2.4).

    `graph` is one that was loaded into the corpus, or `facts` for what was read from the corpus itself; None: the only
    graph that there is, else the facts. `relations` names a file of relations, relative to the plan, or a built-in one.
    `checker` decides whether a sentence states a triple, from `threshold` on (None: the checker's own).

    A simple question has between `min_answers` and `max_answers` proven answers, and at least the share `validated` of
    all its answers is proven. Compositions start from at most `first_hop` things. Where more than `most_pairs` pairs
    would have to be joined, some of the starting points are drawn by the plan's seed. `both_ways` also asks for the
    objects of one subject, which mostly stand on one page; the paper asks only for subjects. `covered` leaves out of a
    graph's lists whom the corpus has neither a page of nor a word about; the paper counts them. Intersections are made
    of simple queries that meet all of this themselves, as in the paper; without `whole_parts` of any, and then
    their own answers owe the share. With `undecided`, what a graph states and nothing proves, and what the corpus seems
    to tell and the graph does not state, is kept beside the answers as neither right nor wrong. `part` keeps one side
    of the split by relation, and `mixed` says what becomes of intersections with a relation of either side.

    `memory` is how much memory a graph may take; a larger one is refused."""

    graph: str | None = None
    relations: str | None = None
    checker: Literal["lexical", "nli", "judge"] = "lexical"
    threshold: float | None = Field(default=None, ge=0, le=1)
    min_answers: int = Field(default=5, ge=2)
    max_answers: int = Field(default=200, ge=2)
    validated: float = Field(default=0.8, gt=0, le=1)
    first_hop: int = Field(default=20, ge=1)
    most_pairs: int = Field(default=50_000_000, ge=1)
    both_ways: bool = True
    covered: bool = False
    whole_parts: bool = True
    undecided: bool = True
    part: Literal["train", "test"] | None = None
    mixed: Literal["train", "drop"] = "train"
    memory: str = Field(default="2GB", pattern=f"^{SIZE}$")

    @model_validator(mode="before")
    @classmethod
    def _without_retired_keys(cls, data: object) -> object:
        """Plans of earlier versions have the key `spill`, a folder for what did not fit into memory."""
        return {key: value for key, value in data.items() if key != "spill"} if isinstance(data, dict) else data


class Budget(PlanSection):
    """Where to stop: dollars, calls, tokens. None means no limit."""

    usd: float | None = Field(default=None, ge=0)
    calls: int | None = Field(default=None, ge=0)
    tokens: int | None = Field(default=None, ge=0)


_Price = Annotated[float, Field(ge=0)]


class ModelLine(PlanSection):
    """The settings of a model in the section `models` of a plan; see `ModelSettings`."""

    base_url: str | None = None
    key_env: str | None = None
    requests_per_minute: float | None = Field(default=None, gt=0)
    tokens_per_minute: float | None = Field(default=None, gt=0)
    context: int | None = Field(default=None, ge=1000)
    vision: bool | None = None
    structured: Literal["schema", "object", "text"] | None = None
    usd_per_million: tuple[_Price, _Price] | None = None
    timeout: float = Field(default=120.0, gt=0)
    max_tokens: int | None = Field(default=None, ge=1)

    def settings(self) -> ModelSettings:
        return ModelSettings(**self.model_dump())
