"""Say what to do where the offline writer fell short: why in a line, and the command with a model that would go on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchwright.benchmark.cell_report import CellReport
from benchwright.corpus.store import Corpus
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.open.contexts import Contexts
from benchwright.facts.open.rows import why_no_facts
from benchwright.facts.store import FactTable, stored_metadata
from benchwright.files.command_lines import command_line
from benchwright.makers.composed.families.registered import FAMILIES
from benchwright.makers.share_groups import run_groups, run_shares
from benchwright.models.at_hand import model_at_hand
from benchwright.models.keys import Keys
from benchwright.records import Example, Modality
from benchwright.workflows.facts import facts_path, other_languages

_FORMS_SHOWN = 5
_REASONS_SHOWN = 4
_TABLES_EXAMINED = 500  # those without a fact, which are read again to say why
_FEW = 50  # facts: with fewer, the next step is another than `generate`
WHAT_HELPS = "what helps: docs/which-writer.md, “Fewer questions than asked for”"
"""The page on what a user can do."""

_WORDS = Vocabulary.of("benchwright.workflows", "next_step")
_FORMS, _REASONS = _WORDS.rows("forms"), _WORDS.texts("reasons")


def reading(corpus: Corpus, facts: FactTable) -> str:
    """What was read of a corpus, in one line: its sources, its facts by form, and what was left out and why."""
    stored = stored_metadata(facts_path(corpus))
    sources = ", ".join(f"{count:,} {kind}" for kind, count in (stored.get("sources") or {}).items())
    forms: Counter[str] = Counter()
    for name, count in facts.relations().items():
        forms[name.partition(":")[0].replace("_", " ")] += count
    listed = ", ".join(f"{count:,} {name}" for name, count in forms.most_common(_FORMS_SHOWN))
    more = f" and {len(forms) - _FORMS_SHOWN} more kinds" if len(forms) > _FORMS_SHOWN else ""
    refused = [
        f"{count:,} {'passage' if count == 1 else 'passages'} {reason}"
        for reason, count in (stored.get("refused") or {}).items()
    ]
    languages = other_languages(corpus)
    left_out = f"; left out: {', '.join(refused)}{f' ({languages})' if languages else ''}" if refused else ""
    again = _repeats(corpus)
    repeated = f"; {again:,} {'source repeats' if again == 1 else 'sources repeat'} another" if again else ""
    found = f"{len(facts):,} facts{f' ({listed}{more})' if listed else ''}"
    reasons = [] if len(facts) else [line for line in unused(corpus, facts) if ": " in line]
    silent = "".join(f"; {line}" for line in reasons)
    return f"read: {sources or 'no source'}; {found}{left_out}{repeated}{silent}"


def _repeats(corpus: Corpus) -> int:
    """How many texts and tables of a corpus say word for word what one before them says."""
    kinds = zip(corpus.columns.strings("text"), corpus.modalities, strict=True)
    texts = [text for text, kind in kinds if kind is not Modality.IMAGE]
    return len(texts) - len(set(texts))


def shortfall(cells: Sequence[CellReport], examples: Sequence[Example], corpus: Corpus) -> Iterator[str]:
    """What kinds of questions there are, whether most are of one kind or place, and why there are not more: the most
    frequent reasons first."""
    kinds: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for cell in cells:
        kinds[json.loads(cell.key)["style"]] += cell.committed
        for reason, count in cell.reasons.items():
            reasons[in_words(reason)] += count
    listed = ", ".join(f"{count:,} {kind}" for kind, count in kinds.most_common() if count)
    yield f"this corpus gives {sum(kinds.values()):,} varied questions without a model{f': {listed}' if listed else ''}"
    one_sided = " and ".join(_large_shares(examples, corpus))
    if one_sided:
        yield f"they are one-sided: {one_sided}; documents of other kinds would give others"
    if reasons:
        shown = "; ".join(f"{count:,} {reason}" for reason, count in reasons.most_common(_REASONS_SHOWN))
        yield f"attempts that gave no question: {shown}"


def in_words(reason: str) -> str:
    """Why an attempt (of `status:reason`, or `status:family:reason`) gave no question, for a person; as it is if there
    are no words for it."""
    slug = reason.partition(":")[2]
    return _REASONS.get(slug) or _REASONS.get(slug.rpartition(":")[2]) or slug


def _large_shares(examples: Sequence[Example], corpus: Corpus) -> Iterator[str]:
    """The family, the document and the section that have more than their share of the questions."""
    counts = Counter(group for example in examples for group in run_groups(example, corpus))
    for kind, share in run_shares(corpus).shares.items():
        count, name = max(((count, name) for (of, name), count in counts.items() if of == kind), default=(0, ""))
        if 1 < count > share * len(examples):
            yield f"{count / len(examples):.0%} are {'of the family' if kind == 'family' else 'about'} {name}"


def looked_for(relations: Mapping[str, int]) -> Mapping[str, int]:
    """How many facts there are of each open form, by its name; of those that were not found 0."""
    found: Counter[str] = Counter()
    for relation, count in relations.items():
        found[relation.partition(":")[0]] += count
    return {name: sum(found[relation] for relation in heads) for name, heads in _FORMS.items()}


def unused(corpus: Corpus, facts: FactTable) -> Iterator[str]:
    """What of a corpus gave no fact, and why as far as it is known."""
    gave = set(facts.strings("source"))
    columns = corpus.columns
    for kind in (Modality.TEXT, Modality.TABLE):
        rows = zip(columns.strings("id"), corpus.modalities, columns.strings("title"), strict=True)
        titles = {id: title for id, modality, title in rows if modality is kind}
        silent = [id for id in titles if id not in gave]
        if silent:
            examined = silent[:_TABLES_EXAMINED] if kind is Modality.TABLE else []
            reasons = Counter(why_no_facts(corpus.source(id)) for id in examined).most_common(_REASONS_SHOWN)
            of_first = f" (of the first {len(examined):,})" if len(examined) < len(silent) and examined else ""
            why = f"{of_first}: {', '.join(f'{count:,} {reason}' for reason, count in reasons)}" if reasons else ""
            yield f"{len(silent):,} of {len(titles):,} {kind}s gave no fact{why}"


def after_facts(corpus: Path, count: int) -> Iterator[str]:
    """The command to go on with when facts were read; where there are few, those that could give more questions."""
    if count:
        yield f"next: {command_line('generate', corpus, '--to', 'bench')}"
    if count < _FEW:
        draft = command_line("facts", corpus, "--draft", "relations.yaml")
        yield f"to read more from headers and labels: {draft}"
        yield from command_with_model(corpus, Path("bench"), None)


def questions_without_name(examples: Sequence[Example], corpus: Corpus, folder: str) -> Iterator[str]:
    """How many questions over open facts are about pages that name no site or manual; they call it like the `folder` of
    the documents, if that has a name."""
    contexts, counts = Contexts.of(corpus), Counter[bool]()
    for example in examples:
        if example.family in FAMILIES and FAMILIES.get(example.family).after_lexicon:
            counts[any(contexts.has_site(corpus.document(source)) for source in example.sources)] += 1
    if counts[False]:
        named = f"call the documents {folder!r}, after their folder" if folder else "name only a page or table"
        sets = "sets another name" if folder else "adds a name"
        yield (
            f"{counts[False]:,} of {len(examples):,} questions {named}, because the pages name no site or product; "
            f"--about NAME {sets}"
        )


def command_with_name(cells: Sequence[CellReport], documents: Path, to: Path, n: int | None) -> Iterator[str]:
    """The command that names what the documents are about, where most attempts failed for want of that name."""
    reasons: Counter[str] = Counter()
    for cell in cells:
        for reason, count in cell.reasons.items():
            reasons[in_words(reason)] += count
    if reasons and max(reasons, key=lambda reason: reasons[reason]) == _REASONS["unnamed"]:
        command = _command(documents, n, "--about", "NAME OF THE COMPANY OR PRODUCT", to=_beside(to, "named"))
        yield f"with their name: {command}"


def _beside(to: Path, word: str) -> Path:
    return to.with_name(f"{to.name}-{word}") if to.name not in ("", "..") else to / word


def _command(documents: Path, n: int | None, *options: str, to: Path) -> str:
    count = () if n is None else ("-n", str(n))
    return command_line("generate", documents, *count, *options, "--to", to)


def command_with_model(documents: Path, to: Path, n: int | None) -> Iterator[str]:
    """The command that lets a model write, which names a model that can be called now if there is one."""
    model = model_at_hand(Keys.load())
    yield f"with a model: {_command(documents, n, '--writer', model or 'PROVIDER/NAME', to=_beside(to, 'model'))}"
    if not model:
        yield "no key is set and no Ollama answers here; `benchwright doctor` says what is missing"
