"""Reply to Benchwright's prompts with questions that quote the sources shown.

Which prompt it is, is the name that the request gives to its schema; sources are what stands between the fence's lines.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

REFUSED, WRONG, SURVIVED = 0.05, 0.08, 0.04
"""Shares of replies in which the writer refuses, the verifier finds fault, an ablated question is answered all the
same."""

_SOURCE = re.compile(r"<source (S\d+) kind=(\w+) code=(\w+)>\n(.*?)\n</source \1 code=\3>", re.DOTALL)
_DATA = re.compile(r"<([a-z-]+) code=(\w+)>\n(.*?)\n</\1 code=\2>", re.DOTALL)
_WANTED = re.compile(r"(\d+) (text passage|table|image)")
_STYLE = re.compile(r"^# The style: (\S+)$", re.MULTILINE)
_NUMBER = re.compile(r"(?<![\w.,/-])[1-9]\d{0,3}(?![\w%/-]|[.,]\d)")
_SYLLABLES = ("ba", "del", "fo", "gri", "ka", "lum", "mor", "ne", "pol", "ri", "sta", "tev", "u", "vin", "wo", "zar")
_MOST_QUOTED = 120


@dataclass(frozen=True, slots=True)
class Shown:
    """A source as the request shows it: its lines below the title."""

    label: str
    kind: str
    lines: tuple[str, ...]

    @property
    def name(self) -> str:
        """A made-up name of its own, by which half of a compound question asks for it."""
        return Draws(int.from_bytes(hashlib.sha256(self.quote.encode()).digest()[:8])).name()

    @property
    def quote(self) -> str:
        """The beginning of a passage, a cell of a table's first row, a statement on an image."""
        if self.kind == "image":
            return "two fields of colour, one beside the other"
        if self.kind == "text":
            line = self.lines[0] if self.lines else ""
            return line if len(line) <= _MOST_QUOTED else line[:_MOST_QUOTED].rsplit(" ", 1)[0]
        row = self.lines[1] if len(self.lines) > 1 else "".join(self.lines)
        return next((cell.strip() for cell in row.split("|") if any(letter.isalnum() for letter in cell)), "")


class Draws:
    """Random draws of one reply."""

    def __init__(self, draw: int) -> None:
        self._left = draw

    def below(self, count: int) -> int:
        self._left = (self._left * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._left >> 33) % count

    def happens(self, share: float) -> bool:
        return self.below(10_000) < share * 10_000

    def name(self) -> str:
        """A word that there is not, with a capital."""
        return "".join(_SYLLABLES[self.below(len(_SYLLABLES))] for _ in range(4)).capitalize()


def reply_to(body: Mapping[str, Any], system: str, asked: str, draw: int) -> str | None:
    """The reply to a prompt of Benchwright's; None if it is none. `system` are the rules, `asked` the last message."""
    wanted = body.get("response_format") or {}
    name = wanted["json_schema"]["name"] if wanted.get("type") == "json_schema" else ""
    draws = Draws(draw)
    sources = tuple(_sources(asked))
    data = {match[1]: match[3] for match in _DATA.finditer(asked)}
    match name:
        case "entity":
            title = next((match[4] for match in _SOURCE.finditer(asked)), "").split("\n")[0]
            said: Any = {"entities": [" ".join(title.removeprefix("Title: ").split()[:5])[:90]]}
        case "write" | "hop_first" | "hop_join" | "hop_about" | "hop_to":
            said = _write(name, system, asked, sources, data, draws)
        case "combine":
            said = {"plan": "Both meet.", "refusal": "none", "draft_question": "", "question": _question(draws)}
            said["answer"] = data["answer-about"]
            said["short_answer"] = data["answer-about"].removeprefix("It is ").rstrip(".")
        case "verify":
            said = _verify(sources, data, draws)
        case "answer":
            said = _answer(sources, data, draws)
        case "same_answer":
            said = {"reason": "They were compared.", "same": bool(draws.below(2))}
        case "judge_claims":
            said = _claims(sources, data, draws)
        case _ if not wanted and "YES" in system:
            return f"1. The sources tell it.\n2. They agree.\n{'NO' if draws.happens(WRONG) else 'YES'}"
        case _:
            return None
    return json.dumps(said)


def _claims(sources: tuple[Shown, ...], data: Mapping[str, str], draws: Draws) -> dict[str, Any]:
    """The answer as two claims, of which a source with words to quote supports the first."""
    quoting = [one for one in sources if one.quote and one.kind == "text"]
    supported = bool(quoting) and not draws.happens(WRONG)
    first = {"claim": data["answer"], "relevant": True, "evidence": [], "verdict": "absent"}
    if supported:
        first |= {"evidence": [{"source": quoting[0].label, "quote": quoting[0].quote}], "verdict": "supported"}
    second = {"claim": f"{draws.name()} is part of it.", "relevant": False, "evidence": [], "verdict": "absent"}
    return {"reasoning": "The question asks for one thing, and the answer names it.", "claims": [first, second]}


def _sources(asked: str) -> Iterator[Shown]:
    for match in _SOURCE.finditer(asked):
        lines = [line for line in match[4].split("\n") if line.strip() and not line.startswith("Title: ")]
        yield Shown(match[1], match[2], tuple(lines))


def _question(draws: Draws) -> str:
    return f"Which thing of {draws.name()} goes with {draws.name()} in the year of {draws.name()}?"


