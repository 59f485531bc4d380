"""`blocks.from_jax`: conversion of a JAX function to a diagram."""

from __future__ import annotations

import importlib
import math
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from blocks import loops
from blocks.base.dtypes import dtype_of
from blocks.base.errors import DiagramError, UsageError
from blocks.base.names import free_name
from blocks.document.model import Diagram
from blocks.graph.call_info import known_value
from blocks.graph.graph import Output
from blocks.graph.scope import Scope, traced_scope
from blocks.interchange.jaxprs import custom_rules, indexing, matrices, primitives, streams, windows
from blocks.interchange.jaxprs.primitives import Rule, like
from blocks.interchange.jaxprs.rewritten import reduced_by_element, rewritten
from blocks.interchange.optional import require
from blocks.interchange.tracing.arguments import by_parameter, input_block, trained
from blocks.interchange.tracing.calls import Recording
from blocks.interchange.tracing.diagram import draw, identifier
from blocks.interchange.tracing.tracer import integers, rank, reshaped, sizes
from blocks.library.control_flow.custom_gradients import with_backward
from blocks.library.declare import make
from blocks.library.math.shared import JAX


def _log_add(x: Output, y: Output) -> Output:
    """Return max(x, y) + Softplus(-|x - y|), with the right slopes for ties."""
    known = known_value(y)
    if known is not None and not np.any(known) and y.shape in ((), x.shape):
        return make("Softplus", x)
    apart = make("Subtract", x, y)
    is_odd = make("NotEqual", apart, apart)  # of infinities
    apart = make("SelectV2", is_odd, like(x, 0), apart)
    first, second = make("Add", x, make("Softplus", -apart)), make("Add", y, make("Softplus", apart))
    result = make("SelectV2", make("GreaterEqual", x, y), first, second)
    return make("SelectV2", is_odd, make("Add", x, y), result)


def _log_add_2(x: Output, y: Output) -> Output:
    base = math.log(2)
    result = _log_add(make("Multiply", x, like(x, base)), make("Multiply", y, like(y, base)))
    return make("RealDiv", result, like(x, base))


FUNCTIONS: dict[str, Callable[..., Output]] = {
    "relu": partial(make, "Relu"), "relu6": partial(make, "Relu6"),
    "logaddexp": _log_add, "logaddexp2": _log_add_2,
    "xlogy": partial(make, "Xlogy"), "xlog1py": partial(make, "Xlog1py"),
}  # fmt: skip


