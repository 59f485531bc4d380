"""The Problems panel: the errors and warnings of every page. A click shows the location."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QIcon, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QListWidgetItem, QToolButton, QWidget

from app.canvas.text import tip
from app.panels.look import Text, acting, horizontal, named, symbol, vertical
from app.panels.rows import KEY, RIGHT, RowList
from blocks.analysis.lint import PageAdvice
from blocks.base.engine_texts import in_language, sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import mark, plural, tr
from blocks.document.definitions import shown_type
from blocks.transform.verbs.fixes import FOLLOWED

MOST_SHOWN = 1000
MOST_ADVICE = 100
"""Of advice, which comes in large numbers from one habit; it has a button each."""
_RULE_OFF = mark("Turn off this lint rule")
_ROOM = "\u2800" * 9
"""Blanks that are no spaces, below the button at the end of a row."""


class _ProblemList(RowList):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("Problems"), parent, 26)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.mend = self._action(tr("Fix"), "Ctrl+M")
        self.rule_off = self._action(tr(_RULE_OFF), "")
        self.rules_on = self._action(tr("Turn on all lint rules"), "")
        self._action(tr("Copy"), "Ctrl+C").triggered.connect(self.copy_rows)
        self.question = self._action(tr("Copy for an assistant"), "")
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _action(self, text: str, keys: str) -> QAction:
        action = QAction(text, self, shortcut=QKeySequence(keys), shortcutContext=Qt.ShortcutContext.WidgetShortcut)
        self.addAction(action)
        return action

    def copy_rows(self) -> None:
        rows = [self.item(i) for i in range(self.count())]
        marked = [row for row in rows if row.isSelected()] or rows
        QGuiApplication.clipboard().setText("\n".join(f"{row.text()}  ({row.data(RIGHT)})" for row in marked))


class Problems(QWidget):
    """The list of the current diagram's errors and warnings.

    Signals:
        pin_chosen(str, str, str): page, block and pin of the clicked problem.
        mend_wanted(str, object): page, and the `PageAdvice` or error to fix.
        question_wanted(str, str): page and block to copy as text.

    Attributes:
        mend_of: returns the label of the fix of an error; empty if there is none.
    """

    go_to = Signal(str, str)
    pin_chosen = Signal(str, str, str)
    mend_wanted = Signal(str, object)
    question_wanted = Signal(str, str)
    rule_off_wanted = Signal(str)
    rules_on_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mend_of: Callable[[DiagramError], str] = lambda _error: ""
        self._checked: dict[str, tuple[DiagramError, ...]] = {}
        self._ran: tuple[DiagramError, ...] = ()
        self._warnings: tuple[DiagramError, ...] = ()
        self._unfinished: list[tuple[str | None, ...]] = []
        self._shown: list[DiagramError] = []
        self._advice: tuple[tuple[str, PageAdvice], ...] = ()
        self.count = 0
        self.list = _ProblemList(self)
        self.list.mend.triggered.connect(self._mend_current)
        self.list.rule_off.triggered.connect(self._off_current)
        self.list.question.triggered.connect(self._copy_current)
        self.list.rules_on.triggered.connect(self.rules_on_wanted)
        self.list.currentRowChanged.connect(self._enable)
        self.list.itemClicked.connect(self._chosen)
        # Within the list: if that were hidden instead, the keys would go elsewhere after a moment without problems.
        self.nothing = Text(tr("No problems."), "dim", parent=self.list.viewport())
        self.nothing.setContentsMargins(14, 12, 14, 12)
        corner = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
        vertical((self.nothing, 0, corner), to=self.list.viewport(), margins=(0, 0, 0, 0))
        vertical(self.list, to=self, margins=(0, 0, 0, 0))
        self.setFocusProxy(self.list)
        self._fill()

    @property
    def shown(self) -> Sequence[DiagramError]:
        return tuple(self._shown)

    def show_problems(
        self,
        checked: Mapping[str, Sequence[DiagramError]],
        ran: Sequence[DiagramError] = (),
        warnings: Sequence[DiagramError] = (),
        unfinished: Sequence[DiagramError] = (),
        advice: Sequence[tuple[str, PageAdvice]] = (),
        *,
        all_rules: bool = True,
    ) -> None:
        """Show errors and warnings.

        Args:
            checked: the errors found by checks, by page, in page order.
            unfinished: those of the errors that are about unfinished work.
            advice: lint warnings with their pages.
        """
        self.list.rules_on.setEnabled(not all_rules)
        new = {page: tuple(errors) for page, errors in checked.items() if errors}
        state = (list(new.items()), tuple(ran), tuple(warnings), list(map(_key, unfinished)), tuple(advice))
        if state == (list(self._checked.items()), self._ran, self._warnings, self._unfinished, self._advice):
            return
        self._unfinished, self._advice = state[-2:]
        self._checked, self._ran, self._warnings = new, tuple(ran), tuple(warnings)
        self._fill()

    def retranslate(self) -> None:
        self._fill()

    def _icon(self, error: DiagramError) -> QIcon:
        return symbol("open" if _key(error) in self._unfinished else "warning" if error in self._warnings else "error")

    def _fill(self) -> None:
        marked = self.list.currentRow()
        old = self._shown[marked] if 0 <= marked < len(self._shown) else None
        problems = [error for errors in self._checked.values() for error in errors]
        known = {_key(error) for error in problems}
        problems = [*(error for error in self._ran if _key(error) not in known), *problems, *self._warnings]
        several = len({error.canvas for error in problems}) > 1
        self._shown = problems[:MOST_SHOWN]
        self.list.clear()
        for index, error in enumerate(self._shown):
            where = ".".join(part for part in (error.block, error.pin) if part)
            where += f" ({error.source})" if error.source else ""
            if several and error.canvas:
                canvas = shown_type(error.canvas)
                where = f"{canvas}/{where}" if where else canvas
            mend = self.mend_of(error)
            text, right = sentence_of(error), where + (_ROOM if mend else "")
            item = self.list.add(text, {RIGHT: right, KEY: index}, text, self._icon(error))
            if mend:
                name = tr("Fix {block}", block=error.block)
                self.list.setItemWidget(item, self._mend_button(error.canvas or "", error, mend, name))
        self.list.add_rest(len(problems) - MOST_SHOWN)
        self._fill_advice(several)
        if old is not None:
            same = next((i for i, error in enumerate(self._shown) if _key(error) == _key(old)), -1)
            self.list.setCurrentRow(same)
        self.nothing.setVisible(not (problems or self._advice))
        self._enable()
        self.count = len(problems)

    def _fill_advice(self, several: bool) -> None:
        several = several or len({page for page, _ in self._advice}) > 1
        for index, (page, each) in enumerate(self._advice[:MOST_ADVICE]):
            message, mend = in_language(each.message), in_language(each.mend)
            where = ".".join(filter(None, (each.block, each.pin)))
            can_mend = each.rule in FOLLOWED
            right = (f"{shown_type(page)}/{where}" if several else where) + (_ROOM if can_mend else "")
            about = tr("{message}\n\nFix: {mend}", message=message, mend=mend)
            item = self.list.add(f"{each.rule}: {message}", {RIGHT: right, KEY: -1 - index}, about, symbol("advice"))
            if can_mend:
                name = tr("Fix {rule} in {block}", rule=each.rule, block=each.block)
                self.list.setItemWidget(item, self._mend_button(page, each, mend, name))
        if len(self._advice) > MOST_ADVICE:
            left = len(self._advice) - MOST_ADVICE
            self.list.addItem(plural(left, "and {n} more lint warning", "and {n:,} more lint warnings"))

    def _mend_button(self, page: str, of: PageAdvice | DiagramError, mend: str, name: str) -> QWidget:
        holder = QWidget()
        button = acting(named(QToolButton(holder), name, tip=tip(mend)), partial(self.mend_wanted.emit, page, of))
        horizontal(None, button, to=holder, margins=(0, 0, 6, 0))
        button.setText(tr("Fix"))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Ctrl+M in the list does the same
        return holder

    def _problem_of(self, item: QListWidgetItem | None) -> tuple[str, PageAdvice | DiagramError] | None:
        index = None if item is None else item.data(KEY)
        if not isinstance(index, int) or index >= len(self._shown):
            return None
        return self._advice[-1 - index] if index < 0 else (self._shown[index].canvas or "", self._shown[index])

    def _current(self) -> tuple[str, PageAdvice | DiagramError] | None:
        return self._problem_of(self.list.currentItem())

    def _enable(self) -> None:
        page, of = self._current() or ("", None)
        rule = of.rule if isinstance(of, PageAdvice) else ""
        can_mend = rule in FOLLOWED or (isinstance(of, DiagramError) and bool(self.mend_of(of)))
        self.list.mend.setEnabled(can_mend)
        self.list.question.setEnabled(of is not None and bool(page and of.block))
        self.list.rule_off.setEnabled(bool(rule))
        self.list.rule_off.setText(tr("Turn off lint rule {words}", words=rule) if rule else tr(_RULE_OFF))

    def _mend_current(self) -> None:
        if (current := self._current()) is not None:
            self.mend_wanted.emit(*current)

    def _copy_current(self) -> None:
        if (current := self._current()) is not None:
            self.question_wanted.emit(current[0], current[1].block)

    def _off_current(self) -> None:
        if (current := self._current()) is not None and isinstance(current[1], PageAdvice):
            self.rule_off_wanted.emit(current[1].rule)

    def _chosen(self, item: QListWidgetItem) -> None:
        page, of = self._problem_of(item) or ("", None)
        if of is not None:
            self.go_to.emit(page, of.block or "")
            if of.block and of.pin and (isinstance(of, DiagramError) or "/" not in of.block):
                self.pin_chosen.emit(page, of.block, of.pin)


def _key(error: DiagramError) -> tuple[str | None, ...]:
    return (error.canvas, error.block, error.pin, error.message)
