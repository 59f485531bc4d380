"""Writes ``loop_writes.json``: what TensorFlow makes of the programs of `loop_writes`.

``python -m tests.run.make_loop_writes`` with TensorFlow 2.21, which the project does not need otherwise.
"""

# TensorFlow is not there where this is checked.
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

HOME = Path(__file__).with_name("loop_writes.json")
if not HOME.exists():
    HOME.write_text("{}")
from tests.run.loop_writes import FEEDS, PROGRAMS, XS  # noqa: E402

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
tf: Any = import_module("tensorflow")
Step = Callable[..., Mapping[str, Any]]
Made = tuple[Step, Mapping[str, Any]]
"""A step, and the variables by the paths that they have here."""


def var(value: Any, dtype: Any = tf.float64) -> Any:
    return tf.Variable(value, dtype=dtype)


def const(value: Any) -> Any:
    return tf.constant(value, tf.float64)


def rows(count: int = 0) -> Any:
    return tf.TensorArray(tf.float64, count)


def counter() -> Made:
    n = var(0.0)

    def step() -> Mapping[str, Any]:
        seen, after = rows(3), rows(3)
        for t in tf.range(3):
            seen = seen.write(t, n.read_value())
            n.assign_add(tf.cast(t + 1, tf.float64))
            after = after.write(t, n.read_value())
        return {"loop.result_seen": seen.stack(), "loop.result_after": after.stack()}

    return step, {"loop/n": n}


def batch_norm() -> Made:
    mean, variance, scale = var([0.0] * 3), var([1.0] * 3), var([1.5, 0.5, -1.0])

    def step() -> Mapping[str, Any]:
        xs = const(XS)
        with tf.GradientTape() as tape:
            tape.watch(xs)
            ys = rows(5)
            for t in tf.range(5):
                off, deviation = xs[t] - mean, tf.sqrt(variance)
                mean.assign_add(0.1 * off)
                left = xs[t] - mean.read_value()
                variance.assign_add(0.1 * (left * left - variance))
                ys = ys.write(t, off / deviation * scale)
            y = ys.stack()
            loss = tf.reduce_sum(y * y)
        by = tape.gradient(loss, [xs, scale, mean, variance])
        names = ("g.result_grad_outputs[0]", "by loop/scale.ref", "by loop/mean.ref", "by loop/var.ref")
        return {"loop.result_y": y, **dict(zip(names, by, strict=True))}

    return step, {"loop/mean": mean, "loop/var": variance, "loop/scale": scale}


def power_iteration() -> Made:
    v = var([[1.0], [0.0], [0.0]])

    def step() -> Mapping[str, Any]:
        norms = rows(7)
        for t in tf.range(7):
            m = const(np.array(XS).T @ np.array(XS)) @ v
            norm = tf.sqrt(tf.reduce_sum(m * m))
            v.assign(m / norm)
            norms = norms.write(t, norm)
        return {"loop.result_norm": norms.stack()}

    return step, {"loop/v": v}


def branches() -> Made:
    k, c, w = var(0, tf.int32), var(10.0), var(3.0)

    def step() -> Mapping[str, Any]:
        even = tf.equal(k % 2, 0)
        k.assign_add(1)

        def then() -> Any:
            c.assign_add(2.5)
            return c.read_value()

        def otherwise() -> Any:
            w.assign_sub(2.5)
            return w * c

        y = tf.cond(even, then, otherwise)
        return {"cond.result_y": y, "next.result_z": y * c}

    return step, {"c": c, "cond/else/w": w, "k": k}


def inner_sgd() -> Made:
    w = var([0.5, -0.5, 0.25])

    def step() -> Mapping[str, Any]:
        ys = rows(5)
        for t in tf.range(5):
            with tf.GradientTape() as tape:
                loss = tf.square(tf.reduce_sum(const(XS)[t] * w) - tf.cast(t + 1, tf.float64))
            w.assign_sub(0.05 * tape.gradient(loss, w))
            ys = ys.write(t, loss)
        return {"loop.result_y": ys.stack()}

    return step, {"loop/w": w}


