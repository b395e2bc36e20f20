"""Asks for a prominent entity of the seed, by which related sources are found (SMMQG, section 3.1, step 2).

Asked at temperature 1.0, so that one seed gives many entities. An image is shown: its caption is often a mere label.
"""

from __future__ import annotations

from benchwright.makers.written.candidate_sheet import CandidateSheet
from benchwright.makers.written.reply_fields import WriterRefusedError, fields_of
from benchwright.prompts.asking import Asker
from benchwright.prompts.fence import PictureOf
from benchwright.records import Source
from benchwright.values import normalise

_MOST = 100


async def name_entity(asker: Asker, seed: Source, picture_of: PictureOf) -> str:
    """The first entity that the model names. Raises WriterRefusedError, and what models raise."""
    sheet = CandidateSheet((seed,), picture_of, seed.title)
    answered = await sheet.ask(asker, "entity", {"num_entities": 1})
    for named in fields_of(answered.reply)["entities"]:
        entity = " ".join(str(named).split())
        if normalise(entity) and len(entity) <= _MOST:
            return entity
    raise WriterRefusedError("entity", f"no entity was named for {seed.id}")
