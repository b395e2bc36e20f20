"""A real SIGKILL at the worst moment: the service has made the batch, and its answer has not arrived."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from batch_servers import CANARY, Batch, BatchServer

ROOT = Path(__file__).parents[3]

CHILD = """
import asyncio, sys
from pathlib import Path
from batch_asking import ask_folder, request
from benchwright.files.append_log import AppendLog
from benchwright.models import ModelSettings, Reply, Request
from benchwright.models.batch import BatchService, PollTimes
from benchwright.models.batch.request_log import request_from_json
from benchwright.models.keys import Keys

service, bench, address, key = sys.argv[1:]


class FileLedger:
    def __init__(self, path):
        self.log = AppendLog(path)
        self.replies = {entry["key"]: Reply.from_json(entry["reply"]) for entry in AppendLog.read(path)}

    def get(self, key):
        return self.replies.get(key)

    async def put(self, request, reply):
        self.log.append({"key": request.key, "reply": reply.to_json()})
        self.replies[request.key] = reply


async def main():
    ledger = FileLedger(Path(bench) / "ledger.jsonl")
    asked = [request(f"q{i}", f"{service}/m") for i in range(5)]
    keys = Keys({"OPENAI_API_KEY": key, "ANTHROPIC_API_KEY": key, "GEMINI_API_KEY": key})
    settings = {f"{service}/m": ModelSettings(base_url=address)}
    waits = PollTimes(first=0.05, longest=0.05, settle=0.3)
    async with BatchService(service, keys, bench, ledger, settings, waits=waits) as batch:
        while True:
            await batch.exchange()
            found = await ask_folder(batch.queue, ledger, asked)
            if not batch.queue:
                break
    ledger.log.close()
    for one in asked:
        print(found[one.key].text)


asyncio.run(main())
"""


@pytest.mark.parametrize("service", ["openai", "anthropic"])
def test_a_killed_process_leaves_one_batch(tmp_path: Path, service: str) -> None:
    children: list[subprocess.Popen[str]] = []

    def child() -> subprocess.Popen[str]:
        paths = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests" / "support")])
        command = [sys.executable, "-c", CHILD, service, str(tmp_path), server.base_url(service), CANARY]
        process = subprocess.Popen(
            command, env=os.environ | {"PYTHONPATH": paths}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        children.append(process)
        return process

    def kill(batch: Batch) -> None:
        if len(children) == 1:
            children[0].send_signal(signal.SIGKILL)
            children[0].wait(10)

    with BatchServer(created=kill) as server:
        first = child()
        first.communicate(timeout=60)
        assert first.returncode == -signal.SIGKILL
        assert len(server.batches) == 1
        second = child()
        out, err = second.communicate(timeout=60)
        assert second.returncode == 0, err
    assert len(server.batches) == 1
    assert out.splitlines() == [f"reply to {key[:8]}" for key in _keys(service)]


def _keys(service: str) -> list[str]:
    from batch_asking import request

    return [request(f"q{i}", f"{service}/m").key for i in range(5)]
