"""Tables of cases, many of which are checked in one test: a test takes pytest milliseconds, and most cases less."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

import pytest

Test = TypeVar("Test", bound=Callable[..., object])


def table(
    names: str,
    rows: Iterable[Any],
    *,
    ids: Callable[[Any], object] | Iterable[object] | None = None,
    together: int = 50,
) -> Callable[[Test], Test]:
    """Call a test for each row, as ``pytest.mark.parametrize`` does, but for several rows in one test.

    Every row of a test is tried, and the error names all that failed. These rows share what fixtures provide. A row
    that is skipped counts as passed.

    Args:
        names: the arguments of the test, separated by commas.
        rows: a value for each argument, or the value of the single one.
        ids: the name of each row, or a function that names it by its first value.
        together: the number of rows in one test.
    """
    arguments = [name.strip() for name in names.split(",")]
    values = [tuple(row) if len(arguments) > 1 else (row,) for row in rows]
    if ids is None:
        called = ["-".join(map(repr, row)) for row in values]
    else:
        called = [str(ids(row[0])) for row in values] if callable(ids) else [str(each) for each in ids]
    named = list(zip(called, values, strict=True))
    parts = [named[i : i + together] for i in range(0, len(named), together)]

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def all_rows(cases: list[tuple[str, tuple[Any, ...]]], **fixtures: Any) -> None:
            failures: list[tuple[str, BaseException]] = []
            for name, row in cases:
                try:
                    test(**dict(zip(arguments, row, strict=True)), **fixtures)
                except pytest.skip.Exception:
                    continue
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"in the case {name}")
                    failures.append((name, error))
            if failures:
                names, errors = zip(*failures, strict=True)
                raise BaseExceptionGroup(f"{len(errors)} of {len(cases)} cases failed: {', '.join(names)}", errors)

        given = inspect.signature(test)
        fixtures = [each for name, each in given.parameters.items() if name not in arguments]
        assert len(fixtures) + len(arguments) == len(given.parameters), "not every column is an argument of the test"
        first = inspect.Parameter("cases", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        cast("Any", all_rows).__signature__ = given.replace(parameters=[first, *fixtures])
        mark = pytest.mark.parametrize("cases", parts, ids=[f"{part[0][0]}..{part[-1][0]}" for part in parts])
        return cast("Test", mark(all_rows))

    return decorate
