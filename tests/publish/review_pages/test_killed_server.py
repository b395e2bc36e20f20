"""A server that is killed in the middle of submissions: every answer that it acknowledged is there, once."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from threading import Event

import httpx
from review_client import JSON, ReviewClient, hidden_of
from reviewing import all_right, towns_study
from selectolax.lexbor import LexborHTMLParser

from benchwright.publish.review_pages.form_values import input_name
from benchwright.review.open_study import OpenStudy
from benchwright.workflows.review_serve import ReviewServer

PEOPLE, EACH, KILLS = 5, 40, 2
"""200 submissions, with kills among them. A person has the whole form from the beginning: one request a submission."""


@contextmanager
def served(folder: Path, port: int) -> Iterator[list[str]]:
    """The command in a process of its own, which is killed in the end: the links that it printed."""
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
        yield links
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def work(
    link: str, fields: dict[str, str], places: Callable[[], list[int]], acknowledged: list[str], stop: Event
) -> None:
    """Submit all items of a form, each under its key until it is acknowledged."""
    with httpx.Client(base_url=link.split("/enter/")[0], timeout=30) as http:
        seal = ""
        left: list[dict[str, str]] = []
        while (left or not seal) and not stop.is_set():
            try:
                if not seal:
                    http.get(link)
                    seal = hidden_of(LexborHTMLParser(http.get("/").text))["seal"]
                    left = [{"seal": seal, "place": str(one), **fields, "key": uuid.uuid4().hex} for one in places()]
                    assert len(left) == EACH
                answer = http.post("/submit", data=left[0], headers=JSON)
            except httpx.TransportError:
                time.sleep(0.02)
                continue
            if answer.status_code == 429:
                time.sleep(0.05)
                continue
            assert answer.status_code == 200, answer.text
            acknowledged.append(left.pop(0)["key"])


def test_every_acknowledged_answer_is_there_once(tmp_path: Path) -> None:
    study = towns_study(tmp_path, form={"items": EACH}, annotators_per_item=PEOPLE)
    people = [study.add_annotator(f"person {number}").id for number in range(PEOPLE)]
    (tmp_path / "try.yaml").write_text("name: try\ntask: five-metrics\n", "utf-8")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    values = all_right(study.task)
    fields = {input_name(place): str(values[field.name]) for place, field in enumerate(study.task.fields)}
    acknowledged: list[str] = []
    links: list[str] = []
    tasks: list[Future[None]] = []
    stop = Event()
    with ThreadPoolExecutor(PEOPLE) as pool:
        try:
            for kill in range(1 + KILLS):
                with served(tmp_path, port) as printed:
                    links = links or printed
                    assert printed == links
                    if not tasks:
                        places = [partial(study.open_places, number) for number in people]
                        tasks = [
                            pool.submit(work, link, fields, mine, acknowledged, stop)
                            for link, mine in zip(links[1:], places, strict=True)
                        ]
                    before = len(acknowledged)
                    aim = before + PEOPLE * EACH // (KILLS + 1) if kill < KILLS else PEOPLE * EACH
                    while len(acknowledged) < aim:
                        for one in tasks:
                            if one.done():
                                one.result()
                        time.sleep(0.002)
            for one in tasks:
                one.result()
        finally:
            stop.set()
    rows = study.file.read().execute("SELECT key, place FROM submissions").fetchall()
    stored = Counter(row["key"] for row in rows)
    assert len(acknowledged) == len(set(acknowledged)) == PEOPLE * EACH
    assert stored == dict.fromkeys(acknowledged, 1)
    assert len({row["place"] for row in rows}) == len(rows) == PEOPLE * EACH
    slots = study.file.read().execute("SELECT item, slot FROM places WHERE state <> 'returned'").fetchall()
    assert len({tuple(row) for row in slots}) == len(slots) == PEOPLE * EACH
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
