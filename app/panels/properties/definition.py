"""The Inspector when nothing is selected inside a composite: the interface of the composite's instances."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.canvas.drawing.shapes import painting, set_colors, told_later
from app.canvas.text import tip
from app.core.verbs import Edit, Find, rename_composite
from app.core.verbs.custom_gradients import fitting_gradients, set_gradient
from app.panels.editors.choice import ChoiceEdit
from app.panels.editors.grid import UNSET, attribute_codec, show_type, type_choices
from app.panels.editors.value_edit import Editor, TextEdit, ValueEdit, attribute_editor
from app.panels.look import Elided, Text, acting, color, horizontal, named, scaled, vertical
from app.panels.properties.fields import Heading, IconButton, name_width
from app.panels.words import attribute_words
from blocks.base.language import tr
from blocks.document.changes import SetValue, UnsetValue
from blocks.document.data import Document, Page, PromotedValue
from blocks.document.definitions import CompositePin, pins
from blocks.document.packages.copies import Copy
from blocks.elaborate.instance_types import INPUT_TYPE
from blocks.graph.spec import Attribute, BlockSpec
from blocks.transform.verbs import composites as verbs

_SHAPE = INPUT_TYPE.attribute_names["shape"]
_DTYPE = INPUT_TYPE.attribute_names["dtype"]

Do = Callable[[Callable[[], Edit | None], Hashable | None], str]
"""Makes the edit of a verb, which merges with others of the same key; returns why it was refused."""


class Outside(NamedTuple):
    """The interface of a composite's instances. ``copy``: the comparison with its package; None if it has none."""

    document: Document
    page: Page
    spec: BlockSpec
    carries: Mapping[str, str]
    find: Find
    copy: Copy | None = None

    @property
    def key(self) -> object:
        """Return a key that changes when other rows are needed."""
        sides = pins(self.page)
        ids = tuple(tuple((pin.name, pin.block) for pin in side) for side in sides)
        others = [page.name for page in self.document.composites]
        return (self.page.name, ids, tuple((each.name, each.type) for each in self.spec.attributes), others)


