"""A paced service on a clock that jumps."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from services import Service, request
from virtual_time import run

from benchwright.models import ModelSettings, Reply
from benchwright.models.pace import Gate, PacedModel


@dataclass
class Desk:
    """A paced service and what it said."""

    service: Service
    limit: int = 8
    settings: ModelSettings = field(default_factory=ModelSettings)
    lines: list[str] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)

    def open(self) -> PacedModel:
        return PacedModel(
            self.service, self.settings, Gate(self.limit), seed=1, notify=self.lines.append, **self.options
        )

    def ask(self, count: int) -> tuple[list[Reply | BaseException], float]:
        """As many different questions at once; their replies or errors, and the time it took."""

        async def all_of_them() -> tuple[list[Reply | BaseException], float]:
            paced = self.open()
            replies = await asyncio.gather(
                *(paced.ask(request(f"q{number}")) for number in range(count)), return_exceptions=True
            )
            await paced.close()
            return replies, asyncio.get_running_loop().time()

        return run(all_of_them())
