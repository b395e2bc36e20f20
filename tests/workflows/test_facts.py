"""`benchwright facts`: read once, read again only after a change, shown by relation."""

import errno
import json
import os
from pathlib import Path

import pytest

import benchwright
from benchwright.cli import main
from benchwright.corpus.store import write_corpus
from benchwright.facts.extract import IMAGE_READERS
from benchwright.facts.store import FactTable
from benchwright.records import Modality, Place, Source, Table
from benchwright.workflows.facts import FACTS_FILE, facts, files_of_readers
from benchwright.workflows.graph import load_graph


def land(*rows: tuple[str, str]) -> Source:
    made = Table((("Country", "Area (sq km)"),), rows)
    return Source("land", Modality.TABLE, "Countries of Africa: area, 2024", "", Place("land"), table=made)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "corpus", [land(("Kenya", "580,367"), ("Chad", "1,284,000"))]).path


def test_a_corpus_is_read_once(folder: Path) -> None:
    first = facts(folder)
    assert first.fresh
    assert (first.facts, first.entities, first.sources) == (2, 2, {"table": 1})
    before = (folder / FACTS_FILE).read_bytes()
    assert not facts(folder).fresh
    assert (folder / FACTS_FILE).read_bytes() == before


def test_a_changed_corpus_is_read_again(folder: Path) -> None:
    facts(folder)
    write_corpus(folder, [land(("Kenya", "580,367"), ("Mali", "1,240,192"))])
    assert facts(folder).fresh
    assert [fact.subject for fact in FactTable.load(folder / FACTS_FILE)] == ["Kenya", "Mali"]


def test_another_reader_of_facts_has_the_corpus_read_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    facts(folder)
    registered = IMAGE_READERS.names()
    monkeypatch.setattr(IMAGE_READERS, "names", lambda: (*registered, "stamps"))
    assert facts(folder).fresh
    assert not facts(folder).fresh
    monkeypatch.undo()
    assert facts(folder).fresh


def test_the_report_says_what_was_read_and_what_can_be_asked(folder: Path) -> None:
    (area,) = facts(folder, samples=1).relations
    assert (area.name, area.facts, area.sources, area.read) == ("area", 2, 1, {"cell": 2})
    assert area.question == "What is the area of {s}?"
    assert [sample.id for sample in area.samples] == ["land#r0c1"]


@pytest.mark.parametrize("samples", [0, 1, 2, 3, 9])
def test_no_sample_is_shown_twice(folder: Path, samples: int) -> None:
    (area,) = facts(folder, samples=samples).relations
    assert [sample.id for sample in area.samples] == ["land#r0c1", "land#r1c1"][:samples]


def test_the_corpus_is_read_again_where_what_its_readers_import_has_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = Path(benchwright.__file__).parent
    names = {file.relative_to(package).as_posix() for file in files_of_readers()}
    assert {"facts/cells.py", "facts/lexicon/places.yaml", "values/numbers.yaml", "records/facts.py"} < names
    assert {"english/nouns.py", "english/nouns.yaml", "readers/passages.py", "corpus/store.py", "registry.py"} < names
    assert not any(name.startswith(("makers/", "publish/", "cli/")) for name in names)
    facts(folder)
    without = tuple(file for file in files_of_readers() if file.name != "nouns.yaml")
    monkeypatch.setattr("benchwright.workflows.facts.files_of_readers", lambda: without)
    assert facts(folder).fresh


