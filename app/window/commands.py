"""The table of all commands. To add a command, add a row here."""

from __future__ import annotations

from collections.abc import Callable

from app.core import verbs
from app.core.exercises import shipped
from app.window.language import LANGUAGES, SYSTEM
from app.window.menus.actions import Command, CommandTable, always
from app.window.panel_table import PANELS
from app.window.settings import TEXT_SIZE
from app.window.tabs import DiagramTab
from app.window.widgets.style import TEXT_LIMITS, TEXT_SIZES
from app.window.window import MainWindow
from blocks.base.language import mark
from blocks.run.stepping import FrameRate


def _row(
    name: str,
    text: str,
    keys: str,
    menu: str,
    section: int,
    run: Callable[[MainWindow], object],
    when: Callable[[MainWindow], bool] = always,
    checked: Callable[[MainWindow], bool] | None = None,
    icon: str = "",
    canvas: bool = False,
    about: str = "",
) -> Command:
    return Command(name, text, keys, menu, section, run, when, checked, icon, canvas, about)


MENUS = ("File", "Edit", "View", "Arrange", "Composite", "Gradient", "Run", "Help")

TOOLBAR = (
    "file.new", "file.open", "file.save", "",
    "edit.undo", "edit.redo", "",
    "edit.add", "edit.layout", "view.fit", "edit.find", "",
    "gradient.view", "view.timings", "",
    "run.run", "run.step", "run.continuous", "run.pause", "run.stop", "run.reset", "run.live", "",
    "view.bottom",
)  # fmt: skip


_SIDES: tuple[tuple[verbs.Side, str], ...] = (
    ("left", "Align left"), ("center", "Align centers"), ("right", "Align right"),
    ("top", "Align top"), ("middle", "Align middles"), ("bottom", "Align bottom"),
)  # fmt: skip


def has_page(w: MainWindow) -> bool:
    return w.tab is not None and bool(w.tab.page_name)


def _toggle(name: str, text: str, keys: str = "", on: bool = True) -> Command:
    """Return a command of the View menu that turns a setting on or off; ``on``: it is on at first."""
    _, _, setting = name.partition(".")
    return _row(name, text, keys, "View", 2, lambda w: w.flip(setting, on), has_page,
                lambda w: w.settings.flag(setting, on), canvas=bool(keys))  # fmt: skip


def _choice(name: str, text: str, menu: str, section: int, setting: str, to: str, at_first: str) -> Command:
    return _row(name, text, "", menu, section, lambda w: w.settings.set(setting, to), always,
                lambda w: w.settings.text(setting, at_first) == to)  # fmt: skip


def _has_pages(w: MainWindow) -> bool:
    return w.tab is not None and len(w.tab.pages.names) > 1


def has_selection(w: MainWindow) -> bool:
    if not has_page(w):
        return False
    scene = _tab(w).scene
    chosen = (scene.selected_ids(), scene.selected_wires(), scene.selected_notes(), scene.selected_frames())
    return any(chosen) or _tab(w).tools.carried is not None


def _chosen(w: MainWindow) -> int:
    if not has_page(w):
        return 0
    carried = _tab(w).tools.carried
    return len(_tab(w).scene.selected_ids() if carried is None else carried.blocks)


def has_blocks(w: MainWindow) -> bool:
    return _chosen(w) > 0


def has_several(w: MainWindow) -> bool:
    return _chosen(w) > 1


def has_one(w: MainWindow) -> bool:
    return _chosen(w) == 1


def _has_display(w: MainWindow) -> bool:
    return bool(w.displays.chosen)


def _can_nudge(w: MainWindow) -> bool:
    return has_blocks(w) or (has_page(w) and bool(_tab(w).scene.selected_wires()) and w.editing.has_bends())


def has_colors(w: MainWindow) -> bool:
    return has_page(w) and bool(_tab(w).scene.selected_ids() or _tab(w).scene.selected_frames())


def _tab(w: MainWindow) -> DiagramTab:
    tab = w.tab
    assert tab is not None
    return tab


def _idle(w: MainWindow) -> bool:
    return has_page(w) and not _tab(w).engine.running


def _can_run_blocks(w: MainWindow) -> bool:
    return _idle(w) and has_blocks(w)


def _running(w: MainWindow) -> bool:
    return w.tab is not None and w.tab.engine.running


def _can_undo(w: MainWindow) -> bool:
    return w.tab is not None and bool(w.tab.document.history.undo_text)


def _can_redo(w: MainWindow) -> bool:
    return w.tab is not None and bool(w.tab.document.history.redo_text)


