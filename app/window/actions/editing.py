"""The commands of the Edit menu, built on `app.core.verbs`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from app.canvas.scene import box_of
from app.canvas.tools.wiring import bend_at, unbend
from app.core import verbs
from app.core.clipboard import copy_text, fragment_of, read_text
from app.core.question import question_of
from app.core.verbs import Axis, Box, Edit, Side
from app.panels.problems import Problems
from app.window.tabs import DiagramTab, WindowPart, WindowProtocol
from blocks.base.errors import DiagramError
from blocks.base.language import mark, plural, tr
from blocks.document.data import Position, Wire
from blocks.document.merging.conflicts import Conflict, conflicts_in
from blocks.document.model import Diagram
from blocks.document.paths import resolve_path
from blocks.door.diagrams import named
from blocks.transform.verbs.fitting import NOTHING_KNOWN
from blocks.worker.page_checks import examine

if TYPE_CHECKING:
    from app.window.widgets.conflicts_window import ConflictsWindow
    from blocks.document.merging.settle import Choice


STEP = 10


class Editing(WindowPart):
    """The commands of the Edit menu. They raise errors as DiagramError; the window reports them."""

    def __init__(self, desk: WindowProtocol) -> None:
        super().__init__(desk)
        desk.docks.panel(Problems).question_wanted.connect(self._guarded(self.copy_about))

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

    def wires_meant(self) -> list[Wire]:
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

    def copy_question(self) -> None:
        tab, chosen = self._tab, self._tab.scene.selected_ids()
        for block in [each.id for each in tab.page.blocks if each.id in chosen]:  # else it is being placed
            self.copy_about(tab.root_page, tab.engine.inside.prefix + block)

    def copy_about(self, page: str, path: str) -> None:
        """Copy the type, pins, errors, causes, fixes and gradient of the block at a path as text."""
        from blocks.door.explaining import explain

        tab, engine = self._tab, self._tab.engine
        diagram = Diagram(tab.document.diagram.document)
        diagram.path = tab.document.file  # beside the files of an imported model
        source, info = engine.source(page), engine.checker.infos.get(page)
        if info is None or info.page is not source.page or info.flow is None:
            folder = None if source.file is None else str(Path(source.file).parent)
            info = examine(source.page, folder, engine.gradients.asked(source.page), source.composites)
        canvas, block = resolve_path(diagram, page, path)
        why = explain(diagram, named(diagram.document, page, path), engine.gradients.asked(source.page) or None)
        text = question_of(info, path, diagram.canvas(canvas).block(block), why)
        QGuiApplication.clipboard().setText(text)
        self._desk.say(tr("Copied the text about {block}", block=path))

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
            said = mark(
                "There is nothing to move: the blocks are already laid out, or each block is in a separate frame"
            )
            self._desk.say(tr(said))
        self.do(edit)
        if edit is not None:
            self._desk.say(tr("Done: {text}. Use Undo to revert this change", text=edit.text))

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


class ConflictWork(WindowPart):
    """The conflicts of the current diagram. Resolving one is an edit that can be undone."""

    def __init__(self, desk: WindowProtocol) -> None:
        super().__init__(desk)
        self.window: ConflictsWindow | None = None

    def watch(self, tab: DiagramTab) -> None:
        count = len(conflicts_in(tab.document.diagram.document))
        if count:
            said = tr("A merge left {many} in this diagram.", many=plural(count, "a conflict", "{n:,} conflicts"))
            tab.notice.say(said, tr("Resolve..."), self.show, tr("Later"))

    def there_are(self) -> bool:
        return bool(self._found())

    def show(self) -> None:
        if self.window is None:
            from app.window.widgets.conflicts_window import ConflictsWindow

            self.window = ConflictsWindow(self._desk.host)
            self.window.settled.connect(self._settle)
            self.window.chosen.connect(self._go_to)
        self.window.show_conflicts(self._found())
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def follow(self) -> None:
        if self.window is not None and self.window.isVisible():
            self.window.show_conflicts(self._found())

    def _found(self) -> tuple[Conflict, ...]:
        tab = self._desk.tab
        return () if tab is None else conflicts_in(tab.document.diagram.document)

    def _settle(self, conflicts: list[Conflict], choice: Choice) -> None:
        tab = self._desk.tab
        if tab is None or not conflicts:
            return
        from blocks.document.merging.settle import settle

        try:
            change = settle(tab.document.diagram, conflicts, choice)
            tab.document.do(change, tr("Resolve conflict") if len(conflicts) == 1 else tr("Resolve conflicts"))
        except DiagramError as error:
            self._desk.ask.tell(tr("The conflict was not resolved."), str(error))
            return
        if not self._found():
            tab.notice.hide()
            if self.window is not None:
                self.window.close()
            self._desk.say(tr("All conflicts are resolved"))
        self.follow()

    def _go_to(self, conflict: Conflict) -> None:
        tab = self._desk.tab
        if tab is None or conflict.canvas is None or tab.document.canvas(conflict.canvas) is None:
            return
        tab.show_page(conflict.canvas)
        if conflict.block is not None and tab.scene.block_item(conflict.block) is not None:
            tab.scene.select([conflict.block])
            tab.view.center_on_block(conflict.block)
