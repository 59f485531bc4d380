"""Functions of JAX with derivative rules of their own, in diagrams and in programs: JAX gives the derivatives."""

# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.graph.gradients import try_gradients
from blocks.graph.graph import Output
from blocks.interchange.python.program import to_python
from tests.jax.test_from_jax import all_digits
from tests.jax.test_program import module_of

jax: Any = pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")
jnp, lax, nn = jax.numpy, jax.lax, jax.nn
__all__ = ["all_digits"]

X = jnp.asarray([[0.4, -1.6, 2.3], [7.0, -0.2, 0.0]], jnp.float32)
Y = jnp.asarray([[1.4, 0.6, -2.3], [0.7, 1.2, 3.0]], jnp.float32)
SQUARE = jnp.asarray([[4.0, 1.0, 0.2], [1.0, 3.0, 0.5], [0.1, 0.5, 5.0]], jnp.float32)
SCALE = jnp.asarray([1.0, -2.0, 3.0], jnp.float32)


def with_vjp(forward: Callable[..., Any], fwd: Any, bwd: Any, nondiff: Sequence[int] = (), **options: Any) -> Any:
    result = jax.custom_vjp(forward, nondiff_argnums=nondiff)
    result.defvjp(fwd, bwd, **options)
    return result


def with_jvp(forward: Callable[..., Any], rule: Callable[..., Any]) -> Any:
    result = jax.custom_jvp(forward)
    result.defjvp(partial(rule, result))
    return result


straight = with_vjp(
    lambda x: lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN), lambda x: (straight(x), None), lambda _, g: (g,)
)
reversal = with_vjp(lambda x: x, lambda x: (x, None), lambda _, g: (-g,))
clipped = with_vjp(lambda x: x**3, lambda x: (x**3, x), lambda x, g: (jnp.clip(3 * g * x * x, -1, 1),))
scaled = with_vjp(
    lambda x, lo, function: function(x) * lo,
    lambda x, lo, function: (function(x) * lo, x),
    lambda lo, function, x, g: (2 * g * lo * jnp.cos(x),),
    (1, 2),
)
two = with_jvp(
    lambda x, y: jnp.sin(x) * y,
    lambda f, p, t: (f(*p), 2 * jnp.cos(p[0]) * p[1] * t[0] + 3 * jnp.sin(p[0]) * t[1]),
)
wave = with_jvp(
    lambda x: (jnp.sin(x), jnp.cos(x)),
    lambda f, p, t: (f(*p), (f(*p)[1] * t[0], -1.5 * f(*p)[0] * t[0])),
)
power = with_vjp(jnp.exp, lambda x: (power(x),) * 2, lambda y, g: (1.1 * g * y,))
soft = with_jvp(lambda x: jnp.log1p(jnp.exp(x)), lambda f, p, t: (f(*p), (1 - 1 / (1 + jnp.exp(p[0]))) * t[0]))
product = with_vjp(
    lambda x, y: x * y, lambda x, y: (product(x, y), (x, y)), lambda r, g: (product(g, r[1]), product(g, r[0]) * 2)
)
none = with_vjp(lambda x, w: x * w, lambda x, w: (x * w, w), lambda w, g: (2 * g * w, None))
whole = with_vjp(
    lambda x, n: (x * n, jnp.argmax(x)), lambda x, n: ((x * n, jnp.argmax(x)), n), lambda n, g: (g[0] * n * 2, None)
)
closing = with_jvp(lambda x: x * SCALE, lambda f, p, t: (f(*p), 2 * t[0] * SCALE))
outer = with_vjp(lambda x: jnp.tanh(clipped(x)), lambda x: (outer(x), x), lambda x, g: (g * two(x, x),))
complex_ = with_vjp(lambda z: z * z, lambda z: (z * z, z), lambda z, g: (g * z * (2 + 1j),))
same = with_vjp(lambda x: (x, x * 2, x), lambda x: (same(x), None), lambda _, g: (g[0] + 3 * g[1] + 5 * g[2],))
symbolic = with_vjp(
    lambda x, y: (x * y, x + y),
    lambda x, y: ((x.value * y.value, x.value + y.value), y.value),
    lambda y, g: (2 * g[0] * y, None),
    symbolic_zeros=True,
)


@jax.custom_gradient
def of_both(x: Any) -> Any:
    return x**2, lambda g: 7 * g * x


