"""Questions that a model writes out of sources it is shown, in five steps (SMMQG): seed, entity, candidates, writing,
verification. Knows prompts, retrieval and checks; knows no providers and no other maker."""
