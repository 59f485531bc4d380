"""The state that the parts of the Gradient panel show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from app.canvas.display_blocks.displays import result_name
from app.core.runs.gradient import PageGradients
from app.core.runs.results import InstanceResults, Result, ResultStore
from app.core.runs.what_if import WhatIfs
from app.face.gradient import GradientFace, Strip
from blocks.document.data import Block, Endpoint, pins_type
from blocks.graph.spec import BlockSpec
from blocks.run.monitoring.statistics import Measured
from blocks.worker.page_checks import PageInfo
from blocks.worker.state import PageSource


class GradientState(NamedTuple):
    """The gradient of the current page (``face`` None: off), and the block's path if exactly one is selected."""

    info: PageInfo
    face: GradientFace | None
    gradients: PageGradients
    store: ResultStore
    source: PageSource
    selected: str
    find: Callable[[str], BlockSpec | None]
    what_if: WhatIfs
    block: Block | None
    results: InstanceResults

    @property
    def page(self) -> str:
        return self.info.page.name

    @property
    def asked(self) -> str:
        """Return the differentiated value; empty if there is none."""
        return self.gradients.asked(self.info.page) or next(iter(self.info.losses), "")

    @property
    def moment(self) -> Measured | None:
        return self.gradients.moment(self.page)

    @property
    def is_last(self) -> bool:
        """Return whether the shown step is the last one, of which all elements are kept."""
        steps, moment = self.gradients.steps(self.page), self.moment
        return moment is None or moment.step == steps[-1]

    def outputs(self) -> list[Endpoint]:
        spec = self.find(pins_type(self.block)) if self.block is not None else None
        names = [pin.name for pin in spec.outputs] if spec is not None else []
        outputs = [Endpoint(*key) for key in self.info.pins if key[0] == self.selected and key[1] in names]
        return sorted(outputs, key=lambda each: (names.index(each.pin), each.index or 0))

    def result_of(self, output: Endpoint) -> str:
        """Return the result name of an output of the selected block; empty if it has none."""
        return "" if self.block is None else result_name(output, self.find(pins_type(self.block)))

    def value_of(self, output: Endpoint) -> Result | None:
        """Return an output's value in the last step; inside a loop, in the shown iteration."""
        name = self.result_of(output)
        return self.results.get(self.results.canvas, name.removeprefix(self.results.prefix)) if name else None

    @property
    def loop(self) -> str:
        """Return the path of the selected or innermost enclosing loop with known norms; empty without one."""
        strips: Mapping[str, tuple[Strip, ...]] = self.face.strips if self.face is not None else {}
        here = self.selected or self.results.prefix
        return max((each for each in strips if f"{here}/".startswith(f"{each}/")), key=len, default="")

    def round_of(self, loop: str) -> int | None:
        """Return the shown iteration of a loop; None outside the loop or at its last iteration."""
        steps = self.results.path.ids
        loops = zip(self.results.loops, self.results.rounds, strict=True)
        return next((number for step, number in loops if "/".join(steps[: step + 1]) == loop), None)


class PanelPart(QWidget):
    title = ""
    go_to = Signal(str)
    why_wanted = Signal(str)
    said = Signal(str)

    def show_state(self, state: GradientState | None) -> None:
        """Show a state; called only while the part is visible. None: there is no gradient."""
        raise NotImplementedError


def fill_names(combo: QComboBox, names: Iterable[str], wanted: str) -> str:
    """Fill a combo box with signals blocked; return the current entry."""
    items = list(names)
    with QSignalBlocker(combo):
        if [combo.itemText(i) for i in range(combo.count())] != items:
            combo.clear()
            combo.addItems(items)
        index = combo.findText(wanted)
        combo.setCurrentIndex(index if index >= 0 else 0 if items else -1)
    return combo.currentText()
