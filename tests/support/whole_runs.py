"""Whole runs of `generate` against a server of our own: plans, the server with a mind behind it, what a run left.

with mind_server(world) as server:
    report = generate(world.plan(server), world.bench("one"))
assert world.examples("one") == world.examples("two")
"""

import hashlib
import json
import random
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from atlas import Mind, atlas
from dialect_faults import Fault, Schedule, rate_limit
from dialect_servers import CANARY, DialectServer
from dialect_wire import Answer, ParsedRequest, parse, render

from benchwright.models.ledger import Ledger

KEYS = dict.fromkeys(("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"), CANARY)
"""What the environment of a run holds."""

MIXED = {"writer": "openai/writer", "vision_writer": "google/seer", "verifier": "anthropic/judge"}
"""One model of each dialect in one run."""

CELLS = """\
  - {style: information-extraction, modalities: [text, image], count: 1}
  - {style: numerical, modalities: [table, text+image], count: 1}
  - {style: compare-contrast, modalities: [2text], count: 1}
  - {style: comparison, modalities: [text+table], count: 1}
  - {style: compound, modalities: [2text, text+image], count: 1}
  - {style: multi-hop, modalities: [text+table, text+image], count: 1}
"""
"""Every style, and every kind of source."""


@dataclass(frozen=True)
class World:
    """A folder with a corpus that is written about, plans beside it, and benchmarks."""

    folder: Path

    @classmethod
    def made(cls, folder: Path, filling: int = 0) -> "World":
        atlas(folder / "corpus", filling)
        return cls(folder)

    def plan(
        self,
        server: DialectServer | str,
        name: str = "plan",
        *,
        roles: Mapping[str, str] = MIXED,
        cells: str = CELLS,
        more: str = "",
        candidates: str = "entity",
        **settings: Any,
    ) -> Path:
        """A plan whose models are all at that server (or address), with these settings."""
        url = server if isinstance(server, str) else server.url
        lines = ["name: voyage", "corpus: corpus", "max_share: {family: 1, document: 1}"]
        lines.append(f"sampling: {{candidates: {candidates}}}")
        lines += [f"{role}: {model}" for role, model in roles.items()]
        lines.append("models:")
        for model in dict.fromkeys(role.removeprefix("one-prompt:") for role in roles.values()):
            if "/" in model:
                openai = model.startswith("openai")
                fields = {"base_url": f"{url}/v1" if openai else url, **settings}
                lines.append(f"  {model}: {json.dumps(fields)}")
        path = self.folder / f"{name}.yaml"
        path.write_text("\n".join([*lines, *([more] if more else []), "cells:", cells]))
        return path

    def bench(self, name: str) -> Path:
        return self.folder / name

    def examples(self, name: str) -> bytes:
        """What has to be the same byte for byte."""
        return (self.folder / name / "examples.jsonl").read_bytes()

    def outcomes(self, name: str) -> list[dict[str, Any]]:
        """The outcomes that were written, in no order."""
        return [json.loads(line) for line in (self.folder / name / "attempts.jsonl").read_text().splitlines()]

    def stored(self, name: str) -> int:
        """How many calls the ledger holds."""
        with Ledger.view(self.folder / name / "ledger.sqlite") as ledger:
            return len(ledger.keys())


class Meter:
    """A mind that counts what it would charge for: calls, tokens in and out. It does so when it answers, before faults
    take anything away, so that it never counts too little."""

    def __init__(self, mind: Callable[[ParsedRequest], Answer] | None = None) -> None:
        self._mind = mind or Mind()
        self.calls = self.input = self.output = 0

    def __call__(self, request: ParsedRequest) -> Answer:
        answer = self._mind(request)
        usage = render(replace(request, dialect="openai"), answer)["usage"]
        self.calls += 1
        self.input += usage["prompt_tokens"]
        self.output += usage["completion_tokens"]
        return answer

    @property
    def tokens(self) -> int:
        return self.input + self.output

    def usd(self, input_price: float, output_price: float) -> float:
        """Dollars, by prices of a million tokens."""
        return (self.input * input_price + self.output * output_price) / 1e6


