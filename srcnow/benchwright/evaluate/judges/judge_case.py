"""Put together what a judge may see of one answer: question, references, gold sources, contexts, citations."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchwright.corpus.store import Corpus
from benchwright.evaluate.gold import Question
from benchwright.evaluate.match.hit_texts import HitTexts
from benchwright.evaluate.runs import Run
from benchwright.evaluate.systems.base import SystemReply
from benchwright.prompts.fence import LIMIT
from benchwright.records import Modality, Place, Source

LONGEST = 20_000
"""Characters of an answer or a reference that a judge is shown. A longer one is not judged: cut, it would be another
answer."""
LONGEST_SOURCES = 100_000
"""Characters of all sources of one call, about 25,000 tokens. Contexts that come later in the list are left out."""
_ALIASES = 10  # of a reference: more would bury it


@dataclass(frozen=True, slots=True)
class JudgeCase:
    """One answer and what it is judged by. `answer` is "" where the system gave none, `failure` what went wrong.
    `references` are the right answers, `contexts` what the system retrieved, best first and each once, `cited` those of
    them that it cites, in the same order, None where it cites nothing; `evidence` the sources of the gold set.
    `retrieves` and `cites` say whether the system does so for any question. `reference_first` is the order in which
    reference and answer are shown: the same for all systems and judges, and even over the questions. `left_out` counts
    the contexts and gold sources that had no room."""

    question: str
    text: str
    answer: str
    references: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    contexts: tuple[Source, ...] = ()
    cited: tuple[Source, ...] | None = None
    evidence: tuple[Source, ...] = ()
    failure: str = ""
    retrieves: bool = True
    cites: bool = True
    reference_first: bool = True
    left_out: int = 0

    @property
    def reference(self) -> str:
        """The reference as a judge is shown it: a list with a line for each answer, one answer with its other names."""
        if len(self.references) != 1:
            return "\n".join(f"- {one}" for one in self.references)
        return self.references[0] + (f"\n(also: {'; '.join(self.aliases[:_ALIASES])})" if self.aliases else "")


class CaseReader:
    """Makes the cases of one system. `run` holds its contexts, with ids as the corpus has them."""

    def __init__(self, corpus: Corpus, run: Run, replies: Mapping[str, SystemReply], seed: int) -> None:
        self._corpus, self._run, self._replies, self._seed = corpus, run, replies, seed
        self._texts = HitTexts(run, corpus)
        self._retrieves = any(reply.contexts for reply in replies.values())
        self._cites = any(reply.citations is not None for reply in replies.values())

    def asked(self, question: str) -> bool:
        """Whether the system was asked a question."""
        return question in self._replies

    def case(self, question: Question) -> JudgeCase:
        """The system's answer to a question that it was asked."""
        reply = self._replies[question.id]
        hits = self._run.hits(question.id)
        places = [self._source(row, place) for place, row in enumerate(range(hits.start, hits.stop), 1)]
        contexts, no_room = _within_room([one for one in places if one is not None])
        cited = [one for at in sorted(reply.citations or ()) if 0 <= at < len(places) and (one := places[at])]
        first = sorted(question.gold_sets[0]) if question.gold_sets else []
        evidence, no_room_either = _within_room([self._corpus.source(one) for one in first if one in self._corpus])
        return JudgeCase(
            question=question.id,
            text=question.text,
            answer="" if reply.failure else "; ".join(one.strip() for one in reply.answers),
            references=tuple(one.text for one in question.answers),
            aliases=question.answers[0].aliases if len(question.answers) == 1 else (),
            contexts=contexts,
            cited=_within_room(cited)[0] if reply.citations else None,
            evidence=evidence,
            failure=reply.failure,
            retrieves=self._retrieves,
            cites=self._cites,
            reference_first=reference_first(self._seed, question.id),
            left_out=no_room + no_room_either,
        )

    def _source(self, row: int, place: int) -> Source | None:
        """The context of a row: a source of the corpus, else its words; None where nothing is known of it."""
        name = str(self._run.sources[row])
        if name in self._corpus:
            return self._corpus.source(name)
        text = self._texts[row]
        chunk = self._run.chunks[row] if self._run.chunks else None
        if not text.strip() or chunk is None:
            return None
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        title = chunk.document.replace("\\", "/").rsplit("/", 1)[-1]
        return Source(f"context {digest}", Modality.TEXT, title, text, Place(chunk.document))


def reference_first(seed: int, question: str) -> bool:
    """Whether a judge sees the reference before the answer: by the toss of a coin that the seed and the question's id
    decide, so that a judge's liking for what comes first or last evens out, and systems are compared in one order."""
    return hashlib.sha256(f"{seed}\n{question}".encode("utf-8", "surrogatepass")).digest()[0] % 2 == 0


def _within_room(sources: Sequence[Source]) -> tuple[tuple[Source, ...], int]:
    """The first sources that have room together, each once, and how many have none."""
    once = list({one.id: one for one in sources}.values())
    room, kept = LONGEST_SOURCES, list[Source]()
    for source in once:
        room -= min(len(source.text), LIMIT)
        if room < 0:
            break
        kept.append(source)
    return tuple(kept), len(once) - len(kept)
