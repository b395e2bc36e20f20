"""Write docs/commands.md from the commands' own help texts. A test compares them: `make docs` after a change.

python dev/docs.py
"""

from __future__ import annotations

from pathlib import Path

from benchwright.cli.reference import commands_page

if __name__ == "__main__":
    path = Path(__file__).parent.parent / "docs" / "commands.md"
    path.write_text(commands_page(), "utf-8")
    print(f"wrote {path}")
