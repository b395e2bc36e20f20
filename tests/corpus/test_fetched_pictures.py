"""Pictures that a page shows from a host that the user allowed: fetched by the process that writes, over TLS, for a
reader in another process that has no network. Names lead to a server on this machine; nothing leaves it."""

from __future__ import annotations

import io
import json
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from corpus_faults import corpus_faults
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from PIL import Image

from benchwright.corpus.fetch import Fetcher, FetchLimits, Policy, forbidden
from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.errors import ReadError
from benchwright.readers.read_task import IngestOptions

HOST = "allowed.test"
OAK = "The oak is a tree that may live for a thousand years and more. " * 4


def picture() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (40, 30), (20, 120, 30)).save(out, "PNG")
    return out.getvalue()


def page(folder: Path, scheme: str) -> Path:
    docs = folder / "docs"
    docs.mkdir(exist_ok=True)
    (docs / "oak.html").write_text(f'<p>{OAK}</p><img src="{scheme}://{HOST}/oak.png" alt="An oak">')
    return docs


def certificate(folder: Path, host: str) -> Path:
    """A certificate for this name that it has signed itself, and its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    path = folder / f"{host}.pem"
    path.write_bytes(
        made.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    )
    return path


@contextmanager
def served(body: bytes, pem: Path | None = None) -> Iterator[tuple[int, list[str]]]:
    """A server of one answer, by TLS where it has a certificate: its port, and the paths that it was asked for."""
    asked: list[str] = []

    class Door(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """A caller that does not trust the certificate hangs up."""

    server = Server(("127.0.0.1", 0), Door)
    if pem is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pem)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server.server_port, asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def fetcher(corpus: Path, port: int, trusted: Path | None = None) -> Fetcher:
    def tls() -> ssl.SSLContext:
        return ssl.create_default_context(cafile=trusted)

    policy = Policy(
        lambda host, _: ("127.0.0.1",),
        lambda address: "" if address.is_loopback else forbidden(address),
        (("http", port), ("https", port)),
        tls,
    )
    return Fetcher((HOST,), corpus / ".ingest/fetched", FetchLimits(seconds=10.0), policy)


def drops(corpus: Path) -> list[str]:
    return [json.loads(line)["reason"] for line in (corpus / "drops.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_picture_of_an_allowed_host_becomes_a_source(tmp_path: Path, scheme: str) -> None:
    docs, corpus = page(tmp_path, scheme), tmp_path / "corpus"
    pem = certificate(tmp_path, HOST) if scheme == "https" else None
    with served(picture(), pem) as (port, asked):
        options = IngestOptions(allow_fetch=(HOST,))
        report = ingest_paths([docs], corpus, options, workers=1, fetch=fetcher(corpus, port, pem))
    assert report.sources == {"text": 1, "table": 0, "image": 1}
    assert asked == ["/oak.png"]
    made = Corpus.open(corpus)
    image = made.source("oak.html#i0").image
    assert image is not None
    assert (image.width, image.height, image.alt) == (40, 30, "An oak")
    assert (corpus / image.file).read_bytes() == picture()
    assert corpus_faults(made) == []


def test_without_leave_no_host_is_asked(tmp_path: Path) -> None:
    with served(picture()) as (_, asked):
        report = ingest_paths([page(tmp_path, "http")], tmp_path / "corpus", workers=1)
    assert (report.sources["image"], report.drops, asked) == (0, {"image-remote": 1}, [])


@pytest.mark.parametrize("named", [HOST, "other.test"])
def test_a_certificate_must_be_trusted_and_of_the_host(tmp_path: Path, named: str) -> None:
    pem = certificate(tmp_path, named)
    with served(picture(), pem) as (port, asked), pytest.raises(ReadError, match="certificate verify failed") as caught:
        fetcher(tmp_path, port, None if named == HOST else pem)(f"https://{HOST}/oak.png")
    assert (caught.value.reason, asked) == ("fetch-failed", [])


def answering(answers: list[bytes | str]) -> Callable[[str], bytes]:
    def fetch(url: str) -> bytes:
        answer = answers.pop(0)
        if isinstance(answer, str):
            raise ReadError(answer, f"{url} is not there today")
        return answer

    return fetch


def test_what_could_not_be_fetched_is_tried_again_by_the_next_run(tmp_path: Path) -> None:
    """Twice in vain, then it is there; from then on, and with a refusal that stands, nobody asks again."""
    docs, corpus = page(tmp_path, "http"), tmp_path / "corpus"
    (docs / "elm.txt").write_text(OAK)
    options = IngestOptions(allow_fetch=(HOST,))
    answers: list[bytes | str] = ["fetch-failed", "fetch-failed", picture()]
    found = []
    for _ in range(4):
        report = ingest_paths([docs], corpus, options, workers=0, fetch=answering(answers))
        found.append((report.read, report.sources["image"], drops(corpus)))
    assert found == [(2, 0, ["image-fetch-failed"]), (1, 0, ["image-fetch-failed"]), (1, 1, []), (0, 1, [])]
    refused = tmp_path / "refused"
    reads = [
        ingest_paths([docs], refused, options, workers=0, fetch=answering(["fetch-refused"])).read for _ in range(2)
    ]
    assert reads == [2, 0]
