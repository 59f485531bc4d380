"""The style of the window around the canvas: colors, style sheet, and icons."""

from __future__ import annotations

from importlib import resources
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication, QTabBar, QTabWidget, QWidget

from app.panels.look import USUAL

_RINGED = (QAbstractButton, QAbstractScrollArea, QTabBar)
NORTH = QTabWidget.TabPosition.North

FOLLOW_SYSTEM = "system"
TEXT_SIZES = (80, 90, 100, 125, 150, 175, 200)
"""Percent of the size of texts that the system says."""
TEXT_LIMITS = (TEXT_SIZES[0], TEXT_SIZES[-1], 100)
"""The smallest, the largest, and what is usual."""
_SIZE_IS_SET = 2
"""The bit of `QFont.resolveMask` for the size."""


class Chrome(NamedTuple):
    name: str
    window: str
    panel: str
    base: str
    raised: str
    hover: str
    border: str
    text: str
    dim: str
    faint: str
    accent: str
    on_accent: str
    link: str
    select: str
    error: str
    good: str


DARK = Chrome(
    name="dark", window="#1c1c1e", panel="#232326", base="#19191b", raised="#2f2f33", hover="#38383d",
    border="#37373c", text="#e8e6e3", dim="#b4b2b7", faint="#a6a4a9", accent="#ffbf28", on_accent="#231a00",
    link="#34b7f1", select="#2c3945", error="#ff786c", good="#8acf57",
)  # fmt: skip
LIGHT = Chrome(
    name="light", window="#ececea", panel="#f7f7f5", base="#ffffff", raised="#ffffff", hover="#e4e4e0",
    border="#d3d3ce", text="#1f1f21", dim="#535357", faint="#626266", accent="#c98500", on_accent="#231a00",
    link="#00699b", select="#cfe3f1", error="#ba2c20", good="#327017",
)  # fmt: skip


def chosen(theme: str) -> Chrome:
    """Return the colors of a theme; ``system`` asks the platform, with dark as the fallback."""
    if theme == FOLLOW_SYSTEM:
        theme = "light" if QApplication.styleHints().colorScheme() == Qt.ColorScheme.Light else "dark"
    return LIGHT if theme == "light" else DARK


def palette(c: Chrome) -> QPalette:
    p = QPalette()
    role = QPalette.ColorRole
    for which, colour in (
        (role.Window, c.panel), (role.WindowText, c.text), (role.Base, c.base), (role.AlternateBase, c.panel),
        (role.Text, c.text), (role.PlaceholderText, c.faint), (role.Button, c.raised), (role.ButtonText, c.text),
        (role.BrightText, c.error), (role.ToolTipBase, c.raised), (role.ToolTipText, c.text), (role.Link, c.link),
        (role.LinkVisited, c.link), (role.Highlight, c.select), (role.HighlightedText, c.text),
        (role.Light, c.hover), (role.Midlight, c.raised), (role.Mid, c.border), (role.Dark, c.border),
        (role.Shadow, c.window), (role.Accent, c.accent),
    ):  # fmt: skip
        p.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        p.setColor(QPalette.ColorGroup.Disabled, which, QColor(c.faint))
    return p


def style_sheet(c: Chrome) -> str:
    # Fusion draws boxes and arrows in a colour that cannot be told from a dark ground.
    icons = resources.files("assets") / "icons"
    files = {name: str(icons / f"{name}.svg").replace("\\", "/") for name in ("check", "arrow-up", "arrow-down")}
    return _SHEET.format_map({**c._asdict(), **files})


def apply_text_size(app: QApplication, percent: int) -> None:
    """Scale the window's text relative to the system's size; blocks scale with the canvas zoom."""
    usual = app.property(USUAL)
    if usual is None:
        usual = app.font().pointSizeF()
        app.setProperty(USUAL, usual)
    font = app.font()
    wanted = float(usual) * min(max(percent, TEXT_SIZES[0]), TEXT_SIZES[-1]) / 100
    old = font.pointSizeF()
    if abs(old - wanted) < 0.01:
        return
    # Fonts that were made larger or smaller than the program's do not follow it.
    own = [each for each in app.allWidgets() if each.font().resolveMask() & _SIZE_IS_SET]
    sizes = [each.font().pointSizeF() for each in own]
    font.setPointSizeF(wanted)
    app.setFont(font)
    if app.styleSheet():
        app.setStyleSheet(app.styleSheet())  # what has a style sheet measures itself again
    for each, size in zip(own, sizes, strict=True):  # last: a style sheet gives back the fonts that it found
        if size > 0:
            font = each.font()
            font.setPointSizeF(size * wanted / old)
            each.setFont(font)
    for each in app.allWidgets():
        if isinstance(each, QTabBar):
            each.setElideMode(each.elideMode())  # lays out its tabs again


