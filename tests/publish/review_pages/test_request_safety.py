"""What the server refuses and what its pages never hold: foreign hosts and forms, large bodies, markup in texts."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from hostile_bench import ATTACKS, hostile_bench
from page_safety import faults_of
from review_client import JSON, ReviewClient
from reviewing import all_right, labour, towns_study
from selectolax.lexbor import LexborHTMLParser

from benchwright.benchmark.store import Benchmark
from benchwright.errors import UsageError
from benchwright.publish.review_pages.request_guard import MOST_BODY, RateLimit
from benchwright.review.items import ReviewItem
from benchwright.review.new_study import draw_content, write_study
from benchwright.review.open_study import OpenStudy
from benchwright.review.study import Study
from benchwright.review.study_records import FormPlace
from benchwright.review.task import load_task
from benchwright.workflows.review_serve import ListenAddress, ReviewServer

LINKS = ("#", "data:,", "/owner", "/image/", "/static/", "/submit", "/undo")


Enter = Callable[[ReviewServer, str], ReviewClient]


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenStudy]:
    opened = towns_study(tmp_path_factory.mktemp("towns"), form={"items": 2})
    yield opened
    opened.close()


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example", ""])
def test_a_foreign_host_is_refused(server: ReviewServer, host: str) -> None:
    answer = httpx.get(server.owner_link, headers={"Host": host})
    assert (answer.status_code, "set-cookie" in answer.headers) == (421, False)


def test_every_answer_has_the_safety_headers(server: ReviewServer, ada: ReviewClient) -> None:
    for path in ("/", "/owner", "/nothing", "/static/review.js", "/static/../review.css", "/enter/x"):
        headers = ada.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert {headers[f"cross-origin-{name}"] for name in ("resource-policy", "opener-policy")} == {"same-origin"}
        assert "server" not in headers
    assert httpx.get(server.url, headers={"Host": "x"}).headers["x-frame-options"] == "DENY"
    assert "no-store" in ada.http.get("/").headers["cache-control"]


@pytest.mark.parametrize("path", ["/submit", "/draft", "/undo"])
def test_a_form_without_the_seal_is_refused(ada: ReviewClient, path: str) -> None:
    form = ada.fill(all_right(ada.task))
    for seal in ("", "0" * 32, form["seal"][:-1], "ä"):
        assert ada.http.post(path, data={**form, "seal": seal}).status_code == 403
    cross = {"Sec-Fetch-Site": "cross-site"}
    assert ada.http.post(path, data=form, headers=cross).status_code == 403
    assert ada.http.get(path).status_code == 405


def test_the_owners_forms_need_the_owners_seal(
    server: ReviewServer, study: OpenStudy, ada: ReviewClient, enter: Enter
) -> None:
    owner = enter(server, server.owner_link)
    seal = ada.hidden()["seal"]
    for path in ("/owner/rule", "/owner/annotators", "/owner/annotators/stop", "/owner/annotators/tell"):
        assert owner.http.post(path, data={"seal": seal, "annotator": "1", "text": "x"}).status_code == 403
        assert ada.http.post(path, data={"seal": seal, "annotator": "1", "text": "x"}).status_code == 403
    assert {one.status for one in study.annotators()} == {"working"}


def test_large_bodies_are_not_read(server: ReviewServer, ada: ReviewClient) -> None:
    body = b"x=" + b"y" * MOST_BODY
    assert ada.http.post("/submit", content=body).status_code == 413
    assert ada.http.post("/submit", content=iter([body]), headers=JSON).status_code == 413  # of no declared length
    many = "&".join(f"a{number}=1" for number in range(600))
    assert ada.http.post("/submit", content=many.encode()).status_code == 400
    for odd in (b"\xff=1", b"%", b"a" * 10, b"\x00"):
        assert ada.http.post("/submit", content=odd).status_code in (400, 403)


def test_no_address_reaches_the_disk(server: ReviewServer, ada: ReviewClient) -> None:
    port = int(server.url.rsplit(":", 1)[1])
    cookie = "; ".join(f"{name}={value}" for name, value in ada.http.cookies.items())
    for path in (
        "/static/../../../pyproject.toml",
        "/static/%2e%2e%2fpage.css",
        "/image/..%2f..",
        "/static//etc/passwd",
    ):
        with socket.create_connection(("127.0.0.1", port)) as line:
            heads = (
                f"GET {path} HTTP/1.1",
                f"Host: 127.0.0.1:{port}",
                f"Cookie: {cookie}",
                "Connection: close",
                "",
                "",
            )
            line.sendall("\r\n".join(heads).encode())
            answer = b"".join(iter(lambda: line.recv(65536), b""))
        assert b" 404 " in answer.split(b"\r\n", 1)[0]


def test_wrong_links_and_hasty_sessions_have_to_wait() -> None:
    now = 0.0
    limit = RateLimit(2, 3, clock=lambda: now)
    assert [limit.allows("a") for _ in range(5)] == [True, True, True, False, False]
    assert limit.allows("b")
    assert not limit.allows("a", cost=0)
    now = 0.5
    assert [limit.allows("a"), limit.allows("a")] == [True, False]


def test_many_wrong_links_are_not_looked_at_any_more(server: ReviewServer) -> None:
    codes = [httpx.get(f"{server.url}/enter/1-{number:032}").status_code for number in range(25)]
    assert codes[:20] == [403] * 20
    assert codes[-1] == 429


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"host": "0.0.0.0"}, "without encryption"),
        ({"host": "192.0.2.1"}, "without encryption"),
        ({"behind_proxy": True}, "need an address to open"),
        ({"tls_cert": Path("none.pem")}, "go together"),
        ({"host": "0.0.0.0", "behind_proxy": True, "url": "https://a.example/path"}, "is not an address"),
    ],
)
def test_an_address_that_would_show_tokens_is_refused(given: dict[str, object], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        ListenAddress(**given).check()  # type: ignore[arg-type]


def test_behind_a_proxy_cookies_are_secure_and_links_are_the_proxys(study: OpenStudy) -> None:
    address = ListenAddress(behind_proxy=True, url="https://review.example")
    with ReviewServer(study, address) as server:
        assert server.owner_link.startswith("https://review.example/enter/owner-")
        port = server._socket.getsockname()[1]
        path = server.owner_link.removeprefix("https://review.example")
        answer = httpx.get(f"http://127.0.0.1:{port}{path}", headers={"Host": "review.example"})
        assert "; Secure" in answer.headers["set-cookie"]
        assert answer.headers["strict-transport-security"] == "max-age=31536000"


@pytest.mark.parametrize("task", ["five-metrics", "answer-check", "pair-creation", "image-filter", "completeness"])
def test_nothing_of_a_hostile_benchmark_becomes_markup(tmp_path: Path, task: str, enter: Enter) -> None:
    bench = Benchmark.open(hostile_bench(tmp_path))
    loaded = load_task(task, tmp_path)
    settings = Study.model_validate({"name": "try", "task": task, "group_size": 3, "recheck": {"accepted": 1}})
    write_study(tmp_path / "study", settings, loaded, draw_content(settings, loaded, bench), {"name": ATTACKS[1]})
    study = OpenStudy.open(tmp_path / "study")
    names = [study.add_annotator(attack).id for attack in ATTACKS[:3]]
    study.tell(names[0], ATTACKS[0])
    with ReviewServer(study) as server:
        owner = enter(server, server.owner_link)
        ada = enter(server, server.link(study.annotators()[0]))
        pages = [ada.http.get("/").text]
        if task in ("five-metrics", "answer-check"):
            labour(study, names[1], _comment_on, most=3)
            pages += [owner.http.get("/owner/look").text]
        pages += [owner.http.get(path).text for path in ("/owner", "/owner/audit")]
        for page in pages:
            links = (*LINKS, server.url)
            assert [one for one in faults_of(page, 1, links) if not one.startswith("<textarea>")] == []
        pictures = LexborHTMLParser(pages[0]).css("img")
        for picture in pictures:
            assert ada.http.get(str(picture.attributes["src"])).headers["content-type"] in ("image/png", "image/jpeg")
        assert task != "image-filter" or pictures
    study.close()


def _comment_on(study: OpenStudy, item: ReviewItem, place: FormPlace) -> dict[str, object]:
    study.save_draft(2, place.id, {}, ATTACKS[0])
    return all_right(study.task)
