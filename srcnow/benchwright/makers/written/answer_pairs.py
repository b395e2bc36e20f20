"""Read pairs of a source and an answer, for which the plan wants questions (`answers`).

    {"source": "t-arvo", "answer": "Arvo", "aliases": ["Arvo Island"]}
    {"passage": "Arvo is an island of 3 villages.", "answer": "3 villages"}

A passage has to be a text of the corpus, white space, case and the shape of dashes and quotation marks aside; of equal
texts the first counts. A line of another form is an error. A line that nothing can be asked for is left out, and
counted by its reason:

    unknown-source   the corpus has no source of this id
    unknown-passage  no text of the corpus is this passage
    not-stated       neither the answer nor an alias stands in the source
    repeated         an earlier line has the same source and answer
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from benchwright.corpus.store import Corpus
from benchwright.errors import PlanError
from benchwright.files.bounded import read_regular
from benchwright.plan import Plan
from benchwright.plan.model import ONE_PROMPT
from benchwright.records import Modalities, Modality
from benchwright.retrieval.word_index import holds
from benchwright.values import normalise
from benchwright.values.names import fold

_FORM = 'a line is {"source": ID, "answer": "..."} or {"passage": "...", "answer": "..."}'


class _PairLine(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    answer: str
    source: str | None = None
    passage: str | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerPair:
    """A source of the corpus, the answer to ask it for, and other forms of that answer."""

    source: str
    modality: Modality
    answer: str
    aliases: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """What is the same for pairs that ask for the same."""
        return self.source, normalise(self.answer)


@dataclass(frozen=True, slots=True)
class AnswerPairs:
    """The pairs of the file `name` that can be used. `digest` is the SHA-256 of its bytes; `left_out` has the numbers
    of its other lines, by reason."""

    name: str
    digest: str
    pairs: tuple[AnswerPair, ...]
    left_out: Mapping[str, Sequence[int]]

    @classmethod
    def read(cls, path: Path, corpus: Corpus) -> AnswerPairs:
        """Raises PlanError for a file that cannot be read, a line of another form, and a file without a usable pair."""
        try:
            content = read_regular(path)
            lines = dict(_lines(path.name, content.decode("utf-8-sig")))
        except OSError as error:
            raise PlanError(f"answers: {path} cannot be read", hint=error.strerror or "is the path right?") from error
        except UnicodeDecodeError as error:
            raise PlanError(f"answers: {path} is not UTF-8 text", hint="save it as UTF-8") from error
        texts = _texts_of(corpus, (line.passage for line in lines.values() if line.passage is not None))
        pairs: dict[tuple[str, str], AnswerPair] = {}
        left_out: dict[str, list[int]] = {}
        for number, line in lines.items():
            pair = _pair(line, corpus, texts, pairs)
            if isinstance(pair, str):
                left_out.setdefault(pair, []).append(number)
            else:
                pairs[pair.key] = pair
        found = cls(path.name, hashlib.sha256(content).hexdigest(), tuple(pairs.values()), left_out)
        if not pairs:
            fault = f"has no pair that can be used: {found._reasons()}" if left_out else "is empty"
            raise PlanError(f"answers: {path.name} {fault}", hint=_FORM)
        return found

    def for_cell(self, modalities: Modalities, cell_key: str, seed: int) -> list[AnswerPair]:
        """The pairs whose source is of a kind that the cell's questions need, in an order drawn for the cell."""
        fitting = [pair for pair in self.pairs if getattr(modalities, pair.modality.value)]
        return sorted(fitting, key=lambda pair: _draw(seed, cell_key, pair.source, pair.answer))

    def counts(self, plan: Plan) -> dict[str, int]:
        """How many pairs each of the plan's cells has, by the keys of those that ask for questions to pairs."""
        cells = [cell for cell in plan.cells() if cell.maker == ONE_PROMPT]
        return {cell.key: len(self.for_cell(cell.modalities, cell.key, plan.seed)) for cell in cells}

    def notices(self, plan: Plan) -> Iterator[str]:
        """What a person should know before a run: which lines are left out, and which cells ask for more questions than
        they have pairs."""
        if self.left_out:
            total = len(self.pairs) + sum(map(len, self.left_out.values()))
            yield f"{self.name}: {len(self.pairs):,} of {total:,} pairs can be used; left out: {self._reasons()}"
        counts = self.counts(plan)
        for cell in plan.cells():
            if (count := counts.get(cell.key, cell.count)) < cell.count:
                yield f"{cell.label}: the count is {cell.count:,}, and {self.name} has pairs for {count:,}"

    def _reasons(self) -> str:
        """`2 unknown-source (line 3), 1 repeated (line 9)`, the most frequent first."""
        listed = sorted(self.left_out.items(), key=lambda item: (-len(item[1]), item[0]))
        return ", ".join(f"{len(numbers):,} {reason} (line {numbers[0]})" for reason, numbers in listed)


def _lines(name: str, text: str) -> Iterator[tuple[int, _PairLine]]:
    for number, line in enumerate(text.split("\n"), 1):  # JSON may hold other line ends, such as U+2028
        if not line.strip():
            continue
        try:
            read = _PairLine.model_validate_json(line, strict=True)
        except ValidationError as error:
            first = error.errors()[0]
            key = ".".join(map(str, first["loc"]))
            fault = f"unknown key {key!r}" if first["type"] == "extra_forbidden" else f"{key}: {first['msg']}"
            raise PlanError(f"answers: {name}, line {number}: {fault.removeprefix(': ')}", hint=_FORM) from error
        if (read.source is None) == (read.passage is None):
            raise PlanError(f"answers: {name}, line {number}: name either a source or a passage", hint=_FORM)
        yield number, read


def _texts_of(corpus: Corpus, passages: Iterable[str]) -> dict[str, str]:
    """The id of the first text of the corpus that is a passage, by the passage's normal form."""
    wanted = {_plain(passage) for passage in passages} - {""}
    found: dict[str, str] = {}
    if wanted:
        for id, modality, (_, text) in zip(corpus.ids, corpus.modalities, corpus.passages(), strict=True):
            if modality is Modality.TEXT and (form := _plain(text)) in wanted:
                found.setdefault(form, id)
    return found


def _plain(text: str) -> str:
    return " ".join(fold(text).split())


def _pair(
    line: _PairLine, corpus: Corpus, texts: Mapping[str, str], earlier: Container[tuple[str, str]]
) -> AnswerPair | str:
    """The pair of a line, or the reason why there is none."""
    id = line.source if line.passage is None else texts.get(_plain(line.passage))
    if id is None or id not in corpus:
        return "unknown-source" if line.passage is None else "unknown-passage"
    source = corpus.source(id)
    answer, *aliases = dict.fromkeys(" ".join(form.split()) for form in (line.answer, *line.aliases))
    words = f"{source.title}\n{source.text}"
    if not normalise(answer) or not any(holds(words, form) for form in (answer, *aliases)):
        return "not-stated"
    pair = AnswerPair(id, source.modality, answer, tuple(filter(normalise, aliases)))
    return "repeated" if pair.key in earlier else pair


def _draw(*parts: object) -> str:
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()
