"""Check `hops`: a multi-hop question needs both its hops. No hop's sources alone answer the whole question, and no
hop's question is answered from the sources of the other (SMMQG, on multi-hop questions).

Where each hop has one source, the first half of this asks what the ablations ask, and costs nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from benchwright.checks.judged.asks import Ask, Replies, answering
from benchwright.checks.judged.draft import Draft
from benchwright.checks.judged.matching import Match, Part, match_reply, parts_of
from benchwright.records import Check, Source

NAMES = ("hops",)


@dataclass(frozen=True, slots=True)
class _Way:
    """A way round a hop: asking `ask` gives `parts`; `what` says so."""

    ask: Ask
    parts: tuple[Part, ...]
    what: str


def first(draft: Draft) -> tuple[Ask, ...]:
    """The whole question from each hop's sources, and each hop's question from the other's."""
    return tuple(way.ask for way in _ways(draft))


def further(draft: Draft, replies: Replies) -> tuple[Ask, ...]:
    """The comparisons that no rule decides."""
    return tuple(ask for way in _ways(draft) for ask in _match(way, replies).asks)


def checks(draft: Draft, replies: Replies, by: str) -> dict[str, Check | None]:
    """Fails with the first way round; None while a comparison has to be made first."""
    if len(draft.hops) != 2:
        return {"hops": Check("hops", "unscored", f"the question comes with {len(draft.hops)} hops, not two")}
    shared = _shared(draft)
    if shared:
        return {"hops": Check("hops", "fail", f"both hops use {min(shared)}", by="hops/1")}
    found = [(way, _match(way, replies)) for way in _ways(draft)]
    for way, match in found:
        if match.found == "same":
            return {"hops": Check("hops", "fail", f"{way.what}: {match.candidate!r}", by=by)}
    if any(match.found == "open" for _, match in found):
        return {"hops": None}
    unread = next((way for way, match in found if match.found == "unscored"), None)
    if unread is not None:
        return {"hops": Check("hops", "unscored", f"no readable answer: {unread.what}", by=by)}
    return {"hops": Check("hops", "pass", by=by)}


def _shared(draft: Draft) -> set[str]:
    one, other = ({source.id for source in hop.sources} for hop in draft.hops)
    return one & other


def _ways(draft: Draft) -> Iterator[_Way]:
    if len(draft.hops) != 2 or _shared(draft):
        return
    for number, hop in enumerate(draft.hops, 1):
        sources = _in_order(draft, hop.sources)
        what = f"the sources of hop {number} alone answer the question"
        yield _Way(answering(draft.question, sources), parts_of(draft), what)
    for number, (hop, other) in enumerate(zip(draft.hops, reversed(draft.hops), strict=True), 1):
        sources = _in_order(draft, other.sources)
        what = f"hop {number} is answered from the sources of hop {3 - number}"
        yield _Way(answering(hop.question, sources), (Part(hop.question, hop.short_answer),), what)


def _in_order(draft: Draft, sources: tuple[Source, ...]) -> list[Source]:
    """In the draft's order, so that equal questions are equal requests."""
    wanted = {source.id for source in sources}
    return [source for source in draft.sources if source.id in wanted]


def _match(way: _Way, replies: Replies) -> Match:
    return match_reply(way.parts, replies[way.ask], replies)
