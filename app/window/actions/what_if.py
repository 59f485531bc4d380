"""The what-if commands: start a what-if on the canvas, show it there, and apply it as an edit."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QPointF

from app.canvas.items import PinKey
from app.canvas.tools.offers import Offer
from app.core.runs.what_if import PICTURES
from app.core.verbs.gradient.apply_what_if import make_so
from app.language import tr
from app.panels.gradient import GradientPanel
from app.window.tabs import DiagramTab
from app.window.widgets.docks import Docks
from app.window.widgets.panel_table import GRADIENT
from app.window.window_protocol import Desk, front_tab
from blocks.base.errors import UsageError
from blocks.document.data import INSTANCE, Endpoint

_STOPS = ("stop_gradient", "prevent_gradient")
_TYPES = ("StopGradient", "PreventGradient")


class WhatIfWork(QObject):
    """The current what-if of the current page."""

    def __init__(self, desk: Desk, docks: Docks, show: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._docks = docks
        self._panel: GradientPanel | None = None
        self._show = show

    def serve(self, panel: GradientPanel) -> None:
        self._panel, part = panel, panel.what_if
        part.lift_wanted.connect(self._lift_wanted)
        part.picture_wanted.connect(self._show_picture)
        part.make_wanted.connect(lambda: self._desk.guard(self.make_so))
        part.end_wanted.connect(self.end)

    @property
    def is_on(self) -> bool:
        tab = self._desk.tab
        return tab is not None and bool(tab.engine.what_if.asked) and tab.engine.what_if.asked.page == tab.root_page

    @property
    def can_ask(self) -> bool:
        tab = self._desk.tab
        return tab is not None and self._is_shown_here(tab) and len(tab.scene.selected_ids()) == 1

    def offers(self, at: QPointF) -> Iterator[Offer]:
        tab = self._desk.tab
        if tab is None or not self._is_shown_here(tab):
            return
        stop, pin = self._stop_at(tab, at), tab.tools.ground.pin_at(at)
        if stop and pin is None:
            lifted = self._path(tab, stop) in tab.engine.what_if.asked.lift and self.is_on
            text = tr("What-if: restore this stop") if lifted else tr("What-if: ignore this stop")
            yield text, lambda: self._desk.guard(lambda: self.flip_lift(self._path(tab, stop)))
        output = self._output_of(tab, pin) if pin is not None and self._has_gradient(tab) else None
        if output is not None:
            name = self._path(tab, str(output))
            cut = name in tab.engine.what_if.asked.cut and self.is_on
            text = (
                tr("What-if: remove the stop at {output}", output=output)
                if cut
                else tr("What-if: stop at {output}", output=output)
            )
            yield text, lambda: self._desk.guard(lambda: self.flip_cut(name))

    def ask(self) -> None:
        """Ignore the selected gradient stop, or stop the gradient at the first output of another block."""
        tab = self._tab
        [block] = tab.scene.selected_ids()
        if self._is_stop(tab, block):
            self.flip_lift(self._path(tab, block))
            return
        outputs = [key for key in tab.scene.pins_of(block) if not key.is_input]
        output = next((each for key in outputs if (each := self._output_of(tab, key)) is not None), None)
        if output is None:
            raise UsageError(tr("{block} has no tensor output, so no gradient can stop there", block=block))
        self.flip_cut(self._path(tab, str(output)))

    def flip_lift(self, block: str) -> None:
        self._begin()
        self._tab.engine.what_if.flip_lift(self._tab.root_page, block)

    def flip_cut(self, pin: str) -> None:
        self._begin()
        self._tab.engine.what_if.flip_cut(self._tab.root_page, pin)

    def show_next(self) -> None:
        what_if = self._tab.engine.what_if
        what_if.show(PICTURES[(PICTURES.index(what_if.picture) + 1) % len(PICTURES)])

    def make_so(self) -> None:
        tab = self._tab
        asked = tab.engine.what_if.asked
        edit = make_so(tab.document.diagram.document, asked.page, asked.lift, asked.cut, tab.document.find)
        self.end()
        if edit is not None:
            tab.insert(edit)
            self._desk.say(tr("{text}. Use Undo to revert it", text=edit.text))

    def end(self) -> None:
        if self._desk.tab is not None:
            self._desk.tab.engine.what_if.end()

    @property
    def _tab(self) -> DiagramTab:
        return front_tab(self._desk)

    def _begin(self) -> None:
        if not self._tab.engine.gradients.is_shown(self._tab.root_page):
            self._show()
        self._docks.show(GRADIENT)
        if self._panel is not None:
            self._panel.show_what_if()

    def _show_picture(self, name: str) -> None:
        if self._desk.tab is not None:
            self._desk.tab.engine.what_if.show(name)

    def _lift_wanted(self, block: str) -> None:
        self._desk.guard(lambda: self.flip_lift(block))

    def _is_shown_here(self, tab: DiagramTab) -> bool:
        return bool(tab.page_name) and (not tab.page_name.startswith(INSTANCE) or bool(tab.engine.inside.path.ids))

    def _has_gradient(self, tab: DiagramTab) -> bool:
        return tab.engine.gradients.is_shown(tab.root_page)

    def _path(self, tab: DiagramTab, name: str) -> str:
        return tab.engine.inside.prefix + name

    def _stop_at(self, tab: DiagramTab, at: QPointF) -> str:
        mark = tab.scene.gradient.sign_at(tab.scene.mirror, at, tab.view.transform().m11())
        if mark is not None and mark.cut.kind in _STOPS:
            block = mark.inside or mark.cut.block
            if mark.inside or self._is_stop(tab, block):
                return block
        block = tab.scene.block_at(at) or ""
        return block if self._is_stop(tab, block) else ""

    def _is_stop(self, tab: DiagramTab, block: str) -> bool:
        item = tab.scene.block_item(block) if block else None
        return item is not None and item.block.type in _TYPES and not item.block.muted

    def _output_of(self, tab: DiagramTab, pin: PinKey) -> Endpoint | None:
        """Return the output pin, or the source of the input pin; None if it does not carry a tensor."""
        endpoint = pin.endpoint
        if pin.is_input:
            wires = [wire for wire in tab.page.wires if wire.target == endpoint._replace(index=None)]
            if len(wires) != 1:
                return None
            endpoint = wires[0].source
        info = tab.engine.checker.infos.get(tab.page_name)
        known = info.pins if info is not None else ()
        pins = [each for each in known if each[:2] == endpoint[:2] and endpoint.index in (None, each[2])]
        floats = info is not None and any(info.pins[each][0].is_differentiable for each in pins)
        return endpoint if floats else None
