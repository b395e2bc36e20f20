"""Checks questions that a model wrote: first what needs no model, then one call, and only then the proofs.

free         no call: modalities, readable, leak, quotes, arithmetic
verified     one call: style, correct, relevant, alone, fluent
needed       one call a source taken away: who can still answer does not need it
closed_book  one call without any source
hops         none beside `needed`, else one call a hop: its sources alone do not answer the whole question
pman         one call: the judge answers first, then compares (Wang et al., section 3)
entails      no call: a cross-encoder on this machine
"""

from __future__ import annotations

from benchwright.checks.judged.draft import Half, HopDraft, QuestionDraft, Quote
from benchwright.checks.judged.judge import JudgeResult, calls_of, judge

__all__ = ["Half", "HopDraft", "JudgeResult", "QuestionDraft", "Quote", "calls_of", "judge"]