def captured(x: Any, rate: Any) -> Any:
    """The rule has a value of the function around it."""
    function = with_vjp(jnp.sin, lambda x: (function(x), x), lambda x, g: (g * rate * x,))
    return function(2 * x)


def step(a: Any, x: Any, z: Any) -> Any:
    return jnp.cos(a * z) + 0.1 * x


def solved(a: Any, x: Any) -> Any:
    return lax.while_loop(lambda z: jnp.max(jnp.abs(step(a, x, z) - z)) > 1e-6, partial(step, a, x), x)


def pull(saved: Any, g: Any) -> Any:
    back = jax.vjp(step, *saved)[1]
    return back(lax.fori_loop(0, 60, lambda _, u: g + back(u)[2], g))[:2]


fixed_point = with_vjp(solved, lambda a, x: ((z := fixed_point(a, x)), (a, x, z)), pull)


def root(x: Any) -> Any:
    def newton(_: Any, z: Any) -> Any:
        return lax.fori_loop(0, 30, lambda _, z: (z + x / z) / 2, z)

    return lax.custom_root(lambda z: z * z - x, jnp.ones_like(x), newton, lambda g, y: y / g(jnp.ones_like(y)))


SIZES = 0.3 * jnp.abs(X) + 0.2
FUNCTIONS: dict[str, tuple[Callable[..., Any], *tuple[Any, ...]]] = {
    "straight through": (lambda x: straight(x) ** 2 * x, X),
    "reversal": (reversal, X),
    "reversed": (lambda x: jnp.sin(reversal(x * x)) * 0 + reversal(x * x), X),
    "clipped": (clipped, X),
    "arguments that are not differentiated": (lambda x: scaled(x, 2.5, jnp.sin), X),
    "several inputs": (lambda x, y: two(x, y) * x, X, Y),
    "one input twice": (lambda x: two(x, x), X),
    "a constant input": (lambda x: two(x, 2.0), X),
    "several results": (lambda x: wave(x)[0] * 2 + wave(x)[1], X),
    "results that are one": (lambda x: sum(map(jnp.multiply, same(x), (1.0, 2.0, x))), X),
    "its own gradient": (lambda x: power(x / 3) ** 2, X),
    "one input twice, and its own gradient": (lambda x: product(x, x), X),
    "an input without gradient": (none, X, Y),
    "integers": (lambda x, n: whole(x, n)[0] + whole(x, n)[1], X, jnp.arange(3)),
    "symbolic zeros": (lambda x, y: symbolic(x, y)[0], X, Y),
    "complex": (lambda x: jnp.real(complex_(x + 1j * x[:, ::-1])) + jnp.imag(complex_(x * (1 + 2j))), X),
    "closed over": (closing, X),
    "captured": (captured, X, jnp.arange(3)),
    "captured in a jitted function": (lambda x, n: jax.jit(partial(captured, rate=n))(x), X, jnp.arange(3)),
    "custom_gradient": (of_both, X),
    "linear_call": (lambda x: jax.custom_derivatives.linear_call(
        lambda r, x: r * x, lambda r, g: 5 * r * g, jnp.full(3, 2.0), x), X),
    "rules in a rule": (outer, X),
    "scan": (lambda x: lax.scan(lambda c, v: (soft(c * v), soft(c) + closing(v)), x[0], x), X),
    "cond": (lambda x: lax.cond(x.sum() > 0, clipped, reversal, x), X),
    "jit": (jax.jit(lambda x: two(x, 2 * x) + 1), X),
    "checkpoint": (jax.checkpoint(lambda x: jnp.sin(two(x, x))), X),
    "vmap": (lambda x: jax.vmap(two, (0, None))(x, x[0]) + jax.vmap(jax.vmap(power))(x / 3), X),
    "recorded gradient": (lambda x: jax.grad(lambda y: jnp.sum(two(y, y)))(x) * x, X),
    "fixed point": (fixed_point, jnp.float32(0.6), X[0]),
    "root": (lambda x: root(x * x + 1), X),
    "solve": (jnp.linalg.solve, SQUARE, X[0]),
    "conjugate gradient": (lambda a, b: jax.scipy.sparse.linalg.cg(lambda v: (a + a.T) @ v, b, maxiter=9)[0],
                           SQUARE, X[0]),
    "activations": (lambda x: nn.relu6(x) + nn.softplus(x) + nn.silu(x) + nn.gelu(x) + nn.logsumexp(x, 1)[:, None], X),
    "special": (lambda x: jnp.sinc(x) + jax.scipy.special.entr(x) + jax.scipy.special.expi(x) + jnp.i0(x), SIZES),
}  # fmt: skip


