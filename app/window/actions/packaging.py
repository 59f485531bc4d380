"""The commands for packages: managing them, and updating the copies in the current diagram."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.core.package_offers import offers
from app.language import tr
from app.window.widgets.package_manager import PackageManager
from app.window.widgets.package_update import PackageUpdate
from app.window.window_protocol import Desk
from blocks.document.packages.copies import copies


class Packaging(QObject):
    """The commands that open the package windows."""

    changed = Signal()

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk
        self._window = parent
        self.manager: PackageManager | None = None
        self.update_window: PackageUpdate | None = None

    def manage(self) -> None:
        if self.manager is None:
            self.manager = PackageManager(self._window, self._desk.ask)
            self.manager.changed.connect(self.changed)
        else:
            self.manager.fill()
        offers.forget()  # another program may have added some
        self.changed.emit()
        self.manager.show()
        self.manager.raise_()

    @property
    def has_copies(self) -> bool:
        tab = self._desk.tab
        return tab is not None and any(view.origin is not None for view in tab.document.diagram.composites)

    def update(self, name: str = "") -> None:
        """Compare copies with their libraries: one composite type, or (empty) all unedited ones."""
        tab = self._desk.tab
        if tab is None:
            return
        offers.forget()
        document = tab.document.diagram.document
        copied = copies(document, offers.packages().get)
        names = [name] if name else [copy.canvas for copy in copied if copy.differs and not copy.is_edited]
        window = self.update_window = PackageUpdate(self._window, document, copied, names)
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.setModal(True)

        def done() -> None:
            if window.used is not None:
                changed = ", ".join(each[1:] for each in window.used.changed)
                tab.document.do(window.used.change, tr("Update {changed}", changed=changed))
                tab.document.end_gesture()

        window.accepted.connect(done)
        window.show()
