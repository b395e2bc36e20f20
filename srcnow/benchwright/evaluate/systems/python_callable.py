"""Ask a system that is a Python callable: given as it is, or named `module:callable`.

It may be a function or an object with `__call__`, plain or async, or an object of a framework (`systems.frameworks`).
Plain ones run in threads, several at a time: set the concurrency to 1 for a callable that is not safe for threads.
Async ones run on an event loop of their own. An exception that they raise is a failure of the system: the question that
meets it counts as failed.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from benchwright.errors import UsageError
from benchwright.evaluate.systems.base import AskingOptions, GivenSystem, RawReply
from benchwright.evaluate.systems.frameworks import documents_to_hits, retriever_call, system_call
from benchwright.models.keys import Keys
from benchwright.models.user_calls import Caught, call_user, error_line, raised


class PythonSystem:
    """A callable that is asked. `given` is `module:callable` or the callable itself; `first` names the member of a
    request that goes in its first place, the others go by name where it has a parameter of that name. `needed` are
    members that have to go in: by place where it has no such name. Raises UsageError if there is no such callable, or
    it can't be called so. `self.given` says that it has no name that it could be known by later."""

    def __init__(
        self,
        given: str | GivenSystem,
        first: str,
        *,
        needed: tuple[str, ...] = (),
        optional: tuple[str, ...] = (),
        options: AskingOptions | None = None,
    ) -> None:
        self._options = options or AskingOptions()
        self.given = not isinstance(given, str)
        if isinstance(given, str):
            self._name = self._identity = given.removeprefix("python:")
            target = load(self._name, self._options.keys)
        else:
            self._name, self._identity, target = given.name, f"object {given.name}", given.target
        framework = (retriever_call if first == "query" else system_call)(target)
        self._target: Callable[..., Any] = framework or _checked(self._name, target)
        self._first = first
        self._placed, self._named = _places(self._name, self._target, first, needed, optional)

    @property
    def name(self) -> str:
        return self._name

    @property
    def identity(self) -> str:
        return self._identity

    def heeds(self, key: str) -> bool:
        return key == self._first or key in self._placed or key in self._named

    async def ask(self, request: Mapping[str, Any]) -> RawReply:
        """The reply, or a failure. The wait ends after the time-out. A plain text of a system is its answer."""
        call = partial(
            self._target,
            *(request[key] for key in self._placed),
            **{key: request[key] for key in self._named if key in request},
        )
        done = await call_user(self._target, call, self._options.timeout, self._options.keys)
        value = done.value
        if isinstance(value, str) and self._first == "question":
            value = {"answer": str.__str__(value), "contexts": []}
        if not done.kind and self._options.corpus is not None:
            with Caught() as caught:  # a document of a framework may raise when it is read
                value = documents_to_hits(value, self._options.corpus)
            if caught.error is not None:
                done = raised(caught.error, done.seconds, self._options.keys)
        return RawReply(value, done.seconds) if not done.kind else RawReply(None, done.seconds, done.kind, done.failure)

    async def close(self) -> None:
        """Nothing is open: each call has a thread of its own."""


def load(spec: str, keys: Keys) -> object:
    """What `module:name` or `module:object.name` stands for, with the current folder searched first, as `python -m`
    does. Raises UsageError if it cannot be loaded, also for errors inside the module."""
    module_name, colon, path = spec.partition(":")
    names = path.split(".")
    if not colon or not all(part.isidentifier() for part in (*module_name.split("."), *names)):
        raise UsageError(f"{spec!r} is not module:callable", hint="write it like my_search:search")
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    with Caught() as caught:
        target: Any = import_module(module_name)
    if isinstance(caught.error, KeyboardInterrupt):
        raise caught.error
    if isinstance(caught.error, ModuleNotFoundError) and _is_parent(caught.error.name, module_name):
        hint = "run this in the folder that holds it, or install it"
        raise UsageError(f"there is no module {caught.error.name!r} for {spec}", hint=hint)
    if caught.error is not None:
        raise UsageError(
            f"{module_name} cannot be imported: {error_line(caught.error, keys)}",
            hint=f"mend it until python -c 'import {module_name}' works here",
        )
    for name in names:
        if not hasattr(target, name):
            raise UsageError(f"{module_name} has no {path}", hint=_offer(target, name))
        target = getattr(target, name)
    loaded: object = target
    return loaded


def _checked(name: str, target: object) -> Callable[..., Any]:
    if inspect.isclass(target):
        raise UsageError(f"{name} is a class", hint="make an object of it, and name that")
    if not callable(target):
        raise UsageError(
            f"{name} cannot be called (its type is {type(target).__name__})",
            hint="a function, or an object of LangChain, LlamaIndex or Haystack",
        )
    function: Callable[..., Any] = target
    return function


def _is_parent(missing: str | None, module_name: str) -> bool:
    """Whether the module that was not found is the one asked for, and not one that it imports."""
    return missing is not None and (missing == module_name or module_name.startswith(f"{missing}."))


def _offer(owner: object, name: str) -> str:
    from benchwright.registry import suggestion

    members = getattr(owner, "__dict__", {})
    return suggestion(name, [one for one, value in members.items() if not one.startswith("_") and callable(value)])


def _places(
    spec: str, target: Callable[..., Any], first: str, needed: tuple[str, ...], optional: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which members of a request the callable gets by place, and which by name."""
    try:
        signature = inspect.signature(target)
    except (ValueError, TypeError):  # of some built-in functions nothing is known
        return (first, *needed), ()
    parameters = signature.parameters
    by_name = {
        name
        for name, one in parameters.items()
        if one.kind in (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    }
    only = {name for name, one in parameters.items() if one.kind is inspect.Parameter.KEYWORD_ONLY}
    placed = [] if first in only else [first]
    named = [first] if first in only else []
    for key in needed:
        (named if key in by_name else placed).append(key)
    named += [key for key in optional if key in by_name]
    try:
        signature.bind(*placed, **dict.fromkeys(named))
    except TypeError as error:
        called = ", ".join((first, *needed))
        raise UsageError(
            f"{spec}{signature} cannot be called with ({called}): {error}", hint=f"let it take ({called})"
        ) from None
    return tuple(placed), tuple(named)
