"""Refuse requests that exceed the model's context in the plan, and images if the plan disables vision.

Knows no service: what a service finds out by itself it says in an error of its own.

Some services cut what is too long and say nothing, and a batch tells only hours later: so it is worth saying it in the
plan.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from benchwright.errors import ContextError, ModelUsageError
from benchwright.models.base import ChatModel, ModelSettings, Reply, Request
from benchwright.models.names import ModelName
from benchwright.models.tokens import likely


@dataclass(frozen=True, slots=True)
class LimitedModel:
    """A model within the bounds that the plan's settings name. Tokens are estimated, rather too many than too few."""

    inner: ChatModel
    name: ModelName
    settings: ModelSettings

    async def ask(self, request: Request) -> Reply:
        """The reply. Raises ContextError, and ModelUsageError for images to a model without vision."""
        if self.settings.vision is False and request.pictures:
            raise ModelUsageError(
                f"{self.name} has no vision, as the plan says",
                hint="name another model for images (vision_writer in the plan)",
            )
        context = self.settings.context
        if context is not None:
            tokens = math.ceil(likely(request, self.name.provider))
            if tokens > context:
                raise ContextError(
                    f"{self.name}: a request with its reply takes about {tokens:,} tokens, and its context "
                    f"holds {context:,}"
                )
        return await self.inner.ask(request)

    async def close(self) -> None:
        await self.inner.close()
