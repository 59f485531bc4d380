from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt

from app.canvas.drawing.blocks import Extras
from blocks.document.changes import AddItems, RemoveItems
from blocks.document.data import Frame, Note
from tests.app.canvas.tools.hands import ALT, CTRL, RIGHT, SHIFT, Hands, undo_to_the_first_byte


def at(hands: Hands, block: str) -> tuple[float, float]:
    return next(each.at for each in hands.page.blocks if each.id == block)


def test_a_click_selects_one_block_and_a_click_on_nothing_none(hands: Hands) -> None:
    hands.click(hands.body("a"))
    assert hands.scene.selected_ids() == ["a"]
    hands.click(hands.body("m"))
    assert hands.scene.selected_ids() == ["m"]
    hands.click(QPointF(450, -150))
    assert hands.scene.selected_ids() == []


def test_shift_and_ctrl_add_and_take_away(hands: Hands) -> None:
    hands.click(hands.body("a"))
    hands.click(hands.body("m"), SHIFT)
    hands.click(hands.body("s"), CTRL)
    assert hands.scene.selected_ids() == ["a", "m", "s"]
    hands.click(hands.body("m"), SHIFT)
    assert hands.scene.selected_ids() == ["a", "s"]


def test_a_click_on_a_wire_selects_it(hands: Hands) -> None:
    hands.click(hands.middle("m.product -> r.features"))
    assert [str(wire) for wire in hands.scene.selected_wires()] == ["m.product -> r.features"]
    assert hands.scene.selected_ids() == []


def test_what_is_pressed_and_then_gone_is_not_dragged(hands: Hands) -> None:
    """Keys remove, while the button is down, the wire that would be dragged."""
    wire = "m.product -> r.features"
    place = hands.middle(wire)
    before = hands.document.diagram.dumps()
    hands.press(place)
    hands.document.do(RemoveItems("main", "wires", (hands.page.wires.index(hands.wire(wire)),)), "Remove")
    hands.move(place + QPointF(40, 40))
    hands.release(place + QPointF(60, 60))
    assert wire not in hands.wires
    hands.document.undo()
    assert hands.document.diagram.dumps() == before


def test_a_gesture_that_a_key_ends_does_not_begin_again_with_the_next_move(hands: Hands) -> None:
    wire = "m.product -> r.features"
    place = hands.middle(wire)
    hands.drag(place, place + QPointF(40, 40), drop=False)
    hands.key(Qt.Key.Key_Backspace)
    assert wire not in hands.wires
    hands.move(place + QPointF(60, 60))
    assert hands.tools.tool is None
    hands.release(place + QPointF(60, 60))
    assert [entry.text for entry in hands.document.history.entries] == [f"Remove wire {wire}"]


def test_a_box_selects_what_it_touches(hands: Hands) -> None:
    hands.drag(QPointF(-40, -60), QPointF(210, 60))
    assert hands.scene.selected_ids() == ["a", "m"]
    hands.drag(QPointF(380, -60), QPointF(420, 60), SHIFT)
    assert hands.scene.selected_ids() == ["a", "m", "r"]
    hands.drag(QPointF(-40, -60), QPointF(210, 60), CTRL)
    assert hands.scene.selected_ids() == ["r"]


def test_esc_takes_the_box_back_and_then_the_selection(hands: Hands) -> None:
    hands.click(hands.body("a"))
    hands.drag(QPointF(380, -60), QPointF(420, 60), drop=False)
    assert hands.scene.selected_ids() == ["r"]
    hands.key(Qt.Key.Key_Escape)
    assert hands.scene.selected_ids() == []


def test_dragging_a_block_moves_it_as_one_step(hands: Hands) -> None:
    def act() -> None:
        hands.drag(hands.body("r"), hands.body("r") + QPointF(33, 200), CTRL)

    undo_to_the_first_byte(hands, act, ["Move r"])
    assert at(hands, "r") == (433, 240)


def test_dragging_moves_all_that_is_selected(hands: Hands) -> None:
    hands.click(hands.body("a"))
    hands.click(hands.body("m"), SHIFT)
    hands.drag(hands.body("m"), hands.body("m") + QPointF(-10, 300), CTRL)
    assert at(hands, "a") == (-10, 300) and at(hands, "m") == (190, 340) and at(hands, "r") == (400, 40)
    assert [entry.text for entry in hands.document.history.entries] == ["Move 2 blocks"]


def test_shift_keeps_a_move_on_one_line(hands: Hands) -> None:
    hands.press(hands.body("r"))
    hands.move(hands.body("r") + QPointF(10, 10))
    start = hands.body("r") - QPointF(10, 10)
    hands.move(start + QPointF(90, 30), SHIFT)
    hands.release(start + QPointF(90, 30), SHIFT)
    assert at(hands, "r") == (490, 40)


