"""A small RAG system that is not ours: fixed chunks of 512 characters, ranked by how many words they share with the
question, answered with their best sentence, which it cites. Small enough to be counted by hand."""

import re
from dataclasses import dataclass, field
from typing import Any

SIZE = 512


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


@dataclass
class SmallRag:
    """`documents` are texts by name. `answer` takes what a system is asked, `search` what a retriever is asked."""

    documents: dict[str, str]
    k: int = 3
    chunks: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for name, text in self.documents.items():
            for at in range(0, len(text), SIZE):
                piece = text[at : at + SIZE]
                self.chunks.append({"document": name, "start": at, "end": at + len(piece), "text": piece})

    def search(self, asked: dict[str, Any]) -> list[dict[str, Any]]:
        query = words(asked["query"])
        scored = [(len(words(chunk["text"]) & query), chunk) for chunk in self.chunks]
        best = sorted(scored, key=lambda pair: -pair[0])[: asked["k"]]
        return [{**chunk, "score": score} for score, chunk in best if score]

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        contexts = self.search({"query": asked["question"], "k": self.k})
        query = words(asked["question"])
        sentences = [
            (at, one) for at, chunk in enumerate(contexts) for one in re.split(r"(?<=[.!?])\s+", chunk["text"])
        ]
        if not sentences:
            return {"answer": None, "contexts": [], "citations": []}
        at, best = max(sentences, key=lambda pair: len(words(pair[1]) & query))
        return {"answer": best.strip(), "contexts": contexts, "citations": [at]}
