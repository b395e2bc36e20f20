"""Choose judgements to show to people: of each system and judged measure those of the lowest scores."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from benchwright.evaluate.answers_file import GivenAnswer
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.judges.ask_judge import Judgement
from benchwright.evaluate.judges.judge_replies import column

SHOWN = 3
"""Of each system and measure."""


@dataclass(frozen=True, slots=True)
class JudgedExample:
    """A judgement with the words that it is about. `measure` is the column's name; `findings` are what the judge found
    one by one, each with its verdict: claims, or nuggets."""

    system: str
    measure: str
    question: str
    answer: str
    score: float
    reasoning: str
    findings: tuple[tuple[str, str], ...] = ()


def judged_examples(
    judgements: Iterable[tuple[str, Judgement]],
    measures: Collection[str],
    gold: Gold,
    answers: Iterable[GivenAnswer],
) -> tuple[JudgedExample, ...]:
    """The judgements to show, of these measures, by system and measure in their order. What a rule decided, and what
    has no score, is not shown."""
    given = {(one.system, one.question): one.answer for one in answers}
    by_column: dict[tuple[str, str], list[tuple[float, int, Judgement]]] = {}
    for system, one in judgements:
        key = (system, column(one.measure, one.judge))
        if key[1] in measures and one.score is not None and one.reasoning and one.question in gold.position:
            by_column.setdefault(key, []).append((one.score, gold.position[one.question], one))
    return tuple(
        JudgedExample(
            system,
            measure,
            gold.questions[place].text,
            given.get((system, one.question), ""),
            score,
            " ".join(one.reasoning),
            _findings(one),
        )
        for (system, measure), listed in by_column.items()
        for score, place, one in sorted(listed, key=lambda entry: entry[:2])[:SHOWN]
    )


def _findings(one: Judgement) -> tuple[tuple[str, str], ...]:
    """What the judge found, with its verdicts. Of relevance that is whether a claim is to the point."""
    claims, nuggets = _listed(one, "claims"), _listed(one, "nuggets")
    if one.measure == "answer-relevance":
        return tuple((str(each["claim"]), "relevant" if each["relevant"] else "irrelevant") for each in claims)
    return (
        *((str(each["claim"]), str(each["verdict"])) for each in claims),
        *((str(each["nugget"]), str(each["support"])) for each in nuggets),
    )


def _listed(one: Judgement, name: str) -> list[Mapping[str, object]]:
    found = one.details.get(name)
    return found if isinstance(found, list) else []
