"""Makes questions that a model writes from sources: seed, entity, candidates, writing, checks (SMMQG)."""
