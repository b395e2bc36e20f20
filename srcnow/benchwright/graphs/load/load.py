"""Load inputs as a graph of a corpus: read them part by part, merge the parts, put the files into place.

    CORPUS/graphs/<name>/loading/journal.jsonl   what was done so far
    CORPUS/graphs/<name>/loading/parts/          rows with string ids
    CORPUS/graphs/<name>/loading/made/           finished files, moved up when all are there, the manifest last
    CORPUS/graphs/<name>/loading/spill/          what DuckDB cannot hold, unless another folder is given

The graph that stood there before is there until all of the new one is made.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.files.atomic import MANIFEST, atomic_path, sync_folder, write_json
from benchwright.files.bounded import read_json
from benchwright.files.disk_errors import writing
from benchwright.files.locks import folder_lock
from benchwright.files.memory_sizes import check_spill
from benchwright.files.parquet import read_own_parquet
from benchwright.graphs.graph_files import DROPS_FILE, FILES, FOLDER, GRAPH_VERSION
from benchwright.graphs.items import Item, ItemColumns, Position, Triple
from benchwright.graphs.load.child import BlockWork
from benchwright.graphs.load.engine import open_engine
from benchwright.graphs.load.feed import Feed
from benchwright.graphs.load.item_tables import ItemTables
from benchwright.graphs.load.journal import LoadJournal
from benchwright.graphs.load.merge import content_of, merge
from benchwright.graphs.load.parts import LoadPart, part_name
from benchwright.graphs.load.workers import LoadWorkers
from benchwright.graphs.read.base import LineInput
from benchwright.graphs.read.losses import LossCounter
from benchwright.records import Json

LOADING = "loading"
RESERVED = "facts"
"""No name for a graph: plans call the facts of a corpus so."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_LEAST_MEMORY = 128 << 20
_ITEMS_TOLD = 1 << 16
_MOST_WORKERS = 8
_LARGE = 64 << 20
"""Bytes of a file from which on workers are worth their start."""


@dataclass(frozen=True, slots=True)
class LoadSettings:
    """What a load may take. None of it changes the bytes that come out. `memory` bounds DuckDB, in bytes; `spill` is a
    folder for what does not fit; `part_rows` is how many rows are read between two lines of the journal. `workers` is
    how many processes parse the lines of an input whose lines are independent (Wikidata's JSON, entity lines); with 0
    this one does, with None there are as many as processors, 8 at most, for a file of more than 64 MB."""

    memory: int = 2 << 30
    spill: Path | None = None
    threads: int | None = None
    part_rows: int = 1_000_000
    workers: int | None = None


class NoStatementError(UsageError):
    """What was read gives no statement, so that there is nothing to make a graph of. `lost` counts what was left out,
    by reason."""

    def __init__(self, lost: Mapping[str, int]) -> None:
        reasons = ", ".join(f"{count:,} {reason}" for reason, count in sorted(lost.items()))
        super().__init__(
            f"no statements were read ({reasons or 'the files are empty'})",
            hint="check the files and --format; an existing graph of that name is unchanged",
        )
        self.lost = dict(lost)


@dataclass(frozen=True, slots=True)
class LoadProgress:
    """How far a load is: what it does, on which input, how many statements it has taken in."""

    doing: str
    name: str
    statements: int


