from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.numbers import number_at, stepped
from app.panels.editors.grid import Codec, attribute_codec, input_codec, show_rows, show_tensor, tensor_caption
from blocks.base.errors import DiagramError
from blocks.base.literal_text import parse_text
from blocks.document.data import same
from blocks.graph.spec import REQUIRED, Attribute
from blocks.library.index import find


def codec(kind: str, **more: Any) -> Codec:
    return attribute_codec(Attribute("x", kind, REQUIRED, **more))


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("int", "12", 12), ("int", "3.0", 3), ("float", "1", 1.0), ("float", "1e-3", 0.001), ("float", "nan", "NaN"),
        ("shape", "[2, ?]", [2, None]), ("shape", "2x3", [2, 3]), ("shape", "(2, None)", [2, None]),
        ("shape", "?", None), ("shape", "[]", []), ("shape", "2 -1", [2, None]),
        ("list(int)", "[1, 2]", [1, 2]), ("list(int)", "1, 2", [1, 2]), ("list(float)", "{0.5, 1}", [0.5, 1.0]),
        ("list(string)", '["a", "b"]', ["a", "b"]), ("list(string)", "a, b", ["a", "b"]),
        ("list(type)", "[float, int64]", ["DT_FLOAT", "DT_INT64"]), ("list(type)", "float32", ["DT_FLOAT"]),
        ("list(shape)", "[[2, ?], [3]]", [[2, None], [3]]), ("list(shape)", "?", [None]),
        ("tensor", "{{3,2},{-1,0}}", [[3, 2], [-1, 0]]), ("tensor", "[[3, 2], [-1, 0]]", [[3, 2], [-1, 0]]),
        ("string", " as it is ", " as it is "),
    ],
)  # fmt: skip
def test_typed_values(kind: str, text: str, value: Any) -> None:
    converter = codec(kind)
    parsed = converter.parse(text)
    assert same(parsed, value)
    assert same(converter.parse(converter.show(parsed)), value)


@pytest.mark.parametrize(
    ("kind", "text", "says"),
    [
        ("int", "1.5", "not an integer"), ("int", "x", "not a valid value"), ("float", "[1]", "number"),
        ("shape", "2, y", "is not a size"), ("tensor", "{1, 2", "never closed"),
        ("tensor", "{{1, 2}, {3}}", "row 2 has 1 value"),
        ("list(type)", "flaot", "flaot"), ("list(shape)", "[[2], 3]", "write shapes"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_typed_value_is_said(kind: str, text: str, says: str) -> None:
    with pytest.raises(DiagramError) as caught:
        codec(kind).parse(text)
    assert says.lower() in caught.value.sentence().lower()


def test_limits_of_an_attribute_hold() -> None:
    with pytest.raises(DiagramError, match="at least 1"):
        codec("int", minimum=1).parse("0")


def test_an_input_takes_what_its_dtypes_take() -> None:
    matmul, join = find("MatMul"), find("StringJoin")
    assert matmul is not None
    assert join is not None
    assert input_codec(matmul.inputs[0]).parse("{{1.5}}") == [[1.5]]
    with pytest.raises(DiagramError):
        input_codec(matmul.inputs[0]).parse('"text"')
    encode = find("EncodeBase64")
    assert encode is not None
    codec = input_codec(encode.inputs[0])
    assert (codec.parse("plain words"), codec.show("plain words")) == ("plain words", "plain words")
    assert codec.parse('["a", "b"]') == ["a", "b"]


def test_rows_stand_in_columns() -> None:
    assert show_rows([[1, 20], [300, 4]]) == "[[  1, 20],\n [300,  4]]"
    assert show_rows([1, 2]) == "[1, 2]"
    assert show_rows([[[1]], [[2]]]) == "[[[1]],\n\n [[2]]]".replace("\n\n", "\n")
    assert tensor_caption([[1, 2], [3, 4]]) == "int32 [2,2]"
    assert tensor_caption(2.5) == "float32 scalar"


_LEAVES = st.one_of(
    st.integers(-(2**62), 2**62), st.floats(allow_nan=False, allow_infinity=False), st.booleans(), st.text(max_size=5)
)


@given(st.recursive(_LEAVES, lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=12))
def test_what_is_shown_reads_back(value: Any) -> None:
    wanted = parse_text(show_tensor(value))
    assert same(wanted, value) or "NaN" in show_tensor(value) or "Infinity" in show_tensor(value)
    assert same(parse_text(show_rows(value)), wanted)


@pytest.mark.parametrize(
    ("text", "place", "number"),
    [
        ("[[3, -2.5], [1, 0]]", 7, "-2.5"), ("[[3, -2.5], [1, 0]]", 2, "3"), ("[1, 2]", 0, None), ('"a 12"', 3, None),
        ("1e-3", 2, "1e-3"), ("5-3", 2, "3"), ("x2", 1, None), ("[NaN, 1]", 2, None), ("2x3", 0, None),
    ],
)  # fmt: skip
def test_the_number_at_a_place(text: str, place: int, number: str | None) -> None:
    part = number_at(text, place)
    assert (None if part is None else part.text) == number


@pytest.mark.parametrize(
    ("text", "steps", "more", "wanted"),
    [
        ("3", 2, {}, "5"), ("-1", 1, {}, "0"), ("3", -5, {"minimum": 0}, "0"), ("1000", 1, {}, "1010"),
        ("1000", 1, {"fine": True}, "1001"), ("0.01", 3, {}, "0.013"), ("1.0", 1, {}, "1.1"),
        ("1.0", 1, {"fine": True}, "1.01"), ("1.75", -1, {"coarse": True}, "0.75"),
        ("1.0", 2, {"coarse": True}, "3.0"), ("0.0", 1, {}, "0.1"), ("0.3f", -1, {}, "0.29"),
        ("1e-7", 1, {}, "1.1e-07"),
        ("0.1", -1, {}, "0.09"), ("0.5", -10, {"minimum": 0.45}, "0.45"),
    ],
)  # fmt: skip
def test_steps_are_in_the_second_digit(text: str, steps: int, more: dict[str, Any], wanted: str) -> None:
    assert stepped(text, steps, **more) == wanted
