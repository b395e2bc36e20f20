"""The records' JSON forms, and what the package exports."""

import json
from dataclasses import replace

from pydantic import TypeAdapter

from benchwright import records
from benchwright.records import (
    Answer,
    Check,
    Cut,
    Drop,
    Example,
    Fact,
    Hop,
    Image,
    Modalities,
    Modality,
    Origin,
    Outcome,
    Place,
    Source,
    Span,
    Status,
    Table,
    dump_line,
)

TABLE = Source(
    id="t1",
    modality=Modality.TABLE,
    title="Rivers",
    text="Rivers\nName | Length\nAare | 288 km",
    place=Place("rivers.csv", page=2, headings=("Waters",), box=(0.0, 0.1, 1.0, 0.5)),
    table=Table((("Name", "Length"),), (("Aare", "288 km"),), ((0, 0, "/wiki/Aare"),), Cut(400, 2)),
    referred_by=("p1",),
    licence="CC0",
    url="https://example.org/rivers",
)
IMAGE = Source(
    "i1", Modality.IMAGE, "Aare", "A river.", Place("doc"), image=Image("ab", "png", 4, 3, "A river.", "blue")
)
SPAN = Span("t1", "cell", cells=((0, 1),))
EXAMPLE = Example(
    id="e1",
    question="How long is the Aare?",
    answers=(Answer("288 km", ("288",), ((SPAN,),)),),
    style="information-extraction",
    modalities=Modalities(table=1),
    sources=("t1",),
    distractors=("i1",),
    entity="aare",
    family="value",
    checks=(Check("unique", "pass", "one", 1.0, "unique/1"),),
    origin=Origin("derive", "{}", 3, 13, {"writer": "none"}, {"p": "00"}),
    hops=(Hop("Which river?", "Aare", ("t1",)),),
    derivation={"op": "look-up"},
    read="cell",
)


def through_json(value: object) -> object:
    return json.loads(dump_line(value))


def test_a_table_and_an_image_come_back_from_json() -> None:
    for source in (TABLE, IMAGE):
        assert Source.from_json(through_json(source.to_json())) == source  # type: ignore[arg-type]


def test_a_fact_comes_back_from_json() -> None:
    fact = Fact("t1#r0c1", "Aare", "aare", "length", "288", SPAN, "km", qualifiers=(("scope", "Rivers"),))
    assert Fact.from_json(through_json(fact.to_json())) == fact  # type: ignore[arg-type]
    assert fact.qualifier("scope") == "Rivers"
    assert fact.qualifier("year") == ""


def test_an_outcome_comes_back_from_json() -> None:
    outcome = Outcome("{}", 3, Status.ACCEPTED, example=EXAMPLE)
    assert TypeAdapter(Outcome).validate_python(through_json(outcome.to_json())) == outcome


def test_an_image_names_its_file() -> None:
    assert IMAGE.image is not None
    assert IMAGE.image.file == "images/ab.png"


def test_the_line_is_compact_and_keeps_unicode() -> None:
    assert dump_line(Drop("é.txt", "empty").to_json()) == '{"document":"é.txt","reason":"empty","detail":"","text":""}'


def test_exported_members() -> None:
    assert all(hasattr(records, name) for name in records.__all__)
    assert list(records.__all__) == sorted(records.__all__, key=lambda name: (name.islower(), not name.isupper(), name))


def test_undecided_answers_are_written_only_where_there_are_some() -> None:
    plain = json.loads(dump_line(EXAMPLE.to_json()))
    assert "undecided" not in plain
    assert TypeAdapter(Example).validate_python(plain).undecided == ()
    open_ = replace(EXAMPLE, undecided=(Answer("290 km"), Answer("300 km", ("300",), ((SPAN,),))))
    told = json.loads(dump_line(open_.to_json()))
    assert [one["text"] for one in told.pop("undecided")] == ["290 km", "300 km"]
    assert told == plain
    assert TypeAdapter(Example).validate_python(through_json(open_.to_json())) == open_
