"""Register makers by name. A maker is opened over a plan, a corpus, its facts and the models, None without any."""

from __future__ import annotations

from collections.abc import Callable

from benchwright.corpus.store import Corpus
from benchwright.facts.store import FactTable
from benchwright.models import Models
from benchwright.plan import Plan
from benchwright.registry import Registry
from benchwright.run.attempt import Maker

OpenMaker = Callable[[Plan, Corpus, FactTable, Models | None], Maker]

MAKERS: Registry[OpenMaker] = Registry("maker", "benchwright.makers")