def mind_server(mind: Mind | Meter | None = None, **options: Any) -> DialectServer:
    """A server with a mind behind it, which wants the canary for a key."""
    return DialectServer(mind or Mind(), key=CANARY, **options)


def shuffled(seed: int, median: float = 0.004) -> Any:
    """Latencies that let replies overtake each other, lognormal around the median in seconds."""

    def latency(number: int, request: Any) -> float:
        return min(random.Random(f"{seed} {number}").lognormvariate(0, 0.8) * median, 50 * median)

    return latency


PASSING: Sequence[Fault] = (
    rate_limit(),
    rate_limit("0"),
    rate_limit("0.2"),
    rate_limit(retry_after_ms="120"),
    rate_limit("Wed, 21 Oct 2015 07:28:00 GMT"),
    rate_limit("soon"),
    rate_limit("-5"),
    rate_limit("nan"),
    Fault("status", 500),
    Fault("status", 529, error="Overloaded"),
    Fault("reset"),
    Fault("half_body"),
    Fault("invalid_json"),
    Fault("empty"),
    Fault("drip", seconds=0.0001),
)
"""Everything that may happen to a call in passing, each with its own answer from the run: try again."""


def every(faults: Sequence[Fault], step: int = 5, hang: Collection[int] = ()) -> Schedule:
    """One fault after the other, one in `step` requests, until each was met; and no answer at all for some."""

    def fault(number: int, request: Any) -> Fault | None:
        if number in hang:
            return Fault("hang")
        place, rest = divmod(number, step)
        return faults[place - 1] if rest == 0 and 1 <= place <= len(faults) else None

    return fault


def answer_batches(
    folder: Path,
    answered: set[str],
    mind: Mind,
    rng: random.Random | None = None,
    *,
    missing: float = 0.0,
    failing: float = 0.0,
) -> int:
    """Answer the request files of a batch folder that were not answered yet, as one result file; how many. With `rng`
    in any order; then a share is left out this time, a share fails, and some are told twice or were never asked."""
    asked: dict[str, Mapping[str, Any]] = {}
    for path in sorted(folder.glob("requests-*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            entry = json.loads(line)
            asked[entry["custom_id"]] = entry["body"]
    fresh = [key for key in asked if key not in answered]
    lines: list[str] = []
    if rng is not None:
        rng.shuffle(fresh)
    for key in fresh:
        if rng is not None and rng.random() < missing:
            continue
        if rng is not None and rng.random() < failing:
            lines.append(_result(key, 500, {"error": {"message": "something went wrong"}}))
            continue
        request = parse("openai", asked[key]["model"], asked[key])
        lines.append(_result(key, 200, render(request, mind(request))))
        answered.add(key)
        if rng is not None and rng.random() < 0.1:
            lines.append(lines[-1])
    if rng is not None:
        lines.append(_result("0" * 64, 200, {"choices": []}))
        rng.shuffle(lines)
    number = len(list(folder.glob("results-*.jsonl")))
    (folder / f"results-{number}.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return len(lines)


def _result(key: str, status: int, body: Any) -> str:
    return json.dumps({"custom_id": key, "response": {"status_code": status, "body": body}, "error": None})


def holding(folder: Path, secret: str, besides: Collection[str] = ()) -> list[str]:
    """The files below a folder whose names or bytes hold the secret."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.name in besides or not path.is_file():
            continue
        if secret in path.name or secret.encode() in path.read_bytes():
            found.append(str(path.relative_to(folder)))
    return found


def digest(data: bytes) -> str:
    """Short, for messages of failed comparisons."""
    return hashlib.sha256(data).hexdigest()[:12]


def one_line(text: str) -> str:
    """The error that a command said: its only line that begins with `error:`."""
    (line,) = re.findall(r"^error: .*$", text, re.MULTILINE)
    return str(line)
