"""Small corpora of texts for the tests of search, and the surroundings that retrievers are opened in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.retrievers.base import Query, Retriever, RetrieverContext
from benchwright.evaluate.retrievers.spec import open_retriever
from benchwright.evaluate.runs import Run
from benchwright.records import Image, Modalities, Modality, Place, Source, Table


def source_of(id: str, text: str, modality: Modality = Modality.TEXT, title: str = "") -> Source:
    """A source of the least that its modality needs."""
    return Source(
        id=id,
        modality=modality,
        title=title,
        text=text,
        place=Place(id, 0, len(text)),
        table=Table((("word",),), ((text,),)) if modality is Modality.TABLE else None,
        image=Image("0" * 64, "png", 1, 1) if modality is Modality.IMAGE else None,
    )


def corpus_of(folder: Path, texts: Mapping[str, str], tables: Mapping[str, str] | None = None) -> Corpus:
    """A corpus of passages and tables by id."""
    sources = [source_of(id, text) for id, text in texts.items()]
    sources += [source_of(id, text, Modality.TABLE) for id, text in (tables or {}).items()]
    return write_corpus(folder, sources)


def gold_over(wanted: Mapping[str, Sequence[Sequence[str]]], grades: Mapping[str, int] | None = None) -> Gold:
    """A gold of questions by id with their gold sets."""
    questions = [
        Question(id, id, "", Modalities(text=1), (), tuple(map(frozenset, sets)), id, (), dict(grades or {}))
        for id, sets in wanted.items()
    ]
    return Gold("toy", "f", tuple(questions))


def opened(spec: str, corpus: Corpus, gold: Gold | None = None, seed: int = 13) -> Retriever:
    """The retriever that is written so, over this corpus."""
    return open_retriever(spec, RetrieverContext(corpus, gold or gold_over({}), seed))


def ask(retriever: Retriever, queries: Sequence[Query], k: int) -> Run:
    """Its run, with its progress thrown away."""
    return retriever.retrieve(queries, k, lambda _done, _total: None)


def listed(run: Run) -> dict[str, list[str]]:
    """The sources of a run by question, as they came."""
    return {question: run.sources[run.hits(question)].tolist() for question in run.questions}