def inner_adam() -> Made:
    w, m, v, p1, p2 = var([0.5, -0.5, 0.25]), var([0.0] * 3), var([0.0] * 3), var(0.9), var(0.999)

    def step() -> Mapping[str, Any]:
        ys, new = rows(6), rows(6)
        for t in tf.range(6):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(w * w)
            tf.raw_ops.ResourceApplyAdam(
                var=w.handle, m=m.handle, v=v.handle, beta1_power=p1, beta2_power=p2, lr=const(0.1),
                beta1=const(0.9), beta2=const(0.999), epsilon=const(1e-8), grad=tape.gradient(loss, w),
            )  # fmt: skip
            p1.assign(p1 * 0.9)
            p2.assign(p2 * 0.999)
            ys, new = ys.write(t, loss), new.write(t, w.read_value())
        return {"loop.result_y": ys.stack(), "loop.result_new": new.stack()}

    return step, {"loop/w": w, "loop/m": m, "loop/v": v, "loop/p1": p1, "loop/p2": p2}


def loop_in_a_loop() -> Made:
    v = var(1.0)

    def step() -> Mapping[str, Any]:
        ys = rows(3)
        for t in tf.range(3):
            x, total = const([0.5, 1.0, -2.0])[t], const(0.0)
            for _ in tf.range(3):
                total += v * v
                v.assign_add(x)
            ys = ys.write(t, total * v)
            v.assign_sub(x)
        return {"loop.result_y": ys.stack()}

    return step, {"v": v}


def branch_in_a_loop() -> Made:
    p, n = var(0.0), var(0.0)

    def step() -> Mapping[str, Any]:
        ys, seen = rows(5), rows(5)
        for t in tf.range(5):
            x, y = const([1.0, -2.0, 3.0, 4.0, -5.0])[t], const(0.0)
            seen = seen.write(t, p.read_value())
            if x > 0:
                p.assign_add(x)
                y = p.read_value()
            else:
                n.assign_add(x)
                y = n.read_value()
            ys = ys.write(t, y)
        return {"loop.result_y": ys.stack(), "loop.result_seen": seen.stack()}

    return step, {"loop/p": p, "loop/n": n}


def own_variables() -> Made:
    ws, means = [var([0.5, -1.5]) for _ in range(3)], [var([0.0, 0.0]) for _ in range(3)]

    def step() -> Mapping[str, Any]:
        with tf.GradientTape() as tape:
            h, ys = const([1.0, 2.0]), []
            for w, mean in zip(ws, means, strict=True):
                h = tf.tanh(h * w)
                mean.assign_add(0.5 * (h - mean))
                ys.append(mean.read_value())
            loss = tf.reduce_sum(h * h)
        by = {f"by loop/{i}/w.ref": each for i, each in enumerate(tape.gradient(loss, ws))}
        return {"loop.result_h": h, "loop.result_y": tf.stack(ys), **by}

    return step, {f"loop/{i}/{name}": each[i] for i in range(3) for name, each in (("w", ws), ("mean", means))}


def own_variables_read_and_written() -> Made:
    ws = [var([0.5, -1.5]) for _ in range(3)]

    def step() -> Mapping[str, Any]:
        with tf.GradientTape() as tape:
            h = const([1.0, 2.0])
            for w in ws:
                read = w.read_value()
                h = tf.tanh(h * read)
                w.assign(read * read)
            loss = tf.reduce_sum(h * h)
        by = {f"by loop/{i}/w.ref": each for i, each in enumerate(tape.gradient(loss, ws))}
        return {"loop.result_h": h, **by}

    return step, {f"loop/{i}/w": each for i, each in enumerate(ws)}


def while_loop() -> Made:
    k, c = var(0, tf.int32), var(0.0)

    def step() -> Mapping[str, Any]:
        h, number = const(3.0), tf.constant(0, tf.int64)
        while tf.logical_and(h > 0.1, k < 12):
            c.assign_add(h)
            h = h * 0.5
            k.assign_add(1)
            number += 1
        return {"loop.result_h": h, "loop.result_rounds": number}

    return step, {"k": k, "loop/c": c}


def two_loops_of_one_variable() -> Made:
    c = var(1.0)

    def step() -> Mapping[str, Any]:
        beside, a, b = c * c, rows(2), rows(2)
        for t in tf.range(2):
            c.assign_add(const([1.0, 2.0])[t])
            a = a.write(t, c.read_value())
        for t in tf.range(2):
            c.assign(c * const([2.0, -1.0])[t])
            b = b.write(t, c.read_value())
        y = b.stack()
        behind = tf.reduce_sum(y) * c
        return {"a.result_y": a.stack(), "b.result_y": y, "behind.result_z": behind, "beside.result_y": beside}

    return step, {"c": c}


def one_variable_at_two_pins() -> Made:
    c = var(1.0)

    def step() -> Mapping[str, Any]:
        ys, zs = rows(3), rows(3)
        for t in tf.range(3):
            x = const([0.5, 1.0, -2.0])[t]
            ys = ys.write(t, c + c)
            c.assign_add(x)
            c.assign_add(x - c)
            zs = zs.write(t, c.read_value())
        return {"loop.result_y": ys.stack(), "loop.result_z": zs.stack()}

    return step, {"c": c}


