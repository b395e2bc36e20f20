"""A retriever of your own in 40 lines: chunks of 512 characters, ranked by shared words.

    cd examples; DOCUMENTS=../docs benchwright evaluate retrieval BENCH --retriever retriever:search

Benchwright knows nothing of these chunks: it finds the gold evidence in them by their words and their document.
"""

from __future__ import annotations

import math
import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

SIZE = 512
"""Characters of a chunk."""

Chunk = dict[str, Any]


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def chunks(folder: Path) -> list[Chunk]:
    """Every text and Markdown file below the folder, cut without regard to anything."""
    found: list[Chunk] = []
    for path in sorted(one for one in folder.rglob("*") if one.suffix in (".txt", ".md")):
        text, name = path.read_text("utf-8"), path.relative_to(folder).as_posix()
        found += [{"document": name, "text": text[at : at + SIZE]} for at in range(0, len(text), SIZE)]
    return [one for one in found if one["text"].strip()]


CHUNKS = chunks(Path(os.environ.get("DOCUMENTS", "documents")))
WORDS = [words(one["text"]) for one in CHUNKS]
RARITY = {word: math.log(1 + len(CHUNKS) / count) for word, count in Counter(w for one in WORDS for w in one).items()}


def search(query: str, k: int) -> list[Chunk]:
    """The k chunks that share the rarest words with the query."""
    asked = words(query)
    scores = [sum(RARITY[word] for word in sorted(asked & one)) for one in WORDS]
    best = sorted(range(len(CHUNKS)), key=lambda place: -scores[place])[:k]
    return [{**CHUNKS[place], "score": scores[place]} for place in best if scores[place] > 0]
