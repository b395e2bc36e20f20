"""What a corpus says, as one table of facts with their evidence: readers, the relation lexicon, linking, the store."""
