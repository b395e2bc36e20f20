"""Pictures at addresses: what is refused before a connection is made, and how an answer is bounded."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.corpus.fetch import Fetcher, FetchLimits, Policy, forbidden, host_pattern
from benchwright.errors import ReadError, UsageError

Handler = Callable[[BaseHTTPRequestHandler], None]


@contextmanager
def served(answers: dict[str, Handler]) -> Iterator[tuple[int, list[str]]]:
    """A server on this machine: its port, and the paths that it was asked for with their Host."""
    asked: list[str] = []

    class Door(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(f"{self.headers['Host'].split(':')[0]}{self.path}")
            assert "Cookie" not in self.headers
            assert "Authorization" not in self.headers
            assert self.headers["Accept-Encoding"] == "identity"
            answers[self.path.split("?")[0]](self)

        def log_message(self, format: str, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """A caller that hangs up is what these tests are about."""

    server = Server(("127.0.0.1", 0), Door)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server.server_port, asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def says(
    body: bytes, status: int = 200, length: int | None = None, headers: tuple[tuple[str, str], ...] = ()
) -> Handler:
    def answer(door: BaseHTTPRequestHandler) -> None:
        door.send_response(status)
        door.send_header("Content-Length", str(len(body) if length is None else length))
        door.send_header("Set-Cookie", "known=yes")
        for name, value in headers:
            door.send_header(name, value)
        door.end_headers()
        door.wfile.write(body)

    return answer


def moved(to: str, status: int = 302) -> Handler:
    return says(b"", status, headers=(("Location", to),))


def fetcher(folder: Path, port: int, hosts: tuple[str, ...] = ("pictures.test",), **limits: float) -> Fetcher:
    """Allows the test's own server, under any name but those that begin with "inside", which are private."""

    def resolved(host: str, _: int) -> tuple[str, ...]:
        return ("10.0.0.7",) if host.startswith("inside") else ("127.0.0.1",)

    policy = Policy(
        resolved, lambda address: "" if address.is_loopback else forbidden(address), (("http", port), ("https", port))
    )
    return Fetcher(hosts, folder / "fetched", FetchLimits(**limits), policy)  # type: ignore[arg-type]


def reason(call: Callable[[], bytes]) -> str:
    with pytest.raises(ReadError) as caught:
        call()
    return caught.value.reason


def test_a_picture_is_fetched_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    with served({"/a%20b.png": says(b"picture")}) as (port, asked):
        assert fetcher(tmp_path, port)("http://pictures.test/a b.png?x=1#part") == b"picture"
        again = fetcher(tmp_path, port)  # another run of the same ingest
        assert again("http://PICTURES.test./a%20b.png?x=1") == b"picture"
        assert asked == ["pictures.test/a%20b.png?x=1"]
    kept = list((tmp_path / "fetched").iterdir())
    assert [path.read_bytes() for path in kept] == [b"picture"]


@pytest.mark.parametrize(
    "url",
    [
        "http://other.test/a.png",
        "//other.test/a.png",
        "http://pictures.test.other.test/a.png",
        "http://notpictures.test/a.png",
        "http://pictures.test@other.test/a.png",
        "http://pictures.test\\@other.test/a.png",
        "ftp://pictures.test/a.png",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "http:///a.png",
        "http://[::1/a.png",
        "http://pictures.test:99999/a.png",
    ],
)
def test_hosts_that_were_not_allowed_are_not_even_looked_up(tmp_path: Path, url: str) -> None:
    def never(host: str, port: int) -> tuple[str, ...]:
        raise AssertionError(host)

    fetch = Fetcher(("pictures.test",), tmp_path, policy=Policy(never))
    assert reason(lambda: fetch(url)) == "remote"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("url", ["http://u:p@pictures.test/", "http://@pictures.test/", "http://pictures.test:8080/"])
def test_names_passwords_and_odd_ports_are_refused(tmp_path: Path, url: str) -> None:
    fetch = Fetcher(("pictures.test",), tmp_path, policy=Policy(lambda host, port: ("93.184.216.34",)))
    assert reason(lambda: fetch(url)) == "fetch-refused"


