"""The code in the pages of the documents: its blocks with what they declare, and a way to run Python blocks in order.

A block is fenced and names its language. A title (```` ```yaml title="plan.yaml" ````) names the file that it is, or is
a part of. A comment above a block that can't be run here says why: `<!-- not run: needs a published data set -->`.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"
_OPENS = re.compile(r"(?P<indent> *)```(?P<language>\w*)(?: title=\"(?P<title>[^\"]+)\")?$")
_NOT_RUN = re.compile(r" *<!-- not run: (.+) -->$")


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """A fenced block. `line` is where its fence stands. `not_run` is why it can't be run, "" if it can."""

    page: Path
    line: int
    language: str
    title: str
    code: str
    not_run: str

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}"


def code_blocks(page: Path) -> Iterator[CodeBlock]:
    """The fenced blocks of a page, from top to bottom."""
    lines = page.read_text("utf-8").splitlines()
    at = 0
    while at < len(lines):
        opened = _OPENS.match(lines[at])
        if not opened:
            assert not lines[at].lstrip().startswith("```"), f"{page.name}:{at + 1}: {lines[at]}"
            at += 1
            continue
        end = lines.index(f"{opened['indent']}```", at + 1)
        code = "".join(f"{line.removeprefix(opened['indent'])}\n" for line in lines[at + 1 : end])
        above = next((line for line in reversed(lines[:at]) if line.strip()), "")
        reason = _NOT_RUN.match(above)
        yield CodeBlock(page, at + 1, opened["language"], opened["title"] or "", code, reason[1] if reason else "")
        at = end + 1


def missing(code: str) -> list[str]:
    """The packages that a block imports and that are not here."""
    names = [
        name
        for node in ast.walk(ast.parse(code))
        for name in (
            [one.name for one in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    ]
    return [name for name in names if find_spec(name.partition(".")[0]) is None]


def run_page(page: str) -> tuple[dict[str, Any], list[str]]:
    """The names that the Python blocks of a page define, and the packages that some of them lacked (these are left
    out)."""
    namespace: dict[str, Any] = {"__name__": "page"}
    lacking: list[str] = []
    for block in code_blocks(DOCS / page):
        if block.language != "python":
            continue
        if absent := missing(block.code):
            lacking += absent
            continue
        exec(compile(block.code, str(block), "exec"), namespace)
    return namespace, lacking
