"""Find questions that a shortcut answers without any source: the usual answer to questions that begin alike.

The test set of WebQA's image questions was chosen "adversarially" against shortcuts (data sheet, appendix G). How is
not published. This is the plainest shortcut: what most questions with the same first words are answered by. VQA-CP
(Agrawal et al., 2018) splits by question type and answer, too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from benchwright.evaluate.question_prefixes import DEPTH, first_words
from benchwright.evaluate.questions.answer_keywords import QuestionAnswers, keywords_of

Shortcut = Mapping[tuple[str, ...], str]
"""By the first words of questions the answer that they have most often, if more than one has it."""


def fit_shortcut(questions: Sequence[QuestionAnswers]) -> Shortcut:
    """The commonest answer by beginning, of one to four words. Equal counts are decided by the words."""
    counts: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for one in questions:
        answer = _answer(one)
        if answer:
            for beginning in _beginnings(one):
                counts[beginning][answer] += 1
    common = {beginning: min(found, key=lambda word: (-found[word], word)) for beginning, found in counts.items()}
    return {beginning: answer for beginning, answer in common.items() if counts[beginning][answer] > 1}


def answered_by(shortcut: Shortcut, questions: Sequence[QuestionAnswers]) -> list[bool]:
    """Whether the shortcut gives the right answer: that of the longest beginning that it knows."""
    return [_guess(shortcut, one) == _answer(one) != "" for one in questions]


def _guess(shortcut: Shortcut, one: QuestionAnswers) -> str:
    return next((shortcut[words] for words in _beginnings(one) if words in shortcut), "")


def _answer(one: QuestionAnswers) -> str:
    return "; ".join(sorted(keywords_of(one)))


def _beginnings(one: QuestionAnswers) -> list[tuple[str, ...]]:
    """The first four words, the first three, two, one."""
    words = first_words(one.question, DEPTH)
    return [words[:length] for length in range(len(words), 0, -1)]
