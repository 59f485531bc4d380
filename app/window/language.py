"""The languages of the window: Qt's translations for `blocks.base.language`, and the update of visible text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.resources import as_file, files

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QSpinBox,
    QTabBar,
    QTableWidget,
    QTreeWidget,
    QWidget,
)

from blocks.base import language
from blocks.base.language import retranslated, source_of

LANGUAGES = {
    "en": "English",
    "ko": "\N{HANGUL SYLLABLE HAN}\N{HANGUL SYLLABLE GUG}\N{HANGUL SYLLABLE EO}",
    "de": "Deutsch",
}
"""What can be chosen, each by its own name; the English texts are in the program."""
SYSTEM = "system"
"""Stands for the language of the system, if there is a translation into it, else English."""
NAMES = "names"
"""The property of widgets whose texts are names that people gave: they stay."""
CONTEXT = "Gradblocks"
"""What all texts belong to in the files of translations."""


class _Used:
    name = "en"
    translators: list[QTranslator] = []  # noqa: RUF012


def language_of(setting: str) -> str:
    if setting in LANGUAGES:
        return setting
    wanted = (each.partition("-")[0].partition("_")[0] for each in QLocale.system().uiLanguages())
    return next((each for each in wanted if each in LANGUAGES), "en")


def choose(setting: str) -> None:
    name = language_of(setting)
    app = QCoreApplication.instance()
    if name == _Used.name or app is None:
        return
    for old in _Used.translators:
        app.removeTranslator(old)
    _Used.name, _Used.translators = name, []
    if name == "en":
        language.use(None)
    else:
        ours = load(name)
        of_qt = QTranslator()
        of_qt.load(f"qtbase_{name}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        _Used.translators = [of_qt, ours]
        for each in _Used.translators:
            app.installTranslator(each)
        language.use(_lookup(ours))
    _translate_again(QApplication.allWidgets())


def load(name: str) -> QTranslator:
    translator = QTranslator()
    with as_file(files("assets") / "languages" / f"gradblocks_{name}.qm") as path:
        translator.load(str(path))
    return translator


def _lookup(translator: QTranslator) -> Callable[[str, int | None], str]:
    known: dict[tuple[str, int | None], str] = {}

    def lookup(text: str, number: int | None) -> str:
        translated = known.get((text, number))
        if translated is None:
            # None stands for a text without translation.
            translated = translator.translate(CONTEXT, text, None, -1 if number is None else number) or text
            if len(known) < 5000:
                known[text, number] = translated
        return translated

    return lookup


def _translate_again(widgets: Iterable[QWidget]) -> None:
    """Retranslate the texts of `tr` in widgets first, then texts that widgets compute themselves."""
    widgets = list(widgets)
    for widget in widgets:
        _widget(widget)
    for widget in widgets:
        retranslate = getattr(widget, "retranslate", None)
        if callable(retranslate):
            retranslate()


def _widget(widget: QWidget) -> None:
    _change(widget, "tip", widget.toolTip, widget.setToolTip)
    _change(widget, "name", widget.accessibleName, widget.setAccessibleName)
    _change(widget, "description", widget.accessibleDescription, widget.setAccessibleDescription)
    _change(widget, "window", widget.windowTitle, widget.setWindowTitle)
    for action in widget.actions():
        _change(action, "text", action.text, action.setText)
        _change(action, "tip", action.toolTip, action.setToolTip)
    if widget.property(NAMES):
        return
    if isinstance(widget, QAbstractButton | QLabel):
        _change(widget, "text", widget.text, widget.setText)
    elif isinstance(widget, QLineEdit | QPlainTextEdit):
        _change(widget, "placeholder", widget.placeholderText, widget.setPlaceholderText)
    elif isinstance(widget, QGroupBox | QMenu):
        _change(widget, "title", widget.title, widget.setTitle)
    elif isinstance(widget, QSpinBox):
        _change(widget, "prefix", widget.prefix, widget.setPrefix)
        _change(widget, "suffix", widget.suffix, widget.setSuffix)
        _change(widget, "special", widget.specialValueText, widget.setSpecialValueText)
    elif isinstance(widget, QComboBox):
        for i in range(widget.count()):
            _change(widget, f"item {i}", lambda i=i: widget.itemText(i), lambda text, i=i: widget.setItemText(i, text))
    elif isinstance(widget, QTabBar):
        for i in range(widget.count()):
            _change(widget, f"tab {i}", lambda i=i: widget.tabText(i), lambda text, i=i: widget.setTabText(i, text))
            tip = f"tab tip {i}"
            _change(widget, tip, lambda i=i: widget.tabToolTip(i), lambda text, i=i: widget.setTabToolTip(i, text))
    elif isinstance(widget, QTreeWidget):
        header = widget.headerItem()
        for i in range(widget.columnCount()):
            _change(widget, f"head {i}", lambda i=i: header.text(i), lambda text, i=i: header.setText(i, text))
    elif isinstance(widget, QTableWidget):
        for i in range(widget.columnCount()):
            item = widget.horizontalHeaderItem(i)
            if item is not None:
                _change(widget, f"head {i}", item.text, item.setText)


def _change(owner: QObject, what: str, get: Callable[[], str], put: Callable[[str], None]) -> None:
    """Retranslate a text. The original is noted, since two texts may be equal in one language."""
    old = get()
    if not old:
        return
    name = f"_said {what}"
    noted = owner.property(name)
    source = noted[1] if noted is not None and noted[0] == old else source_of(old)
    if source is None:
        return
    new = retranslated(source)
    owner.setProperty(name, (new, source))
    if new != old:
        put(new)
