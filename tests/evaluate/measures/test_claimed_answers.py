"""What an answer claims counts: not what it denies, refuses or lists as candidates, whatever its markup."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from part_questions import FLAGS, LOOK_UP, RAILWAY, SIZES, fact, question

from benchwright.evaluate.gold import Question
from benchwright.evaluate.measures.answer_forms import index_of
from benchwright.evaluate.measures.answer_text import answer_lines
from benchwright.evaluate.measures.answers import listed_answers, set_scores
from benchwright.evaluate.measures.claims import Claims, _may_be_void, claims_of
from benchwright.evaluate.measures.part_scores import score_parts
from benchwright.records import Answer

CITY = question(
    "What is the largest city of India?",
    ["New Delhi"],
    {**LOOK_UP, "fact": "a"},
    fact("a", "India", "city", "New Delhi"),
)
COLOUR = question(
    "What is the main colour of the flag of New Zealand?",
    ["blue"],
    {**LOOK_UP, "fact": "a"},
    fact("a", "New Zealand", "colour", "blue"),
)
AIRPORTS = question("How many airports did Italy have in 2025?", ["655"])
AREA = question("How large is Paraguay?", ["406,752 square kilometres"])
GROWTH = question("What is the population growth rate of Greece?", ["-0.35%"])
TYPES = question(
    "What are the major types of RNA?",
    ["messenger RNA (mRNA); ribosomal RNA (rRNA); transfer RNA (tRNA)"],
    {**LOOK_UP, "fact": "a"},
    fact("a", "RNA", "members", "messenger RNA (mRNA); ribosomal RNA (rRNA); transfer RNA (tRNA)"),
)
OPTION = question(
    "Which option shows the hash?",
    [("-E", ("the -E option",))],
    {"op": "reverse", "fact": "a"},
    fact("a", "-E", "purpose", "shows the hash"),
)
SEED = question(
    "Which option sets the source?",
    ["--random-source"],
    {"op": "reverse", "fact": "a"},
    fact("a", "--random-source", "purpose", "sets the source"),
)
VERSION = question(
    "Which version added pool_size?",
    ["version 3.10"],
    {**LOOK_UP, "fact": "a"},
    fact("a", "pool_size", "since", "3.10"),
)
PATH = question("Where is the file of settings?", ["/etc/app/config.yaml"])
TERM = question(
    "What does VCS stand for?",
    ["Version Control Systems"],
    {**LOOK_UP, "fact": "a"},
    fact("a", "VCS", "long_form", "Version Control Systems"),
)
MODES = question(
    "Which values are allowed?",
    ["always, never, cc, or auto"],
    {**LOOK_UP, "fact": "a"},
    fact("a", "mode", "allowed", "always, never, cc, or auto"),
)
YORK = question("In which city was he born?", ["York"])
CACHE = question("Which value turns the cache off?", ["no-cache"])
OFF = question("Which option does not launch an editor?", ["--no-edit"])
BORDERS = question("Which countries border Bolivia?", ["Argentina", "Brazil", "Chile", "Paraguay", "Peru"])


@pytest.mark.parametrize(
    ("asked", "answer", "score"),
    [
        (SIZES, "Mexico does not have a larger population than Panama, and it does not have longer land borders.", 0),
        (SIZES, "Mexico doesn't have a larger population, and it doesn’t have longer land borders.", 0),
        (SIZES, "It is unclear whether Mexico has a larger population than Panama or longer land borders.", 0),
        (SIZES, "Mexico has a larger population than Panama, but I do not know which has longer land borders.", 0.5),
        (SIZES, "| | Panama | Mexico |\n|---|---|---|\n| Population | 130,739,927 | 4,536,008 |", 0),
        (
            SIZES,
            "| | Panama | Mexico |\n|---|---|---|\n| Population | 4,536,008 | 130,739,927 |\n"
            "| Land borders | 687 km | 4,389 km |",
            1,
        ),
        (SIZES, "Mexico has about 126 million more people than Panama, and its land borders are 3,702 km longer.", 1),
        (
            SIZES,
            "Mexico is far more populous (about 131 million vs 4.5 million) and has much longer land borders (4,389 km "
            "vs 687 km).",
            1,
        ),
        (CITY, "New Delhi is not the largest city; it is Mumbai.", 0),
        (CITY, "New Delhi isn’t the largest city.", 0),
        (CITY, "The documents mention New Delhi and Accra, but I cannot tell which is the answer.", 0),
        (CITY, "I could not find the largest city. New Delhi is mentioned for another country.", 0),
        (CITY, "Candidates are New Delhi, Mumbai or Kolkata.", 0),
        (CITY, "New Delhi, Mumbai or Kolkata", 0),
        (CITY, "New Delhi, Mumbai, Kolkata", 0),
        (CITY, "- New Delhi\n- Mumbai\n- Kolkata", 0),
        (CITY, "It is Mumbai, not New Delhi.", 0),
        (CITY, "It is New Delhi, not Mumbai.", 1),
        (CITY, "No, it is New Delhi.", 1),
        (CITY, "The documents do not say. From general knowledge, it is New Delhi.", 1),
        (CITY, "New Delhi, India", 1),
        (COLOUR, "white, blue, red, green, yellow, black", 0),
        (COLOUR, "The flag is mainly blue, with red stars.", 1),
        (AIRPORTS, "Italy doesn't have 655 airports; I could not find the figure.", 0),
        (AIRPORTS, "Italy had 655 airports in 2025, the most in Europe after Germany (838).", 1),
        (AIRPORTS, "Italy had 655 airports, of which 131 have paved runways.", 1),
        (AIRPORTS, "Italy had 655 airports, up from 640 in 2015.", 1),
        (AIRPORTS, "Italy had 655 airports. The documents do not mention whether this includes heliports.", 1),
        (AIRPORTS, "655 or 670", 0),
        (AIRPORTS, "Italy had 655 airports. Italy had 670 airports.", 0),
        (AIRPORTS, "Italy has 670 airports, not 655.", 0),
        (AREA, "Paraguay covers 406,752 km² (157,048 sq mi)[1], of which 397,302 km² is land.", 1),
        (GROWTH, "The population is shrinking by 0.35%.", 1),
        (GROWTH, "The population is growing by 0.35%.", 0),
        (TYPES, "1. Messenger RNA (mRNA)\n2. Ribosomal RNA (rRNA)\n3. Transfer RNA (tRNA)", 1),
        (TYPES, "mRNA, rRNA and tRNA", 1),
        (TYPES, "* **Messenger RNA** – carries the code\n* **Ribosomal RNA** – builds\n* **Transfer RNA** – moves", 1),
        (TYPES, "1. Messenger RNA\n2. Ribosomal RNA", 2 / 3),
        (TYPES, "mRNA, rRNA, siRNA and tRNA", 0),
        (OPTION, "It is the `-E` option.", 1),
        (OPTION, "It is the `-e` option.", 0),
        (OPTION, "-e", 0),
        (SEED, "Use --random-source=FILE.", 1),
        (SEED, "--no-random-source", 0),
        (SEED, "--random-source-file", 0),
        (VERSION, "It was added in v3.10.", 1),
        (VERSION, "version 3.1", 0),
        (VERSION, "3.10.2", 0),
        (PATH, "It is /etc/app/config.yaml.", 1),
        (PATH, "It is /etc/app/config.yaml.bak.", 0),
        (TERM, "Version control system", 1),
        (TERM, "Version control", 0),
        (MODES, "mode: `always`, `never`, `cc`, `auto`", 1),
        (MODES, "mode: `always`, `never`, `cc`", 3 / 4),
        (YORK, "He was born in York.", 1),
        (YORK, "New York", 0),
        (YORK, "York City", 0),
        (CACHE, "The value is no-cache.", 1),
        (OFF, "The option that does not launch an editor is --no-edit.", 1),
        (OFF, "--no-edit, which doesn't open one", 1),
    ],
)
def test_what_is_claimed_counts(asked: Question, answer: str, score: float) -> None:
    assert score_parts(asked, answer) == pytest.approx(score)


@pytest.mark.parametrize(
    "answer",
    [
        "The following countries border Bolivia:\n\n1. Argentina\n2. Brazil\n3. Chile\n4. Paraguay\n5. Peru\n\nAll!",
        "Bolivia borders five countries.\n1. Argentina\n2. Brazil\n3. Chile\n4. Paraguay\n5. Peru\nSource: Factbook",
        "Bolivia borders Argentina [1], Brazil [2], Chile [3], Paraguay [4] and Peru [5].",
        "(1) Argentina, (2) Brazil, (3) Chile, (4) Paraguay and (5) Peru",
        "- Argentina – to the south\n- Brazil (north)\n* **Chile**: west\n- Paraguay — south-east\n- `Peru`",
        "Argentina (south), Brazil (north and east), Chile (west), Paraguay, Peru",
        "Argentina, Brazil and Chile. It also borders Paraguay and Peru.",
        "Argentina, Brazil, Chile, Paraguay and Peru, but not Ecuador.",
        "- To the south: Argentina, Chile\n- To the north: Brazil, Paraguay, Peru",
        "- Argentina, Chile\n- Brazil, Paraguay and Peru",
        "- Argentina – which borders Chile, Peru too\n- Brazil\n- Chile\n- Paraguay\n- Peru",
    ],
)
def test_a_list_is_right_in_any_form(answer: str) -> None:
    assert set_scores(listed_answers([answer], BORDERS.answers), BORDERS.answers).f1 == 1


@pytest.mark.parametrize(
    ("answer", "items"),
    [
        ("- South: Chile, Peru, Malta\n- North: Songs and Dances", ("Chile", "Peru", "Malta", "Songs and Dances")),
        ("- Chile – borders Peru, Bosnia and Herzegovina\n- Malta", ("Chile", "Malta")),
        ("Chile and Bosnia and Herzegovina", ("Chile", "Bosnia and Herzegovina")),
        ("Songs and Dances pays, as does Peru", ("Songs and Dances", "Peru")),
        ("Peru and Songs and Dances", ("Peru", "Songs and Dances")),
    ],
)
def test_rows_of_marked_lines_and_names_with_and_are_items(answer: str, items: tuple[str, ...]) -> None:
    gold = [Answer(name) for name in ("Chile", "Peru", "Bosnia and Herzegovina", "Songs and Dances")]
    assert listed_answers([answer], gold) == items


def test_a_systems_own_list_is_read_without_markup() -> None:
    given = ["Argentina [1]", "**Brazil**", "Chile (west)", "Paraguay", "Ecuador"]
    scores = set_scores(listed_answers(given, BORDERS.answers), BORDERS.answers)
    assert (scores.precision, scores.recall) == (0.8, 0.8)
    several = [Answer("Nigeria, We Hail Thee"), Answer("Maamme")]
    assert set_scores(listed_answers(["Nigeria, We Hail Thee, Maamme"], several), several).f1 == 1


def test_denied_items_are_no_answers() -> None:
    listed = listed_answers(["None of these border it: Argentina, Brazil and Chile."], BORDERS.answers)
    assert set_scores(listed, BORDERS.answers).f1 == 0
    under = listed_answers(["The following do not border it:\n- Argentina\n- Chile\n"], BORDERS.answers)
    assert set_scores(under, BORDERS.answers).f1 == 0


def test_options_of_one_letter_and_versions_are_not_confused() -> None:
    option, version = index_of((Answer("-E", ("the -E option",)),)), index_of((Answer("version 3.10"),))
    assert option.places("-E") == option.places("the -E option") == {0}
    assert option.places("-e") == option.places("the -e option") == set()
    assert version.places("Version 3.10") == {0}
    assert version.places("version 3.1") == set()


def test_other_things_values_are_rivals() -> None:
    known = replace(COLOUR, parts=(replace(COLOUR.parts[0], rivals=frozenset({"light blue", "red"})),))
    assert score_parts(known, "It is light blue.") == 0
    assert score_parts(known, "It is blue. The main colour is red.") == 0
    assert score_parts(known, "It is blue, with red stars.") == 1
    assert score_parts(known, "It is blue (blue-red-blue).") == 1
    assert score_parts(known, "It is red (red-blue-red).") == 0
    assert score_parts(known, "It is blue (red).") == 0


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        ("Probably Leeds.", 1),
        ("New Leeds.", 0),
        ("Leeds. The other offices are in London and York.", 1),
        ("Leeds. London and York.", 0),
        ("Answer: Leeds\n\nExplanation: The table lists North (Leeds), South (London) and West (York).", 1),
        ("The city is Leeds (London).", 0),
        ("- North: Leeds\n- South: London", 1),
        ("- South: Leeds\n- North: London", 0),
        ("| Office | City |\n|---|---|\n| North | Leeds |\n| South | London |", 1),
        ("| Office | City |\n|---|---|\n| North | London |\n| South | Leeds |", 0),
        ("In Leeds, or in London", 0),
        ("It is in London or in Leeds.", 0),
    ],
)
def test_other_offices_cities_are_no_rivals_where_the_answer_says_whose_they_are(answer: str, score: float) -> None:
    asked = question(
        "What is the city of the North office?",
        ["Leeds"],
        {**LOOK_UP, "fact": "a"},
        fact("a", "North", "cell:city", "Leeds"),
    )
    known = replace(asked, parts=(replace(asked.parts[0], rivals=frozenset({"London", "York"})),))
    assert score_parts(known, answer) == score


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        ("1250", 1),
        ("In 1250, or in 1270", 0),
        ("in 1270 or in 1250", 0),
        ("1250 and 1270", 0),
        ("P100: 1,250 kg, P200: 1,300 kg", 1),
        ("P200: 1,250 kg, P100: 1,300 kg", 0),
        ("Answer: 1,250 kg. Final: 1,300 kg", 0),
        ("1,250 kg (compared to 1,300 kg)", 1),
        ("1,300 kg (compared to 1,250 kg)", 0),
        ("1,300 kg, compared to 1,250 kg", 0),
        ("1.250,00 kg", 1),
        ("1.250", 1),
        ("1,25 t", 1),
        ("1.300 kg", 0),
    ],
)
def test_an_answer_that_offers_two_amounts_claims_neither(answer: str, score: float) -> None:
    asked = question(
        "What is the weight of the P100?",
        ["1,250 kg"],
        {**LOOK_UP, "fact": "a"},
        fact("a", "P100", "cell:weight", "1,250", "kilogram"),
    )
    assert score_parts(asked, answer) == score


@pytest.mark.parametrize(
    ("gold", "answer", "score"),
    [
        ("5.4 million", "5.4M", 1),
        ("5.4 million", "It has about 5.4m inhabitants.", 1),
        ("5.4 million", "5.4 mln", 1),
        ("5.4 million", "5.4k", 0),
        ("5.4 million", "5.4M or 6.1M", 0),
        ("5.4M", "5.4 million", 1),
        ("5.4M", "5.4M", 1),
        ("12,000", "12k", 1),
        ("55 metres", "55m", 1),
        ("55 million", "55 metres", 0),
        ("747B", "747B", 1),
        ("747", "747B", 0),
    ],
)
def test_letters_of_scale(gold: str, answer: str, score: float) -> None:
    asked = question("How many?", [gold], {**LOOK_UP, "fact": "a"}, fact("a", "Norway", "cell:population", gold))
    assert score_parts(asked, answer) == score


@pytest.mark.parametrize(
    ("gold", "answer", "score"),
    [
        ("-$1.2 million", "a net loss of $1.2 million", 1),
        ("-$1.2 million", "($1.2 million)", 1),
        ("-$1.2 million", "The net result was ($1.2 million).", 1),
        ("-$1.2 million", "a profit of $1.2 million", 0),
        ("-$1.2 million", "a loss of $1.3 million", 0),
        ("$1.2 million", "a loss of $1.2 million", 1),
        ("$1.2 million", "($1.2 million)", 1),
        ("$1.2 million", "-$1.2 million", 0),
    ],
)
def test_losses_are_negative_where_the_gold_value_is(gold: str, answer: str, score: float) -> None:
    asked = question("What was the net result?", [gold], {**LOOK_UP, "fact": "a"}, fact("a", "X", "cell:result", gold))
    assert score_parts(asked, answer) == score


def test_markers_count_on_or_are_names() -> None:
    assert [line.text for line in answer_lines("1. FC Köln")] == ["1. FC Köln"]
    assert [line.text for line in answer_lines("E. coli\nS. aureus")] == ["E. coli", "S. aureus"]
    assert [(line.text, line.is_item) for line in answer_lines("They are:\n1. Hull\n2. Leeds")] == [
        ("They are:", False),
        ("Hull", True),
        ("Leeds", True),
    ]


ASKED = [FLAGS, SIZES, RAILWAY, CITY, COLOUR, AIRPORTS, AREA, TYPES, OPTION, VERSION]
VALUES = {id(CITY): "New Delhi", id(COLOUR): "blue", id(AIRPORTS): "655", id(AREA): "406,752 km²", id(OPTION): "-E"}


@given(st.sampled_from(ASKED), st.integers(1, 99), st.sampled_from(["{} [{}]", "**{}** [{}][2]", "{} [^{}]"]))
def test_markup_never_changes_a_score(asked: Question, number: int, frame: str) -> None:
    for answer in (asked.answers[0].text, f"It may be this: {asked.answers[0].text}"):
        plain = answer.rstrip(".")
        assert score_parts(asked, frame.format(plain, number)) == score_parts(asked, plain)
        assert score_parts(asked, f"- {plain}") == score_parts(asked, plain)


@given(
    st.sampled_from([CITY, COLOUR, AIRPORTS, AREA, OPTION]),
    st.sampled_from(
        [
            "It is not {}.",
            "It isn't {}.",
            "It isn’t {}.",
            "It is never {}.",
            "{} is not right.",
            "I doubt it, not {}.",
            "It is unclear whether it is {}.",
            "I could not find out if it is {}.",
            "Possible answers are {}.",
            "The documents mention {}, but I do not know the answer.",
            "It is something else rather than {}.",
        ]
    ),
)
def test_a_denied_value_never_scores(asked: Question, frame: str) -> None:
    assert score_parts(asked, frame.format(VALUES[id(asked)])) == 0


@given(st.permutations(["New Delhi", "Mumbai", "Kolkata", "Pune"]), st.sampled_from([", ", " or ", "; ", "\n- ", "\n"]))
def test_a_list_of_all_candidates_scores_0(names: list[str], joint: str) -> None:
    assert score_parts(CITY, joint.join(["", *names] if joint == "\n- " else names)) == 0


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    claims = claims_of(text, CITY.text)
    assert all(0 <= start <= end <= len(claims.text) for start, end in claims.items)
    assert 0 <= score_parts(CITY, text) <= 1
    assert len(listed_answers([text], BORDERS.answers)) >= 0


@pytest.mark.parametrize(
    "text", ["It ISN'T Hull.", "No CANDIDATES", "Perhaps Hull", "Hull (not Leeds)", "ſomewhere unſure"]
)
def test_words_that_void_a_clause_are_found_in_any_case(text: str) -> None:
    assert _may_be_void(text)


@given(
    st.lists(
        st.sampled_from(["Hull is", "Leeds", "(York)", "it", ":", "\n- ", "1. ", ", but", "and was", ";"]), max_size=8
    )
)
def test_a_line_without_such_a_word_is_claimed_whole(pieces: list[str]) -> None:
    text = " ".join(pieces)
    assert claims_of(text, CITY.text) == Claims.of_lines(answer_lines(text))


@pytest.mark.parametrize("piece", ["n't ", "(not a) ", " ", "\n", "**a** [1] ", "blue, ", "a — ", "that not ", "1. a "])
def test_a_long_answer_is_read_in_one_pass(piece: str) -> None:
    """Minutes where a pattern looks at the rest of the text from every place."""
    assert score_parts(COLOUR, f"{piece * (40_000 // len(piece))}x") == int("blue" in piece)
