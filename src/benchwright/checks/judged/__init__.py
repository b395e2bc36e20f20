"""Checks questions that a model wrote: first what needs no model, then all questions to models at once.

free         no call: modalities, readable, leak, quotes, arithmetic
verified     one call: style, correct, relevant
needed       one call a source taken away: who can still answer does not need it
closed_book  one call without any source
hops         one call a part: no hop's sources answer the whole question, or the other hop's
pman         one call: the judge answers first, then compares (Wang et al., section 3)
entails      no call: a cross-encoder on this machine
"""

from __future__ import annotations

from benchwright.checks.judged.draft import Half, HopDraft, QuestionDraft, Quote
from benchwright.checks.judged.judge import JudgeResult, calls_of, judge

__all__ = ["Half", "HopDraft", "JudgeResult", "QuestionDraft", "Quote", "calls_of", "judge"]
