"""The base class of all views of a result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from app.core.runs.results import Result
from blocks.base.types import Array


class Shown(NamedTuple):
    """The result to show.

    Attributes:
        name: the result's name, ``block.result_pin``.
        result: the result.
        lead: where on the axes before the last two.
        history: steps and values, if it is a scalar.
    """

    name: str
    result: Result
    lead: tuple[int, ...] = ()
    history: Sequence[tuple[float, float]] = ()

    @property
    def array(self) -> Array:
        """The values."""
        return self.result.value


class View(QWidget):
    """A view of a result."""

    title = ""

    @staticmethod
    def fits(result: Result) -> bool:
        """Whether a result can be shown in this view."""
        raise NotImplementedError

    def show_result(self, shown: Shown) -> None:
        """Show a result; it is asked for only while the view can be seen."""
        raise NotImplementedError

    def picture(self) -> QImage:
        """What is seen now."""
        return self.grab().toImage()
