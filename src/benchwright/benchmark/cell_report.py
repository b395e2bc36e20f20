"""Report how far one cell of a plan was filled, as the manifest keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from benchwright.plan import cell_label
from benchwright.records import Json, OverShare, fields_json

_OPTIONAL = ("over", "why", "ready", "accepted", "under_way")


@dataclass(frozen=True, slots=True)
class CellReport:
    """One cell in the manifest: the quota, what was committed, how many attempts were judged of how many, and why the
    others gave nothing (`reasons`, as `status:reason`). `over` are the groups with more than their share of what was
    committed, where the cell ended short of its quota; `why` says why it has no attempts or ended short, as far as its
    maker knows. In a run that is not finished, `ready` more attempts have ended, `accepted` of them with a question,
    and wait for earlier ones; `under_way` are begun and not ended."""

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
