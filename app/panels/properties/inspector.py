"""The Inspector: every property of the selected blocks, built from the declarations of their types."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import NamedTuple, Protocol
from weakref import WeakKeyDictionary

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget

from app.canvas.results_feed import PageInfoSource
from app.core import verbs
from app.core.block_types import offers
from app.core.document import Document
from app.core.document import DocumentEdit as Done
from app.core.instance_steps import GivenValues, as_given, setter_of
from app.core.instances import Instances
from app.core.verbs import Edit
from app.panels.editors.value_edit import ValueEdit
from app.panels.look import PagePanel, ScrollArea, named, vertical
from app.panels.properties.definition import DefinitionRows, Outside
from app.panels.properties.details import DetailRows, Details, Head, details_of
from app.panels.properties.fields import ValueRow
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import mark, tr
from blocks.base.shapes import shape_text
from blocks.document.changes import Change, Group, RenameBlock, RenamePage, SetValue, UnsetValue, parts_of
from blocks.document.data import Block, Json, Page, pins_type, same
from blocks.document.model import PageView
from blocks.document.packages.copies import copies
from blocks.transform.verbs.composites import demote, promote


class Inspector(PagePanel):
    """The selected block: id, description, values in suitable editors, dtypes and shapes of its pins.

    Several blocks of one type are edited together.

    Signals:
        left(): Escape in a field without pending input: return the focus to the canvas.
        stayed(str): why a value stays as it is: the typed one is invalid.
    """

    go_to = Signal(str, str)
    block_chosen = Signal(str)
    left = Signal()
    stayed = Signal(str)
    update_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ids: tuple[str, ...] = ()
        self._info: PageInfoSource | None = None
        self._unfinished: Sequence[DiagramError] = ()
        self._given: GivenValues = {}
        self._key: object = None
        self._built_for: InspectedSelection | None = None  # what the rows were made for
        self._drafts = Drafts()
        self.rows: DetailRows | None = None
        self.definition: DefinitionRows | None = None
        self.setMinimumWidth(220)
        self.area = named(ScrollArea(self), tr("Inspector"))
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body = QWidget(self.area)
        self.body.setObjectName("inspectorBody")
        self.head = Head(self.body)
        self.head.renamed.connect(self._rename)
        self.head.asked.connect(self._ask_name)
        self.head.flagged.connect(self._flag)
        self.head.help.clicked.connect(lambda: self.block_chosen.emit(self._blocks()[0].type))
        self._layout = vertical(self.head, to=self.body, margins=(12, 10, 10, 12), spacing=5)
        self._layout.addStretch(1)
        self.area.setWidget(self.body)
        vertical(self.area, to=self, margins=(0, 0, 0, 0))
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.refresh)
        self._show()

    # What is shown

    def set_selection(self, ids: Sequence[str]) -> None:
        if tuple(ids) != self._ids:
            self._leave_rows()
            self._ids = tuple(ids)
            self._soon.start()

    def set_given(self, given: GivenValues) -> None:
        """Show the values that the open instance sets inside."""
        if given != self._given:
            self._given = given
            self._soon.start()

    def set_info(self, info: PageInfoSource | None, unfinished: Sequence[DiagramError] = ()) -> None:
        """Take over dtypes, shapes and problems; ``unfinished`` are the problems about unfinished work."""
        self._info, self._unfinished = info, unfinished
        self._soon.start()

    def commit(self) -> None:
        """Put pending input into the document; must be called before anything that acts on the document."""
        self.head.commit()
        if self.definition is not None:
            self.definition.commit()
        if self.rows is not None:
            for row in self.rows.values.values():
                row.commit()

    def _leave_rows(self) -> None:
        """Keep invalid input before other blocks are shown, and report the reason."""
        self.commit()
        subject = self._built_for
        if self.rows is None or subject is None:
            return
        blocks = subject.blocks
        for name in self._drafts.keep(subject, self._drafted(self.rows)):
            row = self.field(name)
            if not name:
                said = mark("{block} was not renamed: {reason}")
                self.stayed.emit(tr(said, block=blocks[0][0], reason=self.head.fault.text()))
            elif row is not None:
                where = _where([each for each, _ in blocks], name)
                self.stayed.emit(tr("{where} was not changed: {reason}", where=where, reason=row.reason))

    def _drafted(self, rows: DetailRows) -> dict[str, DraftRow]:
        return {**rows.values, "": self.head}

    def field(self, name: str) -> ValueRow | None:
        return None if self.rows is None else self.rows.values.get(name)

    def show_field(self, name: str) -> bool:
        self._show()
        row = self.field(name)
        if row is None:
            return False
        self.area.ensureWidgetVisible(row)
        row.editor.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def show_value(self) -> None:
        self._show()
        rows = list(self.rows.values.values()) if self.rows is not None else []
        typed = [row.name for row in rows if isinstance(row.editor, ValueEdit)]
        wanted = [row.name for row in rows if row.is_wrong] or typed
        if wanted:
            self.show_field(wanted[0])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def leaving(self) -> None:
        self._leave_rows()
        self._clear()
        self._leave_definition()
        self._ids, self._info = (), None

    def edit_made(self, edit: Done) -> None:
        for change in parts_of(edit.change):
            if isinstance(change, RenameBlock | RenamePage) and self.document is not None:
                self._drafts.rename(self.document, change)
                if self._built_for is not None and self._built_for.document is self.document:
                    self._built_for = self._built_for.renamed(change)

    def _view(self) -> PageView | None:
        return None if self.document is None else self.document.canvas(self.page_name)

    def _blocks(self) -> list[Block]:
        """Return the selected blocks with the values that the open instance sets."""
        view = self._view()
        blocks = (view.get(each) for each in self._ids) if view is not None else ()
        return [as_given(block, self._given) for block in blocks if block is not None]

    def refresh(self) -> None:
        if self.isVisible():
            self._show()

    def _show(self) -> None:
        self._soon.stop()
        view, blocks = self._view(), self._blocks()
        if view is None or not blocks:
            self._clear()
            page = self.page()
            if page is not None and page.composite is not None and self._show_definition(page):
                return
            self._leave_definition()
            self.head.show_page(None if page is None else (len(page.blocks), len(page.wires)))
            return
        self._leave_definition()
        types = {block.type for block in blocks}
        spec = self.document.find(pins_type(blocks[0])) if self.document is not None and len(types) == 1 else None
        self.head.show_blocks(blocks, spec)
        details = details_of(view, blocks, spec, self._info, self._unfinished)
        if details.key == self._key and self.rows is not None:
            self.rows.show_details(details)
            return
        name = self._typed_in()
        self._clear()
        if self.rows is None:  # else what was typed went into the document, and that is shown already
            self._build(details)
        if name and (row := self.field(name)) is not None:
            row.editor.setFocus()

    def _show_definition(self, page: Page) -> bool:
        document = self.document
        spec = None if document is None else document.find(page.name)
        if document is None or spec is None:
            return False
        count = Instances(document).count(page.name)
        self.head.show_composite((len(page.blocks), len(page.wires), count), document.owner_of(page.name))
        known = document.diagram.document
        [copy] = copies(known, lambda name: offers.packages().get(name), page.name) or [None]
        outside = Outside(known, page, spec, self._carried(), document.find, copy)
        if self.definition is None or self.definition.key != outside.key:
            self._leave_definition()
            self.definition = DefinitionRows(outside, self._ask_definition, self.body)
            self.definition.update_wanted.connect(self.update_wanted)
            self._layout.insertWidget(1, self.definition)
            self.definition.show()
        self.definition.show_outside(outside)
        return True

    def _leave_definition(self) -> None:
        rows, self.definition = self.definition, None
        if rows is not None:
            rows.hide()  # a field that is left enters what was typed
            rows.deleteLater()

    def _carried(self) -> dict[str, str]:
        view, info = self._view(), self._info
        carried: dict[str, str] = {}
        for wire in () if view is None or info is None else view.snapshot().wires:
            known = info.pins.get(wire.source) if info is not None else None
            if known is not None:
                carried[wire.target.block] = f"{known[0].short} {shape_text(known[1])}"
        return carried

    def _ask_definition(self, verb: Callable[[], Edit | None], merge: Hashable | None) -> str:
        """Make an edit of the open composite; return why it was rejected, or an empty string."""
        try:
            edit = verb()
        except DiagramError as error:
            return sentence_of(error)
        if edit is None:
            return ""
        why = self._do(*edit, merge)
        if merge is None:
            self._finish()
        return why

    def _typed_in(self) -> str:
        """Return the focused field that is about to be rebuilt for the same blocks; otherwise nothing.

        A field that had the focus earlier (as `focusWidget` of a panel reports) must not get it back: after a click on
        the canvas, the user types there.
        """
        rows = self.rows.values if self.rows is not None else {}
        name = next((name for name, row in rows.items() if row.editor.hasFocus()), "")
        if name and self._built_for is not None and self._ids != tuple(each for each, _ in self._built_for.blocks):
            self.left.emit()
            return ""
        return name

    def _clear(self) -> None:
        subject, rows, self.rows, self._key = self._built_for, self.rows, None, None
        if rows is not None:
            rows.hide()  # a field that is left enters what was typed, and everything may be shown again meanwhile
            if subject is not None:
                self._drafts.keep(subject, rows.values)  # the head may show another block already
            rows.deleteLater()

    def _build(self, details: Details) -> None:
        self._key = details.key
        rows = self.rows = DetailRows(details, self.body)
        rows.edited.connect(self._set)
        rows.cleared.connect(self._unset)
        rows.finished.connect(self._finish)
        rows.chosen.connect(self._go_to)
        rows.moved.connect(self._reorder)
        rows.promoted.connect(self._promote)
        self._layout.insertWidget(1, rows)
        rows.show()
        rows.show_details(details)
        if self.document is not None:
            blocks = tuple((block.id, block.type) for block in details.blocks)
            self._built_for = InspectedSelection(self.document, self.page_name, blocks)
            self._drafts.show(self._built_for, self._drafted(rows))

    def _go_to(self, block: str) -> None:
        self.go_to.emit(self.page_name, block)

    # Edits

    def _do(self, change: Change, text: str, merge: Hashable | None = None) -> str:
        """Make an edit; return why it was rejected, or an empty string."""
        if self.document is None:
            return ""
        try:
            self.document.do(change, text, merge)
        except DiagramError as error:
            return sentence_of(error)
        return ""

    def _set(self, name: str, value: object) -> None:
        new: Json = value
        blocks = [b for b in self._blocks() if name not in b.values or not same(b.values[name], new)]
        setters = [setter_of(self.page_name, block.id, name, self._given) for block in blocks]
        self._change([SetValue(*setter, new) for setter in setters], blocks, name, tr("Set"))

    def _unset(self, name: str) -> None:
        blocks = [block for block in self._blocks() if name in block.values]
        setters = [setter_of(self.page_name, block.id, name, self._given) for block in blocks]
        given = [setter for setter in setters if self._is_set(*setter)]
        self._change([UnsetValue(*setter) for setter in given], blocks, name, tr("Reset"))
        self.refresh()

    def _is_set(self, canvas: str, block: str, name: str) -> bool:
        view = None if self.document is None else self.document.canvas(canvas)
        existing = None if view is None else view.get(block)
        return existing is not None and name in existing.values

    def _change(self, changes: Sequence[Change], blocks: Sequence[Block], name: str, word: str) -> None:
        if self._built_for is not None:
            self._drafts.drop(self._built_for, name)
        if not changes:
            self.refresh()
            return
        change = changes[0] if len(changes) == 1 else Group(tuple(changes))
        where = _where([block.id for block in blocks], name)
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
            document = self.document
            edit = None if document is None else verbs.rename_block(document.diagram.document, page, old, name)
            if edit is not None and document is not None:
                self._ids = (name,)
                document.do(*edit)
            self.head.refuse("")
        except DiagramError as error:
            self._ids = (old,)
            self.head.refuse(sentence_of(error))

    def _ask_name(self, name: str) -> None:
        page, blocks = self.page(), self._blocks()
        if page is None or len(blocks) != 1:
            return
        try:
            verbs.rename(page, blocks[0].id, name)
            self.head.refuse("")
        except DiagramError as error:
            self.head.refuse(sentence_of(error))

    def _flag(self, what: str, on: bool) -> None:
        page = self.page()
        if page is None:
            return
        edit = verbs.mute(page, self._ids, on) if what == "muted" else verbs.collapse(page, self._ids, on)
        if edit is not None:
            self._do(*edit)
            self._finish()

    def _reorder(self, pin: str, index: int, to: int) -> None:
        page, view, blocks = self.page(), self._view(), self._blocks()
        if page is None or view is None or len(blocks) != 1:
            return
        order = list(range(len(view.wires_into(blocks[0].id, pin))))
        if not (0 <= index < len(order) and 0 <= to < len(order)):
            return
        order.insert(to, order.pop(index))
        edit = verbs.reorder(page, blocks[0].id, pin, order)
        if edit is not None:
            self._do(*edit)
            self._finish()

    def _promote(self, name: str, on: bool) -> None:
        page, blocks, document = self.page(), self._blocks(), self.document
        if page is None or document is None or len(blocks) != 1:
            return
        block = blocks[0].id
        known = document.diagram.document
        edit = promote(known, page, block, name, document.find) if on else demote(known, page, block, name)
        if edit is not None:
            self._do(*edit)
            self._finish()


def _where(blocks: Sequence[str], name: str) -> str:
    return f"{blocks[0]}.{name}" if len(blocks) == 1 else tr("{name} of {count} blocks", name=name, count=len(blocks))


_Key = tuple[str, tuple[tuple[str, str], ...], str]
"""Page, blocks, and the name of the value; that of the block itself has none."""


class DraftRow(Protocol):
    def draft(self) -> str | None: ...

    def show_draft(self, text: str) -> None: ...


class InspectedSelection(NamedTuple):
    document: Document
    page: str
    blocks: tuple[tuple[str, str], ...]

    def renamed(self, change: RenameBlock | RenamePage) -> InspectedSelection:
        if change.page != self.page:
            return self
        if isinstance(change, RenamePage):
            return self._replace(page=change.name)
        blocks = [(change.id if name == change.block else name, kind) for name, kind in self.blocks]
        return self._replace(blocks=tuple(blocks))


class Drafts:
    def __init__(self) -> None:
        self._texts: WeakKeyDictionary[Document, dict[_Key, str]] = WeakKeyDictionary()

    def keep(self, subject: InspectedSelection, rows: Mapping[str, DraftRow]) -> list[str]:
        """Keep invalid input of rows; drop input that is valid now or was reverted. Return the names of kept values."""
        texts = self._texts.setdefault(subject.document, {})
        for name, row in rows.items():
            draft = row.draft()
            if draft is None:
                texts.pop((*subject[1:], name), None)
            else:
                texts[*subject[1:], name] = draft
        return [name for name in rows if (*subject[1:], name) in texts]

    def rename(self, document: Document, change: RenameBlock | RenamePage) -> None:
        texts = self._texts.get(document, {})
        for page, blocks, name in list(texts):
            subject = InspectedSelection(document, page, blocks)
            texts[*subject.renamed(change)[1:], name] = texts.pop((page, blocks, name))

    def drop(self, subject: InspectedSelection, name: str) -> None:
        self._texts.get(subject.document, {}).pop((*subject[1:], name), None)

    def show(self, subject: InspectedSelection, rows: Mapping[str, DraftRow]) -> None:
        texts = self._texts.get(subject.document, {})
        for name, row in rows.items():
            draft = texts.get((*subject[1:], name))
            if draft is not None:
                row.show_draft(draft)
