"""The context menus: a short one for each kind of item under the mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Literal

from PySide6.QtCore import QPointF
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from app.canvas.scene import PageScene
from app.canvas.tools.offers import Offer
from app.canvas.tools.toolbox import ToolBox
from app.core.verbs import COLORS
from app.language import mark, tr

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

CONTEXT: Mapping[Target, tuple[str, ...]] = MappingProxyType(
    {
        "pin": ("gradient.of", "run.to_here", "", "help.block"),
        "wire": ("edit.tag", "edit.delete"),
        "block": (
            "edit.values", "edit.rename", "edit.replace", COLOR, "edit.mute", "edit.collapse", "",
            "composite.in", "composite.expand", "composite.unique", "composite.make", "composite.loop", "",
            "edit.copy", "edit.duplicate", "edit.delete", "edit.frame", "",
            "gradient.of", "gradient.expand", "gradient.collapse", "gradient.editable", TRAIN, "run.to_here",
            "help.block",
        ),
        "display": (
            "display.enlarge", "display.logarithmic", "display.export", "display.clear", "",
            "edit.rename", "edit.replace", "edit.copy", "edit.duplicate", "edit.delete", "", "help.block",
        ),
        "frame": (COLOR, "edit.layout", "", "edit.cut", "edit.copy", "edit.duplicate", "edit.delete"),
        "note": ("edit.cut", "edit.copy", "edit.duplicate", "edit.delete"),
        "canvas": ("edit.paste", "edit.note", "edit.select_all", "edit.layout", "view.fit", TRAIN, "file.add_page"),
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
        elif not name.startswith(_ONLY_IF) or action(name).isEnabled():
            menu.addAction(action(name))
