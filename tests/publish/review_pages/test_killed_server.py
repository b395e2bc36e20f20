"""A server that is killed in the middle of submissions: every answer that it acknowledged is there, once."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
from review_client import JSON, ReviewClient, hidden_of
from reviewing import all_right, towns_study
from selectolax.lexbor import LexborHTMLParser

from benchwright.publish.review_pages.form_values import input_name
from benchwright.review.open_study import OpenStudy
from benchwright.workflows.review_serve import ReviewServer

PEOPLE, EACH, KILLS = 4, 20, 2


@contextmanager
def served(folder: Path, port: int) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The command in a process of its own, and the links that it printed."""
    command = [sys.executable, "-m", "benchwright", "review", "serve", str(folder / "bench"), "--study"]
    command += [str(folder / "try.yaml"), "--to", str(folder / "study"), "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    links: list[str] = []
    while len(links) < 1 + PEOPLE:
        line = process.stdout.readline()
        assert line, "the server ended"
        links += re.findall(r"http://\S+", line)
    try:
        yield process, links
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def work(link: str, study: OpenStudy, acknowledged: list[str], stop: threading.Event) -> None:
    """Submit items until there are enough, each under its key until it is acknowledged."""
    values = all_right(study.task)
    fields = {input_name(place): str(values[field.name]) for place, field in enumerate(study.task.fields)}
    with httpx.Client(base_url=link.split("/enter/")[0], timeout=30) as http:
        form: dict[str, str] = {}
        entered = 0
        while entered < EACH and not stop.is_set():
            try:
                if not http.cookies:
                    http.get(link)
                if not form:
                    form = {**hidden_of(LexborHTMLParser(http.get("/").text)), **fields, "key": uuid.uuid4().hex}
                answer = http.post("/submit", data=form, headers=JSON)
            except httpx.TransportError:
                time.sleep(0.02)
                continue
            if answer.status_code == 429:
                time.sleep(0.05)
                continue
            assert answer.status_code == 200, answer.text
            acknowledged.append(form["key"])
            entered, form = entered + 1, {}


def test_every_acknowledged_answer_is_there_once(tmp_path: Path) -> None:
    study = towns_study(tmp_path, form={"items": 10}, annotators_per_item=PEOPLE)
    for number in range(PEOPLE):
        study.add_annotator(f"person {number}")
    (tmp_path / "try.yaml").write_text("name: try\ntask: five-metrics\n", "utf-8")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    acknowledged: list[str] = []
    stop, before = threading.Event(), 0
    with ThreadPoolExecutor(PEOPLE) as pool:
        try:
            tasks, first = [], None
            for kill in range(KILLS + 1):
                with served(tmp_path, port) as (process, links):
                    first = first or links
                    assert links == first
                    if not tasks:
                        tasks = [pool.submit(work, link, study, acknowledged, stop) for link in links[1:]]
                    aim = PEOPLE * EACH * (kill + 1) // (KILLS + 1) - 10 if kill < KILLS else PEOPLE * EACH
                    while len(acknowledged) < aim and not any(one.done() and one.exception() for one in tasks):
                        time.sleep(0.005)
                    assert kill == KILLS or len(acknowledged) > before
                    before = len(acknowledged)
                    process.kill()
            for one in tasks:
                one.result()
        finally:
            stop.set()
    rows = study.file.read().execute("SELECT key, place FROM submissions").fetchall()
    stored = Counter(row["key"] for row in rows)
    assert len(acknowledged) == len(set(acknowledged)) == PEOPLE * EACH
    assert {key: stored[key] for key in acknowledged} == dict.fromkeys(acknowledged, 1)
    assert len({row["place"] for row in rows}) == len(rows) == PEOPLE * EACH
    slots = study.file.read().execute("SELECT item, slot FROM places WHERE state <> 'returned'").fetchall()
    assert len({tuple(row) for row in slots}) == len(slots)
    study.close()


def test_links_and_work_are_the_same_after_a_restart(tmp_path: Path) -> None:
    study = towns_study(tmp_path, form={"items": 3})
    ada = study.add_annotator("Ada")
    seen = []
    for _ in range(2):
        with closing(OpenStudy.open(tmp_path / "study")) as opened, ReviewServer(opened) as server:
            link = server.link(ada)
            client = ReviewClient.enter(server.url, link, opened.task)
            seen.append((client.hidden()["place"], link.split("/enter/")[1], server.owner_link.split("/enter/")[1]))
            client.http.close()
    assert seen[0] == seen[1]
    study.close()
