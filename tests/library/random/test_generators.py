"""Generators whose state is a variable: the numbers and states of TensorFlow 2.21, run by run."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base.errors import DiagramError
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.run.client import ClientSession

STATE = [5, 7, 11]
# fmt: off
DRAWN: dict[tuple[str, str], list[Any]] = {
    ("StatefulUniform", "DT_HALF"): [0.5537109375, 0.5634765625, 0.5546875],
    ("StatefulUniform", "DT_BFLOAT16"): [0.4296875, 0.5078125, 0.4375],
    ("StatefulUniform", "DT_FLOAT"): [0.3664005994796753, 0.7981644868850708, 0.25775814056396484],
    ("StatefulUniform", "DT_DOUBLE"): [0.9312054306234503, 0.06206516449110855, 0.6756339908865552],
    ("StatefulStandardNormalV2", "DT_HALF"): [-1.3525390625, 0.42236328125, 0.37158203125],
    ("StatefulStandardNormalV2", "DT_BFLOAT16"): [-1.3515625, 0.421875, 0.37109375],
    ("StatefulStandardNormalV2", "DT_FLOAT"): [-1.352663516998291, 0.42232394218444824, 0.371599942445755],
    ("StatefulStandardNormalV2", "DT_DOUBLE"): [0.14353198003998585, 0.34921241535715664, -0.15105391949126],
    ("StatefulTruncatedNormal", "DT_FLOAT"): [-1.352663516998291, 0.42232394218444824, 0.371599942445755],
    ("StatefulTruncatedNormal", "DT_DOUBLE"): [0.14353198003998585, 0.34921241535715664, -0.15153096034275199],
    ("StatefulUniformFullInt", "DT_INT32"): [2066671159, -1436145087, -1960772040],
    ("StatefulUniformFullInt", "DT_UINT32"): [2066671159, 2858822209, 2334195256],
    ("StatefulUniformFullInt", "DT_INT64"): [-6168196178909403593, 773313867615895096, -7606923319042191515],
    ("StatefulUniformFullInt", "DT_UINT64"): [12278547894800148023, 773313867615895096, 10839820754667360101],
}
# fmt: on


def generator(root: Scope, state: list[int] = STATE) -> Output:
    return ops.Variable(root, np.array(state, np.int64)).as_output()


def long(number: int) -> Any:
    return np.array(number, np.int64)


@pytest.mark.parametrize(("name", "dtype"), DRAWN)
def test_what_is_drawn(name: str, dtype: str) -> None:
    root = Scope.new_root_scope()
    state = generator(root)
    drawn = getattr(ops, name)(state, long(1), np.array([3]), dtype=dtype)
    session = ClientSession(root)
    [result] = session.run([drawn])
    wanted = np.array(DRAWN[name, dtype], result.dtype)
    # The logarithm and the sine of normal numbers are the processor's own.
    np.testing.assert_allclose(
        result.astype(np.float64), wanted.astype(np.float64), rtol=0 if "Uniform" in name else 3e-7
    )
    assert session.run([state])[0].tolist() == [773, 7, 11]


@pytest.mark.parametrize(("dtype", "wanted"), [(np.int32, [785, 313, 4]), (np.int64, [147, 110, 231])])
def test_integers_between_limits(dtype: Any, wanted: list[int]) -> None:
    root = Scope.new_root_scope()
    limits = np.array(2, dtype), np.array(1000, dtype)
    [result] = ClientSession(root).run([ops.StatefulUniformInt(generator(root), long(1), np.array([3]), *limits)])
    assert result.tolist() == wanted


def test_a_run_goes_on_where_the_one_before_ended() -> None:
    """What ``tf.random.Generator.from_seed(1234)`` gives: normal([2]), then integers below 10."""
    root = Scope.new_root_scope()
    state = generator(root, [1234, 0, 0])
    normal = ops.StatefulStandardNormalV2(state, long(1), np.array([2]))
    whole = ops.StatefulUniformInt(state, long(1), np.array([2]), np.array(0, np.int32), np.array(10, np.int32))
    session = ClientSession(root)
    np.testing.assert_allclose(session.run([normal])[0], [0.9356608986854553, 1.0854305028915405], rtol=3e-7)
    assert session.run([whole])[0].tolist() == [9, 6]
    assert session.run([state])[0].tolist() == [2258, 0, 0]


def test_binomial_numbers() -> None:
    root = Scope.new_root_scope()
    state = generator(root)
    drawn = ops.StatefulRandomBinomial(state, long(1), np.array([4]), np.float64(10), np.float64(0.3))
    session = ClientSession(root)
    assert session.run([drawn])[0].tolist() == [2, 4, 5, 3]
    assert session.run([state])[0].tolist() == [89605, 7, 11]


@pytest.mark.parametrize(
    ("begin", "numbers", "end"),
    [
        (STATE, 1000, [256005, 7, 11]),
        ([-3, 7, 11], 1000, [255997, 8, 11]),
        ([-3, 7, 11, 13], 1000, [255997, 8, 11, 13]),
    ],
)
def test_where_a_generator_is(begin: list[int], numbers: int, end: list[int]) -> None:
    root = Scope.new_root_scope()
    state = generator(root, begin)
    was = ops.RngReadAndSkip(state, np.int32(1), np.array(numbers, np.uint64))
    session = ClientSession(root)
    assert session.run([was])[0].tolist() == begin[:3]
    assert session.run([state])[0].tolist() == end


@pytest.mark.parametrize(("numbers", "low"), [(300, 76805), (-300, -76795)])
def test_numbers_are_left_out(numbers: int, low: int) -> None:
    root = Scope.new_root_scope()
    state = generator(root)
    session = ClientSession(root)
    session.run([], {}, [ops.RngSkip(state, long(1), long(numbers))])
    assert session.run([state])[0].tolist() == [low, 7, 11]


def test_noise_stops_no_gradient() -> None:
    root = Scope.new_root_scope()
    x = ops.Placeholder(root, dtype="DT_DOUBLE", shape=[3]).as_output()
    noise = ops.StatefulUniform(generator(root), long(1), np.array([3]), dtype="DT_DOUBLE").as_output()
    [dx] = add_symbolic_gradients(root, [ops.Multiply(x, noise).as_output()], [x])
    [result] = ClientSession(root).run([dx], {x: np.ones(3)})
    np.testing.assert_array_equal(result, DRAWN["StatefulUniform", "DT_DOUBLE"])


@pytest.mark.parametrize(
    ("state", "algorithm", "limits", "pin"),
    [([5, 7], 1, (0, 5), "resource"), (STATE, 2, (0, 5), "algorithm"), (STATE, 1, (5, 5), "maxval")],
)
def test_what_is_no_generator_is_refused(state: list[int], algorithm: int, limits: tuple[int, int], pin: str) -> None:
    root = Scope.new_root_scope()
    with pytest.raises(DiagramError) as caught:
        ops.StatefulUniformInt(generator(root, state), long(algorithm), np.array([3]), *map(np.int32, limits))
    assert caught.value.pin == pin


def test_a_page_draws_others_in_each_step() -> None:
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("Variable", id="state", initvalues=np.array(STATE, np.int64))
    draw = page.add("StatefulUniform", id="draw", algorithm=1, shape=[3])
    page.wire("state.ref", f"{draw.id}.resource")
    session = blocks.Session(page)
    first, second = (session.run("draw")["draw.result_output"] for _ in range(2))
    np.testing.assert_array_equal(first, np.array(DRAWN["StatefulUniform", "DT_FLOAT"], np.float32))
    assert not np.array_equal(first, second)