def test_the_page_shows_a_move_before_the_document_has_it_and_esc_takes_it_back(hands: Hands) -> None:
    before = hands.document.diagram.dumps()
    hands.drag(hands.body("r"), hands.body("r") + QPointF(0, 200), CTRL, drop=False)
    assert hands.scene.block_rect("r").top() == 240 and at(hands, "r") == (400, 40)
    hands.key(Qt.Key.Key_Escape)
    assert hands.scene.block_rect("r").top() == 40
    hands.release(QPointF(400, 240))
    assert hands.document.diagram.dumps() == before and not hands.document.history.entries


def test_the_right_button_takes_a_move_back(hands: Hands) -> None:
    hands.drag(hands.body("r"), hands.body("r") + QPointF(0, 200), CTRL, drop=False)
    hands.press(QPointF(400, 300), button=RIGHT)
    assert hands.scene.block_rect("r").top() == 40 and not hands.document.history.entries


def test_a_move_that_nearly_makes_a_wire_straight_does(hands: Hands) -> None:
    # The pins that are wired decide, not the borders.
    gap = hands.output("r.activations").y() - hands.input("s.x").y()
    hands.drag(hands.body("s"), hands.body("s") + QPointF(140, gap + 4))
    assert hands.output("r.activations").y() == hands.input("s.x").y()


def test_a_move_close_to_a_line_with_another_block_snaps_and_shows_a_guide(hands: Hands) -> None:
    hands.drag(hands.body("x"), hands.body("x") + QPointF(203, 150), drop=False)
    assert hands.scene.block_rect("x").left() == 200
    hands.release(hands.body("x"))
    assert at(hands, "x")[0] == 200


def test_a_block_without_wires_dropped_on_a_wire_is_inserted(hands: Hands) -> None:
    hands.tools.drop("Tanh", QPointF(450, 450))

    def act() -> None:
        hands.drag(hands.body("Tanh1"), hands.middle("m.product -> r.features"), CTRL)

    undo_to_the_first_byte(hands, act, ["Insert Tanh1 between m.product and r.features"])
    assert "m.product -> Tanh1.x" in hands.wires and "Tanh1.y -> r.features" in hands.wires


def test_somebody_elses_edit_ends_a_move(hands: Hands) -> None:
    hands.drag(hands.body("r"), hands.body("r") + QPointF(0, 200), CTRL, drop=False)
    hands.document.do(AddItems("main", "notes", ((0, Note((0, 400), "x")),)), "Add note")
    assert hands.tools.tool is None and hands.scene.block_rect("r").top() == 40
    hands.release(QPointF(400, 300))
    assert [entry.text for entry in hands.document.history.entries] == ["Add note"]


def test_a_frame_takes_along_what_lies_in_it(hands: Hands) -> None:
    hands.document.do(
        AddItems("main", "frames", ((0, Frame((380, -10), (160, 200), "one")),)), "Add frame"
    )  # fmt: skip
    hands.document.do(AddItems("main", "notes", ((0, Note((390, 150), "n")),)), "Add note")

    def act() -> None:
        hands.drag(QPointF(460, 0), QPointF(470, 300), CTRL)

    undo_to_the_first_byte(hands, act, ["Move r"])
    assert (
        at(hands, "r") == (410, 340) and hands.page.frames[0].at == (390, 290) and hands.page.notes[0].at == (400, 450)
    )


def test_the_corner_of_a_frame_makes_it_larger(hands: Hands) -> None:
    hands.document.do(AddItems("main", "frames", ((0, Frame((0, 420), (100, 60), "one")),)), "Add frame")

    def act() -> None:
        hands.drag(QPointF(100, 480), QPointF(180, 500))

    undo_to_the_first_byte(hands, act, ["Resize frame"])
    assert hands.page.frames[0].size == (180, 80)


def test_the_corner_of_a_selected_block_makes_it_larger(hands: Hands) -> None:
    hands.click(hands.body("a"))
    corner = hands.scene.block_rect("a").bottomRight()

    def act() -> None:
        hands.drag(corner, corner + QPointF(80, 60))

    undo_to_the_first_byte(hands, act, ["Resize a"])
    assert hands.scene.block_rect("a").bottomRight() == corner + QPointF(80, 60)


def test_a_slice_with_alt_cuts_wires(hands: Hands) -> None:
    a, b = hands.output("a.output"), hands.output("w1.output")

    def act() -> None:
        hands.drag(a + QPointF(12, -20), b + QPointF(12, 20), ALT)

    undo_to_the_first_byte(hands, act, ["Cut 4 wires"])
    assert not any(wire.startswith(("a.", "w1.")) for wire in hands.wires)


