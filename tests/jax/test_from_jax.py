"""Functions of JAX as diagrams: JAX says what they give, and what their gradients are."""

# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# What lambdas are given is JAX's, which is not there where the types are checked.

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.cli.manual import api

jax: Any = pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")
jnp, lax, nn = jax.numpy, jax.lax, jax.nn

RNG = np.random.default_rng(0)
X, Y = (jnp.asarray(RNG.normal(size=(3, 4)), jnp.float32) for _ in range(2))
AT = jnp.asarray([2, 0, -1])
SQUARE = 4 * jnp.eye(3, dtype=jnp.float32) + 0.1 * jnp.asarray(RNG.normal(size=(3, 3)), jnp.float32)
IMAGES, KERNEL = (
    jnp.asarray(RNG.normal(size=(2, 3, 8, 9)), jnp.float32),
    jnp.asarray(RNG.normal(size=(4, 3, 3, 2)), jnp.float32),
)
GROUPED = jnp.asarray(RNG.normal(size=(6, 1, 3, 3)), jnp.float32)


@pytest.fixture(autouse=True)
def all_digits() -> Iterator[None]:
    """JAX multiplies with all digits of float32, also on a GPU, where it would take TF32."""
    with jax.default_matmul_precision("highest"):
        yield


def assert_alike(function: Callable[..., Any], *examples: Any, gradient: bool = True) -> blocks.Diagram:
    """The diagram gives what the function does and, of its first result weighted, the gradient."""
    names = _names(function, examples)
    feed = dict(zip(names, map(np.asarray, jax.tree_util.tree_leaves(examples)), strict=True))
    diagram = blocks.from_jax(function, *examples)
    result = blocks.Session(diagram).run(feed=feed)
    wanted = jax.tree_util.tree_leaves(function(*examples))
    outputs = [block.id for block in diagram.pages[0].blocks if block.id.startswith("output")]
    for name, each in zip(outputs, wanted, strict=True):
        value = result[f"{name}.result_output"]
        assert (value.dtype, value.shape) == (each.dtype, each.shape)
        np.testing.assert_allclose(value, each, rtol=1e-5, atol=1e-5 * max(1.0, float(jnp.max(jnp.abs(each)))))
    if not gradient or not jnp.issubdtype(wanted[0].dtype, jnp.floating):
        return diagram

    @functools.wraps(function)
    def loss(*given: Any) -> Any:
        first = jax.tree_util.tree_leaves(function(*given))[0]
        return jnp.sum(first * jnp.cos(jnp.arange(first.size, dtype=first.dtype)).reshape(first.shape))

    session = blocks.Session(blocks.from_jax(loss, *examples))
    session.watch("output")
    gradients = session.run(feed=feed).gradients
    by_jax = jax.tree_util.tree_leaves(jax.grad(loss, argnums=tuple(range(len(examples))))(*examples))
    for name, each in zip(names, by_jax, strict=True):
        got = gradients.get(f"{name}.output", np.zeros(each.shape))
        largest = float(jnp.max(jnp.where(jnp.isfinite(each), jnp.abs(each), 1)))
        np.testing.assert_allclose(got, each, rtol=1e-4, atol=1e-4 * max(1.0, largest), err_msg=name)
    return diagram