def shared_name() -> Made:
    c = var(1.0)

    def step() -> Mapping[str, Any]:
        ys = rows(3)
        for t in tf.range(3):
            c.assign_add(2.0)
            ys = ys.write(t, c.read_value())
        y = ys.stack()
        return {"loop.result_y": y, "z.result_z": tf.reduce_sum(y) * c}

    return step, {"w": c}


def histogram() -> Made:
    w = var([0.0] * 4)

    def step() -> Mapping[str, Any]:
        ys = rows(5)
        for t in tf.range(5):
            w.scatter_add(tf.IndexedSlices(const([1.0]), [tf.constant([0, 3, 3, 1, 3])[t]]))
            ys = ys.write(t, tf.reduce_max(w))
        return {"loop.result_y": ys.stack()}

    return step, {"loop/w": w}


def ring_buffer() -> Made:
    buffer, n = var([0.0] * 4), var(0, tf.int32)

    def step() -> Mapping[str, Any]:
        ys = rows(6)
        for t in tf.range(6):
            buffer.scatter_update(tf.IndexedSlices([tf.cast(t + 1, tf.float64)], [n % 4]))
            n.assign_add(1)
            ys = ys.write(t, tf.reduce_sum(buffer))
        return {"loop.result_y": ys.stack()}

    return step, {"loop/buffer": buffer, "loop/n": n}


def fed_lengths() -> Made:
    m = var(0.0)

    def step(xs: Any) -> Mapping[str, Any]:
        ys = rows(tf.size(xs))
        for t in tf.range(tf.size(xs)):
            m.assign(tf.maximum(m, xs[t]))
            ys = ys.write(t, m.read_value())
        return {"loop.result_y": ys.stack()}

    return step, {"loop/m": m}


def no_iterations() -> Made:
    return lambda: {"loop.result_h": const(1.0), "one.result_h": const(1.0)}, {"loop/w": var(2.0), "one/0/w": var(2.0)}


def read_behind_a_write() -> Made:
    w = var(1.2)

    def step() -> Mapping[str, Any]:
        with tf.GradientTape() as tape:
            ys = rows(3)
            for t in tf.range(3):
                w.assign(w * 0.9)
                m = tf.stop_gradient(w * const([1.0, 2.0, 3.0])[t])
                ys = ys.write(t, m * w)
            y = ys.stack()
            loss = tf.reduce_sum(y)
        return {"loop.result_y": y, "by loop/w.ref": tape.gradient(loss, w)}

    return step, {"loop/w": w}


def gradient(*, reverse: bool = False) -> Made:
    w = var([0.5, -1.5, 0.7])

    def step() -> Mapping[str, Any]:
        xs, h0 = const(XS), const([0.1, 0.2, 0.3])
        with tf.GradientTape() as tape:
            tape.watch([xs, h0])
            ys, h = rows(5), h0
            for i in tf.range(5):
                t = 4 - i if reverse else i
                read = w.read_value()
                h = tf.tanh(h * read + xs[t])
                ys = ys.write(t, h * read)
                w.assign(read * 0.9)
            y = ys.stack()
            loss = tf.reduce_sum(y) + tf.reduce_sum(h * h)
        names = ("g.result_grad_outputs[0]", "g.result_grad_outputs[1]", "by loop/w.ref")
        by = dict(zip(names, tape.gradient(loss, [xs, h0, w]), strict=True))
        return {"loop.result_y": y, "loss.result_z": loss, **by}

    return step, {"loop/w": w}


def gradient_of_a_while() -> Made:
    w = var(1.3)

    def step() -> Mapping[str, Any]:
        h0 = const(0.7)
        with tf.GradientTape() as tape:
            tape.watch(h0)
            h, n = h0, const(0.0)
            while n < 4.0:
                read = w.read_value()
                h = tf.tanh(h * read)
                w.assign(read * 0.9)
                n += 1.0
            loss = h * h
        by = dict(zip(("g.result_grad_outputs[0]", "by loop/w.ref"), tape.gradient(loss, [h0, w]), strict=True))
        return {"loop.result_h": h, **by}

    return step, {"loop/w": w}


