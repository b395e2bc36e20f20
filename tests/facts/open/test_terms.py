"""Terms are read with what they mean, from glossaries and from sentences that open a section about its heading.

The lines of a term, a colon and a definition are from OpenStax Biology (CC BY).
"""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.facts.open.terms import facts_of_opening, facts_of_terms, gives_away
from benchwright.records import Entry, EntryKind, Fact, Modality, Place, Source


def _entry(name: str, body: str, *, heading: str = "", role: str = "", kind: EntryKind = "definition") -> list[Fact]:
    text = f"{name}\n{body}"
    entries = (Entry(kind, (0, len(name)), (len(name) + 1, len(text)), role),)
    headings = (heading,) if heading else ()
    return list(
        facts_of_terms(Source("a#p0", Modality.TEXT, "A", text, Place("a", headings=headings), entries=entries))
    )


def _opening(heading: str, text: str) -> list[Fact]:
    return list(facts_of_opening(Source("a#p0", Modality.TEXT, "A", text, Place("a", headings=("B", heading)))))


def test_a_glossary_is_read_and_a_list_elsewhere_is_not() -> None:
    body = "Fork of the multiprocessing library containing improvements."
    (fact,) = _entry("billiard", body, role="simple glossary")
    assert (fact.subject, fact.value) == ("billiard", body.removesuffix("."))
    assert fact.qualifier("form") == "term"
    assert _entry("billiard", body, heading="4. Glossary of terms")
    assert not _entry("billiard", body)
    assert not _entry("Amount", "A low value results in a black image with thin edges. It may hold more.")
    assert not _entry("Median", "For example, the fiftieth of a hundred values.", role="glossary")
    assert not _entry("o", "A region of the screen which displays some text.")  # a bullet
    assert not _entry("static", "A region of the screen which displays some text.", role="py attribute")
    assert not _entry("Static", "A region of the screen which displays some text.", kind="run-in", role="strong")


@pytest.mark.parametrize(
    ("heading", "text", "subject", "value", "alias"),
    [
        ("Biofilms", "A biofilm is a community of microbes that stick together. It grows.", "biofilm",
         "a community of microbes that stick together", None),
        ("3.1. Software in the Public Interest", "Software in the Public Interest (SPI) is a non-profit organization "
         "based in the United States.", "Software in the Public Interest",
         "a non-profit organization based in the United States", "SPI"),
        ("Ribosomes¶", "Ribosomes are the cellular structures responsible for protein synthesis. Where ribosomes lie",
         "ribosomes", "the cellular structures responsible for protein synthesis", None),
        ("Oral Cavity", "The oral cavity, or mouth, is the point of entry of food into the body.", "oral cavity",
         "the point of entry of food into the body", "mouth"),
    ],
)  # fmt: skip
def test_a_section_that_opens_with_its_heading(
    heading: str, text: str, subject: str, value: str, alias: str | None
) -> None:
    (fact,) = _opening(heading, text)
    assert (fact.subject, fact.value, fact.qualifier("alias")) == (subject, value, alias or "")
    assert text[fact.span.start : fact.span.end] == value


@pytest.mark.parametrize(
    ("heading", "text"),
    [
        ("Biofilms", "This is a community of microbes that stick together."),  # another subject
        ("Biofilms", "Biofilms are the most common cause of the infections that we treat."),  # a judgement
        ("Biofilms", "A biofilm is used in a plant that cleans the water of a town."),  # no thing
        ("Biofilms", "Biofilms is sometimes used for the films that are on stones."),  # a use
        ("Biofilms", "A biofilm is a powerful feature of the plants in the town."),  # a judgement
        ("Biofilms", "A biofilm is a film of microbes that live in the biofilm."),  # circular
        ("Notes", "Notes are the small texts that stand below a page."),  # a part of a document
        ("max_size", "max_size is the largest number of bytes that a file may have."),  # code
    ],
)
def test_what_is_no_definition(heading: str, text: str) -> None:
    assert _opening(heading, text) == []


def _lines(text: str) -> list[Fact]:
    return list(facts_of_terms(Source("s", Modality.TEXT, "The Cell", text, Place("book"))))


def test_lines_of_term_colon_definition_are_a_glossary() -> None:
    text = "somite : group of cells that form from the mesoderm and give rise to connective tissue ^"
    (fact,) = _lines(text)
    assert (fact.subject, fact.entity, fact.relation) == ("somite", "somite @ book", "definition")
    assert fact.value == text.removeprefix("somite : ").removesuffix(" ^")
    assert (fact.span.start, fact.span.end) == (9, len(text) - 2)
    assert (fact.subject_type, fact.value_type, fact.qualifier("alias")) == ("term", "text", "")
    assert fact.id == "s#definition@9"
    more = _lines(f"{text}\n\nbile : digestive juice produced by the liver; important for digestion of lipids ^")
    assert (
        [(fact.subject, fact.value) for fact in more]
        == [
            ("bile", "digestive juice produced by the liver"),  # what follows a semicolon is left out
            ("somite", text[9:-2]),
        ]
    )
    assert not _lines(f"{text}\n\nThe liver is the largest organ of the trunk.")  # a line among others


