"""What the documentation site has beside docs/: pages of commands, classes and functions, and files that pages link to.

mkdocs runs these hooks (mkdocs.yml). A page of a class or function is one line that mkdocstrings fills from its
docstring. Links from docs/ to other files of the repository lead to a copy of the file in the site. A link to a folder
becomes its text, since a site has no page for a folder.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from posixpath import normpath, relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
COPIED = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
}
"""Files outside docs/ that pages link to, with their place in the site. Files of examples/ keep their names."""

_WIDE = "---\nhide: [toc]\n---\n\n"
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]+)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the pages of commands, classes and functions to the navigation."""
    commands = ["commands.md", *(f"commands/{name}.md" for name in command_sections()[1])]
    titled = [{Path(page).stem if at else "All commands": page} for at, page in enumerate(commands)]
    api = [{"All names": "api/index.md"}, *({name: f"api/{name}.md"} for name in public_names())]
    assert config.nav is not None
    _replace(config.nav, "commands.md", titled)
    _replace(config.nav, "api/index.md", api)
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and files that do not stand in docs/."""
    head, sections = command_sections()
    commands = files.get_file_from_path("commands.md")
    assert commands is not None
    commands.content_string = head.partition("```")[0] + _table(
        "Command", {f"[`{name}`](commands/{name}.md)": _about(text) for name, text in sections.items()}
    )
    made: dict[str, str | bytes] = {f"commands/{name}.md": _WIDE + text for name, text in sections.items()}
    homes = public_names()
    made["api/index.md"] = (
        "# Classes and functions\n\nThese names are the public interface: `from benchwright import NAME`. All other "
        "names may change from one\nversion to the next. "
        "[Benchwright from Python](../python.md) shows how to use them.\n\n"
        + _table("Name", {f"[`{name}`]({name}.md)": _headline(home, name) for name, home in homes.items()})
    )
    made |= {f"api/{name}.md": f"::: {home}.{name}\n" for name, home in homes.items()}
    for source, place in COPIED.items():
        made[place] = relinked((ROOT / source).read_text("utf-8"), source, place)
    made |= {f"examples/{path.name}": path.read_bytes() for path in (ROOT / "examples").iterdir() if path.is_file()}
    for place, content in made.items():
        files.append(File.generated(config, place, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links to files outside docs/ into links to their copies, and let Markdown be read inside <details>."""
    uri = page.file.src_uri
    if uri not in COPIED.values():
        markdown = relinked(markdown, f"docs/{uri}", uri)
    return markdown.replace("<details>", '<details markdown="1">')


def relinked(markdown: str, source: str, place: str) -> str:
    """The Markdown of a file of the repository with its links as they are from its place in the site."""

    def link(found: re.Match[str]) -> str:
        picture, text, target, heading = found[1], found[2], found[3], found[4] or ""
        path = normpath(str(Path(source).parent / target))
        if path in COPIED:
            at = COPIED[path]
        elif path.startswith("docs/") or (path.startswith("examples/") and (ROOT / path).is_file()):
            at = path.removeprefix("docs/")
        elif (ROOT / path).exists():
            return text
        else:
            return found[0]  # mkdocs reports it
        return f"{picture}[{text}]({relpath(at, str(Path(place).parent))}{heading})"

    return _LINK.sub(link, markdown)


# ------------------------------------------------------------------ commands
def command_sections() -> tuple[str, dict[str, str]]:
    """The head of docs/commands.md, and a page for each of its commands, by name."""
    head, *sections = (ROOT / "docs" / "commands.md").read_text("utf-8").split("\n## ")
    named = {section.partition("\n")[0]: section.partition("\n")[2] for section in sections}
    return f"{head}\n", {name: f"# {name}\n{text}".replace("\n### ", "\n## ") for name, text in named.items()}


def _about(page: str) -> str:
    """The first sentence of a command's help."""
    paragraph = page.split("\n\n")[2]
    return " ".join(re.split(r"(?<=[.?!])\s", " ".join(paragraph.split()))[0].split())


# ------------------------------------------------------------------ classes and functions
def public_names() -> dict[str, str]:
    """Every public name of Benchwright with the module that defines it, out of the imports of its `__init__.py`."""
    tree = ast.parse((ROOT / "src" / "benchwright" / "__init__.py").read_text("utf-8"))
    checked = next(node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in checked.body if isinstance(node, ast.ImportFrom)]
    homes = {alias.name: node.module or "" for node in imports for alias in node.names}
    return dict(sorted(homes.items()))


def _headline(home: str, name: str) -> str:
    """The first sentence of the docstring of a class or function."""
    path = ROOT / "src" / Path(*home.split("."))
    file = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
    nodes = ast.parse(file.read_text("utf-8")).body
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in nodes:
        if isinstance(node, kinds) and node.name == name:
            return re.split(r"(?<=[.?!:])\s", " ".join((ast.get_docstring(node) or "").split()))[0].rstrip(":")
        if isinstance(node, ast.ImportFrom) and any(alias.name == name for alias in node.names):
            return _headline(node.module or "", name)
    raise ValueError(f"{home} does not define {name}")


def _table(kind: str, rows: dict[str, str]) -> str:
    lines = [f"| {kind} | What it does |", "|---|---|", *(f"| {name} | {about} |" for name, about in rows.items())]
    return "\n".join(lines) + "\n"


def _replace(nav: list, page: str, pages: list) -> None:
    """Put pages in the place of one page of a navigation."""
    for entry in nav:
        for title, value in entry.items():
            if value == page:
                entry[title] = pages
            elif isinstance(value, list):
                _replace(value, page, pages)
