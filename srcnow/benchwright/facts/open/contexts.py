"""Say where an open fact holds, so that a question can be understood alone among many documents.

    "argparse Tutorial — Python 3.11.2 documentation"   page "argparse Tutorial", site "Python 3.11.2 documentation"
    "Chapter 4. Compatibility issues"                   page "Compatibility issues"

Titles are read by structure, over the whole corpus: what the titles of many documents share at one end is the name of
the site or manual, the rest is the page's own. Numbers of chapters are left out. A page's name that several documents
have names none of them, and a heading that several sections of a page have names no section.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from benchwright.corpus.store import Corpus
from benchwright.english.stems import stem
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.open.context import plain_heading
from benchwright.values import name_key, words_of

_SEPARATOR = re.compile(r"\s+[—–|»·•-]+\s+|\s*::\s*|:\s+")
_SIGNS = " \t—–|»·•-:"
_IN_BRACKETS = re.compile(r"(\S[^()]*) \(([^()]+(?:\([^()]+\))?)\)")
_WORKS = Vocabulary.of("benchwright.facts.open", "contexts").words("works")
_UNNAMED = Vocabulary.of("benchwright.facts.open", "contexts").words("unnamed")
_GREETING = re.compile(r"^Welcome to (?:the )?|\s+Home ?page$", re.IGNORECASE)
_FIRST_PAGE = re.compile(r"(?:^|/)(?:index|readme)(?:\.[a-z]{2})?\.\w+$", re.IGNORECASE)
_PACKAGE = re.compile(r"(?<=\d)-\S*~\S*|(?<=\d)~\S+")
"""What a packager adds to a version: "9.18.49-1~deb12u3" is 9.18.49."""

_MANUAL_PAGE = re.compile(r"[\w.+-]+\(\d\w{0,3}\)")
_TELLING = 3
"""Words that a heading may have without telling what it is about: "Parameters", "Window Objects"."""

_MANY = 4
"""Sections of so many with one heading say what kind of section they are: "Options"."""

_SHARED, _SHARE = 5, 0.3
"""A part of titles is the site's if so many documents have it, and so large a share of those in one folder."""


@dataclass(frozen=True, slots=True)
class PageName:
    """What a document's title names: the page, and the site or manual that the page belongs to; "" for neither."""

    page: str
    site: str = ""


