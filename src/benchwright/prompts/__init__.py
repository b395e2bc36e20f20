"""Words as files: question styles and prompts in YAML and Jinja, and how sources are shown to models as data.

`prompt` and `fence` are modules of their own, for those who ask models: plans need only the styles.
"""

from __future__ import annotations

from benchwright.prompts.load import CHECKS, Style, load_style, styles

__all__ = ["CHECKS", "Style", "load_style", "styles"]
