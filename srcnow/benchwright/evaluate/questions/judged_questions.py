"""Ask a model about questions: can they be answered (PMAN), with and without its steps, and of which styles are they?

PMAN is the judged measure of that name (`evaluate.judges.answerability`): the reference answer is held against the
passages. For the overlap of styles (SMMQG, appendix H) the model says of every pair of a question and a style whether
they fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchwright.evaluate.judges.ask_judge import CaseJudge
from benchwright.evaluate.judges.judge_case import JudgeCase
from benchwright.evaluate.judges.judged_measure import JudgedMeasure
from benchwright.evaluate.questions.question_file import MeasuredQuestion
from benchwright.prompts.asking import Actor, Actors, Asker
from benchwright.prompts.load import Style
from benchwright.prompts.prompt import prompt

_SECRET = "evaluate questions"


@dataclass(slots=True)
class QuestionJudgement:
    """What the model said of one question: `answerable` by measure ("pman", "pman-without-steps"), `styles` by name;
    None where its replies could not be read. Judgements that were not asked for are missing."""

    answerable: dict[str, bool | None] = field(default_factory=dict)
    styles: dict[str, bool | None] = field(default_factory=dict)


async def judge(
    actor: Actor, one: MeasuredQuestion, measures: Sequence[JudgedMeasure], styles: Mapping[str, Style]
) -> tuple[QuestionJudgement, str]:
    """The judgement of a question, and why a part of it is missing ("" if none is). Raises what models raise."""
    told, problems = QuestionJudgement(), []
    case = JudgeCase(one.id, one.question, one.answer, (one.answer,), evidence=one.sources())
    for found in await CaseJudge(case, actor, one.picture_of, _SECRET).judgements(measures):
        told.answerable[found.measure] = None if found.score is None else found.score == 1
        if found.score is None:
            problems.append(f"{found.measure}: {found.reason}")
    asker = Asker(Actors(actor, actor, actor), f"evaluate questions {one.id}", _SECRET)
    for name, style in styles.items():
        values = {"style": style, "question": one.question, "answer": one.answer}
        reply = await asker.ask("verifier", prompt("style_of"), values)
        data: Any = reply.data
        told.styles[name] = data["fits"] if reply.status == "ok" and isinstance(data, dict) else None
        if told.styles[name] is None:
            problems.append(f"style_of: {reply.status}")
    return told, problems[0] if problems else ""
