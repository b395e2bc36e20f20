"""What people write over groups of sources becomes questions of the benchmark, and their answers become references."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from multimodal import mmqa
from reviewing import labour

from benchwright import cli
from benchwright.benchmark import Benchmark
from benchwright.benchmark.validate import validate
from benchwright.errors import PlanError
from benchwright.records import Span
from benchwright.review.items import ItemRole
from benchwright.review.labels import read_labels
from benchwright.review.open_study import OpenStudy
from benchwright.review.references import contradicts
from benchwright.review.second_looks import second_looks
from benchwright.review.settings_files import read_settings_file
from benchwright.review.task import Task, task_text
from benchwright.review.units import ItemMaker
from benchwright.workflows.importing import import_benchmark
from benchwright.workflows.review import open_study
from benchwright.workflows.review_results import review_results
from benchwright.workflows.show import show

GOOD = {"question": "Which tree has what the yew lacks?", "answer": "The elm has a disease.", "keywords": "elm"}


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trees")
    import_benchmark(mmqa(folder / "mmqa"), folder / "bench", "mmqa")
    return folder / "bench"


@pytest.fixture
def bench(imported: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(imported, tmp_path / "bench"))


@pytest.fixture
def pairs(bench: Path, tmp_path: Path) -> Iterator[OpenStudy]:
    """Questions are written over the groups of sources of the benchmark's questions, by two people each."""
    yield from begun(bench, tmp_path, task="pair-creation", annotators_per_item=2)


@pytest.fixture
def references(bench: Path, tmp_path: Path) -> Iterator[OpenStudy]:
    yield from begun(bench, tmp_path, task="references", annotators_per_item=2)


def begun(bench: Path, folder: Path, **settings: Any) -> Iterator[OpenStudy]:
    (folder / "study.yaml").write_text(json.dumps({"name": "mine", **settings}))
    study = open_study(bench, str(folder / "study.yaml"))
    yield study
    study.close()


def write(study: OpenStudy, name: str, *values: dict[str, Any]) -> int:
    """An annotator who fills in these values, the last ones again and again; sources are all that are shown."""
    who, left = study.add_annotator(name).id, list(values)

    def fill(study: OpenStudy, item: Any, place: Any) -> dict[str, Any]:
        told = left.pop(0) if len(left) > 1 else left[0]
        chosen = {"chosen": [one.id for one in place.shown.sources], "offers": "no"}
        return {**(chosen if study.task.name == "pair-creation" else {}), **told}

    labour(study, who, fill)
    return who


