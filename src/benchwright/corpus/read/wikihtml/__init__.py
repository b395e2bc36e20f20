"""Wikipedia as HTML: the dumps of Wikimedia Enterprise."""

from benchwright.corpus.read.wikihtml.reader import READER

__all__ = ["READER"]
