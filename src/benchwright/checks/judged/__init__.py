"""Checks of questions that a model wrote. Those that need no model come first; then all questions to models at once.

free         no call: modalities, readable, leak, quotes, arithmetic
verified     one call: style, correct, relevant
needed       one call a source taken away: who can still answer does not need it
closed_book  one call without any source
hops         one call a part: no hop's sources answer the whole question, or the other hop's
pman         one call: the judge answers first, then compares (Wang et al., section 3)
entails      no call: a cross-encoder on this machine
"""

from __future__ import annotations

from benchwright.checks.judged.all import Judged, calls_of, judge
from benchwright.checks.judged.draft import Draft, Half, HopDraft, Quote

__all__ = ["Draft", "Half", "HopDraft", "Judged", "Quote", "calls_of", "judge"]