def test_questions_of_people_join_the_benchmark_with_evidence_and_checks(
    pairs: OpenStudy, bench: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    groups = len(pairs.items(ItemRole.REAL))
    before = len(Benchmark.open(bench))
    write(pairs, "Ada", GOOD, {**GOOD, "question": "which elm"})
    write(pairs, "Ben", {**GOOD, "question": "Which tree, the elm or the yew, is ill?"})
    assert cli.main(["review", "results", str(bench), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["created"]
    assert (len(told["questions"]), told["not_taken"]) == (1, {"readable": groups - 1, "leak": groups})
    assert len(Benchmark.open(bench)) == before  # only --apply changes it
    assert cli.main(["review", "results", str(bench), "--apply"]) == 0
    out = capsys.readouterr().out
    assert "Questions written by people: 1" in out
    assert f"  {groups} not taken: leak" in out
    now = Benchmark.open(bench)
    assert validate(now) == []
    example = now.examples[-1]
    assert (example.question, example.answers[0].text) == (GOOD["question"], GOOD["answer"])
    assert (example.answers[0].aliases, example.columns) == (("elm",), {"keywords": "elm"})
    assert (example.origin.maker, example.style) == ("people", "pair-creation")
    assert {span.source for span in example.answers[0].evidence[0]} == set(example.sources)
    assert [(check.name, check.verdict) for check in example.checks] == [
        *(("readable", "pass"), ("leak", "pass"), ("duplicate", "pass"))
    ]
    cells = [cell for cell in show(bench).cells if "people" in cell.key]
    assert sum(cell.committed for cell in cells) == 1
    assert sum(cell.attempts for cell in cells) == 2 * groups
    assert show(bench).reasons["rejected:leak"] == groups
    assert cli.main(["show", str(bench)]) == 0
    out = capsys.readouterr().out
    assert "revision 1: 1 written by people" in out
    assert out.partition("questions that people wrote:")[2].count("rejected:leak") == groups  # a group is a cell here
    manifest = (bench / "manifest.json").read_bytes()
    review_results(pairs.folder, apply=True)
    assert (bench / "manifest.json").read_bytes() == manifest  # the same again is no revision


def test_marks_are_the_evidence_and_a_question_that_offers_its_answers_may_name_them(
    pairs: OpenStudy, bench: Path
) -> None:
    work = pairs.work(pairs.add_annotator("Ada").id)
    assert work.place is not None
    shown = work.place.shown.sources
    text = next(one for one in shown if one.table is None and one.image is None)
    table = next((one for one in shown if one.table is not None), None)
    marks: list[dict[str, Any]] = [{"source": text.id, "start": 0, "end": 3}]
    marks += [{"source": table.id, "cells": [[0, 0]]}] if table else []
    values = {**GOOD, "question": "Is it the elm or the yew that is ill?", "offers": "yes", "evidence": marks}
    chosen = [one.id for one in shown if one.id != text.id]  # a marked source is needed, too
    pairs.submit(1, work.place.id, {**values, "chosen": chosen[:2]}, key="k", seconds=1.0)
    report = review_results(pairs.folder, apply=True)
    assert report.created is not None
    (example,) = report.created.examples
    spans = {span.source: span for span in example.answers[0].evidence[0]}
    own = next(one.id for one in Benchmark.open(bench).sources.values() if one.text == text.text)
    assert spans[own] == Span(own, "text", 0, 3)
    assert [span.cells for span in spans.values() if span.read == "cell"] == ([((0, 0),)] if table else [])
    assert [check.verdict for check in example.checks] == ["pass", "unscored", "pass"]
    assert validate(Benchmark.open(bench)) == []


def test_a_question_is_written_once_and_withdrawn_with_its_author(pairs: OpenStudy, bench: Path) -> None:
    ada = write(pairs, "Ada", GOOD)
    found = review_results(pairs.folder, apply=True).created
    assert found is not None
    first = len(found.examples)
    assert found.reasons["duplicate"] >= 1
    pairs.stop(ada, "copied")
    review_results(pairs.folder, apply=True)
    assert not [one for one in Benchmark.open(bench) if one.origin.maker == "people"]
    assert validate(Benchmark.open(bench)) == []
    write(pairs, "Ben", GOOD)
    review_results(pairs.folder, apply=True)
    assert len([one for one in Benchmark.open(bench) if one.origin.maker == "people"]) == first
    assert validate(Benchmark.open(bench)) == []


def test_a_question_of_people_that_is_not_what_they_wrote_is_a_fault(pairs: OpenStudy, bench: Path) -> None:
    write(pairs, "Ada", GOOD)
    review_results(pairs.folder, apply=True)
    text = (bench / "examples.jsonl").read_text()
    (bench / "examples.jsonl").write_text(text.replace(GOOD["question"], "What else?"))
    assert any("is not what people wrote" in str(one) for one in validate(Benchmark.open(bench)))


def test_answers_of_people_become_references_unless_they_say_otherwise(
    references: OpenStudy, bench: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    single = [item for item in references.items(ItemRole.REAL) if len(item.content.answers) == 1]
    answers = {item.example: item.content.answers[0] for item in single}

    def fill(study: OpenStudy, item: Any, place: Any) -> dict[str, str]:
        words = answers.get(item.example, "")
        return {"sentence": f"It is {words}, I think.", "keywords": f"the {words} one"}

    for name in ("Ada", "Ben"):
        labour(references, references.add_annotator(name).id, fill)
    assert cli.main(["review", "results", str(bench), "--apply"]) == 0
    assert "not taken: the question has several answers" in capsys.readouterr().out
    now = Benchmark.open(bench)
    assert validate(now) == []
    for name, words in answers.items():
        example = now.example(name)
        assert example.answers[0].text == words
        assert example.answers[0].aliases[-2:] == (f"It is {words}, I think.", f"the {words} one")
        assert example.columns["keywords"] == f"the {words} one"
    assert len(read_labels(references).reviews) == 2 * len(references.items(ItemRole.REAL))


def test_a_wrong_answer_of_one_person_is_no_reference_and_waits_for_the_owner(
    references: OpenStudy, bench: Path
) -> None:
    single = [item for item in references.items(ItemRole.REAL) if len(item.content.answers) == 1]
    answers = {item.example: item.content.answers[0] for item in single}
    for name, wrong in (("Ada", ""), ("Ben", "17")):
        who = references.add_annotator(name).id

        def fill(study: OpenStudy, item: Any, place: Any, wrong: str = wrong) -> dict[str, str]:
            words = wrong or answers.get(item.example, "x")
            return {"sentence": f"It is {words}.", "keywords": words}

        labour(references, who, fill)
    looks = second_looks(references)
    assert {references.item(one.item).example for one in looks} == set(answers)
    assert {one.reason for one in looks} == {"other answer"}
    report = review_results(references.folder, apply=True)
    assert report.results.left_out["a reviewer answers otherwise"] == len(answers)
    now = Benchmark.open(bench)
    assert not [one for one in now if "17" in str(one.answers)]
    first = looks[0].item
    words = answers[references.item(first).example]
    references.rule(first, {"sentence": f"Certainly {words}.", "keywords": words})
    assert first not in {one.item for one in second_looks(references)}
    review_results(references.folder, apply=True)
    example = Benchmark.open(bench).example(references.item(first).example)
    assert f"Certainly {words}." in example.answers[0].aliases
    assert validate(Benchmark.open(bench)) == []


def test_what_contradicts() -> None:
    assert contradicts("17", "Laguna del Carbón")
    assert contradicts("38", "162")
    assert contradicts("No", "yes")
    assert contradicts("1912", "1911")
    assert not contradicts("162", "162 people")
    assert not contradicts("the green elm", "Elm")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("creates: {question: question", "creates: {question: quest"), "names the field 'quest'"),
        (("keywords: keywords", "keywords: chosen"), "needs 'chosen' to be a field of the kind text"),
        (('offers: {offers: ["yes"]}', 'offers: {offers: ["maybe"]}'), "offers cannot be 'maybe'"),
        (("unit: sources", "unit: question"), "needs items of the unit sources"),
    ],
)
def test_a_rule_for_new_questions_names_fields_of_the_right_kind(change: tuple[str, str], problem: str) -> None:
    text = task_text("pair-creation")
    assert change[0] in text
    with pytest.raises(PlanError, match=problem):
        read_settings_file(Task, text.replace(*change).encode(), "task.yaml")


def test_the_topic_is_spelled_as_a_title_spells_it(imported: Path) -> None:
    opened = Benchmark.open(imported)
    maker = ItemMaker(opened, "own", 13, blind=False)
    title = opened.sources[opened.examples[0].sources[0]].title
    assert title != title.lower()
    for entity, topic in ((title.lower(), title), (title[1:].upper(), title[1:]), ("nothing of it", "nothing of it")):
        (item,) = maker.of(replace(opened.examples[0], entity=entity), "sources")
        assert item.content.topic == topic
