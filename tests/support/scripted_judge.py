"""A judge in memory that judges by simple rules, so that every score can be counted by hand. It reads requests as a
model would: by their fences.

    judge = ScriptedJudge()
    evaluate_systems(bench, [...], judging=JudgingOptions(["openai-compatible/judge"], calls=judge.options()))
    assert judge.purposes == Counter(judge_claims=3)

A claim is a sentence of the answer. It is supported if a source holds it word for word, and relevant if it shares a
word of four letters with the question. A grade is 2 if the candidate holds the reference, 1 if it holds one of its
words, else 0. A nugget is a sentence of the reference, the first one vital; an answer supports it if it holds it.
`says` may put something else in the place of a reply.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from benchwright.models import Reply, Request, Text, Usage
from benchwright.models.innermost import Innermost
from benchwright.models.parse import completed
from benchwright.run.dispatch import DispatchContext
from benchwright.run.item_run import CallOptions

JUDGE = "openai-compatible/judge"
_BLOCK = re.compile(r"<(\w[\w-]*)((?: \S+)*) code=([0-9a-f]{16})>\n(.*?)\n?</\1(?: \S+)* code=\3>", re.DOTALL)

Says = Callable[[Request], str | Reply | Exception | None]


def blocks(request: Request) -> tuple[dict[str, str], dict[str, str]]:
    """The fenced texts of a request's last turn: values by name, and sources by label."""
    return blocks_of("".join(part.text for part in request.messages[-1].parts if isinstance(part, Text)))


def blocks_of(words: str) -> tuple[dict[str, str], dict[str, str]]:
    """The fenced texts of a turn."""
    values: dict[str, str] = {}
    sources: dict[str, str] = {}
    for name, attributes, _, body in _BLOCK.findall(words):
        if name == "source":
            sources[attributes.split()[0]] = body
        else:
            values[name] = body
    return values, sources


class ScriptedJudge:
    """See the module. It is its own dispatch."""

    paced = True
    answered = False

    def __init__(self, says: Says = lambda request: None) -> None:
        self.says = says
        self.asked: list[Request] = []

    @property
    def purposes(self) -> Counter[str]:
        return Counter(request.purpose for request in self.asked)

    def options(self, **others: Any) -> CallOptions:
        return CallOptions(dispatch=self, **others)

    @property
    def innermost(self) -> Innermost:
        return lambda name, settings: self

    @contextmanager
    def open(self, opened: DispatchContext) -> Iterator[None]:
        yield

    def collect(self) -> None:
        return None

    def submit(self) -> tuple[str, ...]:
        return ()

    async def ask(self, request: Request) -> Reply:
        self.asked.append(request)
        said = self.says(request)
        if isinstance(said, Exception):
            raise said
        if isinstance(said, Reply):
            return said
        text = said if said is not None else json.dumps(judged(*blocks(request), request.schema))
        return completed(request, Reply(text, usage=Usage(100, 20), served_by="judge-0101"), None)

    async def close(self) -> None:
        return None


def judged(values: dict[str, str], sources: dict[str, str], schema: Mapping[str, Any] | None) -> dict[str, Any]:
    """What the rules of the module say to a request. What is asked for is told by the reply's last field."""
    assert schema is not None
    match schema["required"][-1]:
        case "grade":
            return {"reasoning": "By the rules.", "grade": _grade(values["reference"], values["candidate"])}
        case "claims":
            claims = [_claim(one, values["question"], sources) for one in _sentences(values["answer"])]
            return {"reasoning": "By the rules.", "claims": claims}
        case "nuggets":
            listed = _sentences(values["reference"])
            ranks = ["vital", *["okay"] * (len(listed) - 1)]
            nuggets = [{"nugget": one, "importance": rank} for one, rank in zip(listed, ranks, strict=True)]
            return {"reasoning": "By the rules.", "nuggets": nuggets}
        case "verdicts":
            verdicts = [
                {"nugget": label, "support": "full" if nugget in values["answer"] else "none"}
                for label, _, nugget in (line.partition(": ") for line in values["nuggets"].splitlines())
            ]
            return {"reasoning": "By the rules.", "verdicts": verdicts}
    raise AssertionError(f"no rule for {schema}")


def _grade(reference: str, candidate: str) -> str:
    held = reference.removeprefix("- ").casefold() in candidate.casefold()
    return "2" if held else "1" if _words(reference) & _words(candidate) else "0"


def _claim(sentence: str, question: str, sources: dict[str, str]) -> dict[str, Any]:
    holding = [label for label, text in sources.items() if sentence in text]
    return {
        "claim": sentence,
        "relevant": bool(_words(sentence) & _words(question)),
        "evidence": [{"source": holding[0], "quote": sentence}] if holding else [],
        "verdict": "supported" if holding else "absent",
    }


def _sentences(text: str) -> list[str]:
    return [one.strip() for one in re.split(r"(?<=\.)\s+", text) if one.strip() and not one.startswith("I ")]


def _words(text: str) -> set[str]:
    return {word.casefold() for word in re.findall(r"\w{4,}", text)}
