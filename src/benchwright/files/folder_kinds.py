"""Say what kind of folder somebody named in place of another."""

from __future__ import annotations

_NAMES = {"corpus": "a corpus", "benchmark": "a benchmark", "scores": "a folder of scores", "export": "an export"}


def what_it_is(manifest: object) -> str:
    """What the folder of this manifest is, such as "it is a corpus"."""
    kind = manifest.get("kind") if isinstance(manifest, dict) else None
    known = _NAMES.get(kind) if isinstance(kind, str) else None
    return f"it is {known}" if known else "its manifest.json is not Benchwright's"
