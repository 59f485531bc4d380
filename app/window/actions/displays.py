"""Displays: new results, which flash or come to the front, and the commands of a display."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakKeyDictionary

import numpy as np
from PySide6.QtCore import QSize

from app.canvas.display_blocks.displays import Panel, result_name
from app.core import verbs
from app.core.document import Document
from app.panels.display_window import DisplayWindow, picture_of
from app.panels.views.saving import save_array, save_picture
from app.window.panel_table import BOTTOM, CHANGES, PANELS, PROBLEMS, RESULTS, STEPS, TIMINGS
from app.window.tabs import DiagramTab, WindowPart, WindowProtocol
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.files import portable_name
from blocks.base.language import tr

_FETCH = "fetch_outputs"
_GIVE_WAY = [panel.name for panel in PANELS if panel.area is BOTTOM and panel.name not in (STEPS, TIMINGS, CHANGES)]
"""The panels that the results may take the place of: who has one of the others in front looks at runs there."""


class RunResults(WindowPart):
    def __init__(self, desk: WindowProtocol, choose: Callable[[str, str], None]) -> None:
        super().__init__(desk)
        self._choose = choose
        self._wanted: DiagramTab | None = None
        self._shown: WeakKeyDictionary[DiagramTab, set[str]] = WeakKeyDictionary()

    def join(self, tab: DiagramTab) -> None:
        def finished(page: str, good: bool) -> None:
            self._finished(tab, page, good)

        def failed(_page: str, errors: list[DiagramError]) -> None:
            if tab is self._desk.tab:
                where = f"{errors[0].block}: " if errors[0].block else ""
                self._desk.warn(tr("The run failed: {found}", found=where + sentence_of(errors[0])))

        tab.engine.runner.finished.connect(finished)
        tab.engine.runner.failed.connect(failed)

    def expect(self, tab: DiagramTab) -> None:
        self._wanted = tab

    def _finished(self, tab: DiagramTab, page: str, good: bool) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is not tab or tab is not self._desk.tab or page != tab.root_page or not tab.page_name:
            return
        may_show = any(map(self._docks.is_open, _GIVE_WAY))
        if not good:
            if may_show and tab.engine.problems(page):
                self._docks.show(PROBLEMS)
            return
        displays = self._displays_in_sight(tab)
        if displays:
            tab.scene.flash.show(displays)
        elif may_show:
            self._docks.show(RESULTS)
            self._choose_first(tab)

    def _displays_in_sight(self, tab: DiagramTab) -> list[str]:
        seen = tab.view.visible_rect()
        return [item.id for item in tab.scene.mirror.order if item.is_display and seen.contains(item.rect.center())]

    def _choose_first(self, tab: DiagramTab) -> None:
        """Select the first scalar that a session fetches, else its first result; once per page."""
        shown = self._shown.setdefault(tab, set())
        if tab.page_name in shown or tab.scene.selected_ids():
            return
        shown.add(tab.page_name)
        type_of = tab.scene.mirror.type_of
        wires = [wire for wire in tab.page.wires if wire.target.pin == _FETCH]
        names = [result_name(wire.source, type_of(wire.source.block)) for wire in wires]
        results = {name: tab.engine.inside.get(tab.page_name, name) for name in names}
        there = [name for name, result in results.items() if result is not None]
        numbers = [name for name, result in results.items() if result is not None and result.value.size == 1]
        if there:
            self._choose(tab.page_name, (numbers or there)[0])


LOGARITHMIC = "logarithmic"


class DisplayWork(WindowPart):
    @property
    def chosen(self) -> str:
        tab = self._desk.tab
        ids = tab.scene.selected_ids() if tab is not None and tab.page_name else []
        item = tab.scene.block_item(ids[0]) if tab is not None and len(ids) == 1 else None
        return item.id if item is not None and item.is_display else ""

    @property
    def has_scale(self) -> bool:
        tab = self._desk.tab
        spec = tab.scene.mirror.type_of(self.chosen) if tab is not None and self.chosen else None
        return spec is not None and spec.attribute(LOGARITHMIC) is not None

    @property
    def is_logarithmic(self) -> bool:
        tab = self._desk.tab
        item = tab.scene.block_item(self.chosen) if tab is not None and self.chosen else None
        return item is not None and item.block.values.get(LOGARITHMIC) is True

    def enlarge(self) -> None:
        tab = self._desk.tab
        if tab is None or not self.chosen:
            return
        window = DisplayWindow(tab.scene, self.chosen, self._desk.host)

        def act(what: str) -> None:
            self._desk.guard(lambda: self._do(tab, window.block, what))

        window.asked.connect(act)
        window.show()

    def do(self, what: str) -> None:
        if self._desk.tab is not None and self.chosen:
            self._do(self._desk.tab, self.chosen, what)

    def _do(self, tab: DiagramTab, block: str, what: str) -> None:
        page = tab.page_name
        if what == LOGARITHMIC:
            self._flip(tab.document, page, block)
        elif what == "clear":
            panel = tab.scene.panel_of(block)
            prefix = tab.engine.inside.prefix
            keys = [] if panel is None else [f"{prefix}{reading.key}" for reading in panel.readings]
            tab.engine.store.forget(tab.root_page, keys)
        elif what == "export":
            self._export(tab.scene.panel_of(block), tab, block)

    def _flip(self, document: Document, page: str, block: str) -> None:
        now = next(each.values.get(LOGARITHMIC) is True for each in document.page(page).blocks if each.id == block)
        edit = verbs.set_value(document.page(page), block, LOGARITHMIC, not now)
        if edit is not None:
            document.do(*edit)

    def _export(self, panel: Panel | None, tab: DiagramTab, block: str) -> None:
        table = None if panel is None else panel.table()
        if panel is None or table is None:
            self._desk.say(tr("There is no result yet. Run the page first"))
            return
        kinds = ";;".join((tr("Images (*.png)"), tr("Tables (*.csv)"), "NumPy (*.npy)"))
        path = self._desk.ask.file_to_save(tr("Export display"), f"{portable_name(block)}.png", kinds, "png")
        if path is None:
            return
        if path.suffix.lower() in (".csv", ".npy"):
            save_array(np.asarray(table), str(path))
        else:
            rect = tab.scene.block_rect(block)
            size = QSize(900, max(300, round(900 * rect.height() / rect.width())))
            save_picture(picture_of(panel, size, tab.scene.theme), str(path))
        self._desk.say(tr("Exported {name}", name=path.name))
