"""What is wrong with a corpus on the disk, by hashing all of it again."""

from __future__ import annotations

from benchwright.corpus.store import Corpus
from benchwright.errors import ReadError
from benchwright.files.atomic import sha256_file


def corpus_faults(corpus: Corpus) -> list[str]:
    """A line for each file that is not as it was written. ReadError for a file of the manifest that is missing."""
    faults = [
        f"{name} is not as it was written"
        for name, facts in sorted(corpus.manifest["files"].items())
        if sha256_file(corpus.path / name) != facts["sha256"]
    ]
    shown = [(source.id, source.image) for source in corpus.sources() if source.image is not None]
    shown += [(f"page {page} of {document}", image) for (document, page), image in corpus.pages.items()]
    for what, image in shown:
        try:
            same = sha256_file(corpus.path / image.file) == image.sha256
        except ReadError:
            same = False
        if not same:
            faults.append(f"{what}: {image.file} is missing or changed")
    return faults
