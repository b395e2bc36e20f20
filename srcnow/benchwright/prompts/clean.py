"""Takes out of a text what a reader cannot see and what steers a chat model's format.

Text that others wrote can carry characters that nobody sees but a model reads (zero-width letters, Unicode tags), that
turn the direction of writing, or that some chat formats take for the end of a turn (`<|im_end|>`). What is invisible is
taken out; what steers a format is broken up by a space, so that it stays readable and means nothing.
"""

from __future__ import annotations

import re
import unicodedata

_BREAKS = re.compile("\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
# Variation selectors, other than the one that asks for an emoji: a run of them can spell out bytes.
_SELECTORS = re.compile("[\ufe00-\ufe0e\U000e0100-\U000e01ef\u034f]")
_JOINERS = "\u200c\u200d"
# Some formats write the marks of turns and of pictures as words in the text. Each becomes two words.
_MARKS = re.compile(
    r"<[|｜][^<>\n]{1,60}?[|｜]>"
    r"|</?(?:start_of_turn|end_of_turn|start_of_image|image_soft_token|image|video|audio|s|bos|eos|pad|unk|think)>"
    r"|\[/?(?:INST|SYSTEM_PROMPT|TOOL_CALLS|AVAILABLE_TOOLS|TOOL_RESULTS|IMG)\]"
    r"|<</?SYS>>",
    re.IGNORECASE,
)


def clean(text: str) -> str:
    """The text as models are shown it: all line breaks as `\\n`, nothing invisible, no control characters but tab, half
    surrogates as U+FFFD, and marks of chat formats with a space behind their first character.

    Joiners stay where scripts and emoji need them: alone, between two characters outside ASCII. Cleaning twice changes
    nothing more.
    """
    lines = _BREAKS.sub("\n", text)
    visible = "".join(_visible(lines, index) for index in range(len(lines))) if _suspect(lines) else lines
    if "<" not in visible and "[" not in visible:
        return visible
    return _MARKS.sub(lambda mark: f"{mark[0][0]} {mark[0][1:]}", visible)


def _suspect(text: str) -> bool:
    """Whether any character may have to go. Most texts have none, and this tells it fast."""
    return not text.replace("\n", "").replace("\t", "").isprintable() or _SELECTORS.search(text) is not None


def _visible(text: str, index: int) -> str:
    """The character at `index`, or what stands in its place."""
    character = text[index]
    if character.isprintable() and not _selects(character):
        return character
    if character in "\n\t":
        return character
    if character in _JOINERS:
        around = text[max(index - 1, 0) : index] + text[index + 1 : index + 2]
        alone = len(around) == 2 and all(not (one.isascii() or _unseen(one)) for one in around)
        return character if alone else ""
    category = unicodedata.category(character)
    if category == "Cs":
        return "\ufffd"
    if category in ("Cf", "Cn", "Co") or _selects(character):
        return ""
    return " "  # other control characters, and spaces of all widths


def _selects(character: str) -> bool:
    return _SELECTORS.match(character) is not None


def _unseen(character: str) -> bool:
    return character in _JOINERS or _selects(character) or unicodedata.category(character) in ("Cf", "Cc", "Cn", "Zs")
