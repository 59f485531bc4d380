"""The formula of an output and of its derivative, typeset and as text and LaTeX, and the chain rule block by block."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from html import escape
from importlib import import_module
from threading import Lock
from typing import Any
from urllib.parse import quote

from PySide6.QtCore import QByteArray, QEvent, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QImage, QTextDocument
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QPushButton, QSizePolicy, QTextBrowser, QWidget

from app.canvas.drawing.shapes import painting
from app.core.runs.variables import Written, written
from app.panels.gradients.state import GradientState, PanelPart, fill_names
from app.panels.look import ElidedBox, ScrollArea, Text, acting, color, horizontal, named, theme_now, vertical
from app.panels.views.view import Background
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import mark, tr
from blocks.document.data import Wire
from blocks.graph.formula_text import latex_name
from blocks.worker.state import PageSource

ChainLine = tuple[str, list[str], str]
_LONGEST = 1500
"""Characters of LaTeX: a longer formula takes seconds to typeset, and its text wraps."""
_WIDEST = 32_767
"""Pixels; `QPainter` draws on no larger image."""
_MOST = 500
"""Factors of the chain rule that are typeset; the rest are text."""
_INK = "#010203"
_ONE_AT_A_TIME = Lock()
"""Threads share the fonts of ziamath; once, a letter was wrong while several typeset."""
_SIZE = 18


@lru_cache(maxsize=1024)
def typeset(latex: str) -> str:
    """Return LaTeX as SVG in the color `_INK`; empty if it is too long or has letters that the font lacks."""
    if len(latex) <= _LONGEST and max(latex, default="") < "\u2e80":
        # The package may be missing, or not parse the formula; the text is then shown.
        with _ONE_AT_A_TIME, suppress(Exception):
            ziamath: Any = import_module("ziamath")
            ziamath.config.svg2 = False  # Qt does not scale symbols
            return ziamath.Latex(latex, size=_SIZE, color=_INK).svg()
    return ""


class MathText(QTextBrowser):
    """Text with typeset formulas in the size and color of its letters."""

    def __init__(self, parent: QWidget) -> None:
        self._html: Callable[[], str] = str
        super().__init__(parent, openLinks=False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)

    def show_html(self, html: Callable[[], str]) -> None:
        self._html = html
        self.setMinimumHeight(5 * self.fontMetrics().height())
        self.clear()  # and the images
        self.setHtml(html())

    def image(self, svg: str, name: str, size: float = 1.0) -> str:
        """Add a formula as an image; return its HTML, or nothing if it is larger than Qt can draw."""
        renderer = QSvgRenderer(QByteArray(svg.replace(_INK, theme_now().label).encode()))
        scale, ratio = size * self.fontMetrics().ascent() / _SIZE, self.devicePixelRatioF()
        pixels = renderer.defaultSize() * (scale * ratio)
        if pixels.isEmpty() or max(pixels.toTuple()) > _WIDEST:
            return ""
        image = QImage(pixels, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with painting(image) as painter:
            renderer.render(painter)
        image.setDevicePixelRatio(ratio)
        self.document().addResource(QTextDocument.ResourceType.ImageResource, QUrl(quote(name)), image)
        return f"<img src='{quote(name)}' style='vertical-align: middle'>"

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self.show_html(self._html)


class ChainRule(MathText):
    """The chain rule with a line for each block; each factor is a link to its block."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._of, self._lines = "", list[ChainLine]()
        self._background = Background(self)
        self._background.done.connect(self._take)

    def show_lines(self, of: str, lines: list[ChainLine]) -> None:
        if (of, lines) != (self._of, self._lines):
            self._of, self._lines = of, lines
            factors = [(each, block) for block, users, _ in lines for each in dict.fromkeys((of, *users))][:_MOST]
            frac = r"\frac{{\partial {}}}{{\partial {}}}"
            self._background.ask(lambda: {each: typeset(frac.format(*map(latex_name, each))) for each in factors})

    def _take(self, svgs: Mapping[tuple[str, str], str] | Exception) -> None:
        self.show_html(lambda: self._written({} if isinstance(svgs, Exception) else svgs))

    def _written(self, svgs: Mapping[tuple[str, str], str]) -> str:
        def link(of: str, by: str) -> str:
            text, svg = f"∂{of}/∂{by}", svgs.get((of, by))
            block = by if of == self._of else of
            shown = (svg and self.image(svg, text)) or escape(text)
            return f"<a href='#{quote(block)}' style='text-decoration: none'>{shown}</a>"

        html = ""
        for block, users, right in self._lines:
            terms = [("" if each == self._of else link(self._of, each) + " · ") + link(each, block) for each in users]
            right = f"<span style='color: {color('dim').name()}'>{escape(right)}</span>"
            html += f"<p>{link(self._of, block)} = {' + '.join(terms) or '1'} &nbsp; {right}</p>"
        return html


class FormulaView(QWidget):
    def __init__(self, name: str, parent: PanelPart) -> None:
        super().__init__(parent)
        self._part = parent
        self.name = name
        self.written: Written | None = None
        self._asked: tuple[object, ...] = ()
        self.head = Text(name, "dim")
        self.text = named(MathText(self), name)
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
        plain = f"<p style='white-space: pre-wrap'>{escape(shown)}</p>"
        self.text.show_html(lambda: (svg and self.text.image(svg, "formula", 1.3)) or plain)
        self.text.setAccessibleDescription(shown)
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
        area = ScrollArea(self)  # the other tabs need less room
        area.setWidget(body := QWidget(area))
        vertical(area, to=self, margins=(0, 0, 0, 0))
        layout = vertical(to=body, margins=(0, 6, 0, 0), spacing=2)
        for word, combo, view in (
            (tr("Formula of"), self.of, self.value),
            (tr("With respect to"), self.by, self.derivative),
        ):
            layout.addLayout(horizontal(Text(word, "dim"), (combo, 1), margins=(10, 0, 8, 0), spacing=8))
            layout.addWidget(view, 2)
        self.chain = named(ChainRule(self), tr("Chain rule"))
        self.chain.anchorClicked.connect(self._factor_chosen)
        layout.addLayout(vertical(Text(tr("Chain rule"), "dim"), (self.chain, 1), margins=(10, 0, 8, 4), spacing=2), 3)

    def _factor_chosen(self, link: QUrl) -> None:
        self._lit = link.fragment(QUrl.ComponentFormattingOption.FullyDecoded)  # this selection keeps the formulas
        self.go_to.emit(self._lit)

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
        self.chain.show_lines(self.of.currentText().partition(".")[0], self._chain())

    def _chain(self) -> list[ChainLine]:
        """Return a line per block between the two: the block, those that use it, and its gradient."""
        state = self._state
        if state is None or state.info.flow is None:
            return []
        of, by = (box.currentText().partition(".")[0] for box in (self.of, self.by))
        face, flow = state.face, state.info.flow
        chain = chain_rule([wire for wire in state.info.page.wires if wire in flow.wires], of, by)
        is_asked = face is not None and state.asked.partition(".")[0] == of
        texts = {each: strength.text for each, strength in face.blocks.items()} if face and is_asked else {}
        return [(each, users, texts.get(each, "")) for each, users in chain.items()]


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
