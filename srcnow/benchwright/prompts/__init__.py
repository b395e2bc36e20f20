"""Keeps question styles and prompts as YAML and Jinja files, and shows sources to models as data.

`prompt` and `fence` are modules of their own, for those who ask models: plans need only the styles.
"""

from __future__ import annotations

from benchwright.prompts.load import CHECKS, Style, load_style, styles

__all__ = ["CHECKS", "Style", "load_style", "styles"]
