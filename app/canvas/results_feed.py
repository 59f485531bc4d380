"""Adapters from checks and runs to block faces: dtypes, problems and results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias

from app.canvas.items import BlockItem
from app.core.runs.results import InstanceResults, ResultStore
from app.face.face import BlockProblem, Preview
from blocks.analysis.losses import Training
from blocks.analysis.pins import Pins
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError


class PageInfoSource(Protocol):
    @property
    def pins(self) -> Pins: ...

    @property
    def problems(self) -> Sequence[DiagramError]: ...

    @property
    def trainings(self) -> Mapping[str, Training]: ...

    @property
    def warnings(self) -> Sequence[DiagramError]: ...


Results: TypeAlias = ResultStore | InstanceResults


def other_types(pins: Pins, before: Pins) -> set[str]:
    old = before.blocks
    same = [block for block, types in pins.blocks.items() if (known := old.get(block)) is types or known == types]
    return (pins.blocks.keys() | old.keys()).difference(same)


def problems_of(
    info: PageInfoSource, unfinished: Sequence[DiagramError] = (), advice: Sequence[DiagramError] = ()
) -> dict[str, tuple[BlockProblem, ...]]:
    still_open = set(map(id, unfinished))
    problems: dict[str, tuple[BlockProblem, ...]] = {}
    for errors, warning in ((info.problems, False), (info.warnings, True), (advice, True)):
        for error in errors:
            if error.block is not None:
                pin = None if warning else error.pin
                problem = BlockProblem(sentence_of(error), pin, warning, id(error) in still_open)
                block = error.block.partition("/")[0]  # what is wrong inside of an instance is marked there
                problems[block] = (*problems.get(block, ()), problem)
    return problems


def preview_of(store: Results, page: str, item: BlockItem) -> Preview | None:
    for pin in item.face.pins:
        if pin.kind == "result":
            result = store.get(page, f"{item.id}.{pin.name}") or store.get(page, f"{item.id}.{pin.name}[0]")
            if result is not None:
                return result.preview._replace(is_old=store.is_old(page, item.id))
    return None
