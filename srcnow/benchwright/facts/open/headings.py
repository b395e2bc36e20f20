"""Read what answers a heading that is a question or a task: "How do I ...?", "Can I ...?", "How to install Apache".

    "Can I use natural task ids?" > "Yes, but make sure it's unique."              a yes or no
    "How do I iterate in reverse?" > "Use the reversed() built-in function:" ...   an instruction, with its code
    "How to install" > "Installing the apache2 package is all that is needed."     refused: no instruction
    "Why doesn't my package work?"                                                 refused: its reader's own
    "What is a condition and how do I make one?"                                   refused: asks two things

What kind of answer a heading wants is seen from its first words. A paragraph counts only if it begins with an answer of
that form, which repeats words of the heading unless it says yes or no. What points to another place, or says how and
goes on below, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from benchwright.english.sentences import sentences
from benchwright.english.stems import stem
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.open.context import OpenSubject, open_fact, plain_heading
from benchwright.facts.open.entries import Range, described
from benchwright.records import Fact, Source, Span

_VOCABULARY = Vocabulary.of("benchwright.facts.open", "headings")
_STOP_WORDS = _VOCABULARY.words("stop_words")
_KINDS = {
    kind: re.compile(rf"(?:{_VOCABULARY.pattern(kind)})\b", re.IGNORECASE)
    for kind in ("yes_or_no", "how", "reason", "number", "what")
}
_NO_QUESTION = re.compile(rf"\b(?:{_VOCABULARY.pattern('no_question')})\b", re.IGNORECASE)
_TASK = re.compile(r"(?:How to|To) (?!be )[a-z]+ \w")
_ANSWERS = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in _VOCABULARY.texts("answers").items()}
_IMPERATIVE = re.compile(
    rf"(?:(?:simply|just|first,|please|you (?:can|could|should|need to|have to|must)(?: simply)?) )?"
    rf"(?:{_VOCABULARY.pattern('instructions')})\b",
    re.IGNORECASE,
)
_TO = re.compile(
    rf"(?:To|In order to|If you (?:want|wish|need) to) [^,.]+, "
    rf"(?:simply |just |you (?:can|could|should|need to|must) )?(?:{_VOCABULARY.pattern('instructions')})\b"
)
_POINTS = re.compile(rf"\b(?:{_VOCABULARY.pattern('pointers')})\b|\[\d*\w*\]", re.IGNORECASE)
_WHAT_IS = re.compile(r"What(?:['’]s| is| are) (?:an? |the )?([^?]+)\?")
_SUBJECT = re.compile(r"(?:an? |the )?(.+?) (?:is|are|keeps?|provides?|allows?|refers? to|means)\b", re.IGNORECASE)
_ALSO = re.compile(r"[^.]*\balso\b")
"""An answer that begins so goes on from another one."""
_ANSWER = re.compile(r"(?:Answer|A)\s*:\s+")
_FEWEST_WORDS, _MOST_WORDS, _FIRST = 4, 60, 3
CONFIDENCE = 0.96
"""Of 78 sentences of six sites 75 were right; of 35 whole paragraphs of nine sets of documents 35."""


def facts_of_headings(source: Source) -> Iterator[Fact]:
    """The `answer` of a passage that opens a section whose heading is a question or a task."""
    if source.place.headings:
        yield from _answer(source, plain_heading(source.place.headings[-1]), (0, len(source.text)))


def facts_of_questions(source: Source) -> Iterator[Fact]:
    """The `answer` of each entry whose name is a question."""
    for entry, names in described(source, "definition", "run-in"):
        if names[0].endswith("?"):
            yield from _answer(source, names[0], entry.body)


def _answer(source: Source, heading: str, body: Range) -> Iterator[Fact]:
    kind = _kind(heading)
    if not kind or len(heading.split()) < 3 or "…" in heading or "..." in heading:
        return
    start = body[0]
    if (label := _ANSWER.match(source.text, *body)) is not None:
        start = label.end()
    span = _answering(source, kind, heading, (start, body[1]))
    if span is not None:
        value = source.text[slice(*span)]
        yield open_fact(
            source, "answer", OpenSubject(heading), value, Span(source.id, "text", *span), confidence=CONFIDENCE
        )


def _kind(heading: str) -> str:
    """What kind of answer a heading wants; "" if it is no question and no task, asks two things or for its reader's."""
    if _NO_QUESTION.search(heading):
        return ""
    if heading.endswith("?"):
        return next((kind for kind, pattern in _KINDS.items() if pattern.match(heading)), "")
    return "how" if _TASK.match(heading) else ""


