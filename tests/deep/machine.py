"""The part ``machine``: random edits, undo, redo and saving of an open document, by the verbs of the editor."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,  # pyright: ignore[reportUnknownVariableType]
)
from PySide6.QtWidgets import QApplication

from app.canvas.mirror import SceneModel
from app.canvas.scene import PageScene
from app.core import loops, verbs
from app.core.clipboard import fragment_of
from app.core.document import Document
from app.core.verbs import Box
from app.face.face import Thumbnail
from app.window.start import make_application
from blocks.base.errors import DiagramError
from blocks.document.changes import AddPage, Change, Group, RemovePage, RenamePage, SetTitle
from blocks.document.data import Endpoint, Page
from blocks.document.definitions import CompositePins, pins, unused
from blocks.document.file import load, loads
from blocks.elaborate.elaborate import composites_of, elaborate
from blocks.graph.spec import BlockSpec
from blocks.transform.verbs import composites as promoting
from blocks.transform.verbs.expanding import open_beside_instances
from tests.deep.finding import Finding
from tests.deep.hooks import noticed
from tests.document.documents import EXAMPLE, json_values

CASES = 10
STEPS = 50
"""Runs in a task, and steps in a run."""

TYPES = ("Const", "MatMul", "Variable", "Add", "Split", "Pack", "AddSymbolicGradients", "No Such Type")
PINS = ("output", "a", "b", "product", "ref", "x", "y", "z", "axis", "scope")
NAMES = ("val", "dtype", "transpose_b", "odd")
SCENE = "main"


def run(seed_: int, number: int) -> list[Finding]:
    """A task: so many runs of the machine."""
    return search(seed_ * 1_000_003 + number, CASES, STEPS)


def search(chance: int, runs: int, steps: int) -> list[Finding]:
    """Let the machine run; what it found, with the steps that lead there."""
    make_application()
    wanted = settings(
        max_examples=runs, stateful_step_count=steps, deadline=None, database=None, print_blob=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )  # fmt: skip
    said = io.StringIO()
    findings: list[Finding] = []
    try:
        with redirect_stdout(said), noticed(findings):
            run_state_machine_as_test(seed(chance)(EditorMachine), settings=wanted)
    except Exception as error:
        notes = "\n".join(getattr(error, "__notes__", []))
        return [{"kind": "machine", "text": f"{type(error).__name__}: {error}\n{notes}{said.getvalue()}"[:4000]}]
    return findings


class EditorMachine(RuleBasedStateMachine):
    """An open document with a scene, beside a model of it: its text at each place of the history."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.file = Path(self.folder.name) / "a.gradblocks"
        self.file.write_text(EXAMPLE, "utf-8")
        self.document = Document(load(self.file))
        self.scene = PageScene(self.document, SCENE)
        self.texts = [self.document.diagram.dumps()]
        self.saved: int | None = 0
        self.inside = ""
        self.compared: tuple[Page, list[tuple[BlockSpec | None, Thumbnail | None]]] | None = None

    @property
    def page(self) -> Page:
        """What is edited: the page of the scene, or a composite that one is inside of."""
        return self.document.page(SCENE if self.document.canvas(self.inside) is None else self.inside)

    def do(self, change: Change, text: str, merge: bool = False) -> None:
        """Make an edit, or be refused without any change."""
        before, place = self.document.diagram.dumps(), self.document.history.position
        try:
            self.document.do(change, text, "gesture" if merge else None)
        except DiagramError:
            assert self.document.diagram.dumps() == before
            assert self.document.history.position == place
            return
        now = self.document.history.position
        if self.saved is not None and self.saved > place:
            self.saved = None
        del self.texts[now:]
        self.texts.append(self.document.diagram.dumps())

    def verb(self, act: Callable[[], Any], merge: bool = False) -> None:
        try:
            edit = act()
        except DiagramError as error:
            assert error.message
            return
        if edit is not None:
            self.do(edit.change, edit.text, merge)

    def chosen(self, numbers: list[int]) -> list[str]:
        ids = [block.id for block in self.page.blocks]
        return [ids[n % len(ids)] for n in numbers] if ids else []

    def boxes(self, numbers: list[int]) -> dict[str, Box]:
        chosen = set(self.chosen(numbers))
        return {each.id: (*each.at, 100.0, 80.0) for each in self.page.blocks if each.id in chosen}

    numbers = st.lists(st.integers(0, 30), max_size=4)
    places = st.lists(st.integers(0, 6), max_size=3)
    at = st.tuples(st.integers(-500, 500), st.integers(-500, 500))

    @rule(type_name=st.sampled_from(TYPES), at=at)
    def add(self, type_name: str, at: tuple[int, int]) -> None:
        self.verb(lambda: verbs.add_block(self.page, type_name, at))

    @rule(numbers=numbers, places=places, heal=st.booleans())
    def delete(self, numbers: list[int], places: list[int], heal: bool) -> None:
        chosen = self.chosen(numbers)
        if heal:
            self.verb(lambda: verbs.delete_and_heal(self.page, chosen, self.document.find))
        else:
            self.verb(lambda: verbs.delete(self.page, chosen, places, places, places))

    @rule(first=st.integers(0, 30), second=st.integers(0, 30), pins=st.tuples(*[st.sampled_from(PINS)] * 2))
    def connect(self, first: int, second: int, pins: tuple[str, str]) -> None:
        ends = self.chosen([first, second])
        if ends:
            source, target = Endpoint(ends[0], pins[0]), Endpoint(ends[1], pins[1])
            self.verb(lambda: verbs.connect(self.page, source, target, self.document.find))

    @rule(places=places, number=st.integers(0, 30))
    def rewire(self, places: list[int], number: int) -> None:
        self.verb(lambda: verbs.cut(self.page, places))
        if places and self.page.wires and self.chosen([number]):
            place = places[0] % len(self.page.wires)
            self.verb(lambda: verbs.insert_on_wire(self.page, place, self.chosen([number])[0], self.document.find))

    @rule(numbers=numbers, by=at, merge=st.booleans())
    def move(self, numbers: list[int], by: tuple[int, int], merge: bool) -> None:
        self.verb(lambda: verbs.move(self.page, self.chosen(numbers), *by), merge)

    @rule(number=st.integers(0, 30), name=st.sampled_from(NAMES), value=json_values, merge=st.booleans())
    def set_value(self, number: int, name: str, value: Any, merge: bool) -> None:
        for block in self.chosen([number]):
            self.verb(partial(verbs.set_value, self.page, block, name, value), merge)

    @rule(number=st.integers(0, 30), name=st.sampled_from(["val", "transpose_b", "odd"]))
    def unset_value(self, number: int, name: str) -> None:
        for block in self.chosen([number]):
            self.verb(partial(verbs.unset_value, self.page, block, name))

    @rule(number=st.integers(0, 30), name=st.text(max_size=4))
    def rename(self, number: int, name: str) -> None:
        for block in self.chosen([number]):
            self.verb(partial(verbs.rename_block, self.document.diagram.document, self.page, block, name))

    @rule(numbers=numbers, places=places)
    def duplicate(self, numbers: list[int], places: list[int]) -> None:
        if len(self.page.blocks) < 40:
            fragment = fragment_of(self.page, self.chosen(numbers), places, places)
            if fragment is not None:
                self.verb(lambda: verbs.paste(self.page, fragment, word="Duplicate"))

    @rule(numbers=numbers, what=st.sampled_from(["mute", "collapse", "align", "distribute", "layout", "frame"]))
    def arrange(self, numbers: list[int], what: str) -> None:
        chosen, boxes = self.chosen(numbers), self.boxes(numbers)
        acts: dict[str, Callable[[], Any]] = {
            "mute": lambda: verbs.mute(self.page, chosen),
            "collapse": lambda: verbs.collapse(self.page, chosen),
            "align": lambda: verbs.align(self.page, boxes, "left"),
            "distribute": lambda: verbs.distribute(self.page, boxes, "horizontal"),
            "layout": lambda: verbs.auto_layout(self.page, boxes),
            "frame": lambda: verbs.frame_selection(self.page, boxes, "f"),
        }
        self.verb(acts[what])

    @rule(numbers=numbers, places=places)
    def compose(self, numbers: list[int], places: list[int]) -> None:
        document, page = self.document.diagram.document, self.page
        notes, frames = ({n for n in places if n < len(each)} for each in (page.notes, page.frames))
        boxes = {block.id: (*block.at, 100.0, 80.0) for block in page.blocks}
        chosen, kinds = self.chosen(numbers), self.document.find
        self.verb(lambda: verbs.make_composite(document, page, chosen, kinds, boxes, notes, frames))

    @rule(numbers=numbers, number=st.integers(0, 30), kind=st.sampled_from(loops.KINDS))
    def make_loop(self, numbers: list[int], number: int, kind: loops.LoopKind) -> None:
        document, page, kinds = self.document.diagram.document, self.page, self.document.find
        boxes = {block.id: (*block.at, 100.0, 80.0) for block in page.blocks}
        known = next((pins(each) for each in document.composites if number % 3), CompositePins((), ()))
        inputs, outputs = [pin.name for pin in known.inputs], [pin.name for pin in known.outputs]
        wish = loops.LoopWish(kind, number, tuple(inputs[:1] or ["x"]), dict(zip(inputs[1:], outputs, strict=False)))
        self.verb(lambda: loops.make_loop(document, page, self.chosen(numbers), kinds, boxes, wish))
        for block in self.chosen([number]):
            self.verb(partial(loops.replace_by_loop, self.document.diagram.document, self.page, block, wish))

    @rule(number=st.integers(0, 30), what=st.sampled_from(["expand", "unique", "duplicate", "rename", "delete"]))
    def change_composites(self, number: int, what: str) -> None:
        document, page = self.document.diagram.document, self.page
        instances = [block.id for block in page.blocks if verbs.composite_of(document, block) is not None]
        if not instances:
            return
        instance = instances[number % len(instances)]
        definition = verbs.composite_of(document, next(block for block in page.blocks if block.id == instance))
        assert definition is not None
        boxes = {block.id: (*block.at, 100.0, 80.0) for block in page.blocks}
        acts: dict[str, Callable[[], Any]] = {
            "expand": lambda: verbs.expand_instance(page, instance, definition, self.document.find, boxes),
            "unique": lambda: verbs.make_unique(document, page, instance),
            "duplicate": lambda: verbs.duplicate_composite(document, definition.name)[0],
            "rename": lambda: verbs.rename_composite(document, definition.name, f"C{number}"),
            "delete": lambda: verbs.delete_composites(unused(document) or [definition.name]),
        }
        self.verb(acts[what])

    @rule(
        number=st.integers(0, 30),
        name=st.sampled_from([*NAMES, *PINS]),
        what=st.sampled_from(["promote", "demote", "pin", "order", "value", "drop", "share", "gradient"]),
    )
    def change_definitions(self, number: int, name: str, what: str) -> None:
        document, page, find = self.document.diagram.document, self.page, self.document.find
        chosen = self.chosen([number])
        if not chosen:
            return
        [block] = chosen
        ends = [pin.block for side in pins(page) for pin in side] or [block]
        values = [value.name for value in (page.composite.values if page.composite is not None else ())] or [name]
        pin, value = ends[number % len(ends)], values[number % len(values)]
        again = partial(elaborate, composites=composites_of(document.composites))
        acts: dict[str, Callable[[], Any]] = {
            "promote": lambda: promoting.promote(document, page, block, name, find),
            "demote": lambda: promoting.demote(document, page, block, name),
            "pin": lambda: promoting.name_pin(document, page.name, pin, name),
            "order": lambda: promoting.move_pin(page, pin, number % len(ends)),
            "value": lambda: promoting.name_value(document, page.name, value, name),
            "drop": lambda: promoting.drop_value(document, page.name, value),
            "share": lambda: verbs.set_value(page, block, "shares", pin),
            "gradient": lambda: open_beside_instances(document, page, block, find, again)[0],
        }
        self.verb(acts[what])

    @rule(number=st.integers(0, 5))
    def go(self, number: int) -> None:
        names = ["", *(view.name for view in self.document.diagram.composites)]
        self.inside = names[number % len(names)]

    @rule(at=at, text=st.text(max_size=5))
    def note(self, at: tuple[int, int], text: str) -> None:
        self.verb(lambda: verbs.add_note(self.page, at, text))

    @rule(name=st.sampled_from(["p", "q", SCENE]), other=st.sampled_from(["p", "q", "r"]), what=st.integers(0, 3))
    def change_pages(self, name: str, other: str, what: int) -> None:
        if what == 0:
            self.do(AddPage(len(self.document.pages), Page(name)), "Add page")
        elif what == 1 and name != SCENE:
            self.do(RemovePage(name), "Remove page")
        elif what == 2 and name != SCENE:
            self.do(RenamePage(name, other), "Rename page")
        else:
            self.do(Group((SetTitle(other), SetTitle(name))), "Title")

    @rule()
    def end_gesture(self) -> None:
        self.document.end_gesture()

    @rule(times=st.integers(1, 4))
    def undo(self, times: int) -> None:
        for _ in range(times):
            self.document.undo()

    @rule(times=st.integers(1, 4))
    def redo(self, times: int) -> None:
        for _ in range(times):
            self.document.redo()

    @rule()
    def save(self) -> None:
        self.document.save(self.file)
        self.saved = self.document.history.position
        first = self.file.read_bytes()
        again = load(self.file)
        again.save(self.file)
        assert self.file.read_bytes() == first
        assert first.decode() == self.texts[self.saved]

    @precondition(lambda self: self.document.modified)
    @rule()
    def fail_to_save(self) -> None:
        try:
            self.document.save(Path(self.folder.name) / "no such folder" / "a.gradblocks")
        except DiagramError:
            assert self.document.modified
            assert self.document.path == self.file
            return
        raise AssertionError("it was saved nowhere")

    @invariant()
    def the_model_is_what_is_open(self) -> None:
        history = self.document.history
        assert len(history.entries) + 1 == len(self.texts)
        assert self.document.diagram.dumps() == self.texts[history.position]
        assert self.document.modified == (self.saved != history.position)
        if not self.document.modified:
            assert self.file.read_text("utf-8") == self.texts[history.position]

    @invariant()
    def the_scene_shows_the_page(self) -> None:
        QApplication.processEvents()
        mirror, page = self.scene.mirror, self.document.page(SCENE)
        assert mirror.page is page
        kinds, inside = {block.type for block in page.blocks}, self.document.types.inside
        types = [(self.document.find(kind), inside(kind)) for kind in kinds]
        if (page, types) == self.compared:
            return
        self.compared = (page, types)
        # Which routes wires take is not compared, and finding others takes longest.
        fresh = SceneModel(self.document.find, "curved", inside)
        fresh.sync(page)
        assert [item.block for item in mirror.order] == list(page.blocks)
        assert [item.face for item in mirror.order] == [item.face for item in fresh.order]
        assert np.array_equal(mirror.rects, fresh.rects)
        assert [item.wire for item in mirror.wires] == [item.wire for item in fresh.wires]
        assert [item.note for item in mirror.notes] == list(page.notes)
        assert [item.frame for item in mirror.frames] == list(page.frames)

    def teardown(self) -> None:
        """Undo all gives the first bytes, redo all the last; then nothing is left of it."""
        document, last = self.document, self.document.diagram.dumps()
        place = document.history.position
        while document.history.position:
            document.undo()
            assert document.diagram.dumps() == self.texts[document.history.position]
        while document.history.position < place:
            document.redo()
        assert document.diagram.dumps() == last
        assert loads(last).dumps() == last
        self.scene.deleteLater()
        self.folder.cleanup()
