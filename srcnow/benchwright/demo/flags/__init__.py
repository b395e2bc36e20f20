"""Bring what only the demo's flags need, as a plug-in: a reader of facts, relations and families.

Benchwright finds it as it finds the plug-ins of other packages: by the entry points in pyproject.toml.
"""

from importlib.resources import files

LEXICON = files(__name__) / "lexicon.yaml"
"""The relations of flags and their wording."""
