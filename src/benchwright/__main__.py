"""`python -m benchwright` is the command line."""

from __future__ import annotations

import sys

from benchwright.cli import main

if __name__ == "__main__":
    sys.exit(main())