RULES: dict[str, Rule] = {
    **{name: partial(primitives.elementwise, name) for name in (*primitives.ELEMENTWISE, *primitives.OF_TRUTH)},
    **{name: partial(primitives.reduction, name) for name in primitives.REDUCTIONS},
    **{name: partial(primitives.running, name) for name in primitives.RUNNING},
    **{name: partial(primitives.fold, name) for name in primitives.FOLDS},
    "shift_right_logical": primitives.shifted_in_zeros, "population_count": primitives.ones,
    "clz": primitives.leading_zeros, "mulhi": primitives.high_half,
    **{name: partial(indexing.scatter, name) for name in indexing.SCATTERS},
    **{name: partial(windows.window_reduction, name) for name in windows.REDUCTIONS}, "pow": primitives.power,
    "integer_pow": primitives.integer_pow, "exp2": primitives.exp2, "log2": primitives.log2, "cbrt": primitives.cbrt,
    "one_minus_square": primitives.one_minus_square, "div": primitives.divide, "rem": primitives.remainder,
    "round": primitives.rounded, "abs": primitives.absolute, "real": partial(primitives.part, "Real"),
    "imag": partial(primitives.part, "Imag"), "complex": primitives.complex_of,
    "convert_element_type": primitives.converted, "bitcast_convert_type": primitives.bits,
    "select_n": primitives.select, "clamp": primitives.clamp, "broadcast_in_dim": primitives.broadcast_in_dim,
    "reshape": primitives.reshape, "squeeze": primitives.squeeze, "expand_dims": primitives.expand_dims,
    "transpose": primitives.transpose, "rev": primitives.reverse, "concatenate": primitives.concatenate,
    "stack": primitives.stack, "unstack": primitives.unstack, "tile": primitives.tile, "split": primitives.split,
    "slice": primitives.part_of, "pad": primitives.pad, "argmax": partial(primitives.arg_extreme, "ArgMax"),
    "argmin": partial(primitives.arg_extreme, "ArgMin"), "dot_general": primitives.dot_general,
    "copy": primitives.same, "copy_p": primitives.same, "optimization_barrier": primitives.same,
    "device_put": primitives.same, "sharding_constraint": primitives.same, "dynamic_slice": indexing.dynamic_slice,
    "dynamic_update_slice": indexing.dynamic_update_slice, "gather": indexing.gather, "sort": indexing.sort,
    "top_k": indexing.top_k, "approx_top_k": indexing.approx_top_k, "reduce_precision": primitives.reduce_precision,
    "conv_general_dilated": windows.convolution, "select_and_scatter_add": windows.select_and_scatter_add,
    "select_and_gather_add": windows.select_and_gather_add, "cholesky": matrices.cholesky,
    "triangular_solve": matrices.triangular_solve, "lu": matrices.lu, "qr": matrices.qr, "svd": matrices.svd,
    "eigh": matrices.eigh, "eig": matrices.eig, "tridiagonal_solve": matrices.tridiagonal_solve,
    "cholesky_update": matrices.cholesky_update, "symmetric_product": matrices.symmetric_product,
    "fft": matrices.fourier, "lu_pivots_to_permutation": matrices.permutation_of, "threefry2x32": streams.threefry,
    **dict.fromkeys(streams.WRAPS, primitives.same),
}  # fmt: skip


_NEUTRAL = {"add": 0, "mul": 1, "max": -math.inf, "min": math.inf}


def from_jax(
    function: Callable[..., Any], /, *examples: Any, trainable: int | str | Sequence[int | str] = ()
) -> Diagram:
    """Convert a JAX function to a diagram (requires the extra ``jax``).

    The function is traced to a jaxpr. Each primitive becomes one or more blocks, and a jitted function becomes an
    instance of a composite. ``scan``, ``while_loop`` and ``cond`` become the blocks Scan (or Repeat), While and Cond.
    If JAX's gradient rule of a block differs from TensorFlow's, the block uses JAX's (attribute ``gradient_rule``).
    A function with a custom derivative rule (``custom_jvp``, ``custom_vjp``) becomes a composite with a custom
    gradient, which JAX derives from the rule. So gradients are those of JAX. Second derivatives are, too, unless
    ``fwd`` computes a result without calling the function: JAX differentiates these operations then.

    Args:
        function: a function that `jax.jit` accepts.
        examples: example arguments. Only their shapes and dtypes matter, unless you train them.
        trainable: the arguments to train, by index or name. Each leaf of their pytrees becomes a Variable block with
            the leaf as its initial value. Its id is the path of the leaf, for example ``params_layers_0_w``.
            `blocks.jax.weights` returns the trained pytree.

    Returns:
        A diagram with one page, with a Placeholder for each array that is not trained.

    Raises:
        DiagramError: a primitive has no block, or JAX cannot reverse a custom derivative rule.
        UsageError: JAX is not installed, or the function has no argument that ``trainable`` names.

    Example:
        import jax.numpy as jnp

        def loss(params, x):
            return jnp.mean(jnp.square(x @ params["w"]))

        params = {"w": np.ones((2, 1), np.float32)}
        diagram = blocks.from_jax(loss, params, np.ones((4, 2), np.float32), trainable=[0])
    """
    require("jax")
    jax: Any = importlib.import_module("jax")
    named = by_parameter(function, examples)
    variables = trained(named, trainable)
    closed, shapes = jax.make_jaxpr(function, return_shape=True)(*examples)
    recording = Recording()
    recording.scope.graph.array_calls = None  # nothing of NumPy's is called
    token = traced_scope.set(recording.scope)
    try:
        given = [*_inputs(recording, named, variables, closed.in_avals)]
        recording.root.begin = len(recording.scope.graph.nodes)
        results = Interpreter(recording).run(closed, given)
    finally:
        traced_scope.reset(token)
    recording.root.end = len(recording.scope.graph.nodes)
    recording.root.results = list(zip(leaf_names("output", shapes), results, strict=True))
    if not results:
        raise DiagramError("the function returns nothing")
    name = getattr(function, "__name__", "main")
    return draw(recording, name if name.isidentifier() else "main", JAX, "Gradients are those of the JAX function.")


