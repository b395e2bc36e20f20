"""Write Benchwright commands for hints, quoted so that they can be pasted into a shell."""

from __future__ import annotations

import shlex


def command_line(*words: object) -> str:
    """A command with its arguments, each quoted where the shell needs it: `benchwright show "my bench"`. Placeholders
    such as FILE... stay as they are."""
    return shlex.join(("benchwright", *map(str, words)))
