"""Read a corpus's facts, once: the same corpus is not read again unless its content or the readers have changed."""

from __future__ import annotations

import errno
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchwright.corpus.store import Corpus
from benchwright.errors import CorpusError, StorageError
from benchwright.facts.extract import IMAGE_READERS, extract
from benchwright.facts.open.context import is_open
from benchwright.facts.own_relations import read_own
from benchwright.facts.relations import LEXICONS, OWN, lexicon
from benchwright.facts.store import FACTS_VERSION, FactTable, stored_metadata
from benchwright.files.atomic import MANIFEST, sha256_file
from benchwright.files.command_lines import command_line
from benchwright.files.locks import folder_lock
from benchwright.records import Fact, JsonRecord
from benchwright.workflows.relations_draft import check_draft, write_draft

if TYPE_CHECKING:
    from benchwright.workflows.graph import LoadedGraph

FACTS_FILE = Path("facts") / "documents.parquet"
_PACKAGE = Path(__file__).parents[1]
_IMPORTS = re.compile(r"^ *(?:from|import) (benchwright[\w.]*)(?: import (\([^)]*\)|.*))?", re.MULTILINE)
"""What a module of this package imports of it, as ruff writes it. Parsing the modules would take 0.2 s of every run. A
line of prose that looks like an import adds a file to the fingerprint at most."""
_SHUT = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})


@dataclass(frozen=True, slots=True)
class RelationCount(JsonRecord):
    """One relation: how many facts, from how many sources, how they were read, a few samples, what can be asked."""

    name: str
    facts: int
    sources: int
    read: dict[str, int]
    question: str
    samples: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class FactsReport(JsonRecord):
    """What was read from a corpus. `fresh` is False when an earlier reading was still good. `graphs` are the knowledge
    graphs that were loaded beside its documents. `relations` are those of the lexicon, `forms` the open forms;
    `unused` are the user's own relations that nothing states, `draft` is the file of relations that was written.
    `looked_for` counts the facts of every open form, `advice` says what gave none, and the command to go on with;
    `languages` says how many documents are in which other language than English."""

    corpus: str
    facts: int
    entities: int
    sources: dict[str, int]
    refused: dict[str, int]
    relations: tuple[RelationCount, ...]
    fresh: bool
    graphs: tuple[LoadedGraph, ...] = ()
    forms: tuple[RelationCount, ...] = ()
    unused: tuple[str, ...] = ()
    draft: str = ""
    looked_for: Mapping[str, int] = field(default_factory=dict)
    advice: tuple[str, ...] = ()
    languages: str = ""


def facts(
    path: Path | str,
    *,
    samples: int = 2,
    processes: int | None = None,
    relations: Sequence[Path | str] = (),
    draft: Path | str | None = None,
) -> FactsReport:
    """Read the facts of the corpus at `path` into its `facts/` folder, and say what they are. A folder that holds
    graphs, and no documents yet, has no facts. `relations` are the user's own files of relations; `draft` is a file to
    write one to, from what occurs most often and no relation knows. Raises RelationsError for such a file that cannot
    be used, StorageError for a draft that cannot be written, CorpusError for a folder that is not a corpus, LockedError
    while another process writes there."""
    if draft is not None:  # before facts are read, which may take minutes
        check_draft(Path(draft))
    from benchwright.workflows.graph import loaded_graphs
    from benchwright.workflows.next_step import after_facts, looked_for, unused

    OWN.set(read_own(map(Path, relations)))
    graphs = loaded_graphs(path)
    if graphs and not (Path(path) / MANIFEST).exists():
        return FactsReport(str(path), 0, 0, {}, {}, (), False, graphs)
    corpus = Corpus.open(path)
    table, fresh = ensure_facts(corpus, processes=processes)
    stored = stored_metadata(facts_path(corpus))
    if draft is not None:
        write_draft(corpus, table, Path(draft))
    named = _largest_first(table)
    forms: dict[str, list[str]] = {}
    for name in named:
        if is_open(name):
            forms.setdefault(name.partition(":")[0], []).append(name)
    return FactsReport(
        corpus=str(corpus.path),
        facts=len(table),
        entities=len(table.entities()),
        sources=stored["sources"],
        refused=stored["refused"],
        relations=tuple(_counted(table, name, [name], samples) for name in named if not is_open(name)),
        fresh=fresh,
        graphs=graphs,
        forms=tuple(_counted(table, form, names, samples) for form, names in forms.items()),
        unused=tuple(sorted(lexicon().own - set(named))),
        draft="" if draft is None else str(draft),
        looked_for=looked_for(table.relations()),
        advice=(*unused(corpus, table), *after_facts(Path(path), len(table))),
        languages=other_languages(corpus),
    )


def ensure_facts(corpus: Corpus, *, processes: int | None = None) -> tuple[FactTable, bool]:
    """A corpus's fact table, and whether it had to be read now. It is kept while both stay the same."""
    path = facts_path(corpus)
    wanted = readers_fingerprint(corpus)
    if stored_metadata(path).get("of") == wanted:
        return FactTable.load(path), False
    with _kept_in(corpus.path), folder_lock(corpus.path):
        if stored_metadata(path).get("of") == wanted:  # somebody else was faster
            return FactTable.load(path), False
        made = extract(corpus, processes)
        made.facts.save(path, of=wanted, sources=made.sources, refused=made.refused, languages=made.languages)
    return made.facts, True


