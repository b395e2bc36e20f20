"""Reads the closed classes of English words that names and sentences are read with (`vocabulary.yaml`)."""

from __future__ import annotations

from benchwright.english.vocabulary import Vocabulary

_WORDS = Vocabulary.of("benchwright.makers.lists.evidence", "words")
FUNCTION = _WORDS.words("function")
PREPOSITIONS = _WORDS.words("prepositions")
PRONOUNS = _WORDS.words("pronouns")
DOUBTS = _WORDS.words("doubts")
PAST = _WORDS.words("past")
PREDICATE_KINDS = _WORDS.words("predicate_kinds")
PLACE_KINDS = _WORDS.words("place_kinds")
SYNONYMS = _WORDS.rows("synonyms")
