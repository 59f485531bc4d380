from __future__ import annotations

from collections.abc import Callable

import pytest

from app.face.face import BlockInfo, BlockProblem, BlockView, PinFace, make_face, title_lines
from app.face.geometry import distance_to_path, make_geometry, route_wire
from app.face.theme import DARK, LIGHT, THEMES
from blocks.document.data import Block
from blocks.document.python_values import value_text
from blocks.library.index import all_types, find
from tests.reliability.steps import SIZES, second_difference, steps


def face(type_name: str, info: BlockInfo | None = None, **values: object) -> BlockView:
    return make_face(Block("x", type_name, values=values), find(type_name), info or BlockInfo())


def names(shown: BlockView, side: str) -> list[str]:
    return [pin.name if pin.index is None else f"{pin.name}[{pin.index}]" for pin in shown.pins if pin.side == side]


def test_pins_stand_where_the_original_has_them() -> None:
    shown = face("MatMul")
    assert names(shown, "left") == ["scope", "a", "b"]
    assert names(shown, "right") == ["product"]
    assert names(shown, "bottom") == ["result_product"]
    assert [pin.label for pin in shown.pins][:3] == ["Scope", "a", "b"]


def test_the_session_has_the_labels_of_the_original() -> None:
    labels = [pin.label for pin in face("ClientSession").pins]
    assert labels[:4] == ["Scope", "FeedType", "run (fetch_outputs)", "run (run_outputs)"]


def test_values_are_shown_at_their_pins_and_defaults_are_not() -> None:
    shown = face("MatMul", transpose_b=True, transpose_a=False)
    assert [(pin.name, pin.value) for pin in shown.pins if pin.kind == "attribute"] == [("transpose_b", "true")]
    assert face("Multiply", y=0.4).pin("y", is_input=True) == PinFace("y", "y", "left", value="0.4")


def test_a_wired_pin_shows_no_literal() -> None:
    shown = face("Multiply", BlockInfo(inputs={"y": 1}), y=0.4)
    pin = shown.pin("y", is_input=True)
    assert pin is not None and pin.wired and not pin.value


def test_elements_of_a_list_have_pins() -> None:
    assert names(face("Split", num_split=3), "right") == ["output", "output[0]", "output[1]", "output[2]"]
    wired = face("AddSymbolicGradients", BlockInfo(inputs={"inputs": 2}, outputs={"grad_outputs": (5,)}))
    assert names(wired, "right") == ["grad_outputs", "grad_outputs[0]", "grad_outputs[1]", "grad_outputs[5]"]


def test_an_unknown_type_has_the_pins_that_wires_name() -> None:
    info = BlockInfo(
        inputs={"in": 1}, outputs={"out": (None,)}, problems=(BlockProblem("there is no block type 'No'"),)
    )
    shown = make_face(Block("x", "No", values={"speed": 3}), None, info)
    assert shown.missing
    assert (names(shown, "left"), names(shown, "right")) == (["in", "speed"], ["out"])
    assert [badge.kind for badge in shown.badges] == ["error"]


def test_a_wire_to_a_pin_that_does_not_exist_ends_at_a_marked_pin() -> None:
    pin = face("MatMul", BlockInfo(inputs={"c": 1})).pin("c", is_input=True)
    assert pin is not None and pin.fault


def test_forms_tell_kinds_apart() -> None:
    session = face("ClientSession")
    forms = {pin.name: pin.form for pin in session.pins}
    assert forms["fetch_outputs"] == "square"
    assert forms["scope"] == "ring"
    assert face("ApplyGradientDescent").pins[1].form == "diamond"
    assert face("Operation").pins[-1].form == "triangle"
    assert face("MatMul").pins[1].form == "circle"


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("MatMul", ("MatMul",)),
        ("ApplyGradientDescent", ("ApplyGradient", "Descent")),
        ("AddSymbolicGradients", ("AddSymbolic", "Gradients")),
        ("no_words_but_underscores", ("no_words_but_", "underscores")),
    ],
)
def test_long_titles_break_between_words(name: str, lines: tuple[str, ...]) -> None:
    assert title_lines(name) == lines


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (None, "?"),
        ("DT_FLOAT", "float32"),
        ("Hello", "Hello"),
        ([1.0, -2.0], "[1.0, -2.0]"),
        ({"file": "w.npy"}, "w.npy"),
    ],
)
def test_values_as_text(value: object, text: str) -> None:
    assert value_text(value) == text


