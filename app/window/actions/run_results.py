"""The presentation of new results: a display flashes once, or the Results or Problems panel comes to the front."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakKeyDictionary

from app.canvas.display_blocks.displays import result_name
from app.engine_texts import sentence_of
from app.language import tr
from app.window.panel_table import BOTTOM, CHANGES, PANELS, PROBLEMS, RESULTS, STEPS, TIMINGS
from app.window.tabs import DiagramTab, WindowPart, WindowProtocol
from blocks.base.errors import DiagramError

_FETCH = "fetch_outputs"
_GIVE_WAY = [panel.name for panel in PANELS if panel.area is BOTTOM and panel.name not in (STEPS, TIMINGS, CHANGES)]
"""The panels that the results may take the place of: who has one of the others in front looks at runs there."""


class RunResults(WindowPart):
    """The listener that shows where a run's results are."""

    def __init__(self, desk: WindowProtocol, choose: Callable[[str, str], None]) -> None:
        super().__init__(desk)
        self._choose = choose
        self._wanted: DiagramTab | None = None
        self._shown: WeakKeyDictionary[DiagramTab, set[str]] = WeakKeyDictionary()

    def join(self, tab: DiagramTab) -> None:
        def finished(page: str, good: bool) -> None:
            self._finished(tab, page, good)

        def failed(_page: str, errors: list[DiagramError]) -> None:
            if tab is self._desk.tab:
                where = f"{errors[0].block}: " if errors[0].block else ""
                self._desk.warn(tr("The run failed: {found}", found=where + sentence_of(errors[0])))

        tab.engine.runner.finished.connect(finished)
        tab.engine.runner.failed.connect(failed)

    def expect(self, tab: DiagramTab) -> None:
        self._wanted = tab

    def _finished(self, tab: DiagramTab, page: str, good: bool) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is not tab or tab is not self._desk.tab or page != tab.root_page or not tab.page_name:
            return
        may_show = any(map(self._docks.is_open, _GIVE_WAY))
        if not good:
            if may_show and tab.engine.problems(page):
                self._docks.show(PROBLEMS)
            return
        displays = self._displays_in_sight(tab)
        if displays:
            tab.scene.flash.show(displays)
        elif may_show:
            self._docks.show(RESULTS)
            self._choose_first(tab)

    def _displays_in_sight(self, tab: DiagramTab) -> list[str]:
        seen = tab.view.visible_rect()
        return [item.id for item in tab.scene.mirror.order if item.is_display and seen.contains(item.rect.center())]

    def _choose_first(self, tab: DiagramTab) -> None:
        """Select the first scalar that a session fetches, else its first result; once per page."""
        shown = self._shown.setdefault(tab, set())
        if tab.page_name in shown or tab.scene.selected_ids():
            return
        shown.add(tab.page_name)
        type_of = tab.scene.mirror.type_of
        wires = [wire for wire in tab.page.wires if wire.target.pin == _FETCH]
        names = [result_name(wire.source, type_of(wire.source.block)) for wire in wires]
        results = {name: tab.engine.inside.get(tab.page_name, name) for name in names}
        there = [name for name, result in results.items() if result is not None]
        numbers = [name for name, result in results.items() if result is not None and result.value.size == 1]
        if there:
            self._choose(tab.page_name, (numbers or there)[0])
