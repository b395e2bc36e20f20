"""Wikis are read: XML exports and single pages of wikitext, and HTML dumps of Wikimedia Enterprise."""

from benchwright.readers.wiki.html_reader import READER as HTML_READER
from benchwright.readers.wiki.wikitext_reader import READER as WIKITEXT_READER

__all__ = ["HTML_READER", "WIKITEXT_READER"]
