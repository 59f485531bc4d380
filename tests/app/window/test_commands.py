"""The table of commands: menus, keys, the palette that finds them, the sheet that changes their keys."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QToolButton, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from app.window.commands import table
from app.window.menus.command_palette import score
from app.window.preferences import ShortcutSheet, ShortcutTable
from app.window.settings import Settings
from tests.app.window.hands import front, open_window, press, settle, type_in

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def test_ids_and_keys_are_each_there_once() -> None:
    commands = table().commands
    assert len({command.id for command in commands}) == len(commands)
    keys = [key for command in commands for key in command.shortcut.split("; ") if key]
    assert sorted(keys) == sorted(set(keys))
    for key in keys:
        sequence = QKeySequence.fromString(key)
        assert sequence.count() == 1
        assert sequence.toString(QKeySequence.SequenceFormat.PortableText) == key


def test_every_command_is_in_a_menu_and_each_toolbar_button_has_a_picture_and_a_tip(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    shown = {action.objectName() for menu in window.menus.values() for action in menu.actions()}
    assert set(window.commands.commands) <= shown
    for action in window.toolbar.actions():
        if not action.isSeparator():
            assert not action.icon().isNull(), action.objectName()
            assert action.toolTip()


def test_buttons_of_the_toolbar_follow_their_commands(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    buttons = {
        action.objectName(): cast("QToolButton", window.toolbar.widgetForAction(action))
        for action in window.toolbar.actions()
        if not action.isSeparator()
    }

    def show_their_commands() -> bool:
        states = [
            (
                (button.isEnabled(), button.isChecked(), button.toolTip(), button.icon().cacheKey()),
                (action.isEnabled(), action.isChecked(), action.toolTip(), action.icon().cacheKey()),
            )
            for button, action in ((button, window.commands[name]) for name, button in buttons.items())
        ]
        return all(button == action for button, action in states)

    assert show_their_commands()
    assert not buttons["file.save"].isEnabled()
    window.files.new()
    assert buttons["edit.add"].isEnabled()
    front(window).add_page()
    assert buttons["edit.undo"].isEnabled()
    buttons["edit.undo"].click()
    assert not buttons["edit.undo"].isEnabled()
    assert buttons["edit.redo"].isEnabled()
    on = buttons["run.live"].isChecked()
    buttons["run.live"].click()
    assert buttons["run.live"].isChecked() is not on
    window.commands.remap("file.new", "Ctrl+Shift+9")
    assert buttons["file.new"].toolTip() == "New (Ctrl+Shift+9)"
    window.settings.set("theme", "light")
    assert show_their_commands()


def test_no_command_fails_without_a_diagram(qtbot: QtBot) -> None:
    window, answers = open_window(qtbot)
    for name in window.commands.commands:
        opens = name == "file.new" or name.startswith(("lesson.", "exercise."))
        if name not in ("file.quit", "file.close", "help.shortcuts") and not opens:
            window.commands.trigger(name)
            qtbot.wait(1)
    assert window.tab is None
    assert not [text for text in answers.asked if text.startswith("tell")]


def test_no_command_fails_on_an_empty_page(qtbot: QtBot) -> None:
    window, answers = open_window(qtbot)
    window.files.new()
    QGuiApplication.clipboard().setText("no diagram")
    for name in window.commands.commands:
        if name not in ("file.quit", "file.close", "file.welcome", "help.shortcuts"):
            window.commands.trigger(name)
            qtbot.wait(1)
    settle(qtbot, lambda: not front(window).engine.running)
    assert not [text for text in answers.asked if text.startswith("tell")]


def test_a_key_that_needs_a_selection_says_so(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    tab = front(window)
    settle(qtbot, tab.view.isVisible)
    for chosen, name, key, said in (
        ([], "gradient.of", Qt.Key.Key_D, "Differentiate selected block: select one block first"),
        (["A", "b"], "gradient.of", Qt.Key.Key_D, "Differentiate selected block: select one block first"),
        ([], "edit.delete", Qt.Key.Key_Delete, "Delete: select something first"),
        (["A"], "display.enlarge", Qt.Key.Key_Z, "Enlarge display: select a display first"),
    ):
        tab.scene.select(chosen)
        settle(qtbot, lambda name=name: not window.commands[name].isEnabled())
        press(tab.view, key)
        assert window.status.message.text() == said
    window.status.warn("")
    assert not window.gradients.is_shown
    tab.scene.select(["v"])
    settle(qtbot, window.commands["gradient.of"].isEnabled)
    press(tab.view, Qt.Key.Key_D)
    assert window.gradients.is_shown and not window.status.message.text()


def test_the_palette_finds_a_command_by_a_few_letters(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    press(window, Qt.Key.Key_P, CTRL, SHIFT)
    palette = window.command_palette
    assert palette.isVisible()
    type_in(palette.edit, "neww")
    assert palette.list.count() == 0
    press(palette.edit, Qt.Key.Key_Backspace)
    assert palette.list.item(0).text() == "New"
    press(palette.edit, Qt.Key.Key_Down)
    press(palette.edit, Qt.Key.Key_Up)
    press(palette.edit, Qt.Key.Key_Return)
    assert not palette.isVisible()
    assert front(window).page.blocks == ()


def test_the_palette_knows_composites_by_the_names_of_other_programs(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    front(window).scene.select(["v"])
    press(window, Qt.Key.Key_P, CTRL, SHIFT)
    palette = window.command_palette
    for word in ("group", "subgraph", "function"):
        palette.edit.setText(word)
        assert "Make composite" in [palette.list.item(i).text() for i in range(palette.list.count())], word


def test_the_palette_goes_with_escape_and_does_nothing(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    press(window, Qt.Key.Key_P, CTRL, SHIFT)
    press(window.command_palette.edit, Qt.Key.Key_Escape)
    assert not window.command_palette.isVisible()
    assert window.tab is None


@pytest.mark.parametrize(
    ("letters", "better", "worse"), [("sa", "Save as", "Paste as"), ("zi", "Zoom in", "Distribute horizontally in")]
)
def test_starts_of_words_count_more(letters: str, better: str, worse: str) -> None:
    first, second = score(letters, better), score(letters, worse)
    assert first is not None
    assert second is not None
    assert first > second


def test_letters_in_another_order_do_not_fit() -> None:
    assert score("evas", "Save") is None


def rows_of(sheet: ShortcutTable) -> list[QTreeWidgetItem]:
    groups = [sheet.tree.topLevelItem(i) for i in range(sheet.tree.topLevelItemCount())]
    rows = [group.child(i) for group in groups if group is not None for i in range(group.childCount())]
    return [row for row in rows if row is not None]


def sheet_row(sheet: ShortcutTable, text: str) -> None:
    [item] = [item for item in rows_of(sheet) if item.text(0) == text]
    sheet.tree.setCurrentItem(item)
    sheet.tree.itemDoubleClicked.emit(item, 0)


def test_new_keys_are_recorded_taken_from_who_had_them_and_kept(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "editor.json"
    window, _ = open_window(qtbot, Settings(file))
    window.commands.trigger("help.shortcuts")
    [dialog] = window.findChildren(ShortcutSheet)
    qtbot.waitExposed(dialog)
    sheet = dialog.table
    sheet_row(sheet, "Auto layout")
    press(sheet.tree, Qt.Key.Key_N, CTRL)
    assert window.commands.shortcut("file.new") == "Ctrl+N" and 'shortcut of "New"' in sheet.hint.text()
    press(sheet.tree, Qt.Key.Key_Escape)
    assert (window.commands.shortcut("file.new"), window.commands.shortcut("edit.layout")) == ("Ctrl+N", "L")
    press(sheet.tree, Qt.Key.Key_Return)  # the row is still the current one
    press(sheet.tree, Qt.Key.Key_N, CTRL)
    press(sheet.tree, Qt.Key.Key_N, CTRL)
    assert window.commands.shortcut("edit.layout") == "Ctrl+N"
    assert window.commands.shortcut("file.new") == ""
    assert '"New"' in sheet.hint.text()
    sheet_row(sheet, "Mute")
    press(sheet.tree, Qt.Key.Key_Escape)
    assert window.commands.shortcut("edit.mute") == "Ctrl+B"
    sheet_row(sheet, "Mute")
    press(sheet.tree, Qt.Key.Key_Backspace)
    assert window.commands.shortcut("edit.mute") == ""
    dialog.close()
    window.close()
    again, _ = open_window(qtbot, Settings(file))
    assert again.commands.shortcut("edit.layout") == "Ctrl+N"
    assert again.commands.shortcut("file.new") == ""
    assert again.commands.shortcut("edit.mute") == ""
    again.commands.reset()
    assert again.commands.shortcut("file.new") == "Ctrl+N"


def test_the_sheet_finds_by_words_and_by_keys(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    sheet = ShortcutTable(window.commands)
    qtbot.addWidget(sheet)
    sheet.filter.setText("ctrl+d")
    assert [row.text(0) for row in rows_of(sheet) if not row.isHidden()] == ["Duplicate", "Delete and reconnect"]


def test_tooltips_say_how_the_ways_to_run_differ(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    tips = {name: window.commands[f"run.{name}"].toolTip() for name in ("run", "step", "continuous", "reset", "live")}
    heads = {name: text.partition("\n")[0] for name, text in tips.items()}
    assert heads["run"].startswith("Run (") and heads["step"] == "Step (F10)"
    about = [text.partition("\n")[2] for text in tips.values()]
    assert all(about) and len(set(about)) == len(about)
