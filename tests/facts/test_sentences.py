"""Facts from encyclopaedia prose.

The passages are openings of English Wikipedia articles (CC BY-SA), as tokenised by OTT-QA.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.facts.sentences import facts_of_text
from benchwright.facts.types import SUBJECT_TYPES, VALUE_TYPES
from benchwright.records import Fact, Modality, Place, Source
from benchwright.values import detokenise, parse_quantity

PASSAGES = {
    "Agnieszka Domańska": (
        "Agnieszka Domańska ( born 8 March 1975 in Łódź ) is a Polish former ice dancer . She and partner "
        "Marcin Głowacki trained in Łódź , coached by Maria Olszewska-Lelonkiewicz ."
    ),
    "Tonico Pereira": (
        "Antônio Carlos de Sousa Pereira ( born June 22 , 1948 in Campos dos Goytacazes , Rio de Janeiro ) , "
        "better known as Tonico Pereira , is a Brazilian television and film actor ."
    ),
    "Carl Abrahamsson": (
        "Karl Gustaf Emanuel Carl or Calle Aber Abrahamsson ( 1 May 1896 in Södertälje , Sweden - 25 December "
        "1948 ) was a Swedish track and field athletic , bandy and ice hockey player who competed in the 1928 "
        "Winter Olympics . He was also a coach and captain ."
    ),
    "Blake Caracella": (
        "Blake Caracella ( born 15 March 1977 ) is a former Australian rules footballer who played in the "
        "Australian Football League ( AFL ) ."
    ),
    "Peppino De Filippo": (
        "Peppino De Filippo ( 24 August 1903 - 27 January 1980 ) was an Italian actor . De Filippo was born "
        "in Naples , where he made his stage debut . He died in Rome ."
    ),
    "Mark Fish": (
        "Mark Anthony Fish ( born 14 March 1974 ) is a retired South African footballer who played as a defender ."
    ),
    "Anderson, South Carolina": (
        "Anderson is a city in and the county seat of Anderson County , South Carolina , United States . The "
        "population was 26,686 at the 2010 census , and the city was the center of an urbanized area of "
        "75,702 ."
    ),
    "Steinbach, Manitoba": (
        "Steinbach ( /ˈstaɪnbæk/ ( listen ) ) is a city located about 58 km south-east of Winnipeg , Manitoba "
        ", Canada . According to the Canada 2016 Census , Steinbach has a population of 15,829 , making it "
        "the third-largest city in Manitoba ."
    ),
    "Radanovići": "Radanovići is a village in the municipality of Kiseljak , Bosnia and Herzegovina .",
    "Lake Como": (
        "Lake Como is a lake of glacial origin in Lombardy , Italy . It has an area of 146 square kilometres "
        "( 56 sq mi ) , making it the third-largest lake in Italy ."
    ),
    "Beyond the Door (1982 film)": (
        "Beyond the Door ( Italian : Oltre la porta , and also known as Beyond Obsession ) is a 1982 Italian "
        "drama film directed by Liliana Cavani ."
    ),
    "Year of the Spider": (
        "Year of the Spider is the third studio album by American rock band Cold . It was released on May 13 "
        ", 2003 through Geffen Records . The album was Cold 's most commercially successful ."
    ),
    "Foal's Bread": (
        "Foal 's Bread is a 2011 novel by Australian author Gillian Mears . It was the winner of the 2012 ALS "
        "Gold Medal ."
    ),
    "AS Yzeure": "AS Yzeure is a French football club based in Yzeure , founded in 1938 .",
    "Huntsville, Alabama": (
        "Huntsville is a city in the Appalachian region of northern Alabama . It was founded in 1805 and "
        "became an incorporated town in 1811 ."
    ),
    "West Sulawesi": "West Sulawesi ( Sulawesi Barat ) is a province of Indonesia . Its capital is Mamuju .",
    "1952 Belgian Grand Prix": (
        "The 1952 Belgian Grand Prix was a Formula Two race held on 22 June 1952 at Circuit de Spa-Francorchamps ."
    ),
    "Alan Winde": (
        "Alan Richard Winde ( born 18 March 1965 ) is a South African politician . Born in Knysna , Winde "
        "attended Knysna High School ."
    ),
    "Moses Norris, Jr.": (
        "Moses Norris Jr. ( November 8 , 1799 - January 11 , 1855 ) was a United States Representative . He died "
        "in Washington , D.C. in 1855 ; interment was elsewhere ."
    ),
    "Vivaldi Technologies": (
        "Vivaldi Technologies is a software development company , most known for its creation of the Vivaldi "
        "browser . It was founded in 2014 by Jon von Tetzchner and Tatsuki Tomita ."
    ),
}


def source(title: str, text: str) -> Source:
    return Source(title, Modality.TEXT, title, text, Place(title))


def read(title: str, text: str = "") -> dict[str, Fact]:
    facts = list(facts_of_text(source(title, text or PASSAGES[title])))
    assert len({fact.relation for fact in facts}) == len(facts)
    return {fact.relation: fact for fact in facts}


def values(title: str, text: str = "") -> dict[str, str]:
    return {relation: fact.value for relation, fact in read(title, text).items()}


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        (
            "Agnieszka Domańska",
            {"birth_date": "8 March 1975", "birth_place": "Łódź", "nationality": "Polish", "occupation": "ice dancer"},
        ),
        (
            "Tonico Pereira",
            {
                "birth_date": "June 22, 1948",
                "birth_place": "Campos dos Goytacazes, Rio de Janeiro",
                "nationality": "Brazilian",
                "occupation": "television and film actor",
            },
        ),
        (
            "Peppino De Filippo",
            {
                "birth_date": "24 August 1903",
                "death_date": "27 January 1980",
                "birth_place": "Naples",
                "death_place": "Rome",
                "nationality": "Italian",
                "occupation": "actor",
            },
        ),
        ("Blake Caracella", {"birth_date": "15 March 1977"}),
        (
            "Mark Fish",
            {
                "birth_date": "14 March 1974",
            },
        ),
        ("Anderson, South Carolina", {"population": "26,686"}),
        ("Steinbach, Manitoba", {"population": "15,829"}),
        (
            "Radanovići",
            {
                "location": "the municipality of Kiseljak, Bosnia and Herzegovina",
                "country": "Bosnia and Herzegovina",
            },
        ),
        ("Lake Como", {"area": "146 square kilometres"}),
        ("Beyond the Door (1982 film)", {"release_date": "1982", "director": "Liliana Cavani"}),
        (
            "Year of the Spider",
            {"release_date": "May 13, 2003", "artist": "Cold", "record_label": "Geffen Records"},
        ),
        ("Foal's Bread", {"published": "2011", "author": "Gillian Mears"}),
        ("AS Yzeure", {"location": "Yzeure", "founded": "1938"}),
        ("Huntsville, Alabama", {"founded": "1805", "location": "the Appalachian region of northern Alabama"}),
        ("West Sulawesi", {"capital": "Mamuju"}),
        ("1952 Belgian Grand Prix", {"event_date": "22 June 1952"}),
        (
            "Alan Winde",
            {
                "birth_date": "18 March 1965",
                "birth_place": "Knysna",
                "nationality": "South African",
                "occupation": "politician",
            },
        ),
        (
            "Moses Norris, Jr.",
            {
                "birth_date": "November 8, 1799",
                "death_date": "January 11, 1855",
                "death_place": "Washington, D.C.",
            },
        ),
        ("Vivaldi Technologies", {"founded": "2014", "founder": "Jon von Tetzchner and Tatsuki Tomita"}),
    ],
)
def test_what_is_read(title: str, expected: dict[str, str]) -> None:
    assert values(title) == expected


def test_a_fact_carries_its_span_types_unit_and_qualifiers() -> None:
    population = read("Steinbach, Manitoba")["population"]
    text = PASSAGES["Steinbach, Manitoba"]
    start = text.index("15,829")
    assert population == Fact(
        id=f"Steinbach, Manitoba#population@{start}",
        subject="Steinbach, Manitoba",
        entity="steinbach, manitoba",
        relation="population",
        value="15,829",
        span=population.span,
        unit="people",
        subject_type="place",
        value_type="count",
        qualifiers=(("year", "2016"),),
    )
    assert (population.span.source, population.span.read) == ("Steinbach, Manitoba", "text")
    assert (population.span.start, population.span.end) == (start, start + 6)


def test_a_title_with_a_sense_says_so() -> None:
    director = read("Beyond the Door (1982 film)")["director"]
    assert (director.subject, director.entity) == ("Beyond the Door", "beyond the door (1982 film)")
    assert director.qualifier("sense") == "1982 film"
    assert director.value_type == "name"


def test_pronouns_and_precision() -> None:
    birth = read("Agnieszka Domańska")["birth_date"]
    assert (birth.qualifier("pronoun"), birth.value_type, birth.subject_type) == ("she", "date", "person")
    assert read("Beyond the Door (1982 film)")["release_date"].value_type == "year"
    assert read("Lake Como")["area"].unit == "square kilometre"


@pytest.mark.parametrize("title", sorted(PASSAGES))
def test_every_span_holds_the_shown_value(title: str) -> None:
    for fact in read(title).values():
        assert detokenise(PASSAGES[title][fact.span.start : fact.span.end]) == fact.value
        assert fact.id == f"{title}#{fact.relation}@{fact.span.start}"
        assert fact.subject_type in SUBJECT_TYPES
        assert fact.value_type in VALUE_TYPES


def test_running_text_is_read_as_well() -> None:
    text = "Ada Lovelace (10 December 1815 – 27 November 1852) was an English mathematician and writer. She wrote."
    assert values("Ada Lovelace", text) == {
        "birth_date": "10 December 1815",
        "death_date": "27 November 1852",
        "nationality": "English",
        "occupation": "mathematician and writer",
    }


@pytest.mark.parametrize("title", sorted(PASSAGES))
def test_running_text_says_the_same(title: str) -> None:
    assert values(title, detokenise(PASSAGES[title])) == values(title)


NAMES = [
    "Michael Mann",
    "J. R. R. Tolkien",
    "Martin Luther King Jr",
    "Kenya",
    "St. Louis , Missouri",
    "Washington , D.C",
    "Paris",
    "Ann Smith and Bob K. Jones",
    "Mount St. Helens",
    "Trinidad and Tobago",
    "Foo & Co",
    "John-Paul O'Neil",
    "Malcolm X",
]
STATEMENTS = [
    "Xx is a 1995 film directed by {} .",
    "Xx is a 1990 novel by {} .",
    "Xx is a 1995 film written by {} and released on May 3 , 1995 .",
    "Xx is a city in {} .",
    "Xx is a city in Nairobi , {} . Its capital is {} .",
    "Xx is the capital of {} .",
    "Xx is an album by {} . It was released by {} Records .",
    "Xx is a company based in {} . It was founded by {} .",
    "Xx is a crater . It was named after {} .",
    "Xx ( born May 3 , 1950 in {} ) is an actor .",
    "Xx ( May 3 , 1900 in {} - June 4 , 1960 ) was an actor . He died in {} .",
    "Xx ( born May 3 , 1950 ) is an actor , singer and writer . He was born in {} .",
    "Xx is a game developed by {} .",
    "Xx is a game published by {} .",
]


@given(
    st.sampled_from(STATEMENTS), st.sampled_from(NAMES), st.sampled_from(NAMES), st.sampled_from(["", " It is old ."])
)
def test_facts_are_the_same_in_tokenised_and_in_running_text(form: str, one: str, other: str, end: str) -> None:
    text = form.format(one, other) + end
    assert values("Xx", detokenise(text)) == values("Xx", text)


@pytest.mark.parametrize(
    ("text", "relation", "value"),
    [
        ("Xx is a 1995 American crime film directed by Michael Mann.", "director", "Michael Mann"),
        ("Xx is a city in Kenya.", "country", "Kenya"),
        ("Xx (born 3 March 1950) is a French actress. She was born in Paris.", "birth_place", "Paris"),
        (
            "Xx (born 3 March 1950) is an actress. She was born in St. Louis, Missouri.",
            "birth_place",
            "St. Louis, Missouri",
        ),
        ("Xx (born 3 March 1950 in Washington, D.C.) is an actress.", "birth_place", "Washington, D.C."),
        ("Xx is a 1937 novel by J. R. R. Tolkien.", "author", "J. R. R. Tolkien"),
        ("Xx is a 1937 novel by Martin Luther King Jr. It won a prize.", "author", "Martin Luther King Jr."),
    ],
)
def test_the_stop_that_ends_a_sentence_is_no_part_of_a_name(text: str, relation: str, value: str) -> None:
    assert values("Xx", text)[relation] == value


@pytest.mark.parametrize(
    ("title", "text"),
    [
        # about something else than the title
        ("Black powder", "Gunpowder is the earliest known explosive , founded in 1900 ."),
        ("Alan Page", "The Community Award is an award . It was founded in 1967 ."),
        # an animal, a pair, a character
        ("Red Rum", "Red Rum ( born 3 May 1965 ) was a champion racehorse ."),
        ("Ant and Dec", "Ant and Dec ( born 18 November 1975 ) are an English duo ."),
        # no text at all
        ("", "Steinbach is a city ."),
        ("Steinbach", "Steinbach"),
    ],
)
def test_what_is_refused(title: str, text: str) -> None:
    assert values(title, text) == {}


@pytest.mark.parametrize(
    "remark",
    [
        "c. 1604 - 1660",
        "baptised 3 May 1604",
        "born 31 February 1950",
        "born 3 May 1950 or 4 May 1951",
        "born 3 May 1950 , married 4 June 1970",
        "reigned 1604 - 1660",
        "3 May 1604 - 4 June 1950",
    ],
)
def test_dates_that_are_hedged_doubled_or_impossible_are_refused(remark: str) -> None:
    assert values("Ann Smith", f"Ann Smith ( {remark} ) was a poet .") == {"occupation": "poet"}


def test_figures_of_other_areas_are_refused() -> None:
    text = "Quebec is a city in Canada . The population of the metropolitan area was 800,296 . It borders Levis ."
    assert "population" not in values("Quebec", text)


@pytest.mark.parametrize(
    "sentence", ["It has a population of {} .", "It has a population of {}.", "Its population is {}."]
)
@pytest.mark.parametrize(
    ("figure", "number"),
    [
        ("1.4 billion", 1_400_000_000),
        ("1.4 million people", 1_400_000),
        ("12\u00a0345", 12_345),
        ("12\u2009345", 12_345),
        ("12,345 (2011)", 12_345),
        ("12,345 and an area of 3 km", 12_345),
        ("12 345", 12_345),
        ("10,000–12,000", None),
        ("5,000 to 6,000", None),
        ("5,000 or 6,000", None),
        ("4,500 households", None),
        ("1,4", None),
    ],
)
def test_a_count_is_read_whole_or_not_at_all(sentence: str, figure: str, number: int | None) -> None:
    population = read("Xx", f"Xx is a city in Kenya . {sentence.format(figure)}").get("population")
    quantity = parse_quantity(population.value) if population else None
    assert (quantity and quantity.number) == number
    capacity = read("Xx", f"Xx is a stadium in Kenya . It has a capacity of {figure} .").get("capacity")
    quantity = parse_quantity(capacity.value) if capacity else None
    assert (quantity and quantity.number) == number


@pytest.mark.parametrize(
    "height", ["28 metres (92 ft) below sea level", "28 metres below sea level", "28 m , below the sea"]
)
def test_an_elevation_below_the_sea_is_refused(height: str) -> None:
    assert "elevation" not in values("Xx", f"Xx is a city in Kenya . It has an elevation of {height} .")


@pytest.mark.parametrize(("other", "read"), [("", True), ("2.5", True), ("0,5", False), ("1.234.567", False)])
def test_numbers_whose_comma_may_begin_decimals_are_refused(other: str, read: bool) -> None:
    text = (
        f"Bor is a town in Serbia . The population was 1,234 . It has an area of 1,234 km² . The share is {other} % ."
    )
    assert ({"population", "area"} <= set(values("Bor", text))) is read


@pytest.mark.parametrize("bound", ["over", "more than", "just under"])
def test_a_bound_is_no_figure(bound: str) -> None:
    text = "Bor is a town in Serbia . The population was {} 500 . It has an area of {} 500 km² ."
    assert not {"population", "area"} & set(values("Bor", text.format(bound, bound)))
    assert {"population", "area"} <= set(values("Bor", text.format("about", "about")))


def test_a_list_of_names_that_goes_on_is_refused() -> None:
    text = (
        "Heat is a 1999 drama film directed by Ann Smith , Bob Jones , Carl Brown , Dee White , Ed Black and Al Grey ."
    )
    assert "director" not in values("Heat", text)


@pytest.mark.parametrize(
    ("title", "text", "relation"),
    [
        # an initial is no end of a sentence
        ("Paddy", "Paddy is a novel written by Thornton W. Burgess and illustrated by Harrison Cady .", "author"),
        ("Paddy", "Paddy is a 1989 film written by Kenneth J . Hall , and directed by David Schmoeller .", "writer"),
        # a song's writer is not its performer
        ("Malagueña", "Malagueña is a song by Cuban composer Ernesto Lecuona .", "artist"),
        ("Live", "Live is an album by American jazz drummer Art Blakey and the Jazz Messengers .", "artist"),
        # a tour, a league or a state is no place or country that something lies in
        ("Liquigas", "Liquigas was an Italian road bicycle racing team in the UCI ProTour .", "location"),
        ("LaFace", "LaFace is a record label based in Atlanta , Georgia .", "country"),
        # becoming a town is not being founded, and a company's yard is not the company
        ("Glenville", "Glenville is a town in New York . It was incorporated in 1821 .", "founded"),
        ("Marine", "Marine is a company in Sorel . Founded in 1937 , the old yard saw many contracts .", "founded"),
    ],
)
def test_what_was_misread_once_is_refused(title: str, text: str, relation: str) -> None:
    assert relation not in values(title, text)


def test_two_nationalities_are_refused() -> None:
    text = "Ann Smith ( born 3 May 1950 ) is a British American actress ."
    assert "nationality" not in values("Ann Smith", text)


def test_other_modalities_have_no_sentences() -> None:
    table = Source("t", Modality.TABLE, "Radanovići", PASSAGES["Radanovići"], Place("t"))
    assert list(facts_of_text(table)) == []


VOCABULARY = (
    "Ann Smith Paris France is was a an the city film novel actor born in on by of and , . ( ) - 1950 2001 3 May "
    "26,686 population directed founded It He She The American U.S. D.C. John W . was named after held at 5 km long "
    "located school opened capital Its"
)
WORDS = st.sampled_from(VOCABULARY.split())


@given(st.lists(WORDS, max_size=60), st.sampled_from(["Ann Smith", "Paris", "Paris (film)", "The City", ""]))
def test_whatever_is_read_stands_where_it_says(tokens: list[str], title: str) -> None:
    text = " ".join([*title.partition(" (")[0].split(), *tokens])
    facts = list(facts_of_text(source(title, text)))
    assert len({fact.id for fact in facts}) == len(facts)
    for fact in facts:
        assert fact.value == detokenise(text[fact.span.start : fact.span.end]) != ""
        assert fact.span.source == title


@pytest.mark.parametrize("tail", ["Aaa of the ", "Aaa , ", "Aaa. ", "the Aaa aa district of ", "( ", "1,000,"])
@pytest.mark.parametrize(
    "head", ["a village in ", "a film directed by ", "a city . It was named after ", "a race held at "]
)
def test_a_hostile_text_is_read_in_no_time(head: str, tail: str) -> None:
    facts = list(facts_of_text(source("Xx", f"Xx is {head}{tail * 300}")))
    assert all(len(fact.value) < 2000 for fact in facts)


@pytest.mark.parametrize("era", ["BC", "BCE", "B.C.", "B. C.", "AH"])
@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Argos", "Argos is a city in Greece . The city was founded in 1200 {} and has been inhabited ever since ."),
        (
            "Battle of Foo",
            "The Battle of Foo was a battle between Rome and Carthage . It was fought on 2 August 1216 {} .",
        ),
        ("John Bar", "John Bar ( 12 May 1850 {} - 3 June 1901 {} ) was a Greek painter ."),
    ],
)
def test_a_year_of_another_era_is_not_read_as_one_of_ours(title: str, text: str, era: str) -> None:
    def dates(words: str) -> list[str]:
        source = Source("a", Modality.TEXT, title, words, Place("a", 0, len(words)))
        return [fact.value for fact in facts_of_text(source) if fact.value_type in ("date", "year")]

    assert dates(text.replace("{}", era)) == []
    assert dates(text.replace(" {}", ""))


@pytest.mark.parametrize(
    ("opening", "one", "two", "relation"),
    [
        ("stadium in Hull", "has a capacity of 12,000 for football", "and 20,000 for concerts", "capacity"),
        ("theatre in York", "has a capacity of 900 in summer", ", 600 in winter", "capacity"),
        (
            "lake in Sweden",
            "lies at an elevation of 140 metres in the north",
            "and 120 metres in the south",
            "elevation",
        ),
        ("lake in Sweden", "covers 40 km2 in Sweden", "and 30 km2 in Norway", "area"),
        ("river in Sweden", "is 340 km long in summer", "and 120 km long in winter", "length"),
        ("town in Kenya", "has a population of 5,000 in winter", "and 50,000 in summer", "population"),
        ("stadium in York", "opened on 3 May 1950 as a racecourse", "and as a ground on 9 June 1960", "opened"),
    ],
)
def test_of_two_figures_in_one_sentence_none_is_read(opening: str, one: str, two: str, relation: str) -> None:
    def read(sentence: str) -> bool:
        text = f"Mona is a {opening}. It {sentence}. Many visitors come from the neighbouring towns on weekends."
        facts = facts_of_text(Source("a", Modality.TEXT, "Mona", text, Place("a")))
        return relation in {fact.relation for fact in facts}

    assert read(one)
    assert not read(f"{one} {two}")
