"""Forecast the tokens and dollars of one model call from its rendered prompt. Knows no maker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from benchwright.corpus.store import Corpus
from benchwright.models import ModelSettings, Request, Usage
from benchwright.models.names import parse_name
from benchwright.models.prices import cost, price
from benchwright.models.tokens import request_bytes, request_pictures
from benchwright.plan import Plan
from benchwright.prompts.prompt import Prompt, prompt
from benchwright.records import Modality, Source
from benchwright.run.forecast import NO_USE, ForecastRange, ResourceUse

BYTES_A_TOKEN = (4.8, 4.0, 2.8)
"""Of running text, from long words to scripts beyond Latin: few tokens first."""
REPLY = ForecastRange(0.5, 1.0, 4.0)
"""How far a reply may be from the tokens in `WRITTEN`; a model that reasons at length writes more than that."""
WRITTEN: Mapping[str, int] = {
    "entity": 20,
    "write": 350,
    "hop_first": 200,
    "hop_join": 230,
    "hop_about": 150,
    "hop_to": 150,
    "combine": 200,
    "one_prompt": 200,
    "verify": 450,
    "answer": 60,
    "answer_sources": 90,
    "answer_text": 30,
    "same_answer": 60,
    "pman": 250,
    "pman_direct": 10,
    "judge_correctness": 90,
    "judge_reference": 90,
    "judge_claims": 180,
    "nuggets": 180,
    "nugget_support": 120,
    "style_group": 220,
    "annotate": 120,
    "repair": 120,
    "describe": 150,
    "describe_table": 60,
    "states": 320,
    "paraphrase_list": 40,
    "same_list": 60,
}
"""Tokens of an ordinary reply, by prompt. The demo's recorded judge wrote 90 on the mean, grades and claims of short
answers; a claim more takes some 60."""
ASSUMED_OF_CALLS = (
    f"a token has about {BYTES_A_TOKEN[1]:.0f} bytes ({BYTES_A_TOKEN[2]:g} to {BYTES_A_TOKEN[0]:g})",
    f"replies have {min(WRITTEN.values())} to {max(WRITTEN.values())} tokens by prompt, half to {REPLY.high:.0f} times "
    "that; a model that reasons at length writes more",
)
"""What is assumed, for people."""

ONCE = ForecastRange(1.0, 1.0, 1.0)

_SAMPLE = 12  # sources of each modality that prompts are rendered over


class CallForecast:
    """Forecasts of calls over one plan and one corpus."""

    def __init__(self, plan: Plan, corpus: Corpus) -> None:
        self._corpus = corpus
        self._settings = {name: model.settings() for name, model in plan.models.items()}

    @cached_property
    def samples(self) -> dict[Modality, list[Source]]:
        """Some sources of each modality, evenly out of all."""
        found: dict[Modality, list[Source]] = {}
        for kind in Modality:
            ids = [name for name, one in zip(self._corpus.ids, self._corpus.modalities, strict=True) if one is kind]
            picked = sorted({place * len(ids) // _SAMPLE for place in range(_SAMPLE)}) if ids else []
            found[kind] = [self._corpus.source(ids[place]) for place in picked]
        return found

    def use_of(self, asked: Prompt, requests: Sequence[Request]) -> ResourceUse:
        """What one call with a prompt uses, by some of its requests, which are all to one model."""
        return use_of(asked, requests, self._settings.get(requests[0].model, ModelSettings()))

    def draw(self, shown: tuple[int, int, int], draw: int) -> Iterator[Sequence[Source]]:
        """Sources of each kind in these numbers (text, table, image), others at each draw."""
        for kind, count in zip((Modality.TEXT, Modality.TABLE, Modality.IMAGE), shown, strict=True):
            pool = self.samples[kind]
            yield [pool[(draw * count + place) % len(pool)] for place in range(count)] if pool else ()


def use_of_requests(requests: Iterable[Request], settings: Mapping[str, ModelSettings]) -> ResourceUse:
    """What requests use, each sent once."""
    use = NO_USE
    for one in requests:
        use += use_of(prompt(one.purpose), [one], settings.get(one.model, ModelSettings()))
    return use


def use_of(asked: Prompt, requests: Sequence[Request], settings: ModelSettings) -> ResourceUse:
    """What one call with a prompt uses, by some of its requests, which are all to one model of these settings."""
    model = parse_name(requests[0].model)
    text = sum(request_bytes(one) for one in requests) / len(requests)
    pictures = sum(request_pictures(one, model.provider) for one in requests) / len(requests)
    few, mid, many = (text / size + pictures for size in BYTES_A_TOKEN)
    written = WRITTEN[asked.name]
    reads = ForecastRange(few, mid, many)
    writes = ForecastRange(written * REPLY.low, written * REPLY.mid, min(asked.max_tokens, written * REPLY.high))
    known = price(model, settings)
    usd = None
    if known is not None:
        ends = ((reads.low, writes.low), (reads.mid, writes.mid), (reads.high, writes.high))
        usd = ForecastRange(*(cost(known, Usage(round(into), round(out))) for into, out in ends))
    return ResourceUse(ONCE, reads, writes, usd)
