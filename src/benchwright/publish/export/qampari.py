"""Export list questions as QAMPARI's JSON Lines, one file a part.

    {"qid": "0__wikidata_simple__test", "question_text": "Which films were directed by Ida Lupino?",
     "entities": [{"entity_text": "Ida Lupino", "entity_id": "Q234"}],
     "answer_list": [{"answer_text": "Outrage", "aliases": ["Outrage (1950 film)"], "aid": "Q1", "answer_url": "",
       "proof": [{"proof_text": "Outrage is a 1950 film directed by ...", "pid": "outrage#p0", "found_in_url": ""}]}]}

A `qid` says the kind of question and the part; `wikidata` stands for any graph, a corpus' own facts among them. A proof
is the whole passage (of a table, its rows as text, of a picture its description), each once for an answer, the best
evidence first. Answers that are neither right nor wrong stand in `undecided_list`, a field of Benchwright's own, where
there are any. Where evidence is not as the kind of question says by itself, each proof has `sets` (see the importer).
What was imported from this form keeps its ids and parts, so that it comes out as it went in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from benchwright.benchmark.importers.qampari import KINDS, PARTS, usual_sets
from benchwright.benchmark.store import PLAN, Benchmark
from benchwright.plan import read_settings
from benchwright.publish.export.base import Exported, Exporter, Splits
from benchwright.readers.layouts.qampari import UNDECIDED, qampari_files
from benchwright.records import Answer, Example, Json, Source, dump_line

FILES = {part: f"{part}_data.jsonl" for part in PARTS}
_NAMES = {kind: name for name, (kind, _) in KINDS.items()}
_NO_PART, _NO_KIND = "in-no-part", "no-list-question"


def export_qampari(bench: Benchmark, splits: Splits) -> Exported:
    """The lines of each part. Without a split, what was imported goes into the part that it came from, and anything
    else into the one that its plan asked for, `test` if it asked for none. Raises PlanError."""
    where = None if splits is None else {id: part for part, ids in splits.items() for id in ids}
    as_imported = (bench.imported or {}).get("format") == "qampari"
    planned = None if as_imported or splits is not None else read_settings(bench.path / PLAN).lists.part
    usual = planned or "test"
    lines: dict[str, list[str]] = {}
    left_out: Counter[str] = Counter()
    for number, example in enumerate(bench.examples):
        imported_part = str((example.derivation or {}).get("part", "")) if as_imported else ""
        part = (imported_part if imported_part in PARTS else usual) if where is None else where.get(example.id, "")
        kind = _NAMES.get(str((example.derivation or {}).get("kind", "")), "")
        if not part:
            left_out[_NO_PART] += 1
        elif not kind and not as_imported:
            left_out[_NO_KIND] += 1
        else:
            qid = example.id if as_imported else f"{number}__{kind}__{part}"
            lines.setdefault(part, []).append(dump_line(_record(example, qid, bench, as_imported)) + "\n")
    files = {FILES[part]: "".join(lines[part]) for part in PARTS if part in lines}
    counts = {FILES[part]: len(lines[part]) for part in PARTS if part in lines}
    return Exported(files, counts, dict(sorted(left_out.items())))


def _record(example: Example, qid: str, bench: Benchmark, as_imported: bool) -> Json:
    derivation = example.derivation or {}
    kind = str(derivation.get("kind", ""))

    def listed(answers: Sequence[Answer], key: str) -> list[Json]:
        origins = derivation.get(key, ())
        return [
            _answer(answer, origins[place] if place < len(origins) else {}, kind, bench)
            for place, answer in enumerate(answers)
        ]

    imported = derivation.get("entities") if as_imported else None
    return {
        "qid": qid,
        "question_text": example.question,
        "entities": list(_entities(derivation.get("query"))) if imported is None else imported,
        "answer_list": listed(example.answers, "answers"),
        **({UNDECIDED: listed(example.undecided, "undecided")} if example.undecided else {}),
    }


def _answer(answer: Answer, origin: Json, kind: str, bench: Benchmark) -> Json:
    return {
        "answer_text": answer.text,
        "aliases": list(answer.aliases),
        "aid": str(origin.get("id", "")),
        "answer_url": str(origin.get("url", "")),
        "proof": _proofs(answer, kind, bench),
    }


def _proofs(answer: Answer, kind: str, bench: Benchmark) -> list[Json]:
    """The sources of an answer's evidence, each once, with the sets that they are in where those are not the kind's
    usual ones. Evidence in a source that has no words cannot be written, and so none of its set is."""
    sets: dict[frozenset[str], tuple[str, ...]] = {}
    for spans in answer.evidence:
        sources = tuple(dict.fromkeys(span.source for span in spans))
        if sources and all(_words(bench.sources[source]) for source in sources):
            sets.setdefault(frozenset(sources), sources)
    proofs = list(dict.fromkeys(source for sources in sets.values() for source in sources))
    usual = list(map(frozenset, usual_sets(kind, proofs))) == list(sets)
    return [
        {
            "proof_text": _words(source),
            "pid": source.id if bench.imported is None else source.document,
            "found_in_url": source.url,
            **({} if usual else {"sets": [number for number, one in enumerate(sets) if source.id in one]}),
        }
        for source in map(bench.sources.__getitem__, proofs)
    ]


def _words(source: Source) -> str:
    return source.text if source.text.strip() else source.title.strip()


def _entities(query: object) -> Iterator[Json]:
    """The given things of a query, in order: of a simple one its own, of others those of their parts."""
    if not isinstance(query, dict):
        return
    entity = query.get("given")
    if isinstance(entity, dict):
        yield {"entity_text": str(entity.get("label", "")), "entity_id": str(entity.get("id", ""))}
    parts = query.get("parts")
    for part in (*(parts if isinstance(parts, list) else []), query.get("first")):
        yield from _entities(part)


QAMPARI = Exporter(
    "qampari",
    "QAMPARI's JSON Lines, one file a part",
    "it is for list questions alone: cells of style list",
    export_qampari,
    tuple(FILES.values()),
    qampari_files,
)
