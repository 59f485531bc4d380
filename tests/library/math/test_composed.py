"""Functions that work in another way on many numbers than on a few: the same numbers, wherever they stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from blocks.base.types import Array
from blocks.graph.scope import Scope
from blocks.library.index import find
from blocks.run.client import ClientSession
from tests.library.contract import same_bits
from tests.library.math.checks import new

NAN, INF = np.nan, np.inf
X = [
    *(0, -0.0, 1e-38, -1e-38, 1e-20, -1e-7, 1e-3, -2e-3, 0.3, -0.5, 1, -1, 2.5, -3.8),
    *(4.2, -10, 30, -80, 88.7, 100, -120, 3e38, -3e38, INF, -INF, NAN),
]
# fmt: off
TENSORFLOW = {  # tf.raw_ops of TensorFlow 2.21.0 on a CPU, of X; but Elu near 0, where it rounds, by hand
    "Expm1": [0, 0, 1e-38, -1e-38, 1e-20, -1e-07, 0.0010005003, -0.0019980015, 0.34985879, -0.39346933, 1.7182817,
              -0.63212055, 11.182494, -0.97762924, 65.686317, -0.99995458, 10686475000000.0, -1, 3.3259769e+38, INF, -1,
              INF, -1, INF, -1, NAN],
    "Log1p": [0, 0, 0, 0, 1e-20, -1.0000001e-07, 0.00099950039, -0.0020020029, 0.26236427, -0.69314718, 0.69314718,
              -INF, 1.252763, NAN, 1.6486585, NAN, 3.4339871, NAN, 4.4964709, 4.6151204, NAN, 88.596848, NAN, INF, NAN,
              NAN],
    "Tan": [0, 0, 1e-38, -1e-38, 1e-20, -1e-07, 0.0010000004, -0.0020000027, 0.30933627, -0.5463025, 1.5574077,
            -1.5574077, -0.74702233, -0.77355599, 1.777779, -0.64836085, -6.4053311, -9.0036545, 0.90469438,
            -0.58721393, -0.71312302, -1.8065544, 1.8065544, NAN, NAN, NAN],
    "Erf": [0, 0, 0, 0, 1.128379e-20, -1.1283791e-07, 0.0011283788, -0.002256755, 0.32862678, -0.52049989, 0.84270084,
            -0.84270084, 0.99959296, -0.99999988, 1, -1, 1, -1, 1, 1, -1, 1, -1, 1, -1, NAN],
    "Elu": [0, 0, 1e-38, -1e-38, 1e-20, -1e-07, 0.001, -0.001998001, 0.3, -0.39346933, 1, -0.63212055, 2.5, -0.97762924,
            4.2, -0.99995458, 30, -1, 88.7, 100, -1, 3e38, -1, INF, -1, NAN],
    "Softplus": [0.69314718, 0.69314718, 0.69314718, 0.69314718, 0.69314718, 0.69314712, 0.69364733, 0.69214773,
                 0.85435522, 0.47407699, 1.3132616, 0.31326169, 2.5788898, 0.022124218, 4.2148843, 4.5398898e-05, 30,
                 1.8048513e-35, 88.7, 100, 0, 3e38, 0, INF, 0, NAN],
}
# fmt: on
REMAINDERS = "FloorMod", "Mod", "TruncateMod"

LAYOUTS: list[Callable[[Array], Array]] = [np.asfortranarray, lambda x: x[::2, 1:], lambda x: x.T]


def run(name: str, *args: Array) -> Any:
    found = find(name)
    assert found is not None
    with np.errstate(all="ignore"):
        return found.kernel(*args)


@pytest.mark.parametrize("name", TENSORFLOW)
@pytest.mark.parametrize("times", [1, 100, 3_000])
def test_values_everywhere_are_those_of_tensorflow(name: str, times: int) -> None:
    x: Array = np.tile(np.array(X, np.float32), times)
    wanted = np.tile(TENSORFLOW[name], times)
    found = run(name, x)
    np.testing.assert_allclose(found, wanted, rtol=6e-7, atol=2e-38)
    assert same_bits(run(name, x.copy(order="F"), x), found) and same_bits(x, found)  # in its own place


@pytest.mark.parametrize("name", ["Expm1", "Log1p", "Erf"])
def test_zero_keeps_its_sign(name: str) -> None:
    assert np.signbit(run(name, np.full(5_000, -0.0, np.float32))).all()


@pytest.mark.parametrize("name", TENSORFLOW)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_how_numbers_lie_in_memory_does_not_matter(name: str, layout: Callable[[Array], Array]) -> None:
    x = np.random.default_rng(1).normal(size=(300, 301)).astype(np.float32)
    np.testing.assert_array_equal(run(name, layout(x)), layout(run(name, x)))


def test_parts_of_a_large_tensor_are_worked_out_as_the_whole() -> None:
    x = np.random.default_rng(2).normal(size=(4_000, 100)).astype(np.float32)
    root = Scope.new_root_scope()
    shown = new("Placeholder", root, dtype="DT_FLOAT", shape=list(x.shape))
    power = new("Erf", new("Softplus", shown))
    total = new("Log1p", new("Sum", power, 1, keep_dims=True))  # of which a part has few
    found = ClientSession(root).run([power, total], {shown: x})
    wanted = run("Erf", run("Softplus", x))
    assert same_bits(found[0], wanted)
    assert same_bits(found[1], run("Log1p", np.add.reduce(wanted, 1, keepdims=True)))


@pytest.mark.parametrize("name", REMAINDERS)
def test_remainders_of_many_numbers_are_exact(name: str) -> None:
    random = np.random.default_rng(3)
    x, y = (random.choice([*X, 3, -6, 7.5, 1e-45, 16777216], 60_000).astype(np.float32) for _ in range(2))
    wide = random.normal(size=(2, 60_000)) * 10.0 ** random.integers(-12, 12, (2, 60_000))
    # fmod is exact, and one addition of the divisor is rounded once.
    for a, b in ((x, y), wide.astype(np.float32)):
        with np.errstate(all="ignore"):
            rest = np.fmod(a, b)
            if name == "FloorMod":
                rest = np.where((rest != 0) & ((rest < 0) != (b < 0)), rest + b, rest + np.float32(0))
        assert same_bits(np.nan_to_num(run(name, a, b)), np.nan_to_num(rest))
        assert same_bits(np.nan_to_num(run(name, a, b, a)), np.nan_to_num(rest))


def test_a_divisor_is_spread_over_many_numbers() -> None:
    x = np.arange(60_000, dtype=np.float32).reshape(600, 100)
    y = np.arange(1, 101, dtype=np.float32)
    np.testing.assert_array_equal(run("FloorMod", -x, y), np.mod(-x.astype(np.int64), y.astype(np.int64)))