PRIVATE = [
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "0.1.2.3",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:93.184.216.34",
    "64:ff9b::10.0.0.1",
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:db8::1",
    "2002:7f00:1::",
    "2600::5efe:10.0.0.1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "100::1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_that_are_not_public_are_forbidden(tmp_path: Path, address: str) -> None:
    assert forbidden(ip_address(address))
    fetch = Fetcher(("pictures.test",), tmp_path, policy=Policy(lambda host, port: (address,)))
    assert reason(lambda: fetch("http://pictures.test/a.png")) == "fetch-refused"


@pytest.mark.parametrize("address", ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "64:ff9b::8.8.8.8"])
def test_public_addresses_are_not_forbidden(address: str) -> None:
    assert forbidden(ip_address(address)) == ""


@given(st.ip_addresses(v=4))
def test_what_is_forbidden_is_so_in_every_ipv6_form(address: object) -> None:
    if forbidden(address):  # type: ignore[arg-type]
        assert all(forbidden(ip_address(f"{form}{address}")) for form in ("::ffff:", "::", "64:ff9b::", "2600::5efe:"))


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "169.254.169.254", "[::ffff:127.0.0.1]", "10.0.0.1"])
def test_addresses_that_the_user_names_are_judged_too(tmp_path: Path, host: str) -> None:
    fetch = Fetcher.for_corpus(tmp_path, [host])
    assert reason(lambda: fetch(f"http://{host}/a.png")) == "fetch-refused"


@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "127.1", "0177.0.0.1"])
def test_other_ways_to_write_an_address_end_at_the_same_judge(tmp_path: Path, host: str) -> None:
    fetch = Fetcher((host,), tmp_path)  # the system's own resolver: no network is needed for these
    assert reason(lambda: fetch(f"http://{host}/a.png")) == "fetch-refused"


def test_one_private_address_among_public_ones_is_enough(tmp_path: Path) -> None:
    fetch = Fetcher(("pictures.test",), tmp_path, policy=Policy(lambda host, port: ("93.184.216.34", "10.0.0.1")))
    assert reason(lambda: fetch("http://pictures.test/a.png")) == "fetch-refused"


def test_a_name_is_resolved_once(tmp_path: Path) -> None:
    """Rebinding: a second answer would be another address. The connection goes to the one that was looked at."""
    with served({"/a.png": says(b"picture")}) as (port, _):
        answers = iter([("127.0.0.1",), ("10.0.0.7",)])
        base = fetcher(tmp_path, port)
        fetch = Fetcher(base.hosts, base.folder, policy=replace(base.policy, resolve=lambda host, port: next(answers)))
        assert fetch("http://pictures.test/a.png") == b"picture"
        assert next(answers) == ("10.0.0.7",)


def test_redirects_are_followed_where_they_may_go(tmp_path: Path) -> None:
    hosts = ("pictures.test", "*.cdn.test")
    ways = {
        "/a": moved("/b", 301),
        "/b": moved("//x.cdn.test/c", 307),
        "/c": moved("d?y=1", 308),
        "/d": says(b"picture"),
    }
    with served(ways) as (port, asked):
        assert fetcher(tmp_path, port, hosts)("http://pictures.test/a") == b"picture"
    assert asked == ["pictures.test/a", "pictures.test/b", "x.cdn.test/c", "x.cdn.test/d?y=1"]


@pytest.mark.parametrize(
    "to",
    [
        "http://other.test/",
        "http://cdn.test/",
        "file:///etc/passwd",
        "http://127.0.0.1/",
        "http://[::1]/",
        "http://169.254.169.254/latest/meta-data",
        "http://inside.cdn.test/",
        "http://u:p@x.cdn.test/",
        "http://x.cdn.test:22/",
        "http://[oops/",
    ],
)
def test_redirects_are_judged_like_the_first_address(tmp_path: Path, to: str) -> None:
    with served({"/a": moved(to)}) as (port, asked):
        fetch = fetcher(tmp_path, port, ("pictures.test", "*.cdn.test"))
        assert reason(lambda: fetch("http://pictures.test/a")) in {"fetch-refused", "remote"}
        assert asked == ["pictures.test/a"]


def test_no_redirect_from_https_to_http(tmp_path: Path) -> None:
    fetch = fetcher(tmp_path, 80)
    place = fetch._looked_at("https://pictures.test:80/a")
    assert reason(lambda: fetch._looked_at("http://pictures.test/b", place).url.encode()) == "fetch-refused"