def leaf_names(name: str, tree: Any) -> list[str]:
    """Return the names of a pytree's arrays, made of keys and indices: ``params_w``, ``xs_0``."""
    jax: Any = importlib.import_module("jax")
    leaves, _ = jax.tree_util.tree_flatten_with_path(tree)
    result: list[str] = []
    for path, _ in leaves:
        keys = [getattr(each, "key", getattr(each, "idx", getattr(each, "name", each))) for each in path]
        result.append("_".join([name, *map(str, keys)]))
    return result


def _inputs(
    recording: Recording, named: Sequence[tuple[str, Any]], variables: set[str], avals: Sequence[Any]
) -> Iterator[Output]:
    jax: Any = importlib.import_module("jax")
    left = iter(avals)
    for name, tree in named:
        for path, leaf in zip(leaf_names(name, tree), jax.tree_util.tree_leaves(tree), strict=True):
            aval = next(left)
            numbers = streams.key_shape(aval)  # of a key of random numbers
            shape, dtype = (*aval.shape, *numbers), np.dtype(np.uint32) if numbers else aval.dtype
            array = np.broadcast_to(np.zeros((), dtype), shape)
            if name in variables:
                try:
                    array = np.asarray(leaf, dtype)
                except TypeError:  # a random key, or only a shape
                    text = f"trainable: {path} needs an array as its initial value, got {type(leaf).__name__}"
                    raise UsageError(text) from None
            yield input_block(recording, path, array, name in variables)


