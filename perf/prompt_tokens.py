"""Count the tokens of the writer's prompts without their sources: rules, worked examples and the last turn's own words.

Run it before and after a change of prompts or styles:

    python perf/prompt_tokens.py [SRC]

SRC is the folder `src` of another checkout, for what it was before. A token is taken to have four bytes, as `estimate`
takes it. Pictures count nothing.
"""

from __future__ import annotations

import sys
from pathlib import Path

if len(sys.argv) > 1:
    sys.path.insert(0, str(Path(sys.argv[1]).resolve()))

from benchwright.models import Text
from benchwright.prompts import Style, styles
from benchwright.prompts.prompt import PROMPTS, Prompt, prompt
from benchwright.prompts.turns import form
from benchwright.records import Modalities

BYTES_A_TOKEN = 4.0
WRITING = ("write", "hop_first", "hop_join", "hop_about", "hop_to", "combine", "entity", "one_prompt")
VERIFYING = ("verify", "answer", "same_answer")
OF_HOPS = ("hop_first", "hop_join", "hop_about", "hop_to", "combine")


def tokens_of(asked: Prompt, style: Style, wants: Modalities) -> tuple[int, int]:
    """Tokens of the rules with the last turn, and of the worked examples."""
    known = {"text": "", "note": "", "number": 1, "modalities": wants, "style": style, "labels": ("S1",)}
    values = {name: known[kind] for name, kind in asked.needs.items()}
    messages = asked.messages(values)
    sizes = [sum(len(part.text.encode()) for part in one.parts if isinstance(part, Text)) for one in messages]
    own = sizes[-1] + (sizes[0] if messages[0].role == "system" else 0)
    return round(own / BYTES_A_TOKEN), round((sum(sizes) - own) / BYTES_A_TOKEN)


def main() -> None:
    print(f"{'prompt':14} {'style':24} {'sources':12} {'rules':>6} {'examples':>9} {'all':>6}")
    for name in (*WRITING, *VERIFYING):
        if name not in PROMPTS:
            continue
        asked = prompt(name)
        for style in styles().values():
            hops = "hops" in style.checks
            alone = "style" not in asked.needs
            if style.kinds or (alone and style.name != "information-extraction"):
                continue
            if not alone and (name in OF_HOPS) != hops and name in WRITING:
                continue
            wants = style.modalities[0]
            rules, examples = tokens_of(asked, style, wants)
            shown = "" if alone else style.name
            print(f"{name:14} {shown:24} {wants!s:12} {rules:6,} {examples:9,} {rules + examples:6,}")
    print(f"the form of a reply of `write`: {len(form(prompt('write').schema)) / BYTES_A_TOKEN:.0f} tokens at most")


if __name__ == "__main__":
    main()
