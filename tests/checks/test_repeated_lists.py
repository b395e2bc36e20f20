"""No list twice: the same question, or nearly the same answers in nearly the same words."""

from __future__ import annotations

from benchwright.checks.repeated_lists import NoRepeatedLists
from benchwright.records import Answer, Example, Modalities, Origin, Outcome, Status


def asked(number: int, question: str, answers: str, style: str = "list") -> Outcome:
    example = Example(
        id=f"e{number}",
        question=question,
        answers=tuple(Answer(one) for one in answers.split()),
        style=style,
        modalities=Modalities(text=1),
        sources=("s",),
        distractors=(),
        entity="",
        family="simple",
        checks=(),
        origin=Origin("qampari", "{}", number, 13),
    )
    return Outcome("{}", number, Status.ACCEPTED, example=example)


def verdicts(*outcomes: Outcome) -> list[str]:
    rule, found = NoRepeatedLists(), []
    for outcome in outcomes:
        judged = rule.judge(outcome)
        found.append(str(judged.status))
        if judged.status is Status.ACCEPTED:
            rule.admit(judged)
    return found


def test_the_same_question_and_nearly_the_same_list_are_repeats() -> None:
    assert verdicts(
        asked(0, "Which painters were born in Delft?", "a b c d e"),
        asked(1, "Which painters were born in Delft?", "v w x y z"),
        asked(2, "Which painters of Delft were born there?", "a b c d e"),
        asked(3, "Which painters died in the town where Vermeer lived?", "a b c d e"),
        asked(4, "Which painters were born near Delft?", "a b x y z"),
    ) == ["accepted", "rejected", "rejected", "accepted", "accepted"]


def test_other_styles_are_let_be() -> None:
    outcome = asked(0, "Which painters were born in Delft?", "a b", style="compound")
    assert NoRepeatedLists().judge(outcome) is outcome
