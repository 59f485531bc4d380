"""The commands of a display: enlarge, change the scale, export its data or image, clear its history."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize

from app.canvas.display_blocks.displays import Panel
from app.core import verbs
from app.core.document import Document
from app.language import tr
from app.panels.display_window import DisplayWindow, picture_of
from app.panels.views.saving import save_array, save_picture
from app.window.tabs import DiagramTab, WindowPart
from blocks.base.files import portable_name

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
            document.end_gesture()

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
