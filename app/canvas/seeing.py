"""What the canvas takes from checks and runs: dtypes, problems and results, brought into the form of faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from app.canvas.items import BlockItem
from app.core.results import Result
from app.face.face import Preview, Problem
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Shape

PinTypes = Mapping[tuple[str, str, int | None], tuple[DType | None, Shape]]


class PageInfo(Protocol):
    """What a check of a page found."""

    @property
    def pins(self) -> PinTypes:
        """Dtype and shape at each pin (block, pin, place in a list)."""
        ...

    @property
    def problems(self) -> Sequence[DiagramError]:
        """All faults of the page."""
        ...

    @property
    def warnings(self) -> Sequence[DiagramError]:
        """What a run found that is no fault, such as numbers that are none."""
        ...


class ResultStore(Protocol):
    """Where results are kept."""

    @property
    def changed(self) -> Any:
        """The signal that there are other results."""
        ...

    def preview(self, page: str, name: str) -> Preview | None:
        """A small view of a result, ``block.result_pin``; None if there is none."""
        ...

    def get(self, page: str, name: str) -> Result | None:
        """One result."""
        ...

    def history(self, page: str, name: str) -> list[tuple[int, float]]:
        """Steps and values of a scalar, oldest first."""
        ...


Types = dict[str, dict[tuple[str, int | None], tuple[str, str]]]


def info_of(info: PageInfo) -> tuple[Types, dict[str, tuple[Problem, ...]]]:
    """Per block: dtype and shape of its pins as texts, and its problems."""
    types: Types = {}
    for (block, pin, place), (dtype, shape) in info.pins.items():
        texts = ("" if dtype is None else dtype.short, "" if shape is None else shape_text(shape))
        types.setdefault(block, {})[pin, place] = texts
    problems: dict[str, tuple[Problem, ...]] = {}
    for error in (*info.problems, *info.warnings):
        if error.block is not None:
            warning = error in info.warnings
            found = Problem(error.sentence(), None if warning else error.pin, warning)
            problems[error.block] = (*problems.get(error.block, ()), found)
    return types, problems


def preview_of(store: ResultStore, page: str, item: BlockItem) -> Preview | None:
    """The view of the first result that a block has."""
    for pin in item.face.pins:
        if pin.kind == "result":
            found = store.preview(page, f"{item.id}.{pin.name}") or store.preview(page, f"{item.id}.{pin.name}[0]")
            if found is not None:
                return found
    return None
