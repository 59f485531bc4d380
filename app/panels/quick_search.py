"""Quick search: a text field at the cursor for the name of a block."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListWidgetItem, QWidget

from app.canvas.text import tip
from app.panels.catalogue import Fits, Mends, SearchHit, TypeChoice, group_title, library, search
from app.panels.editors.grid import show_tensor
from app.panels.look import Text, named, text_share, vertical
from app.panels.rows import FADED, HEADING, KEY, OPEN, RIGHT, SECOND, SPEC, RowDelegate, SearchPopup
from blocks.base.language import tr
from blocks.document.definitions import shown_type
from blocks.graph.spec import BlockSpec

WIDTH, HEIGHT = 400, 330
_MOST = 60
_MOST_USED = 6


class QuickSearch(SearchPopup):
    """A list of block types, filtered by the typed text. A number or a tensor creates a Const.

    Without text it lists the most used types, and the categories. Enter takes the first row only if a name of the type
    contains the text; guesses need the arrow keys or the mouse. A click elsewhere or Escape closes it.

    Signals:
        chosen(str, str, dict, object): type, pin for the wire (empty without a filter), attributes, and the `QuickFix`
            that makes the wire fit (None: no fix is needed).
    """

    chosen = Signal(str, str, dict, object)

    def __init__(self, parent: QWidget, specs: Sequence[BlockSpec] | None = None) -> None:
        example = tr("Name of a block, or a value such as {{1, 2}, {3, 4}}")
        super().__init__(parent, "quickSearch", example, tr("Name of a block"))
        self.setStyleSheet(self.styleSheet() + "#quickSearch QListView { border: none; }")
        self._specs = None if specs is None else tuple(specs)
        self._fits: Fits | None = None
        self._choice = TypeChoice()
        self._mends: Mends | None = None
        self._used: Sequence[str] = ()
        self._opened = ""
        self._rows: list[SearchHit | str] = []
        self._counts: dict[str, int] = {}
        self._recent: list[str] = []
        self.title = Text("", "dim", parent=self)
        self.title.setContentsMargins(4, 0, 4, 0)
        named(self.list, tr("Blocks")).setItemDelegate(RowDelegate(self.list, 28))
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.about = Text("", "dim", wrap=True, parent=self)
        self.about.setContentsMargins(4, 2, 4, 2)
        self.about.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.list.currentItemChanged.connect(self._explain)
        vertical(self.title, self.edit, (self.list, 1), self.about, to=self, margins=(8, 8, 8, 6), spacing=6)

    def set_choice(self, choice: TypeChoice) -> None:
        self._choice = choice

    def popup(
        self,
        at: QPoint,
        fits: Fits | None = None,
        title: str = "",
        mends: Mends | None = None,
        used: Sequence[str] = (),
    ) -> None:
        """Open at a position. For ``fits`` and ``mends``, see `Search`. Without text, list the ``used`` types."""
        self._fits = None if fits is None else _remembered(fits)
        self._mends, self._used, self._opened = mends, used, ""
        window = self._host
        position = window.mapFromGlobal(at)
        self.about.setFixedHeight(2 * self.about.fontMetrics().lineSpacing() + 6)
        size = (QSize(WIDTH, HEIGHT) * text_share()).boundedTo(window.size() - QSize(8, 8))
        left = max(4, min(position.x() - 24, window.width() - size.width() - 4))
        top = max(4, min(position.y() - 16, window.height() - size.height() - 4))
        self.setGeometry(QRect(QPoint(left, top), size))
        self.title.say(title)
        self.appear()

    def note_use(self, type_name: str) -> None:
        self._recent = [type_name, *(name for name in self._recent if name != type_name)][:8]

    def types_shown(self) -> list[str]:
        return [row.spec.name for row in self._rows if isinstance(row, SearchHit)]

    def _fill(self, text: str) -> None:
        if self._specs is None:
            self._specs = library()
        specs = self._choice.of(self._specs)
        if text.strip():
            used = [*self._recent, *self._used[:_MOST_USED]]
            self._rows = [*search(text, specs, self._fits, used, self._mends)[:_MOST]]
        else:
            self._rows = self._by_subject(specs)
        self.list.clear()
        for index, row in enumerate(self._rows):
            item = self._heading(row) if isinstance(row, str) else _item(row)
            item.setData(KEY, index)
            self.list.addItem(item)
        first = self._rows[0] if self._rows else None
        sure = isinstance(first, str) or (first is not None and not first.is_guess)
        self.list.setCurrentRow(0 if sure else -1)
        if first is None:
            self.about.setText(tr("No block fits.") if self._fits is not None else tr("No block has that name."))
        elif not sure:
            self.about.setText(tr("No block has that name. Use the arrow keys to choose a similar block."))

    def _by_subject(self, specs: Sequence[BlockSpec]) -> list[SearchHit | str]:
        """Return the most used types, then the categories; the open one with its types.

        While a wire is drawn, only types that fit it count.
        """
        pins = {spec.name: "" if self._fits is None else self._fits(spec) for spec in specs}
        fitting = {spec.name: SearchHit(spec, pin) for spec in specs if (pin := pins[spec.name]) is not None}
        by_title: dict[str, list[SearchHit]] = {}
        for found in fitting.values():
            by_title.setdefault(group_title(found.spec), []).append(found)
        self._counts = {title: len(types) for title, types in by_title.items()}
        used = [fitting[name] for name in self._used if name in fitting]
        rows: list[SearchHit | str] = [*used[:_MOST_USED]]
        for title, types in by_title.items():
            rows.append(title)
            rows += types if title == self._opened else ()
        return rows

    def _heading(self, title: str) -> QListWidgetItem:
        item = QListWidgetItem(tr(title))
        item.setData(HEADING, True)
        item.setData(OPEN, title == self._opened)
        item.setData(RIGHT, str(self._counts[title]))
        return item

    def _explain(self, item: QListWidgetItem | None) -> None:
        spec = item.data(SPEC) if item is not None else None
        self.about.setText(spec.summary if isinstance(spec, BlockSpec) else "")

    def _choose(self, item: QListWidgetItem | None) -> None:
        index = item.data(KEY) if item is not None else None
        if not isinstance(index, int) or not 0 <= index < len(self._rows):
            return
        row = self._rows[index]
        if isinstance(row, str):
            self._opened = "" if row == self._opened else row
            self._fill("")
            self.list.setCurrentRow(self._rows.index(row))
            self.list.scrollToItem(self.list.currentItem(), QAbstractItemView.ScrollHint.PositionAtTop)
            return
        self.note_use(row.spec.name)
        self.cancel()
        self.chosen.emit(row.spec.name, row.pin, dict(row.values), row.mend)


def _item(entry: SearchHit) -> QListWidgetItem:
    item = QListWidgetItem(shown_type(entry.spec.name))
    item.setData(SPEC, entry.spec)
    second = entry.also
    if entry.mend is not None:
        text = entry.mend.text
        inserted = text.removeprefix("Insert ")  # in other languages it is no beginning
        second = f"{text[0].lower()}{text[1:]}" if inserted == text else tr("with a {inserted}", inserted=inserted)
        item.setData(FADED, True)
    elif entry.values:
        second = ", ".join(show_tensor(value) for value in entry.values.values())
    item.setData(SECOND, second)
    item.setData(RIGHT, f"\u2192 {entry.pin}" if entry.pin else tr(group_title(entry.spec)))
    item.setToolTip(tip(entry.spec.summary))
    return item


def _remembered(fits: Fits) -> Fits:
    """Return a cached ``fits``, since an answer may need a trial."""
    known: dict[str, str | None] = {}

    def ask(spec: BlockSpec) -> str | None:
        if spec.name not in known:
            known[spec.name] = fits(spec)
        return known[spec.name]

    return ask