TIES = jnp.asarray([[1, 1, 0, 1], [0, 0, 0, 0], [2, 1, 0, -1], [-2, 2, 3, 0], [0, 2, 0.5, 4]], jnp.float32)
AT_TIES: dict[str, Callable[..., Any]] = {
    "bounds": lambda x: jnp.maximum(x, x[:, ::-1]) + jnp.minimum(x, 1) + jnp.clip(x, -1, 1) + lax.clamp(0.0, x, 2.0)
    + lax.clamp(jnp.minimum(x[0], 1), x[1], jnp.ones(4, "float32")),
    "sizes": lambda x: jnp.abs(x) + jnp.linalg.norm(x, 1, axis=1, keepdims=True) + jnp.hypot(x, x[:, ::-1] + 1),
    "roots": lambda x: jnp.where(x > 0, jnp.sqrt(x), 0) + jnp.where(x > 1, lax.rsqrt(x) + 1 / x, 0),
    "infinite": lambda x: jnp.cbrt(x) + jnp.sqrt(nn.relu(x)),
    "powers": lambda x: x ** jnp.arange(4) + x**3 + x**0 + x**1 + lax.rem(x, jnp.float32(1)) + jnp.fmod(x, 2) + x % 1,
    "products": lambda x: jnp.prod(x, 1) + jnp.cumprod(x, 1)[:, -1] + lax.cumprod(x, 0, reverse=True)[2, 0],
    "running": lambda x: lax.cummax(x, 1) * 2 + lax.cummin(x, 1, reverse=True),
    "activations": lambda x: nn.relu(x) + nn.relu6(2 * x) + nn.log_sigmoid(x) + nn.celu(x) + nn.hard_swish(3 * x),
    "logarithms": lambda x: jnp.logaddexp(x, x[:, ::-1]) + jnp.logaddexp2(x, 1) + jax.scipy.special.xlogy(x, 2 + x * x),
    "extremes": lambda x: jnp.max(x, 1) + jnp.min(x, 1) + lax.reduce(x, -jnp.inf, lax.max, (1,)),
    "scan": lambda x: lax.scan(lambda c, v: (jnp.maximum(c, v), jnp.abs(c - v)), x[:, 0], jnp.transpose(x))[0],
    "while": lambda x: lax.fori_loop(0, 3, lambda i, v: jnp.maximum(v, x[:, 1:] * v[:, :1]), x[:, 1:]),
}  # fmt: skip


@pytest.mark.parametrize("name", AT_TIES)
def test_gradients_at_ties_zeros_and_bounds_are_those_of_jax(name: str) -> None:
    assert_alike(AT_TIES[name], TIES)


def test_blocks_have_the_gradient_rule_of_jax_and_a_note_says_so() -> None:
    page = blocks.from_jax(lambda x, y: (jnp.maximum(x, y), jnp.argmax(x), x[AT] + 1), X, Y).pages[0]
    rules = {block.type: block.values.get("gradient_rule") for block in page.blocks}
    assert rules["Maximum"] == "jax" and set(rules.values()) == {"jax", None}  # integers have none
    assert len(page.notes) == 1 and "gradient_rule jax" in page.notes[0].text
    [note] = blocks.from_jax(lambda x, y: x + y, X, Y).pages[0].notes
    assert "those of the JAX function" in note.text and "gradient_rule" not in note.text


def _names(function: Callable[..., Any], examples: Any) -> list[str]:
    from blocks.interchange.jaxprs.from_jax import leaf_names
    from blocks.interchange.tracing.arguments import by_parameter

    return [name for each in by_parameter(function, examples) for name in leaf_names(*each)]


def tridiagonal(x: Any, y: Any) -> Any:
    rows = jnp.arange(4)
    return lax.linalg.tridiagonal_solve(x[0] * (rows > 0), x[1] + 9, x[2] * (rows < 3), y.T)


def eigenvalues(x: Any, y: Any) -> Any:
    return jnp.sum(jnp.abs(jnp.linalg.eigvals(jnp.diag(jnp.array([1.0, 5.0, 9.0])) + 0.1 * x @ y.T)) ** 2)


def three_axes(x: Any, y: Any) -> Any:
    return jnp.abs(jnp.fft.rfftn(x.reshape(2, 3, 2))) + jnp.fft.irfftn(jnp.fft.rfftn(y.reshape(3, 2, 2)) ** 2)[0, 0, 0]


def root(x: Any, y: Any) -> Any:
    def solve(g: Any, z: Any) -> Any:
        return lax.fori_loop(0, 20, lambda _, z: z - g(z) / (3 * z * z), z)

    return lax.custom_root(lambda z: z**3 - x**2 - 1, jnp.ones_like(x), solve, lambda g, b: b / g(jnp.ones_like(b))) + y


FUNCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    "unary": lambda x, y: jnp.exp(x) + jnp.log1p(jnp.abs(x)) + jnp.cbrt(x) + jnp.arctan2(x, y) + jnp.exp2(x) + x**3,
    "activations": lambda x, y: nn.gelu(x) + nn.silu(y) + nn.softplus(x) + nn.elu(y) + nn.relu6(x) + nn.hard_swish(y),
    "softmax": lambda x, y: nn.softmax(x) * nn.log_softmax(y, axis=0) + nn.standardize(x),
    "remainders": lambda x, y: x % 0.7 + jnp.fmod(y, 0.3) + jnp.floor_divide(x, 0.4),
    "reductions": lambda x, y: (x.var(0) + y.max(0) + x.prod(0) + y.std(0), x.argmax(1), jnp.any(x > 1)),
    "running": lambda x, y: jnp.cumsum(x, 0) + jnp.cumprod(y, 1) + lax.cumlogsumexp(x, axis=1),
    "sorted": lambda x, y: (jnp.sort(x, 0), jnp.argsort(y), jnp.median(x, 1), lax.top_k(y, 2)),
    "products": lambda x, y: jnp.einsum("ij,kj->ik", x, y) + jnp.einsum("bi,bj->bij", x, y).sum(2) @ x.T,
    "shapes": lambda x, y: jnp.pad(jnp.tile(x, (2, 1)), ((1, 0), (0, 2)), mode="reflect")[::2] + jnp.roll(y, 1)[0, 0],
    "parts": lambda x, y: jnp.stack([x[1], y[-1], *jnp.split(x, 2, 1)[0].reshape(2, 3)[0:0]]) * jnp.flip(y, 0)[:2],
    "gathered": lambda x, y: x[AT] + y[:, jnp.array([0, 0, 3, 1])] + jnp.take_along_axis(x, jnp.argsort(y, 1), 1),
    "scattered": lambda x, y: x.at[AT].add(y) + y.at[:, 1].set(2.0) + x.at[AT].max(y) + x.at[jnp.array([7])].set(1.0),
    "moved": lambda x, y: lax.dynamic_update_slice(x, lax.dynamic_slice(y, (1, 2), (2, 2)), (2, 1)),
    "mapped": lambda x, y: jax.vmap(lambda a, b, k: a @ b + a[k])(x, y, AT),
    "stopped": lambda x, y: x * lax.stop_gradient(y) + jax.checkpoint(jnp.sin)(y),
    "inner gradient": lambda x, y: jax.grad(lambda a: jnp.sum(jnp.tanh(a) ** 2))(x) * y,
    "scan": lambda x, y: lax.scan(lambda c, a: (jnp.tanh(c + a * y[0]), c * 2), x[0], x, reverse=True),
    "fori": lambda x, y: lax.fori_loop(0, 3, lambda k, c: jnp.sin(c) + k * y, x),
    "cond": lambda x, y: lax.cond(x.sum() > 0, lambda a: a * 2, lambda a: -a, y),
    "switch": lambda x, y: lax.switch(jnp.argmax(x[0]), [lambda a, k=k: a * k for k in (1.0, 2.0, 3.0, 4.0)], y),
    "matrices": lambda x, y: jnp.linalg.solve(SQUARE + x @ x.T, y) + jnp.linalg.inv(SQUARE + y @ y.T) @ x,
    "factors": lambda x, y: jnp.linalg.cholesky(x @ x.T + jnp.eye(3)) @ y + jnp.linalg.svd(x, compute_uv=False)[0],
    "spectral": lambda x, y: jnp.fft.irfft(jnp.fft.rfft(x) * 2) + jnp.abs(jnp.fft.fft(y)) + jnp.real(jnp.fft.fft2(x)),
    "steep": lambda x, y: jax.grad(lambda a: jnp.sum(jnp.tanh(a) + jnp.arcsin(a / 9)))(3 * x) + jnp.log2(y**2 + 1),
    "rounded": lambda x, y: lax.reduce_precision(x, 8, 7) * lax.reduce_precision(y, 8, 23),
    "reduced": lambda x, y: lax.reduce(x, jnp.float32(2), lambda a, b: a * b, (0,)) + lax.reduce_max(y, (0,)),
    "multiplied": lambda x, y: x.at[jnp.array([1, 0])].multiply(y[1:], unique_indices=True),
    "largest": lambda x, y: lax.approx_max_k(x, 2, reduction_dimension=0)[0] * lax.approx_min_k(y.T, 2)[0].T[:, :1],
    "tridiagonal": tridiagonal, "eigenvalues": eigenvalues, "three axes": three_axes, "root": root,
    "special": lambda x, y: jax.scipy.special.gammaln(jnp.abs(x) + 1) + jax.scipy.special.erf(y) + lax.bessel_i0e(x),
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_and_its_gradient(name: str) -> None:
    assert_alike(FUNCTIONS[name], X, Y)


