"""How values are written in enuSpace's files."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blocks.document.data import Json
from blocks.interchange.enuspace import values as read


@pytest.mark.parametrize(
    ("text", "dtype"),
    [
        ("1", "DT_INT32"),
        ("0.1", "DT_DOUBLE"),
        ("1e3", "DT_DOUBLE"),
        ("1.0f", "DT_FLOAT"),
        ("{1.0f,2.0f}", "DT_FLOAT"),
        ("1+2j", "DT_COMPLEX128"),
        ('"a"', "DT_STRING"),
        ("true", "DT_DOUBLE"),
        ("false", "DT_FLOAT"),
    ],
)
def test_the_characters_of_a_literal_say_its_dtype(text: str, dtype: str) -> None:
    assert read.inferred_dtype(text) == dtype


@pytest.mark.parametrize(
    ("text", "dtype", "value"),
    [
        ("5", "DT_INT32", 5),
        (" -5 ", "DT_INT64", -5),
        ("2.0", "DT_INT32", 2),
        ("1.5f", "DT_FLOAT", 1.5),
        ("1", "DT_DOUBLE", 1.0),
        ("true", "DT_BOOL", True),
        ("0", "DT_BOOL", False),
        ("true", "DT_FLOAT", 1.0),
        ("nan", "DT_DOUBLE", "NaN"),
        ("-1.#INF00", "DT_DOUBLE", "-Infinity"),
        ("-nan(ind)", "DT_FLOAT", "NaN"),
        ("1+2j", "DT_COMPLEX128", "1+2j"),
        ("{1,2}", "DT_INT32", [1, 2]),
        ("{{1.0f, 2}, {3, 4}}", "DT_FLOAT", [[1.0, 2.0], [3.0, 4.0]]),
        ("{{{1}}}", "DT_INT32", [[[1]]]),
        ("{1,2,}", "DT_INT32", [1, 2]),
        ("{}", "DT_INT32", []),
        ("1,2;3", "DT_INT32", [1, 2, 3]),
        ("{W}", "DT_STRING", ["W"]),
        ("C:\\\\data\\\\a,b.t", "DT_STRING", "C:\\\\data\\\\a,b.t"),
    ],
)
def test_literals(text: str, dtype: str, value: Json) -> None:
    result = read.literal(text, dtype)
    assert result == value
    assert repr(result) == repr(value)  # 1 is not 1.0, True is not 1


@pytest.mark.parametrize(
    ("text", "dtype"),
    [
        ("features", "DT_FLOAT"),
        ("1_000", "DT_INT32"),
        ("1.5", "DT_INT32"),
        ("inf", "DT_INT32"),
        ("9" * 5000, "DT_INT32"),
        ("9" * 21, "DT_INT64"),
        ("1e400", "DT_DOUBLE"),
        ("{1,2", "DT_INT32"),
        ("1,2}", "DT_INT32"),
        ("{1,,2}", "DT_INT32"),
        ("{1}{2}", "DT_INT32"),
        ("{{1,2},{3}}", "DT_INT32"),
        ("{{1,2},3}", "DT_INT32"),
        ("1{2}", "DT_INT32"),
        ("{" * 1000 + "}" * 1000, "DT_INT32"),
        ("1+", "DT_COMPLEX64"),
        ("1", "DT_RESOURCE"),
        ("", "DT_FLOAT"),
    ],
)
def test_texts_that_are_no_literal(text: str, dtype: str) -> None:
    with pytest.raises(ValueError):
        read.literal(text, dtype)


@pytest.mark.parametrize(
    ("text", "shape", "dtype", "value"),
    [
        ("3.000000;2.000000;-1.000000;0.000000", (2, 2), "DT_DOUBLE", [[3.0, 2.0], [-1.0, 0.0]]),
        ("{3,2,-1,0}", (2, 2), "DT_DOUBLE", [[3.0, 2.0], [-1.0, 0.0]]),
        ("1,2,3,4", (4,), "DT_INT32", [1, 2, 3, 4]),
        ("1;2;3;", (3,), "DT_INT32", [1, 2, 3]),
        ("TRUE;FALSE", (2,), "DT_BOOL", [True, False]),
        ("0.000000", (), "DT_INT32", 0),
        ("5", (1, 1), "DT_INT32", [[5]]),
        ("a;b,c", (2,), "DT_STRING", ["a", "b,c"]),
        ("{a,b}", (2,), "DT_STRING", ["a", "b"]),
        ("{0}", (), "DT_STRING", "0"),
        ("", (), "DT_STRING", ""),
        ("x; y, z", (), "DT_STRING", "x; y, z"),
    ],
)
def test_flat_arrays(text: str, shape: tuple[int, ...], dtype: str, value: Json) -> None:
    count = 1
    for size in shape:
        count *= size
    assert read.nest(read.flat_elements(text, count, dtype), shape) == value


def test_a_flat_array_has_as_many_values_as_its_shape() -> None:
    with pytest.raises(ValueError, match="has 3 elements, but the shape needs 4"):
        read.flat_elements("1;2;3", 4, "DT_INT32")


@pytest.mark.parametrize(
    ("text", "code", "value"),
    [
        ("true", "b", True),
        ("TRUE", "b", True),
        ("yes", "b", False),
        ("784", "i", 784),
        ("0.5", "f", 0.5),
        ("NHWC", "s", "NHWC"),
        ("DT_FLOAT_REF", "y", "DT_FLOAT"),
        ("double", "y", "DT_DOUBLE"),
        ("{1,2,2,1}", "I", [1, 2, 2, 1]),
        ("1;2", "I", [1, 2]),
        ("{}", "I", []),
        ("{DT_FLOAT;DT_STRING}", "Y", ["DT_FLOAT", "DT_STRING"]),
        ("", "h", []),
        ("{}", "h", []),
        ("{2,3}", "h", [2, 3]),
        ("[2][3]", "h", [2, 3]),
        ("[2,-1]", "h", [2, None]),
        ("{}", "H", []),
        ("{{2,3},{4}}", "H", [[2, 3], [4]]),
        ("{[2][3],[4]}", "H", [[2, 3], [4]]),
        ("[2,3]", "H", [[2, 3]]),
        ("{2,3}", "H", [[2, 3]]),
    ],
)
def test_attributes(text: str, code: str, value: Json) -> None:
    assert read.attribute_value(text, code) == value


@pytest.mark.parametrize(("text", "code"), [("DT_NOTHING", "y"), ("a", "i"), ("{2,x}", "h"), ("-2", "h"), ("1.5", "i")])
def test_texts_that_are_no_attribute(text: str, code: str) -> None:
    with pytest.raises(ValueError):
        read.attribute_value(text, code)


def test_attribute_strings() -> None:
    text = "keep_dims_ = true;\n dilations_={1;2};strides_ = ;keep_dims_=false;plain=1"
    assert read.attribute_pairs(text) == {"keep_dims": "true", "dilations": "{1;2}", "strides": "", "plain": "1"}
    assert read.attribute_pairs("a_ = {1; b_ = 2") == {"a": "{1;b_=2"}
    assert read.attribute_pairs(" ; ;") == {}


def test_lists_of_literals() -> None:
    assert read.split_list("{1,2};{3,4}, 5") == ["{1,2}", "{3,4}", " 5"]


LITERAL_TEXTS = st.text("{},;0123456789.efj+-# ", max_size=40)


@given(LITERAL_TEXTS, st.sampled_from(["DT_INT32", "DT_FLOAT", "DT_STRING", "DT_BOOL"]))
def test_any_text_is_a_value_or_a_sentence(text: str, dtype: str) -> None:
    tries = [partial(read.literal, text, dtype), partial(read.flat_elements, text, 2, dtype)]
    tries += [partial(read.attribute_value, text, code) for code in "bifsyhIFSYH"]
    for attempt in tries:
        try:
            attempt()
        except ValueError as error:
            assert str(error)
    read.attribute_pairs(text)
