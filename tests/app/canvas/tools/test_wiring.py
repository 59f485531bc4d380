from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication, QMenu

from app.core import verbs
from blocks.base.dtypes import FLOAT, INT32
from blocks.library.index import find
from tests.app.canvas.tools.hands import RIGHT, SHIFT, Hands, Info, undo_to_the_first_byte
from tests.app.pages import KNOWN


def add(hands: Hands, name: str, x: float, y: float) -> str:
    hands.tools.drop(name, QPointF(x, y))
    return hands.scene.selected_ids()[0]


def choose(hands: Hands, text: str) -> None:
    menu = hands.view.findChild(QMenu, "mends")
    assert isinstance(menu, QMenu)
    action = next(action for action in menu.actions() if action.text() == text)
    action.trigger()
    menu.close()
    QApplication.processEvents()


def test_a_wire_is_drawn_from_an_output_to_an_input(hands: Hands) -> None:
    tanh = add(hands, "Tanh", 300, 400)

    def act() -> None:
        hands.drag(hands.output("m.product"), hands.input(f"{tanh}.x"))

    undo_to_the_first_byte(hands, act, ["Wire m.product to Tanh1.x"])
    assert hands.wires[-1] == "m.product -> Tanh1.x"


def test_a_wire_is_drawn_from_an_input_to_an_output(hands: Hands) -> None:
    add(hands, "Tanh", 300, 400)
    hands.drag(hands.input("Tanh1.x"), hands.output("m.product"))
    assert hands.wires[-1] == "m.product -> Tanh1.x"


def test_a_wire_is_drawn_by_two_clicks(hands: Hands) -> None:
    add(hands, "Tanh", 300, 400)
    hands.click(hands.output("m.product"))
    assert hands.tools.tool is not None
    hands.move(QPointF(250, 300))
    hands.click(hands.input("Tanh1.x"))
    assert hands.wires[-1] == "m.product -> Tanh1.x" and hands.tools.tool is None


def test_a_wire_dropped_on_a_block_goes_to_its_first_open_pin_that_fits(hands: Hands) -> None:
    add(hands, "Multiply", 300, 400)
    hands.drag(hands.output("m.product"), hands.body("Multiply1"))
    hands.drag(hands.output("r.activations"), hands.body("Multiply1"))
    assert hands.wires[-2:] == ["m.product -> Multiply1.x", "r.activations -> Multiply1.y"]


def test_pins_that_fit_glow_while_a_wire_is_drawn(hands: Hands) -> None:
    hands.drag(hands.output("r.activations"), QPointF(560, 500), drop=False)
    lit = hands.scene.overlay.lit_blocks()
    # It may not go back to what it comes from, nor to a type that is not known.
    assert lit is not None and {"s", "n", "g", "r"} == lit
    hands.key(Qt.Key.Key_Escape)
    assert hands.scene.overlay.lit_blocks() is None and not hands.document.history.entries


def test_the_right_button_drops_a_wire(hands: Hands) -> None:
    hands.click(hands.output("m.product"))
    hands.press(QPointF(300, 450), button=RIGHT)
    assert hands.tools.tool is None and not hands.document.history.entries


def test_a_circle_is_refused_with_its_blocks_named(hands: Hands) -> None:
    hands.drag(hands.output("s.z"), hands.input("m.a"))
    assert hands.sentences == ["the blocks would form a cycle: m -> r -> s -> m"]
    assert not hands.document.history.entries


def test_another_dtype_is_refused_and_a_cast_is_offered(hands: Hands) -> None:
    add(hands, "Const", 50, 450)
    hands.scene.set_info(Info({**KNOWN, ("Const1", "output", None): (INT32, (2, 2))}))

    def act() -> None:
        hands.drag(hands.output("Const1.output"), hands.input("m.a"))
        choose(hands, "Insert Cast to float32")

    undo_to_the_first_byte(hands, act, ["Insert Cast to float32, wire Const1.output to m.a"])
    assert "Const1.output -> Cast1.x" in hands.wires and "Cast1.y -> m.a" in hands.wires


def test_another_shape_is_refused_and_transpose_is_offered(hands: Hands) -> None:
    add(hands, "Const", 50, 450)
    hands.scene.set_info(Info({**KNOWN, ("Const1", "output", None): (FLOAT, (1, 2))}))
    hands.drag(hands.output("Const1.output"), hands.input("m.b"))
    choose(hands, "Insert Transpose")
    assert "Transpose1.y -> m.b" in hands.wires