_NEEDS = {
    _can_undo: mark("{command}: nothing to undo"),
    _can_redo: mark("{command}: nothing to redo"),
    has_page: mark("{command}: open a diagram first"),
    has_selection: mark("{command}: select something first"),
    has_blocks: mark("{command}: select a block first"),
    has_several: mark("{command}: select two or more blocks first"),
    has_one: mark("{command}: select one block first"),
    _can_nudge: mark("{command}: select a block first"),
    _has_display: mark("{command}: select a display first"),
    has_colors: mark("{command}: select blocks or frames first"),
    _can_run_blocks: mark("{command}: select a block first"),
    _idle: mark("{command}: not available during a run, or without an open page"),
    _running: mark("{command}: nothing is running"),
}


def _file_commands() -> list[Command]:
    return [
        _row("file.new", "New", "Ctrl+N", "File", 1, lambda w: w.files.new(), icon="new"),
        _row("file.open", "Open...", "Ctrl+O", "File", 1, lambda w: w.files.ask_open(), icon="open"),
        _row("file.open_grouped", "Open model with grouped layers...", "", "File", 1,
                lambda w: w.files.ask_open_grouped(),
                about="Open a model and combine its repeated layers into one loop block"),
        _row("file.exercise", "Open exercise...", "", "File", 1, lambda w: w.exercises.ask_open(),
                about="Open a task that checks your work"),
        _row("file.make_exercise", "Make exercise...", "", "File", 1, lambda w: w.exercises.make(), has_page,
                about="Turn this page into a task with checks. The page is the solution"),
        _row("file.welcome", "Welcome", "", "File", 1, lambda w: w.show_welcome()),
        _row("file.reopen", "Reopen last session", "", "File", 1, lambda w: w.files.reopen(),
                lambda w: bool(w.files.was_open()), about="Open the files of the last session"),
        _row("file.save", "Save", "Ctrl+S", "File", 2, lambda w: w.files.save(_tab(w)), _has_tab, icon="save"),
        _row("file.save_as", "Save as...", "Ctrl+Shift+S", "File", 2, lambda w: w.files.save_as(_tab(w)), _has_tab),
        _row("file.reload", "Reload from disk", "", "File", 2, lambda w: w.files.reload(_tab(w)),
                lambda w: w.tab is not None and w.tab.document.path is not None),
        _row("file.compare", "Compare with...", "", "File", 2, lambda w: w.comparing.ask(), _has_tab),
        _row("file.conflicts", "Resolve conflicts...", "", "File", 2, lambda w: w.conflicts.show(),
                lambda w: w.conflicts.there_are()),
        _row("file.recover", "Restore unsaved work...", "", "File", 2, lambda w: w.files.ask_recover()),
        _row("file.import", "Import from enuSpace...", "", "File", 3, lambda w: w.files.ask_import(),
                icon="import"),
        _row("file.models", "Import ONNX or TensorFlow...", "", "File", 3, lambda w: w.files.ask_models(),
                icon="import", about="Open an ONNX model or a TensorFlow graph as a diagram"),
        _row("file.torch", "Import from PyTorch...", "", "File", 3, lambda w: w.files.ask_torch(), icon="import",
                about="Show the lines of Python that save a PyTorch model as a diagram"),
        _row("file.png", "Export PNG...", "", "File", 3, lambda w: w.files.export_png(_tab(w)), has_page,
                icon="export"),
        _row("file.svg", "Export SVG...", "", "File", 3, lambda w: w.files.export_svg(_tab(w)), has_page,
                icon="export"),
        _row("file.page", "Export web page (HTML)...", "", "File", 3, lambda w: w.files.export_page(_tab(w)), _has_tab,
                icon="export"),
        _row("file.python", "Export Python...", "", "File", 3, lambda w: w.files.export_python(_tab(w)), _has_tab,
                icon="export"),
        _row("file.jax", "Export JAX program...", "", "File", 3, lambda w: w.files.export_jax(_tab(w)), _has_tab,
                icon="export"),
        _row("file.onnx", "Export ONNX...", "", "File", 3, lambda w: w.files.export_onnx(_tab(w)), has_page,
                icon="export"),
        _row("file.add_page", "New page", "Ctrl+T", "File", 4, lambda w: _tab(w).add_page(), _has_tab),
        _row("file.close", "Close", "Ctrl+W", "File", 5, lambda w: w.close_front(), lambda w: w.tabs.count() > 0),
        _row("file.quit", "Quit", "Ctrl+Q", "File", 5, lambda w: w.close()),
    ]  # fmt: skip


