"""Documents in other formats are converted to HTML by a program that is installed, and then read like HTML.

pandoc reads LaTeX, EPUB, OpenDocument text, RTF, Org, Textile, DocBook and JATS; mandoc (else pandoc) reads manual
pages, and asciidoctor reads AsciiDoc. The program runs in a confined process of its own (`confined/converter.py`).
Where it is missing, each file is a drop that says what to install.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterator
from functools import partial
from html import unescape
from pathlib import Path, PurePosixPath

from benchwright.english.vocabulary import Vocabulary
from benchwright.errors import ReadError
from benchwright.readers.base import InputFile, Item, Limits, Reader
from benchwright.readers.confined.converter import CONVERTERS
from benchwright.readers.html import html_items
from benchwright.readers.latex_source import included_files, missing_words, ready_for_pandoc
from benchwright.records import Drop

_WORDS = Vocabulary.of("benchwright.readers", "converted")
_FORMS = _WORDS.texts("suffixes")
_ZIPPED = frozenset({"epub", "odt"})
_LARGEST = 64 << 20
_BEGINNING = 1 << 16

_MANUAL = re.compile(rb"^\.(TH|Dd)\b", re.MULTILINE)
_INCLUDED = re.compile(r"^[.'][ \t]*so\b.*$", re.MULTILINE)
_ROOT = re.compile(
    rb"\s*+(?>(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*+(?:\[.*?\]\s*+)?+>)\s*+)*+<(?:\w++:)?+(\w++)", re.DOTALL
)  # nothing is looked at twice
_DOCBOOK = re.compile(rb"book|article|chapter|section|sect1|refentry|reference|part|set|appendix|glossary|preface")
_JATS = re.compile(rb"dtd-version|<front\b|<journal-meta\b|JATS|NLM")

_HEAD_OF_TABLE = re.compile(rb"</?table:table-header-rows\b[^<>]*>")
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_LANGUAGE = re.compile(r'<pre class="(?:sourceCode )?([\w+#.-]+)"(?=[^>]*><code>)')
_NO_TEXT = re.compile(r'<a\b[^>]*\bfootnote-back\b[^>]*>.*?</a>|(?<=<figcaption) aria-hidden="true"', re.DOTALL)
"""Signs that lead back from a note, and captions hidden from screen readers."""

_RUNNING = re.compile(r'<table class="(?:head|foot)">.*?</table>', re.DOTALL)
_PICTURE = re.compile(r'(<img\b[^>]*?\bsrc=")([^"]+)')
_MACROS = _WORDS.texts("macros")
"""What mdoc's marks stand for."""

_MARKED = re.compile(r'(?<=<code class=")(' + "|".join(_MACROS) + r')(?=")')
_BULLET = re.compile(r"<dt[^>]*>\s*(?:<a\b[^>]*>)?\s*(?:[o•*·]|\d{1,3}[.)])\s*(?:</a>)?\s*</dt>")
"""What a manual page sets before the items of a list; no name of an entry."""

_TAGS = re.compile(r"<(script|style|head)\b.*?</\1>|<!--.*?-->|<[^>]*>", re.DOTALL)
_WORD = re.compile(r"\w+")


def read_converted(file: InputFile, limits: Limits) -> Iterator[Item]:
    """One document. Its title is the document's own, else the first heading, else the file's name."""
    form = _form_of(file)
    if form in _ZIPPED or form == "rtf":
        data = file.read_bytes(_LARGEST)
    else:
        decoded = file.text()
        yield from decoded.notices
        text = decoded.text
        if form in {"man", "mdoc"}:
            text = _INCLUDED.sub("", text)
            for line in _INCLUDED.findall(decoded.text):
                yield Drop(file.name, "included-file", "a manual page that it includes is not read", line)
        if form == "latex":
            for command in included_files(text):
                yield Drop(file.name, "included-file", "a file that it includes is not read with it", command)
        data = text.encode("utf-8", "replace")
        if not text.strip() or len(data) > _LARGEST:
            raise ReadError("too-large" if text.strip() else "no-content", f"at most {_LARGEST:,} bytes are converted")
    file.begin("conversion")
    try:
        html = _html(file, form, data)
    except ReadError as error:
        if error.reason != "converter-missing":
            raise
        yield Drop(file.name, error.reason, str(error))
        return
    titles = _TITLE.search(html)
    title = " ".join(unescape(titles[1]).split()).strip("-") if titles else ""
    if title.lower().startswith(f"{file.stem.lower()}("):  # a manual page's own name, in its own letters
        title = file.stem + title[len(file.stem) :]
    html = _NO_TEXT.sub("", _LANGUAGE.sub(r'<pre class="language-\1"', html))
    if form in {"man", "mdoc"}:
        for table in _RUNNING.findall(html):
            if words := " ".join(unescape(_TAGS.sub(" ", table)).split()):
                yield Drop(file.name, "running-head", "", words)
        html = _BULLET.sub("", _MARKED.sub(lambda mark: _MACROS[mark[1]], _RUNNING.sub("", html)))
    if form in _ZIPPED:
        html = _with_pictures(html, data, limits)
    if lost := _lost(form, data, html):
        yield Drop(file.name, "converter-lost", f"{len(lost):,} words are not in what the program gave", " ".join(lost))
    yield from html_items(file, html, title)


