from __future__ import annotations

from dataclasses import replace

from listmade import passage, question, some_answers

from benchwright.makers.lists.benchmark_figures import BINS, Share, bin_name, stats_of
from benchwright.records import Answer

SOURCES = [passage(f"p{n}", f"Film {n}", f"Film {n} is a film.") for n in range(30)]
EXAMPLES = [
    question("a", "simple", ["P57"], "What did Ida direct?", some_answers(SOURCES[:5])),
    question("b", "simple", ["P58"], "What did Ida write?", some_answers(SOURCES[:9]), types=["film", "play"]),
    question("c", "composition", ["P57", "P19"], "Where were the people born who made it?", some_answers(SOURCES[:6])),
    question("d", "table-simple", ["List of films"], "What are the films?", some_answers(SOURCES[:30])),
]


def test_questions_are_counted_by_kind_and_source() -> None:
    stats = stats_of(EXAMPLES, {"P57": "director"})
    told = [(one.name, one.questions, one.mean_answers, one.median_answers, one.mean_words) for one in stats.lines]
    assert told == [
        ("total", 4, 12.5, 7.5, 5.0),
        ("simple (graph)", 2, 7.0, 7.0, 4.0),
        ("composition (graph)", 1, 6.0, 6.0, 8.0),
        ("table-simple", 1, 30.0, 30.0, 4.0),
    ]
    assert stats.relations == (Share("director", 2, 0.5), Share("P19", 1, 0.25), Share("P58", 1, 0.25))
    assert stats.types == (Share("film", 4, 0.8), Share("play", 1, 0.2))


def test_answers_are_counted_in_bins() -> None:
    stats = stats_of(EXAMPLES)
    told = {bin_name(one): count for one, count in zip(BINS, stats.bins, strict=True) if count}
    assert told == {"5": 1, "6": 1, "8–10": 1, "21–50": 1}
    assert stats.questions == 4
    assert [bin_name(BINS[0]), bin_name(BINS[-1])] == ["0–4", "201+"]


def test_relations_that_are_split_by_type_are_counted_by_type_too() -> None:
    answers = some_answers(SOURCES[:5])
    split = [
        question("a", "simple", ["P131"], "Which cities?", answers, typed=["P131 cities"]),
        question("b", "composition", ["P131", "P57"], "Which?", answers, typed=["P131 big towns", "P57"]),
        question("c", "simple", ["P131"], "Which more cities?", answers, typed=["P131 cities"]),
        question("d", "simple", ["P57"], "An old one?", answers),
    ]
    labels = {"P131": "located in"}
    stats = stats_of(split, labels)
    assert stats.relations == (Share("located in", 3, 0.6), Share("P57", 2, 0.4))
    assert stats.typed == (
        Share("P57", 2, 0.4),
        Share("located in (cities)", 2, 0.4),
        Share("located in (big towns)", 1, 0.2),
    )
    assert [one["name"] for one in stats.to_json()["typed"]][1] == "located in (cities)"
    assert stats_of([split[3], *EXAMPLES]).typed == ()


def test_an_id_with_blanks_is_no_type_of_a_shorter_one() -> None:
    relations = ["located", "located in"]
    answers = some_answers(SOURCES[:5])
    typed = ["located", "located in", "located in towns"]
    stats = stats_of([question("a", "intersection", relations, "Which?", answers, typed=typed)])
    assert {share.name for share in stats.typed} == {"located", "located in", "located in (towns)"}


def test_nothing_gives_nothing() -> None:
    stats = stats_of([])
    assert (stats.lines, stats.relations, stats.questions) == ((), (), 0)
    assert [high for _, high in BINS[:-1] if high is not None] == [low - 1 for low, _ in BINS[1:]]  # no gap


def test_undecided_answers_are_counted() -> None:
    undecided = (Answer("Film 20"), Answer("Film 21"))
    stats = stats_of(
        [replace(EXAMPLES[0], undecided=undecided), *EXAMPLES[1:3], replace(EXAMPLES[3], undecided=undecided[:1])]
    )
    assert [(line.name, line.undecided) for line in stats.lines] == [
        ("total", 3), ("simple (graph)", 2), ("composition (graph)", 0), ("table-simple", 1),
    ]  # fmt: skip
    assert stats.to_json()["lines"][0]["undecided"] == 3


def test_the_first_few_have_their_share_of_all() -> None:
    assert stats_of(EXAMPLES, top=1).relations == (Share("P57", 2, 0.5),)
    assert stats_of(EXAMPLES, top=1).types == (Share("film", 4, 0.8),)


def test_a_type_counts_once_in_a_question() -> None:
    example = question("a", "simple", ["P57"], "Which?", some_answers(SOURCES[:5]), types=["film", "film", "play"])
    assert stats_of([example]).types == (Share("film", 1, 0.5), Share("play", 1, 0.5))
