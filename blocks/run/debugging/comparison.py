"""Comparison of a step with a reference: the first block whose value or gradient differs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from blocks.analysis.gradient_targets import spelled_out
from blocks.analysis.inner_values import find_inside, spec_at
from blocks.analysis.losses import find_losses
from blocks.analysis.output_names import factors, parse_name, pin_of, summands
from blocks.base.dtypes import DOUBLE, DType, dtype_of
from blocks.base.errors import DiagramError, UsageError
from blocks.base.literals import from_array, to_array
from blocks.base.shapes import element_count, shape_text
from blocks.base.types import Array, array_of
from blocks.document.data import Endpoint, listed
from blocks.elaborate.model import Elaboration
from blocks.run.archives import plain
from blocks.run.results import Results
from blocks.run.session import Session

GRADIENT = "grad/"
"""The prefix of a gradient's name in a reference."""
VALUE_KIND, GRADIENT_KIND = "value", "gradient"


class Difference(NamedTuple):
    """A value or a gradient that differs from the reference.

    Attributes:
        block: the path of the block.
        pin: the output pin, with the index of an element of a list.
        kind: ``"value"`` or ``"gradient"``.
        difference: the largest absolute difference. It is infinite if it cannot be computed, for example if the shapes
            or dtypes differ or only one side is NaN.
        message: the difference in words.
    """

    block: str
    pin: str
    kind: str
    difference: float
    message: str

    def __str__(self) -> str:
        return f"block {self.block!r}, pin {self.pin!r}: the {self.kind} differs: {self.message}"

    def as_json(self) -> dict[str, Any]:
        return {**self._asdict(), "difference": from_array(np.asarray(self.difference), DOUBLE)}


@dataclass(frozen=True)
class Comparison:
    """The result of a comparison, which is true if nothing differs.

    Attributes:
        differences: the differences in the order in which a step computes: the values from the inputs to the outputs,
            then the gradients from the loss back.
        compared: the compared names of the reference, with the names of their pins in the diagram.
        unmatched: the names without a counterpart, with the reasons.
        loss: the names of the differentiated pins, or None if no gradients were compared.
    """

    differences: tuple[Difference, ...]
    compared: Mapping[str, str]
    unmatched: Mapping[str, str]
    loss: str | None = None

    @property
    def equal(self) -> bool:
        """Whether no compared value and no compared gradient differs."""
        return not self.differences

    @property
    def first(self) -> Difference | None:
        """The first difference, or None."""
        return self.differences[0] if self.differences else None

    def __bool__(self) -> bool:
        return self.equal

    def __str__(self) -> str:
        count = f"{len(self.compared):,} tensor{'s' if len(self.compared) > 1 else ''} compared"
        if self.loss is not None:
            count += f", with gradients of {self.loss}"
        lines = [f"{count}: {len(self.differences):,} differ" if self.differences else f"{count}: all are equal"]
        lines += [f"first difference: {self.first}"] if self.differences else []
        return "\n".join([*lines, *(f"not compared: {name}: {why}" for name, why in self.unmatched.items())])

    def as_json(self) -> dict[str, Any]:
        first = None if self.first is None else self.first.as_json()
        return {"equal": self.equal, "first": first, "differences": [each.as_json() for each in self.differences],
                "compared": dict(self.compared), "unmatched": dict(self.unmatched), "loss": self.loss}  # fmt: skip


class Pair(NamedTuple):
    """A tensor of a diagram and its reference.

    Attributes:
        name: the name in the reference.
        result: the name of the result pin.
        expected: an array or a literal. None is a gradient that does not exist.
    """

    name: str
    at: Endpoint
    result: str
    kind: str
    expected: Any


def pair(elaboration: Elaboration, name: str, expected: Any, kind: str | None = None) -> Pair:
    """Return the pair for a name; without a kind, a name with the prefix ``grad/`` is that of a gradient.

    Raises:
        UsageError: the name does not refer to exactly one output pin.
    """
    plain_name = name
    if kind is None:
        kind = VALUE_KIND
        if name.startswith(GRADIENT) and spec_at(elaboration, name.partition(".")[0]) is None:
            plain_name, kind = name.removeprefix(GRADIENT), GRADIENT_KIND
    block, pin, index = parse_name(elaboration, plain_name)
    spec = spec_at(elaboration, block)
    pins = [] if spec is None else [each for each in spec.outputs if each.result_pins]
    if spec is not None and pin is not None:
        pins = [each for each in spec.outputs if each.name == pin_of(spec, pin, plain_name)]
    if len(pins) != 1:
        raise UsageError(f"{name!r} does not refer to exactly one output pin")
    ending = "" if index is None else f"[{index}]"
    shown = (pins[0].result_pins or (pins[0].name,))[0]
    return Pair(name, Endpoint(block, pins[0].name, index), f"{block}.{shown}{ending}", kind, expected)


