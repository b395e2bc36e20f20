"""Defines the mappings, texts and lists that style files are made of, and words the first mistake in one."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, SkipValidation, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from benchwright.errors import PlanError
from benchwright.records import Modalities
from benchwright.registry import suggestion


class FileEntry(BaseModel):
    """A mapping of a file that has no keys but its fields, and all of those without a default."""

    model_config = ConfigDict(frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _check_keys(cls, data: Any) -> Any:
        fields = cls.model_fields
        listed = f"it has the keys {', '.join(fields)}"
        if not isinstance(data, dict):
            raise mistake("is not a mapping", listed)
        for key in data:
            if key not in fields:
                raise mistake(f"has the unknown key {key!r}", suggestion(str(key), fields))
        missing = [name for name, field in fields.items() if field.is_required() and name not in data]
        if missing:
            raise mistake(f"lacks {', '.join(missing)}", listed)
        return data


Entry = TypeVar("Entry", bound=FileEntry)


def mistake(message: str, hint: str) -> PydanticCustomError:
    """The error of a validator: `message` goes on after the name of the place, `hint` says how to mend it."""
    return PydanticCustomError("mistake", "{message}", {"message": message, "hint": hint})


def text_of(longest: int, shortest: int = 1) -> BeforeValidator:
    """A text of so many characters, without the space around it."""

    def check(value: object) -> str:
        if not isinstance(value, str) or not shortest <= len(value.strip()) <= longest:
            raise mistake(f"is not a text of {shortest} to {longest} characters", "put it between quotes")
        return value.strip()

    return BeforeValidator(check)


def list_of(longest: int, shortest: int = 0) -> BeforeValidator:
    """A list of so many entries."""

    def check(value: object) -> object:
        if not isinstance(value, list) or not shortest <= len(value) <= longest:
            raise mistake(f"is not a list of {shortest} to {longest} entries", "write [...]")
        return value

    return BeforeValidator(check)


def _parse_modalities(value: object) -> Modalities:
    try:
        return Modalities.parse(str(value))
    except ValueError as error:
        raise mistake(f"cannot be read: {error}", "write text, table, image or sums such as 2text+table") from error


ModalitiesEntry = Annotated[SkipValidation[Modalities], BeforeValidator(_parse_modalities)]


def read_entry(kind: type[Entry], data: object, where: str) -> Entry:
    """The mapping as an entry of that kind. Raises PlanError that names the first mistake and its place."""
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        detail = error.errors()[0]
        place = where
        for step in detail["loc"]:
            place += f", entry {step + 1}" if isinstance(step, int) else f": {step}"
        context = detail.get("ctx", {})
        message = context.get("message") or f"cannot be {detail['input']!r}"
        hint = context.get("hint") or detail["msg"].replace("Input should be", "write")
        raise PlanError(f"{place} {message}", hint=hint) from error
