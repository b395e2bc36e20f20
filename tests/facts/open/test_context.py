"""An open fact is bounded by its document or table, and says what a question needs to name its subject."""

from benchwright.facts.open.context import OpenSubject, is_open, open_fact
from benchwright.records import Modality, Place, Source, Span, Table


def test_things_of_one_name_in_two_documents_are_two_things() -> None:
    subject = OpenSubject("--force", "option", "git add", "entry")
    facts = []
    for name in ("add.html", "rm.html"):
        source = Source(f"{name}#p0", Modality.TEXT, "git", "--force\nGo on.", Place(name, headings=("Options",)))
        facts.append(open_fact(source, "purpose", subject, "Go on.", Span(source.id, "text", 8, 14)))
    first, second = facts
    assert first.entity == "git add --force @ add.html" != second.entity
    assert first.id == "add.html#p0#purpose@8"
    assert first.qualifiers == (
        ("form", "option"),
        ("owner", "git add"),
        ("section", "Options"),
        ("scope", "add.html"),
    )


def test_what_a_table_says_holds_inside_that_table() -> None:
    table = Table((("Pump", "Flow"),), (("P-200", "40 l/min"),))
    source = Source("p.md#t0", Modality.TABLE, "Pumps", "", Place("p.md", headings=("Pumps", "Data")), table)
    span = Span(source.id, "cell", cells=((0, 1),))
    fact = open_fact(source, "cell:flow", OpenSubject("P-200"), "40 l/min", span, extra=(("header", "Flow"),))
    assert (fact.id, fact.qualifier("scope")) == ("p.md#t0#r0c1", "p.md#t0")
    assert is_open(fact.relation)
    assert not is_open("population")
