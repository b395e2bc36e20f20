"""One sentence as `lexical` reads it for a relation."""

from __future__ import annotations

from benchwright.graphs.relations import Relation
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.lexical import Lexical
from benchwright.makers.lists.evidence.records import End

AGAINST = frozenset({"elsewhere", "other_deed", "rival_takes"})
"""Signs of which each is enough to turn a sentence down."""


def features_of(
    lexical: Lexical, relation: Relation, own: str, about: End, sentence: str, mention: str
) -> dict[str, float]:
    """The features of a sentence on the page of `own`, for the mention that stands last. Where one of them speaks
    against it, the sentence has to be turned down."""
    at, mine = sentence.rindex(mention), sentence.find(own)
    ends = (own, mention) if about == "subject" else (mention, own)
    one = Statement(
        relation, *ends, about, sentence, (0, len(sentence)), (at, at + len(mention)),
        None if mine < 0 else (mine, mine + len(own)), own,
    )  # fmt: skip
    found = lexical.features(one)
    if found.keys() & AGAINST:
        assert lexical.score_of(found) < lexical.threshold
    return found
