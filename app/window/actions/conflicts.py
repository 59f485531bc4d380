"""The command that resolves merge conflicts, and the notice that reports them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.language import plural, tr
from app.window.tabs import DiagramTab
from app.window.window_protocol import Desk
from blocks.base.errors import DiagramError
from blocks.document.merging.conflicts import Conflict, conflicts_in

if TYPE_CHECKING:
    from app.window.widgets.conflicts_window import ConflictsWindow
    from blocks.document.merging.settle import Choice


class ConflictWork(QObject):
    """The conflicts of the current diagram. Resolving one is an edit that can be undone."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk
        self._parent = parent
        self.window: ConflictsWindow | None = None

    def watch(self, tab: DiagramTab) -> None:
        count = len(conflicts_in(tab.document.diagram.document))
        if count:
            many = plural(count, "a conflict", "{n:,} conflicts")
            tab.notice.say(
                tr("A merge left {many} in this diagram.", many=many), tr("Resolve..."), self.show, tr("Later")
            )

    def there_are(self) -> bool:
        return bool(self._found())

    def show(self) -> None:
        if self.window is None:
            from app.window.widgets.conflicts_window import ConflictsWindow

            self.window = ConflictsWindow(self._parent)
            self.window.settled.connect(self._settle)
            self.window.chosen.connect(self._go_to)
        self.window.show_conflicts(self._found())
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def follow(self) -> None:
        if self.window is not None and self.window.isVisible():
            self.window.show_conflicts(self._found())

    def _found(self) -> tuple[Conflict, ...]:
        tab = self._desk.tab
        return () if tab is None else conflicts_in(tab.document.diagram.document)

    def _settle(self, conflicts: list[Conflict], choice: Choice) -> None:
        tab = self._desk.tab
        if tab is None or not conflicts:
            return
        from blocks.document.merging.settle import settle

        try:
            change = settle(tab.document.diagram, conflicts, choice)
            tab.document.end_gesture()
            tab.document.do(change, tr("Resolve conflict") if len(conflicts) == 1 else tr("Resolve conflicts"))
        except DiagramError as error:
            self._desk.ask.tell(tr("The conflict was not resolved."), str(error))
            return
        if not self._found():
            tab.notice.hide()
            if self.window is not None:
                self.window.close()
            self._desk.say(tr("All conflicts are resolved"))
        self.follow()

    def _go_to(self, conflict: Conflict) -> None:
        tab = self._desk.tab
        if tab is None or conflict.canvas is None or tab.document.canvas(conflict.canvas) is None:
            return
        tab.show_page(conflict.canvas)
        if conflict.block is not None and tab.scene.block_item(conflict.block) is not None:
            tab.scene.select([conflict.block])
            tab.view.center_on_block(conflict.block)
