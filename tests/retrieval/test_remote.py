"""Embeddings of a service, over real HTTP: what is sent, what comes back wrong, and what becomes of the user's key."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchwright.corpus.store import write_corpus
from benchwright.errors import CorpusError, ModelUsageError, RequestError, UsageError
from benchwright.models import ModelSettings
from benchwright.models.endpoints import server_digest
from benchwright.models.keys import Keys
from benchwright.records import Modality, Place, Source
from benchwright.retrieval.encoders import get_encoder
from benchwright.retrieval.encoders.base import Encoder, EncoderSettings
from benchwright.retrieval.encoders.remote import RemoteEncoder
from benchwright.retrieval.vectors import VectorStore

KEY = "secret-of-this-test-12345"
Answer = tuple[int, Any]


def vector(text: str) -> list[float]:
    return [float(text.count("a")), float(text.count("b")), 1.0]


def well(texts: list[str]) -> Answer:
    """Right, but in the wrong order."""
    rows = [{"index": place, "embedding": vector(text)} for place, text in enumerate(texts)]
    return 200, {"model": "m", "data": rows[::-1], "usage": {"prompt_tokens": 3, "total_tokens": 3}}


class Server:
    """Answers `/v1/embeddings` by a function of the texts, and keeps what came in."""

    def __init__(self) -> None:
        self.answer: Callable[[list[str]], Answer] = well
        self.bodies: list[dict[str, Any]] = []
        self.keys: set[str | None] = set()
        self.paths: set[str] = set()
        self._lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with outer._lock:
                    outer.bodies.append(body)
                    outer.keys.add(self.headers.get("Authorization"))
                    outer.paths.add(self.path)
                    status, data = outer.answer(body["input"])
                raw = data.encode() if isinstance(data, str) else json.dumps(data).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

            def log_message(self, *_: object) -> None:
                return None

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,))

    @property
    def asked(self) -> list[str]:
        return [text for body in self.bodies for text in body["input"]]

    def __enter__(self) -> Server:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()


def digest(server: Server) -> str:
    return server_digest("openai-compatible", ModelSettings(base_url=server.url))


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest.fixture
def opened() -> Iterator[Callable[..., Encoder]]:
    made: list[RemoteEncoder] = []

    def opens(name: str, variables: dict[str, str], **settings: Any) -> Encoder:
        encoder = get_encoder(name, EncoderSettings(ModelSettings(**settings), Keys(variables)))
        assert isinstance(encoder, RemoteEncoder)
        made.append(encoder)
        return encoder

    yield opens
    for encoder in made:
        encoder.close()


def test_what_is_sent_and_what_comes_back(server: Server, opened: Callable[..., Encoder]) -> None:
    variables = {"OPENAI_COMPATIBLE_BASE_URL": server.url, "OPENAI_COMPATIBLE_API_KEY": KEY, "OPENAI_API_KEY": "other"}
    encoder = opened("openai-compatible/org/m", variables)
    found = encoder.encode(["aab", "  ", "b", ""])
    # (2, 1, 1) and (0, 1, 1), each to length 1; a text without a word is never sent.
    expected = [[2 / 6**0.5, 1 / 6**0.5, 1 / 6**0.5], [0, 0, 0], [0, 0.5**0.5, 0.5**0.5], [0, 0, 0]]
    assert found == pytest.approx(np.array(expected), abs=1e-6)
    assert found.dtype == np.float32
    assert server.bodies == [{"model": "org/m", "input": ["aab", "b"], "encoding_format": "float"}]
    assert (server.keys, server.paths) == ({f"Bearer {KEY}"}, {"/v1/embeddings"})
    assert (encoder.dimensions, encoder.identity) == (3, f"openai-compatible/org/m at {digest(server)}")
    assert len(server.bodies) == 1
    assert np.array_equal(encoder.encode(["aab"], "query")[0], found[0])
    assert encoder.encode([]).shape == (0, 3)


def test_many_texts_go_out_some_at_a_time_and_come_back_in_order(
    server: Server, opened: Callable[..., Encoder]
) -> None:
    encoder = opened("openai-compatible/m", {}, base_url=server.url)
    texts = ["a" * (number % 9) + "b" * (number % 5) + "." for number in range(100)]
    found = encoder.encode(texts)
    assert sorted(len(body["input"]) for body in server.bodies) == [4, 32, 32, 32]
    for row, text in enumerate(texts):
        wanted = np.array(vector(text))
        assert found[row] == pytest.approx(wanted / np.linalg.norm(wanted), abs=1e-6)
    server.bodies.clear()
    encoder.encode(["a" * 200_000, "b" * 200_000, "c"])  # 300,000 characters a request, by estimate 100,000 tokens
    assert sorted(len(body["input"]) for body in server.bodies) == [1, 2]


def test_e5_behind_a_server_is_told_the_role(server: Server, opened: Callable[..., Encoder]) -> None:
    encoder = opened("openai-compatible/intfloat/e5-large-v2", {}, base_url=server.url)
    encoder.encode(["x"], "query")
    encoder.encode(["x"])
    opened("openai-compatible/intfloat/e5-large-v2#plain", {}, base_url=server.url).encode(["x"], "query")
    assert server.asked == ["query: x", "passage: x", "x"]
    assert {body["model"] for body in server.bodies} == {"intfloat/e5-large-v2"}


def test_what_is_too_long_is_cut_and_counted(server: Server, opened: Callable[..., Encoder]) -> None:
    def narrow(texts: list[str]) -> Answer:
        if sum(map(len, texts)) > 1000:
            return 400, {"error": {"message": "This model's maximum context length is 1000 tokens"}}
        return well(texts)

    server.answer = narrow
    encoder = opened("openai-compatible/m", {}, base_url=server.url)
    texts = ["a" * 400, "b" * 400, "a" * 400, "b" * 3000]
    found = encoder.encode(texts)
    assert encoder.counts == {"cut": 1}  # type: ignore[attr-defined]
    assert found[:3] == pytest.approx(found[[0, 1, 0]])
    assert "b" * 888 in server.asked  # 3000, 2000, 1333, 888
    told = opened("openai-compatible/m", {}, base_url=server.url, context=100)
    told.encode(["b" * 301, "b" * 300])
    assert told.counts == {"cut": 1}  # type: ignore[attr-defined]
    assert max(map(len, server.asked[-2:])) == 300


def changed(**fields: Any) -> Callable[[list[str]], Answer]:
    def answer(texts: list[str]) -> Answer:
        status, data = well(texts)
        for row in data["data"][:1]:
            row.update(fields)
        return status, data

    return answer


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (changed(embedding=[float("nan"), 1.0, 1.0]), "numbers that are none"),
        (changed(embedding=[float("inf"), 1.0, 1.0]), "numbers that are none"),
        (changed(embedding=[10**400, 1.0, 1.0]), "numbers that are none"),
        (changed(embedding=[1.0, 2.0]), "different lengths"),
        (changed(embedding=[]), "something else than a list of numbers"),
        (changed(embedding="AAAA"), "something else than a list of numbers"),
        (changed(embedding=[True, 1.0, 1.0]), "something else than a list of numbers"),
        (changed(index=0), "which vector is of which text"),
        (changed(index=7), "which vector is of which text"),
        (changed(index="1"), "which vector is of which text"),
        (lambda texts: (200, {"data": well(texts)[1]["data"][:1]}), "1 vectors for 2 texts"),
        (lambda _: (400, {"error": {"message": f"no, {KEY} is bad"}}), r"refused the request \(400\): no, \[key\]"),
    ],
)
def test_an_answer_that_is_none_is_refused(
    server: Server, opened: Callable[..., Encoder], answer: Callable[[list[str]], Answer], said: str
) -> None:
    server.answer = answer
    encoder = opened("openai/m", {"OPENAI_API_KEY": KEY}, base_url=server.url)
    with pytest.raises(RequestError, match=said) as caught:
        encoder.encode(["a", "b"])
    assert KEY not in caught.value.line()
    assert len(server.bodies) == 1


def test_vectors_of_another_length_later_are_refused(server: Server, opened: Callable[..., Encoder]) -> None:
    encoder = opened("openai/m", {"OPENAI_API_KEY": KEY}, base_url=server.url)
    encoder.encode(["a"])
    server.answer = changed(embedding=[1.0, 2.0])
    with pytest.raises(RequestError, match="vectors of 2 and 3 numbers"):
        encoder.encode(["a"])


def test_what_passes_is_tried_again(server: Server, opened: Callable[..., Encoder]) -> None:
    def once(texts: list[str]) -> Answer:
        return (503, {"error": {"message": "busy"}}) if len(server.bodies) == 1 else well(texts)

    server.answer = once
    encoder = opened("openai/m", {"OPENAI_API_KEY": KEY}, base_url=server.url)
    assert encoder.encode(["a"]).shape == (1, 3)
    assert len(server.bodies) == 2


def test_what_only_the_user_can_mend(server: Server, opened: Callable[..., Encoder]) -> None:
    with pytest.raises(UsageError, match="needs the address of its server") as caught:
        opened("openai-compatible/m", {})
    assert "OPENAI_COMPATIBLE_BASE_URL" in caught.value.hint
    with pytest.raises(ModelUsageError, match="must be http"):
        opened("openai-compatible/m", {"OPENAI_COMPATIBLE_BASE_URL": "127.0.0.1:8080"})
    with pytest.raises(ModelUsageError, match="OPENAI_API_KEY is not set"):
        opened("openai/m", {}).encode(["a"])
    server.answer = lambda _: (404, "<html>nothing here</html>")
    with pytest.raises(ModelUsageError, match="nothing at this address"):
        opened("openai-compatible/m", {}, base_url=server.url).encode(["a"])


def test_paid_vectors_are_asked_for_once(server: Server, opened: Callable[..., Encoder], tmp_path: Path) -> None:
    texts = ["a" * (number % 7) + "b" * (number % 3) + f" {number}" for number in range(300)]
    sources = [Source(f"s{n:03}", Modality.TEXT, "", text, Place("d")) for n, text in enumerate(texts)]
    corpus = write_corpus(tmp_path, sources)
    encoder = opened("openai-compatible/m", {}, base_url=server.url)
    served = 0

    def failing(texts: list[str]) -> Answer:
        nonlocal served
        served += 1
        return well(texts) if served <= 6 else (400, {"error": {"message": "no more"}})

    server.answer = failing
    with pytest.raises(RequestError, match="no more"):
        VectorStore.build(corpus, encoder)
    server.answer = well
    before = len(server.asked)
    store = VectorStore.build(corpus, encoder)
    # 128 texts are a piece; the second piece failed and is asked for again, the first is not.
    assert sorted(server.asked[before:]) == sorted(texts[128:])
    assert store.folder.name.startswith("openai-compatible-m-")
    # The stored vectors are found again, without another call.
    count = len(server.bodies)
    VectorStore.build(corpus, encoder)
    assert len(server.bodies) == count


def test_a_build_goes_on_with_fewer_requests_at_once(server: Server, tmp_path: Path) -> None:
    """As where a service limits its rate: what was paid for is kept."""
    sources = [Source(f"s{n:03}", Modality.TEXT, "", f"a {n}", Place("d")) for n in range(300)]
    corpus = write_corpus(tmp_path, sources)

    def opened(concurrency: int) -> Encoder:
        settings = EncoderSettings(ModelSettings(base_url=server.url), Keys({}), concurrency=concurrency)
        return get_encoder("openai-compatible/m", settings)

    served = 0

    def failing(texts: list[str]) -> Answer:
        nonlocal served
        served += 1
        return well(texts) if served <= 4 else (400, {"error": {"message": "no more"}})

    server.answer = failing
    with pytest.raises(RequestError, match="no more"):
        VectorStore.build(corpus, opened(4))
    server.answer = well
    before = len(server.asked)
    VectorStore.build(corpus, opened(1))
    assert len(server.asked) - before == 300 - 128


def test_vectors_of_one_server_are_not_used_with_another(
    server: Server, opened: Callable[..., Encoder], tmp_path: Path
) -> None:
    corpus = write_corpus(tmp_path, [Source("s", Modality.TEXT, "", "aab", Place("d"))])
    notes: list[str] = []
    with Server() as other:
        VectorStore.build(corpus, opened("openai-compatible/m", {}, base_url=server.url), notify=notes.append)
        encoder = opened("openai-compatible/m", {"OPENAI_COMPATIBLE_BASE_URL": other.url})
        for _ in range(2):
            store = VectorStore.build(corpus, encoder, notify=notes.append)
        assert other.asked == ["aab"]
        assert notes == ["openai-compatible/m: the stored vectors are of another server or model; all are made anew"]
        # The model behind the same address may change all the same.
        other.answer = changed(embedding=[1.0, 2.0])
        with pytest.raises(CorpusError, match="makes vectors of 2 numbers; the stored ones have 3"):
            store.query(opened("openai-compatible/m", {}, base_url=other.url), ["a"])


def test_vectors_that_name_no_server_are_made_anew(
    server: Server, opened: Callable[..., Encoder], tmp_path: Path
) -> None:
    """As those of earlier versions."""
    corpus = write_corpus(tmp_path, [Source("s", Modality.TEXT, "", "aab", Place("d"))])
    encoder = opened("openai/m", {"OPENAI_API_KEY": KEY}, base_url=server.url)
    manifest = VectorStore.build(corpus, encoder).folder / "manifest.json"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"identity": "openai/m"}))
    notes: list[str] = []
    VectorStore.build(corpus, encoder, notify=notes.append)
    assert (server.asked, len(notes)) == (["aab", "aab"], 1)
