"""A small corpus and a maker that derives its outcomes from a hash: what the run is tested with."""

from __future__ import annotations

import hashlib
import io
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PIL import Image as Pixels

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.errors import BenchwrightError, StorageError
from benchwright.facts.store import FactTable, rows_of
from benchwright.records import (
    Answer,
    Check,
    Example,
    Image,
    Modalities,
    Modality,
    Origin,
    Outcome,
    Place,
    Source,
    Span,
    Status,
    Table,
)
from benchwright.registry import Registry
from benchwright.run import CommitRule, Supply
from benchwright.run.makers import OpenMaker
from benchwright.workflows.facts import FACTS_FILE, readers_fingerprint

FAMILIES = ("height", "age", "colour")


def toy_sources() -> tuple[list[Source], dict[str, bytes]]:
    """40 passages in 8 documents, 6 tables in 2, 4 images in 2; and the bytes of the images."""
    sources: list[Source] = []
    for number in range(40):
        text = f"The tower of Village {number} is {100 + number} metres high."
        place = Place(f"book{number % 8}.md", start=0, end=len(text))
        sources.append(Source(f"t{number:02}", Modality.TEXT, f"Village {number}", text, place))
    for number in range(6):
        rows = tuple((f"Village {number}-{row}", str(row * 7)) for row in range(3))
        table = Table((("Village", "Age"),), rows)
        text = "Ages\nVillage | Age\n" + "\n".join(" | ".join(row) for row in rows)
        sources.append(
            Source(f"b{number}", Modality.TABLE, f"Ages {number}", text, Place(f"ages{number % 2}.csv"), table=table)
        )
    images: dict[str, bytes] = {}
    for number in range(4):
        out = io.BytesIO()
        Pixels.new("RGB", (8, 6), (60 * number, 10, 10)).save(out, "PNG")
        data = out.getvalue()
        image = Image(hashlib.sha256(data).hexdigest(), "png", 8, 6, caption=f"Flag {number}")
        images[image.file] = data
        sources.append(
            Source(
                f"i{number}",
                Modality.IMAGE,
                f"Flag {number}",
                f"Flag {number}",
                Place(f"flags{number % 2}.md"),
                image=image,
            )
        )
    return sources, images


def toy_corpus(path: Path) -> Corpus:
    """The toy sources as a corpus, with a table of facts that holds none."""
    sources, images = toy_sources()
    corpus = write_corpus(path, sources, (), images)
    FactTable(rows_of([])).save(path / FACTS_FILE, of=readers_fingerprint(corpus))
    return corpus


def toy_makers(**settings: Any) -> Registry[OpenMaker]:
    """A registry in which `toy` stands alone."""
    makers: Registry[OpenMaker] = Registry("maker", "benchwright.no.makers")
    makers.register("toy")(lambda plan, corpus, facts, models: ToyMaker(corpus, plan.seed, **settings))
    return makers


PLAN = """\
name: toy
corpus: corpus
writer: toy
max_share: {family: 0.5, document: 0.5}
cells:
  - {style: information-extraction, modalities: [text, table, image], count: 4}
  - {style: compound, modalities: [2text, text+table], count: 5}
  - {style: numerical, modalities: [table], total: 6}
"""


def toy_plan(folder: Path, text: str = PLAN) -> Path:
    """A folder with the toy corpus and a plan over it; the plan's path."""
    if not (folder / "corpus").exists():
        toy_corpus(folder / "corpus")
    plan = folder / "plan.yaml"
    plan.write_text(text)
    return plan


