"""Products of matrices that are cut, made by OpenBLAS on its threads or on one."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from blocks import ops
from blocks.base import matrix_products, threads
from blocks.base.matrix_products import matmul, parts_of, summing, sums
from blocks.base.openblas import OpenBlas, openblas
from blocks.base.threads import single_blas
from blocks.graph.scope import Scope
from blocks.ops import Variable
from blocks.run.client import ClientSession
from blocks.testing.calls import same_bits

Layout = Callable[[Any], Any]


def _apart(x: Any) -> Any:
    """Rows with something in between."""
    result = np.full((*x.shape[:-1], x.shape[-1] + 3), np.nan if x.dtype.kind in "fc" else 7, x.dtype)
    result[..., :-3] = x
    return result[..., :-3]


def _in_steps(x: Any) -> Any:
    return _apart(np.repeat(x, 2, -1))[..., ::2]


def _unaligned(x: Any) -> Any:
    result = np.empty(x.nbytes + 1, np.uint8)[1:].view(x.dtype).reshape(x.shape)
    result[...] = x
    return result


def _transposed(x: Any) -> Any:
    return np.ascontiguousarray(x.swapaxes(-1, -2)).swapaxes(-1, -2)


LAYOUTS: list[Layout] = [
    np.ascontiguousarray,
    _transposed,
    _apart,
    lambda x: _apart(x.swapaxes(-1, -2)).swapaxes(-1, -2),
    _in_steps,
    _unaligned,
    lambda x: np.ascontiguousarray(x[..., ::-1])[..., ::-1],
    lambda x: np.ascontiguousarray(x[..., ::-1, :])[..., ::-1, :],
    lambda x: x.astype(x.dtype.newbyteorder()),
    lambda x: np.broadcast_to(x[..., :1, :], x.shape),
    lambda x: x.astype(np.float64 if x.dtype == np.float32 else x.dtype),
]


SIZES = st.sampled_from([1, 2, 3, 17, 64, 97, 129, 300, 515, 4096])
MOST = 1 << 24
"""Multiplications of an example: what NumPy does not leave to BLAS takes it long."""


@contextmanager
def on_cores(count: int, *, free: bool = True) -> Generator[list[int]]:
    """So many cores, which others use or not, and an OpenBLAS of as many threads; on how many it made each product."""
    counts: list[int] = []
    actual = OpenBlas.call

    def call(*arguments: Any) -> int:
        counts.append(actual(*arguments))
        return counts[-1]

    with pytest.MonkeyPatch.context() as patch, single_blas():
        for module in (threads, matrix_products):
            patch.setattr(module, "thread_count", lambda: count)
        patch.setattr(threads._pool, "alone_until", 0.0 if free else math.inf)  # pyright: ignore[reportPrivateUsage]
        patch.setattr(OpenBlas, "threads", count)
        patch.setattr(OpenBlas, "call", call)
        yield counts


def made_of(shape: Sequence[int], kind: str, seed: int = 0) -> Any:
    """Numbers of some data type."""
    random = np.random.default_rng(seed)
    result = random.normal(size=shape) * (100 if kind == "i" else 1)
    return (result + 1j * random.normal(size=shape) if kind in "FD" else result).astype(kind)


@settings(max_examples=150)
@given(
    lead=st.sampled_from([(), (), (3,), (2, 2)]),
    sizes=st.tuples(SIZES, SIZES, SIZES),
    kind=st.sampled_from("ffdFDi"),
    layouts=st.tuples(*[st.sampled_from(LAYOUTS)] * 2),
    into=st.sampled_from([None, *LAYOUTS[:4]]),
    cores=st.sampled_from([2, 3]),
)
def test_products_are_those_of_numpy_and_the_same_whoever_makes_them(
    lead: tuple[int, ...],
    sizes: tuple[int, int, int],
    kind: str,
    layouts: tuple[Layout, Layout],
    into: Layout | None,
    cores: int,
) -> None:
    m, k, n = sizes
    assume(m * k * n * math.prod(lead) <= MOST)
    x, y = layouts[0](made_of((*lead, m, k), kind)), layouts[1](made_of((*lead, k, n), kind, 1))
    expected = np.matmul(x, y)
    results: list[Any] = []
    for free in (True, True, True, False):
        with on_cores(cores, free=free):
            out = None if into is None else into(np.full_like(expected, 7))
            results.append(matmul(x, y, out))
            assert out is None or results[-1] is out
    error = 0 if kind == "i" else 16 * k * np.finfo(np.result_type(x, y)).eps
    np.testing.assert_allclose(results[0], expected, rtol=0, atol=error * max(1, np.abs(x).max() * np.abs(y).max()))
    assert all(same_bits(each, results[0]) for each in results)


with_batches = pytest.mark.skipif(not getattr(openblas(), "batches", None), reason="NumPy has another BLAS")


@with_batches
@pytest.mark.parametrize(
    ("kind", "shape"),
    [
        *((kind, (97, 200, 300)) for kind in "fdFD"),
        ("f", (512, 128, 128)),
        ("f", (3, 999, 2000)),
        ("f", (3000, 999, 2)),
    ],
)
@pytest.mark.parametrize("layout", LAYOUTS[:4])
def test_blas_makes_large_products_on_threads(kind: str, shape: tuple[int, int, int], layout: Layout) -> None:
    m, k, n = shape
    x, y = layout(made_of((m, k), kind)), layout(made_of((k, n), kind))
    matrix_products._batch.cache_clear()  # pyright: ignore[reportPrivateUsage]
    counts: list[int] = []
    for free in (True, True, True, False):
        with on_cores(2, free=free) as more:
            matmul(x, y)
        counts += more
    assert counts == [2, 1, 2, 1], "the second time on one, to know how long that takes"
    with on_cores(2) as counts:
        matmul(x[:, :1], y[:1])
        matmul(made_of((1, 2000), "f"), made_of((2000, 3000), "f"))
    assert counts == [], "not by a batch: the small ones, and those with a vector"


class Library:
    """Stands for OpenBLAS of two threads: so many seconds a product takes on one, and on two."""

    def __init__(self, *seconds: float) -> None:
        self.seconds = seconds
        self.count = 2
        self.threads_used: list[int] = []

    def set(self, count: int) -> None:
        """As OpenBLAS is told."""
        self.count = count

    def make(self, *_arguments: object) -> None:
        """As it makes a product."""
        self.threads_used.append(self.count)
        time.sleep(self.seconds[self.count - 1])


def blas_of(library: Library) -> OpenBlas:
    """A BLAS of that library."""
    return OpenBlas(lambda: library.count, library.set, {"f": library.make})


@pytest.mark.parametrize(
    ("alone", "together", "expected"), [(0.2, 0.001, [2, 1, 2, 2, 2]), (0.01, 0.2, [2, 1, 2, 1, 1])]
)
def test_after_a_wait_for_threads_of_blas_one_works_alone(
    monkeypatch: pytest.MonkeyPatch, alone: float, together: float, expected: list[int]
) -> None:
    library = Library(alone, together)
    blas = blas_of(library)
    monkeypatch.setattr(matrix_products, "openblas", lambda: blas)
    monkeypatch.setattr(matrix_products, "thread_count", lambda: 2)
    monkeypatch.setattr(matrix_products, "thread_time", lambda: 0.0)  # it does not sleep
    pool = threads._pool  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(pool, "alone_until", 0.0)
    x = np.zeros((256, 256), np.float32)
    for _ in range(5):
        matmul(x, x)
    assert library.threads_used == expected
    assert library.count == 2, "as it was"
    pool.alone_until = 0.0
    matmul(x, x)
    assert library.threads_used[-1] == 2


def test_where_others_compute_blas_keeps_to_one_thread() -> None:
    library = Library(0, 0)
    blas = blas_of(library)
    inside, going = threading.Event(), threading.Event()

    def other() -> None:
        with blas:
            inside.set()
            assert going.wait(60)

    thread = threading.Thread(target=other)
    thread.start()
    assert inside.wait(60)
    assert blas.call(2, library.make) == 1
    going.set()
    thread.join()
    assert blas.call(2, library.make) == 2
    with blas:
        assert blas.call(2, library.make) == 2
        assert library.count == 1
    assert library.threads_used == [1, 2, 2]


def test_who_wants_one_thread_waits_for_a_product_on_more() -> None:
    library = Library(0, 0)
    blas = blas_of(library)
    seen: list[int] = []

    def other() -> None:
        with blas:
            seen.append(library.count)

    thread = threading.Thread(target=other)

    def make() -> None:
        thread.start()
        thread.join(0.1)
        assert seen == []
        assert library.count == 2

    assert blas.call(2, make) == 2
    thread.join()
    assert seen == [1]
    assert library.count == 2


def test_a_step_gives_the_same_as_a_product_by_itself() -> None:
    x, y = made_of((300, 400), "f"), made_of((400, 97), "f")
    assert parts_of(x.shape, y.shape[-1]) > 1
    root = Scope.new_root_scope()
    session, product = ClientSession(root), ops.MatMul(Variable(root, x), Variable(root, y))
    with on_cores(2):
        result = matmul(x, y)
        for _ in range(3):  # the first step is interpreted
            assert same_bits(session.run(product)[0], result)


@pytest.mark.parametrize("columns", [1, 40])
@pytest.mark.parametrize("rows", [64, 4000])
def test_a_matrix_of_one_number_is_as_any_other(rows: int, columns: int) -> None:
    """Such as the gradient of a sum: the last digits are those of its copy, by whichever way."""
    a = np.random.default_rng(3).normal(size=(rows, 32)).astype(np.float32)
    one = np.broadcast_to(np.float32(0.3), (rows, columns))
    copy = np.ascontiguousarray(one)
    assert same_bits(matmul(a.T, one), matmul(a.T, copy))
    assert rows > 64 or same_bits(matmul(a.T, one), a.T.dot(copy))  # as programs make small ones
    assert same_bits(matmul(one.T, a), matmul(copy.T, a))


@pytest.mark.parametrize("axes", [(0,), (2,), (0, 1), (1, 2), (0, 1, 2), (-1,), (2, 0), (1,)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int16])
@pytest.mark.parametrize("turned", [False, True])
def test_sums_along_axes_are_those_of_numpy(axes: tuple[int, ...], dtype: Any, turned: bool) -> None:
    x: Any = np.random.default_rng(0).integers(-9, 9, (5, 6, 7)).astype(dtype)  # whose sums are exact in every order
    x = x.transpose(2, 0, 1) if turned else x
    for keep in (False, True):
        wanted: Any = np.add.reduce(x, axes, dtype, keepdims=keep)
        result = sums(x, axes, keep)
        assert result.dtype == dtype and result.shape == wanted.shape
        np.testing.assert_array_equal(result, wanted)


def test_rows_of_large_tensors_do_not_depend_on_others() -> None:
    """Plans cut these into pieces; BLAS adds up some rows in another order than others."""
    x: Any = np.random.default_rng(0).normal(size=(1_100, 130)).astype(np.float32)
    assert summing(x.shape, (1,), x.dtype) is None and summing(x.shape, (0,), x.dtype) is not None
    assert same_bits(sums(x, (1,)), np.concatenate([np.add.reduce(x[i : i + 13], 1) for i in range(0, 1_100, 13)]))
    assert summing((2, 0), (1,), x.dtype) is None and summing((), (), x.dtype) is None


def test_ones_are_kept_for_so_many_numbers_only() -> None:
    assert summing((1 << 20, 3), (0,), np.dtype(np.float32)) is not None
    assert summing(((1 << 20) + 1, 3), (0,), np.dtype(np.float32)) is None