def test_a_slice_through_nothing_is_no_edit(hands: Hands) -> None:
    hands.drag(QPointF(300, 400), QPointF(400, 420), ALT)
    assert not hands.document.history.entries


def test_the_right_button_selects_what_its_menu_is_about(hands: Hands) -> None:
    hands.click(hands.body("a"))
    hands.click(hands.body("m"), button=RIGHT)
    assert hands.scene.selected_ids() == ["m"]
    hands.click(hands.middle("m.product -> r.features"), button=RIGHT)
    assert len(hands.scene.selected_wires()) == 1


def test_a_double_click_opens_a_block_writes_a_note_and_searches(hands: Hands) -> None:
    hands.double_click(hands.scene.block_rect("a").bottomLeft() + QPointF(30, -4))
    assert hands.opened == ["a"]
    hands.double_click(QPointF(300, 420))
    assert len(hands.searches) == 1 and hands.searches[0].fits is None
    hands.searches[0].accept("Tanh", "", None, None)
    assert hands.page.blocks[-1].type == "Tanh" and hands.scene.selected_ids() == ["Tanh1"]
    hands.tools.search_at(hands.middle("m.product -> r.features"))
    assert hands.searches[1].title == "Insert between m.product and r.features"
    hands.searches[1].accept("Sigmoid", "", None, None)
    assert "m.product -> Sigmoid1.x" in hands.wires


def test_a_note_is_written_in_place(hands: Hands) -> None:
    hands.document.do(AddItems("main", "notes", ((0, Note((200, 420), "old")),)), "Add note")
    hands.double_click(QPointF(215, 428))
    field = hands.view.viewport().focusWidget()
    assert field is not None and field is not hands.view.viewport()

    def act() -> None:
        hands.type("new", field)
        hands.key(Qt.Key.Key_Return, CTRL, to=field)

    undo_to_the_first_byte(hands, act, ["Edit note"])
    assert hands.page.notes[0].text == "new"


def test_esc_leaves_a_note_as_it_was_and_an_empty_note_goes_away(hands: Hands) -> None:
    hands.document.do(AddItems("main", "notes", ((0, Note((200, 420), "old")),)), "Add note")
    hands.double_click(QPointF(215, 428))
    field = hands.view.viewport().focusWidget()
    assert field is not None
    hands.type("new", field)
    hands.key(Qt.Key.Key_Escape, to=field)
    assert hands.page.notes[0].text == "old"
    hands.double_click(QPointF(215, 428))
    field = hands.view.viewport().focusWidget()
    assert field is not None
    hands.key(Qt.Key.Key_Delete, to=field)
    hands.view.setFocus()
    assert hands.page.notes == ()


def test_the_title_of_a_frame_is_written_in_place(hands: Hands) -> None:
    hands.document.do(AddItems("main", "frames", ((0, Frame((0, 420), (160, 60), "one")),)), "Add frame")
    hands.double_click(QPointF(50, 430))
    field = hands.view.viewport().focusWidget()
    assert field is not None
    hands.type("two", field)
    hands.key(Qt.Key.Key_Return, to=field)
    assert hands.page.frames[0].title == "two"
    assert hands.document.history.undo_text == "Edit frame"


def test_a_new_block_lies_on_no_other(hands: Hands) -> None:
    hands.tools.drop("Tanh", QPointF(450, 450))
    hands.tools.drop("Tanh", QPointF(470, 480))
    hands.tools.drop("Tanh", QPointF(800, 450))
    first, second, third = (hands.scene.block_rect(f"Tanh{i}") for i in (1, 2, 3))
    assert not first.intersects(second)
    assert abs(first.x() - second.x()) < first.width() + 60 and abs(first.y() - second.y()) < first.height() + 60
    assert third.center().x() == 800  # where there is room it is at the mouse


@pytest.mark.parametrize("grid", [True, False])
def test_what_is_moved_snaps_to_the_grid(hands: Hands, grid: bool) -> None:
    hands.scene.set_shown(Extras(grid=grid))
    before = at(hands, "r")
    hands.press(hands.body("r"))
    start = hands.body("r")
    hands.move(start + QPointF(20, 300))
    hands.move(start + QPointF(33, 347))
    hands.release(start + QPointF(33, 347))
    moved = at(hands, "r")
    assert moved == ((round((before[0] + 33) / 10) * 10, round((before[1] + 347) / 10) * 10) if grid
                     else (before[0] + 33, before[1] + 347))  # fmt: skip