def _has_tab(w: MainWindow) -> bool:
    return w.tab is not None


def _edit_commands() -> list[Command]:
    menu = "Edit"
    rows: list[Command] = [
        _row("edit.undo", "Undo", "Ctrl+Z", menu, 1, lambda w: w.editing.undo(), _can_undo, icon="undo"),
        _row("edit.redo", "Redo", "Ctrl+Shift+Z; Ctrl+Y", menu, 1, lambda w: w.editing.redo(), _can_redo,
                icon="redo"),
        _row("edit.cut", "Cut", "Ctrl+X", menu, 2, lambda w: w.editing.cut(), has_selection, None, "cut", True),
        _row("edit.copy", "Copy", "Ctrl+C", menu, 2, lambda w: w.editing.copy(), has_selection, None, "copy",
                True),
        _row("edit.copy_question", "Copy for an assistant", "", menu, 2, lambda w: w.editing.copy_question(), has_one,
                about="Copy the block's type, pins, errors, causes, fixes and gradient as text, for a chat or a forum"),
        _row("edit.paste", "Paste", "Ctrl+V", menu, 2, lambda w: w.editing.paste(), has_page, None, "paste", True),
        _row("edit.duplicate", "Duplicate", "Ctrl+D", menu, 2, lambda w: w.editing.duplicate(), has_selection,
                canvas=True),
        _row("edit.delete", "Delete", "Del; Backspace", menu, 3, lambda w: w.editing.delete(), has_selection,
                icon="delete", canvas=True),
        _row("edit.delete_heal", "Delete and reconnect", "Ctrl+Del", menu, 3, lambda w: w.editing.delete_and_heal(),
                has_blocks, canvas=True),
        _row("edit.select_all", "Select all", "Ctrl+A", menu, 4, lambda w: w.editing.select_all(), has_page,
                canvas=True),
        _row("edit.select_upstream", "Select upstream", "[", menu, 4,
                lambda w: w.editing.select_linked(False, True), has_blocks, canvas=True),
        _row("edit.select_downstream", "Select downstream", "]", menu, 4,
                lambda w: w.editing.select_linked(True, False), has_blocks, canvas=True),
        _row("edit.select_connected", "Select connected", "\\", menu, 4,
                lambda w: w.editing.select_connected(), has_blocks, canvas=True),
        _row("edit.add", "Add block...", "Tab; Shift+A", menu, 5, lambda w: w.quick_search(), has_page,
                icon="add", canvas=True),
        _row("edit.wire", "Draw wire with keyboard", "W", menu, 5, lambda w: _tab(w).tools.wire_by_keys(), has_one,
                canvas=True),
        _row("edit.open", "Open block", "Return; Enter", menu, 5, lambda w: _tab(w).tools.open_selected(), has_one,
                canvas=True),
        _row("edit.values", "Edit values in block", "Alt+Return; Alt+Enter", menu, 5,
                lambda w: w.editing.edit_values(), has_one, canvas=True),
        _row("edit.note", "Add note", "Ctrl+Shift+N", menu, 5, lambda w: w.editing.add_note(), has_page,
                icon="note"),
        _row("edit.rename", "Rename", "F2", menu, 5, lambda w: w.editing.rename(), has_one),
        _row("edit.replace", "Replace block type...", "R", menu, 5, lambda w: _tab(w).tools.replace_selected(),
                has_one, canvas=True, about="Change the block type and keep the wires that fit the new pins"),
        _row("edit.mute", "Mute", "Ctrl+B", menu, 6, lambda w: w.editing.mute(), has_blocks),
        _row("edit.collapse", "Collapse", "Ctrl+E", menu, 6, lambda w: w.editing.collapse(), has_blocks),
        _row("edit.tag", "Show wire as tag", "Shift+T", menu, 6, lambda w: w.editing.flip_tags(),
                lambda w: has_page(w) and bool(w.editing.wires_meant()), lambda w: has_page(w) and w.editing.are_tags(),
                canvas=True),
        _row("edit.bend", "Add reroute point", "B", menu, 6, lambda w: w.editing.bend(),
                lambda w: has_page(w) and bool(w.editing.wires_meant()), canvas=True,
                about="Add a point that reroutes the wire. Drag the point, or move it with the arrow keys"),
        _row("edit.unbend", "Remove reroute points", "Shift+B", menu, 6, lambda w: w.editing.unbend(),
                lambda w: has_page(w) and w.editing.has_bends(), canvas=True),
        _row("edit.find", "Find...", "Ctrl+F", menu, 7, lambda w: w.open_find(), has_page, icon="find"),
        _row("edit.preferences", "Preferences...", "Ctrl+,", menu, 8, lambda w: w.show_preferences(),
                icon="preferences",
                about="Change theme, language, text size, shortcuts, and options for runs and files"),
    ]  # fmt: skip
    menu = "Arrange"
    rows += [
        _row("edit.layout", "Auto layout", "L", menu, 1, lambda w: w.editing.layout(), has_page, icon="layout",
                canvas=True),
        _row("edit.frame", "Frame", "Ctrl+G", menu, 1, lambda w: w.editing.frame(), has_blocks, icon="frame"),
        *[
            _row(f"align.{side}", text, "", "Arrange/Align", 2, lambda w, side=side: w.editing.align(side), has_several)
            for side, text in _SIDES
        ],
        _row("distribute.horizontal", "Distribute horizontally", "", "Arrange/Distribute", 2,
                lambda w: w.editing.distribute("horizontal"), has_several),
        _row("distribute.vertical", "Distribute vertically", "", "Arrange/Distribute", 2,
                lambda w: w.editing.distribute("vertical"), has_several),
        *[
            _row(f"color.{name.lower()}", name, "", "Arrange/Color", 3,
                    lambda w, to=color: w.editing.color(to), has_colors,
                    lambda w, to=color: has_colors(w) and w.editing.has_color(to))
            for name, color in (("None", None), *verbs.COLORS.items())
        ],
        _row("display.enlarge", "Enlarge display", "Z", "View/Display", 2, lambda w: w.displays.enlarge(), _has_display,
                canvas=True, about="Show the selected display in its own window, with zoom"),
        _row("display.logarithmic", "Log scale", "", "View/Display", 2, lambda w: w.displays.do("logarithmic"),
                lambda w: w.displays.has_scale, lambda w: w.displays.is_logarithmic),
        _row("display.export", "Export display...", "", "View/Display", 2, lambda w: w.displays.do("export"),
                _has_display, about="Save the image or the values to a file"),
        _row("display.clear", "Clear display", "", "View/Display", 2, lambda w: w.displays.do("clear"), _has_display,
                about="Clear the values shown so far"),
    ]  # fmt: skip
    for name, direction, dx, dy in (
        ("Left", "to the left", -1, 0), ("Right", "to the right", 1, 0), ("Up", "above", 0, -1), ("Down", "below", 0, 1)
    ):  # fmt: skip
        rows.append(
            _row(f"nudge.{name.lower()}", f"Nudge {name.lower()}", name, "Arrange/Nudge", 3,
                    lambda w, x=dx, y=dy: w.editing.nudge(x, y), _can_nudge, canvas=True)
        )  # fmt: skip
        rows.append(
            _row(f"select.{name.lower()}", f"Select the block {direction}", f"Alt+{name}", "Edit/Select next", 4,
                    lambda w, x=dx, y=dy: _tab(w).tools.select_neighbour(x, y), has_page, canvas=True)
        )  # fmt: skip
    return rows


