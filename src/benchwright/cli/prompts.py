"""Show what a model would see, with `benchwright prompts list` and `prompts show`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.command_group import CommandGroup
from benchwright.cli.output import JsonOption, note, print_json, say

if TYPE_CHECKING:
    from benchwright.workflows.prompts import PromptCatalog


def list_(as_json: JsonOption = False) -> int:
    """List the prompts that models are asked with, and the styles that come with Benchwright.

    \b
    Example:
      benchwright prompts list
    """
    from benchwright.workflows.prompts import list_prompts

    found = list_prompts()
    if as_json:
        print_json(found.to_json())
    else:
        for line in _listed(found):
            say(line)
    return 0


def _listed(found: PromptCatalog) -> list[str]:
    lines = ["Prompts"]
    for one in found.prompts:
        lines.append(f"  {one.name:12} {one.about}")
        form = "JSON" if one.schema is not None else "free text"
        lines.append(f"  {'':12} temperature {one.temperature:g}, at most {one.max_tokens:,} tokens, {form}")
    lines.append("Styles")
    for style in found.styles:
        shots = style.shots
        examples = f"{len(shots['text'])} worked examples without images, {len(shots['image'])} with"
        lines.append(f"  {style.name}: {style.description}")
        lines.append(f"    over {', '.join(map(str, style.modalities))}")
        lines.append(f"    {examples}; checks of its own: {', '.join(style.checks) or 'none'}")
    return lines


def show(
    style: Annotated[str, typer.Argument(metavar="STYLE", help="A style's name, or a YAML file of your own.")],
    task: Annotated[
        str | None,
        typer.Option("--task", help="A prompt's name; write, or hop_about for styles of hops, if not given."),
    ] = None,
    modalities: Annotated[
        str | None, typer.Option("--modalities", help="Such as text+table; the style's first if not given.")
    ] = None,
    corpus: Annotated[
        Path | None, typer.Option("--corpus", metavar="CORPUS", help="Draw the sources from a corpus.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Which sources are drawn.")] = 13,
    as_json: JsonOption = False,
) -> int:
    """Show what a model would see for a style: every turn, word for word. Nothing is sent.

    Images are shown as the beginning of their hash. What the style leaves open is said on standard error.

    \b
    Example:
      benchwright prompts show numerical --modalities text+table --corpus corpus
    """
    from benchwright.workflows.prompts import listing_of, show_prompt

    seen = show_prompt(style, task=task, modalities=modalities, corpus=corpus, seed=seed)
    if as_json:
        print_json(seen.to_json())
        return 0
    note(
        f"prompt {seen.prompt.name}, style {seen.style.name} over {seen.modalities}: temperature "
        f"{seen.prompt.temperature:g}, {seen.examples} worked examples, {seen.characters:,} characters"
    )
    for one in seen.notes:
        note(one)
    for message in seen.messages:
        say(f"[{message.role}]")
        say("".join(listing_of(part) for part in message.parts))
        say("")
    return 0


PROMPTS_GROUP = CommandGroup(
    """What models are asked with: the prompts, and the styles of questions.

    \b
    Example:
      benchwright prompts show multi-hop --task combine
    """,
    {"list": list_, "show": show},
)