def known_facts(corpus: Corpus) -> FactTable | None:
    """A corpus's fact table if it was read before and is still good. Reads nothing."""
    path = facts_path(corpus)
    kept = stored_metadata(path).get("of")
    return FactTable.load(path) if kept is not None and kept == readers_fingerprint(corpus) else None


def other_languages(corpus: Corpus) -> str:
    """The documents of a corpus that are in another language than English: "12 documents in German, 3 in Japanese"; ""
    if there are none, or if facts were not read yet."""
    counts = Counter(stored_metadata(facts_path(corpus)).get("languages") or {})
    listed = ", ".join(f"{count:,} in {name}" for name, count in counts.most_common())
    first, _, rest = listed.partition(" ")
    return listed and f"{first} {'document' if first == '1' else 'documents'} {rest}"


def facts_path(corpus: Corpus) -> Path:
    """Where the facts of a corpus are kept: those that were read with the user's own relations in another file."""
    if not OWN.get():
        return corpus.path / FACTS_FILE
    return corpus.path / FACTS_FILE.with_stem(f"{FACTS_FILE.stem}-{sha256(repr(OWN.get()).encode()).hexdigest()[:8]}")


@contextmanager
def _kept_in(corpus: Path) -> Iterator[None]:
    """Say what to do about a corpus that may not be written to: no other folder can be chosen for it."""
    try:
        yield
    except StorageError as error:
        if isinstance(error.__cause__, OSError) and error.__cause__.errno in _SHUT:
            raise StorageError(
                f"the facts of {corpus} were not read yet, and cannot be kept there: {error.__cause__.strerror}",
                hint=f"run `{command_line('facts', corpus)}` where it may be written to, or work on a copy of it",
            ) from error
        raise


def readers_fingerprint(corpus: Corpus) -> str:
    """What the facts depend on: everything in the corpus, the readers' code and words, and which plug-ins are there."""
    plug_ins = (*IMAGE_READERS.names(), *LEXICONS.names())
    own = (f"own {file}\n{text}" for file, text in OWN.get())
    digest = sha256("\n".join((str(FACTS_VERSION), corpus.fingerprint, *plug_ins, *own, "")).encode())
    for file in files_of_readers():
        digest.update(f"{file.relative_to(_PACKAGE).as_posix()}\n".encode() + file.read_bytes())
    return digest.hexdigest()


@lru_cache(maxsize=1)
def files_of_readers() -> tuple[Path, ...]:
    """The modules of this package that reading facts imports, however deep, and the data files in their folders."""
    modules: dict[str, Path] = {}
    stack = [extract.__module__]
    while stack:
        name = stack.pop()
        path = _PACKAGE.parent.joinpath(*name.split("."))
        file = next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)
        if name in modules or file is None or not file.is_relative_to(_PACKAGE):
            continue
        modules[name] = file
        for found in _IMPORTS.finditer(file.read_text("utf-8")):
            stack += [found[1], *(f"{found[1]}.{alias}" for alias in re.findall(r"\w+", found[2] or ""))]
    folders = {file.parent for file in modules.values()} - {_PACKAGE}
    data = {file for folder in folders for file in folder.rglob("*.yaml")}
    return tuple(sorted({*modules.values(), *data}))


def _largest_first(table: FactTable) -> list[str]:
    counts = table.relations()
    return sorted(counts, key=lambda name: (-counts[name], name))


def _counted(table: FactTable, name: str, names: Sequence[str], samples: int) -> RelationCount:
    """What was read of the relations of one name, or of one open form."""
    rows = np.sort(np.concatenate([table.rows_of_relation(one) for one in names]))
    taken = table.columns.take(rows)
    read: dict[str, int] = {}
    for how in taken.column("read").to_pylist():
        read[how] = read.get(how, 0) + 1
    known = None if is_open(name) else lexicon().get(name)
    count = min(samples, len(rows))
    shown = [rows[len(rows) * step // count] for step in range(count)]
    return RelationCount(
        name=name,
        facts=len(rows),
        sources=len(set(taken.column("source").to_pylist())),
        read=dict(sorted(read.items())),
        question=known.ask[0] if known else "",
        samples=tuple(table.at([int(row) for row in shown])),
    )


def open_corpus(path: Path, *, derived: bool, relations: Sequence[Path] = ()) -> tuple[Corpus, FactTable, str]:
    """The corpus, its facts (read now if they were not yet), and the hash of the facts' file. From here on the user's
    own files of `relations` count. Raises CorpusError if questions are to be derived from facts that could not be
    read."""
    OWN.set(read_own(relations))
    corpus = Corpus.open(path)
    facts, _ = ensure_facts(corpus)
    refused = stored_metadata(facts_path(corpus)).get("refused")
    if derived and refused and not len(facts):
        listed = other_languages(corpus) or ", ".join(f"{count:,} sources {one}" for one, count in refused.items())
        hint = "without a model, questions are made of English documents only: name a writer in the plan"
        raise CorpusError(f"no fact was read in {path}: {listed}", hint=hint)
    return corpus, facts, sha256_file(facts_path(corpus))
