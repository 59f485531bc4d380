"""A test of several rows tries all of them, and its error names those that failed."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tests.table import table


def test_each_row_is_tried_and_those_that_fail_are_named() -> None:
    tried: list[int] = []

    @table("a, b", [(1, 1), (1, 2), (2, 2), (3, 4), (5, 5)], ids=["1_1", "1_2", "2_2", "3_4", "5_5"], together=4)
    def rows(a: int, b: int, more: int) -> None:
        tried.append(a)
        if a == 2:
            pytest.skip("the other rows are tried all the same")
        with pytest.raises(ZeroDivisionError):
            _ = more / (a - b)

    test = cast("Any", rows)
    [mark] = test.pytestmark
    first, last = mark.args[1]
    with pytest.raises(BaseExceptionGroup, match="2 of 4 cases failed: 1_2, 3_4") as caught:
        test(first, more=1)
    test(last, more=1)
    assert tried == [1, 1, 2, 3, 5]
    assert [error.__notes__ for error in caught.value.exceptions] == [["in the case 1_2"], ["in the case 3_4"]]
    assert mark.kwargs["ids"] == ["1_1..3_4", "5_5..5_5"]


def test_the_columns_are_arguments_of_the_test() -> None:
    def test(a: int) -> None:
        del a

    with pytest.raises(AssertionError, match="not every column"):
        table("a, b", [(1, 2)])(test)
