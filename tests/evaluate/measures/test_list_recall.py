from dataclasses import replace

import pytest
from rankings import gold, question, run

from benchwright.errors import UsageError
from benchwright.evaluate.gold import Question
from benchwright.evaluate.match.source_ids import match_sources
from benchwright.evaluate.measures.list_recall import list_recall
from benchwright.records import Answer, Span


class Shelf:
    """Texts of a run's hits by the ids of its sources."""

    def __init__(self, mine, texts):
        self.mine, self.texts = mine, texts

    def __getitem__(self, row):
        return self.texts[self.mine.sources[row]]

    def key(self, row):
        return self.mine.sources[row]


TEXTS = {
    "p1": "Films: Heat, and The  Insider (1999).",
    "p2": "Collaterals were many; thieves' heatwave.",
    "p3": "He made “Thief” and Mann's Ali for $1,000.50.",
    "p4": "ALI again. Collateral!",
    "zh": "鲁迅在1918年发表了《狂人日记》。",
    "ja": "東京タワーは港区にある。",
    "th": "กรุงเทพมหานครเป็นเมืองหลวง",
}


def answer(text, *alternatives, aliases=()):
    return Answer(text, aliases, tuple(tuple(Span(one, "text") for one in spans) for spans in alternatives))


def asked(name, *answers):
    made = question(name, ["p1"])
    return Question(name, "?", "list", made.modalities, answers, (*made.gold_sets, frozenset(TEXTS)), name, ())


FILMS = asked(
    "films",
    answer("Heat", ["p1"]),
    answer("The Insider", ["p1"], ["p2", "p3"]),
    answer("Collateral", ["p4"], aliases=("Collateral (film)",)),
    answer("Muhammad Ali", ["p3", "p4"], aliases=("Ali",)),
)


def measured(mine, question_, *names):
    one = gold(*question_) if isinstance(question_, tuple) else gold(question_)
    return list_recall(match_sources(mine, one, TEXTS), Shelf(mine, TEXTS), names)


def test_recall_of_answers_and_of_evidence_by_hand():
    mine = run({"films": [("p2", 5.0), ("p1", 4.0), ("p3", 3.0), ("p4", 2.0)]})
    names = [f"ARECALL@{k}" for k in (1, 2, 3, 4, 10)] + [f"ERECALL@{k}" for k in (1, 2, 3, 4, 10)]
    values = measured(mine, FILMS, *names)
    assert [one.measure for one in values] == names
    # p2 has no whole word of theirs; p1 Heat and Insider; p3 Ali; p4 Collateral
    assert [float(one.values[0]) for one in values[:5]] == [0, 0.5, 0.75, 1, 1]
    # p2: a third of Insider's evidence; p1: Heat, and a third; p3: the last third, half of Ali; p4: Collateral and Ali
    assert [float(one.values[0]) for one in values[5:]] == pytest.approx([1 / 12, 5 / 12, 0.625, 1, 1])


@pytest.mark.parametrize(
    ("name", "expected"),
    [("1,000.50", 1), ("1000.5", 1), ("9,000", 0), ("Thief", 1), ("thi", 0), ("1999", 0), ("", 0), ("Mann's", 1)],
)
def test_answers_stand_as_whole_words_in_any_form(name, expected):
    mine = run({"q": [("p3", 1.0)]})
    (value,) = measured(mine, asked("q", answer(name)), "ARECALL@1")
    assert value.values.tolist() == [expected]


@pytest.mark.parametrize(
    ("source", "name", "expected"),
    [
        ("zh", "狂人日记", 1),
        ("zh", "狂 人日记", 1),
        ("zh", "日人狂记", 0),
        ("zh", "1918", 1),
        ("zh", "191", 0),
        ("ja", "東京タワー", 1),
        ("ja", "大阪", 0),
        ("th", "กรุงเทพ", 1),
        ("th", "เชียงใหม่", 0),
    ],
)
def test_answers_stand_in_scripts_without_spaces(source, name, expected):
    (value,) = measured(run({"q": [(source, 1.0)]}), asked("q", answer(name)), "ARECALL@1")
    assert value.values.tolist() == [expected]


def test_what_is_missing_scores_0_and_what_has_no_answers_nothing():
    mine = run({"films": [("p1", 1.0)], "bare": [("p1", 1.0)]})
    questions = (FILMS, asked("gone", answer("Heat", ["p1"])), asked("bare"), asked("told", answer("Heat")))
    answers, evidence = measured(mine, questions, "ARECALL@5", "ERECALL@5")
    assert answers.values.tolist() == [0.5, 0, 0, 0]
    assert answers.scored.tolist() == [True, True, False, True]
    assert answers.reasons == {"not a list": 1}
    assert evidence.values.tolist() == pytest.approx([1 / 3, 0, 0, 0])
    assert evidence.scored.tolist() == [True, True, False, False]
    assert evidence.reasons == {"not a list, or no evidence of its answers": 2}


def test_a_question_that_is_no_list_is_not_scored():
    mine = run({"one": [("p1", 1.0)]})
    single = replace(asked("one", answer("Heat", ["p1"])), style="numerical")
    for values in measured(mine, (single,), "ARECALL@5", "ERECALL@5"):
        assert values.scored.tolist() == [False]


@pytest.mark.parametrize("name", ["recall@5", "ARECALL@0", "ARECALL@", "ERECALL@x"])
def test_other_names_are_refused(name):
    with pytest.raises((ValueError, UsageError), match=r"are not all ARECALL@k or ERECALL@k|there is no measure"):
        measured(run({"films": [("p1", 1.0)]}), FILMS, name)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Paris", "<td>Paris</td>"),
        ("Paris", "capital = Paris"),
        ("Paris", "Paris's mayor"),
        ("Paris", "l'hiver d'Paris"),
        ("Paris", "|Paris|~Lyon~"),
        ("Serie A", "the Serie A in Italy"),
        ("Q&A", "a Q&A session"),
    ],
)
def test_a_name_is_found_beside_signs_and_marks(name, text):
    assert measured_once(name, text) == 1.0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("C", "C++ code"),
        ("AB-", "type AB+"),
        ("Windows 7", "Windows 7.1"),
        ("Paris", "Parisian"),
        ("U", "the U.S. Army"),
        ("S", "the U.S"),
    ],
)
def test_a_part_of_a_name_or_code_is_not_found(name, text):
    assert measured_once(name, text) == 0.0


def measured_once(name, text):
    mine = run({"one": [("p1", 1.0)]})
    values = list_recall(
        match_sources(mine, gold(asked("one", answer(name, ["p1"]))), TEXTS), Shelf(mine, {"p1": text}), ["ARECALL@1"]
    )
    return float(values[0].values[0])
