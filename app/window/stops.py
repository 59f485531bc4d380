"""Breakpoints, steps back and surrogate gradients for the current page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from app.canvas.drawing.signs import BreakSign
from app.canvas.text import tip
from app.core.runs.breakpoints import PageBreakpoint
from app.core.runs.variables import reader
from app.core.verbs import Edit
from app.panels.runs.steps import StepsPanel, StepsState
from app.window.panel_table import STEPS
from app.window.tabs import DiagramTab, WindowPart, WindowProtocol
from blocks.base.errors import UsageError
from blocks.base.language import mark, tr
from blocks.document.data import INSTANCE, Endpoint
from blocks.document.paths import resolve_path

if TYPE_CHECKING:
    from blocks.transform.surrogates import SurrogateOffers


class StopsWork(WindowPart):
    def __init__(self, desk: WindowProtocol) -> None:
        super().__init__(desk)
        self._shown: tuple[DiagramTab, str] | None = None
        self.panel = desk.docks.panel(StepsPanel)
        panel, guarded = self.panel, self._guarded
        panel.back_wanted.connect(guarded(self._back))
        panel.first_bad_wanted.connect(guarded(self.first_bad))
        panel.condition_typed.connect(guarded(self._typed))
        panel.flipped.connect(guarded(self._set_on))
        panel.removed.connect(guarded(self._remove))
        panel.chosen.connect(guarded(self._go_to))

    def follow(self, tab: DiagramTab | None) -> None:
        if tab is None or not tab.page_name:
            self.panel.show_state(StepsState())
            return
        page, runner = tab.root_page, tab.engine.runner
        stopped = runner.stopped if runner.page == page else None
        breakpoints = tab.breakpoints.of(page)
        words = ""
        if stopped is not None:
            held = f": {stopped.condition}" if stopped.condition else ""
            words = tr("Stopped in step {step:,} at {at}{held}", step=stopped.step, at=stopped.at, held=held)
        self.panel.show_state(StepsState(runner.reach.get(page), runner.running, words, breakpoints))
        prefix = tab.engine.inside.prefix
        signs: dict[tuple[str, str], BreakSign] = {}
        for each in breakpoints:
            block, _, pin = each.pin.partition(".")
            if block.startswith(prefix):
                signs[block[len(prefix) :], pin.partition("[")[0]] = BreakSign(each.on, each.of_gradient)
        halted = "" if stopped is None else _block_at(stopped.at)
        tab.scene.set_breaks(signs, halted.removeprefix(prefix))
        if stopped is not None and self._shown != (tab, words):
            self._docks.show(STEPS)
            tab.go_to(page, halted)
            self._desk.say(tr("{words}. Press F10 to run the next block, or Run to continue", words=words))
        self._shown = None if stopped is None else (tab, words)

    def flip(self) -> None:
        tab = self._tab
        chosen = tab.scene.selected_ids()
        item = tab.scene.block_item(chosen[0]) if len(chosen) == 1 else None
        spec = None if item is None else tab.document.find(item.block.type)
        pin = None if spec is None else next((each.name for each in spec.outputs if each.kind == "tensor"), None)
        if item is None or pin is None:
            raise UsageError(tr("a breakpoint needs a tensor output: select a block that has one"))
        self._flip(tab, str(Endpoint(tab.engine.inside.prefix + item.id, pin)))

    def first_bad(self) -> None:
        tab = self._tab
        info = tab.engine.checker.infos.get(tab.root_page)
        of = "" if info is None else tab.engine.gradients.asked(info.page) or next(iter(info.losses), "")
        if not of:
            raise UsageError(tr("there is nothing to differentiate"), hint=tr("select a scalar and press D"))
        tab.engine.runner.first_bad(tab.root_page, of)

    def add_offers(self, menu: QMenu, tab: DiagramTab, at: QPointF) -> None:
        key = tab.tools.ground.pin_at(at)
        if key is not None and not _ended_at(tab, at):
            pin = _output(tab, key.endpoint, is_input=key.is_input)
            if pin is not None:
                menu.addSeparator()
                self._add(menu, tr("Break here"), lambda: self._flip(tab, pin))
                info = tab.engine.checker.infos.get(tab.root_page)
                if info is not None and info.losses:
                    loss = tab.engine.gradients.asked(info.page) or info.losses[0]
                    text = tr("Break here on the gradient of {loss}", loss=loss)
                    self._add(menu, text, lambda: self._flip(tab, f"grad({loss}, {pin})"))
            return
        self._add_surrogates(menu, tab, at)

    def _add_surrogates(self, menu: QMenu, tab: DiagramTab, at: QPointF) -> None:
        block = _ended_at(tab, at) or tab.scene.block_at(at) or ""
        item = tab.scene.block_item(block.partition("/")[0])
        spec = None if item is None else tab.document.find(item.block.type)
        if spec is None or (spec.discontinuity is None and "/" not in block):
            return
        from blocks.transform.surrogates import SurrogateOffers  # it elaborates, and few menus need it

        path = tab.engine.inside.prefix + block
        canvas = tab.document.diagram.canvas(tab.root_page)
        surrogates = SurrogateOffers(canvas, path, reader(tab.engine.source(tab.root_page)))
        if not surrogates.fitting:
            return
        menu.addSeparator()
        offers = menu.addMenu(tr("Add surrogate gradient"))
        offers.setToolTipsVisible(True)
        for each in surrogates.fitting:
            action = self._add(offers, each.name, lambda name=each.name: self._insert(tab, surrogates, path, name))
            action.setToolTip(tip(f"{each.sentence}\n{each.paper}"))
        offers.aboutToShow.connect(lambda: self._preview(tab, surrogates, offers))

    def _preview(self, tab: DiagramTab, surrogates: SurrogateOffers, menu: QMenu) -> None:
        info = tab.engine.checker.infos.get(tab.root_page)
        of = "" if info is None else tab.engine.gradients.asked(info.page) or next(iter(info.losses), "")
        for each, action in zip(surrogates.fitting, menu.actions(), strict=True):
            gains = surrogates.preview(each.name, of) if of else ()
            flows = ""
            if gains:
                flows = tr("\nThe gradient of {of} would then also reach {gains}.", of=of, gains=", ".join(gains[:6]))
            action.setToolTip(tip(f"{each.sentence}{flows}\n{each.paper}"))

    def _insert(self, tab: DiagramTab, surrogates: SurrogateOffers, path: str, name: str) -> None:
        document = tab.document
        canvas = resolve_path(document.diagram, tab.root_page, path)[0]
        before = {each.id for each in document.page(canvas).blocks}
        tab.insert(Edit(surrogates.insert(name), tr("Add {name} to {path}", name=name, path=path)))
        new = [each.id for each in document.page(canvas).blocks if each.id not in before]
        tab.go_to(tab.root_page, path.removesuffix(path.rpartition("/")[2]) + new[0])
        tab.scene.select(new)
        tab.view.reveal(tab.scene.content_rect(new))
        if canvas != tab.root_page:
            said = mark("Added to composite {canvas} and all its instances")
            self._desk.say(tr(said, canvas=canvas.removeprefix(INSTANCE)))

    def _add(self, menu: QMenu, text: str, work: Callable[[], None]) -> QAction:
        action = menu.addAction(text.replace("&", "&&"))
        action.triggered.connect(lambda: self._desk.guard(work))
        return action

    def _flip(self, tab: DiagramTab, at: str) -> None:
        there = tab.breakpoints.flip(tab.root_page, at)
        if there:
            self._docks.show(STEPS)
        self._desk.say(tr("Breakpoint set at {at}", at=at) if there else tr("Breakpoint removed at {at}", at=at))

    def _back(self, step: int) -> None:
        self._tab.engine.runner.back(self._tab.root_page, step)

    def _set_on(self, at: str, on: bool) -> None:
        self._tab.breakpoints.change(self._tab.root_page, at, on=on)

    def _remove(self, at: str) -> None:
        self._tab.breakpoints.remove(self._tab.root_page, at)

    def _go_to(self, at: str) -> None:
        self._tab.go_to(self._tab.root_page, _block_at(at))

    def _typed(self, at: str, condition: str) -> None:
        try:
            self._tab.breakpoints.change(self._tab.root_page, at, condition=condition)
        except UsageError:
            self.panel.refill()
            raise


def _ended_at(tab: DiagramTab, at: QPointF) -> str:
    mark = tab.scene.gradient.sign_at(tab.scene.mirror, at, tab.view.zoom)
    return "" if mark is None else mark.inside or mark.cut.block


def _output(tab: DiagramTab, end: Endpoint, *, is_input: bool) -> str | None:
    if is_input:
        wires = [wire for wire in tab.page.wires if wire.target == end]
        if len(wires) != 1:
            return None
        end = wires[0].source
    return str(end._replace(block=tab.engine.inside.prefix + end.block))


def _block_at(at: str) -> str:
    return PageBreakpoint(at).pin.partition(".")[0]
