"""Faults planted in a model's replies: each is caught by the check that is named for it, and sound questions pass all.

The verifier (`support.verifier`) really looks things up in the sources that a request shows, so that taking a source
away takes its answer away.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import pytest
from tests.support.grounds import table, text
from tests.support.verifier import Knowing, Known, asker, no_picture

from benchwright.checks.judged import Half, HopDraft, JudgeResult, QuestionDraft, Quote, judge
from benchwright.checks.judged.settings import Action
from benchwright.prompts import styles
from benchwright.records import Modalities, Source

TOWER = text("tower", "Alder Tower", "The Alder Tower was finished in 1889. It was designed by Ida Moss.")
BRIDGE = text("bridge", "Birch Bridge", "The Birch Bridge was opened in 1832. It is 412 metres long.")
MOSS = text("moss", "Ida Moss", "Ida Moss was born in the town of Tarvik. She built in brick.")
COPY = text("copy", "Towers of the north", "Among them is the Alder Tower, designed by Ida Moss and finished in 1889.")
DATES = text("dates", "Openings", "Alder Tower | 1889, Birch Bridge | 1832: a list of openings in the north.")
HEIGHTS = table("heights", "Heights", ["Structure", "Height (m)"], [["Alder Tower", "96"], ["Birch Bridge", "34"]])

COMPOUND = replace(styles()["compound"], checks=("halves",))
NUMERICAL = replace(styles()["numerical"], checks=("arithmetic",))
HOPS = replace(styles()["multi-hop"], checks=("hops",))
CHOICE = replace(styles()["information-extraction"], name="choice", checks=("options",))

YEARS = QuestionDraft(
    question="How many years before the Alder Tower was finished was the Birch Bridge opened?",
    answer="The Birch Bridge was opened 57 years before the Alder Tower was finished.",
    short_answer="57 years",
    style=NUMERICAL,
    wants=Modalities(text=2),
    sources=(TOWER, BRIDGE),
    entity="Alder Tower",
    quotes=(Quote("tower", "was finished in 1889"), Quote("bridge", "opened in 1832")),
    expression="1889 - 1832",
)
BOTH = QuestionDraft(
    question="Who designed the Alder Tower, and how high is the Birch Bridge?",
    answer="The Alder Tower was designed by Ida Moss, and the Birch Bridge is 34 metres high.",
    short_answer="Ida Moss; 34 metres",
    style=COMPOUND,
    wants=Modalities(text=1, table=1),
    sources=(TOWER, HEIGHTS),
    entity="Alder Tower",
    quotes=(Quote("tower", "It was designed by Ida Moss."), Quote("heights", "Birch Bridge | 34")),
    halves=(Half("Who designed the Alder Tower?", "Ida Moss"), Half("How high is the Birch Bridge?", "34 metres")),
)
BORN = QuestionDraft(
    question="In which town was the designer of the Alder Tower born?",
    answer="The designer of the Alder Tower was born in Tarvik.",
    short_answer="Tarvik",
    style=HOPS,
    wants=Modalities(text=2),
    sources=(TOWER, MOSS),
    entity="Ida Moss",
    quotes=(Quote("tower", "designed by Ida Moss"), Quote("moss", "Ida Moss was born in the town of Tarvik")),
    hops=(
        HopDraft("Who designed the Alder Tower?", "Ida Moss designed it.", "Ida Moss", (TOWER,)),
        HopDraft("In which town was Ida Moss born?", "She was born in Tarvik.", "Tarvik", (MOSS,)),
    ),
)
HIGHER = QuestionDraft(
    question="Which is higher, the Alder Tower or the Birch Bridge?",
    answer="The Alder Tower is higher than the Birch Bridge.",
    short_answer="the Alder Tower",
    style=CHOICE,
    wants=Modalities(text=1, table=1),
    sources=(TOWER, HEIGHTS),
    entity="Alder Tower",
    quotes=(Quote("tower", "The Alder Tower was finished in 1889"), Quote("heights", "Alder Tower | 96")),
    options=("the Alder Tower", "the Birch Bridge"),
)
HOP_CLUES = ("designed by Ida Moss", "town of Tarvik")
KNOWN = {
    YEARS.question: Known("57 years", (("finished in 1889", "opened in 1832"),), "numerical"),
    BOTH.question: Known("Ida Moss and 34 metres", (("designed by Ida Moss", "Birch Bridge | 34"),), "compound"),
    BOTH.halves[0].question: Known("Ida Moss", (("designed by Ida Moss",),)),
    BOTH.halves[1].question: Known("34 metres", (("Birch Bridge | 34",),)),
    BORN.question: Known("Tarvik", (HOP_CLUES,), "multi-hop"),
}
SOUND = {"numerical": YEARS, "compound": BOTH, "multi-hop": BORN}
EVERYTHING: Mapping[str, Action] = {"pman": "reject", "closed_book": "reject"}


def judged(draft: QuestionDraft, known: Mapping[str, Known] = KNOWN, **settings: Action) -> tuple[JudgeResult, Knowing]:
    model = Knowing(known)
    return asyncio.run(judge(draft, asker(model), no_picture, settings)), model


@pytest.mark.parametrize("name", SOUND)
def test_sound_questions_pass_every_check(name: str) -> None:
    found, _ = judged(SOUND[name], **EVERYTHING)
    assert found.failed is None
    assert {check.verdict for check in found.checks} == {"pass"}
    assert {span.source for span in found.evidence} == {source.id for source in SOUND[name].sources}


@dataclass(frozen=True)
class Fault:
    """A planted fault: what is wrong, the check that is named for it, the draft, and what the verifier would know."""

    name: str
    check: str
    draft: QuestionDraft
    known: Mapping[str, Known] = field(default_factory=dict)
    """Over KNOWN."""

    def caught(self) -> JudgeResult:
        return judged(self.draft, {**KNOWN, **self.known}, **EVERYTHING)[0]


def _with(draft: QuestionDraft, source: Source, at: int, quote: str) -> QuestionDraft:
    """The same question, with another source in one's place."""
    sources = tuple(source if number == at else old for number, old in enumerate(draft.sources))
    quotes = tuple(Quote(source.id, quote) if number == at else old for number, old in enumerate(draft.quotes))
    return replace(draft, sources=sources, quotes=quotes)