class Contexts:
    """The names of a corpus's pages and sections. `titles` gives the title of each document by its name, `sections`
    the heading paths of each document. `about` is what the user says that the documents are about: the site of those
    that name none."""

    def __init__(
        self, titles: Mapping[str, str], sections: Iterable[tuple[str, tuple[str, ...]]] = (), about: str = ""
    ) -> None:
        self._titles = titles
        self._sections = sections
        self._about = about

    @classmethod
    def of(cls, corpus: Corpus, about: str = "", again: Container[str] = ()) -> Contexts:
        """Those of a corpus: by the titles of its documents, or of the sources that have no document. Documents that
        repeat another (`again`) are left out."""
        documents = corpus.columns.strings("document")
        titles: dict[str, str] = {}
        for document, title, modality in zip(documents, corpus.titles, corpus.modalities, strict=True):
            if document in again:
                continue
            if document in corpus.documents:
                titles.setdefault(document, corpus.documents[document].title)
            elif modality == "text":
                titles.setdefault(document, title)
        for document in filter(_FIRST_PAGE.search, corpus.documents):  # one that only holds links names its site, too
            if document not in again:
                titles.setdefault(document, corpus.documents[document].title)
        headings = corpus.columns.table.column("headings").to_pylist()
        paths = {(one, tuple(path or ())) for one, path in zip(documents, headings, strict=True) if one not in again}
        return cls(titles, paths, about)

    def name(self, document: str) -> PageName:
        """What the document is called. The page is "" if another document has the same name on the same site."""
        name = self._names.get(document, PageName(""))
        own = self._counts[name_key(name.page), name.site] == 1 and name_key(name.page) != name_key(name.site)
        return name if own else PageName("", name.site)

    def phrase(self, document: str, subject: str = "", *, known: bool = False, section: str = "") -> str:
        """The section, the page and its site as a question names them: '"Signals" in the Python documentation'. Of a
        section that a long heading of its own tells from all others, the page is left out. A page whose name says no
        more than the `subject` is left out, as is one of a site where the subject is the only one of its name
        (`known`). "" where nothing names the document."""
        name = self.name(document)
        site = self.site(document)
        page = "" if not _is_title(name.page) or self.is_about(document, subject) else f'"{name.page}"'
        if _MANUAL_PAGE.fullmatch(name.page) and page:
            page = f"the {name.page} manual page"
        if section:
            told = len(section.split()) > _TELLING and self._headings["", name_key(section)] == 1
            of = site if told and site else page or site
            return f'the section "{section}" of {of}' + (f" in {site}" if of != site and site else "") if of else ""
        if site and (known or not page):
            return site
        return page and page + (f" in {site}" if site else "")

    def section(self, document: str, headings: Sequence[str]) -> str:
        """The innermost heading of a path that no other section of the page has, or of the corpus where the page has no
        name; "" if there is none, or if it says no more than the page's name. Headings of many pages name nothing."""
        name = self.name(document)
        for heading in map(plain_heading, reversed(headings)):
            key = name_key(heading)
            own, all_of_them = self._headings[document, key] < 2, self._headings["", key]
            if own and all_of_them < (_MANY if self.has_page(document) else 2) and _is_title(heading):
                again = key == name_key(name.site) or (name.page and key.startswith(name_key(name.page)))
                return "" if again else heading
        return ""

    def is_about(self, document: str, subject: str) -> bool:
        """Whether the document's own name says no more than the subject."""
        page = self.name(document).page
        return bool(page) and set(_stems(_bare(page))) <= set(_stems(subject))

    def shares_name(self, document: str, subject: str) -> bool:
        """Whether a document called like the subject has the name of another one: a directory property and a target
        property, each on a page of its own."""
        name = self._names.get(document, PageName(""))
        called = bool(name.page) and name_key(name.page) == name_key(subject)
        return called and self._counts[name_key(name.page), name.site] > 1

    def site(self, document: str) -> str:
        """The site or manual that the document is of, as a sentence names it ("the Python documentation"); what the
        user says that the documents are about where they name none; else ""."""
        return self._site_phrase(self.name(document).site)

    def has_site(self, document: str) -> bool:
        """Whether the document is of a site or manual with a name, or the user says what it is about."""
        return bool(self.site(document))

    def has_page(self, document: str) -> bool:
        """Whether the document has a name of its own."""
        return _is_title(self.name(document).page)

    @cached_property
    def _names(self) -> dict[str, PageName]:
        return {document: self._named(document, title) for document, title in self._titles.items()}

    @cached_property
    def _headings(self) -> Counter[tuple[str, str]]:
        """How many sections of a document have a heading, by its key; those of all documents under ""."""
        paths = {(one, path[:at]) for one, path in self._sections for at in range(1, len(path) + 1)}
        return Counter((of, name_key(plain_heading(path[-1]))) for one, path in paths for of in (one, ""))

    def _site_phrase(self, site: str) -> str:
        """The site's name in a sentence; that of what the documents are about where they name no site."""
        named, about = site_phrase(site), self._about
        if named or not about:
            return named
        if not _WORKS.intersection(words_of(about)[-1:]):
            return f"the {about} documents"
        return site_phrase(about) if " " in about else about  # "nodejs-docs"

    @cached_property
    def _counts(self) -> Counter[tuple[str, str]]:
        return Counter((name_key(name.page), name.site) for name in self._names.values())

    @cached_property
    def _sites(self) -> frozenset[tuple[str, str]]:
        """(folder, part) for each part of titles that names the site of a folder's documents."""
        sizes: Counter[str] = Counter()
        parts: Counter[tuple[str, str]] = Counter()
        for document, title in self._titles.items():
            folder = _folder(document)
            sizes[folder] += 1
            pieces = _pieces(title)
            parts.update((folder, piece) for piece in {pieces[0], pieces[-1]} if len(pieces) > 1)
        return frozenset(
            (folder, part) for (folder, part), count in parts.items() if count >= max(_SHARED, _SHARE * sizes[folder])
        )

    @cached_property
    def _site_names(self) -> frozenset[str]:
        """What names the site of one folder names it at the end of a title in another one, which may have few pages."""
        return frozenset(part for _, part in self._sites)

    @cached_property
    def _roots(self) -> Mapping[str, str]:
        """The title of each folder's first page (`index.html`): it names what lies in the folder and below."""
        titles = ((_folder(one), title) for one, title in self._titles.items() if _FIRST_PAGE.search(one))
        return {folder: _plain_site(_pieces(title)[0]) for folder, title in titles}

    def _root(self, document: str) -> str:
        """What the topmost first page above a document is called; "" for that page itself."""
        folders = [document]
        while folders[-1]:
            folders.append(_folder(folders[-1]))
        top = next((folder for folder in reversed(folders) if _is_title(self._roots.get(folder, ""))), document)
        first = _FIRST_PAGE.search(document) and _folder(document) == top
        return "" if first else self._roots.get(top, "")

    def _named(self, document: str, title: str) -> PageName:
        folder, pieces = _folder(document), _pieces(title)
        if (folder, title.strip()) in self._sites:
            return PageName("", _plain_site(title))
        for at in (-1, 0):
            known = (folder, pieces[at]) in self._sites or (at == -1 and pieces[at] in self._site_names)
            if len(pieces) > 1 and known:
                site = pieces[at]
                page = title.removesuffix(f"({site})").removesuffix(site).removeprefix(site).strip(_SIGNS)
                return PageName(_own_part(plain_heading(page), site), _plain_site(site))
        root = self._root(document)
        return PageName(_own_part(plain_heading(title), root) if root else plain_heading(title), root)


