from __future__ import annotations

from dataclasses import replace

from benchwright.benchmark import CellReport
from benchwright.benchmark.render import example_text, funnel_lines, heading, over_lines, source_text
from benchwright.benchmark.schema import parse_cells
from benchwright.models.base import Usage
from benchwright.models.call_costs import CallCost
from benchwright.records import (
    Answer,
    Check,
    Example,
    Hop,
    Image,
    Modalities,
    Modality,
    Origin,
    OverShare,
    Place,
    Source,
    Span,
    Table,
)


def passage(text: str) -> Source:
    return Source("s1", Modality.TEXT, "Tower", text, Place("book.md", page=3))


def test_evidence_in_text_is_marked_once_where_it_overlaps() -> None:
    source = passage("The tower is 81 metres high.")
    spans = [Span("s1", "text", 13, 15), Span("s1", "text", 14, 22), Span("s1", "text", 0, 3), Span("s2", "text", 4, 9)]
    assert source_text(source, spans) == "«The» tower is «81 metres» high."
    assert source_text(source) == "The tower is 81 metres high."
    assert heading(source) == "text 'Tower' [s1] — book.md, page 3"


def test_a_long_table_shows_its_header_the_first_rows_and_the_evidence() -> None:
    rows = tuple((f"r{number}", str(number)) for number in range(40))
    source = Source("t1", Modality.TABLE, "T", "", Place("t1"), table=Table((("name", "n"),), rows))
    lines = source_text(source, [Span("t1", "cell", cells=((30, 1), (-1, 1)))]).splitlines()
    assert lines[0] == "name | «n»"
    assert lines[1:12] == [f"r{number} | {number}" for number in range(11)]
    assert lines[12:] == ["r30 | «30»", "... 28 more rows"]
    assert heading(source) == "table 'T' [t1]"


def test_an_image_is_its_file_and_its_words() -> None:
    image = Image("ab", "png", 8, 6, caption="A flag", alt="red")
    source = Source("i1", Modality.IMAGE, "Flag", "", Place("i1"), image=image)
    assert source_text(source) == "images/ab.png, 8 x 6 pixels\ncaption: A flag\nalt text: red"


def test_the_funnel_names_the_largest_reason_first() -> None:
    cells = [
        CellReport('{"style":"numerical","modalities":"table"}', 6, 2, 9, 9, {"refused:a": 2, "rejected:b": 5}),
        CellReport('{"style":"multi-hop","modalities":"2text"}', 3, 0, 0, 0),
        CellReport('{"style":"compound","modalities":"text"}', 1, 1, 1, 500),
    ]
    assert funnel_lines(cells) == [
        "numerical table     2/6    9 attempts of 9: 5 rejected:b, 2 refused:a",
        "multi-hop 2text     0/3    no question family covers it in this corpus",
        "compound text       1/1    1 attempts of 500",
    ]


def test_an_empty_cell_says_why_where_its_maker_knows() -> None:
    key = '{"style":"list","modalities":"","kind":"simple"}'
    cell = CellReport(key, 3, 0, 0, 0, why="the book words nothing — write entries")
    assert funnel_lines([cell]) == ["list simple     0/3    the book words nothing — write entries"]
    assert parse_cells({"cells": [cell.to_json()]}) == (cell,)


def test_a_cell_that_ended_short_says_why_on_a_line_of_its_own() -> None:
    key = '{"style":"list","modalities":"","kind":"simple"}'
    cell = CellReport(key, 5, 1, 1, 1, why="1 of 4 queries meet the conditions — ingest more pages")
    assert funnel_lines([cell]) == [
        "list simple     1/5    1 attempts of 1",
        "             1 of 4 queries meet the conditions — ingest more pages",
    ]


def test_who_is_over_a_share_is_named_and_kept() -> None:
    over = tuple(OverShare("relation", f"P{n}", 9 - n, (9 - n) / 40) for n in range(7))
    key = '{"style":"list","modalities":"","kind":"simple"}'
    short, whole = CellReport(key, 90, 40, 60, 60, {"rejected:b": 20}, over), CellReport(key, 1, 1, 1, 1)
    assert over_lines([whole, short]) == [
        "list simple: over their share of the 40 accepted: relation P0 9 (22.5%), relation P1 8 (20.0%), "
        "relation P2 7 (17.5%), relation P3 6 (15.0%), relation P4 5 (12.5%), 2 more"
    ]
    assert parse_cells({"cells": [short.to_json()]}) == (short,)
    assert "over" not in whole.to_json()
    assert parse_cells({"cells": [whole.to_json()]}) == (whole,)


