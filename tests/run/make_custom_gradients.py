"""Writes ``custom_gradients.json``: what JAX makes of the programs of `custom_gradients`.

``python -m tests.run.make_custom_gradients`` with JAX 0.10.2, which the project does not need otherwise.
"""

# JAX is not there where this is checked.
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false, reportUnknownParameterType=false
# pyright: reportMissingParameterType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

HOME = Path(__file__).with_name("custom_gradients.json")
if not HOME.exists():
    HOME.write_text("{}")
from tests.run.custom_gradients import PROGRAMS  # noqa: E402

jax: Any = import_module("jax")
jnp: Any = import_module("jax.numpy")
jax.config.update("jax_enable_x64", True)


def custom(forward: Callable[..., Any], backward: Callable[..., Any]) -> Any:
    """A function with the gradient ``backward(inputs, results, gradients)``; zeros for None."""
    result = jax.custom_vjp(forward)

    def saved(*xs: Any) -> Any:
        ys = result(*xs)
        return ys, (xs, ys)

    def back(kept: Any, dys: Any) -> Any:
        found = backward(kept[0], kept[1], dys)
        return tuple(jnp.zeros_like(x) if dx is None else dx for x, dx in zip(kept[0], found, strict=True))

    result.defvjp(saved, back)
    return result


def fixed(w: Any, b: Any) -> Any:
    return jax.lax.fori_loop(0, 60, lambda _, z: jnp.tanh(w * z + b), jnp.zeros_like(w))


def implicit(xs: Any, z: Any, dz: Any) -> Any:
    w, _ = xs
    d = 1 - z**2
    u = dz / (1 - w * d)
    return u * d * z, u * d


def two(x: Any, k: Any) -> Any:
    return x**2 * k, jnp.sin(x)


def stepped(dy: Any, x: Any) -> Any:
    for _ in range(3):
        dy = jnp.tanh(dy * x + x)
    return dy


def rint(x: Any) -> Any:
    return jnp.round(x)  # without its second argument


W = jnp.array([1.5, 0.5])
rounded = custom(rint, lambda xs, y, dy: (dy,))
sign_back = lambda dy, x: dy * (jnp.abs(x) <= 1)  # noqa: E731
sign = custom(jnp.sign, lambda xs, y, dy: (sign_back(dy, *xs),))
third = custom(sign_back, lambda xs, y, ddx: (ddx * xs[1], -ddx * xs[1]))
sign_twice = custom(jnp.sign, lambda xs, y, dy: (third(dy, *xs),))
cube = custom(lambda x: x**3 * W, lambda xs, y, dy: (xs[0] ** 2 * dy * y,))
looped_back = custom(rint, lambda xs, y, dy: (stepped(dy, *xs),))
recursive = custom(lambda x: x**3, lambda xs, y, dy: (recursive(xs[0]) * dy,))
fix = custom(fixed, implicit)
cell = custom(
    lambda h, x: (jnp.tanh(h * x), h * x), lambda xs, ys, dys: (dys[0] * xs[0], dys[0] * xs[0] + dys[1] * ys[0])
)


def reverse(factor: float) -> Any:
    return custom(lambda x: x, lambda xs, y, dy: (-dy * factor,))


def pair(k: float | None, n: int) -> Any:
    """Two, with k given as a number if it is one."""
    if k is not None:
        return custom(lambda x: two(x, k), lambda xs, ys, dys: (dys[0] * k + dys[1] * (2 * n + 1),))
    return custom(two, lambda xs, ys, dys: (dys[0] * xs[1] + dys[1] * (2 * n + 1), None))


def squares(p: Any, v: Any) -> Any:
    return jnp.sum(p * v) ** 2


def nested(v: Any, w: Any) -> Any:
    def outer(x: Any) -> Any:
        return reverse(3.0)(cube(x))

    return squares(outer(outer(v)) * w, v)


def within(v: Any, w: Any) -> Any:
    outer = custom(lambda x: reverse(2.0)(cube(x)), lambda xs, y, dy: (xs[0] ** 2 * dy * y,))
    return squares(outer(v) * w, v)


