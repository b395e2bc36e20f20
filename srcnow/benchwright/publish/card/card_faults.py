"""List where a card is not what the records say: a changed record, a figure that is not right any more, a changed line.

The hashes of the records come first. While they are those of the card, each of its lines must be what would be written
now. If a record was changed, the fault names its line, and the figures that are different now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

from benchwright.benchmark.store import Benchmark
from benchwright.benchmark.validate import Fault
from benchwright.errors import BenchwrightError
from benchwright.files.atomic import sha256_bytes
from benchwright.files.bounded import parse_json, read_regular
from benchwright.publish.card.card_files import CARD, FILES, RECORDS, card_hashes, make_card
from benchwright.publish.card.card_records import CardRecords
from benchwright.publish.card.claims import RecordQuery, read_value
from benchwright.publish.safe_text import line
from benchwright.records import dump_line

_AGAIN = "write the card again: benchwright card"
_MOST = 10
"""Changed lines that are named, of each file."""
_SHOWN = 100
"""Characters of a changed line that are shown."""


def has_card(folder: Path) -> bool:
    """Whether a folder has any file of a card."""
    return any((folder / name).exists() for name in FILES)


def card_faults(bench: Benchmark, folder: Path) -> list[Fault]:
    """All faults of the card in a folder. Questions that nobody has answered are none."""
    written: dict[str, str] = {}
    for name in FILES:
        try:
            written[name] = read_regular(folder / name).decode("utf-8")
        except FileNotFoundError:
            return [Fault(str(folder / name), f"is missing; {_AGAIN}")]
        except (OSError, UnicodeDecodeError) as error:
            return [Fault(str(folder / name), f"cannot be read: {error}")]
    try:
        told = parse_json(written[CARD])
    except ValueError as error:
        return [Fault(str(folder / CARD), f"is not as it was written: {error}")]
    records = CardRecords(bench)
    try:
        hashes = card_hashes(records, folder)
    except BenchwrightError as error:
        return [Fault(str(folder), f"the card cannot be checked: {error}")]
    before = _part(told, "records")
    moved = sorted(name for name in {*hashes, *before} if hashes.get(name) != before.get(name))
    return list(_changed(records, folder, written, told, moved) if moved else _differing(records, folder, written))


def _part(told: Any, name: str) -> Mapping[str, Any]:
    part = told.get(name) if isinstance(told, dict) else None
    return part if isinstance(part, dict) else {}


def _differing(records: CardRecords, folder: Path, written: Mapping[str, str]) -> Iterator[Fault]:
    """The lines of the card that are not what the same records give."""
    try:
        card = make_card(records, folder)
    except BenchwrightError as error:
        yield Fault(str(folder), f"the card cannot be checked: {error}")
        return
    for name, text in card.files.items():
        pairs = enumerate(zip_longest(written[name].split("\n"), text.split("\n")), 1)
        lines = ((number, have, want) for number, (have, want) in pairs if have != want)
        for number, have, want in islice(lines, _MOST):
            place = f"{folder / name}, line {number}"
            yield Fault(place, f"is {line(have or '', _SHOWN)!r}, and the records say {line(want or '', _SHOWN)!r}")


def _changed(
    records: CardRecords, folder: Path, written: Mapping[str, str], told: Any, moved: list[str]
) -> Iterator[Fault]:
    """What was changed since the card was written: records, lines of them, figures, files of the card."""
    for name in moved:
        yield Fault(name, f"is not as it was when the card in {folder} was written; {_AGAIN}")
    files = _part(told, "files")
    for name in FILES:
        if name != CARD and sha256_bytes(written[name].encode("utf-8")) != files.get(name):
            yield Fault(str(folder / name), "is not as it was written")
    try:
        yield from islice(_changed_lines(records, written[RECORDS]), _MOST)
        yield from islice(_changed_figures(records, folder, told), _MOST)
    except (BenchwrightError, ValueError) as error:
        yield Fault(str(folder), f"not all of the card can be checked: {error}")


def _changed_lines(records: CardRecords, written: str) -> Iterator[Fault]:
    before = set(filter(None, written.split("\n")))
    named = set()
    for row in records.digests():
        told = dump_line(row)
        named.add(row["record"])
        if told not in before:
            yield Fault(str(row["record"]), "is not as it was when the card was written")
        before.discard(told)
    for told in sorted(before):
        try:
            record = line(str(parse_json(told)["record"]), _SHOWN)
        except (ValueError, TypeError, KeyError):
            continue  # records.jsonl was changed itself, which is another fault
        if record not in named:
            yield Fault(record, "is gone since the card was written")


def _changed_figures(records: CardRecords, folder: Path, told: Any) -> Iterator[Fault]:
    listed = told.get("claims") if isinstance(told, dict) else None
    for claim in listed if isinstance(listed, list) else ():
        query = _query(claim)
        if query is None or query.file not in records.rows:
            yield Fault(str(folder / CARD), f"has no such record: {line(dump_line(claim), _SHOWN)}")
            continue
        now = read_value(query, records.rows[query.file])
        if now != claim.get("value"):
            label, said = line(str(claim.get("label")), _SHOWN), line(str(claim.get("value")), _SHOWN)
            place = f"{folder / CARD}, {line(str(claim.get('in')), _SHOWN)}"
            yield Fault(place, f"says {said} for {label!r}, and {query} is {now}")


def _query(claim: Any) -> RecordQuery | None:
    """The query of a claim as card.json has it; None for anything else."""
    if not isinstance(claim, dict):
        return None
    file, operation, where = claim.get("file"), claim.get("operation"), claim.get("where", {})
    field, over = claim.get("field", ""), claim.get("over", "")
    texts = all(isinstance(one, str) for one in (file, field, over))
    if not texts or operation not in ("value", "count", "distinct", "sum") or not isinstance(where, dict):
        return None
    return RecordQuery(str(file), operation, field, over, where)
