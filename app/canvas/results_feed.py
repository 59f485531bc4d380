"""Adapters from checks and runs to block faces: dtypes, problems and results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from app.canvas.items import BlockItem
from app.core.runs.results import Past, Result
from app.engine_texts import sentence_of
from app.face.face import Preview, Problem
from blocks.base.errors import DiagramError
from blocks.elaborate.losses import Training
from blocks.elaborate.pins import Pins


class PageInfo(Protocol):
    """The result of checking a page."""

    @property
    def pins(self) -> Pins:
        """Dtype and shape at each pin (block, pin, index in a list)."""
        ...

    @property
    def problems(self) -> Sequence[DiagramError]:
        """All faults of the page."""
        ...

    @property
    def trainings(self) -> Mapping[str, Training]:
        """What blocks train, and what they do not, by block."""
        ...

    @property
    def warnings(self) -> Sequence[DiagramError]:
        """What a run found that is no fault, such as numbers that are none."""
        ...


class ResultStore(Protocol):
    """The interface of a result store."""

    @property
    def changed(self) -> Any:
        """The signal that there are other results."""
        ...

    def results(self, page: str) -> Mapping[str, Result]:
        """The results of a page by their names, ``block.result_pin``."""
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

    def past(self, page: str, name: str) -> tuple[Past, ...]:
        """A scalar in the earlier runs that are drawn beside the one in front."""
        ...

    def past_names(self, page: str) -> list[str]:
        """The scalars of the earlier runs that are drawn."""
        ...

    def is_old(self, page: str, block: str) -> bool:
        """Whether a block's results are of before an edit that may have made them others."""
        ...


def other_types(pins: Pins, before: Pins) -> set[str]:
    """The blocks with other dtypes or shapes at their pins than before."""
    if pins is before:
        return set()
    old = before.blocks
    changed = {block for block, types in pins.blocks.items() if old.get(block) is not types}
    return changed | (old.keys() - pins.blocks.keys())


def problems_of(
    info: PageInfo, unfinished: Sequence[DiagramError] = (), advice: Sequence[DiagramError] = ()
) -> dict[str, tuple[Problem, ...]]:
    """Return what is wrong or odd at each block, not there yet, or will go wrong later."""
    still_open = set(map(id, unfinished))
    problems: dict[str, tuple[Problem, ...]] = {}
    for errors, warning in ((info.problems, False), (info.warnings, True), (advice, True)):
        for error in errors:
            if error.block is not None:
                problem = Problem(sentence_of(error), None if warning else error.pin, warning, id(error) in still_open)
                block = error.block.partition("/")[0]  # what is wrong inside of an instance is marked there
                problems[block] = (*problems.get(block, ()), problem)
    return problems


def preview_of(store: ResultStore, page: str, item: BlockItem) -> Preview | None:
    """The view of the first result that a block has."""
    for pin in item.face.pins:
        if pin.kind == "result":
            preview = store.preview(page, f"{item.id}.{pin.name}") or store.preview(page, f"{item.id}.{pin.name}[0]")
            if preview is not None:
                return preview._replace(is_old=store.is_old(page, item.id))
    return None
