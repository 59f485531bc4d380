"""File > Make exercise: a dialog that turns an open page into an exercise, with the page as the solution."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.core.block_types import BlockTypes
from app.core.exercises import GRADIENT_OF
from app.core.verbs import delete_and_heal
from app.language import mark, tr
from app.panels.look import Text, acting, first_size, horizontal, named, pair, vertical
from app.panels.rows import RIGHT, RowList
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.document.changes import UnsetValue
from blocks.document.data import Json
from blocks.document.file import loads
from blocks.document.model import Diagram
from blocks.exercise.model import FORMAT


class Names(NamedTuple):
    """The names that checks may use.

    Attributes:
        values: the results of the last run as lists, by ``block.pin``; None: not computed.
        types: the block types, those of the page first.
    """

    blocks: Sequence[str]
    values: Mapping[str, Json]
    types: Sequence[str]


class _Field(NamedTuple):
    key: str
    label: str
    kind: str
    default: Any = None


_TOLERANCE = _Field("tolerance", mark("Tolerance"), "json", 1e-5)
_KINDS: Mapping[str, tuple[str, str, tuple[_Field, ...]]] = {
    "value": (mark("A result has this value"), mark("{name} has the right value"), (
        _Field("value", mark("Result"), "result"), _Field("equals", mark("Value"), "json"), _TOLERANCE,
        _Field("steps", mark("Steps"), "count", 1),
    )),
    "same_as": (mark("Results equal those of the solution"), mark("{name} computes the right values"), (
        _Field("of", mark("Results"), "results"), _Field("feeds", mark("Random feeds"), "count", 5), _TOLERANCE,
    )),
    "gradient": (mark("The gradient reaches, or does not"), mark("The gradient of {name} reaches the right blocks"), (
        _Field("gradient", mark("Gradient of"), "block"), _Field("reaches", mark("Reaches"), "blocks"),
        _Field("not_reaches", mark("Does not reach"), "blocks"),
    )),
    "gradient_of": (mark("A gradient equals that of the solution"), mark("The gradient of {name} is right"), (
        _Field("gradient_of", mark("Gradient of"), "block"), _Field("wrt", mark("With respect to"), "block"),
        _TOLERANCE,
    )),
    "uses": (mark("Block types are used, or not"), mark("The right number of {name} blocks is used"), (
        _Field("type", mark("Block type"), "type"), _Field("least", mark("At least"), "number", 1),
        _Field("most", mark("At most"), "limit", 1),
    )),
    "trains": (mark("Training reduces the loss"), mark("Training reduces {name}"), (
        _Field("trains", mark("Loss"), "block"), _Field("below", mark("Below"), "json", 0.05),
        _Field("steps", mark("Steps"), "count", 200),
    )),
    "unchanged": (mark("Blocks are unchanged"), mark("Unchanged: {name}"), (
        _Field("unchanged", mark("Blocks"), "blocks"),
    )),
    "answers": (mark("A question is answered"), mark("Answer: {name}"), (
        _Field("text", mark("Question"), "line"), _Field("choices", mark("Choices, one per line"), "lines"),
        _Field("is", mark("Right answer"), "line"), _Field("hides", mark("Hide until answered"), "hidden"),
    )),
}  # fmt: skip
"""The kinds of checks: their titles, the names that are suggested, and their fields."""
_LEAST = {"count": 1, "number": 0, "limit": -1}
"""The kinds of fields for integers, and their minimum."""


class CheckForm(QWidget):
    """The fields of one check.

    Signals:
        changed: the name or the points changed.
    """

    changed = Signal()

    def __init__(self, kind: str, names: Names, number: int) -> None:
        super().__init__()
        self.kind, self._names, self._number = kind, names, number
        self.title, self._named, self._fields = _KINDS[kind]
        self._subject = ""
        form = QFormLayout()
        vertical(form, None, to=self, margins=(12, 8, 12, 8))
        form.addRow(Text(tr(self.title), "title"))
        self.widgets = {field.key: self._widget(field) for field in self._fields}
        for field in self._fields:
            form.addRow(tr(field.label), named(self.widgets[field.key], tr(field.label)))
        self.name, self.hint = QLineEdit(self), QLineEdit(self)
        self.points = QDoubleSpinBox(self, minimum=0, maximum=1000, singleStep=0.5, value=1)
        self.hidden = QCheckBox(tr("Hide name and hint from students"), self)
        for label, widget in ((tr("Name"), self.name), (tr("Points"), self.points), (tr("Hint"), self.hint)):
            form.addRow(label, named(widget, label))
        form.addRow(self.hidden)
        self.hint.setPlaceholderText(tr("Shown when the check fails"))
        self.name.textChanged.connect(self.changed)
        self.points.valueChanged.connect(self.changed)
        self._suggest()

    def _widget(self, field: _Field) -> QWidget:
        """Return the editor of a field; it has `read`, which returns the field's value."""
        names, kind = self._names, field.kind
        if kind in ("block", "result", "type"):
            box = QComboBox(self, editable=kind == "type")
            box.addItems({"block": names.blocks, "result": [*names.values], "type": names.types}[kind])
            if field.key != "wrt" and kind != "type":
                box.setCurrentIndex(box.count() - 1)  # a loss is likely to be the last one
            box.currentTextChanged.connect(self._suggest)
            return box
        if kind in ("blocks", "results", "hidden"):
            listed = QListWidget(self)
            gradients = [GRADIENT_OF + each for each in names.blocks] if kind == "hidden" else []
            for name in names.values if kind == "results" else (*names.blocks, *gradients):
                QListWidgetItem(name, listed).setCheckState(Qt.CheckState.Unchecked)
            listed.setFixedHeight(min(5, max(2, listed.count())) * (listed.sizeHintForRow(0) + 2))
            listed.itemChanged.connect(self._suggest)
            return listed
        if kind in _LEAST:
            spin = QSpinBox(self, minimum=_LEAST[kind], maximum=1_000_000, value=field.default)
            spin.setSpecialValueText(tr("no limit") if kind == "limit" else "")
            return spin
        if kind == "lines":
            lines = QPlainTextEdit(self, tabChangesFocus=True)
            lines.setFixedHeight(4 * lines.fontMetrics().height())
            return lines
        line = QLineEdit("" if field.default is None else json.dumps(field.default), self)
        line.textChanged.connect(self._suggest)
        return line

    def read(self, key: str) -> Any:
        widget, kind = self.widgets[key], next(each.kind for each in self._fields if each.key == key)
        if isinstance(widget, QListWidget):
            items = [widget.item(i) for i in range(widget.count())]
            return [item.text() for item in items if item.checkState() == Qt.CheckState.Checked]
        if isinstance(widget, QComboBox):
            return widget.currentText()
        if isinstance(widget, QSpinBox):
            return None if widget.value() < 0 else widget.value()
        if isinstance(widget, QPlainTextEdit):
            return [line.strip() for line in widget.toPlainText().splitlines() if line.strip()]
        assert isinstance(widget, QLineEdit)
        try:
            return json.loads(widget.text()) if kind == "json" else widget.text().strip()
        except ValueError:
            label = next(each.label for each in self._fields if each.key == key)
            raise DiagramError(
                tr("{check}: {field} must be a number or a list", check=self.text, field=tr(label))
            ) from None

    @property
    def text(self) -> str:
        return self.name.text().strip() or self.name.placeholderText()

    @property
    def worth(self) -> float:
        """The points; a question without a right answer gives none."""
        return 0.0 if self.kind == "answers" and not self.read("is") else self.points.value()

    def _suggest(self) -> None:
        """Suggest a name, and the current value of the result."""
        first = self.read(self._fields[0].key)
        subject = first if isinstance(first, str) else ", ".join(first)
        self.name.setPlaceholderText(tr(self._named, name=subject) if subject else tr(self.title))
        value, before = self.widgets.get("equals"), self._subject
        self._subject = subject
        if subject != before and isinstance(value, QLineEdit):
            known = self._names.values.get(subject)
            value.setText("" if known is None else json.dumps(known))
        self.changed.emit()

    def data(self, solution: Json) -> tuple[dict[str, Json] | None, dict[str, Json] | None]:
        """Return the check and the question in the file's form; None if there is none."""
        values = {field.key: self.read(field.key) for field in self._fields}
        common = {"name": self.text, "points": self.points.value(), "hint": self.hint.text().strip()}
        common |= {"hidden": True} if self.hidden.isChecked() else {}
        if self.kind == "uses":
            kind, least, most = values["type"], values["least"], values["most"]
            return {**common, **({"uses": {kind: [least, most]}} if most != 0 else {"forbids": [kind]})}, None
        if self.kind == "answers":
            name, right = f"question {self._number}", values.pop("is")
            check = {**common, "answers": name, "is": right} if right else None
            return check, {"id": name, **values}
        return {**common, **values, **({"same_as": solution} if self.kind in ("same_as", "gradient_of") else {})}, None


