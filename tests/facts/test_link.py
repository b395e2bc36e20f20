"""Linking: links win, then whole titles, then bare names and aliases that only one entity has; the rest stays apart."""

from pathlib import Path

from benchwright.corpus.store import write_corpus
from benchwright.facts.cells import LINKED
from benchwright.facts.link import UNLINKED, Names, link, link_by
from benchwright.facts.store import FactTable, rows_of
from benchwright.records import Fact, Modality, Place, Source, Span

NAMES = Names(
    [
        ("/wiki/Kenya", "Kenya"),
        ("/wiki/Mercury_(planet)", "Mercury (planet)"),
        ("/wiki/Mercury_(element)", "Mercury (element)"),
        ("/wiki/Heat_(1995_film)", "Heat (1995 film)"),
        ("/wiki/Jordan", "Jordan"),
        ("/wiki/Jordan_(river)", "Jordan (river)"),
        ("/wiki/Addis_Ababa", "Addis Ababa"),
        ("p1", "FC Seoul"),
        ("p2", "FC Seoul"),
    ],
    aliases=[("USA", "united states"), ("ADP", "adenosine diphosphate")],
)


def fact(row: int, subject: str, entity: str = "", target: str = "", value: str = "Nairobi", source: str = "t") -> Fact:
    return Fact(
        id=f"{source}#r{row}c1",
        subject=subject,
        entity=entity or subject.casefold(),
        relation="capital",
        value=value,
        span=Span(source, "cell", cells=((row, 1),)),
        target=target,
        value_type="name",
    )


def linked(*facts: Fact) -> list[Fact]:
    return list(link_by(NAMES, FactTable(rows_of(facts))))


def test_a_link_gives_the_title_of_its_source() -> None:
    (made,) = linked(fact(0, "Seoul", LINKED + "p1", LINKED + "/wiki/Addis_Ababa"))
    assert (made.entity, made.target, made.confidence) == ("fc seoul", "addis ababa", 1.0)
    assert made.qualifier("title") == "FC Seoul"


def test_a_link_that_leaves_the_corpus_still_says_who_is_meant() -> None:
    (made,) = linked(fact(0, "Washington", LINKED + "/wiki/Washington_(state)", LINKED + "/wiki/Bras%C3%ADlia"))
    assert (made.entity, made.target) == ("washington (state)", "brasília")
    (other,) = linked(fact(0, "Washington", LINKED + "nowhere"))
    assert (other.entity, other.confidence) == ("washington", UNLINKED)


def test_without_a_link_a_title_or_the_only_bare_name_is_meant() -> None:
    whole, bare, alias, unknown = linked(fact(0, "Kenya"), fact(1, "Heat"), fact(2, "ADP"), fact(3, "Chad"))
    assert (whole.entity, bare.entity, alias.entity) == ("kenya", "heat (1995 film)", "adenosine diphosphate")
    assert (unknown.entity, unknown.confidence) == ("chad", 1.0)


def test_an_ambiguous_name_is_kept_apart() -> None:
    two, both = linked(fact(0, "Mercury"), fact(1, "Jordan"))
    assert (two.entity, both.entity) == ("mercury (in t)", "jordan (in t)")
    assert two.confidence == both.confidence == UNLINKED


def test_a_passage_about_an_ambiguous_title_is_still_about_itself() -> None:
    (made,) = linked(fact(0, "Jordan", source="/wiki/Jordan"))
    assert (made.entity, made.confidence) == ("jordan", 1.0)


def test_in_a_table_with_links_an_unlinked_word_proves_little() -> None:
    first, word, words = linked(
        fact(0, "Seoul", LINKED + "p1"), fact(1, "Kenya", value="Kenya"), fact(2, "Addis Ababa", value="Addis Ababa")
    )
    assert first.confidence == 1.0
    assert (word.entity, word.confidence, word.target) == ("kenya", UNLINKED, "")
    assert (words.entity, words.confidence, words.target) == ("addis ababa", 1.0, "addis ababa")


def test_a_value_that_names_a_title_leads_there() -> None:
    (made,) = linked(fact(0, "Chad", value="Addis Ababa"))
    assert made.target == "addis ababa"
    (other,) = linked(fact(0, "Chad", value="Mercury"))
    assert other.target == ""


