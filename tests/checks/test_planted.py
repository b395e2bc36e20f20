"""Faults planted on purpose: each is caught by the check that is named for it, and the sound question passes all."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.grounds import cell, ground, table, text, told

from benchwright.checks.candidate import Candidate
from benchwright.checks.correct import check_correct
from benchwright.checks.leak import check_leak
from benchwright.checks.modalities import check_modalities
from benchwright.checks.needed import check_needed, seek_ways_round
from benchwright.checks.readable import check_readable
from benchwright.checks.style import check_style
from benchwright.checks.unique import check_unique
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.programs.operations import Both, Count, Difference, Extreme, Follow, LookUp, Reverse
from benchwright.records import Modalities, Source, Span
from benchwright.values import parse

KENYA = text("kenya", "Kenya", "Capital: Nairobi. Currency: Kenyan shilling.")
GHANA = text("ghana", "Ghana", "Capital: Accra. Currency: cedi.")
AREAS = table(
    "areas",
    "Areas of some countries",
    ["Country", "Area (sq km)"],
    [["Kenya", "580,367"], ["Ghana", "238,533"], ["Zambia", "752,618"]],
)
FACTS = [
    told(KENYA, "Kenya", "capital", "Nairobi", subject_type="country"),
    told(GHANA, "Ghana", "capital", "Accra", subject_type="country"),
    *(cell(AREAS, row, 1, "area", "quantity", unit="square kilometre", subject_type="country") for row in range(3)),
]
CAPITAL, ACCRA, AREA_KENYA, AREA_GHANA, AREA_ZAMBIA = (fact.id for fact in FACTS)

SOUND = Candidate(
    question="What is the capital of Kenya, and what is the country's area?",
    answer="The capital of Kenya is Nairobi. The area of Kenya is 580,367 square kilometres.",
    parts=(parse("Nairobi"), parse("580,367 square kilometres")),
    style="compound",
    wants=Modalities(text=1, table=1),
    sources=("kenya", "areas"),
    entity="kenya",
    program=Both(LookUp(CAPITAL), LookUp(AREA_KENYA)),
)
CHECKS = {
    "modalities": check_modalities,
    "style": check_style,
    "readable": check_readable,
    "leak": check_leak,
    "correct": check_correct,
    "unique": check_unique,
    "needed": check_needed,
}


@pytest.fixture
def world(tmp_path: Path) -> CorpusFacts:
    return ground(tmp_path, [KENYA, GHANA, AREAS], FACTS)


def failing(candidate: Candidate, world: CorpusFacts) -> list[str]:
    return [name for name, check in CHECKS.items() if check(candidate, world).verdict != "pass"]


def with_source(tmp_path: Path, source: Source, *more: Source) -> CorpusFacts:
    return ground(tmp_path / "more", [KENYA, GHANA, AREAS, source, *more], FACTS)


def test_the_sound_question_passes_every_check(world: CorpusFacts) -> None:
    assert failing(SOUND, world) == []


def test_a_wrong_answer(world: CorpusFacts) -> None:
    wrong = replace(SOUND, answer=SOUND.answer.replace("580,367", "580,376"))
    assert failing(wrong, world) == ["correct"]
    assert check_correct(wrong, world).reason == "the answer does not state '580,367 square kilometres'"


def test_a_fact_that_no_longer_stands_at_its_span(tmp_path: Path) -> None:
    moved = replace(KENYA, text="Chief town: Nairobi. Currency: Kenyan shilling.")
    world = ground(tmp_path, [moved, GHANA, AREAS], FACTS)
    assert failing(SOUND, world) == ["correct"]


def test_a_wrong_style(world: CorpusFacts) -> None:
    assert failing(replace(SOUND, style="multi-hop"), world) == ["style"]


def test_a_look_up_is_not_numerical(world: CorpusFacts) -> None:
    look_up = replace(
        SOUND,
        question="What is the area of Kenya in square kilometres?",
        answer="580,367 square kilometres",
        parts=SOUND.parts[1:],
        style="numerical",
        wants=Modalities(table=1),
        sources=("areas",),
        program=LookUp(AREA_KENYA),
    )
    assert failing(look_up, world) == ["style"]
    assert failing(replace(look_up, style="information-extraction"), world) == []


def test_unrelated_questions_are_no_compound(tmp_path: Path) -> None:
    moon = text("moon", "Moon", "Nearest side: visible side.")
    facts = [*FACTS, told(moon, "Moon", "side", "visible side")]
    world = ground(tmp_path, [KENYA, GHANA, AREAS, moon], facts)
    unrelated = replace(
        SOUND,
        parts=(parse("Nairobi"), parse("visible side")),
        answer="Nairobi; the visible side.",
        question="What is the capital of Kenya, and which half of the Moon is nearest?",
        wants=Modalities(text=2),
        sources=("kenya", "moon"),
        program=Both(LookUp(CAPITAL), LookUp(facts[-1].id)),
    )
    assert "style" in failing(unrelated, world)


def test_wrong_modalities(world: CorpusFacts) -> None:
    assert failing(replace(SOUND, wants=Modalities(text=2)), world) == ["modalities"]
    assert "modalities" in failing(replace(SOUND, sources=("kenya", "areas", "areas")), world)


def test_a_redundant_source(world: CorpusFacts) -> None:
    padded = replace(SOUND, sources=("kenya", "areas", "ghana"), wants=Modalities(text=2, table=1))
    assert failing(padded, world) == ["needed"]
    assert check_needed(padded, world).reason == "the program never reads ghana"


def test_a_source_that_another_of_the_question_makes_needless(tmp_path: Path) -> None:
    telling = replace(KENYA, text=KENYA.text + " Kenya covers 580,367 sq km.")
    world = ground(tmp_path, [telling, GHANA, AREAS], FACTS)
    assert failing(SOUND, world) == ["needed"]
    assert "areas is not needed: kenya tells '580,367'" in check_needed(SOUND, world).reason


def test_the_same_told_by_another_kind_of_source(tmp_path: Path) -> None:
    world = with_source(tmp_path, text("africa", "Africa", "With 580,367 sq km, Kenya is middling."))
    assert failing(SOUND, world) == ["needed"]


def test_the_same_told_by_the_same_kind_is_no_shortcut_and_no_distractor(tmp_path: Path) -> None:
    world = with_source(tmp_path, text("cities", "Cities of Africa", "The capital Nairobi is in Kenya."))
    assert failing(SOUND, world) == []
    assert seek_ways_round(SOUND, world).tellers == {"cities"}


def test_a_fact_that_is_read_from_another_kind_of_source_too(tmp_path: Path) -> None:
    more = text("africa", "Africa", "It covers 580,367 square kilometres.")
    again = replace(FACTS[2], id="africa#area@10", span=Span("africa", "text", 10, 17))
    world = ground(tmp_path, [KENYA, GHANA, AREAS, more], [*FACTS, again])
    assert check_needed(SOUND, world).reason == "africa states the area of Kenya too"
    # What is read of one that comes second in a ranking gives the ranking away to nobody.
    ranked = replace(
        SOUND,
        question="What is the capital of the country with the smallest area: Kenya or Ghana?",
        answer="Accra",
        parts=(parse("Accra"),),
        sources=("areas", "ghana"),
        program=Follow(Extreme((AREA_KENYA, AREA_GHANA), False), ACCRA),
        bridges=("Ghana",),
        choices=("Kenya", "Ghana"),
    )
    assert check_needed(ranked, world).verdict == "pass"


def test_a_day_written_in_another_order_is_the_same_day(tmp_path: Path) -> None:
    sheet = table("sheet", "Members", ["Name", "Born"], [["Ann Lee", "July 19 , 1956"]])
    note = text("note", "Ann Lee", "Ann Lee ( born July 19, 1956 ) is a rower.")
    facts = [
        cell(sheet, 0, 1, "birth_date", "date", subject_type="person"),
        told(note, "Ann Lee", "birth_date", "July 19, 1956", "date", subject_type="person"),
    ]
    facts[0] = replace(facts[0], value="19 July 1956")
    candidate = replace(
        SOUND,
        question="When was Ann Lee born?",
        answer="19 July 1956",
        parts=(parse("19 July 1956"),),
        style="information-extraction",
        wants=Modalities(table=1),
        sources=("sheet",),
        entity="ann lee",
        program=LookUp("sheet#r0c1"),
    )
    world = ground(tmp_path, [sheet, note], facts)
    assert check_correct(candidate, world).verdict == "pass"
    assert check_unique(candidate, world).verdict == "pass"


def test_an_ambiguous_name(tmp_path: Path) -> None:
    world = with_source(tmp_path, text("k2", "Kenya (ship)", "The Kenya was a ship of the line."))
    assert failing(SOUND, world) == ["unique"]


def test_a_contradiction(tmp_path: Path) -> None:
    rival = text("rival", "Old atlas", "Capital: Mombasa.")
    facts = [*FACTS, told(rival, "Kenya", "capital", "Mombasa", subject_type="country")]
    world = ground(tmp_path, [KENYA, GHANA, AREAS, rival], facts)
    assert failing(SOUND, world) == ["unique"]


HOP = replace(
    SOUND,
    question="What is the area of the country whose capital is Nairobi?",
    answer="580,367 square kilometres",
    parts=SOUND.parts[1:],
    style="multi-hop",
    program=Follow(Reverse(CAPITAL), AREA_KENYA),
    bridges=("Kenya",),
)


def test_an_ambiguous_description(tmp_path: Path, world: CorpusFacts) -> None:
    assert failing(HOP, world) == []
    twin = text("twin", "Kenia", "Capital: Nairobi.")
    facts = [*FACTS, told(twin, "Kenia", "capital", "Nairobi", subject_type="country")]
    assert "unique" in failing(HOP, ground(tmp_path / "twin", [KENYA, GHANA, AREAS, twin], facts))


def test_a_leaked_answer(world: CorpusFacts) -> None:
    leaked = replace(SOUND, question="Is the capital of Kenya called Nairobi, and what is the country's area?")
    assert failing(leaked, world) == ["leak"]


def test_a_leaked_bridge(world: CorpusFacts) -> None:
    leaked = replace(HOP, question="What is the area of Kenya, the country whose capital is Nairobi?")
    assert "leak" in failing(leaked, world)


def test_a_hop_that_the_last_source_makes_needless(tmp_path: Path) -> None:
    telling = table(
        "areas",
        "Areas",
        ["Country", "Area (sq km)", "Capital"],
        [["Kenya", "580,367", "Nairobi"], ["Ghana", "238,533", "Accra"]],
    )
    world = ground(tmp_path, [KENYA, GHANA, telling], FACTS[:4])
    assert failing(HOP, world) == ["needed"]


def test_a_ranking_must_know_every_row_or_name_its_choices(world: CorpusFacts) -> None:
    two = Extreme((AREA_KENYA, AREA_GHANA), True)
    ranked = replace(
        HOP,
        question="What is the capital of the country with the largest area?",
        answer="Nairobi",
        parts=(parse("Nairobi"),),
        program=Follow(two, CAPITAL),
    )
    assert failing(ranked, world) == ["unique"]
    named = replace(
        ranked,
        question="What is the capital of whichever of Kenya and Ghana has the larger area?",
        choices=("Kenya", "Ghana"),
    )
    assert failing(named, world) == []


def test_a_computed_answer_that_stands_in_a_source(tmp_path: Path) -> None:
    gap = replace(
        SOUND,
        question="How much larger is the area of Kenya than that of Ghana?",
        answer="341,834 square kilometres",
        parts=(parse("341,834 square kilometres"),),
        style="numerical",
        wants=Modalities(table=1),
        sources=("areas",),
        program=Difference(LookUp(AREA_KENYA), LookUp(AREA_GHANA)),
    )
    assert failing(gap, ground(tmp_path / "a", [KENYA, GHANA, AREAS], FACTS)) == []
    assert "correct" in failing(
        replace(gap, answer="341,843 square kilometres"), ground(tmp_path / "b", [KENYA, GHANA, AREAS], FACTS)
    )


@pytest.mark.parametrize(
    ("question", "fault"),
    [
        ("what is the capital of Kenya?", "capital"),
        ("What is the capital of Kenya", "question mark"),
        ("What does this table say of Kenya?", "points at a source"),
        ("What is the  capital of Kenya?", "doubled spaces"),
        ("What is the capital of Kenya ?", "space before punctuation"),
        ("What is the the capital of Kenya?", "repeats a word"),
        ("What is a area of Kenya?", "'a' before a vowel"),
        ("What is an city of Kenya?", "'an' before a consonant"),
        ("What is the {noun} of Kenya?", "markup"),
        ("Which (town is the capital of Kenya?", "open ("),
        ("Which?", "1 words"),
    ],
)
def test_unreadable_questions(question: str, fault: str, world: CorpusFacts) -> None:
    check = check_readable(replace(SOUND, question=question), world)
    assert check.verdict == "fail"
    assert fault in check.reason


@pytest.mark.parametrize(
    "question",
    [
        "How old was a one-time mayor of Nairobi when an MP replaced her?",
        "Did a European or an honest broker speak at a university?",
    ],
)
def test_articles_before_sounds_not_letters(question: str, world: CorpusFacts) -> None:
    assert check_readable(replace(SOUND, question=question), world).verdict == "pass"


def test_a_name_that_a_full_stop_cuts_is_still_found(tmp_path: Path) -> None:
    book = text("book", "Jihad vs. McWorld", "Jihad vs. McWorld is a book that came out in 1995.")
    writer = text(
        "writer", "Benjamin Barber", "He wrote the 1995 bestseller , Jihad vs. McWorld . Born: 2 August 1939."
    )
    facts = [
        told(book, "Jihad vs. McWorld", "release_date", "1995", "year"),
        told(writer, "Benjamin Barber", "birth_date", "2 August 1939", "date"),
    ]
    world = ground(tmp_path, [book, writer], facts)
    asked = replace(
        SOUND,
        question="When did the book Jihad vs. McWorld come out, and when was its author, Benjamin Barber, born?",
        answer="It came out in 1995, and he was born on 2 August 1939.",
        parts=(parse("1995"), parse("2 August 1939")),
        wants=Modalities(text=2),
        sources=("book", "writer"),
        program=Both(LookUp(facts[0].id), LookUp(facts[1].id)),
    )
    assert check_needed(asked, world).reason == "book is not needed: writer tells '1995' of Jihad vs. McWorld too"


def one_fact(tmp_path: Path, cell_text: str, value: str, answer: str = "", unit: str = "kilometre") -> str:
    """The verdict of `correct` on a length that was read from a cell."""
    rivers = table("rivers", "Rivers", ["River", "Length"], [["Ash", cell_text]])
    fact = replace(cell(rivers, 0, 1, "length", "quantity", unit=unit), value=value)
    world = ground(tmp_path / str(abs(hash((cell_text, value)))), [rivers], [fact])
    shown = replace(
        SOUND,
        question="How long is the Ash?",
        answer=answer or f"{value} {unit}s",
        parts=(parse(f"{value} {unit}s"),),
        program=LookUp(fact.id),
    )
    return check_correct(shown, world).verdict


@pytest.mark.parametrize(
    ("cell_text", "value", "verdict"),
    [
        ("5", "5", "pass"),
        ("5 km", "5", "pass"),
        ("1,500", "1500", "pass"),
        ("about 5", "5", "pass"),
        ("5[1]", "5", "pass"),
        ("5.3", "5", "fail"),
        ("-5", "5", "fail"),
        ("1,500", "500", "fail"),
        ("5 mi", "5", "fail"),
        ("1957", "95", "fail"),
    ],
)
def test_a_number_is_read_from_its_cell_whole(tmp_path: Path, cell_text: str, value: str, verdict: str) -> None:
    assert one_fact(tmp_path, cell_text, value) == verdict


@pytest.mark.parametrize(
    ("one", "unit", "other", "second", "verdict"),
    [
        ("100", "kilometre", "100", "mile", "fail"),
        ("5", "", "-5", "", "fail"),
        ("100", "kilometre", "62.137", "mile", "pass"),
        ("1,000", "kilometre", "1000", "", "pass"),
    ],
)
def test_what_contradicts(tmp_path: Path, one: str, unit: str, other: str, second: str, verdict: str) -> None:
    tables = [
        table(name, "Rivers", ["River", "Length"], [["Ash", value], [f"River {name}", "7"]])
        for name, value in (("a", one), ("b", other))
    ]
    facts = [cell(a, 0, 1, "length", "quantity", unit=u) for a, u in zip(tables, (unit, second), strict=True)]
    candidate = replace(SOUND, question="How long is the Ash?", program=LookUp(facts[0].id))
    assert check_unique(candidate, ground(tmp_path, tables, facts)).verdict == verdict


def test_a_nested_name_is_another_thing(tmp_path: Path) -> None:
    """South Sudan is not Sudan, and Equatorial Guinea does not offer Guinea."""
    pages = [text(name.lower(), name, f"Capital: {name[::-1]}.") for name in ("Sudan", "South Sudan", "Guinea")]
    facts = [told(page, page.title, "capital", page.title[::-1], subject_type="country") for page in pages]
    world = ground(tmp_path, pages, facts)
    offered = replace(
        HOP,
        question="Which has the capital naduS: South Sudan or Ghana?",
        program=Reverse(facts[0].id),
        choices=("South Sudan", "Ghana"),
    )
    assert check_unique(offered, world).reason == "nothing tells whether the description fits Ghana"
    both = replace(offered, question="Which of South Sudan and Guinea is it?", choices=("South Sudan", "Guinea"))
    assert check_unique(both, world).reason == "Sudan is not offered"


@pytest.mark.parametrize(
    ("colours", "verdict"),
    [("white and red", "fail"), ("red, white", "fail"), ("red and blue", "pass")],
)
def test_the_order_of_colours_describes_nothing(tmp_path: Path, colours: str, verdict: str) -> None:
    """Whether or not choices are offered."""
    pages = [text("a", "Aland", "Flag: red and white."), text("b", "Borland", f"Flag: {colours}.")]
    facts = [
        told(pages[0], "Aland", "flag", "red and white", "text"),
        told(pages[1], "Borland", "flag", colours, "text"),
    ]
    candidate = replace(HOP, question="Which has it?", program=Reverse(facts[0].id), choices=())
    assert check_unique(candidate, ground(tmp_path, pages, facts)).verdict == verdict


@pytest.mark.parametrize(
    ("language", "verdict"),
    [("English / French", "fail"), ("French, German", "fail"), ("German", "pass"), ("31 Jan 1953", "pass")],
)
def test_a_cell_that_holds_the_value_fits_the_description(tmp_path: Path, language: str, verdict: str) -> None:
    courses = table(
        "courses", "Courses", ["Course", "Language", "Rooms"], [["A", "French", "C3"], ["B", language, "B2"]]
    )
    facts = [cell(courses, row, 1, "cell:language", "text", qualifiers=(("scope", "courses"),)) for row in range(2)]
    rooms = cell(courses, 0, 2, "cell:rooms", "text", qualifiers=(("scope", "courses"),))
    candidate = replace(
        HOP, question="Which rooms?", answer="C3", parts=(parse("C3"),), program=Follow(Reverse(facts[0].id), rooms.id)
    )
    assert check_unique(candidate, ground(tmp_path, [courses], [*facts, rooms])).verdict == verdict


@pytest.mark.parametrize(("other", "verdict"), [("English, German", "fail"), ("1953", "pass"), ("German", "pass")])
def test_what_is_counted_is_no_part_of_another_cell(tmp_path: Path, other: str, verdict: str) -> None:
    cells = ("English", "English", other, "Dutch")
    courses = table(
        "courses", "Courses", ["Course", "Language"], [[f"Course {at}", one] for at, one in enumerate(cells)]
    )
    facts = [cell(courses, row, 1, "cell:language", "text", qualifiers=(("scope", "courses"),)) for row in range(4)]
    program = Count(tuple(fact.id for fact in facts), "same", "English")
    candidate = replace(
        SOUND, question="How many?", answer="2", parts=(parse("2"),), style="numerical", program=program
    )
    assert check_unique(candidate, ground(tmp_path, [courses], facts)).verdict == verdict


def test_a_more_exact_date_fits_the_year(tmp_path: Path) -> None:
    rows = [["Cromer", "1953"], ["Leith", "31 Jan 1953"]]
    facts = [
        cell(
            table("s", "Stations", ["Station", "Date"], rows), row, 1, "cell:date", "date", qualifiers=(("scope", "s"),)
        )
        for row in range(2)
    ]
    world = ground(tmp_path, [table("s", "Stations", ["Station", "Date"], rows)], facts)
    assert check_unique(replace(HOP, program=Reverse(facts[0].id)), world).verdict == "fail"


@pytest.mark.parametrize(
    ("titles", "where", "verdict"),
    [
        (("Manual", "Manual"), "the Brevo documents", "fail"),
        (("Manual G40", "Manual G64"), "the Brevo documents", "fail"),
        (("Manual G40", "Manual G64"), '"Manual G40"', "pass"),
        (("Manual G40", "Manual G64"), '"Manual G64"', "fail"),
    ],
)
def test_entries_that_the_question_does_not_tell_apart_contradict_each_other(
    tmp_path: Path, titles: tuple[str, str], where: str, verdict: str
) -> None:
    pages = [text(f"p{at}", title, f"brew_temp: Default: {92 + 2 * at}") for at, title in enumerate(titles)]
    facts = [
        replace(
            told(page, "brew_temp", "default", f"{92 + 2 * at}", qualifiers=(("scope", page.id),)),
            entity=f"brew_temp @ {page.id}",
        )
        for at, page in enumerate(pages)
    ]
    candidate = replace(
        SOUND,
        question=f"According to {where}, what is the default value of the brew_temp setting?",
        answer="92",
        parts=(parse("92"),),
        program=LookUp(facts[0].id),
    )
    world = ground(tmp_path, pages, facts)
    assert check_unique(candidate, world).verdict == verdict
    agreed = [facts[0], replace(facts[1], value="92")]
    assert check_unique(candidate, ground(tmp_path / "agreed", pages, agreed)).verdict == "pass"


@pytest.mark.parametrize(("title", "verdict"), [("Sudland", "fail"), ("", "pass")])
def test_a_place_that_tables_of_several_documents_name(tmp_path: Path, title: str, verdict: str) -> None:
    """Unless it has a page of its own, nobody knows whether it is one place."""
    north = table("north", "Regions of Norland", ["Region", "Area"], [["South", "12"], ["West", "31"]])
    south = table("south", f"Regions of {title}", ["Region", "Height"], [["South", "200"], ["East", "310"]])
    tables = [replace(one, place=replace(one.place, document=one.id)) for one in (north, south)][: 2 if title else 1]
    facts = [cell(one, 0, 1, one.table.header[0][1].lower(), subject_type="place") for one in tables if one.table]
    candidate = replace(
        SOUND, question="How large is South?", answer="12", parts=(parse("12"),), program=LookUp(facts[0].id)
    )
    world = ground(tmp_path, tables, facts)
    assert check_unique(candidate, world).verdict == verdict
    page = text("s", "South", "South is the region of Norland that lies next to the sea.")
    assert check_unique(candidate, ground(tmp_path / "page", [*tables, page], facts)).verdict == "pass"