def load(
    feeds: Sequence[Feed],
    corpus: Path,
    name: str,
    options: Json,
    *,
    limit: int | None = None,
    named: bool = False,
    settings: LoadSettings | None = None,
    tell: Callable[[LoadProgress], None] = lambda _: None,
) -> tuple[Json, bool]:
    """Load inputs as the graph `name` of a corpus folder; its manifest, and whether anything had to be done.

    `options` are plain JSON: what else changes the outcome. `limit` ends reading after so many statements that
    stand; `named`, which `options` have to tell, too: see `merge`. Raises UsageError for a name or a limit that cannot
    be, NoStatementError (the graph that stood there stays), LockedError, StorageError, and what the feeds raise."""
    how = settings or LoadSettings()
    _check(feeds, name, limit, how)
    folder = corpus / FOLDER / name
    wanted: Json = {"version": GRAPH_VERSION, "options": {**options, "limit": limit}}
    wanted["inputs"] = [feed.identity for feed in feeds]
    with folder_lock(folder):
        if (manifest := _loaded_manifest(folder)) is not None and wanted.items() <= manifest.items():
            shutil.rmtree(folder / LOADING, ignore_errors=True)
            return manifest, False
        journal = LoadJournal(folder / LOADING, wanted)
        state = journal.state
        try:
            if state.manifest is None:
                _read(journal, feeds, limit, how, tell)
                if not state.rows["statements"]:
                    raise NoStatementError(state.drops + state.left_out)
                _make(journal, wanted, name, named, how, tell)
        except UsageError:  # loading again would come to the same
            journal.remove()
            raise
        finally:
            journal.close()
        assert state.manifest is not None
        _put_into_place(journal.made, folder, state.manifest)
        journal.remove()
        return state.manifest, True


def _check(feeds: Sequence[Feed], name: str, limit: int | None, how: LoadSettings) -> None:
    if not feeds:
        raise UsageError("nothing to load", hint="name at least one file")
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name[:80]!r} cannot be the name of a graph", hint="use letters, digits, '.', '_' and '-'")
    if name == RESERVED:
        raise UsageError(
            f"{name!r} is the name that plans use for the facts of the documents",
            hint="give the graph another name: --name",
        )
    if limit is not None and limit < 1:
        raise UsageError("the limit of statements must be at least 1", hint="see --limit")
    if how.memory < _LEAST_MEMORY:
        least = f"{_LEAST_MEMORY >> 20}MiB"
        raise UsageError(
            f"{how.memory / 2**20:.3g} MiB is too little memory to join a graph; it takes at least {least}",
            hint=f"give it more: --memory {least}",
        )
    if how.spill is not None:
        check_spill(how.spill, "--spill")