def _form_of(file: InputFile) -> str:
    form = _FORMS[file.suffix]
    head = file.head(_BEGINNING)
    if form == "man":
        mark = _MANUAL.search(head)
        return "mdoc" if mark and mark[1] == b"Dd" else "man"
    if form == "xml":
        return _xml_form(head)
    return form


def _xml_form(head: bytes) -> str:
    """What an XML file is by its first element: `docbook`, `jats` or ""."""
    root = _ROOT.match(head)
    if root is None or not _DOCBOOK.fullmatch(root[1]):
        return ""
    return "jats" if root[1] == b"article" and _JATS.search(head) else "docbook"


def _accepts(path: Path) -> bool:
    """Whether a file with a suffix that others use, too, is one of these: a log may end in `.1`."""
    file = InputFile(path, path.name, path.parent)
    form = _FORMS[file.suffix]
    try:
        if form == "xml":
            return bool(_xml_form(file.head(_BEGINNING)))
        return form != "man" or bool(_MANUAL.search(file.head(_BEGINNING)))
    except ReadError:
        return False


def _members(data: bytes, wanted: Callable[[PurePosixPath], bool]) -> Iterator[tuple[PurePosixPath, bytes]]:
    """The wanted members of a zip file that fit in 64 MB together. ReadError `damaged`."""
    left = _LARGEST
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in archive.infolist():
                if info.file_size <= left and wanted(path := PurePosixPath(info.filename)):
                    left -= info.file_size
                    yield path, archive.read(info)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError, EOFError, OSError) as error:
        raise ReadError("damaged", f"not a whole zip file: {error}") from error


def _html(file: InputFile, form: str, data: bytes) -> str:
    """What the program makes of a document, in which all that it would leave out is put in another way. ReadError."""
    if form == "latex":
        try:
            ready = ready_for_pandoc(data.decode("utf-8", "replace")).encode("utf-8", "replace")
            return file.around.convert(form, ready).decode("utf-8", "replace")
        except ReadError as error:
            if error.reason != "converter-failed":
                raise  # else the document as it is may be read
    return file.around.convert(form, _with_plain_rows(data) if form == "odt" else data).decode("utf-8", "replace")


def _with_plain_rows(data: bytes) -> bytes:
    """The document with the rows of its tables' heads as plain rows: pandoc leaves heads out."""
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as copy:
        for path, content in _members(data, lambda path: path.suffix == ".xml"):
            copy.writestr(str(path), _HEAD_OF_TABLE.sub(b"", content))
    return result.getvalue()


def _with_pictures(html: str, data: bytes, limits: Limits) -> str:
    """The HTML with the pictures that stand in the document's own file."""
    names = {PurePosixPath(match[2]).parts: match[2] for match in _PICTURE.finditer(html)}
    lengths, pictures = {len(parts) for parts in names}, {}

    def name_of(path: PurePosixPath) -> str:
        return next((names[end] for size in lengths if (end := path.parts[-size:]) in names), "")

    for path, content in _members(data, lambda path: bool(name_of(path))):
        if len(content) <= limits.image_bytes:
            kind = path.suffix[1:].lower() or "png"
            pictures[name_of(path)] = f"data:image/{kind};base64,{b64encode(content).decode('ascii')}"
    return _PICTURE.sub(lambda match: match[1] + pictures.get(match[2], match[2]), html)


def _lost(form: str, data: bytes, html: str) -> list[str]:
    """Words of a document in XML or LaTeX that are not in the HTML."""
    shown = unescape(_TAGS.sub(" ", html))
    if form == "odt":
        parts = _members(data, lambda path: str(path) == "content.xml")
        text = b" ".join(content for _, content in parts).decode("utf-8", "replace")
    elif form in {"docbook", "jats"}:
        text = data.decode("utf-8", "replace")
    elif form == "latex":
        return sorted(missing_words(data.decode("utf-8", "replace"), shown).elements())
    else:
        return []
    there = set(_WORD.findall(shown))
    return sorted(set(_WORD.findall(unescape(_TAGS.sub(" ", text)))) - there)


def _readers() -> Iterator[Reader]:
    """A reader for each program, so that its files are read anew once it is there."""
    rest = dict(_FORMS)
    for name, forms in (("manual", {"man"}), ("asciidoc", {"asciidoc"}), ("converted", set(_FORMS.values()))):
        suffixes = tuple(suffix for suffix, form in rest.items() if form in forms)
        rest = {suffix: form for suffix, form in rest.items() if suffix not in suffixes}
        yield Reader(
            name,
            read_converted,
            suffixes=suffixes,
            version=2,
            aided=partial(_is_there, frozenset(forms)),
            accepts=_accepts,
        )


def _is_there(forms: frozenset[str]) -> bool:
    """Whether a program for one of these formats can be used."""
    return any(not converter.fault() for converter in CONVERTERS if forms.intersection(converter.forms))


READERS = tuple(_readers())
