"""`benchwright`, and `python -m benchwright`: the command line."""

from __future__ import annotations

import sys

STOPPED = 130


def main() -> int:
    """Run the command line, and return its exit code. What it consists of is imported here, so that Ctrl-C ends the
    command in the same way while that still goes on: there nothing was begun, and nothing is said."""
    try:
        from benchwright.cli import main as command
    except KeyboardInterrupt:
        return STOPPED
    return command()


if __name__ == "__main__":
    sys.exit(main())
