"""The tabs of the window, and the tab of an open diagram: its canvases, and the page tabs below them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import ParamSpec, Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QMoveEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QTabBar, QTabWidget, QToolButton, QWidget

from app.canvas.drawing.blocks import Extras
from app.canvas.mirror import SceneModel
from app.canvas.scene import PageScene
from app.canvas.tools.ground import E
from app.canvas.tools.toolbox import ToolBox
from app.canvas.view import CanvasView
from app.core.document import Document, DocumentEdit
from app.core.instance_steps import step_of
from app.core.instances import InstancePath
from app.core.recovery.journal import Journal, digest
from app.face.face import asides_in_body
from app.face.gradient import CONTRACT
from app.face.theme import Theme
from app.panels.look import icon, named, vertical
from app.window.engine import EditedRuns, Engine
from app.window.kept_files import DiskWatch, KeptFiles
from app.window.language import NAMES
from app.window.navigation import Navigation
from app.window.settings import ADVICE, RULES_OFF, Settings
from app.window.view_state import Bookmarks, KeptLinks, Viewpoint, kept_breakpoints
from app.window.widgets.bars import Breadcrumbs, Notice, PageBar, RoundBar
from app.window.widgets.docks import Docks
from app.window.widgets.questions import Questions
from app.window.widgets.style import DARK, Chrome
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.files import portable_name
from blocks.base.language import same, tr
from blocks.base.locks import FileLock
from blocks.base.names import free_number
from blocks.document.changes import AddPage, Change, Group, RemovePage, RenamePage, parts_of
from blocks.document.data import INSTANCE, Page
from blocks.door.history import History


def _renames(change: Change) -> list[tuple[str, str]]:
    return [(each.page, each.name) for each in parts_of(change) if isinstance(each, RenamePage)]


class DiagramTab(QWidget):
    """An open diagram: its document, its canvases, and its engine.

    Attributes:
        journal: saves its edits on disk; None if disabled.
        lock: keeps other windows from writing its file; if not held, another window holds it.
        kept: the folder of the files that it names, as long as it has no file itself.

    Signals:
        selection_changed: the selected blocks changed, or those that follow the mouse.
        escaped: Esc was pressed on the canvas, without anything to end or to deselect.
        block_opened: a block that cannot be entered was double-clicked (its id).
        menu_wanted: the right button was clicked (the position on the page and on the screen).
    """

    page_changed = Signal()
    selection_changed = Signal()
    reload_wanted = Signal()
    merge_wanted = Signal()
    zoom_changed = Signal(float)
    files_dropped = Signal(list)
    said = Signal(str)
    escaped = Signal()
    search_wanted = Signal(object)
    block_opened = Signal(str)
    value_wanted = Signal(str, str)
    choice_wanted = Signal(str, str)
    menu_wanted = Signal(QPointF, QPoint)

    def __init__(
        self,
        document: Document,
        title: str | None,
        theme: Theme,
        settings: Settings,
        mirrors: Mapping[str, SceneModel] | None = None,
    ) -> None:
        super().__init__()
        self._mirrors = dict(mirrors or {})
        self._settings = settings
        self.document = document
        document.setParent(self)
        self._title = title
        self._theme = theme
        self._views: dict[str, CanvasView] = {}
        self._tools: dict[str, ToolBox] = {}
        self._unfitted: set[str] = set()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._fit_first)
        # A page that nobody moved does not follow the size that a line above it leaves, but the next one.
        self._still_whole = QTimer(self, singleShot=True, interval=0)
        self._still_whole.timeout.connect(lambda: self.view.take_as_whole())  # noqa: PLW0108  # of the page in front then
        self._viewpoints: dict[str, Viewpoint] = {}
        self.disk = DiskWatch(self)
        self.disk.seen(document.path)
        self.disk.changed.connect(self._changed_on_disk)
        self.disk.gone.connect(self._gone_from_disk)
        self.journal: Journal | None = None
        self._warning = ""
        self.lock: FileLock | None = None
        self.kept: KeptFiles | None = None
        self.engine = Engine(document, self)
        self.engine.what_if.said.connect(self.said)
        self.engine.advises = lambda rule: settings.flag(ADVICE, True) and rule not in settings.texts(RULES_OFF)
        self.links = KeptLinks(document, settings, self)
        self.links.changed.connect(self._show_tags)
        self.bookmarks = Bookmarks(document, settings)
        self.breakpoints = kept_breakpoints(document, settings, self)
        self.breakpoints.changed.connect(self.engine.runner.tell_breakpoints)
        self.engine.runner.breakpoints = self.breakpoints.texts
        self.notice = Notice(self)
        self.proposal = Notice(self)
        self.body_menu = QMenu(self)
        self.navigation = Navigation(document, self)
        self.navigation.moved.connect(self._show_canvas)
        self.crumbs = Breadcrumbs(self.navigation)
        self.crumbs.out_wanted.connect(self.go_out)
        self.crumbs.chosen.connect(self.go_back)
        self.crumbs.turned.connect(self.turn_side)
        self.crumbs.moved.connect(self.setFocus)
        self.rounds = RoundBar(self.engine.inside)
        self.edited_runs = EditedRuns(self.engine, self.notice, self)
        self.edited_runs.said.connect(self.said)
        ContractWatch(document, self.said.emit)
        self.stack = QStackedWidget(self)
        self.stack.installEventFilter(self)
        self._bars = True, True
        self.pages = PageBar(self)
        self.pages.chosen.connect(lambda: self.navigation.go(InstancePath(self.pages.name)))
        self.pages.add_wanted.connect(self.add_page)
        self.pages.rename_wanted.connect(self._rename)
        self.pages.move_wanted.connect(self.move_page)
        self.pages.remove_wanted.connect(self.remove_page)
        parts = (self.notice, self.proposal, self.crumbs, self.rounds, (self.stack, 1), self.pages)
        vertical(*parts, to=self, margins=(0, 0, 0, 0), spacing=0)
        document.edited.connect(self._follow_renames)
        document.changed.connect(self._follow_pages)
        self._follow_pages()

    @property
    def title(self) -> str:
        return self.document.name if self.document.path is not None else self._title or self.document.name

    @property
    def file_name(self) -> str:
        return portable_name(self.title)

    @property
    def page_name(self) -> str:
        return self.navigation.canvas

    @property
    def root_page(self) -> str:
        """Return the page that runs: the current one, or the one around the current instance."""
        return self.pages.name

    @property
    def page(self) -> Page:
        return self.document.page(self.page_name)

    @property
    def view(self) -> CanvasView:
        return self.view_of(self.page_name)

    @property
    def scene(self) -> PageScene:
        return self.view.page_scene

    @property
    def tools(self) -> ToolBox:
        self.view_of(self.page_name)
        return self._tools[self.page_name]

    def views(self) -> Iterator[CanvasView]:
        yield from self._views.values()

    def view_of(self, name: str) -> CanvasView:
        view = self._views.get(name)
        if view is None:
            view = self._views[name] = self._make_view(name)
        return view

    def _make_view(self, name: str) -> CanvasView:
        scene = PageScene(self.document, name, self._theme, mirror=self._mirrors.pop(name, None))
        view = CanvasView(scene, self)
        scene.selectionChanged.connect(self.selection_changed)
        tools = self._tools[name] = ToolBox(view, self.document)
        tools.carrying.connect(self.selection_changed)
        tools.ground.said.connect(self.said)
        tools.ground.search_wanted.connect(self.search_wanted)
        tools.ground.block_opened.connect(self._open_block)
        tools.ground.value_wanted.connect(self.value_wanted)
        tools.ground.choice_wanted.connect(self.choice_wanted)
        tools.ground.out_wanted.connect(self._leave)
        tools.ground.inside_wanted.connect(self._show_inside)
        tools.ground.escaped.connect(self._escape)
        tools.ground.round_wanted.connect(self._show_round)
        view.context_requested.connect(self.menu_wanted)
        view.zoom_changed.connect(self.zoom_changed)
        view.files_dropped.connect(self.files_dropped)
        self.stack.addWidget(view)
        self.engine.attach(name, scene)
        self._views[name] = view
        self._unfitted.add(name)
        for setting in ("minimap", "curved", "shapes", "values", "dim", "wire_colors", "wire_legend", "tags"):
            self.apply_setting(setting)
        return view

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the canvas content in place on the screen when a notification covers its top."""
        if watched is self.stack and isinstance(event, QMoveEvent):
            bars = self.crumbs.isHidden(), self.rounds.isHidden()  # they come and go with another canvas
            same_bars, self._bars = bars == self._bars, bars
            if same_bars and self.isVisible() and self.page_name and self.page_name not in self._unfitted:
                if self.view.is_whole:
                    self._still_whole.start()
                self.view.pan(0, event.oldPos().y() - event.pos().y())
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._soon.start()

    def _fit_first(self) -> None:
        name = self.page_name
        if self.isVisible() and name in self._unfitted:
            self._unfitted.discard(name)
            viewpoint = self._viewpoints.pop(name, None)
            if viewpoint is None:
                self.view.show_first()
            else:  # the page was gone and has come back
                viewpoint.show(self.view)

    def apply_setting(self, name: str) -> None:
        if name == "live":
            self.engine.watch(self.root_page, self._settings.flag("live"))
        elif name in (ADVICE, RULES_OFF):
            self.engine.advise()
        for view in self._views.values():
            if name == "minimap":
                view.minimap.setVisible(self._settings.flag("minimap", True))
            elif name == "curved":
                view.page_scene.set_wire_style("curved" if self._settings.flag("curved") else "orthogonal")
            elif name in ("shapes", "values", "dim", "wire_colors", "scope_pins", "grid"):
                flag, by_dtype = self._settings.flag, self._settings.text("wire_colors", "dtype") == "dtype"
                scopes, grid = flag("scope_pins", True), flag("grid", True)
                shown = Extras(flag("shapes", True), flag("values"), flag("dim"), by_dtype, scopes, grid)
                view.page_scene.set_shown(shown)
            elif name == "wire_legend":
                view.wire_legend.turn(on=self._settings.flag("wire_legend", True))
            elif name == "tags":
                self._show_tags(view.page_scene.page_name)

    def _show_tags(self, name: str) -> None:
        if name in self._views:
            self._views[name].page_scene.set_tags(self.links.of(name), self._settings.flag("tags", True))

    def insert(self, edit: E) -> None:
        """Make an edit with space for the blocks that it adds to any canvas."""
        edit = self.tools.ground.fitted(edit)
        self.document.do(edit.change, edit.text)

    def show_page(self, name: str) -> None:
        self.navigation.show(name)

    def go_in(self, block_id: str, at: QPointF | None = None) -> bool:
        """Enter an instance or a block that runs composites; return whether that is possible.

        If the block runs two, the clicked part of its face chooses; without that, the user is asked.
        """
        bodies = self.navigation.bodies_of(block_id)
        if len(bodies) > 1:
            item = self.scene.block_item(block_id)
            part = None if item is None or at is None else item.part_at(at)
            if part is None:
                self._ask_body(block_id, bodies)
                return True
            whole = part == "body"
            bodies = [each for each in bodies if step_of(each[0]).part == part or (whole and "/" not in each[0])]
        if not bodies or not self.navigation.go_in(bodies[0][0]):
            return False
        self.setFocus()
        return True

    def _ask_body(self, block_id: str, bodies: Sequence[tuple[str, str]]) -> None:
        menu = self.body_menu
        menu.clear()
        for step, canvas in bodies:
            part = step_of(step).part or "body"
            text = f"{part}: {canvas.removeprefix(INSTANCE)}".replace("&", "&&")
            menu.addAction(text, lambda step=step: self.go_in_by(step))
        menu.setActiveAction(menu.actions()[0])
        menu.popup(self.tools.ground.screen(self.scene.block_rect(block_id).center()))

    def go_in_by(self, step: str) -> None:
        if self.navigation.go_in(step):
            self.setFocus()

    def go_to(self, page: str, block: str) -> None:
        if "/" in block:
            base = self.navigation.path if page == self.page_name else InstancePath(page)
            path, block = self.navigation.instances.steps(base, block)
            self.navigation.go(path)
            page = self.page_name
        self.show_page(page)
        if self.page_name == page and self.scene.block_item(block) is not None:
            self.scene.select([block])
            if not self.view.shows_block(block):
                self.view.center_on_block(block)

    def go_out(self) -> None:
        path = self.navigation.forward
        self.go_back(InstancePath(path.page, path.ids[:-1]) if path.ids else InstancePath(self.root_page))

    def _leave(self) -> None:
        """Exit for Backspace; pressing that once too often must not delete the instance."""
        self.go_out()
        self.tools.came_out = True

    def go_back(self, path: InstancePath) -> None:
        ids = self.navigation.forward.ids
        if self.navigation.go(path) and len(ids) > len(path.ids):
            self.scene.select([step_of(ids[len(path.ids)]).block])
            self.tools.ground.show_selected()
        self.setFocus()

    def turn_side(self, side: int) -> None:
        self.navigation.turn(side)
        self.setFocus()

    def show_round(self, loop: str, number: int, page: str) -> None:
        """Enter the body of a loop, given by its path from a canvas, and view an iteration."""
        base = self.navigation.path if page == self.page_name else InstancePath(page)
        path, _ = self.navigation.instances.steps(base, f"{loop}/")
        self.navigation.go(path)
        inside = self.engine.inside
        if inside.loops and inside.path == path:
            inside.look_at(len(inside.loops) - 1, number)
        self.setFocus()

    def _show_round(self, loop: str, number: int) -> None:
        self.show_round(loop, number, self.page_name)
        self.tools.came_in = True

    def _show_inside(self, path: str) -> None:
        self.go_to(self.page_name, path)
        self.tools.came_in = True

    def _escape(self, had_selection: bool) -> None:
        if self.engine.what_if.asked.page:
            self.engine.what_if.end()
        elif not had_selection:
            self.escaped.emit()

    def _open_block(self, block_id: str, at: QPointF | None) -> None:
        if not self.go_in(block_id, at):
            self.block_opened.emit(block_id)

    def turn(self, step: int) -> None:
        names = self.pages.names
        self.show_page(names[(names.index(self.root_page) + step) % len(names)])

    def set_bookmark(self, number: int) -> None:
        self.bookmarks.set(self.page_name, number, Viewpoint.of(self.view))

    def go_to_bookmark(self, number: int) -> bool:
        viewpoint = self.bookmarks.get(self.page_name, number)
        if viewpoint is not None:
            viewpoint.show(self.view)
        return viewpoint is not None

    def go_to_note(self, number: int) -> None:
        notes = self.scene.mirror.notes
        if number < len(notes):
            self.scene.select((), (), [number])
            Viewpoint(max(1.0, self.view.zoom), notes[number].rect.center()).show(self.view)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for view in self._views.values():
            view.page_scene.set_theme(theme)

    @property
    def read_only(self) -> bool:
        return self.lock is not None and not self.lock.held

    def begins_unlike(self, digest: str | None) -> None:
        if self.journal is not None:
            self.journal.unlike = digest

    def warn_unsafe(self, why: str) -> None:
        self._warning = tr("Your edits cannot be protected from a crash ({why}). Save often.", why=why)
        self.notice.say(self._warning)

    def tell_safe(self) -> None:
        if same(self.notice.label.text(), self._warning):
            self.notice.hide()

    def keep_files(self, kept: KeptFiles | None) -> None:
        if self.kept is not None:
            self.kept.drop()
        self.kept = kept
        self.document.beside = None if kept is None else kept.folder

    def shut(self) -> None:
        self.engine.close()
        journal, self.journal = self.journal, None
        if journal is not None:
            journal.close()
        if self.lock is not None:
            self.lock.release()
        self.keep_files(None)

    def add_page(self) -> None:
        name = free_number("page ", self.pages.names, len(self.pages.names) + 1)
        self.document.do(AddPage(len(self.pages.names), Page(name)), tr("Add page"))
        self.show_page(name)

    def rename_page(self, old: str, new: str) -> None:
        if new != old:
            self.document.do(RenamePage(old, new), tr("Rename page to {new}", new=new))

    def remove_page(self, name: str) -> None:
        if len(self.pages.names) > 1:
            self.document.do(RemovePage(name), tr("Delete page {name}", name=name))
        else:
            self.document.do(Group((RemovePage(name), AddPage(0, Page("main")))), tr("Delete page {name}", name=name))

    def move_page(self, name: str, to: int) -> None:
        page = self.document.page(name)
        if 0 <= to < len(self.pages.names):
            self.document.do(Group((RemovePage(name), AddPage(to, page))), tr("Move page {name}", name=name))
            self.show_page(name)

    def _follow_renames(self, edit: DocumentEdit) -> None:
        for old, new in _renames(edit.change):
            if old in self._views:
                self._views[new] = self._views.pop(old)
                self._tools[new] = self._tools.pop(old)
            if old in self._unfitted:
                self._unfitted.discard(old)
                self._unfitted.add(new)
            self.engine.rename(old, new)
            self.links.rename(old, new)
            self.bookmarks.rename(old, new)
            self.breakpoints.rename(old, new)
            if new in self._views:
                self._views[new].page_scene.set_page_name(new)
            self.pages.rename(old, new)
            if self.page_name == new:
                self._show_canvas()
        text = self.navigation.instances.reached_by(edit)
        if text:
            self.said.emit(text)

    def _follow_pages(self) -> None:
        names = [page.name for page in self.document.pages]
        for gone in set(self._views) - {view.name for view in self.document.canvases}:
            view = self._views.pop(gone)
            self._viewpoints[gone] = Viewpoint.of(view)
            del self._tools[gone]
            self.engine.detach(gone)
            self.stack.removeWidget(view)
            view.deleteLater()
        if names != self.pages.names or not names:
            self.pages.show_names(names)
            if self.document.canvas(self.navigation.path.page) is not None:
                self._show_canvas()
        if self.document.canvas(self.navigation.path.page) is None:
            forward = self.navigation.forward
            self.navigation.go(InstancePath(self.root_page) if self.document.canvas(forward.page) is None else forward)
        self.navigation.follow()
        self._look_inside()  # instances may have other names
        self.crumbs.refresh()
        self._say_of_blocks()

    def _look_inside(self) -> None:
        path = self.navigation.path
        self.engine.look_inside(path, self.page_name, self.navigation.instances.loops_around(path))

    def _say_of_blocks(self) -> None:
        if self.page_name:
            block = [None, *self.navigation.instances.runs_in(self.navigation.path)][-1]
            self.scene.set_asides(asides_in_body(block, self.page) if self.navigation.is_inside else {})
            self.scene.set_given(self.navigation.instances.given(self.navigation.path))

    def _show_canvas(self) -> None:
        self.pages.choose(self.navigation.forward.page)
        self.crumbs.refresh()
        if self.page_name:
            self.stack.setCurrentWidget(self.view)
            self._soon.start()
            self.stack.setFocusProxy(self.view)
            self.setFocusProxy(self.view)
            self.engine.watch(self.root_page, self._settings.flag("live"))
            self._look_inside()
            self._say_of_blocks()
        self.page_changed.emit()

    def _rename(self, old: str, new: str) -> None:
        try:
            self.rename_page(old, new)
        except DiagramError as error:
            self.notice.say(sentence_of(error))

    def _changed_on_disk(self) -> None:
        if self.document.modified and self.door_base() is not None:
            self.merge_wanted.emit()
        elif self.document.modified:
            text = tr("Another program changed this file. Reload the file, or keep your version?")
            self.notice.say(text, tr("Reload"), self.reload_wanted.emit, tr("Keep mine"), self.disk.accept)
        else:
            self.reload_wanted.emit()

    def door_base(self) -> bytes | None:
        """Return the last read content of the file if the door (`gradblocks edit`) has written the file since."""
        path, known = self.document.path, self.disk.digest
        history = None if path is None or known is None else History(str(path))
        now = digest(path)
        return history.content(known or "") if history is not None and now and history.wrote(now) else None

    def _gone_from_disk(self) -> None:
        self.document.mark_changed()
        self.notice.say(tr("Another program removed or renamed this file. Save the diagram to keep your work."))


