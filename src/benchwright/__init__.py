"""Benchwright builds, proves and measures evaluation benchmarks for multimodal retrieval-augmented generation.

The public names are loaded when first used, so that `import benchwright` stays fast.
"""

from __future__ import annotations

__version__ = "0.1.0"
