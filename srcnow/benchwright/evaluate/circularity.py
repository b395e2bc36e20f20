"""Audit a measurement for circularity: does one family of models write questions, answer them, and judge answers?

A model finds questions of its own family easier than others do, and a judge prefers answers of its own family
(Panickssery, Bowman and Feng 2024, "LLM evaluators recognize and favor their own generations"). Neither shows in a
score, so it is said beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from benchwright.english.joining import join_and
from benchwright.evaluate.diagnosis.cause_report import ANSWERER
from benchwright.evaluate.measures.catalogue import parse_measure
from benchwright.evaluate.score_folder import Scores
from benchwright.models.names import model_family
from benchwright.records import Example, JsonRecord

WRITING = frozenset({"writer", "paraphraser"})
"""Roles in `Origin.models` that word a question; a verifier only refuses some."""


@dataclass(frozen=True, slots=True)
class Circularity(JsonRecord):
    """Models of one `family` in more than one role. `written` counts the questions that `writers` wrote or reworded."""

    family: str
    writers: tuple[str, ...]
    answerers: tuple[str, ...]
    judges: tuple[str, ...]
    written: int

    @property
    def sentence(self) -> str:
        """What a reader of the scores must know."""
        roles = [
            f"{join_and(self.writers)} wrote {self.written:,} of the questions" if self.writers else "",
            f"{join_and(self.answerers)} answered" if self.answerers else "",
            f"{join_and(self.judges)} judged" if self.judges else "",
        ]
        effects = [
            "its questions are easier for its own family" if self.writers and self.answerers else "",
            "a judge prefers answers of its own family" if self.answerers and self.judges else "",
            "a judge shares its family's mistakes in questions" if self.writers and self.judges else "",
        ]
        told = join_and(one for one in roles if one)
        return f"One family of models ({self.family}) has several roles: {told}; {join_and(filter(None, effects))}."


def circularity(examples: Iterable[Example], scores: Scores) -> tuple[Circularity, ...]:
    """Each family of models that has more than one role, by name. Answers of systems whose model is not known, as of an
    address, are not audited."""
    written: Counter[str] = Counter()
    writers: dict[str, list[str]] = {}
    for example in examples:
        models = dict.fromkeys(model for role, model in example.origin.models.items() if role in WRITING)
        for family in dict.fromkeys(map(model_family, models)):
            written[family] += 1
        _group(models, writers)
    judges = _group(judge for name in scores.measures if (judge := parse_measure(name).judge))
    answerers = _group(
        model for system in scores.systems if isinstance(model := system.described.get(ANSWERER), str) and model
    )
    every = Counter(family for role in (writers, answerers, judges) for family in role)
    return tuple(
        Circularity(
            family,
            tuple(writers.get(family, ())),
            tuple(answerers.get(family, ())),
            tuple(judges.get(family, ())),
            written[family],
        )
        for family, roles in sorted(every.items())
        if roles > 1
    )


def _group(models: Iterable[str], groups: dict[str, list[str]] | None = None) -> dict[str, list[str]]:
    """The models by family, each once."""
    grouped: dict[str, list[str]] = {} if groups is None else groups
    for model in models:
        named = grouped.setdefault(model_family(model), [])
        if model not in named:
            named.append(model)
    return grouped