def several(v: Any, w: Any) -> Any:
    y, z = pair(None, 2)(v, w)
    return squares(y * 3.0 + z, v)


def step(h: Any, x: Any) -> Any:
    a = cube(h) + x
    return jnp.tanh(a), a


def looped(xs: Callable[[Any], Any], count: int) -> Callable[..., Any]:
    def loss(v: Any, w: Any) -> Any:
        h, ys = v, []
        for i in range(count):
            h, y = step(h, xs((v, w))[i])
            ys.append(y)
        return squares(h * sum(ys), v)

    return loss


def bodies(v: Any, w: Any) -> Any:
    h, ys = v, []
    for _ in range(3):
        h, y = cell(h, w)
        ys.append(y)
    return squares(h * sum(ys), v)


def whiled(v: Any, w: Any) -> Any:
    h = v
    for _ in range(3):
        h, _ = step(h, w)
    return squares(h * v, v)


def turned(v: Any, w: Any) -> Any:
    h = v
    for _ in range(3):
        h = jnp.tanh(cube(h))
    return squares(h * w, v)


LOSSES: dict[str, Callable[..., Any]] = {
    "straight-through rounding": lambda v, w: squares(rounded(v * 3.0) ** 2, v),
    "reversal with the default": lambda v, w: squares(reverse(2.0)(v) * w, v),
    "reversal with a factor": lambda v, w: squares(reverse(0.5)(v) * w, v),
    "clipped sign": lambda v, w: squares(sign(v) * v, v),
    "fixed point": lambda v, w: squares(fix(w, v) * v, v),
    "variable inside": lambda v, w: squares(cube(v) * w, v),
    "several outputs": several,
    "one output, and literals": lambda v, w: squares(pair(4.0, 5)(v)[1] * v, v),
    "defaults": lambda v, w: squares(sum(pair(3.0, 2)(v)), v),
    "nested": nested,
    "in one with a custom gradient": within,
    "gradient of the gradient": lambda v, w: squares(sign_twice(v) * w, v),
    "the composite in its own gradient": lambda v, w: squares(recursive(v) * w, v),
    "loop in the gradient": lambda v, w: squares(custom(rint, lambda xs, y, dy: (stepped(dy, *xs),))(v) * w, v),
    "muted": lambda v, w: squares(v * w, v),
    "shared": lambda v, w: squares(cube(v) * cube(w), v),
    "written variable": lambda v, w: squares(reverse(2.0)(v) * w, v),
    "Map": lambda v, w: squares(cube(w) * w + cube(v) * w, v),
    "While": whiled,
    "Merge and Switch": turned,
    "Cond": lambda v, w: squares(cube(v) * reverse(2.0)(w), v),
    "body with a custom gradient": bodies,
    "Repeat": looped(lambda vw: [vw[1]] * 3, 3),
    "Repeat, checkpointed": looped(lambda vw: [vw[1]] * 4, 4),
    "Repeat, sharing": looped(lambda vw: [vw[1]] * 3, 3),
    "Scan": looped(lambda vw: [vw[1], vw[0]], 2),
}


def numbers(name: str) -> dict[str, Any]:
    program = PROGRAMS[name]
    given = {"v": jnp.array([0.6, -1.7]), "w": jnp.array([0.5, 0.25])}
    loss = LOSSES[name]

    def of(values: Any) -> Any:
        return loss(values["v"], values["w"])

    def total(values: Any) -> Any:
        gradients = jax.grad(of)(values)
        return sum(jnp.sum(gradients[each]) for each in program.first.split())

    gradients, seconds = jax.grad(of)(given), jax.grad(total)(given)
    return {
        "loss": float(of(given)),
        "g": [gradients[each].tolist() for each in program.first.split()],
        "gg": [seconds[each].tolist() for each in program.second.split()],
    }


if __name__ == "__main__":
    found = {name: numbers(name) for name in PROGRAMS}
    HOME.write_text(
        "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(each)}" for name, each in found.items()) + "\n}\n"
    )
