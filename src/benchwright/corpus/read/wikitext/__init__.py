"""Wikitext: dumps of a whole wiki and single pages."""

from benchwright.corpus.read.wikitext.reader import READER

__all__ = ["READER"]