def test_a_list_beside_code_tells_of_its_parts() -> None:
    text = "struct rate {\n  s8 idx;\n};\nidx\nrate index to attempt to send with"
    names = (Entry("definition", (27, 30), (31, len(text)), ""), Entry("code", (0, 0), (0, 26), ""))
    place = Place("a", headings=("Definitions",))
    for entries, count in ((names[:1], 1), (names, 0)):
        assert len(list(facts_of_terms(Source("a#p0", Modality.TEXT, "A", text, place, entries=entries)))) == count


def test_other_names_of_a_term_are_aliases() -> None:
    (fact,) = _lines("malleus : (also, hammer) first of the three bones of the middle ear ^")
    assert (fact.value, fact.qualifier("alias")) == ("first of the three bones of the middle ear", "hammer")
    (fact,) = _lines("tidal volume (TV) : amount of air that is inspired and expired during normal breathing ^")
    assert (fact.subject, fact.qualifier("alias")) == ("tidal volume", "TV")


@pytest.mark.parametrize(
    "text",
    [
        "passive transport : method of transporting material through a membrane that does not require energy ^",
        "host DNA : DNA that is present in the genome of the organism of interest ^",
        "glabrous : describes the non-hairy skin found on palms and fingers of humans ^",
        "spongy bone tissue : forms the inner layer of all bones ^",
        "spiral cleavage : cells of one pole of the embryo are rotated with respect to the others ^",
        "heterozygous : having two different alleles for a given gene ^",
        "gene : unit of heredity ^",
        "glomerulus (renal) : part of the renal corpuscle that contains the capillary network ^",
        ": partial pressure of oxygen in the veins ^",
        "No colon here at all.",
        "filter-edit : edit the network rule with that name\nfilter-list : list all the rules of the network",
        "Count : The number of pixels in a peak of the curve.",  # a sentence
        "1. Observation 2. Question 3. Hypothesis (answer) 4. Prediction 5. Experiment 6. Result ^",
    ],
)
def test_a_line_that_does_not_define_its_term_is_refused(text: str) -> None:
    assert _lines(text) == []


def test_a_repeated_stem_gives_the_term_away() -> None:
    assert gives_away("process of mutating a gene", "mutation")
    assert not gives_away("flat, triangular bone located at the girdle", "scapula")


_TEXT = st.text(alphabet="aAbis the(),.:-\n[]é中", max_size=80)


@given(_TEXT, _TEXT, st.sampled_from(["definition", "run-in"]))
def test_any_text_is_read_without_failure_and_spans_hold_their_values(name: str, body: str, kind: EntryKind) -> None:
    for facts in (
        _entry(name, body, heading="Glossary", role="strong", kind=kind),
        _opening(name, f"{name} is {body}"),
        _lines(f"{name} : {body}"),
    ):
        for fact in facts:
            assert fact.value
            assert fact.subject


def test_lines_that_a_program_printed_define_nothing() -> None:
    text = (
        "plastid : organelle that stores pigments or food in plants ^\n\nbud : part of a plant that becomes a flower ^"
    )
    source = Source("a#p0", Modality.TEXT, "A", text, Place("a"))
    assert len(list(facts_of_terms(source))) == 2
    code = Entry("code", (0, 0), (0, len(text)))
    assert list(facts_of_terms(replace(source, entries=(code,)))) == []


def test_an_index_and_the_types_of_parameters_define_nothing() -> None:
    def lines(text: str, *entries: Entry) -> list[Fact]:
        return list(facts_of_terms(Source("a#p0", Modality.TEXT, "A", text, Place("a"), entries=entries)))

    glossary = "somite : group of cells that form from the mesoderm"
    assert len(lines(glossary)) == 1
    assert lines("metadata : AVChapter, AVFormatContext, AVFrame, AVProgram, AVStream") == []
    text = f"{glossary}\nIt follows."
    assert lines(glossary, Entry("definition", (0, len(glossary)), (len(glossary) + 1, len(text)))) == []


def test_a_sentence_that_its_line_cuts_is_no_definition() -> None:
    assert (
        _opening("Varnish", "Varnish is a smart caching proxy, best described as a web\naccelerator. It caches.") == []
    )
    (fact,) = _opening("Varnish", "Varnish is a smart caching proxy for the web.\nIt caches.")
    assert fact.value == "a smart caching proxy for the web"
