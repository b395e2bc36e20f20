"""Write the commands' reference, one Markdown page a command, from their own help texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from benchwright.cli import COMMANDS, PARSER
from benchwright.cli.command_group import CommandGroup

_INDEX = """# Commands

`make docs` generates these pages from the commands' help texts; a test fails when a page is out of date.

{table}
Every command exits with 0 on success, 1 if it reports a shortfall, 2 on incorrect usage and 130 after Ctrl-C. Each
error is printed as one line on standard error, with its cause and a fix. To see the full traceback, set
`BENCHWRIGHT_DEBUG=1` in the environment. `--json` prints one JSON object on standard output.
"""
_SHORTFALL = re.compile(r"\s*Exit code 1 if (.+?)\.(?=\s|$)")
_ANNOTATED = re.compile(r"(?P<text>.*?)(?:\s*\[(?P<note>[^\[\]]*)\])?")
_DEFAULT = re.compile(r"\s*\(default:? ([^()]*)\)")
_CODE = re.compile(r"(?<![\w`-])--?[a-z][a-z-]*(?![\w`])")
_MARKUP = re.compile(r"([\\*_<\[\]])")


@dataclass(frozen=True, slots=True)
class CommandHelp:
    """What the parser knows about one command. `words` name it, as in ("evaluate", "retrieval"). `examples` are shell
    lines. `shortfall` is when it exits with 1, "" if it never does. `inner` are the commands of a group."""

    words: tuple[str, ...]
    usage: str
    paragraphs: tuple[str, ...]
    shortfall: str
    examples: tuple[str, ...]
    arguments: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    inner: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return " ".join(self.words)

    @property
    def page(self) -> str:
        """The file of its page."""
        return f"{'-'.join(self.words)}.md"


def command_helps() -> Iterator[CommandHelp]:
    """Every command in the order of the overview, each group before its commands."""
    for name, command in COMMANDS.items():
        inner = tuple(command.commands) if isinstance(command, CommandGroup) else ()
        yield _command_help((name,), inner)
        for one in inner:
            yield _command_help((name, one))


def _command_help(words: tuple[str, ...], inner: tuple[str, ...] = ()) -> CommandHelp:
    with ExitStack() as stack:
        command: Any = PARSER
        context = stack.enter_context(command.make_context("benchwright", [], resilient_parsing=True))
        for word in words:
            command = command.get_command(context, word)
            context = stack.enter_context(command.make_context(word, [], parent=context, resilient_parsing=True))
        usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
        records = [(one.param_type_name, one.get_help_record(context)) for one in command.get_params(context)]
    text, _, examples = str(command.help).partition("\n\n\b\n")
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n")]
    shortfalls = [found[1] for part in paragraphs for found in _SHORTFALL.finditer(part)]
    return CommandHelp(
        words,
        usage,
        tuple(part for part in (_SHORTFALL.sub("", part).strip() for part in paragraphs) if part),
        "; ".join(shortfalls),
        tuple(line.strip() for line in examples.splitlines()[1:]),
        tuple(record for kind, record in records if kind == "argument"),
        tuple(record for kind, record in records if kind == "option"),
        inner,
    )


def command_pages(links: Mapping[str, Sequence[tuple[str, str]]]) -> dict[str, str]:
    """The pages of the reference by file name, `index.md` first. `links` are the titles and addresses of the pages to
    read beside a command, by its name. Raises ValueError for links of a command that does not exist."""
    helps = {one.name: one for one in command_helps()}
    if unknown := set(links) - set(helps):
        raise ValueError(f"no such command: {', '.join(sorted(unknown))}")
    rows = [(f"[`{one.name}`]({one.page})", _prose(one.paragraphs[0])) for one in helps.values() if not one.inner]
    pages = {"index.md": _INDEX.format(table=_table(("Command", "What it does"), rows))}
    return pages | {one.page: _page(one, helps, links.get(one.name, ())) for one in helps.values()}


def _page(one: CommandHelp, helps: Mapping[str, CommandHelp], links: Sequence[tuple[str, str]]) -> str:
    parts = [f"# {one.name}\n", f"{_prose(one.paragraphs[0])}\n", f"```text\n{one.usage}\n```\n"]
    parts += [f"{_prose(paragraph)}\n" for paragraph in one.paragraphs[1:]]
    if one.inner:
        rows = [
            (f"[`{inside.name}`]({inside.page})", _prose(inside.paragraphs[0]))
            for inside in (helps[f"{one.name} {word}"] for word in one.inner)
        ]
        return "\n".join([*parts, _table(("Command", "What it does"), rows)])
    lines = "\n".join(one.examples)
    parts.append(f"## {'Examples' if len(one.examples) > 1 else 'Example'}\n\n```bash\n{lines}\n```\n")
    for title, records in (("Arguments", one.arguments), ("Options", one.options)):
        if records:
            listed = [(f"`{_cell(name.removesuffix(' RANGE'))}`", *_meaning(text)) for name, text in records]
            parts.append(f"## {title}\n\n{_table((title[:-1], 'Meaning', 'Default'), listed)}")
    codes = [("0", "success"), *([("1", _prose(one.shortfall))] if one.shortfall else [])]
    codes += [("2", "incorrect usage, or something to fix before the command can run"), ("130", "stopped by Ctrl-C")]
    parts.append(f"## Exit codes\n\n{_table(('Code', 'Meaning'), codes)}")
    group = [helps[f"{one.words[0]} {word}"] for word in helps[one.words[0]].inner if word != one.words[-1]]
    beside = [*links, *((f"`{other.name}`", other.page) for other in group)]
    if beside:
        parts.append("## See also\n\n" + "\n".join(f"- [{title}]({address})" for title, address in beside) + "\n")
    return "\n".join(parts)


def _meaning(text: str) -> tuple[str, str]:
    """What a parameter does, with the range of its values, and its default."""
    found = _ANNOTATED.fullmatch(text)
    assert found is not None
    meaning, default = found["text"], ""
    if named := _DEFAULT.search(meaning):
        meaning, default = _DEFAULT.sub("", meaning), named[1]
    for note in (found["note"] or "").split("; "):
        if note == "required":
            default = note
        elif note.startswith("default: "):
            default = default or f"`{note.removeprefix('default: ')}`"
        elif note:
            meaning += f" {_range(note)}"
    return _cell(_prose(meaning)), _cell(default)


def _range(note: str) -> str:
    """`0<=x<=20` in words."""
    low, _, high = note.partition("x")
    low, high = low.removesuffix("<="), high.removeprefix("<=")
    if low and high:
        return f"From {low} to {high}."
    return f"At most {high}." if not high.startswith(">=") else f"At least {high.removeprefix('>=')}."


def _prose(text: str) -> str:
    """Plain text as Markdown: its options as code, and no character of it read as markup."""
    parts = re.split(r"(`[^`]*`)", text)  # what is code already stays as it is
    plain = (part if part.startswith("`") else _MARKUP.sub(r"\\\1", part) for part in parts)
    return "".join(part if part.startswith("`") else _CODE.sub(r"`\g<0>`", part) for part in plain)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(line)} |" for line in (head, *rows)]
    return "\n".join([lines[0], "|---" * len(head) + "|", *lines[1:]]) + "\n"