def test_redirects_end(tmp_path: Path) -> None:
    with served({"/a": moved("/a")}) as (port, asked):
        fetch = fetcher(tmp_path, port)
        assert reason(lambda: fetch("http://pictures.test/a")) == "fetch-redirects"
        assert len(asked) == 6
        assert reason(lambda: fetch("http://pictures.test/a")) == "fetch-redirects"
        assert len(asked) == 6  # what failed is not asked again


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (says(b"x" * 101), "fetch-too-large"),
        (says(b"x", length=10**15), "fetch-too-large"),
        (says(b"x" * 5, length=50), "fetch-failed"),
        (says(b""), "fetch-failed"),
        (says(b"gone", 404), "fetch-failed"),
        (says(b"part", 206), "fetch-failed"),
        (says(b"", 302), "fetch-failed"),
        (says(b"\x1f\x8b", headers=(("Content-Encoding", "gzip"),)), "fetch-failed"),
        (says(b"x", headers=tuple((f"X-{n}", "y") for n in range(200))), "fetch-failed"),
        (says(b"x", headers=(("X", "y" * 100_000),)), "fetch-failed"),
    ],
)
def test_answers_are_bounded(tmp_path: Path, answer: Handler, expected: str) -> None:
    with served({"/a": answer}) as (port, _):
        assert reason(lambda: fetcher(tmp_path, port, bytes=100)("http://pictures.test/a")) == expected
    assert not (tmp_path / "fetched").exists()


def test_chunked_answers_are_bounded(tmp_path: Path) -> None:
    def endless(door: BaseHTTPRequestHandler) -> None:
        door.protocol_version = "HTTP/1.1"
        door.send_response(200)
        door.send_header("Transfer-Encoding", "chunked")
        door.end_headers()
        try:
            for _ in range(1000):
                door.wfile.write(b"3e8\r\n" + b"x" * 1000 + b"\r\n")
        except OSError:
            pass

    with served({"/a": endless}) as (port, _):
        assert reason(lambda: fetcher(tmp_path, port, bytes=5000)("http://pictures.test/a")) == "fetch-too-large"


def test_an_answer_that_drips_is_cut(tmp_path: Path) -> None:
    stop = threading.Event()

    def drip(door: BaseHTTPRequestHandler) -> None:
        door.send_response(200)
        try:
            while not stop.wait(0.02):
                door.wfile.write(b"X: y\r\n" if door.path == "/head" else b"x")
                door.end_headers()
        except OSError:
            pass

    try:
        with served({"/head": drip, "/body": drip}) as (port, _):
            for path in ("head", "body"):
                fetch = fetcher(tmp_path, port, seconds=0.3)
                assert reason(lambda fetch=fetch, path=path: fetch(f"http://pictures.test/{path}")) == "fetch-failed"  # type: ignore[misc]
    finally:
        stop.set()


def test_what_is_no_http_and_no_tls_fails(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def talk() -> None:
            for _ in range(2):
                caller, _address = server.accept()
                with caller:
                    caller.recv(1000)
                    caller.sendall(b"220 mail\r\n")

        thread = threading.Thread(target=talk)
        thread.start()
        port = server.getsockname()[1]
        assert reason(lambda: fetcher(tmp_path, port)("http://pictures.test/a")) == "fetch-failed"
        assert reason(lambda: fetcher(tmp_path, port)("https://pictures.test/a")) == "fetch-failed"
        thread.join()


def test_a_host_that_keeps_failing_is_given_up(tmp_path: Path) -> None:
    calls = []

    def unknown(host: str, port: int) -> tuple[str, ...]:
        calls.append(host)
        raise socket.gaierror(-2, "Name or service not known")

    fetch = Fetcher(("pictures.test",), tmp_path, FetchLimits(failures=3), Policy(unknown))
    assert [reason(lambda n=n: fetch(f"http://pictures.test/{n}")) for n in range(5)] == ["fetch-failed"] * 5  # type: ignore[misc]
    assert len(calls) == 3


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("Example.ORG.", "example.org"),
        ("*.example.org", "*.example.org"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("93.184.216.34", "93.184.216.34"),
        ("[2606:4700:0::1111]", "2606:4700::1111"),
    ],
)
def test_hosts_as_users_write_them(said: str, plain: str) -> None:
    assert host_pattern(said) == plain


@pytest.mark.parametrize(
    "said", ["", "*", "*.", "*.org", "http://example.org", "example.org:80", "a/b", "a b", "ex*.org", "a..b", "-a.org"]
)
def test_what_is_not_a_host_is_refused(said: str) -> None:
    with pytest.raises(UsageError, match="not a host to fetch from"):
        host_pattern(said)
