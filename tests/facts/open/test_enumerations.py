"""Members are read from lists and sentences that say that they are all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.facts.open.enumerations import facts_of_enumerations
from benchwright.readers.html import HtmlWalk
from benchwright.readers.html_tree import parse_html
from benchwright.records import Fact, Modality, Place, Source
from benchwright.records.sources import Entry


def _read(text: str) -> list[Fact]:
    return list(facts_of_enumerations(Source("a#p0", Modality.TEXT, "A", text, Place("a"))))


def _read_list(lead: str, items: list[str]) -> list[Fact]:
    text, ranges = lead, []
    for item in items:
        ranges.append((len(text) + 3, len(text) + 3 + len(item)))
        text += f"\n- {item}"
    entry = Entry("list", (0, len(lead)), (0, len(text)), items=tuple(ranges))
    return list(facts_of_enumerations(Source("a#p0", Modality.TEXT, "A", text, Place("a"), entries=(entry,))))


@pytest.mark.parametrize(
    ("text", "subject", "members"),
    [
        ("There are three kinds of muscle: skeletal, cardiac, and smooth.", "the kinds of muscle",
         "skeletal; cardiac; smooth"),
        ("The four compartments of the stomach are called the rumen, reticulum, omasum, and abomasum.",
         "the compartments of the stomach", "the rumen; reticulum; omasum; abomasum"),
    ],
)  # fmt: skip
def test_sentences_that_count_what_they_name(text: str, subject: str, members: str) -> None:
    (fact,) = _read(text)
    assert (fact.subject, fact.relation, fact.value) == (subject, "members", members)
    assert text[fact.span.start : fact.span.end].startswith(members.split("; ")[0])


@pytest.mark.parametrize(
    "text",
    [
        "Patches consist of hunks, each with line numbers, and a context.",  # no noun says what these are
        "The kit includes a brush, a cup, and a spoon.",  # some
        "There are three kinds of muscle: skeletal and cardiac.",  # two
        "The two arguments are the object names before and after the update.",  # one thing, cut in two
        "A message usually consists of two parts: headers and a body.",
        "A meal consists of three parts: bread, cheese, and so on.",
    ],
)
def test_sentences_that_name_some_or_more(text: str) -> None:
    assert _read(text) == []


@pytest.mark.parametrize(
    ("lead", "subject"),
    [
        ("The supported databases are:", "the supported databases"),
        ("See below. There are three supported databases:", "the supported databases"),
        ("Supported databases:", "the supported databases"),
        ("The store supports the following databases:", "the databases that the store supports"),
        ("The hostname argument expands the following databases:", "the databases that the hostname argument expands"),
        ("The following databases are supported:", "the databases that are supported"),
    ],
)
def test_lists_behind_a_lead_in(lead: str, subject: str) -> None:
    (fact,) = _read_list(lead, ["MySQL", "Oracle Database: since version 9 it is slow", "SQLite."])
    assert (fact.subject, fact.value) == (subject, "MySQL; Oracle Database; SQLite")


@pytest.mark.parametrize(
    ("lead", "items"),
    [
        ("There are four supported databases:", ["MySQL", "Oracle", "SQLite"]),  # the number does not agree
        ("Supported databases, for example:", ["MySQL", "Oracle"]),
        ("The steps are:", ["Open it", "Close it"]),
        ("Requirements:", ["Kombu", "billiard"]),  # of what?
        ("Supported databases:", ["MySQL", "If it is there, Oracle"]),
        ("Supported databases:", ["MySQL", "MySQL"]),
        ("It supports the following databases:", ["MySQL", "Oracle"]),
        ("Which are the supported databases?", ["MySQL", "Oracle"]),
    ],
)
def test_lists_that_are_no_members(lead: str, items: list[str]) -> None:
    assert _read_list(lead, items) == []


_WORDS = ("There", "are", "three", "kinds", "of", "X", ":", "A", ",", "B", "and", "C", ".", "consists", "The", "(")


@given(st.lists(st.sampled_from(_WORDS), max_size=14))
def test_every_member_stands_in_the_text(words: list[str]) -> None:
    text = " ".join(words)
    for fact in _read(text):
        assert all(member in text[fact.span.start : fact.span.end] for member in fact.value.split("; "))


def test_values_and_two_things_in_one_are_no_members() -> None:
    assert _read_list("The valid values are:", ["on", "off"]) == []
    assert _read_list("The default styles and colours are:", ["bold", "dim"]) == []
    (fact,) = _read_list("The primary streams are:", ["Readable - a source that is read from", "Writable"])
    assert fact.value == "Readable; Writable"


def _html(html: str) -> dict[str, str]:
    walk = HtmlWalk()
    body = parse_html(html).body
    assert body is not None
    walk.read(body)
    source = Source("a#p0", Modality.TEXT, "A", walk.out.text, Place("a"), entries=walk.finder.sorted())
    return {fact.subject: fact.value for fact in facts_of_enumerations(source)}


ZONES = "<p>The supported zones are:</p><ul><li>Europe</li><li>Asia</li></ul>"


@pytest.mark.parametrize(
    "behind",
    [
        "<ul><li>Africa</li><li>Oceania</li></ul>",  # the second of two columns
        "<p>and, since version 3:</p><ul><li>Africa</li><li>Oceania</li></ul>",
        "<p>Note that old zones have to be converted first.</p><ul><li>Africa</li><li>Oceania</li></ul>",
        "<p>for small companies, and</p><ul><li>Africa</li><li>Oceania</li></ul>",
        "<p>For students, the supported zones are:</p><ul><li>Africa</li><li>Oceania</li></ul>",
        "<p>Zones do not change. In addition, there is the guest zone.</p>",
        "<p>Another one is Africa.</p>",
    ],
)
def test_a_list_that_goes_on_is_not_all(behind: str) -> None:
    assert _html(ZONES + behind) == {}


@pytest.mark.parametrize(
    "behind",
    [
        "",
        "<p>Zones do not change.</p>",
        "<p>To add one:</p><ol><li>Open the page.</li><li>Press the key.</li></ol>",
        "<p>The supported units are:</p><ul><li>Metre</li><li>Mile</li></ul>",
    ],
)
def test_a_list_that_ends_is_all(behind: str) -> None:
    assert _html(ZONES + behind)["the supported zones"] == "Europe; Asia"


def test_a_list_as_long_as_its_lead_in_says_is_all() -> None:
    two = ZONES.replace("The supported", "The two supported")
    assert "the supported zones" in _html(f"{two}<p>In addition, there is the guest zone.</p>")


def test_a_sentence_that_the_next_one_adds_to_is_not_all() -> None:
    sentence = "The pump consists of the following parts: hose, valve, and motor."
    assert len(_read(sentence)) == 1
    assert _read(f"{sentence} In addition, it has a filter.") == []


def test_a_list_behind_that_is_cut_is_no_other_list() -> None:
    text = "The supported zones are:\n\nEurope\n\nAsia\n\nNote that old zones change first.\n\nAfrica\n\nOcea"
    europe, asia, africa = (text.index(name) for name in ("Europe", "Asia", "Africa"))
    whole = Entry("list", (0, 24), (europe, asia + 4), items=((europe, europe + 6), (asia, asia + 4)))
    cut = Entry("list", (africa - 35, africa - 2), (africa, len(text)))
    source = Source("a#p0", Modality.TEXT, "A", text, Place("a"), entries=(whole, cut))
    assert list(facts_of_enumerations(source)) == []


def test_more_of_something_are_not_all() -> None:
    assert len(_html("<p>The integrations are:</p><ul><li>Django</li><li>Flask</li></ul>")) == 1
    assert _html("<p>The more integrations are:</p><ul><li>Django</li><li>Flask</li></ul>") == {}