def test_a_link_to_a_document_means_what_its_first_passage_is_about(tmp_path: Path) -> None:
    def passage(id: str, title: str, document: str) -> Source:
        return Source(id, Modality.TEXT, title, "Here.", Place(document, 0, 5))

    sources = [
        passage("oak.html#p0", "Oaks of the north", "oak.html"),
        passage("oak.html#p1", "Bark", "oak.html"),
        passage("elm.html", "Elm", "elm.html"),
        passage("elm.html#p0", "The elm's page", "elm.html"),
    ]
    corpus = write_corpus(tmp_path / "corpus", sources)
    facts = FactTable(rows_of([fact(0, "Oak", LINKED + "oak.html"), fact(1, "Elm", LINKED + "elm.html")]))
    # Where a source has the id itself, that source is meant.
    assert [made.entity for made in link(corpus, facts)] == ["oaks of the north", "elm"]


def statement(
    source: str, subject: str, type: str, relation: str = "area", value: str = "5", kind: str = "", value_type: str = ""
) -> Fact:
    qualifiers = (("kind", kind),) if kind else ()
    span = Span(source, "cell", cells=((0, 1),))
    return Fact(
        f"{source}#{subject}{relation}",
        subject,
        subject.casefold(),
        relation,
        value,
        span,
        subject_type=type,
        value_type=value_type,
        qualifiers=qualifiers,
    )


PAGES = Names([("lu", "Luxembourg"), ("ge", "Georgia"), ("adams", "John Adams"), ("mann", "Michael Mann")])
LUXEMBOURG = statement("lu", "Luxembourg", "country", "currency", "euro")
GEORGIA = statement("ge", "Georgia", "country", "currency", "lari")
ADAMS = statement("adams", "John Adams", "person", "occupation", "lawyer")
MANN = statement("mann", "Michael Mann", "person", "occupation", "film director")


def test_a_thing_of_another_kind_is_not_what_the_page_of_its_name_is_about() -> None:
    facts = [
        LUXEMBOURG,
        GEORGIA,
        statement("cities", "Luxembourg", "place", kind="city"),
        statement("states", "Georgia", "place", kind="state"),
        statement("world", "Luxembourg", "country", kind="country"),
        statement("flag", "Luxembourg", "place", "flag_stripes", "three"),
        statement("film", "Georgia", "work", "running_time", "90"),
    ]
    *_, city, state, country, flag, film = link_by(PAGES, FactTable(rows_of(facts)))
    assert [fact.entity for fact in (country, flag)] == ["luxembourg", "luxembourg"]
    assert [fact.entity for fact in (city, state, film)] == [
        "luxembourg (in cities)",
        "georgia (in states)",
        "georgia (in film)",
    ]
    assert {fact.confidence for fact in (city, state, film)} == {UNLINKED}


def test_things_of_two_kinds_without_a_page_are_kept_apart() -> None:
    facts = [
        statement("states", "Lincoln", "place", kind="county"),
        statement("cities", "Lincoln", "place", kind="city"),
        statement("more", "Salem", "place", kind="city"),
        statement("towns", "Salem", "place", "population", "9", kind="town"),
        statement("cities", "Singapore", "place", kind="city"),
        statement("world", "Singapore", "country", kind="country"),
    ]
    entities = [fact.entity for fact in link_by(Names([]), FactTable(rows_of(facts)))]
    assert entities == [
        "lincoln (in states)",
        "lincoln (in cities)",
        "salem",
        "salem",
        "singapore (in cities)",
        "singapore",
    ]


def test_a_person_needs_more_than_the_name() -> None:
    facts = [
        ADAMS,
        MANN,
        statement("players", "John Adams", "person", "goals", "9", kind="player"),
        statement("lawyers", "John Adams", "person", "goals", "9", kind="lawyer"),
        statement("films", "Night", "work", "director", "John Adams", value_type="name"),
        statement("films", "Heat", "work", "director", "Michael Mann", value_type="name"),
        statement("lands", "Utopia", "country", "capital", "Luxembourg", value_type="name"),
        LUXEMBOURG,
    ]
    _, _, player, lawyer, night, heat, utopia, _ = link_by(PAGES, FactTable(rows_of(facts)))
    assert (player.entity, lawyer.entity) == ("john adams (in players)", "john adams")
    assert (night.target, heat.target, utopia.target) == ("", "michael mann", "")
