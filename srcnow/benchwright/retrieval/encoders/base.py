"""Define what an encoder is, and how it is named.

    wordllama                       in its wheel, offline: the default
    st:MODEL                        a sentence-transformers model: a name of the hub (st:ORG/NAME, st:ORG/NAME@REVISION)
                                    or a folder
    openai/NAME                     embeddings of OpenAI
    openai-compatible/NAME          embeddings of any server that speaks its dialect

What stands before a text is said by its role: E5 wants `query: ` and `passage: `, others bring prompts of their own.
`#e5` behind a model's name asks for E5's words, `#plain` for none.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from benchwright.errors import BenchwrightError, UsageError
from benchwright.models.base import ModelSettings
from benchwright.models.keys import Keys
from benchwright.models.names import PROVIDERS
from benchwright.registry import Registry

Floats = NDArray[np.float32]
Role = Literal["query", "passage"]
"""What a text is: asked, or looked through. Vectors of one encoder are compared across roles."""
Family = Literal["registered", "st", "remote"]
Prefixes = tuple[str, str]
"""What is put before a query and before a passage."""

E5: Prefixes = ("query: ", "passage: ")
MARKS: Mapping[str, Prefixes] = {"e5": E5, "plain": ("", "")}
REMOTE = ("openai", "openai-compatible")
"""The services whose embeddings can be asked for."""

# E5 that is told its task in words (e5-mistral-7b-instruct, multilingual-e5-large-instruct) has other prefixes, and
# brings them as prompts.
_IS_E5 = re.compile(r"(?:^|[/_-])e5(?:[-_.]|$)(?!.*(?:instruct|mistral))", re.IGNORECASE)
_PLAIN_FOLDER = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_LIKE_OURS = re.compile(r".*-[0-9a-f]{12}")
_UNSAFE = re.compile(r"[^a-z0-9._]+")


class Encoder(Protocol):
    """`encode` gives float32 [n, dimensions], rows of length 1, or 0 for a text without any word. `identity` says which
    weights made the vectors, and from what is before the texts: vectors of two identities are never compared."""

    @property
    def name(self) -> str: ...
    @property
    def identity(self) -> str: ...
    @property
    def dimensions(self) -> int: ...
    def encode(self, texts: Sequence[str], role: Role = "passage") -> Floats: ...


@runtime_checkable
class Pieced(Protocol):
    """An encoder that says how many texts are worth encoding at once: what a kill may cost."""

    @property
    def piece(self) -> int: ...


@runtime_checkable
class Independent(Protocol):
    """An encoder that says whether a text's vector is the same in pieces of any size. Without, it is not: computed in
    other company it differs in its last digits."""

    @property
    def independent(self) -> bool: ...


@runtime_checkable
class Counting(Protocol):
    """An encoder that counts what it could not encode as it is, by reason, over all its calls: `cut` for texts of which
    it took the beginning only."""

    @property
    def counts(self) -> Mapping[str, int]: ...


@dataclass(frozen=True, slots=True)
class EncoderSettings:
    """What an encoder is opened with besides its name: for a service its settings and the keys (None: the environment's
    and those in `.env`), and where a line for a person goes."""

    model: ModelSettings = field(default_factory=ModelSettings)
    keys: Keys | None = None
    concurrency: int = 4
    notify: Callable[[str], None] = field(default=lambda _: None)


encoders: Registry[Callable[[], Encoder]] = Registry("encoder", "benchwright.encoders")


@dataclass(frozen=True, slots=True)
class EncoderName:
    """A name taken apart. `mark` is a key of MARKS or "", `revision` a commit, branch or tag of the hub, or ""."""

    family: Family
    model: str
    mark: str = ""
    revision: str = ""

    @property
    def prefixes(self) -> Prefixes | None:
        """What goes before texts; None for what the model itself brings."""
        if self.mark:
            return MARKS[self.mark]
        return E5 if _IS_E5.search(self.model) else None


def parse_encoder(name: str) -> EncoderName:
    """A name taken apart. Raises UsageError, with what was probably meant, for one that no encoder has; whether there
    is such a model is not looked at."""
    head, colon, rest = name.partition(":")
    provider, slash, _ = name.partition("/")
    if colon and head == "st":
        return _marked("st", name, rest, hub=True)
    if slash and provider in REMOTE:
        return _marked("remote", name, name, hub=False)
    if name in encoders:
        return EncoderName("registered", name)
    if colon and head == "clip":
        raise UsageError(f"{name!r} is a retriever, not an encoder of texts", hint=f"write st:{rest or 'MODEL'}")
    if slash and provider in PROVIDERS:
        raise UsageError(
            f"{provider} has no embeddings that Benchwright asks for", hint=f"known: {', '.join(REMOTE)}, st:MODEL"
        )
    if slash:
        raise UsageError(f"unknown encoder {name!r}", hint=f"a model of the hub, or a folder, is st:{name}")
    try:
        encoders.get(name)
    except UsageError as error:
        hint = f"{error.hint}; others are st:MODEL, openai/NAME and openai-compatible/NAME"
        raise UsageError(str(error), hint=hint) from None
    return EncoderName("registered", name)


def _marked(family: Family, name: str, model: str, *, hub: bool) -> EncoderName:
    bare, sharp, mark = model.rpartition("#")
    if not sharp or "/" in mark:
        bare, mark = model, ""
    elif mark not in MARKS:
        raise UsageError(f"{name!r}: {mark!r} is not a way to prefix texts", hint=f"known: {', '.join(MARKS)}")
    revision = ""
    if hub and not bare.startswith((".", "/", "~")) and re.fullmatch(r"[\w.-]+(?:/[\w.-]+)?@[\w./-]+", bare):
        bare, _, revision = bare.partition("@")
    if not bare.strip() or (family == "remote" and bare.endswith("/")):
        raise UsageError(f"{name!r} names no model", hint="write st:ORG/NAME, st:FOLDER or openai/NAME")
    return EncoderName(family, bare, mark, revision)


def folder_name(name: str) -> str:
    """A name as one component of a path: itself if it is short and of lower-case letters, digits, `-` and `_`, else its
    readable part and the beginning of its hash. Two names never have the same."""
    if _PLAIN_FOLDER.fullmatch(name) and not _LIKE_OURS.fullmatch(name):
        return name
    readable = _UNSAFE.sub("-", name.lower()).strip("-._")[-60:].strip("-._")
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return f"{readable or 'encoder'}-{digest}"


def unit_rows(rows: Floats) -> Floats:
    """Rows scaled to length 1; a row of zeros stays."""
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows, dtype=np.float64))[:, None]
    scaled: Floats = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    return scaled


def worded_rows(texts: Sequence[str], dimensions: Callable[[], int], encode: Callable[[list[str]], Floats]) -> Floats:
    """The vectors of texts as rows of length 1; a text without any word is not encoded and has a row of zeros."""
    worded = [row for row, text in enumerate(texts) if text.strip()]
    vectors = encode([texts[row] for row in worded]) if worded else None
    rows = np.zeros((len(texts), dimensions()), dtype=np.float32)
    if vectors is not None:
        rows[worded] = vectors
    return unit_rows(rows)


def checked_rows(rows: Floats, count: int, name: str) -> Floats:
    """`rows` if they are `count` rows of finite numbers. Raises BenchwrightError for anything else: no such number may
    get among vectors."""
    if rows.ndim != 2 or len(rows) != count:
        raise BenchwrightError(f"{name} gave an array of shape {rows.shape} for {count} texts")
    if not np.isfinite(rows).all():
        bad = int((~np.isfinite(rows).all(axis=1)).sum())
        raise BenchwrightError(
            f"{name} gave numbers that are none (NaN or infinite) for {bad} of {count} texts",
            hint="use another model, or another device or precision for it",
        )
    return rows
