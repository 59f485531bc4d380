"""Einstein summation, and broadcast products of matrix batches."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Mapping, Sequence
from functools import lru_cache, partial
from operator import methodcaller
from typing import Any

import numpy as np

from blocks.base.dtypes import BFLOAT16, COMPLEX, DOUBLE, FLOAT, HALF, INT8, INT16, INT32, INT64, NUMERIC, UINT8, DType
from blocks.base.errors import DiagramError
from blocks.base.matrix_products import matmul as product
from blocks.base.matrix_products import parts_of
from blocks.base.shapes import broadcast, is_known, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.kernel_choice import specialised
from blocks.library.array.arguments import pin_error
from blocks.library.declare import block, make
from blocks.library.linalg.shared import require_matrix
from blocks.library.math.shared import adjoint, is_small, wide_dtype

_DOTS = "..."

Labels = tuple[str, ...]
"""The labels of the axes of an operand, in order; an ellipsis is one of them."""


def _labels(text: str) -> Labels:
    front, dots, back = text.partition(_DOTS)
    return (*front, *([_DOTS] if dots else []), *back)


def parse(equation: str, count: int) -> tuple[list[Labels], Labels]:
    """Parse ``ij,jk->ik`` into the labels of the operands and of the result."""
    left, arrow, right = equation.replace(" ", "").partition("->")
    if not arrow or "->" in right:
        raise DiagramError(f"the equation {equation!r} must contain one '->'", pin="equation")
    terms = [_labels(term) for term in left.split(",")]
    if len(terms) != count or count not in (1, 2):
        text = f"the equation {equation!r} has {len(terms)} operands, but {count} are wired; Einsum supports one or two"
        raise DiagramError(text, pin="equation")
    result = _labels(right)
    known = {label for term in terms for label in term}
    for label in result:
        if label not in known:
            raise DiagramError(f"label {label!r} of the result is not in any operand of {equation!r}", pin="equation")
    if result.count(_DOTS) > 1 or "." in {*known, *result}:
        raise DiagramError(f"the equation {equation!r} contains a stray '.'", pin="equation")
    return terms, result


class _Sized:
    def __init__(self) -> None:
        self.of: dict[str, int | None] = {}
        self.dots: Shape = ()

    def add(self, labels: Labels, shape: tuple[int | None, ...], pin: str) -> None:
        rest = len(shape) - (len(labels) - labels.count(_DOTS))
        if rest < 0 or (rest > 0 and _DOTS not in labels):
            text = f"the {len(labels)} labels {''.join(labels)!r} do not match an operand of shape {shape_text(shape)}"
            raise DiagramError(text, pin=pin)
        at = 0
        for label in labels:
            if label == _DOTS:
                self.dots = broadcast(self.dots, shape[at : at + rest])
                at += rest
                continue
            size, known = shape[at], self.of.get(label)
            if known is not None and size is not None and size != known:
                raise DiagramError(f"label {label!r} has size {known} in one place and {size} in another", pin=pin)
            self.of[label] = size if known is None else known
            at += 1

    def shape(self, labels: Labels) -> tuple[int | None, ...]:
        result: list[int | None] = []
        for label in labels:
            if label == _DOTS:
                result += self.dots or ()
            else:
                result.append(self.of[label])
        return tuple(result)


def _axes(labels: Labels, rank: int, dots: int) -> list[Any]:
    own = rank - (len(labels) - labels.count(_DOTS))
    result: list[Any] = []
    for label in labels:
        result += [("dots", i) for i in range(dots - own, dots)] if label == _DOTS else [label]
    return result


class _Operand:
    """An operand during planning; labels and shape are those of its current axes."""

    def __init__(self, labels: list[Any], shape: tuple[int, ...]) -> None:
        self.labels, self.shape = labels, shape
        self.steps: list[Callable[[Array], Array]] = []

    def take_diagonals(self) -> None:
        labels = self.labels
        while len({*labels}) < len(labels):
            label = next(each for each in labels if labels.count(each) > 1)
            i = labels.index(label)
            j = labels.index(label, i + 1)
            self.steps.append(methodcaller("diagonal", axis1=i, axis2=j))
            self.shape = (*[size for k, size in enumerate(self.shape) if k not in (i, j)], self.shape[i])
            del labels[j], labels[i]
            labels.append(label)

    def broadcast(self, sizes: Mapping[Any, int]) -> None:
        pairs = zip(self.labels, self.shape, strict=True)
        shape = tuple([sizes.get(each, size) if size == 1 and type(each) is tuple else size for each, size in pairs])
        if shape != self.shape:
            self.steps.append(partial(np.broadcast_to, shape=shape))
            self.shape = shape

    def add_up(self, others: Container[Any]) -> None:
        alone = tuple([axis for axis, label in enumerate(self.labels) if label not in others])
        if alone:
            self.steps.append(partial(_summed, axes=alone))
            self.shape = tuple([size for axis, size in enumerate(self.shape) if axis not in alone])
            self.labels = [label for label in self.labels if label in others]

    def order(self, labels: list[Any]) -> None:
        axes = [self.labels.index(label) for label in labels]
        if axes != [*range(len(axes))]:
            self.steps.append(methodcaller("transpose", axes))
            self.labels, self.shape = labels, tuple([self.shape[axis] for axis in axes])

    def form(self, *shape: int) -> None:
        if shape != self.shape:
            self.steps.append(methodcaller("reshape", shape))
            self.shape = shape


def _summed(x: Array, axes: tuple[int, ...]) -> Array:
    return x.sum(axis=axes, dtype=x.dtype)


def _through(steps: Sequence[Callable[[Array], Array]]) -> Callable[[Array], Array]:
    """Compose steps into one function: for small tensors the calls dominate."""
    if not steps:
        return lambda x: x
    if len(steps) == 1:
        return steps[0]
    first, second = _through(steps[:-1]), steps[-1]
    return lambda x: second(first(x))


@lru_cache(1024)
def _program(equation: str, shapes: tuple[tuple[int, ...], ...]) -> Callable[[Sequence[Array]], Array]:
    """Return the cached program of an equation for some shapes: small models have dozens per step."""
    terms, result = parse(equation, len(shapes))
    dots = max(len(x) - len(term) + 1 if _DOTS in term else 0 for x, term in zip(shapes, terms, strict=True))
    operands = [_Operand(_axes(term, len(x), dots), x) for x, term in zip(shapes, terms, strict=True)]
    for each in operands:
        each.take_diagonals()
    if len(operands) == 2:
        sizes = [dict(zip(each.labels, each.shape, strict=True)) for each in operands]
        operands[0].broadcast(sizes[1])
        operands[1].broadcast(sizes[0])
    rank = len(result) - result.count(_DOTS) + (dots if _DOTS in result else 0)
    whole = _axes(result, rank, dots)
    single = list(dict.fromkeys(whole))
    named = [{*each.labels} for each in operands]
    for i, each in enumerate(operands):
        each.add_up({*single}.union(*named[:i], *named[i + 1 :]))
    results = operands[0] if len(operands) == 1 else _matrices(operands[0], operands[1], single)
    results.order(single)
    if single != whole:
        results.steps.append(partial(_repeated, labels=single, whole=whole))
    if len(operands) == 1:
        results.steps.append(lambda x: np.array(x, order="C"))  # who gets it may write into it
    first, second, last = (_through(each) for each in (operands[0].steps, operands[-1].steps, results.steps))
    multiply = _multiplier(operands[0].shape, (operands[-1].shape or (0,))[-1])

    def one(given: Sequence[Array]) -> Array:
        return last(given[0])

    def two(given: Sequence[Array]) -> Array:
        return last(multiply(first(given[0]), second(given[1])))

    return one if len(operands) == 1 else two


def _multiplier(left: Sequence[int], columns: int) -> Callable[[Array, Array], Any]:
    if len(left) != 2:
        return np.matmul
    return np.ndarray.dot if parts_of(left, columns) < 2 else product


def _matrices(x: _Operand, y: _Operand, result: list[Any]) -> _Operand:
    a, b = x.labels, y.labels
    wanted = {*result}
    batch = [label for label in result if label in a and label in b]
    inner = [label for label in a if label in b and label not in wanted]
    rows = [label for label in a if label not in b]
    columns = [label for label in b if label not in a]
    x.order([*batch, *rows, *inner])
    y.order([*batch, *inner, *columns])
    many, left, right = len(batch), x.shape, y.shape
    m, n = left[many : many + len(rows)], right[len(right) - len(columns) :]
    outer = np.broadcast_shapes(left[:many], right[:many])
    depth = math.prod(left[many + len(rows) :])
    x.form(*left[:many], math.prod(m), depth)
    y.form(*right[:many], depth, math.prod(n))
    results = _Operand([*batch, *rows, *columns], (*outer, math.prod(m), math.prod(n)))
    results.form(*outer, *m, *n)
    return results


def _multiply(x: Array, y: Array) -> Any:
    return product(x, y) if x.ndim == y.ndim == 2 else np.matmul(x, y)


def einsum(equation: str, operands: Sequence[Array]) -> Array:
    dtype = operands[0].dtype
    if is_small(operands[0]):
        operands = [each.astype(wide_dtype(each), copy=False) for each in operands]
    return _program(equation, tuple([each.shape for each in operands]))(operands).astype(dtype, copy=False)


def _repeated(x: Array, labels: Sequence[Any], whole: Sequence[Any]) -> Array:
    sizes = dict(zip(labels, x.shape, strict=True))
    result = np.zeros([sizes[label] for label in whole], x.dtype)
    indices = dict(zip(labels, np.ix_(*map(np.arange, x.shape)), strict=True))
    result[tuple(indices[label] for label in whole)] = x
    return result


def _einsum_of(node: Node) -> Callable[..., Any] | None:
    shapes = [each.shape for each in node.inputs]
    if not all(map(is_known, shapes)):
        return None
    return _program(node.attrs["equation"], tuple([tuple([size or 0 for size in shape or ()]) for shape in shapes]))


@block(
    "inputs: T* -> output: T",
    T=NUMERIC,
    example={"inputs": [[[1.0, 2.0], [3.0, 4.0]], [[1.0], [1.0]]], "equation": "ij,jk->ik", "output": [[3.0], [7.0]]},
)
@specialised(_einsum_of)
def Einsum(inputs: tuple[Array, ...], *, equation: str) -> Any:
    """Compute a tensor contraction by the Einstein summation convention: ``ij,jk->ik`` is the matrix product.

    Each letter names an axis. Letters in the result are kept; the other axes are summed. Three dots stand for any
    number of axes, which are broadcast. A letter that occurs twice in one operand selects its diagonal.

    Args:
        inputs: [...] one or two tensors, the operands.
        equation: the letters of the operands, separated by a comma, then ``->`` and the letters of the result.

    Returns:
        output: [...] the result, with the axes after the arrow.
    """
    return einsum(equation, inputs)


@Einsum.shape
def _(call: Call) -> Shape:
    shapes = call.shapes("inputs")
    terms, result = parse(call.attrs["equation"], len(shapes))
    sized = _Sized()
    for i, (term, shape) in enumerate(zip(terms, shapes, strict=True)):
        if shape is None:
            return None
        sized.add(term, shape, f"inputs[{i}]")
    return sized.shape(result)


@Einsum.gradient("inputs")
def _(call: Node, dy: Output) -> list[Operand]:
    operands = list(call.input_list("inputs"))
    terms, result = parse(call.attrs["equation"], len(operands))
    return [_by_operand(operands, terms, result, i, dy) for i in range(len(operands))]


def _by_operand(operands: list[Output], terms: list[Labels], result: Labels, i: int, dy: Output) -> Output:
    own = tuple(dict.fromkeys(terms[i]))
    others = [(terms[j], make("Conj", x) if x.dtype.is_complex else x) for j, x in enumerate(operands) if j != i]
    given = {*result, *(label for term, _ in others for label in term)}
    there = tuple(label for label in own if label in given)
    left = ",".join("".join(term) for term in (result, *[term for term, _ in others]))
    # An ellipsis that only the other one has is added up.
    results = make("Einsum", [dy, *[x for _, x in others]], equation=f"{left}->{''.join(there)}")
    shape = make("Shape", operands[i])
    if there != own:
        results = _expanded(results, own, there, operands[i], terms[i])
    if own != terms[i]:
        return make("Einsum", [results], equation=f"{''.join(own)}->{''.join(terms[i])}")
    return make("SumToShape", results, shape) if _DOTS in own else results


def _expanded(output: Output, own: Labels, there: Labels, operand: Output, term: Labels) -> Output:
    missing = [label for label in own if label not in there]
    if _DOTS in own and (operand.shape is None):
        raise DiagramError(
            ("Einsum: if the equation contains '...', the gradient requires operands of known rank"), pin="inputs"
        )
    rank = len(operand.shape or ())
    dots = rank - len(term) + 1 if _DOTS in term else 0
    ones: list[Operand] = []
    ones = [
        make("Gather", make("Shape", operand), [_indices(term, label, dots)]) for label in missing if label != _DOTS
    ]
    if _DOTS in missing:
        first = _indices(term, _DOTS, dots)
        ones.insert(0, make("Slice", make("Shape", operand), [first], [dots]))
    filled = make("Cast", make("Fill", make("Concat", ones, 0) if len(ones) > 1 else ones[0], 1.0), DstT=output.dtype)
    front = ([_DOTS] if _DOTS in missing else []) + [label for label in missing if label != _DOTS]
    return make("Einsum", [output, filled], equation=f"{''.join(there)},{''.join(front)}->{''.join(own)}")


def _indices(term: Labels, label: str, dots: int) -> int:
    at = term.index(label)
    return at + (dots - 1 if _DOTS in term[:at] else 0)


# -- Batches of matrices -----------------------------------------------------------------------------------------------


def _product_shape(call: Call) -> Shape:
    x, y = require_matrix(call, "x"), require_matrix(call, "y")
    if x is None or y is None:
        return None
    rows, left = (x[-1], x[-2]) if call.attrs["adj_x"] else (x[-2], x[-1])
    right, columns = (y[-1], y[-2]) if call.attrs["adj_y"] else (y[-2], y[-1])
    both = f"{shape_text(x)} and {shape_text(y)}"
    if left is not None and right is not None and left != right:
        raise pin_error(call, "y", f"cannot multiply matrices of shapes {both}")
    try:
        batch = broadcast(x[:-2], y[:-2])
    except DiagramError:
        raise pin_error(call, "y", f"cannot broadcast the batch axes of {both}") from None
    return None if batch is None else (*batch, rows, columns)


def _products(x: Array, y: Array, adj_x: bool, adj_y: bool) -> Any:
    return _multiply(adjoint(x) if adj_x else x, adjoint(y) if adj_y else y)


def _gradients(call: Node, dy: Output) -> tuple[Operand, Operand]:
    x, y = call.inputs
    adj_x, adj_y = call.attrs["adj_x"], call.attrs["adj_y"]

    def multiply(a: Output, b: Output, adj_a: bool, adj_b: bool) -> Output:
        return make("BatchMatMulV2", a, b, adj_x=adj_a, adj_y=adj_b)

    dx = multiply(y, dy, adj_y, True) if adj_x else multiply(dy, y, False, not adj_y)
    grad_y = multiply(dy, x, True, adj_x) if adj_y else multiply(x, dy, not adj_x, False)
    return make("SumToShape", dx, make("Shape", x)), make("SumToShape", grad_y, make("Shape", y))


_PRODUCT = {"x": [[[1.0, 2.0]], [[3.0, 4.0]]], "y": [[1.0], [1.0]], "output": [[[3.0]], [[7.0]]]}


def _products_of(node: Node) -> Callable[..., Any] | None:
    left, right = (tuple([size or 0 for size in x.shape or ()]) if is_known(x.shape) else () for x in node.inputs)
    if node.outputs[0].dtype.is_complex or not left or not right:
        return None
    turn_x, turn_y = node.attrs["adj_x"], node.attrs["adj_y"]
    multiply = _multiplier((*left[:-2], *left[:-3:-1]) if turn_x else left, (node.outputs[0].shape or (0,))[-1] or 0)

    def products(x: Array, y: Array) -> Any:
        return multiply(x.swapaxes(-1, -2) if turn_x else x, y.swapaxes(-1, -2) if turn_y else y)

    return products if len(left) == len(right) else None


@block("x: T, y: T -> output: T", T=tuple(dtype for dtype in NUMERIC if dtype is not INT8), example=_PRODUCT)
@specialised(_products_of)
def BatchMatMulV2(
    x: Array, y: Array, *, adj_x: bool = False, adj_y: bool = False, grad_x: bool = False, grad_y: bool = False
) -> Any:
    """Multiply batches of matrices: output = x @ y. The batch axes are broadcast.

    Args:
        x: [..., m, k] the left matrices.
        y: [..., k, n] the right matrices.
        adj_x: take the adjoint of x first: transpose its matrices and conjugate complex numbers.
        adj_y: take the adjoint of y first: transpose its matrices and conjugate complex numbers.
        grad_x: has no effect; accepted for TensorFlow compatibility.
        grad_y: has no effect; accepted for TensorFlow compatibility.

    Returns:
        output: [..., m, n] the matrix products.
    """
    wide = wide_dtype(x)
    return _products(x.astype(wide, copy=False), y.astype(wide, copy=False), adj_x, adj_y).astype(x.dtype, copy=False)


def _formula(call: Node) -> str | None:
    return None if call.attrs["adj_x"] or call.attrs["adj_y"] else "{x} @ {y}"


BatchMatMulV2.formula(_formula)
BatchMatMulV2.shape(_product_shape)
BatchMatMulV2.gradient("x", "y")(_gradients)
_FACTORS = (BFLOAT16, HALF, FLOAT, DOUBLE, UINT8, INT8, INT16, INT32, INT64, *COMPLEX)


@block(
    "x: Ta, y: Tb -> output: Tout",
    Ta=_FACTORS,
    Tb=_FACTORS,
    where={"Tout": (BFLOAT16, HALF, FLOAT, DOUBLE, INT16, INT32, INT64, *COMPLEX)},
    attributes_of=BatchMatMulV2,
    example={**_PRODUCT, "Tout": "DT_FLOAT"},
)
def BatchMatMulV3(x: Array, y: Array, *, Tout: DType, adj_x: bool, adj_y: bool, **_options: bool) -> Any:
    """Multiply batches of matrices, and compute the result in a chosen dtype: output = x @ y.

    Args:
        y: [..., k, n] the right matrices. The batch axes are broadcast.
        Tout: the dtype of the sums and of the result. A larger dtype avoids overflow of small integers.
    """
    wide = wide_dtype(np.empty((), Tout.numpy))
    return _products(x.astype(wide, copy=False), y.astype(wide, copy=False), adj_x, adj_y).astype(
        Tout.numpy, copy=False
    )


BatchMatMulV3.formula(_formula)


@BatchMatMulV3.shape
def _(call: Call) -> Shape:
    wanted = call.attrs["Tout"]
    for pin in ("x", "y"):
        if call.dtype(pin).is_complex and not wanted.is_complex:
            raise DiagramError(
                (f"the {call.dtype(pin).short} values of {pin} cannot be stored in the output dtype {wanted.short}"),
                pin="Tout",
            )
    return _product_shape(call)


@BatchMatMulV3.gradient("x", "y")
def _(call: Node, dy: Output) -> list[Operand]:
    result = _gradients(call, dy)
    return [make("Cast", each, DstT=x.dtype) for each, x in zip(result, call.inputs, strict=True)]
