"""What is installed here, what works, and what does not. Looks at names of environment variables, never at values."""

from __future__ import annotations

import os
import platform
import re
import shutil
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, Literal

from benchwright.errors import BenchwrightError
from benchwright.files import atomic_path
from benchwright.retrieval.encoders import get_encoder

# What the services' own libraries read.
KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY")

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_EXTRA = re.compile(r"extra\s*==\s*['\"]([^'\"]+)['\"]")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `fault` keeps Benchwright from working; `absent` only from doing more."""

    topic: str
    name: str
    state: Literal["ok", "absent", "fault"]
    detail: str = ""

    def to_json(self) -> dict[str, Any]:
        return {"topic": self.topic, "name": self.name, "state": self.state, "detail": self.detail}


def doctor(folder: Path | str = ".") -> list[Finding]:
    """Look at the installation and at `folder`, where a benchmark would be written. Needs no network; changes nothing
    that stays."""
    return [*_versions(), *_packages(), _encoder(), _disk(Path(folder)), *_keys(), *_offline()]


def _versions() -> list[Finding]:
    from benchwright import __version__

    return [
        Finding("version", "benchwright", "ok", __version__),
        Finding("version", "python", "ok", f"{platform.python_version()} on {platform.system()} {platform.machine()}"),
    ]


def _packages() -> list[Finding]:
    """The declared requirements: those of the base are faults when missing, those of an extra are not."""
    try:
        declared = metadata.requires("benchwright") or []
    except metadata.PackageNotFoundError:
        return [Finding("package", "benchwright", "absent", "runs from its source folder, not installed by pip or uv")]
    found: list[Finding] = []
    extras: dict[str, list[str]] = {}
    for line in declared:
        match = _NAME.match(line)
        if match is None:
            continue
        extra = _EXTRA.search(line)
        if extra:
            extras.setdefault(extra[1], []).append(match[0])
        else:
            version = _version(match[0])
            found.append(Finding("package", match[0], "ok" if version else "fault", version or "not installed"))
    for extra_name, names in sorted(extras.items()):
        missing = [name for name in names if not _version(name)]
        detail = f"pip install 'benchwright[{extra_name}]' brings {', '.join(missing)}" if missing else ", ".join(names)
        found.append(Finding("extra", extra_name, "absent" if missing else "ok", detail))
    return found


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _encoder() -> Finding:
    """The default encoder comes with its package: it must load and encode without a network."""
    try:
        vector = get_encoder("wordllama").encode(["one sentence"])
    except (BenchwrightError, ImportError, OSError) as error:
        return Finding("encoder", "wordllama", "fault", f"does not load offline: {error}")
    return Finding("encoder", "wordllama", "ok", f"loads offline, {vector.shape[1]} dimensions")


def _disk(folder: Path) -> Finding:
    try:
        with atomic_path(folder / "doctor.tmp") as temporary:
            temporary.write_bytes(b"a line\n")
        (folder / "doctor.tmp").unlink()
        free = shutil.disk_usage(folder).free
    except (BenchwrightError, OSError) as error:
        return Finding("disk", str(folder), "fault", str(error))
    return Finding("disk", str(folder), "ok", f"writable, {free / 2**30:.1f} GiB free")


def _keys() -> list[Finding]:
    """Which services' keys are set. The values are not looked at beyond being there."""
    return [
        Finding("key", name, "ok" if os.environ.get(name) else "absent", "set" if os.environ.get(name) else "not set")
        for name in KEYS
    ]


def _offline() -> list[Finding]:
    commands = ("demo", "ingest", "facts", "generate (derive)", "show", "validate")
    return [Finding("offline", command, "ok", "needs no network, no model and no key") for command in commands]
