"""Evidence of composed questions: every set of spans states every fact, and spans replace spans, not sources."""

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from tests.support.grounds import cell, ground, table, text, told

from benchwright.makers.composed.evidence import MOST_COPIES, MOST_SETS, evidence_of
from benchwright.makers.composed.family import World
from benchwright.programs.operations import Both, Expression, Extreme, Follow, LookUp, Reverse, facts_of
from benchwright.records import Fact, Source, Span

KENYA = text("kenya", "Kenya", "Capital: Nairobi. Currency: Kenyan shilling.")
GHANA = text("ghana", "Ghana", "Currency: cedi.")
GUIDE = text("guide", "Kenya", "The city of Nairobi has 4 million people. Capital: Nairobi.")
CAPITAL = told(KENYA, "Kenya", "capital", "Nairobi")
CURRENCY = told(KENYA, "Kenya", "currency", "Kenyan shilling")
CEDI = told(GHANA, "Ghana", "currency", "cedi")


def at(source: Source, value: str, fact: Fact, place: int) -> Fact:
    """The same fact, read from another source at the given occurrence of its value."""
    start = -1
    for _ in range(place):
        start = source.text.index(value, start + 1)
    span = Span(source.id, "text", start, start + len(value))
    return replace(fact, id=f"{source.id}#{fact.relation}@{start}", span=span)


def world_of(folder: Path, sources: list[Source], facts: list[Fact]) -> World:
    return World(ground(folder, sources, facts))


def test_a_source_that_states_one_of_two_facts_replaces_the_span_of_that_one(tmp_path: Path) -> None:
    """Whoever holds the guide and Ghana's page knows nothing of Kenya's currency."""
    again = at(GUIDE, "Nairobi", CAPITAL, 2)
    world = world_of(tmp_path, [KENYA, GHANA, GUIDE], [CAPITAL, CURRENCY, CEDI, again])
    program = Both(Both(LookUp(CAPITAL.id), LookUp(CURRENCY.id)), LookUp(CEDI.id))
    evidence = evidence_of(program, world)
    assert evidence.sets == (
        (CAPITAL.span, CURRENCY.span, CEDI.span),
        (again.span, CURRENCY.span, CEDI.span),
    )
    assert evidence.restatements == ((CAPITAL, again),)


def test_the_span_is_where_the_fact_was_read_and_not_where_its_words_stand_first(tmp_path: Path) -> None:
    guests = table("guests", "Members", ["Country", "Capital"], [["Nairobi club", "none"], ["Kenya", "Nairobi"]])
    seats = table("seats", "Seats", ["Country", "Capital"], [["Kenya", "Nairobi"], ["Togo", "Nairobi"]])
    other = cell(guests, 1, 1, "capital", "name")
    wrong = cell(seats, 1, 1, "capital", "name")
    own = cell(seats, 0, 1, "capital", "name")
    world = world_of(tmp_path, [guests, seats], [own, wrong, other])
    evidence = evidence_of(LookUp(own.id), world)
    assert evidence.sets == ((own.span,), (Span("guests", "cell", cells=((1, 1),)),))


def test_a_list_in_another_order_keeps_its_own_place(tmp_path: Path) -> None:
    one = text("one", "Kenya", "Languages: English and Swahili.")
    two = text("two", "Kenya", "Languages: Swahili and English.")
    facts = [told(one, "Kenya", "languages", "English and Swahili", "colours")]
    facts.append(replace(told(two, "Kenya", "languages", "Swahili and English", "colours"), value=facts[0].value))
    evidence = evidence_of(LookUp(facts[0].id), world_of(tmp_path, [one, two], facts))
    assert [(span.source, span.start, span.end) for (span,) in evidence.sets] == [("one", 11, 30), ("two", 11, 30)]


def test_another_value_year_or_subject_is_no_restatement(tmp_path: Path) -> None:
    rivals = [
        replace(at(GUIDE, "Nairobi", CAPITAL, 1), value="Mombasa"),
        replace(at(GUIDE, "Nairobi", CAPITAL, 1), id="guide#a", qualifiers=(("year", "1905"),)),
        replace(at(GUIDE, "Nairobi", CAPITAL, 1), id="guide#b", entity="kenya colony"),
        replace(at(GUIDE, "Nairobi", CAPITAL, 1), id="guide#c", relation="largest_city"),
    ]
    world = world_of(tmp_path, [KENYA, GUIDE], [CAPITAL, *rivals])
    assert evidence_of(LookUp(CAPITAL.id), world).sets == ((CAPITAL.span,),)


