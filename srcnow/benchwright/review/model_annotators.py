"""Let models review items beside people: through the ledger, and marked as models in everything that follows.

A model gets every real item and takes nobody's place. It sees what people see, as text and pictures, and its values are
held against the task as theirs are; marks in sources are not asked of it. What it says decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchwright.models import PromptImage
from benchwright.models.ledger import LEDGER
from benchwright.prompts.asking import Actor, Actors, Asker
from benchwright.prompts.fence import PictureOf, show
from benchwright.prompts.prompt import Prompt, prompt
from benchwright.records import Source
from benchwright.review.assignment import give_all
from benchwright.review.items import ShownItem, Values
from benchwright.review.open_study import Annotator, OpenStudy
from benchwright.review.task import Task, TaskField
from benchwright.review.values import asked, faults, options_of, settled
from benchwright.run.item_run import ItemResult, ItemRun

_PARTS = ("question", "style", "answer", "answers", "reply", "topic")
_SECRET = "review"


def model_annotator(study: OpenStudy, name: str) -> Annotator:
    """The annotator that a model is in a study, with all items that it has not reviewed yet given to it."""
    who = study.add_annotator(name, {"model": name}, kind="model")
    with study.file.write() as connection:
        give_all(connection, who.id, study.now())
    return who


def annotate(study: OpenStudy, name: str, run: ItemRun) -> ItemResult[int]:
    """Let a model review all items that it has not reviewed yet. Its calls are in the study's ledger; the same call
    continues. Raises what `ItemRun.ask` raises."""
    who = model_annotator(study, name)
    actor = Actor(name, run.model(name))
    places = study.open_places(who.id)
    with TemporaryDirectory() as pictures:

        async def one(place_id: int) -> str:
            place = study.place(place_id)
            form = ModelForm(study.task, place.shown)
            picture_of = _pictures(study, Path(pictures))
            shown = show((*place.shown.sources, *place.shown.candidates), picture_of)
            asker = Asker(Actors(actor, actor, actor), "", _SECRET)
            reply = await asker.ask("verifier", form.prompt, form.values, shown, fault=form.fault)
            if reply.status != "ok":
                return reply.status
            values = form.read(reply.data)
            comment = str(reply.data.get("reasoning", ""))[:2000]
            study.submit(who.id, place_id, values, key=f"{name} {place_id}", seconds=0.0, comment=comment)
            return ""

        return run.ask(places, one, study.folder / LEDGER)


class ModelForm:
    """The fields of a task for one item, as a model is asked to fill them in."""

    def __init__(self, task: Task, shown: ShownItem) -> None:
        self._task, self._shown = task, shown
        self._fields = [field for field in task.fields if field.kind != "spans"]
        keys = [one.id for one in (*shown.sources, *shown.candidates)]
        self._labels = {f"S{number}": key for number, key in enumerate(keys, 1)}

    @property
    def prompt(self) -> Prompt:
        """The prompt with the task's own fields as its reply."""
        parts = {"reasoning": {"type": "string"}, **{field.name: self._part(field) for field in self._fields}}
        schema = {"type": "object", "additionalProperties": False, "required": list(parts), "properties": parts}
        return replace(prompt("annotate"), schema=schema)

    @property
    def values(self) -> Mapping[str, object]:
        """What the prompt needs."""
        item = []
        for part in _PARTS:
            value = getattr(self._shown, part)
            if value:
                text = "; ".join(value) if isinstance(value, tuple) else value
                item.append(f"{part.capitalize()}: {text}")
        if self._shown.style_about:
            item.append(f"About this style: {self._shown.style_about}")
        if self._shown.notice:
            item.append(self._shown.notice)
        return {
            "instructions": f"{self._task.title}\n\n{self._task.instructions}",
            "item": "\n".join(item) or "Only the sources.",
            "questions": "\n".join(self._question(field) for field in self._fields),
        }

    def read(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The values of a reply, of the fields that are asked given the others."""
        values: dict[str, Any] = {}
        for field in self._fields:
            value: Any = data.get(field.name)
            if field.kind == "scale":
                value = int(value) if str(value) in map(str, field.scale) else value
            elif field.options_from in ("sources", "candidates") and isinstance(value, list):
                value = [self._labels.get(one, one) for one in value]
            values[field.name] = value
        kept: Values = values
        for _ in self._task.fields:  # a field may hang on one that hangs on another
            names = {field.name for field in asked(self._task, kept)}
            kept = {name: value for name, value in kept.items() if name in names}
        return settled(self._task, kept)

    def fault(self, data: Any) -> str:
        """What is wrong with a reply that the schema allows, in a line."""
        found = faults(self._task, self.read(data), self._shown)
        return "; ".join(f"{name} {problem}" for name, problem in found.items())

    def _part(self, field: TaskField) -> Mapping[str, Any]:
        """The part of the schema that a field is."""
        match field.kind:
            case "scale":
                return {"type": "string", "enum": [str(point) for point in field.scale]}
            case "choice":
                known = [one.value for one in options_of(field, self._shown)]
                return {"type": "string", "enum": [*known, *([""] if field.when or not field.required else [])]}
            case "choices":
                return {"type": "array", "items": {"type": "string", "enum": self._known(field)}}
            case "list":
                return {"type": "array", "items": {"type": "string"}}
            case _:
                return {"type": "string"}

    def _known(self, field: TaskField) -> list[str]:
        keys = {key: label for label, key in self._labels.items()}
        return [keys.get(one.value, one.value) for one in options_of(field, self._shown)]

    def _question(self, field: TaskField) -> str:
        words = [f"{field.name}: {field.ask}", field.help]
        if field.ends:
            words.append(f"{field.low} is {field.ends[0]}, {field.high} is {field.ends[1]}.")
        labels = [f"{one.value} is: {one.label}." for one in field.options if one.label]
        if field.when:
            conditions = (f"{name} is {' or '.join(map(str, allowed))}" for name, allowed in field.when.items())
            words.insert(0, f"only if {' and '.join(conditions)};")
        return " ".join(filter(None, [*words, *labels]))


def _pictures(study: OpenStudy, folder: Path) -> PictureOf:
    """Gives the pictures of a study as files, which services get copies of."""

    def picture_of(source: Source) -> PromptImage | None:
        image = None if source.image is None else study.image(source.image.sha256)
        if image is None or source.image is None:
            return None
        path = folder / source.image.sha256
        if not path.exists():
            path.write_bytes(image.bytes)
        return PromptImage(source.image.sha256, path, source.image.width, source.image.height)

    return picture_of