def test_a_refused_wire_can_be_made_anyway(hands: Hands) -> None:
    add(hands, "Const", 50, 450)
    hands.scene.set_info(Info({**KNOWN, ("Const1", "output", None): (INT32, (2, 2))}))
    hands.drag(hands.output("Const1.output"), hands.input("m.a"))
    choose(hands, "Connect anyway")
    assert "Const1.output -> m.a" in hands.wires


def test_a_wire_into_the_empty_searches_for_types_that_fit_with_the_pin_named(hands: Hands) -> None:
    hands.drag(hands.output("m.product"), QPointF(330, 420))
    [search] = hands.searches
    assert search.fits is not None and search.title == "Add a block that uses m.product"
    matmul, const = find("MatMul"), find("Const")
    assert matmul is not None and const is not None
    assert search.fits(matmul) == "a" and search.fits(const) is None

    def act() -> None:
        search.accept("Tanh", "", None, None)

    undo_to_the_first_byte(hands, act, ["Add Tanh"])
    assert hands.wires[-1] == "m.product -> Tanh1.x" and hands.scene.block_rect("Tanh1").left() == 330


def test_a_wire_from_an_input_into_the_empty_searches_for_what_gives_it(hands: Hands) -> None:
    hands.drag(hands.input("s.y"), QPointF(500, 420))
    [search] = hands.searches
    assert search.fits is not None
    const = find("Const")
    assert const is not None and search.fits(const) == "output"
    search.accept("Const", "", None, None)
    assert hands.wires[-1] == "Const1.output -> s.y"


def test_the_end_of_a_wire_moves_to_another_pin(hands: Hands) -> None:
    def act() -> None:
        hands.drag(hands.input("s.x"), hands.input("s.y"))

    undo_to_the_first_byte(hands, act, ["Move wire r.activations -> s.x"])
    assert "r.activations -> s.y" in hands.wires and "r.activations -> s.x" not in hands.wires


def test_an_end_let_go_in_the_empty_removes_the_wire(hands: Hands) -> None:
    def act() -> None:
        hands.drag(hands.input("s.x"), QPointF(560, 400))

    undo_to_the_first_byte(hands, act, ["Remove wire r.activations -> s.x"])


def test_an_end_let_go_where_it_was_changes_nothing(hands: Hands) -> None:
    hands.drag(hands.input("s.x"), hands.input("s.x") + QPointF(-8, 3))
    assert not hands.document.history.entries


def test_shift_draws_a_new_wire_from_an_input_that_is_taken(hands: Hands) -> None:
    hands.drag(hands.input("s.x"), hands.output("m.product"), SHIFT)
    assert "m.product -> s.x" in hands.wires and "r.activations -> s.x" not in hands.wires


def test_a_wire_is_taken_by_its_nearer_end(hands: Hands) -> None:
    start = hands.input("r.features") - QPointF(18, 0)
    assert hands.scene.wire_at(start) is not None
    hands.drag(start, QPointF(300, 450))
    assert "m.product -> r.features" not in hands.wires


def sources(hands: Hands, pin: str) -> list[str]:
    return [wire.source.block for wire in hands.page.wires if str(wire.target) == pin]


def test_a_list_takes_a_wire_where_it_is_dropped(hands: Hands) -> None:
    add(hands, "Tanh", 300, 420)
    add(hands, "Sigmoid", 300, 520)

    def act() -> None:
        hands.drag(hands.output("Tanh1.y"), hands.input("n.inputs", 0) - QPointF(0, 3))
        hands.drag(hands.output("Sigmoid1.y"), hands.input("n.inputs", 2) + QPointF(0, 3))

    undo_to_the_first_byte(hands, act, ["Wire Tanh1.y to n.inputs", "Wire Sigmoid1.y to n.inputs"])
    assert sources(hands, "n.inputs") == ["Tanh1", "m", "r", "Sigmoid1"]


def test_a_wire_of_a_list_is_dragged_to_another_place_in_its_order(hands: Hands) -> None:
    end = hands.input("n.inputs", 1)
    assert str(hands.scene.wire_at(end - QPointF(14, 0))) == "r.activations -> n.inputs"

    def act() -> None:
        hands.drag(end - QPointF(14, 0), hands.input("n.inputs", 0) - QPointF(0, 4))

    undo_to_the_first_byte(hands, act, ["Reorder n.inputs"])
    assert sources(hands, "n.inputs") == ["r", "m"]


