"""Export questions as test cases of promptfoo, with a configuration to start from.

    promptfooconfig.yaml   the prompt `{{question}}`, a provider to replace, and the tests
    test.jsonl             {"description": ..., "vars": {"question": ..., "reference": ...}, "assert": [...], ...}

promptfoo renders every text as a Nunjucks template, reads files that a text names (`file://`) and makes a test of each
item of a list. So marks of templates are quoted, questions that begin with an address of a file are left out, and lists
stand in `metadata`.
"""

from __future__ import annotations

import re

from benchwright.publish.export.base import NO_ANSWER, ExportData, Exporter
from benchwright.publish.export.folder import ExportFolder
from benchwright.records import Example, Json

TEMPLATE = re.compile(r"\{[{%#]|[}%#]\}")
SIGNS = re.compile(r"[{}%#]{2,}")
NAMES_A_FILE = re.compile(r"\s*(file|package|https?|s3|gs|az)://", re.IGNORECASE)
UNSAFE = "names-a-file"

_CONFIG = """\
# yaml-language-server: $schema=https://promptfoo.dev/config-schema.json
# Questions of a benchmark, written by Benchwright. Put your own system in the place of `echo`.
description: Questions with known answers
prompts:
  - "{{question}}"
providers:
  - echo
tests: file://PART.jsonl
"""


def export_promptfoo(data: ExportData, to: ExportFolder) -> None:
    """Write a file of tests and a configuration a part; that of the largest part is `promptfooconfig.yaml`."""
    for part, examples in data.parts.items():
        listed: list[Example] = []
        for example in examples:
            texts = (example.question, *(text for one in example.answers for text in (one.text, *one.aliases)))
            if not example.answers:
                to.leave_out(example, NO_ANSWER)
            elif any(map(NAMES_A_FILE.match, texts)):
                to.leave_out(example, UNSAFE)
            else:
                listed.append(example)
        if listed:
            with to.lines(f"{part}.jsonl") as add:
                for example in listed:
                    add(_test(example))
                    to.wrote(part, example)
    largest = max(to.written, key=lambda part: (to.written[part], part), default="")
    for part in to.written:
        name = "promptfooconfig.yaml" if part == largest else f"promptfooconfig.{part}.yaml"
        to.write(name, _CONFIG.replace("PART", part))


def _test(example: Example) -> Json:
    """A test that asks for each answer in any of its wordings."""
    return {
        "description": quoted(example.id),
        "vars": {"question": quoted(example.question), "reference": quoted(example.answer)},
        "assert": [
            {"type": "icontains-any", "value": [quoted(text) for text in (answer.text, *answer.aliases)]}
            for answer in example.answers
        ],
        "metadata": {
            "id": example.id,
            "style": example.style,
            "modalities": str(example.modalities),
            "sources": list(example.sources),
            "distractors": list(example.distractors),
        },
    }


def quoted(text: str) -> str:
    """Words that a template renders as they are. A whole run of signs is quoted: one before a mark would join it."""
    return SIGNS.sub(lambda run: "{{ '" + run[0] + "' }}" if TEMPLATE.search(run[0]) else run[0], text)


PROMPTFOO = Exporter(
    "promptfoo",
    "Test cases of promptfoo as JSON Lines, with a configuration",
    "# npx promptfoo eval --config FOLDER/promptfooconfig.yaml",
    (
        "sources: only their ids, without texts, tables and images",
        "undecided answers, evidence, hops, checks and how a question was made",
        "questions or answers that begin with an address, for promptfoo would read the file",
    ),
    export_promptfoo,
    takes="it takes questions with answers",
)