class Interpreter:
    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._values: list[dict[Any, Any]] = []
        self._in_custom = False
        self._order = 0

    def run(self, closed: Any, given: Sequence[Output]) -> list[Output]:
        constants = [self.constant(each) for each in closed.consts]
        return self._run(closed.jaxpr, [*constants, *given])

    def constant(self, value: Any) -> Output:
        if getattr(getattr(value, "dtype", None), "_impl", None) is not None:
            value = importlib.import_module("jax").random.key_data(value)
        array = np.asarray(value)
        return make("Const", traced_scope.get(), array, dtype=dtype_of(array))

    def _run(self, jaxpr: Any, given: Sequence[Output]) -> list[Output]:
        env: dict[Any, Output | Callable[[], Output]] = dict(zip([*jaxpr.constvars, *jaxpr.invars], given, strict=True))

        def read(atom: Any) -> Output:
            if hasattr(atom, "val"):
                return self.constant(np.asarray(atom.val, atom.aval.dtype))
            return _read(env, atom)

        self._values.append(env)
        for equation in jaxpr.eqns:
            inputs = [read(each) for each in equation.invars]
            outputs = self._primitive(equation, inputs)
            env.update(zip(equation.outvars, outputs, strict=True))
        results = [read(each) for each in jaxpr.outvars]
        self._values.pop()
        return results

    def _primitive(self, equation: Any, inputs: list[Output]) -> Sequence[Output | Callable[[], Output]]:
        name, params = equation.primitive.name, equation.params
        avals = [each.aval for each in equation.invars]
        if not equation.outvars and not any(hasattr(each, "inner_aval") for each in avals):
            return []  # prints, and the like; what changes a mutable array (a Ref) is none of them
        other = rewritten(equation)
        if other is not None:
            return self.run(other, inputs)
        rule = RULES.get(name)
        if name in streams.DRAWS:
            return self.run(streams.drawn(name, params, avals), inputs)
        keys: tuple[int, ...] = max([streams.key_shape(each) for each in avals], default=())
        if keys and rule is not None and name not in streams.WRAPS:
            params, inputs = streams.on_numbers(name, params, inputs, keys)
        if rule is not None:
            result = rule(params, *inputs)
            return result if isinstance(result, list) else [result]  # pyright: ignore[reportUnknownVariableType]
        if name == "platform_index":
            return [self.constant(np.int32(_platform(params["platforms"])))]
        if name == "iota_2x32_shape":  # the numbers of all elements, as words of 32 bits
            shape: tuple[int, ...] = params["shape"]
            numbers = np.arange(math.prod(shape), dtype=np.uint64).reshape(shape)
            return [self.constant((numbers >> np.uint64(by)).astype(np.uint32)) for by in (32, 0)]
        if name in ("empty", "empty2"):  # for whatever is put there later
            return [self.constant(np.zeros(each.aval.shape, each.aval.dtype)) for each in equation.outvars]
        if name == "reduce":
            return self._reduce(params, inputs) or self.run(reduced_by_element(equation), inputs)
        if name == "iota":
            return [self.constant(_iota(params))]
        structured = {"scan": self._scan, "while": self._while, "cond": self._cond}.get(name)
        if structured is not None:
            return structured(params, inputs)
        if name in ("custom_linear_solve", "linear_solve"):
            return self._linear_solve(equation, inputs)
        called = _called(equation)
        if called is not None:
            return self._call(equation, called, inputs)
        expanded = _worked_out(equation, getattr(equation.primitive, "to_lojax", None))
        if expanded is not None:
            return self.run(expanded, inputs)
        stepwise = _worked_out(equation, getattr(equation.primitive, "impl", None))
        if stepwise is not None:
            given = {f"x_{i}": each for i, each in enumerate(inputs)}
            return self._custom(equation, name, given, partial(self.run, stepwise), is_of_jax=True)
        raise DiagramError(f"the JAX primitive {name} is not supported")

    def _call(self, equation: Any, jaxpr: Any, inputs: list[Output]) -> list[Output]:
        recording, name, params = self._recording, equation.primitive.name, equation.params
        scope = traced_scope.get()
        closed = jaxpr if hasattr(jaxpr, "consts") else None
        inner = jaxpr if closed is None else closed.jaxpr
        title = str(params.get("name", "")) or _source(inner).partition(" ")[0]
        names: list[str] = []
        for each in _argument_names(equation, inner, len(inputs)):
            names.append(free_name(identifier(each).strip("_") or "x", names))
        arguments = dict(zip(names, inputs, strict=True))
        if name in custom_rules.RULES:
            is_of_jax = bool(_source(inner)) and all(map(_is_of_jax, (inner, *params.values())))
            made = FUNCTIONS.get(title) if is_of_jax and inputs[0].dtype.is_floating else None
            if made is not None:
                return [made(*inputs)]
            if not (is_of_jax and title in custom_rules.PLAIN):
                live = custom_rules.without_dead(inner, [True] * len(inner.outvars))
                title = identifier(title).strip("_") or "custom"
                return self._custom(
                    equation, title, arguments, partial(self._run, live), is_of_jax=is_of_jax or not _source(inner)
                )
        is_flat = scope is None or scope.graph is not recording.scope.graph or name.startswith(("remat", "checkpoint"))
        if is_flat or self._in_custom or not title or title.startswith("<"):
            return self._run(inner, inputs) if closed is None else self.run(closed, inputs)
        call = recording.begin_call(("jit", title), title)
        call.arguments = list(arguments.items())
        results = self._run(inner, inputs) if closed is None else self.run(closed, inputs)
        pins = ["output"] if len(results) == 1 else [f"output_{i}" for i in range(len(results))]
        recording.end_call(list(zip(pins, results, strict=True)))
        return results

    def _custom(
        self, equation: Any, title: str, inputs: Mapping[str, Output], run: Callable[..., Any], *, is_of_jax: bool
    ) -> list[Output]:
        """Convert a function with a derivative rule, whose blocks ``run`` builds from its inputs.

        Its gradient is the reverse that JAX derives from the rule. If JAX has none for a function of its own, the
        results have no gradient, which a run reports.
        """

        def backward(given: Sequence[Output], _: Any, arriving: Sequence[Output | None]) -> list[Output | None]:
            if self._order == custom_rules.MOST_ORDERS:
                raise DiagramError(f"{title} has no derivatives of order {self._order + 1}")
            self._order += 1
            try:
                constants = [captured[i] if i in captured else self.constant(c) for i, c in enumerate(closed.consts)]
                found = self._run(closed.jaxpr, [*constants, *given, *[dy for dy in arriving if dy is not None]])
            finally:
                self._order -= 1
            gradients = dict(zip(by, found, strict=True))
            return [gradients.get(i) for i in range(len(given))]

        was, self._in_custom = self._in_custom, True
        results = run([*inputs.values()])
        try:
            closed, by, key = custom_rules.reverse(equation, title)
            if not by:
                return [_held("StopGradient", each) for each in results]
            captured = {i: self._captured(each) for i, each in enumerate(closed.consts) if custom_rules.is_tracer(each)}
            backward.__name__, scope = f"{title}_gradient", _scope().with_op_name(title)
            return with_backward(scope, lambda *_: results, backward, inputs, key)
        except DiagramError as error:
            if not (is_of_jax or self._order == custom_rules.MOST_ORDERS):
                raise
            return [_held("PreventGradient", each, message=error.message) for each in results]
        finally:
            self._in_custom = was

    def _captured(self, tracer: Any) -> Output:
        """Return a value that a rule has from the function around it."""
        for env in self._values:
            if (var := getattr(tracer, "val", None)) in env and (value := _read(env, var)).graph is _scope().graph:
                return value
        text = "a derivative rule uses a value of a function around it, which is not supported"
        raise DiagramError(text, hint="pass the value as an argument")

    def _reduce(self, params: Mapping[str, Any], inputs: list[Output]) -> list[Output] | None:
        """Convert ``reduce`` by a single primitive that has a reduction; return None for other functions."""
        jaxpr = params["jaxpr"].jaxpr
        name = jaxpr.eqns[0].primitive.name if len(jaxpr.eqns) == 1 and len(inputs) == 2 else ""
        reduction = RULES.get(f"reduce_{ {'add': 'sum', 'mul': 'prod'}.get(name, name) }")
        if reduction is None or list(jaxpr.eqns[0].invars) != list(jaxpr.invars):
            return None
        result = reduction({"axes": params["dimensions"]}, inputs[0])
        first = known_value(inputs[1])
        if first is not None and first == _NEUTRAL.get(name):
            return [result]
        return [primitives.elementwise(name, params, inputs[1], result)]

    # -- loops and branches -------------------------------------------------------------------------------------------

    def _scan(self, params: Mapping[str, Any], inputs: list[Output]) -> list[Output]:
        (count, carries), closed = _scan_counts(params), params["jaxpr"]
        names = [f"c_{i}" for i in range(count)] + [f"h_{i}" for i in range(carries)]
        over = [f"x_{i}" for i in range(len(inputs) - len(names))]
        results = [f"h_{i}" for i in range(carries)]
        results += [f"y_{i}" for i in range(len(closed.jaxpr.outvars) - carries)]

        def body(scope: Scope, **given: Output) -> dict[str, Output]:
            created = self.run(closed, [given[name] for name in (*names, *over)])
            return dict(zip(results, created, strict=True))

        given = dict(zip((*names, *over), inputs, strict=True))
        if over:
            result = loops.scan(None, body, "scan", over=over, reverse=bool(params["reverse"]), inputs=given)
        else:
            result = loops.repeat(None, body, "repeat", times=params["length"], share=True, inputs=given)
        return [result[name] for name in results]

    def _while(self, params: Mapping[str, Any], inputs: list[Output]) -> list[Output]:
        of_test, of_body = params["cond_nconsts"], params["body_nconsts"]
        [each] = params["cond_jaxpr"].out_avals
        many = len(each.shape)  # of a loop mapped by vmap: each element goes on as long as its own condition holds
        tested = [f"t_{i}" for i in range(of_test)]
        constant = [f"c_{i}" for i in range(of_body)]
        carried = [f"h_{i}" for i in range(len(inputs) - of_test - of_body)]

        def goes_on(given: Mapping[str, Output]) -> Output:
            [holds] = self.run(params["cond_jaxpr"], [given[name] for name in (*tested, *carried)])
            return holds

        def condition(scope: Scope, **given: Output) -> dict[str, Output]:
            holds = goes_on(given)
            return {"holds": make("Any", holds, integers(range(many))) if many else holds}

        def body(scope: Scope, **given: Output) -> dict[str, Output]:
            results = self.run(params["body_jaxpr"], [given[name] for name in (*constant, *carried)])
            if many:
                holds = goes_on(given)
                results = [
                    make("SelectV2", reshaped(holds, [*sizes(holds), *[1] * (rank(each) - many)]), each, given[name])
                    for name, each in zip(carried, results, strict=True)
                ]
            return dict(zip(carried, results, strict=True))

        given = dict(zip((*tested, *constant, *carried), inputs, strict=True))
        own = [*(tested if many else ()), *constant, *carried]
        result = loops.while_loop(None, condition, body, inputs=given, of_condition=[*tested, *carried], of_body=own)
        return [result[name] for name in carried]

    def _cond(self, params: Mapping[str, Any], inputs: list[Output]) -> list[Output]:
        return self._choose(inputs[0], list(params["branches"]), inputs[1:])

    def _choose(self, index: Output, branches: list[Any], inputs: list[Output]) -> list[Output]:
        if len(branches) == 1:
            return self.run(branches[0], inputs)
        names = [f"x_{i}" for i in range(len(inputs))]
        results = [f"y_{i}" for i in range(len(branches[0].jaxpr.outvars))]

        def first(scope: Scope, **given: Output) -> dict[str, Output]:
            return dict(zip(results, self.run(branches[0], [given[name] for name in names]), strict=True))

        def others(scope: Scope, **given: Output) -> dict[str, Output]:
            values = [given[name] for name in names]
            created = (
                self.run(branches[1], values)
                if len(branches) == 2
                else self._choose(given["index"], branches[1:], values)
            )
            return dict(zip(results, created, strict=True))

        given = dict(zip(names, inputs, strict=True))
        if len(branches) > 2:
            given["index"] = make("Subtract", index, np.ones((), index.dtype.numpy))
        chosen = index if index.dtype.kind == "bool" else make("Greater", index, np.zeros((), index.dtype.numpy))
        result = loops.cond(None, chosen, others, first, inputs=given)
        return [result[name] for name in results]

    def _linear_solve(self, equation: Any, inputs: list[Output]) -> list[Output]:
        """Convert ``custom_linear_solve``: its own solver, with the gradient that JAX derives (implicit functions)."""
        lengths, jaxprs = equation.params["const_lengths"], equation.params["jaxprs"]
        first = lengths.matvec + lengths.vecmat

        def solve(given: Sequence[Output]) -> list[Output]:
            return self.run(jaxprs.solve, [*given[first : first + lengths.solve], *given[sum(lengths) :]])

        named = {f"x_{i}": each for i, each in enumerate(inputs)}
        return self._custom(equation, "linear_solve", named, solve, is_of_jax=True)


