"""WebQA's own questions: what a shortcut answers of random and adversarial parts, and what keywords cover."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from benchwright.evaluate.questions.answer_keywords import keyword_coverage

WEBQA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nowhere")) / "webqa"


@pytest.fixture
def splits() -> ModuleType:
    """A script of perf/, which is no package."""
    sys.path.append(str(Path(__file__).parents[2] / "perf"))
    try:
        return importlib.import_module("splits")
    finally:
        sys.path.pop()


@pytest.mark.skipif(not WEBQA.is_dir(), reason="the data set webqa is not here")
def test_the_adversarial_part_of_webqa_has_hardly_a_shortcut(splits: ModuleType) -> None:
    """The paper (appendix C): more than 5,000 training keywords cover some 70 % of the test set's, and whole answers
    are almost entirely unique. Here 743 keywords of 1,758 questions cover 62 %."""
    answers, categories = splits.read(WEBQA)
    assert len(answers) == 2511
    plain, hard = (splits.split(answers, categories, 13, adversarial=one) for one in (False, True))
    assert [len(plain.parts[part]) for part in ("train", "dev", "test")] == [1758, 251, 502]
    assert not hard.left_out
    assert splits.shortcut_share(answers, plain) == pytest.approx(0.261, abs=0.001)
    assert splits.shortcut_share(answers, hard) < 0.005
    train, test = ([answers[id] for id in plain.parts[part]] for part in ("train", "test"))
    coverage = keyword_coverage(train, test, ("train", "test"))
    assert coverage is not None
    assert coverage.keywords[-1][0] == 743
    assert coverage.keywords[-1][1] == pytest.approx(0.616, abs=0.001)
    assert coverage.answers[-1][1] == 0.0
