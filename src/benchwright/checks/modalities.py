"""Check `modalities`: the sources are exactly of the kinds and numbers that the cell asks for (SMMQG, section 3,
step 5)."""

from __future__ import annotations

from benchwright.checks.candidate import Candidate
from benchwright.derivation.ground import Ground
from benchwright.records import Check, Modalities


def check_modalities(candidate: Candidate, ground: Ground) -> Check:
    """Pass when the sources are distinct and counted by modality equal what the cell wants."""
    if len(set(candidate.sources)) != len(candidate.sources):
        return Check("modalities", "fail", "a source is listed twice", by="modalities/1")
    has = Modalities.of(ground.modality(source) for source in candidate.sources)
    if has != candidate.wants:
        return Check("modalities", "fail", f"has {has}, the cell wants {candidate.wants}", by="modalities/1")
    return Check("modalities", "pass", by="modalities/1")
