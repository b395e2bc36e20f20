"""Pick the encoder of texts by its name."""

from __future__ import annotations

from benchwright.retrieval.encoders import wordllama as _wordllama  # noqa: F401 - registers itself
from benchwright.retrieval.encoders.base import Encoder, EncoderSettings, encoders, parse_encoder
from benchwright.retrieval.encoders.remote import RemoteEncoder
from benchwright.retrieval.encoders.sentence_transformers import SentenceTransformerEncoder


def get_encoder(name: str, settings: EncoderSettings | None = None) -> Encoder:
    """The encoder of that name, without loading its weights or asking its service yet.

    Raises UsageError for an unknown name, for a folder that is not there, and for a server whose address is not said;
    MissingExtraError without the extra that it needs."""
    settings = settings or EncoderSettings()
    parsed = parse_encoder(name)
    if parsed.family == "st":
        return SentenceTransformerEncoder(name, parsed)
    if parsed.family == "remote":
        return RemoteEncoder(name, parsed, settings)
    return encoders.get(name)()
