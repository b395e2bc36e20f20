"""Say what to do where the offline writer fell short: why in a line, and the command with a model that would go on."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchwright.benchmark.cell_report import CellReport
from benchwright.corpus.store import Corpus
from benchwright.facts.store import FactTable, stored_metadata
from benchwright.models.at_hand import model_at_hand
from benchwright.models.keys import Keys
from benchwright.workflows.facts import FACTS_FILE

_FORMS_SHOWN = 5
_REASONS_SHOWN = 4


def reading(corpus: Corpus, facts: FactTable) -> str:
    """What was read of a corpus, in one line: its sources, its facts by form, and what was left out and why."""
    stored = stored_metadata(corpus.path / FACTS_FILE)
    sources = ", ".join(f"{count:,} {kind}" for kind, count in (stored.get("sources") or {}).items())
    forms: Counter[str] = Counter()
    for name, count in facts.relations().items():
        forms[name.partition(":")[0].replace("_", " ")] += count
    listed = ", ".join(f"{count:,} {name}" for name, count in forms.most_common(_FORMS_SHOWN))
    more = f" and {len(forms) - _FORMS_SHOWN} more kinds" if len(forms) > _FORMS_SHOWN else ""
    refused = [f"{count:,} passages {reason}" for reason, count in (stored.get("refused") or {}).items()]
    left_out = f"; left out: {', '.join(refused)}" if refused else ""
    return f"read: {sources or 'no source'}; {len(facts):,} facts{f' ({listed}{more})' if listed else ''}{left_out}"


def shortfall(cells: Sequence[CellReport]) -> Iterator[str]:
    """What kinds of questions there are, and why there are not more: the most frequent reasons first."""
    kinds: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for cell in cells:
        kinds[json.loads(cell.key)["style"]] += cell.committed
        for reason, count in cell.reasons.items():
            reasons[reason.partition(":")[2]] += count
    listed = ", ".join(f"{count:,} {kind}" for kind, count in kinds.most_common() if count)
    yield f"this corpus gives {sum(kinds.values()):,} varied questions without a model{f': {listed}' if listed else ''}"
    if reasons:
        shown = ", ".join(f"{count:,} {reason}" for reason, count in reasons.most_common(_REASONS_SHOWN))
        yield f"attempts that gave no question, by reason: {shown}"


def command_with_model(documents: Path, to: Path, n: int | None) -> Iterator[str]:
    """The command that lets a model write, which names a model that can be called now if there is one."""
    model = model_at_hand(Keys.load())
    folder = to.with_name(f"{to.name}-model") if to.name not in ("", "..") else to / "model"
    count = () if n is None else ("-n", str(n))
    parts = ("benchwright", "generate", str(documents), *count, "--writer", model or "PROVIDER/NAME")
    yield f"with a model: {shlex.join((*parts, '--to', str(folder)))}"
    if not model:
        yield "no key is set and no Ollama answers here; `benchwright doctor` says what is missing"
