"""Reads keys of services from the environment or a `.env` file, and keeps them out of every text that is shown.

Knows no service's library. The values never appear in `repr`, in errors or in logs; whatever is shown or written goes
through `redact` first.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from dotenv import dotenv_values

from benchwright.errors import UsageError
from benchwright.models.base import ModelSettings
from benchwright.models.names import Provider

KEY_NAMES: Mapping[Provider, tuple[str, ...]] = {
    "openai": ("OPENAI_API_KEY",),
    "anthropic": ("ANTHROPIC_API_KEY",),
    "google": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "ollama": (),
    "python": (),
    "openai-compatible": (),  # any server: it gets a key only if the plan names one, never OpenAI's by default
}
"""Which variables hold a service's key, the first that is set counts; () where none is needed."""

MASK = "[key]"
_SHORTEST = 8  # shorter values occur in ordinary text, and are no keys
_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH", re.IGNORECASE)


def key_names(provider: Provider, settings: ModelSettings) -> tuple[str, ...]:
    """The variables that are looked at for this model's key: the plan's `key_env`, else the service's own."""
    return (settings.key_env,) if settings.key_env else KEY_NAMES[provider]


class Keys:
    """Keys from the environment and from a `.env` file; the environment takes precedence. Only `get` reveals a key."""

    __slots__ = ("_asked", "_environment", "_file")

    def __init__(self, environment: Mapping[str, str], file: Mapping[str, str] | None = None) -> None:
        self._environment = dict(environment)
        self._file = dict(file or {})
        self._asked: set[str] = set()  # names that were used as keys, whatever they are called

    @classmethod
    def load(cls, folder: Path | None = None) -> Keys:
        """Read the environment and `folder/.env` (default: the current folder). Values are taken as they stand, `$` is
        not expanded. Raises UsageError for a `.env` that is not UTF-8 text."""
        path = (folder or Path()) / ".env"
        try:
            values = dotenv_values(path, interpolate=False) if path.is_file() else {}
        except (UnicodeDecodeError, OSError) as error:
            # The error's own text may quote the file.
            raise UsageError(f"{path} cannot be read ({type(error).__name__})", hint="make it UTF-8 text") from None
        return cls(os.environ, {name: value for name, value in values.items() if value is not None})

    def get(self, name: str) -> str | None:
        """The key in the variable `name`; None if it is unset or blank."""
        self._asked.add(name)
        return self.setting(name)

    def setting(self, name: str) -> str | None:
        """The value of the variable `name` that is no secret, such as an address; None if it is unset or blank."""
        return (self._environment.get(name, "").strip() or self._file.get(name, "").strip()) or None

    def where(self, name: str) -> str:
        """Where a key is set: `environment`, `.env`, or "" if it isn't set."""
        if self._environment.get(name, "").strip():
            return "environment"
        return ".env" if self._file.get(name, "").strip() else ""

    def redact(self, text: str) -> str:
        """`text` with every secret value replaced, also in percent-encoded form."""
        for value in self._secrets():
            text = text.replace(value, MASK)
        return text

    def _secrets(self) -> list[str]:
        """Values to hide, the longest first, so that no rest of one stays behind another."""
        secrets: set[str] = set()
        for values in (self._environment, self._file):
            for name, value in values.items():
                if name in self._asked or _SECRET.search(name):
                    secrets.update((value.strip(), quote(value.strip(), safe="")))
        return sorted((value for value in secrets if len(value) >= _SHORTEST), key=lambda value: (-len(value), value))

    def __repr__(self) -> str:
        return f"Keys({len(self._environment)} variables, {len(self._file)} from .env)"
