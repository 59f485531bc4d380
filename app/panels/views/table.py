"""A result as a table: an element list as in enuSpace, or rows and columns."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QButtonGroup,
    QHBoxLayout,
    QHeaderView,
    QStackedWidget,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.core.runs.results import Result
from app.language import mark, tr
from app.panels.look import Text, fixed_width
from app.panels.views.models import MAX_ROWS, ElementsModel, GridModel
from app.panels.views.values import plane_of
from app.panels.views.view import Shown, View

_ROW = 22
_CELL = QSize(88, _ROW)
_MAX_COPIED = 100_000


class _Plain(QTableView):
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit_rows()

    def fit_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(max(_ROW, self.fontMetrics().height() + 6))


def plain_table(parent: QWidget | None = None) -> QTableView:
    """Return a read-only table with rows of one height, so that a million rows cost nothing."""
    table = _Plain(parent)
    table.setShowGrid(False)
    table.setAlternatingRowColors(True)
    table.setWordWrap(False)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setTabKeyNavigation(False)
    table.setCornerButtonEnabled(False)
    rows = table.verticalHeader()
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    rows.setMinimumSectionSize(_ROW)
    table.fit_rows()
    table.horizontalHeader().setHighlightSections(False)
    table.horizontalHeader().setMinimumSectionSize(36)
    return table


class TableView(View):
    """The elements of a result: as a list of Type, Name, Value, or as rows and columns."""

    title = mark("Table")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.elements = ElementsModel(self)
        self.grid = GridModel(self)
        self.list_table = plain_table(self)
        self.list_table.setModel(self.elements)
        self.list_table.verticalHeader().hide()
        self.list_table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list_table.setColumnWidth(0, 70)
        self.list_table.setColumnWidth(1, 190)
        self.list_table.horizontalHeader().setStretchLastSection(True)
        self.list_table.setAccessibleName(tr("Elements"))
        self.grid_table = plain_table(self)
        self.grid_table.setModel(self.grid)
        self.grid_table.setShowGrid(True)
        self.grid_table.setAlternatingRowColors(False)
        self.grid_table.horizontalHeader().setDefaultSectionSize(_CELL.width())
        self.grid_table.setAccessibleName(tr("Rows and columns"))
        for table in (self.list_table, self.grid_table):
            table.setFont(fixed_width(table.font()))
            copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), table)
            copy.setContext(Qt.ShortcutContext.WidgetShortcut)
            copy.activated.connect(self.copy)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.list_table)
        self._stack.addWidget(self.grid_table)
        self._buttons = QButtonGroup(self)
        self._note = Text("", "dim")
        bar = QHBoxLayout()
        bar.setContentsMargins(0, 0, 0, 2)
        bar.setSpacing(2)
        for i, (text, says) in enumerate(
            ((tr("Elements"), tr("One element per row")), (tr("Grid"), tr("Rows and columns")))
        ):
            button = QToolButton(self)
            button.setText(text)
            button.setToolTip(says)
            button.setCheckable(True)
            self._buttons.addButton(button, i)
            bar.addWidget(button)
        bar.addWidget(self._note)
        bar.addStretch()
        self._bar = QWidget(self)
        self._bar.setLayout(bar)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._bar)
        layout.addWidget(self._stack, 1)
        self._as_grid = True
        self._shown: Shown | None = None
        self._buttons.idClicked.connect(self._chosen)

    @staticmethod
    def fits(result: Result) -> bool:
        return True

    @property
    def uses_planes(self) -> bool:
        return self._stack.currentWidget() is self.grid_table

    def show_result(self, shown: Shown) -> None:
        """Show the elements: as a plane if the shape allows it and the list is not chosen."""
        self._shown = shown
        array = shown.array
        is_grid = array.ndim > 1 and self._as_grid
        self._bar.setVisible(array.ndim > 1 or array.size > MAX_ROWS)
        self._buttons.button(0).setVisible(array.ndim > 1)
        self._buttons.button(1).setVisible(array.ndim > 1)
        self._buttons.button(1 if is_grid else 0).setChecked(True)
        cut = not is_grid and array.size > MAX_ROWS
        self._note.setText(
            tr("the first {max_rows:,} of {size:,} elements", max_rows=MAX_ROWS, size=array.size) if cut else ""
        )
        if is_grid:
            self.grid.show(plane_of(array, shown.lead))
        else:
            self.elements.show(shown.name, shown.result.summary.dtype.short, array)
        self._stack.setCurrentWidget(self.grid_table if is_grid else self.list_table)

    def copy(self) -> None:
        table = self.grid_table if self.uses_planes else self.list_table
        model = table.model()
        lines: list[str] = []
        for part in table.selectionModel().selection().toList():
            for row in range(part.top(), part.bottom() + 1):
                cells = [model.index(row, column).data() for column in range(part.left(), part.right() + 1)]
                lines.append("\t".join(map(str, cells)))
                if len(lines) >= _MAX_COPIED:
                    break
        if lines:
            QApplication.clipboard().setText("\n".join(lines))

    def _chosen(self, which: int) -> None:
        self._as_grid = which == 1
        if self._shown is not None:
            self.show_result(self._shown)
