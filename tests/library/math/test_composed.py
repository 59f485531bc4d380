"""Functions that work in another way on many numbers than on a few: the same numbers, wherever they stand."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from blocks.base.types import Array
from blocks.graph.scope import Scope
from blocks.library.index import find
from blocks.library.math import chunked, composed
from blocks.run.client import ClientSession
from blocks.testing.calls import same_bits
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
    "Atan": [0, 0, 1e-38, -1e-38, 1e-20, -1e-07, 0.0009999997, -0.0019999975, 0.29145679, -0.46364754, 0.78539813,
             -0.78539813, 1.19029, -1.3134726, 1.3370532, -1.4711277, 1.5374753, -1.558297, 1.5595229, 1.5607967,
             -1.5624633, 1.5707964, -1.5707964, 1.5707964, -1.5707964, NAN],
    "Asin": [0, 0, 1e-38, -1e-38, 1e-20, -1.0000002e-07, 0.0010000003, -0.0020000017, 0.30469269, -0.52359873,
             1.5707964, -1.5707964, *[NAN] * 14],
    "Acos": [1.5707964, 1.5707964, 1.5707964, 1.5707964, 1.5707964, 1.5707965, 1.5697964, 1.5727962, 1.2661039,
             2.0943952, 0, 3.1415927, *[NAN] * 14],
}
INSIDE = {  # the same of other numbers
    0.5001: [0.52371442, 1.0470821], -0.49999: [-0.52358717, 2.0943837], 0.75: [0.84806216, 0.72273427],
    -0.9: [-1.1197696, 2.6905658], 0.9999: [1.5566529, 0.014143428], -0.99999: [-1.5663213, 3.1371176],
    0.25: [0.25268027, 1.3181159], -0.125: [-0.12532783, 1.6961243],
}
ANGLES = [  # height, distance, and the angle
    *((0, 1, 0), (0, -1, 3.1415927), (-0.0, 1, -0.0), (-0.0, -0.0, -3.1415927), (0, 0, 0), (1, 0, 1.5707964)),
    *((1, 1, 0.78539813), (-1, -1, -2.3561945), (-2, 0.5, -1.3258177), (3, -4, 2.4980915), (1e-45, 3e-45, 0.4636476)),
    *((-3e-20, -7e-20, -2.7367008), (5e30, -1e30, 1.7681918), (INF, INF, 0.78539813), (-INF, INF, -0.78539813)),
    *((INF, 2, 1.5707964), (1, -INF, 3.1415927), (NAN, 1, NAN), (1, NAN, NAN)),
]
# fmt: on
REMAINDERS = "FloorMod", "Mod", "TruncateMod"
LAYOUTS: list[Callable[[Array], Array]] = [np.asfortranarray, lambda x: x[::2, 1:], lambda x: x.T]


@pytest.fixture(params=[False, True], ids=["composed", "NumPy's"])
def _both_processors(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """One for which NumPy has fast loops of all functions, and one for which it has none."""
    fast: bool = request.param

    def is_fast(_function: np.ufunc) -> bool:
        return fast

    monkeypatch.setattr(composed, "is_fast", is_fast)


both_processors = pytest.mark.usefixtures("_both_processors")


def cut_rest(x: Any, y: Any) -> Any:
    """What is left of Python's integers, with the sign of x."""
    rest: Any = x % y
    return rest - y * ((rest != 0) & ((x < 0) != (y < 0)))


QUOTIENTS: dict[str, Callable[[Any, Any], Any]] = {  # of Python's integers
    "FloorDiv": lambda x, y: x // y,
    "FloorMod": lambda x, y: x % y,
    "Div": lambda x, y: (x - cut_rest(x, y)) // y,
    "TruncateDiv": lambda x, y: (x - cut_rest(x, y)) // y,
    "TruncateMod": cut_rest,
}


def run(name: str, *args: Array) -> Any:
    spec = find(name)
    assert spec is not None
    with np.errstate(all="ignore"):
        return spec.kernel(*args)


@both_processors
@pytest.mark.parametrize("name", TENSORFLOW)
@pytest.mark.parametrize("times", [1, 100, 3_000])
def test_values_everywhere_are_those_of_tensorflow(name: str, times: int) -> None:
    x: Array = np.tile(np.array(X, np.float32), times)
    wanted = np.tile(TENSORFLOW[name], times)
    result = run(name, x)
    np.testing.assert_allclose(result, wanted, rtol=6e-7, atol=2e-38)
    assert same_bits(run(name, x.copy(order="F"), x), result) and same_bits(x, result)  # in its own place


@both_processors
@pytest.mark.parametrize("name", ["Expm1", "Log1p", "Erf", "Atan", "Asin"])
def test_zero_keeps_its_sign(name: str) -> None:
    assert np.signbit(run(name, np.full(5_000, -0.0, np.float32))).all()


@both_processors
@pytest.mark.parametrize("name", TENSORFLOW)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_how_numbers_lie_in_memory_does_not_matter(name: str, layout: Callable[[Array], Array]) -> None:
    x = np.random.default_rng(1).normal(size=(300, 301)).astype(np.float32)
    np.testing.assert_array_equal(run(name, layout(x)), layout(run(name, x)))


