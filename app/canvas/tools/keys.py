"""Wiring and navigation with the keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from app.canvas.items import PinKey
from app.canvas.tools.ground import Tool, ToolContext
from app.canvas.tools.placing import free_position
from app.canvas.tools.wiring import mended, seek_block
from app.core import verbs
from app.core.verbs import ConnectionCandidate
from blocks.base.language import mark, tr


class KeyWireTool(Tool):
    """The keyboard wiring tool: arrows choose a pin, Enter confirms, letters find a pin by name, Esc cancels.

    For the second pin, Tab offers a new block. Without a pin to choose, Enter does the same.
    """

    def __init__(self, ground: ToolContext, block: str) -> None:
        self._ground = ground
        pins = [key for key in ground.scene.pins_of(block) if ground.meant(key) == key and not _result(ground, key)]
        outputs = [key for key in pins if not key.is_input]
        inputs = [key for key in pins if key.is_input]
        self._choices = outputs + sorted(inputs, key=lambda key: key.pin == "scope")
        self._at = 0
        self._joining: ConnectionCandidate | None = None
        self._typed = ""
        self._all: list[PinKey] = []
        self._show()

    @property
    def chosen(self) -> PinKey | None:
        return self._choices[self._at] if self._choices else None

    def _show(self) -> None:
        scene = self._ground.scene
        chosen = self.chosen
        scene.overlay.light_pins(self._choices)
        scene.overlay.set_hover(chosen)
        at = None if chosen is None else scene.pin_position(chosen)
        if self._joining is None:
            text = mark("Wire from {endpoint}?\nArrow keys: choose a different pin. Enter: confirm")
            text = tr("no pins") if chosen is None else tr(text, endpoint=chosen.endpoint)
            self._ground.bubble(at or self._ground.mouse(), text, bad=chosen is None)
            return
        start = PinKey(*self._joining.end, is_input=not self._joining.from_output)
        begin = scene.pin_position(start)
        if chosen is None or at is None or begin is None:
            scene.overlay.set_wire(None, None)
            nothing = mark("no pin named {typed}") if self._typed else mark("no pin fits {end}")
            nothing = tr(nothing, typed=self._typed, end=self._joining.end) + tr("\nTab: new block")
            self._ground.bubble(begin or self._ground.mouse(), nothing, bad=True)
            return
        refusal = self._joining.check(chosen.endpoint)
        ends = (begin, at) if self._joining.from_output else (at, begin)
        scene.overlay.set_wire(*ends, "good" if refusal is None else "bad")
        source, target = self._joining.ends(chosen.endpoint)
        text = mark("{source} to {target}?\nArrow keys: choose a different pin. Letters: find a pin by name. "
                    "Tab: add a block. Enter: confirm")  # fmt: skip
        text = tr(text, source=source, target=target)
        if refusal is not None:
            mend = tr("\nEnter: {text}", text=refusal.mends[0].text) if refusal.mends else ""
            text = f"{target}: {refusal.reason}{mend}"
        self._ground.bubble(at, text, bad=refusal is not None)
        if not self._ground.view.visible_rect().contains(at):
            self._ground.view.centerOn(at)

    def key_press(self, event: QKeyEvent) -> bool:
        key = event.key()
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if self._joining is not None and key == Qt.Key.Key_Tab:
            return self._seek(self._joining)
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Tab) and self._choices:
            self._at = (self._at + (-1 if back else 1)) % len(self._choices)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Backtab) and self._choices:
            self._at = (self._at - 1) % len(self._choices)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return self._take()
        elif key == Qt.Key.Key_Backspace:
            self._type(self._typed[:-1])
        elif event.text().isprintable() and event.text():
            self._type(self._typed + event.text())
        self._show()
        return True

    def _type(self, text: str) -> None:
        self._typed = text
        pool = self._all if self._joining is not None else self._choices
        wanted = text.casefold()
        choices = [key for key in pool if wanted in str(key.endpoint).casefold()]
        if self._joining is not None:
            self._choices = choices
            self._at = 0
        elif choices:
            self._at = self._choices.index(choices[0])

    def _take(self) -> bool:
        chosen = self.chosen
        if chosen is None:
            return self._joining is None or self._seek(self._joining)
        if self._joining is None:
            joining = self._begin(chosen)
            if not self._all:
                return self._seek(joining)
            self._show()
            return True
        ground, joining = self._ground, self._joining
        refusal = joining.check(chosen.endpoint)
        self.cancel()
        if refusal is not None and not refusal.mends:
            ground.say(refusal.reason, bad=True)
            return False
        source, target = joining.ends(chosen.endpoint)
        mend = None if refusal is None else refusal.mends[0]
        find = ground.find
        ground.do(lambda: mended(ground, verbs.connect(ground.page, source, target, find, mend=mend), mend))
        return False

    def _seek(self, joining: ConnectionCandidate) -> bool:
        ground = self._ground
        start = ground.scene.pin_position(PinKey(*joining.end, is_input=not joining.from_output))
        self.cancel()
        before = not joining.from_output
        seek_block(ground, joining, start or ground.mouse(), lambda name: free_position(ground, name, before=before))
        return False

    def _begin(self, start: PinKey) -> ConnectionCandidate:
        ground, scene = self._ground, self._ground.scene
        end, from_output = start.endpoint, not start.is_input
        joining = ConnectionCandidate(ground.page, ground.find, ground.known(), end, from_output=from_output)
        self._joining = joining
        self._typed = ""
        begin = scene.pin_position(start) or ground.mouse()
        candidates: list[tuple[tuple[bool, bool, float], PinKey]] = []
        for item in scene.mirror.order:
            for pin in item.face.pins:
                key = PinKey(item.id, pin.name, pin.index, pin.is_input)
                if pin.is_input == from_output and pin.kind != "result" and pin.connects and joining.fits(key.endpoint):
                    at = scene.pin_position(key)
                    taken = pin.is_input and pin.wired and not pin.is_list
                    distance = 0.0 if at is None else float((at - begin).manhattanLength())
                    candidates.append(((pin.name == "scope", taken, distance), key))
        candidates.sort(key=lambda entry: entry[0])
        self._all = self._choices = [key for _, key in candidates]
        self._at = 0
        return joining

    def mouse_press(self, event: QMouseEvent) -> bool:
        self.cancel()
        return False

    def cancel(self) -> None:
        self._ground.scene.overlay.clear()


def _result(ground: ToolContext, key: PinKey) -> bool:
    item = ground.scene.block_item(key.block)
    face = None if item is None else item.face.pin(key.pin, key.index, is_input=key.is_input)
    return face is not None and face.kind == "result"


def neighbour(ground: ToolContext, dx: int, dy: int) -> str | None:
    """Return the block nearest to the selected one in a direction; the page's first if none is selected."""
    scene = ground.scene
    selected = scene.selected_ids()
    if not selected:
        return next(iter(scene.mirror.blocks), None)
    here = scene.block_rect(selected[-1]).center()
    best: str | None = None
    nearest = float("inf")
    for item in scene.mirror.order:
        offset = item.rect.center() - here
        ahead = offset.x() * dx + offset.y() * dy
        aside = abs(offset.x() * dy) + abs(offset.y() * dx)
        if item.id != selected[-1] and ahead > 1 and ahead + 2 * aside < nearest:
            nearest, best = ahead + 2 * aside, item.id
    return best
