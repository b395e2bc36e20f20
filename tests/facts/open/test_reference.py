"""Reference entries are read with their purpose and their attributes, from lists, sections and rows of labels."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.facts.open.reference import facts_of_named_section, facts_of_reference
from benchwright.records import Entry, EntryKind, Fact, Modality, Place, Source


def _source(*parts: tuple[EntryKind, str, str, str], title: str = "A", headings: tuple[str, ...] = ()) -> Source:
    text, entries = "", []
    for kind, name, body, role in parts:
        start = len(text)
        text += f"{name}\n{body}\n\n"
        at = start + len(name) + 1
        entries.append(Entry(kind, (start, start + len(name)), (at, at + len(body)), role))
    return Source("a#p0", Modality.TEXT, title, text, Place("a", headings=headings), entries=tuple(entries))


def _said(facts: list[Fact]) -> set[tuple[str, str, str]]:
    return {(fact.subject, fact.relation, fact.value) for fact in facts}


def test_an_option_with_its_default() -> None:
    source = _source(("definition", "-n N, --lines=N", "Print the last N lines (default: 10).", ""), title="tail(1)")
    facts = list(facts_of_reference(source))
    assert _said(facts) == {
        ("--lines", "purpose", "Print the last N lines (default: 10)"),
        ("--lines", "default", "10"),
    }
    default = next(fact for fact in facts if fact.relation == "default")
    assert (default.value_type, default.unit, default.subject_type) == ("count", "", "entry")
    assert (default.qualifier("form"), default.qualifier("owner"), default.qualifier("alias")) == (
        "option",
        "tail",
        "-n",
    )


def test_values_that_differ_give_none() -> None:
    body = "Keep the session.\nDefault: 31 days.\nThe default is 5 days."
    assert {fact.relation for fact in facts_of_reference(_source(("definition", "max_age", body, "setting")))} == {
        "purpose"
    }


def test_what_is_said_of_an_entry_inside_is_not_said_of_the_outer_one() -> None:
    text = "conf\nA table of settings.\nsize\nThe size in bytes. Default: 5."
    entries = (
        Entry("definition", (0, 4), (5, len(text)), "setting"),
        Entry("definition", (26, 30), (31, len(text)), "setting", ("conf",)),
    )
    source = Source("a#p0", Modality.TEXT, "A", text, Place("a"), entries=entries)
    assert _said(list(facts_of_reference(source))) == {
        ("conf", "purpose", "A table of settings"),
        ("size", "purpose", "The size in bytes"),
        ("size", "default", "5"),
    }


def test_what_stands_in_a_list_below_an_entry_is_no_purpose_of_it() -> None:
    """Neither in a list of one argument, nor in one that the end of the passage cuts."""
    text = "signal Name of the kill signal to send to the worker.\n\nIt ends the worker."
    listed = Entry("list", (0, 0), (0, 53), items=((0, 53),))
    for entry in (listed, replace(listed, items=())):
        source = Source(
            "a#p0", Modality.TEXT, "A", text, Place("a", headings=("worker.kill([signal])",)), entries=(entry,)
        )
        assert list(facts_of_named_section(source)) == []


def test_a_label_and_its_value_are_no_purpose() -> None:
    source = _source(("definition", "reset()", "Stability: 1.1 - Active development", "function"))
    assert list(facts_of_reference(source)) == []


def test_an_entry_does_not_belong_to_itself() -> None:
    parts = ("definition", "--kind", "Sets the kind of all rows.", "")
    (fact,) = facts_of_reference(_source(parts, headings=("make(1)", "--kind=KIND")))
    assert fact.qualifier("owner") == "make"


def test_an_entry_of_links_has_no_purpose() -> None:
    body = "Security considerations and their use"
    assert list(facts_of_reference(_source(("definition", "sprintf()", body, "links")))) == []


@pytest.mark.parametrize(
    ("signature", "body", "default"),
    [
        ("-d", "Import as doubles (default: integer).", ""),
        ("-d", "Import as doubles. The default is integer.", ""),
        ("-d, --double", "Import as doubles (default: integer).", ""),
        ("-d", "Sets the kind. The default value is integer.", "integer"),
        ("-d", "Sets the kind.\nDefault: integer", "integer"),
        ("-d", "Sets the kind. The -d defaults to integer.", "integer"),
        ("-d KIND", "Sets the kind (default: integer).", "integer"),
        ("-d, --double=KIND", "Sets the kind (default: integer).", "integer"),
        ("kind", "Sets the kind (default: integer).", "integer"),
    ],
)
def test_a_flag_without_a_value_has_no_default_unless_it_is_said(signature: str, body: str, default: str) -> None:
    found = facts_of_reference(_source(("definition", signature, body, "setting")))
    assert [fact.value for fact in found if fact.relation == "default"] == ([default] if default else [])


def test_what_stands_behind_code_is_no_purpose() -> None:
    text = "url\nlocal://\nOnly the first part of it is needed. Default: local"
    entries = (Entry("definition", (0, 3), (4, len(text)), "setting"), Entry("code", (4, 4), (4, 12)))
    source = Source("a#p0", Modality.TEXT, "A", text, Place("a"), entries=entries)
    assert _said(list(facts_of_reference(source))) == {("url", "default", "local")}


def test_rows_of_labels_are_one_entry() -> None:
    rows = (
        ("run-in", "Option:", "Apt::Log", "strong"),
        ("run-in", "Default:", "false", "strong"),
        ("run-in", "Description:", "Controls whether a log is written. It is long.", "strong"),
    )
    assert _said(list(facts_of_reference(_source(*rows)))) == {
        ("Apt::Log", "default", "false"),
        ("Apt::Log", "purpose", "Controls whether a log is written"),
    }


def test_news_and_words_are_no_entries() -> None:
    body = "Print the last lines of a file."
    assert not list(facts_of_reference(_source(("run-in", "run_all", body, "code"), headings=("Changes", "3.2"))))
    assert not list(facts_of_reference(_source(("definition", "Some words", body, ""))))
    assert not list(facts_of_reference(_source(("definition", "word", body, ""))))
    assert not list(facts_of_reference(_source(("run-in", "--app hello.web", body, "code"))))
    assert not list(facts_of_reference(_source(("run-in", "Note", body, "code"))))
    assert not list(
        facts_of_reference(_source(("definition", "RMA", body, ""), headings=("Short forms you will hear",)))
    )
    twice = (("definition", "run(a)", body, ""), ("definition", "run(b)", "Print something else here.", ""))
    assert not list(facts_of_reference(_source(*twice)))


def test_only_a_definition_list_says_what_an_entry_is_for() -> None:
    for kind, count in (("definition", 1), ("run-in", 0)):
        source = _source((kind, "FLEX_PATH", "Names the folder of the program.", "code"), headings=("Variables",))
        assert [fact.relation for fact in facts_of_reference(source)] == ["purpose"] * count


def test_a_section_whose_heading_is_a_name() -> None:
    def section(heading: str, text: str) -> set[tuple[str, str, str]]:
        place = Place("a", headings=("Settings", heading))
        return _said(list(facts_of_named_section(Source("a#p0", Modality.TEXT, "A", text, place))))

    # No purpose: what opens a section is as often a story or an argument.
    assert section("accept_content", "Default: {'json'}\nA list of the types to allow. It is long.") == {
        ("accept_content", "default", "{'json'}"),
    }
    assert section("StrEnum", "You can compare its members with texts.") == set()
    assert section("Reading", "Default: 5") == set()


_TEXT = st.text(alphabet="aB-_=.,:()[] Default\n1é", max_size=60)


@given(_TEXT.filter(bool), _TEXT.filter(bool), st.sampled_from(["definition", "run-in"]), _TEXT)
def test_any_entry_is_read_without_failure(name: str, body: str, kind: EntryKind, heading: str) -> None:
    source = _source((kind, name, body, "code"), headings=(heading,))
    for read in (facts_of_reference, facts_of_named_section):
        facts = list(read(source))
        assert facts == list(read(source))
        for fact in facts:
            assert source.text[fact.span.start : fact.span.end] == fact.value != ""


def test_a_function_has_no_default_and_a_list_of_arguments_is_no_purpose() -> None:
    text = "dns.lookup(name)\nname The name to look up.\nhints The flags to pass. Default: 0."
    at = text.index("name The")
    items = ((at, text.index("hints") - 1), (text.index("hints"), len(text)))
    entries = (
        Entry("definition", (0, 16), (at, len(text)), role="function"),
        Entry("list", (0, 16), (at, len(text)), items=items),
    )
    source = Source("a#p0", Modality.TEXT, "DNS", text, Place("a", headings=("DNS",)), entries=entries)
    assert [fact.relation for fact in facts_of_reference(source)] == []


@pytest.mark.parametrize("heading", ["6.5 Functions for expressions", "3.1.49 Text", "2 Options"])
def test_a_numbered_section_describes_entries(heading: str) -> None:
    source = _source(("definition", "max_age", "Limits the age.", "setting"), headings=(heading,))
    assert [fact.relation for fact in facts_of_reference(source)] == ["purpose"]


@pytest.mark.parametrize("heading", ["2.11.0", "v3.2 (2024-05-01)", "1.4.2 - unreleased", "What's new in 4"])
def test_a_version_tells_of_changes(heading: str) -> None:
    source = _source(("definition", "max_age", "Limits the age.", "setting"), headings=(heading,))
    assert list(facts_of_reference(source)) == []


def test_a_category_is_the_form_and_signatures_of_one_name_are_one() -> None:
    source = _source(("definition", "System variable: max_rows", "Limits the rows.", "def category"))
    (fact,) = facts_of_reference(source)
    assert (fact.subject, fact.qualifier("form")) == ("max_rows", "system variable")
    text = ": p = fit (x)\n: [p, s] = fit (x, y)\nReturns the coefficients of a line."
    body = (text.index("Returns"), len(text))
    entries = (
        Entry("definition", (0, 13), body, "category"),
        Entry("definition", (14, body[0] - 1), body, "category"),
    )
    (fact,) = facts_of_reference(Source("a#p0", Modality.TEXT, "A", text, Place("a"), entries=entries))
    assert (fact.subject, fact.qualifier("form"), fact.qualifier("alias")) == ("fit", "function", "")


def _under(label: str, name: str, body: str, within: tuple[str, ...] = ()) -> list[Fact]:
    text = f"{label}\n{name}\n{body}"
    start = len(label) + 1
    behind = start + len(name) + 1
    entry = Entry("definition", (start, start + len(name)), (behind, len(text)), "", within)
    place = Place("a", headings=("make_table()",))
    return list(facts_of_reference(Source("a#p0", Modality.TEXT, "A", text, place, entries=(entry,))))


def test_the_label_of_a_list_says_what_its_entries_are() -> None:
    (fact,) = _under("Properties (read)", "max_rows", "Limits the rows.")
    assert fact.qualifier("form") == "property"
    facts = _under("", "size : float, optional", "The size in bytes.", ("db.make(size, *, count=3", "Parameters:"))
    assert _said(facts) == {("size", "type", "float"), ("size", "purpose", "The size in bytes")}
    assert {(fact.qualifier("form"), fact.qualifier("owner")) for fact in facts} == {("parameter", "db.make")}
    assert _under("", "size : float", "The size in bytes.", ("db.make(size)", "Returns:")) == []
    assert _under("", "Returns", "The size of the file in bytes.") == []


def test_one_name_below_two_others_is_two_entries() -> None:
    source = _source(("definition", "-t", "Sort by time.", ""), ("definition", "-t", "Show the types.", ""))
    one, two = source.entries
    apart = replace(source, entries=(replace(one, within=("ls",)), replace(two, within=("stat",))))
    assert [fact.qualifier("owner") for fact in facts_of_reference(apart)] == ["ls", "stat"]
    assert list(facts_of_reference(source)) == []


def test_the_heading_does_not_say_what_stands_inside_an_entry_is() -> None:
    source = _source(("definition", "max_files", "Limits the number of files.", ""), headings=("Functions",))
    (inside,) = (replace(entry, within=("copy_files",)) for entry in source.entries)
    (fact,) = facts_of_reference(replace(source, entries=(inside,)))
    assert (fact.qualifier("form"), fact.qualifier("owner")) == ("", "copy_files")


@pytest.mark.parametrize(("text", "purposes"), [("Allocates a frame of the size.", 1), ("A frame has a size.", 0)])
def test_under_the_name_of_a_function_a_verb_says_what_it_does(text: str, purposes: int) -> None:
    source = Source("a#p0", Modality.TEXT, "A", text, Place("a", headings=("frame_alloc(size)",)))
    found = [fact for fact in facts_of_named_section(source) if fact.relation == "purpose"]
    assert [fact.qualifier("form") for fact in found] == ["function"] * purposes
