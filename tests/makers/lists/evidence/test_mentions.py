"""Names in sentences: what counts as one, and that ranges point at it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.makers.lists.evidence.mentions import MOST_TOKENS, Finder, short_names
from benchwright.makers.lists.evidence.names import names_of, value_names
from benchwright.makers.lists.evidence.tokens import tokens


def found(text: str, **entities: object) -> list[str]:
    """The words that name the entities other than `page`. An entity is a label, or a label and aliases."""
    names, codes = [], {}
    for code, (key, told) in enumerate(entities.items()):
        label, *aliases = (told,) if isinstance(told, str) else tuple(told)  # type: ignore[arg-type]
        codes[key] = code
        names += list(names_of(code, label, aliases))
    own = codes.get("page", -1)
    wanted = {code: None for code in codes.values() if code != own}
    return [text[slice(*one.mention)] for one in Finder(names).find(text, own, wanted)]


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("He lives in Washington , D.C . today .", "Washington, D.C.", ["Washington , D.C"]),
        ("The Miller 's Tale is old.", "Miller's Tale", ["Miller 's Tale"]),
        ("He saw Heat on Monday.", "Heat (1995 film)", ["Heat"]),
        ("The heat was great.", "Heat (1995 film)", []),
        ("He told us of the US.", "US", ["US"]),
        ("It read New York Times daily.", "New York", []),
        ("Born in West Virginia in 1950.", "Virginia", []),
        ("She is an actress.", "actor", ["actress"]),
        ("They are American actors.", "actor", ["actors"]),
        ("He is an American painter.", "United States", ["American"]),
        ("The Kozmic Blues Band played.", "blues", []),
        ("It played blues .", "blues", ["blues"]),
        ("Michael Mann made it.", "Michael Mann", ["Michael Mann"]),
        ("A Michael Manning made it.", "Michael Mann", []),
        ("She is an American actress.", "United States of America", ["American"]),
        ("She is an American actress.", "United States dollar", []),
        ("She is a Chinese actress.", "People's Republic of China", ["Chinese"]),
        ("It is the first African-American college.", "United States", []),
        ("He is an Austrian-American actor.", "United States", []),
        ("It is a 1952 American Western film.", "United States", []),
        ("It is a 1952 American Western film.", "Western", ["Western"]),
        ("It is a 2008 British-American drama film.", "United Kingdom", []),
        ("He is a British-American film actor.", "United Kingdom", []),
        ("He plays hip-hop.", "hip hop", ["hip-hop"]),
        ("She is a stand up comedian.", "stand-up comedian", []),
        ("It was sci fi.", "sci-fi", ["sci fi"]),
        ("It is about the American Civil War.", "United States", []),
        ("It is a country in East Asia.", "Asia", []),
        ("It is a country in Southern Africa.", "Africa", []),
        ("He was born in South Africa.", "Africa", []),
        ("It is a county in South West England.", "England", []),
        ("It lies in Southern California.", "California", []),
        ("He studied at the University of Southern California.", "California", []),
        ("He was born in Northern Ireland.", "Ireland", []),
        ("He plays in Western Australia.", "Australia", []),
        ("He taught at Northern Illinois University.", "Illinois", []),
        ("It was followed by Grey Heron 3 in 2016.", "Grey Heron", []),
        ("It was followed by Grey Heron 3, its last part.", "Grey Heron", []),
        ("She saw Grey Heron 3 times.", "Grey Heron", ["Grey Heron"]),
        ("They saw Grey Heron. 3 of them slept.", "Grey Heron", ["Grey Heron"]),
        ("They saw Grey Heron. The Third Man was next.", "Grey Heron", ["Grey Heron"]),
        ("It tells of a Grey Heron-Bittern cross.", "Grey Heron", []),
        ("It tells of Grey Heron - Ann says so.", "Grey Heron", ["Grey Heron"]),
        ("It was followed by Grey Heron in 2016.", "Grey Heron", ["Grey Heron"]),
        ("It was followed by Grey Heron the third time.", "Grey Heron", ["Grey Heron"]),
        ("She wrote of America ( the country ) : a guide .", "America", ["America"]),
        ("He played for Lund City and Orth .", "Lund City F.C.", ["Lund City"]),
        ("He played for Lund and Orth .", "Lund F.C.", []),
        ("He wrote to the Football Club .", "Lund Football Club", []),
        ("It is spoken in Portuguese and Dutch .", "portuguese", ["Portuguese"]),
        ("They play Salsa there .", "salsa", []),
    ],
)  # fmt: skip
def test_what_names_an_entity(text: str, name: str, words: list[str]) -> None:
    assert found(text, one=name) == words


def test_of_two_names_the_longer_one_counts() -> None:
    assert found("Yale University is old.", page="Yale University", town="Yale") == []
    assert found("He left New York City.", a="New York", b="New York City") == ["New York City"]


def test_a_name_that_shares_but_words_with_a_longer_one_is_a_part_of_it() -> None:
    assert found("He left the City of London .", a=("City of London", "the City")) == ["City of London"]
    assert found("He left the City .", a=("City of London", "the City")) == ["the City"]


def test_a_name_of_two_neighbours_counts_for_the_one_that_is_called_so() -> None:
    assert found("He met Ann Lee.", a="Ann Lee", b=("Annabel Lee", "Ann Lee")) == ["Ann Lee"]
    assert found("He met Ann Lee.", a="Ann Lee (poet)", b="Ann Lee (actor)") == []


def test_a_place_behind_a_comma_is_named_although_both_are_a_name_of_the_first() -> None:
    salem = ("Salem", "Salem, Oregon")
    assert found("It is in Salem , Oregon .", town=salem, state="Oregon") == ["Salem , Oregon", "Oregon"]
    assert found("She saw Paris, Texas twice.", film="Paris, Texas", state="Texas") == ["Paris, Texas"]
    assert found("Salem, Oregon is old.", page=salem, state="Oregon") == []


def test_a_name_inside_a_longer_one_counts_for_the_longer_one() -> None:
    assert found("It is a country in Western Asia.", a="Western Asia", b="Asia") == ["Western Asia"]
    assert found("It is a romantic comedy.", a="romantic comedy", b="comedy") == ["romantic comedy"]
    assert found("She saw American Pie.", a="American Pie", b="pie") == ["American Pie"]


def test_a_common_noun_is_found_by_its_synonyms() -> None:
    assert found("She is a pianist.", a="piano") == ["pianist"]
    assert found("They are guitarists.", a="guitar") == ["guitarists"]


def test_an_adjective_before_a_noun_is_the_countrys_and_alone_the_language() -> None:
    def one(text: str) -> list[str]:
        names = [*names_of(1, "France", ()), *names_of(2, "French", ()), *names_of(3, "French people", ("French",))]
        return [f"{each.entity}" for each in Finder(names).find(text, 0, {1: None, 2: None, 3: None})]

    assert one("He is a French actor.") == ["1"]
    assert one("He spoke French and sang.") == ["2"]
    assert one("It has a French-language edition.") == ["2"]


def test_an_entity_that_is_its_own_alias_is_found_once() -> None:
    assert found("He met Ann Lee.", a=("Ann Lee", "Ann Lee", "ann lee")) == ["Ann Lee"]


def test_numbers_and_dates_are_found_as_they_are_written() -> None:
    names = [
        *value_names(1, "date", "date:1963-03-13", "13 March 1963", ""),
        *value_names(2, "number", "number:1234567", "1,234,567", ""),
    ]
    text = "Born on March 13 , 1963 in a town of 1,234,567 people ."
    mentions = list(Finder(names).find(text, -1, {1: None, 2: None}))
    assert [text[slice(*one.mention)] for one in mentions] == ["March 13 , 1963", "1,234,567"]


def test_a_surname_only_anchors() -> None:
    names = [*names_of(0, "Nils Aker", ()), *names_of(1, "Lund", ())]
    text = "Aker moved to Lund. Lund is old."
    mentions = list(Finder(names).find(text, 0, {1: None}, short_names(0, "Nils Aker")))
    assert [one.anchor and text[slice(*one.anchor)] for one in mentions] == ["Aker", None]
    assert [one.premise for one in mentions] == [0, 0]


def test_the_two_sentences_before_are_read_with_it() -> None:
    text = "One is old. Two is new. Three is far. Lund is near."
    (mention,) = Finder(list(names_of(1, "Lund", ()))).find(text, 0, {1: None})
    assert text[mention.premise :] == "Two is new. Three is far. Lund is near."


@given(
    st.text(alphabet=" .,'-ABab\u00e9\u0130ß(\"1", max_size=60), st.text(alphabet="ABab .'-", min_size=2, max_size=8)
)
def test_ranges_lie_in_the_text_and_show_the_name(text: str, label: str) -> None:
    names = list(names_of(1, label, ()))
    forms = {one.form for one in names}
    for one in Finder(names).find(text, 0, {1: None}):
        (start, end), (first, last) = one.sentence, one.mention
        assert 0 <= one.premise <= start <= first < last <= end <= len(text)
        assert tokens(text[first:last]).line in forms


@pytest.mark.parametrize(("over", "words"), [(0, ["Rome", "Delft"]), (1, ["Delft"])])
def test_a_sentence_of_more_tokens_than_anybody_reads_proves_nothing(over: int, words: list[str]) -> None:
    finder = Finder([*names_of(0, "Rome", []), *names_of(1, "Delft", [])])
    long = "He saw Rome" + " , " * (MOST_TOKENS - 3 + over) + "."
    text = f"{long} He lives in Delft."
    assert [text[slice(*one.mention)] for one in finder.find(text, -1, {0: None, 1: None})] == words
    assert finder.counts["too_long"] == over
