"""Answer the questions of a data sheet as far as the records of a benchmark can.

The words of an answer hold no figures: every figure is a claim. What the records do not tell has no answer here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from benchwright.benchmark.store import EXAMPLES, LOG, SOURCES_FILE
from benchwright.files.atomic import MANIFEST
from benchwright.files.package_data import read_yaml
from benchwright.models.ledger import LEDGER
from benchwright.publish.card.card_records import SPLITS, CardRecords, label_of
from benchwright.publish.card.claims import Claim, RecordQuery, find, pointer


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """What the records say to a question: words without figures, and the claims."""

    text: str
    claims: Sequence[Claim] = ()


@cache
def sections() -> Mapping[str, Mapping[str, str]]:
    """The questions by section and id."""
    listed = read_yaml(files(__package__) / "questions.yaml")
    return {one["section"]: dict(one["questions"]) for one in listed}


@cache
def question_ids() -> tuple[str, ...]:
    """The ids of all questions, in the order of the data sheet."""
    return tuple(id for questions in sections().values() for id in questions)


def recorded_answers(records: CardRecords) -> dict[str, RecordedAnswer]:
    """The answers by the question's id, those without an answer left out."""
    made = {id: answer(records) for id, answer in _ANSWERS.items()}
    return {id: one for id, one in made.items() if one is not None}


def _instances(records: CardRecords) -> RecordedAnswer:
    return RecordedAnswer(
        "A question over sources: passages, tables or images of the corpus. Questions by the sources that they need:",
        records.groups(EXAMPLES, "modalities"),
    )


def _numbers(records: CardRecords) -> RecordedAnswer:
    total = records.claim("questions", EXAMPLES, "count")
    sources = records.claim("sources and distractors", SOURCES_FILE, "count")
    documents = records.claim("documents", SOURCES_FILE, "distinct", "document")
    styles = [_named(one, "questions, ") for one in records.groups(EXAMPLES, "style")]
    kinds = [_named(one, "sources, ") for one in records.groups(SOURCES_FILE, "modality")]
    return RecordedAnswer("Instances, and what they are asked over:", [total, *styles, sources, *kinds, documents])


def _sample(records: CardRecords) -> RecordedAnswer | None:
    imported = records.bench.imported
    if imported is not None:
        drops = [
            records.claim(f"left out at import: {reason}", MANIFEST, "value", pointer("imported", "drops", reason))
            for reason in sorted(imported.get("drops", {}))
        ]
        return RecordedAnswer("It was imported from files of a data set.", [_imported(records), *drops])
    return RecordedAnswer(
        "A sample. The plan asked for a number of questions, which were made by attempts one after the other:",
        [
            records.claim("questions asked for", MANIFEST, "value", "wanted"),
            records.claim("questions made", MANIFEST, "value", "examples"),
            records.claim("attempts", MANIFEST, "sum", "attempts", "cells"),
        ],
    )


def _content(records: CardRecords) -> RecordedAnswer:
    return RecordedAnswer(
        "A question, its answers with their evidence, sources, distractors, steps, the checks that were made, and how "
        "it was made.",
        [
            records.claim("answers", EXAMPLES, "count", over="answers"),
            records.claim("sources of questions, repeated ones counted", EXAMPLES, "count", over="sources"),
            records.claim("distractors, repeated ones counted", EXAMPLES, "count", over="distractors"),
            records.claim("steps of multi-step questions", EXAMPLES, "count", over="hops"),
        ],
    )


def _target(records: CardRecords) -> RecordedAnswer:
    if not any(example.answers for example in records.bench.examples):
        return RecordedAnswer(
            "The sources that answer a question are the target. There are no answers.",
            [records.claim("sources of questions, repeated ones counted", EXAMPLES, "count", over="sources")],
        )
    return RecordedAnswer(
        "The answers are the target. Answers that nobody can decide are listed apart.",
        [
            records.claim("answers", EXAMPLES, "count", over="answers"),
            records.claim("undecided answers", EXAMPLES, "count", over="undecided"),
        ],
    )


