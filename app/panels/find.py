"""The find bar above the canvas: it finds blocks by id, type, value and state."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QToolButton, QWidget

from app.core.document import Document
from app.panels.look import PagePanel, Text, acting, horizontal, symbol
from app.panels.properties.fields import IconButton
from blocks.base.language import mark, plural, tr
from blocks.base.literal_show import text_of
from blocks.document.data import Block, Page, pins_type
from blocks.graph.spec import BlockSpec
from blocks.library.registry import find as find_in_library

_DELAY = 60


class FindBar(PagePanel):
    """A search in all pages of the current diagram, the current page first.

    Enter goes to the next match, Shift+Enter to the previous one, Escape closes.
    """

    go_to = Signal(str, str)
    found_changed = Signal(list)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._faulty: Mapping[str, Collection[str]] = {}
        self._found: list[Match] = []
        self._index = -1
        self.edit = QLineEdit(self, placeholderText=tr("Find by name, type, value or state (is:error, is:unused)"))
        self.edit.setAccessibleName(tr("Find blocks"))
        self.edit.setClearButtonEnabled(True)
        self.edit.setMinimumWidth(220)
        self.edit.addAction(symbol("find"), QLineEdit.ActionPosition.LeadingPosition)
        self.edit.installEventFilter(self)
        self.count = Text("", "dim", parent=self)
        self.count.setMinimumWidth(self.count.fontMetrics().horizontalAdvance(tr("no matches")) + 16)
        self.before = acting(IconButton("up", tr("Previous (Shift+Enter)"), self), lambda: self.step(-1))
        self.after = acting(IconButton("down", tr("Next (Enter)"), self), lambda: self.step(1))
        self.filters = QToolButton(self, popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
        self.filters.setText(tr("Filter"))
        self.filters.setToolTip(tr("Filter blocks by state"))
        self.filters.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu = QMenu(self.filters)
        for state, words in STATES.items():
            menu.addAction(tr(words), lambda state=state: self.add_state(state))
        self.filters.setMenu(menu)
        self.close_button = acting(IconButton("close", tr("Close (Esc)"), self), self.close_bar)
        parts = ((self.edit, 1), self.count, self.before, self.after, self.filters, self.close_button)
        horizontal(*parts, to=self, margins=(8, 5, 6, 5), spacing=4)
        self.setFocusProxy(self.edit)
        self._soon = QTimer(self, singleShot=True, interval=_DELAY)
        self._soon.timeout.connect(self._search)
        self.edit.textChanged.connect(self._typed)
        self._show_count()

    def open(self, text: str | None = None) -> None:
        if text is not None:
            self.edit.setText(text)
        self.show()
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.edit.selectAll()
        self._search()

    def close_bar(self) -> None:
        self._soon.stop()
        self.hide()
        self._found, self._index = [], -1
        self.found_changed.emit([])
        self.closed.emit()

    def set_faulty(self, faulty: Mapping[str, Collection[str]]) -> None:
        self._faulty = faulty
        if self.isVisible() and "is:" in self.edit.text():
            self._soon.start()

    def add_state(self, state: str) -> None:
        words = [word for word in self.edit.text().split() if not word.startswith("is:")]
        self.edit.setText(" ".join([f"is:{state}", *words]))
        self.edit.setFocus()
        self._search()

    def found(self) -> list[Match]:
        return list(self._found)

    def step(self, by: int) -> None:
        if self._soon.isActive():
            self._search()
        if not self._found:
            return
        if self._index < 0:
            self._index = 0 if by > 0 else len(self._found) - 1
        else:
            self._index = (self._index + by) % len(self._found)
        self._show_count()
        self.go_to.emit(*self._found[self._index])

    def refresh(self) -> None:
        if self.isVisible() and self.edit.text().strip():
            self._soon.start()

    def show_page(self, document: Document | None, page: str = "") -> None:
        own = document is self.document and any(match.page == page for match in self._found)
        super().show_page(document, page)
        if own:
            # It was we who went there.
            self.found_changed.emit([match.block for match in self._found if match.page == page])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        enter = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in enter:
            event.accept()  # the canvas behind it has a command with Shift+Enter
            return True
        if watched is self.edit and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in enter:
                self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
                return True
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                self.step(1 if event.key() == Qt.Key.Key_Down else -1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.close_bar()
                return True
        return super().eventFilter(watched, event)

    def _typed(self) -> None:
        self._index = -1
        self._soon.start()

    def _search(self) -> None:
        self._soon.stop()
        before = self._found[self._index] if 0 <= self._index < len(self._found) else None
        pages = [view.snapshot() for view in self.document.canvases] if self.document is not None else []
        names = [page.name for page in pages]
        if self._index < 0 and self.page_name in names:
            here = names.index(self.page_name)
            pages = pages[here:] + pages[:here]
        elif self._found:
            order = {name: index for index, name in enumerate(dict.fromkeys(match.page for match in self._found))}
            pages.sort(key=lambda page: order.get(page.name, len(order)))
        find = find_in_library if self.document is None else self.document.find
        self._found = matches(self.edit.text(), pages, self._faulty, find)
        self._index = self._found.index(before) if before is not None and before in self._found else -1
        self._show_count()
        self.found_changed.emit([match.block for match in self._found if match.page == self.page_name])

    def _show_count(self) -> None:
        number = len(self._found)
        if not self.edit.text().strip():
            self.count.setText("")
        elif not number:
            self.count.setText(tr("no matches"))
        elif self._index < 0:
            self.count.setText(plural(number, "{n} block", "{n:,} blocks"))
        else:
            self.count.setText(tr("{place:,} of {number:,}", place=self._index + 1, number=number))
        self.count.set_tone("error" if self.edit.text().strip() and not number else "dim")
        self.before.setEnabled(number > 0)
        self.after.setEnabled(number > 0)


Find = Callable[[str], BlockSpec | None]
STATES = {
    "error": mark("Blocks with a problem"),
    "unused": mark("Blocks with unused outputs"),
    "unwired": mark("Blocks without wires"),
    "muted": mark("Muted blocks"),
    "collapsed": mark("Collapsed blocks"),
    "unknown": mark("Blocks of an unknown type"),
    "stateful": mark("Variables and blocks that change them"),
}
_WORD = re.compile(r'(-?)(?:(\w+):)?(?:"([^"]*)"?|(\S+))')
_KEYS = ("id", "type", "value", "is", "note")


class Term(NamedTuple):
    """One word of a query: ``type:Const``, ``-is:muted``."""

    key: str
    text: str
    negated: bool = False


class Match(NamedTuple):
    page: str
    block: str


def terms(query: str) -> list[Term]:
    """Split a query into words that must all match; a ``-`` before a word negates it."""
    parsed: list[Term] = []
    for sign, key, quoted, plain in _WORD.findall(query):
        text = quoted or plain
        if not text:
            continue
        if key and key.casefold() not in _KEYS:
            text, key = f"{key}:{text}", ""
        parsed.append(Term(key.casefold(), text.casefold(), bool(sign)))
    return parsed


def matches(query: str, pages: Sequence[Page], faulty: Mapping[str, Collection[str]], find: Find) -> list[Match]:
    """Return the blocks that match a query, page by page in file order; none for an empty query.

    Args:
        query: words that occur in id, type or a value; ``id:``, ``type:``, ``value:`` search one of these, and ``is:``
            asks for one of `STATES`.
        faulty: the blocks with problems, by page.
    """
    wanted = terms(query)
    if not wanted:
        return []
    hits: list[Match] = []
    for page in pages:
        sources = {wire.source.block for wire in page.wires}
        ends = sources | {wire.target.block for wire in page.wires}
        state = _SearchState(frozenset(sources), frozenset(ends), faulty.get(page.name, ()), find)
        hits += [Match(page.name, block.id) for block in page.blocks if all(_fits(t, block, state) for t in wanted)]
    return hits


class _SearchState(NamedTuple):
    sources: frozenset[str]
    ends: frozenset[str]
    faulty: Collection[str]
    find: Find


def _fits(term: Term, block: Block, state: _SearchState) -> bool:
    return _has(term, block, state) != term.negated


def _has(term: Term, block: Block, state: _SearchState) -> bool:
    key, text = term.key, term.text
    if key == "is":
        return _is(text, block, state)
    if key == "id":
        return text in block.id.casefold()
    if key == "type":
        return text in block.type.casefold()
    if key == "value":
        return _in_values(text, block)
    return text in block.id.casefold() or text in block.type.casefold() or _in_values(text, block)


def _in_values(text: str, block: Block) -> bool:
    for name, value in block.values.items():
        shown = text_of(value, 2000).casefold().removeprefix("'").removesuffix("'")
        if text in shown or text == name.casefold() or text in f"{name.casefold()}={shown}":
            return True
    return False


def _is(state_name: str, block: Block, state: _SearchState) -> bool:
    if state_name.startswith("err"):
        return block.id in state.faulty
    if state_name == "muted":
        return block.muted
    if state_name == "collapsed":
        return block.collapsed
    if state_name == "unwired":
        return block.id not in state.ends
    spec = state.find(pins_type(block))
    if state_name == "unknown":
        return spec is None
    if state_name == "unused":
        # What ends a page is there for its own sake: a session, what changes a variable.
        ending = spec is not None and (not spec.outputs or spec.stateful or spec.name == "ClientSession")
        return block.id not in state.sources and not ending
    if state_name == "stateful":
        return spec is not None and (spec.stateful or spec.variable)
    return False
