"""Tensors as a person types them."""

from __future__ import annotations

import contextlib
import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blocks.base.dtypes import FLOAT
from blocks.base.errors import DiagramError
from blocks.base.literal_text import MAX_CHARACTERS, parse_text
from blocks.base.literals import to_array


def message(text: str) -> str:
    with pytest.raises(DiagramError) as caught:
        parse_text(text)
    return caught.value.sentence()


TYPED: list[Any] = [
    ("{{1.0f, 2}, {3, 4}}", [[1.0, 2], [3, 4]]),
    ("{1,2}", [1, 2]),
    (" {\n1 ,\r\n\t2\n} ", [1, 2]),
    ("{}", []),
    ("{{},{}}", [[], []]),
    ("{ }", []),
    ("()", []),
    ("[[1, 2], (3, 4)]", [[1, 2], [3, 4]]),
    ("{[1],[2]}", [[1], [2]]),
    ("1", 1),
    ("-1", -1),
    ("+1", 1),
    ("- 1", -1),
    ("007", 7),
    ("-0", 0),
    ("-0.0", -0.0),
    ("1.0", 1.0),
    ("1.", 1.0),
    (".5", 0.5),
    ("1e3", 1000.0),
    ("1E-3", 0.001),
    ("1f", 1.0),
    ("1F", 1.0),
    ("1.5f", 1.5),
    ("1e5f", 1e5),
    ("{1.f,2F}", [1.0, 2.0]),
    ("{1,}", [1]),
    ("(1)", 1),
    ("(1,)", [1]),
    ("((1))", 1),
    ("(1, 2)", [1, 2]),
    ("[(1), (2)]", [1, 2]),
    ("(1.5,)", [1.5]),
    ("12345678901234567890123", 12345678901234567890123),
    ("0.1", 0.1),
    ("9007199254740993", 9007199254740993),
    ("true", True),
    ("TRUE", True),
    ("False", False),
    ("{true, FALSE}", [True, False]),
    ("np.True_", True),
    ("nan", "NaN"),
    ("NaN", "NaN"),
    ("-nan", "NaN"),
    ("np.nan", "NaN"),
    ("inf", "Infinity"),
    ("-inf", "-Infinity"),
    ("- Inf", "-Infinity"),
    ("Infinity", "Infinity"),
    ("-Infinity", "-Infinity"),
    ("+INF", "Infinity"),
    ("[-np.inf, 1]", ["-Infinity", 1]),
    ("1+2j", "1+2j"),
    ("1 - 2J", "1-2j"),
    ("-1j", "-1j"),
    ("(1+2j)", "1+2j"),
    ("{1.5+2e3j, 3}", ["1.5+2e3j", 3]),
    ("nan+infj", "nan+infj"),
    ("1e+2j", "1e+2j"),
    ("[1.+2.j]", ["1.+2.j"]),
    ('"a"', "a"),
    ("'a'", "a"),
    ('"it\'s"', "it's"),
    ('"a\\"b\\\\\\n\\t\\u00e9\\x41\\U0001F600\\/"', 'a"b\\\n\téA😀/'),
    ('"{1, 2}"', "{1, 2}"),
    ('""', ""),
    ('{"a", "b, c"}', ["a", "b, c"]),
    ('"two\nlines"', "two\nlines"),
    ('"日本"', "日本"),
    ('"\\ud83d\\ude00"', "😀"),
    ('"NaN"', "NaN"),
    ("b'a'", "a"),
    ("b'\\xff\\x00'", {"base64": "/wA="}),
    ("b'\\xc3\\xa9'", "é"),
    ('{"base64": "//4A"}', {"base64": "//4A"}),
    ("[{'base64':'//4A'}, 'x']", [{"base64": "//4A"}, "x"]),
    ('{"file": "weights.npy"}', {"file": "weights.npy"}),
    ('{"base64", "file"}', ["base64", "file"]),
    ("array([1, 2])", [1, 2]),
    ("np.array([[1., 2.]], dtype=np.float32)", [[1.0, 2.0]]),
    ("numpy.asarray(5)", 5),
    ("array([1, 2], dtype='<i4')", [1, 2]),
    ("[np.float32(1.5), np.int64(3)]", [1.5, 3]),
    ("np.complex64(1+2j)", "1+2j"),
    ("1/3", 1 / 3),
    ("{1/3, 2}", [1 / 3, 2]),
    ("{{784//2, -(1+2)/3},{2*pi, - np.pi}}", [[392, -1.0], [2 * math.pi, -math.pi]]),
    ("1e-3*4", 0.004),
    ("2**10", 1024),
    ("-2**2", -4),
    ("2**-1**2", 0.5),
    ("6/2", 3.0),
    ("1f/4", 0.25),
    ("np.float32(1 / 4)", 0.25),
    ("(1 - 2) *\n3", -3),
]


