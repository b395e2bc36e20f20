"""Write the card of a benchmark, or check that it still says what the records say."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from benchwright.benchmark.canary import canary
from benchwright.benchmark.store import Benchmark
from benchwright.benchmark.validate import Fault
from benchwright.errors import BenchmarkError, UsageError
from benchwright.files.atomic import write_atomic
from benchwright.files.command_lines import command_line
from benchwright.files.output_paths import refuse_inside_own
from benchwright.files.target_folder import refuse_strangers
from benchwright.publish.card.card_faults import card_faults, has_card
from benchwright.publish.card.card_files import FILES, make_card
from benchwright.publish.card.card_records import CardRecords
from benchwright.publish.card.owner_answers import ANSWERS, template
from benchwright.records import JsonRecord

FOLDER = "card"
"""Where the card is, in the benchmark's folder."""


@dataclass(frozen=True, slots=True)
class CardReport(JsonRecord):
    """The result of `card`: the folder and canary of the card, the number of figures, and the questions by who answers
    them: records, the owner, or nobody (`todo`). `faults` are what a check found."""

    path: Path
    canary: str
    figures: int
    recorded: tuple[str, ...]
    owner: tuple[str, ...]
    todo: tuple[str, ...]
    faults: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong or open."""
        return not self.faults and not self.todo


def card(bench: PathLike[str] | str, to: Path | str | None = None, *, check: bool = False) -> CardReport:
    """Write the card of a benchmark into the folder `to` (default: BENCH/card), or check the card there.

    The card consists of a data sheet, a Hugging Face data set card, and a list of figures with the record of each. Your
    own answers are read from `card-answers.yaml` in the same folder; the first call writes a template.

    - `check`: write nothing. `faults` of the result then lists what differs from the records, and `todo` open
      questions.

    Raises BenchmarkError for a benchmark that is unfinished, damaged or empty; UsageError for a folder that holds
    something else, for answers that can't be read, and for a check without a card; StorageError."""
    opened = Benchmark.open(bench)
    if not opened.complete or not opened.examples:
        what = "has no questions" if opened.complete else "is unfinished"
        raise BenchmarkError(f"{opened.path} {what}", hint=f"see why: {command_line('show', opened.path)}")
    folder = Path(to) if to else opened.path / FOLDER
    if check and not has_card(folder):
        raise UsageError(f"{folder} has no card", hint=f"write one: {command_line('card', opened.path)}")
    if folder.resolve() != (opened.path / FOLDER).resolve():
        refuse_inside_own(folder)
    refuse_strangers(folder, (*FILES, ANSWERS))
    faults = card_faults(opened, folder) if check else []
    made = make_card(CardRecords(opened), folder)
    if not check:
        if not (folder / ANSWERS).exists():
            write_atomic(folder / ANSWERS, template(made.todo))
            made = make_card(CardRecords(opened), folder)
        for name, text in made.files.items():  # card.json last: it tells the hashes of the others
            write_atomic(folder / name, text)
    return CardReport(
        folder, canary(opened), made.claims, made.recorded, made.owners, made.todo, tuple(map(str, faults))
    )


def faults_of_card(bench: Benchmark) -> list[Fault]:
    """The faults of the card in a benchmark's folder; none if there is no card."""
    folder = bench.path / FOLDER
    return card_faults(bench, folder) if has_card(folder) else []
