"""Two small real corpora that come with the package, their plans, and where they lie. Knows nothing of their use.

`countries` is 40 countries: a Markdown article each, tables, flags with sidecar captions. `biology` is one chapter of
OpenStax Biology in the layout of a converted book. Both are made by `dev/build_demo.py`; what they come from, and under
which licences, is told in `licences/`. The plan of each lies beside it. `recorded/` holds, for each, a plan for a model
and all that the model replied, so that its run can be made again without it. It also holds answers to the recorded
questions about countries: the reference answers with contexts of BM25, ten of them written anew by hand, right, half
right, wrong and missing; and what the same model said of these ten as a judge.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

NAMES = ("countries", "biology")


def _root() -> Path:
    """The folder of this package. It is always on disk: the wheel is never run zipped."""
    return Path(str(files(__name__)))


def corpora() -> dict[str, Path]:
    """Folders ready to be ingested, by name."""
    return {name: _root() / name for name in NAMES}


def plans() -> dict[str, Path]:
    """The plans of the demo, by the same names. Their corpus is `corpora/NAME`, beside the copy that the demo makes."""
    return {name: _root() / f"{name}.yaml" for name in NAMES}


def recorded_plans() -> dict[str, Path]:
    """The plans of the recorded demo, by the same names: a model writes and judges."""
    return {name: _root() / "recorded" / f"{name}.yaml" for name in NAMES}


def recordings() -> dict[str, Path]:
    """What that model replied, by the same names: exported ledgers, one for each plan."""
    return {name: _root() / "recorded" / f"{name}.jsonl.zst" for name in NAMES}


def recorded_answers() -> Path:
    """Answers of a made-up system to the recorded questions about countries: a file of predictions."""
    return _root() / "recorded" / "answers.jsonl"


def recorded_judgements() -> Path:
    """What the model replied as a judge of ten of these answers: an exported ledger."""
    return _root() / "recorded" / "judgements.jsonl.zst"


def licences() -> Path:
    """The folder with the notice and the licences of all that the corpora come from."""
    return _root() / "licences"
