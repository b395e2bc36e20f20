"""Entries of a file of relations: bounds, and what is wrong with one that is nearly right."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.errors import RelationsError
from benchwright.graphs import book as module
from benchwright.graphs.book import open_book, parse_book
from benchwright.graphs.relations import GraphRelation, Things, TypeName

ENTRY = """
P50:
  label: author
  subject: {one: book, many: books, types: [Q571 book]}
  object: {one: person, many: people, who: true}
  hypothesis: "{subject} was written by {object}."
  subjects: were written by {given}
  objects: wrote {given}
"""
SHORT = """{id}:
  label: author
  subject: {{one: book, many: books}}
  object: {{one: author, many: authors}}
  hypothesis: "{{subject}} was written by {{object}}."
"""


def failed(text: str) -> str:
    with pytest.raises(RelationsError) as caught:
        parse_book(text)
    return caught.value.line()


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("wrote {given}", "wrote {given} for {given}", "has more than one {given}"),
        ("wrote {given}", "wrote {given} of {subject}", "its only slots are {given}"),
        ("wrote {given}", "wrote {given}!", "ends in '!'"),
        ("Q571 book", "Q0 book", "is neither 'ID label' nor a label"),
        ("  objects: wrote {given}\n", "  cues: [wrote, book, wrote]\n", "the cue 'wrote' occurs twice"),
        ("  objects: wrote {given}\n", "  inverse: true\n", "'inverse' without 'same_as'"),
        ("  objects: wrote {given}\n", "  uses: {objects: [first]}\n", "objects has uses but no clause"),
    ],
)
def test_what_is_nearly_right_is_told(was: str, now: str, said: str) -> None:
    assert was in ENTRY
    assert said in failed(ENTRY.replace(was, now))


DECLARED = ENTRY + "  kind: creation\n  tense: event\n  ends: [work, person]\n  not_when: [dedicated to, translat*]\n"


def test_an_entry_declares_what_its_relation_is() -> None:
    relation = parse_book(DECLARED).relations["P50"]
    assert (relation.kind, relation.tense, relation.ends) == ("creation", "event", ("work", "person"))
    assert relation.not_when == ("dedicated to", "translat*")
    assert relation.undeclared == ()


def test_what_an_entry_does_not_declare_takes_a_default_and_is_listed() -> None:
    book = parse_book(f"{ENTRY}  tense: event\n")
    relation = book.relations["P50"]
    assert (relation.kind, relation.tense, relation.ends, relation.not_when) == ("other", "event", ("thing",) * 2, ())
    assert relation.undeclared == ("kind", "ends")
    assert book.undeclared == ("P50",)
    assert parse_book(DECLARED).undeclared == ()


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("kind: creation", "kind: creatoin", "unknown kind 'creatoin' — did you mean 'creation'?"),
        ("tense: event", "tense: past", "unknown tense 'past'"),
        ("[work, person]", "[work, persons]", "unknown end 'persons' — did you mean 'person'?"),
        ("[work, person]", "[work]", "there must be two ends"),
        ("translat*]", "dedicated to]", "occurs twice"),
    ],
)
def test_a_wrong_declaration_is_an_error_of_one_line(was: str, now: str, said: str) -> None:
    assert said in failed(DECLARED.replace(was, now))


def test_an_entry_of_typed_that_names_no_type_has_those_of_the_whole() -> None:
    book = parse_book(f"{ENTRY}  typed: [{{one: novel, many: novels, types: []}}]\n")
    (asked,) = book.relations["P50"].subjects
    assert asked.things == Things("novel", "novels", types=(TypeName("Q571", "book"),))


def test_people_are_asked_with_their_own_pronoun() -> None:
    typed = "[{one: monk, many: monks, who: true, types: [monk]}, {one: tale, many: tales, types: [tale]}]"
    book = parse_book(ENTRY.replace("were written by {given}", "have {given} as their author") + f"  typed: {typed}\n")
    clauses = [asked.clause.one for asked in book.relations["P50"].subjects]
    assert clauses == ["has {given} as their author", "has {given} as its author"]


@pytest.mark.parametrize(
    ("side", "use", "both_ways", "allowed"),
    [
        ("subjects", "simple", False, True),
        ("objects", "simple", True, True),
        ("objects", "simple", False, False),
        ("objects", "first", False, True),
        ("objects", "second", False, True),
    ],
)
def test_what_a_side_may_be_where_nothing_is_said(side: str, use: str, both_ways: bool, allowed: bool) -> None:
    relation = parse_book(ENTRY).relations["P50"]
    assert relation.may(side, use, both_ways=both_ways) is allowed  # type: ignore[arg-type]


def test_uses_that_are_told_leave_out_all_others() -> None:
    relation = parse_book(f"{ENTRY}  uses: {{objects: [simple]}}\n").relations["P50"]
    assert isinstance(relation, GraphRelation)
    assert [relation.may("objects", use, both_ways=False) for use in ("simple", "first", "second")] == [
        True,
        False,
        False,
    ]
    assert relation.may("subjects", "second")


def test_included_entries_count_towards_the_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "more.yaml").write_text(SHORT.format(id="a") + SHORT.format(id="b"))
    (tmp_path / "own.yaml").write_text("include: more.yaml\n" + SHORT.format(id="c"))
    monkeypatch.setattr(module, "MOST_ENTRIES", 3)
    assert sorted(open_book("own.yaml", tmp_path).relations) == ["a", "b", "c"]
    monkeypatch.setattr(module, "MOST_ENTRIES", 2)
    with pytest.raises(RelationsError, match="more than 2 relations"):
        open_book("own.yaml", tmp_path)


def test_a_file_may_be_as_large_as_the_bound_and_no_larger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = SHORT.format(id="a")
    (tmp_path / "own.yaml").write_text(text)
    monkeypatch.setattr(module, "MOST_BYTES", len(text))
    assert list(open_book("own.yaml", tmp_path).relations) == ["a"]
    monkeypatch.setattr(module, "MOST_BYTES", len(text) - 1)
    with pytest.raises(RelationsError, match="is larger than"):
        open_book("own.yaml", tmp_path)


def test_so_many_files_may_be_included_and_one_more_may_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "ab":
        (tmp_path / f"{name}.yaml").write_text(SHORT.format(id=name))
    (tmp_path / "own.yaml").write_text("include: [a.yaml, b.yaml]\n")
    monkeypatch.setattr(module, "MOST_FILES", 3)
    assert sorted(open_book("own.yaml", tmp_path).relations) == ["a", "b"]
    monkeypatch.setattr(module, "MOST_FILES", 2)
    with pytest.raises(RelationsError, match="more than 2 files are included"):
        open_book("own.yaml", tmp_path)


def test_files_include_one_another_so_deep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.yaml").write_text("include: b.yaml\n")
    (tmp_path / "b.yaml").write_text("include: c.yaml\n")
    (tmp_path / "c.yaml").write_text(SHORT.format(id="c"))
    monkeypatch.setattr(module, "MOST_DEPTH", 3)
    assert list(open_book("a.yaml", tmp_path).relations) == ["c"]
    monkeypatch.setattr(module, "MOST_DEPTH", 2)
    assert list(open_book("b.yaml", tmp_path).relations) == ["c"]
    with pytest.raises(RelationsError, match="more than 2 files include one another"):
        open_book("a.yaml", tmp_path)
