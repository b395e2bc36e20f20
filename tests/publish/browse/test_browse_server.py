"""The server over HTTP: what it answers, to whom, and what it never does."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from hostile_bench import ATTACKS, hostile_bench, hostile_predictions
from page_safety import faults_of
from selectolax.lexbor import LexborHTMLParser
from towns_bench import towns_bench

from benchwright.benchmark.revise import revise
from benchwright.benchmark.revisions import Decision
from benchwright.benchmark.store import EXAMPLES
from benchwright.errors import BenchmarkError, UsageError
from benchwright.files.atomic import MANIFEST
from benchwright.publish.browse.browse_server import BrowseServer
from benchwright.workflows.browse import browse_server
from benchwright.workflows.evaluate import evaluate_retrieval, evaluate_systems

LINKS = ("/", "#", "data:,")


class Answer:
    """One answer of the server."""

    def __init__(self, server: BrowseServer, target: str, method: str = "GET", **headers: str) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        connection.putrequest(method, target, skip_host="Host" in headers)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        reply = connection.getresponse()
        self.status, self.headers, self.body = reply.status, reply.headers, reply.read()
        connection.close()

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def page(self) -> LexborHTMLParser:
        return LexborHTMLParser(self.text)

    def all(self, selector: str) -> list[str]:
        return [" ".join(one.text(separator=" ").split()) for one in self.page.css(selector)]


@pytest.fixture(scope="module")
def towns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowseServer]:
    bench = towns_bench(tmp_path_factory.mktemp("towns"))
    evaluate_retrieval(bench, ["bm25"])
    evaluate_systems(bench, ["mine=hostile_bench:answer"])
    with browse_server(bench) as server:
        yield server


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowseServer]:
    folder = tmp_path_factory.mktemp("hostile")
    bench = hostile_bench(folder)
    evaluate_retrieval(bench, ["bm25"])
    evaluate_systems(bench, [str(hostile_predictions(folder))])
    with browse_server(bench) as server:
        yield server


def test_the_list_has_fifty_questions_a_page(towns: BrowseServer) -> None:
    answer = Answer(towns, "/")
    assert answer.status == 200
    assert answer.all(".told") == ["56 results, page 1 of 2"]
    assert len(answer.page.css(".results li")) == 50
    assert len(Answer(towns, "/?page=2").page.css(".results li")) == 6
    assert len(Answer(towns, "/?page=999").page.css(".results li")) == 6


def test_a_search_and_a_filter_lead_to_a_question_and_on(towns: BrowseServer) -> None:
    listed = Answer(towns, "/?q=Selby&style=information-extraction")
    assert listed.all(".results a") == ["Who is the mayor of Selby?"]
    listed = Answer(towns, "/?style=comparison")
    address = listed.page.css(".results a")[1].attributes["href"] or ""
    shown = Answer(towns, address)
    assert shown.all("h1") == ["Has Dorval more than 2,500 inhabitants?"]
    assert shown.all("nav.turn span") == ["2 of 8"]
    assert shown.all("nav.turn a") == ["Back to the list", "Previous", "Next"]
    after = Answer(towns, shown.page.css("a[rel=next]")[0].attributes["href"] or "")
    assert after.all("h1") == ["Has Girton more than 2,500 inhabitants?"]


def test_a_question_stands_beside_what_systems_made_of_it(towns: BrowseServer) -> None:
    shown = Answer(towns, "/question?id=mayor-Selby")
    assert shown.all(".source mark") == ["The mayor of Selby is Cleo Sato"[:30]]
    assert shown.all(".sides h3") == ["bm25", "mine"]
    assert shown.all(".sides .gold") == ["✓ evidence: Selby text"]
    assert "recall@10 1.00" in shown.all(".sides .values")[0]
    assert shown.all(".sides .answer")[0].startswith("Answered ")


def test_systems_are_a_filter(towns: BrowseServer) -> None:
    (menu,) = [one for one in Answer(towns, "/").page.css("select") if one.attributes["name"] == "result"]
    values = [one.attributes["value"] for one in menu.css("option")]
    assert "bm25: full score (bench-scores)" in values
    kept = Answer(towns, "/?" + urlencode({"result": "bm25: full score (bench-scores)"}))
    assert 0 < len(kept.page.css(".results li")) <= 50


def test_only_its_own_name_is_answered(towns: BrowseServer) -> None:
    port = towns.port
    for host in (f"127.0.0.1:{port}", f"localhost:{port}"):
        assert Answer(towns, "/", Host=host).status == 200
    for host in (
        "evil.example",
        f"evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "",
        f"localhost:{port}.evil.example",
    ):
        refused = Answer(towns, "/", Host=host)
        assert refused.status in (400, 421)
        assert b"Selby" not in refused.body


def test_it_listens_on_the_loopback_address_alone(towns: BrowseServer) -> None:
    assert urlsplit(towns.url).hostname == "127.0.0.1"
    others = {one[4][0] for one in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {"127.0.0.1"}
    for address in others:
        with socket.socket() as probe:
            probe.settimeout(2)
            if address.startswith("127."):
                continue
            assert probe.connect_ex((address, towns.port)) != 0


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"])
def test_nothing_can_be_sent(towns: BrowseServer, method: str) -> None:
    assert Answer(towns, "/", method).status in (400, 404, 405)


def test_every_answer_has_its_policy(towns: BrowseServer) -> None:
    for target in ("/", "/question?id=mayor-Selby", "/question?id=none", "/none", "/page.css", "/browse.js", "/state"):
        headers = Answer(towns, target).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
    assert Answer(towns, "/", "HEAD").body == b""


@pytest.mark.parametrize(
    "target",
    [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/picture/../../manifest.json",
        "/picture/" + "0" * 64,
        "/picture/%2fetc%2fpasswd",
        "/page.css/../page.jinja",
        "/manifest.json",
        "//etc/passwd",
        "/question?id=../../etc/passwd",
        "/question?id=%00",
        "/question",
    ],
)
def test_no_address_is_a_path(towns: BrowseServer, target: str) -> None:
    answer = Answer(towns, target)
    assert answer.status in (400, 404)
    assert b"root:" not in answer.body
    assert b"schema_version" not in answer.body


@pytest.mark.parametrize("name", ["q", "style", "page", "id", "result", "status"])
def test_an_attack_in_an_address_stays_words(towns: BrowseServer, name: str) -> None:
    for attack in (*ATTACKS, "\x00", "%ff%fe", "x" * 3000):
        for path in ("/", "/question"):
            answer = Answer(towns, f"{path}?{urlencode({'id': 'mayor-Selby', name: attack})}")
            assert answer.status in (200, 404)
            assert faults_of(answer.text, scripts=1, links=LINKS) == []


def test_no_word_of_a_hostile_benchmark_becomes_markup(hostile: BrowseServer) -> None:
    seen: set[str] = set()
    lists = ["/", "/?status=any", "/?status=rejected", "/?status=refused", "/?q=harbour"]
    for target in lists:
        answer = Answer(hostile, target)
        assert answer.status == 200
        assert faults_of(answer.text, scripts=1, links=LINKS) == []
        seen.update(one.attributes["href"] or "" for one in answer.page.css(".results a"))
    assert len(seen) >= 3 * len(ATTACKS)
    for address in sorted(seen):
        answer = Answer(hostile, address)
        assert answer.status == 200
        assert faults_of(answer.text, scripts=1, links=LINKS) == []


def test_calls_are_shown_with_what_they_took(hostile: BrowseServer) -> None:
    address = Answer(hostile, "/").page.css(".results a")[0].attributes["href"] or ""
    answer = Answer(hostile, address)
    assert answer.all("#calls-title ~ p") == [
        "1 call, 12 tokens, at least $0.50",
        "1 call of this attempt is not in the ledger.",
    ]
    assert answer.all("pre") == [" ".join(json.dumps({ATTACKS[0]: ATTACKS[0]}, indent=1).split())]
    assert answer.all("#calls-title ~ details .words") == [f"user: {ATTACKS[0]}", ATTACKS[0]]


def test_pictures_are_pixels_only(hostile: BrowseServer) -> None:
    address = Answer(hostile, "/").page.css(".results a")[0].attributes["href"] or ""
    (picture,) = [one.attributes["src"] or "" for one in Answer(hostile, address).page.css("img")]
    assert re.fullmatch(r"/picture/[0-9a-f]{64}", picture)
    answer = Answer(hostile, picture)
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.body.startswith(b"\x89PNG")


def test_a_benchmark_that_changes_is_read_again(tmp_path: Path) -> None:
    bench = towns_bench(tmp_path / "a")
    other = towns_bench(tmp_path / "b")
    with browse_server(bench) as server:
        before = json.loads(Answer(server, "/state").text)["stamp"]
        assert Answer(server, "/").all(".told") == ["56 results, page 1 of 2"]
        lines = (other / EXAMPLES).read_text("utf-8").splitlines(keepends=True)
        (bench / EXAMPLES).write_text("".join(lines[:5]), "utf-8")
        assert Answer(server, "/").all(".told") == ["5 results"]
        state = json.loads(Answer(server, "/state").text)
        assert state["stamp"] != before
        assert not state["problem"]


def test_a_state_that_cannot_be_read_leaves_the_one_before(tmp_path: Path) -> None:
    bench = towns_bench(tmp_path)
    with browse_server(bench) as server:
        manifest = (bench / MANIFEST).read_bytes()
        (bench / MANIFEST).write_text("{", "utf-8")
        answer = Answer(server, "/")
        assert answer.all(".told") == ["56 results, page 1 of 2"]
        assert "cannot be read" in answer.all(".notice")[0]
        assert json.loads(Answer(server, "/state").text)["problem"]
        (bench / MANIFEST).write_bytes(manifest)
        assert Answer(server, "/").all(".notice") == [""]
        shutil.rmtree(bench)
        answer = Answer(server, "/question?id=mayor-Selby")
        assert answer.all("h1") == ["Who is the mayor of Selby?"]
        assert "cannot be read" in answer.all(".notice")[0]


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    bench = towns_bench(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(UsageError) as raised, browse_server(bench, port=port):
            pass
    assert str(raised.value) == f"port {port} cannot be used: Address already in use"


def test_scores_of_another_benchmark_are_refused(tmp_path: Path) -> None:
    bench, other = towns_bench(tmp_path / "a"), hostile_bench(tmp_path / "b")
    evaluate_retrieval(other, ["bm25"])
    with pytest.raises(UsageError, match=r"that .*bench does not have"):
        browse_server(bench, scores=[tmp_path / "b" / "bench-scores"])
    with pytest.raises(BenchmarkError, match="is not a benchmark"):
        browse_server(tmp_path / "none")


def test_what_people_rejected_and_edited_is_listed_and_marked(tmp_path: Path) -> None:
    bench = towns_bench(tmp_path)
    attack = "<script>alert(1)</script>?"
    decisions = [
        Decision("mayor-Selby", "rejected", why="correctness", reviewers=3),
        Decision("mayor-Ardon", "edited", question=attack, references=("The mayor is Ada Keller.",), reviewers=1),
        Decision("mayor-Cresta", "accepted", reviewers=2),
    ]
    revise(bench, "mine", decisions)
    with browse_server(bench) as server:
        assert len(Answer(server, "/?q=mayor").page.css(".results li")) == 23
        listed = Answer(server, "/?reason=rejected:review")
        assert listed.all(".results a") == ["Who is the mayor of Selby?"]
        assert listed.all(".results .tags")[0].startswith("rejected:review")
        assert "rejected by people" in listed.all(".results .tags")[0]
        fallen = Answer(server, "/question?id=mayor-Selby")
        assert fallen.all(".power") == ["rejected:review correctness"]
        assert fallen.all(".source mark") == ["The mayor of Selby is Cleo Sato"[:30]]
        assert Answer(server, "/?review=edited+by+people").all(".results a") == [attack]
        edited = Answer(server, "/question?id=mayor-Ardon")
        assert edited.all("h1") == [attack]
        assert edited.all("article > .tags")[-1] == "edited by people (1 reviewer)"
        assert edited.all("article section .answer")[:2] == [
            "Question Who is the mayor of Ardon?",
            "Answer Ada Keller",
        ]
        assert faults_of(edited.text, scripts=1, links=LINKS) == []