CONVOLUTIONS: dict[str, Any] = {
    "strides": {"window_strides": (2, 2), "padding": [(1, 2), (0, 1)]},
    "dilated": {"window_strides": (1, 1), "padding": "VALID", "rhs_dilation": (2, 2)},
    "transposed": {"window_strides": (1, 1), "padding": [(2, 2), (1, -1)], "lhs_dilation": (2, 2)},
}


@pytest.mark.parametrize("name", CONVOLUTIONS)
def test_convolutions(name: str) -> None:
    def function(images: Any, kernel: Any) -> Any:
        return lax.conv_general_dilated(images, kernel, **CONVOLUTIONS[name])

    assert_alike(function, IMAGES, KERNEL)


@pytest.mark.parametrize("rule", [lax.max, lax.min])
def test_recorded_gradients_of_groups_and_pools(rule: Any) -> None:
    """The gradients are the functions here: transposed they have groups of the batch, and places of extremes."""
    start = -jnp.inf if rule is lax.max else jnp.inf

    def pooled(images: Any, kernel: Any) -> Any:
        convolved = lax.conv_general_dilated(images, kernel, (2, 1), "SAME", feature_group_count=3)
        return lax.reduce_window(convolved, start, rule, (1, 1, 3, 2), (1, 1, 2, 2), [(0, 0), (0, 0), (1, 1), (1, 0)])

    def gradients(images: Any, kernel: Any) -> Any:
        return jax.grad(lambda *given: jnp.sum(pooled(*given) ** 2), argnums=(1, 0))(images, kernel)

    assert_alike(gradients, IMAGES, GROUPED)

    def tangents(images: Any, kernel: Any) -> Any:
        return jax.jvp(pooled, (images, kernel), (images**2, kernel))[1]

    assert_alike(tangents, IMAGES, GROUPED)


def test_groups_and_pools() -> None:
    def function(images: Any, kernel: Any) -> Any:
        convolved = lax.conv_general_dilated(images, kernel, (1, 1), "SAME", feature_group_count=3)
        large = lax.reduce_window(convolved, -jnp.inf, lax.max, (1, 1, 3, 3), (1, 1, 2, 2), "SAME")
        return large + lax.reduce_window(
            convolved, 0.0, lax.add, (1, 1, 2, 3), (1, 1, 2, 2), [(0, 0), (0, 0), (0, 0), (1, 1)]
        )

    assert_alike(function, IMAGES, GROUPED)


