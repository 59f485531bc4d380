"""The formula of an output and of its derivative, as text and LaTeX."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget

from app.core.runs.variables import Written, written
from app.engine_texts import sentence_of
from app.language import mark, tr
from app.panels.gradients.state import GradientState, PanelPart, fill_names
from app.panels.look import ElidedBox, Text, acting, fixed_width, horizontal, named, vertical
from app.panels.views.view import Background
from blocks.base.errors import DiagramError
from blocks.worker.state import PageSource


class FormulaView(QWidget):
    def __init__(self, name: str, parent: PanelPart) -> None:
        super().__init__(parent)
        self._part = parent
        self.name = name
        self.written: Written | None = None
        self._asked: tuple[object, ...] = ()
        self.head = Text(name, "dim")
        self.text = named(QPlainTextEdit(self, readOnly=True), name)
        self.text.setFont(fixed_width(self.text.font()))
        self.copy = acting(QPushButton(tr("Copy text"), self), lambda: self._copy(latex=False))
        self.latex = acting(QPushButton(tr("Copy LaTeX"), self), lambda: self._copy(latex=True))
        self._background = Background(self)
        self._background.done.connect(self._take)
        buttons = horizontal(self.copy, self.latex, None)
        vertical(self.head, (self.text, 1), buttons, to=self, margins=(8, 2, 8, 4))
        self._set(None, "")

    @property
    def idle(self) -> bool:
        return self._background.idle

    def ask(self, source: PageSource | None, name: str, by: str = "") -> None:
        """Derive the formula in another thread."""
        asked = (source.page if source is not None else None, name, by)
        if asked == self._asked:
            return
        self._asked = asked
        if source is None or not name:
            self._background.drop()
            self._set(None, "")
            return
        self._background.ask(lambda: (asked, written(source, name, by)))

    def _take(self, outcome: object) -> None:
        if isinstance(outcome, DiagramError):
            self._set(None, sentence_of(outcome))
        elif isinstance(outcome, Exception):
            self._set(None, tr("The formula could not be computed: {found}", found=outcome))
        elif isinstance(outcome, tuple) and outcome[0] == self._asked:
            self._set(outcome[1], "")  # pyright: ignore[reportUnknownArgumentType]

    def _set(self, formula: Written | None, text: str) -> None:
        self.written = formula
        self.text.setPlainText(formula.text if formula is not None else text)
        self.copy.setEnabled(formula is not None)
        self.latex.setEnabled(formula is not None)

    def _copy(self, *, latex: bool) -> None:
        if self.written is not None:
            QGuiApplication.clipboard().setText(self.written.latex if latex else self.written.text)
            self._part.said.emit(tr("Copied LaTeX") if latex else tr("Copied text"))


class FormulaPart(PanelPart):
    title = mark("Formula")

    def __init__(self) -> None:
        super().__init__()
        self._state: GradientState | None = None
        self._block = ""
        self.of = named(ElidedBox(self), tr("Formula of"))
        self.of.currentTextChanged.connect(self._ask)
        self.value = FormulaView(tr("Value"), self)
        self.by = named(ElidedBox(self), tr("With respect to"))
        self.by.currentTextChanged.connect(self._ask)
        self.derivative = FormulaView(tr("Derivative"), self)
        layout = vertical(to=self, margins=(0, 6, 0, 0), spacing=2)
        for word, combo, view in (
            (tr("Formula of"), self.of, self.value),
            (tr("With respect to"), self.by, self.derivative),
        ):
            layout.addLayout(horizontal(Text(word, "dim"), (combo, 1), margins=(10, 0, 8, 0), spacing=8))
            layout.addWidget(view, 1)

    def show_state(self, state: GradientState | None) -> None:
        self._state = state
        if state is None:
            fill_names(self.of, (), "")
            fill_names(self.by, (), "")
        else:
            flow, own, by = state.info.flow, [str(each) for each in state.outputs()], leaves(state)
            asked = [str(each) for each in flow.of] if flow is not None else []
            data = bool(own) and own[0] in by  # its formula is its name: that of what is differentiated says more
            of = dict.fromkeys([*asked, *own] if data else [*own, *asked])
            fresh, self._block = state.selected != self._block, state.selected
            fill_names(self.of, of, "" if fresh else self.of.currentText())
            fill_names(self.by, by, own[0] if fresh and data else self.by.currentText())
        self._ask()

    def _ask(self) -> None:
        source = self._state.source if self._state is not None else None
        self.value.ask(source, self.of.currentText())
        self.derivative.ask(source, self.of.currentText() if self.by.currentText() else "", self.by.currentText())


def leaves(state: GradientState) -> list[str]:
    """Return the leaves to differentiate by: variables, placeholders, then constants with a gradient."""
    flow = state.info.flow
    if flow is None:
        return []
    fed = {wire.target.block for wire in state.info.page.wires}
    reached = {output.block: str(output) for output in flow.outputs}
    trained = [reached[name] for name, fate in flow.variables.items() if fate.reached and name in reached]
    data = reached.keys() - fed - flow.variables.keys()
    return [*trained, *(reached[block.id] for block in state.info.page.blocks if block.id in data)]