def _answering(source: Source, kind: str, heading: str, body: Range) -> Range | None:
    """Where the paragraph stands that answers, with the code that it leads over to; None if the first one does not
    surely do so as a whole. What says how has to be the whole section, of a definition the first sentence will do."""
    text = source.text
    end = min(at for at in (text.find("\n\n", *body), body[1]) if at != -1)
    line = text.find("\n", *body)
    if line != -1 and line < end and not text[:line].rstrip().endswith((".", ":", "!")):
        return None  # a list, or the heading of a box
    last = len(text[:end].rstrip())
    if text[last - 1 : last] == ":":
        last = _code_end(source, last)
    goes_on = bool(text[last : body[1]].strip())
    opening = [text[low:high] for low, high in islice(sentences(text, body[0], end), _FIRST)]
    if not opening or (goes_on and (kind == "how" or (kind == "what" and not _WHAT_IS.fullmatch(heading)))):
        return None
    answers = any(
        _answers(kind, heading, one, is_first=at == 0)
        for at, one in enumerate(opening if kind == "how" else opening[:1])
    )
    if answers and last and _is_short(text, body[0], last):
        return body[0], last
    first = (body[0], body[0] + len(opening[0]))
    return first if answers and _WHAT_IS.fullmatch(heading) and _is_short(text, *first) else None


def _is_short(text: str, start: int, end: int) -> bool:
    """Whether words are few enough to be an answer as they are, with no pointer elsewhere."""
    points = _POINTS.search(text, start, end) or _ALSO.match(text, start, end)
    if end - start > 600 or points or not text[start].isupper() or (text[end - 1] == ":"):
        return False
    words, count = len(text[start:end].split()), sum(1 for _ in sentences(text, start, end))
    return _FEWEST_WORDS <= words <= _MOST_WORDS and count <= _FIRST


def _code_end(source: Source, end: int) -> int:
    """Where the line of code ends that a paragraph leads over to; 0 if there is none, or more than one."""
    code = next((entry for entry in source.entries if entry.kind == "code" and 0 <= entry.body[0] - end <= 2), None)
    return code.body[1] if code and source.text[slice(*code.body)].count("\n") == 0 else 0


def _answers(kind: str, heading: str, sentence: str, *, is_first: bool) -> bool:
    """Whether a sentence has the form of such an answer, and is about the heading."""
    if kind == "how":
        is_task = not heading.endswith("?")
        if _TO.match(sentence):
            return _repeats(heading, sentence, 0.5)
        if not _IMPERATIVE.match(sentence) or (sentence.startswith("You") and (is_task or not is_first)):
            return False
        return (is_first and not is_task) or _repeats(heading, sentence, 0.5)
    if not _ANSWERS[kind].match(sentence):
        return False
    if kind == "what" and (named := _WHAT_IS.fullmatch(heading)):
        subject = _SUBJECT.match(sentence)
        return subject is not None and _stems(subject[1]) == _stems(named[1])
    return kind == "yes_or_no" or _repeats(heading, sentence, 1.0 if kind == "what" else 0.5)


def _repeats(heading: str, sentence: str, share: float) -> bool:
    """Whether a sentence has that share of the words of a heading that carry weight."""
    wanted, there = _stems(heading), _stems(sentence)
    return bool(wanted) and len(wanted & there) >= share * len(wanted)


def _stems(text: str) -> set[str]:
    return {stem(word) for word in re.findall(r"[\w.+-]*\w", text.casefold()) if word not in _STOP_WORDS}
