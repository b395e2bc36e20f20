"""A server that answers as the Hugging Face hub does where data sets are made and uploaded, and checks requests."""

from __future__ import annotations

import base64
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TOKEN = "hf_secret"


@dataclass
class Hub:
    """The data sets by name, each with its files; which were made private. `refuses` answers every request with it."""

    address: str = ""
    data_sets: dict[str, dict[str, bytes]] = field(default_factory=dict)
    private: set[str] = field(default_factory=set)
    requests: list[str] = field(default_factory=list)
    refuses: int = 0


class _Handler(BaseHTTPRequestHandler):
    hub: Hub

    def do_GET(self) -> None:
        self._answer({})

    def do_POST(self) -> None:
        self._answer(self.rfile.read(int(self.headers["Content-Length"] or 0)))

    def _answer(self, body: Any) -> None:
        hub, path = self.hub, self.path.partition("?")[0]
        hub.requests.append(f"{self.command} {path}")
        if hub.refuses or self.headers["Authorization"] != f"Bearer {TOKEN}":
            self._send(hub.refuses or 401, {"error": "You may not write there"})
        elif path == "/api/repos/create":
            told = json.loads(body)
            name = f"{told.get('organization') or 'me'}/{told['name']}"
            assert told["type"] == "dataset"
            known = name in hub.data_sets
            hub.data_sets.setdefault(name, {})
            hub.private |= {name} if told.get("private") or told.get("visibility") == "private" else set()
            self._send(409 if known else 200, {"url": f"{hub.address}/datasets/{name}", "name": name})
        elif path == "/api/validate-yaml":
            self._send(200, {"errors": [], "warnings": []})
        elif match := re.fullmatch(r"/api/datasets/(\w+/[\w-]+)(/.*)?", path):
            self._data_set(match[1], match[2] or "", body)
        else:
            self._send(404, {"error": f"no {path}"})

    def _data_set(self, name: str, rest: str, body: Any) -> None:
        files = self.hub.data_sets[name]
        if rest.startswith("/tree"):
            self._send(200, [{"type": "file", "path": one, "size": 1, "oid": "0" * 40} for one in files])
        elif rest.startswith("/preupload"):
            named = [one["path"] for one in json.loads(body)["files"]]
            told = [{"path": one, "uploadMode": "regular", "shouldIgnore": False} for one in named]
            self._send(200, {"files": told})
        elif rest.startswith("/commit"):
            for entry in map(json.loads, body.splitlines()):
                value = entry["value"]
                if entry["key"] == "file":
                    files[value["path"]] = base64.b64decode(value["content"])
                elif entry["key"] == "deletedFile":
                    del files[value["path"]]
            url = f"{self.hub.address}/datasets/{name}/commit/{'1' * 40}"
            self._send(200, {"commitUrl": url, "commitOid": "1" * 40, "success": True})
        else:
            siblings = [{"rfilename": one} for one in files]
            self._send(200, {"id": name, "sha": "0" * 40, "private": True, "siblings": siblings, "tags": []})

    def _send(self, status: int, body: Any) -> None:
        raw = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def serving_hub() -> Iterator[Hub]:
    """A hub at `hub.address` for as long as the block runs."""
    hub = Hub()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"hub": hub}))
    hub.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