@both_processors
def test_parts_of_a_large_tensor_are_worked_out_as_the_whole() -> None:
    x = np.random.default_rng(2).normal(size=(4_000, 100)).astype(np.float32)
    root = Scope.new_root_scope()
    shown = new("Placeholder", root, dtype="DT_FLOAT", shape=list(x.shape))
    power = new("Erf", new("Softplus", shown))
    total = new("Log1p", new("Sum", power, 1, keep_dims=True))  # of which a part has few
    results = ClientSession(root).run([power, total], {shown: x})
    wanted = run("Erf", run("Softplus", x))
    assert same_bits(results[0], wanted)
    assert same_bits(results[1], run("Log1p", np.add.reduce(wanted, 1, keepdims=True)))


@both_processors
@pytest.mark.parametrize("times", [1, 10_000])
def test_arcs_within_their_domain_are_those_of_tensorflow(times: int) -> None:
    for name, wanted in zip(("Asin", "Acos"), zip(*INSIDE.values(), strict=True), strict=True):
        result = run(name, np.tile(np.array([*INSIDE], np.float32), times))
        np.testing.assert_allclose(result, np.tile(wanted, times), rtol=3e-7)


@both_processors
@pytest.mark.parametrize("times", [1, 10_000])
def test_angles_are_right_in_all_directions(times: int) -> None:
    for chosen in (ANGLES, ANGLES[:13]):  # finite numbers go another way than where some are not
        x, y, wanted = np.tile(np.array(chosen, np.float32).T, times)
        result = run("Atan2", x, y)
        np.testing.assert_allclose(result, wanted, rtol=3e-7)
        assert (np.signbit(result) == np.signbit(wanted))[~np.isnan(wanted)].all()
        assert same_bits(run("Atan2", x, y.copy(), x), result) and same_bits(x, result)


@both_processors
def test_angles_of_what_is_spread_are_those_of_the_whole() -> None:
    random = np.random.default_rng(4)
    x, y = (random.normal(size=size).astype(np.float32) for size in ((300, 1), (1, 301)))
    result = run("Atan2", x, y)
    np.testing.assert_allclose(result, np.arctan2(x.astype(np.float64), y.astype(np.float64)), rtol=3e-7)
    root = Scope.new_root_scope()
    shown = [new("Placeholder", root, dtype="DT_FLOAT", shape=list(each.shape)) for each in (x, y)]
    whole = new("Add", new("Atan2", *shown), 0.0)
    assert same_bits(ClientSession(root).run([whole], dict(zip(shown, (x, y), strict=True)))[0], result + np.float32(0))


@pytest.mark.parametrize("name", QUOTIENTS)
@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "int32", "int64"])
def test_integers_are_divided_exactly(name: str, dtype: str) -> None:
    edges, random = np.iinfo(dtype), np.random.default_rng(5)
    near = np.array([edges.max, edges.max - 1, edges.min, edges.min + 1, edges.max // 2 + 1, 1, 2, 3, 7], dtype)
    far = random.integers(edges.min, edges.max, 20_000, dtype, endpoint=True)
    for x, y in ((random.choice(near, 20_000), random.choice(near, 20_000)), (far, far[::-1]), (far, far[::-1] % 9)):
        y = np.where((y == 0) | ((x == edges.min) & (y == -1)), 3, y).astype(dtype)  # whose quotient is no such number
        wanted = QUOTIENTS[name](x.astype(object), y.astype(object)).astype(dtype)
        assert same_bits(run(name, x, y), wanted)
        assert same_bits(run(name, x, y, x), wanted) and same_bits(x, wanted)


@both_processors
def test_an_angle_does_not_depend_on_its_neighbours() -> None:
    x, y = np.random.default_rng(7).normal(size=(2, 5_000)).astype(np.float32)
    wanted = run("Atan2", x, y)
    x[7], y[9] = INF, NAN
    assert same_bits(run("Atan2", x, y)[10:], wanted[10:])


@both_processors
@pytest.mark.parametrize("name", [*TENSORFLOW, "Atan2", *QUOTIENTS])
def test_pieces_do_not_show(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    random, kind = np.random.default_rng(6), np.int32 if name in QUOTIENTS else np.float32
    x, y = (random.integers(1, 99, (130, 130)).astype(kind) for _ in range(2))
    given: list[tuple[Array, ...]] = [(x,), (x.T,), (x[::2],)]
    if name not in TENSORFLOW:
        given = [(x, y), (x.T, y), (x[::-1], y[:, :1]), (x[:1], y)]
    whole = [run(name, *each) for each in given]
    monkeypatch.setattr(chunked, "PIECE", 999)
    for each, wanted in zip(given, whole, strict=True):
        assert same_bits(run(name, *each), wanted)


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


SLOW_SOMEWHERE = "log1p", "expm1", "tan", "arcsin", "arccos", "arctan", "arctan2"
WHICH = f"""
import numpy as np
from blocks.library.math.composed import is_fast
print(*[is_fast(getattr(np, name)) for name in {SLOW_SOMEWHERE}])
"""


def test_numpys_functions_are_taken_where_it_has_loops_of_avx512() -> None:
    show: Any = np.show_config
    features: list[str] = show("dicts")["SIMD Extensions"]["found"]
    wide = sys.platform == "linux" and any(name in ("X86_V4", "AVX512_SKX") for name in features)
    without = {**os.environ, "NPY_DISABLE_CPU_FEATURES": " ".join(features)}
    for environment, wanted in ((os.environ, wide), (without, False)):
        done = subprocess.run(
            [sys.executable, "-c", WHICH], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout.split() == [str(wanted)] * len(SLOW_SOMEWHERE)
