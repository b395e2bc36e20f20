"""Register the maker `derive`: alone, or with models that reword or judge its questions."""

from __future__ import annotations

from benchwright.corpus.store import Corpus
from benchwright.facts.store import FactTable
from benchwright.makers.composed.maker import Derive, open_derive
from benchwright.makers.composed.pipeline import MAKER
from benchwright.makers.composed.refined import Refined, Refinement
from benchwright.models import Models
from benchwright.plan import Plan
from benchwright.prompts.asking import Actor, Actors
from benchwright.run.makers import MAKERS


@MAKERS.register(MAKER)
def open_maker(plan: Plan, corpus: Corpus, facts: FactTable, models: Models | None = None) -> Derive | Refined:
    """The maker `derive`. Where another model writes, the plan's verifier is for its questions, and derived ones are
    left as they are. Raises PlanError, and UsageError for a model's name that no provider has."""
    derive = open_derive(plan, corpus, facts)
    names = [name for name in (plan.paraphraser, plan.verifier) if name and "/" in name]
    if models is None or not names or plan.cast is not None:
        return derive
    rewords, judges = (Actor(name, models.model(name)) for name in (names[0], names[-1]))
    return Refined(derive, plan, corpus, Refinement.of(plan, Actors(rewords, rewords, judges)))
