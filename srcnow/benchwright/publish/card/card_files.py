"""Write the texts of a card: README.md (a data set card), datasheet.md, attribution.jsonl, croissant.json, card.json.

Every figure stands in a table row with the record that it is read from, and is a claim in card.json. Answers of the
owner are quoted and marked. A question that nobody has answered is a line that begins with TODO.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.canary import canary, canary_line
from benchwright.benchmark.store import EXAMPLES, SOURCES_FILE
from benchwright.files.atomic import sha256_bytes, sha256_file
from benchwright.publish.card.card_records import CardRecords
from benchwright.publish.card.claims import Claim
from benchwright.publish.card.data_sheet import (
    RecordedAnswer,
    check_claims,
    licence_claims,
    model_claims,
    recorded_answers,
    sections,
)
from benchwright.publish.card.owner_answers import ANSWERS, OwnerAnswers, read_answers
from benchwright.publish.croissant import CROISSANT, DescribedColumn, DescribedFile, croissant
from benchwright.publish.export.licences import hub_licence
from benchwright.publish.export.readme import ATTRIBUTION, README
from benchwright.publish.safe_text import line, markdown_cell, visible
from benchwright.records import SCHEMA_VERSION, Json, dump_line

CARD = "card.json"
DATASHEET = "datasheet.md"
RECORDS = "records.jsonl"
FILES = (README, DATASHEET, ATTRIBUTION, RECORDS, CROISSANT, CARD)
"""All files of a card but the owner's; the last one tells the hashes of the others."""
TODO = "TODO"

_ROWS = 10_000
"""Rows of a table: a benchmark of others may name a licence, check or family a line."""
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
"""What the hub calls data sets with fewer instances than this."""


@dataclass(frozen=True, slots=True)
class Card:
    """The texts of a card's files by name, and the ids of the questions that nobody has answered."""

    files: Mapping[str, str]
    claims: int
    recorded: tuple[str, ...]
    owners: tuple[str, ...]
    todo: tuple[str, ...]


