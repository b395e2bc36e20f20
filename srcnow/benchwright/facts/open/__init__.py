"""Read open facts: what documents of every field state in forms that need no lexicon, one form a module."""
