"""The commands of the Composite menu, built on `app.core.verbs`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QLineEdit, QPushButton, QSpinBox, QWidget

from app.canvas.scene import box_of
from app.core import loops, verbs
from app.core.loops import KINDS, LoopKind, LoopWish
from app.core.runs.variables import elaborated
from app.core.verbs import Edit, Made
from app.core.verbs.custom_gradients import GradientKind, add_gradient, set_gradient
from app.core.verbs.room import box_of_new
from app.face.face import MEANINGS, SIGNS
from app.panels.look import Text, acting, first_size, horizontal, named, vertical
from app.window.tabs import WindowPart, WindowProtocol
from blocks.base.language import mark, tr
from blocks.document.data import INSTANCE, Document, Page
from blocks.document.definitions import CompositePins, is_instance, pins, unused
from blocks.document.model import Diagram
from blocks.elaborate.model import Elaboration
from blocks.transform.verbs.edit import counted


class Composing(WindowPart):
    """The commands of the Composite menu. They raise errors as DiagramError; the window reports them."""

    def __init__(self, desk: WindowProtocol) -> None:
        super().__init__(desk)
        self.asking: LoopDialog | None = None

    @property
    def _document(self) -> Document:
        return self._tab.document.diagram.document

    @property
    def instance(self) -> str:
        """Return the selected block if it is a single instance or runs a composite; otherwise empty."""
        tab = self._desk.tab
        chosen = tab.scene.selected_ids() if tab is not None and tab.page_name else []
        if tab is None or len(chosen) != 1:
            return ""
        item = tab.scene.block_item(chosen[0])
        return chosen[0] if item is not None and item.face.has_inside else ""

    @property
    def is_inside(self) -> bool:
        return self._desk.tab is not None and self._desk.tab.navigation.is_inside

    @property
    def is_about_one(self) -> bool:
        return self.is_inside or bool(self.instance)

    @property
    def has_any(self) -> bool:
        return self._desk.tab is not None and bool(self._desk.tab.document.diagram.composites)

    def _meant(self) -> str:
        """Return the composite that commands apply to: the selected instance's, else the current one.

        For a block that runs two composites, this is the body.
        """
        bodies = self._tab.navigation.bodies_of(self.instance)
        return bodies[-1][1] if bodies else self._tab.page_name

    def _do(self, edit: Edit | None) -> None:
        if edit is not None:
            self._tab.document.do(*edit)

    def make(self) -> None:
        """Make a composite of the selection and the content of selected frames, and edit its name in place."""
        scene = self._tab.scene
        ids, notes, frames = scene.with_held(scene.selected_ids(), scene.selected_notes(), scene.selected_frames())
        boxes = {block: box_of(scene.block_rect(block)) for block in ids}
        edit = verbs.make_composite(self._document, self._tab.page, ids, self._tab.document.find, boxes, notes, frames)
        self._tab.tools.make_and_name(edit)
        if edit is not None:
            interface = pins(self._tab.document.page(self._document.composites[-1].name))
            inputs, outputs = counted(len(interface.inputs), "input"), counted(len(interface.outputs), "output")
            said = mark("Moved {count} into a composite with {inputs} and {outputs}. Press Enter to open the composite")
            self._desk.say(tr(said, count=counted(len(ids), "block"), inputs=inputs, outputs=outputs))

    def make_loop(self) -> None:
        tab, scene, find = self._tab, self._tab.scene, self._tab.document.find
        blocks, notes, frames = scene.with_held(scene.selected_ids(), scene.selected_notes(), scene.selected_frames())
        ids = [*blocks]
        boxes = {block: box_of(scene.block_rect(block)) for block in ids}
        definition = self._definition(self._meant()) if self.can_replace else None
        name, instance, on = None, self.instance, tab.page
        if definition is None:
            result = verbs.make_composite(self._document, tab.page, ids, find, boxes, notes, frames)
            if result is None:
                return
            trial = Diagram(self._document)
            trial.apply(result.change)
            definition = trial.document.composites[-1]
            [instance], on = result.ids, trial.canvas(on.name).snapshot()
            name = verbs.free_composite(self._document, "Body")
        title = tr("Make loop from {instance}", instance=self.instance)
        if name is not None:
            title = tr("Make loop from {count}", count=counted(len(ids), "block"))
        carried = loops.carried_by_shape(on, instance, definition, tab.tools.ground.known(), find)
        self.asking = LoopDialog(self._desk.tabs, title, pins(definition), carried, name)
        page = tab.page_name

        def make(dialog: LoopDialog) -> None:
            if tab is not self._desk.tab or tab.page_name != page:
                return
            if name is None:
                edit = loops.replace_by_loop(self._document, tab.page, ids[0], dialog.wish)
                tab.tools.ground.do(Made(edit.change, edit.text, tuple(ids)))
            else:
                wish = dialog.wish
                results = loops.make_loop(self._document, tab.page, ids, find, boxes, wish, notes, frames)
                tab.tools.ground.do(results)
            tab.tools.ground.show_selected()

        self.asking.accepted.connect(partial(self._desk.guard, partial(make, self.asking)))
        self.asking.finished.connect(self.asking.deleteLater)
        self.asking.open()

    @property
    def can_replace(self) -> bool:
        chosen = self.instance
        block = next((each for each in self._tab.page.blocks if each.id == chosen), None) if chosen else None
        return block is not None and is_instance(block)

    def expand(self) -> None:
        tab, instance = self._tab, self.instance
        definition = self._definition(self._meant())
        verbs.check_expandable(tab.page, instance)
        if instance and definition is not None:
            boxes = {block.id: box_of(tab.scene.block_rect(block.id)) for block in tab.page.blocks}
            tab.tools.ground.do(
                verbs.expand_instance(tab.page, instance, definition, tab.document.find, boxes, box_of_new)
            )
            tab.tools.ground.show_selected()

    def _definition(self, name: str) -> Page | None:
        return next((each for each in self._document.composites if each.name == name), None)

    def make_unique(self) -> None:
        self._do(verbs.make_unique(self._document, self._tab.page, self.instance))

    def duplicate(self) -> None:
        edit, name = verbs.duplicate_composite(self._document, self._meant())
        self._do(edit)
        self._tab.show_page(name)

    def rename(self) -> None:
        old = self._meant()
        name = self._desk.ask.text(tr("Rename composite"), tr("Name"), old.removeprefix(INSTANCE))
        if name is not None:
            self._do(verbs.rename_composite(self._document, old, name.strip()))

    @property
    def _sides(self) -> list[str]:
        if self._desk.tab is None or not self.is_about_one:
            return []
        meant, navigation = self._meant(), self._tab.navigation
        return navigation.sides if meant == navigation.canvas else navigation.sides_of(meant)

    @property
    def has_gradient(self) -> bool:
        return len(self._sides) > 1

    @property
    def can_add_gradient(self) -> bool:
        return len(self._sides) == 1

    def turn_side(self) -> None:
        """Show the gradient composite of the selected instance, or the next side of the open composite."""
        tab = self._tab
        if self._meant() == tab.page_name or tab.go_in(self.instance):
            tab.turn_side(1 - tab.navigation.side)

    def add_gradient(self) -> None:
        tab, meant = self._tab, self._meant()
        title, texts = tr("Add custom gradient to {name}", name=meant[1:]), [tr(each) for each in _GRADIENTS.values()]
        chosen = self._desk.ask.choice(title, tr("Start with"), texts)
        if chosen is None:
            return
        source, page = tab.engine.source(tab.root_page), tab.document.page(meant)
        prefix = tab.engine.inside.prefix + (f"{self.instance}/" if self.instance else "")
        values: Mapping[str, Mapping[str, Any]] = elaborated(source).values if prefix else {}
        known = {each.id: values.get(prefix + each.id, {}).get("output") for each in page.blocks}

        def again(document: Document, page: Page) -> Elaboration:
            return elaborated(source._replace(page=page, composites=document.composites))

        name, kind = verbs.free_composite(self._document, f"{meant[1:]}Grad"), list(_GRADIENTS)[chosen]
        self._do(add_gradient(self._document, page, name, kind, known, tab.document.find, again))
        self.turn_side()
        self._desk.say(tr("Added the gradient composite {name}. Press Shift+G to switch sides", name=name))

    def remove_gradient(self) -> None:
        self._do(set_gradient(self._document, self._tab.document.page(self._sides[0]), ""))

    def delete_unused(self) -> None:
        names = unused(self._document)
        self._do(verbs.delete_composites(names))
        text = ", ".join(name.removeprefix(INSTANCE) for name in names)
        nothing = tr("There is nothing to delete: all composites are in use")
        self._desk.say(tr("Deleted: {text}", text=text) if names else nothing)

    def go_in(self) -> None:
        self._tab.go_in(self.instance)

    def go_out(self) -> None:
        self._tab.go_out()


_GRADIENTS: dict[GradientKind, str] = {
    "straight-through": mark("Straight-through: pass the gradient to the inputs of the same shape"),
    "zero": mark("Zero: return zeros for every input"),
    "blocks": mark("The current gradient, written out as blocks"),
}
_ABOUT: dict[LoopKind, str] = {
    "Repeat": mark(
        "Runs a given number of times in sequence, for example, for a stack of layers or a fixed-point iteration."
    ),
    "Scan": mark("Runs once for each element along the first axis, for example, to run a recurrent network over time."),
    "Map": mark("Runs once for each element along the first axis. No value is carried between iterations."),
    "While": mark("Runs while a condition holds. The condition is a separate composite."),
}
_MOST_TIMES = 1_000_000


class LoopDialog(QDialog):
    """A dialog for a loop's kind, and the role of each input pin. ``name`` None: the composite exists already."""

    def __init__(
        self, parent: QWidget, title: str, pins: CompositePins, carried: Mapping[str, str], name: str | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._pins, self._carried = pins, carried
        self.kind = named(QComboBox(self), tr("Kind of loop"))
        self.kind.addItems(list(KINDS))
        self.about = Text("", "dim", wrap=True, parent=self)
        self.name = QLineEdit(name or "", self)
        self.times = QSpinBox(self)
        self.times.setRange(0, _MOST_TIMES)
        self.times.setValue(2)
        self.choices: dict[str, QComboBox] = {}
        self.fault = Text("", "error", wrap=True, parent=self)
        self.form = QFormLayout()
        self.form.addRow(tr("&Loop"), self.kind)
        self.form.addRow(self.about)
        self.form.addRow(tr("&Name of the body"), self.name)
        self.form.setRowVisible(self.name, name is not None)
        self.form.addRow(tr("&Iterations"), self.times)
        for pin in pins.inputs:
            choice = self.choices[pin.name] = named(QComboBox(self), tr("Input {name}", name=pin.name))
            choice.currentIndexChanged.connect(self._check)
            self.form.addRow(Text(tr("Input {name}", name=pin.name), parent=self), choice)
        self.make = acting(QPushButton(tr("Make"), self, default=True), self.accept)
        line = horizontal((self.fault, 1), acting(QPushButton(tr("Cancel"), self), self.reject), self.make)
        vertical(self.form, line, to=self)
        self.setMinimumWidth(first_size(self, 460, 0).width())
        self.kind.currentIndexChanged.connect(self._fill)
        self._fill()

    @property
    def wish(self) -> LoopWish:
        kind = KINDS[self.kind.currentIndex()]
        chosen = {name: str(choice.currentData()) for name, choice in self.choices.items()}
        over = tuple([name for name, how in chosen.items() if how == "over"])
        carried = {name: how[1:] for name, how in chosen.items() if how.startswith("<")}
        return LoopWish(kind, self.times.value(), over, carried, self.name.text().strip())

    def _fill(self) -> None:
        kind = KINDS[self.kind.currentIndex()]
        self.about.setText(tr(_ABOUT[kind]))
        self.form.setRowVisible(self.times, kind == "Repeat")
        outputs = [pin.name for pin in self._pins.outputs] if kind != "Map" else []
        first_over = kind in ("Scan", "Map")
        for name, choice in self.choices.items():
            choice.blockSignals(True)
            choice.clear()
            choice.addItem(f"{SIGNS['constant']}  {tr(MEANINGS['constant'])}", "same")
            if kind in ("Scan", "Map"):
                choice.addItem(f"{SIGNS['over']}  {tr(MEANINGS['over'])}", "over")
            for each in outputs:
                text = tr("receives {pin} from the previous iteration", pin=each)
                choice.addItem(f"{SIGNS['carried']}  {text}", f"<{each}")
            pin = self._carried.get(name) if kind in ("Repeat", "While") else name
            index = choice.findData(f"<{pin}")
            if index < 0 and first_over:
                index, first_over = choice.findData("over"), False
            choice.setCurrentIndex(max(0, index))
            choice.blockSignals(False)
        self._check()

    def _check(self) -> None:
        fault = self.wish.fault(self._pins)
        self.fault.setText(fault or self.wish.note)
        self.make.setEnabled(not fault)
