"""Write commands of Benchwright as they can be typed into a shell, for hints and for "next:"."""

from __future__ import annotations

import shlex


def command_line(*words: object) -> str:
    """A command with its arguments, each quoted where the shell needs it: `benchwright show "my bench"`. Placeholders
    such as FILE... stay as they are."""
    return shlex.join(("benchwright", *map(str, words)))
