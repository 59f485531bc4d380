"""The scene interface that layers and the overlay use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Protocol

from PySide6.QtCore import QPointF, QRectF

from app.canvas.drawing.blocks import Extras, Painters
from app.canvas.drawing.gradient_layer import GradientLayer
from app.canvas.drawing.signs import BreakLayer
from app.canvas.items import BlockItem, PinKey, WireItem
from app.canvas.mirror import SceneModel
from app.face.theme import Theme
from blocks.document.data import Wire


class SceneContext(Protocol):
    """A page as the canvas shows it. ``hurried``, ``zooming``: old images stay until new ones are painted."""

    mirror: SceneModel
    painters: Painters
    gradient: GradientLayer
    breaks: BreakLayer
    shown: Extras
    hurried: bool
    zooming: bool

    @property
    def gesture_moved(self) -> Any: ...

    @property
    def theme(self) -> Theme: ...

    @property
    def found(self) -> Collection[str]: ...

    def update(self) -> None: ...

    def update_around(self, rects: Iterable[QRectF], beyond: float) -> None: ...

    def block_item(self, block_id: str) -> BlockItem | None: ...

    def pin_position(self, key: PinKey, order: int = 0) -> QPointF | None: ...

    def refresh_result(self, item: BlockItem) -> None: ...

    def wire_text(self, item: WireItem) -> str: ...

    def is_old(self, block: str) -> bool: ...

    def selected_ids(self) -> list[str]: ...

    def selected_wires(self) -> Sequence[Wire]: ...

    def selected_notes(self) -> Sequence[int]: ...

    def selected_frames(self) -> Sequence[int]: ...
