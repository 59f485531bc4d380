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
from blocks.base.shapes import shape_text
from blocks.base.types import Array, array_of
from blocks.document.data import Endpoint, listed
from blocks.elaborate.model import Elaboration
from blocks.run import archives
from blocks.run.results import Results
from blocks.run.session import Session

GRADIENT = "grad/"
"""The prefix of a gradient's name in a reference."""


class Difference(NamedTuple):
    """A value or a gradient that differs from the reference.

    Attributes:
        block, pin: the path of the block, and its output pin.
        kind: ``"value"`` or ``"gradient"``.
        difference: the largest absolute difference; infinite if the shapes or dtypes differ or only one side is NaN.
        message: the difference in words.
    """

    block: str
    pin: str
    kind: str
    difference: float
    message: str


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
        what = "" if self.loss is None else f", with gradients of {self.loss}"
        result = f"{len(self.differences):,} differ" if self.differences else "all are equal"
        lines = [f"{len(self.compared):,} compared{what}: {result}"]
        for block, pin, kind, _, message in self.differences[:1]:
            lines.append(f"first difference: block {block!r}, pin {pin!r}: the {kind} differs: {message}")
        return "\n".join([*lines, *(f"not compared: {name}: {why}" for name, why in self.unmatched.items())])

    def as_json(self) -> dict[str, Any]:
        found = [
            {**each._asdict(), "difference": from_array(np.asarray(each.difference), DOUBLE)}
            for each in self.differences
        ]
        return {**vars(self), "equal": self.equal, "first": next(iter(found), None), "differences": found}


class Pair(NamedTuple):
    """A tensor of a diagram, with its name and value in the reference.

    Attributes:
        result: the name of its result pin; empty for a gradient.
        expected: an array or a literal. None is a gradient that does not exist.
    """

    name: str
    at: Endpoint
    result: str
    expected: Any

    def as_gradient(self) -> Pair:
        return self._replace(name=GRADIENT + self.name, result="")


def pair(elaboration: Elaboration, name: str, expected: Any = None) -> Pair:
    """Return the pair for the name of a value; raise UsageError if it does not refer to exactly one output pin."""
    block, pin, index = parse_name(elaboration, name)
    spec = spec_at(elaboration, block)
    pins = [] if spec is None else [each for each in spec.outputs if each.result_pins]
    if spec is not None and pin is not None:
        pins = [each for each in spec.outputs if each.name == pin_of(spec, pin, name)]
    if len(pins) != 1:
        raise UsageError(f"{name!r} does not refer to exactly one output pin")
    shown = [*pins[0].result_pins, pins[0].name][0]
    return Pair(name, Endpoint(block, pins[0].name, index), str(Endpoint(block, shown, index)), expected)


def pairs_of(
    elaboration: Elaboration, reference: Mapping[str, Any], lacking: dict[str, str] | None = None
) -> list[Pair]:
    """Return the pairs of a reference; names that the diagram does not have are put into ``lacking``, or an error."""
    results: list[Pair] = []
    errors: dict[str, str] = {}
    for name, expected in reference.items():
        rest = name.removeprefix(GRADIENT)
        is_gradient = rest != name and spec_at(elaboration, name.partition(".")[0]) is None
        try:
            one = pair(elaboration, rest if is_gradient else name, expected)
            results.append(one.as_gradient() if is_gradient else one)
        except UsageError as error:
            errors[name] = error.message
    if lacking is not None:
        lacking.update(errors)
    elif errors:
        text = f"the diagram does not have {listed(errors)} of the reference"
        raise UsageError(f"{text}: {next(iter(errors.values()))}", page=elaboration.page.name)
    if not results:
        raise UsageError("the reference contains no values of the diagram, so there is nothing to compare")
    return results


def read_pairs(session: Session, path: str) -> list[Pair]:
    return pairs_of(session.elaboration, archives.load(path, session.memory))


