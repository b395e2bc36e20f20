"""Reads the fields out of a writer's reply, or gives the reason why the attempt ends here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchwright.models import Reply

_MOST = 300


class WriterRefusedError(Exception):
    """An attempt that ends without a question. `reason` is the slug that it is counted by; the message is for people.

    entity      no entity was named
    candidates  the corpus has too few sources for it
    incomplete  the writer left out the question or the answer
    cited_unknown   it cites a source that it was not offered
    seed_unused     it does not cite the source that the attempt is about
    modalities  the hops are written from other kinds of sources than were asked for, or from one source both
    hop_answer  the hops do not meet in the entity
    bridge          the sources of one hop do not state what the hops are to meet in
    bridge_named    the joined question names it
    answer_shared   a source that describes it tells the answer of it as well
    clue_shared     a source of the answer tells the description of it as well
    filtered    the model or the service's filter would not reply
    unparsed    the reply could not be read or was cut off, even after it was asked for again
    context     the sources do not fit into the model's context, however much is cut

    Where the writer refuses, it is the writer's own reason, and the message is its plan:

    no_connection   nothing that anyone would ask about ties the sources together
    nothing_to_ask  they do not state what the style asks for
    not_all_needed  fewer sources would do
    ambiguous       no question has one right answer
    unreadable      they are garbled, cut off or not to be seen
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def fields_of(reply: Reply) -> Mapping[str, Any]:
    """The fields of a reply to a prompt with a schema. Raises WriterRefusedError if there are none."""
    if reply.status == "refused":
        raise WriterRefusedError("filtered", _short(reply.problem or reply.text))
    if reply.status == "truncated":
        hint = "the reply was cut off at its token limit: set a larger max_tokens under models in the plan"
        raise WriterRefusedError("unparsed", _short(reply.problem or hint))
    if reply.status != "ok" or not isinstance(reply.data, Mapping):
        raise WriterRefusedError("unparsed", _short(reply.problem or f"the reply is {reply.status}"))
    return reply.data


def unless_refused(fields: Mapping[str, Any], needed: Sequence[str]) -> Mapping[str, Any]:
    """The same fields, if the writer wrote and left none of the needed ones empty. Raises WriterRefusedError."""
    if fields["refusal"] != "none":
        raise WriterRefusedError(str(fields["refusal"]), _short(str(fields["plan"])) or "the writer gave no reason")
    empty = [name for name in needed if not str(fields[name]).strip()]
    if empty:
        raise WriterRefusedError("incomplete", f"the writer left out: {', '.join(empty)}")
    return fields


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MOST else f"{line[: _MOST - 3]}..."