def _missing(records: CardRecords) -> RecordedAnswer:
    return RecordedAnswer(
        "What the records lack:",
        [
            records.claim("questions without an answer", EXAMPLES, "count", answers=[]),
            records.claim("questions without a source", EXAMPLES, "count", sources=[]),
            records.claim("answers without evidence", EXAMPLES, "count", over="answers", evidence=[]),
            records.claim("sources without a stated licence", SOURCES_FILE, "count", licence=""),
        ],
    )


def _relationships(records: CardRecords) -> RecordedAnswer:
    return RecordedAnswer(
        "Questions are linked only by the sources that they share, which each question lists.",
        [
            records.claim("sources of questions, repeated ones counted", EXAMPLES, "count", over="sources"),
            records.claim("different sources of questions", EXAMPLES, "distinct", over="sources"),
        ],
    )


def _splits(records: CardRecords) -> RecordedAnswer | None:
    if not records.rows[SPLITS]:
        return None
    parts = [records.claim(part, SPLITS, "count", over=part) for part in records.rows[SPLITS][0]]
    return RecordedAnswer("Yes, in a file of ids beside the benchmark. Questions by part:", parts)


def check_claims(records: CardRecords) -> list[Claim]:
    """How many checks of each name ended with each verdict."""
    names = [one.query.where["name"] for one in records.groups(EXAMPLES, "name", "checks")]
    return [
        _named(one, f"{name}: ")
        for name in sorted(names)
        for one in records.groups(EXAMPLES, "verdict", "checks", name=name)
    ]


def _errors(records: CardRecords) -> RecordedAnswer | None:
    claims = check_claims(records)
    return RecordedAnswer("The checks that the questions went through, by verdict:", claims) if claims else None


def _self_contained(records: CardRecords) -> RecordedAnswer:
    return RecordedAnswer(
        "The sources and distractors of all questions are in the folder, with the bytes of images. The corpus is "
        + ("in the folder, too." if records.bench.imported is not None else "a folder of its own, told by its hash."),
        [
            *([records.claim("hash of the corpus", MANIFEST, "value", pointer("pins", "corpus"))]),
            records.claim("sources that are images", SOURCES_FILE, "count", modality="image"),
        ],
    )


def _acquisition(records: CardRecords) -> RecordedAnswer:
    makers = [_named(one, "made by ") for one in records.groups(EXAMPLES, "origin/maker")]
    if records.bench.imported is not None:
        return RecordedAnswer("Questions were read from files of a data set.", [_imported(records), *makers])
    return RecordedAnswer("Questions were made by programs over the sources, by maker:", makers)


def model_claims(records: CardRecords) -> list[Claim]:
    """Calls, tokens and dollars by model, as the ledger has them."""
    claims = []
    for calls in records.groups(LEDGER, "model"):
        where = dict(calls.query.where)
        claims.append(_named(calls, "", ": calls"))
        for field, words in (("input", "tokens in"), ("output", "tokens out")):
            claims.append(records.read(f"{calls.label}: {words}", RecordQuery(LEDGER, "sum", field, "", where)))
        silent = records.read(
            f"{calls.label}: calls without a count of tokens",
            RecordQuery(LEDGER, "count", "", "", {**where, "tells_tokens": False}),
        )
        unpriced = records.read(
            f"{calls.label}: calls without a known price",
            RecordQuery(LEDGER, "count", "", "", {**where, "priced": False}),
        )
        if unpriced.value != calls.value:
            claims.append(
                records.read(
                    f"{calls.label}: US dollars", RecordQuery(LEDGER, "sum", "usd", "", {**where, "priced": True})
                )
            )
        claims += [one for one in (silent, unpriced) if one.value]
    return claims


