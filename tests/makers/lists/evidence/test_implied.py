"""Words that tell of an entity without naming it, and when they do not."""

import pytest

from benchwright.makers.lists.evidence.implied import implied_of
from benchwright.makers.lists.evidence.mentions import Finder
from benchwright.makers.lists.evidence.names import names_of


def told(text: str, *labels: str) -> list[tuple[str, str]]:
    """(label, words) of what a page says of these entities."""
    names = [name for code, label in enumerate(labels) for name in names_of(code, label, ())]
    words = [one for code, label in enumerate(labels) for one in implied_of(code, label)]
    wanted = dict.fromkeys(range(len(labels)))
    return [(labels[one.entity], text[slice(*one.mention)]) for one in Finder(names, words).find(text, -1, wanted)]


@pytest.mark.parametrize(
    ("text", "label", "words"),
    [
        # professions
        ("He is an American actor , writer and director . He made the film Lund .", "film director", ["director"]),
        ("He is an Italian director and screenwriter , whose films are long .", "film director", ["director"]),
        ("He is an English filmmaker .", "film director", ["filmmaker"]),
        ("He is an actor and stage director . He made the film Lund .", "film director", []),
        ("He is an actor and director of photography for films .", "film director", []),
        ("He was an actor and theatre producer and director . He also made a film .", "film director", []),
        ("She is a novelist , director and actress .", "film director", []),
        ("She is an actress and producer . Her first film was Lund .", "film producer", ["producer"]),
        ("He was a film and television producer .", "film producer", ["producer"]),
        ("She is a singer and producer . Her first film was Lund .", "film producer", []),
        ("She is a singer , songwriter and producer .", "record producer", ["producer"]),
        ("She is an actress , singer and producer .", "record producer", []),
        ("He was a theater director .", "theatre director", ["theater director"]),
        ("She is a singer , songwriter and dancer .", "singer-songwriter", ["singer , songwriter"]),
        ("She is a rapper , singer , songwriter and dancer .", "singer-songwriter", []),
        ("She is a singer and songwriter .", "singer-songwriter", ["singer and songwriter"]),
        ("She is a singer and dancer .", "singer-songwriter", []),
        ("He is a jazz pianist .", "musician", ["pianist"]),
        ("He played in The Singers .", "musician", []),
        # instruments
        ("He is a blues guitarist .", "guitar", ["guitarist"]),
        ("Its drummers were two brothers .", "drum kit", ["drummers"]),
        ("He is a blues guitarist .", "bass guitar", []),
        ("He is a pianist .", "organ", []),
        # industries
        ("It is a pharmaceutical company in Lund .", "pharmaceutical industry", ["pharmaceutical company"]),
        ("It sells pharmaceutical goods .", "pharmaceutical industry", []),
        ("He was a novelist .", "writer", ["novelist"]),
        # genres
        ("It is a 1999 drama and crime film .", "drama film", ["drama"]),
        ("It is a romantic comedy-drama film .", "comedy film", ["comedy"]),
        ("It is a romantic action film .", "romance film", ["romantic"]),
        ("It is a computer-animated film .", "computer animation", ["computer-animated"]),
        ("It is a drama series about film .", "drama film", []),
        ("The drama of the film is slow .", "drama film", []),
        ("It is an anti-war action film .", "war film", []),
        ("He is a comedy film director .", "comedy film", ["comedy film"]),
        ("He is a horror and comedy film actor .", "horror film", []),
        ("She is a country singer .", "country music", ["country"]),
        ("She is a soul and jazz musician .", "soul music", ["soul"]),
        ("He left the country .", "country music", []),
        ("She sings bluegrass , folk and gospel .", "bluegrass music", ["bluegrass"]),
        ("Their music is dance-pop music .", "dance music", []),
        ("She sang soul , rock and roll and jazz .", "rock music", []),
        ("It is an animated comedy television series .", "animation", ["animated"]),
        ("It is an American animated television series .", "animated film", []),
        ("He is a comedy and horror film and television writer .", "horror film", ["horror film"]),
        ("He is an action and horror film and television writer .", "action film", []),
        ("It is an action film and the sequel to Lund .", "action film", ["action film"]),
        ("It is a film based on the 1968 novel of the same name .", "film adaptation", ["novel of the same name"]),
        # awards
        ("He won the Oscar for Best Director .", "Academy Award for Best Director", ["Best Director"]),
        (
            "She had Academy Award nominations for Best Actress and Best Picture .",
            "Academy Award for Best Picture",
            ["Best Picture"],
        ),
        ("He won two Emmys , for Outstanding Guest Actor .", "Primetime Emmy Award for Outstanding Guest Actor",
         ["Outstanding Guest Actor"]),
        ("It won an Academy Award for Best Original Screenplay .",
         "Academy Award for Best Writing, Original Screenplay", ["Best Original Screenplay"]),
        ("An Academy Award winner , he took a Golden Globe for Best Director .", "Academy Award for Best Director", []),
        ("An Oscar winner , he then was named Best Director .", "Academy Award for Best Director", []),
        ("He has an Oscar , and was Best Director at the Cannes Festival .", "Academy Award for Best Director", []),
        ("After his Oscar the Cannes Festival made him Best Director .", "Academy Award for Best Director", []),
        ("She won a BAFTA for Best Actress in a Leading Role .", "BAFTA Award for Best Actress", []),
        (
            "At the 77th Academy Awards it won all the awards for which it was named , among them Best Director .",
            "Academy Award for Best Director",
            ["Best Director"],
        ),
        ("It won Best Director at the 77th Academy Awards .", "Academy Award for Best Director", ["Best Director"]),
        ("It won Best Director at the 77th Tony Awards .", "Academy Award for Best Director", []),
        ("He was the best director of Lund .", "Academy Award for Best Director", []),
    ],
)  # fmt: skip
def test_what_tells_of_an_entity(text: str, label: str, words: list[str]) -> None:
    assert [found for _, found in told(text, label)] == words


def test_words_that_imply_one_entity_still_name_the_other() -> None:
    text = "He is an American pianist and composer ."
    assert told(text, "musician", "pianist") == [("musician", "pianist"), ("pianist", "pianist")]


def test_who_is_named_in_a_sentence_is_not_implied_there_again() -> None:
    text = "He is a musician , singer and pianist ."
    assert told(text, "musician") == [("musician", "musician")]


def test_an_award_is_found_once_by_its_whole_name() -> None:
    label = "Academy Award for Best Director"
    assert told(f"He won the {label} .", label) == [(label, label)]
