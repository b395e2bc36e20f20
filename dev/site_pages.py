"""What the documentation site has beside docs/: pages of commands, classes and functions, and files that pages link to.

mkdocs runs these hooks (mkdocs.yml). A page of a class or function is one line that mkdocstrings fills from its
docstring. Links from docs/ to other files of the repository lead to a copy of the file in the site. A link to a folder
becomes its text, since a site has no page for a folder.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
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

_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]+)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the pages of commands, classes and functions to the navigation."""
    public = public_names()
    beside = [{name: f"api/{name}.md"} for name in related_names(public)]
    named = [{name: f"api/{name}.md"} for name in public]
    api = [{"All names": "api/index.md"}, *named, {"Results and settings": beside}]
    assert config.nav is not None
    _replace(config.nav, "api/index.md", api)
    _replace(config.nav, "commands/index.md", command_pages())
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and files that do not stand in docs/."""
    homes = public_names()
    beside = related_names(homes)
    made: dict[str, str | bytes] = {}
    made["api/index.md"] = (
        "# Classes and functions\n\nThese names are the public interface: `from benchwright import NAME`. All other "
        "names may change from one\nversion to the next. "
        "[Benchwright from Python](../python.md) shows how to use them.\n\n"
        + _table("Name", {f"[`{name}`]({name}.md)": _headline(home, name) for name, home in homes.items()})
        + "\n## Results and settings\n\nThe functions take and return objects of these classes:\n\n"
        + _table("Name", {f"[`{name}`]({name}.md)": _headline(home, name) for name, home in beside.items()})
    )
    made |= {f"api/{name}.md": f"::: {home}.{name}\n" for name, home in (homes | beside).items()}
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
def command_pages() -> list:
    """The navigation of docs/commands/, in the order of its overview; the commands of a group stand below it."""
    folder = ROOT / "docs" / "commands"
    nav: list = [{"All commands": "commands/index.md"}]
    for file in re.findall(r"\]\(([\w-]+\.md)\)", (folder / "index.md").read_text("utf-8")):
        group, _, name = file.removesuffix(".md").partition("-")
        if not name:
            nav.append({group: f"commands/{file}"})
            continue
        if list(nav[-1]) != [group]:
            nav.append({group: [{"Overview": f"commands/{group}.md"}]})
        nav[-1][group].append({name: f"commands/{file}"})
    return nav


# ------------------------------------------------------------------ classes and functions
def public_names() -> dict[str, str]:
    """Every public name of Benchwright with the module that defines it, out of the imports of its `__init__.py`."""
    tree = ast.parse((ROOT / "src" / "benchwright" / "__init__.py").read_text("utf-8"))
    checked = next(node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in checked.body if isinstance(node, ast.ImportFrom)]
    homes = {alias.name: node.module or "" for node in imports for alias in node.names}
    return dict(sorted(homes.items()))


def related_names(public: Mapping[str, str]) -> dict[str, str]:
    """The classes that public functions return or take and that public classes have as fields, with their modules."""
    found: dict[str, str] = {}
    for name, home in public.items():
        module, node = _definition(home, name)
        for annotation in _annotations(node):
            for part in ast.walk(annotation):
                if isinstance(part, ast.Name) and part.id not in public and (of := _home(module, part.id)):
                    found[part.id] = of
    return dict(sorted(found.items()))


def _annotations(node: ast.AST) -> Iterator[ast.expr]:
    """What a function takes and returns; the fields of a class, and what its public methods return."""
    if isinstance(node, ast.ClassDef):
        for one in node.body:
            if isinstance(one, ast.AnnAssign):
                yield one.annotation
            elif isinstance(one, ast.FunctionDef) and not one.name.startswith("_") and one.returns:
                yield one.returns
    elif isinstance(node, ast.FunctionDef):
        arguments = [*node.args.args, *node.args.kwonlyargs]
        yield from (one.annotation for one in arguments if one.annotation)
        yield from [node.returns] if node.returns else []


def _home(module: str, name: str) -> str:
    """The module that defines a class that a module names; "" for a class of another package, and for no class."""
    try:
        home, node = _definition(module, name)
    except ValueError:
        return ""
    return home if isinstance(node, ast.ClassDef) else ""


def _definition(home: str, name: str) -> tuple[str, ast.AST]:
    """A class or function that a module defines or imports, and the module that defines it. Raises ValueError if it is
    of another package."""
    path = ROOT / "src" / Path(*home.split("."))
    file = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
    tree = _parsed(file)
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == name:
            return home, node
    for node in ast.walk(tree):  # imports for type checkers stand in a block of their own
        ours = isinstance(node, ast.ImportFrom) and (node.module or "").startswith("benchwright")
        if isinstance(node, ast.ImportFrom) and ours and any(alias.name == name for alias in node.names):
            return _definition(node.module or "", name)
    raise ValueError(f"{home} does not define {name}")


@cache
def _parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


def _headline(home: str, name: str) -> str:
    """The first sentence of the docstring of a class or function."""
    _, node = _definition(home, name)
    assert isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
    return re.split(r"(?<=[.?!:])\s", " ".join((ast.get_docstring(node) or "").split()))[0].rstrip(":")


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
