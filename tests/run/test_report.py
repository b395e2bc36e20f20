"""What a run is said to have cost."""

import pytest

from benchwright.models.base import Usage
from benchwright.models.batch import BatchReport
from benchwright.run.dispatch import RecordedDispatch, session_over
from benchwright.run.report import RunSpending


@pytest.mark.parametrize(
    ("spent", "line"),
    [
        (RunSpending(), ""),
        (RunSpending(replayed=3), ""),
        (RunSpending(412, 1_203_000, 3.2), "412 calls, 1,203,000 tokens, $3.20"),
        (RunSpending(412, 1_203_000, None), "412 calls, 1,203,000 tokens, price unknown"),
        (RunSpending(412, 1_203_000, 3.2, untold=1), "412 calls, at most 1,203,000 tokens, at most $3.20"),
        (RunSpending(412, 1_203_000, None, untold=412), "412 calls, at most 1,203,000 tokens, price unknown"),
    ],
)
def test_what_services_do_not_tell_is_a_bound(spent: RunSpending, line: str) -> None:
    assert spent.line() == line


def test_replies_of_batches_are_paid_for(tmp_path: object) -> None:
    session = session_over(RecordedDispatch(tmp_path), {}, caps=None, concurrency=1, notify=print)  # type: ignore[arg-type]
    for usd, unpriced in ((0.25, 0), (0.5, 0)):
        report = BatchReport(usage=Usage(1_000, 100), usd=usd, unpriced=unpriced)
        report.stored.update(ok=3, truncated=1)
        session.add_batched(report)
    assert session.spent == RunSpending(8, 2_200, 0.75)
    assert session.spent.line() == "8 calls, 2,200 tokens, $0.75"
    session.add_batched(BatchReport(unpriced=1))
    assert session.spent.usd is None
