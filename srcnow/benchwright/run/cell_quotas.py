"""Keep the quotas of a plan's cells: supplies, shares of groups, and what is raised when other cells fall short.

Everything here follows from the plan, the makers' supplies and the outcomes so far, so that a stopped run that is
continued decides the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from benchwright.benchmark.cell_report import CellReport
from benchwright.benchmark.revisions import REVIEWED
from benchwright.plan import Cell, Plan, go_round
from benchwright.records import Json, Outcome, Status
from benchwright.run.attempt import ENDLESS, ExplainsShortfall, Maker, ReportsSampling, Supply
from benchwright.run.commit import CellState, CommitRule, Committer, Quota
from benchwright.run.quota import Groups, RunShares, ShareCaps, over_shares


class CellQuotas:
    """The cells of a plan with the makers that fill them. `wanted` is the number of questions that was asked for in
    all, None where only the cells' counts matter; `groups` names the groups that shares are counted by, and
    `run_shares` are those of the whole run, which take the place of all but the relations' shares in a cell."""

    def __init__(
        self,
        plan: Plan,
        makers: Mapping[str, Maker],
        groups: Groups,
        wanted: int | None = None,
        run_shares: RunShares | None = None,
    ) -> None:
        self.plan = plan
        self.rejected: frozenset[str] = frozenset()
        """The ids of questions that people rejected: others are committed in their place."""
        self._groups = groups
        self._wanted = wanted
        self._run_shares = run_shares or RunShares()
        self._shared = self.wanted  # how many questions the run's shares are counted of
        self._makers = makers
        self._maker_of = {cell.key: makers[cell.maker] for cell in plan.cells()}
        self._supplies: dict[str, Supply] = {}
        self._productive: dict[str, dict[str, int]] = {}  # of cells that ended short: groups with an accepted attempt

    @property
    def wanted(self) -> int:
        """How many questions are asked for in all."""
        return self._wanted or sum(cell.count for cell in self.plan.cells())

    @property
    def _cell_shares(self) -> Mapping[str, float]:
        """The shares that hold in each cell: those of the plan, but for groups that are counted over the whole run."""
        shares: Mapping[str, float] = self.plan.max_share.model_dump()
        return {kind: share for kind, share in shares.items() if not self._run_shares.shares or kind == "relation"}

    def maker(self, key: str) -> Maker:
        """What fills the cell."""
        return self._maker_of[key]

    def supply(self, key: str) -> Supply:
        """How many attempts the cell has, asked of its maker once."""
        if key not in self._supplies:
            self._supplies[key] = self._maker_of[key].supply(key)
        return self._supplies[key]

    def committer(self, outcomes: Iterable[Outcome]) -> Committer:
        """A committer at its start that has been offered these outcomes."""
        cells = self.plan.cells()
        tries = self.plan.max_attempts_per_question
        quotas = [
            Quota(cell.key, cell.count, min(self.supply(cell.key).attempts, tries * cell.count)) for cell in cells
        ]
        counts = {cell.key: cell.count for cell in cells}
        available = {key: self._available(key) for key in counts}
        withdrawn = self._withdrawn
        rules: list[CommitRule] = [ShareCaps(self._groups, self._cell_shares, counts, available, withdrawn=withdrawn)]
        shares = self._run_shares.shares
        if shares:
            many = dict.fromkeys(shares, self._shared)
            rules.append(
                ShareCaps(self._groups, shares, {"": self._shared}, {"": many}, whole=True, withdrawn=withdrawn)
            )
        for _, maker in sorted(self._makers.items()):
            rules.extend(maker.rules())
        committer = Committer(quotas, rules, withdrawn)
        for outcome in outcomes:
            if outcome.cell in committer.cells:
                committer.offer(outcome)
        return committer

    def _withdrawn(self, outcome: Outcome) -> str:
        """Why an accepted question is not committed, "" if it is."""
        return REVIEWED if outcome.example is not None and outcome.example.id in self.rejected else ""

    def change(self, committer: Committer, outcomes: Iterable[Outcome]) -> bool:
        """After a run that finished: change the caps or the quotas where cells ended short. Whether anything changed,
        so that another pass commits more."""
        return (
            self._free_unused_shares(committer, outcomes)
            or self._raise_filled_cells(committer)
            or self._count_shares_again(committer)
        )

    def _count_shares_again(self, committer: Committer) -> bool:
        """In a run that ended short, count its shares of what it has, and not of what was asked for. Whether that is
        fewer. Each pass commits fewer questions or as many, so that it ends where the shares hold of what there is.

        Nothing else can be tried then, so the result is the same however the run was stopped."""
        fewest = self._run_shares.fewest
        count = max(len(committer.committed), self.wanted if fewest is None else min(fewest, self.wanted))
        if not self._run_shares.shares or count >= self._shared:
            return False
        self._shared = count
        return True

    def _free_unused_shares(self, committer: Committer, outcomes: Iterable[Outcome]) -> bool:
        """In a cell that ended short because of shares, count only the groups with an accepted attempt: a family whose
        every attempt was refused needs no share. Whether that changes a cap.

        All attempts of such a cell have ended, so the result is the same however the run was stopped."""
        short = {
            key: state
            for key, state in committer.cells.items()
            if not state.filled and any(reason.startswith("rejected:share:") for reason in state.reasons)
        }
        productive: dict[str, dict[str, set[str]]] = {key: {} for key in short}
        for outcome in outcomes:
            state = short.get(outcome.cell)
            if state and outcome.status is Status.ACCEPTED and outcome.number < state.quota.limit:
                for kind, group in self._groups(outcome):
                    productive[outcome.cell].setdefault(kind, set()).add(group)
        before = {key: self._available(key) for key in short}
        for key, kinds in productive.items():
            self._productive[key] = {kind: len(groups) for kind, groups in kinds.items()}
        return any(self._available(key) != before[key] for key in short)

    def _available(self, key: str) -> dict[str, int]:
        """How many groups of each kind the cell draws on."""
        productive = self._productive.get(key, {})
        return {kind: min(count, productive.get(kind, count)) for kind, count in self.supply(key).groups.items()}

    def _raise_filled_cells(self, committer: Committer) -> bool:
        """Where fewer than `wanted` questions were committed, let filled cells that have more attempts share what is
        missing. Whether any can."""
        missing = (self._wanted or 0) - len(committer.committed)
        states = committer.cells
        room = {
            cell: self.supply(cell.key).attempts - states[cell.key].seen
            for cell in self.plan.cells()
            if states[cell.key].filled
        }
        room = {cell: attempts for cell, attempts in room.items() if attempts > 0}
        if missing <= 0 or not room:
            return False
        extras = dict(zip(room, go_round(missing, list(room.values())), strict=True))
        self.plan = self.plan.with_counts({cell.key: cell.count + extra for cell, extra in extras.items()})
        raised = {cell.key for cell, extra in extras.items() if extra}
        self._productive = {key: groups for key, groups in self._productive.items() if key not in raised}
        return True

    def report(self, cell: Cell, committer: Committer) -> CellReport:
        """The cell's line in the manifest."""
        key, state = cell.key, committer.cells[cell.key]
        supply = self.supply(key)
        short = state.closed and not state.filled
        committed = (outcome for outcome in committer.committed if outcome.cell == key)
        return CellReport(
            key=key,
            quota=cell.count,
            committed=state.committed,
            attempts=state.seen,
            available=supply.attempts if supply.attempts < ENDLESS else state.quota.limit,
            reasons=dict(state.reasons),
            over=over_shares(committed, self._groups, self._cell_shares, self._available(key)) if short else (),
            ready=0 if state.closed else state.ready,
            accepted=0 if state.closed else len(state.accepted) - state.committed,
            under_way=0 if state.closed else state.under_way,
            why=self._explain(key, state) if supply.attempts and short else supply.why,
        )

    def _explain(self, key: str, state: CellState) -> str:
        """Why the cell ended short of its quota, as far as its maker knows."""
        maker = self._maker_of[key]
        if not isinstance(maker, ExplainsShortfall):
            return self.supply(key).why
        return maker.why_short(key, state.seen, state.reasons)

    def sampling(self) -> Json:
        """How even the makers' draws are: by the modalities of a cell, for lists by the cell."""
        reports: Json = {}
        for cell in self.plan.cells():
            maker = self._maker_of[cell.key]
            name = cell.label if cell.kind else str(cell.modalities)
            if isinstance(maker, ReportsSampling) and name not in reports and self.supply(cell.key).attempts:
                reports[name] = maker.sampling(cell.key)
        return reports