def test_the_cells_of_a_ranking_stand_together_by_table(tmp_path: Path) -> None:
    one = table("one", "Areas", ["Country", "Area"], [["Kenya", "580"], ["Ghana", "238"], ["Togo", "56"]])
    two = table("two", "Sizes", ["Country", "Area"], [["Togo", "56"]])
    facts = [cell(one, row, 1, "area") for row in range(3)]
    again = cell(two, 0, 1, "area")
    world = world_of(tmp_path, [one, two], [*facts, again])
    evidence = evidence_of(Follow(Extreme(tuple(fact.id for fact in facts), True), facts[0].id), world)
    assert evidence.sets[0][0] == Span("one", "cell", cells=((0, 1), (1, 1), (2, 1)))
    assert evidence.sets[1][:2] == (Span("one", "cell", cells=((0, 1), (1, 1))), Span("two", "cell", cells=((0, 1),)))


SAYINGS = st.lists(
    st.tuples(st.integers(0, 4), st.sampled_from("KG"), st.sampled_from("cd"), st.sampled_from("xy")),
    min_size=1,
    max_size=12,
    unique=True,
)


@given(SAYINGS, st.data())
def test_every_set_states_every_fact_of_the_program(
    tmp_path_factory: object, sayings: list[tuple[int, str, str, str]], data: st.DataObject
) -> None:
    """Facts stand in five sources, in whatever order; each set of spans must state each fact that the program reads."""
    sources = [
        text(str(number), "T", " ".join(f"{s}{r}{v}." for at_, s, r, v in sayings if at_ == number) or "Nothing.")
        for number in range(5)
    ]
    facts = []
    for number, subject, relation, value in sayings:
        start = sources[number].text.index(f"{subject}{relation}{value}.")
        span = Span(str(number), "text", start, start + 4)
        facts.append(Fact(f"{number}#{relation}@{start}", subject, subject, relation, value, span, value_type="text"))
    names = data.draw(st.lists(st.sampled_from([fact.id for fact in facts]), min_size=1, max_size=3, unique=True))
    program: Expression = LookUp(names[0])
    for name in names[1:]:
        program = Both(program, Reverse(name))
    folder = tmp_path_factory.mktemp("world")  # type: ignore[attr-defined]
    world = world_of(folder, sources, facts)
    evidence = evidence_of(program, world)
    by_span = {fact.span: fact for fact in facts}
    assert evidence.sets[0] == tuple(world.fact(name).span for name in facts_of(program))
    assert len(evidence.sets) <= (MOST_COPIES if world.ground.copies.sources else MOST_SETS)
    for spans in evidence.sets:
        stated = {(one.entity, one.relation, one.value) for one in map(by_span.__getitem__, spans)}
        assert stated == {(one.entity, one.relation, one.value) for one in map(world.fact, names)}


def test_the_facts_of_a_copied_table_are_restatements_where_they_are_read(tmp_path: Path) -> None:
    """Facts of open rows belong to their table, so no entity joins them with those of the copy."""
    rows = [["Swan", "5", "44"], ["Robin", "4", "30"]]
    tables = [table(name, "Kites", ["Kite", "Length", "Price"], rows) for name in ("one", "two", "three")]
    facts = [
        replace(cell(one, row, 1, "length"), entity=f"{rows[row][0]} @ {one.id}")
        for one in tables
        for row in range(2)
        if (one.id, row) != ("three", 1)
    ]
    world = world_of(tmp_path, tables, facts)
    evidence = evidence_of(Both(LookUp(facts[0].id), LookUp(facts[1].id)), world)
    assert evidence.sets == ((facts[0].span, facts[1].span), (facts[2].span, facts[3].span))
    assert evidence.restatements == ((facts[0], facts[2]), (facts[1], facts[3]))
