"""Import HotpotQA: questions over two paragraphs of Wikipedia, with the sentences that support the answer.

The paragraphs with a supporting sentence are what a question needs, all of them; the others that it comes with are its
distractors. Its evidence are the supporting sentences. `bridge` questions have the style multi-hop, `comparison` ones
the style comparison; type and level are kept as columns. Questions without answers (the blind test) are left out.
(Yang et al., 2018.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from benchwright.benchmark.importers.base import STYLE, Imported, Importer, QuestionEntry, files_of, import_entries
from benchwright.benchmark.importers.evidence import known, whole
from benchwright.corpus.store import Corpus
from benchwright.readers.base import InputFile
from benchwright.readers.layouts import verbatim
from benchwright.readers.layouts.hotpotqa import (
    READER,
    hotpotqa_files,
    hotpotqa_questions,
    paragraphs,
    supporting_facts,
)
from benchwright.records import Answer, Drop, Example, Span

STYLES: Mapping[str, str] = {"bridge": "multi-hop", "comparison": "comparison"}


def question_files(folder: Path, split: str) -> tuple[str, ...]:
    """The file whose name holds the split ("dev_distractor"), else the only one."""
    wanted = "a .json list of questions with supporting_facts and context"
    return files_of(folder, hotpotqa_files(folder), split, "HotpotQA", wanted)


def read_hotpotqa(folder: Path, files: Sequence[str], corpus: Corpus) -> Imported:
    """An example for each question with an answer, in the order of the file."""
    return import_entries(_entries(folder, files), partial(_question, corpus=corpus))


def _entries(folder: Path, files: Sequence[str]) -> Iterator[QuestionEntry | Drop]:
    for name in files:
        for item in hotpotqa_questions(InputFile(folder / name, name, folder)):
            if isinstance(item, Drop):
                yield item
            else:
                member, record = item
                entry = QuestionEntry(folder / name, name, member.number + 1, record, unit="question")
                yield entry.named("_id" if "_id" in record else "id", "question")


def _question(entry: QuestionEntry, corpus: Corpus) -> Iterator[Example | Drop]:
    listed, bad_context = paragraphs(entry.record)
    facts, bad_facts = supporting_facts(entry.record)
    answer, spans = verbatim.text_of(entry.record, "answer"), _spans(facts, listed, corpus)
    if bad_facts or (bad_context and not spans):
        yield entry.drop("bad-record", f"cannot be read: {bad_facts or bad_context}")
        return
    if not answer.strip() or not spans:
        yield entry.drop("no-trace", "has no answer, or no supporting sentence that is in its paragraphs")
        return
    sources = tuple(dict.fromkeys(span.source for span in spans))
    distractors, missing = known(corpus, list(listed), sources)
    if missing:
        yield entry.drop("unknown-distractors", f"has {missing} paragraphs that are not in the corpus")
    columns = {name: value for name in ("type", "level") if (value := verbatim.text_of(entry.record, name))}
    yield entry.example(
        HOTPOTQA.name,
        (Answer(answer, (), (spans,)),),
        sources,
        corpus,
        style=STYLES.get(columns.get("type", ""), STYLE),
        distractors=distractors,
        columns=columns,
    )


def _spans(facts: Sequence[tuple[str, int]], listed: Mapping[str, tuple[str, ...]], corpus: Corpus) -> tuple[Span, ...]:
    """The supporting sentences; the whole paragraph where the corpus has it in other words."""
    spans: dict[Span, None] = {}
    for title, number in facts:
        if title not in listed or title not in corpus or not 0 <= number < len(listed[title]):
            continue
        sentences, source = listed[title], corpus.source(title)
        if source.text != "".join(sentences):
            spans[whole(source)] = None
            continue
        before, sentence = "".join(sentences[:number]), sentences[number]
        start = len(before) + len(sentence) - len(sentence.lstrip())
        spans[Span(title, "text", start, len(before) + len(sentence.rstrip()))] = None
    return tuple(spans)


HOTPOTQA = Importer("hotpotqa", READER, question_files, read_hotpotqa, frozenset({"no-trace"}))
