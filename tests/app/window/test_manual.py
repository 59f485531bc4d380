"""The manual in the editor, by keys and mouse."""

from __future__ import annotations

import re

from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QImage, QMovie, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.window.commands import table
from app.window.manual import ManualWindow
from app.window.window import MainWindow
from blocks.cli.manual.chapters import CHAPTERS, PARTS, chapter, title_of
from tests import manual_chapters
from tests.app.window.hands import front, open_window, press, settle


def the_manual(qtbot: QtBot, window: MainWindow) -> ManualWindow:
    settle(qtbot, lambda: any(each.isVisible() for each in window.findChildren(ManualWindow)))
    [manual] = window.findChildren(ManualWindow)
    return manual


def click_chapter(manual: ManualWindow, topic: str) -> None:
    [item] = manual.contents.findItems(title_of(chapter(topic)), Qt.MatchFlag.MatchExactly)
    manual.contents.scrollToItem(item)
    QTest.mouseClick(
        manual.contents.viewport(),
        Qt.MouseButton.LeftButton,
        pos=manual.contents.visualItemRect(item).center(),
    )


def click_link(manual: ManualWindow, href: str) -> None:
    """Click a link where the browser shows it."""
    browser = manual.browser
    block = browser.document().begin()
    while block.isValid():
        pieces = block.begin()
        while not pieces.atEnd():
            piece = pieces.fragment()
            if piece.charFormat().anchorHref() == href:
                cursor = browser.textCursor()
                cursor.setPosition(piece.position() + 1)
                browser.setTextCursor(cursor)
                at = browser.cursorRect(cursor).center() + QPoint(1, 0)
                QTest.mouseClick(browser.viewport(), Qt.MouseButton.LeftButton, pos=at)
                return
            pieces += 1
        block = block.next()
    raise AssertionError(href)


def test_f1_opens_the_manual_with_nothing_selected_and_explains_a_block(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    tab = front(window)
    press(tab.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    press(tab.view, Qt.Key.Key_Escape)
    assert not tab.scene.selected_ids()
    press(tab.view, Qt.Key.Key_F1)
    manual = the_manual(qtbot, window)
    assert title_of(chapter(CHAPTERS[0])) in manual.browser.toPlainText()
    press(manual, Qt.Key.Key_Escape)
    assert not manual.isVisible()
    tab.scene.select(["v"])
    press(tab.view, Qt.Key.Key_F1)
    settle(qtbot, lambda: window.panels.help.type_name == "MatMul" and window.panels.help.isVisible())
    assert not manual.isVisible()


def test_f1_explains_the_type_marked_in_the_palette(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("a_times_b")
    front(window).scene.select([])
    tree = window.panels.palette.tree
    settle(qtbot, lambda: bool(tree.rows()))
    item = next(row for row in tree.rows() if row.text(0) == "ClientSession")
    tree.scrollToItem(item)
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualItemRect(item).center())
    press(tree, Qt.Key.Key_F1)
    settle(qtbot, window.panels.help.isVisible)
    assert window.panels.help.type_name == "ClientSession"
    assert not window.findChildren(ManualWindow)


def test_the_manual_is_read_by_clicks(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    [menu] = [each for each in window.menuBar().findChildren(QMenu) if each.title().replace("&", "") == "Help"]
    menu.popup(QPoint(0, 0))
    [action] = [each for each in menu.actions() if each.text().replace("&", "") == "Manual"]
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
    manual = the_manual(qtbot, window)
    for topic in CHAPTERS:
        click_chapter(manual, topic)
        assert manual.browser.toPlainText().startswith(title_of(chapter(topic)))
        assert "](" not in manual.browser.toPlainText()
    click_chapter(manual, "editor")
    picture = manual.browser.document().findBlockByNumber(1)
    assert picture.text() == "\ufffc"
    assert picture.layout().boundingRect().height() > 300
    click_chapter(manual, "architecture")
    click_link(manual, "decisions.md")
    assert manual.browser.toPlainText().startswith("Decisions")
    assert manual.contents.currentItem().text() == title_of(chapter("decisions"))
    before = manual.browser.toPlainText()
    for part in PARTS:  # headings, which lead nowhere
        [heading] = manual.contents.findItems(part, Qt.MatchFlag.MatchExactly)
        at = manual.contents.visualItemRect(heading).center()
        QTest.mouseClick(manual.contents.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert manual.browser.toPlainText() == before
    click_chapter(manual, "composites")
    click_link(manual, "file-format.md#composites")
    heading = manual.browser.cursorForPosition(QPoint(20, 20)).block()
    assert (manual.contents.currentItem().text(), heading.text()) == (title_of(chapter("file-format")), "Composites")
    click_chapter(manual, "blocks")
    click_link(manual, "block:Abs")
    settle(qtbot, lambda: window.panels.help.type_name == "Abs")


def test_menus_that_the_manual_names_are_there() -> None:
    """``**Run > Step** (F10)``: the command is in that menu, and has that shortcut."""
    commands = {(*each.menu.split("/"), each.text): each.shortcut for each in table().commands}
    commands |= {tuple(each.menu.split("/")): "" for each in table().commands}
    commands["File", "Examples"] = ""
    found = 0
    for topic in CHAPTERS:
        for path, keys in re.findall(r"\*\*((?:\w+)(?: > [^*]+)+)\*\*(?: \(([^)]+)\))?", chapter(topic)):
            shortcuts = commands.get(tuple(path.split(" > ")))
            assert shortcuts is not None, (topic, path)
            assert not keys or keys in shortcuts.split("; "), (topic, path, keys)
            found += 1
    assert found > 20


def test_links_to_pages_of_the_reference_open_them(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.show_manual()
    manual = the_manual(qtbot, window)
    click_chapter(manual, "api")
    click_link(manual, "api-Session.md")
    assert manual.browser.toPlainText().startswith("Session")
    click_chapter(manual, "api")
    assert manual.browser.toPlainText().startswith("Python reference")


def test_chapters_about_commands_and_panels_are_up_to_date() -> None:
    """Run ``python -m tests.manual_chapters`` after a change of a command or a panel."""
    for name, text in manual_chapters.files().items():
        assert (manual_chapters.FOLDER / name).read_text("utf-8") == text, name
    without = re.findall(r"^#+ .*(?=\n\n(?:\||\*Shortcut|#+ ))", manual_chapters.files()["ui.md"], re.MULTILINE)
    assert not without, "these sections have no sentence"


def test_an_animation_plays(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.commands.trigger("help.manual")
    manual = the_manual(qtbot, window)
    manual.show_topic("find-nan")
    manual.browser.viewport().grab()  # lays out the text, which loads its pictures
    [movie] = manual.browser.findChildren(QMovie)
    names = {each for each in re.findall(r"\((\S+\.gif)\)", chapter("find-nan"))}
    kind = QTextDocument.ResourceType.ImageResource

    def frames() -> list[QImage]:
        return [QImage(manual.browser.document().resource(kind, QUrl(name))) for name in names]

    first = frames()
    assert [each.width() for each in first] == [720]
    movie.setSpeed(2000)
    settle(qtbot, lambda: movie.currentFrameNumber() > 1 and frames() != first)
    manual.show_topic(CHAPTERS[0])
    settle(qtbot, lambda: not manual.browser.findChildren(QMovie))
