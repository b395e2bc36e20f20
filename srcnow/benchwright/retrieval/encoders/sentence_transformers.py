"""Encode texts with a model of sentence-transformers: `st:MODEL` (extra `neural`).

A model of the hub is pinned to the commit that is in the local cache, so that its vectors stay its own when its authors
publish another state of it; what is not in the cache is fetched, unless HF_HUB_OFFLINE forbids it. Code that comes with
a model is not run.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from benchwright.errors import MissingExtraError, UsageError
from benchwright.files.atomic import sha256_file
from benchwright.retrieval.encoders.base import EncoderName, Floats, Role, checked_rows, worded_rows

_BATCH = 32
_ENDS = 8  # tokens that a model may put around a text
_SKIPPED = ("onnx", "openvino")
"""Folders of a model that hold its weights once more, for other libraries."""
_QUOTED = 200


class SentenceTransformerEncoder:
    """A model on this machine. It is loaded at the first use; `identity` reads its files and loads nothing.

    Vectors depend a little (1e-7) on which texts are encoded together: the same pieces of a corpus give the same bytes
    on the same machine, and no more is promised.
    """

    piece = 128

    def __init__(self, name: str, parsed: EncoderName) -> None:
        if find_spec("sentence_transformers") is None:
            raise MissingExtraError(f"the encoder {name}", "neural")
        self.name = name
        self._parsed = parsed
        self._counts: Counter[str] = Counter()
        self._folder = _folder(name, parsed.model)

    @property
    def counts(self) -> Mapping[str, int]:
        """`cut`: texts longer than the model takes, of which it saw the beginning."""
        return self._counts

    @cached_property
    def identity(self) -> str:
        """The commit of the hub, or the hash of the folder's files, which reads all of them once a process."""
        before = self._parsed.prefixes
        words = "own prompts" if before is None else f"prefixes {before!r}"
        where = folder_digest(self._folder) if self._folder else f"{self._repository} {self._commit}"
        return f"sentence-transformers {where} {words}"

    @cached_property
    def dimensions(self) -> int:
        return int(np.asarray(self._run(["a"], None)).shape[1])

    def encode(self, texts: Sequence[str], role: Role = "passage") -> Floats:
        before = self._parsed.prefixes
        start = "" if before is None else before[0 if role == "query" else 1]

        def encode(words: list[str]) -> Floats:
            inputs = [start + text for text in words]
            self._count(inputs)
            vectors = np.asarray(self._run(inputs, role if before is None else None), dtype=np.float32)
            return checked_rows(vectors, len(inputs), self.name)

        return worded_rows(texts, lambda: self.dimensions, encode)

    def _run(self, inputs: Sequence[Any], role: Role | None) -> Any:
        """What the model makes of texts or images; with a role it puts its own prompt before them."""
        model = self._model
        encode, options = model.encode, {"prompt": ""}
        if role is not None and hasattr(model, "encode_query"):
            encode, options = (model.encode_query if role == "query" else model.encode_document), {}
        elif role is not None:  # before its version 5
            names = ("query",) if role == "query" else ("document", "passage", "corpus")
            prompts = model.prompts or {}
            options = {"prompt": next((prompts[one] for one in names if prompts.get(one)), "")}
        return encode(list(inputs), batch_size=_BATCH, show_progress_bar=False, convert_to_numpy=True, **options)

    def _count(self, words: Sequence[str]) -> None:
        most = getattr(self._model, "max_seq_length", None)
        if not most:
            return
        long = [text for text in words if len(text.encode("utf-8", "surrogatepass")) + _ENDS > most]
        if long:
            ids = self._model.tokenizer(long, truncation=False, padding=False, verbose=False)["input_ids"]
            self._counts["cut"] += sum(len(one) > most for one in ids)

    @property
    def _repository(self) -> str:
        """The name at the hub; one without an owner is of sentence-transformers' own."""
        model = self._parsed.model
        return model if "/" in model else f"sentence-transformers/{model}"

    @cached_property
    def _commit(self) -> str:
        commit = self._cached_commit()
        if not commit:
            _ = self._model  # fetches it
            commit = self._cached_commit()
        return commit or self._parsed.revision or "unknown"

    def _cached_commit(self) -> str:
        from huggingface_hub import try_to_load_from_cache

        for file in ("modules.json", "config.json"):
            try:
                path = try_to_load_from_cache(self._repository, file, revision=self._parsed.revision or None)
            except ValueError as error:  # no name of a model
                raise self._unusable(error) from error
            if isinstance(path, str):
                return Path(path).parent.name
        return ""

    @cached_property
    def _model(self) -> Any:
        try:
            from safetensors import SafetensorError
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise MissingExtraError(f"the encoder {self.name}", "neural") from error
        try:
            if self._folder:
                model = SentenceTransformer(str(self._folder))
            else:
                commit = self._cached_commit() or self._parsed.revision or None
                model = SentenceTransformer(self._repository, revision=commit)
        except (OSError, ValueError, KeyError, TypeError, RuntimeError, ImportError, SafetensorError) as error:
            raise self._unusable(error) from error
        model.default_prompt_name = None  # what goes before a text is said by its role, and by nothing else
        return model

    def _unusable(self, error: BaseException) -> UsageError:
        message = " ".join(str(error).split())
        message = message if len(message) <= _QUOTED else message[: _QUOTED - 3] + "..."
        if self._folder:
            hint = "name a folder that sentence-transformers or transformers saved"
        elif os.environ.get("HF_HUB_OFFLINE", "").upper() in ("1", "TRUE", "YES", "ON"):
            hint = "HF_HUB_OFFLINE is set: only models in the local cache can be used, or a folder (st:FOLDER)"
        else:
            hint = "check the name and the network; st:FOLDER takes a model from the disk"
        return UsageError(f"{self.name} cannot be loaded: {message}", hint=hint)


def _folder(name: str, model: str) -> Path | None:
    """The folder that the model is in; None for a name of the hub. UsageError for a folder that is not there."""
    path = Path(model).expanduser()
    if path.is_dir():
        return path
    if path.exists() or model.startswith((".", "/", "~")) or model.count("/") > 1:
        raise UsageError(
            f"{name}: there is no folder {model}",
            hint="name a folder that sentence-transformers saved, or a model of the hub as st:ORG/NAME",
        )
    return None


def folder_digest(folder: Path) -> str:
    """One hash of all that a model's folder holds, its pages for people and second copies of the weights left out."""
    digest = hashlib.sha256()
    for path in _files(folder):
        digest.update(f"{path.relative_to(folder).as_posix()} {sha256_file(path)}\n".encode())
    return f"folder {digest.hexdigest()[:32]}"


def _files(folder: Path) -> Iterable[Path]:
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith(".") for part in parts)
        if path.is_file() and not hidden and parts[0] not in _SKIPPED and path.suffix != ".md":
            yield path
