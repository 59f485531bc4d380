"""The Inspector's head and content: the type, id and state of the selected blocks, and rows about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QToolButton, QWidget

from app.canvas.results_feed import PageInfoSource
from app.canvas.text import tip
from app.face.face import custom_gradient_words
from app.panels.editors.choice import ChoiceEdit, Switch
from app.panels.editors.grid import MIXED, UNSET, EditorState, tensor_caption
from app.panels.editors.value_edit import Editor, attribute_editor, input_editor
from app.panels.look import Elided, FlowLayout, Text, acting, horizontal, named, scaled, vertical
from app.panels.properties.fields import Heading, IconButton, ValueRow, WireEnd, WiresRow, name_label
from app.panels.words import attribute_words, documented, input_words, output_words
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import mark, plural, tr
from blocks.base.literal_show import text_of
from blocks.base.shapes import shape_text
from blocks.base.terminal import printable
from blocks.document.data import Block, Endpoint, Json, Wire, same
from blocks.document.definitions import SHARES, is_instance, shown_type
from blocks.document.model import PageView
from blocks.graph.spec import BlockSpec
from blocks.library.registry import current
from blocks.transform.verbs.edit import counted

_LONGEST_TEXT = 1000


class Details(NamedTuple):
    """The content of the Inspector.

    Attributes:
        key: changes when other rows are needed.
        spec: the common type; None if unknown or mixed.
        into, out: the wires of a single block, by pin.
        carries: dtype and shape by pin.
        problems: error messages by pin or attribute; None for the block itself.
        sharers: the instances whose variables the selected ones could share.
        promoted: the promoted names by value, inside a composite; None elsewhere.
        needed: unfinished work by pin or attribute, as sentences.
    """

    key: object
    spec: BlockSpec | None
    blocks: tuple[Block, ...]
    into: Mapping[str, Sequence[Wire]]
    out: Mapping[str, Sequence[Wire]]
    carries: Mapping[tuple[str, str, int | None], str]
    problems: Mapping[str | None, str]
    sharers: tuple[str, ...] = ()
    promoted: Mapping[str, str] | None = None
    needed: Mapping[str, str] = MappingProxyType({})


def details_of(
    view: PageView,
    blocks: Sequence[Block],
    spec: BlockSpec | None,
    info: PageInfoSource | None,
    unfinished: Sequence[DiagramError] = (),
) -> Details:
    """Gather the Inspector's content; ``unfinished`` are the problems about unfinished work."""
    into: dict[str, list[Wire]] = {}
    out: dict[str, list[Wire]] = {}
    carries: dict[tuple[str, str, int | None], str] = {}
    problems: dict[str | None, str] = {}
    needed = {error.pin or "": sentence_of(error) for error in unfinished if error.block == blocks[0].id}
    if len(blocks) == 1:
        block = blocks[0].id
        for wire in view.wires_into(block):
            into.setdefault(wire.target.pin, []).append(wire)
        for wire in view.wires_from(block):
            out.setdefault(wire.source.pin, []).append(wire)
        if info is not None:
            wanted = [Endpoint(block, pin.name) for pin in spec.outputs] if spec is not None else []
            wanted += [wire.source for wires in into.values() for wire in wires]
            for end in wanted:
                tensor = info.pins.get((end.block, end.pin, end.index))
                if tensor is not None:
                    carries[end.block, end.pin, end.index] = f"{tensor[0].short} {shape_text(tensor[1])}"
            for pin in spec.outputs if spec is not None else ():
                index = 0
                while (tensor := info.pins.get((block, pin.name, index))) is not None and index < 64:
                    carries[block, pin.name, index] = f"{tensor[0].short} {shape_text(tensor[1])}"
                    index += 1
            for error in info.problems:
                if error.block == block and error.pin not in needed:
                    before = problems.get(error.pin)
                    problems[error.pin] = f"{before}\n{sentence_of(error)}" if before else sentence_of(error)
    stray = tuple(_stray(spec, blocks)) if len(blocks) == 1 else ()
    wired = tuple(into) if spec is None else tuple(pin.name in into for pin in spec.inputs)
    foreign = tuple(pin for pin in into if spec is None or (spec.input(pin) is None and pin != "scope"))
    gone = tuple(pin for pin in out if spec is None or spec.shown_by(pin) is None)
    sharers = _sharers(view, blocks)
    shown = tuple((b.id, b.type, b.source, b.note) for b in blocks)
    key = (shown, spec, wired, "scope" in into, foreign, gone, stray, sharers)
    promoted = _promoted(view, blocks, spec)
    return Details(key, spec, tuple(blocks), into, out, carries, problems, sharers, promoted, needed)


