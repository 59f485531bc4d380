"""The inspector: everything of the selected blocks, made from the declarations of their types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLineEdit, QScrollArea, QToolButton, QVBoxLayout, QWidget

from app.canvas.text import tip
from app.core import verbs
from app.core.examiner import PageInfo
from app.panels.details import Details, Rows, details_of
from app.panels.editors.choice import Switch
from app.panels.editors.value_edit import ValueEdit
from app.panels.fields import ValueRow
from app.panels.look import Elided, Text, scaled
from app.panels.panel import PagePanel
from blocks.base.errors import DiagramError
from blocks.diagram.changes import Change, Group, SetValue, UnsetValue
from blocks.diagram.data import Block, Json, same
from blocks.diagram.model import PageView
from blocks.graph.spec import BlockSpec
from blocks.library.index import find as find_in_library

Find = Callable[[str], BlockSpec | None]


class Inspector(PagePanel):
    """Shows the selected block: id, what it does, its values in fields that fit, what its pins carry.

    Several blocks of one type are edited together.

    Signals:
        go_to(str, str): a page and a block on it that the person wants to see.
        block_chosen(str): help is wanted with this block type.
        left(): Escape was pressed in a field in which nothing waits: the canvas should have the keys again.
    """

    go_to = Signal(str, str)
    block_chosen = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None, find: Find = find_in_library) -> None:
        super().__init__(parent)
        self._find = find
        self._ids: tuple[str, ...] = ()
        self._info: PageInfo | None = None
        self._key: object = None
        self.rows: Rows | None = None
        self.setMinimumWidth(220)
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body = QWidget(self.area)
        self.body.setObjectName("inspectorBody")
        self._layout = QVBoxLayout(self.body)
        self._layout.setContentsMargins(12, 10, 10, 12)
        self._layout.setSpacing(5)
        self.head = _Head(self.body)
        self.head.renamed.connect(self._rename)
        self.head.flagged.connect(self._flag)
        self.head.help.clicked.connect(self._ask_help)
        self._layout.addWidget(self.head)
        self._layout.addStretch(1)
        self.area.setWidget(self.body)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.area)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.refresh)
        self.refresh()

    # What is shown

    def set_selection(self, ids: Sequence[str]) -> None:
        """Show these blocks of the page."""
        if tuple(ids) != self._ids:
            self.commit()
            self._ids = tuple(ids)
            self._soon.start()

    def set_info(self, info: PageInfo | None) -> None:
        """Take note of what the checker found on the page: dtypes, shapes, problems."""
        self._info = info
        self._soon.start()

    def commit(self) -> None:
        """Put what is typed but not yet entered into the document; called before anything that acts on it."""
        self.head.commit()
        if self.rows is not None:
            for row in self.rows.values.values():
                row.commit()

    def field(self, name: str) -> ValueRow | None:
        """The row of an attribute or an input that a value may be typed into."""
        return None if self.rows is None else self.rows.values.get(name)

    def show_field(self, name: str) -> bool:
        """Go to the field of an attribute or an input; says whether there is one."""
        self.refresh()
        row = self.field(name)
        if row is None:
            return False
        self.area.ensureWidgetVisible(row)
        row.editor.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def show_value(self) -> None:
        """Go to the first value that is missing or wrong, else to the first that is typed, if there is one."""
        self.refresh()
        rows = list(self.rows.values.values()) if self.rows is not None else []
        typed = [row.name for row in rows if isinstance(row.editor, ValueEdit)]
        wanted = [row.name for row in rows if row.is_wrong] or typed
        if wanted:
            self.show_field(wanted[0])

    def start_rename(self) -> None:
        """Go to the field with the block's id."""
        self.refresh()
        self.head.id.setFocus(Qt.FocusReason.TabFocusReason)
        self.head.id.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves the panel."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def leaving(self) -> None:
        """Another page comes to the front: what is typed belongs to this one."""
        self.commit()
        self._ids, self._info = (), None

    def _view(self) -> PageView | None:
        if self.document is None:
            return None
        return next((view for view in self.document.pages if view.name == self.page_name), None)

    def _blocks(self) -> list[Block]:
        view = self._view()
        found = (view.get(each) for each in self._ids) if view is not None else ()
        return [block for block in found if block is not None]

    def refresh(self) -> None:
        """Show what is in the document now."""
        self._soon.stop()
        view, blocks = self._view(), self._blocks()
        if view is None or not blocks:
            self._clear()
            page = self.page()
            self.head.show_page(None if page is None else (len(page.blocks), len(page.wires)))
            return
        types = {block.type for block in blocks}
        spec = self._find(blocks[0].type) if len(types) == 1 else None
        self.head.show_blocks(blocks, spec)
        details = details_of(view, blocks, spec, self._info)
        if details.key != self._key or self.rows is None:
            self._build(details)
        if self.rows is not None:
            self.rows.show_details(details)

    def _clear(self) -> None:
        if self.rows is not None:
            self.rows.hide()
            self.rows.deleteLater()
            self.rows = None
            self._key = None

    def _build(self, details: Details) -> None:
        focus = self.focusWidget()
        name = next((n for n, r in self.rows.values.items() if r.editor is focus), "") if self.rows else ""
        self._clear()
        self._key = details.key
        rows = self.rows = Rows(details, self.body)
        rows.edited.connect(self._set)
        rows.cleared.connect(self._unset)
        rows.finished.connect(self._finish)
        rows.chosen.connect(self._go_to)
        rows.moved.connect(self._reorder)
        self._layout.insertWidget(1, rows)
        rows.show()
        if name and (row := rows.values.get(name)) is not None:
            row.editor.setFocus()

    def _go_to(self, block: str) -> None:
        self.go_to.emit(self.page_name, block)

    # Edits

    def _do(self, change: Change, text: str, merge: Hashable | None = None) -> str:
        """Make an edit; returns why it was refused."""
        if self.document is None:
            return ""
        try:
            self.document.do(change, text, merge)
        except DiagramError as error:
            return error.sentence()
        return ""

    def _set(self, name: str, value: object) -> None:
        new: Json = value
        blocks = [b for b in self._blocks() if name not in b.values or not same(b.values[name], new)]
        self._change([SetValue(self.page_name, block.id, name, new) for block in blocks], blocks, name, "Set")

    def _unset(self, name: str) -> None:
        blocks = [block for block in self._blocks() if name in block.values]
        self._change([UnsetValue(self.page_name, block.id, name) for block in blocks], blocks, name, "Reset")
        self.refresh()

    def _change(self, changes: Sequence[Change], blocks: Sequence[Block], name: str, word: str) -> None:
        if not changes:
            self.refresh()
            return
        change = changes[0] if len(changes) == 1 else Group(tuple(changes))
        where = f"{blocks[0].id}.{name}" if len(blocks) == 1 else f"{name} of {len(blocks)} blocks"
        refusal = self._do(change, f"{word} {where}", ("value", self.page_name, self._ids, name))
        row = self.field(name)
        if row is not None and refusal:
            row.refuse(refusal)

    def _finish(self) -> None:
        if self.document is not None:
            self.document.end_gesture()

    def _rename(self, name: str) -> None:
        page, blocks = self.page(), self._blocks()
        if page is None or len(blocks) != 1:
            return
        old = blocks[0].id
        try:
            edit = verbs.rename(page, old, name)
            if edit is not None and self.document is not None:
                self._ids = (name,)
                self.document.do(*edit)
                self.document.end_gesture()
            self.head.refuse("")
        except DiagramError as error:
            self._ids = (old,)
            self.head.refuse(error.sentence())

    def _flag(self, what: str, on: bool) -> None:
        page = self.page()
        if page is None:
            return
        edit = verbs.mute(page, self._ids, on) if what == "muted" else verbs.collapse(page, self._ids, on)
        if edit is not None:
            self._do(*edit)
            self._finish()

    def _reorder(self, pin: str, place: int, to: int) -> None:
        page, view, blocks = self.page(), self._view(), self._blocks()
        if page is None or view is None or len(blocks) != 1:
            return
        order = list(range(len(view.wires_into(blocks[0].id, pin))))
        if not (0 <= place < len(order) and 0 <= to < len(order)):
            return
        order.insert(to, order.pop(place))
        edit = verbs.reorder(page, blocks[0].id, pin, order)
        if edit is not None:
            self._do(*edit)
            self._finish()

    def _ask_help(self) -> None:
        blocks = self._blocks()
        if blocks:
            self.block_chosen.emit(blocks[0].type)


