"""A real server over the wire: `transformers serve`, with tiny models of random weights, for text and for images.

Needs the group `peer` (`uv sync --group peer`), here or in another environment whose Python BENCHWRIGHT_PEER names.
Its models talk nonsense: what is shown is that requests are taken, and that replies and errors are understood.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as Pixels
from whole_runs import World

from benchwright.errors import RequestError
from benchwright.models import Message, ModelSettings, PromptImage, Reply, Request, Text
from benchwright.models.keys import Keys
from benchwright.models.names import parse_name
from benchwright.models.providers import open_provider
from benchwright.workflows.generate import generate

PYTHON = Path(os.environ.get("BENCHWRIGHT_PEER", sys.executable))
INSTALLED = Path(sys.executable) != PYTHON or all(find_spec(name) for name in ("transformers", "uvicorn", "fastapi"))
MAKING = Path(__file__).parents[1] / "support" / "peer_models.py"
SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "required": ["answer"],
    "additionalProperties": False,
}

pytestmark = [pytest.mark.soak, pytest.mark.skipif(not INSTALLED, reason="the group `peer` is not installed")]


@dataclass(frozen=True)
class Peer:
    """A server with its one model."""

    name: str
    url: str

    @property
    def settings(self) -> dict[str, Any]:
        return {"base_url": self.url, "timeout": 120.0}

    def ask(self, *parts: Text | PromptImage, **fields: Any) -> Reply:
        """The reply to one request."""
        return asyncio.run(self._ask(Request(self.name, (Message("user", parts),), "answer", **fields)))

    async def _ask(self, request: Request) -> Reply:
        model = open_provider(parse_name(self.name), ModelSettings(**self.settings), Keys({}))
        try:
            return await model.ask(request)
        finally:
            await model.close()


@contextmanager
def serving(model: Path) -> Iterator[Peer]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [PYTHON.with_name("transformers"), "serve", model, "--host", "127.0.0.1", "--port", str(port)]
    process = subprocess.Popen(
        [*map(str, command), "--device", "cpu"],
        env={**os.environ, "HF_HUB_OFFLINE": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + 180
        while not _well(port):
            assert process.poll() is None, "the server did not start"
            assert time.monotonic() < until, "the server takes too long to start"
            time.sleep(0.2)
        yield Peer(f"openai-compatible/{model}", f"http://127.0.0.1:{port}/v1")
    finally:
        process.terminate()
        process.wait(60)


def _well(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as reply:
            return bool(reply.status == 200)
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    subprocess.run([PYTHON, MAKING, folder], env={**os.environ, "HF_HUB_OFFLINE": "1"}, check=True, timeout=300)
    return folder


@pytest.fixture(scope="module")
def reader(models: Path) -> Iterator[Peer]:
    with serving(models / "text") as peer:
        yield peer


@pytest.fixture(scope="module")
def viewer(models: Path) -> Iterator[Peer]:
    with serving(models / "image") as peer:
        yield peer


def picture(path: Path) -> PromptImage:
    Pixels.new("RGB", (64, 48), (200, 30, 30)).save(path)
    return PromptImage(hashlib.sha256(path.read_bytes()).hexdigest(), path, 64, 48)


@pytest.mark.parametrize("schema", [None, SCHEMA], ids=["free", "schema"])
def test_text(reader: Peer, schema: dict[str, Any] | None) -> None:
    reply = reader.ask(Text("How high is the tower?"), schema=schema, max_tokens=12)
    assert reply.status in ("ok", "truncated")
    assert reply.usage.known
    assert 1 <= reply.usage.output <= 12
    assert reply.usage.input > 20
    assert reader.name.endswith(reply.served_by.partition("@")[0])


def test_an_image_between_words(viewer: Peer, tmp_path: Path) -> None:
    shown = picture(tmp_path / "x.png")
    once = viewer.ask(Text("What is on it?"), shown, Text("Say it."), max_tokens=12)
    twice = viewer.ask(Text("What is on it?"), shown, shown, Text("Say it."), max_tokens=12)
    assert {once.status, twice.status} <= {"ok", "truncated"}
    # 28 x 28 pixels in patches of 14 are four tokens: it was looked at.
    assert twice.usage.input - once.usage.input == 4


def test_another_model_than_it_has(reader: Peer) -> None:
    with pytest.raises(RequestError, match="Server is pinned to"):
        Peer("openai-compatible/another", reader.url).ask(Text("Who?"))


def test_a_run_comes_to_its_end_with_nonsense(reader: Peer, tmp_path: Path) -> None:
    """Every reply is one that cannot be read, is recorded as such, and ends its attempt."""
    world = World.made(tmp_path)
    cells = "  - {style: information-extraction, modalities: [text], count: 1}\n"
    plan = world.plan(reader.url.removesuffix("/v1"), roles={"writer": reader.name}, cells=cells, timeout=120)
    generate(plan, world.bench("nonsense"), limit=2, concurrency=2)
    assert {(one["status"], one["reason"]) for one in world.outcomes("nonsense")} == {("refused", "unparsed")}
    assert world.stored("nonsense") >= 2
