"""What an attempt takes, before any was made: the calls that its steps and checks make, with prompts rendered over
sources of the corpus, and assumptions where only a model could tell. `ASSUMED` says them in words.

Rough by nature, and its ranges are wide; a pilot of a few attempts says more (workflows/estimate.py).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from benchwright.checks.judged import calls_of
from benchwright.corpus.store import Corpus
from benchwright.models import ModelSettings, Request, Usage
from benchwright.models.names import parse_name
from benchwright.models.pictures import picture_tokens
from benchwright.models.prices import cost, price
from benchwright.plan import Cell, Plan
from benchwright.plan.model import ONE_PROMPT, Cast
from benchwright.prompts.fence import show
from benchwright.prompts.prompt import Prompt, prompt
from benchwright.records import Modality, Source
from benchwright.run.forecast import NOTHING, Range, Take

ACCEPTED = Range(0.15, 0.4, 0.75)
"""The share of attempts that are accepted."""
MADE = Range(0.5, 0.85, 1.4)
"""Of the calls that steps and checks make at least, how many an attempt makes: many end early, some are asked again."""
BYTES_A_TOKEN = (4.8, 4.0, 2.8)
"""Of running text, from long words to scripts beyond Latin: few tokens first."""
REPLY = Range(0.5, 1.0, 4.0)
"""How far a reply may be from the tokens in `WRITTEN`; a model that reasons at length writes more than that."""
WRITTEN: Mapping[str, int] = {
    "entity": 20,
    "write": 350,
    "hop_about": 300,
    "hop_to": 300,
    "combine": 250,
    "one_prompt": 200,
    "verify": 450,
    "answer": 60,
    "same_answer": 60,
    "pman": 250,
    "states": 320,
    "paraphrase_list": 40,
    "same_list": 60,
}
"""Tokens of an ordinary reply, by prompt."""
ASSUMED = (
    f"{ACCEPTED.mid:.0%} of attempts are accepted ({ACCEPTED.low:.0%} to {ACCEPTED.high:.0%})",
    f"an attempt makes {MADE.mid:.0%} of its calls ({MADE.low:.0%} to {MADE.high:.0%}): some end early, some ask again",
    f"a token has about {BYTES_A_TOKEN[1]:.0f} bytes ({BYTES_A_TOKEN[2]:g} to {BYTES_A_TOKEN[0]:g})",
    f"replies have {min(WRITTEN.values())} to {max(WRITTEN.values())} tokens by prompt, half to {REPLY.high:.0f} times "
    "that; a model that reasons at length writes more",
)
"""What is taken for granted, for people."""

ONCE = Range(1.0, 1.0, 1.0)

_SAMPLE = 12  # sources of each modality that prompts are rendered over
_DRAWS = 3  # times that each prompt is rendered


@dataclass(frozen=True, slots=True)
class Step:
    """`count` calls with one prompt, each showing this many sources of each kind."""

    prompt: str
    count: float
    shown: tuple[int, int, int]


def steps_of(plan: Plan, cell: Cell) -> list[Step]:
    """The calls of an attempt that goes through all of its steps and checks. Of the answers that are compared with the
    question's own, half are taken to need a model for it."""
    style, kinds = plan.style(cell.style), cell.modalities
    needed = (kinds.text, kinds.table, kinds.image)
    offered = tuple(plan.candidates_per_source * count for count in needed)
    assert len(offered) == 3
    if cell.maker == ONE_PROMPT:
        steps = [Step("one_prompt", 1, needed)]
    elif "hops" in style.checks:
        half = tuple(-(-count // 2) for count in offered)
        assert len(half) == 3
        steps = [
            Step("entity", 1, _one(needed)),
            Step("hop_about", 1, half),
            Step("hop_to", 1, half),
            Step("combine", 1, needed),
        ]
    else:
        steps = [Step("entity", 1, _one(needed)), Step("write", 1, offered)]
    counts = calls_of(style, kinds, plan.checks)
    fewer = _less(needed)
    steps.append(Step("verify", sum(counts.get(name, 0) for name in ("style", "correct", "relevant")), needed))
    steps.append(Step("answer", counts.get("needed", 0) + counts.get("hops", 0), fewer))
    steps.append(Step("answer", counts.get("closed_book", 0), (0, 0, 0)))
    steps.append(Step("pman", counts.get("pman", 0), needed))
    compared = sum(counts.get(name, 0) for name in ("needed", "hops", "closed_book")) / 2
    steps.append(Step("same_answer", compared, (0, 0, 0)))
    return [step for step in steps if step.count]


def _one(needed: tuple[int, int, int]) -> tuple[int, int, int]:
    """One source, of a kind that the question needs; an image rather than anything else, for it takes the most."""
    _, table, image = needed
    return (0, 0, 1) if image else (0, 1, 0) if table else (1, 0, 0)


def _less(needed: tuple[int, int, int]) -> tuple[int, int, int]:
    """The sources with one of them left out: of the kind that there are most of."""
    counts = list(needed)
    largest = counts.index(max(counts))
    counts[largest] = max(0, counts[largest] - 1)
    return counts[0], counts[1], counts[2]


class Guess:
    """Guesses over one plan and one corpus."""

    def __init__(self, plan: Plan, corpus: Corpus) -> None:
        self._plan = plan
        self._corpus = corpus
        self._settings = {name: line.settings() for name, line in plan.models.items()}

    @cached_property
    def samples(self) -> dict[Modality, list[Source]]:
        """Some sources of each modality, evenly out of all."""
        found: dict[Modality, list[Source]] = {}
        for kind in Modality:
            ids = [name for name, one in zip(self._corpus.ids, self._corpus.modalities, strict=True) if one is kind]
            picked = sorted({place * len(ids) // _SAMPLE for place in range(_SAMPLE)}) if ids else []
            found[kind] = [self._corpus.source(ids[place]) for place in picked]
        return found

    def take(self, cell: Cell, cast: Cast) -> Take:
        """What one attempt of the cell takes, by the assumptions of this module. Dollars are None if the price of any
        model that it asks is not known."""
        total = NOTHING
        for step in steps_of(self._plan, cell):
            total += self._of_step(step, cell, cast)
        return total.times(MADE)

    def _of_step(self, step: Step, cell: Cell, cast: Cast) -> Take:
        asked = prompt(step.prompt)
        model = _asked(step, cast)
        once = self.of_call(asked, [self._request(asked, model, cell, step.shown, draw) for draw in range(_DRAWS)])
        return once.times(Range(step.count, step.count, step.count))

    def of_call(self, asked: Prompt, requests: Sequence[Request]) -> Take:
        """What one call with a prompt takes, by some of its requests, which are all to one model."""
        model = requests[0].model
        text = sum(_bytes(one) for one in requests) / len(requests)
        pictures = sum(_pictures(one) for one in requests) / len(requests)
        few, mid, many = (text / size + pictures for size in BYTES_A_TOKEN)
        written = WRITTEN[asked.name]
        reads = Range(few, mid, many)
        writes = Range(written * REPLY.low, written * REPLY.mid, min(asked.max_tokens, written * REPLY.high))
        known = price(parse_name(model), self._settings.get(model, ModelSettings()))
        usd = None
        if known is not None:
            ends = ((reads.low, writes.low), (reads.mid, writes.mid), (reads.high, writes.high))
            usd = Range(*(cost(known, Usage(round(into), round(out))) for into, out in ends))
        return Take(ONCE, reads, writes, usd)

    def _request(self, asked: Prompt, model: str, cell: Cell, shown: tuple[int, int, int], draw: int) -> Request:
        """The prompt over some sources; what it is given beside them is of ordinary length."""
        sources = show(list(chain.from_iterable(self._drawn(shown, draw))), self._corpus.picture)
        style = self._plan.style(cell.style)
        given = {
            "text": "words as a question or an answer has them, a line or two of ordinary length",
            "number": 1,
            "modalities": cell.modalities,
            "style": style,
            "labels": tuple(one.label for one in sources) or ("S1",),
        }
        values = {name: given[kind] for name, kind in asked.needs.items()}
        return Request(model, asked.messages(values, sources), asked.name, asked.schema)

    def _drawn(self, shown: tuple[int, int, int], draw: int) -> Iterator[Sequence[Source]]:
        for kind, count in zip((Modality.TEXT, Modality.TABLE, Modality.IMAGE), shown, strict=True):
            pool = self.samples[kind]
            yield [pool[(draw * count + place) % len(pool)] for place in range(count)] if pool else ()


def _asked(step: Step, cast: Cast) -> str:
    """The model that answers the step's calls."""
    if step.prompt in ("verify", "answer", "same_answer", "pman"):
        return cast.verifier
    return cast.vision_writer if step.shown[2] else cast.writer


def _bytes(request: Request) -> int:
    schema = 0 if request.schema is None else len(json.dumps(request.schema))
    return len(request.text.encode("utf-8", "surrogatepass")) + schema


def _pictures(request: Request) -> int:
    provider = parse_name(request.model).provider
    return sum(picture_tokens(provider, one.width, one.height) for one in request.pictures)
