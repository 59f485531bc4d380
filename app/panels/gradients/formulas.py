"""The formula of an output and of its derivative, typeset and as text and LaTeX, and the chain rule block by block."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any

from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QGuiApplication, QPaintEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QScrollArea, QWidget

from app.canvas.drawing.shapes import painting, told_later
from app.core.runs.variables import Written, written
from app.face.gradient import Strength
from app.language import mark, tr
from app.panels.gradients.state import GradientState, PanelPart, fill_names
from app.panels.gradients.what_if import FlowRow, FlowRows
from app.panels.look import ElidedBox, Text, acting, fixed_width, horizontal, named, theme_now, vertical
from app.panels.views.view import Background
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.document.data import Wire
from blocks.worker.state import PageSource

_LONGEST = 1500
"""Characters of LaTeX: a longer formula takes seconds to typeset, and its text wraps."""
_INK = "#010203"
_SIZE = 18


def typeset(latex: str) -> str:
    """Return LaTeX as SVG in the color `_INK`; empty if it is too long or has letters that the font lacks."""
    if len(latex) <= _LONGEST and max(latex, default="") < "\u2e80":
        with suppress(Exception):  # the package may be missing, or not parse the formula: the text is shown
            ziamath: Any = import_module("ziamath")
            ziamath.config.svg2 = False  # Qt does not scale symbols
            return ziamath.Latex(latex, size=_SIZE, color=_INK).svg()
    return ""


class Typeset(QWidget):
    """A typeset formula in the size and color of the panel's text."""

    def __init__(self) -> None:
        super().__init__()
        self._svg = ""

    def show_svg(self, svg: str) -> None:
        self._svg = svg
        if svg:
            self.setFixedSize(self._drawn().defaultSize() * (1.3 * self.fontMetrics().ascent() / _SIZE))
        self.update()

    def _drawn(self) -> QSvgRenderer:
        return QSvgRenderer(QByteArray(self._svg.replace(_INK, theme_now().label).encode()))

    def paintEvent(self, event: QPaintEvent) -> None:
        with told_later(), painting(self) as painter:
            self._drawn().render(painter, QRectF(self.rect()))


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
        self.typeset = Typeset()
        self.area = named(QScrollArea(self, widgetResizable=False), name)
        self.area.setWidget(self.typeset)
        self.copy = acting(QPushButton(tr("Copy text"), self), lambda: self._copy(latex=False))
        self.latex = acting(QPushButton(tr("Copy LaTeX"), self), lambda: self._copy(latex=True))
        self._background = Background(self)
        self._background.done.connect(self._take)
        buttons = horizontal(self.copy, self.latex, None)
        vertical(self.head, (self.text, 1), (self.area, 1), buttons, to=self, margins=(8, 2, 8, 4))
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
        self._background.ask(lambda: (asked, (found := written(source, name, by)), typeset(found.latex)))

    def _take(self, outcome: object) -> None:
        if isinstance(outcome, DiagramError):
            self._set(None, sentence_of(outcome))
        elif isinstance(outcome, Exception):
            self._set(None, tr("The formula could not be computed: {found}", found=outcome))
        elif isinstance(outcome, tuple) and outcome[0] == self._asked:
            self._set(outcome[1], "", outcome[2])  # pyright: ignore[reportUnknownArgumentType]

    def _set(self, formula: Written | None, text: str, svg: str = "") -> None:
        self.written = formula
        shown = formula.text if formula is not None else text
        self.text.setPlainText(shown)
        self.typeset.show_svg(svg)
        self.area.setAccessibleDescription(shown)
        self.area.setVisible(bool(svg))
        self.text.setVisible(not svg)
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
        self._block = self._lit = ""
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
            layout.addWidget(view, 2)
        self.chain = FlowRows(tr("Chain rule"), self)
        self.chain.chosen.connect(self._factor_chosen)
        layout.addLayout(vertical(Text(tr("Chain rule"), "dim"), (self.chain, 1), margins=(10, 0, 8, 4), spacing=2), 3)

    def _factor_chosen(self, row: FlowRow) -> None:
        self._lit = row.block  # to select it does not change the formulas
        self.go_to.emit(row.block)

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
            fresh, self._block = state.selected not in (self._block, self._lit), state.selected
            of |= dict.fromkeys([self.of.currentText()] if state.selected == self._lit != "" else [])
            fill_names(self.of, of, "" if fresh else self.of.currentText())
            fill_names(self.by, by, own[0] if fresh and data else self.by.currentText())
        self._ask()

    def _ask(self) -> None:
        source = self._state.source if self._state is not None else None
        self.value.ask(source, self.of.currentText())
        self.derivative.ask(source, self.of.currentText() if self.by.currentText() else "", self.by.currentText())
        self.chain.show_rows(self._factors())

    def _factors(self) -> list[FlowRow]:
        """Return a row per block between the two, with its gradient as products along its wires."""
        state = self._state
        if state is None or state.info.flow is None:
            return []
        of, by = (box.currentText().partition(".")[0] for box in (self.of, self.by))
        face, flow = state.face, state.info.flow
        chain = chain_rule([wire for wire in state.info.page.wires if wire in flow.wires], of, by)
        strengths: Mapping[str, Strength] = (
            face.blocks if face is not None and state.asked.partition(".")[0] == of else {}
        )
        rows: list[FlowRow] = []
        for block, users in chain.items():
            terms = " + ".join(f"∂{of}/∂{user} · ∂{user}/∂{block}" for user in users) or "1"
            right = strengths[block].text if block in strengths else ""
            rows.append(FlowRow(block, f"∂{of}/∂{block}", f"= {terms}", right))
        return rows


def chain_rule(wires: Iterable[Wire], of: str, by: str) -> dict[str, list[str]]:
    """Return the blocks between two, from ``of`` back to ``by``, each with the blocks that use it on the way."""
    users: dict[str, dict[str, None]] = {}
    for wire in wires:
        users.setdefault(wire.source.block, {})[wire.target.block] = None
    chain: dict[str, list[str]] = {of: []}
    seen, pending = {of}, [by]
    while pending:
        block = pending[-1]
        seen.add(block)
        more = [user for user in users.get(block, ()) if user not in seen]
        pending += more
        if not more:
            pending.pop()
            after = [user for user in users.get(block, ()) if user in chain]
            if after:
                chain.setdefault(block, after)
    return chain if by in chain else {}


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
