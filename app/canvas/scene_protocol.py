"""The scene interface that layers and the overlay use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from PySide6.QtCore import QPointF, QRectF

from app.canvas.drawing.blocks import Painters
from app.canvas.drawing.gradient_layer import GradientLayer
from app.canvas.drawing.signs.break_signs import BreakLayer
from app.canvas.items import BlockItem, PinKey, WireItem
from app.canvas.mirror import Mirror
from app.face.theme import Theme
from blocks.document.data import Wire


class Extras(NamedTuple):
    """The items shown in addition to blocks and wires.

    Attributes:
        shapes: dtypes and shapes at pins.
        values: on each wire, what it carried in the last step.
        dim: wires fade unless they are selected or at a selected block, as long as anything is selected.
        by_dtype: wires have the colours of what they carry, as a check found out, and not of where they begin.
    """

    shapes: bool = True
    values: bool = False
    dim: bool = False
    by_dtype: bool = False


class Stage(Protocol):
    """A page as the canvas shows it.

    Attributes:
        mirror, painters: what stands on the page, and who paints it.
        gradient: what is painted of a gradient.
        breaks: what is painted of breakpoints.
        shown: what is shown beside blocks and wires.
        hurried, zooming: a zoom goes on: old pictures serve while there is no time for new ones.
    """

    mirror: Mirror
    painters: Painters
    gradient: GradientLayer
    breaks: BreakLayer
    shown: Extras
    hurried: bool
    zooming: bool

    @property
    def gesture_moved(self) -> Any:
        """The signal that a gesture has come elsewhere."""
        ...

    @property
    def theme(self) -> Theme:
        """The colours."""
        ...

    @property
    def found(self) -> Collection[str]:
        """The blocks that a search found."""
        ...

    def update(self) -> None:
        """Paint everything again."""
        ...

    def update_around(self, rects: Iterable[QRectF], beyond: float) -> None:
        """Paint these parts of the page again, and what lies so far around them, in the page and on the screen."""
        ...

    def block_item(self, block_id: str) -> BlockItem | None:
        """The block of this id."""
        ...

    def pin_position(self, key: PinKey, order: int = 0) -> QPointF | None:
        """Where a pin is."""
        ...

    def refresh_result(self, item: BlockItem) -> None:
        """Bring what a block shows of its result up to date."""
        ...

    def wire_text(self, item: WireItem) -> str:
        """What a wire carried in the last step, in a few letters; empty if it is not known."""
        ...

    def is_old(self, block: str) -> bool:
        """Whether a block's results are of before an edit that may have made them others."""
        ...

    def selected_ids(self) -> list[str]:
        """The selected blocks."""
        ...

    def selected_wires(self) -> Sequence[Wire]:
        """The selected wires."""
        ...

    def selected_notes(self) -> Sequence[int]:
        """The selected notes."""
        ...

    def selected_frames(self) -> Sequence[int]:
        """The selected frames."""
        ...
