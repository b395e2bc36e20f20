"""Wikitext: dumps of a whole wiki and single pages."""

from benchwright.readers.wikitext.reader import READER

__all__ = ["READER"]
