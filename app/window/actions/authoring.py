"""File > Make exercise: a dialog that turns an open page into an exercise, with the page as the solution."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

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
    QSpinBox,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)  # fmt: skip

from app.core.block_types import BlockTypes
from app.core.verbs import delete_and_heal
from app.panels.look import ScrollArea, Text, acting, first_size, horizontal, named, pair, vertical
from app.panels.rows import RIGHT, RowList
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import mark, tr
from blocks.document.changes import UnsetValue
from blocks.document.data import Json
from blocks.document.file import loads
from blocks.document.model import Diagram
from blocks.exercise.model import FORMAT

_KINDS = {
    "value": (mark("A result has this value"), mark("{name} has the right value"),
              "value:result equals:json tolerance:json=1e-5 steps:count=1"),
    "same_as": (mark("Results equal those of the solution"), mark("{name} computes the right values"),
                "of:results feeds:count=5 tolerance:json=1e-5"),
    "gradient": (mark("The gradient reaches, or does not"), mark("The gradient of {name} reaches the right blocks"),
                 "gradient:block reaches:blocks not_reaches:blocks"),
    "gradient_of": (mark("A gradient equals that of the solution"), mark("The gradient of {name} is right"),
                    "gradient_of:block wrt:block tolerance:json=1e-5"),
    "uses": (mark("Block types are used, or not"), mark("The right number of {name} blocks is used"),
             "type:type least:number=1 most:limit=1"),
    "trains": (mark("Training reduces the loss"), mark("Training reduces {name}"),
               "trains:block below:json=0.05 steps:count=200"),
    "unchanged": (mark("Blocks are unchanged"), mark("Unchanged: {name}"), "unchanged:blocks"),
    "answers": (mark("A question is answered"), mark("Answer: {name}"),
                "text:line choices:lines is:line hides:hidden"),
}  # fmt: skip
"""The kinds of checks: their titles, the names that are suggested, and the keys, kinds and defaults of their fields."""
_COMMON = " name:line points:points=1 hint:line hidden:flag"
_LABELS = {
    "value": mark("Result"), "equals": mark("Value"), "tolerance": mark("Tolerance"), "steps": mark("Steps"),
    "of": mark("Results"), "feeds": mark("Random feeds"), "gradient": mark("Gradient of"), "reaches": mark("Reaches"),
    "not_reaches": mark("Does not reach"), "gradient_of": mark("Gradient of"), "wrt": mark("With respect to"),
    "type": mark("Block type"), "least": mark("At least"), "most": mark("At most"), "trains": mark("Loss"),
    "below": mark("Below"), "unchanged": mark("Blocks"), "text": mark("Question"),
    "choices": mark("Choices, one per line"), "is": mark("Right answer"), "hides": mark("Hide until answered"),
    "name": mark("Name"), "points": mark("Points"), "hint": mark("Hint, shown on failure"),
    "hidden": mark("Hidden from students"),
}  # fmt: skip
_LEAST = {"count": 1, "number": 0, "limit": -1}
"""The minimum of each kind of integer. -1 means no limit."""
_CHECKED = Qt.CheckState.Checked


class CheckForm(QWidget):
    """The fields of one check. ``values`` are the results by ``block.pin``, as lists; None: not computed."""

    changed = Signal()

    def __init__(
        self, blocks: Sequence[str], values: Mapping[str, Json], types: Sequence[str], kind: str, number: int
    ) -> None:
        super().__init__()
        self.kind, self._values, self._number, self._subject = kind, values, number, ""
        self._title, self._suggested, fields = _KINDS[kind]
        self._names = {"block": blocks, "blocks": blocks, "result": [*values], "results": [*values], "type": types,
                       "hidden": [*blocks, *values]}  # fmt: skip
        self.widgets: dict[str, QWidget] = {}
        self.read: dict[str, Callable[[], Any]] = {}
        form = QFormLayout()
        form.addRow(Text(tr(self._title), "title"))
        for field in (fields + _COMMON).split():
            key, _, rest = field.partition(":")
            kind, _, default = rest.partition("=")
            self.widgets[key], self.read[key] = self._field(key, kind, default)
            form.addRow(tr(_LABELS[key]), named(self.widgets[key], tr(_LABELS[key])))
        vertical(form, None, to=self, margins=(12, 8, 12, 8))
        self._suggest()

    def _field(self, key: str, kind: str, default: str) -> tuple[QWidget, Callable[[], Any]]:
        if kind in ("block", "result", "type"):
            box = QComboBox(self, editable=kind == "type")
            box.addItems(self._names[kind])
            if key not in ("wrt", "type"):
                box.setCurrentIndex(box.count() - 1)
            box.currentTextChanged.connect(self._suggest)
            return box, box.currentText
        if kind in self._names:
            listed = QListWidget(self)
            items = [QListWidgetItem(name, listed) for name in self._names[kind]]
            for item in items:
                item.setCheckState(Qt.CheckState.Unchecked)
            listed.setFixedHeight(min(5, len(items) + 1) * (listed.sizeHintForRow(0) + 2))
            listed.itemChanged.connect(self._suggest)
            return listed, lambda: [item.text() for item in items if item.checkState() == _CHECKED]
        if kind in _LEAST:
            spin = QSpinBox(self, minimum=_LEAST[kind], maximum=1_000_000, value=int(default))
            spin.setSpecialValueText(tr("no limit") if kind == "limit" else "")
            return spin, lambda: None if spin.value() < 0 else spin.value()
        if kind == "points":
            points = QDoubleSpinBox(self, maximum=1000, singleStep=0.5, value=float(default))
            points.valueChanged.connect(self.changed)
            return points, points.value
        if kind == "flag":
            flag = QCheckBox(self)
            return flag, flag.isChecked
        if kind == "lines":
            lines = QPlainTextEdit(self, tabChangesFocus=True)
            lines.setFixedHeight(4 * lines.fontMetrics().height())
            return lines, lambda: [line.strip() for line in lines.toPlainText().splitlines() if line.strip()]
        line = QLineEdit(default, self)
        line.textChanged.connect(self._suggest)
        return line, partial(self._json, key, line) if kind == "json" else lambda: line.text().strip()

    def _json(self, key: str, line: QLineEdit) -> Json:
        try:
            return json.loads(line.text())
        except ValueError:
            said = mark("{check}: {field} must be a number or a list")
            raise DiagramError(tr(said, check=self.text, field=tr(_LABELS[key]))) from None

    @property
    def text(self) -> str:
        subject = tr(self._suggested, name=self._subject) if self._subject else tr(self._title)
        return self.read["name"]() or subject

    @property
    def worth(self) -> float:
        """The points; a question without a right answer gives none."""
        return 0.0 if self.kind == "answers" and not self.read["is"]() else self.read["points"]()

    def _suggest(self) -> None:
        if "hidden" not in self.read:
            return
        first, before = next(iter(self.read.values()))(), self._subject
        self._subject = first if isinstance(first, str) else ", ".join(first)
        name, value, known = self.widgets["name"], self.widgets.get("equals"), self._values.get(self._subject)
        assert isinstance(name, QLineEdit)
        name.setPlaceholderText(self.text)
        if isinstance(value, QLineEdit) and self._subject != before:
            value.setText("" if known is None else json.dumps(known))
        self.changed.emit()

    def data(self, solution: Json) -> tuple[list[Json], list[Json]]:
        """Return the check and the question in the file's form; a list is empty if there is none."""
        values = {key: read() for key, read in self.read.items()} | {"name": self.text}
        check = {key: values.pop(key) for key in ("name", "points", "hint", "hidden")}
        if self.kind == "uses":
            kind, *counts = values.values()
            return [check | ({"uses": {kind: counts}} if counts[1] != 0 else {"forbids": [kind]})], []
        if self.kind == "answers":
            name, right = f"question {self._number}", values.pop("is")
            with suppress(ValueError):
                right = right if values["choices"] or not right else float(right)
            return [check | {"answers": name, "is": right}] if right != "" else [], [{"id": name, **values}]
        return [check | values | ({"same_as": solution} if self.kind in ("same_as", "gradient_of") else {})], []


