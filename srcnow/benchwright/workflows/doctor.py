"""Say what is installed here, what works and what does not. Shows names of keys, never values, and asks no service."""

from __future__ import annotations

import platform
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from benchwright.errors import BenchwrightError
from benchwright.files.atomic import atomic_path
from benchwright.models.keys import KEY_NAMES, Keys
from benchwright.models.names import PROVIDERS
from benchwright.readers.confined.converter import CONVERTERS
from benchwright.readers.confined.pool import sandbox_description
from benchwright.records import JsonRecord
from benchwright.retrieval.encoders import get_encoder

KEYS = tuple(name for names in KEY_NAMES.values() for name in names)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_EXTRA = re.compile(r"extra\s*==\s*['\"]([^'\"]+)['\"]")


@dataclass(frozen=True, slots=True)
class Finding(JsonRecord):
    """One thing that was looked at. `fault` keeps Benchwright from working; `absent` only from doing more."""

    topic: str
    name: str
    state: Literal["ok", "absent", "fault"]
    detail: str = ""


def doctor(folder: Path | str = ".") -> list[Finding]:
    """Look at the installation and at `folder`, where a benchmark would be written. Needs no network; changes nothing
    that stays."""
    keys = Keys.load()
    return [
        *_versions(),
        *_packages(),
        _encoder(),
        _neural(),
        _disk(Path(folder)),
        _workers(),
        *_converters(),
        *_keys(keys),
        *_providers(keys),
        *_offline(),
    ]


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


def _neural() -> Finding:
    """Whether encoders and rerankers of sentence-transformers can be used; importing them takes seconds, and is not
    tried."""
    version = _version("sentence-transformers")
    if not version or find_spec("sentence_transformers") is None:
        return Finding("encoder", "st:MODEL", "absent", "pip install 'benchwright[neural]' brings it")
    return Finding(
        "encoder", "st:MODEL", "ok", f"sentence-transformers {version}, torch {_version('torch') or 'absent'}"
    )


def _disk(folder: Path) -> Finding:
    try:
        with atomic_path(folder / "doctor.tmp") as temporary:
            temporary.write_bytes(b"a line\n")
        (folder / "doctor.tmp").unlink()
        free = shutil.disk_usage(folder).free
    except (BenchwrightError, OSError) as error:
        return Finding("disk", str(folder), "fault", str(error))
    return Finding("disk", str(folder), "ok", f"writable, {free / 2**30:.1f} GiB free")


def _workers() -> Finding:
    """Whether documents can be read in a process of their own, and what keeps that process from everything else."""
    try:
        return Finding("workers", "reading documents", "ok", sandbox_description())
    except (BenchwrightError, OSError) as error:
        return Finding("workers", "reading documents", "fault", str(error))


def _converters() -> Iterator[Finding]:
    """Which programs convert formats that are not read here."""
    for converter in CONVERTERS:
        forms, fault = ", ".join(converter.forms), converter.fault()
        detail = f"{fault} ({forms})" if fault else forms
        yield Finding("converter", converter.name, "absent" if fault else "ok", detail)


def _keys(keys: Keys) -> list[Finding]:
    """Which services' keys are set, and where. The values are not looked at beyond being there."""
    return [Finding("key", name, "ok" if keys.where(name) else "absent", _set_in(keys.where(name))) for name in KEYS]


def _set_in(where: str) -> str:
    return "set" if where == "environment" else f"set in {where}" if where else "not set"


def _providers(keys: Keys) -> list[Finding]:
    """Which models could be asked. Whether a key is right or a server answers is not tried."""
    found = []
    for name in PROVIDERS:
        names = KEY_NAMES[name]
        if not names:
            found.append(Finding("models", f"{name}/NAME", "ok", "needs no key; works offline with a server of yours"))
        elif any(keys.where(one) for one in names):
            found.append(Finding("models", f"{name}/NAME", "ok", "has a key; needs the network"))
        else:
            said = f"set {' or '.join(names)} in the environment or in .env; --batch-dir needs no key"
            found.append(Finding("models", f"{name}/NAME", "absent", said))
    return found


def _offline() -> list[Finding]:
    commands = ("demo", "ingest", "facts", "generate (derive)", "prompts", "show", "validate")
    plain = [Finding("offline", command, "ok", "needs no network, no model and no key") for command in commands]
    files = "writes what models are to be asked as files, and reads the replies that are put beside them"
    return [*plain, Finding("offline", "generate, describe --batch-dir", "ok", files)]
