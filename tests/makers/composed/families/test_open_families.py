"""Questions over open facts: entries, terms, rows, lists and amounts, each understandable alone."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.asking import asked, reasons
from tests.support.grounds import table, text

from benchwright.corpus.store import write_corpus
from benchwright.facts.open.context import OpenSubject, open_fact
from benchwright.facts.store import FactTable, rows_of
from benchwright.makers.composed.families.column_aggregate import ColumnAggregate
from benchwright.makers.composed.families.column_gap import ColumnGap
from benchwright.makers.composed.families.column_spread import ColumnSpread
from benchwright.makers.composed.families.compare_entries import CompareEntries
from benchwright.makers.composed.families.compare_rows import CompareRows
from benchwright.makers.composed.families.entry_attribute import EntryAttribute
from benchwright.makers.composed.families.entry_purpose import EntryPurpose
from benchwright.makers.composed.families.heading_answer import HeadingAnswer
from benchwright.makers.composed.families.listed_members import ListedMembers
from benchwright.makers.composed.families.named_entry import NamedEntry
from benchwright.makers.composed.families.open_hop import OpenHop
from benchwright.makers.composed.families.row_count import RowCount
from benchwright.makers.composed.families.stated_amount import StatedAmount
from benchwright.makers.composed.families.table_cell import TableCell
from benchwright.makers.composed.families.term_definition import TermDefinition
from benchwright.makers.composed.families.two_open_facts import TwoOpenFacts
from benchwright.makers.composed.family import Family, World
from benchwright.makers.composed.open_questions import OpenQuestion, joined
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.records import Fact, Modalities, Place, Source, Span
from benchwright.retrieval.word_index import WordIndex

JOBS = text(
    "make1", "make", "--jobs: Limit how many recipes run at one time. Default: 4. --keep: Keep going.", "m.html"
)
TOUCH = text("make2", "make", "--touch: Mark targets as up to date without changing them. Default: off.", "m.html")
GREP = text("grep", "grep", "--jobs: Search several trees at one time. Default: 2.", "g.html")
CELLS = text("cells", "Cell walls", "A plastid is an organelle that stores pigments or food in plants.", "c.html")
FAQ = text("faq", "Shop FAQ 2024", "How do I return an item? Send it back in its box.", "f.html")
STAGES = text("mitosis", "Mitosis in plants", "The stages of mitosis are prophase, metaphase and anaphase.", "s.html")
RETURNS = text(
    "returns", "Returns policy 2024", "Damage must be reported within 48 hours of delivery, or the damage stays."
)
PUMPS = table(
    "pumps",
    "Pumps for gardens",
    ("Model", "Price", "Colour", "Part number"),
    (
        ("P-200", "£249", "red", "BR-11"),
        ("P-300", "£310", "red", "BR-12"),
        ("P-400", "£420", "blue", "BR-13"),
        ("P-500", "£505", "red", "BR-14"),
        ("P-600", "£600", "green", "BR-15"),
    ),
)


def said(source: Source, relation: str, subject: str, value: str, form: str = "", owner: str = "", **more: str) -> Fact:
    start = source.text.index(value)
    span = Span(source.id, "text", start, start + len(value))
    extra = tuple((name, word) for name, word in more.items() if name != "value_type")
    kind = more.get("value_type", "text")
    unit = {"within": "hour"}.get(relation.rpartition(" ")[2], "")
    return open_fact(source, relation, OpenSubject(subject, form, owner), value, span, kind, unit=unit, extra=extra)


LISTED = replace(
    said(STAGES, "members", "the stages of mitosis", "prophase, metaphase and anaphase"),
    value="prophase; metaphase; anaphase",
)


def cells() -> list[Fact]:
    assert PUMPS.table is not None
    kinds = (("price", "money", "pound sterling"), ("colour", "text", ""), ("part number", "text", ""))
    return [
        open_fact(
            PUMPS,
            f"cell:{header}",
            OpenSubject(row[0], "model"),
            row[column],
            Span("pumps", "cell", cells=((at, column),)),
            kind,
            unit=unit,
            extra=(("header", header.capitalize()), ("key_header", "Model")),
        )
        for at, row in enumerate(PUMPS.table.rows)
        for column, (header, kind, unit) in enumerate(kinds, start=1)
    ]


USE, MARK = "Limit how many recipes run at one time.", "Mark targets as up to date without changing them."
ENTRIES = [
    said(JOBS, "purpose", "--jobs", USE, "option", "make"),
    said(JOBS, "default", "--jobs", "4", "option", "make"),
    said(TOUCH, "purpose", "--touch", MARK, "option", "make"),
    said(TOUCH, "default", "--touch", "off", "option", "make"),
    said(GREP, "default", "--jobs", "2", "option", "grep", value_type="count"),
]
SOURCES = [JOBS, TOUCH, GREP]


def questions(tmp_path: Path, family: Family, wants: str, sources: list[Source], facts: list[Fact]) -> set[str]:
    return {f"{question} {answer}" for question, answer in asked(tmp_path, family, sources, wants, facts).items()}


def test_entries_are_named_with_their_owner(tmp_path: Path) -> None:
    found = questions(tmp_path, EntryAttribute(), "text", SOURCES, ENTRIES)
    assert len(found) == 3
    assert all("option of make" in one or "option of grep" in one for one in found)
    uses = asked(tmp_path, EntryPurpose(), SOURCES, "text", ENTRIES)
    assert set(uses.values()) == {USE, MARK}


def test_an_entry_is_asked_for_by_its_use(tmp_path: Path) -> None:
    found = asked(tmp_path, NamedEntry(), SOURCES, "text", ENTRIES)
    assert set(found.values()) == {"--jobs", "--touch"}
    assert all("limits how many recipes" in one or "marks targets" in one for one in found)


def test_another_use_that_fits_is_ambiguous(tmp_path: Path) -> None:
    twin = text("twin", "make", "--load: Limit how many recipes may run at one time.", "m.html")
    fact = said(twin, "purpose", "--load", "Limit how many recipes may run at one time.", "option", "make")
    assert "unique" in reasons(tmp_path, NamedEntry(), [JOBS, twin], "text", [ENTRIES[0], fact])


def test_two_documents_that_differ_give_no_question(tmp_path: Path) -> None:
    other = text("old", "make of old", "--jobs is 1 by default, as everybody knew.", "old.html")
    facts = [ENTRIES[1], said(other, "default", "--jobs", "1", "option", "make", value_type="count")]
    assert asked(tmp_path, EntryAttribute(), [JOBS, other], "text", facts) == {}


def test_an_option_is_looked_up_by_what_it_does(tmp_path: Path) -> None:
    found = asked(tmp_path, OpenHop(), SOURCES, "text", ENTRIES)
    assert set(found.values()) == {"4", "off"}
    assert not any("--" in question for question in found)


def test_two_entries_are_compared_and_joined(tmp_path: Path) -> None:
    typed = [
        said(JOBS, "type", "--jobs", "Limit", "option", "make"),
        said(TOUCH, "type", "--touch", "Mark", "option", "make"),
    ]
    found = asked(tmp_path, CompareEntries(), SOURCES, "2text", [*ENTRIES, *typed])
    (question,) = found
    assert question.startswith("How do the --")
    assert question.endswith("in default value and type?")
    both = asked(tmp_path, TwoOpenFacts(), SOURCES, "text", ENTRIES[:2])
    assert len(both) == 1
    assert all("4" in answer and "Limit" in answer for answer in both.values())


@pytest.mark.parametrize(
    ("relation", "form", "question"),
    [
        ("purpose", "parameter", "what do the growth and limit parameters do?"),
        ("default", "parameter", "what are the default values of the growth and limit parameters?"),
    ],
)
def test_neighbours_are_asked_for_in_one_question(tmp_path: Path, relation: str, form: str, question: str) -> None:
    page = text("p", "Cache tables", "growth: Limits how fast tables grow. limit: Bounds the number of rows.", "p.html")
    values = {"purpose": ("Limits how fast tables grow.", "Bounds the number of rows."), "default": ("fast", "rows")}
    growth, limit = values[relation]
    facts = [said(page, relation, "growth", growth, form), said(page, relation, "limit", limit, form)]
    assert list(asked(tmp_path, TwoOpenFacts(), [page], "text", facts)) == [f'According to "Cache tables", {question}']


def test_what_belongs_to_something_names_its_section_or_is_refused(tmp_path: Path) -> None:
    place = Place("p.html", headings=("Tables", "Row caches"))
    one = replace(text("p1", "Tables", "limit: Bounds the number of rows.", "p.html"), place=place)
    two = replace(
        text("p2", "Tables", "growth: Limits how fast tables grow.", "p.html"),
        place=Place("p.html", headings=("Tables", "Parameters")),
    )
    facts = [
        said(one, "purpose", "limit", "Bounds the number of rows.", "parameter"),
        said(two, "purpose", "growth", "Limits how fast tables grow.", "parameter"),
    ]
    (question,) = asked(tmp_path, EntryPurpose(), [one, two], "text", facts)
    assert question.startswith('According to the section "Row caches" of "Tables", ')
    assert "entry_purpose:context" in reasons(tmp_path, EntryPurpose(), [one, two], "text", facts)


@pytest.mark.parametrize(
    ("name", "said_of_it", "question"),
    [
        ("vi-yank", "Copies the rows into a buffer.", "vi-yank"),
        ("MAX_ROWS", "Limits the number of rows.", "MAX_ROWS"),
        ("yank", "Copies the rows into a buffer.", ""),  # a common word
        ("vi-yank", "The rows of a buffer.", ""),  # a noun phrase may be a value or a person
    ],
)
def test_an_entry_without_a_kind_needs_a_name_of_its_own(
    tmp_path: Path, name: str, said_of_it: str, question: str
) -> None:
    page = text("p", "Cache tables", f"{name}: {said_of_it}", "p.html")
    found = asked(tmp_path, EntryPurpose(), [page], "text", [said(page, "purpose", name, said_of_it)])
    assert [question in one and '"Cache tables"' in one for one in found] == [True] * bool(question)


@pytest.mark.parametrize(
    ("said_of_it", "question"),
    [
        ("Sent after the tables of a user were stored on the disk.", "when is the saved signal sent?"),
        ("A list of all tables that were stored.", "what is the saved signal?"),
        ("Bounds the number of rows of a table.", "saved signal"),  # an article follows: a verb
    ],
)
def test_a_purpose_is_asked_for_by_its_kind(tmp_path: Path, said_of_it: str, question: str) -> None:
    page = text("p", "Cache tables", f"saved: {said_of_it}", "p.html")
    fact = said(page, "purpose", "saved", said_of_it, "signal")
    (found,) = asked(tmp_path, EntryPurpose(), [page], "text", [fact])
    assert question in found
    assert ("do?" in found or " for?" in found or "purpose" in found) == (not question.endswith("?"))


@pytest.mark.parametrize(
    ("said_of_it", "reason"),
    [
        ("Waiting for a write to the disk.", "form"),
        ("Ignored by all of the tables.", "form"),
        ("This signal is only valid for tables.", "value"),
        ("Internal event.", "value"),
        ("Calls of this form are supported in tables.", "value"),  # a clause, though "calls" may be its verb
        ("This is the list of tables that were stored.", "value"),
    ],
)
def test_another_participle_and_a_remark_are_no_purpose(tmp_path: Path, said_of_it: str, reason: str) -> None:
    page = text("p", "Cache tables", f"saved: {said_of_it}", "p.html")
    fact = said(page, "purpose", "saved", said_of_it, "signal")
    assert set(reasons(tmp_path, EntryPurpose(), [page], "text", [fact])) == {f"entry_purpose:{reason}"}


def test_entries_that_share_a_description_are_refused_but_for_short_options(tmp_path: Path) -> None:
    words = "Adds a tag to or removes a tag from some packages."
    page = text("p", "Package tags", f"add-tag: {words}", "p.html")
    shared = said(page, "purpose", "add-tag", words, "action", alias="remove-tag")
    assert set(reasons(tmp_path / "a", EntryPurpose(), [page], "text", [shared])) == {"entry_purpose:names"}
    option = said(page, "purpose", "--add-tag", words, "option", "tags", alias="-a")
    assert len(asked(tmp_path / "b", EntryPurpose(), [page], "text", [option])) == 1


def test_what_entries_of_three_names_state_alike_is_no_purpose(tmp_path: Path) -> None:
    words = "Limits the rows of tables."
    names = ("one", "two", "three")
    pages = [text(name, f"Tables of {name}", f"kestrel --{name}: {words}", f"{name}.html") for name in names]
    facts = [said(page, "purpose", f"--{page.id}", words, "option", "kestrel") for page in pages]
    assert len(asked(tmp_path / "a", EntryPurpose(), pages[:2], "text", facts[:2])) == 2
    assert set(reasons(tmp_path / "b", EntryPurpose(), pages, "text", facts)) == {"entry_purpose:names"}


def test_an_entry_is_asked_for_only_if_its_source_shows_whose_it_is(tmp_path: Path) -> None:
    words = "Limits the rows of tables."
    page = text("p", "Tables of rows", f"--rows: {words}", "p.html")
    told = reasons(
        tmp_path, EntryPurpose(), [page], "text", [said(page, "purpose", "--rows", words, "option", "kestrel")]
    )
    assert set(told) == {"entry_purpose:owner"}


def test_an_option_that_two_sections_of_a_page_list_is_refused(tmp_path: Path) -> None:
    shown = {"Build": "Limits the rows of tables.", "Serve": "Limits the rows of pages."}
    pages = [
        replace(text(name, "kestrel", f"--rows: {words}", "p.html"), place=Place("p.html", headings=("kestrel", name)))
        for name, words in shown.items()
    ]
    facts = [said(page, "purpose", "--rows", shown[page.id], "option", "kestrel") for page in pages]
    assert set(reasons(tmp_path, EntryPurpose(), pages, "text", facts)) == {"entry_purpose:ambiguous"}


def test_what_two_pages_are_called_names_neither(tmp_path: Path) -> None:
    words = "The folders that are searched."
    pages = [
        text(name, "SEARCH_FOLDERS", f"{words} New in 3.13. For {name}s.", f"{name}/search.html")
        for name in ("file", "target")
    ]
    fact = said(pages[0], "since", "SEARCH_FOLDERS", "3.13", "variable")
    assert set(reasons(tmp_path, EntryAttribute(), pages, "text", [fact])) == {"entry_attribute:ambiguous"}


def test_a_code_is_asked_for_with_its_section_or_not_at_all(tmp_path: Path) -> None:
    place = Place("p.html", headings=("Commands", "archive rows"))
    page = replace(text("p", "kestrel-manage", "3: No connection to the database.", "p.html"), place=place)
    other = replace(
        text("q", "kestrel-manage", "4: The host has instances.", "p.html"),
        place=Place("p.html", headings=("Commands", "delete hosts")),
    )
    facts = [
        said(page, "definition", "3", "No connection to the database", "return code"),
        said(other, "definition", "4", "The host has instances", "return code"),
    ]
    found = asked(tmp_path / "a", TermDefinition(), [page, other], "text", facts)
    assert found
    assert all("archive rows" in question or "delete hosts" in question for question in found)
    bare = [replace(one, place=Place("p.html")) for one in (page, other)]
    facts = [
        replace(fact, qualifiers=tuple(pair for pair in fact.qualifiers if pair[0] != "section")) for fact in facts
    ]
    two = replace(bare[1], place=Place("q.html"))  # two pages of one name: nothing tells them apart
    assert asked(tmp_path / "b", TermDefinition(), [bare[0], two], "text", facts) == {}


def test_an_owner_that_the_name_holds_is_not_named_again(tmp_path: Path) -> None:
    page = text("p", "Pages of Kestrel", "Sitemap.bound: Limit how many entries a page has.", "p.html")
    fact = said(page, "purpose", "Sitemap.bound", "Limit how many entries a page has.", "method", "Sitemap")
    (question,) = asked(tmp_path, EntryPurpose(), [page], "text", [fact])
    assert "the Sitemap.bound method" in question
    assert "of Sitemap" not in question


def test_two_columns_of_a_row_name_it_once() -> None:
    price = OpenQuestion("what is the price of the model P-200", "", "", "")
    others = {
        "how is the model P-200 described": "how is it described",
        "what is the type of the model P-200": "its type",
    }
    for clause, short in others.items():
        both = joined(
            replace(price, clause="how old is the model P-200"), replace(price, clause=clause), "the model P-200"
        )
        assert both.count("P-200") == 1
        assert both.endswith(short)


@pytest.mark.parametrize(
    ("term", "meaning"),
    [
        ("KEY_ONLY", "A value that is given with its key and in no other way"),
        ("R-17596-52174-25214", "A database uses a journal or a log, which the user chooses"),
        ("string", "A request will only be accepted if it maps to a path"),
    ],
)
def test_codes_and_whole_clauses_are_no_terms(tmp_path: Path, term: str, meaning: str) -> None:
    page = text("p", "Words of Kestrel", f"{term}: {meaning}.", "p.html")
    fact = said(page, "definition", term, meaning, "term")
    assert asked(tmp_path, TermDefinition(), [page], "text", [fact]) == {}


def test_two_codes_are_asked_for_as_codes(tmp_path: Path) -> None:
    page = text("p", "Trade API", "429: The limit of the key was reached. 430: The limit of the house was reached.")
    facts = [
        said(page, "definition", code, f"The limit of the {whose} was reached", "code")
        for code, whose in (("429", "key"), ("430", "house"))
    ]
    found = asked(tmp_path, TwoOpenFacts(), [page], "text", facts)
    assert list(found) == ['According to "Trade API", what do the codes 429 and 430 mean?']


def test_an_answer_that_goes_on_in_the_next_passage_is_refused(tmp_path: Path) -> None:
    place = Place("f.html", headings=("Shop FAQ 2024", "Returns"))
    first, second = (
        replace(FAQ, place=place),
        replace(text("faq2", "Shop FAQ 2024", "Then wait.", "f.html"), place=place),
    )
    fact = said(first, "answer", "How do I return an item?", "Send it back in its box.")
    assert set(reasons(tmp_path / "a", HeadingAnswer(), [first, second], "text", [fact])) == {"heading_answer:value"}
    other = replace(second, place=Place("f.html", headings=("Shop FAQ 2024", "Payment")))
    assert len(asked(tmp_path / "b", HeadingAnswer(), [first, other], "text", [fact])) == 1


def test_what_the_first_half_states_is_not_asked_again(tmp_path: Path) -> None:
    page = text("p", "make", "--limit: Remove at most a hundred files (default 1000).", "m.html")
    purpose = said(page, "purpose", "--limit", "Remove at most a hundred files (default 1000)", "option", "make")
    default = said(page, "default", "--limit", "1000", "option", "make", value_type="count")
    assert set(reasons(tmp_path, TwoOpenFacts(), [page], "text", [purpose, default])) == {"two_open_facts:repeated"}


def test_unrelated_terms_are_no_pair(tmp_path: Path) -> None:
    page = text(
        "a", "Words", "The Remote Mail Store (RMS) and much else. " + "It goes on. " * 20 + "Key File Index (KFI)."
    )
    facts = [said(page, "long_form", "RMS", "Remote Mail Store"), said(page, "long_form", "KFI", "Key File Index")]
    assert asked(tmp_path, TwoOpenFacts(), [page], "text", facts) == {}


def test_an_attribute_is_no_pair_with_a_cell_of_the_same_entry(tmp_path: Path) -> None:
    price = cells()[0]
    facts = [replace(price, id=f"pumps#{number}", relation="default", value="red") for number in range(4)]
    corpus = write_corpus(tmp_path, [PUMPS])
    words = WordIndex.build([PUMPS.text])
    world = World(CorpusFacts(corpus, FactTable(rows_of([price, *facts])), words))
    assert list(TwoOpenFacts().seeds(world, Modalities.parse("table"))) == []


def test_an_entry_of_two_long_names_is_not_asked_for(tmp_path: Path) -> None:
    page = text("show", "show-refs", "--heads, --remotes: Limit the list to the local refs of the store.", "s.html")
    use = "Limit the list to the local refs of the store."
    fact = said(page, "purpose", "--heads", use, "option", "show-refs", alias="--remotes")
    assert "named_entry:names" in reasons(tmp_path, NamedEntry(), [page], "text", [fact])
    short = said(page, "purpose", "--heads", use, "option", "show-refs", alias="-H")
    assert list(asked(tmp_path, NamedEntry(), [page], "text", [short]).values()) == ["--heads"]


def test_rows(tmp_path: Path) -> None:
    found = questions(tmp_path, TableCell(), "table", [PUMPS], cells())
    assert any("price of the model P-200" in one and one.endswith("£249") for one in found)
    assert all('in the table "pumps for gardens"' in one.casefold() for one in found)
    compared = asked(tmp_path, CompareRows(), [PUMPS], "table", cells())
    assert compared
    assert all(" the models P-" in f" {question[7:]}" for question in compared)


def test_arithmetic_over_columns(tmp_path: Path) -> None:
    gaps = asked(tmp_path, ColumnGap(), [PUMPS], "table", cells())
    assert any(" cost together?" in question for question in gaps)
    assert any('", how much more does the model P-' in question for question in gaps)
    assert set(asked(tmp_path, ColumnSpread(), [PUMPS], "table", cells()).values()) == {"£351"}
    assert set(asked(tmp_path, RowCount(), [PUMPS], "table", cells()).values()) == {"3"}


def test_rows_beyond_a_bound(tmp_path: Path) -> None:
    weights = table("w", "Weights of the pumps", ("Model", "Weight"), [(f"W-{at}", f"{at} kg") for at in range(1, 8)])
    assert weights.table is not None
    facts = [
        open_fact(
            weights,
            "cell:weight",
            OpenSubject(name, "model"),
            value,
            Span("w", "cell", cells=((at, 1),)),
            "quantity",
            unit="kilogram",
            extra=(("header", "Weight"), ("key_header", "Model")),
        )
        for at, (name, value) in enumerate(weights.table.rows)
    ]
    found = asked(tmp_path, RowCount(), [weights], "table", facts)
    assert found == {
        'How many models in the table "Weights of the pumps" have a weight above 3.5 kilograms?': "4",
        'How many models in the table "Weights of the pumps" have a weight below 3.5 kilograms?': "3",
    }


def _tips() -> tuple[Source, list[Fact]]:
    """A table whose rows nothing names; one of them lacks a bill."""
    bills = [
        ("Sun", "16.99"),
        ("Sun", "10.34"),
        ("Sat", "21"),
        ("Sat", "n/a"),
        ("Sat", "24.5"),
        ("Sun", "9"),
        ("Sun", "8"),
    ]
    tips = table("tips", "Tips of a week", ("day", "bill"), bills)
    facts = [
        open_fact(
            tips,
            f"row:{header}",
            OpenSubject(f"row {at + 1}", "row"),
            bills[at][column],
            Span("tips", "cell", cells=((at, column),)),
            kind,
            extra=(("header", header),),
        )
        for column, (header, kind) in enumerate((("day", "text"), ("bill", "quantity")))
        for at in range(len(bills))
        if bills[at][column] != "n/a"
    ]
    return tips, facts


def test_aggregates_of_a_column_and_of_groups_of_its_rows(tmp_path: Path) -> None:
    tips, facts = _tips()
    found = asked(tmp_path, ColumnAggregate(), [tips], "table", facts)
    where = 'in the table "Tips of a week"'
    assert (
        found.items()
        >= {
            f'What is the highest "bill" value {where}?': "24.5",
            f'What is the lowest "bill" value {where}?': "8",
            f'What is the average "bill" value {where}, to two decimal places?': "14.97",
        }.items()
    )
    groups = {question: answer for question, answer in found.items() if "whose day is" in question}
    assert len(groups) == 2
    assert not any("add up" in question for question in found)  # nobody adds "bill"
    counts = asked(tmp_path, RowCount(), [tips], "table", facts)
    assert "4" in counts.values()


def test_a_column_with_a_cell_that_was_not_read_has_no_aggregate(tmp_path: Path) -> None:
    tips, facts = _tips()
    assert asked(tmp_path, ColumnAggregate(), [tips], "table", facts[:-1]) == {}


def test_a_column_with_a_row_missing_is_not_counted(tmp_path: Path) -> None:
    assert asked(tmp_path, ColumnSpread(), [PUMPS], "table", cells()[3:]) == {}


def test_a_row_is_described_by_another_cell(tmp_path: Path) -> None:
    found = questions(tmp_path, OpenHop(), "table", [PUMPS], cells())
    assert any("price of the model with the part number BR-12" in one and one.endswith("£310") for one in found)
    assert any("colour of the model with the highest price" in one and one.endswith("green") for one in found)


@pytest.mark.parametrize(
    ("family", "source", "fact", "question"),
    [
        (
            TermDefinition(),
            CELLS,
            said(CELLS, "definition", "plastid", "an organelle that stores pigments or food in plants"),
            'According to "Cell walls", what is a plastid?',
        ),
        (
            HeadingAnswer(),
            FAQ,
            said(FAQ, "answer", "How do I return an item?", "Send it back in its box."),
            'According to "Shop FAQ 2024", how do you return an item?',
        ),
        (
            ListedMembers(),
            STAGES,
            LISTED,
            'According to "Mitosis in plants", what are the stages of mitosis?',
        ),
        (
            StatedAmount(),
            RETURNS,
            said(
                RETURNS,
                "amount:reported within",
                "Damage",
                "48 hours",
                value_type="quantity",
                predicate="must be reported within",
                tail="of delivery",
            ),
            'According to "Returns policy 2024", within how many hours of delivery must damage be reported?',
        ),
    ],
    ids=["definition", "answer", "members", "amount"],
)
def test_passages(tmp_path: Path, family: Family, source: Source, fact: Fact, question: str) -> None:
    assert list(asked(tmp_path, family, [source], "text", [fact])) == [question]
