"""Wikipedia as HTML: the dumps of Wikimedia Enterprise."""

from benchwright.readers.wikihtml.reader import READER

__all__ = ["READER"]
