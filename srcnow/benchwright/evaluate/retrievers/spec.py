"""Parse a retriever's name as the user writes it, and open the retriever.

    bm25   bm25(k1=1.2,b=0.75)   dense:wordllama   clip:<model>   oracle   random
    hybrid(bm25,dense:wordllama)   rerank(bm25,<cross-encoder>)   and these inside one another
    runs/mine.trec.gz   run:PATH   package.module:function   python:module:function   http://127.0.0.1:8000/search
    mine=http://127.0.0.1:8000/search   with the name that tables show

A retriever's module is imported when it is asked for. Other packages add theirs by an entry point of the group
`benchwright.retrievers`; those are written as `name`, `name:argument` or `name(argument,argument)`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.evaluate.retrievers.base import Progress, Query, Retriever, RetrieverContext, retrievers
from benchwright.evaluate.retrievers.outside import open_callable
from benchwright.evaluate.runs import Run
from benchwright.evaluate.systems.base import GivenSystem
from benchwright.registry import suggestion


@dataclass(frozen=True, slots=True)
class SpecForm:
    """How a retriever of this package is written: the module that registers it, how many arguments it takes (no upper
    bound if `most` is None), an example, and what stands for an argument that is left out."""

    module: str
    least: int
    most: int | None
    example: str
    default: tuple[str, ...] = ()
    colon: bool = False


FORMS = {
    "bm25": SpecForm("bm25", 0, None, "bm25 or bm25(k1=0.9,b=0.4)"),
    "dense": SpecForm("dense", 1, 1, "dense:wordllama", default=("wordllama",), colon=True),
    "clip": SpecForm("dense", 1, 1, "clip:clip-ViT-B-32", colon=True),
    "hybrid": SpecForm("hybrid", 2, None, "hybrid(bm25,dense:wordllama)"),
    "rerank": SpecForm("reranker", 2, 2, "rerank(bm25,cross-encoder/ms-marco-MiniLM-L6-v2)"),
    "oracle": SpecForm("oracle_and_random", 0, 0, "oracle"),
    "random": SpecForm("oracle_and_random", 0, 0, "random"),
    "run": SpecForm("run_file", 1, 1, "run:results.trec", colon=True),
    "python": SpecForm("outside", 1, 1, "python:my_package.search:retrieve", colon=True),
    "http": SpecForm("outside", 1, 1, "http://127.0.0.1:8000/search"),
}
RUN_SUFFIXES = (".trec", ".run", ".txt", ".tsv")

_PACKAGE = "benchwright.evaluate.retrievers"
_LABEL = re.compile(r"([^=:/(),]+)=(.+)", re.DOTALL)
_CALL = re.compile(r"([^():/,\s]+)\s*\((.*)\)", re.DOTALL)
_CALLABLE = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_LONGEST = 4096
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class Spec:
    """A retriever as it was written: its registered name, its arguments, and what tables are to call it ("" for what
    was written)."""

    name: str
    arguments: tuple[str, ...] = ()
    label: str = ""

    def __str__(self) -> str:
        """As one would write it, without spaces that do not matter and without the label."""
        form = FORMS.get(self.name)
        if self.name == "http":
            return self.arguments[0]
        if form is not None and form.colon and len(self.arguments) == 1:
            return f"{self.name}:{self.arguments[0]}"
        return f"{self.name}({','.join(self.arguments)})" if self.arguments else self.name


def open_retriever(spec: str | GivenSystem, context: RetrieverContext) -> Retriever:
    """The retriever that is written so, or that was given. Raises UsageError, one line, for what cannot be read or is
    not known, and what the retriever raises when it is opened (MissingExtraError, CorpusError ...)."""
    if isinstance(spec, GivenSystem):
        if not isinstance(spec.target, str):
            return open_callable(spec, context)
        opened = open_retriever(spec.target, context)
        return RenamedRetriever(spec.label, opened) if spec.label else opened
    parsed = parse_spec(spec)
    form = FORMS.get(parsed.name)
    if form is not None:
        import_module(f"{_PACKAGE}.{form.module}")
    opened = retrievers.get(parsed.name)(parsed.arguments, context)
    return RenamedRetriever(parsed.label, opened) if parsed.label else opened


def parse_spec(text: str) -> Spec:
    """Take apart what was written. UsageError for an unknown name (with the nearest known one), brackets that do not
    match, an empty argument, and a number of arguments that the retriever does not take."""
    whole = text.strip()
    if not whole:
        raise UsageError("a retriever's name is empty", hint=f"known: {', '.join(_names())}")
    if len(whole) > _LONGEST or _depth(whole) > _DEEPEST:
        raise UsageError(f"the retriever {whole[:40]!r}... is too long or too deep to be meant")
    label, whole = labelled(whole)
    return replace(_checked(_taken_apart(whole), whole), label=label)


def labelled(text: str) -> tuple[str, str]:
    """`name=what` as both; "" for the name where there is none, as of a file that is called so. UsageError for an empty
    name."""
    match = _LABEL.fullmatch(text)
    if match is None or _is_file(text):
        return "", text
    if not match[1].strip():
        raise UsageError(f"the name before '=' is empty in {text!r}", hint="write name=what")
    return match[1].strip(), match[2].strip()


def refuse_repeated_names(names: Sequence[str]) -> None:
    """UsageError if two systems have one name."""
    for name in names:
        if names.count(name) > 1:
            raise UsageError(
                f"two systems are called {name!r}", hint="give one another name: other=..., in Python {'other': ...}"
            )


def split_arguments(inner: str, whole: str) -> tuple[str, ...]:
    """The arguments between two brackets, parted by the commas that stand in no further brackets."""
    parts: list[str] = []
    depth, start = 0, 0
    for at, character in enumerate(inner):
        depth += (character == "(") - (character == ")")
        if depth < 0:
            raise _unbalanced(whole)
        if character == "," and depth == 0:
            parts.append(inner[start:at])
            start = at + 1
    if depth:
        raise _unbalanced(whole)
    stripped = tuple(part.strip() for part in (*parts, inner[start:]))
    if not all(stripped):
        raise UsageError(f"an argument of {whole!r} is empty", hint="part arguments by single commas")
    return stripped


@dataclass(frozen=True, eq=False)
class RenamedRetriever:
    """A retriever under the name that its user gave it."""

    name: str
    inner: Retriever

    @property
    def restricts(self) -> bool:
        return self.inner.restricts

    def retrieve(self, queries: Sequence[Query], k: int, progress: Progress) -> Run:
        run = self.inner.retrieve(queries, k, progress)
        return replace(run, name=self.name, described={"retriever": self.inner.name, **run.described})


def _taken_apart(whole: str) -> Spec:
    if whole.startswith(("http://", "https://")):
        return Spec("http", (whole,))
    head, colon, rest = whole.partition(":")
    if colon and head in FORMS and FORMS[head].colon and head != "http":
        return Spec(head, (rest.strip(),) if rest.strip() else ())
    if _names_run(whole) and _is_file(whole):
        return Spec("run", (whole,))
    if call := _CALL.fullmatch(whole):
        return Spec(call[1], split_arguments(call[2], whole))
    if "(" in whole or ")" in whole:
        raise _unbalanced(whole)
    if _names_run(whole):
        raise UsageError(f"there is no run file {whole}", hint="check the path")
    if not colon:
        return Spec(whole)
    if head in _names():
        return Spec(head, (rest.strip(),))
    if _CALLABLE.fullmatch(whole) and not _mistyped(head):
        return Spec("python", (whole,))
    return Spec(head, (rest.strip(),))


def _checked(spec: Spec, whole: str) -> Spec:
    if spec.name not in _names():
        hint = suggestion(spec.name, _names())
        before, equals, behind = whole.partition("=")
        if equals and "(" not in before:
            hint = "write name=what, the name without any of = : / ( ) ," if before and behind else "write name=what"
        if _is_file(whole):
            hint = f"a run file is written run:{whole}"
        raise UsageError(f"unknown retriever {spec.name!r}", hint=hint)
    form = FORMS.get(spec.name)
    if form is None:
        return spec
    spec = replace(spec, arguments=spec.arguments or form.default)
    count = len(spec.arguments)
    if count < form.least or (form.most is not None and count > form.most):
        if form.most == 0:
            wants = "no argument"
        elif form.most == 1:
            wants = "one argument"
        else:
            wants = f"{form.least} arguments" if form.least == form.most else f"at least {form.least} arguments"
        raise UsageError(f"{spec.name} takes {wants}, not {count}: {whole!r}", hint=f"write {form.example}")
    return spec


def _names() -> tuple[str, ...]:
    return tuple(sorted({*FORMS, *retrievers.names()}))


def _is_file(text: str) -> bool:
    """Whether a file has that name. What no file system could hold as one (an address with a long query) is none."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def _names_run(text: str) -> bool:
    return text.lower().removesuffix(".gz").endswith(RUN_SUFFIXES)


def _mistyped(head: str) -> bool:
    """Whether this is more likely the misspelt name of a retriever than a module: it looks like one, and no such module
    is there."""
    if not get_close_matches(head.casefold(), _names(), n=1, cutoff=0.6):
        return False
    first = head.partition(".")[0]
    return not (Path(f"{first}.py").exists() or Path(first).is_dir() or find_spec(first))


def _depth(text: str) -> int:
    deepest = depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        deepest = max(deepest, depth)
    return deepest


def _unbalanced(whole: str) -> UsageError:
    return UsageError(f"the brackets of {whole!r} do not match", hint="write for example hybrid(bm25,dense:wordllama)")
