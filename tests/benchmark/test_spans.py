"""Evidence read again: spans that state their facts pass, spans that were moved or whose source changed do not."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.grounds import image, table, text

from benchwright.benchmark.spans import EvidenceReader, unread_because
from benchwright.facts.extract import IMAGE_READERS, facts_of_source
from benchwright.records import Answer, Example, Fact, Modalities, Origin, Source, Span

KENYA = text("kenya", "Kenya", "Capital: Nairobi. Currency: Kenyan shilling.")
GUIDE = text("guide", "Kenya", "Nairobi is large. Capital: Nairobi.")
AREAS = table("areas", "Areas", ["Country", "Area (km²)"], [["Togo", "580,367"], ["Kenya", "580,367"]])


def read(source: Source, relation: str, subject: str = "Kenya") -> Fact:
    facts = facts_of_source(Path(), source)
    return next(fact for fact in facts if (fact.relation, fact.subject) == (relation, subject))


def stated(fact: Fact, **more: str) -> dict[str, Any]:
    return {name: getattr(fact, name) for name in ("id", "subject", "relation", "value", "unit")} | more


def example(sets: Sequence[Sequence[Span]], facts: Sequence[Fact], again: Sequence[tuple[Fact, Fact]] = ()) -> Example:
    return Example(
        id="e",
        question="What?",
        answers=(Answer("x", (), tuple(map(tuple, sets))),),
        style="compound",
        modalities=Modalities(text=1),
        sources=tuple(dict.fromkeys(fact.source for fact in facts)),
        distractors=(),
        entity="kenya",
        family="two_facts",
        checks=(),
        origin=Origin("derive", "{}", 0, 0),
        derivation={
            "facts": [stated(fact) for fact in facts],
            "restatements": [stated(other, restates=fact.id) for fact, other in again],
        },
    )


def faults(one: Example, sources: Sequence[Source] = (KENYA, GUIDE, AREAS)) -> list[str]:
    return list(EvidenceReader(Path(), {source.id: source for source in sources}).faults(one))


CAPITAL, CURRENCY, AREA = read(KENYA, "capital"), read(KENYA, "currency"), read(AREAS, "area")
AGAIN = read(GUIDE, "capital")


def test_spans_that_state_their_facts() -> None:
    sets = [(CAPITAL.span, AREA.span), (AGAIN.span, AREA.span)]
    assert faults(example(sets, [CAPITAL, AREA], [(CAPITAL, AGAIN)])) == []
    wider = replace(CAPITAL.span, start=0, end=len(KENYA.text))
    assert faults(example([(wider, replace(AREA.span, cells=((1, 0), (1, 1))))], [CAPITAL, AREA])) == []


def test_the_row_of_another_subject_does_not_state_the_fact() -> None:
    assert AREA.span.cells == ((1, 1),)
    togo = replace(AREA.span, cells=((0, 1),))
    assert faults(example([(togo,)], [AREA])) == ["its evidence in 'areas' no longer states a fact of it: ((0, 1),)"]


def test_a_mention_of_the_value_does_not_state_the_fact() -> None:
    mention = Span("guide", "text", 0, 7)
    (fault,) = faults(example([(CAPITAL.span,), (mention,)], [CAPITAL], [(CAPITAL, AGAIN)]))
    assert fault == "its evidence in 'guide' no longer states a fact of it: 0 to 7"


def test_a_set_that_lacks_a_fact() -> None:
    one = example([(CAPITAL.span, CURRENCY.span), (AGAIN.span,)], [CAPITAL, CURRENCY], [(CAPITAL, AGAIN)])
    assert faults(one) == [f"a set of its evidence does not state {CURRENCY.id!r}"]


@given(st.integers(0, len(KENYA.text)), st.integers(0, len(KENYA.text)))
def test_a_span_of_text_states_a_fact_only_where_it_holds_all_of_its_value(start: int, end: int) -> None:
    holds = start <= (CAPITAL.span.start or 0) and (CAPITAL.span.end or 0) <= end
    assert (faults(example([(Span("kenya", "text", start, end),)], [CAPITAL])) == []) is holds


@given(st.text(min_size=1, max_size=12))
def test_a_source_that_changed_states_the_fact_only_if_it_is_read_from_it_again(value: str) -> None:
    changed = replace(KENYA, text=KENYA.text.replace("Nairobi", value))
    facts = [fact for fact in facts_of_source(Path(), changed) if stated(fact) == stated(CAPITAL)]
    span = replace(CAPITAL.span, end=(CAPITAL.span.start or 0) + len(value))
    assert (faults(example([(span,)], [CAPITAL]), [changed]) == []) is bool(facts)


@pytest.mark.parametrize("derivation", [None, {}, {"facts": "x"}, {"facts": [1, None]}, {"query": {}}])
def test_an_example_without_facts_cannot_be_read_again(derivation: dict[str, Any] | None) -> None:
    one = replace(example([(CAPITAL.span,)], [CAPITAL]), derivation=derivation)
    assert unread_because(one) == "their facts are not stored"
    assert faults(one) == []


def test_spans_of_a_list_from_facts_are_where_facts_are_read() -> None:
    listed = replace(example([(CAPITAL.span,), (AREA.span,)], [CAPITAL]), derivation={"source": "facts"})
    assert unread_because(listed) == ""
    assert faults(listed) == []
    mention = replace(listed, answers=(Answer("Nairobi", (), ((Span("guide", "text", 0, 7),),)),))
    assert faults(mention) == ["its evidence in 'guide' no longer states a fact of it: 0 to 7"]


def test_a_source_that_is_not_there_states_nothing() -> None:
    assert faults(example([(CAPITAL.span,)], [CAPITAL]), []) != []


def test_an_image_whose_reader_is_missing_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    flag = image("flag", "Flag of Kenya")
    fact = replace(CAPITAL, id="flag#logo_text", span=Span(flag.id, "ocr"))
    monkeypatch.setattr(IMAGE_READERS, "names", lambda: ("flags",))
    assert unread_because(example([(fact.span,)], [fact])) == "a reader of their images is not installed"
