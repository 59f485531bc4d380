"""Conversion of attribute values from files and callers to the values of kernels and rules."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

from blocks.base.dtypes import dtype
from blocks.base.errors import DiagramError
from blocks.base.shapes import check_size
from blocks.base.types import Shape
from blocks.graph.spec import REQUIRED, Attribute, BlockSpec

INT64 = range(-(2**63), 2**63)
NOT_FINITE = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def complete(spec: BlockSpec, given: dict[str, Any], only: Attribute | None = None) -> dict[str, Any]:
    """Return checked, converted attributes with defaults (or ``only`` one); raise DiagramError at a wrong one."""
    for name in given:
        if name not in spec.attribute_names:
            known = ", ".join(spec.attribute_names) or "none"
            raise DiagramError(f"{spec.name} has no attribute {name!r}", pin=name, hint=f"the attributes are: {known}")
    result: dict[str, Any] = {}
    for attribute in spec.attributes if only is None else (only,):
        if attribute.name in given:
            result[attribute.name] = convert(attribute, given[attribute.name])
        elif attribute.default is REQUIRED:
            raise DiagramError(f"{spec.name}: attribute {attribute.name} needs a value", pin=attribute.name)
        else:
            result[attribute.name] = default_value(attribute)
    return result


def faults(spec: BlockSpec, given: dict[str, Any]) -> list[DiagramError]:
    errors: list[DiagramError] = []
    for attribute in spec.attributes:
        try:
            complete(spec, {attribute.name: given[attribute.name]} if attribute.name in given else {}, only=attribute)
        except DiagramError as error:
            errors.append(error)
    return errors


def default_value(attribute: Attribute) -> Any:
    if attribute.default is None or attribute.type not in ("type", "list(type)"):
        return attribute.default
    return convert(attribute, attribute.default)


def convert(attribute: Attribute, value: Any) -> Any:
    if value is None and (attribute.default is None or attribute.type == "shape"):
        return None
    try:
        kind = attribute.type
        if kind.startswith("list("):
            one = _CONVERT[kind[5:-1]]
            result: Any = [one(v) for v in _sequence(value)]
        else:
            result = _CONVERT[kind](value)
    except DiagramError as error:
        raise DiagramError(f"{attribute.name}: {error.message}", pin=attribute.name, hint=error.hint) from None
    _check_limits(attribute, result)
    return result


def _check_limits(attribute: Attribute, value: Any) -> None:
    if attribute.allowed is not None:
        for each in value if isinstance(value, list) else [value]:  # pyright: ignore[reportUnknownVariableType]
            if each not in attribute.allowed and each is not None:
                names = ", ".join(str(a) for a in attribute.allowed)
                raise DiagramError(f"{attribute.name} must be one of {names}, got {each}", pin=attribute.name)
    if attribute.minimum is not None:
        size: Any = len(value) if isinstance(value, list) else value  # pyright: ignore[reportUnknownArgumentType]
        if size < attribute.minimum:
            what = "needs at least {} values" if isinstance(value, list) else "must be at least {}"
            text = what.format(attribute.minimum)
            raise DiagramError(f"{attribute.name} {text}, got {size}", pin=attribute.name)


def _bool(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise DiagramError(f"expected true or false, got {value!r}")


def _int(value: Any) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise DiagramError(f"expected an integer, got {value!r}")
    result = operator.index(value)
    if result not in INT64:
        raise DiagramError(f"{result:.3e} does not fit in 64 bits")
    return result


def _float(value: Any) -> float:
    if isinstance(value, str) and value in NOT_FINITE:
        return NOT_FINITE[value]
    if isinstance(value, (bool, str, bytes)) or not (hasattr(value, "__float__") or hasattr(value, "__index__")):
        raise DiagramError(f"expected a number, got {value!r}")
    try:
        return float(value)
    except OverflowError:
        raise DiagramError("the number is too large for a float") from None


def _string(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise DiagramError(f"expected a string, got {value!r}")


def _sequence(value: Any) -> Sequence[Any]:
    if isinstance(value, (list, tuple)):
        return value  # pyright: ignore[reportUnknownVariableType]
    raise DiagramError(f"expected a list, got {value!r}")


def _shape(value: Any) -> Shape:
    if value is None:
        return None
    sizes = [None if size is None else _int(size) for size in _sequence(value)]
    for size in sizes:
        if size is not None and size < -1:
            raise DiagramError(f"a size must be null, -1 or at least 0, got {size}")
    shape = tuple(None if size == -1 else size for size in sizes)
    check_size(shape)
    return shape


def _tensor(value: Any) -> Any:
    return value  # its dtype and shape stand in other attributes: the block type's `prepare` converts it


_CONVERT: dict[str, Callable[[Any], Any]] = {
    "bool": _bool,
    "int": _int,
    "float": _float,
    "string": _string,
    "type": dtype,
    "shape": _shape,
    "tensor": _tensor,
    "program": lambda value: value,
}
