"""Items go to other platforms and finished reviews come back: nothing tells controls apart, everything is escaped."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from ferries_bench import FERRIES, ferries_bench
from hostile_bench import hostile_bench
from reviewing import all_right, towns_study
from selectolax.lexbor import LexborHTMLParser

from benchwright import cli
from benchwright.errors import UsageError
from benchwright.review.exchange import PLATFORMS, take_in
from benchwright.review.exchange.mechanical_turk import layout
from benchwright.review.exchange.rows import TakenReview
from benchwright.review.items import ItemRole
from benchwright.review.open_study import OpenStudy
from benchwright.review.task import tasks
from benchwright.workflows.review import open_study
from benchwright.workflows.review_results import review_results


@pytest.fixture
def study(tmp_path: Path) -> Iterator[OpenStudy]:
    opened = towns_study(tmp_path, items={"count": 6}, form={"items": 6, "tests": 2}, annotators_per_item=2)
    yield opened
    opened.close()


def out(study: OpenStudy, platform: str, folder: Path) -> dict[str, str]:
    """What is written for a platform: its texts by name."""
    return {file.name: file.read_text("utf-8") for file in PLATFORMS[platform].write(study, folder)}


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def finished_csv(study: OpenStudy, folder: Path, values: Mapping[str, Any]) -> Path:
    rows = rows_of(out(study, "csv", folder)["items.csv"])
    lines = [{**row, "annotator": "Ada", "seconds": "12", "comment": "fine", **values} for row in rows]
    stream = io.StringIO()
    writer = csv.DictWriter(stream, lines[0].keys())
    writer.writeheader()
    writer.writerows(lines)
    (folder / "done.csv").write_text(stream.getvalue())
    return folder / "done.csv"


def finished_label_studio(study: OpenStudy, folder: Path, values: Mapping[str, Any]) -> Path:
    listed = json.loads(out(study, "label-studio", folder)["tasks.json"])
    result = [
        {"from_name": name, "to_name": "item_question", "type": "choices", "value": {"choices": [str(value)]}}
        for name, value in values.items()
    ]
    done = {"result": result, "completed_by": {"email": "Ada"}, "lead_time": 12.0, "was_cancelled": False}
    skipped = {**done, "was_cancelled": True, "completed_by": {"email": "Ben"}}
    (folder / "done.json").write_text(json.dumps([{**one, "annotations": [done, skipped]} for one in listed]))
    return folder / "done.json"


def finished_argilla(study: OpenStudy, folder: Path, values: Mapping[str, Any]) -> Path:
    out(study, "argilla", folder)
    records = json.loads((folder / "records.json").read_text())
    for one in records:
        one["responses"] = {name: [{"user_id": "Ada", "value": value}] for name, value in values.items()}
        one["responses"]["style"].append({"user_id": "Ben", "value": "no", "status": "discarded"})
    (folder / "records.json").write_text(json.dumps(records))
    return folder


def finished_mturk(study: OpenStudy, folder: Path, values: Mapping[str, Any]) -> Path:
    rows = rows_of(out(study, "mturk", folder)["hits.csv"])
    lines = []
    for number, row in enumerate(rows):
        given = {f"Answer.{name}": str(value) for name, value in values.items()}
        if number % 2:  # the form of the other kind of layouts
            given = {f"Answer.{name}.{value}": "true" for name, value in values.items()} | dict.fromkeys(given, "")
        lines.append({"Input.item": row["item"], "WorkerId": "Ada", "WorkTimeInSeconds": "12", **given})
    names = dict.fromkeys(name for line in lines for name in line)
    stream = io.StringIO()
    writer = csv.DictWriter(stream, names, restval="")
    writer.writeheader()
    writer.writerows(lines)
    (folder / "done.csv").write_text(stream.getvalue())
    return folder / "done.csv"


FINISHED = {
    "csv": finished_csv,
    "label-studio": finished_label_studio,
    "argilla": finished_argilla,
    "mturk": finished_mturk,
}


@pytest.mark.parametrize("platform", FINISHED)
def test_finished_reviews_come_back_once(study: OpenStudy, tmp_path: Path, platform: str) -> None:
    values = all_right(study.task)
    file = FINISHED[platform](study, tmp_path, values)
    report = take_in(study, PLATFORMS[platform].read(study, file), platform)
    assert (report.fresh, report.known, report.dropped) == (8, 0, {})
    rows = study.file.read().execute("SELECT vals, seconds FROM submissions").fetchall()
    assert {row["vals"] for row in rows} == {json.dumps(values, separators=(",", ":"))}
    assert {row["seconds"] for row in rows} == ({0.0} if platform == "argilla" else {12.0})
    assert [one.name for one in study.annotators()] == ["Ada"]
    assert study.progress().submitted == 6  # and two test items, which were judged
    assert study.file.read().execute("SELECT count(*) FROM submissions WHERE passed = 0").fetchone()[0] == 2
    again = take_in(study, PLATFORMS[platform].read(study, file), platform)
    assert (again.fresh, again.known) == (0, 8)


def test_what_the_task_does_not_allow_falls_with_its_reason(study: OpenStudy, tmp_path: Path) -> None:
    file = finished_csv(study, tmp_path, {**all_right(study.task), "fluency": "7"})
    text = file.read_text()
    first = rows_of(text)[0]["item"]
    file.write_text(text.replace(first, "0" * 16))
    report = take_in(study, PLATFORMS["csv"].read(study, file), "csv")
    assert report.fresh == 0
    assert report.dropped == {"fluency is not a number from 1 to 5": 7, "not an item of this study": 1}


@pytest.mark.parametrize("platform", PLATFORMS)
def test_nothing_tells_controls_from_real_items(study: OpenStudy, tmp_path: Path, platform: str) -> None:
    whole = "\n".join(out(study, platform, tmp_path).values())
    for word in ("injected", '"test"', '"real"', "reference", "origin", "expected", "mayor-", "size-"):
        assert word not in whole
    order = [one.id for one in study.items()]
    assert sorted(order, key=whole.index) != order


@pytest.mark.parametrize("platform", PLATFORMS)
def test_what_documents_hold_is_escaped_where_it_is_html(platform: str, tmp_path: Path) -> None:
    bench = hostile_bench(tmp_path)
    study = open_study(bench, "five-metrics", to=tmp_path / "study")
    written = out(study, platform, tmp_path / "out")
    study.close()
    sources = {
        "csv": lambda: [row["sources"] for row in rows_of(written["items.csv"])],
        "label-studio": lambda: [one["data"]["sources"] for one in json.loads(written["tasks.json"])],
        "argilla": lambda: [one["fields"]["item_sources"] for one in json.loads(written["records.json"])],
        "mturk": lambda: ["".join(row.values()) for row in rows_of(written["hits.csv"])],
    }[platform]()
    assert len(sources) == 12
    for html in sources:
        page = LexborHTMLParser(html)
        assert page.css("script, iframe, svg, base, meta, link, [onerror], [onload], [onfocus], a") == []
        assert len(page.css("table")) == 1
        assert len(page.css("img")) == (platform != "label-studio")
    assert (tmp_path / "out" / "images").is_dir() == (platform in ("csv", "mturk"))


def test_label_studio_gets_images_beside_the_html(tmp_path: Path) -> None:
    study = open_study(ferries_bench(tmp_path), "five-metrics", to=tmp_path / "study")
    written = out(study, "label-studio", tmp_path / "out")
    study.close()
    config = ElementTree.fromstring(written["config.xml"])
    shown = [(one.tag, one.get("value") or one.get("valueList")) for one in config.iter() if one.get("name")][:5]
    texts = [("Text", f"${part}") for part in ("question", "style", "answer")]
    assert shown == [*texts, ("Image", "$images"), ("HyperText", "$sources")]
    listed = [one["data"] for one in json.loads(written["tasks.json"])]
    assert len({one["images"][0] for one in listed}) == len(listed) == len(FERRIES)
    assert all("<p>(image 1)</p>" in one["sources"] for one in listed)
    assert all(one["images"][0].startswith("data:image/png;base64,") for one in listed)


@pytest.mark.parametrize("task", [name for name, one in tasks().items() if one.unit in ("question", "answer", "reply")])
def test_a_configuration_names_each_control_once(task: str) -> None:
    from benchwright.review.exchange.label_studio import labelling_config

    config = ElementTree.fromstring(labelling_config(tasks()[task]))
    names = [one.get("name") for one in config.iter() if one.get("name")]
    assert len(set(names)) == len(names)
    controls = [one for one in config.iter() if one.get("toName")]
    asked = [field.name for field in tasks()[task].fields if field.kind != "spans"]
    assert [one.get("name") for one in controls] == asked
    assert {one.get("toName") for one in controls} == {"item_question"}
    page = LexborHTMLParser(layout(tasks()[task]))
    assert list(dict.fromkeys(one.attributes["name"] for one in page.css("input, textarea"))) == asked


def test_lists_come_back_from_lines_and_from_json(tmp_path: Path) -> None:
    study = towns_study(tmp_path, task="completeness", items={"count": 2}, form={"items": 2})
    for name, cell in (("lines", "Elm\nYew\n"), ("json", '["Elm", "Yew"]')):
        (tmp_path / name).mkdir()
        file = finished_csv(study, tmp_path / name, {"missing": cell, "thorough": "yes", "annotator": name})
        assert take_in(study, PLATFORMS["csv"].read(study, file), "csv").fresh == 2
    found = {row["vals"] for row in study.file.read().execute("SELECT vals FROM submissions")}
    assert found == {'{"missing":["Elm","Yew"],"thorough":"yes"}'}
    study.close()


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_file_of_another_kind_is_told_in_a_line(study: OpenStudy, tmp_path: Path, platform: str) -> None:
    for name, data in (("a", b"\xff\xfe\x00"), ("b", b"x,y\n1,2\n"), ("c", b'{"tasks": 3}'), ("d", b"[3]")):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(UsageError) as error:
            list(PLATFORMS[platform].read(study, tmp_path / name))
        assert "\n" not in error.value.line()
    with pytest.raises(UsageError):
        list(PLATFORMS[platform].read(study, tmp_path / "nothing"))


def test_the_commands_write_and_take_in(study: OpenStudy, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(study.folder)
    assert cli.main(["review", "export", folder, "--platform", "label-studio", "--to", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out.splitlines() == [
        str(tmp_path / "out" / name) for name in ("config.xml", "tasks.json")
    ]
    assert cli.main(["review", "export", folder, "--to", str(tmp_path / "out")]) == 2
    assert cli.main(["review", "export", folder, "--to", str(tmp_path / "b"), "--platform", "labelstudio"]) == 2
    assert "did you mean 'label-studio'" in capsys.readouterr().err
    (tmp_path / "c").mkdir()
    file = finished_csv(study, tmp_path / "c", all_right(study.task))
    assert cli.main(["review", "import", folder, str(file)]) == 0
    assert capsys.readouterr().out == "8 new reviews, 0 known\n"
    file.write_text(file.read_text().replace(",yes", ",maybe"))
    assert cli.main(["review", "import", folder, str(file), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["dropped"] == {"style is not one of yes, no": 8}


def test_people_of_platforms_whose_names_lead_to_them_are_numbers_in_tables(tmp_path: Path) -> None:
    study = towns_study(tmp_path, items={"count": 1}, form={"items": 1})
    (item,) = study.items(ItemRole.REAL)
    review = TakenReview(item.id, "ada@example.org", all_right(study.task))
    assert take_in(study, [review], "label-studio", personal=True).fresh == 1
    assert take_in(study, [review], "label-studio", personal=True).known == 1
    assert [(one.name, dict(one.external)) for one in study.annotators()] == [("", {"label-studio": "ada@example.org"})]
    review_results(study.folder)
    written = "".join(one.read_text() for one in study.folder.glob("*.csv"))
    assert "annotator 1" in written
    assert "example.org" not in written + (study.folder / "results.json").read_text()
    assert {one.name for one in PLATFORMS.values() if one.personal} == {"label-studio", "mturk"}
