"""Named things that others may add to: readers, encoders, makers. A dictionary and a decorator; knows no pipeline.

    readers: Registry[Reader] = Registry("reader", "benchwright.readers")

    @readers.register("markdown")
    def read_markdown(...): ...

Other packages add theirs by an entry point of the group (`benchwright.readers`), which is looked up at the first use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from importlib.metadata import entry_points
from typing import Generic, TypeVar

from benchwright.errors import UsageError

T = TypeVar("T")
_Thing = TypeVar("_Thing")


def suggestion(name: str, known: Iterable[str]) -> str:
    """What to tell a user who wrote a name that is not known: the nearest one, or else all of them."""
    names = sorted(known)
    near = get_close_matches(name.casefold(), names, n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"known: {', '.join(names)}" if names else "none is known"


class Registry(Generic[T]):
    """Named objects of one kind, such as makers. `kind` is the word for messages, `group` the entry-point group through
    which other packages add objects."""

    def __init__(self, kind: str, group: str) -> None:
        self.kind = kind
        self.group = group
        self._items: dict[str, T] = {}
        self._looked_outside = False

    def register(self, name: str) -> Callable[[_Thing], _Thing]:
        """A decorator that adds what it decorates. Raises ValueError if the name is taken: that is a bug of ours."""

        def add(item: _Thing) -> _Thing:
            if name in self._items:
                raise ValueError(f"the {self.kind} {name!r} is registered twice")
            self._items[name] = item  # type: ignore[assignment]  # _Thing is T or narrower; Python cannot say so
            return item

        return add

    def get(self, name: str) -> T:
        """The thing of that name. Raises UsageError, with the nearest known name, if there is none."""
        items = self._all()
        if name not in items:
            raise UsageError(f"unknown {self.kind} {name!r}", hint=suggestion(name, items))
        return items[name]

    def names(self) -> tuple[str, ...]:
        """All names, sorted."""
        return tuple(sorted(self._all()))

    def items(self) -> tuple[tuple[str, T], ...]:
        """All names with their things, sorted by name."""
        return tuple(sorted(self._all().items(), key=lambda pair: pair[0]))

    def __contains__(self, name: object) -> bool:
        return name in self._all()

    def _all(self) -> dict[str, T]:
        if not self._looked_outside:
            for point in sorted(entry_points(group=self.group), key=lambda point: (point.name, point.value)):
                if point.name in self._items:
                    raise UsageError(
                        f"the {self.kind} {point.name!r} of {point.value} is there already",
                        hint="uninstall one of the packages that bring it",
                    )
                try:
                    self._items[point.name] = point.load()
                except (ImportError, AttributeError) as error:
                    raise UsageError(
                        f"the {self.kind} {point.name!r} cannot be loaded from {point.value}: {error}",
                        hint="reinstall or uninstall the package that brings it",
                    ) from error
            self._looked_outside = True
        return self._items
