"""Label Studio's own server takes the project of a study in, and what people enter there comes back.

Its package needs an environment of its own (`python -m venv ls; ls/bin/pip install label-studio`), whose command
BENCHWRIGHT_LABEL_STUDIO names: BENCHWRIGHT_LABEL_STUDIO=ls/bin/label-studio make test-formats
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from ferries_bench import ferries_bench
from reviewing import study_of

from benchwright.review.labels import read_labels
from benchwright.review.task import Task, tasks
from benchwright.review.units import GivenReply
from benchwright.review.values import asked
from benchwright.workflows.review_exchange import export_items, import_reviews

POINTING = {"image-filter", "pair-creation"}  # tasks that ask for sources, which no other platform can
TOKEN = "0123456789abcdef0123456789abcdef01234567"
STARTS_WITHIN = 300  # seconds: its database is made first


@pytest.fixture(scope="module")
def label_studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A running server with an account."""
    command = os.environ.get("BENCHWRIGHT_LABEL_STUDIO") or shutil.which("label-studio")
    if not command:
        pytest.skip("Label Studio is not installed: name its command in BENCHWRIGHT_LABEL_STUDIO")
    folder = tmp_path_factory.mktemp("label-studio")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    account = ["--username", "owner@example.org", "--password", "only-for-tests", "--user-token", TOKEN]
    settings = {"LABEL_STUDIO_BASE_DATA_DIR": str(folder), "COLLECT_ANALYTICS": "false"}
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen(
            [
                *(command, "start", "--no-browser", "--internal-host", "127.0.0.1", "--port", str(port)),
                *("--data-dir", str(folder), "--enable-legacy-api-token", *account),
            ],
            env={**os.environ, **settings, "PYTHONPATH": ""},
            stdout=log,
            stderr=log,
        )
    url, headers = f"http://127.0.0.1:{port}", {"Authorization": f"Token {TOKEN}"}
    try:
        with httpx.Client(base_url=url, headers=headers, timeout=60) as client:
            until = time.monotonic() + STARTS_WITHIN
            while not _answers(client):
                assert server.poll() is None, (folder / "server.log").read_text()
                assert time.monotonic() < until, (folder / "server.log").read_text()
                time.sleep(0.5)
            yield client
    finally:
        server.kill()
        server.wait()


def _answers(client: httpx.Client) -> bool:
    try:
        return client.get("/api/projects").status_code == 200
    except httpx.TransportError:
        return False


def sent(answer: httpx.Response) -> Any:
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def filled(task: Task) -> dict[str, Any]:
    """A value for each field that another platform asks for: the last choice, or texts that must be escaped."""
    values: dict[str, Any] = {}
    for field in task.fields:
        if field.kind == "choices" and field.options:
            values[field.name] = [one.value for one in field.options[-2:]]
        elif field.fixed:
            values[field.name] = field.fixed[-1]
        elif field.kind == "list":
            values[field.name] = ["Ærø", "two words"]
        elif field.kind == "text":
            values[field.name] = "Ærø <b>&amp;</b>"
    return {field.name: values[field.name] for field in asked(task, values) if field.name in values}


def as_entered(task: Task, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The same values as Label Studio's editor would send them."""
    result = []
    for name, value in values.items():
        field = task.field(name)
        labels = {one.value: one.label or one.value for one in field.options}
        given = [labels.get(one, str(one)) for one in (value if isinstance(value, list) else [value])]
        kind, key = ("choices", "choices") if field.fixed else ("textarea", "text")
        result.append({"from_name": name, "to_name": "item_question", "type": kind, "value": {key: given}})
    return result


@pytest.mark.parametrize("name", sorted(set(tasks()) - POINTING))
def test_a_project_goes_in_and_reviews_come_back(label_studio: httpx.Client, tmp_path: Path, name: str) -> None:
    replies = [GivenReply(f"q{number}", "rag", f"{100 + number} seats") for number in range(10)]
    study = study_of(ferries_bench(tmp_path), tmp_path / "study", name, replies, items={"count": 3})
    config, listed = export_items(tmp_path / "study", "label-studio", tmp_path / "out")
    project = sent(label_studio.post("/api/projects", json={"title": name, "label_config": config.read_text("utf-8")}))
    items = json.loads(listed.read_text("utf-8"))
    with listed.open("rb") as file:
        taken = sent(label_studio.post(f"/api/projects/{project['id']}/import", files={"file": file}))
    assert (taken["task_count"], taken["annotation_count"]) == (len(items), 0)
    shown = sent(label_studio.get("/api/tasks", params={"project": project["id"]}))["tasks"]
    assert sorted(one["data"]["item"] for one in shown) == sorted(one["data"]["item"] for one in items)
    values = filled(study.task)
    for one in shown:
        form = {"result": as_entered(study.task, values), "lead_time": 12.5}
        sent(label_studio.post(f"/api/tasks/{one['id']}/annotations/", json=form))
    export = label_studio.get(f"/api/projects/{project['id']}/export", params={"exportType": "JSON"})
    assert export.status_code == 200, export.text
    (tmp_path / "export.json").write_bytes(export.content)
    report = import_reviews(tmp_path / "study", "label-studio", tmp_path / "export.json")
    assert (report.fresh, report.known, report.dropped) == (len(items), 0, {})
    reviews = read_labels(study).reviews
    assert {one.item.id for one in reviews} == {one["data"]["item"] for one in items}
    assert [one.values for one in reviews] == [values] * len(items)
    assert {(one.annotator.id, one.seconds) for one in reviews} == {(1, 12.5)}
    study.close()
