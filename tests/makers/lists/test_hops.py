"""What the hop of a composition names."""

from __future__ import annotations

from pathlib import Path

from tests.support.films_graph import FILMS, base_of, pipeline, simple

from benchwright.makers.lists.draft_checks import ListCell
from benchwright.makers.lists.queries.query_types import Composition
from benchwright.records import Status


def test_a_hop_names_what_the_evidence_goes_through_and_lists_no_source_beside_it(tmp_path: Path) -> None:
    triples = [*((film, "directed", "ida") for film in FILMS[:3]), *((film, "directed", "joan") for film in FILMS[3:])]
    born = [(person, "born", "delft") for person in ("ida", "joan", "ann")]  # Ann, too, and she directed nothing
    base = base_of(tmp_path, [*triples, *born])
    query = Composition(simple(base, "born", "delft"), simple(base, "directed", "ida").view)
    outcome = pipeline(base).attempt(ListCell("{}", "composition", None), 0, query)
    assert outcome.status is Status.ACCEPTED, (outcome.reason, outcome.detail)
    assert outcome.example is not None
    (hop,) = outcome.example.hops
    assert (hop.question, hop.answer) == ("Who was born in Delft?", "Ida; Joan")
    assert set(hop.sources) <= set(outcome.example.sources)
