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
        lead: the index of the axes before the last two.
        history: steps and values of a scalar.
    """

    name: str
    result: Result
    lead: tuple[int, ...] = ()
    history: Sequence[tuple[float, float]] = ()

    @property
    def array(self) -> Array:
        return self.result.value


class View(QWidget):
    title = ""

    @staticmethod
    def fits(result: Result) -> bool:
        raise NotImplementedError

    def show_result(self, shown: Shown) -> None:
        """Show a result; called only while the view is visible."""
        raise NotImplementedError

    def picture(self) -> QImage:
        return self.grab().toImage()
