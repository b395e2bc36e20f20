"""Other systems' chunks against the gold: which evidence a piece of text shows, however it was cut.

    words ─▶ evidence (what must be seen of each gold source) ─┐
    documents (which document a name means) ─▶ shown (what a chunk shows) ─┴─▶ matching (ranks) ─▶ Found

Chunks are held against the gold evidence of their question only, not against the whole corpus: that needs no index, and
its cost does not grow with the corpus.
"""

from benchwright.evaluate.match.matching import match
from benchwright.evaluate.match.pages import with_pages

__all__ = ["match", "with_pages"]