def test_a_large_value_is_cut() -> None:
    assert len(value_text([[i] * 50 for i in range(50)])) < 60
    assert value_text([[i] * 50 for i in range(50)]).endswith("…]")


def test_every_type_has_a_face_whose_pins_are_apart() -> None:
    for spec in all_types():
        geometry = make_geometry(make_face(Block("x", spec.name), spec, BlockInfo()))
        places = [(spot.x, spot.y) for spot in geometry.spots]
        assert len(set(places)) == len(places), spec.name
        assert all(0 <= x <= geometry.width and 0 < y <= geometry.height for x, y in places), spec.name


def test_results_values_and_shapes_move_nothing() -> None:
    plain = make_geometry(face("MatMul"))
    typed = make_geometry(face("MatMul", BlockInfo(types={"a": ("float32", "[2,2]")}), a=[[1.0] * 90]))
    assert [spot[1:] for spot in plain.spots] == [spot[1:] for spot in typed.spots]
    assert (plain.width, plain.height) == (typed.width, typed.height)


def test_wires_into_a_list_end_side_by_side_in_order() -> None:
    geometry = make_geometry(face("InputList", BlockInfo(inputs={"outputlist": 3})))
    spot = geometry.spot("outputlist", None, is_input=True)
    assert spot is not None
    heights = [spot.end(order)[1] for order in range(3)]
    assert heights == sorted(heights) and len(set(heights)) == 3


def test_wires_go_horizontal_vertical_horizontal() -> None:
    way = route_wire((0, 0), (300, 100))
    assert len(way) == 4
    assert [p[1] for p in way] == [0, 0, 100, 100] and way[1][0] == way[2][0]
    assert route_wire((0, 0), (300, 1)) == [(0, 0), (300, 1)]
    assert len(route_wire((300, 0), (0, 100))) == 6
    assert len(route_wire((0, 0), (300, 100), "curved")) == 4


def test_distance_to_a_wire() -> None:
    assert distance_to_path((5, 3), [(0, 0), (10, 0), (10, 10)]) == 3
    assert distance_to_path((13, 14), [(0, 0), (10, 0), (10, 10)]) == 5


def test_float_has_the_colour_of_its_role_other_dtypes_their_own() -> None:
    for theme in THEMES.values():
        assert (
            theme.pin_color("input", "float32") == theme.pin_color("input", "") != theme.pin_color("output", "float32")
        )
        assert theme.pin_color("input", "int32") == theme.pin_color("output", "int32")
        assert theme.pin_color("scope", "float32") != theme.pin_color("input", "float32")
    assert DARK.dark and not LIGHT.dark


def pins(n: int) -> BlockInfo:
    """Wires at pins that a block does not have, and some at one that is a list."""
    return BlockInfo({"inputs": 3, **{f"in{i}": 1 for i in range(n)}}, {f"out{i}": (None,) for i in range(n)})


def elements(n: int) -> BlockInfo:
    """Wires at the elements of one output."""
    return BlockInfo(outputs={"output": tuple(range(n))})


@pytest.mark.parametrize("block_type", ["Split", "Merge", "NoSuchType"])
@pytest.mark.parametrize("wires", [pins, elements])
def test_a_face_takes_time_for_each_pin_and_not_for_each_pair(
    block_type: str, wires: Callable[[int], BlockInfo]
) -> None:
    def look(info: BlockInfo) -> None:
        geometry = make_geometry(make_face(Block("x", block_type), find(block_type), info))
        for pin in info.inputs:
            assert geometry.spot(pin, None, is_input=True) is not None
        for pin, taken in info.outputs.items():
            for index in taken:
                assert geometry.spot(pin, index, is_input=False) is not None

    look(wires(1))  # so that all is imported
    assert second_difference([steps(look, wires(n)) for n in SIZES]) < 800
