"""Upload an export to the Hugging Face hub as a data set. Without confirmation nothing is sent."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchwright.errors import MissingExtraError, UsageError
from benchwright.files.atomic import MANIFEST, sha256_file
from benchwright.records import JsonRecord
from benchwright.workflows.export import read_export

if TYPE_CHECKING:
    from huggingface_hub import HfApi

TOKEN = "HF_TOKEN"
ENDPOINT = "HF_ENDPOINT"
"""Environment variables that the hub's own client reads, too."""

_MADE_BY_HUB = ".gitattributes"
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*/[A-Za-z0-9_][A-Za-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class PushReport(JsonRecord):
    """What was uploaded to the data set `repo`, or would be: the size in bytes of each file. `url` is where it stands,
    "" if nothing was sent."""

    repo: str
    files: Mapping[str, int]
    url: str = ""


def push(folder: Path | str, repo: str, *, confirm: bool = False, replace: bool = False) -> PushReport:
    """Upload the files of an export to the data set `repo` ("OWNER/NAME"), which is made, as a private one, if there is
    none. Without `confirm` nothing is sent. A data set that has files is refused, unless `replace` is set: then it
    holds exactly the export afterwards. The token is the one in the environment variable HF_TOKEN.

    Raises UsageError for a folder that is no export or has changed since it was written, without a token, and if the
    hub refuses; MissingExtraError without the extra `hub`.
    """
    path = Path(folder)
    files = _unchanged(path)
    check_push(repo, confirm=confirm)
    if not confirm:
        return PushReport(repo, files)
    api = _client(os.environ[TOKEN])
    with _refusals(repo):
        api.create_repo(repo, repo_type="dataset", private=True, exist_ok=True)
        there = set(api.list_repo_files(repo, repo_type="dataset")) - {_MADE_BY_HUB}
        if there and not replace:
            raise UsageError(
                f"the data set {repo} has files already", hint="name another one, or replace it: --replace"
            )
        done = api.upload_folder(
            repo_id=repo,
            repo_type="dataset",
            folder_path=path,
            allow_patterns=list(files),
            delete_patterns=["*"] if replace else None,
            commit_message="Upload an export of Benchwright",
        )
    return PushReport(repo, files, str(done.repo_url))


def check_push(repo: str, *, confirm: bool) -> None:
    """UsageError for a name that no data set can have, and for an upload without a token. Sends nothing, so that a
    command can ask before it writes an export."""
    if not _NAME.fullmatch(repo):
        raise UsageError(f"{repo!r} is not the name of a data set", hint="write --push OWNER/NAME")
    if confirm and not os.environ.get(TOKEN):
        raise UsageError(
            f"pushing needs a token of the hub in {TOKEN}", hint="see https://huggingface.co/settings/tokens"
        )


def _unchanged(folder: Path) -> dict[str, int]:
    """The files of an export with their sizes. UsageError if it is none, or if one of them is gone or has changed."""
    manifest = read_export(folder)
    if manifest is None:
        raise UsageError(f"{folder} is not an export", hint="make one with: benchwright export BENCH --to DIR")
    for name, entry in manifest["files"].items():
        if not (folder / name).is_file() or sha256_file(folder / name) != entry["sha256"]:
            raise UsageError(f"{folder / name} has changed since it was exported", hint="export again with --replace")
    sizes = {name: int(entry["bytes"]) for name, entry in manifest["files"].items()}
    return sizes | {MANIFEST: (folder / MANIFEST).stat().st_size}


def _client(token: str) -> HfApi:
    try:
        from huggingface_hub import HfApi
    except ImportError as error:
        raise MissingExtraError("pushing to the Hugging Face hub", "hub") from error
    return HfApi(endpoint=os.environ.get(ENDPOINT) or None, token=token, library_name="benchwright")


@contextmanager
def _refusals(repo: str) -> Iterator[None]:
    """Say in one line what the hub refuses, or that it cannot be reached."""
    from huggingface_hub import errors

    # Its base class is that of all errors of the client's connection: httpx' from version 1 on, before requests'.
    http_error: type[Exception] = errors.HTTPError  # type: ignore[attr-defined]
    try:
        yield
    except (http_error, OSError, errors.HFValidationError) as error:
        reason = next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
        if getattr(error, "response", None) is None and not isinstance(error, errors.HFValidationError):
            raise UsageError(
                f"the hub cannot be reached to upload {repo}: {reason}", hint="the same command tries again"
            ) from error
        raise UsageError(
            f"the hub refused {repo}: {reason}", hint=f"check the name, and the token in {TOKEN}"
        ) from error