def _promoted(view: PageView, blocks: Sequence[Block], spec: BlockSpec | None) -> Mapping[str, str] | None:
    composite = view.snapshot().composite
    if composite is None or spec is None or spec.in_composites or len(blocks) != 1:
        return None
    prefix = f"{blocks[0].id}."
    return {
        inner.removeprefix(prefix): value.name
        for value in composite.values for inner in value.sets if inner.startswith(prefix)
    }  # fmt: skip


def _sharers(view: PageView, blocks: Sequence[Block]) -> tuple[str, ...]:
    """Return the other instances of the composite on the page that do not share variables themselves."""
    kind, chosen = blocks[0].type, {block.id for block in blocks}
    if not is_instance(blocks[0]):
        return ()
    sharers = [block for block in view.snapshot().blocks if block.type == kind and not block.values.get(SHARES)]
    return tuple([block.id for block in sharers if block.id not in chosen])


def _stray(spec: BlockSpec | None, blocks: Sequence[Block]) -> list[str]:
    if spec is None:
        return list(blocks[0].values)
    literal = {pin.name for pin in spec.inputs if pin.literal}
    return [name for name in blocks[0].values if name not in spec.attribute_names and name not in literal]


class DetailRows(QWidget):
    """The rows of the selected blocks.

    Signals:
        edited(str, object), cleared(str), finished(): edits of a value by name.
        chosen(str): the block at a wire's other end was clicked.
        promoted(str, bool): promote or unpromote a value.
        moved(str, int, int): move a wire of a list pin to another index.
    """

    edited = Signal(str, object)
    cleared = Signal(str)
    finished = Signal()
    chosen = Signal(str)
    moved = Signal(str, int, int)
    promoted = Signal(str, bool)

    def __init__(self, details: Details, parent: QWidget) -> None:
        super().__init__(parent)
        self.values: dict[str, ValueRow] = {}
        self.inputs: dict[str, WiresRow] = {}
        self.outputs: dict[str, WiresRow] = {}
        self._general = Text("", "error", wrap=True, parent=self)
        self._layout = vertical(self._general, to=self, margins=(0, 0, 0, 0), spacing=4)
        self._strays: dict[str, QWidget] = {}
        spec = details.spec
        if len(details.blocks) == 1:
            block = details.blocks[0]
            about = tr("Line of the program that the block was imported from")
            self._text(tr("Source"), about, block.source, keep_end=True)
            self._text(tr("Note"), tr("Remark of the import"), block.note)
        if spec is not None:
            self._known(spec, details)
        if len(details.blocks) == 1:
            self._unknown(spec, details)

    def _known(self, spec: BlockSpec, details: Details) -> None:
        docs = documented(spec)
        single = len(details.blocks) == 1
        literal = [pin for pin in spec.inputs if pin.literal and pin.name not in details.into]
        wires = [pin for pin in spec.inputs if pin not in literal] if single else []
        if literal or wires:
            self._layout.addWidget(Heading(tr("Inputs"), self))
        for pin in spec.inputs:
            about = _about(pin.name, input_words(pin, spec), docs)
            if pin in literal:
                self._add(ValueRow(pin.name, about, input_editor(pin), self))
            elif pin in wires:
                self._add_wires(self.inputs, WiresRow(pin.name, about, self, ordered=pin.is_list))
        if single and "scope" in details.into:
            self._add_wires(self.inputs, WiresRow("scope", tr("Scope of the block"), self))
        if spec.attributes:
            self._layout.addWidget(Heading(tr("Attributes"), self))
        for attribute in spec.attributes:
            about = _about(attribute.name, attribute_words(attribute), docs)
            editor: Editor = attribute_editor(spec, attribute)
            if attribute.name == SHARES and is_instance(details.blocks[0]):
                editor = ChoiceEdit([(each, each) for each in details.sharers], "", "nothing")
            self._add(ValueRow(attribute.name, about, editor, self, required=attribute.required))
        if spec.outputs and single:
            self._layout.addWidget(Heading(tr("Outputs"), self))
            for pin in spec.outputs:
                about = _about(pin.name, output_words(pin, spec), docs)
                self._add_wires(self.outputs, WiresRow(pin.name, about, self))

    def _unknown(self, spec: BlockSpec | None, details: Details) -> None:
        strays = _stray(spec, details.blocks)
        into = [pin for pin in details.into if spec is None or (spec.input(pin) is None and pin != "scope")]
        out = [pin for pin in details.out if spec is None or spec.shown_by(pin) is None]
        if not strays and not into and not out:
            return
        self._layout.addWidget(Heading(tr("Kept unchanged") if spec is None else tr("Unknown to this type"), self))
        for pin in into:
            self._add_wires(self.inputs, WiresRow(pin, tr("A wire ends here"), self))
        for name in strays:
            row = StrayRow(name, text_of(details.blocks[0].values[name], 80), self)
            row.dropped.connect(lambda gone=name: self.cleared.emit(gone))
            self._layout.addWidget(row)
        for pin in out:
            self._add_wires(self.outputs, WiresRow(pin, tr("A wire begins here"), self))

    def _text(self, name: str, about: str, text: str, *, keep_end: bool = False) -> None:
        if text:
            row, label = QWidget(self), Elided(printable(text[:_LONGEST_TEXT]), "dim", self, keep_end=keep_end)
            horizontal(name_label(name, about, row), (label, 1), to=row, margins=(0, 0, 0, 0), spacing=6)
            self._layout.addWidget(row)

    def _add(self, row: ValueRow) -> None:
        name = row.name

        def edited(value: object) -> None:
            self.edited.emit(name, value)

        row.edited.connect(edited)
        row.cleared.connect(lambda: self.cleared.emit(name))
        row.finished.connect(self.finished)
        row.promoted.connect(partial(self.promoted.emit, name))
        self.values[name] = row
        self._layout.addWidget(row)

    def _add_wires(self, rows: dict[str, WiresRow], row: WiresRow) -> None:
        row.chosen.connect(self.chosen)

        def moved(index: int, to: int) -> None:
            self.moved.emit(row.name, index, to)

        row.moved.connect(moved)
        rows[row.name] = row
        self._layout.addWidget(row)

    def show_details(self, details: Details) -> None:
        spec = details.spec
        shown = {*self.values, *self.inputs, *self.outputs}
        general = [text for pin, text in details.problems.items() if pin is None or pin not in shown]
        self._general.say("\n".join(general))
        for name, row in self.values.items():
            value = common_value(details.blocks, name)
            caption = details.needed.get(name) or self._caption(details, name, value)
            row.show_value(value, caption, details.problems.get(name, ""))
            row.set_promoted(None if details.promoted is None or name == SHARES else details.promoted.get(name, ""))
        for name, row in self.inputs.items():
            pin = spec.input(name) if spec is not None else None
            sources = [wire.source for wire in details.into.get(name, ())]
            several = len(sources) > 1
            ends = [WireEnd(f"\u2190 {e}", e.block, _carried(details, e, shape_only=several)) for e in sources]
            nothing = tr("optional") if pin is not None and pin.optional else tr("needs a wire")
            row.show_ends(ends, nothing, problem=details.problems.get(name, ""))
        for name, row in self.outputs.items():
            ends = [WireEnd(f"\u2192 {_target(wire)}", wire.target.block) for wire in details.out.get(name, ())]
            block = details.blocks[0].id
            caption = details.carries.get((block, name, None), "")
            listed = [text for (b, n, i), text in details.carries.items() if b == block and n == name and i is not None]
            if listed and not caption:
                caption = f"{len(listed)} \u00d7 {listed[0]}" if len(set(listed)) == 1 else ", ".join(listed)
            problem = "" if name in self.inputs or name in self.values else details.problems.get(name, "")
            row.show_ends(ends, tr("not wired"), caption, problem)

    def _caption(self, details: Details, name: str, value: Json | EditorState) -> str:
        """Return the name under which the value is promoted, otherwise a typed tensor's dtype and shape."""
        if details.promoted is not None and name in details.promoted:
            return tr("promoted as {promoted}", promoted=details.promoted[name])
        spec = details.spec
        if spec is None or isinstance(value, EditorState):
            return ""
        attribute = spec.attribute(name)
        return tensor_caption(value) if attribute is None or attribute.type == "tensor" else ""