def pairs_of(elaboration: Elaboration, reference: Mapping[str, Any]) -> list[Pair]:
    """Return the pairs of a mapping with names as ``run --out`` writes them, and gradients as ``grad/<variable>``.

    Raises:
        UsageError: the diagram does not have a name of the reference.
    """
    results: list[Pair] = []
    lacking: dict[str, UsageError] = {}
    for name, expected in reference.items():
        try:
            results.append(pair(elaboration, name, expected))
        except UsageError as error:
            lacking[name] = error
    if lacking:
        text = f"the diagram does not have {listed(lacking)} of the reference"
        raise UsageError(f"{text}: {next(iter(lacking.values())).message}", page=elaboration.page.name)
    if not results:
        raise UsageError("the reference contains no values, so there is nothing to compare")
    return results


class StepComparison:
    """The comparison of a session's step with reference values.

    Args:
        loss: the tensor to differentiate, as in `Session.watch`. None: the likeliest loss of the page.

    Attributes:
        fetch: the names that the step must compute.

    Raises:
        UsageError: the tolerance is negative, or the page has no loss although there are gradients to compare.
    """

    def __init__(
        self,
        session: Session,
        pairs: Sequence[Pair],
        tolerance: float,
        loss: str | None = None,
        unmatched: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        if not tolerance >= 0:
            raise UsageError(f"expected a tolerance of at least 0, got {tolerance}")
        self._elaboration = session.elaboration
        self._tolerance = tolerance
        self._unmatched = unmatched
        self._pairs = sorted(pairs, key=self._order)
        self.loss: str | None = None
        self.fetch = [each.result for each in pairs if each.kind == VALUE_KIND]
        if len(self.fetch) < len(pairs):
            self.loss = loss or loss_of(self._elaboration)
            if self.loss is None:
                raise UsageError("the page has no loss, so it has no gradients to compare. Name the loss.")
            session.watch(self.loss)
            self.fetch += parts_of(self._elaboration, self.loss)

    def result(self, results: Results) -> Comparison:
        """Return the result for the results of a step, which computed ``fetch``."""
        found: list[Difference] = []
        for each in self._pairs:
            difference = self._difference(each, results)
            if difference is not None:
                pin = each.at.pin if each.at.index is None else f"{each.at.pin}[{each.at.index}]"
                found.append(Difference(each.at.block, pin, each.kind, *difference))
        compared = {each.name: str(each.at) for each in self._pairs}
        return Comparison(tuple(found), compared, self._unmatched, self.loss)

    def _difference(self, pair: Pair, results: Results) -> tuple[float, str] | None:
        try:
            return self._apart(pair, results)
        except DiagramError as error:
            raise UsageError(f"the reference value of {pair.name!r}: {error.message}", hint=error.hint) from None

    def _apart(self, pair: Pair, results: Results) -> tuple[float, str] | None:
        expected = array_from(pair.expected)
        if pair.kind == VALUE_KIND:
            value = results.get(pair.result)
            if value is None:
                return math.inf, "it has no value in this step"
            return difference(np.asarray(value), results.dtypes[pair.result], expected, self._tolerance)
        gradient = results.gradients.get(str(pair.at))
        if gradient is None or expected is None:
            other = expected if gradient is None else gradient
            if other is None or not np.any(other):
                return None
            return math.inf, f"no gradient reaches the pin in the {'diagram' if gradient is None else 'reference'}"
        return difference(gradient, dtype_of(gradient), expected, self._tolerance)

    def _order(self, pair: Pair) -> tuple[float, ...]:
        """Return the sort key: values in the order of the graph, then gradients in the opposite order."""
        key = position_of(self._elaboration, pair.at)
        return (0, *key) if pair.kind == VALUE_KIND else (1, *[-each for each in key])


def loss_of(elaboration: Elaboration) -> str | None:
    """Return the tensor that a page differentiates or trains, or the likeliest loss.

    A loss that no gradient leaves is still the loss if it is the only scalar at the end of the page.
    """
    likeliest = next(iter(find_losses(elaboration)), None)
    if elaboration.gradients or elaboration.trained:
        return likeliest
    used = {each for node in elaboration.graph.nodes for each in node.inputs}
    ends = {
        output: str(Endpoint(block, pin, index))
        for block, pin, index, output in elaboration.outputs()
        if output.op.inputs and output not in used and output.dtype.is_differentiable
        if element_count(output.shape) == 1
    }
    return likeliest if likeliest in ends.values() or len(ends) != 1 else next(iter(ends.values()))


def parts_of(elaboration: Elaboration, loss: str) -> list[str]:
    """Return the tensors of a loss, which may be a sum, as names for a fetch."""
    whole = spelled_out(elaboration, loss) if loss in elaboration.gradients else loss
    return [name for each in summands(whole) for name in factors(each) if name]


def position_of(elaboration: Elaboration, at: Endpoint) -> tuple[float, ...]:
    """Return a sort key that places a pin after all pins from which it is computed."""
    result = find_inside(elaboration, at.block) if at.block not in elaboration.position else None
    if result is not None:
        return (result[1].node.number, *position_of(result[1].elaboration, at._replace(block=result[2])))
    numbers = [output.op.number for _, pin, i, output in elaboration.outputs_of(at.block) if (pin, i) == at[1:]]
    # A loop comes after the blocks inside it. So does an instance, whose output is that of a block inside.
    return (*(numbers or [len(elaboration.graph)]), math.inf, -at.block.count("/"))


def variable_gradients(elaboration: Elaboration, results: Results) -> dict[str, Array]:
    """Return the watched gradients with respect to variables, by their names in a reference."""
    return {
        GRADIENT + block: results.gradients[name]
        for block, pin, index, output in elaboration.outputs()
        if output.op.type.variable and (name := str(Endpoint(block, pin, index))) in results.gradients
    }


def array_from(value: Any) -> Any:
    """Return a tensor of another library as a NumPy array, and other values unchanged."""
    if hasattr(value, "detach"):
        value = value.detach().cpu()
        return value.float().numpy() if "bfloat16" in str(value.dtype) else value.numpy()
    return np.asarray(value) if array_of(value) is not None or hasattr(value, "__array__") else value


def difference(value: Array, dtype: DType, expected: Any, tolerance: float) -> tuple[float, str] | None:
    """Return the largest difference between a value and its reference, and the difference in words; None if equal.

    Integers, booleans and strings must be the same. For other elements, the absolute difference may be at most
    ``tolerance * (1 + abs(expected))``. NaN equals NaN.
    """
    given = array_of(expected)
    wanted = to_array(expected, dtype)[0] if given is None else given
    if value.shape != wanted.shape:
        return math.inf, f"the shape is {shape_text(value.shape)}, expected {shape_text(wanted.shape)}"
    dtypes = (value.dtype, plain(value).dtype)  # a .npz file has no bfloat16
    if not (wanted.dtype.kind in "OSU" if dtype.kind == "string" else wanted.dtype in dtypes):
        return math.inf, f"the dtype is {value.dtype.name}, expected {wanted.dtype.name}"
    if dtype.kind == "string":
        wanted = np.array(np.char.encode(wanted) if wanted.dtype.kind == "U" else wanted, object)
        same = np.asarray(value == wanted, bool)
        apart = np.where(same, 0.0, math.inf)
    else:
        exact = value.dtype.kind in "biu" or "int" in value.dtype.name
        wide = np.longdouble if exact else np.complex128 if value.dtype.kind == "c" else np.float64
        limit = 0.0 if exact else tolerance
        with np.errstate(all="ignore"):
            value, wanted = value.astype(wide), wanted.astype(wide)
            same = np.isclose(value, wanted, rtol=limit, atol=limit, equal_nan=True)
            apart = np.where(same, 0.0, np.nan_to_num(np.abs(value - wanted), nan=math.inf, posinf=math.inf))
    if same.all():
        return None
    worst = np.unravel_index(int(np.argmax(apart)), apart.shape)
    at = f" at {[*map(int, worst)]}" if worst else ""
    count = f"{np.count_nonzero(~same):,} of {same.size:,} elements, most{at}: " if same.size > 1 else ""
    shown = [each if isinstance(each, bytes) else f"{each:.9g}" for each in (value[worst], wanted[worst])]
    return float(apart[worst]), f"{count}got {shown[0]}, expected {shown[1]}"
