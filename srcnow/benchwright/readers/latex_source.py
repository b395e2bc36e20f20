"""Prepare LaTeX for a converter that knows only some commands, and find the words that the converter lost.

pandoc leaves out a command that it does not know, and with it a whole table that stands in the command's braces. What
is known to hold text is defined before the document (`vocabulary.yaml`); any other word that is missing in the end is
found by comparing. Files that a document includes are not opened, only named.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice

from benchwright.english.vocabulary import Vocabulary

_DATA = Vocabulary.of("benchwright.readers", "latex_source")
_COMMANDS = _DATA.texts("commands")
_ENVIRONMENTS = _DATA.texts("environments")
_ALIKE = _DATA.texts("alike")
_SILENT = {name: int(count) for name, count in _DATA.texts("silent").items()}
_SILENT_ENVIRONMENTS = {name: int(count) for name, count in _DATA.texts("silent_environments").items()}
_FLOATS = _DATA.pattern("floats")
_ACCENTED = _DATA.pattern("letters")

_PREFIX = r"\providecommand{\afteroption}[2][]{#2}"
"""Reads one more option, and gives what follows it."""

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_DEFINED = re.compile(r"\\(?:\w*def|\w*let|(?:re)?new\w+|provide\w+|Declare\w+)\*?\s*\{?\s*\\?([A-Za-z]+)")
_INCLUDED = re.compile(r"\\(?:" + _DATA.pattern("including") + r")(?![A-Za-z@])\s*\{[^{}\n]*\}(?:\s*\{[^{}\n]*\})?")
_STARRED = re.compile(rf"(\\(?:begin|end)\{{(?:{_FLOATS}))\*\}}")
_STAR = re.compile(rf"(\\(?:{'|'.join(_COMMANDS)}))\*")
_LIKE = re.compile(rf"\\({'|'.join(_ALIKE)})(?![A-Za-z@])\*?")
_STACKED = re.compile(rf"\\(?:{_DATA.pattern('stacked')})(?![A-Za-z@])\*?\s*(?:\[[^\[\]]*\])?\s*(?=\{{)")
_BODY = re.compile(r"\\begin\{document\}(.*?)(?:\\end\{document\}|\Z)", re.DOTALL)
_PART = r"\s*\{(?:[^{}]|\{[^{}]*\})*\}"
_OPTIONS = r"(?:\s*\[[^\[\]]*\])*"
_ACCENT = re.compile(
    rf"(?<!\w)\w*+(?:\\(?:[`'^\"~=.]|[cvuHkrdbt](?=[{{\s\\])|(?:{_ACCENTED})(?![A-Za-z]))\s?\{{?\\?\w?\}}?\w*)+"
)
_ESCAPED = re.compile(r"\\([_%&#$])")
_COMMAND = re.compile(r"\\[A-Za-z@]+\*?(?:\[[^\[\]]*\])*|\\.")
_SEVERAL = re.compile(r"\}\s*[\[{]")
_WORD = re.compile(r"\w+")
_BRACE = re.compile(r"(?<!\\)[{}]")
_LONGEST_CELL, _MOST_BRACES = 2_000, 40  # letters, braces


def ready_for_pandoc(text: str) -> str:
    """The document with definitions of commands that hold text before it. What it defines itself stays its own."""
    own = set(_DEFINED.findall(text))
    commands = [rf"\providecommand{{\{name}}}{body}" for name, body in _COMMANDS.items() if name not in own]
    commands += [rf"\newenvironment{{{name}}}{body}" for name, body in _ENVIRONMENTS.items() if name not in own]
    text = _STAR.sub(r"\1", _STARRED.sub(r"\1}", text))
    text = _LIKE.sub(lambda found: found[0] if found[1] in own else f"\\{_ALIKE[found[1]]}", text)
    return f"{_PREFIX}{''.join(commands)}\n{_with_one_line_cells(text)}"


def included_files(text: str) -> list[str]:
    """The commands that put other files into the document."""
    return _INCLUDED.findall(_body(text))


def missing_words(text: str, shown: str) -> Counter[str]:
    """Words of a document that stand there more often than in what a reader is shown of it, without names of commands
    and what they are told (keys, lengths, colours), and without words that hold an accent's command."""
    there = Counter(_words(shown)) | Counter(_words(_plain(shown)))
    return Counter(_words(_plain(_INCLUDED.sub(" ", _body(text))))) - there


def _body(text: str) -> str:
    text = _COMMENT.sub(r"\1", text)
    found = _BODY.search(text)
    return found[1] if found else text


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _plain(text: str) -> str:
    """LaTeX without its commands and the arguments that are no text."""
    text = _SILENT_COMMAND.sub(" ", text)
    text = _ACCENT.sub(" ", text)
    text = _COMMAND.sub(" ", _ESCAPED.sub(r"\1", text.replace(r"\-", "")))
    return _SEVERAL.sub("} ", text).replace("{", "").replace("}", "")


def _silent_pattern() -> re.Pattern[str]:
    """A command and as many of its first arguments as are no text; an environment's name, and its columns."""
    parts = [rf"\\(?:{name})(?![A-Za-z@])\*?{_OPTIONS}(?:{_PART}{_OPTIONS}){{0,{n}}}" for name, n in _SILENT.items()]
    parts += [rf"\\begin\{{(?:{name})\*?\}}{_OPTIONS}(?:{_PART}){{0,{n}}}" for name, n in _SILENT_ENVIRONMENTS.items()]
    return re.compile("|".join([*parts, rf"\\(?:begin|end)\{{[^{{}}]*\}}{_OPTIONS}"]))


_SILENT_COMMAND = _silent_pattern()


def _with_one_line_cells(text: str) -> str:
    """The document, lines that are stacked in one cell as one line: the program would end the table's row there."""
    parts: list[str] = []
    at = 0
    for found in _STACKED.finditer(text):
        end = _closing(text, found.end()) if found.start() >= at else None
        if end is not None:
            parts += [text[at : found.start()], text[found.end() : end].replace(r"\\", " ")]
            at = end
    return "".join([*parts, text[at:]])


def _closing(text: str, at: int) -> int | None:
    """Where the braces end that open at a place; None if they do not end soon."""
    depth = 0
    for brace in islice(_BRACE.finditer(text, at, at + _LONGEST_CELL), _MOST_BRACES):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end()
    return None
