"""Patterns: what they name, and that they never leave their folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.readers.path_patterns import has_wildcard, matching


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "docs"
    for name in ("a.md", "b.txt", ".hidden.md", "one/a.md", "one/two/c.md", "one/two/b.txt", ".git/x.md", "[1].md"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/secret.md").write_text("x")
    (root / "out").symlink_to(tmp_path / "outside")
    (root / "one/round").symlink_to(root)
    (root / "one/again").symlink_to(root)
    return root


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("*.md", ["[1].md", "a.md"]),
        ("*/*.md", ["one/a.md"]),
        ("**/*.md", ["[1].md", "a.md", "one/a.md", "one/two/c.md"]),
        ("**", ["[1].md", "a.md", "b.txt", "one/a.md", "one/two/b.txt", "one/two/c.md"]),
        ("one/**/?.txt", ["one/two/b.txt"]),
        ("**/two/*", ["one/two/b.txt", "one/two/c.md"]),
        ("**/**/two/**/b.*", ["one/two/b.txt"]),
        ("[ab].*", ["a.md", "b.txt"]),
        ("[[]1].md", ["[1].md"]),
        (".*.md", [".hidden.md"]),
        (".g*/*.md", [".git/x.md"]),
        ("*/../*.md", []),
        ("*/secret.md", []),
        ("*.pdf", []),
        ("none/*", []),
    ],
)
def test_what_a_pattern_names(tree: Path, pattern: str, names: list[str]) -> None:
    inside = pattern.removeprefix("one/")
    assert has_wildcard(pattern)
    root, found = matching(tree / pattern)
    start = tree / "none" if pattern == "none/*" else tree / "one" if inside != pattern else tree
    assert root == start
    assert [path.relative_to(tree).as_posix() for path in found] == names


def test_links_in_circles_cost_nothing(tmp_path: Path) -> None:
    for name in "abcdefgh":
        (tmp_path / name).symlink_to(tmp_path)
    (tmp_path / "x.md").write_text("x")
    assert matching(tmp_path / "**/*.md") == (tmp_path, (tmp_path / "x.md",))
