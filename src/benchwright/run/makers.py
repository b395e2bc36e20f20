"""The makers by name. A maker is opened over a plan, a corpus and its facts; what it does then is its own business."""

from __future__ import annotations

from collections.abc import Callable

from benchwright.corpus.store import Corpus
from benchwright.facts.store import FactTable
from benchwright.plan import Plan
from benchwright.registry import Registry
from benchwright.run.attempt import Maker

OpenMaker = Callable[[Plan, Corpus, FactTable], Maker]

MAKERS: Registry[OpenMaker] = Registry("maker", "benchwright.makers")
