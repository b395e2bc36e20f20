"""Has a model reword a list question, and checks that the rewording asks for the same list.

A rewording counts only if it keeps every name word for word, names no answer, still leaves out what the template leaves
out, is one question of ordinary length, and a second reading (by the plan's verifier, else the paraphraser in a call of
its own) finds that both ask for the same list. The answers are the query's either way.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from benchwright.checks.readable import fault_of
from benchwright.makers.lists.draft_checks import leaked
from benchwright.prompts.asking import Asker
from benchwright.prompts.prompt import prompt
from benchwright.records import Check, Example

CHECK = "paraphrase"
LONGEST = 40
"""Words of a question."""
PROMPTS = ("paraphrase_list", "same_list")

Verdict = Literal["fail", "unscored"]

_FIXED = re.compile(r'"[^"]+"|“[^”]+”|\d[\d.,]*\d|\d')
_LEAVES_OUT = re.compile(
    r"\b(?:(?:an)?other|others|else|besides?|except(?:ing)?|excluding|apart from|aside from|not counting)\b", re.I
)


async def reword(example: Example, asker: Asker) -> Example:
    """The example in other words where they hold, else as it was; with a check that says which, and why. Raises what
    models raise."""
    asker.next_round()
    fixed = kept_of(example)
    values = {"question": example.question, "names": "\n".join(fixed)}
    reply = await asker.ask("writer", prompt("paraphrase_list"), values)
    by = asker.models.get("writer", "")
    if reply.status != "ok" or not isinstance(reply.data, dict):
        return _unchanged(example, "unscored", f"the reply is {reply.status}", by)
    question = " ".join(str(reply.data["question"]).split())
    if question == example.question:
        return _unchanged(example, "fail", "the same words", by)
    fault = strays(example, question)
    if fault:
        return _unchanged(example, "fail", fault, by)
    asker.next_round()
    reply = await asker.ask("verifier", prompt("same_list"), {"question": example.question, "reworded": question})
    by = asker.models.get("verifier", "")
    if reply.status != "ok" or not isinstance(reply.data, dict):
        return _unchanged(example, "unscored", f"the reply of the comparing model is {reply.status}", by)
    if not reply.data["same"]:
        reason = " ".join(str(reply.data["reason"]).split())[:200]
        return _unchanged(example, "fail", f"asks for another list: {reason}", by)
    derivation = {**(example.derivation or {}), "composed": example.question}
    return replace(
        example, question=question, derivation=derivation, checks=(*example.checks, Check(CHECK, "pass", by=by))
    )


def _unchanged(example: Example, verdict: Verdict, reason: str, by: str) -> Example:
    return replace(example, checks=(*example.checks, Check(CHECK, verdict, reason, by=by)))


def kept_of(example: Example) -> list[str]:
    """What may not change: the names of what is given, and numbers and quoted words."""
    names = [name for name in example.entity.split("; ") if name and name in example.question]
    fixed = [match[0] for match in _FIXED.finditer(example.question)]
    return list(dict.fromkeys([*names, *(one for one in fixed if not any(one in name for name in names))]))


def strays(example: Example, question: str) -> str:
    """What a rewording has lost or given away, or why it is not a good question; "" if it is fine."""
    own = question  # without the names: "The Other Guys" leaves nothing out
    for name in kept_of(example):
        whole = rf"(?<!\w){re.escape(name)}(?!\w)"
        if not re.search(whole, question):
            return f"leaves out {name!r}"
        own = re.sub(whole, " ", own)
    if (example.derivation or {}).get("leaves_out_given") and not _LEAVES_OUT.search(own):
        return f"does not leave out {example.entity!r}"
    words = len(question.split())
    if words > LONGEST:
        return f"has {words} words"
    if question.count("?") != 1 or not question.endswith("?"):
        return "is not one question"
    leak = leaked(question, example.answers, example.entity.split("; "))
    if leak:
        return leak
    return fault_of(question, example.answers[0].text)