def make_card(records: CardRecords, folder: Path) -> Card:
    """All texts of the card in a folder, with the owner's answers there. The same records and answers give the same
    bytes. UsageError for answers that cannot be read, BenchmarkError, ReadError."""
    owner = read_answers(folder / ANSWERS)
    answers = recorded_answers(records)
    readme_parts = _readme_parts(records)
    ids = [id for questions in sections().values() for id in questions]
    todo = tuple(id for id in ids if id not in answers and id not in owner.answers)
    texts = {
        README: _readme(records, owner, readme_parts),
        DATASHEET: _datasheet(records, owner, answers),
        ATTRIBUTION: "".join(dump_line(dict(row)) + "\n" for row in records.rows[SOURCES_FILE]),
        RECORDS: "".join(dump_line(row) + "\n" for row in records.digests()),
    }
    hashes = card_hashes(records, folder)
    texts[CROISSANT] = _croissant(records, folder, hashes, texts[ATTRIBUTION])
    by_place = {f"{DATASHEET}: {id}": answer.claims for id, answer in answers.items()}
    by_place |= {f"{README}: {title}": claims for title, claims in readme_parts.items()}
    listed = [{"in": place, **claim.to_json()} for place, claims in by_place.items() for claim in claims[:_ROWS]]
    card: Json = {
        "schema_version": SCHEMA_VERSION,
        "kind": "card",
        "name": _name(records),
        "canary": canary(records.bench),
        "records": hashes,
        "files": {name: sha256_bytes(text.encode("utf-8")) for name, text in texts.items()},
        "recorded": [id for id in ids if id in answers],
        "owner": list(owner.answers),
        "todo": list(todo),
        "claims": listed,
    }
    texts[CARD] = json.dumps(card, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    return Card(texts, len(listed), tuple(card["recorded"]), tuple(owner.answers), todo)


def card_hashes(records: CardRecords, folder: Path) -> dict[str, str]:
    """The SHA-256 of all that a card rests on: the benchmark's records and the owner's answers. ReadError."""
    hashes = records.hashes()
    if (folder / ANSWERS).exists():
        hashes[ANSWERS] = sha256_file(folder / ANSWERS)
    return hashes


def _name(records: CardRecords) -> str:
    return line(str(records.bench.manifest.get("name") or "benchmark"), 120)


def _readme_parts(records: CardRecords) -> dict[str, Sequence[Claim]]:
    """The tables of the data set card by their title."""
    parts = {
        "Contents": [
            records.claim("questions", EXAMPLES, "count"),
            records.claim("sources and distractors", SOURCES_FILE, "count"),
            records.claim("documents", SOURCES_FILE, "distinct", "document"),
        ],
        "Questions by style": records.groups(EXAMPLES, "style"),
        "Questions by sources that they need": records.groups(EXAMPLES, "modalities"),
        "Models": model_claims(records),
        "Checks": check_claims(records),
        "Sources and licences": licence_claims(records),
    }
    return {title: claims for title, claims in parts.items() if claims}


def _readme(records: CardRecords, owner: OwnerAnswers, parts: Mapping[str, Sequence[Claim]]) -> str:
    quoted = [
        f"## {question}\n\n{_quote(owner.answers[id])}"
        for questions in sections().values()
        for id, question in questions.items()
        if id in owner.answers
    ]
    return "\n".join([
        _head(records, owner),
        f"# {markdown_cell(_name(records))}\n",
        f"{canary_line(records.bench)}\n",
        f"`{DATASHEET}` answers the questions of a data sheet. `{CARD}` lists every figure of both files with the "
        f"record that it is read from, and `{ATTRIBUTION}` the title, licence and address of every source.\n",
        *(f"## {title}\n\n{_table(claims)}" for title, claims in parts.items()),
        *quoted,
    ])  # fmt: skip


def _head(records: CardRecords, owner: OwnerAnswers) -> str:
    """The YAML that the hub reads: what records tell, and what the owner sets over it. JSON is YAML, and quotes all."""
    sources, total = records.bench.sources.values(), len(records.bench)
    images = any(source.image is not None for source in sources)
    fields: dict[str, str | list[str]] = {
        "pretty_name": _name(records),
        "license": hub_licence({source.licence for source in sources}),
        "task_categories": ["question-answering", *(["visual-question-answering"] if images else [])],
        "size_categories": [next((name for most, name in _SIZES if total < most), "n>1M")],
        "tags": ["benchwright", "benchmark", "retrieval-augmented-generation"],
    }
    if records.bench.imported is None:
        fields["annotations_creators"] = ["machine-generated"]
    fields |= owner.hub
    lines = (f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in fields.items())
    return f"---\n{visible(''.join(lines))}---\n"


_QUESTION_COLUMNS = (
    *map(DescribedColumn, ("id", "question", "answer", "style", "entity", "family")),
    DescribedColumn("answers", part="text", many=True),
    DescribedColumn("sources", many=True),
    DescribedColumn("distractors", many=True),
)
_SOURCE_COLUMNS = tuple(map(DescribedColumn, ("id", "modality", "title", "text", "document", "licence", "url")))
_ATTRIBUTION_COLUMNS = tuple(map(DescribedColumn, ("id", "modality", "title", "document", "licence", "url")))


def _croissant(records: CardRecords, folder: Path, hashes: Mapping[str, str], attribution: str) -> str:
    """The files of the benchmark's folder, seen from the folder of the card."""
    above = Path(os.path.relpath(records.bench.path, folder)).as_posix()
    files = [
        (f"{above}/{EXAMPLES}", "questions", "A question a line", hashes[EXAMPLES], _QUESTION_COLUMNS),
        (f"{above}/{SOURCES_FILE}", "sources", "A source or distractor a row", hashes[SOURCES_FILE], _SOURCE_COLUMNS),
        (ATTRIBUTION, "attribution", "The licence of a source a line", sha256_bytes(attribution.encode()),
         _ATTRIBUTION_COLUMNS),
    ]  # fmt: skip
    about = f"A benchmark of retrieval-augmented generation. {canary_line(records.bench)}"
    licences = sorted({source.licence for source in records.bench.sources.values()})
    return croissant(_name(records), about, licences, [DescribedFile(*one) for one in files])


def _datasheet(records: CardRecords, owner: OwnerAnswers, answers: Mapping[str, RecordedAnswer]) -> str:
    parts = [f"# Data sheet of {markdown_cell(_name(records))}\n", f"{canary_line(records.bench)}\n"]
    for title, questions in sections().items():
        parts.append(f"## {title}\n")
        for id, question in questions.items():
            parts.append(f"### {question}\n")
            parts += _answer(id, answers.get(id), owner.answers.get(id))
    return "\n".join(parts)


def _answer(id: str, recorded: RecordedAnswer | None, owned: str | None) -> Iterator[str]:
    if recorded is not None:
        yield f"{recorded.text}\n"
        if recorded.claims:
            yield _table(recorded.claims)
    if owned is not None:
        yield _quote(owned)
    elif recorded is None:
        yield f"{TODO}: no record answers this. Answer `{id}` in `{ANSWERS}`.\n"


def _quote(text: str) -> str:
    """An answer of the owner, marked as such."""
    return "".join(f"> {one}".rstrip() + "\n" for one in ["**The owner's answer:**", "", *visible(text).splitlines()])


def _table(claims: Sequence[Claim]) -> str:
    rows = ["| | Value | Record |\n", "|---|---|---|\n"]
    rows += [
        f"| {markdown_cell(one.label)} | {_value(one.value)} | {markdown_cell(str(one.query), 400)} |\n"
        for one in claims[:_ROWS]
    ]
    if len(claims) > _ROWS:
        rows.append("\nThe table is cut: there are more rows.\n")
    return "".join(rows)


def _value(value: str | int | float) -> str:
    return f"{value:,}" if isinstance(value, int | float) else markdown_cell(value)
