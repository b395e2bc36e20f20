"""Report what a run of `generate` made and what it spent."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from benchwright.benchmark.cell_report import CellReport
from benchwright.english.counts import counted
from benchwright.models.call_costs import dollars
from benchwright.records import Json, JsonRecord, fields_json
from benchwright.run.local_runner import Ending


@dataclass(frozen=True, slots=True)
class RunSpending(JsonRecord):
    """What a run paid for: calls sent, tokens, dollars (None if any price was unknown), and how many calls were
    answered from the ledger instead. Of `untold` calls the service told no usage: they count with the most that they
    can have taken."""

    calls: int = 0
    tokens: int = 0
    usd: float | None = 0.0
    replayed: int = 0
    untold: int = 0

    def line(self) -> str:
        """`412 calls, 1,203,000 tokens, $3.20`; `412 calls, at most 1,203,000 tokens, at most $3.20` where the usage of
        some is not told; "" if nothing was spent."""
        if not self.calls:
            return ""
        most = "at most " if self.untold else ""
        money = "price unknown" if self.usd is None else f"{most}{dollars(self.usd)}"
        return f"{counted(self.calls, 'call')}, {most}{counted(self.tokens, 'token')}, {money}"

    def ledger_line(self) -> str:
        """The same with what the ledger saved: `412 calls, 1,203,000 tokens, $3.20; 1 reply came from the ledger`."""
        return (
            f"{self.line() or 'nothing was spent'}; {counted(self.replayed, 'reply', 'replies')} came from the ledger"
        )


@dataclass(frozen=True, slots=True)
class GenerateReport:
    """The result of `generate`.

    - `wanted`: the number of questions that were asked for.
    - `uncovered`: cells that no maker can fill.
    - `displaced`: examples of an earlier run that are no longer in the benchmark.
    - `waiting`: batch files or batches whose results the next run needs. `rounds`: how often request files were
      written.
    - `advice`: lines on what to do about a shortfall."""

    path: Path
    ending: Ending
    wanted: int
    cells: tuple[CellReport, ...]
    uncovered: tuple[str, ...] = ()
    displaced: tuple[str, ...] = ()
    held_by: tuple[str, ...] = ()
    attempts: int = 0
    spares: int = 0
    spent: RunSpending = field(default_factory=RunSpending)
    waiting: tuple[str, ...] = ()
    rounds: int = 0
    advice: tuple[str, ...] = ()

    @property
    def examples(self) -> int:
        return sum(cell.committed for cell in self.cells)

    @property
    def filled(self) -> bool:
        """Whether all questions that were asked for were made."""
        return self.ending is Ending.FINISHED and self.examples >= self.wanted

    def to_json(self) -> Json:
        fields = fields_json(self)
        return {"benchmark": fields.pop("path"), **fields, "filled": self.filled, "examples": self.examples}
