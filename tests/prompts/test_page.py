"""docs/prompts.md says what there is."""

from __future__ import annotations

import re
from pathlib import Path

from benchwright.prompts import CHECKS, load_style
from benchwright.prompts.fence import CANDIDATE_LIMIT, CANDIDATE_SIDE, LIMIT
from benchwright.prompts.load import StyleEntry
from benchwright.prompts.prompt import PROMPTS

PAGE = (Path(__file__).parents[2] / "docs" / "prompts.md").read_text("utf-8")


def named(heading: str, until: str = "\n\n") -> list[str]:
    """The names in the first column of the table that begins with this heading."""
    cells = re.findall(r"^\| (`[^|]*) \|", PAGE.split(f"\n| {heading} |")[1].split(until)[0], re.M)
    return [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]


def test_every_prompt_key_and_check_is_documented() -> None:
    assert named("Prompt") == list(PROMPTS)
    assert named("Key") == list(StyleEntry.model_fields)
    assert named("Check") == list(CHECKS)
    assert f"more than {CANDIDATE_LIMIT:,} characters ({LIMIT:,} where answers are given or judged)" in PAGE
    assert f"most {CANDIDATE_SIDE:,} pixels a side" in PAGE


def test_the_style_of_the_page_is_a_style(tmp_path: Path) -> None:
    block = PAGE.split("what it replied:")[1].split('```yaml title="dates.yaml"\n')[1].split("```")[0]
    (tmp_path / "dates.yaml").write_text(block, encoding="utf-8")
    style = load_style(tmp_path / "dates.yaml")
    assert len(style.shots["text"]) == 1
