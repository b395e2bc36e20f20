"""A benchmark whose every text is an attack on a page: questions, answers, titles, cells, captions, names of files,
checks, columns, models with their requests and replies, and what is told of attempts."""

from __future__ import annotations

import hashlib
import io
import json
import os
from pathlib import Path

from PIL import Image as Pixels

from benchwright.benchmark.fingerprints import InputFingerprints
from benchwright.benchmark.store import LOG, CellReport, begin, finish
from benchwright.corpus.store import write_corpus
from benchwright.files.append_log import AppendLog
from benchwright.files.atomic import make_folder
from benchwright.models.base import Message, Reply, Request, Usage
from benchwright.models.ledger import LEDGER, Ledger
from benchwright.records import (
    Answer,
    Check,
    Example,
    Hop,
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

ATTACKS = (
    "</script><script>window.hit=1</script>",
    "\"><img src=x onerror='window.hit=1'>",
    "'><svg onload=window.hit=1><animate onbegin=window.hit=1 attributeName=x dur=1s></svg>",
    "<iframe srcdoc='<script>parent.hit=1</script>'></iframe>",
    "{{ 7 * 7 }}{% raw %}",
    "</style></title></textarea><!-- <script>",
    "a\u202egpj.exe\x1b[2J",
    "javascript:window.hit=1//",
    "<a href=javascript:window.hit=1 autofocus onfocus=window.hit=1>x</a>",
    "<base href=//evil.example><meta http-equiv=refresh content=0;url=//evil.example><link rel=stylesheet href=//e.x>",
    "../../../../etc/passwd",
    "%2e%2e%2f%00' OR 1=1 --",
)


def _picture() -> tuple[Image, bytes]:
    stream = io.BytesIO()
    Pixels.new("RGB", (40, 30), "#0055a4").save(stream, "PNG")
    data = stream.getvalue()
    return Image(hashlib.sha256(data).hexdigest(), "png", 40, 30), data


def _sources(attack: str, number: int) -> tuple[list[Source], dict[str, bytes]]:
    image, data = _picture()
    place = Place(f"{attack} {number}", page=1, headings=(attack,))
    text = f"{attack} {number} harbour"
    table = Table(((attack, "B"),), ((attack, attack), ("1", "2")))
    pictured = Image(image.sha256, image.extension, image.width, image.height, attack, attack)
    made = [
        Source(f"{attack}#p{number}", Modality.TEXT, attack, text, place, licence=attack, url=attack),
        Source(f"{attack}#t{number}", Modality.TABLE, attack, text, place, table, licence=attack, url=attack),
        Source(f"{attack}#i{number}", Modality.IMAGE, attack, text, place, image=pictured, url=attack),
    ]
    return made, {pictured.file: data}


def _example(attack: str, number: int, names: tuple[str, ...]) -> Example:
    cell = json.dumps({"maker": "derive", "modalities": "text+table+image", "style": "compound"})
    evidence = (
        Span(names[0], "text", 0, len(attack)),
        Span(names[1], "cell", cells=((0, 0), (-1, 0))),
        Span(names[2], "pixels", box=(0.1, 0.1, 0.5, 0.5)),
    )
    return Example(
        id=f"{number:02} {attack}",
        question=f"{attack} {number}?",
        answers=(Answer(attack, (attack,), (evidence,)),),
        style=f"compound {attack}",
        modalities=Modalities(1, 1, 1),
        sources=names,
        distractors=(names[0],),
        entity=attack,
        family=attack,
        checks=(Check(attack, "pass", attack, 0.5, attack), Check("leak", "unscored", attack)),
        origin=Origin(attack, cell, number, 13, {attack: attack}, {attack: attack}),
        hops=(Hop(attack, attack, (names[0], attack)),),
        derivation={attack: attack},
        read=attack,
        undecided=(Answer(attack),),
        columns={attack: attack},
    )


def hostile_bench(folder: Path) -> Path:
    """The benchmark in `folder`/bench over `folder`/corpus: a question for each attack, and as many rejected ones."""
    sources: list[Source] = []
    pictures: dict[str, bytes] = {}
    examples = []
    for number, attack in enumerate(ATTACKS):
        made, files = _sources(attack, number)
        sources += made
        pictures |= files
        examples.append(_example(attack, number, tuple(one.id for one in made)))
    corpus, bench = write_corpus(folder / "corpus", sources, images=pictures), make_folder(folder / "bench")
    plan = (
        f"name: hostile\ncorpus: {os.path.relpath(corpus.path, bench)}\n"
        "cells:\n- {style: compound, modalities: [text+table+image], count: 2}\n"
    )
    pins = begin(bench, ATTACKS[0], plan, InputFingerprints(corpus.fingerprint, "", {}, {}, {}))
    count = len(examples)
    reasons = {f"rejected:{attack}": 1 for attack in ATTACKS}
    cells = [CellReport(examples[0].origin.cell, count, count, 2 * count, 100, reasons, why=ATTACKS[1])]
    with AppendLog(bench / LOG) as log, Ledger.open(bench / LEDGER) as ledger:
        for number, (attack, one) in enumerate(zip(ATTACKS, examples, strict=True)):
            cell = one.origin.cell
            asked = Request(f"openai/{attack}", (Message.of("user", attack),), attack)
            ledger.put_all([(asked, Reply(attack, usage=Usage(10, 2), usd=0.5))])
            log.append(Outcome(cell, number, Status.ACCEPTED, example=one, calls=(asked.key, "00" * 32)).to_json())
            fallen = Outcome(cell, count + number, Status.REJECTED, attack, attack, one)
            log.append(fallen.to_json())
            log.append(Outcome(cell, 2 * count + number, Status.REFUSED, attack, attack).to_json())
    finish(bench, ATTACKS[0], plan, pins, cells, examples, corpus, wanted=count, complete=True)
    return bench


def answer(question: str) -> dict[str, object]:
    """A system whose every answer is an attack."""
    return {"answer": ATTACKS[len(question) % len(ATTACKS)], "contexts": []}


def hostile_predictions(folder: Path) -> Path:
    """A file of such answers to the questions of the benchmark; its name, which is the system's, is an attack too."""
    path = folder / "<img src=x onerror=window.hit=1>.jsonl"
    lines = [json.dumps({"id": f"{number:02} {attack}", "answer": attack}) for number, attack in enumerate(ATTACKS)]
    path.write_text("\n".join(lines), "utf-8")
    return path