def _view_commands() -> list[Command]:
    menu = "View"
    rows: list[Command] = [
        _row("view.fit", "Fit all", "Home", menu, 1, lambda w: _tab(w).view.fit_all(), has_page, icon="fit",
                canvas=True),
        _row("view.fit_selection", "Fit selection", "F", menu, 1, lambda w: _tab(w).view.fit_selection(),
                has_blocks, canvas=True),
        _row("view.zoom_in", "Zoom in", "Ctrl++; Ctrl+=", menu, 1, lambda w: _tab(w).view.zoom_in(), has_page,
                icon="zoom-in"),
        _row("view.zoom_out", "Zoom out", "Ctrl+-", menu, 1, lambda w: _tab(w).view.zoom_out(), has_page,
                icon="zoom-out"),
        _row("view.zoom_100", "Zoom to 100%", "Ctrl+0", menu, 1, lambda w: _tab(w).view.zoom_reset(), has_page),
        _toggle("view.minimap", "Minimap", "M"),
        _row("view.curved", "Curved wires", "", menu, 2, lambda w: w.flip("curved", False), always,
                lambda w: w.settings.flag("curved")),
        _toggle("view.shapes", "Dtypes and shapes at pins", "S"),
        _toggle("view.values", "Values on wires", "V", on=False),
        _toggle("view.scope_pins", "Scope pins"),
        _toggle("view.grid", "Grid and snapping", "Shift+S"),
        _toggle("view.tags", "Wires to distant Display blocks as tags"),
        _row("view.timings", "Timings", "T", menu, 2, lambda w: w.timings.flip(),
                lambda w: _idle(w) or w.timings.is_shown,
                lambda w: w.timings.is_shown, "clock", True),
        _toggle("view.dim", "Dim unselected wires", on=False),
        _toggle("view.wire_legend", "Wire legend"),
        _choice("wires.dtype", "By dtype", "View/Wire colors", 2, "wire_colors", "dtype", "dtype"),
        _choice("wires.source", "By source", "View/Wire colors", 2, "wire_colors", "source", "dtype"),
    ]  # fmt: skip
    rows += [
        _row(f"bookmark.go.{index}", f"Go to bookmark {index}", str(index), "View/Bookmarks", 2,
                lambda w, index=index: w.go_to_bookmark(index), has_page, canvas=True)
        for index in range(1, 10)
    ]  # fmt: skip
    rows += [
        _row(f"bookmark.set.{index}", f"Set bookmark {index}", f"Alt+{index}", "View/Bookmarks", 2,
                lambda w, index=index: _tab(w).set_bookmark(index), has_page, canvas=True)
        for index in range(1, 10)
    ]  # fmt: skip
    for name, text in (("dark", "Dark"), ("light", "Light"), ("system", "System default")):
        rows.append(_choice(f"theme.{name}", text, "View/Theme", 3, "theme", name, "dark"))
    rows += [
        _row(f"text_size.{percent}", f"{percent}%", "", "View/Text size", 3,
                lambda w, percent=percent: w.settings.set(TEXT_SIZE, percent), always,
                lambda w, percent=percent: w.settings.number(TEXT_SIZE, *TEXT_LIMITS) == percent)
        for percent in TEXT_SIZES
    ]  # fmt: skip
    for name, text in ((SYSTEM, "System default"), *LANGUAGES.items()):
        rows.append(_choice(f"language.{name}", text, "View/Language", 3, "language", name, SYSTEM))
    for name, title, _, keys, _, command in PANELS:
        rows.append(
            _row(f"panel.{name}", command or title, keys, "View/Panels", 3, lambda w, panel=name: w.docks.flip(panel),
                    always, lambda w, panel=name: w.docks.is_open(panel))
        )  # fmt: skip
    rows += [
        _row("view.next_panel", "Go to next panel", "F6", "View/Panels", 3, lambda w: w.docks.go_on(1), has_page),
        _row("view.previous_panel", "Go to previous panel", "Shift+F6", "View/Panels", 3,
                lambda w: w.docks.go_on(-1), has_page),
        _row("view.next_page", "Next page", "Ctrl+PgDown", menu, 3, lambda w: _tab(w).turn(1), _has_pages),
        _row("view.previous_page", "Previous page", "Ctrl+PgUp", menu, 3, lambda w: _tab(w).turn(-1), _has_pages),
        _row("view.bottom", "Bottom panels", "Ctrl+J", menu, 3, lambda w: w.docks.fold(not w.docks.is_folded),
                has_page, lambda w: not w.docks.is_folded, "panel-bottom"),
        _row("view.layout", "Reset panel layout", "", menu, 3, lambda w: w.place_panels()),
        _row("view.canvas_only", "Canvas only", "Ctrl+Space; Shift+F11", menu, 4, lambda w: w.canvas_only.flip(),
                has_page, lambda w: w.canvas_only.is_on,
                about="Hide panels, menus and toolbars, or show them again (Esc)"),
        _row("view.full", "Full screen", "F11", menu, 4, lambda w: w.flip_full_screen(), always,
                lambda w: w.isFullScreen()),
    ]  # fmt: skip
    return rows


