"""A Python callable as a retriever: `my_search:search`.

    def search(query: str, k: int) -> list[str] | list[tuple[str, float]] | list[dict]

Plain strings are ids of sources, pairs are id and score, objects are as a system's contexts (`evaluate.systems`).
"""

from __future__ import annotations

from benchwright.errors import UsageError
from benchwright.evaluate.retrievers.base import Retriever, RetrieverContext, retrievers
from benchwright.evaluate.retrievers.outside import OutsideRetriever
from benchwright.evaluate.systems.python_callable import PythonSystem


@retrievers.register("python")
def open_python(arguments: tuple[str, ...], surroundings: RetrieverContext) -> Retriever:
    """The retriever that `module:callable` stands for. It restricts itself to modalities if it takes `modalities`, a
    list of `text`, `table` and `image`, or None. Raises UsageError."""
    if len(arguments) != 1:
        raise UsageError("a Python retriever is one module:callable", hint="write it like my_search:search")
    system = PythonSystem(
        arguments[0],
        "query",
        needed=("k",),
        optional=("id", "modalities"),
        keys=surroundings.keys,
        timeout=surroundings.timeout,
    )
    return OutsideRetriever(system, surroundings, restricts=system.heeds("modalities"))
