"""Look up what kind of thing a noun names: "footballer" a person, "village" a place.

Read off the opening sentence of an article ("X is a village in ..."). A noun that is not here is not guessed at.
"""

from __future__ import annotations

from benchwright.english.vocabulary import Vocabulary

_VOCABULARY = Vocabulary.of("benchwright.facts", "kinds")
KIND_OF: dict[str, str] = {noun: kind for kind, nouns in _VOCABULARY.rows("kinds").items() for noun in nouns}

PERSON_NOUNS = _VOCABULARY.words("person_nouns")


def kind_of(noun: str) -> str:
    """The subject type of a head noun in lower case ("film" gives "work"), "" if it is not known."""
    if noun in PERSON_NOUNS:
        return "person"
    return KIND_OF.get(noun, "")
