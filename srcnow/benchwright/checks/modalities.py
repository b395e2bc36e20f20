"""Check `modalities`: the sources are of the kinds and numbers that the cell asks for (SMMQG, section 3, step 5)."""

from __future__ import annotations

from collections.abc import Sequence

from benchwright.checks.candidate import Candidate
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.records import Check, Modalities, Modality


def check_modalities(candidate: Candidate, ground: CorpusFacts) -> Check:
    """Pass when the sources are distinct and counted by modality equal what the cell wants."""
    kinds = [ground.modality(source) for source in candidate.sources]
    fault = fault_of(candidate.sources, kinds, candidate.wants)
    return Check("modalities", "fail" if fault else "pass", fault, by="modalities/1")


def fault_of(sources: Sequence[str], kinds: Sequence[Modality], wants: Modalities) -> str:
    """What is wrong with the choice of sources, given by id with the modality of each; "" if nothing."""
    if len(set(sources)) != len(sources):
        return "a source is listed twice"
    has = Modalities.of(kinds)
    return "" if has == wants else f"has {has}, the cell wants {wants}"
