"""Ask a model about questions: can they be answered (PMAN), with and without its steps, and of which styles are they?

PMAN (Wang et al., section 3) lets the model answer the question first, compare with the reference answer, and say YES
or NO. Where it says neither, it is asked again at raised temperatures; after three replies the question is unscored.
For the overlap of styles (SMMQG, appendix H) the model says of every pair of a question and a style whether they fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchwright.checks.judged.pman import RAISED, verdict_in
from benchwright.evaluate.questions.question_file import MeasuredQuestion
from benchwright.prompts.asking import Asker
from benchwright.prompts.load import Style
from benchwright.prompts.prompt import prompt

STEPS, DIRECT = "pman", "pman_direct"


@dataclass(slots=True)
class QuestionJudgement:
    """What the model said of one question: `answerable` by prompt ("pman", "pman_direct"), `styles` by name; None where
    its replies could not be read. Judgements that were not asked for are missing."""

    answerable: dict[str, bool | None] = field(default_factory=dict)
    styles: dict[str, bool | None] = field(default_factory=dict)


async def judge(
    asker: Asker, one: MeasuredQuestion, prompts: Sequence[str], styles: Mapping[str, Style]
) -> tuple[QuestionJudgement, str]:
    """The judgement of a question, and why a part of it is missing ("" if none is). Raises what models raise."""
    told, problems = QuestionJudgement(), []
    for name in prompts:
        told.answerable[name] = await _answerable(asker, one, name)
        if told.answerable[name] is None:
            problems.append(f"{name}: neither YES nor NO in {1 + len(RAISED)} replies")
    for name, style in styles.items():
        values = {"style": style, "question": one.question, "answer": one.answer}
        reply = await asker.ask("verifier", prompt("style_of"), values)
        data: Any = reply.data
        told.styles[name] = data["fits"] if reply.status == "ok" and isinstance(data, dict) else None
        if told.styles[name] is None:
            problems.append(f"style_of: {reply.status}")
    return told, problems[0] if problems else ""


async def _answerable(asker: Asker, one: MeasuredQuestion, name: str) -> bool | None:
    values = {"question": one.question, "answer": one.answer}
    shown = one.sources()
    for sample, heat in enumerate((None, *RAISED)):
        reply = await asker.ask("verifier", prompt(name), values, shown, sample=sample, temperature=heat)
        verdict = verdict_in(reply.text) if reply.status == "ok" else None
        if verdict is not None:
            return verdict
    return None
