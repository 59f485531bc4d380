"""Lint warnings in the Problems panel: the choice of those shown, and their quick fixes."""

from __future__ import annotations

from app.core.runs.derivatives import elaborated
from app.core.verbs import Edit, Made
from app.core.verbs.blocks import Find
from app.core.verbs.edit import group
from app.core.verbs.gradient.follow_advice import follow
from app.core.verbs.gradient.train import give_defaults
from app.core.verbs.paths import reachable
from app.core.verbs.quick_fixes import as_float, changes_of
from app.language import tr
from app.panels.problems import Problems
from app.window.settings import RULES_OFF
from app.window.tabs import DiagramTab
from app.window.window_protocol import WindowPart, WindowProtocol
from blocks.analysis.lint import PageAdvice
from blocks.base.errors import DiagramError, UsageError
from blocks.document.data import Document, Page
from blocks.document.model import Diagram
from blocks.library.array.identity import Placeholder
from blocks.worker.state import PageSource

_MOST_TRIED = 4
"""Problems of a page for which it is tried whether floats solve them."""


class AdviceWork(WindowPart):
    """The lint warnings of the current diagram, and their quick fixes."""

    def __init__(self, desk: WindowProtocol) -> None:
        super().__init__(desk)
        problems = desk.docks.panel(Problems)
        self._solutions: dict[str, tuple[Page, dict[tuple[str | None, ...], Made | None]]] = {}
        problems.mend_of = self._mend_of
        problems.mend_wanted.connect(self._mend_wanted)
        problems.rule_off_wanted.connect(self._turn_off)
        problems.rules_on_wanted.connect(lambda: desk.settings.set(RULES_OFF, None))

    def shown(self, tab: DiagramTab) -> list[tuple[str, PageAdvice]]:
        return [(view.name, each) for view in tab.document.pages for each in tab.engine.advice(view.name)]

    @property
    def all_rules(self) -> bool:
        return not self._desk.settings.texts(RULES_OFF)

    def _turn_off(self, rule: str) -> None:
        self._desk.settings.set(RULES_OFF, sorted({*self._desk.settings.texts(RULES_OFF), rule}))
        self._desk.say(
            tr("Turned off lint rule {rule}. To turn on all rules again, right-click in the Problems panel", rule=rule)
        )

    def _mend_wanted(self, page: str, of: PageAdvice | DiagramError) -> None:
        self._desk.guard(lambda: self._mend(page, of) if isinstance(of, PageAdvice) else self._solve(of))

    def _mend_of(self, error: DiagramError) -> str:
        tab = self._desk.tab
        edit = None if tab is None else self._solution(tab, error)
        return "" if edit is None else edit.text

    def _solution(self, tab: DiagramTab, error: DiagramError) -> Made | None:
        view = next((view for view in tab.document.canvases if view.name == error.canvas), None)
        if view is None:
            return None
        page, find = view.snapshot(), tab.document.find
        known = self._solutions.get(page.name)
        if known is None or known[0] is not page:
            known = self._solutions[page.name] = page, {}
        key = error.block, error.pin, error.message
        if key not in known[1]:
            is_fed = not error.pin and any(b.id == error.block and b.type == Placeholder.name for b in page.blocks)
            if is_fed:
                known[1][key] = give_defaults(page, [error.block or ""], find)
            else:  # the first ones are likely to explain the others
                may_try = len(known[1]) < _MOST_TRIED
                known[1][key] = as_floats(tab.engine.source(page.name), error, find) if may_try else None
        return known[1][key]

    def _solve(self, error: DiagramError) -> None:
        tab = self._desk.tab
        edit = None if tab is None else self._solution(tab, error)
        if tab is None or edit is None:
            return
        tab.insert(Edit(*edit[:2]))
        tab.go_to(error.canvas or "", edit.ids[0])
        self._desk.say(tr("{text}. Use Undo to revert this change", text=edit.text))

    def _mend(self, page: str, advice: PageAdvice) -> None:
        tab = self._desk.tab
        info = None if tab is None else tab.engine.checker.infos.get(page)
        if tab is None or info is None:
            return
        edit = follow(tab.document.diagram.document, page, advice, info.pins, tab.document.find)
        if edit is None:
            raise UsageError(tr("there is no automatic fix. Suggestion: {mend}", mend=advice.mend))
        tab.insert(edit)
        tab.go_to(page, advice.block)
        self._desk.say(tr("{text}. Use Undo to revert this change", text=edit.text))


_MOST_BLOCKS, _MOST_FLOATS = 300, 4
"""On larger pages, and beyond so many blocks with integers, nothing is tried."""


def as_floats(source: PageSource, error: DiagramError, find: Find) -> Made | None:
    """Return an edit that writes a block's integers as floats, if it fixes ``error`` without new errors."""
    page, block = source.page, (error.block or "").partition("/")[0]
    if len(page.blocks) > _MOST_BLOCKS or all(each.id != block for each in page.blocks):
        return None
    before = reachable(page, [block], upstream=True)
    wires = [wire for wire in page.wires if before.issuperset((wire.source.block, wire.target.block))]
    ends = dict.fromkeys(wire.source for wire in wires)
    mends = [mend for mend in (as_float(page, find, end) for end in ends) if mend is not None]
    known = len(elaborated(source).problems) if mends else 0
    for mend, _ in mends[:_MOST_FLOATS]:
        change = group(changes_of(page, mend))
        trial = Diagram(Document("", (page,), source.extra, source.composites))
        trial.apply(change)
        problems = elaborated(source._replace(page=trial.page(page.name).snapshot())).problems
        left = [(each.block, each.message) for each in problems]
        if len(left) < known and (error.block, error.message) not in left:
            return Made(change, mend.text, tuple({changed for changed, _, _ in mend.sets}))
    return None
