"""Read questions to be measured, out of a benchmark or out of a file that any program wrote.

A file is JSON Lines, a JSON list or CSV, an object or row a question:

    {"id": "q1", "question": "Who ...?", "answer": "...", "passage": "...", "reference": "...", "style": "multi-hop"}

`passage` may be one text or a list of texts (also `context`, `contexts`, `sources`); `reference` is the question that a
person asked of the same passage, where there is one; a `topic`, a `category` and the `keywords` of the answer are
analysed. Only `question` is needed; what else is there says what can be measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from benchwright.benchmark.store import Benchmark
from benchwright.errors import UsageError
from benchwright.evaluate.object_rows import Row, member, read_object_rows, written_list
from benchwright.models.base import PromptImage
from benchwright.prompts.fence import PictureOf
from benchwright.records import Modality, Place, Source
from benchwright.values import normalise

MEMBERS: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "question_id", "qid"),
    "question": ("question", "user_input", "query", "generated_question", "prediction"),
    "answer": ("answer", "reference_answer", "ground_truth", "answers"),
    "passage": ("passage", "passages", "context", "contexts", "reference_contexts", "sources"),
    "reference": ("reference", "reference_question", "gold_question", "target"),
    "style": ("style",),
    "document": ("document",),
    "topic": ("topic",),
    "category": ("category", "Qcate"),
    "keywords": ("keywords", "Keywords_A"),
}
"""What a row may call its members, the usual name first."""

_COLUMNS = ("topic", "category", "keywords")
MOST_PASSAGES = 50
_YES_NO = ("yes", "no")


@dataclass(frozen=True, slots=True)
class MeasuredQuestion:
    """A question with what it is measured against; "" and () for what is not known. `document` is what it is resampled
    by; `sources` gives the passages that it is held against, `picture_of` the picture of one that is an image,
    and `columns` a file's topic, category and keywords of the answer."""

    id: str
    question: str
    answer: str
    references: tuple[str, ...]
    style: str
    document: str
    source_ids: tuple[str, ...]
    sources: Callable[[], tuple[Source, ...]]
    picture_of: PictureOf
    columns: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_yes_no(self) -> bool:
        """Whether the answer is yes or no: PMAN's judge is weak on these, so they are counted apart."""
        words = normalise(self.answer).split()
        return bool(words) and words[0] in _YES_NO


def read_questions(path: Path) -> tuple[MeasuredQuestion, ...]:
    """The questions of a benchmark folder or of a file. Raises BenchmarkError, and UsageError for a file that cannot be
    read, a row without a question, and two questions with one id."""
    return _of_benchmark(path) if path.is_dir() else _of_file(path)


def _of_benchmark(path: Path) -> tuple[MeasuredQuestion, ...]:
    bench = Benchmark.open(path)
    by_id = bench.sources

    def sources(ids: Sequence[str]) -> tuple[Source, ...]:
        return tuple(by_id[id] for id in ids)

    return tuple(
        MeasuredQuestion(
            one.id,
            one.question,
            one.answer,
            (),
            one.style,
            (by_id[one.sources[0]].place.document or one.sources[0]) if one.sources else one.id,
            one.sources,
            partial(sources, one.sources),
            partial(_picture, bench),
        )
        for one in bench.examples
    )


def _picture(bench: Benchmark, source: Source) -> PromptImage | None:
    image = source.image
    return None if image is None else PromptImage(image.sha256, bench.image_path(source), image.width, image.height)


def _of_file(path: Path) -> tuple[MeasuredQuestion, ...]:
    questions: dict[str, MeasuredQuestion] = {}
    for place, row in read_object_rows(path)[1]:
        one = _question(path, place, row)
        if one.id in questions:
            raise UsageError(f"{place} of {path} has the id {one.id!r} again", hint="give each question its own")
        questions[one.id] = one
    if not questions:
        raise UsageError(f"{path} has no questions", hint='one line each: {"question": ..., "answer": ...}')
    return tuple(questions.values())


def _question(path: Path, place: str, row: Row) -> MeasuredQuestion:
    members = {name: member(row, names) for name, names in MEMBERS.items()}
    question = _text(members["question"])
    if not question:
        raise UsageError(f"{place} of {path} has no question", hint='one line each: {"question": ..., ...}')
    passages = _texts(members["passage"])[:MOST_PASSAGES]
    id = _text(members["id"]) or place
    return MeasuredQuestion(
        id,
        question,
        "; ".join(_texts(members["answer"])),
        _texts(members["reference"]),
        _text(members["style"]),
        _text(members["document"]) or (passages[0] if passages else id),
        passages,
        lambda: tuple(
            Source(f"passage {number}", Modality.TEXT, "", text, Place("")) for number, text in enumerate(passages, 1)
        ),
        lambda source: None,
        {name: value for name in _COLUMNS if (value := _text(members[name]))},
    )


def _text(value: Any) -> str:
    return str(value).strip() if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _texts(value: Any) -> tuple[str, ...]:
    """The texts of a list, also of one that is written into a cell of a CSV file; else the one text."""
    if isinstance(value, str) and (written := written_list(value)) and all(isinstance(one, str) for one in written):
        value = written
    listed = value if isinstance(value, list) else [value]
    return tuple(filter(None, map(_text, listed)))
