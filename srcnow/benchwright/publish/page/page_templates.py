"""Render the templates of pages: variables are strict, every text is escaped, style and script are allowed by hash."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from benchwright.publish.safe_text import line

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_FOLDER = files(__package__) / "templates"


def render(template: str, /, **values: object) -> str:
    """The template with these values. Everything that comes through a value is escaped."""
    return _environment().get_template(template).render(**values)


def render_alone(template: str, /, **values: object) -> str:
    """A page that stands alone: style and script are in it, and its policy allows these and no others."""
    sheet, own = asset("page.css"), script("page.js")
    return render(template, sheet=sheet, script=own, sheet_hash=_hash(sheet), script_hash=_hash(own), **values)


def asset(name: str) -> Markup:
    """A file of ours (style, script), put in as it is."""
    from markupsafe import Markup

    return Markup((_FOLDER / name).read_text("utf-8"))


def script(name: str) -> Markup:
    """A script of ours, behind the one that every page has: the theme."""
    return asset("theme.js") + asset(name)


def embedded_json(data: Mapping[str, object]) -> Markup:
    """JSON that may stand inside a script element: nothing in it can end the element or begin a comment."""
    from markupsafe import Markup

    text = json.dumps(data, ensure_ascii=True)
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(lambda name: (_FOLDER / name).read_text("utf-8")),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters["line"] = line
    return environment
