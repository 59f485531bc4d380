"""Advice about gradients in the Problems panel: which of it is shown, and followed in one click."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.core.verbs.gradient.follow_advice import follow
from app.core.verbs.gradient.placeholders import give_defaults
from app.language import tr
from app.panels.problems import Problems
from app.window.settings import RULES_OFF
from app.window.tabs import DiagramTab
from app.window.window_protocol import Desk
from blocks.base.errors import DiagramError, UsageError
from blocks.elaborate.lint import PageAdvice
from blocks.library.array.identity import Placeholder


class AdviceWork(QObject):
    """What is advised of the diagram in front, and what is done about it."""

    def __init__(self, desk: Desk, problems: Problems, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        problems.mend_of = self._mend_of
        problems.mend_wanted.connect(self._mend_wanted)
        problems.rule_off_wanted.connect(self._turn_off)
        problems.rules_on_wanted.connect(lambda: desk.settings.set(RULES_OFF, None))

    def shown(self, tab: DiagramTab) -> list[tuple[str, PageAdvice]]:
        """The advice about the pages of a diagram; that about a composite is told of its instances."""
        return [(view.name, each) for view in tab.document.pages for each in tab.engine.advice(view.name)]

    @property
    def all_rules(self) -> bool:
        """Whether every rule advises."""
        return not self._desk.settings.texts(RULES_OFF)

    def _turn_off(self, rule: str) -> None:
        self._desk.settings.set(RULES_OFF, sorted({*self._desk.settings.texts(RULES_OFF), rule}))
        self._desk.say(
            tr("There is no more advice on {rule}: the menu of the Problems panel turns it on again", rule=rule)
        )

    def _mend_wanted(self, page: str, of: PageAdvice | DiagramError) -> None:
        self._desk.guard(lambda: self._mend(page, of) if isinstance(of, PageAdvice) else self._give_default(of))

    def _mend_of(self, error: DiagramError) -> str:
        """How an edit mends what is wrong: a Placeholder that nothing was fed for."""
        tab = self._desk.tab
        views = () if tab is None or error.pin else tab.document.canvases
        blocks = next((view.blocks for view in views if view.name == error.canvas), ())
        is_one = any(each.id == error.block and each.type == Placeholder.name for each in blocks)
        return tr("Give it a default value") if is_one else ""

    def _give_default(self, error: DiagramError) -> None:
        tab = self._desk.tab
        if tab is None or not self._mend_of(error):
            return
        page = tab.document.diagram.canvas(error.canvas or "").snapshot()
        edit = give_defaults(page, [error.block or ""], tab.document.find)
        tab.insert(edit)
        tab.go_to(page.name, edit.ids[0])
        self._desk.say(tr("{text}: Undo takes it back", text=edit.text))

    def _mend(self, page: str, advice: PageAdvice) -> None:
        tab = self._desk.tab
        info = None if tab is None else tab.engine.checker.infos.get(page)
        if tab is None or info is None:
            return
        edit = follow(tab.document.diagram.document, page, advice, info.pins, tab.document.find)
        if edit is None:
            raise UsageError(tr("no one edit does this: {mend}", mend=advice.mend))
        tab.insert(edit)
        tab.go_to(page, advice.block)
        self._desk.say(tr("{text}: Undo takes it back", text=edit.text))