def test_the_element_of_a_list_is_taken_where_one_tensor_is_needed(hands: Hands) -> None:
    add(hands, "Tanh", 1000, 420)
    hands.drag(hands.output("g.grad_outputs"), hands.input("Tanh1.x"))
    assert hands.wires[-1] == "g.grad_outputs[0] -> Tanh1.x"


def test_a_wire_starts_at_a_result_pin_too(hands: Hands) -> None:
    add(hands, "Tanh", 300, 420)
    key = next(key for key in hands.scene.pins_of("m") if key.pin.startswith("result_"))
    at = hands.scene.pin_position(key)
    assert at is not None
    hands.drag(at, hands.input("Tanh1.x"))
    assert hands.wires[-1] == "m.product -> Tanh1.x"


def test_a_wire_is_drawn_with_keys_alone(hands: Hands) -> None:
    add(hands, "Tanh", 300, 420)
    hands.scene.select(["m"])

    def act() -> None:
        hands.key(Qt.Key.Key_W, text="w")
        hands.key(Qt.Key.Key_Return)
        hands.type("tanh")
        hands.key(Qt.Key.Key_Return)

    undo_to_the_first_byte(hands, act, ["Wire m.product to Tanh1.x"])
    assert hands.tools.tool is None


def test_arrows_choose_among_pins_and_esc_gives_up(hands: Hands) -> None:
    hands.scene.select(["r"])
    hands.key(Qt.Key.Key_W, text="w")
    hands.key(Qt.Key.Key_Down)
    hands.key(Qt.Key.Key_Up)
    hands.key(Qt.Key.Key_Return)
    hands.key(Qt.Key.Key_Down)
    hands.key(Qt.Key.Key_Escape)
    assert hands.tools.tool is None and not hands.document.history.entries
    hands.scene.select()
    hands.key(Qt.Key.Key_W, text="w")
    assert hands.sentences == ["select one block to draw a wire from it"]


