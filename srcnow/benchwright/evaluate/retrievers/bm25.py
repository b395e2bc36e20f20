"""Retrieve by BM25 over the whole corpus: `bm25`, or `bm25(k1=1.2,b=0.75,language=plain)`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from benchwright.errors import UsageError
from benchwright.evaluate.retrievers.base import (
    Progress,
    Query,
    Retriever,
    RetrieverContext,
    queries_by_modalities,
    retrievers,
    run_of_rows,
)
from benchwright.evaluate.runs import Run
from benchwright.registry import suggestion
from benchwright.retrieval.analysis import Language
from benchwright.retrieval.bm25 import BM25, BM25Settings

_SETTINGS = ("k1", "b", "language")
_LANGUAGES: dict[str, Language] = {"english": "english", "plain": "plain"}


@dataclass(frozen=True, eq=False)
class BM25Retriever:
    """Queries are grouped by the modalities that they may find, and each group is searched at once."""

    context: RetrieverContext
    settings: BM25Settings
    name: str = "bm25"
    restricts: bool = True

    def retrieve(self, queries: Sequence[Query], k: int, progress: Progress) -> Run:
        index = self._index
        rows = np.full((len(queries), k), -1, dtype=np.int32)
        scores = np.zeros((len(queries), k), dtype=np.float64)
        done = 0
        for only, places in queries_by_modalities(queries).items():

            def report(now: int, _: int, done: int = done) -> None:
                progress(done + now, len(queries))

            ranked = index.search([queries[place].text for place in places], k, only, report)
            rows[places], scores[places] = ranked.rows, ranked.scores
            done += len(places)
        described = {"k1": self.settings.k1, "b": self.settings.b, "language": index.language}
        return run_of_rows(self.name, queries, self.context.corpus.ids, rows, scores, described)

    @cached_property
    def _index(self) -> BM25:
        self.context.asking.notify("bm25: opening the index")
        return BM25.build(self.context.corpus, self.settings)


@retrievers.register("bm25")
def open_bm25(arguments: tuple[str, ...], context: RetrieverContext) -> Retriever:
    """Each argument is a setting: k1=0.9, b=0.4, language=english or plain."""
    form = "write bm25(k1=0.9,b=0.4)"
    settings: dict[str, float] = {}
    language: Language | None = None
    keys: set[str] = set()
    for argument in arguments:
        key, equals, value = (part.strip() for part in argument.partition("="))
        if key not in _SETTINGS or not equals:
            raise UsageError(f"bm25 has no setting {argument!r}", hint=f"{suggestion(key, _SETTINGS)}; {form}")
        if key in keys:
            raise UsageError(f"bm25's {key} is given twice", hint=form)
        keys.add(key)
        try:
            if key == "language":
                language = _LANGUAGES[value]
            else:
                settings[key] = float(value)
        except KeyError:
            raise UsageError(
                f"bm25 knows no language {value!r}", hint="write language=english or language=plain"
            ) from None
        except ValueError:
            raise UsageError(f"bm25's {key} is {value!r}, not a number", hint=form) from None
    name = f"bm25({','.join(arguments)})" if arguments else "bm25"
    return BM25Retriever(context, BM25Settings(**settings, language=language), name)