@pytest.mark.parametrize(
    ("text", "expected"),
    TYPED,
)
def test_parse(text: str, expected: Any) -> None:
    value = parse_text(text)
    assert repr(value) == repr(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "column 1: expected a value"),
        ("  ", "column 3: expected a value"),
        ("abc", "column 1: 'abc' is not a valid value. Use a number, true, false or a quoted string."),
        ("{1, abc}", "column 5: 'abc' is not a valid value. Use a number, true, false or a quoted string."),
        ("{1,\n 2,\n x}", "line 3, column 2: 'x' is not a valid value. Use a number, true, false or a quoted string."),
        ("{1,,2}", "column 4: expected a value, got a comma"),
        ("{,}", "column 2: expected a value, got a comma"),
        (",", "column 1: expected a value, got a comma"),
        ("{1 2}", "column 4: expected a comma between two values"),
        ("{1 f}", "column 4: 'f' is not a valid value. Use a number, true, false or a quoted string."),
        ("{1}{2}", "column 4: unexpected text after the value: write several values in braces, {1, 2}"),
        ("-3,25", "column 3: use a decimal point, as in 3.5: a comma separates values"),
        ("1, 2", "column 2: unexpected text after the value: write several values in braces, {1, 2}"),
        ("1;2", "column 2: separate values with commas"),
        ("{1,2", "column 1: '{' is never closed"),
        ("1]", "column 2: ']' has no opening bracket"),
        ("[1}", "column 3: '}' does not close the '[' at column 1"),
        ("null", "column 1: null is not a valid value: every element of a tensor needs a value"),
        ("[None]", "column 2: None is not a valid value: every element of a tensor needs a value"),
        ('"abc', "column 1: the quoted string that begins here has no closing quote"),
        ('"abc\\', "column 5: a backslash followed by '' is not a valid escape. Write a backslash as two backslashes."),
        (
            '"C:\\quit"',
            "column 4: a backslash followed by 'q' is not a valid escape. Write a backslash as two backslashes.",
        ),
        (
            '"\\x4"',
            "column 2: a backslash followed by 'x' is not a valid escape. Write a backslash as two backslashes.",
        ),
        (
            '"\\U00110000"',
            "column 2: a backslash followed by 'U' is not a valid escape. Write a backslash as two backslashes.",
        ),
        ('"\\ud83d"', "column 1: the string contains an incomplete character (a lone surrogate)"),
        ('"\udcff"', "column 1: the string contains an incomplete character (a lone surrogate)"),
        ('b"é"', "column 1: a byte string (b'...') can contain only ASCII characters: write other bytes as \\xff"),
        ('{"a": 3}', 'column 5: the only objects allowed as values are {"base64": "..."} and {"file": "..."}'),
        ('{"file": 3}', "column 10: expected a quoted string after 'file'"),
        ('{"file": "a", "b": 1}', "column 13: '}' must follow the value of 'file'"),
        ("1e400", "column 1: 1e400 is too large for any dtype"),
        ("{1, -1e400}", "column 5: -1e400 is too large for any dtype"),
        ("9" * 5000, "column 1: the number has 5000 characters; the limit is 4300"),
        ("0x10", "column 1: '0x10' is not a valid value. Use a number, true, false or a quoted string."),
        ("1_000", "column 1: '1_000' is not a valid value. Use a number, true, false or a quoted string."),
        ("1.2.3", "column 1: '1.2.3' is not a valid value. Use a number, true, false or a quoted string."),
        ("{1.5ff}", "column 2: '1.5ff' is not a valid value. Use a number, true, false or a quoted string."),
        ("--1", "column 1: '--1' is not a valid value. Use a number, true, false or a quoted string."),
        ("\u0661", "column 1: '\u0661' is not a valid value. Use a number, true, false or a quoted string."),
        ("[1, ..., 3]", "column 5: '...' is not a valid value. Use a number, true, false or a quoted string."),
        ("np.array(1, 2)", "column 1: np.array(...) needs exactly one value"),
        ("np.array()", "column 1: np.array(...) needs exactly one value"),
        ("np.zeros(3)", "column 1: 'np.zeros' is not a valid value. Use a number, true, false or a quoted string."),
        ("(1, dtype=int)", "column 3: 'dtype=' is not allowed here"),
        (
            "__import__('os')",
            "column 1: '__import__' is not a valid value. Use a number, true, false or a quoted string.",
        ),
        ("1/", "column 2: expected a number after '/'"),
        ("{2, 1+}", "column 6: expected a number after '+'"),
        ("{1+, 2}", "column 3: expected a number after '+'"),
        ("1/0", "column 2: division by zero"),
        ("9**9**9", "column 2: the result of '**' is too large for any dtype"),
        ("9.0**9**9", "column 4: the result of '**' is too large for any dtype"),
        ("{1e308*10}", "column 7: the result of '*' is too large for any dtype"),
        ("(-8)**(1/3)", "column 5: a negative number raised to a fractional power has no real result"),
        ("3*1+2j", "column 2: '*' needs finite real numbers, got '1+2j'"),
        ("{1, 2}/2", "column 7: '/' needs finite real numbers, got a list"),
        ("true+1", "column 5: '+' needs finite real numbers, got true"),
        (
            "[1. -2.]",
            "column 5: expected a comma between two values. Between two "
            "numbers, write '-' with spaces on both sides or on neither side.",
        ),
        ("[" * 65, "column 65: lists are nested more than 64 levels deep"),
        ("(" * 10**6, "column 65: lists are nested more than 64 levels deep"),
    ],
)
def test_refused_with_the_place(text: str, expected: str) -> None:
    assert message(text) == expected