class FocusRing(QObject):
    """The ring around what has the focus. Only the keyboard needs it; text fields always have one of their own."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._by_keys = False
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._show)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note in the native window, which has few events, whether keys or the mouse are in use."""
        if event.type() in (QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress):
            by_keys = event.type() is QEvent.Type.KeyPress
            if by_keys is not self._by_keys:
                self._by_keys = by_keys
                self._show(None, QApplication.focusWidget())
        return super().eventFilter(watched, event)

    def _show(self, _old: QWidget | None, now: QWidget | None) -> None:
        if isinstance(now, _RINGED) and now.property("ring") is not self._by_keys:
            now.setProperty("ring", self._by_keys)
            now.style().unpolish(now)
            now.style().polish(now)


def apply_chrome(app: QApplication, c: Chrome) -> None:
    sheet = style_sheet(c)
    if app.styleSheet() != sheet:  # Qt polishes every widget again, even with the same sheet
        app.setPalette(palette(c))
        app.setStyleSheet(sheet)


_SHEET = """
* {{ outline: none; dialogbuttonbox-buttons-have-icons: 0; }}
QMainWindow, QDialog {{ background: {window}; }}
QMainWindow::separator {{ background: {window}; width: 4px; height: 4px; }}
QMainWindow::separator:hover {{ background: {accent}; }}
QSplitter::handle {{ background: {window}; }}
QWidget {{ color: {text}; placeholder-text-color: {faint}; }}
QToolTip {{ background: {raised}; color: {text}; border: 1px solid {border}; padding: 4px 6px; }}

QMenuBar {{ background: {window}; border: none; padding: 1px 4px; }}
QMenuBar::item {{ background: transparent; padding: 3px 9px; border-radius: 4px; }}
QMenuBar::item:selected {{ background: {hover}; }}
QMenu {{ background: {raised}; border: 1px solid {border}; padding: 5px; menu-scrollable: 1; }}
QMenu::item {{ padding: 5px 26px 5px 10px; border-radius: 4px; }}
QMenu::item:selected {{ background: {select}; }}
QMenu::item:disabled {{ color: {faint}; }}
QMenu::icon {{ padding-left: 6px; }}
QMenu::separator {{ height: 1px; background: {border}; margin: 5px 8px; }}

QToolBar {{ background: {window}; border: none; border-bottom: 1px solid {border}; spacing: 2px; padding: 0 6px; }}
QToolBar::separator {{ background: {border}; width: 1px; margin: 5px 6px; }}
QToolButton {{ background: transparent; border: none; border-radius: 5px; padding: 4px; }}
QStatusBar QToolButton {{ padding: 1px 4px; }}
QToolBar QToolButton {{ padding: 2px 4px; }}
QToolButton:hover {{ background: {hover}; }}
QToolButton:pressed, QToolButton:checked {{ background: {select}; }}
QToolButton:disabled {{ color: {faint}; }}
QToolButton[ring="true"]:focus {{ border: 1px solid {link}; padding: 3px; }}
QListView QToolButton {{ color: {link}; }}
QToolButton::menu-indicator {{ image: none; }}

QDockWidget {{ color: {dim}; font-weight: bold; }}
QDockWidget > QWidget {{ background: {panel}; }}

QTabWidget::pane {{ border: none; }}
QTabBar {{ background: {window}; qproperty-drawBase: 0; }}
QTabBar::tab {{
    background: {window}; color: {dim}; padding: 4px 12px; border: none; border-bottom: 2px solid transparent;
}}
QMainWindow > QTabBar::tab {{ padding: 4px 8px; }}
QTabBar::tab:hover {{ background: {hover}; color: {text}; }}
QTabBar::tab:selected {{ background: {panel}; color: {text}; border-bottom: 2px solid {accent}; }}
QTabBar[ring="true"]::tab:selected:focus {{ background: {select}; border-bottom: 2px solid {link}; }}

QWidget#findBar {{ background: {raised}; border: 1px solid {border}; border-radius: 8px; }}

QStatusBar {{ background: {window}; color: {dim}; border-top: 1px solid {border}; }}
QStatusBar::item {{ border: none; }}
QStatusBar QLabel {{ color: {dim}; padding: 0 6px; }}

QDialogButtonBox, QMessageBox {{ button-layout: 3; }}
QPushButton {{
    background: {raised}; border: 1px solid {border}; border-radius: 5px; padding: 5px 14px;
}}
QPushButton:hover {{ background: {hover}; }}
QPushButton:pressed, QPushButton:checked {{ background: {select}; }}
QPushButton:checked {{ border: 1px solid {accent}; color: {accent}; }}
QPushButton:default {{ background: {accent}; color: {on_accent}; border-color: {accent}; }}
QPushButton:disabled {{ background: {raised}; color: {faint}; border-color: {border}; }}
QPushButton[ring="true"]:focus {{ border-color: {link}; }}

QLineEdit, QPlainTextEdit, QTextEdit, QTextBrowser, QAbstractSpinBox, QComboBox {{
    background: {base}; border: 1px solid {border}; border-radius: 4px; padding: 3px 6px;
    selection-background-color: {select}; selection-color: {text};
}}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractSpinBox:focus, QComboBox:focus {{
    border-color: {link};
}}
QAbstractSpinBox {{ padding-right: 20px; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{
    subcontrol-origin: border; subcontrol-position: top right; width: 18px; border: none; background: transparent;
}}
QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; }}
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover {{ background: {hover}; }}
QAbstractSpinBox::up-arrow {{ image: url("{arrow-up}"); width: 8px; height: 8px; }}
QAbstractSpinBox::down-arrow {{ image: url("{arrow-down}"); width: 8px; height: 8px; }}
QAbstractSpinBox::up-arrow:disabled, QAbstractSpinBox::up-arrow:off {{ image: none; }}
QAbstractSpinBox::down-arrow:disabled, QAbstractSpinBox::down-arrow:off {{ image: none; }}
QComboBox::drop-down {{ border: none; width: 20px; }}
QComboBox::down-arrow {{ image: url("{arrow-down}"); width: 10px; height: 10px; }}
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled {{ color: {faint}; }}
QComboBox QAbstractItemView {{
    background: {raised}; border: 1px solid {border}; selection-background-color: {select};
}}

QTreeView, QListView, QTableView {{
    background: {base}; alternate-background-color: {panel}; border: 1px solid {base};
    selection-background-color: {select}; selection-color: {text};
}}
QAbstractItemView[ring="true"]:focus, QScrollArea[ring="true"]:focus {{ border: 1px solid {link}; }}
QTreeView::item, QListView::item {{ padding: 3px 4px; }}
QTreeView::item:hover, QListView::item:hover {{ background: {hover}; }}
QTreeView::item:selected, QListView::item:selected {{ background: {select}; color: {text}; }}
QHeaderView {{ background: {panel}; }}
QHeaderView::section {{
    background: {panel}; color: {dim}; border: none; border-bottom: 1px solid {border}; padding: 4px 6px;
}}
QTableCornerButton::section {{ background: {panel}; border: none; }}

QCheckBox::indicator, QTableView::indicator, QListView::indicator, QTreeView::indicator {{
    width: 12px; height: 12px; border: 1px solid {dim}; border-radius: 3px; background: {base};
}}
QCheckBox::indicator:checked, QTableView::indicator:checked, QListView::indicator:checked,
QTreeView::indicator:checked {{
    background: {accent}; border-color: {accent}; image: url("{check}");
}}
QCheckBox::indicator:disabled {{ border-color: {faint}; }}

QFrame#card {{ background: {base}; border-radius: 6px; }}
QRadioButton::indicator {{ width: 12px; height: 12px; border: 1px solid {dim}; border-radius: 7px; }}
QRadioButton::indicator:checked {{ width: 6px; height: 6px; border: 4px solid {accent}; background: {on_accent}; }}
QRadioButton[ring="true"]:focus {{ color: {link}; }}

QScrollArea {{ border: 1px solid transparent; }}
QCheckBox {{ border: 1px solid transparent; border-radius: 3px; padding: 1px; }}
QCheckBox[ring="true"]:focus {{ border-color: {link}; color: {link}; }}
QScrollBar:vertical {{ background: transparent; width: 11px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 11px; margin: 0; }}
QScrollBar::handle {{ background: {border}; border-radius: 4px; margin: 2px; min-width: 28px; min-height: 28px; }}
QScrollBar::handle:hover {{ background: {faint}; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{
    background: none; border: none; width: 0; height: 0;
}}
QProgressBar {{ background: {base}; border: none; border-radius: 3px; max-height: 6px; text-align: center; }}
QProgressBar::chunk {{ background: {accent}; border-radius: 3px; }}
"""
