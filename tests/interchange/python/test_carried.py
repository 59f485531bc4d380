"""Functions of the library that a program has a copy of."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.interchange.python.carried import Carried, NotCarried
from blocks.interchange.python.text import Identifiers
from blocks.library import index
from blocks.library.nn.windows import pool_over

MODULES = {"np": "numpy", "math": "math", "functools": "functools", "itertools": "itertools"}
STEP, _own = 2, [3.0]


class Refused(Exception):
    """What a program has in the place of errors of the library."""

    def __init__(self, message: str, **_more: str) -> None:
        super().__init__(message)


def adder(by: float) -> Any:
    """A closure with a default, a constant of the module, and an annotation."""

    def add(x: float, times: int = STEP) -> float:
        result: float = x + by * times
        return result + sum(_own)

    return add


def importing(x: Any) -> Any:
    """It imports from the library when it is called."""
    from blocks.library.nn.windows import pool_over as over

    return over(x, [1, 2, 2, 1], [1, 2, 2, 1], "SAME", "NHWC").windows


def two_meanings(values: list[float]) -> float:
    """The name of a module's constant is used, and that of a value of its own."""
    return sum([STEP for _ in values]) + sum(map(lambda STEP: STEP, values))


def refusing(x: Any) -> Any:
    """It raises an error of the library."""
    raise DiagramError("no", hint=str(x))


def copied(value: Any) -> Any:
    """What a program gets for an object, run without the library."""
    carried = Carried(Identifiers(()).new, MODULES, {DiagramError: Refused})
    expression = carried.expression(value)
    text = "\n".join(
        ["from typing import NamedTuple", "import math, functools, itertools", "import numpy as np", *carried.texts]
    )
    assert "blocks" not in text
    space: dict[str, Any] = {"__name__": "copied"}
    exec(compile(text, "copied", "exec"), space)
    return eval(expression, space)


def test_copies_compute_the_same() -> None:
    assert copied(adder(0.5))(1.0) == adder(0.5)(1.0) == 5.0
    assert (
        copied(pool_over)((1, 4, 4, 1), [1, 2, 2, 1], [1, 2, 2, 1], "SAME", "NHWC").windows
        == pool_over((1, 4, 4, 1), [1, 2, 2, 1], [1, 2, 2, 1], "SAME", "NHWC").windows
    )
    assert copied(importing)((1, 4, 4, 1)) == importing((1, 4, 4, 1))
    x = np.arange(24.0).reshape(2, 3, 4)
    for name, arguments in {
        "Transpose": (x, np.array([2, 0, 1])),
        "Tile": (x, np.array([1, 2, 1])),
        "Rank": (x,),
    }.items():
        spec = index.find(name)
        assert spec is not None
        np.testing.assert_array_equal(copied(spec.kernel)(*arguments), spec.kernel(*arguments))
    with pytest.raises(Exception, match="no") as caught:
        copied(refusing)(1)
    assert type(caught.value).__name__ == "Refused"


@pytest.mark.parametrize(
    ("value", "said"), [(two_meanings, "STEP, which has two meanings"), (iter([]), "list_iterator")]
)
def test_what_cannot_be_copied_is_named(value: Any, said: str) -> None:
    with pytest.raises(NotCarried, match=said):
        copied(value)