def gradient_of_branches() -> Made:
    k, c = var(0, tf.int32), var(1.5)

    def step() -> Mapping[str, Any]:
        even, x = tf.equal(k % 2, 0), const(2.0)
        k.assign_add(1)
        with tf.GradientTape() as tape:
            tape.watch(x)

            def then() -> Any:
                m = x * c
                c.assign(m)
                return m

            y = tf.cond(even, then, lambda: x * tf.sin(c))
            loss = y * y
        names = ("g.result_grad_outputs[0]", "g.result_grad_outputs[1]")
        return {"cond.result_y": y, **dict(zip(names, tape.gradient(loss, [x, c]), strict=True))}

    return step, {"c": c, "k": k}


def gradient_of_a_loop_in_a_loop() -> Made:
    v = var(1.5)

    def step() -> Mapping[str, Any]:
        h0 = const(0.4)
        with tf.GradientTape() as tape:
            tape.watch(h0)
            h = h0
            for _ in tf.range(3):
                z = h
                for _ in tf.range(2):
                    read = v.read_value()
                    z = tf.tanh(z * read)
                    v.assign(read * 0.8)
                h = tf.tanh(z + v.read_value())
            loss = h * h
        names = ("g.result_grad_outputs[0]", "g.result_grad_outputs[1]")
        return {"loop.result_h": h, **dict(zip(names, tape.gradient(loss, [h0, v]), strict=True))}

    return step, {"v": v}


def gradient_of_a_gradient() -> Made:
    v = var(1.5)

    def step() -> Mapping[str, Any]:
        h0 = const(0.4)
        with tf.GradientTape() as outer:
            outer.watch(h0)
            with tf.GradientTape() as tape:
                tape.watch(h0)
                h = h0
                for _ in range(3):
                    read = v.read_value()
                    h = tf.tanh(h * read)
                    v.assign(read * 0.8)
                first = h * h
            by = tape.gradient(first, [h0, v])
            loss = by[0] * by[0] + by[1] * by[1]
        names = ("g.result_grad_outputs[0]", "g.result_grad_outputs[1]")
        return {"loss.result_z": loss, **dict(zip(names, outer.gradient(loss, [h0, v]), strict=True))}

    return step, {"v": v}


def gradient_beside_a_write() -> Made:
    v = var(3.0)

    def step() -> Mapping[str, Any]:
        h = const(2.0)
        with tf.GradientTape() as tape:
            tape.watch(h)
            m = h * v
            v.assign_add(1.0)
            loss = m * tf.stop_gradient(v.read_value())
        names = ("g.result_grad_outputs[0]", "g.result_grad_outputs[1]")
        return {"loss.result_z": loss, **dict(zip(names, tape.gradient(loss, [h, v]), strict=True))}

    return step, {"v": v}


MADE: dict[str, Callable[[], Made]] = {
    "counter": counter, "batch norm": batch_norm, "power iteration": power_iteration, "branches": branches,
    "inner SGD": inner_sgd, "inner Adam": inner_adam, "loop in a loop": loop_in_a_loop,
    "branch in a loop": branch_in_a_loop, "own variables": own_variables,
    "own variables that are read and written": own_variables_read_and_written, "while": while_loop,
    "two loops of one variable": two_loops_of_one_variable, "one variable at two pins": one_variable_at_two_pins,
    "shared name": shared_name, "histogram": histogram, "ring buffer": ring_buffer, "fed lengths": fed_lengths,
    "no iterations": no_iterations, "read behind a write": read_behind_a_write, "gradient": gradient,
    "gradient, checkpoint": gradient, "gradient, reverse": lambda: gradient(reverse=True),
    "gradient, reverse, checkpoint": lambda: gradient(reverse=True), "gradient of a while": gradient_of_a_while,
    "gradient of a while, checkpoint": gradient_of_a_while, "gradient of branches": gradient_of_branches,
    "gradient of a loop in a loop": gradient_of_a_loop_in_a_loop, "gradient of a gradient": gradient_of_a_gradient,
    "gradient beside a write": gradient_beside_a_write,
}  # fmt: skip


def main() -> None:
    """Write the file."""
    result: dict[str, list[dict[str, Any]]] = {}
    for name in PROGRAMS:
        step, variables = MADE[name]()
        spec = [tf.TensorSpec([None], tf.float64)] if name == "fed lengths" else None
        run = tf.function(step, input_signature=spec)
        steps = result[name] = []
        for given in FEEDS:
            values = dict(run(const(given)) if spec else run())
            values |= {f"at {path}": each for path, each in variables.items()}
            steps.append({key: each.numpy().tolist() for key, each in values.items()})
    lines = [f"{json.dumps(name)}: {json.dumps(steps)}" for name, steps in result.items()]
    HOME.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
