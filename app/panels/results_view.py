"""The results of the current page: a table of all, and the selected one as table, heat map, curve, or image."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import cast

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSignalBlocker, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHeaderView,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QSpinBox,
    QStackedLayout,
    QTableView,
    QTabWidget,
    QToolButton,
    QWidget,
)

from app.core.runs.results import InstanceResults, Result, ResultStore
from app.panels.look import Elided, EmptyState, horizontal, named, pair, vertical
from app.panels.views.picture import PictureView
from app.panels.views.plots import Curve, HeatMap, Histogram
from app.panels.views.saving import save_array, save_picture
from app.panels.views.table import ResultsModel, TableView, plain_table
from app.panels.views.view import Background, ShownResult, View
from app.panels.words import summary_words
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import mark, tr
from blocks.document.data import INSTANCE

RATE = 66
"""Milliseconds between two updates while results arrive."""
_AXES = 6
_NOT_INSIDE = mark(
    "Run the page again to see the values inside this instance. A run records only the instance that is open"
)
_TYPE_ROOM, _NAME_ROOM, _VALUE_ROOM = 56, 80, 72


class ResultsView(QWidget):
    """The Results panel. It follows one page of one store, and is updated only while it is visible."""

    block_chosen = Signal(str)
    said = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.store: ResultStore | InstanceResults | None = None
        self.page = ""
        self.name = ""
        self.ask_path: Callable[[QWidget, str, str], str] = ask_path
        self._awaited = ""
        self._stale = True
        self._wanted_title = TableView.title
        self._timer = QTimer(self, singleShot=True, interval=RATE)
        self._timer.timeout.connect(self._refresh)
        self._saver = Background(self)
        self._saver.done.connect(self._saved)
        self.model = ResultsModel(self)
        self.table = self._make_table()
        self.filter = QLineEdit(self, placeholderText=tr("Filter"), clearButtonEnabled=True)
        self.filter.setAccessibleName(tr("Filter results"))
        self.filter.textChanged.connect(self._filtered)
        self.title = Elided("", "title")
        self.title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.title.setMinimumWidth(1)
        self.summary = Elided("", "dim")
        self.summary.setMinimumWidth(80)
        self._axes = [self._make_axis(i) for i in range(_AXES)]
        self.save_button = QToolButton(self, popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
        self.save_button.setText(tr("Save"))
        self.save_button.setToolTip(tr("Save this result to a file"))
        self.save_button.setMenu(self._make_save_menu())
        self.tabs = named(QTabWidget(self, documentMode=True), tr("Views of the result"))
        self.views: tuple[View, ...] = (TableView(), HeatMap(), Histogram(), Curve(), PictureView())
        for view in self.views:
            self.tabs.addTab(view, tr(view.title))
        self.tabs.currentChanged.connect(self._show_current)
        self.tabs.tabBarClicked.connect(self._want_tab)
        self._lay_out()
        self._show_nothing(tr("Run the page to see results"))

    def watch(self, store: ResultStore | InstanceResults | None, page: str = "") -> None:
        if store is self.store and page == self.page:
            return
        if store is not self.store:
            if self.store is not None:
                self.store.changed.disconnect(self._changed)
                self.store.destroyed.disconnect(self._store_gone)
            if store is not None:
                store.changed.connect(self._changed)
                store.destroyed.connect(self._store_gone)
        self.store, self.page, self.name, self._awaited = store, page, "", ""
        self._refresh()

    def show_block(self, page: str, block_id: str) -> None:
        """Select the first result of a block on the current page, now or when it arrives."""
        if page != self.page:
            return
        self._bring_up_to_date()
        if self.name.partition(".")[0] == block_id and self.model.row_of(self.name) >= 0:
            return
        row = self.model.row_of_block(block_id)
        self._awaited = block_id if row < 0 else ""
        self._choose_row(row)

    def show_result(self, page: str, name: str) -> None:
        if self.store is not None and page != self.page:
            self.watch(self.store, page)
        self._bring_up_to_date()
        self.filter.clear()
        row = self.model.row_of(name)
        if row < 0:
            self.name = name  # it may come with the next run
            self._show_chosen()
        else:
            self._choose_row(row)

    @property
    def result(self) -> Result | None:
        return self.store.get(self.page, self.name) if self.store is not None and self.name else None

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._bring_up_to_date()
        self._show_current()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()
        self._stale = True

    def _lay_out(self) -> None:
        left = QWidget(self)
        vertical(self.filter, (self.table, 1), to=left, margins=(0, 0, 0, 0), spacing=0)
        head = horizontal(self.title, (self.summary, 1), *self._axes, self.save_button, margins=(8, 3, 4, 3), spacing=8)
        right = QWidget(self)
        vertical(head, (self.tabs, 1), to=right, margins=(0, 0, 0, 0), spacing=0)
        self._empty = EmptyState("run.run")
        self._right = QWidget(self)
        self._stack = QStackedLayout(self._right)
        self._stack.addWidget(right)
        self._stack.addWidget(self._empty)
        self.splitter = pair(self, left, self._right, (400, 600), (2, 3))
        self.splitter.splitterMoved.connect(self._fit_names)
        vertical(self.splitter, to=self, margins=(0, 0, 0, 0))

    def _make_table(self) -> QTableView:
        table = named(plain_table(self), tr("Results"))
        table.setModel(self.model)
        table.verticalHeader().hide()
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.horizontalHeader().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        table.selectionModel().currentRowChanged.connect(self._row_changed)
        table.doubleClicked.connect(self._row_opened)
        return table

    def _fit_names(self) -> None:
        head = self.table.horizontalHeader()
        rooms = (_TYPE_ROOM, _NAME_ROOM, _VALUE_ROOM)
        kind, name, value = (max(room, head.sectionSizeHint(i)) for i, room in enumerate(rooms))
        head.setMinimumSectionSize(min(kind, value))
        wanted = self.table.sizeHintForColumn(1) + 8
        self.table.setColumnWidth(0, kind)
        self.table.setColumnWidth(1, max(name, min(wanted, self.table.viewport().width() - kind - value)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_names()

    def _make_axis(self, number: int) -> QSpinBox:
        axis = named(QSpinBox(self, prefix="[", suffix="]"), tr("Index on axis {number}", number=number))
        axis.setToolTip(tr("Index on axis {number}", number=number))
        axis.valueChanged.connect(self._show_current)
        axis.hide()
        return axis

    def _make_save_menu(self) -> QMenu:
        menu = QMenu(self)
        for text, ending in (
            (tr("As .npy..."), "npy"),
            (tr("As .csv..."), "csv"),
            (tr("Current view as .png..."), "png"),
        ):
            menu.addAction(text, lambda ending=ending: self.save(ending))
        return menu

    def save(self, ending: str) -> None:
        """Ask for a path, and save the result as ``npy`` or ``csv``, or the view as ``png``."""
        result = self.result
        if result is None:
            return
        path = self.ask_path(self, self.name, ending)
        if not path:
            return
        if not os.path.splitext(path)[1]:
            path += "." + ending
        self.said.emit(tr("Saving {path}...", path=path))
        value = result.value
        if ending == "png":
            picture = self._current().picture()
            self._saver.ask(lambda: (path, save_picture(picture, path)))
        else:
            self._saver.ask(lambda: (path, save_array(value, path) is None))

    def _saved(self, outcome: object) -> None:
        if isinstance(outcome, DiagramError):
            self.said.emit(sentence_of(outcome))
        elif isinstance(outcome, Exception):
            self.said.emit(tr("Could not save: {found}", found=outcome))
        elif isinstance(outcome, tuple):
            path, good = cast("tuple[str, bool]", outcome)
            self.said.emit(tr("Saved {path}", path=path) if good else tr("{path} could not be written", path=path))

    def _changed(self, page: str) -> None:
        if page != self.page:
            return
        self._stale = True
        if self.isVisible() and not self._timer.isActive():
            self._timer.start()

    def _store_gone(self) -> None:
        self.store, self.page, self.name = None, "", ""
        self._refresh()

    def _bring_up_to_date(self) -> None:
        if self._stale:
            self._refresh()

    def _refresh(self) -> None:
        self._timer.stop()
        self._stale = not self.isVisible()
        results: Mapping[str, Result] = self.store.results(self.page) if self.store is not None else {}
        name = self.name
        store = self.store
        if self.model.set_results(results, lambda block: store is not None and store.is_old(self.page, block)):
            self._fit_names()
            row = self.model.row_of(name) if name else -1
            if row >= 0:
                self._select_row(row)
            elif not name and self.model.rowCount():
                self._choose_row(max(0, self.model.row_of_block(self._awaited)))
                return
            self.name = name
        self._show_chosen()

    def _filtered(self, text: str) -> None:
        name = self.name
        self.model.set_filter(text)
        row = self.model.row_of(name) if name else -1
        if row >= 0:
            self._select_row(row)
        self.name = name

    def _choose_row(self, row: int) -> None:
        if row >= 0:
            self._select_row(row)
            self.name = self.model.name_at(row)
            self._show_chosen()

    def _select_row(self, row: int) -> None:
        index = self.model.index(row, 0)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        selection = self.table.selectionModel()
        with QSignalBlocker(selection):
            selection.setCurrentIndex(index, flags)
        self.table.viewport().update()
        self.table.scrollTo(index)

    def _row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self.name = self.model.name_at(current.row())
            self._show_chosen()

    def _row_opened(self, index: QModelIndex) -> None:
        name = self.model.name_at(index.row())
        if name:
            self.block_chosen.emit(name.partition(".")[0])

    def _show_nothing(self, text: str) -> None:
        self._empty.setText(text)
        self._stack.setCurrentIndex(1)

    def _show_chosen(self) -> None:
        result = self.result
        if result is None:
            if self.name:
                self._show_nothing(tr("{name} has no result: run the page", name=self.name))
            elif self.store is not None and self.page in self.store.steps:
                nothing = mark("The run produced no results. See the Problems panel")
                self._show_nothing(tr(_NOT_INSIDE if self.page.startswith(INSTANCE) else nothing))
            else:
                self._show_nothing(tr("Run the page to see results"))
            return
        self._stack.setCurrentIndex(0)
        summary = result.summary
        self.title.set_full(self.name)
        is_old = self.store is not None and self.store.is_old(self.page, self.name.partition(".")[0])
        text = summary_words(summary)
        self.summary.set_full(tr("From before the last edit: {text}", text=text) if is_old else text)
        self.summary.set_tone("error" if summary.nan or summary.infinite else "warning" if is_old else "dim")
        for i, axis in enumerate(self._axes):
            wanted = i < result.value.ndim - 2 and result.value.size > 0
            axis.setVisible(wanted)
            if wanted and axis.maximum() != result.value.shape[i] - 1:
                with QSignalBlocker(axis):
                    axis.setMaximum(result.value.shape[i] - 1)
        with QSignalBlocker(self.tabs):
            fits = [view.fits(result) for view in self.views]
            wanted = [i for i, view in enumerate(self.views) if fits[i] and view.title == self._wanted_title]
            chosen = wanted[0] if wanted else 0
            self.tabs.setTabVisible(chosen, True)
            self.tabs.setCurrentIndex(chosen)  # first, since Qt goes elsewhere when the tab in front is hidden
            for i, shown in enumerate(fits):
                self.tabs.setTabVisible(i, shown)
        self._show_current()

    def _want_tab(self, index: int) -> None:
        view = self.tabs.widget(index)
        if isinstance(view, View):
            self._wanted_title = view.title

    def _show_current(self) -> None:
        result = self.result
        if result is None or self.store is None or not self.isVisible():
            return
        lead = tuple(axis.value() for axis in self._axes[: max(0, result.value.ndim - 2)])
        history = self.store.history(self.page, self.name) if result.value.size == 1 else ()
        self._current().show_result(ShownResult(self.name, result, lead, history))

    def _current(self) -> View:
        view = self.tabs.currentWidget()
        assert isinstance(view, View)
        return view

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.result is not None:
            self.save_button.menu().popup(event.globalPos())


def ask_path(parent: QWidget, name: str, ending: str) -> str:
    """Ask for a path; return an empty string if the user cancels."""
    suggested = "".join(c if c.isalnum() or c in "-_." else "_" for c in name) + "." + ending
    path, _ = QFileDialog.getSaveFileName(parent, tr("Save result"), suggested, f"*.{ending}")
    return path
