"""The main window: it combines the parts and tracks the current diagram and page."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QChildEvent,
    QCoreApplication,
    QEvent,
    QMimeData,
    QObject,
    QPoint,
    QPointF,
    QSize,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QTabBar, QWidget

from app.canvas.mirror import SceneModel
from app.canvas.view import CanvasView, take_copy
from app.core.document import Document
from app.core.recovery.journal import Journal
from app.face.theme import THEMES, Theme
from app.panels.look import EmptyState
from app.window import language
from app.window.actions.comparing import Comparing
from app.window.actions.composing import Composing
from app.window.actions.displays import DisplayWork, RunResults
from app.window.actions.editing import ConflictWork, Editing
from app.window.actions.exercises import ExerciseWork
from app.window.actions.gradients import GradientWork
from app.window.actions.packaging import Packaging
from app.window.actions.runs import PaceWork, RunsWork, TimingWork, VariablesWork
from app.window.documents.files import FileCommands
from app.window.documents.recovery import Autosave
from app.window.menus.actions import Actions, CommandTable, FileMenu
from app.window.menus.command_palette import CommandPalette
from app.window.menus.toolbar import Toolbar
from app.window.panel_table import GRADIENT, PROBLEMS
from app.window.panels import Panels
from app.window.preferences import Preferences, ShortcutSheet
from app.window.settings import CANVAS_ONLY, RUN_STEPS, TEXT_SIZE, THREADS, Settings
from app.window.status_bar import Status
from app.window.stops import StopsWork
from app.window.tabs import DiagramTab, Pane, Tabs
from app.window.widgets import style
from app.window.widgets.docks import Docks
from app.window.widgets.questions import Questions
from app.window.widgets.welcome import Welcome
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import mark, tr
from blocks.base.threads import MOST_THREADS
from blocks.document.packages.folders import user_folder

if TYPE_CHECKING:
    from app.window.actions.pairing import Pairing
    from app.window.actions.sweeps import SweepWork
    from app.window.actions.training import TrainingWork
    from app.window.manual import ManualWindow


_FIRST_SIZE = QSize(1440, 900)
_FRAME = QSize(16, 48)
"""What the title bar and the borders of a window may take."""
_LOG = logging.getLogger("gradblocks")


class MainWindow(QMainWindow):
    """The main window of the editor. Without ``state`` there are no journals, without ``runs`` no runs on disk."""

    def __init__(
        self, settings: Settings, table: CommandTable, state: Path | None = None, runs: Path | None = None
    ) -> None:
        language.choose(settings.text("language", language.SYSTEM))
        app = QApplication.instance()
        if isinstance(app, QApplication):
            style.apply_text_size(app, settings.number(TEXT_SIZE, *style.TEXT_LIMITS))
            chrome = style.chosen(settings.text("theme", "dark"))
            app.setPalette(style.palette(chrome))  # now: else every text takes on its color twice
        super().__init__()
        self.settings = settings
        self._ring = style.FocusRing(self)
        self.ask = Questions(self)
        self._refreshing = Refreshing(self)
        self._refreshing.due.connect(self.refresh)
        self.setWindowTitle("Gradblocks")
        self.setDockOptions(QMainWindow.DockOption.AnimatedDocks | QMainWindow.DockOption.AllowTabbedDocks)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, style.NORTH)
        self.setAcceptDrops(True)
        self.tabs = Tabs(self)
        self.tabs.close_wanted.connect(self._close_tab)
        self.tabs.currentChanged.connect(self._turned)
        self.setCentralWidget(Pane(self.tabs, self))
        self.docks = Docks(self, self._refreshing.soon, self.go_to_canvas)
        self.files = FileCommands(self, state)
        self.editing = Editing(self)
        self.composing = Composing(self)
        self.packaging = Packaging(self)
        self.gradients = GradientWork(self)
        self.timings = TimingWork(self)
        self.timings.changed.connect(self._acted)
        self.panels = Panels(self)
        self.run_results = RunResults(self, self.panels.results.show_result)
        self.comparing = Comparing(self, self.files)
        self.pacing = PaceWork(self)
        self.runs = RunsWork(self, self.comparing, runs)
        self.runs.sweep_wanted = lambda: self.sweeps.open()  # noqa: PLW0108  # imported when wanted
        self.variables = VariablesWork(self, self.runs, lambda: vars(self).get("sweeps"))
        self.conflicts = ConflictWork(self)
        self.stops = StopsWork(self)
        self.exercises = ExerciseWork(self, self.files)
        self.status = Status(self)
        self.status.problems_wanted.connect(lambda: self.docks.show(PROBLEMS))
        self.setStatusBar(self.status)
        self._welcome: Welcome | None = None
        self._manual: ManualWindow | None = None
        self._preferences: Preferences | None = None
        self.panels.manual_wanted.connect(self.show_manual)
        self.panels.inspector.update_wanted.connect(self.packaging.update)
        self.packaging.changed.connect(self.panels.palette.refresh)
        self.commands = Actions(self, table, settings, self.tabs, self)
        self.menus = self.commands.fill(self.menuBar(), table.menus)
        names = [name for name in self.commands.commands if name.startswith("pair.")]
        self.status.pairing.addActions([self.commands[name] for name in names])
        self.file_menu = FileMenu(self.menus["File"], self.commands["file.welcome"], settings)
        self.file_menu.file_chosen.connect(self.files.open)
        self.file_menu.example_chosen.connect(self._open_example)
        self.toolbar = Toolbar(table.toolbar, self.commands, self)
        self.addToolBar(self.toolbar)
        for empty in self.findChildren(EmptyState):
            empty.wanted.connect(self.commands.trigger)
        self._name_offers()
        self.displays = DisplayWork(self)
        self.panels.display_opened.connect(self.displays.enlarge)
        self.command_palette = CommandPalette(self.commands, self)
        settings.changed.connect(self._setting_changed)
        QApplication.styleHints().colorSchemeChanged.connect(self._scheme_changed)
        self.autosave = Autosave(settings, self.tabs.diagrams, self.files.save, self)
        self._limit_threads()
        self.canvas_only = CanvasOnly(self)
        self.dress()
        self._restore_layout()
        self.refresh()

    @cached_property
    def training(self) -> TrainingWork:
        from app.window.actions.training import TrainingWork

        return TrainingWork(self)

    @cached_property
    def sweeps(self) -> SweepWork:
        from app.window.actions.sweeps import SweepWork

        return SweepWork(self)

    @cached_property
    def pairing(self) -> Pairing:
        from app.window.actions.pairing import Pairing

        pairing = Pairing(self, self.comparing)
        pairing.changed.connect(self._acted)
        return pairing

    @property
    def host(self) -> QWidget:
        return self

    @property
    def tab(self) -> DiagramTab | None:
        return self.tabs.current_diagram()

    @property
    def theme(self) -> Theme:
        return THEMES[style.chosen(self.settings.text("theme", "dark")).name]

    # Documents and tabs

    def add_document(
        self,
        document: Document,
        title: str | None = None,
        journal: Journal | None = None,
        mirrors: Mapping[str, SceneModel] | None = None,
    ) -> DiagramTab:
        tab = DiagramTab(document, title, self.theme, self.settings, mirrors)
        document.changed.connect(self._refreshing.after_check)
        document.history_changed.connect(self._document_changed)
        document.path_changed.connect(self._document_changed)
        tab.page_changed.connect(self._acted)
        tab.selection_changed.connect(self._acted)
        tab.reload_wanted.connect(lambda: self.files.reload(tab))
        tab.merge_wanted.connect(lambda: self.files.merge(tab))
        tab.said.connect(self.status.hint)
        tab.engine.runner.said.connect(self.status.quote)
        tab.menu_wanted.connect(self._open_menu)
        tab.engine.checked.connect(self._refreshing.checked)
        tab.engine.progressed.connect(lambda: self.status.show_run(tab) if tab is self.tab else None)
        self.panels.join(tab)
        self.run_results.join(tab)
        self.comparing.watch(tab)
        self.runs.watch(tab)
        self.pacing.watch(tab)
        self.conflicts.watch(tab)
        document.changed.connect(self.status.take_back)
        tab.zoom_changed.connect(self.status.show_zoom)
        tab.escaped.connect(self.canvas_only.leave)
        tab.files_dropped.connect(self._open_dropped)
        tab.engine.state_changed.connect(self._refreshing.soon)
        tab.engine.what_if.changed.connect(self._acted)
        tab.engine.runner.reached.connect(self._refreshing.soon)
        tab.breakpoints.changed.connect(self._refreshing.soon)
        self.docks.suspend(self.canvas_only.is_on)
        index = self.tabs.addTab(tab, "")
        self.files.protect(tab, journal)
        self.tabs.retitle(tab)
        self.tabs.setCurrentIndex(index)
        self._drop_welcome()
        tab.setFocus()
        return tab

    def show_welcome(self) -> None:
        if self._welcome is None:
            self._welcome = page = Welcome(self.settings)
            page.command.connect(self.commands.trigger)
            page.file_chosen.connect(self.files.open)
            page.example_chosen.connect(self._open_example)
            page.dress(style.chosen(self.settings.text("theme", "dark")))
            self.tabs.addTab(page, tr("Welcome"))
        self.tabs.setCurrentWidget(self._welcome)
        self._welcome.setFocus()

    def _open_example(self, name: str) -> None:
        if not name:
            self.files.new()
            return
        self.guard(lambda: self.files.open_example(name))
        if self.gradients.is_shown and not self.canvas_only.is_on:
            self.docks.show(GRADIENT)

    def _open_menu(self, at: QPointF, screen: QPoint) -> None:
        if self.tab is not None:
            offered = self.gradients.what_if.offers(at)
            self.panels.open_menu(self.tab, self.commands.action, at, screen, self.stops.add_offers, offered)

    def _open_dropped(self, names: list[str]) -> None:
        for name in names:
            self.files.open(Path(name))

    def _drop_welcome(self) -> None:
        page, self._welcome = self._welcome, None
        if page is not None:
            self.tabs.removeTab(self.tabs.indexOf(page))
            page.deleteLater()

    def close_front(self) -> None:
        if self.tabs.count():
            self._close_tab(self.tabs.currentWidget())

    def _close_tab(self, widget: QWidget) -> None:
        if isinstance(widget, DiagramTab):
            if not self._may_close(widget):
                return
            self._shut(widget)
        if widget is not self._welcome:
            self.tabs.removeTab(self.tabs.indexOf(widget))
            widget.deleteLater()
        elif self.tabs.count() > 1:
            self._drop_welcome()
        if self.tabs.count() == 0:
            self.show_welcome()
        self._acted()

    def _may_close(self, tab: DiagramTab) -> bool:
        return self.variables.may_close(tab) and self.files.may_close(tab)

    def _shut(self, tab: DiagramTab) -> None:
        self.runs.leave(tab)
        if "sweeps" in vars(self):
            self.sweeps.leave(tab)
        tab.shut()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not all(self._may_close(tab) for tab in self.tabs.diagrams()):
            event.ignore()
            return
        self.canvas_only.show_all()
        self.docks.suspend(False)
        self.files.keep_open()
        self.settings.set_data("window/geometry", self.saveGeometry())
        self.settings.set_data("window/state", self.saveState())
        for tab in self.tabs.diagrams():
            self._shut(tab)
        self.timings.close()
        self.gradients.close()
        self.exercises.end()
        if "pairing" in vars(self):
            self.pairing.close()
        self.files.opener.close()
        for each in self.findChildren(QWidget):
            if each.isWindow() and each.isVisible():  # Qt would leave it on the screen
                each.close()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle remaining keys: say why a command with these keys is disabled."""
        focus = QApplication.focusWidget()
        on_canvas = focus is not None and self.tabs.isAncestorOf(focus)
        why_not = self.commands.why_not(QKeySequence(event.keyCombination()), canvas=on_canvas)
        if not why_not and on_canvas and self.tab is not None and event.text().isalnum():
            why_not = tr("{key} is not a shortcut. Press Tab to search for a block", key=event.text())
        if why_not:
            self.status.warn(why_not)
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.windowHandle().installEventFilter(self._ring)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.docks.fit(self.height())

    def childEvent(self, event: QChildEvent) -> None:
        """Keep the panel tabs fixed: Qt crashes if panels change while one of their tabs is dragged."""
        super().childEvent(event)
        bar = event.child()
        if event.polished() and isinstance(bar, QTabBar):
            bar.setMovable(False)
            bar.setElideMode(Qt.TextElideMode.ElideNone)  # arrows scroll to what has no room

    # What happens to the window as a whole

    def guard(self, work: Callable[[], object]) -> None:
        """Commit typed values, call a function, and report its DiagramErrors in the status bar."""
        try:
            self.panels.commit()
            work()
        except DiagramError as error:
            self.status.warn(sentence_of(error))

    def settle(self) -> None:
        if self.tab is not None and self.tab.page_name:
            self.tab.tools.settle()

    def say(self, text: str) -> None:
        self.status.say(text)

    def answer(self, text: str) -> None:
        self.status.answer(text)

    def warn(self, text: str) -> None:
        self.status.warn(text)

    def tell_fault(self, trace: str) -> None:
        _LOG.error("%s", trace)
        self.ask.tell(
            tr("Gradblocks encountered an internal error."),
            tr("Your diagrams are still open. Save them now. If you report this error, include the details."),
            trace,
        )

    def refresh(self) -> None:
        self.commands.refresh()
        tab = self.tab
        self.canvas_only.follow(tab)
        self.docks.suspend(tab is None or self.canvas_only.is_on)
        self.panels.follow(tab)
        self.timings.follow(tab)
        self.stops.follow(tab)
        self.runs.follow(tab)
        self.exercises.follow(tab)
        if "pairing" in vars(self):
            self.pairing.follow()
            self.status.show_pairing(self.pairing.client, is_on=self.pairing.is_on)
        self.comparing.follow(tab)
        self.conflicts.follow()
        self.status.follow(tab)
        self.setWindowTitle(f"{tab.title}[*] - Gradblocks" if tab is not None else "Gradblocks")
        self.setWindowModified(tab is not None and tab.document.modified)
        self.setWindowFilePath("" if tab is None else str(tab.document.path or ""))

    def _name_offers(self) -> None:
        for empty in self.findChildren(EmptyState):
            empty.button.setText(self.commands.text(empty.command).removesuffix("..."))

    def retranslate(self) -> None:
        self.commands.remapped.emit()
        self._name_offers()
        for tab in self.tabs.diagrams():
            self.tabs.retitle(tab)
        if self._welcome is not None:
            self.tabs.setTabText(self.tabs.indexOf(self._welcome), tr("Welcome"))
        self._refreshing.soon()

    def _document_changed(self) -> None:
        for tab in self.tabs.diagrams():
            self.tabs.retitle(tab)
        self._acted()

    def _turned(self) -> None:
        self.status.forget(self.tab)
        self._acted()

    def _acted(self) -> None:
        # At once, as the next key may be on its way already; what is only to be seen has time.
        self.commands.refresh()
        self._refreshing.soon()

    def _setting_changed(self, name: str) -> None:
        if name in ("theme", TEXT_SIZE):
            self.dress()
        elif name == "language":
            language.choose(self.settings.text("language", language.SYSTEM))
        elif name == CANVAS_ONLY:
            self.canvas_only.follow(self.tab)
        elif name == THREADS:
            self._limit_threads()
        for tab in self.tabs.diagrams():
            tab.apply_setting(name)
        if name == "files/recent":
            self.file_menu.fill_recent()
        self._refreshing.soon()

    def _limit_threads(self) -> None:
        """Set the thread limit in the environment, from which the worker reads it."""
        threads = self.settings.number(THREADS, 0, 1 << 10, 0)
        if threads:
            os.environ[MOST_THREADS] = str(threads)
        else:
            os.environ.pop(MOST_THREADS, None)

    def _scheme_changed(self) -> None:
        if self.settings.text("theme") == style.FOLLOW_SYSTEM:
            self.dress()

    def dress(self) -> None:
        chrome = style.chosen(self.settings.text("theme", "dark"))
        app = QApplication.instance()
        if isinstance(app, QApplication):
            style.apply_text_size(app, self.settings.number(TEXT_SIZE, *style.TEXT_LIMITS))
            style.apply_chrome(app, chrome)
        self.commands.dress(chrome)
        for tab in self.tabs.diagrams():
            tab.set_theme(THEMES[chrome.name])
        if self._welcome is not None:
            self._welcome.dress(chrome)
        self.tabs.dress(chrome)
        self.status.dress(chrome)

    def flip(self, name: str, default: bool = True) -> None:
        self.settings.set(name, not self.settings.flag(name, default))

    def place_panels(self) -> None:
        self.canvas_only.leave()
        self.docks.reset()

    def flip_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    # Commands that are more than a call

    def go_to_canvas(self) -> None:
        if self.tabs.count():
            self.tabs.currentWidget().setFocus()

    def open_find(self) -> None:
        if self.tab is not None:
            self.panels.open_find()

    def quick_search(self) -> None:
        if self.tab is not None:
            self.tab.tools.search()

    def run(self, steps: int | None) -> None:
        tab = self.tab
        if tab is not None and not tab.document.page(tab.root_page).blocks:
            self.warn(tr("There is nothing to run: the page is empty. Add a block first"))
        elif tab is not None:
            tab.document.end_gesture()
            if steps is not None:
                self.run_results.expect(tab)
            tab.engine.run(tab.root_page, steps)

    def run_or_continue(self) -> None:
        tab = self.tab
        if tab is not None and tab.engine.paused:
            tab.engine.flip_pause()
        else:
            self.run(1)

    def step(self) -> None:
        if self.tab is not None:
            self.run_results.expect(self.tab)
            self.tab.engine.step(self.tab.root_page)

    def run_to_here(self) -> None:
        tab = self.tab
        if tab is not None:
            tab.document.end_gesture()
            inside = tab.navigation.path.ids
            tab.engine.run(tab.root_page, 1, ["/".join((*inside, block)) for block in tab.scene.selected_ids()])

    def ask_steps(self) -> None:
        tab = self.tab
        if tab is None:
            return
        first = self.settings.number(RUN_STEPS, 1, 1_000_000_000, 100)
        number = self.ask.number(tr("Run steps"), tr("Number of steps"), first, 1, 1_000_000_000)
        if number is not None:
            self.settings.set(RUN_STEPS, number)
            self.run(number)

    def go_to_bookmark(self, index: int) -> None:
        if self.tab is not None and not self.tab.go_to_bookmark(index):
            text = mark("there is no bookmark {place} on this page: press Alt+{place} to set it to the current view")
            self.status.warn(tr(text, place=index))

    def show_shortcuts(self) -> None:
        sheet = ShortcutSheet(self.commands, self)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.open()

    def show_preferences(self) -> None:
        if self._preferences is None:
            self._preferences = Preferences(self.settings, self.commands, self._folders(), self.ask.folder, self)
        self._preferences.show()
        self._preferences.raise_()
        self._preferences.activateWindow()

    def _folders(self) -> dict[str, Path]:
        folders = {tr("Plugins and block libraries"): user_folder()}
        if self.settings.folder is not None:
            folders[tr("Settings")] = self.settings.folder
        if self.files.state is not None:
            folders[tr("Unsaved work")] = self.files.state
        return folders

    def show_manual(self) -> None:
        if self._manual is None:
            from app.window.manual import ManualWindow

            self._manual = ManualWindow(self)
            self._manual.block_chosen.connect(self.panels.show_help)
        self._manual.show()
        self._manual.raise_()
        self._manual.activateWindow()

    def show_replay(self) -> None:
        from app.core.replay import Replay
        from app.panels.replay import ReplayWindow

        tab = self.tab
        assert tab is not None
        window = ReplayWindow(Replay(tab.document, tab.page_name), tab.scene.theme, self)
        window.export_wanted.connect(lambda: self.guard(lambda: self.files.export_page(tab, replay=True)))
        window.open()

    def show_about(self) -> None:
        self.ask.about(name_and_version(), tr("Draw a computation as wired blocks, run it and differentiate it."))

    # Dropping files

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _paths(event.mimeData()):
            take_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        take_copy(event)
        for path in _paths(event.mimeData()):
            self.files.open(path)

    # Building

    def _restore_layout(self) -> None:
        # What the window manager puts around it needs room as well, which is known only once it is shown.
        self.resize(_FIRST_SIZE.boundedTo(self.screen().availableSize() - _FRAME))
        geometry, state = self.settings.data("window/geometry"), self.settings.data("window/state")
        if not geometry.isEmpty():
            self.restoreGeometry(geometry)
        self.docks.place()
        if not state.isEmpty():
            self.restoreState(state)


