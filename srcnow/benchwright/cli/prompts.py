"""List prompts and styles, and show a rendered prompt, with `benchwright prompts list` and `prompts show`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.command_group import CommandGroup
from benchwright.cli.options import JsonOption
from benchwright.cli.output import note, print_json, print_report, say

if TYPE_CHECKING:
    from benchwright.workflows.prompts import PromptCatalog


def list_(as_json: JsonOption = False) -> int:
    """List the prompts and the built-in question styles.

    \b
    Example:
      benchwright prompts list
    """
    from benchwright.workflows.prompts import list_prompts

    print_report(list_prompts(), _lines, as_json=as_json)
    return 0


def _lines(catalog: PromptCatalog) -> list[str]:
    lines = ["Prompts"]
    for one in catalog.prompts:
        lines.append(f"  {one.name:12} {one.about}")
        form = "JSON" if one.schema is not None else "free text"
        lines.append(f"  {'':12} temperature {one.temperature:g}, at most {one.max_tokens:,} tokens, {form}")
    lines.append("Styles")
    for style in catalog.styles:
        shots = style.shots
        examples = f"{len(shots['text'])} worked examples without images, {len(shots['image'])} with"
        lines.append(f"  {style.name}: {style.description}")
        lines.append(f"    over {', '.join(map(str, style.modalities))}")
        lines.append(f"    {examples}; additional checks: {', '.join(style.checks) or 'none'}")
    return lines


def show(
    style: Annotated[str, typer.Argument(metavar="STYLE", help="A built-in style, or a YAML file.")],
    task: Annotated[
        str | None,
        typer.Option("--task", help="The prompt (default: write; hop_first for multi-hop styles)."),
    ] = None,
    modalities: Annotated[
        str | None, typer.Option("--modalities", help="Such as text+table (default: the style's first).")
    ] = None,
    corpus: Annotated[
        Path | None, typer.Option("--corpus", metavar="CORPUS", help="Draw the sources from a corpus.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed for drawing the sources.")] = 13,
    as_json: JsonOption = False,
) -> int:
    """Show the exact messages that a model would receive for a style. Nothing is sent.

    Images are shown as the beginning of their hash. Notes about the style go to standard error.

    \b
    Example:
      benchwright prompts show numerical --modalities text+table --corpus corpus
    """
    from benchwright.workflows.prompts import listing_of, show_prompt

    rendered = show_prompt(style, task=task, modalities=modalities, corpus=corpus, seed=seed)
    if as_json:
        print_json(rendered.to_json())
        return 0
    note(
        f"prompt {rendered.prompt.name}, style {rendered.style.name} over {rendered.modalities}: temperature "
        f"{rendered.prompt.temperature:g}, {rendered.examples} worked examples, {rendered.characters:,} characters"
    )
    for one in rendered.notes:
        note(one)
    for message in rendered.messages:
        say(f"[{message.role}]")
        say("".join(listing_of(part) for part in message.parts))
        say("")
    return 0


PROMPTS_GROUP = CommandGroup(
    """List prompts and question styles, and show a rendered prompt.

    \b
    Example:
      benchwright prompts show multi-hop --task combine
    """,
    {"list": list_, "show": show},
)
