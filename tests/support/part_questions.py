"""Questions with the parts that answers to them are scored by."""

from benchwright.evaluate.answer_parts import known_values, parts_of
from benchwright.evaluate.gold import Question
from benchwright.records import Answer, Example, Modalities, Origin

LOOK_UP = {"op": "look_up"}


def fact(id, subject, relation, value, unit=""):
    return {"id": id, "subject": subject, "relation": relation, "value": value, "unit": unit}


def question(text, answers, program=None, *facts, style="information-extraction"):
    example = Example(
        id="q",
        question=text,
        answers=tuple(Answer(answer) if isinstance(answer, str) else Answer(*answer) for answer in answers),
        style=style,
        modalities=Modalities(text=1),
        sources=(),
        distractors=(),
        entity="",
        family="",
        checks=(),
        origin=Origin("composed", "", 0, 0),
        derivation={"program": program, "facts": list(facts)} if program else None,
    )
    return Question(
        example.id,
        text,
        style,
        example.modalities,
        example.answers,
        (),
        "d",
        (),
        parts=parts_of(example),
        known=known_values(example),
    )


FLAGS = question(
    "What colour is the right stripe on the flag of Italy, and what colour is it on the flag of Ireland?",
    [("The right stripe on the flag of Italy is red. The right stripe on the flag of Ireland is orange.",)],
    {"op": "both", "first": {**LOOK_UP, "fact": "a"}, "second": {**LOOK_UP, "fact": "b"}},
    fact("a", "Italy", "flag_right_stripe", "red"),
    fact("b", "Ireland", "flag_right_stripe", "orange"),
    style="compound",
)
SIZES = question(
    "How do Mexico and Panama compare in terms of population and the length of the land borders?",
    [
        "Mexico has a larger population than Panama (130,739,927 against 4,536,008), and it also has longer land "
        "borders (4,389 kilometres against 687 kilometres)."
    ],
    {
        "op": "compare",
        "traits": [
            {"name": "population", "left": {**LOOK_UP, "fact": "a"}, "right": {**LOOK_UP, "fact": "b"}},
            {"name": "length of the land borders", "left": {**LOOK_UP, "fact": "c"}, "right": {**LOOK_UP, "fact": "d"}},
        ],
    },
    fact("a", "Mexico", "population", "130,739,927"),
    fact("b", "Panama", "population", "4,536,008"),
    fact("c", "Mexico", "land_borders", "4,389", "kilometre"),
    fact("d", "Panama", "land_borders", "687", "kilometre"),
    style="compare-contrast",
)
RAILWAY = question("How long is the railway network of Panama?", ["77 kilometres"])