def test_alt_and_arrows_walk_from_block_to_block(hands: Hands) -> None:
    hands.scene.select(["a"])
    hands.key(Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert hands.scene.selected_ids() == ["m"]
    hands.key(Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert hands.scene.selected_ids() in (["a"], ["w1"])


def test_blocks_are_placed_beside_each_other_by_keys(hands: Hands) -> None:
    hands.scene.select(["g"])
    hands.tools.add("Tanh")
    hands.tools.add("Sigmoid")
    a, b = hands.scene.block_rect("Tanh1"), hands.scene.block_rect("Sigmoid1")
    assert a.left() > hands.scene.block_rect("g").right() and b.left() > a.right()
    assert hands.view.visible_rect().contains(b)


def test_a_type_hangs_at_the_mouse_until_a_click(hands: Hands) -> None:
    hands.tools.place("Tanh")
    hands.move(QPointF(300, 420), held=Qt.MouseButton.NoButton)
    hands.click(QPointF(300, 420), SHIFT)
    hands.click(QPointF(300, 520))
    hands.click(QPointF(500, 520))
    assert [block.id for block in hands.page.blocks if block.type == "Tanh"] == ["Tanh1", "Tanh2"]


def test_a_type_dropped_on_a_wire_is_inserted(hands: Hands) -> None:
    def act() -> None:
        hands.view.type_dropped.emit("StopGradient", hands.middle("m.product -> r.features"), "")

    undo_to_the_first_byte(hands, act, ["Insert StopGradient"])
    assert "m.product -> StopGradient1.input" in hands.wires
    hands.view.type_dropped.emit("NoSuchType", QPointF(0, 500), "")
    assert hands.sentences == ["there is no block type 'NoSuchType'"]


def test_what_the_search_gives_a_new_block_is_taken_over(hands: Hands) -> None:
    hands.drag(hands.input("s.y"), QPointF(500, 420))
    hands.searches[0].accept("Const", "output", {"val": 3.0}, None)
    assert hands.page.blocks[-1].values == {"val": 3.0} and hands.wires[-1] == "Const1.output -> s.y"
    hands.drag(hands.output("m.product"), QPointF(330, 420))
    hands.searches[1].accept("Subtract", "y", None, None)
    assert hands.wires[-1] == "m.product -> Subtract1.y"
    hands.double_click(QPointF(300, 500))
    hands.searches[2].accept("Const", "", {"val": [1.0]}, None)
    assert hands.page.blocks[-1].values == {"val": [1.0]}


def test_a_search_that_is_answered_when_its_block_is_gone_says_so(hands: Hands) -> None:
    hands.drag(hands.output("m.product"), QPointF(330, 420))
    hands.scene.select(["m"])
    edit = verbs.delete(hands.page, ["m"])
    assert hands.tools.ground.do(edit)
    hands.searches[0].accept("Tanh", "", None, None)
    assert hands.sentences == ["there is no block 'm'"]
    assert not any(block.type == "Tanh" for block in hands.page.blocks)


def test_a_wire_dropped_where_nothing_fits_says_so(hands: Hands) -> None:
    hands.drag(hands.output("m.product"), hands.body("a"))
    assert hands.sentences == ["no pin of a fits m.product"]
    assert not hands.document.history.entries


def test_delete_takes_away_the_wire_in_hand(hands: Hands) -> None:
    hands.drag(hands.input("s.x"), QPointF(560, 300), drop=False)
    hands.key(Qt.Key.Key_Delete)
    assert hands.document.history.undo_text == "Remove wire r.activations -> s.x" and hands.tools.tool is None


def test_a_bubble_breaks_long_sentences(hands: Hands) -> None:
    hands.tools.ground.say("word " * 60, bad=True)
    image = hands.view.grab()
    assert not image.isNull() and hands.sentences[0].startswith("word word")


def test_all_wires_of_an_output_move_together(hands: Hands) -> None:
    add(hands, "Tanh", 300, 400)
    before = [wire for wire in hands.wires if wire.startswith("r.activations")]
    assert len(before) == 2

    def act() -> None:
        hands.drag(hands.output("r.activations"), hands.output("m.product"), SHIFT)

    undo_to_the_first_byte(hands, act, ["Move 2 wires to m.product"])
    assert not [wire for wire in hands.wires if wire.startswith("r.activations")]
    assert {"m.product -> s.x", "m.product -> n.inputs"} <= set(hands.wires)


def test_all_wires_of_a_list_move_together_and_keep_their_order(hands: Hands) -> None:
    add(hands, "AddN", 300, 450)
    before = [wire.split(" ")[0] for wire in hands.wires if wire.endswith("-> n.inputs")]
    hands.drag(hands.input("n.inputs"), hands.input("AddN1.inputs"), SHIFT)
    assert [wire.split(" ")[0] for wire in hands.wires if wire.endswith("-> AddN1.inputs")] == before
    assert not any(wire.endswith("-> n.inputs") for wire in hands.wires)


def test_a_bundle_that_does_not_fit_stays_and_says_why(hands: Hands) -> None:
    before = hands.wires
    hands.drag(hands.output("r.activations"), hands.output("s.z"), SHIFT)
    assert hands.wires == before and "itself" in hands.sentences[-1]
    hands.drag(hands.input("n.inputs"), hands.input("s.x"), SHIFT)
    assert hands.wires == before and "one wire" in hands.sentences[-1]
    hands.drag(hands.output("r.activations"), QPointF(560, 500), SHIFT)
    assert hands.wires == before
    hands.drag(hands.output("r.activations"), hands.output("m.product"), SHIFT, drop=False)
    hands.key(Qt.Key.Key_Escape)
    assert hands.wires == before and hands.tools.tool is None


def test_a_pin_is_hit_where_it_is_painted_and_nowhere_else(hands: Hands) -> None:
    pin, rect = hands.output("m.product"), hands.scene.block_rect("m")
    for zoom in (0.1, 0.19, 0.3, 0.39, 0.41, 0.61, 1.0, 2.0, 4.0):
        hands.view.set_zoom(zoom)
        ground = hands.tools.ground
        painted = zoom >= 0.4
        assert (ground.pin_at(pin) is not None) == painted, zoom
        for x in range(25, round(rect.width()) - 10, 3):  # the input pins end 18 units within the left border
            for y in range(2, round(rect.height()) - 10, 3):
                assert ground.pin_at(rect.topLeft() + QPointF(x, y)) is None, (zoom, x, y)


def test_a_drag_on_a_block_moves_it_from_afar(hands: Hands) -> None:
    for zoom in (0.19, 0.3, 0.61, 1.0):
        hands.view.set_zoom(zoom)
        before = hands.scene.block_rect("m")
        start = QPointF(before.center().x(), before.bottom() - 10)
        hands.click(start)
        hands.drag(start, start + QPointF(64, 48))
        after = hands.scene.block_rect("m")
        assert hands.tools.tool is None and after.topLeft() != before.topLeft(), zoom
        if zoom < 0.5:  # too small to be resized: its corner moves it too
            hands.drag(after.bottomRight() - QPointF(10, 10), after.bottomRight() + QPointF(54, 38))
            again = hands.scene.block_rect("m")
            assert again.size() == after.size() and again.topLeft() != after.topLeft(), zoom
