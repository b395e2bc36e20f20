"""Let a benchmark be read as a sequence of questions: by place or id, filtered, and as a table.

A `Questions` is either a whole benchmark folder (`Benchmark`) or what a filter left of one (`Selection`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from benchwright.benchmark.question_table import question_table, with_images
from benchwright.errors import BenchmarkError, MissingExtraError, UsageError
from benchwright.records import Example, Modalities, Modality, Source

if TYPE_CHECKING:
    import pyarrow as pa

_SHOWN = 10
_LONGEST = 200


class Questions(Sequence[Example]):
    """Examples in commit order, with their sources. `len`, `in`, iteration and slices work as on a tuple;
    `questions["3f2a"]` is the example whose id is or begins with that."""

    # Declared for type checkers only: a property here would be in the way of the dataclasses' fields.
    if TYPE_CHECKING:

        @property
        def path(self) -> Path:
            """The benchmark folder that the questions are of."""

        @property
        def examples(self) -> tuple[Example, ...]:
            """The examples in commit order."""

        @property
        def sources(self) -> Mapping[str, Source]:
            """The sources and distractors of the whole benchmark, by id."""

    def __len__(self) -> int:
        return len(self.examples)

    def __iter__(self) -> Iterator[Example]:
        return iter(self.examples)

    @overload
    def __getitem__(self, key: int | str) -> Example: ...

    @overload
    def __getitem__(self, key: slice) -> Selection: ...

    def __getitem__(self, key: int | str | slice) -> Example | Selection:
        if isinstance(key, str):
            return self.example(key)
        if isinstance(key, slice):
            return self._selection(self.examples[key])
        return self.examples[key]

    def example(self, name: str) -> Example:
        """The example with this id, or with the only id that begins so. BenchmarkError otherwise."""
        examples = [one for one in self.examples if one.id.startswith(name)] if name else []
        for example in examples:
            if example.id == name or len(examples) == 1:
                return example
        problem = f"{self.path} has no example {name!r}"
        if examples:
            problem = f"{len(examples)} examples of {self.path} have ids that begin with {name!r}"
        raise BenchmarkError(problem, hint=f"ids stand in {self.path / 'examples.jsonl'}")

    def filter(
        self,
        where: Callable[[Example], bool] | None = None,
        *,
        style: str | Iterable[str] = (),
        modality: Modality | str = "",
        modalities: Modalities | str = "",
        family: str | Iterable[str] = (),
        document: str = "",
        ids: Iterable[str] = (),
    ) -> Selection:
        """The questions that meet all of these conditions.

        `modality` is a kind of source that a question needs beside others or alone (`table`), `modalities` exactly
        what it needs (`text+table`). `document` is the name of a document that a needed source stands in. `where` is
        called with each example that meets the other conditions.

        UsageError for a style, modality, family, document or id that no question of these has.
        """
        kept = list(self.examples)
        for name, wanted, values_of in (
            ("style", _names(style), lambda one: (one.style,)),
            ("modality", _names(modality), _kinds),
            ("modalities", _names(str(modalities)), lambda one: (str(one.modalities),)),
            ("family", _names(family), lambda one: (one.family,)),
            ("document", _names(document), self._documents),
            ("id", tuple(ids), lambda one: (one.id,)),
        ):
            if wanted:
                self._refuse_unknown(name, wanted, values_of)
                kept = [one for one in kept if set(wanted) & set(values_of(one))]
        return self._selection(tuple(one for one in kept if where is None or where(one)))

    def sources_of(self, example: Example | str) -> tuple[Source, ...]:
        """The sources that a question needs, in its own order."""
        found = self.example(example) if isinstance(example, str) else example
        return tuple(self.sources[name] for name in found.sources)

    def images_of(self, example: Example | str) -> dict[str, Path]:
        """By source id, the files of the pictures that a question needs."""
        return {
            source.id: self.path / source.image.file for source in self.sources_of(example) if source.image is not None
        }

    def to_arrow(self) -> pa.Table:
        """One row a question, with the columns of `question_table.COLUMNS`."""
        return question_table(self.examples, self.sources)

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with one row a question. MissingExtraError without pandas."""
        try:
            import pandas  # noqa: F401  (pyarrow would name no way to install it)
        except ImportError as error:
            raise MissingExtraError("to_pandas", "frames") from error
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """A `polars.DataFrame` with one row a question. MissingExtraError without polars."""
        try:
            import polars
        except ImportError as error:
            raise MissingExtraError("to_polars", "frames") from error
        return polars.from_arrow(self.to_arrow())

    def to_dataset(self, images: bool = True) -> Any:
        """A Hugging Face `datasets.Dataset` with one row a question, and with `images` the pictures of its sources
        (decoded when they are read). MissingExtraError without datasets."""
        try:
            import datasets
        except ImportError as error:
            raise MissingExtraError("to_dataset", "hf") from error
        if not images:
            return datasets.Dataset(self.to_arrow())
        files = [[str(path) for path in self.images_of(one).values()] for one in self.examples]
        for gone in (path for listed in files for path in listed if not Path(path).is_file()):
            raise BenchmarkError(f"the image {gone} is not there", hint="restore the file, or pass images=False")
        return datasets.Dataset(with_images(self.to_arrow(), files)).cast_column(
            "images", datasets.Sequence(datasets.Image())
        )

    def _selection(self, examples: tuple[Example, ...]) -> Selection:
        return Selection(self.path, examples, self.sources)

    def _documents(self, example: Example) -> tuple[str, ...]:
        return tuple(source.document for source in self.sources_of(example))

    def _refuse_unknown(self, name: str, wanted: Sequence[str], values_of: Callable[[Example], Iterable[str]]) -> None:
        known = Counter(value for one in self.examples for value in values_of(one))
        unknown = [one for one in wanted if one not in known]
        if unknown:
            listed = ", ".join(one for one, _ in known.most_common(_SHOWN)) or "none: there are no questions"
            raise UsageError(f"no question has the {name} {unknown[0]!r}", hint=f"there are: {listed}")

    def __repr__(self) -> str:
        styles = Counter(example.style for example in self.examples)
        listed = ", ".join(f"{count} {style}" for style, count in styles.most_common())
        count = f"{len(self)} question{'' if len(self) == 1 else 's'}"
        return f"<{type(self).__name__} {self.path}: {count}{' (' + listed + ')' if listed else ''}>"

    def _repr_html_(self) -> str:
        """What notebooks show: the first questions as a table. All texts are escaped."""
        shown = ("question", "answer", "style", "modalities")
        head = "".join(f"<th>{name}</th>" for name in shown)
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(_short(str(getattr(one, name))))}</td>" for name in shown) + "</tr>"
            for one in self.examples[:_SHOWN]
        )
        more = f"<p>... {len(self) - _SHOWN:,} more</p>" if len(self) > _SHOWN else ""
        return f"<p>{escape(repr(self))}</p><table><tr>{head}</tr>{rows}</table>{more}"


@dataclass(frozen=True, eq=False, repr=False)
class Selection(Questions):
    """Some questions of a benchmark, in its order."""

    path: Path
    examples: tuple[Example, ...]
    sources: Mapping[str, Source]

    def __fspath__(self) -> str:
        """UsageError: a selection has no folder, and the benchmark's own would stand for all of its questions."""
        raise UsageError(
            f"a selection of {self.path} has no folder of its own",
            hint="give the whole Benchmark; a split, or the slices of its scores, tell about some of the questions",
        )


def _kinds(example: Example) -> tuple[str, ...]:
    return tuple(kind.value for kind in Modality if getattr(example.modalities, kind.value))


def _names(value: str | Iterable[str]) -> tuple[str, ...]:
    return ((str(value),) if value else ()) if isinstance(value, str) else tuple(value)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
