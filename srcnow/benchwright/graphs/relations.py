"""Define what an entry of a relation file declares: kind, tense, ends, cues, conditions and wording.

A file of relations is YAML, one entry a relation, by its id in the graph:

    P57:
      label: director
      kind: creation                            # what the relation is: one of KINDS
      tense: event                              # now, ever or event: see TENSES
      ends: [work, person]                      # what its subject and its object are: two of ENDS
      not_when: [dedicated to]                  # words that mean another relation; matched as cues are
      subject: {one: film, many: films, types: [Q11424 film, Q5398426 television series]}
      object: {one: person, many: people, who: true, types: [Q5 human]}
      hypothesis: "{subject} was directed by {object}."
      subjects: were directed by {given}        # follows "Which films ...": asks for subjects, given the object
      objects: directed {given}                 # follows "Which people ...": asks for objects, given the subject
      cues: [direct*, filmmaker]                # words of a sentence that tells it: see `graphs/cues.py`
      typed:                                    # the answers of `subjects` split by type; then only these are asked for
        - {one: film, many: films, types: [Q11424 film]}
        - {one: television series, many: television series, types: [Q5398426 television series], subjects: ...}
      uses: {subjects: [simple, first, second], objects: [second]}
    P131:
      ...
      within: subjects                          # its subjects lie inside its objects, or are a part of them
    /film/director/film: {same_as: P57, inverse: true}

A clause is in the plural; `{one: ..., many: ...}` in its place gives both forms, else the singular is worked out
("were" to "was": `graphs/agreement.py`). A side without a clause is not asked for. `typed` splits the subjects, and
`typed: {subjects: [...], objects: [...]}` either side; what an entry of it leaves out (its clause, `who`) is as without
the split. `types` are an id, a blank, a label; either is enough for a match, and "not" before one rules it out (beside
`typed`, only that has an effect: statements with such a thing at that end are left aside). `uses` says what a side may
be: a simple question, the first or the second step of a composition; left out: subjects all three, objects `first` and
`second`, and `simple` where the plan asks both ways. `told: true` in an entry of `typed` says that an answer's own page
has to tell that it is one; left out, this holds for people who are asked for by what they do, and for nothing else.
`within` names the side that lies inside the other, so that no question asks what lies in a state and in the country of
that state. `draft: true` marks an entry that no person has reviewed. A file may begin with `include: wikidata`, the
name of a built-in book or a path beside it (or a list of them); its own entries replace what it includes. Knows no
graphs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from benchwright.english.vocabulary import Vocabulary

_VOCABULARY = Vocabulary.of("benchwright.graphs", "relations")
KINDS: Final = _VOCABULARY.texts("kinds")
"""What a relation may be, with the meaning of each kind."""
TENSES: Final = _VOCABULARY.texts("tenses")
"""When a relation holds."""
ENDS: Final = (
    "award", "concept", "date", "event", "group", "language", "number", "organisation", "person", "place", "role",
    "text", "thing", "work",
)  # fmt: skip
"""What stands at an end of a relation. `group` is a people or a culture, `concept` a genre, a class or a field."""
OTHER: Final = "other"
EVER: Final = "ever"
THING: Final = "thing"
"""What an entry takes that declares no kind, tense or ends."""

OF_EVERY_PERSON = frozenset({"q5", "human", "person", "people/person", "/people/person"})
"""Types that every person has, by id or label in lower case: they say that it is one, and not of what kind."""

Use = Literal["simple", "first", "second"]
Side = Literal["subjects", "objects"]
USES: Final[tuple[Use, ...]] = get_args(Use)
SIDES: Final[tuple[Side, ...]] = get_args(Side)


@dataclass(frozen=True, slots=True)
class TypeName:
    """A type by its id in Wikidata ("" if it has none) and its label: an entity's type matches by either. `ruled_out`
    if nothing of it is meant, whatever else it is."""

    id: str
    label: str
    ruled_out: bool = False


@dataclass(frozen=True, slots=True)
class Things:
    """What stands on one side of a relation: a noun in both numbers, whether it is people ("who"), and its types (of
    any kind if empty). `told`: a page must state that an answer is one of them."""

    one: str
    many: str
    who: bool = False
    types: tuple[TypeName, ...] = ()
    told: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """What follows the noun: "were directed by {given}", "was directed by {given}"."""

    many: str
    one: str


@dataclass(frozen=True, slots=True)
class Phrasing:
    """One way to ask for a side: the answers are `things` for which `clause` holds."""

    things: Things
    clause: Clause


@dataclass(frozen=True, slots=True)
class GraphRelation:
    """One entry of the book; the fields are explained at the top of the module. `subjects` has one entry, or one for
    each type where the relation is split; a side that is not asked for has none."""

    id: str
    label: str
    subject: Things
    object: Things
    hypothesis: str
    subjects: tuple[Phrasing, ...] = ()
    objects: tuple[Phrasing, ...] = ()
    cues: tuple[str, ...] = ()
    uses: Mapping[Side, tuple[Use, ...]] = field(default_factory=dict)
    draft: bool = False
    within: Side | None = None
    kind: str = OTHER
    tense: str = EVER
    ends: tuple[str, str] = (THING, THING)
    not_when: tuple[str, ...] = ()
    undeclared: tuple[str, ...] = ()
    """Those of `kind`, `tense` and `ends` that its entry leaves to the defaults."""

    def may(self, side: Side, use: Use, *, both_ways: bool = True) -> bool:
        """Whether a side may be asked for in that use."""
        uses = self.uses.get(side)
        if uses is not None:
            return use in uses
        return side == "subjects" or use != "simple" or both_ways


@dataclass(frozen=True)
class RelationBook:
    """Relations by id, and which ids of a graph mean one of them (`same`: id -> (id in the book, whether subject and
    object change places)). `fingerprint` is a sha256 of the files that it was read from, as hexadecimal digits."""

    relations: Mapping[str, GraphRelation]
    same: Mapping[str, tuple[str, bool]] = field(default_factory=dict)
    fingerprint: str = ""

    def canonical(self, id: str) -> tuple[str, bool]:
        """The id under which the book knows a graph's relation, and whether its ends change places there. An id that
        the book does not know is its own."""
        return self.same.get(id, (id, False))

    @property
    def undeclared(self) -> tuple[str, ...]:
        """The ids of the relations that leave their kind, tense or ends to the defaults, sorted."""
        return tuple(sorted(id for id, relation in self.relations.items() if relation.undeclared))

    def get(self, id: str) -> GraphRelation | None:
        """The relation of a canonical id, None if the book has none."""
        return self.relations.get(id)