def _held(block: str, output: Output, **attributes: Any) -> Output:
    return make(block, output, **attributes) if output.dtype.is_differentiable else output


def _scope() -> Scope:
    scope = traced_scope.get()
    assert scope is not None
    return scope


def _read(env: dict[Any, Any], atom: Any) -> Output:
    output = env[atom]
    if not isinstance(output, Output):  # built only if the gradient is needed
        output = env[atom] = output()
    return output


def _called(equation: Any) -> Any:
    """Return the jaxpr that a primitive runs once on its own inputs; None if it has none or several.

    Each version of JAX has other such primitives (for calls, derivative rules, marks), with other parameters.
    """
    jaxprs = [each for each in equation.params.values() if hasattr(each, "eqns")]
    if len(jaxprs) != 1:
        return None
    inner = getattr(jaxprs[0], "jaxpr", jaxprs[0])
    pairs = ((inner.invars, equation.invars), (inner.outvars, equation.outvars))
    return jaxprs[0] if all([_form(a) for a in own] == [_form(b) for b in given] for own, given in pairs) else None


def _worked_out(equation: Any, function: Any) -> Any:
    """Return the jaxpr of the JAX function that implements a primitive; None if only compiled code does."""
    jax: Any = importlib.import_module("jax")
    if function is None:
        return None
    given = [jax.ShapeDtypeStruct(each.aval.shape, each.aval.dtype) for each in equation.invars]
    try:
        closed = jax.make_jaxpr(partial(function, **equation.params))(*given)
    except Exception:  # it takes only numbers, or cannot be called by itself
        return None
    return None if equation.primitive in _primitives_of(closed) else closed


