"""Find a model that could be used right now: a key that is set, or an Ollama server on this machine.

Only this machine is asked, and only where the caller wants to name a model: no request leaves it.
"""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from urllib.parse import urlsplit

from benchwright.models.endpoints import ADDRESSES
from benchwright.models.keys import KEY_NAMES, Keys
from benchwright.models.names import Provider

USUAL: Mapping[Provider, str] = {
    "openai": "openai/gpt-4.1-mini",
    "anthropic": "anthropic/claude-haiku-4-5",
    "google": "google/gemini-2.5-flash",
}
"""The model that is named where a service's key is set: a small one, which a first benchmark costs little with."""

_SECONDS = 1.0
_LONGEST_REPLY = 1 << 20


def model_at_hand(keys: Keys, ollama: str = ADDRESSES["ollama"]) -> str:
    """The full name of a model that can be called now, "" if nothing says that one can."""
    for provider, name in USUAL.items():
        if any(keys.where(variable) for variable in KEY_NAMES[provider]):
            return name
    return _of_ollama(ollama)


def _of_ollama(address: str) -> str:
    """The first model of the Ollama server at this address, "" if no server answers."""
    parts = urlsplit(address)
    if parts.hostname not in ("localhost", "127.0.0.1", "::1"):
        return ""
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=_SECONDS)
    try:
        connection.request("GET", "/api/tags")
        reply = json.loads(connection.getresponse().read(_LONGEST_REPLY))
        names = [str(model["name"]) for model in reply["models"]]
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return ""
    finally:
        connection.close()
    plain = [name for name in names if name.isprintable() and " " not in name]
    return f"ollama/{plain[0]}" if plain else ""
