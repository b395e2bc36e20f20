"""The pictures of whole pages, and which pages the evidence of a question stands on."""

from __future__ import annotations

from collections.abc import Iterator

from benchwright.errors import BenchmarkError
from benchwright.files.atomic import sha256_bytes
from benchwright.files.bounded import read_regular
from benchwright.publish.export.base import ExportData
from benchwright.publish.export.relevance import judged_sources
from benchwright.records import Example, Json


def page_rows(data: ExportData) -> Iterator[Json]:
    """A row a page whose picture the corpus keeps: document, page (from 1) and image. Pages of a document with a source
    that may not be passed on have no image."""
    corpus = data.corpus
    if corpus is None:
        return
    closed = {source.document for source in data.sources() if not data.passed_on(source)}
    known = {source.document for source in data.sources()}
    for document, page in corpus.pages:
        image = corpus.pages[document, page]
        passed_on = document not in closed and (document in known or data.unlicensed)
        yield {
            "document": document,
            "page": page,
            "image": {"bytes": _bytes(data, document, page), "path": image.file} if passed_on else None,
        }


def _bytes(data: ExportData, document: str, page: int) -> bytes:
    assert data.corpus is not None
    path = data.corpus.page_path(document, page)
    try:
        content = read_regular(path)
    except OSError as error:
        raise BenchmarkError(f"the image {path} cannot be read: {error}", hint="restore the file") from error
    if sha256_bytes(content) != data.corpus.pages[document, page].sha256:
        raise BenchmarkError(f"the image {path} has changed since it was read", hint="restore the file")
    return content


def judged_pages(data: ExportData, example: Example) -> dict[tuple[str, int], int]:
    """The grade of each page that a source of a question stands on: the highest of its sources. Sources without a page,
    or on a page without a picture, have none."""
    grades: dict[tuple[str, int], int] = {}
    if data.corpus is None:
        return grades
    for id, grade in judged_sources(data.question(example), example).items():
        place = data.source(id).place
        key = (place.document, place.page or 0)
        if key in data.corpus.pages:
            grades[key] = max(grade, grades.get(key, 0))
    return grades
