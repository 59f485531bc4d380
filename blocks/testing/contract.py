"""The contract of block types, in separate checks that raise AssertionError with a reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from blocks.base.errors import DiagramError
from blocks.compile.dispatch import quiet
from blocks.graph.documentation import parse
from blocks.graph.graph import Operand
from blocks.graph.kernel_choice import has_wide_floats
from blocks.graph.scope import Scope
from blocks.graph.spec import GRADIENT_RULE, TENSORFLOW, BlockSpec
from blocks.graph.verify import verify
from blocks.testing import calls
from blocks.testing.agreement import ALL_PASSES, assert_agreement, interpreted, planned, program
from blocks.testing.calls import Call, Given, Source, as_constant, as_placeholder, build, frozen, new, same_bits
from blocks.testing.formulas import check_formulas
from blocks.testing.gradients import check_two_orders, nan_at_edges, problem, smooth_calls, wide
from blocks.testing.results import assert_close, check, outcome, results_by_output, run

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Exceptions(NamedTuple):
    """The exceptions of a type from the contract, with reasons.

    Attributes:
        gradient: why its gradient is not compared with differences at all.
        pins: the input pins that cannot be varied freely, with the reasons.
        outputs: the outputs through which no gradient flows although they change, with the reasons.
        edges: why a gradient is NaN at an edge of the domain where the results are finite.
        attributes: the attributes for which the type is differentiable, if they differ from its example.
    """

    gradient: str = ""
    pins: Mapping[str, str] = _NOTHING
    outputs: Mapping[str, str] = _NOTHING
    edges: str = ""
    attributes: Mapping[str, Any] = _NOTHING


_NONE = Exceptions()


def check_block_type(
    spec: BlockSpec, *, example: Mapping[str, Any] | None = None, exceptions: Exceptions = _NONE
) -> None:
    """Check that a block type keeps the contract that the rest of Gradblocks relies on.

    The documentation names each pin and attribute. The example is correct. For all dtypes and shapes, known in advance
    or not, a call agrees with the declaration and the shape rule or raises a DiagramError, and its inputs do not
    change. Plans agree with the interpreter, and formulas with the results. Gradients agree with differences
    to second order, and are not NaN at edges of the domain (zero, equal arguments).

    Args:
        spec: the block type.
        example: values of pins and attributes by name, instead of the example of the declaration.
        exceptions: exceptions from the contract, with reasons.

    Raises:
        AssertionError: the type breaks the contract; the message says how.
    """
    try:
        check_documentation(spec)
        check_declaration(spec)
        if spec.kind != "op":
            return
        given = spec.example if example is None else example
        assert given is not None, "the declaration has no example"
        check_example(spec, given)
        if spec.variable:
            return
        call = calls.example_call(spec, given)
        check(call)
        check_formulas(call)
        check_dtypes(call)
        if not spec.internal:
            check_shapes(call)
        if spec.in_place is not None:
            check_in_place(call)
        for passes in ((), ALL_PASSES):
            check_plan(call, passes)
        if spec.rule is not None:
            check_gradients(call, exceptions)
    except (AssertionError, DiagramError) as error:
        raise AssertionError(f"{spec.name}: {error}") from error
    except Exception as error:  # of a kernel or a rule
        raise AssertionError(f"{spec.name}: the block raised {type(error).__name__}: {error}") from error


def check_documentation(spec: BlockSpec) -> None:
    try:
        result = parse(spec.doc)
    except ValueError as error:
        raise AssertionError(f"the docstring cannot be read: {error}") from None
    summary = result.summary
    assert summary.endswith((".", "!", "?")), f"the first line of the docstring must be a sentence, got {summary!r}"
    assert len(summary) <= 120, f"the first line of the docstring has more than 120 characters: {summary!r}"
    inputs = [*(pin.name for pin in spec.inputs), *(attribute.name for attribute in spec.attributes)]
    outputs = [pin.name for pin in spec.outputs]
    if spec.internal:  # no user reads about it: its summary may say enough
        inputs, outputs = [[n for n in inputs if n in result.arguments], [n for n in outputs if n in result.outputs]]
    _same("Args", list(result.arguments), inputs)
    _same("Returns", list(result.outputs), outputs)


def _same(section: str, result: Sequence[str], wanted: Sequence[str]) -> None:
    text = f"{section} of the docstring must describe {', '.join(wanted) or 'nothing'}, in this order"
    assert result == wanted, f"{text}, but describes {', '.join(result) or 'nothing'}"


def check_declaration(spec: BlockSpec) -> None:
    pins = {pin.name for pin in spec.inputs}
    names = [*pins, *spec.attribute_names]
    assert len(set(names)) == len(spec.inputs) + len(spec.attributes), "two pins or attributes have the same name"
    unknown = set(spec.rule.inputs if spec.rule is not None else ()) - pins
    assert not unknown, f"the gradient rule names {', '.join(sorted(unknown))}, which is not an input"
    unknown = set(spec.writes) - {pin.name for pin in spec.inputs if pin.is_ref}
    assert not unknown, f"the block writes to {', '.join(sorted(unknown))}, which is not a reference"
    for name in (spec.forwards, spec.reshapes):
        fits = name is None or (name in pins and spec.view and len(spec.outputs) == 1)
        assert fits, f"to pass {name} through, it must be an input, and the only output must be a view"
    bare = not (spec.view or spec.stateful or spec.attribute_names.keys() - {GRADIENT_RULE})
    assert not spec.ufunc or bare, "a ufunc kernel cannot have attributes, views or state"


def check_example(spec: BlockSpec, example: Mapping[str, Any]) -> None:
    known = {*(p.name for p in spec.inputs), *spec.attribute_names, *(p.name for p in spec.outputs)}
    assert set(example) <= known, f"the example has unknown names: {', '.join(sorted(set(example) - known))}"
    missing = {p.name for p in spec.outputs if p.kind == "tensor"} - set(example)
    assert spec.random or not missing, f"the example has no value for the output {', '.join(sorted(missing))}"
    if spec.variable:
        return  # its value is the session's
    call = calls.example_call(spec, example)
    node, _ = build(call, as_constant)
    verify(node.graph)
    for output, result in zip(node.outputs, results_by_output(node, run(node, call.arrays())), strict=True):
        pin, index = node.pin_of(output.index)
        if pin in example:
            assert_close(result, example[pin] if index is None else example[pin][index], output.dtype, pin)


def check_dtypes(call: Call) -> None:
    refused: list[str] = []
    # An attribute that goes with another (Tout with T), a value that does not fit (-1 into uint8).
    tied = {a.name for a in call.spec.attributes if a.type in ("type", "tensor")}
    for label, other in calls.other_dtypes(call):
        result = outcome(other, as_constant)
        if not isinstance(result, DiagramError):
            check(other, label)
        elif result.pin not in tied:
            refused.append(f"{label}: {result}")
    assert not refused, f"dtypes that the declaration allows are rejected: {'; '.join(refused)}"


def check_shapes(call: Call) -> None:
    for label, other in calls.other_shapes(call):
        check(other, label)


def check_in_place(call: Call) -> None:
    """Check that the in-place form of a kernel gives the same, into a new array or into an argument."""
    spec = call.spec
    for label, other in calls.other_dtypes(call):
        node, _ = build(other, as_constant)
        wanted = [np.asarray(each) for each in run(node, other.arrays())]
        if not wanted[0].ndim or not (spec.ufunc or has_wide_floats(node)):
            continue
        for index in (None, *(spec.in_place or ())):
            args = [np.array(each) for each in other.arrays()]
            out = [np.empty_like(each) for each in wanted] if index is None else [args[index]]
            if any(
                mine.dtype != each.dtype or mine.shape != each.shape for mine, each in zip(out, wanted, strict=True)
            ):
                continue
            with quiet():
                result = spec.bind(node.attrs, node.bound)(*args, out if len(out) > 1 else out[0])
            where = "an array" if index is None else f"the array at {spec.inputs[index].name}"
            if spec.ufunc:
                assert result is out[0], f"{label}: the kernel must return {where} that it fills"
            same = map(same_bits, result if len(out) > 1 else [result], wanted)
            assert all(same), f"{label}: the results differ if {where} is filled with them"


def check_plan(call: Call, passes: Sequence[str] = ALL_PASSES) -> None:
    for shape_of in (None, calls.exactly, calls.nothing):
        known = as_constant if shape_of is None else as_placeholder(shape_of)
        root = Scope.new_root_scope()

        def source(scope: Scope, given: Given, known: Source = known) -> Any:
            result = (as_constant if given.is_variable else known)(scope, given)
            # The call gets what a call before it made: memory that the plan may use again.
            return result if result.is_ref or not given.dtype.is_floating else new("Negate", result)

        negated = call.mapped(
            lambda _, given: (
                given
                if given.is_variable or not given.dtype.is_floating
                else given._replace(array=frozen(np.negative(given.array)))
            )
        )
        node, sources = build(negated, source, root)
        feeds: dict[Operand, Any] = {}
        for output, given in zip(sources, negated.flat(), strict=True):
            origin = output.op.inputs[0] if output.op.type.name == "Negate" else output
            if origin.op.type.name == "Placeholder":
                feeds[origin] = given.array
        fetches = [o for o in node.outputs if o.dtype.is_floating or o.dtype.is_integer]
        after = [new("Negate", o) for o in fetches if o.dtype.is_floating]
        what = program([*node.outputs, *after], feeds, steps=2, targets=[node])
        assert_agreement(what, interpreted(what), planned(what, passes), same_errors=True)
        only_after = program(after, feeds, targets=[node])
        assert_agreement(only_after, interpreted(only_after), planned(only_after, passes), same_errors=True)


def check_gradients(call: Call, exceptions: Exceptions = _NONE) -> None:
    spec = call.spec
    assert spec.rule is not None
    if exceptions.gradient:
        return
    limits = {name: limit.why for name, limit in spec.gradient_limits.items() if limit.unless is None}
    exceptions = exceptions._replace(pins={**limits, **exceptions.pins}, outputs={**limits, **exceptions.outputs})
    # For a rule that reaches none, all, with gradient 0.
    names = spec.rule.inputs or [pin.name for pin in spec.inputs if not pin.is_ref]
    pins = [name for name in names if name not in exceptions.pins]
    if not pins:
        return
    call = wide(call, exceptions.attributes)
    if not problem(call, pins, exceptions.outputs).outputs:
        return  # its results are integers
    smooth = smooth_calls(call, pins, exceptions.outputs)
    assert smooth, "no point with finite results and gradients was found near the example"
    for each in smooth:
        for rule in (TENSORFLOW, *spec.rules):
            with quiet():
                attrs = {**each.attrs, GRADIENT_RULE: rule} if spec.rules else each.attrs
                check_two_orders(each._replace(attrs=attrs), pins, exceptions.outputs)
    check_edges(call, pins, exceptions)


def check_edges(call: Call, pins: Sequence[str], exceptions: Exceptions = _NONE) -> None:
    with quiet():
        result = nan_at_edges(call, pins, exceptions.outputs)
    if exceptions.edges:
        assert result, f"expected a NaN gradient because of the exception {exceptions.edges!r}, got none"
    else:
        assert not result, f"a gradient is NaN although the results are finite, with {'; '.join(result)}"