def test_the_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["facts", str(folder)]) == 0
    forms = "terms, 0 abbreviations, 0 reference entries, 0 table rows, 0 lists, 0 amounts"
    assert capsys.readouterr().out.splitlines()[:6] == [
        "2 facts about 2 entities, from 1 table",
        f"open forms looked for: 0 {forms}, 0 question and task headings",
        "area: 2 facts from 1 sources (2 cell)",
        "    asks: What is the area of …?",
        "    Kenya -> 580,367 [square kilometre]  (land)",
        f"next: benchwright generate {folder} --to bench",
    ]
    assert main(["facts", str(folder), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["facts"], answer["fresh"], answer["relations"][0]["name"]) == (2, False, "area")


def test_nothing_read_is_a_shortfall(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus = write_corpus(tmp_path / "corpus", [Source("a", Modality.TEXT, "A", "Nothing here.", Place("a"))])
    assert main(["facts", str(corpus.path)]) == 1
    assert "0 facts" in capsys.readouterr().out


def test_a_corpus_that_may_not_be_written_to_is_told_with_what_to_do(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open

    def refused(path: str | Path, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            raise OSError(errno.EROFS, "Read-only file system", str(path))
        return real(path, flags, mode)

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", refused)
        assert main(["facts", str(folder)]) == 2
    assert capsys.readouterr().err == (
        f"error: the facts of {folder} were not read yet, and cannot be kept there: Read-only file system — "
        f"run `benchwright facts {folder}` where it may be written to, or work on a copy of it\n"
    )


def test_no_corpus_is_a_users_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["facts", str(tmp_path)]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_folder_with_graphs_and_no_documents_lists_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letters.tsv").write_text("a\tr\tb\n")
    load_graph([tmp_path / "letters.tsv"], tmp_path / "kg")
    assert main(["facts", str(tmp_path / "kg")]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{tmp_path / 'kg'} has no documents",
        "graph letters: 2 entities, 1 triple, 1 relation",
    ]
    assert main(["facts", str(tmp_path / "kg"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["facts"], [one["name"] for one in told["graphs"]]) == (0, ["letters"])
    assert main(["facts", str(tmp_path / "none")]) == 2


def pumps() -> Source:
    rows = (("P-200", "38 mm steel"), ("P-300", "40 mm steel"), ("P-400", "58 mm titanium"))
    made = Table((("Model", "Burrs"),), rows)
    return Source("pumps", Modality.TABLE, "Pumps at a glance", "", Place("pumps"), table=made)


def test_open_facts_are_shown_by_form(tmp_path: Path) -> None:
    report = facts(write_corpus(tmp_path / "corpus", [pumps()]).path)
    assert report.relations == ()
    assert [(form.name, form.facts) for form in report.forms] == [("cell", 3)]


def test_a_draft_is_valid_and_its_relations_are_read(tmp_path: Path) -> None:
    corpus, mine = write_corpus(tmp_path / "corpus", [pumps()]).path, tmp_path / "mine.yaml"
    assert facts(corpus, draft=mine).draft == str(mine)
    report = facts(corpus, relations=[mine])
    assert report.fresh
    assert [(one.name, one.facts) for one in report.relations] == [("burrs", 3)]
    assert report.forms == ()
    assert not facts(corpus, relations=[mine]).fresh
    mine.write_text(mine.read_text() + "weight: {labels: [heaviness]}\n")
    assert facts(corpus, relations=[mine]).unused == ("weight",)
    assert [form.name for form in facts(corpus).forms] == ["cell"]  # and without the file as before


def test_a_mistake_in_a_relations_file_is_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = folder.parent / "mine.yaml"
    mine.write_text("burrs: {subject: [thing]}\n")
    assert main(["facts", str(folder), "--relations", str(mine)]) == 2
    assert "unknown key 'subject' — did you mean 'subjects'?" in capsys.readouterr().err
    assert main(["facts", str(folder), "--draft", str(mine)]) == 2
    assert "is there already" in capsys.readouterr().err


def test_every_open_form_is_counted_and_what_gave_no_fact(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = facts(folder)
    assert dict.fromkeys(report.looked_for, 0) == dict(report.looked_for)
    assert list(report.looked_for)[:3] == ["terms", "abbreviations", "reference entries"]
    assert report.advice[0] == f"next: benchwright generate {folder} --to bench"
    write_corpus(folder, [Source("t", Modality.TABLE, "", "", Place("t"), table=Table((("A",),), (("1",),)))])
    assert main(["facts", str(folder)]) == 1
    shown = capsys.readouterr().out
    assert "open forms looked for: 0 terms, 0 abbreviations, 0 reference entries, 0 table rows, 0 lists" in shown
    assert "1 of 1 tables gave no fact: 1 without a title" in shown
    assert f"benchwright facts {folder} --draft relations.yaml" in shown
    assert f"with a model: benchwright generate {folder} --writer" in shown
    assert "next:" not in shown
