"""Open the encoder that a plan names, with the settings of its service."""

from __future__ import annotations

from benchwright.models.base import ModelSettings
from benchwright.plan import Plan
from benchwright.retrieval.encoders import get_encoder
from benchwright.retrieval.encoders.base import Encoder, EncoderSettings, parse_encoder


def encoder_of(plan: Plan) -> Encoder:
    """The plan's encoder, without loading or asking anything yet. Raises what `get_encoder` raises."""
    line = plan.models.get(parse_encoder(plan.encoder).model)
    settings = ModelSettings() if line is None else line.settings()
    return get_encoder(plan.encoder, EncoderSettings(settings))