class AuthorDialog(QDialog):
    """The dialog: the task, what students start with, and the checks.

    Args:
        starts: other open diagrams that students may start with, by title.
        save: writes the exercise and the solution; called with the data and the name of the solution's file.
    """

    def __init__(
        self, parent: QWidget, diagram: Diagram, page: str, names: Names, starts: Mapping[str, Diagram],
        save: Callable[[AuthorDialog], bool],
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.setWindowTitle(tr("Make exercise"))
        self._diagram, self._page, self._names, self._starts, self._save = diagram, page, names, starts, save
        self.title = named(QLineEdit(diagram.title, self), tr("Title"))
        self.text = named(QPlainTextEdit(self, tabChangesFocus=True), tr("Task"))
        self.text.setPlaceholderText(tr("What should students do?"))
        self.start = named(QComboBox(self), tr("Students start with"))
        self.start.addItems([tr("This diagram without the unchecked parts"), *starts])
        self.parts = named(QTreeWidget(self), tr("Parts of the start diagram"))
        self.parts.setHeaderHidden(True)
        self.parts.ensurePolished()
        self.start.currentIndexChanged.connect(lambda: self.parts.setEnabled(self.start.currentIndex() == 0))
        for block in diagram.page(page).blocks:
            top = QTreeWidgetItem(self.parts, [f"{block.id}  ({block.type})"])
            for value in ("", *block.values):
                item = QTreeWidgetItem(top, [f"{value} = {json.dumps(block.values[value])[:40]}"]) if value else top
                item.setData(0, Qt.ItemDataRole.UserRole, (block.id, value))
                item.setCheckState(0, Qt.CheckState.Checked)
        self.list = RowList(tr("Checks"), self)
        self.forms = QStackedWidget(self)
        first = Text(tr("Add a check. Each check gives points."), "dim", wrap=True)
        first.setAlignment(Qt.AlignmentFlag.AlignTop)
        first.setContentsMargins(12, 10, 12, 8)
        self.forms.addWidget(first)
        self.list.currentRowChanged.connect(lambda: self.forms.setCurrentIndex(self.list.currentRow() + 1))
        menu = QMenu(self)
        for kind, (title, *_) in _KINDS.items():
            menu.addAction(tr(title), partial(self.add, kind))
        self.more = QPushButton(tr("Add check"), self, autoDefault=False)
        self.more.setMenu(menu)
        self.less = acting(QPushButton(tr("Remove check"), self, autoDefault=False), self._remove)
        self.fault = Text("", "error", wrap=True, parent=self)
        self.total = Text("", "dim")
        self.done_button = acting(QPushButton(tr("Save exercise..."), self, default=True), self._finish)
        left, right, room = QWidget(), QWidget(), QScrollArea(widgetResizable=True)
        room.setWidget(self.forms)
        heads = [Text(text, "dim") for text in (tr("Title"), tr("Task"), tr("Students start with"), tr("Checks"))]
        vertical(heads[0], self.title, heads[1], (self.text, 1), heads[2], self.start, (self.parts, 2), to=left)
        line = horizontal(heads[3], None, self.total, self.more, self.less)
        vertical(line, (self.list, 1), (room, 3), to=right)
        end = horizontal((self.fault, 1), acting(QPushButton(tr("Cancel"), self), self.reject), self.done_button)
        vertical((pair(self, left, right, (400, 560), (2, 3)), 1), end, to=self)
        self.resize(first_size(self, 980, 640))
        self._count()

    def add(self, kind: str) -> None:
        form = CheckForm(kind, self._names, self.forms.count())
        self.forms.addWidget(form)
        self.list.add("", {})
        form.changed.connect(self._count)
        self._count()
        self.list.setCurrentRow(self.list.count() - 1)

    def _remove(self) -> None:
        row, form = self.list.currentRow(), self.forms.currentWidget()
        if row >= 0 and form is not None:
            self.forms.removeWidget(form)
            self.list.takeItem(row)
            self._count()

    def _checks(self) -> list[CheckForm]:
        every = [self.forms.widget(i) for i in range(self.forms.count())]
        return [form for form in every if isinstance(form, CheckForm)]

    def _count(self) -> None:
        forms = self._checks()
        for row, form in enumerate(forms):
            self.list.item(row).setText(form.text)
            self.list.item(row).setData(RIGHT, f"{form.worth:g}")
        self.total.setText(tr("{points:g} points", points=sum(form.worth for form in forms)))
        self.less.setEnabled(bool(forms))
        self.done_button.setEnabled(bool(forms))

    def _start(self) -> Json:
        """Return the start diagram."""
        chosen = self.start.currentIndex()
        if chosen:
            return json.loads([*self._starts.values()][chosen - 1].dumps())
        start = loads(self._diagram.dumps())
        page = start.page(self._page)
        every = self.parts.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive)
        gone = [item.data(0, Qt.ItemDataRole.UserRole) for item in every if item.checkState(0) != Qt.CheckState.Checked]
        for block, value in gone:
            if value:
                page.apply(UnsetValue(page.name, block, value))
        edit = delete_and_heal(page.snapshot(), [each for each, value in gone if not value], BlockTypes(start).find)
        if edit is not None:
            start.apply(edit[0])
        return json.loads(start.dumps())

    def data(self, solution: Json) -> dict[str, Json]:
        """Return the exercise in the file's form; raise DiagramError if a field is wrong.

        Args:
            solution: the solution, or the name of its file.
        """
        parts = [form.data(solution) for form in self._checks()]
        checks, questions = ([part for pair in parts if (part := pair[which]) is not None] for which in (0, 1))
        text = {"title": self.title.text().strip(), "text": self.text.toPlainText().strip()}
        return {"format": FORMAT, **text, "start": self._start(), "questions": questions, "checks": checks}

    def _finish(self) -> None:
        try:
            if self._save(self):
                self.accept()
        except DiagramError as error:
            self.fault.setText(sentence_of(error))