def _mechanisms(records: CardRecords) -> RecordedAnswer:
    version = records.claim("version of Benchwright", MANIFEST, "value", "version")
    models = model_claims(records)
    roles = sorted({role for example in records.bench.examples for role in example.origin.models})
    named = [
        _named(one, "questions with ", f" as {role}")
        for role in roles
        for one in records.groups(EXAMPLES, pointer("origin", "models", role))
        if one.label != label_of(None)
    ]
    if records.bench.imported is not None:
        return RecordedAnswer("Benchwright read files of a data set. No record tells how that was made.", [version])
    told = "Models were called, as the ledger tells:" if models else "There is no ledger of calls to models."
    return RecordedAnswer(f"Benchwright, by a plan that is in the folder. {told}", [version, *named, *models])


def _sampling(records: CardRecords) -> RecordedAnswer | None:
    if records.bench.imported is not None or not records.bench.cells:
        return None
    quotas = [
        records.read(f"questions of {cell.label}", RecordQuery(MANIFEST, "sum", "quota", "cells", {"key": cell.key}))
        for cell in records.bench.cells
    ]
    seed = pointer("pins", "plan", "seed")
    if find(records.bench.manifest, seed) is None:
        return RecordedAnswer("By quotas of a plan. Quotas by cell:", quotas)
    drawn = records.claim("seed", MANIFEST, "value", seed)
    return RecordedAnswer("By quotas of a plan, drawn from a seed. Quotas by cell:", [drawn, *quotas])


def _cleaning(records: CardRecords) -> RecordedAnswer | None:
    if records.bench.imported is not None:
        return None
    reasons = sorted({reason for cell in records.bench.cells for reason in cell.reasons})
    claims = [records.claim(reason, MANIFEST, "sum", pointer("reasons", reason), "cells") for reason in reasons]
    if not claims:
        return RecordedAnswer("The manifest tells of no attempt that did not become a question.")
    return RecordedAnswer("Attempts that did not become questions, by how they ended and why:", claims)


def _raw(records: CardRecords) -> RecordedAnswer | None:
    if records.bench.imported is not None or not (records.bench.path / LOG).is_file():
        return None
    return RecordedAnswer(
        f"Yes. `{LOG}` has every attempt, with those that were rejected.",
        [records.claim("attempts", MANIFEST, "sum", "attempts", "cells")],
    )


def _software(records: CardRecords) -> RecordedAnswer | None:
    if records.bench.imported is not None:
        return None
    return RecordedAnswer(
        "Benchwright made the benchmark.", [records.claim("version of Benchwright", MANIFEST, "value", "version")]
    )


def licence_claims(records: CardRecords) -> list[Claim]:
    """How many sources have each licence, in the words of their documents."""
    return records.groups(SOURCES_FILE, "licence")


def _third_party_rights(records: CardRecords) -> RecordedAnswer:
    return RecordedAnswer(
        "Sources by the licence that came with them. `attribution.jsonl` has the licence and address of each:",
        licence_claims(records),
    )


def _imported(records: CardRecords) -> Claim:
    return records.claim("format of the data set", MANIFEST, "value", pointer("imported", "format"))


def _named(claim: Claim, before: str, after: str = "") -> Claim:
    """The claim with words around its label."""
    return Claim(f"{before}{claim.label}{after}", claim.value, claim.query)


_ANSWERS: Mapping[str, Callable[[CardRecords], RecordedAnswer | None]] = {
    "instances": _instances,
    "numbers": _numbers,
    "sample": _sample,
    "content": _content,
    "target": _target,
    "missing": _missing,
    "relationships": _relationships,
    "splits": _splits,
    "errors": _errors,
    "self_contained": _self_contained,
    "acquisition": _acquisition,
    "mechanisms": _mechanisms,
    "sampling": _sampling,
    "cleaning": _cleaning,
    "raw": _raw,
    "software": _software,
    "third_party_rights": _third_party_rights,
}
