"""Report how far one cell of a plan was filled, as the manifest keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from benchwright.plan import cell_label
from benchwright.records import Json, OverShare, fields_json

_OPTIONAL = ("over", "why", "ready", "accepted", "under_way")


@dataclass(frozen=True, slots=True)
class CellReport:
    """One cell in the manifest: its quota, how many questions were accepted, how many attempts were made, and why the
    others gave no question (`reasons`, as `status:reason`).

    - `over`: groups with more than their share of the accepted questions, if the cell fell short of its quota.
    - `why`: why the cell has no attempts or fell short, as far as its maker knows.
    - `ready`, `accepted`: in an unfinished run, attempts that ended and wait for earlier ones, and how many of them
      gave a question. `under_way`: attempts that haven't ended."""

    key: str
    quota: int
    committed: int
    attempts: int
    available: int
    reasons: Mapping[str, int] = field(default_factory=dict)
    over: tuple[OverShare, ...] = ()
    why: str = ""
    ready: int = 0
    accepted: int = 0
    under_way: int = 0

    @property
    def label(self) -> str:
        """The cell as a person would name it: `multi-hop text+table`."""
        return cell_label(self.key)

    @property
    def missing(self) -> int:
        return max(0, self.quota - self.committed)

    def to_json(self) -> Json:
        whole = {**fields_json(self), "reasons": dict(sorted(self.reasons.items()))}
        return {name: value for name, value in whole.items() if value or name not in _OPTIONAL}