Parts = Mapping[str, frozenset[str]]
"""The blocks that each contract of a canvas is wired to."""


class ContractWatch(QObject):
    def __init__(self, document: Document, say: Callable[[str], object]) -> None:
        super().__init__(document)
        self._document, self._say = document, say
        self._known: dict[str, tuple[Page, Parts]] = {}
        document.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        for view in self._document.canvases:
            page = view.snapshot()
            before = self._known.get(page.name)
            if before is not None and before[0] is page:
                continue
            now = _parts_of(page)
            old: Parts = {} if before is None else before[1]
            self._known[page.name] = page, now
            there = {block.id for block in page.blocks} if old else set[str]()
            for contract in old.keys() & now.keys():
                gone = sorted(old[contract] - there)
                if gone and len(now[contract]) < len(old[contract]):  # else they have other names
                    names = ", ".join(gone)
                    self._say(tr("The contract {contract} no longer covers {names}", contract=contract, names=names))


def _parts_of(page: Page) -> Parts:
    contracts = [block.id for block in page.blocks if block.type == CONTRACT]
    wires = page.wires
    return {each: frozenset([w.source.block for w in wires if w.target.block == each]) for each in contracts}


class _Bar(QTabBar):
    """Draggable tabs. Qt's own method crashes if a tab is added, removed or selected during a drag."""

    _dragged = -1

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self.setChangeCurrentOnDrag(True)  # so that what is dragged comes to another diagram

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Keep ten letters of a name; without room for these, arrows scroll the tabs."""
        whole = self.tabSizeHint(index)
        cut = self.fontMetrics().horizontalAdvance(self.tabText(index)) - 11 * self.fontMetrics().averageCharWidth()
        return QSize(whole.width() - max(0, cut), whole.height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._dragged = self.tabAt(event.position().toPoint()) if event.button() is Qt.MouseButton.LeftButton else -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if self._dragged < 0 or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        held = self.tabRect(self._dragged)
        x = round(event.position().x())
        to = self.tabAt(QPoint(x, held.center().y()))
        other = self.tabRect(to)
        if to >= 0 and (
            (to > self._dragged and x > other.right() - held.width())
            or (to < self._dragged and x < other.left() + held.width())
        ):
            at, self._dragged = self._dragged, to
            self.moveTab(at, to)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragged = -1
        super().mouseReleaseEvent(event)

    def tabInserted(self, index: int) -> None:
        self._dragged = -1
        super().tabInserted(index)

    def tabRemoved(self, index: int) -> None:
        self._dragged = -1
        super().tabRemoved(index)


class Tabs(QTabWidget):
    close_wanted = Signal(QWidget)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        bar = _Bar(self)
        bar.setProperty(NAMES, True)
        self.setTabBar(bar)
        self.setDocumentMode(True)
        self.setAccessibleName(tr("Open diagrams"))
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self._chrome = DARK

    def tabInserted(self, index: int) -> None:
        super().tabInserted(index)
        widget = self.widget(index)
        button = named(QToolButton(self, autoRaise=True), tr("Close tab"), tip=tr("Close"))
        button.setIconSize(QSize(11, 11))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setIcon(icon("close", self._chrome.dim))
        button.clicked.connect(lambda: self.close_wanted.emit(widget))
        self.tabBar().setTabButton(index, QTabBar.ButtonPosition.RightSide, button)

    def dress(self, chrome: Chrome) -> None:
        self._chrome = chrome
        for index in range(self.count()):
            button = self.tabBar().tabButton(index, QTabBar.ButtonPosition.RightSide)
            if isinstance(button, QToolButton):
                button.setIcon(icon("close", chrome.dim))

    def diagrams(self) -> list[DiagramTab]:
        widgets = (self.widget(i) for i in range(self.count()))
        return [widget for widget in widgets if isinstance(widget, DiagramTab)]

    def current_diagram(self) -> DiagramTab | None:
        widget = self.currentWidget()
        return widget if isinstance(widget, DiagramTab) else None

    def is_modified(self, widget: QWidget) -> bool:
        return isinstance(widget, DiagramTab) and widget.document.modified

    def retitle(self, tab: DiagramTab) -> None:
        index = self.indexOf(tab)
        mark = "\u2022 " if tab.document.modified else ""
        text = tr("{title} (read-only)", title=tab.title) if tab.read_only else tab.title
        shown = mark + text.replace("&", "&&")
        if shown != self.tabText(index):  # the whole window is laid out again for another text
            self.setTabText(index, shown)
        path = tab.document.path
        # A tooltip that might be markup would be shown as such.
        self.setTabToolTip(index, f"<span>{escape(str(path or tab.title))}</span>")


class Pane(QWidget):
    """The tab area. When the text of a tab changes, only the tab bar is laid out again.

    A layout would pass that on to the window, and all panels would be laid out too.
    """

    def __init__(self, tabs: Tabs, parent: QWidget) -> None:
        super().__init__(parent)
        self._tabs = tabs
        tabs.setParent(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tabs.setGeometry(self.rect())

    def sizeHint(self) -> QSize:
        return self._tabs.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._tabs.minimumSizeHint()


_P = ParamSpec("_P")


class WindowProtocol(Protocol):
    @property
    def host(self) -> QWidget: ...

    @property
    def settings(self) -> Settings: ...

    @property
    def ask(self) -> Questions: ...

    @property
    def docks(self) -> Docks: ...

    @property
    def tabs(self) -> Tabs: ...

    @property
    def tab(self) -> DiagramTab | None: ...

    def add_document(
        self,
        document: Document,
        title: str | None = None,
        journal: Journal | None = None,
        mirrors: Mapping[str, SceneModel] | None = None,
    ) -> DiagramTab: ...

    def guard(self, work: Callable[[], object]) -> None: ...

    def settle(self) -> None:
        """Place items that follow the mouse, so that commands apply to them."""
        ...

    def say(self, text: str) -> None: ...

    def answer(self, text: str) -> None:
        """Show an explanation until an edit may have changed it."""
        ...

    def warn(self, text: str) -> None: ...


class WindowPart(QObject):
    """A part of the window that acts on the current diagram."""

    def __init__(self, desk: WindowProtocol) -> None:
        super().__init__(desk.host)
        self._desk = desk

    def _guarded(self, work: Callable[_P, object]) -> Callable[_P, None]:
        """Return a slot that calls a function if there is a current diagram, and reports its errors."""

        def act(*args: _P.args, **kwargs: _P.kwargs) -> None:
            if self._desk.tab is not None:
                self._desk.guard(lambda: work(*args, **kwargs))

        return act

    @property
    def _docks(self) -> Docks:
        return self._desk.docks

    @property
    def _tab(self) -> DiagramTab:
        """Return the current diagram, for commands that are disabled without one."""
        tab = self._desk.tab
        assert tab is not None
        return tab