class StrayRow(QWidget):
    """A value that the block's type does not have."""

    dropped = Signal()

    def __init__(self, name: str, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        label = name_label(name, tr("{name}: the block type has no such attribute or input", name=name), self)
        value = Elided(text, "dim", self)
        self.button = acting(IconButton("close", tr("Remove {name}", name=name), self), self.dropped)
        horizontal(label, (value, 1), self.button, to=self, margins=(0, 0, 0, 0), spacing=6)


def common_value(blocks: Sequence[Block], name: str) -> Json | EditorState:
    """Return the value that all blocks have, otherwise a `EditorState`."""
    first = blocks[0].values
    if any((name in block.values) != (name in first) for block in blocks):
        return MIXED
    if name not in first:
        return UNSET
    return first[name] if all(same(block.values[name], first[name]) for block in blocks[1:]) else MIXED


def _carried(details: Details, end: Endpoint, *, shape_only: bool) -> str:
    text = details.carries.get((end.block, end.pin, end.index), "")
    return text.partition(" ")[2] if shape_only else text


def _target(wire: Wire) -> str:
    index = tr("   (element {index})", index=wire.source.index) if wire.source.index is not None else ""
    return f"{wire.target}{index}"


def _about(name: str, words: str, docs: Mapping[str, str]) -> str:
    text = docs.get(name, "")
    return f"{name}: {text}\n{words}" if text else f"{name}\n{words}"


_COUNTED = ("block", "wire", "instance")


class Head(QWidget):
    """The head of the Inspector: type, id, description, muted, collapsed. `asked`: check a rejected id again."""

    renamed = Signal(str)
    asked = Signal(str)
    flagged = Signal(str, bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = Elided("", "title", self)
        self.title.setFont(scaled(self.font(), 1.25, bold=True))
        self.help = named(QToolButton(self), tr("Help on this block"), tip=tr("Show help on this block"))
        self.help.setText("?")
        self.help.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.id = named(QLineEdit(self), tr("Name of the block"), tip=tr("The block's name on this page"))
        self.id.editingFinished.connect(self.commit)
        self.id.installEventFilter(self)
        self.fault = Text("", "error", wrap=True, parent=self)
        self.about = Text("", "dim", wrap=True, parent=self)
        self.muted = Switch(tr("Muted"), self)
        self.muted.setToolTip(tr("A muted block passes its first compatible input through unchanged"))
        self.collapsed = Switch(tr("Collapsed"), self)
        self.muted.clicked.connect(lambda: self._flagged("muted", self.muted))
        self.collapsed.clicked.connect(lambda: self._flagged("collapsed", self.collapsed))
        self._shown_id = ""
        top = horizontal((self.title, 1), self.help)
        flags = FlowLayout(self.muted, self.collapsed, spacing=16)
        vertical(top, self.id, self.fault, self.about, flags, to=self, margins=(0, 0, 0, 0), spacing=6)

    def show_page(self, counts: tuple[int, int] | None, what: str = mark("page")) -> None:
        for widget in (self.title, self.help, self.id, self.fault, self.muted, self.collapsed):
            widget.hide()
        self._shown_id = ""
        text = tr("No page is open.")
        if counts is not None:
            blocks = plural(counts[0], "{n} block", "{n:,} blocks")
            wires = plural(counts[1], "{n} wire", "{n:,} wires")
            text = mark("Select a block to see its values and pins.\n\nThis {what} has {blocks} and {wires}.")
            text = tr(text, what=tr(what), blocks=blocks, wires=wires)
        self.about.setText(text)
        self.about.show()

    def show_composite(self, counts: tuple[int, int, int], owner: str) -> None:
        self.show_page(counts[:2], mark("composite"))
        blocks, wires, instances = (counted(n, what) for n, what in zip(counts, _COUNTED, strict=True))
        text = mark("This composite contains {blocks} and {wires}, and has {instances}.")
        if owner and not counts[2]:
            text = mark("This composite contains {blocks} and {wires}, and is the custom gradient of {owner}.")
        self.about.setText(tr(text, blocks=blocks, wires=wires, instances=instances, owner=owner[1:]))

    def show_blocks(self, blocks: Sequence[Block], spec: BlockSpec | None) -> None:
        one = len(blocks) == 1
        first = blocks[0]
        count = Counter(block.type for block in blocks)
        self.title.set_full(shown_type(first.type) if len(count) == 1 else tr("{count} blocks", count=len(blocks)))
        self.title.set_tone("title" if spec is not None or len(count) > 1 else "error")
        self.title.setToolTip(tip(self.title.full()))
        self.title.show()
        self.help.setVisible(spec is not None)
        self.id.setVisible(one)
        if one and self._shown_id != first.id:
            self._shown_id = first.id
            self.id.setText(first.id)
            self.refuse("")
        if not one:
            self._shown_id = ""
            self.refuse("")
        if len(count) > 1:
            rows = [f"{number} \u00d7 {shown_type(name)}" for name, number in count.most_common(8)]
            if len(count) > 8:
                rows.append(plural(len(count) - 8, "and {n} other type", "and {n} other types"))
            self.about.setText("\n".join(rows))
        elif spec is None:
            # Why a package's type is missing, and what helps, is said where its faults are.
            why = "" if current().why_missing(first.type) else tr("Unknown block type. ")
            self.about.setText(tr("{why}The block and its wires are kept unchanged.", why=why))
        else:
            many = "" if one else tr("Editing {count} blocks together.", count=len(blocks))
            self.about.setText("\n".join(filter(None, [many, spec.summary, custom_gradient_words(spec)])))
        self.about.show()
        for box, values in (
            (self.muted, {block.muted for block in blocks}),
            (self.collapsed, {block.collapsed for block in blocks}),
        ):
            box.show()
            box.setTristate(len(values) > 1)
            whole = Qt.CheckState.Checked if True in values else Qt.CheckState.Unchecked
            box.setCheckState(Qt.CheckState.PartiallyChecked if len(values) > 1 else whole)

    def commit(self) -> None:
        text = self.id.text()
        if self._shown_id and self.id.isVisibleTo(self) and text != self._shown_id:
            self.renamed.emit(text)

    def refuse(self, text: str) -> None:
        """Show why an id was rejected; the typed one stays for correction."""
        self.fault.say(text)

    def draft(self) -> str | None:
        return self.id.text() if self.fault.text() and self._shown_id else None

    def show_draft(self, text: str) -> None:
        """Show a rejected id with its error, unless it is valid by now."""
        self.id.setText(text)
        self.asked.emit(text)
        if not self.fault.text():
            self.id.setText(self._shown_id)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.id and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            escaping = event.key() == Qt.Key.Key_Escape
            if escaping and self.id.text() != self._shown_id:
                self.id.setText(self._shown_id)
                self.refuse("")
                return True
        return super().eventFilter(watched, event)

    def _flagged(self, what: str, box: QCheckBox) -> None:
        on = box.checkState() != Qt.CheckState.Unchecked
        box.setTristate(False)
        self.flagged.emit(what, on)