def _loaded_manifest(folder: Path) -> Json | None:
    """The manifest of the graph that stands in the folder, None if it is missing or a file was changed."""
    try:
        manifest: Json = read_json(folder / MANIFEST)
        whole = all((folder / file).stat().st_size == facts["bytes"] for file, facts in manifest["files"].items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return manifest if whole else None


# ------------------------------------------------------------------ reading
def _read(
    journal: LoadJournal,
    feeds: Sequence[Feed],
    limit: int | None,
    how: LoadSettings,
    tell: Callable[[LoadProgress], None],
) -> None:
    state = journal.state
    while state.feed < len(feeds):
        feed = feeds[state.feed]
        part = _new_part(journal, feed)
        since = state.position
        most = limit if feed.bounded else None
        with closing(_taken_in(feed, state.feed, since, how.workers, limited=most is not None)) as items:
            for count, item in enumerate(items if most is None or state.rows["statements"] < most else ()):
                part.add(item)
                if count % _ITEMS_TOLD == 0 or isinstance(item, Position):
                    tell(LoadProgress("read", feed.name, state.rows["statements"] + part.statements))
                if isinstance(item, Position) and part.size >= how.part_rows:
                    journal.write_part(part, item)
                    part = _new_part(journal, feed)
                # What was dropped does not count: a load that goes on after a kill knows only of what stands.
                if most and isinstance(item, Triple) and state.rows["statements"] + part.statements >= most:
                    break
        journal.write_part(part, None)


def _new_part(journal: LoadJournal, feed: Feed) -> LoadPart:
    state = journal.state
    return LoadPart(journal.parts, state.parts, state.feed, state.rows["drops"], feed.usual)


def _taken_in(
    feed: Feed, rank: int, since: Position | None, workers: int | None, *, limited: bool
) -> Generator[Item | ItemColumns | ItemTables, None, None]:
    """What there is in an input, in the fastest form that it comes in; item by item where statements are `limited`."""
    if limited:
        yield from feed.read(since)
    elif feed.lines is not None:
        yield from _in_blocks(feed.lines, rank, feed.usual, since, workers)
    else:
        yield from (feed.columns or feed.read)(since)


def _in_blocks(
    source: LineInput, rank: int, usual: frozenset[str], since: Position | None, workers: int | None
) -> Iterator[Item | ItemTables]:
    if workers is None:
        workers = min(_MOST_WORKERS, os.cpu_count() or 1) if source.path.stat().st_size > _LARGE else 0
    losses = LossCounter(source.name)
    with LoadWorkers(workers, BlockWork(source, rank, usual)) as readers:
        for result in readers.done(source.blocks(since)):
            if isinstance(result, Position):
                yield from losses.drain()
                yield result
            else:
                gathered, lost = result
                losses.join(lost)
                yield gathered


# ------------------------------------------------------------------ merging
def _make(
    journal: LoadJournal,
    wanted: Json,
    name: str,
    named: bool,
    how: LoadSettings,
    tell: Callable[[LoadProgress], None],
) -> None:
    spill = journal.folder / "spill"
    if how.spill is not None:  # a folder that other loads may use, too
        spill = how.spill / f"benchwright-{sha256(os.fsencode(journal.folder.resolve())).hexdigest()[:16]}"
    shutil.rmtree(spill, ignore_errors=True)  # what a killed load left
    state = journal.state
    statements = state.rows["statements"]

    def done(step: str, work: Callable[[], dict[str, int]]) -> dict[str, int]:
        tell(LoadProgress("join", step, statements))
        return journal.step(step, work)

    threads = how.threads or os.cpu_count() or 1
    try:
        with open_engine(journal.parts, memory=how.memory, spill=spill, threads=threads) as engine:
            counts = merge(engine, journal.made, done, named=named)
    finally:
        shutil.rmtree(spill, ignore_errors=True)
    _write_drops(journal.parts, state.parts, journal.made / DROPS_FILE)
    files = content_of(journal.made, FILES)
    fingerprint = sha256("".join(f"{file}\n{files[file]['sha256']}\n" for file in sorted(files)).encode()).hexdigest()
    files |= content_of(journal.made, [DROPS_FILE])
    notices = {slug.replace("_", "-"): counts.pop(slug) for slug in _NOTICES}
    notices["triple-repeated"] = statements - counts["triples"]
    manifest = {
        "version": GRAPH_VERSION,
        "name": name,
        "fingerprint": fingerprint,
        **{key: wanted[key] for key in ("options", "inputs")},
        "counts": {"statements": statements, **counts},
        "drops": dict(sorted(state.drops.items())),
        "left_out": dict(sorted(state.left_out.items())),
        "notices": {slug: count for slug, count in sorted(notices.items()) if count},
        "files": files,
    }
    write_json(journal.made / MANIFEST, manifest)
    journal.write_manifest(manifest)


_NOTICES = ("undescribed", "label_from_id", "alias_is_label", "label_differs", "type_below_itself", "type_cycles")
"""Counts that tell something without anything being lost."""


def _write_drops(parts: Path, count: int, path: Path) -> None:
    """The drops that are listed, in the order of the inputs."""
    with atomic_path(path) as temporary, temporary.open("w", encoding="utf-8") as file:
        for table in (parts / part_name(number, "drops") for number in range(count)):
            if table.exists():
                for row in read_own_parquet(table).to_pylist():
                    file.write(json.dumps(row, ensure_ascii=False) + "\n")


# ------------------------------------------------------------------ putting into place
def _put_into_place(finished: Path, folder: Path, manifest: Json) -> None:
    """Move the finished files up, the manifest last: a kill in between leaves no graph that could be taken for one,
    and the next load moves the rest."""
    with writing(folder):
        if (finished / MANIFEST).exists():
            (folder / MANIFEST).unlink(missing_ok=True)
        for file in chain(manifest["files"], [MANIFEST]):
            if (finished / file).exists():
                os.replace(finished / file, folder / file)
        sync_folder(folder)
