"""Questions and tasks that are headings are read with the sentences that answer them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.facts.open.headings import facts_of_headings, facts_of_questions
from benchwright.records import Entry, Fact, Modality, Place, Source

MORE = " It goes on for a while, and tells of much that nobody asked for." * 6
LONG = f"\n\n{MORE[1:]}"


def _read(heading: str, text: str, code: str = "") -> list[Fact]:
    at = len(text) + 2
    entries = (Entry("code", (at, at), (at, at + len(code))),) if code else ()
    text = f"{text}\n\n{code}" if code else text
    place = Place("a", headings=("FAQ", heading))
    return list(facts_of_headings(Source("a#p0", Modality.TEXT, "FAQ", text, place, entries=entries)))


@pytest.mark.parametrize(
    ("heading", "text", "answer"),
    [
        ("3.2 Can I use natural ids?", f"Answer: Yes, but make sure that each is unique.{LONG}",
         "Yes, but make sure that each is unique."),
        ("Does it run on Windows?", f"No. Windows has no fork call.{LONG}", "No. Windows has no fork call."),
        ("How do I send mail?", "Use the module smtplib.", "Use the module smtplib."),
        ("How do I list packages?", "To list all packages, run dpkg with its option.",
         "To list all packages, run dpkg with its option."),
        ("What is a package manager?", f"A package manager keeps track of what is installed.{MORE}",
         "A package manager keeps track of what is installed."),
        ("Why can't it hold statements?", f"It cannot, because its syntax cannot hold statements.{LONG}",
         "It cannot, because its syntax cannot hold statements."),
        ("How many suites are there?", f"There are three suites.{LONG}", "There are three suites."),
        ("How to install the server", "To install the server, run the script as root.",
         "To install the server, run the script as root."),
    ],
)  # fmt: skip
def test_the_paragraph_that_answers(heading: str, text: str, answer: str) -> None:
    (fact,) = _read(heading, text)
    assert (fact.subject, fact.relation, fact.value) == (heading.removeprefix("3.2 "), "answer", answer)
    assert text[fact.span.start : fact.span.end] == answer


def test_code_that_a_sentence_leads_over_to_belongs_to_the_answer() -> None:
    (fact,) = _read("How do I purge all tasks?", "Use the purge command:", "$ celery purge")
    assert fact.value == "Use the purge command:\n\n$ celery purge"
    assert not _read("How do I purge all tasks?", "Use the purge command:", "a\nb")


@pytest.mark.parametrize(
    ("heading", "text"),
    [
        ("Configuration", "Use the file to set it up."),  # no question, no task
        ("Understanding the server", "To understand the server, read its code."),
        ("What tools are there?", f"See the list of tools that there are.{LONG}"),
        ("What does micro mean?", f"Micro does not mean that it has one file.{LONG}"),
        ("How do I call it?", f"It is a long story.{LONG}"),
        ("Can I call it?", f"Maybe.{LONG}"),
        ("Where is it kept?", "The section below tells where it is kept."),
        ("How do I list packages?", "- Run a tool\n- Read the list"),  # a list alone
        ("Installing the server", "To install the server, run the script as root."),  # a topic, and no question
        ("How do I send mail?", f"Use the module smtplib.{LONG}"),  # the procedure goes on
        ("Can I call it?", f"Yes, you can call it.{MORE}"),  # half of a paragraph
        ("Do I need to sign it?", "If you use automatic signing, no."),
        ("Where can visitors park?", "Ask at the desk."),  # all that stands there, and no answer of that form
        ("Why doesn't my package work?", "It fails because of its name."),  # asks for the reader's own
        ("Which events would you like to trigger it?", "The events that trigger it are two."),
        ("What is a loop and how do I make one?", "A loop is a statement that repeats."),  # two questions
    ],
)
def test_what_is_no_answer(heading: str, text: str) -> None:
    assert _read(heading, text) == []


def test_an_entry_that_is_a_question() -> None:
    text = "Can it run twice?\nYes, it can run as often as you like."
    entries = (Entry("definition", (0, 17), (18, len(text))),)
    (fact,) = facts_of_questions(Source("a#p0", Modality.TEXT, "A", text, Place("a"), entries=entries))
    assert (fact.subject, fact.value) == ("Can it run twice?", "Yes, it can run as often as you like.")


_TEXT = st.text(alphabet="aYes.,:? !\nUseé1", max_size=80)


@given(st.sampled_from(["How do I use it?", "Is it a yes?", "What is a use?", "Using a use", "Why use it?"]), _TEXT)
def test_any_text_is_read_without_failure_and_spans_hold_their_values(heading: str, text: str) -> None:
    facts = _read(heading, text)
    assert facts == _read(heading, text)
    for fact in facts:
        assert text[fact.span.start : fact.span.end] == fact.value == fact.value.strip() != ""