def _write(
    name: str, system: str, asked: str, sources: tuple[Shown, ...], data: Mapping[str, str], draws: Draws
) -> dict[str, Any]:
    style = match[1] if (match := _STYLE.search(system)) else ""
    bridge, stating = _bridge(data, draws) if name == "hop_first" else ("", ())
    chosen = _chosen(asked, tuple(one for one in sources if one.label in stating or not bridge), draws)
    short = data["entity"] if name == "hop_to" else draws.name()
    entity = bridge or (data["entity"] if name == "hop_about" else "")
    question = f"What is {entity} like for {draws.name()}?" if entity else _question(draws)
    said: dict[str, Any] = {
        "plan": "Each of the sources adds something of its own to the answer.",
        "refusal": "none",
        "sources": [one.label for one in chosen],
        "quotes": [{"source": one.label, "quote": one.quote} for one in chosen],
        "question": question,
        "answer": f"It is {short}.",
        "short_answer": short,
    }
    numbers = sorted({number[0] for one in chosen for line in one.lines for number in _NUMBER.finditer(line)})
    refusal = "The sources do not tell enough." if not chosen or draws.happens(REFUSED) else ""
    if style == "numerical":
        refusal = refusal or ("There are no two numbers." if len(numbers) < 2 else "")
        one, other = numbers[draws.below(len(numbers) // 2 or 1) :][:2] if len(numbers) > 1 else ("1", "2")
        total = str(int(one) + int(other))
        said |= {"expression": f"{one} + {other} = {total}", "short_answer": total, "answer": f"It is {total}."}
    elif style == "compound":
        ways = [chosen[0].name, chosen[-1].name] if len(chosen) > 1 else [draws.name(), draws.name()]
        halves = [{"question": f"Which thing goes with {way}?", "answer": draws.name()} for way in ways]
        both = " and ".join(half["answer"] for half in halves)
        said |= {"halves": halves, "short_answer": both, "answer": f"It is {both}."}
        said["question"] = f"Which thing goes with {ways[0]}, and which one goes with {ways[1]}?"
    elif style == "comparison":
        options = [draws.name(), draws.name()]
        said |= {"options": options, "short_answer": options[0], "answer": f"It is {options[0]}."}
        said["question"] = f"Which of the two is the larger one, {options[0]} or {options[1]}?"
    if name == "write":
        said["draft_question"] = said["question"]
    if name == "hop_first":
        labels = said.pop("sources")
        said |= {"bridge": bridge, "answering": labels[:1], "describing": labels[1:]}
        refusal = refusal or ("" if bridge else "No name is stated by two sources.")
    if name == "hop_join":
        clue = " ".join(chosen[0].quote.split()[:4]) if chosen else ""
        said = {key: value for key, value in said.items() if key not in ("short_answer", "sources")}
        said |= {"hop_question": _question(draws), "clue": clue}
        said |= {"answer": data["answer-about"], "draft_question": "", "question": f"What is it like for {clue}?"}
    if refusal:
        empty = {key: "" if isinstance(value, str) else [] for key, value in said.items()}
        said = empty | {"plan": refusal, "refusal": "nothing_to_ask"}
    return said


def _bridge(data: Mapping[str, str], draws: Draws) -> tuple[str, tuple[str, ...]]:
    """One of the names that a request lists, and the labels of the sources that state it; "" and () without any."""
    lines = data.get("names", "").splitlines()
    labels, _, name = lines[draws.below(len(lines))].partition(": ") if lines else ("", "", "")
    return name, tuple(filter(None, labels.split(", ")))


def _chosen(asked: str, sources: tuple[Shown, ...], draws: Draws) -> list[Shown]:
    """As many of each kind as are wanted, from any place on; none if there are too few."""
    chosen: list[Shown] = []
    requirement = asked[asked.rfind("Requirement:") :]
    for count, words in _WANTED.findall(requirement.split("\n")[0].split("sources in all")[0]):
        offered = [one for one in sources if one.kind == words.split()[0] and one.quote]
        if len(offered) < int(count):
            return []
        start = draws.below(len(offered))
        chosen += [*offered[start:], *offered[:start]][: int(count)]
    return chosen


def _verify(sources: tuple[Shown, ...], data: Mapping[str, str], draws: Draws) -> dict[str, Any]:
    def verdict(share: float) -> str:
        return "fail" if draws.happens(share) else "pass"

    own = data["answer"].split("\nIn short:")[0]
    return {
        "working": "Worked out from the sources.",
        "own_answers": [own],
        "correct": {"reason": "Worked out from the sources.", "verdict": verdict(WRONG / 2)},
        "style": {"reason": "Looked at each rule of the style.", "verdict": verdict(WRONG / 4)},
        "alone": {"reason": "Read the question.", "verdict": verdict(WRONG / 8)},
        "fluent": {"reason": "Read the question.", "score": "3" if draws.happens(WRONG / 4) else "5", "reworded": ""},
        "sources": [
            {
                "source": one.label,
                "reason": "Looked for it.",
                "gives": "nothing" if draws.happens(WRONG / 8) else "part",
            }
            for one in sources
        ],
    }


def _answer(sources: tuple[Shown, ...], data: Mapping[str, str], draws: Draws) -> dict[str, Any]:
    """The question part by part: of two halves each is told by the source that it names."""
    listed = data["parts"].split("\n") if "parts" in data else [""]
    survives = draws.happens(SURVIVED)
    told = [survives or any(one.name in half for one in sources) for half in listed]
    answers = [draws.name() if one else "" for one in told]
    parts = [{"asks": "it", "basis": "told" if one else "missing", "answer": one} for one in answers]
    return {"parts": parts, "answer": "; ".join(answers) if all(answers) else ""}