def weighted(function: Callable[..., Any], weight: Callable[[Any], Any]) -> Callable[..., Any]:
    def total(*given: Any) -> Any:
        results = jax.tree_util.tree_leaves(function(*given))
        return sum(
            jnp.sum(each * weight(jnp.arange(each.size, dtype=each.dtype)).reshape(each.shape))
            for each in results
            if jnp.issubdtype(each.dtype, jnp.floating)
        )

    return total


def by_blocks(diagram: blocks.Diagram, examples: Sequence[Any]) -> list[list[Any]]:
    """A diagram's loss, its gradients, and those of their weighted sum."""
    elaboration = blocks.Session(diagram).elaboration
    names = [block.id for block in diagram.pages[0].blocks if block.type == "Placeholder"]
    inputs = [elaboration.values[name]["output"] for name in names]
    y, scope = elaboration.values["output"]["output"], blocks.Scope(elaboration.graph)
    smooth = [x for x in inputs if x.dtype.is_floating]
    rows = [[y]]
    for _ in range(2):
        found = try_gradients(scope, [y], smooth)
        rows.append(
            [x if isinstance(x, Output) else ops.ZerosLike(scope, y) for y, x in zip(smooth, found, strict=True)]
        )
        parts: list[Any] = []
        for each, x in zip(rows[-1], smooth, strict=True):
            weights = np.sin(1 + np.arange(np.prod(x.shape), dtype=np.float32)).reshape(x.shape)
            parts.append(ops.Sum(scope, ops.Reshape(scope, ops.Multiply(scope, each, weights), [-1]), [0]))
        y = ops.AddN(scope, parts).as_output()
    results = iter(
        blocks.ClientSession(scope).run(
            [each for row in rows for each in row], dict(zip(inputs, examples, strict=True))
        )
    )
    return [[next(results) for _ in row] for row in rows]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_values_gradients_and_second_derivatives_are_those_of_jax(name: str, tmp_path: Path) -> None:
    function, *examples = FUNCTIONS[name]
    moving = tuple([i for i, each in enumerate(examples) if jnp.issubdtype(each.dtype, jnp.floating)])
    loss = weighted(function, jnp.cos)
    slopes = jax.grad(loss, moving)
    second = jax.grad(weighted(slopes, lambda n: jnp.sin(n + 1)), moving)
    blocks.from_jax(loss, *examples).save(tmp_path / "x.gradblocks")
    found = by_blocks(blocks.load(tmp_path / "x.gradblocks"), [np.asarray(each) for each in examples])
    for row, wanted in zip(found, ([loss(*examples)], slopes(*examples), second(*examples)), strict=True):
        for mine, theirs in zip(row, wanted, strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-4, atol=1e-5 * max(1.0, float(jnp.max(jnp.abs(theirs)))))


def test_equal_rules_are_one_composite_with_the_names_of_jax() -> None:
    def scale(by: float) -> Any:
        return with_vjp(lambda x: x, lambda x: (x, None), lambda _, g: (g * by,))

    def layers(x: Any) -> Any:
        return scale(2.0)(two(two(x, x * x), x)) + scale(3.0)(x) + scale(2.0)(x)

    diagram = blocks.from_jax(layers, X)
    custom = [each for each in diagram.composites if each.gradient]
    assert len(custom) == 3 and len(diagram.composites) == 6
    of_two = next(each for each in custom if len(each.wires) > 1)
    pins = {block.id: block.type for block in of_two.blocks if block.type.endswith("Pin")}
    assert pins == {"x": "InputPin", "y": "InputPin", "output": "OutputPin"}
    pins = {block.id: block.type for block in diagram.composite(of_two.gradient).blocks if block.type.endswith("Pin")}
    assert pins == {"x": "InputPin", "y": "InputPin", "grad_output": "InputPin", "grad_x": "OutputPin",
                    "grad_y": "OutputPin"}  # fmt: skip
    [without] = [each for each in blocks.from_jax(none, X, Y).composites if not each.gradient]
    assert "grad_w" not in {block.id for block in without.blocks}


def test_rules_of_jax_that_equal_the_gradient_of_blocks_are_blocks() -> None:
    def function(x: Any) -> Any:
        return nn.relu(x) + nn.silu(x) + nn.softmax(x) + jnp.logaddexp(x, 0) + nn.log_sigmoid(x) + nn.gelu(x)

    assert not [each for each in blocks.from_jax(function, X).composites if each.gradient]


