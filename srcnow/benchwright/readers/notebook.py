"""Jupyter notebooks are read cell by cell: Markdown, code, and the text, tables and pictures that code gave."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from typing import Any

from benchwright.errors import ReadError
from benchwright.readers.base import InputFile, Item, Limits, Reader
from benchwright.readers.html import html_items
from benchwright.readers.markdown import html_of

_ATTACHED = re.compile(r'(<img\b[^>]*?\bsrc=")attachment:([^"]+)')
_COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")


def read_notebook(file: InputFile, limits: Limits) -> Iterator[Item]:
    """One document. Its title is the first heading, else the file's name."""
    decoded = file.text()
    yield from decoded.notices
    try:
        notebook = _mapping(json.loads(decoded.text))
    except (ValueError, RecursionError) as error:
        raise ReadError("bad-json", f"not a notebook: {error}") from error
    cells = [*_list(notebook.get("cells"))]
    for sheet in _list(notebook.get("worksheets")):  # before version 4
        cells += _list(_mapping(sheet).get("cells"))
    about = _mapping(notebook.get("metadata"))
    names = (_mapping(about.get(key)).get("name") for key in ("language_info", "kernelspec"))
    language = next((name for name in names if isinstance(name, str) and name), "")
    yield from html_items(file, [html for cell in cells for html in _cell(_mapping(cell), language)])


def _cell(cell: dict[str, Any], language: str) -> Iterator[str]:
    """Each piece is HTML of its own, so that none reaches into the next."""
    kind, text = cell.get("cell_type"), _text(cell.get("source", cell.get("input")))
    if kind == "markdown":
        attached = _mapping(cell.get("attachments"))
        html, _ = html_of(text)
        yield _ATTACHED.sub(lambda match: match[1] + (_picture(attached.get(match[2])) or match[2]), html)
    elif kind == "heading":
        yield f"<h{min(_number(cell.get('level')), 6)}>{escape(text)}"
    elif kind == "code":
        yield f'<pre class="language-{escape(language)}">{escape(text)}</pre>' if text.strip() else ""
        for output in _list(cell.get("outputs")):
            yield _output(_mapping(output))
    else:
        yield f"<pre>{escape(text)}</pre>"


def _output(output: dict[str, Any]) -> str:
    """The richest form of what a cell gave."""
    data = _mapping(output.get("data", output))
    if picture := _picture(data):
        return f'<img src="{picture}" alt="">'
    if html := _text(data.get("text/html", data.get("html"))):
        return html
    if markdown := _text(data.get("text/markdown")):
        return html_of(markdown)[0]
    text = _text(data.get("text/plain", output.get("text"))) or _text(output.get("traceback"), "\n")
    return f"<pre>{escape(_COLOURS.sub('', text))}</pre>" if text.strip() else ""


def _picture(forms: Any) -> str:
    """The address of a picture in one of its forms, "" if there is none."""
    forms = _mapping(forms)
    for kind in _PICTURES:
        if data := _text(forms.get(kind, forms.get(kind.removeprefix("image/")))):
            return f"data:{kind};base64,{escape(''.join(data.split()))}"
    return ""


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _number(value: Any) -> int:
    return value if isinstance(value, int) and value > 0 else 1


def _text(value: Any, between: str = "") -> str:
    """A text, which may be given in lines."""
    lines = value if isinstance(value, list) else [value]
    return between.join(line for line in lines if isinstance(line, str))


READER = Reader("notebook", read_notebook, suffixes=(".ipynb",), version=2)
