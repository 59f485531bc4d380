"""The submenus of the File menu: recent files, and examples."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from app.language import tr
from app.window.settings import Settings
from blocks.cli.examples import example_texts


class FileMenu(QObject):
    """The two submenus."""

    file_chosen = Signal(object)
    example_chosen = Signal(str)

    def __init__(self, menu: QMenu, before: QAction, settings: Settings) -> None:
        super().__init__(menu)
        self._settings = settings
        self._recent = QMenu(tr("Open recent"), menu)
        menu.insertMenu(before, self._recent)
        examples = QMenu(tr("Examples"), menu)
        menu.insertMenu(before, examples)
        for name in example_texts():
            examples.addAction(tr(example_words(name)), lambda chosen=name: self.example_chosen.emit(chosen))
        self.fill_recent()

    def fill_recent(self) -> None:
        self._recent.clear()
        for path in self._settings.recent():
            text = f"{path.name}    {path.parent}".replace("&", "&&")
            self._recent.addAction(text, lambda chosen=path: self.file_chosen.emit(chosen))
        self._recent.addSeparator()
        self._recent.addAction(tr("Clear recent files"), self._settings.forget_recent)
        self._recent.setEnabled(bool(self._settings.recent()))


_ABBREVIATIONS = {
    "cnn": "CNN",
    "em": "EM",
    "gan": "GAN",
    "xor": "XOR",
    "vae": "VAE",
    "gpt": "GPT",
    "lstm": "LSTM",
    "resnet": "ResNet",
    "ode": "ODE",
    "wgan": "WGAN",
    "gp": "GP",
}


def example_words(name: str) -> str:
    """Return the menu label of an example: the words of its file name, ``em_step`` as "EM step"."""
    words = [_ABBREVIATIONS.get(word, word) for word in name.split("_")]
    return " ".join([words[0][:1].upper() + words[0][1:], *words[1:]])
