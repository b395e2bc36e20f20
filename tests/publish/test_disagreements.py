"""Which questions are shown, with what, and in which order."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from selectolax.lexbor import LexborHTMLParser
from summaries import summary

from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.matched_run import MatchedRun
from benchwright.evaluate.measure_values import MeasureValues, scored
from benchwright.evaluate.runs import Run, RunHit, TextChunk, run_of
from benchwright.publish.disagreements import HITS, ListedHit, disagreements, shown_of, spreads
from benchwright.publish.page import page_html
from benchwright.records import Answer, Modalities, Modality, Place, Source, Span

SOURCES = {
    name: Source(name, Modality.TEXT, title, f"{title} is here.", Place(f"{name}.md"))
    for name, title in (("a", "Alpha"), ("b", "Beta"), ("c", ""))
}


class Library:
    """A corpus of three texts."""

    def __contains__(self, source_id: object) -> bool:
        return source_id in SOURCES

    def source(self, source_id: str) -> Source:
        return SOURCES[source_id]

    def image_path(self, source: Source) -> Path:
        raise AssertionError(f"{source.id} is no image")


def question(number: int, style: str, *gold: str, evidence: tuple[Span, ...] = ()) -> Question:
    answers = (Answer(f"answer {number}", (), (evidence,) if evidence else ()),)
    sets = (frozenset(gold or ("a",)),)
    return Question(f"q{number}", f"Question {number}?", style, Modalities(text=1), answers, sets, "doc", ("doc",))


def gold(*styles: str) -> Gold:
    return Gold("bench", "f", tuple(question(number, style) for number, style in enumerate(styles)))


def test_the_spread_is_between_contenders_that_are_scored() -> None:
    told = {
        "bm25": scored("recall@5", [1.0, 0.5, 0.0, 1.0]),
        "dense": scored("recall@5", [0.0, 0.5, 0.25, 1.0]),
        "mine": MeasureValues("recall@5", np.array([0.0, 0.0, 1.0, 0.0]), np.array([True, False, True, False])),
        "oracle": scored("recall@5", [1.0, 1.0, 1.0, 1.0]),
        "random": scored("recall@5", [0.0, 0.0, 0.0, 0.0]),
    }
    questions = gold("x", "x", "x", "x")
    bounds = ("oracle", "random")
    assert spreads(questions, told, bounds).tolist() == [1.0, 0.0, 1.0, 0.0]
    floored = {"bm25": told["bm25"], "random": told["random"]}
    assert spreads(questions, floored, bounds).tolist() == [1.0, 0.5, 0.0, 1.0]
    assert spreads(questions, {"bm25": told["bm25"]}, bounds).tolist() == [0.0] * 4
    assert spreads(questions, told).tolist() == [1.0, 1.0, 1.0, 1.0]  # no name is a bound by itself
    assert [one.id for one in disagreements(questions, told, {}, {}, Library(), bounds=bounds)] == ["q0", "q2"]


def test_styles_take_turns_and_the_largest_spread_stands_first() -> None:
    """Five questions of one style with larger spreads do not push the one of the other style out."""
    questions = gold("x", "x", "x", "x", "x", "y", "y")
    told = {
        "bm25": scored("recall@5", [1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.0]),
        "dense": scored("recall@5", [0.0] * 7),
    }
    chosen = disagreements(questions, told, {}, {}, Library(), limit=3)
    assert [one.id for one in chosen] == ["q0", "q1", "q5"]
    assert [one.spread for one in chosen] == [1.0, 0.9, 0.5]
    assert len(disagreements(questions, told, {}, {}, Library())) == 6  # q6 has no spread
    assert disagreements(questions, told, {}, {}, Library(), limit=3) == chosen


def found_of(run: Run, questions: Gold, relevant: list[bool]) -> MatchedRun:
    gains = [(str(run.sources[at]),) if good else () for at, good in enumerate(relevant)]
    return MatchedRun(run.name, questions, run.starts, gains, np.array(relevant), run.scores, np.arange(len(run)))


def test_a_question_comes_with_its_sources_and_the_first_hits() -> None:
    evidence = (Span("b", "text", 0, 4), Span("elsewhere", "text", 0, 1))
    questions = Gold("bench", "f", (question(0, "x", "a", "b", evidence=evidence),))
    good = run_of(
        "good",
        [
            (
                "q0",
                [
                    RunHit("b"),
                    RunHit("c"),
                    RunHit("a"),
                    RunHit("unknown\x1b"),
                    RunHit("c"),
                    RunHit("c"),
                ],
            )
        ],
    )
    chunk = TextChunk("Some words\nof another", "notes.md", 0, 10)
    foreign = run_of("foreign", [("q0", [RunHit(chunk=chunk), RunHit(chunk=TextChunk("words"))])])
    runs = {"good": good, "foreign": foreign}
    found = {
        "good": found_of(good, questions, [True, False, True, False, False, False]),
        "foreign": found_of(foreign, questions, [False, False]),
    }
    told = {"good": scored("recall@5", [1.0]), "foreign": scored("recall@5", [0.0]), "gone": scored("recall@5", [0.0])}
    (one,) = disagreements(questions, told, found, runs, Library())
    assert (one.question, one.answer, one.style, one.modalities) == ("Question 0?", "answer 0", "x", "text")
    assert one.undecided == ()
    assert one.values == {"good": 1.0, "foreign": 0.0, "gone": 0.0}
    assert [(shown.source.id, shown.evidence) for shown in one.sources] == [("b", (evidence[0],)), ("a", ())]
    assert one.retrieved == {
        "good": (
            ListedHit("Beta", "text", True),
            ListedHit("c", "text", False),
            ListedHit("Alpha", "text", True),
            ListedHit("unknown\\x1b", "", False),
            ListedHit("c", "text", False),
        ),
        "foreign": (ListedHit("notes.md — “Some words of another”", "", False), ListedHit("“words”", "", False)),
    }
    page = LexborHTMLParser(page_html(summary(), (one,)))
    assert len(page.css(".question .source")) == 2


def test_of_a_run_of_long_chunks_the_first_words_of_the_first_hits_are_enough() -> None:
    questions = Gold("bench", "f", (question(0, "x", "a", "b"),))
    long = [TextChunk(f"{rank} \t words\n" * 400, "notes.md") for rank in range(HITS + 2)]
    run = run_of("rag", [("q0", [*(RunHit(chunk=one) for one in long), RunHit("b")])])
    found = found_of(run, questions, [False] * (HITS + 3))
    told = {"rag": scored("recall@5", [1.0]), "gone": scored("recall@5", [0.0])}
    shown = shown_of(run, found)
    pages = [disagreements(questions, told, {"rag": found}, {"rag": one}, Library()) for one in (run, shown)]
    assert pages[0] == pages[1]
    assert len(pages[0][0].retrieved["rag"]) == HITS
    assert sum(len(one.text) for one in shown.chunks if one) < 200 * HITS
    assert [one is None for one in shown.chunks] == [False] * HITS + [True] * 3
