"""Drawing a wire between two pins, moving the end of an existing wire, and dragging its reroute points."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu

from app.canvas.items import BlockItem, PinKey
from app.canvas.text import literal
from app.canvas.tools.ground import E, Search, Tool, ToolContext, Values
from app.core import verbs
from app.core.verbs import ConnectionCandidate, Edit, Made, QuickFix, Refusal
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import tr
from blocks.document.data import Endpoint, Page, Position, Wire
from blocks.transform.verbs.wires import bends_of, index_for, set_bends, with_bends

REACH_PIXELS = 22.0
"""How near to a pin the end of a wire jumps to it."""


class WireTool(Tool):
    """The tool that draws a wire.

    Pins that fit glow, blocks without one fade; over a pin that does not fit, the reason is shown. Released over empty
    canvas, the quick search offers the block types that fit. A wire is drawn by dragging, or by clicking both pins.

    Args:
        key: the fixed end.
        index: the wire whose other end is moved; None draws a new one.
    """

    def __init__(self, ground: ToolContext, key: PinKey, index: int | None = None) -> None:
        self._ground = ground
        self._key = key
        self._index = index
        self._page = ground.page
        self._from_output = not key.is_input
        rest = self._page
        if index is not None:
            rest = rest._replace(wires=rest.wires[:index] + rest.wires[index + 1 :])
        known, output = ground.known(), self._from_output
        self._joining = ConnectionCandidate(rest, ground.find, known, key.endpoint, from_output=output)
        self.over: PinKey | None = None
        self._refusal: Refusal | None = None
        self._checked: dict[PinKey, Refusal | None] = {}
        self._begin = self._begin_at()
        self._light()
        ground.view.view_changed.connect(self._light)

    def _begin_at(self) -> QPointF:
        scene = self._ground.scene
        order = 0
        if self._index is not None and self._key.is_input:
            order = scene.mirror.wires[self._index].order
        return scene.pin_position(self._key, order) or self._ground.mouse()

    def _light(self) -> None:
        scene = self._ground.scene
        pins = {
            key
            for item in scene.mirror.blocks_in(self._ground.view.visible_rect())
            for key in self._candidates(item)
            if self._joining.fits(key.endpoint)
        }
        scene.overlay.light_pins({*pins, self._key})

    def _candidates(self, item: BlockItem) -> list[PinKey]:
        pins = [pin for pin in item.face.pins if pin.connects and pin.kind != "result"]
        return [PinKey(item.id, p.name, p.index, p.is_input) for p in pins if p.is_input == self._from_output]

    def mouse_press(self, event: QMouseEvent) -> bool:
        return super().mouse_press(event) and self._end(event)

    def mouse_move(self, event: QMouseEvent) -> bool:
        self._lead(self._ground.position_of(event))
        return True

    def _lead(self, pos: QPointF) -> None:
        overlay = self._ground.scene.overlay
        self.over = self._find(pos)
        end, state, text = pos, "open", ""
        self._refusal = None
        if self.over is not None:
            if self.over not in self._checked:
                self._checked[self.over] = self._joining.check(self.over.endpoint)
            self._refusal = self._checked[self.over]
            end = self._ground.scene.pin_position(self.over) or pos
            state, text = self._verdict(self.over)
        begin, end = (self._begin, end) if self._from_output else (end, self._begin)
        overlay.set_wire(begin, end, state)
        overlay.set_hover(self.over)
        self._ground.bubble(pos, text, bad=state == "bad")

    def _verdict(self, over: PinKey) -> tuple[str, str]:
        if self._refusal is None:
            return "good", tr("{name} to {name2}", name=self._name(self._key), name2=self._name(over))
        mends = self._refusal.mends
        if _elements_only(self._refusal):
            return "good", tr("{text}, because {name} takes only one tensor", text=mends[0].text, name=self._name(over))
        if mends:
            fixes = ", ".join(mend.text for mend in mends)
            return "bad", tr("{reason}\nRelease to choose a fix: {mends}", reason=self._refusal.reason, mends=fixes)
        return "bad", self._refusal.reason

    def _name(self, key: PinKey) -> str:
        text = str(key.endpoint)
        item = self._ground.scene.block_item(key.block)
        face = None if item is None else item.face.pin(key.pin, key.index, is_input=key.is_input)
        return text if face is None or not face.type_text else f"{text} {face.type_text}"

    def _find(self, pos: QPointF) -> PinKey | None:
        ground = self._ground
        reach = max(ground.units(REACH_PIXELS) * 0.6, 9.0)
        best: PinKey | None = None
        nearest = reach
        around = QRectF(pos.x() - reach, pos.y() - reach, 2 * reach, 2 * reach)
        for item in ground.scene.mirror.blocks_in(around):
            for spot in item.geometry.spots:
                pin = spot.pin
                if pin.is_input != self._from_output or not pin.connects or pin.kind == "result":
                    continue
                x, y = item.block.at[0] + spot.x, item.block.at[1] + spot.y
                beyond = max(0.0, abs(pos.y() - y) - spot.reach)
                distance = ((pos.x() - x) ** 2 + beyond**2) ** 0.5
                if distance < nearest:
                    nearest, best = distance, PinKey(item.id, pin.name, pin.index, pin.is_input)
        if best is not None:
            return best
        under = ground.scene.block_at(pos)
        item = None if under is None or under == self._key.block else ground.scene.block_item(under)
        if item is None:
            return None
        fitting = [key for key in self._candidates(item) if self._joining.fits(key.endpoint)]
        return min(fitting, key=lambda key: self._rank(item, key)) if fitting else None

    def _rank(self, item: BlockItem, key: PinKey) -> tuple[bool, bool, bool]:
        pin = item.face.pin(key.pin, key.index, is_input=key.is_input)
        taken = pin is not None and pin.is_input and pin.wired and not pin.is_list
        return (key.pin == "scope", taken, pin is not None and pin.optional)

    def released(self, event: QMouseEvent) -> bool:
        self._lead(self._ground.position_of(event))
        home = self._ground.pin_at(self._ground.position_of(event))
        if home == self._key and self._index is None:
            return True
        return self._end(event)

    def _end(self, event: QMouseEvent) -> bool:
        pos = self._ground.position_of(event)
        self._lead(pos)
        over, refusal = self.over, self._refusal
        self._stop()
        ground = self._ground
        if over is None:
            block = ground.scene.block_at(pos)
            if block is not None:
                if block != self._key.block or self._index is not None:
                    text = tr("no pin of {block_at} fits {endpoint}", block_at=block, endpoint=self._key.endpoint)
                    ground.say(text, pos, bad=True)
                ground.scene.sync()
            elif self._index is not None:
                ground.do(lambda: verbs.disconnect(self._page, [self._index or 0]))
            else:
                self._search(pos)
        elif refusal is None or _elements_only(refusal):
            mend = None if refusal is None else refusal.mends[0]
            ground.do(lambda: self._edit(over.endpoint, pos, mend))
        elif refusal.mends:
            self._offer(over, refusal, pos)
        else:
            ground.say(refusal.reason, pos, bad=True)
        return False

    def _edit(self, other: Endpoint, pos: QPointF, mend: QuickFix | None) -> Edit | None:
        ground, page = self._ground, self._ground.page
        source, target = self._joining.ends(other)
        if self._index is None:
            return mended(ground, verbs.connect(page, source, target, ground.find, self._slot(target, pos), mend), mend)
        if not self._index < len(page.wires) or page.wires[self._index] != self._page.wires[self._index]:
            raise DiagramError(tr("the wire no longer exists"))
        old = page.wires[self._index]
        if mend is None and old.source == source and old.target == target:
            return self._reorder(page, target, pos)
        return mended(ground, verbs.reconnect(page, self._index, source, target, ground.find, mend), mend)

    def _reorder(self, page: Page, target: Endpoint, pos: QPointF) -> Edit | None:
        indices = verbs.wires_at(page, target.block, target.pin)
        slot = self._slot(target, pos)
        if self._index is None or slot is None or len(indices) < 2:
            return None
        mine = indices.index(self._index)
        order = [i for i in range(len(indices)) if i != mine]
        order.insert(slot - (slot > mine), mine)
        return verbs.reorder(page, target.block, target.pin, order)

    def _slot(self, target: Endpoint, pos: QPointF) -> int | None:
        scene = self._ground.scene
        item = scene.block_item(target.block)
        pin = None if item is None else item.face.pin(target.pin, None, is_input=True)
        if pin is None or not pin.is_list or not self._from_output:
            return None
        key = PinKey(target.block, target.pin, None, is_input=True)
        for order in range(pin.wires):
            at = scene.pin_position(key, order)
            if at is not None and pos.y() < at.y() - 1.0:
                return order
        return pin.wires

    def search(self, pos: QPointF) -> None:
        self.cancel()
        self._search(pos)

    def _search(self, pos: QPointF) -> None:
        def place(name: str) -> Position:
            width, height = self._ground.size_of(name)
            return (pos.x() if self._from_output else pos.x() - width, pos.y() - height / 2)

        seek_block(self._ground, self._joining, pos, place)

    def _offer(self, over: PinKey, refusal: Refusal, pos: QPointF) -> None:
        ground = self._ground
        menu = QMenu(ground.view)
        menu.setObjectName("mends")
        reason = QAction(literal(refusal.reason), menu, enabled=False)
        menu.addAction(reason)
        menu.addSeparator()
        offers: list[tuple[str, QuickFix | None]] = [(literal(mend.text), mend) for mend in refusal.mends]
        for text, mend in offers if refusal.cycle else [*offers, (tr("Connect anyway"), None)]:
            action = menu.addAction(text)
            edit = partial(self._edit, over.endpoint, pos, mend)
            action.triggered.connect(lambda _on=False, edit=edit: ground.do(edit))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(ground.screen(pos))

    def key_press(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self._index is not None:
            index = self._index
            self._stop()
            self._ground.do(lambda: verbs.disconnect(self._page, [index]))
            return False
        return True

    def cancel(self) -> None:
        self._stop()
        self._ground.scene.sync()

    def _stop(self) -> None:
        self._ground.view.view_changed.disconnect(self._light)
        self._ground.scene.overlay.clear()


def seek_block(
    ground: ToolContext, joining: ConnectionCandidate, pos: QPointF, place: Callable[[str], Position]
) -> None:
    """Offer the block types that fit a wire being drawn."""

    def accept(name: str, pin: str, values: Values, mend: QuickFix | None) -> None:
        spec = ground.find(name)
        meant = pin or (None if spec is None else joining.fitting_pin(spec))
        if meant is None:
            ground.say(tr("{name} has no pin that fits {endpoint}", name=name, endpoint=joining.end), pos, bad=True)
            return

        def made() -> Made | None:
            made = verbs.add_connected(
                ground.page, name, place(name), joining.end, meant, ground.find,
                from_output=joining.from_output, values=values, mend=mend,
            )  # fmt: skip
            return mended(ground, made, mend, made.ids)

        if ground.do(made):
            ground.show_selected()

    word = tr("uses") if joining.from_output else tr("supplies")
    title = tr("Add a block that {word} {endpoint}", word=word, endpoint=joining.end)
    ground.search_wanted.emit(Search(ground.screen(pos), joining.fitting_pin, accept, title, joining.new_block_mends))


def mended(ground: ToolContext, edit: E | None, mend: QuickFix | None, placed: Collection[str] = ()) -> E | None:
    return edit if edit is None or mend is None or mend.type is None else ground.fitted(edit, placed)


def _elements_only(refusal: Refusal) -> bool:
    return bool(refusal.mends) and all(mend.index is not None for mend in refusal.mends)


_REACH = 18.0


class BundleTool(Tool):
    """The tool that moves all wires at one pin to another pin of the same side."""

    def __init__(self, ground: ToolContext, key: PinKey, indices: Sequence[int]) -> None:
        self._ground = ground
        self._key = key
        self._page = ground.page
        self._indices = indices
        self._far = self._far_end()

    def _far_end(self) -> QPointF:
        wire = self._page.wires[self._indices[0]]
        end = wire.source if self._key.is_input else wire.target
        scene = self._ground.scene
        order = 0 if self._key.is_input else scene.mirror.wires[self._indices[0]].order
        pos = scene.pin_position(PinKey(*end, is_input=not self._key.is_input), order)
        return pos if pos is not None else self._ground.mouse()

    def _edit(self, over: PinKey) -> Edit | None:
        sources = not self._key.is_input
        return verbs.move_bundle(self._page, self._indices, over.endpoint, self._ground.find, sources=sources)

    def _over(self, pos: QPointF) -> PinKey | None:
        key = self._ground.pin_at(pos, _REACH)
        return key if key is not None and key.is_input == self._key.is_input else None

    def mouse_move(self, event: QMouseEvent) -> bool:
        ground, pos = self._ground, self._ground.position_of(event)
        over = self._over(pos)
        text, state = tr("{count} wires from {endpoint}", count=len(self._indices), endpoint=self._key.endpoint), "open"
        if over is not None and over != self._key:
            try:
                self._edit(over)
                text, state = tr("Move {text} to {endpoint}", text=text, endpoint=over.endpoint), "good"
            except DiagramError as error:
                text, state = sentence_of(error), "bad"
        end = pos if over is None else ground.scene.pin_position(over) or pos
        ends = (self._far, end) if self._key.is_input else (end, self._far)
        ground.scene.overlay.set_wire(*ends, state)
        ground.scene.overlay.set_hover(over)
        ground.bubble(pos, text, bad=state == "bad")
        return True

    def released(self, event: QMouseEvent) -> bool:
        ground, over = self._ground, self._over(self._ground.position_of(event))
        self.cancel()
        if over is not None and over != self._key:
            ground.do(lambda: self._edit(over))
        return False

    def cancel(self) -> None:
        self._ground.scene.overlay.clear()


_LEVEL_PIXELS = 6.0


class BendTool(Tool):
    """The tool that drags the reroute point ``index`` of a wire. Shift turns off snapping to its neighbors' level."""

    def __init__(self, ground: ToolContext, wire: Wire, points: tuple[Position, ...], index: int) -> None:
        self._ground, self._wire, self._index = ground, wire, index
        self._page = ground.page
        self._points = list(points)
        self._show()

    def _show(self) -> None:
        routed = with_bends(self._page, self._wire, self._points)
        self._ground.scene.show(self._page._replace(routes=routed))

    def mouse_press(self, event: QMouseEvent) -> bool:
        self.cancel()
        return False

    def mouse_move(self, event: QMouseEvent) -> bool:
        pos = self._ground.position_of(event)
        x, y = pos.x(), pos.y()
        if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            beside = self._points[max(0, self._index - 1) : self._index] + self._points[self._index + 1 :][:1]
            ends = [*beside, *ends_of(self._ground, self._wire)]
            reach = self._ground.units(_LEVEL_PIXELS)
            y = next((other for _, other in ends if abs(other - y) <= reach), y)
        self._points[self._index] = (x, y)
        self._show()
        return True

    def mouse_release(self, event: QMouseEvent) -> bool:
        self._ground.do(lambda: set_bends(self._ground.page, {self._wire: self._points}))
        return False

    def key_press(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            unbend(self._ground, [self._wire], self._index)
            return False
        return True

    def cancel(self) -> None:
        self._ground.scene.sync()


def ends_of(ground: ToolContext, wire: Wire) -> list[Position]:
    scene = ground.scene
    source = scene.pin_position(PinKey(*wire.source, is_input=False))
    target = scene.pin_position(PinKey(wire.target.block, wire.target.pin, None, is_input=True))
    return [(at.x(), at.y()) for at in (source, target) if at is not None]


def new_bend(ground: ToolContext, wire: Wire, pos: QPointF) -> BendTool | None:
    bend = _with_bend(ground, wire, (pos.x(), pos.y()))
    return None if bend is None else BendTool(ground, wire, *bend)


def bend_at(ground: ToolContext, positions: Mapping[Wire, Position]) -> bool:
    bent = {wire: _with_bend(ground, wire, pos) for wire, pos in positions.items()}
    bends = {wire: each[0] for wire, each in bent.items() if each is not None}
    return bool(bends) and ground.do(lambda: set_bends(ground.page, bends))


def _with_bend(ground: ToolContext, wire: Wire, new: Position) -> tuple[tuple[Position, ...], int] | None:
    ends = ends_of(ground, wire)
    if len(ends) < 2:
        return None
    points = bends_of(ground.page, wire)
    index = index_for(ends[0], points, ends[1], new)
    return (*points[:index], new, *points[index:]), index


def unbend(ground: ToolContext, wires: Iterable[Wire], index: int | None = None) -> bool:
    bends = {wire: bends_of(ground.page, wire) for wire in wires}
    rest = {wire: () if index is None else (*all_of[:index], *all_of[index + 1 :]) for wire, all_of in bends.items()}
    return ground.do(lambda: set_bends(ground.page, rest, tr("Remove reroute points of")))
