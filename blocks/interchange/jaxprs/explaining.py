"""The operations of a JAX function, one after the other, and the conclusions about the gradient of each argument."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from blocks.analysis.explanation import Explanation, ParameterGradient, Place, is_user_file, measured, union
from blocks.base.errors import UsageError
from blocks.interchange.tracing.arguments import by_parameter


class _Operation(NamedTuple):
    """A call of a primitive. Values are given by their numbers."""

    equation: Any
    function: Callable[..., list[Any]]
    reads: list[int]
    results: list[int]


_Cut = tuple[_Operation, str, int]  # the reason, and the parameters


class _Run:
    """A run of a jaxpr, one primitive after the other, and its gradients. Sets of parameters are bit masks."""

    def __init__(self) -> None:
        self._jax: Any = importlib.import_module("jax")
        self.values: list[Any] = []
        self.operations: list[_Operation] = []

    def add(self, value: Any) -> int:
        self.values.append(value)
        return len(self.values) - 1

    def is_float(self, at: int) -> bool:
        return bool(self._jax.dtypes.issubdtype(self._jax.numpy.result_type(self.values[at]), np.inexact))

    def inline(self, closed: Any, reads: Sequence[int]) -> list[int]:
        jaxpr = getattr(closed, "jaxpr", closed)
        given = [*map(self.add, getattr(closed, "consts", ())), *reads]
        env = dict(zip([*jaxpr.constvars, *jaxpr.invars], given, strict=True))

        def read(atom: Any) -> int:
            return self.add(atom.val) if hasattr(atom, "val") else env[atom]

        for equation in jaxpr.eqns:
            name, inner = equation.primitive.name, equation.params.get("jaxpr")
            variables = [*dict.fromkeys(each for each in equation.invars if not hasattr(each, "val"))]
            if name == "cond":
                branch, *rest = map(read, equation.invars)
                results = self.inline(equation.params["branches"][int(self.values[branch])], rest)
            elif inner is not None and name != "scan":  # a function that is rematerialized or jitted
                results = self.inline(inner, [*map(read, equation.invars)])
            else:
                one = jaxpr.replace(constvars=[], invars=variables, outvars=equation.outvars, eqns=[equation])
                call, used = partial(self._jax.core.eval_jaxpr, one, []), [env[each] for each in variables]
                results = [*map(self.add, call(*(self.values[at] for at in used)))]
                self.operations.append(_Operation(equation, call, used, results))
            env |= zip(equation.outvars, results, strict=True)
        return [*map(read, jaxpr.outvars)]

    def _backward(self, operation: _Operation) -> tuple[list[int], list[int], Callable[..., Any]]:
        """Return the floats among arguments and results, and the function between their gradients."""
        reads, results = ([at for at in each if self.is_float(at)] for each in (operation.reads, operation.results))

        def floats(*given: Any) -> list[Any]:
            values = dict(zip(reads, given, strict=True))
            found = operation.function(*(values.get(at, self.values[at]) for at in operation.reads))
            return [value for at, value in zip(operation.results, found, strict=True) if at in results]

        values = [self.values[at] for at in reads]
        return reads, results, lambda *gradients: self._jax.vjp(floats, *values)[1]([*gradients])

    def _passed(self, operation: _Operation) -> set[tuple[int, int]]:
        """Return the arguments and results between which a gradient passes."""
        reads, results, backward = self._backward(operation)
        try:
            jaxpr = self._jax.make_jaxpr(backward)(*(self.values[at] for at in results)).jaxpr
        except ValueError:  # a while loop
            return set()
        eliminate: Any = importlib.import_module("jax.interpreters.partial_eval").dce_jaxpr
        used = {at: eliminate(jaxpr, [other == at for other in reads])[1] for at in reads}
        return {(at, result) for at in reads for result, is_used in zip(results, used[at], strict=True) if is_used}

    def paths(self, parameters: Mapping[int, int], loss: int) -> tuple[list[int], list[int], list[_Cut]]:
        """Return the parameters behind each value, those that a gradient at it reaches, and the cuts."""
        used, reached = ([parameters.get(at, 0) for at in range(len(self.values))] for _ in range(2))
        leads, cuts = {loss}, list[_Cut]()
        for operation in self.operations[::-1]:
            leads |= {*operation.reads} if leads & {*operation.results} else set()
        for operation in self.operations:
            passed = self._passed(operation) if any(reached[read] for read in operation.reads) else ()
            for result in operation.results:
                used[result] = union(used[read] for read in operation.reads)
            for read in operation.reads:
                is_carried = any((read, result) in passed for result in operation.results)
                for result in operation.results:
                    if (read, result) in passed:
                        reached[result] |= reached[read]
                    elif reached[read] and result in leads and not (is_carried and self.is_float(result)):
                        cuts.append((operation, self._reason(operation, result), reached[read]))
        return used, reached, cuts

    def _reason(self, operation: _Operation, result: int) -> str:
        if not self.is_float(result):
            return "integer result"
        name = operation.equation.primitive.name
        known = {"stop_gradient": name, "custom_jvp": "custom_jvp gives zeros", "custom_vjp": "custom_vjp gives zeros"}
        return known.get(name.removesuffix("_call"), "not differentiable")

    def search(self, loss: int, reached: list[int]) -> Iterator[tuple[_Operation, str, int]]:
        """Yield the operations whose gradients become zero, or not finite, in the order of the backward pass."""
        jnp = self._jax.numpy
        totals = {loss: jnp.ones_like(self.values[loss])}
        sent: list[tuple[_Operation, int, Any]] = []
        for operation in self.operations[::-1]:
            if not any(at in totals for at in operation.results) or not any(reached[at] for at in operation.reads):
                continue
            reads, results, backward = self._backward(operation)
            incoming = [totals.get(at, jnp.zeros_like(self.values[at])) for at in results]
            for at, gradient in zip(reads, backward(*incoming), strict=True):
                totals[at] = totals[at] + gradient if at in totals else gradient
                if not jnp.isfinite(gradient).all():
                    yield operation, "nonfinite", reached[at]
                if any(map(jnp.any, incoming)):
                    sent.append((operation, at, gradient))
        for operation, at, gradient in sent:
            if not jnp.any(gradient) or not jnp.any(totals[at]):
                yield operation, "zero", reached[at]


def explain_function(function: Callable[..., Any], args: Sequence[Any]) -> Explanation:
    jax: Any = importlib.import_module("jax")
    tree = jax.tree_util
    with jax.disable_jit():  # loops are written out, and each operation has the line of its own call
        closed, shape = jax.make_jaxpr(function, return_shape=True)(*args)
    if getattr(shape, "shape", None) != () or not jax.dtypes.issubdtype(shape.dtype, np.number):
        raise UsageError(f"explain: expected one real number as the result of the function, got {shape}")
    names = [
        ".".join(filter(None, (name, tree.keystr(path, simple=True, separator="."))))
        for name, each in by_parameter(function, args)
        for path, _ in tree.tree_flatten_with_path(each)[0]
    ]
    leaves, structure = tree.tree_flatten(tuple(args))
    run = _Run()
    [loss] = run.inline(closed, [*map(run.add, leaves)])
    bits = {at: 1 << at for at in range(len(leaves)) if run.is_float(at)}

    def of_leaves(given: Mapping[int, Any]) -> Any:
        return function(*structure.unflatten([given.get(at, leaf) for at, leaf in enumerate(leaves)]))

    has_gradient = bool(bits) and run.is_float(loss)
    gradients: Any = jax.grad(of_leaves)({at: leaves[at] for at in bits}) if has_gradient else {}
    used, reached, cuts = run.paths(bits, loss)
    found = {at: ParameterGradient("unused") for at in bits}
    for at in bits:
        if used[loss] >> at & 1:
            status, norm = measured(np.asarray(gradients.get(at, np.float32(0))))
            found[at] = ParameterGradient(status, norm, bool(reached[loss] >> at & 1))
    if any(each.status in ("zero", "nonfinite") and each.reached for each in found.values()):
        for operation, status, mask in run.search(loss, reached):
            for at, each in found.items():
                if mask >> at & 1 and each.status == status == "zero":
                    cuts.append((operation, "gradient is zero", 1 << at))
                elif mask >> at & 1 and each.status == status:
                    each.first_nonfinite = each.first_nonfinite or _place(operation)
    for operation, reason, mask in cuts:
        for at, each in found.items():
            each.add(_place(operation), reason) if mask >> at & 1 else None
    return Explanation(float(run.values[loss]), {names[at]: each for at, each in found.items()})


def _place(operation: _Operation) -> Place:
    frames: Any = importlib.import_module("jax._src.source_info_util").user_frames
    equation = operation.equation
    lines = ((each.file_name, each.start_line) for each in frames(equation.source_info.traceback))
    called = getattr(equation.params.get("call_jaxpr"), "jaxpr", None)
    name = getattr(getattr(called, "debug_info", None), "func_src_info", None) or equation.primitive.name
    return Place.of(name.partition(" at ")[0], *next((each for each in lines if is_user_file(each[0])), ("", 0)))
