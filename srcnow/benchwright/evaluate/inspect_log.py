"""Read the samples of a log of Inspect (`inspect_ai`) as rows: the question's id and words, the completion, contexts.

A log in JSON has them under `samples`; a log in Inspect's own format (`.eval`) is a ZIP archive with a file a sample:

    samples/q1_epoch_1.json   {"id": "q1", "epoch": 1, "input": ..., "output": {"completion": "a disease", ...}, ...}

Events and whatever else a log holds are passed over. `question`, `contexts` and `citations` may stand in the metadata
of a sample, where Benchwright's own task puts them, or in what a solver has written there. A sample that ended with an
error has no row. Scores that are not there are NaN in these files, which is no JSON.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from benchwright.files.bounded import MOST_BYTES, MOST_DEPTH, too_deep
from benchwright.files.zstd import BadZipFile, ZipFile, ZstdError

ENDING = ".eval"
_SAMPLE = re.compile(r"samples/[^/]+\.json")
_OF_METADATA = ("question", "contexts", "citations")
_LARGE = frozenset({"attachments", "events", "events_data", "messages", "metadata", "store"})

Row = Mapping[str, Any]


def archive_rows(content: bytes) -> Iterator[tuple[str, Row]]:
    """The rows of a `.eval` file, each with its place. ValueError for what is no such file, for one that takes more
    than 1 GiB when it is unpacked, and as `sample_rows`."""
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            named = [one for one in archive.infolist() if _SAMPLE.fullmatch(one.filename)]
            if sum(one.file_size for one in named) > MOST_BYTES:
                raise ValueError(f"its samples have more than {MOST_BYTES:,} bytes")
            samples = ((one.filename, log_json(archive.read(one).decode("utf-8"))) for one in named)
            yield from sample_rows(samples, len(named))
    except (BadZipFile, ZstdError, NotImplementedError, EOFError, RuntimeError) as error:
        raise ValueError(f"it is not a log of Inspect: {error}") from None


def sample_rows(samples: Iterable[tuple[str, Any]], count: int) -> Iterator[tuple[str, Row]]:
    """The rows of `count` samples, which come with their places. ValueError for one that is no object, for a log
    without samples, and for one of several epochs: a question has one answer."""
    if not count:
        raise ValueError("it is a log without samples")
    for place, sample in samples:
        if not isinstance(sample, dict):
            raise ValueError(f"{place} is {json.dumps(sample)[:40]}, and is to be an object")
        if sample.get("epoch", 1) != 1:
            raise ValueError("it has several epochs, and a question has one answer here: evaluate with --epochs 1")
        if not sample.get("error"):
            yield place, _row(sample)


def log_json(text: str) -> Any:
    """The value of JSON as Inspect writes it: NaN and infinities, which stand for scores, are None. ValueError."""
    if too_deep(text):
        raise ValueError(f"is not JSON, or is nested more than {MOST_DEPTH} levels deep")
    return json.loads(text, parse_constant=lambda name: None)


def _row(sample: Row) -> Row:
    output, metadata = sample.get("output"), sample.get("metadata")
    told = {name: metadata[name] for name in _OF_METADATA if name in metadata} if isinstance(metadata, dict) else {}
    if not isinstance(told.get("question", ""), str):
        del told["question"]
    return {
        **{name: value for name, value in sample.items() if name not in _LARGE},
        "input": _words(sample.get("input")),
        "output": output.get("completion") if isinstance(output, dict) else output,
        **told,
    }


def _words(given: Any) -> Any:
    """The words of an input that is a list of messages; any other input as it is."""
    if not isinstance(given, list):
        return given
    contents = [message.get("content") for message in given if isinstance(message, dict)]
    texts = [content if isinstance(content, str) else _texts(content) for content in contents]
    return "\n".join(filter(None, texts)) or None


def _texts(content: Any) -> str:
    parts = content if isinstance(content, list) else []
    return "\n".join(str(part["text"]) for part in parts if isinstance(part, dict) and part.get("type") == "text")
