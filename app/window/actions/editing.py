"""The commands of the Edit menu, built on `app.core.verbs`."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from app.canvas.hit_test import box_of
from app.canvas.tools.bending import bend_at, unbend
from app.core import verbs
from app.core.clipboard import copy_text, fragment_of, read_text
from app.core.verbs import Axis, Box, Edit, Side
from app.core.verbs.fitting import NOTHING_KNOWN
from app.language import tr
from app.window.tabs import DiagramTab
from app.window.window_protocol import Desk, front_tab
from blocks.document.data import Position, Wire

STEP = 10


class Editing(QObject):
    """The commands of the Edit menu. They raise errors as DiagramError; the window reports them."""

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk

    @property
    def _tab(self) -> DiagramTab:
        return front_tab(self._desk)

    def undo(self) -> None:
        text = self._tab.document.history.undo_text
        self._tab.document.undo()
        self._desk.say(tr("Undone: {text}", text=text))  # what was said of the edit does not hold any longer

    def redo(self) -> None:
        text = self._tab.document.history.redo_text
        self._tab.document.redo()
        self._desk.say(tr("Redone: {text}", text=text))

    def do(self, edit: Edit | None, merge: str | None = None) -> None:
        if edit is not None:
            self._tab.document.do(*edit, merge=merge)
            if merge is None:
                self._tab.document.end_gesture()

    def wires_meant(self) -> list[Wire]:
        """Return the selected wires; if there are none, those at the selected blocks."""
        scene = self._tab.scene
        at_blocks = {item.index: item.wire for block in scene.selected_ids() for item in scene.mirror.wires_of(block)}
        return scene.selected_wires() or [at_blocks[index] for index in sorted(at_blocks)]

    def are_tags(self) -> bool:
        tagged = {item.wire for item in self._tab.scene.mirror.tagged.values()}
        wires = self.wires_meant()
        return bool(wires) and tagged.issuperset(wires)

    def flip_tags(self) -> None:
        self._tab.links.want(self._tab.page_name, self.wires_meant(), not self.are_tags())

    def delete(self) -> None:
        scene, page = self._tab.scene, self._tab.page
        chosen = set(scene.selected_wires())
        wires = [index for index, wire in enumerate(page.wires) if wire in chosen]
        self.do(verbs.delete(page, scene.selected_ids(), wires, scene.selected_notes(), scene.selected_frames()))

    def delete_and_heal(self) -> None:
        info = self._tab.engine.checker.infos.get(self._tab.page_name)
        known = info.pins if info is not None else NOTHING_KNOWN
        self.do(verbs.delete_and_heal(self._tab.page, self._tab.scene.selected_ids(), self._tab.document.find, known))

    def cut(self) -> None:
        self.copy()
        ids, notes, frames = self._chosen()
        self._tab.scene.select(ids, self._tab.scene.selected_wires(), notes, frames)
        self.delete()

    def copy(self) -> None:
        text = copy_text(self._tab.page, *self._chosen(), self._tab.document.diagram.document)
        if text is not None:
            QGuiApplication.clipboard().setText(text)

    def paste(self) -> None:
        fragment = read_text(QGuiApplication.clipboard().text())
        self._tab.tools.carry(fragment.page, "Paste", fragment.composites)

    def duplicate(self) -> None:
        fragment = fragment_of(self._tab.page, *self._chosen())
        if fragment is not None:
            self._tab.tools.carry(fragment, "Duplicate")

    def _chosen(self) -> tuple[set[str], set[int], set[int]]:
        """Return the selected blocks, notes and frames, and everything in those frames."""
        scene = self._tab.scene
        return scene.with_held(scene.selected_ids(), scene.selected_notes(), scene.selected_frames())

    def select_all(self) -> None:
        self._tab.scene.select_all()

    def select_linked(self, forward: bool, back: bool) -> None:
        blocks = set(self._tab.scene.selected_ids())
        for on, ends in ((forward, (0, 1)), (back, (1, 0))):
            if on:
                blocks |= _linked(set(self._tab.scene.selected_ids()), [
                    (wire[ends[0]].block, wire[ends[1]].block) for wire in self._tab.page.wires
                ])  # fmt: skip
        self._tab.scene.select(blocks)

    def select_connected(self) -> None:
        scene = self._tab.scene
        wires = [(wire.source.block, wire.target.block) for wire in self._tab.page.wires]
        scene.select(_linked(set(scene.selected_ids()), [*wires, *((b, a) for a, b in wires)]))

    def rename(self) -> None:
        self._tab.tools.rename_selected()

    def color(self, color: str | None) -> None:
        scene = self._tab.scene
        self.do(verbs.set_color(self._tab.page, scene.selected_ids(), scene.selected_frames(), color))

    def has_color(self, color: str | None) -> bool:
        scene, page = self._tab.scene, self._tab.page
        wanted = set(scene.selected_ids())
        colors = [block.color for block in page.blocks if block.id in wanted] if wanted else []
        colors += [page.frames[index].color for index in scene.selected_frames()]
        return bool(colors) and all(each == color for each in colors)

    def edit_values(self) -> None:
        if not self._tab.tools.edit_values():
            self._desk.say(tr("This block shows no editable values"))

    def nudge(self, dx: float, dy: float) -> None:
        """Move the selected blocks slightly, or else the reroute points of the selected wires."""
        ids, wires = self._tab.scene.selected_ids(), self._tab.scene.selected_wires()
        if ids:
            self.do(verbs.nudge(self._tab.page, ids, dx * STEP, dy * STEP), "nudge")
        else:
            self.do(verbs.move_bends(self._tab.page, wires, dx * STEP, dy * STEP), "nudge")

    def bend(self) -> None:
        tab, wires = self._tab, self.wires_meant()
        positions: dict[Wire, Position] = {}
        for wire in wires:
            path = tab.scene.mirror.items_of(wire)[0].flat
            (x, y), (u, v) = path[(len(path) - 1) // 2], path[len(path) // 2]
            positions[wire] = ((x + u) / 2, (y + v) / 2)
        if bend_at(tab.tools.ground, positions):
            tab.scene.select((), wires)

    def unbend(self) -> None:
        unbend(self._tab.tools.ground, self.wires_meant())

    def has_bends(self) -> bool:
        return any(wire in self._tab.scene.mirror.bends for wire in self.wires_meant())

    def mute(self) -> None:
        self.do(verbs.mute(self._tab.page, self._tab.scene.selected_ids()))

    def collapse(self) -> None:
        self.do(verbs.collapse(self._tab.page, self._tab.scene.selected_ids()))

    def align(self, side: Side) -> None:
        self.do(verbs.align(self._tab.page, self._boxes(), side))

    def distribute(self, axis: Axis) -> None:
        self.do(verbs.distribute(self._tab.page, self._boxes(), axis))

    def layout(self) -> None:
        """Arrange the selected blocks and frame contents, or the whole page if fewer than two are selected."""
        mirror, (ids, _, _) = self._tab.scene.mirror, self._chosen()
        every = [block.id for block in self._tab.page.blocks]
        notes, frames = [box_of(note.rect) for note in mirror.notes], [box_of(frame.rect) for frame in mirror.frames]
        chosen = ids if len(ids) > 1 else every
        edit = verbs.auto_layout(self._tab.page, self._boxes(every), chosen, notes, frames, mirror.wire_ends())
        if edit is None and every:
            self._desk.say(tr("Nothing to move: the blocks are already laid out, or each is in a frame of its own"))
        self.do(edit)
        if edit is not None:
            self._desk.say(tr("{text}. Use Undo to revert it", text=edit.text))

    def add_note(self) -> None:
        centre = self._tab.view.visible_rect().center()
        self._tab.tools.make_and_write(verbs.add_note(self._tab.page, (centre.x(), centre.y()), tr("Note")), "note")

    def frame(self) -> None:
        scene = self._tab.scene
        others = [scene.mirror.notes[index].rect for index in scene.selected_notes()]
        others += [scene.mirror.frames[index].rect for index in scene.selected_frames()]
        others += [scene.mirror.blocks[name].covered for name in scene.selected_ids()]
        edit = verbs.frame_selection(self._tab.page, self._boxes(), tr("Frame"), map(box_of, others))
        self._tab.tools.make_and_write(edit, "frame")

    def _boxes(self, ids: Sequence[str] | None = None) -> dict[str, Box]:
        scene = self._tab.scene
        boxes: dict[str, Box] = {}
        for name in scene.selected_ids() if ids is None else ids:
            rect = scene.block_rect(name)
            if not rect.isNull():
                boxes[name] = box_of(rect)
        return boxes


def _linked(start: set[str], edges: Sequence[tuple[str, str]]) -> set[str]:
    after: dict[str, list[str]] = {}
    for a, b in edges:
        after.setdefault(a, []).append(b)
    reached, todo = set(start), list(start)
    while todo:
        for name in after.get(todo.pop(), ()):
            if name not in reached:
                reached.add(name)
                todo.append(name)
    return reached