def _primitives_of(jaxpr: Any) -> set[Any]:
    result: set[Any] = set()
    for equation in jaxpr.eqns:
        result.add(equation.primitive)
        for each in equation.params.values():
            result |= _primitives_of(each) if hasattr(each, "eqns") else set()
    return result


def _form(atom: Any) -> tuple[Any, Any]:
    return getattr(atom.aval, "shape", None), getattr(atom.aval, "dtype", None)


def _scan_counts(params: Mapping[str, Any]) -> tuple[int, int]:
    """Return the numbers of constants and of carried values, which are the first inputs of ``scan``."""
    if "num_consts" in params:
        return params["num_consts"], params["num_carry"]
    constants, carried, _ = params["ft_in"].unpack()  # since JAX 0.11: trees of all inputs
    return len(constants), len(carried)


def _platform(platforms: Sequence[Any]) -> int:
    for i, each in enumerate(platforms):
        if each is None or "cpu" in each:
            return i
    return len(platforms) - 1


def _iota(params: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    shape: tuple[int, ...] = params["shape"]
    axis: int = params["dimension"]
    row = np.arange(shape[axis]).reshape([-1 if i == axis else 1 for i in range(len(shape))])
    return np.broadcast_to(row, shape).astype(params["dtype"])


def _source(traced: Any) -> str:
    return str(getattr(getattr(traced, "debug_info", None), "func_src_info", "") or "")


def _is_of_jax(traced: Any) -> bool:
    """Return whether a function is JAX's own, or none is known."""
    home = os.path.dirname(str(importlib.import_module("jax").__file__))
    file = _source(traced).partition(" at ")[2]
    return not file or file.startswith(home + os.sep)


def _argument_names(equation: Any, jaxpr: Any, count: int) -> list[str]:
    """Return the names of a jaxpr's arguments: ``p_w`` for ``p['w']``."""
    infos = [getattr(each, "debug_info", None) for each in (jaxpr, equation.params.get("fwd_jaxpr_thunk"))]
    found = [names for each in infos if len(names := getattr(each, "arg_names", None) or ()) == count]
    names = found[0] if found else [""] * count
    return [re.sub(r"[\[\]'\".]+", "_", str(each)) if each else f"x_{i}" for i, each in enumerate(names)]