def _has_instance(w: MainWindow) -> bool:
    return bool(w.composing.instance)


def _has_rounds(w: MainWindow) -> bool:
    return w.tab is not None and bool(w.tab.rounds.scrubbers)


def _composite_commands() -> list[Command]:
    menu = "Composite"
    rows: list[Command] = [
        _row("composite.make", "Make composite", "Ctrl+Shift+G", menu, 1, lambda w: w.composing.make(),
                lambda w: has_blocks(w) or (has_page(w) and bool(_tab(w).scene.selected_frames())),
                about="Turn the selected blocks into a reusable block and put an instance of it in their place"),
        _row("composite.loop", "Make loop...", "", menu, 1, lambda w: w.composing.make_loop(), has_blocks,
                about="Put the selected blocks or the selected instance into a Repeat, Scan, Map or While loop"),
        _row("composite.expand", "Unpack", "Ctrl+Shift+U", menu, 1, lambda w: w.composing.expand(),
                _has_instance, about="Replace the selected instance with the blocks inside it"),
        _row("composite.in", "Enter composite", "", menu, 2, lambda w: w.composing.go_in(), _has_instance,
                about="Show the blocks inside the selected instance (Enter or double-click)"),
        _row("composite.out", "Exit composite", "Shift+Backspace", menu, 2, lambda w: w.composing.go_out(),
                lambda w: w.composing.is_inside, canvas=True, about="Go back to the instance (Backspace)"),
        _row("composite.next_round", "Next iteration", ".", menu, 2, lambda w: _tab(w).rounds.step(1), _has_rounds,
                canvas=True, about="Inside a loop, show the values of the next iteration"),
        _row("composite.previous_round", "Previous iteration", ",", menu, 2, lambda w: _tab(w).rounds.step(-1),
                _has_rounds, canvas=True, about="Inside a loop, show the values of the previous iteration"),
        _row("composite.unique", "Make unique", "", menu, 3, lambda w: w.composing.make_unique(), _has_instance,
                about="Give the selected instance its own definition, so that edits do not affect other instances"),
        _row("composite.duplicate", "Duplicate definition", "", menu, 3, lambda w: w.composing.duplicate(),
                lambda w: w.composing.is_about_one),
        _row("composite.rename", "Rename definition...", "", menu, 3, lambda w: w.composing.rename(),
                lambda w: w.composing.is_about_one, about="Rename the definition and update all its instances"),
        _row("composite.side", "Switch between forward and gradient", "Shift+G", menu, 4,
                lambda w: w.composing.turn_side(), lambda w: w.composing.has_gradient, canvas=True,
                about="Show the gradient composite of the selected instance or of the open composite, or go back to "
                      "the composite"),
        _row("composite.gradient", "Add custom gradient...", "", menu, 4, lambda w: w.composing.add_gradient(),
                lambda w: w.composing.can_add_gradient,
                about="Define the gradient of the composite with blocks of your own, in a gradient composite"),
        _row("composite.no_gradient", "Remove custom gradient", "", menu, 4, lambda w: w.composing.remove_gradient(),
                lambda w: w.composing.has_gradient,
                about="Differentiate the blocks of the composite again, and delete the gradient composite if it is "
                      "not used elsewhere"),
        _row("composite.unused", "Delete unused definitions", "", menu, 5, lambda w: w.composing.delete_unused(),
                lambda w: w.composing.has_any),
        _row("composite.packages", "Plugins and libraries...", "", menu, 6, lambda w: w.packaging.manage(),
                about="Add and remove block libraries, enable and disable plugins"),
        _row("composite.update", "Update from libraries...", "", menu, 6, lambda w: w.packaging.update(),
                lambda w: w.packaging.has_copies,
                about="Find and update outdated copies of composites from block libraries"),
    ]  # fmt: skip
    return [row._replace(aliases=("group", "subgraph", "function")) for row in rows]


