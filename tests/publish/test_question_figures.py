"""Drawings of an analysis are SVG with every word of others escaped, on disk and on the page."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from diagnosed import corpus
from selectolax.lexbor import LexborHTMLParser
from summaries import summary

from benchwright.evaluate.diagnosis.cause_report import CauseExample, CauseReport
from benchwright.evaluate.diagnosis.causes import CauseFinding
from benchwright.evaluate.questions.answer_keywords import QuestionAnswers
from benchwright.evaluate.questions.question_analysis import AnalysedQuestion, QuestionAnalysis, question_analysis
from benchwright.publish.disagreements import EvidenceSource
from benchwright.publish.page import page_html
from benchwright.publish.question_figures import write_question_figures

HOSTILE = "</svg><script>alert(1)</script>&\"'"


def analysis(word: str = "What") -> QuestionAnalysis:
    questions = [
        AnalysedQuestion(f"q{n}", QuestionAnswers(f"{word} is it?", ((f"colour{n % 2}",),)), {word: f"{word}{n % 2}"})
        for n in range(20)
    ]
    return question_analysis(questions)


def test_both_drawings_are_written_and_removed_again(tmp_path: Path) -> None:
    write_question_figures(analysis(HOSTILE), tmp_path)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["keyword-coverage.svg", "question-prefixes.svg"]
    for one in tmp_path.iterdir():
        assert not list(ElementTree.parse(one).iter("{http://www.w3.org/2000/svg}script"))
    write_question_figures(question_analysis([]), tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_page_shows_the_drawings_for_both_widths_and_the_columns() -> None:
    page = LexborHTMLParser(page_html(summary(), analysis=analysis()))
    assert len(page.css("#asked .art svg")) == 4
    assert [node.text() for node in page.css("#asked tbody th")] == ["What0", "What1"]
    assert "The 2 keywords of one half" in page.css_first("#asked").text()
    assert not LexborHTMLParser(page_html(summary())).css("#asked")


def test_no_word_of_a_question_becomes_an_element() -> None:
    plain = LexborHTMLParser(page_html(summary(), analysis=analysis()))
    hostile = LexborHTMLParser(page_html(summary(), analysis=analysis(HOSTILE)))
    for name in ("script", "svg", "b", "img"):
        assert len(hostile.css(name)) == len(plain.css(name))


def test_the_gallery_shows_the_sources_of_a_wrong_answer(tmp_path: Path) -> None:
    system = summary().listing[0]
    finding = CauseFinding("misread", "rule", "2,400 is the railways of Vorland", 1.0, "2,400 square kilometres")
    example = CauseExample(system, "misread", "q1", f"How large is Vorland? {HOSTILE}", "8,100 sq km", finding)
    causes = CauseReport((), (example,), (), {system: 1}, {system: 10})
    table = EvidenceSource(corpus(tmp_path).source("lands"))
    html = page_html(summary(), causes=causes, mistaken={"q1": [table] * 6})
    page = LexborHTMLParser(html)
    shown = page.css_first("#causes")
    assert shown is not None
    assert len(shown.css(".source")) == 4
    for words in ("Lands of the North", "8,100 sq km", "2,400 square kilometres", "2 more sources are not shown."):
        assert words in shown.text()
    assert len(page.css("script")) == len(LexborHTMLParser(page_html(summary())).css("script"))
