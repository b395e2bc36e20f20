"""Retrieve by BM25 over the whole corpus: `bm25`, or `bm25(k1=1.2,b=0.75,language=plain)`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from benchwright.errors import UsageError
from benchwright.evaluate.retrievers.base import Progress, Query, Retriever, RetrieverContext, retrievers
from benchwright.evaluate.runs import Run
from benchwright.records import Modality
from benchwright.registry import suggestion
from benchwright.retrieval.analysis import Language
from benchwright.retrieval.bm25 import BM25, BM25Settings

_LANGUAGES: dict[str, Language] = {"english": "english", "plain": "plain"}


@dataclass(frozen=True, eq=False)
class BM25Retriever:
    """Queries are grouped by the modalities that they may find, and each group is searched at once."""

    context: RetrieverContext
    settings: BM25Settings
    name: str = "bm25"
    restricts: bool = True

    def retrieve(self, queries: Sequence[Query], k: int, progress: Progress) -> Run:
        index, ids = self._index, self.context.corpus.ids
        rows = np.full((len(queries), k), -1, dtype=np.int32)
        scores = np.zeros((len(queries), k), dtype=np.float64)
        groups: dict[frozenset[Modality] | None, list[int]] = {}
        for place, query in enumerate(queries):
            wanted = None if query.modalities is None else frozenset(query.modalities)
            groups.setdefault(wanted, []).append(place)
        done = 0
        for wanted, places in groups.items():
            texts = [queries[place].text for place in places]

            def tell(now: int, _: int, done: int = done) -> None:
                progress(done + now, len(queries))

            ranked = index.search(texts, k, wanted, tell)
            rows[places], scores[places] = ranked.rows, ranked.scores
            done += len(places)
        there = rows >= 0
        names = np.array([*ids, ""], dtype=object)
        starts = np.concatenate(([0], np.cumsum(there.sum(axis=1)))).astype(np.int64)
        return Run(
            self.name,
            tuple(query.id for query in queries),
            starts,
            names[rows[there]],
            scores[there],
            described={"k1": self.settings.k1, "b": self.settings.b, "language": index.language},
        )

    @cached_property
    def _index(self) -> BM25:
        self.context.asking.notify("bm25: opening the index")
        return BM25.build(self.context.corpus, self.settings)


@retrievers.register("bm25")
def open_bm25(arguments: tuple[str, ...], context: RetrieverContext) -> Retriever:
    """Each argument is a setting: k1=0.9, b=0.4, language=english or plain."""
    settings: dict[str, float] = {}
    language: Language | None = None
    seen: set[str] = set()
    for argument in arguments:
        key, equals, value = (part.strip() for part in argument.partition("="))
        if key not in ("k1", "b", "language") or not equals:
            hint = suggestion(key, ("k1", "b", "language"))
            raise UsageError(f"bm25 has no setting {argument!r}", hint=f"{hint}; write bm25(k1=0.9,b=0.4)")
        if key in seen:
            raise UsageError(f"bm25's {key} is given twice", hint="write bm25(k1=0.9,b=0.4)")
        seen.add(key)
        if key == "language":
            if value not in _LANGUAGES:
                raise UsageError(f"bm25 knows no language {value!r}", hint="write language=english or language=plain")
            language = _LANGUAGES[value]
            continue
        try:
            settings[key] = float(value)
        except ValueError:
            raise UsageError(f"bm25's {key} is {value!r}, not a number", hint="write bm25(k1=0.9,b=0.4)") from None
    name = f"bm25({','.join(arguments)})" if arguments else "bm25"
    return BM25Retriever(context, BM25Settings(settings.get("k1", 0.9), settings.get("b", 0.4), language), name)
