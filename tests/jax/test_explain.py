"""`blocks.jax.explain` on functions with planted errors: statuses are those of `jax.grad`, comments mark the cuts."""

# pyright: reportUnknownParameterType=false, reportMissingParameterType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownLambdaType=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import blocks
from tests.planted import assert_marked, marks

jax: Any = pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")
jnp, lax = jax.numpy, jax.lax
stop: Any = lax.stop_gradient

X = np.array([0.5, 2.0, -1.5], np.float32)
STEPS: dict[str, Callable[..., Any]] = {}


def fault(step: Callable[..., Any]) -> Callable[..., Any]:
    STEPS[step.__name__] = step
    return step


@jax.custom_vjp
def silent(x):
    return x * 2


silent.defvjp(lambda x: (x * 2, None), lambda _, grad: (jnp.zeros_like(grad),))


@jax.custom_vjp
def first(x, y):
    return x * y


first.defvjp(lambda x, y: (x * y, (x, y)), lambda kept, grad: (grad * kept[1], None))


@fault
def stopped(w, v):
    h = stop(w * X)  # cut w: stop_gradient
    h = stop(jnp.exp(h))
    return jnp.sum(h * v)


@fault
def stopped_on_one_of_two_paths(w, v):
    return jnp.sum(stop(w * X) * w + v)  # cut w: stop_gradient


@fault
def stopped_beside_the_loss(w, v):
    h = w * X
    assert stop(h) is not None
    return jnp.sum(h * v)


@fault
def positions(w, v):
    at = jnp.argmax(w * X)  # cut w: integer result
    return v[at]


@fault
def integers(w, v):
    h = (w * X).astype(jnp.int32)  # cut w: integer result
    return jnp.sum(h.astype(jnp.float32) * v)


@fault
def mask(w, v):
    return jnp.sum(jnp.where(w > 0, v, 1.0))  # cut w: integer result


@fault
def rounded(w, v):
    h = jnp.round(w * X)  # cut w: not differentiable
    g = jnp.round(v * X) + v  # cut v: not differentiable
    return jnp.sum(h + g)


@fault
def own_gradient_of_zeros(w, v):
    return jnp.sum(silent(w * X) * v)  # cut w: custom_vjp


@fault
def own_gradient_of_none(w, v):
    h = first(w * X, v)  # cut v: custom_vjp
    return jnp.sum(h)


@fault
def unused(w, v, u):
    return jnp.sum(w * v * X)  # unused u


@fault
def dead_relu(w, v):
    h = jax.nn.relu(w - 100)  # cut w: gradient is zero
    return jnp.sum(h * v + v)


@fault
def canceling(w, v):
    return jnp.sum(w - w + v)  # cut w: gradient is zero


@fault
def nan_in_the_backward_pass(w, v):
    h = jnp.sqrt(w * 0)  # first w
    return jnp.sum(h + v)


@fault
def where_trap(w, v):
    h = w - stop(w)  # cut w: stop_gradient
    safe = jnp.where(h > 0, jnp.log(h), h)  # first w  # cut w: integer result
    return jnp.sum(safe + v)


@fault
def scan(w, v):
    def body(carry, x):
        carry = stop(carry) * w + x  # cut w v: stop_gradient
        return carry, carry * v

    carry, rows = lax.scan(body, v, jnp.stack([X, -X]))
    return jnp.sum(carry + rows[0])


@fault
def condition(w, v):
    h = lax.cond(X[0] > 0, stop, lambda a: a * 2, w)  # cut w: stop_gradient
    return jnp.sum(h * v)


@fault
def jitted_and_rematerialized(w, v):
    @jax.jit
    def inner(a):
        return jax.checkpoint(lambda b: jnp.sin(stop(b)) + b)(a * v)  # cut w v: stop_gradient

    return jnp.sum(inner(w))


@fault
def loop_without_gradient(w, v):
    h = lax.while_loop(lambda a: jnp.sum(a) < 100, lambda a: a * 2, stop(jnp.abs(w)))  # cut w: stop_gradient
    return jnp.sum(h * v)


@fault
def integer_loss(w, v):
    return jnp.sum(w > 0) + jnp.argmax(v)  # cut w v: integer result


@fault
def library_function_twice(w, v):
    h = jnp.where(X > 0, w, stop(w))  # cut w: stop_gradient
    return jnp.sum(jnp.where(X > 0, stop(h), v))  # cut w: stop_gradient


@pytest.mark.parametrize("name", STEPS)
def test_statuses_are_those_of_jax_and_each_cut_is_named(name: str) -> None:
    step = STEPS[name]
    values = {
        "w": np.array([1.5, -0.5, 2.0], np.float32),
        "v": np.array([1, 2, -3], np.float32),
        "u": np.array([1, 2, 3], np.float32),
    }
    args = {each: values[each] for each in ("w", "v", "u")[: step.__code__.co_argcount]}
    found = blocks.jax.explain(step, *args.values())
    assert_marked(step, found)
    is_float = np.issubdtype(step(*args.values()).dtype, np.floating)
    gradients = jax.grad(lambda given: step(**given))(args) if is_float else {key: np.zeros(3) for key in args}
    _, _, unused = marks(step, args)
    for key, each in found.parameters.items():
        gradient = np.asarray(gradients[key])
        status = "ok" if gradient.any() else "zero"
        assert each.status == ("unused" if key in unused else status if np.isfinite(gradient).all() else "nonfinite")


def test_parameters_are_named_by_their_paths_and_can_be_forbidden_and_required() -> None:
    def loss(params: Any, key: Any, scale: Any) -> Any:
        noise = jax.random.normal(key, (2,))
        return jnp.sum((params["net"][0]["w"] * scale - stop(params["target"]["w"]) + noise) ** 2)

    params = {"net": [{"w": np.array([1, 2], np.float32)}], "target": {"w": np.array([3, 4], np.float32)}}
    args = params, jax.random.key(0), np.float32(2)
    found = blocks.jax.explain(loss, *args, forbid={"params.target": "loss"}, require=["params.net", "scale"])
    assert {name: each.status for name, each in found.parameters.items()} == {
        "params.net.0.w": "ok", "params.target.w": "zero", "scale": "ok",
    }  # fmt: skip
    assert str(found).startswith("zero") and not found.ok
    with pytest.raises(blocks.GradientContractError, match=r"params\.target\.w"):
        blocks.jax.explain(loss, *args, require=["params.target"])
    with pytest.raises(blocks.UsageError, match="one real number"):
        blocks.jax.explain(lambda x: x * 2, np.ones(2, np.float32))