def test_64_levels() -> None:
    value = parse_text("[" * 64 + "]" * 64)
    for _ in range(63):
        (value,) = value
    assert value == []


def test_a_text_that_is_too_long() -> None:
    assert "limit" in message(" " * (MAX_CHARACTERS + 1))


@pytest.mark.parametrize(
    "text",
    [
        "1" * 10**6,
        "-" * 10**6,
        '"' + "\\n" * 500_000 + '"',
        "[" + "1," * 500_000 + "x]",
        "1 " * 500_000,
        "(((" + " " * 10**6,
        "[" + "1.5f, " * 160_000 + "1.5]",
        "[" + "[1], " * 200_000 + "]",
        '"' * 10**6,
        "[" + "nan," * 250_000,
        "1." * 500_000,
        "{" + '{"base64": "AA=="},' * 50_000 + "}",
        "1+" * 500_000,
        "1+" * 300_000 + "1",
        "2**" * 300_000 + "2",
        "9*" * 300_000 + "9",
        "1.5*-" * 200_000 + "(1)",
        "\n" * 10**6 + "x",
        "np." * 330_000,
        "e" * 10**6,
    ],
    ids=range(20),
)
@pytest.mark.timeout(120)  # a quadratic reader needs far longer
def test_time_is_linear(text: str) -> None:
    with contextlib.suppress(DiagramError):
        assert parse_text(text) is not None


SUMS = st.recursive(
    st.integers(0, 99).map(str) | st.floats(0, 1e9).map(repr) | st.just("pi"),
    lambda part: st.tuples(
        st.sampled_from(["", "-", "+"]), part, st.sampled_from(["+", " - ", "*", "/", "//", " % ", "**"]), part
    ).map(lambda parts: "{}({}){}{}".format(*parts) if parts[0] else "{1}{2}{3}".format(*parts)),
    max_leaves=12,
)


@given(SUMS)
def test_arithmetic_is_that_of_python(text: str) -> None:
    try:
        value = parse_text(text)
    except DiagramError:
        # Python needs long for a tower of powers: only what it computes at once is compared
        if "**" not in text:
            with pytest.raises((ZeroDivisionError, OverflowError, AssertionError)):
                assert math.isfinite(eval(text, {"pi": math.pi}))
        return
    assert repr(value) == repr(eval(text, {"pi": math.pi}))


VALUES = st.recursive(
    st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda v: st.lists(v, max_size=4),
)


@given(VALUES)
def test_what_python_and_json_print_is_read_back(value: Any) -> None:
    for text in (repr(value), json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
        assert repr(parse_text(text)) == repr(value)
    if not any(c in repr(value) for c in "'\""):
        assert repr(parse_text(repr(value).replace("[", "{").replace("]", "}"))) == repr(value)


@given(st.lists(st.floats(allow_infinity=False, allow_nan=False) | st.integers(), min_size=1))
def test_the_fast_way_and_the_slow_way_agree(numbers: list[float]) -> None:
    inner = ", ".join(map(repr, numbers))
    fast = parse_text(f"[{inner}]")
    assert repr(fast) == repr(parse_text(f"[{inner}, 'x']")[:-1]) == repr(numbers)
    suffixed = "{" + ",".join(f"{n!r}f" for n in numbers) + "}"
    expected = [float(n) for n in numbers]
    assert repr(parse_text(suffixed)) == repr(parse_text(suffixed[:-1] + ",'x'}")[:-1]) == repr(expected)


@given(st.lists(st.lists(st.floats(width=32), min_size=2, max_size=2), min_size=1, max_size=20))
def test_what_numpy_prints_is_read_back(rows: list[list[float]]) -> None:
    array = np.array(rows, np.float32)
    with np.printoptions(threshold=10**6, floatmode="unique"):
        value = parse_text(repr(array))
    np.testing.assert_array_equal(to_array(value, FLOAT)[0], array)


@given(st.text(alphabet="[]{}(),.+-*/%0123456789eEfFjJnaituerlsxb\"'\\ \n:_;é\ud800") | st.text())
def test_any_text_is_a_value_or_an_error(text: str) -> None:
    try:
        parse_text(text)
    except DiagramError as error:
        assert error.message.startswith(("column ", "line "))
