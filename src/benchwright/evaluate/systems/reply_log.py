"""Keeps the replies of one system in a log: opens, checks, sets aside and takes back.

The first line of a log names the system and the benchmark. Each further line holds one reply
and the hash of the request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from itertools import chain, count
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.evaluate.systems.base import AskingOptions, SystemReply
from benchwright.files.append_log import AppendLog
from benchwright.files.atomic import make_folder, write_atomic
from benchwright.files.locks import file_lock
from benchwright.records import Json

_VERSION = 1
_AGAIN = ".again"


@contextmanager
def open_log(
    path: Path | None, pin: Mapping[str, object], options: AskingOptions
) -> Iterator[tuple[AppendLog | None, dict[str, SystemReply]]]:
    """The log, locked for this process, and its replies by the hash of the request. With `again` an existing log is
    set aside, unless an earlier `again` was stopped while writing it; without `resume` it always is."""
    if path is None:
        yield None, {}
        return
    made = not path.parent.exists()
    make_folder(path.parent)
    options.logs.append(path)
    with ExitStack() as if_refused:
        if made:
            if_refused.callback(_remove_if_empty, path.parent)
        with file_lock(path.with_name(path.name + ".lock"), path), AppendLog(path) as log, ExitStack() as unless_used:
            aside: Path | None = None
            if not options.resume:
                aside = _set_aside(path)
            elif options.again and not _goes_on(path, pin):
                aside = _set_aside(path)
                write_atomic(_begun_again(path), b"")
            if not path.exists():
                unless_used.callback(_take_back, path, aside)
            yield log, _earlier_replies(log, pin, options.notify)
            unless_used.pop_all()
        if_refused.pop_all()


def _goes_on(path: Path, pin: Mapping[str, object]) -> bool:
    """Whether an `again` was stopped that this log is of."""
    return _begun_again(path).exists() and AppendLog.scan(path).entries[:1] == [_first(pin)]


def _take_back(path: Path, aside: Path | None) -> None:
    """Remove a log without a reply, and put the one that was set aside back in its place."""
    if len(AppendLog.scan(path).entries) >= 2:
        return
    path.unlink(missing_ok=True)
    _begun_again(path).unlink(missing_ok=True)
    if aside is not None:
        aside.replace(path)


def _remove_if_empty(folder: Path) -> None:
    with suppress(OSError):  # it holds something
        folder.rmdir()


def _begun_again(path: Path) -> Path:
    """The file that is there from the start of an `again` until its command ends."""
    return path.with_name(path.name + _AGAIN)


def end_again(options: AskingOptions) -> None:
    """Let the next `again` ask everything anew: all systems that were asked with these options have replied."""
    for path in options.logs:
        _begun_again(path).unlink(missing_ok=True)


def _set_aside(path: Path) -> Path | None:
    """Rename a log to `<name>.before`, or `.before-2` and so on where that backup holds more replies. Returns the
    new path, or None if there is no log."""
    ends = chain(("",), (f"-{number}" for number in count(2)))
    backups = (path.with_name(f"{path.name}.before{end}") for end in ends)
    size = len(AppendLog.scan(path).entries)
    if not path.exists():
        return None
    aside = next(one for one in backups if len(AppendLog.scan(one).entries) <= size)
    path.replace(aside)
    return aside


def _first(pin: Mapping[str, object]) -> Json:
    """The first line of a log."""
    return {"replies": _VERSION, **pin}


def _earlier_replies(
    log: AppendLog, pin: Mapping[str, object], notify: Callable[[str], None]
) -> dict[str, SystemReply]:
    """The replies in the log. A new log gets its first line. Raises UsageError for a log of something else."""
    replies = logged_replies(log.path, pin, notify)
    if replies is None:
        log.append(_first(pin))
    return replies or {}


def logged_replies(
    path: Path, pin: Mapping[str, object], notify: Callable[[str], None]
) -> dict[str, SystemReply] | None:
    """The replies in a log by the hash of the request; None for a log without lines. Nothing is written.
    Raises UsageError for a log of something else."""
    content, pin = AppendLog.scan(path), _first(pin)
    if not content.entries:
        if content.damaged and not content.torn:
            raise UsageError(f"{path} is not a log of replies", hint="name another folder, or ask --again")
        return None
    head = content.entries[0]
    differs = sorted(name for name in {*pin, *head} if pin.get(name) != head.get(name))
    if differs == ["benchmark"]:
        notify(f"{path} is of another state of the benchmark; its replies to the same questions are used")
    elif differs:
        raise UsageError(
            f"{path} holds replies to something else (another {', '.join(differs)})",
            hint="name another folder, or ask --again",
        )
    if content.damaged and not content.torn:
        notify(f"{path} is damaged after {len(content.entries) - 1} replies; the others are asked again")
    return {
        entry["asked"]: replace(SystemReply.from_json(entry["reply"]), kind=entry["kind"], cut=entry["cut"])
        for entry in content.entries[1:]
    }