def _paths(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def name_and_version() -> str:
    try:
        return f"Gradblocks {metadata.version('gradblocks')}"
    except metadata.PackageNotFoundError:
        return "Gradblocks"


_PATIENCE = 100
"""Milliseconds that what an edit changed waits for the check of the page, of which there is as much to show."""


class Refreshing(QObject):
    """A timer that signals when to update the window."""

    due = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.due)

    @Slot()
    def soon(self) -> None:
        if not self._timer.isActive():
            self._timer.start(0)

    @Slot()
    def after_check(self) -> None:
        """Delay the update after an edit until its check is finished."""
        self._timer.start(_PATIENCE)

    @Slot()
    def checked(self) -> None:
        self._timer.start(0)


class CanvasOnly(QObject):
    """The switch that hides the panels, the menus and the bars, and shows them again.

    It is a setting that survives a restart, but without a current diagram the menus are shown anyway.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.is_on = False

    def flip(self) -> None:
        settings = self._window.settings
        settings.set(CANVAS_ONLY, not settings.flag(CANVAS_ONLY))
        if self.is_on:
            self._window.status.say(tr("Press Esc to show panels, menus and toolbars again"))

    def leave(self) -> None:
        self._window.settings.set(CANVAS_ONLY, None)

    def follow(self, tab: DiagramTab | None) -> None:
        self.show_all(not (self._window.settings.flag(CANVAS_ONLY) and tab is not None), tab)
        if tab is not None:
            tab.pages.turn(on=not self.is_on)

    def show_all(self, on: bool = True, tab: DiagramTab | None = None) -> None:
        if on is not self.is_on:
            return
        self.is_on = not on
        view = tab.view if tab is not None and tab.page_name else None
        if view is not None:
            self._keep_still(view)
        self._window.docks.suspend(not on)
        bars: tuple[QWidget, ...] = (self._window.menuBar(), self._window.toolbar, self._window.tabs.tabBar())
        for bar in bars:
            bar.setVisible(on)
        self._window.status.set_brief(not on)
        if on:
            self._window.status.hint("")  # how to come back
        if view is not None:
            view.setFocus()  # a panel that is hidden must not keep the keys

    def _keep_still(self, view: CanvasView) -> None:
        """Restore the visible region once the view has its new size; refit a page that was never moved."""
        is_whole, seen = view.is_whole, view.to_page(QPoint())
        at = view.viewport().mapTo(self._window, QPointF())

        def move() -> None:
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)  # all that is asked for by now
            if is_whole:
                view.show_first()
            else:
                moved = view.viewport().mapTo(self._window, view.viewportTransform().map(seen)) - at
                view.pan(-moved.x(), -moved.y())

        QTimer.singleShot(0, view, move)
