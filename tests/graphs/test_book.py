"""Files of relations are read whole, and every mistake in one is told with its line and how to mend it."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from benchwright.errors import RelationsError
from benchwright.graphs import book as module
from benchwright.graphs.book import built_in, open_book, parse_book
from benchwright.graphs.entries import KEYS, SAME_KEYS
from benchwright.graphs.relations import Clause, GraphRelation, Phrasing, Things, TypeName

FILM = Things("film", "films", types=(TypeName("Q11424", "film"), TypeName("", "short film")))
PERSON = Things("person", "people", who=True, types=(TypeName("Q5", "human"),))
TEXT = """\
P57:
  label: director
  subject: {one: film, many: films, types: [Q11424 film, short film]}
  object: {one: person, many: people, who: true, types: [Q5 human]}
  hypothesis: "{subject} was directed by {object}."
  subjects: were directed by {given}
  objects: directed {given}
  cues: [direct*, filmmaker]
  uses: {subjects: [first, simple], objects: [second]}
/film/director/film: {same_as: P57, inverse: true}
/film/film/directed_by: {same_as: P57}
"""
SHORT = """\
P50:
  label: author
  subject: {one: book, many: books}
  object: {one: author, many: authors, who: true}
  hypothesis: "{subject} was written by {object}."
"""


def failed(text: str, folder: Path | None = None) -> str:
    with pytest.raises(RelationsError) as caught:
        parse_book(text, folder=folder)
    assert "\n" not in caught.value.line()
    return caught.value.line()


def test_a_file_becomes_relations() -> None:
    book = parse_book(TEXT)
    assert book.relations == {
        "P57": GraphRelation(
            id="P57",
            label="director",
            subject=FILM,
            object=PERSON,
            hypothesis="{subject} was directed by {object}.",
            subjects=(Phrasing(FILM, Clause("were directed by {given}", "was directed by {given}")),),
            objects=(Phrasing(PERSON, Clause("directed {given}", "directed {given}")),),
            cues=("direct*", "filmmaker"),
            uses={"subjects": ("simple", "first"), "objects": ("second",)},
            undeclared=("kind", "tense", "ends"),
        )
    }
    assert book.canonical("/film/director/film") == ("P57", True)
    assert book.canonical("/film/film/directed_by") == ("P57", False)
    assert book.canonical("P1") == ("P1", False)
    assert book.fingerprint == hashlib.sha256(TEXT.encode()).hexdigest()


def test_an_empty_file_is_an_empty_book() -> None:
    assert parse_book("# nothing yet\n").relations == {}


def test_a_side_without_a_clause_is_not_asked_for() -> None:
    relation = parse_book(SHORT).relations["P50"]
    assert (relation.subjects, relation.objects, relation.cues, relation.draft) == ((), (), (), False)


def test_types_split_what_is_asked_for() -> None:
    text = SHORT + (
        "  subjects: were written by {given}\n"
        "  typed:\n"
        "    - {one: novel, many: novels, types: [Q8261 novel]}\n"
        "    - {one: writer, many: writers, who: true, types: [Q5 human], subjects: 'have {given} as their author'}\n"
    )
    novel, writer = parse_book(text).relations["P50"].subjects
    assert novel == Phrasing(
        Things("novel", "novels", types=(TypeName("Q8261", "novel"),)),
        Clause("were written by {given}", "was written by {given}"),
    )
    assert writer.clause == Clause("have {given} as their author", "has {given} as their author")


def test_a_type_may_be_ruled_out() -> None:
    text = SHORT.replace("one: author,", "types: [nobleman, not Q5 human, not king], one: author,")
    assert [*parse_book(text).relations["P50"].object.types] == [
        TypeName("", "nobleman"),
        TypeName("Q5", "human", ruled_out=True),
        TypeName("", "king", ruled_out=True),
    ]
    assert "is neither 'ID label' nor a label" in failed(text.replace("not Q5 human", "not Q5"))


def test_types_split_either_side() -> None:
    text = SHORT + "  typed: {objects: [{one: man, many: men, types: [Q6581097 male], objects: 'wrote {given}'}]}\n"
    relation = parse_book(text).relations["P50"]
    assert relation.subjects == ()
    assert relation.objects[0].clause == Clause("wrote {given}", "wrote {given}")
    assert relation.objects[0].things.who  # as without the split


def test_both_forms_of_a_clause_may_be_given() -> None:
    text = SHORT + "  subjects: {one: 'is a part of {given}', many: 'are parts of {given}'}\n"
    assert parse_book(text).relations["P50"].subjects[0].clause == Clause(
        "are parts of {given}", "is a part of {given}"
    )


@pytest.mark.parametrize(
    ("was", "now", "line"),
    [
        ("cues:", "ceus:", "relations.yaml, line 8, P57: unknown key 'ceus' — did you mean 'cues'?"),
        (
            "by {given}",
            "by",
            "relations.yaml, line 6, P57: subjects has no {given}: 'were directed by' — write {given} once",
        ),
        (
            "by {given}",
            "by {givn}",
            "relations.yaml, line 6, P57: subjects has no {given}: 'were directed by {givn}' — write {given} once",
        ),
        (
            "was directed by {object}",
            "is a film",
            "relations.yaml, line 5, P57: hypothesis has no {object}: '{subject} is a film.' — "
            "write {subject} and {object} once",
        ),
        (
            "was directed by {object}.",
            "was directed by {object}",
            "relations.yaml, line 5, P57: "
            "the hypothesis '{subject} was directed by {object}' does not end in a full stop — "
            "write a whole sentence",
        ),
        (
            "same_as: P57, inverse",
            "same_as: P75, inverse",
            "relations.yaml, line 10, /film/director/film: "
            "it is the same as 'P75', which is not a relation of this book — "
            "include the book that has it, or write an entry for it",
        ),
        (
            "/film/film/directed_by: {same_as: P57}",
            "x: {same_as: /film/director/film}",
            "relations.yaml, line 11, x: "
            "it is the same as /film/director/film, which is itself the same as P57 — name P57",
        ),
        ("/film/film/directed_by", "P57", "relations.yaml, line 11: 'P57' occurs twice — keep one of them"),
        (
            "filmmaker",
            "'*'",
            "relations.yaml, line 8, P57: the cue '*' is not a word — write words, each with a star at most at its "
            "end: direct*",
        ),
        (
            "filmmaker",
            "fi*lm",
            "relations.yaml, line 8, P57: "
            "the cue 'fi*lm' is not a word — write words, each with a star at most at its end: "
            "direct*",
        ),
        (
            "Q11424 film",
            "Q11424",
            "relations.yaml, line 3, P57: "
            "the type 'Q11424' is neither 'ID label' nor a label — write it like: Q11424 film",
        ),
        (
            "Q5 human",
            "q5 human",
            "relations.yaml, line 4, P57: the type 'q5 human' is neither 'ID label' nor a label — "
            "write it like: Q11424 film",
        ),
        (
            "objects: directed",
            "objects: are fans of",
            "relations.yaml, line 7, P57: "
            "the singular of objects is unclear: 'fans' in 'are fans of {given}' looks like a "
            "plural noun — write {one: ..., many: ...} with both forms",
        ),
        ("who: true", "who: 1", "relations.yaml, line 4, P57: object.who must be true or false, not 1 — "
         "write true or false, without quotes"),
        ("[second]", "[third]", "relations.yaml, line 9, P57: unknown use 'third' — known: first, second, simple"),
        (
            "label: director",
            "label:",
            "relations.yaml, line 2, P57: label must be text, not nothing — "
            "write a line of text, or leave the key out",
        ),
        (
            "{same_as: P57}",
            "{same_as: P57, draft: true}",
            "relations.yaml, line 11, /film/film/directed_by: "
            "it is the same as another relation and has 'draft', too — "
            "leave draft out",
        ),
        (
            "directed {given}",
            "directed {given}?",
            "relations.yaml, line 7, P57: objects ends in '?': 'directed {given}?' — "
            "leave it out: a clause is a part of a question",
        ),
        ("label: director", "lable: director",
         "relations.yaml, line 2, P57: "
         "unknown key 'lable' — did you mean 'label'?"),
        (
            "one: person, ",
            "",
            "relations.yaml, line 4, P57: object has no 'one' — write {one: film, many: films}",
        ),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_line_and_how_to_mend_it(was: str, now: str, line: str) -> None:
    assert was in TEXT
    assert failed(TEXT.replace(was, now, 1)) == line


def test_a_needed_key_is_missed() -> None:
    assert failed(SHORT.replace("  label: author\n", "")) == (
        "relations.yaml, line 1, P50: it has no 'label' — add a line label: ..."
    )


@pytest.mark.parametrize("side", ["subjects", "objects"])
def test_a_relation_says_which_side_lies_inside_the_other(side: str) -> None:
    assert parse_book(SHORT).relations["P50"].within is None
    assert parse_book(f"{SHORT}  within: {side}\n").relations["P50"].within == side


def test_any_other_side_is_a_mistake() -> None:
    for written, shown in (("inside", "'inside'"), ("true", "true"), ("[subjects]", "a list"), ("", "nothing")):
        assert failed(f"{SHORT}  within: {written}\n") == (
            f"relations.yaml, line 6, P50: within must be subjects or objects, not {shown} — "
            "name the side that lies inside the other"
        )


ENTRY = {
    "label": "author",
    "subject": "{one: book, many: books}",
    "object": "{one: person, many: people, who: true}",
    "hypothesis": "'{subject} was written by {object}.'",
    "subjects": "were written by {given}",
    "objects": "wrote {given}",
    "cues": "[written]",
    "typed": "[{one: novel, many: novels, types: [novel]}]",
    "uses": "{subjects: [simple]}",
    "within": "subjects",
    "draft": "true",
}
TAKEN = {
    "label": ("text",),
    "subject": ("a mapping",),
    "object": ("a mapping",),
    "hypothesis": ("text",),
    "subjects": ("text", "a mapping"),
    "objects": ("text", "a mapping"),
    "cues": ("a list",),
    "typed": ("a list", "a mapping"),
    "uses": ("a mapping",),
    "within": (),
    "draft": ("true",),
}
"""What a key may have under it; what is wrong inside of that is told by other rules."""
WRONG = {
    "3": ("text", "3"),
    "1.5": ("text", "1.5"),
    "yes please": ("text", "'yes please'"),
    "2024-13-45": ("text", "2024-13-45"),
    "!!int a": ("text", "a"),
    "x" * 500: ("text", "'" + "x" * 60 + "...'"),
    "true": ("true", "true"),
    "": ("nothing", "nothing"),
    "null": ("nothing", "nothing"),
    "[3]": ("a list", "a list"),
    "{a: 3}": ("a mapping", "a mapping"),
}


@pytest.mark.parametrize(
    ("key", "written"), [(key, written) for key in ENTRY for written in WRONG if WRONG[written][0] not in TAKEN[key]]
)
def test_a_wrong_kind_of_value_is_told_with_file_entry_key_and_what_is_there(key: str, written: str) -> None:
    text = "".join(f"  {one}: {value}\n" for one, value in {**ENTRY, key: written}.items())
    place = re.escape(f"relations.yaml, line {2 + list(ENTRY).index(key)}, P50: {key} must be ")
    line = failed(f"P50:\n{text}")
    assert re.match(rf"{place}[a-z ]+, not {re.escape(WRONG[written][1])} — \w", line), line


def test_uses_of_what_is_not_asked_for_are_a_mistake() -> None:
    assert "objects has uses but no clause" in failed(SHORT + "  uses: {objects: [second]}\n")


def test_a_split_names_types_and_a_clause() -> None:
    assert "has no 'types'" in failed(SHORT + "  typed: [{one: novel, many: novels}]\n")
    assert "no clause 'subjects'" in failed(SHORT + "  typed: [{one: novel, many: novels, types: [novel]}]\n")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a: [1", "line 1: not YAML"),
        ("- P57\n", "line 1: not a file of relations"),
        ("P57: director\n", "line 1, P57: an entry must be a mapping of keys to values, not 'director'"),
        ("P57: &a {label: l, subject: *a}\n", "has no 'object'"),
        ("P57: {<<: {label: a}}\n", "unknown key '<<'"),
        ("P57: {same_as: !!python/object:os.system {}}\n", "same_as must be text"),
        (f"P57: {{same_as: {'x' * 1001}}}\n", "same_as has more than 1,000 characters"),
        ("P57: " + "[" * 5000, "not YAML"),
        ("[" * 5000 + "]" * 5000, "nested too deeply"),
        ("include: [a\0b]", "not YAML"),
    ],
)
def test_a_file_that_is_no_file_of_relations(text: str, told: str) -> None:
    line = failed(text)
    assert told in line or "nested too deeply" in line


def test_a_list_without_end_is_not_read() -> None:
    cues = ", ".join(f"word{number}" for number in range(501))
    assert "cues has more than 500 items" in failed(SHORT + f"  cues: [{cues}]\n")


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "large.yaml").write_bytes(b"#" * (module.MOST_BYTES + 1))
    with pytest.raises(RelationsError, match=r"large\.yaml is larger than 8 MB"):
        open_book("large.yaml", tmp_path)


def test_a_file_is_found_beside_the_plan(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(TEXT, "utf-8")
    assert open_book("own.yaml", tmp_path) == parse_book(TEXT)
    with pytest.raises(RelationsError, match=r"other\.yaml cannot be read"):
        open_book("other.yaml", tmp_path)
    (tmp_path / "latin.yaml").write_bytes("a: é".encode("latin-1"))
    with pytest.raises(RelationsError, match=r"latin\.yaml is not UTF-8 text"):
        open_book("latin.yaml", tmp_path)


def test_a_built_in_book_is_known_by_its_name(tmp_path: Path) -> None:
    assert "wikidata" in built_in()
    assert "P57" in open_book("wikidata", tmp_path).relations
    with pytest.raises(RelationsError) as caught:
        open_book("wikidat", tmp_path)
    assert caught.value.line() == (
        "there is no built-in book 'wikidat' — did you mean 'wikidata'? (a file's name ends in .yaml)"
    )


def test_own_entries_replace_what_is_included(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(SHORT + "author_of: {same_as: P50, inverse: true}\n", "utf-8")
    (tmp_path / "top.yaml").write_text("include: base.yaml\n" + SHORT.replace("books", "works"), "utf-8")
    book = open_book("top.yaml", tmp_path)
    assert book.relations["P50"].subject.many == "works"
    assert book.canonical("author_of") == ("P50", True)
    assert book.fingerprint != open_book("base.yaml", tmp_path).fingerprint
    (tmp_path / "base.yaml").write_text(SHORT + "\nauthor_of: {same_as: P50, inverse: true}\n", "utf-8")
    assert open_book("top.yaml", tmp_path).fingerprint != book.fingerprint


def test_two_included_files_may_share_a_third_but_not_differ(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(SHORT, "utf-8")
    for name in ("left", "right"):
        (tmp_path / f"{name}.yaml").write_text(f"include: base.yaml\n{name}: {{same_as: P50}}\n", "utf-8")
    (tmp_path / "top.yaml").write_text("include: [left.yaml, right.yaml]\n", "utf-8")
    assert set(open_book("top.yaml", tmp_path).same) == {"left", "right"}
    (tmp_path / "right.yaml").write_text(SHORT, "utf-8")
    with pytest.raises(RelationsError) as caught:
        open_book("top.yaml", tmp_path)
    assert caught.value.line() == (
        "top.yaml, line 1: P50 is in base.yaml, line 1, and in right.yaml, line 1 — "
        "write your own entry of it here, or include one of the two"
    )


def test_files_that_include_one_another_are_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("include: b.yaml\n", "utf-8")
    (tmp_path / "b.yaml").write_text("\ninclude: a.yaml\n", "utf-8")
    with pytest.raises(RelationsError) as caught:
        open_book("a.yaml", tmp_path)
    assert caught.value.line() == (
        "b.yaml, line 2: a.yaml includes itself: a.yaml > b.yaml > a.yaml — take this include out"
    )


def test_a_chain_of_includes_ends(tmp_path: Path) -> None:
    for number in range(module.MOST_DEPTH + 1):
        (tmp_path / f"{number}.yaml").write_text(f"include: {number + 1}.yaml\n", "utf-8")
    with pytest.raises(RelationsError, match="more than 10 files include one another"):
        open_book("0.yaml", tmp_path)


@pytest.mark.parametrize("name", ["../secret.yaml", "/etc/secret.yaml", "a/../../b.yaml", "..\\b.yaml"])
def test_an_include_stays_in_its_folder(tmp_path: Path, name: str) -> None:
    assert "cannot be included" in failed(f"include: '{name}'\n", tmp_path)


def test_a_text_without_a_folder_includes_built_in_books_only() -> None:
    assert "P57" in parse_book("include: wikidata\n").relations
    assert "cannot be included" in failed("include: other.yaml\n")
    assert "there is no built-in book 'none'" in failed("include: none\n")


def test_the_examples_of_the_page_are_files_of_relations(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "relations.md").read_text("utf-8")
    blocks = re.findall(r"```yaml[^\n]*\n(.*?)```", page, re.S)
    first, _, split, *_ = (parse_book(text) if "label:" in text else None for text in blocks)
    assert first is not None
    assert first.canonical("/film/director/film") == ("P57", True)
    assert split is not None
    assert [way.things.many for way in split.relations["P131"].subjects] == ["churches", "rivers"]


def test_every_key_is_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "relations.md").read_text("utf-8")
    section = page.split("\n## Keys\n")[1].split("\n## ")[0]
    cells = re.findall(r"^\| (`[^|]*`) \|", section, re.M)
    assert {name for cell in cells for name in re.findall(r"`(\w+)`", cell)} == {*KEYS, *SAME_KEYS}


@pytest.mark.parametrize(
    ("types", "told"),
    [
        ("[producer]", True),
        ("[producer, not human]", True),
        ("[producer, not record producer]", True),
        ("[human, producer]", False),
        ("[not record producer]", False),
        ("[]", False),
    ],
)
def test_people_are_held_to_their_pages_only_where_every_type_says_what_they_do(types: str, told: bool) -> None:
    book = parse_book(
        "r:\n"
        "  label: r\n"
        "  subject: {one: person, many: people, who: true}\n"
        "  object: {one: country, many: countries}\n"
        '  hypothesis: "{subject} is a citizen of {object}."\n'
        "  subjects: come from {given}\n"
        f"  typed: [{{one: producer, many: producers, types: {types}}}]\n"
    )
    assert [asked.things.told for asked in book.relations["r"].subjects] == [told]