def _gradient_commands() -> list[Command]:
    menu = "Gradient"
    return [
        _row("gradient.view", "Gradient view", "G", menu, 1, lambda w: w.gradients.flip(), has_page,
                lambda w: w.gradients.is_shown, "gradient", True),
        _row("gradient.of", "Differentiate selected block", "D", menu, 1, lambda w: w.gradients.choose(), has_one,
                canvas=True),
        _row("gradient.next", "Next gradient stop", "E", menu, 2, lambda w: w.gradients.next_end(1), has_page,
                canvas=True),
        _row("gradient.previous", "Previous gradient stop", "Shift+E", menu, 2,
                lambda w: w.gradients.next_end(-1), has_page, canvas=True),
        _row("gradient.why", "Why no gradient?", "Shift+W", menu, 2, lambda w: w.gradients.why(), has_blocks,
                canvas=True),
        _row("gradient.what_if", "What-if...", "Q", menu, 3, lambda w: w.gradients.what_if.ask(),
                lambda w: w.gradients.what_if.can_ask, canvas=True,
                about="Show what changes if the selected stop is ignored, or if the gradient stops at the selected "
                      "block"),
        _row("gradient.what_if_next", "Cycle what-if view", "Shift+Q", menu, 3,
                lambda w: w.gradients.what_if.show_next(), lambda w: w.gradients.what_if.is_on, canvas=True),
        _row("gradient.make_so", "Apply what-if", "Ctrl+Shift+Q", menu, 3,
                lambda w: w.gradients.what_if.make_so(), lambda w: w.gradients.what_if.is_on,
                about="Mute the ignored stops, remove the ignored custom gradients, and add a StopGradient at each "
                      "new stop"),
        _row("gradient.what_if_end", "Exit what-if", "", menu, 3, lambda w: w.gradients.what_if.end(),
                lambda w: w.gradients.what_if.is_on, about="Go back to the current gradient (Esc)"),
        _row("gradient.contract", "Create contract from current gradient", "", menu, 4,
                lambda w: w.gradients.write_down(), has_page,
                about="Add a GradientContract that records which variables the current gradient reaches and "
                      "which it does not"),
        _row("gradient.advice", "Show lint warnings", "", menu, 4, lambda w: w.flip("lint"), always,
                lambda w: w.settings.flag("lint", True),
                about="Show lint warnings in the Problems panel: likely NaN, overflow, accidental broadcasting"),
        _row("gradient.check", "Check gradient", "Ctrl+Shift+K", menu, 4, lambda w: w.gradients.check(), _idle,
                icon="good"),
        _row("gradient.expand", "Expand gradient", "X", menu, 5, lambda w: w.gradients.expand(),
                lambda w: w.gradients.can_expand, canvas=True),
        _row("gradient.collapse", "Collapse gradient", "Shift+X", menu, 5, lambda w: w.gradients.collapse(),
                lambda w: w.gradients.is_open, canvas=True),
        _row("gradient.editable", "Make gradient editable", "Ctrl+Shift+X", menu, 5, lambda w: w.gradients.keep(),
                lambda w: w.gradients.is_open),
        _row("train.variables", "Make trainable", "", menu, 6, lambda w: w.training.make_trainable(), has_page,
                about="Turn the selected constants, or those in the selected instances, into variables. If nothing is "
                      "selected, turn all weights into variables"),
        _row("train.loss", "Add loss...", "", menu, 6, lambda w: w.training.add_loss(), has_page,
                about="Add a loss that compares the selected block, or the page's outputs, with target values"),
        _row("train.step", "Add training step...", "", menu, 6, lambda w: w.training.add_step(), has_page,
                about="Add a Minimize block, which updates the variables in each step to reduce the loss"),
        _row("train.defaults", "Add default values", "", menu, 6, lambda w: w.training.give_defaults(), has_page,
                about="Give the selected Placeholders, or all on the page, a default value of zeros, so that the page "
                      "runs without feeds"),
        _row("gradient.formula", "Copy formula", "", menu, 7, lambda w: w.gradients.copy_formula(latex=False), has_one,
                icon="copy"),
        _row("gradient.latex", "Copy formula as LaTeX", "", menu, 7, lambda w: w.gradients.copy_formula(latex=True),
                has_one),
    ]  # fmt: skip


