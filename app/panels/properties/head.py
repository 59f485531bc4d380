"""The head of the Inspector: the type, id and state of the selected blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QToolButton, QWidget

from app.canvas.text import tip
from app.core.verbs.edit import counted
from app.language import mark, plural, tr
from app.panels.editors.choice import Switch
from app.panels.look import Elided, FlowLayout, Text, horizontal, named, scaled, vertical
from blocks.document.data import Block
from blocks.document.definitions import shown_type
from blocks.graph.spec import BlockSpec
from blocks.library.registry import current

_COUNTED = ("block", "wire", "instance")


class Head(QWidget):
    """The head of the Inspector: type, id, description, muted, collapsed.

    Signals:
        asked(str): check again whether a rejected id is valid now.
        flagged(str, bool): ``muted`` or ``collapsed`` was switched.
    """

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
        flags = FlowLayout()
        flags.setSpacing(16)
        flags.addWidget(self.muted)
        flags.addWidget(self.collapsed)
        vertical(top, self.id, self.fault, self.about, flags, to=self, margins=(0, 0, 0, 0), spacing=6)

    def show_page(self, counts: tuple[int, int] | None, what: str = mark("page")) -> None:
        for widget in (self.title, self.help, self.id, self.fault, self.muted, self.collapsed):
            widget.hide()
        self._shown_id = ""
        text = tr("No page is open.")
        if counts is not None:
            blocks = plural(counts[0], "{n} block", "{n:,} blocks")
            wires = plural(counts[1], "{n} wire", "{n:,} wires")
            text = tr(
                "Select a block to see its values and pins.\n\nThis {what} has {blocks} and {wires}.",
                what=tr(what),
                blocks=blocks,
                wires=wires,
            )
        self.about.setText(text)
        self.about.show()

    def show_composite(self, counts: tuple[int, int, int]) -> None:
        self.show_page(counts[:2], mark("composite"))
        blocks, wires, instances = (counted(n, what) for n, what in zip(counts, _COUNTED, strict=True))
        self.about.setText(
            tr(
                "This composite contains {blocks} and {wires}, and has {instances}.",
                blocks=blocks,
                wires=wires,
                instances=instances,
            )
        )

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
            self.about.setText(
                (tr("Editing {count} blocks together.\n", count=len(blocks)) if not one else "") + spec.summary
            )
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
        self.fault.setText(text)
        self.fault.setVisible(bool(text))

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
