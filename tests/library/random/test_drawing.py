from __future__ import annotations

import zlib
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from blocks import ops
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.scope import Scope
from blocks.library.random.drawing import RandomNormal, RandomShuffle, RandomUniform, RandomUniformInt, TruncatedNormal
from blocks.ops import Placeholder
from blocks.run.client import ClientSession

stats: Any = import_module("scipy.stats")
SHAPE = [100, 200]
DISTRIBUTIONS = [
    (RandomUniform, stats.uniform()),
    (RandomNormal, stats.norm()),
    (TruncatedNormal, stats.truncnorm(-2, 2)),
]
DTYPES = ["DT_FLOAT", "DT_DOUBLE", "DT_HALF", "DT_BFLOAT16"]


def draw(kind: Any, *args: Any, seed: int = 1, steps: int = 1, **attributes: Any) -> Array:
    root = Scope.new_root_scope()
    node = kind(root, *args, **attributes)
    session = ClientSession(root, seed=seed)
    for _ in range(steps - 1):
        session.run(node)
    return session.run(node)[0]


@pytest.mark.parametrize(("kind", "wanted"), DISTRIBUTIONS, ids=["uniform", "normal", "truncated"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_distribution(kind: Any, wanted: Any, dtype: str) -> None:
    result = draw(kind, SHAPE, dtype=dtype)
    assert result.shape == tuple(SHAPE)
    wide = result.astype(np.float64).ravel()
    assert abs(wide.mean() - wanted.mean()) < 0.03
    assert abs(wide.std() - wanted.std()) < 0.03
    low, high = wanted.support()
    assert wide.min() >= low and wide.max() <= high
    if dtype in ("DT_FLOAT", "DT_DOUBLE"):  # the others are too coarse for a continuous distribution
        assert stats.kstest(wide, wanted.cdf).pvalue > 1e-3


@pytest.mark.parametrize("dtype", DTYPES)
def test_uniform_numbers_never_reach_one(dtype: str) -> None:
    result = draw(RandomUniform, [200_000], dtype=dtype).astype(np.float64)
    assert result.min() >= 0 and result.max() < 1


def test_integers_are_equally_likely() -> None:
    result = draw(RandomUniformInt, SHAPE, -3, 7)
    assert result.dtype == np.int32
    values, counts = np.unique(result, return_counts=True)
    assert values.tolist() == list(range(-3, 7))
    assert stats.chisquare(counts).pvalue > 1e-3


def test_all_integers_can_come() -> None:
    result = draw(RandomUniformInt, [10_000], np.int64(-(2**63)), np.int64(2**63 - 1))
    assert result.dtype == np.int64 and result.min() < -(2**62) and result.max() > 2**62


@pytest.mark.parametrize("shape", [(), (1,), (7,), (5, 2), (0, 3)])
def test_shuffled_rows_are_the_rows(shape: tuple[int, ...]) -> None:
    value = np.arange(int(np.prod(shape)), dtype=np.float32).reshape(shape)
    result = draw(RandomShuffle, value)
    assert result.dtype == value.dtype and result.shape == shape
    assert sorted(result.tolist()) == value.tolist() if shape else result == value


def test_every_order_is_equally_likely() -> None:
    rng = np.random.default_rng(0)
    orders = [tuple(RandomShuffle.kernel(np.arange(3), rng=rng).tolist()) for _ in range(6000)]
    _, counts = np.unique(np.array(orders), axis=0, return_counts=True)
    assert len(counts) == 6 and stats.chisquare(counts).pvalue > 1e-3


def test_strings_are_shuffled_too() -> None:
    assert sorted(draw(RandomShuffle, ["a", "b", "c"]).tolist()) == [b"a", b"b", b"c"]


@pytest.mark.parametrize(
    ("kind", "args"),
    [(RandomUniform, [[4]]), (RandomNormal, [[4]]), (TruncatedNormal, [[4]]), (RandomUniformInt, [[4], 0, 10**6])],
)
def test_runs_can_be_repeated(kind: Any, args: list[Any]) -> None:
    attributes: dict[str, Any] = {} if kind is RandomUniformInt else {"dtype": "DT_FLOAT"}
    first = draw(kind, *args, **attributes).tolist()
    assert draw(kind, *args, **attributes).tolist() == first
    assert draw(kind, *args, **attributes, steps=2).tolist() != first
    assert draw(kind, *args, **attributes, seed=2).tolist() != first


def test_refusals() -> None:
    root = Scope.new_root_scope()
    with pytest.raises(DiagramError, match="shape must be 0 or more, got -1"):
        RandomNormal(root, [2, -1], dtype="DT_FLOAT")
    with pytest.raises(DiagramError, match="must be one of"):
        RandomUniform(root, [2], dtype="DT_INT32")
    with pytest.raises(DiagramError, match="minval < maxval, got 5 and 5"):
        RandomUniformInt(root, [2], 5, 5)
    assert RandomUniformInt(root, [2, 0], 5, 5).output.shape == (2, 0)


def test_sizes_that_are_known_only_in_the_run() -> None:
    root = Scope.new_root_scope()
    shape = Placeholder(root, dtype="DT_INT32")
    node = RandomNormal(shape, dtype="DT_FLOAT")
    session = ClientSession(root, memory=1000)
    assert session.run(node, feed={shape: [2, 3]})[0].shape == (2, 3)
    with pytest.raises(DiagramError, match="must be 0 or more"):
        session.run(node, feed={shape: [2, -3]})
    with pytest.raises(DiagramError, match="would take 4,000,000 bytes"):
        session.run(node, feed={shape: [1000, 1000]})


@pytest.mark.parametrize(
    ("name", "dtype", "checksum"),
    [
        ("StatelessRandomNormalV2", "DT_FLOAT", 4134336834),
        ("StatelessRandomNormalV2", "DT_DOUBLE", 0xF55069FD),
        ("StatelessRandomNormalV2", "DT_HALF", 271772655),
        ("StatelessRandomNormalV2", "DT_BFLOAT16", 1988901471),
        ("StatelessTruncatedNormalV2", "DT_FLOAT", 3600144596),
        ("StatelessTruncatedNormalV2", "DT_DOUBLE", 0x1F6F3F0E),
        ("StatelessTruncatedNormalV2", "DT_HALF", 696739512),
        ("StatelessTruncatedNormalV2", "DT_BFLOAT16", 2158978713),
    ],
)
def test_many_numbers_of_the_normal_distribution_are_tensorflows_to_the_last_bit(
    name: str, dtype: str, checksum: int
) -> None:
    """``zlib.crc32(tf.raw_ops.NAME(shape=[300001], dtype=DTYPE, key=[123], counter=[0, 7], alg=1).numpy().tobytes())``
    of TensorFlow 2.21.
    """
    key, counter = np.array([123], np.uint64), np.array([0, 7], np.uint64)
    result = draw(getattr(ops, name), [300_001], key, counter, 1, dtype=dtype)
    assert zlib.crc32(result.tobytes()) == checksum