class StepComparison:
    """The comparison of a session's step, which must compute ``fetch``, with reference values."""

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
        elaboration = session.elaboration
        self._tolerance, self._unmatched = tolerance, unmatched
        # The order of a step: values from the inputs to the outputs, then gradients from the loss back.
        ordered = sorted(pairs, key=lambda each: position_of(elaboration, each.at))
        values, gradients = [each for each in ordered if each.result], [each for each in ordered if not each.result]
        self._pairs = [*values, *reversed(gradients)]
        self.fetch = [each.result for each in values]
        self.loss = None if not gradients else loss or next(iter(find_losses(elaboration)), None)
        if self.loss is not None:
            session.watch(self.loss, iterations=any(each.at.block not in elaboration.values for each in pairs))
            whole = spelled_out(elaboration, self.loss) if self.loss in elaboration.gradients else self.loss
            self.fetch += [name for each in summands(whole) for name in factors(each) if name]
        elif gradients:
            raise UsageError("the page has no loss, so it has no gradients to compare. Name the loss.")

    def result(self, results: Results) -> Comparison:
        found: list[Difference] = []
        for each in self._pairs:
            try:
                difference = self._difference(each, results)
            except DiagramError as error:
                raise UsageError(f"the reference value of {each.name!r}: {error.message}", hint=error.hint) from None
            if difference is not None:
                pin = str(each.at).removeprefix(f"{each.at.block}.")
                found.append(Difference(each.at.block, pin, "value" if each.result else "gradient", *difference))
        compared = {each.name: str(each.at) for each in self._pairs}
        return Comparison(tuple(found), compared, dict(self._unmatched), self.loss)

    def _difference(self, pair: Pair, results: Results) -> tuple[float, str] | None:
        value = results.get(pair.result) if pair.result else results.gradients.get(str(pair.at))
        expected = array_from(pair.expected)
        if value is not None and expected is not None:
            dtype = results.dtypes[pair.result] if pair.result else dtype_of(value)
            return difference(np.asarray(value), dtype, expected, self._tolerance)
        if pair.result:
            return math.inf, "it has no value in this step"
        if not np.any(expected if value is None else value):  # a gradient that does not exist is zero
            return None
        return math.inf, f"no gradient reaches the pin in the {'diagram' if value is None else 'reference'}"


def position_of(elaboration: Elaboration, at: Endpoint) -> tuple[float, ...]:
    """Return a sort key that places a pin after all pins from which it is computed."""
    result = find_inside(elaboration, at.block) if at.block not in elaboration.position else None
    if result is not None:
        return (result[1].node.number, *position_of(result[1].elaboration, at._replace(block=result[2])))
    numbers = [output.op.number for _, pin, i, output in elaboration.outputs_of(at.block) if (pin, i) == at[1:]]
    # A loop comes after the blocks inside it. So does an instance, whose output is that of a block inside.
    return (*(numbers or [len(elaboration.graph)]), math.inf, -at.block.count("/"))


def put_gradients(elaboration: Elaboration, results: Results) -> None:
    """Add the watched gradients with respect to variables to the results, with their names in a reference."""
    for block, pin, index, output in elaboration.outputs():
        gradient = results.gradients.get(str(Endpoint(block, pin, index)))
        if output.op.type.variable and gradient is not None:
            results.put(GRADIENT + block, gradient, output.dtype)


def array_from(value: Any) -> Any:
    """Return a tensor of another library as a NumPy array, and other values unchanged."""
    if hasattr(value, "detach"):
        value = value.detach().cpu()
        return value.float().numpy() if "bfloat16" in str(value.dtype) else value.numpy()
    return np.asarray(value) if hasattr(value, "__array__") else value


def difference(value: Array, dtype: DType, expected: Any, tolerance: float) -> tuple[float, str] | None:
    """Return the largest difference between a value and its reference, and the difference in words; None if equal."""
    if dtype.kind == "handle":  # of a queue or a reader, which has no value
        return None
    given = array_of(expected)
    wanted = to_array(expected, dtype)[0] if given is None else given
    if value.shape != wanted.shape:
        return math.inf, f"the shape is {shape_text(value.shape)}, expected {shape_text(wanted.shape)}"
    dtypes = (value.dtype, archives.plain(value).dtype)  # a .npz file has no bfloat16
    if not (wanted.dtype.kind in "OSU" if dtype.kind == "string" else wanted.dtype in dtypes):
        return math.inf, f"the dtype is {value.dtype.name}, expected {wanted.dtype.name}"
    if dtype.kind == "string":
        wanted = np.array(np.char.encode(wanted) if wanted.dtype.kind == "U" else wanted, object)
        same = np.asarray(value == wanted, bool)
        apart = np.where(same, 0.0, math.inf)
    else:
        limit = tolerance if dtype.is_differentiable else 0.0
        wide = np.complex128 if value.dtype.kind == "c" else np.longdouble
        with np.errstate(all="ignore"):
            value, wanted = value.astype(wide), wanted.astype(wide)
            same = np.isclose(value, wanted, rtol=limit, atol=limit, equal_nan=True)
            apart = np.where(same, 0.0, np.nan_to_num(np.abs(value - wanted), nan=math.inf, posinf=math.inf))
    if same.all():
        return None
    worst = np.unravel_index(int(np.argmax(apart)), apart.shape)
    count = f"{np.count_nonzero(~same):,} of {same.size:,} elements, most at {[*map(int, worst)]}: "
    shown = [each if isinstance(each, bytes) else f"{each:.9g}" for each in (value[worst], wanted[worst])]
    return float(apart[worst]), f"{count if worst else ''}got {shown[0]}, expected {shown[1]}"
