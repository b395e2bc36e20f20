"""A page's own coordinates are converted to those of the page as it is shown."""

from __future__ import annotations

from dataclasses import dataclass

from benchwright.readers.pdf.page import Rect


@dataclass(frozen=True, slots=True)
class PageTransform:
    """How a page's own coordinates (from below, not turned) become those of this package. `turned` counts quarter
    turns clockwise; left, bottom, right, top bound what is shown of the page."""

    left: float
    bottom: float
    right: float
    top: float
    turned: int = 0

    @property
    def width(self) -> float:
        return self.top - self.bottom if self.turned % 2 else self.right - self.left

    @property
    def height(self) -> float:
        return self.right - self.left if self.turned % 2 else self.top - self.bottom

    def point(self, x: float, y: float) -> tuple[float, float]:
        """The place of a point of the page, as shown."""
        if self.turned == 0:
            return x - self.left, self.top - y
        if self.turned == 1:
            return y - self.bottom, x - self.left
        if self.turned == 2:
            return self.right - x, y - self.bottom
        return self.top - y, self.right - x

    def rect(self, left: float, bottom: float, right: float, top: float) -> Rect:
        """The place of a rectangle of the page, as shown."""
        x0, y0 = self.point(left, bottom)
        x1, y1 = self.point(right, top)
        return Rect(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
