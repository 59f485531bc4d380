"""The command palette: every command, found by a few letters of its name."""

from __future__ import annotations

from typing import Any, cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import (
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.panels.look import vertical
from app.panels.rows import SearchPopup
from app.window.menus.actions import Actions
from blocks.base.language import tr

_KEYS = Qt.ItemDataRole.UserRole + 1
_MENU_PATH = Qt.ItemDataRole.UserRole + 2
_NAME = Qt.ItemDataRole.UserRole
_KEYS_WIDE = 130
Index = QModelIndex | QPersistentModelIndex


def score(wanted: str, text: str) -> int | None:
    """Return how well letters match a text, or None if they do not occur in this order. Word starts count more.

    A whole phrase counts more than any letters: most as the whole text, then at its start, then at that of a word.

    >>> score("sa", "Save as") > score("sa", "Paste as")
    True
    """
    phrase, text = wanted.casefold().strip(), text.casefold()
    ranks = (text == phrase, text.startswith(phrase), f" {phrase}" in text)
    wanted, index, run = phrase.replace(" ", ""), 0, 0
    total = 1000 * (3 - ranks.index(True)) if True in ranks and phrase else 0
    for letter in wanted:
        at = text.find(letter, index)
        if at < 0:
            return None
        run = run + 1 if at == index and index else 0
        total += 3 * run + (8 if at == 0 or not text[at - 1].isalnum() else 0) - min(at - index, 5)
        index = at + 1
    return total


class CommandPalette(SearchPopup):
    WIDTH = 660
    HEIGHT = 380

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent, "commandPalette", tr("Type a command"), tr("Command"))
        self._actions = actions
        self.list.setItemDelegate(_CommandRow(self.list))
        self.list.setIconSize(QSize(16, 16))
        blank = QPixmap(16, 16)
        blank.fill(Qt.GlobalColor.transparent)
        self._blank = QIcon(blank)
        vertical(self.edit, self.list, to=self, margins=(8, 8, 8, 8))

    def open(self) -> None:
        parent = self._host
        width = min(self.WIDTH, parent.width() - 20)
        top = min(72, parent.height() // 10)
        self.setGeometry(QRect((parent.width() - width) // 2, top, width, min(self.HEIGHT, parent.height() - top - 10)))
        self._actions.refresh()
        self.appear()

    def _fill(self, text: str) -> None:
        rows: list[tuple[int, int, str]] = []
        wanted = text.casefold().strip() or " "
        for number, (name, command) in enumerate(self._actions.commands.items()):
            if name == "help.commands" or not self._actions[name].isEnabled():
                continue
            title = self._actions.text(name).removesuffix("...").replace("&", "")
            fits = score(text, title)
            if fits is None:
                fits = score(text, f"{'/'.join(self._actions.menu_path(name))} {title}")
                fits = None if fits is None else fits - 2040
            if any(alias.startswith(wanted) for alias in command.aliases):
                fits = max(fits or 0, 0)
            if fits is not None:
                rows.append((-fits if text else 0, number, name))
        self.list.clear()
        for _, _, name in sorted(rows):
            picture = self._actions[name].icon()
            item = QListWidgetItem(self._blank if picture.isNull() else picture, self._actions.text(name))
            item.setData(_NAME, name)
            item.setData(_KEYS, self._actions.shortcut_text(name))
            item.setData(_MENU_PATH, " > ".join(self._actions.menu_path(name)))
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self._fit()

    def _fit(self) -> None:
        margins = self.contentsMargins()
        around = 24 + self.edit.sizeHint().height() + margins.top() + margins.bottom() + 2 * self.list.frameWidth()
        wanted = around + max(1, self.list.count()) * max(self.list.sizeHintForRow(0), 24)
        self.resize(self.width(), min(self.HEIGHT, self._host.height() - self.y() - 10, wanted))

    def _choose(self, item: QListWidgetItem | None) -> None:
        self.cancel()
        if item is not None:
            self._actions.trigger(str(item.data(_NAME)))


class _CommandRow(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, 28)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        look = cast("Any", option)
        path = look.fontMetrics.horizontalAdvance(str(index.data(_MENU_PATH) or ""))
        room = look.rect.width() - _KEYS_WIDE - path - 64
        look.text = look.fontMetrics.elidedText(look.text, Qt.TextElideMode.ElideRight, max(0, room))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        look = cast("Any", option)  # the stubs of PySide6 do not know the fields of style options
        area: QRect = look.rect.adjusted(8, 0, -10, 0)
        colours: QPalette = look.palette
        marked = bool(look.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setPen((colours.text() if marked else colours.placeholderText()).color())
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, right, str(index.data(_KEYS) or ""))
        area.setRight(area.right() - _KEYS_WIDE)
        painter.drawText(area, right, str(index.data(_MENU_PATH) or ""))
        painter.restore()