def _run_commands() -> list[Command]:
    menu = "Run"
    return [
        _row("run.run", "Run", "Ctrl+Return; F5", menu, 1, lambda w: w.run_or_continue(),
                lambda w: _idle(w) or (_running(w) and _tab(w).engine.paused), icon="run",
                about="Run one step of the page, or continue a run that is paused or at a breakpoint"),
        _row("run.to_here", "Run to here", "Shift+Return", menu, 1, lambda w: w.run_to_here(),
                _can_run_blocks, canvas=True),
        _row("run.step", "Step", "F10", menu, 1, lambda w: w.step(), has_page, icon="step",
                about="Run one step. In a paused run, run the next step; at a breakpoint, run the next block"),
        _row("run.steps", "Run steps...", "Ctrl+Shift+Return", menu, 1, lambda w: w.ask_steps(), _idle),
        _row("run.new", "New run", "Ctrl+Shift+F5", menu, 1, lambda w: w.runs.begin(), _idle,
                about="Reset the variables and run as many steps as last time. The Runs panel keeps earlier "
        "runs"),
        _row("run.sweep", "Sweep...", "Ctrl+Alt+S", menu, 1, lambda w: w.sweeps.open(), has_page,
                about="Run the page with each combination of chosen values and seeds, in parallel"),
        _row("run.continuous", "Run continuously", "Ctrl+Alt+Return", menu, 1,
                lambda w: w.run(None), _idle, icon="repeat",
                about="Run steps until you press Stop or Pause. Displays update during the run"),
        _row("speed.free", "Unlimited", "", "Run/Speed", 2, lambda w: w.pacing.choose(), always,
                lambda w: not w.pacing.pace.chunk),
        *[
            _row(f"speed.{each}", text, "", "Run/Speed", 2, lambda w, each=each: w.pacing.choose(limit=float(each)),
                    always, lambda w, each=each: w.pacing.pace == FrameRate(float(each)))
            for each, text in ((1, "1 step per second"), (5, "5 steps per second"), (30, "30 steps per second"))
        ],
        _row("speed.limit", "Steps per second...", "", "Run/Speed", 2, lambda w: w.pacing.ask_limit(), always,
                lambda w: w.pacing.pace.limit not in (None, 1.0, 5.0, 30.0)),
        _row("speed.every", "Show every Nth step...", "", "Run/Speed", 2, lambda w: w.pacing.ask_every(), always,
                lambda w: bool(w.pacing.pace.every)),
        _row("run.pause", "Pause", "Ctrl+Shift+.", menu, 2, lambda w: _tab(w).engine.flip_pause(), _running,
                lambda w: w.tab is not None and w.tab.engine.paused, "pause"),
        _row("run.stop", "Stop", "Ctrl+.", menu, 2, lambda w: _tab(w).engine.stop(), _running, icon="stop"),
        _row("run.break", "Breakpoint", "F9", menu, 4, lambda w: w.stops.flip(), _can_run_blocks, canvas=True,
                about="Add or remove a breakpoint at the selected block. Set its condition in the Timeline panel"),
        _row("run.first_bad", "Go to first bad step", "", menu, 4, lambda w: w.stops.first_bad(), _idle,
                about="Find the first step with a NaN, a jump in the loss or a vanished gradient"),
        _row("run.reset", "Reset variables", "", menu, 2, lambda w: _tab(w).edited_runs.reset(_tab(w).root_page), _idle,
                icon="reset", about="Reset the variables and discard all results. The next step starts over"),
        _row("run.save_variables", "Save variables...", "", menu, 5, lambda w: w.variables.save(), has_page,
                about="Save the page's variables to an .npz file"),
        _row("run.load_variables", "Load variables...", "", menu, 5, lambda w: w.variables.load(), _idle,
                about="Load the page's variables from an .npz file"),
        _row("run.live", "Live", "Ctrl+L", menu, 3, lambda w: w.flip("live", False), always,
                lambda w: w.settings.flag("live"), "live",
                about="Recompute after each edit"),
    ]  # fmt: skip