def test_whole_and_complex_numbers() -> None:
    whole = jnp.array([7, -7, 5]), jnp.array([2, 3, -2])
    assert_alike(lambda a, b: (a // b, a % b, a << 1, a & b, ~a, a > b), *whole)
    zeros = whole[1] * jnp.array([1, 0, 0])
    bits_of(lambda a, b: (a // b, a % b, jnp.uint8(a) % jnp.uint8(b), lax.div(a, b), jnp.gcd(a, b)), whole[0], zeros)
    assert_alike(lambda a, b: (a * b, jnp.conj(a), jnp.abs(a), jnp.real(b)), X + 1j * Y, Y + 1j * X, gradient=False)


def test_while_runs_until_its_condition_fails() -> None:
    def function(x: Any) -> Any:
        return lax.while_loop(lambda c: c[1] < 5, lambda c: (c[0] * 1.1, c[1] + 1), (x, 0))

    diagram = assert_alike(function, X, gradient=False)
    assert "While" in {block.type for block in diagram.pages[0].blocks}


def test_loops_of_several_elements_each_run_until_its_own_condition_fails() -> None:
    def body(carried: Any) -> Any:
        x, turn, seen = carried
        return x * 1.5 + 1, turn + 1, seen.at[turn].set(x)

    lengths = jnp.array([8.0, 0.5, 9.5, 3.0])
    turns = jax.vmap(lambda x: lax.while_loop(lambda carried: carried[0] < 9, body, (x, 0, jnp.zeros(6))))
    assert_alike(turns, lengths, gradient=False)
    assert_alike(jax.scipy.special.exp1, jnp.array([0.2, 0.9, 1.5, 7.0]), gradient=False)


@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.int8, np.uint16])
def test_bits(dtype: Any) -> None:
    limits = np.iinfo(dtype)
    x = jnp.asarray(RNG.integers(limits.min, limits.max, (4, 5), dtype, endpoint=True)).at[0, 0].set(0)
    bits_of(lambda x: (lax.clz(x), lax.population_count(x), lax.shift_right_logical(x, x * 0 + 3)), x)
    bits_of(lambda x: [lax.reduce_and(x, (0,)), lax.reduce_or(x, (0, 1)), lax.reduce_xor(x, (1,))], x)
    bits_of(lambda x: [lax.mulhi(x, x[::-1]), lax.reduce_xor(x > 3, (0,))], x)


def test_primitives_of_which_jax_has_no_gradient() -> None:
    size = jnp.abs(X) + 1
    assert_alike(jax.grad(lambda a: jnp.sum(jax.scipy.special.gammainc(a, size))), size + 1, gradient=False)
    assert_alike(lambda r, w: lax.linalg.cholesky_update(jnp.triu(r), w), SQUARE, X[:, 0], gradient=False)
    product = functools.partial(lax.linalg.symmetric_product, alpha=2.0, beta=0.5, symmetrize_output=True)
    assert_alike(product, X, SQUARE + SQUARE.T, gradient=False)


def test_windows_and_sums_by_any_function() -> None:
    whole, square = jnp.arange(12).reshape(3, 4) - 5, (2, 2)
    assert_alike(lambda x: lax.reduce_window(x, 0, lax.add, (2, 3), (1, 1), [(1, 0), (0, 2)]), whole)
    assert_alike(lambda x: lax.reduce_window(x, jnp.float32(1), lax.mul, square, (1, 2), "VALID"), X, gradient=False)

    def apart(x: Any) -> Any:
        return lax.reduce_window(x, jnp.float32(-jnp.inf), lax.max, square, (1, 1), "VALID", window_dilation=(2, 1))

    assert_alike(apart, X, gradient=False)
    assert_alike(lambda x: lax.reduce(x, jnp.float32(0), lambda a, b: a + b + 0.1 * a * b, (1,)), X)

    def both(x: Any, y: Any) -> Any:
        starts = jnp.float32(0), jnp.float32(1)
        return lax.reduce((x, y), starts, lambda a, b: (a[0] + b[0], a[1] * b[1]), (0,))

    assert_alike(both, X, Y)


def test_groups_of_rows_and_functions_of_elements() -> None:
    counts, matrices = jnp.array([1, 0, 2]), jnp.stack([Y.T, 2 * Y.T, Y.T**2])
    assert_alike(lambda x, w: lax.ragged_dot(x, w, counts), X, matrices)
    assert_alike(jax.grad(lambda w: jnp.sum(lax.ragged_dot(X, w, counts) ** 2)), matrices, gradient=False)

    def changed(x: Any) -> Any:
        return x.at[jnp.array([0, 2])].apply(jnp.sin)

    assert_alike(changed, X, gradient=False)


def test_what_only_prints_is_left_out() -> None:
    def function(x: Any) -> Any:
        jax.debug.print("x is {}", x.sum())
        return 2 * x

    assert_alike(function, X)


@jax.jit
def layer(params: Any, h: Any) -> Any:
    return jnp.tanh(h @ params["w"] + params["b"])


def normalised(x: Any) -> Any:
    return (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-5)


def mlp(params: Any, x: Any) -> Any:
    for each in params:
        x = layer(each, x)
    return jnp.mean(x**2)


def cnn(params: Any, images: Any) -> Any:
    h = nn.relu(lax.conv_general_dilated(images, params["conv"], (1, 1), "SAME"))
    h = lax.reduce_window(h, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
    return nn.logsumexp(h.reshape(h.shape[0], -1) @ params["dense"], axis=-1).sum()


def lstm(params: Any, xs: Any) -> Any:
    def cell(state: Any, x: Any) -> Any:
        h, c = state
        i, f, g, o = jnp.split(jnp.concatenate([x, h]) @ params["w"] + params["b"], 4)
        c = nn.sigmoid(f) * c + nn.sigmoid(i) * jnp.tanh(g)
        h = nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    (_, _), hs = lax.scan(cell, (jnp.zeros(5), jnp.zeros(5)), xs)
    return jnp.sum(hs**2)


def transformer(params: Any, x: Any) -> Any:
    q, k, v = jnp.split(normalised(x) @ params["qkv"], 3, axis=-1)
    q, k, v = (each.reshape(3, 2, 2).transpose(1, 0, 2) for each in (q, k, v))
    mask = jnp.tril(jnp.ones((3, 3), bool))
    scores = jnp.where(mask, jnp.einsum("hqd,hkd->hqk", q, k) / jnp.sqrt(2.0), -jnp.inf)
    x = x + jnp.einsum("hqk,hkd->qhd", nn.softmax(scores), v).reshape(3, 4) @ params["out"]
    return jnp.sum((x + nn.gelu(normalised(x) @ params["up"]) @ params["down"]) ** 2)


def gru(params: Any, x: Any) -> Any:
    def cell(h: Any, row: Any) -> Any:
        reset, update = jnp.split(nn.sigmoid(jnp.concatenate([row, h]) @ params["gates"]), 2)
        h = update * h + (1 - update) * jnp.tanh(row @ params["x"] + reset * h @ params["h"])
        return h, h

    return jnp.mean((lax.scan(cell, jnp.zeros(5), x)[1] - 0.5) ** 2)


def weights(**shapes: tuple[int, ...]) -> dict[str, Any]:
    return {name: 0.5 * jnp.asarray(RNG.normal(size=shape), jnp.float32) for name, shape in shapes.items()}


def test_models() -> None:
    diagram = assert_alike(mlp, [weights(w=(4, 4), b=(4,)) for _ in range(3)], X)
    page = diagram.page("mlp")
    assert [block.type for block in page.blocks].count(":layer") == 3
    assert [c.name for c in diagram.composites] == [":layer"]
    assert {"params_0_b", "params_2_w", "x", "output", "run"} <= {block.id for block in page.blocks}
    assert_alike(cnn, weights(conv=(4, 3, 3, 3), dense=(64, 5)), IMAGES)
    assert_alike(lstm, weights(w=(9, 20), b=(20,)), X)
    assert_alike(transformer, weights(qkv=(4, 12), out=(4, 4), up=(4, 8), down=(8, 4)), X)


TRAINED: dict[str, tuple[Callable[[Any, Any], Any], Any]] = {
    "mlp": (mlp, [weights(w=(4, 4), b=(4,)) for _ in range(3)]),
    "gru": (gru, weights(gates=(9, 10), x=(4, 5), h=(5, 5))),
    "transformer": (transformer, weights(qkv=(4, 12), out=(4, 4), up=(4, 8), down=(8, 4))),
}


def minimized(function: Callable[..., Any], *examples: Any, trainable: Any, **values: Any) -> blocks.Diagram:
    """A page that trains."""
    diagram = blocks.from_jax(function, *examples, trainable=trainable)
    page = diagram.pages[0]
    page.add("Minimize", id="train", learning_rate=0.003, **values)
    page.wire("output", "train.loss")
    page.wire("train.operation", "run.run_outputs")
    return diagram


def assert_same_tree(found: Any, wanted: Any, rtol: float) -> None:
    assert jax.tree_util.tree_structure(found) == jax.tree_util.tree_structure(wanted)
    for mine, theirs in zip(*map(jax.tree_util.tree_leaves, (found, wanted)), strict=True):
        assert (type(mine), mine.dtype) == (type(theirs), theirs.dtype)
        np.testing.assert_allclose(mine, theirs, rtol=rtol, atol=rtol)


@pytest.mark.parametrize("optimizer", ["sgd", "adam"])
@pytest.mark.parametrize("name", TRAINED)
def test_trained_arguments_have_the_losses_and_weights_of_optax(name: str, optimizer: str) -> None:
    optax: Any = pytest.importorskip("optax", reason="Optax is not installed")
    function, params = TRAINED[name]
    values = {"sgd": {}, "adam": {"optimizer": "Adam", "corrected_epsilon": True}}[optimizer]
    session = blocks.Session(minimized(function, params, X, trainable=[0], **values))
    by_optax = getattr(optax, optimizer)(0.003)
    assert_same_tree(blocks.jax.weights(session, like=params), params, rtol=0)
    wanted, state = params, by_optax.init(params)
    step = jax.jit(jax.value_and_grad(function))
    for _ in range(25):
        value, slopes = step(wanted, X)
        np.testing.assert_allclose(session.run(feed={"x": X})["output.result_output"], value, rtol=1e-5)
        updates, state = by_optax.update(slopes, state, wanted)
        wanted = optax.apply_updates(wanted, updates)
    assert_same_tree(blocks.jax.weights(session, like=params), wanted, rtol=1e-4)


@pytest.mark.parametrize("topic", ["api-from_jax", "api-jax"])
def test_the_examples_of_the_reference_work(topic: str) -> None:
    names: dict[str, Any] = {"blocks": blocks, "np": np}
    for text in api.topics()[topic]().split("**Example**")[1:]:
        exec(text.partition("```python")[2].partition("```")[0], names)
    assert topic != "api-jax" or np.allclose(names["params"]["w"].sum(), 1, rtol=1e-3)  # of two rows of ones


def test_weights_find_their_argument() -> None:
    """Leaves that are no weights are kept, NumPy's stay NumPy's, and arguments that are alike need their names."""

    def function(encoder: Any, decoder: Any, x: Any) -> Any:
        return jnp.mean((x * encoder["w"] * decoder["w"] + encoder["turns"].sum()) ** 2)

    encoder = {"w": np.ones((), np.float16), "turns": jnp.arange(3)}
    session = blocks.Session(minimized(function, encoder, {"w": X}, X, trainable=["encoder", 1]))
    before = blocks.jax.weights(session, like=encoder)
    assert_same_tree(before, encoder, rtol=0)
    assert_same_tree(blocks.jax.weights(dict(session.variables), like={"w": X}), {"w": X}, rtol=0)
    alike = blocks.Session(minimized(lambda a, b: jnp.sum(a * b), X, Y, trainable=(0, 1)))
    assert_same_tree(blocks.jax.weights(alike, like=X, name="b"), Y, rtol=0)
    with pytest.raises(blocks.DiagramError, match="'a', 'b'"):
        blocks.jax.weights(alike, like=X)
    for like in ({"w": X[0]}, {"v": X}, {}):
        with pytest.raises(blocks.DiagramError, match="'decoder_w'"):
            blocks.jax.weights(session, like=like)
    with pytest.raises(blocks.DiagramError, match="trainable: x needs an array"):
        blocks.from_jax(jnp.sin, jax.ShapeDtypeStruct((3,), np.float32), trainable=[0])


def bits_of(function: Callable[..., Any], *examples: Any) -> None:
    """The diagram gives the same bits; a key is fed as the numbers that it holds."""
    keys = [jax.random.key_data(each) if jnp.issubdtype(each.dtype, jax.dtypes.prng_key) else each for each in examples]
    diagram = blocks.from_jax(function, *examples)
    result = blocks.Session(diagram).run(feed=dict(zip(_names(function, examples), map(np.asarray, keys), strict=True)))
    wanted = jax.tree_util.tree_leaves(function(*examples))
    outputs = [block.id for block in diagram.pages[0].blocks if block.id.startswith("output")]
    for name, each in zip(outputs, wanted, strict=True):
        value = result[f"{name}.result_output"]
        assert value.dtype == each.dtype and value.tobytes() == np.asarray(each).tobytes(), name


def folded(key: Any, n: Any) -> Any:
    return jax.random.bits(jax.random.fold_in(key, n), (5,)), jax.random.randint(key, (7,), -3, 1000)


def parts(key: Any) -> Any:
    first, second = jax.random.split(key)
    many = jax.random.split(first, (2, 3))
    later = [jax.random.bits(each, (2,)) for each in many[1]]
    return jax.random.uniform(second, (2, 3)), jax.random.bernoulli(first, 0.3, (9,)), later


def walked(key: Any) -> Any:
    return lax.scan(
        lambda x, k: (x + jax.random.uniform(k, dtype=jnp.float32), x), jnp.float32(0), jax.random.split(key, 4)
    )


def dropped(key: Any, x: Any) -> Any:
    return jnp.where(jax.random.bernoulli(key, 0.5, x.shape), x * 2, 0.0), jax.random.permutation(key, x)


@pytest.mark.parametrize("make_key", [jax.random.key, jax.random.PRNGKey])
def test_random_streams_have_the_same_bits(make_key: Callable[[int], Any]) -> None:
    key = make_key(1701)
    bits_of(folded, key, jnp.int32(3))
    bits_of(parts, key)
    bits_of(walked, key)
    bits_of(dropped, key, X)
    bits_of(lambda: jax.random.uniform(make_key(7), (3,)))
    assert_alike(lambda x: x + jax.random.normal(make_key(7), (3, 4)) * jax.random.gumbel(make_key(8), (3, 4)), X)


def test_samples_of_gamma_have_the_numbers_and_gradients_of_jax() -> None:
    assert_alike(lambda shape: jax.random.gamma(jax.random.key(3), shape), jnp.array([0.4, 1.0, 5.0]))


@pytest.mark.parametrize("shape", [(1,), (2,), (7,), (3, 8)])
def test_extremes_so_far(shape: tuple[int, ...]) -> None:
    x = jnp.asarray(RNG.normal(size=shape), jnp.float32)
    assert_alike(lambda x: (lax.cummax(x, axis=len(shape) - 1), lax.cummin(x, reverse=True)), x)
    n = jnp.asarray(RNG.integers(-9, 9, size=shape))
    bits_of(lambda n: (lax.cummax(n), lax.cummin(jnp.uint8(n))), n)


def test_sorted_by_several_keys() -> None:
    a, b = (jnp.asarray(RNG.integers(0, 3, size=(4, 9))) for _ in range(2))
    z = jnp.asarray(RNG.normal(size=(4, 9)), jnp.float32)
    bits_of(lambda a, b, z: lax.sort((a, b, z), num_keys=2, dimension=1), a, b, z)
    bits_of(lambda a, b, z: (jnp.lexsort((z, b, a), axis=0), lax.sort((z, a), num_keys=2)), a, b, z)


@pytest.mark.parametrize("shape", [(4, 4), (2, 5, 5)])
def test_pivots(shape: tuple[int, ...]) -> None:
    x = jnp.asarray(RNG.normal(size=shape), jnp.float32)
    bits_of(lambda x: jax.scipy.linalg.lu_factor(x)[1], x)
    bits_of(lambda x: lax.linalg.lu(x)[1:], x)
    assert_alike(jnp.linalg.det, x)
    assert_alike(lambda x: jnp.linalg.slogdet(x)[::-1], x)
    assert_alike(lambda x: jax.scipy.linalg.lu_solve(jax.scipy.linalg.lu_factor(x[..., :4, :4]), x[..., :4, :1]), x)


def test_what_has_no_block_is_named() -> None:
    with pytest.raises(blocks.DiagramError, match="rng_bit_generator"):
        blocks.from_jax(lambda key: jax.random.normal(key, (3,)), jax.random.key(0, impl="rbg"))
    with pytest.raises(blocks.DiagramError, match="hessenberg"):
        blocks.from_jax(lax.linalg.hessenberg, SQUARE)
    with pytest.raises(blocks.DiagramError, match="pure_callback"):
        blocks.from_jax(lambda x: jax.pure_callback(np.sin, x, x), X)