class AuthorDialog(QDialog):
    """The dialog: the task, the start diagram, and the checks. ``save`` returns whether the exercise was saved."""

    def __init__(
        self, parent: QWidget, diagram: Diagram, page: str, make: Callable[[str, int], CheckForm],
        starts: Mapping[str, Diagram], save: Callable[[AuthorDialog], bool],
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.setWindowTitle(tr("Make exercise"))
        self._diagram, self._page, self._make, self._save = diagram, page, make, save
        self._starts = [diagram, *starts.values()]
        self.checks: list[CheckForm] = []
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
            values = [QTreeWidgetItem(top, [f"{key} = {json.dumps(each)[:40]}"]) for key, each in block.values.items()]
            for item, value in zip((top, *values), ("", *block.values), strict=True):
                item.setData(0, Qt.ItemDataRole.UserRole, (block.id, value))
                item.setCheckState(0, _CHECKED)
        self.list = RowList(tr("Checks"), self)
        self.forms = QStackedWidget(self)
        first = Text(tr("Add a check. Each check gives points."), "dim", wrap=True)
        first.setAlignment(Qt.AlignmentFlag.AlignTop)
        first.setContentsMargins(12, 10, 12, 8)
        self.forms.addWidget(first)
        self.list.currentRowChanged.connect(lambda: self.forms.setCurrentIndex(self.list.currentRow() + 1))
        self.menu = QMenu(self)
        for kind, (title, *_) in _KINDS.items():
            self.menu.addAction(tr(title), partial(self._add, kind))
        self.more = QPushButton(tr("Add check"), self, autoDefault=False)
        self.more.setMenu(self.menu)
        self.less = acting(QPushButton(tr("Remove check"), self, autoDefault=False), self._remove)
        self.fault, self.total = Text("", "error", wrap=True), Text("", "dim")
        self.finish = acting(QPushButton(tr("Save exercise..."), self, default=True), self._finish)
        left, right, room = QWidget(), QWidget(), named(ScrollArea(), tr("Check"))
        room.setWidget(self.forms)
        heads = [Text(text, "dim") for text in (tr("Title"), tr("Task"), tr("Students start with"), tr("Checks"))]
        vertical(heads[0], self.title, heads[1], (self.text, 1), heads[2], self.start, (self.parts, 2), to=left)
        line = horizontal(heads[3], None, self.total, self.more, self.less)
        vertical(line, (self.list, 1), (room, 3), to=right)
        end = horizontal(
            (self.fault, 1), acting(QPushButton(tr("Cancel"), self, autoDefault=False), self.reject), self.finish
        )
        vertical((pair(self, left, right, (400, 560), (2, 3)), 1), end, to=self)
        self.resize(first_size(self, 980, 640))
        self.title.setFocus()
        self._count()

    def _add(self, kind: str) -> None:
        form = self._make(kind, self.forms.count())
        self.checks.append(form)
        self.forms.addWidget(form)
        self.list.add("", {})
        form.changed.connect(self._count)
        self._count()
        self.list.setCurrentRow(len(self.checks) - 1)

    def _remove(self) -> None:
        row = self.list.currentRow()
        if row >= 0:
            self.forms.removeWidget(self.checks.pop(row))
            self.list.takeItem(row)
            self._count()

    def _count(self) -> None:
        for row, form in enumerate(self.checks):
            self.list.item(row).setText(form.text)
            self.list.item(row).setData(RIGHT, f"{form.worth:g}")
        self.total.setText(tr("Points: {points:g}", points=sum(form.worth for form in self.checks)))
        for button in (self.less, self.finish):
            button.setEnabled(bool(self.checks))

    def _start(self) -> str:
        start = loads(self._starts[max(0, self.start.currentIndex())].dumps())
        if self.parts.isEnabled():
            every = self.parts.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive)
            gone = [item.data(0, Qt.ItemDataRole.UserRole) for item in every if item.checkState(0) != _CHECKED]
            for block, value in gone:
                if value:
                    start.apply(UnsetValue(self._page, block, value))
            page = start.page(self._page).snapshot()
            edit = delete_and_heal(page, [each for each, value in gone if not value], BlockTypes(start).find)
            if edit is not None:
                start.apply(edit[0])
        return start.dumps()

    def data(self, solution: Json) -> dict[str, Json]:
        """Return the exercise in the file's form, with the solution or its file name. May raise DiagramError."""
        checks, questions = ([each for part in parts for each in part] for parts in zip(
            *(form.data(solution) for form in self.checks), strict=True
        ))  # fmt: skip
        text = {"title": self.title.text().strip(), "text": self.text.toPlainText().strip()}
        start = json.loads(self._start())
        return {"format": FORMAT, **text, "start": start, "questions": questions, "checks": checks}

    def _finish(self) -> None:
        try:
            if self._save(self):
                self.accept()
        except DiagramError as error:
            self.fault.setText(sentence_of(error))
