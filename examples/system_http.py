"""A RAG system behind HTTP in plain Python: `retriever.py` retrieves, one sentence is the answer.

    cd examples; DOCUMENTS=../docs python system_http.py 8000
    benchwright evaluate system BENCH --system http://127.0.0.1:8000

Asked {"id", "question"}, it answers {"answer", "contexts", "citations"}; an answer of null says that it does not know.
"""

from __future__ import annotations

import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from retriever import search, words


def reply(question: str) -> dict[str, Any]:
    """The sentence of the best chunks that shares most words with the question, and where it stands."""
    contexts = search(question, 5)
    sentences = [(at, one) for at, found in enumerate(contexts) for one in re.split(r"(?<=[.!?])\s+", found["text"])]
    if not sentences:
        return {"answer": None, "contexts": [], "citations": []}
    at, best = max(sentences, key=lambda pair: len(words(pair[1]) & words(question)))
    return {"answer": best.strip(), "contexts": contexts, "citations": [at]}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        body = json.dumps(reply(asked["question"])).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing of each request."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8000), Handler)
    print(f"listening at http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
