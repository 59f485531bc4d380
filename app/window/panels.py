"""The window's panels, and their connection to the current page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu
from shiboken6 import isValid

from app.canvas.scene import PageScene
from app.canvas.tools.ground import Search
from app.canvas.tools.toolbox import Offer, ToolBox, offers
from app.canvas.view import CanvasView
from app.core.runs.variables import elaborated
from app.core.verbs import COLORS, Edit, Made, QuickFix
from app.panels.catalogue import TypeChoice, choice_for, most_used
from app.panels.find import FindBar
from app.panels.gradient import GradientPanel
from app.panels.help import Help
from app.panels.history import HistoryPanel
from app.panels.palette import Palette
from app.panels.problems import Problems
from app.panels.properties.in_block import BlockValue, ControlsPanel, choices_menu
from app.panels.properties.inspector import Inspector
from app.panels.properties.outline import NotesPanel, OutlinePanel
from app.panels.quick_search import QuickSearch
from app.panels.results_view import ResultsView
from app.window.actions.gradients import state_of
from app.window.panel_table import HELP, INSPECTOR, RESULTS
from app.window.settings import RULES_OFF
from app.window.tabs import DiagramTab, WindowPart, WindowProtocol
from blocks.analysis.lint import PageAdvice
from blocks.base.errors import DiagramError, UsageError
from blocks.base.language import mark, tr
from blocks.document.data import Json, Page, Wire
from blocks.transform.verbs.fixes import follow, solution
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
        said = mark("Turned off lint rule {rule}. To turn on all rules again, right-click in the Problems panel")
        self._desk.say(tr(said, rule=rule))

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
            source, may_try = tab.engine.source(page.name), len(known[1]) < _MOST_TRIED
            problems = (
                partial(_problems, source) if may_try else None
            )  # the first ones are likely to explain the others
            known[1][key] = solution(tab.document.diagram.document, page, error, find, problems)
        return known[1][key]

    def _solve(self, error: DiagramError) -> None:
        tab = self._desk.tab
        edit = None if tab is None else self._solution(tab, error)
        if tab is None or edit is None:
            return
        tab.insert(Edit(*edit[:2]))
        tab.go_to(error.canvas or "", edit.ids[0])
        self._desk.say(tr("Done: {text}. Use Undo to revert this change", text=edit.text))

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
        self._desk.say(tr("Done: {text}. Use Undo to revert this change", text=edit.text))


def _problems(source: PageSource, page: Page) -> Sequence[DiagramError]:
    return elaborated(source._replace(page=page)).problems


_FIND_WIDTH = 560


class Panels(WindowPart):
    manual_wanted = Signal()
    display_opened = Signal()

    def __init__(self, desk: WindowProtocol) -> None:
        super().__init__(desk)
        docks = desk.docks
        self._search: Search | None = None
        self._searched: CanvasView | None = None
        self._chosen_before: list[str] = []
        self.block_value: BlockValue | None = None
        self.palette = docks.panel(Palette)
        self.palette.insert_requested.connect(self._insert)
        self.quick_search = QuickSearch(desk.host)
        self.quick_search.chosen.connect(self._chosen)
        self.inspector = docks.panel(Inspector)
        self.inspector.go_to.connect(self.go_to)
        self.inspector.left.connect(self._to_canvas)
        self.inspector.stayed.connect(desk.warn)
        self.problems = docks.panel(Problems)
        self.problems.go_to.connect(self.go_to)
        self.problems.pin_chosen.connect(self._go_to_pin)
        self._advice = AdviceWork(desk)
        self.history = docks.panel(HistoryPanel)
        self.notes = docks.panel(NotesPanel)
        self.notes.note_chosen.connect(self._go_to_note)
        self.results = docks.panel(ResultsView)
        self.results.block_chosen.connect(self._show_block)
        self.results.said.connect(desk.say)
        self.gradient = docks.panel(GradientPanel)
        self.gradient.go_to.connect(self._show_on_page)
        self.gradient.said.connect(desk.say)
        self.gradient.round_wanted.connect(self._show_round)
        self.help = docks.panel(Help)
        self.help.insert_requested.connect(self._insert)
        self.help.example_requested.connect(self._insert_example)
        self.inspector.block_chosen.connect(self.show_help)
        self.palette.block_chosen.connect(self.help.show_type)
        self.menu = QMenu(desk.host)
        self.find = FindBar(desk.tabs)
        self.find.setObjectName("findBar")
        self.find.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.find.go_to.connect(self.go_to)
        self.find.found_changed.connect(self._mark_found)
        self.find.closed.connect(self._to_canvas)
        self.find.hide()
        self.parameters = docks.panel(ControlsPanel)
        self.parameters.go_to.connect(self.go_to)
        self.outline = docks.panel(OutlinePanel)
        self.outline.chosen.connect(self._select)
        self.outline.opened.connect(self._to_canvas)
        self._shows_page = (*docks.page_panels(), self.find)
        desk.tabs.installEventFilter(self)

    def join(self, tab: DiagramTab) -> None:
        tab.search_wanted.connect(self._open_search)
        tab.block_opened.connect(self._open_block)
        tab.value_wanted.connect(self._edit_value)
        tab.choice_wanted.connect(self._choose_value)
        tab.engine.gradients.changed.connect(self._tell_outline)

    def follow(self, tab: DiagramTab | None) -> None:
        if _view(tab) is not self._searched:
            self.quick_search.cancel()
            self._search = self._searched = None
        if tab is None or not tab.page_name:
            for panel in self._shows_page:
                panel.show_page(None)
            self.problems.show_problems({})
            self.palette.set_choice(TypeChoice())
            self.results.watch(None)
            self.gradient.follow(None, None, lambda: None)
            self.find.hide()
            return
        page = tab.page_name
        self.help.set_find(tab.document.find)
        self.palette.set_choice(choice_for(tab.document, page))
        for panel in self._shows_page:
            panel.show_page(tab.document, page)
        chosen = tab.scene.selected_ids()
        self.inspector.set_selection(chosen)
        self._tell_outline()
        self.outline.set_selection(chosen, tab.scene.selected_wires())
        self.inspector.set_given(tab.scene.mirror.faces.given)
        self.inspector.set_info(tab.engine.seen_inside(page), tab.engine.unfinished(page))
        self.results.watch(tab.engine.inside, page)
        self.gradient.follow(tab.engine.gradients, tab.engine.what_if, lambda: state_of(tab))
        if len(chosen) == 1 and chosen != self._chosen_before:
            self.results.show_block(page, chosen[0])
            item = tab.scene.block_item(chosen[0])
            if item is not None:
                self.help.show_type(item.block.type)
        self._chosen_before = chosen
        problems = {view.name: tab.engine.problems(view.name) for view in tab.document.canvases}
        warnings = [each for view in tab.document.canvases for each in tab.engine.warnings(view.name)]
        unfinished = [each for view in tab.document.canvases for each in tab.engine.unfinished(view.name)]
        advice, all_rules = self._advice.shown(tab), self._advice.all_rules
        self.problems.show_problems(problems, (), warnings, unfinished, advice, all_rules=all_rules)
        self.find.set_faulty({
            name: {error.block for error in errors if error.block is not None} for name, errors in problems.items()
        })  # fmt: skip

    def commit(self) -> None:
        """Apply text that was typed but not yet entered."""
        self.inspector.commit()
        if self.block_value is not None and isValid(self.block_value):
            self.block_value.commit()

    def open_find(self) -> None:
        self.follow(self._desk.tab)
        self._place_find()
        self.find.open()
        self.find.raise_()

    def go_to(self, page: str, block: str) -> None:
        tab = self._desk.tab
        if tab is not None:
            tab.go_to(page, block)

    def open_menu(
        self,
        tab: DiagramTab,
        action: Callable[[str], QAction],
        at: QPointF,
        screen: QPoint,
        more: Callable[[QMenu, DiagramTab, QPointF], None],
        offered: Iterable[Offer],
    ) -> None:
        fill_menu(self.menu, target_at(tab.scene, tab.tools, at), action, (*offered, *offers(tab.tools, at)))
        more(self.menu, tab, at)
        self.menu.popup(screen)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and self.find.isVisible():
            self._place_find()
        return False

    def _place_find(self) -> None:
        tabs = self._desk.tabs
        width = min(_FIND_WIDTH, tabs.width() - 24)
        top = tabs.tabBar().height() + 8
        self.find.setGeometry(tabs.width() - width - 12, top, width, self.find.sizeHint().height())

    def _mark_found(self, ids: list[str]) -> None:
        front = self._desk.tab
        if front is not None and self.find.document is not front.document:  # it is not told yet
            front = None
        for tab in self._desk.tabs.diagrams():
            for view in tab.views():
                view.page_scene.set_found(ids if tab is front and view is tab.view else ())

    def _tell_outline(self) -> None:
        tab = self._desk.tab
        if tab is not None and tab.page_name:
            self.outline.set_info(tab.engine.seen_inside(tab.page_name), tab.scene.gradient.face)

    def _select(self, blocks: list[str], wires: list[Wire]) -> None:
        tab = self._desk.tab
        if tab is not None and tab.page_name:
            tab.scene.select(blocks, wires)
            tab.tools.ground.show_selected()

    def _to_canvas(self) -> None:
        tab = self._desk.tab
        if tab is not None:
            tab.setFocus()

    def _go_to_note(self, number: int) -> None:
        tab = self._desk.tab
        if tab is not None:
            tab.go_to_note(number)

    def _go_to_pin(self, page: str, block: str, pin: str) -> None:
        self.go_to(page, block)
        tab = self._desk.tab
        if tab is not None and pin:
            self.inspector.set_selection(tab.scene.selected_ids())
            self.inspector.show_field(pin)

    def _insert(self, name: str) -> None:
        tab = self._desk.tab
        if tab is not None and tab.page_name:
            tab.tools.add(name)
            self.palette.note_use(name)
            tab.setFocus()

    def _open_search(self, search: Search) -> None:
        tab = self._desk.tab
        self._search, self._searched = search, _view(tab)
        used: list[str] = []
        if tab is not None:
            self.quick_search.set_choice(choice_for(tab.document, tab.page_name))
            used = most_used(tab.document, self.palette.recent())
        self.quick_search.popup(search.screen, search.fits, tr(search.title), search.mends, used)

    def _chosen(self, name: str, pin: str, values: Mapping[str, Json], mend: QuickFix | None) -> None:
        search, self._search = self._search, None
        if search is not None and _view(self._desk.tab) is self._searched:  # else its page is gone
            search.accept(name, pin, values, mend)
            self.palette.note_use(name)

    def help_here(self) -> None:
        tab = self._desk.tab
        focus = QApplication.focusWidget()
        if focus is not None and self.palette.isAncestorOf(focus) and self.help.type_name:
            self.show_help()
            return
        chosen = tab.scene.selected_ids() if tab is not None and tab.page_name else []
        item = tab.scene.block_item(chosen[0]) if tab is not None and chosen else None
        if item is None:
            self.manual_wanted.emit()
        else:
            self.show_help(item.block.type)

    def show_help(self, name: str = "") -> None:
        if name:
            tab = self._desk.tab
            self.help.set_find(None if tab is None else tab.document.find)
            self.help.show_type(name)
        self._docks.show(HELP)

    def _insert_example(self, example: Page) -> None:
        tab = self._desk.tab
        if tab is not None and tab.page_name:
            tab.tools.carry(example, "Paste")
            tab.setFocus()

    def _show_on_page(self, block: str) -> None:
        tab = self._desk.tab
        if tab is not None:
            self.go_to(tab.root_page, block)

    def _show_round(self, loop: str, number: int) -> None:
        tab = self._desk.tab
        if tab is not None:
            tab.show_round(loop, number, tab.root_page)

    def _show_block(self, block: str) -> None:
        tab = self._desk.tab
        if tab is not None:
            self.go_to(tab.page_name, block)

    def _edit_value(self, block: str, name: str) -> None:
        tab = self._desk.tab
        if tab is None:
            return
        last = self.block_value
        if last is not None and isValid(last) and last.is_about(tab.view, block, name):
            last.editor.setFocus()
            return
        self.block_value = BlockValue(tab.view, tab.document, block, name)
        self.block_value.went_on.connect(self._edit_value)

    def _choose_value(self, block: str, name: str) -> None:
        tab = self._desk.tab
        if tab is not None:
            choices_menu(tab.view, tab.document, block, name)

    def _open_block(self, block: str) -> None:
        tab = self._desk.tab
        item = None if tab is None else tab.scene.block_item(block)
        if item is not None and item.is_display and not item.face.badges:
            self.display_opened.emit()
        elif tab is not None and any(
            name.partition(".")[0] == block for name in tab.engine.inside.names(tab.page_name)
        ):
            self._docks.show(RESULTS)
            self.results.show_block(tab.page_name, block)
        elif tab is not None:
            self.follow(tab)  # a key may come before the panels were told
            self._docks.show(INSPECTOR, self.inspector.show_value)


def _view(tab: DiagramTab | None) -> CanvasView | None:
    return tab.view if tab is not None and tab.page_name else None


Target = Literal["pin", "wire", "block", "display", "frame", "note", "canvas"]

COLOR = "color."
"""What the names of commands begin with that give a colour; they are a menu in the menu."""
TRAIN = "train."
"""What the names of commands begin with by which a model learns; they are a menu in the menu."""
_INNER: Mapping[str, tuple[str, tuple[str, ...]]] = {
    COLOR: (mark("Color"), tuple([each.lower() for each in ("None", *COLORS)])),
    TRAIN: (mark("Train"), ("variables", "loss", "step", "defaults")),
}
"""The menus in menus: their titles, and how the names of their commands end."""
_ONLY_IF = ("composite.", "gradient.collapse", "gradient.editable", "gradient.expand")
"""Commands that are in a menu only if they fit what is selected begin so."""
_SIDES = ("composite.side", "composite.gradient", "composite.no_gradient")
"""Commands for an instance, or on the canvas for the open composite."""

CONTEXT: Mapping[Target, tuple[str, ...]] = MappingProxyType(
    {
        "pin": ("gradient.of", "run.to_here", "", "help.block"),
        "wire": ("edit.tag", "edit.delete"),
        "block": (
            "edit.values", "edit.rename", "edit.replace", COLOR, "edit.mute", "",
            "composite.in", *_SIDES, "composite.expand", "composite.unique", "composite.make", "composite.loop", "",
            "edit.copy", "edit.duplicate", "edit.delete", "edit.frame", "",
            "gradient.of", "gradient.expand", "gradient.collapse", "gradient.editable", TRAIN, "run.to_here",
            "edit.copy_question", "help.block",
        ),
        "display": (
            "display.enlarge", "display.logarithmic", "display.export", "display.clear", "",
            "edit.rename", "edit.replace", "edit.copy", "edit.duplicate", "edit.delete", "", "edit.copy_question",
            "help.block",
        ),
        "frame": (COLOR, "edit.layout", "", "edit.cut", "edit.copy", "edit.duplicate", "edit.delete"),
        "note": ("edit.cut", "edit.copy", "edit.duplicate", "edit.delete"),
        "canvas": (
            "edit.paste", "edit.note", "edit.select_all", "edit.layout", "view.fit", TRAIN, "file.add_page", "",
            *_SIDES,
        ),
    }
)  # fmt: skip


def target_at(scene: PageScene, tools: ToolBox, at: QPointF) -> Target:
    if scene.note_at(at) is not None:
        return "note"
    if tools.ground.pin_at(at) is not None:
        return "pin"
    block = scene.block_item(scene.block_at(at) or "")
    if block is not None:
        return "display" if block.is_display else "block"
    if scene.wire_at(at, tools.ground.units(7)) is not None:
        return "wire"
    return "frame" if scene.frame_at(at) is not None else "canvas"


def fill_menu(menu: QMenu, target: Target, action: Callable[[str], QAction], offers: Iterable[Offer]) -> None:
    """Add commands for an item under the mouse to a menu, which may have entries already."""
    menu.clear()
    for text, act in offers:
        menu.addAction(text.replace("&", "&&"), act)
    menu.addSeparator()
    for name in CONTEXT[target]:
        if not name:
            menu.addSeparator()
        elif name in _INNER:
            title, ends = _INNER[name]
            menu.addMenu(tr(title)).addActions([action(f"{name}{end}") for end in ends])
        elif target == "block" and name in _SIDES and not action("composite.in").isEnabled():
            continue
        elif not name.startswith(_ONLY_IF) or action(name).isEnabled():
            menu.addAction(action(name))
