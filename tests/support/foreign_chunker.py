"""Somebody else's retriever, forty lines: it cuts texts every 512 characters and ranks the pieces by shared words.

Knows nothing of Benchwright: it gives a piece's text, its document and where it was cut. Tests put it against the gold.
"""

import re
from collections.abc import Mapping


def words(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+", text.lower()))


class FixedChunker:
    def __init__(self, documents: Mapping[str, str], size: int = 512) -> None:
        self.chunks = [
            {"text": text[start : start + size], "document": name, "start": start}
            for name, text in documents.items()
            for start in range(0, len(text), size)
        ]

    def search(self, question: str, k: int) -> list[dict[str, object]]:
        asked = words(question)
        scored = [(len(asked & words(str(chunk["text"]))), place) for place, chunk in enumerate(self.chunks)]
        best = sorted(scored, key=lambda pair: (-pair[0], pair[1]))[:k]
        return [{**self.chunks[place], "score": float(score)} for score, place in best]