class DefinitionRows(QWidget):
    """The name and description of a composite, its pins, and its promoted values."""

    update_wanted = Signal(str)

    def __init__(self, outside: Outside, do: Do, parent: QWidget) -> None:
        super().__init__(parent)
        self.key = outside.key
        self._outside = outside
        self._do = do
        self.name = TextEdit(tr("Name of the composite"), "", self)
        self.name.setFont(scaled(self.font(), 1.15, bold=True))
        self.doc = TextEdit(tr("Description of the composite"), tr("Description"), self, lines=True)
        self.fault = Text("", "error", wrap=True, parent=self)
        self.fault.hide()
        self.name.edited.connect(self._rename)
        self.doc.edited.connect(self._describe)
        self.name.fit_height()
        self.origin = Text("", "dim", wrap=True, parent=self)
        self.update_button = acting(QPushButton(tr("Update..."), self), lambda: self.update_wanted.emit(self.page.name))
        self.update_button.setToolTip(tr("Show how this composite differs from the version in its block library"))
        line = horizontal((self.origin, 1), (self.update_button, 0, Qt.AlignmentFlag.AlignTop))
        self._layout = vertical(self.name, self.doc, line, self.fault, to=self, margins=(0, 0, 0, 0), spacing=4)
        self.inputs, self.outputs = OrderedRows(self), OrderedRows(self)
        self.values = OrderedRows(self)
        fitting = fitting_gradients(outside.document, outside.page, outside.find)
        choices = [(each[1:], each) for each in fitting]
        self.gradient = named(ChoiceEdit(choices, "", tr("none"), self), tr("Custom gradient"))
        self.gradient.edited.connect(self._set_gradient)
        self.gradient.cleared.connect(lambda: self._set_gradient(""))
        self._layout.addLayout(horizontal(Text(tr("Custom gradient"), parent=self), (self.gradient, 1)))
        self.pins: dict[str, PinRow] = {}
        self.promoted: dict[str, PromotedRow] = {}
        sides = pins(outside.page)
        both = (tr("Inputs"), self.inputs, sides.inputs), (tr("Outputs"), self.outputs, sides.outputs)
        for title, rows, side in both:
            self._layout.addWidget(Heading(title, self))
            self._layout.addWidget(rows)
            for pin in side:
                self._add_pin(rows, pin, is_input=rows is self.inputs)
            if not side:
                kind = "InputPin" if rows is self.inputs else "OutputPin"
                text = tr("No pins yet. Add an {kind} block.", kind=kind)
                self._layout.addWidget(Text(text, "faint", wrap=True, parent=self))
            rows.moved.connect(partial(self._move_pin, [pin.block for pin in side]))
        self._layout.addWidget(Heading(tr("Promoted values"), self))
        self._layout.addWidget(self.values)
        promoted = outside.page.promoted
        for value in promoted:
            self._add_value(value)
        if not promoted:
            text = tr("No promoted values. Right-click a value of a block inside the composite and choose “Promote”.")
            self._layout.addWidget(Text(text, "faint", wrap=True, parent=self))
        self.values.moved.connect(partial(self._move_value, [value.name for value in promoted]))

    @property
    def page(self) -> Page:
        return self._outside.page

    def show_outside(self, outside: Outside) -> None:
        self._outside = outside
        composite = outside.page.composite
        self.name.show_text(outside.page.name[1:])
        self.doc.show_text("" if composite is None else composite.doc)
        self.gradient.show_value((composite.gradient if composite else "") or UNSET)
        words = "" if outside.copy is None else outside.copy.words()
        self.origin.say(words[:1].upper() + words[1:])
        self.update_button.setVisible(outside.copy is not None and outside.copy.differs)
        for side in pins(outside.page):
            for pin in side:
                self.pins[pin.block].show_pin(pin, outside.carries.get(pin.block, ""))
        for value in () if composite is None else composite.values:
            self.promoted[value.name].show_promoted(value)

    def commit(self) -> None:
        texts = [self.name, self.doc, *(row.name for row in self.pins.values())]
        editors = [editor for row in self.pins.values() for editor in row.fields]
        for row in self.promoted.values():
            texts += [row.name, row.doc]
            editors.append(row.editor)
        for field in (*texts, *editors):
            field.commit()

    def _ask(self, verb: Callable[[], Edit | None], merge: Hashable | None = None) -> str:
        why = self._do(verb, merge)
        self.fault.say(why)
        return why

    def _rename(self, name: str) -> None:
        if self._ask(lambda: rename_composite(self._outside.document, self.page.name, name)):
            self.name.refuse(self.page.name[1:])

    def _describe(self, text: str) -> None:
        self._ask(lambda: verbs.describe(self.page, text))

    def _set_gradient(self, name: str) -> None:
        self._ask(lambda: set_gradient(self._outside.document, self.page, name))

    def _add_pin(self, rows: OrderedRows, pin: CompositePin, *, is_input: bool) -> None:
        row = PinRow(pin, rows, is_input=is_input)
        row.name.edited.connect(partial(self._name_pin, row, pin))
        row.typed.connect(partial(self._type_pin, pin))
        self.pins[pin.block] = row
        rows.add(pin.name, row)

    def _name_pin(self, row: PinRow, pin: CompositePin, name: str) -> None:
        if self._ask(lambda: verbs.name_pin(self._outside.document, self.page.name, pin.block, name)):
            row.name.refuse(pin.name)

    def _type_pin(self, pin: CompositePin, what: str, value: object) -> None:
        change = (
            UnsetValue(self.page.name, pin.block, what) if value is None
            else SetValue(self.page.name, pin.block, what, value)
        )  # fmt: skip
        self._ask(lambda: Edit(change, tr("Set {what} of pin {name}", what=what, name=pin.name)))

    def _move_pin(self, blocks: list[str], index: int, to: int) -> None:
        self._ask(lambda: verbs.move_pin(self.page, blocks[index], to))

    def _add_value(self, value: PromotedValue) -> None:
        attribute = self._outside.spec.attribute(value.name)
        editor = attribute_editor(self._outside.spec, attribute or Attribute(value.name, "tensor", None))
        about = tr("Sets {value}.", value=", ".join(value.sets) or "nothing")
        if attribute is not None:
            about += f"\n{attribute_words(attribute)}"
        row = PromotedRow(value.name, about, editor, self.values)
        name = value.name
        row.name.edited.connect(partial(self._name_value, row, name))
        row.set_to.connect(partial(self._set_default, name))
        row.doc.edited.connect(partial(self._document_value, name))
        row.dropped.connect(lambda: self._ask(lambda: verbs.drop_value(self._outside.document, self.page.name, name)))
        self.promoted[name] = row
        self.values.add(name, row)

    def _name_value(self, row: PromotedRow, name: str, new: str) -> None:
        if self._ask(lambda: verbs.name_value(self._outside.document, self.page.name, name, new)):
            row.name.refuse(name)

    def _set_default(self, name: str, value: object) -> None:
        self._ask(lambda: verbs.set_promoted(self.page, name, default=value), ("default", self.page.name, name))

    def _document_value(self, name: str, text: str) -> None:
        self._ask(lambda: verbs.set_promoted(self.page, name, doc=text))

    def _move_value(self, names: list[str], index: int, to: int) -> None:
        self._ask(lambda: verbs.shift_value(self._outside.document, self.page.name, names[index], to))