def test_of_a_long_passage_the_beginning_and_the_evidence_are_shown() -> None:
    text = "a" * 1000 + "THE ANSWER" + "b" * 1000
    shown = source_text(passage(text), [Span("s1", "text", 1000, 1010)])
    assert shown == f"{'a' * 300} …\n… {'a' * 300}«THE ANSWER»{'b' * 300} …"
    assert source_text(passage("a" * 1500)) == "a" * 1500


def test_a_described_image_tells_caption_and_description_apart() -> None:
    image = Image("ab", "png", 8, 6, caption="A red flag", alt="flag")
    text = "A red flag\nflag\nA plain field with a star."
    source = Source("i1", Modality.IMAGE, "Flag", text, Place("i1"), image=image)
    spans = [
        Span("i1", "caption", 2, 5),
        Span("i1", "text", 37, 41),
        Span("i1", "pixels", box=(0.0, 0.5, 0.25, 1.0)),
        Span("i1", "pixels"),
    ]
    assert source_text(source, spans).splitlines() == [
        "images/ab.png, 8 x 6 pixels",
        "caption: A «red» flag",
        "alt text: flag",
        "description: A plain field with a «star».",
        "evidence: pixels, from 0% 50% to 25% 100%",
        "evidence: pixels",
    ]


def test_an_example_shows_hops_checks_and_what_its_calls_cost() -> None:
    example = Example(
        id="e1",
        question="How high is it?",
        answers=(Answer("81 metres", ("81 m",), ((Span("s1", "text", 13, 22),),)),),
        style="multi-hop",
        modalities=Modalities(text=1),
        sources=("s1", "gone"),
        distractors=(),
        entity="",
        family="",
        checks=(Check("style", "pass", "asks for a height", 0.9321, "openai/judge"), Check("needed", "unscored")),
        origin=Origin("smmqg", "{}", 0, 13, {"writer": "openai/x", "verifier": "openai/judge"}),
        hops=(Hop("Which tower?", "Tower", ("s1",)),),
    )
    calls = [
        CallCost("k1", "write", "openai/x", "ok", Usage(1204, 88), 0.5),
        CallCost("k2", "verify", "openai/judge", "refused", Usage(known=False), None),
    ]
    sources = {"s1": passage("The tower is 81 metres high.")}
    assert example_text(example, sources, calls).splitlines() == [
        "id         e1",
        "question   How high is it?",
        "answer     81 metres   (also: 81 m)",
        "style      multi-hop, text, family none",
        "hop 1      Which tower? — Tower   [s1]",
        "",
        "text 'Tower' [s1] — book.md, page 3",
        "  The tower is «81 metres» high.",
        "",
        "[gone] is missing",
        "",
        "checks",
        "  pass     style 0.932 — asks for a height   (openai/judge)",
        "  unscored needed",
        "",
        "models",
        "  verifier: openai/judge",
        "  writer: openai/x",
        "",
        "calls: 2 calls, 1,204 + 88 tokens (1 told none), at least $0.50",
        "  write   openai/x      ok         1,204 + 88  $0.50",
        "  verify  openai/judge  refused      not told  price unknown",
    ]


def test_undecided_answers_are_counted_and_the_first_are_named() -> None:
    answers = tuple(Answer(f"U{number}", (), ((Span("s1", "text", 0, 3),),) * (number < 2)) for number in range(7))
    example = Example("e", "Q?", (Answer("A"),), "list", Modalities(text=1), (), (), "", "simple", (),
                      Origin("m", "{}", 0, 1), undecided=answers)  # fmt: skip
    shown = example_text(example, {}).splitlines()
    assert shown[3] == "undecided  7, 2 with evidence: U0; U1; U2; U3; U4 and 2 more"
    assert not any("undecided" in line for line in example_text(replace(example, undecided=()), {}).splitlines())