class NoRepeats:
    """A commit rule: the same question is not committed twice, in whatever cells."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def judge(self, outcome: Outcome) -> Outcome:
        assert outcome.example is not None
        if outcome.example.question in self._seen:
            return replace(outcome, status=Status.REJECTED, reason="duplicate")
        check = Check("duplicate", "pass", by="toy")
        return replace(outcome, example=replace(outcome.example, checks=(*outcome.example.checks, check)))

    def admit(self, outcome: Outcome) -> None:
        assert outcome.example is not None
        self._seen.add(outcome.example.question)


@dataclass(frozen=True)
class ToyMaker:
    """Accepts six attempts in ten; of the others some are refused, some rejected, some failed for good. `pause` is
    the most seconds that an attempt takes; attempts in `flaky` fail in passing; `families` is how many it claims."""

    corpus: Corpus
    seed: int = 13
    attempts: int = 1000
    pause: float = 0.0
    version: str = "1"
    flaky: frozenset[tuple[str, int]] = frozenset()
    questions: int = 60
    families: int = len(FAMILIES)

    @property
    def name(self) -> str:
        return "toy"

    @property
    def waits(self) -> bool:
        return True

    @property
    def fingerprint(self) -> str:
        return f"toy-{self.version}"

    def supply(self, cell_key: str) -> Supply:
        cell = json.loads(cell_key)
        if cell["style"] == "multi-hop":
            return Supply(0)
        return Supply(self.attempts, {"family": self.families, "document": 8})

    def rules(self) -> Sequence[CommitRule]:
        return (NoRepeats(),)

    def attempt(self, cell_key: str, number: int) -> Outcome:
        digest = hashlib.sha256(f"{self.seed}/{cell_key}/{number}".encode()).digest()
        if self.pause:
            time.sleep(self.pause * digest[9] / 255)
        if (cell_key, number) in self.flaky:
            raise StorageError("the line is busy", hint="later")
        kind = digest[0] % 10
        if kind == 6:
            return Outcome(cell_key, number, Status.REFUSED, "no_fact", "nothing to ask")
        if kind == 7:
            raise BenchwrightError("cannot be read")
        example = self._example(cell_key, number, digest)
        if kind >= 8:
            return Outcome(cell_key, number, Status.REJECTED, "unique", "two fit", example)
        return Outcome(cell_key, number, Status.ACCEPTED, example=example)

    def _example(self, cell_key: str, number: int, digest: bytes) -> Example:
        cell = json.loads(cell_key)
        modalities = Modalities.parse(cell["modalities"])
        wanted = {Modality.TEXT: modalities.text, Modality.TABLE: modalities.table, Modality.IMAGE: modalities.image}
        used: list[str] = []
        for modality, count in wanted.items():
            ids = [one for one in self.corpus.ids if self.corpus.modality(one) is modality]
            used += [ids[(digest[2] + step) % len(ids)] for step in range(count)]
        distractor = next(one for one in self.corpus.ids[digest[3] % 30 :] if one not in used)
        first = self.corpus.source(used[0])
        if first.modality is Modality.TEXT:
            span = Span(first.id, "text", 0, len(first.text))
        elif first.modality is Modality.TABLE:
            span = Span(first.id, "cell", cells=((1, 1),))
        else:
            span = Span(first.id, "pixels", box=(0.0, 0.0, 1.0, 1.0))
        return Example(
            id=f"{cell['style']}-{modalities}-{number}",
            question=f"What is question {int.from_bytes(digest[4:8], 'big') % self.questions} of {first.title}?",
            answers=(Answer("7", evidence=((span,),)),),
            style=cell["style"],
            modalities=modalities,
            sources=tuple(used),
            distractors=(distractor,),
            entity=first.title,
            family=FAMILIES[digest[8] % 3],
            checks=(Check("modalities", "pass", by="toy"),),
            origin=Origin("toy", cell_key, number, self.seed),
            read="text",
        )


if __name__ == "__main__":  # python toymaker.py PLAN BENCH CONCURRENCY: a run that can be killed
    import sys

    from benchwright.workflows.generate import generate

    generate(sys.argv[1], sys.argv[2], concurrency=int(sys.argv[3]), makers=toy_makers(pause=0.05))