class PinRow(QWidget):
    """A pin: its name, dtype and shape, which are inferred for an output. `typed` with None: any."""

    typed = Signal(str, object)

    def __init__(self, pin: CompositePin, parent: QWidget, *, is_input: bool) -> None:
        super().__init__(parent)
        self.name = TextEdit(tr("Name of the pin"), "", self)
        self.name.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.name.setFixedWidth(name_width())
        layout = horizontal(self.name, to=self, margins=(0, 0, 0, 0), spacing=6)
        self.carries = Elided("", "faint", self)
        self.fields: list[Editor] = []
        if not is_input:
            layout.addWidget(self.carries, 1)
            return
        self.carries.hide()
        choices = [(show_type(each), each) for each in type_choices(INPUT_TYPE, _DTYPE)]
        self.dtype = ChoiceEdit(choices, None, "any", self)
        self.shape = ValueEdit(attribute_codec(_SHAPE), tr("any shape"), parent=self)
        for what, editor in (("dtype", self.dtype), ("shape", self.shape)):
            editor.setAccessibleName(f"{what} of {pin.name}")
            editor.edited.connect(partial(self.typed.emit, what))
            editor.cleared.connect(partial(self.typed.emit, what, None))
            layout.addWidget(editor, 1)
            self.fields.append(editor)

    def show_pin(self, pin: CompositePin, carries: str) -> None:
        self.name.show_text(pin.name)
        self.carries.set_full(carries)
        for editor, value in zip(self.fields, (pin.dtype, pin.shape), strict=False):
            editor.show_value(UNSET if value is None else value)


