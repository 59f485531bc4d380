"""Kernels that are measured beside a plain formulation and PyTorch: what a case is, and cases other than images."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import scipy.special  # pyright: ignore[reportMissingTypeStubs]

from blocks import ops
from blocks.base.types import Array
from blocks.graph.graph import Node
from blocks.graph.native_kernels import native_function
from blocks.graph.scope import Scope
from blocks.library.index import find
from blocks.native.machine import NUMPY, engine_of
from blocks.ops import Variable
from blocks.run.client import ClientSession

special: Any = scipy.special


class Case(NamedTuple):
    """One computation, in up to three ways.

    Attributes:
        ours: runs the kernel of a block type.
        plain: the same as it stands in a textbook, in NumPy.
        torch: given the module, makes the function that does it in PyTorch.
        rtol: how close ours and plain must be, of the largest number.
    """

    ours: Callable[[], Array]
    plain: Callable[[], Array]
    torch: Callable[[Any], Callable[[], object]] | None = None
    rtol: float = 1e-4


def kernel(name: str) -> Callable[..., Array]:
    """The kernel of a block type, or its machine code as in a plan."""
    spec = find(name)
    assert spec is not None, name
    if not hasattr(spec.kernel, "native") or engine_of(None) == NUMPY:
        return spec.kernel
    return lambda *args, **attributes: _function(name, args, attributes)(*args)


_made: dict[tuple[object, ...], Callable[..., Array]] = {}


def _function(name: str, args: tuple[Array, ...], attributes: dict[str, Any]) -> Callable[..., Array]:
    key = name, *[each.shape for each in args], str(attributes)
    if key not in _made:
        root = Scope.new_root_scope()
        node: Node = getattr(ops, name)(*[ops.Const(root, each) for each in args], **attributes).node()
        _made[key] = native_function(node) or node.type.bind(node.attrs, node.bound)
    return _made[key]


def numbers(*shape: int) -> Array:
    """Random numbers in single precision."""
    return np.random.default_rng(len(shape)).normal(size=shape).astype(np.float32)


def called(name: str, *args: Any) -> Callable[[Any], Callable[[], object]]:
    """A function of PyTorch with its arguments."""

    def in_torch(torch: Any) -> Callable[[], object]:
        values = [torch.from_numpy(arg) if isinstance(arg, np.ndarray) else arg for arg in args]
        return lambda: getattr(torch, name)(*values)

    return in_torch


def step_of(name: str, *given: Array) -> Callable[[], Array]:
    """A step of a plan with one block, which runs elementwise kernels chunk by chunk on threads."""
    root = Scope.new_root_scope()
    block = find(name)
    assert block is not None, name
    wanted = block(*(Variable(root, each) for each in given)).as_output()
    session = ClientSession(root)

    def step() -> Array:
        return session.run([wanted])[0]

    return step


def elementwise(name: str, plain: Callable[..., Array], theirs: str, *given: Array) -> Case:
    """A step with one elementwise block."""
    return Case(step_of(name, *given), lambda: plain(*given), called(theirs, *given))


def of_matrix(ours: str, plain: Callable[[Array], Array], theirs: str, *args: Any, rtol: float = 1e-4) -> Case:
    """A kernel that gets a matrix and perhaps an axis, against functions that get the same."""
    x, axes = numbers(1_000, 4_000), [np.array(arg, np.int32) for arg in args]
    return Case(lambda: kernel(ours)(x, *axes), lambda: plain(x), called(theirs, x, *args), rtol)


def softmax(make: Callable[..., Callable[[], Array]] | None = None) -> Case:
    x = numbers(1_000, 4_000)
    ours = (lambda: kernel("Softmax")(x)) if make is None else make("Softmax", x)

    def plain() -> Array:
        power = np.exp(x - x.max(1, keepdims=True))
        return power / power.sum(1, keepdims=True)

    return Case(ours, plain, called("softmax", x, 1))


def one_hot() -> Case:
    labels = np.random.default_rng(0).integers(0, 1_000, 20_000)
    on, off, depth = np.float32(1), np.float32(0), np.array(1_000, np.int32)

    def in_torch(torch: Any) -> Callable[[], object]:
        chosen = torch.from_numpy(labels)
        return lambda: torch.nn.functional.one_hot(chosen, 1_000).float()

    return Case(
        lambda: kernel("OneHot")(labels, depth, on, off),
        lambda: (labels[:, None] == np.arange(1_000)).astype(np.float32),
        in_torch,
        0,
    )


def batch_mat_mul() -> Case:
    x, y = numbers(32, 128, 64), numbers(32, 64, 128)
    return Case(
        lambda: kernel("BatchMatMul")(x, y),
        lambda: np.einsum("bij,bjk->bik", x, y, optimize=True),
        called("bmm", x, y),
    )


def cumulated(*shape: int, axis: int) -> Case:
    """Sums along a short axis."""
    x, along = numbers(*shape), np.array(axis, np.int32)
    ours = kernel("Cumsum")
    return Case(lambda: ours(x, along), lambda: np.cumsum(x, axis), called("cumsum", x, axis), 1e-3)


def divided(ours: str, plain: Callable[[Array, Array], Array], theirs: str, **options: str) -> Case:
    """A division of integers."""
    random = np.random.default_rng(0)
    x, y = (random.integers(1, top, (1_000, 4_000)).astype(np.int32) for top in (1_000_000, 1_000))

    def in_torch(torch: Any) -> Callable[[], object]:
        a, b = torch.from_numpy(x), torch.from_numpy(y)
        return lambda: getattr(torch, theirs)(a, b, **options)

    return Case(lambda: kernel(ours)(x, y), lambda: plain(x, y), in_torch, 0)


def trigamma() -> Case:
    y, order = np.abs(numbers(400, 1_000)) + np.float32(0.1), np.array(1, np.float32)

    def in_torch(torch: Any) -> Callable[[], object]:
        given = torch.from_numpy(y)
        return lambda: torch.polygamma(1, given)

    return Case(lambda: kernel("Polygamma")(order, y), lambda: special.zeta(2, y), in_torch)


def segment_max() -> Case:
    rows = numbers(100_000, 32)
    ids = np.sort(np.random.default_rng(0).integers(0, 5_000, 100_000)).astype(np.int32)
    ids[-1] = 4_999

    def plain() -> Array:
        top = np.full((5_000, 32), -np.inf, np.float32)
        np.maximum.at(top, ids, rows)
        return np.where(np.isinf(top), 0, top)

    def in_torch(torch: Any) -> Callable[[], object]:
        data, places = torch.from_numpy(rows), torch.from_numpy(ids)
        return lambda: torch.zeros(5_000, 32).index_reduce_(0, places, data, "amax", include_self=False)

    return Case(lambda: kernel("SegmentMax")(rows, ids), plain, in_torch, 0)


def segment_sum() -> Case:
    rows = numbers(100_000, 32)
    ids = np.sort(np.random.default_rng(0).integers(0, 5_000, 100_000)).astype(np.int32)
    ids[-1] = 4_999

    def plain() -> Array:
        total = np.zeros((5_000, 32), np.float32)
        np.add.at(total, ids, rows)
        return total

    def in_torch(torch: Any) -> Callable[[], object]:
        data, places = torch.from_numpy(rows), torch.from_numpy(ids)
        return lambda: torch.zeros(5_000, 32).index_add_(0, places, data)

    return Case(lambda: kernel("SegmentSum")(rows, ids), plain, in_torch)


def gather() -> Case:
    params, indices = numbers(50_000, 64), np.random.default_rng(0).integers(0, 50_000, 100_000)
    return Case(
        lambda: kernel("Gather")(params, indices),
        lambda: params[indices],
        called("index_select", params, 0, indices),
        0,
    )


def top_k(k: int) -> Case:
    rows, count = numbers(1_000, 1_000), np.array(k, np.int32)
    return Case(
        lambda: kernel("TopK")(rows, count)[0],
        lambda: np.sort(rows, -1)[:, ::-1][:, :k],
        called("topk", rows, k),
        0,
    )


def bincount() -> Case:
    places, weights = np.random.default_rng(0).integers(0, 1_000, 1_000_000), numbers(1_000_000)
    small, size = places.astype(np.int32), np.array(1_000, np.int32)
    return Case(
        lambda: kernel("Bincount")(small, size, weights),
        lambda: np.bincount(places, weights, 1_000),
        called("bincount", places, weights, 1_000),
    )


def remainder() -> Case:
    x, y = numbers(1_000, 4_000), 1 + np.abs(numbers(1_000, 4_000))
    return Case(lambda: kernel("FloorMod")(x, y), lambda: np.mod(x, y), called("remainder", x, y))


def gathered_numbers() -> Case:
    params, places = numbers(2_000, 250), np.random.default_rng(0).integers(0, (2_000, 250), (500_000, 2))
    rows, columns = places.T

    def in_torch(torch: Any) -> Callable[[], object]:
        data, places = torch.from_numpy(params), [torch.from_numpy(each.copy()) for each in (rows, columns)]
        return lambda: data[places[0], places[1]]

    return Case(lambda: kernel("GatherNd")(params, places), lambda: params[rows, columns], in_torch, 0)


def update_rule(name: str, slots: int, *numbers: float) -> Case:
    """A step of an optimiser in place, as plans run it; plain is its formula, which makes new arrays."""
    variables, gradient = [np.abs(numbers_like(i)) for i in range(slots + 1)], numbers_like(9)
    rule = find(name)
    assert rule is not None
    given = [*variables, *(np.float32(each) for each in numbers), gradient]
    buffers = [np.empty_like(each) for each in variables]
    return Case(lambda: rule.kernel(*given, buffers)[0], lambda: rule.kernel(*given)[0], rtol=0)


def numbers_like(seed: int) -> Array:
    """Random numbers for a large matrix of weights."""
    return np.random.default_rng(seed).normal(size=(3136, 1024)).astype(np.float32)


OTHERS: dict[str, Callable[[], Case]] = {
    "Softmax 1000x4000": softmax,
    "Cumsum along rows, 1000x4000": lambda: of_matrix("Cumsum", lambda x: np.cumsum(x, 1), "cumsum", 1, rtol=1e-3),
    "Cumsum down, 1000x4000": lambda: of_matrix("Cumsum", lambda x: np.cumsum(x, 0), "cumsum", 0, rtol=1e-3),
    "Cumsum along rows, 500000x8": lambda: cumulated(500_000, 8, axis=1),
    "Cumsum along rows, 60000x64": lambda: cumulated(60_000, 64, axis=1),
    "Cumsum in the middle, 4000x16x64": lambda: cumulated(4_000, 16, 64, axis=1),
    "Sum down, 1000x4000": lambda: of_matrix("Sum", lambda x: x.sum(0), "sum", 0),
    "Sum along rows, 1000x4000": lambda: of_matrix("Sum", lambda x: x.sum(1), "sum", 1),
    "ArgMax along rows, 1000x4000": lambda: of_matrix("ArgMax", lambda x: x.argmax(1), "argmax", 1, rtol=0),
    "OneHot 20000 of 1000": one_hot,
    "BatchMatMul 32 of 128x64x128": batch_mat_mul,
    "SegmentSum 100000x32 into 5000": segment_sum,
    "SegmentMax 100000x32 into 5000": segment_max,
    "Gather 100000 of 50000x64": gather,
    "TopK 10 of 1000, 1000 rows": lambda: top_k(10),
    "TopK 200 of 1000, 1000 rows": lambda: top_k(200),
    "Bincount of 1000000 with weights": bincount,
    "GatherNd 500000 numbers": gathered_numbers,
    "FloorMod 1000x4000": remainder,
    "Erf 1000x4000": lambda: of_matrix("Erf", special.erf, "erf"),
    "Expm1 1000x4000": lambda: of_matrix("Expm1", np.expm1, "expm1"),
    "Elu 1000x4000": lambda: of_matrix("Elu", lambda x: np.where(x < 0, np.expm1(x), x), "celu"),
    "Exp in a plan, 1000x4000": lambda: elementwise("Exp", np.exp, "exp", numbers(1_000, 4_000)),
    "Sigmoid in a plan, 1000x4000": lambda: elementwise("Sigmoid", special.expit, "sigmoid", numbers(1_000, 4_000)),
    "Softmax in a plan, 1000x4000": lambda: softmax(step_of),
    "Atan in a plan, 1000x4000": lambda: elementwise("Atan", np.arctan, "atan", numbers(1_000, 4_000)),
    "Acos in a plan, 1000x4000": lambda: elementwise("Acos", np.arccos, "acos", np.tanh(numbers(1_000, 4_000))),
    "Atan2 in a plan, 1000x4000": lambda: elementwise(
        "Atan2", np.arctan2, "atan2", numbers(1_000, 4_000), numbers(1_000, 4_000)[::-1].copy()
    ),
    "Digamma in a plan, 400x1000": lambda: elementwise("Digamma", special.psi, "digamma", numbers(400, 1_000)),
    "Polygamma 1, 400x1000": trigamma,
    "Div of int32, 1000x4000": lambda: divided("Div", np.floor_divide, "div", rounding_mode="trunc"),
    "FloorMod of int32, 1000x4000": lambda: divided("FloorMod", np.mod, "remainder"),
    "Prod along rows, 1000x4000": lambda: of_matrix("Prod", lambda x: x.prod(1), "prod", 1),
    "ApplyAdam 3136x1024": lambda: update_rule("ApplyAdam", 2, 0.9, 0.99, 0.01, 0.9, 0.99, 1e-8),
    "ApplyRMSProp 3136x1024": lambda: update_rule("ApplyRMSProp", 2, 0.01, 0.9, 0.9, 1e-8),
    "ApplyAdagrad 3136x1024": lambda: update_rule("ApplyAdagrad", 1, 0.01),
}
