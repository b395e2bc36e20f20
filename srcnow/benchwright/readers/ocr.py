"""Words in a picture are read by rapidocr where the extra `ocr` is installed.

The engine brings its models along and needs no network. A picture takes seconds on one core, and the process that
reads needs about 900 MB of memory for a page at 150 dots an inch.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchwright.errors import MissingExtraError, ReadError
from benchwright.readers.checked_images import check_image

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class OcrLine:
    """One line of words: the engine's confidence, and a box in fractions of the picture."""

    text: str
    score: float
    box: Box


def ocr_installed() -> bool:
    """Whether the extra `ocr` is here. Imports nothing."""
    return find_spec("rapidocr") is not None and find_spec("onnxruntime") is not None


def lines_in(picture: Path | bytes) -> tuple[OcrLine, ...]:
    """The lines of words in a picture, from the top; none if it is broken or too large. Raises MissingExtraError if
    the extra `ocr` is not installed."""
    if not ocr_installed():
        raise MissingExtraError("reading text in images", "ocr")
    data = picture if isinstance(picture, bytes) else picture.read_bytes()
    try:
        check_image(data)
    except ReadError:
        return ()
    result = _engine()(data)
    if result.txts is None or result.boxes is None:
        return ()
    height, width = result.img.shape[:2]
    lines = [
        OcrLine(str(text).strip(), float(score), _fractions(corners, width, height))
        for text, score, corners in zip(result.txts, result.scores, result.boxes, strict=True)
    ]
    return tuple(sorted(lines, key=lambda line: (line.box[1], line.box[0])))


@lru_cache(maxsize=1)
def _engine() -> Any:
    """The engine, loaded once a process. One thread and no reserve of memory: it may run in a bounded worker beside
    others. It reports every picture without words as a warning unless told not to."""
    from rapidocr import RapidOCR

    logging.getLogger("RapidOCR").setLevel(logging.ERROR)
    runtime = "EngineConfig.onnxruntime."
    threads = {f"{runtime}{kind}_op_num_threads": 1 for kind in ("intra", "inter")}
    return RapidOCR(params={"Global.log_level": "error", f"{runtime}enable_cpu_mem_arena": False, **threads})


def _fractions(corners: Any, width: int, height: int) -> Box:
    """The upright box around four corners given in pixels."""
    across = [min(1.0, max(0.0, float(x) / width)) for x, _ in corners]
    down = [min(1.0, max(0.0, float(y) / height)) for _, y in corners]
    return round(min(across), 4), round(min(down), 4), round(max(across), 4), round(max(down), 4)