class PromotedRow(QWidget):
    """A promoted value: its name, description and default. `set_to` with None: the value inside."""

    set_to = Signal(object)
    dropped = Signal()

    def __init__(self, name: str, about: str, editor: Editor, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = TextEdit(tr("Name of the value"), "", self)
        self.name.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.name.setFixedWidth(name_width())
        self.name.setToolTip(tip(about))
        self.editor = editor
        editor.setAccessibleName(tr("Default of {name}", name=name))
        self.doc = TextEdit(tr("About {name}", name=name), tr("Description"), self)
        self.fault = Text("", "error", wrap=True, parent=self)
        self.fault.hide()
        self.button = acting(IconButton("close", tr("Unpromote {name}", name=name), self), self.dropped)
        editor.edited.connect(self.set_to)
        editor.cleared.connect(lambda: self.set_to.emit(None))
        editor.faulted.connect(self.fault.say)
        line = horizontal(self.name, (editor, 1), self.button, spacing=6)
        vertical(line, self.doc, self.fault, to=self, margins=(0, 0, 0, 4), spacing=2)

    def show_promoted(self, value: PromotedValue) -> None:
        self.name.show_text(value.name)
        self.editor.show_value(UNSET if value.default is None else value.default)
        self.doc.show_text(value.doc)


GRIP_WIDTH = 14


class Grip(QWidget):
    """The drag handle of a row. `dragged`, `dropped`: the mouse's y on the screen. `stepped`: up (-1) or down (1)."""

    dragged = Signal(int)
    dropped = Signal(int)
    stepped = Signal(int)

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._pressed: QPoint | None = None
        self._drags = False
        self.setFixedSize(GRIP_WIDTH, 22)
        self.setCursor(Qt.CursorShape.SizeVerCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("Position of {name}", name=name))
        self.setToolTip(tip(tr("Drag {name} to reorder it, or press Up or Down", name=name)))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        with told_later(), painting(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            set_colors(painter, Qt.PenStyle.NoPen, color("link" if self.hasFocus() else "faint"))
            for x in (4.0, 8.0):
                for y in (7.0, 11.0, 15.0):
                    painter.drawEllipse(QPointF(x, y), 1.1, 1.1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.globalPosition().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.globalPosition().toPoint()
        if self._pressed is not None:
            self._drags = self._drags or (at - self._pressed).manhattanLength() >= QApplication.startDragDistance()
            if self._drags:
                self.dragged.emit(at.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drags, self._pressed, self._drags = self._drags, None, False
        if drags:
            self.dropped.emit(event.globalPosition().toPoint().y())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1}
        if event.key() in steps:
            self.stepped.emit(steps[event.key()])
        else:
            super().keyPressEvent(event)


class OrderedRows(QWidget):
    moved = Signal(int, int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[QWidget] = []
        self.grips: list[Grip] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._mark = QFrame(self)
        self._mark.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._mark.hide()

    def add(self, name: str, row: QWidget) -> None:
        index = len(self.rows)
        grip = Grip(name, self)
        grip.dragged.connect(self._show)
        grip.dropped.connect(partial(self._drop, index))
        grip.stepped.connect(partial(self._step, index))
        line = horizontal((grip, 0, Qt.AlignmentFlag.AlignTop), (row, 1), spacing=2)
        self._layout.addLayout(line)
        self.rows.append(row)
        self.grips.append(grip)

    def _gap(self, screen_y: int) -> int:
        y = self.mapFromGlobal(QPoint(0, screen_y)).y()
        return sum(row.geometry().center().y() < y for row in self.rows)

    def _show(self, screen_y: int) -> None:
        gap = self._gap(screen_y)
        last = gap == len(self.rows)
        box = self.rows[gap - last].geometry()
        y = box.bottom() + 1 if last else box.top() - 3
        self._mark.setStyleSheet(f"background: {color('accent').name()}; border: none;")
        self._mark.setGeometry(QRect(0, max(0, min(y, self.height() - 2)), self.width(), 2))
        self._mark.show()
        self._mark.raise_()

    def _drop(self, index: int, screen_y: int) -> None:
        gap = self._gap(screen_y)
        self._mark.hide()
        self._move(index, gap - (gap > index))

    def _step(self, index: int, step: int) -> None:
        self._move(index, index + step)

    def _move(self, index: int, to: int) -> None:
        if to != index and 0 <= to < len(self.rows):
            self.moved.emit(index, to)
