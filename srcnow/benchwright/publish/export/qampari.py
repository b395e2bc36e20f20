"""Export list questions as QAMPARI's JSON Lines, one file a part, with all passages of the corpus.

    {"qid": "0__wikidata_simple__test", "question_text": "Which films were directed by Ida Lupino?",
     "entities": [{"entity_text": "Ida Lupino", "entity_id": "Q234"}],
     "answer_list": [{"answer_text": "Outrage", "aliases": ["Outrage (1950 film)"], "aid": "Q1", "answer_url": "",
       "proof": [{"proof_text": "Outrage is a 1950 film directed by ...", "pid": "outrage#p0", "found_in_url": ""}]}]}

A `qid` says the kind of question and the part; `wikidata` stands for any graph, a corpus' own facts among them. A proof
is the whole passage (of a table, its rows as text, of a picture its description), each once for an answer, the best
evidence first. Answers that are neither right nor wrong stand in `undecided_list`, a field of Benchwright's own, where
there are any. Where evidence is not as the kind of question says by itself, each proof has `sets` (see the importer).
`passages.jsonl` has every passage of the corpus as Pyserini indexes them, so that a reader can retrieve:
{"id": "outrage#p0", "contents": "Outrage is ...", "meta": {"pid": "outrage#p0", "title": ..., "url": ...}}.
What was imported from this form keeps its ids and parts, so that it comes out as it went in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from benchwright.benchmark.importers.qampari import KINDS, PARTS, usual_sets
from benchwright.benchmark.store import PLAN
from benchwright.plan import read_settings
from benchwright.publish.export.base import ExportData, Exporter
from benchwright.publish.export.folder import ExportFolder, LineWriter
from benchwright.readers.layouts.qampari import PASSAGES, UNDECIDED
from benchwright.records import Answer, Example, Json, Source

FILES = {part: f"{part}_data.jsonl" for part in PARTS}
_NAMES = {kind: name for name, (kind, _) in KINDS.items()}
_NO_KIND = "no-list-question"


def export_qampari(data: ExportData, to: ExportFolder) -> None:
    """Write the lines of each part, and all passages of the corpus. Without a split, what was imported goes into the
    part that it came from, and anything else into the one that its plan asked for, `test` if it asked for none. Raises
    PlanError."""
    as_imported = (data.bench.imported or {}).get("format") == "qampari"
    planned = None if as_imported or data.is_split else read_settings(data.bench.path / PLAN).lists.part
    numbers = {example.id: number for number, example in enumerate(data.bench.examples)}
    with ExitStack() as opened:
        files: dict[str, LineWriter] = {}
        for named, example in data.examples():
            derivation = example.derivation or {}
            imported_part = str(derivation.get("part", "")) if as_imported else ""
            part = named if data.is_split else imported_part if imported_part in PARTS else planned or "test"
            kind = _NAMES.get(str(derivation.get("kind", "")), "")
            if not kind and not as_imported:
                to.leave_out(example, _NO_KIND)
                continue
            if part not in files:
                files[part] = opened.enter_context(to.lines(FILES[part]))
            qid = example.id if as_imported else f"{numbers[example.id]}__{kind}__{part}"
            files[part](_record(example, qid, data, as_imported))
            to.wrote(part, example)
    if to.written:
        with to.lines(PASSAGES) as add:
            for source in data.sources():
                if text := _words(source):
                    add(_passage(source, text, data))


def _passage(source: Source, text: str, data: ExportData) -> Json:
    passed_on = data.passed_on(source)
    where = {"pid": _pid(source, data), "title": source.title, "url": source.url, "licence": source.licence}
    return {"id": source.id, "contents": text if passed_on else "", "meta": {**where, "passed_on": passed_on}}


def _record(example: Example, qid: str, data: ExportData, as_imported: bool) -> Json:
    derivation = example.derivation or {}
    kind = str(derivation.get("kind", ""))

    def listed(answers: Sequence[Answer], key: str) -> list[Json]:
        origins = derivation.get(key, ())
        return [
            _answer(answer, origins[place] if place < len(origins) else {}, kind, data)
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


def _answer(answer: Answer, origin: Json, kind: str, data: ExportData) -> Json:
    return {
        "answer_text": answer.text,
        "aliases": list(answer.aliases),
        "aid": str(origin.get("id", "")),
        "answer_url": str(origin.get("url", "")),
        "proof": _proofs(answer, kind, data),
    }


def _proofs(answer: Answer, kind: str, data: ExportData) -> list[Json]:
    """The sources of an answer's evidence, each once, with the sets that they are in where those are not the kind's
    usual ones. Evidence in a source that has no words cannot be written, and so none of its set is."""
    sets: dict[frozenset[str], tuple[str, ...]] = {}
    for spans in answer.evidence:
        sources = tuple(dict.fromkeys(span.source for span in spans))
        if sources and all(_words(data.source(source)) for source in sources):
            sets.setdefault(frozenset(sources), sources)
    proofs = list(dict.fromkeys(source for sources in sets.values() for source in sources))
    usual = list(map(frozenset, usual_sets(kind, proofs))) == list(sets)
    return [
        {
            "proof_text": _words(source) if data.passed_on(source) else "",
            "pid": _pid(source, data),
            "found_in_url": source.url,
            **({} if usual else {"sets": [number for number, one in enumerate(sets) if source.id in one]}),
        }
        for source in map(data.source, proofs)
    ]


def _pid(source: Source, data: ExportData) -> str:
    return source.id if data.bench.imported is None else source.document


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
    "QAMPARI's JSON Lines, one file a part, and all passages of the corpus",
    'import json\nquestions = [json.loads(line) for line in open("FOLDER/test_data.jsonl", encoding="utf-8")]\n'
    'passages = [json.loads(line) for line in open("FOLDER/passages.jsonl", encoding="utf-8")]',
    (
        "spans: a proof is a whole passage",
        "images: only their captions and descriptions",
        "tables as cells: only their rows as text",
        "checks, distractors and the query of a question",
        "the needed parts of a proof, without the field `sets`, which is Benchwright's own",
    ),
    export_qampari,
    takes="it is for list questions alone: cells of style list",
    whole_corpus=True,
)
