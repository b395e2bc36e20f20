"""An HTTP endpoint as a retriever.

    POST {"id", "query", "k", "modalities"?}  ->  {"hits": [...]} or the bare list

Hits are as those of a callable. `modalities` is sent where the answer's modality is known; an endpoint may heed it, but
what it returns of others is taken out in any case.
"""

from __future__ import annotations

from benchwright.errors import UsageError
from benchwright.evaluate.retrievers.base import Retriever, RetrieverContext, retrievers
from benchwright.evaluate.retrievers.outside import OutsideRetriever, asking_of
from benchwright.evaluate.systems.http_endpoint import Endpoint


@retrievers.register("http")
def open_http(arguments: tuple[str, ...], surroundings: RetrieverContext) -> Retriever:
    """The retriever at an address. Raises UsageError."""
    if len(arguments) != 1:
        raise UsageError("an endpoint is one address", hint="write it like http://127.0.0.1:8000/search")
    endpoint = Endpoint(
        arguments[0],
        keys=surroundings.keys,
        key_env=surroundings.key_env,
        bounds=asking_of(surroundings).bounds(),
        stop=surroundings.stop,
    )
    return OutsideRetriever(endpoint, surroundings, restricts=False)