class _Head(QWidget):
    """The top of the inspector: type, id, what it does, muted, collapsed.

    Signals:
        renamed(str): another id was typed.
        flagged(str, bool): ``muted`` or ``collapsed`` was switched.
    """

    renamed = Signal(str)
    flagged = Signal(str, bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = Elided("", "title", self)
        self.title.setFont(scaled(self.font(), 1.25, bold=True))
        self.help = QToolButton(self)
        self.help.setText("?")
        self.help.setToolTip("What this block does")
        self.help.setAccessibleName("Help with this block")
        self.help.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.id = QLineEdit(self)
        self.id.setAccessibleName("Name of the block")
        self.id.setToolTip("The block's name on this page")
        self.id.editingFinished.connect(self.commit)
        self.id.installEventFilter(self)
        self.fault = Text("", "error", wrap=True, parent=self)
        self.about = Text("", "dim", wrap=True, parent=self)
        self.muted = Switch("Muted", self)
        self.muted.setToolTip("A muted block is skipped when the page runs")
        self.collapsed = Switch("Collapsed", self)
        self.muted.clicked.connect(lambda: self._flagged("muted", self.muted))
        self.collapsed.clicked.connect(lambda: self._flagged("collapsed", self.collapsed))
        self._shown_id = ""
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        top = QHBoxLayout()
        top.addWidget(self.title, 1)
        top.addWidget(self.help)
        flags = QHBoxLayout()
        flags.setSpacing(16)
        flags.addWidget(self.muted)
        flags.addWidget(self.collapsed)
        flags.addStretch()
        layout.addLayout(top)
        for widget in (self.id, self.fault, self.about):
            layout.addWidget(widget)
        layout.addLayout(flags)

    def show_page(self, counts: tuple[int, int] | None) -> None:
        """Nothing is selected: say so."""
        for widget in (self.title, self.help, self.id, self.fault, self.muted, self.collapsed):
            widget.hide()
        self._shown_id = ""
        text = "No page is open."
        if counts is not None:
            blocks = f"{counts[0]:,} block{'' if counts[0] == 1 else 's'}"
            wires = f"{counts[1]:,} wire{'' if counts[1] == 1 else 's'}"
            text = f"Select a block to see its values and pins.\n\nThis page has {blocks} and {wires}."
        self.about.setText(text)
        self.about.show()

    def show_blocks(self, blocks: Sequence[Block], spec: BlockSpec | None) -> None:
        """Show what the selected blocks are."""
        one = len(blocks) == 1
        first = blocks[0]
        count = Counter(block.type for block in blocks)
        self.title.set_full(first.type if len(count) == 1 else f"{len(blocks)} blocks")
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
            text = "\n".join(f"{number} \u00d7 {name}" for name, number in count.most_common(8))
            self.about.setText(text + (f"\nand {len(count) - 8} other types" if len(count) > 8 else ""))
        elif spec is None:
            self.about.setText("There is no block type of this name. The block is kept as it is, with its wires.")
        else:
            self.about.setText((f"{len(blocks)} blocks are edited together.\n" if not one else "") + spec.summary)
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
        """Give the block the id that is typed."""
        text = self.id.text()
        if self._shown_id and self.id.isVisibleTo(self) and text != self._shown_id:
            self.renamed.emit(text)

    def refuse(self, text: str) -> None:
        """Say why the id cannot be had; the typed one stays so that it can be mended."""
        self.fault.setText(text)
        self.fault.setVisible(bool(text))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape brings the old id back."""
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