def _is_paired(w: MainWindow) -> bool:
    return "pairing" in vars(w) and w.pairing.is_on


def _has_proposal(w: MainWindow) -> bool:
    return _is_paired(w) and w.pairing.proposal is not None


def _help_commands() -> list[Command]:
    menu = "Help"
    return [
        _row("help.block", "Help on selected block", "F1", menu, 1, lambda w: w.panels.help_here(),
                about="Explain the selected block, or open the manual if nothing is selected"),
        _row("help.manual", "Manual", "", menu, 1, lambda w: w.show_manual(), icon="help"),
        *[
            _row(each.name, each.title, "", f"Help/{each.folder.capitalize()}", 1,
                    lambda w, name=each.name: w.exercises.begin(name), about=each.text)
            for each in shipped().values()
        ],
        _row("help.replay", "Replay", "", menu, 2, lambda w: w.show_replay(),
                lambda w: has_page(w) and _can_undo(w), about="Show step by step how the page was made"),
        _row("help.shortcuts", "Shortcuts", "?", menu, 2, lambda w: w.show_shortcuts(), icon="keyboard"),
        _row("help.commands", "All commands...", "Ctrl+Shift+P", menu, 2, lambda w: w.command_palette.open(),
                icon="command"),
        _row("pair.flip", "Pair with an assistant...", "", menu, 3, lambda w: w.pairing.flip(), always,
                _is_paired,
                about="Let an assistant that uses the Model Context Protocol read the open diagrams and propose edits"),
        _row("pair.accept", "Accept proposal", "", "Help/Assistant", 3, lambda w: w.pairing.accept(), _has_proposal),
        _row("pair.reject", "Reject proposal", "", "Help/Assistant", 3, lambda w: w.pairing.reject(), _has_proposal),
        _row("pair.accept_all", "Accept all proposals", "", "Help/Assistant", 3, lambda w: w.pairing.flip_all(),
                _is_paired, lambda w: _is_paired(w) and w.pairing.accepts_all,
                about="Accept each edit of the assistant without asking, until pairing ends"),
        _row("help.about", "About Gradblocks", "", menu, 4, lambda w: w.show_about()),
    ]  # fmt: skip


def table() -> CommandTable:
    rows: list[Command] = [*_file_commands(), *_edit_commands(), *_view_commands(), *_composite_commands(),
                           *_gradient_commands(), *_run_commands(), *_help_commands()]  # fmt: skip
    return CommandTable(rows, MENUS, TOOLBAR, _NEEDS)