def site_phrase(site: str) -> str:
    """A site's or manual's name as a sentence holds it: "the Python 3.11.2 documentation"; "" for one that only says
    what kind of work it is ("3.11 Documentation")."""
    if not any(word.isalpha() and word not in _WORKS for word in words_of(site)):
        return ""
    plain = site.removeprefix("The ").removeprefix("the ")
    if plain != site or plain.rsplit(maxsplit=1)[-1].casefold() in _WORKS:
        return f"the {plain}"
    words = site.split()
    named = all(re.match(r"[A-Z\d(]", word) for word in words) if len(words) > 2 else site[:1].isupper()
    named = named or (len(words) == 1 and site[:1].isalpha())  # "libvirt"
    return f"the {site} documentation" if named and len(words) < 7 else f'"{site}"'


def _plain_site(site: str) -> str:
    """A site's name without greeting and what a packager adds to its version."""
    return _PACKAGE.sub("", _GREETING.sub("", site.strip()))


def _own_part(page: str, site: str) -> str:
    """A page's name without parts that repeat the site's: "Database modules - GRASS 8 Reference Manual" is "Database
    modules"; the whole where nothing else is left."""
    own, pieces = page, _pieces(page)
    for piece in (*pieces, *reversed(pieces)):
        if _says_again(piece, site):
            own = own.removesuffix(piece).removeprefix(piece).strip(_SIGNS)
    return own or page


def _says_again(piece: str, site: str) -> bool:
    """Whether a part of a title holds the words of the site's name, or some of them and no other."""
    one, other = set(words_of(piece)), set(words_of(site))
    return other <= one or (len(one) > 1 and one <= other)


def _bare(page: str) -> str:
    """The name of a manual page without its section: "ls(1)" is "ls"."""
    return page.rpartition("(")[0] if _MANUAL_PAGE.fullmatch(page) else page


def _is_title(page: str) -> bool:
    """Whether a page's name tells one page from another: words, and no file's name or markup."""
    if name_key(page) in _UNNAMED:
        return False
    return bool(re.search(r"[^\W\d_]{2}", page)) and not re.search(r'["<>{}|\\^`]|\.\w{2,4}$', page) and len(page) < 90


def _stems(name: str) -> list[str]:
    return [stem(word) for word in words_of(name)]


def _folder(document: str) -> str:
    return document.rpartition("/")[0]


def _pieces(title: str) -> list[str]:
    """The parts of a title between separators, one in brackets at its end too: "Sets (GNU Octave (version 8))"."""
    pieces = [piece for piece in _SEPARATOR.split(title.strip()) if piece] or [""]
    behind = _IN_BRACKETS.fullmatch(title.strip()) if len(pieces) == 1 else None
    return list(behind.groups()) if behind else pieces
