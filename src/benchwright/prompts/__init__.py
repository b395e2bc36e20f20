"""Words as files: the question styles, each a YAML file with its description, rules and allowed modalities."""

from __future__ import annotations

from benchwright.prompts.load import Style, load_style, styles

__all__ = ["Style", "load_style", "styles"]