def _answer(draft: QuestionDraft, old: str, new: str) -> QuestionDraft:
    halves = tuple(replace(half, answer=half.answer.replace(old, new)) for half in draft.halves)
    return replace(
        draft,
        answer=draft.answer.replace(old, new),
        short_answer=draft.short_answer.replace(old, new),
        halves=halves,
    )


THREE = replace(
    BOTH,
    wants=Modalities(text=2, table=1),
    sources=(TOWER, HEIGHTS, COPY),
    quotes=(*BOTH.quotes, Quote("copy", "designed by Ida Moss")),
)
FAULTS = [
    Fault("wrong answer: another number", "correct", _answer(BOTH, "34", "43")),
    Fault("wrong answer: another name", "correct", _answer(BOTH, "Ida Moss", "Eva Lind")),
    Fault("wrong answer: the wrong hop's result", "correct", _answer(BORN, "Tarvik", "Norby")),
    Fault("redundant source: tells the same again", "needed", THREE),
    Fault(
        "redundant source: the whole answer stands in one",
        "needed",
        BORN,
        {BORN.question: Known("Tarvik", (("town of Tarvik",),), "multi-hop")},
    ),
    Fault(
        "redundant source: both halves from one",
        "needed",
        BOTH,
        {BOTH.question: Known("Ida Moss and 34 metres", (("Birch Bridge | 34",),), "compound")},
    ),
    Fault("source without any use", "relevant", _with(BORN, BRIDGE, 1, "opened in 1832")),
    Fault(
        "wrong style: two questions as a sum", "style", replace(BOTH, style=replace(COMPOUND, name="compare-contrast"))
    ),
    Fault("wrong style: a look-up as a sum", "arithmetic", replace(YEARS, expression="")),
    Fault("arithmetic slip in the answer", "arithmetic", _answer(YEARS, "57", "67")),
    Fault("arithmetic slip behind the equals sign", "arithmetic", replace(YEARS, expression="1889 - 1832 = 67")),
    Fault("operand that no source tells", "arithmetic", _answer(replace(YEARS, expression="1889 - 1830"), "57", "59")),
    Fault("operand that somebody counted", "arithmetic", _answer(replace(YEARS, expression="3 * 1832"), "57", "5496")),
    Fault("sum with code in it", "arithmetic", replace(YEARS, expression="__import__('os').getpid() - 1832")),
    Fault("invented quote", "quotes", _with(BOTH, TOWER, 0, "It was designed by the celebrated Ida Moss.")),
    Fault("cells of two rows quoted as one", "quotes", _with(BOTH, HEIGHTS, 1, "Birch Bridge | 96")),
    Fault("source without a quote", "quotes", replace(BOTH, quotes=BOTH.quotes[:1])),
    Fault(
        "quote of a source that is not cited", "quotes", replace(BOTH, quotes=(*BOTH.quotes, Quote("moss", "Tarvik")))
    ),
    Fault(
        "leak of the answer", "leak", replace(BORN, question="In which town, Tarvik, was the tower's designer born?")
    ),
    Fault("leak of the bridge", "leak", replace(BORN, question="In which town was Ida Moss, the designer, born?")),
    Fault("modalities: a text for a table", "modalities", replace(YEARS, wants=Modalities(text=1, table=1))),
    Fault("modalities: one source twice", "modalities", replace(YEARS, sources=(TOWER, TOWER))),
    Fault("points at a source", "readable", replace(BORN, question="In which town was the designer in the text born?")),
    Fault("compound with one half", "readable", replace(BOTH, halves=BOTH.halves[:1], short_answer="Ida Moss")),
    Fault(
        "compound whose second half is not answered",
        "correct",
        replace(BOTH, answer="The Alder Tower was designed by Ida Moss.", short_answer="Ida Moss"),
    ),
    Fault(
        "hop 2 answered by hop 1's source",
        "hops",
        BORN,
        {BORN.question: Known("Tarvik", (HOP_CLUES, HOP_CLUES[:1]), "multi-hop", sees_all=False)},
    ),
    Fault(
        "hop 1 answered by hop 2's source",
        "hops",
        BORN,
        {BORN.question: Known("Tarvik", (HOP_CLUES, HOP_CLUES[1:]), "multi-hop", sees_all=False)},
    ),
    Fault(
        "hops that share a source", "hops", replace(BORN, hops=(BORN.hops[0], replace(BORN.hops[1], sources=(TOWER,))))
    ),
    Fault(
        "known without sources", "closed_book", YEARS, {YEARS.question: replace(KNOWN[YEARS.question], by_heart=True)}
    ),
    Fault("clumsy wording", "fluent", YEARS, {YEARS.question: replace(KNOWN[YEARS.question], fluency=3)}),
    Fault("leans on its source", "alone", YEARS, {YEARS.question: replace(KNOWN[YEARS.question], alone=False)}),
    Fault(
        "redundant source that the verifier overlooks: both halves from one",
        "needed",
        BOTH,
        {half.question: Known(half.answer, (("Birch Bridge | 34",),)) for half in BOTH.halves},
    ),
    Fault(
        "redundant source: one half from either, the other from one",
        "needed",
        BOTH,
        {BOTH.halves[0].question: Known("Ida Moss", (("designed by Ida Moss",), ("Birch Bridge | 34",)))},
    ),
    Fault(
        "a half that no source answers alone",
        "needed",
        BOTH,
        {BOTH.halves[1].question: Known("34 metres", (("designed by Ida Moss", "Birch Bridge | 34"),))},
    ),
    Fault(
        "a half that is answered by neither source",
        "needed",
        BOTH,
        {BOTH.halves[1].question: Known("34 metres", ())},
    ),
    Fault(
        "redundant operand: one source tells both numbers",
        "needed",
        replace(YEARS, sources=(TOWER, DATES), quotes=(YEARS.quotes[0], Quote("dates", "Birch Bridge | 1832"))),
        {
            YEARS.question: Known(
                "57 years",
                (("finished in 1889", "Birch Bridge | 1832"),),
                "numerical",
                steps={"Alder Tower | 1889": "It was finished in 1889.", "Birch Bridge | 1832": "1832"},
            )
        },
    ),
    Fault(
        "shortcut: the answer is told where the description is missing",
        "hops",
        BORN,
        {
            BORN.question: replace(
                KNOWN[BORN.question], steps={"designed by Ida Moss": "Ida Moss", "town of Tarvik": "in Tarvik"}
            )
        },
    ),
    Fault(
        "shortcut: the describing source names the town too",
        "hops",
        BORN,
        {BORN.question: Known("Tarvik", (HOP_CLUES, ("1889",)), "multi-hop", sees_all=False)},
    ),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_every_fault_is_caught_by_the_check_of_its_name(fault: Fault) -> None:
    found = fault.caught()
    assert found.failed is not None
    assert found.failed.verdict == "fail"
    assert fault.check in {check.name for check in found.checks if check.verdict == "fail"}


def test_catch_rates(capsys: pytest.CaptureFixture[str]) -> None:
    planted: dict[str, list[bool]] = {}
    for fault in FAULTS:
        failing = {check.name for check in fault.caught().checks if check.verdict == "fail"}
        planted.setdefault(fault.check, []).append(fault.check in failing)
    falsely = [name for name, draft in SOUND.items() if judged(draft, **EVERYTHING)[0].failed is not None]
    with capsys.disabled():
        print("\ncheck         caught  planted")
        for name, caught in sorted(planted.items()):
            print(f"{name:<12} {sum(caught):>7} {len(caught):>8}")
        print(f"sound questions rejected: {len(falsely)} of {len(SOUND)}")
    assert {name: sum(caught) for name, caught in planted.items()} == {
        name: len(all_) for name, all_ in planted.items()
    }
    assert falsely == []