REFUSED: dict[str, tuple[Any, str]] = {
    "abs of a tangent": (with_jvp(jnp.sin, lambda f, p, t: (f(*p), jnp.abs(t[0]))), "abs"),
    "while": (
        with_jvp(jnp.sin, lambda f, p, t: (f(*p), lax.while_loop(lambda v: v[0, 0] < 9, lambda v: 2 * v, t[0]))),
        "Reverse-mode differentiation",
    ),
    "of the user": (with_vjp(jnp.sin, lambda x: (x, None), lambda _, g: 1 / 0), "division by zero"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_rules_that_jax_cannot_reverse_are_refused_with_its_reason(name: str) -> None:
    function, reason = REFUSED[name]
    with pytest.raises(blocks.DiagramError, match=f"cannot reverse.*{reason}"):
        blocks.from_jax(function, X)


def test_a_value_of_a_function_around_a_loop_is_refused() -> None:
    def function(x: Any, rate: Any) -> Any:
        return lax.scan(lambda c, v: (captured(c, rate) + v, None), x[0], x)[0]

    with pytest.raises(blocks.DiagramError, match="function around it"):
        blocks.from_jax(function, X, jnp.float32(3))


PROGRAMS = ["several inputs", "an input without gradient", "scan", "fixed point"]


def differentiated(diagram: blocks.Diagram, of: str, name: str, variables: Sequence[str]) -> list[str]:
    """Add the gradients with respect to the variables that have one, and return these."""
    for each in variables:
        trial = blocks.Diagram(diagram.document)
        for canvas, inputs in ((trial.pages[0], [each]), (diagram.pages[0], [])):
            if canvas.get(name) is None:
                canvas.add("AddSymbolicGradients", id=name)
                canvas.wire(of, f"{name}.outputs")
            for pin in inputs:
                canvas.wire(f"{pin}.ref", f"{name}.inputs")
        if not blocks.Session(trial).problems():
            diagram.pages[0].wire(f"{each}.ref", f"{name}.inputs")
    reached = [wire.source.block for wire in diagram.pages[0].wires_into(name, "inputs")]
    for i in range(len(reached)):
        diagram.pages[0].wire(f"{name}.grad_outputs[{i}]", "run.fetch_outputs")
    return reached


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_have_the_gradients_of_the_page(name: str, tmp_path: Path) -> None:
    """Also the second derivatives: `jax.grad` makes them of JAX's program, and never from the blocks of a composite."""
    function, *examples = FUNCTIONS[name]
    diagram = blocks.from_jax(weighted(function, jnp.cos), *examples, trainable=range(len(examples)))
    page = diagram.pages[0]
    variables = [block.id for block in page.blocks if block.type == "Variable"]
    first = differentiated(diagram, "output.output", "first", variables)
    page.add("AddN", id="total")
    for i in range(len(first)):
        page.add("Sum", id=f"sum_{i}", axis=list(range(examples[i].ndim)))
        page.wire(f"first.grad_outputs[{i}]", f"sum_{i}.input")
        page.wire(f"sum_{i}.output", "total.inputs")
    second = differentiated(diagram, "total.sum", "second", variables)
    results = blocks.Session(diagram).run()
    program = to_python(diagram, tmp_path / "program.py").text
    names: dict[str, Any] = {"__name__": "exported"}
    exec(program, names)
    for key, value in names[page.name]().items():
        np.testing.assert_allclose(value, results[key], rtol=1e-6, err_msg=key)
    exported = module_of(diagram, tmp_path)
    params = {each: jnp.asarray(x) for each, x in zip(variables, examples, strict=True)}

    def slopes(params: Any) -> Any:
        return jax.grad(lambda own: exported.loss({**params, **own}))({each: params[each] for each in first})

    sums = jax.grad(lambda params: sum(jnp.sum(each) for each in slopes(params).values()))(params)
    for order, reached, found in (("first", first, slopes(params)), ("second", second, sums)):
        for i, each in enumerate(reached):
            wanted = results[f"{order}.result_grad_outputs[{i}]"]
            atol = 1e-5 * max(1.0, float(np.max(np.abs(wanted))))
            np.testing.assert_allclose(found[each], wanted, rtol=1e-4, atol=atol, err_msg=f"{order} {each}")
    assert all(not np.any(sums[each]) for each in variables if each not in second)
