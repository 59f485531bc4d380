"""Names of a page's outputs as users write them: ``block``, ``block.pin``, ``block.result_pin[0]``."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from blocks.base.errors import UsageError
from blocks.base.types import is_list
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Node, Output
from blocks.graph.spec import BlockSpec
from blocks.library.core.values import OperationRef, SessionRequest
from blocks.library.similar import similar

_PIN = r"[^.]+\.[^.\[\]\s]+(?:\[\d+\])?"
_PRODUCT = re.compile(rf"({_PIN}) \* ({_PIN})")
_SUMMAND = re.compile(rf"({_PIN}(?: \* {_PIN})?)(?: \+ |$)")
_NAME = re.compile(r"(?P<block>[^.]+)(\.(?P<pin>[^.\[\]]+)(\[(?P<index>\d{1,9})\])?)?")


class NamedTensors(NamedTuple):
    """The target of a name: the block, an index into a list, its tensors, and its operations.

    ``within`` is the block inside an instance that computes the instance's output; or the page's block that runs the
    composite with the block, in which case ``inner`` has the names of that block's result pins.
    """

    block: str
    element: int | None
    outputs: list[Output]
    targets: list[Node]
    within: str | None = None
    inner: tuple[tuple[str, Output], ...] = ()


def summands(name: str) -> list[str]:
    """Split a sum of pins, ``a.y + b.y``, or of products, ``a.y * w.output``; return a single name unchanged.

    Ids contain no dot, which distinguishes a sum from an id with a plus sign.
    """
    result = _SUMMAND.findall(name)
    return result if result and " + ".join(result) == name else [name]


def factors(summand: str) -> tuple[str, str]:
    match = _PRODUCT.fullmatch(summand)
    return (summand, "") if match is None else (match[1], match[2])


def renamed_in(name: str, old: str, new: str) -> str:
    def renamed(pin: str) -> str:
        block, dot, rest = pin.partition(".")
        return (new if block == old else block) + dot + rest

    return " + ".join([" * ".join([renamed(each) for each in factors(part) if each]) for part in summands(name)])


def asked_by(elaboration: Elaboration, name: str, *, rounds: bool = False) -> NamedTensors:
    """Return the target of a fetch name; only the block's id if the block failed.

    Args:
        rounds: return all iterations of values in a loop instead of the last one.

    Raises:
        UsageError: The page has no such block, the block no such pin, or the list no such element.
    """
    block, pin, index = parse_name(elaboration, name)
    if block not in elaboration.position and block not in elaboration.inner:
        return _asked_inside(elaboration, block, pin, index, name, rounds=rounds)
    spec = elaboration.specs.get(block)
    values = elaboration.values.get(block)
    if spec is None:
        return NamedTensors(block, index, [], [])
    if pin is not None:
        pin = pin_of(spec, pin, name)
    if values is None:
        return NamedTensors(block, index, [], [])
    instance = (
        elaboration.expansion.instances.get(block) if elaboration.expansion is not None and pin is not None else None
    )
    asked = NamedTensors(block, index, [], [], None if instance is None else instance.outputs[pin or ""])
    for each, value in values.items():
        if pin is None or each == pin:
            _add(asked, _element(value, index, name) if index is not None else value)
    return asked


def _asked_inside(
    elaboration: Elaboration, block: str, pin: str | None, index: int | None, name: str, *, rounds: bool
) -> NamedTensors:
    from blocks.analysis.inner_values import find_inside, spec_at, values_at

    results, spec = find_inside(elaboration, block), spec_at(elaboration, block)
    assert results is not None
    if spec is None:
        return NamedTensors(block, index, [], [], results[0])
    pin = pin if pin is None else pin_of(spec, pin, name)
    given = [each for each in values_at(elaboration, block, rounds=rounds) if pin in (None, each[0])]
    if index is not None:
        given = [each for each in given if each[1] == index]
        if not given:
            raise UsageError(f"{name!r}: there is no element {index}")
    shown = [
        (f"{block}.{result}" if i is None else f"{block}.{result}[{i}]", output)
        for each, i, output in given
        if (at := spec.output(each)) is not None
        for result in at.result_pins
    ]
    return NamedTensors(block, index, [output for *_, output in given], [], results[0], tuple(shown))


def _lies_inside(elaboration: Elaboration, block: str) -> bool:
    if elaboration.expansion is None or "/" not in block:
        return False
    from blocks.analysis.inner_values import find_inside

    return find_inside(elaboration, block) is not None


def parse_name(elaboration: Elaboration, name: str) -> tuple[str, str | None, int | None]:
    """Return block, pin and list index of a name; raise UsageError if it is malformed or the block unknown."""
    match = _NAME.fullmatch(name)
    if match is None:
        raise UsageError(f"{name!r} is not the name of a result: write block, block.pin or block.pin[0]")
    block, pin, index = match["block"], match["pin"], match["index"]
    if block not in elaboration.position and block not in elaboration.inner and not _lies_inside(elaboration, block):
        text = f"there is no block {block!r}"
        if name != block:
            text = f"there is no block {block!r}, which the name {name!r} refers to"
        raise UsageError(text, page=elaboration.page.name, hint=similar(block, elaboration.position))
    return block, pin, None if index is None else int(index)


def pin_of(spec: BlockSpec, pin: str, name: str) -> str:
    for each in spec.outputs:
        if pin in (each.name, *each.result_pins) or spec.aliases.get(pin) == each.name:
            return each.name
    names = ", ".join(each.name for each in spec.outputs) or "none"
    raise UsageError(f"{name!r}: {spec.name} has no output pin {pin!r}", hint=f"the output pins are: {names}")


def _element(value: Any, index: int, name: str) -> Any:
    if not is_list(value):
        raise UsageError(f"{name!r}: this output is not a list")
    if index >= len(value):
        raise UsageError(f"{name!r}: the list has only {len(value)} elements")
    return value[index]


def _add(asked: NamedTensors, value: Any) -> None:
    if isinstance(value, Output):
        asked.outputs.append(value)
    elif isinstance(value, OperationRef):
        asked.targets.append(value.op)
    elif isinstance(value, SessionRequest):
        asked.outputs.extend(value.fetches)
        asked.targets.extend(value.targets)
    elif is_list(value):
        for each in value:
            _add(asked, each)
