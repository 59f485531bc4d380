"""Writes ``numbers/MODEL.json``: what the models give in TensorFlow, in double precision.

``python -m tests.models.tensorflow_numbers [MODEL...]`` with TensorFlow 2.21, which the project
does not need otherwise.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias, cast

import numpy as np

from tests.models.setting import (
    ACTIONS,
    BATCH,
    CENTRES,
    CONTEXTS,
    LABELS,
    LENGTHS,
    MASK,
    MEMORY,
    NEGATIVES,
    PADDED,
    PLAYED,
    SENTENCES,
    SETTINGS,
    STEPS,
    TOKENS,
    Setting,
)

tf: Any = import_module("tensorflow")
raw: Any = tf.raw_ops
Values: TypeAlias = Mapping[str, Any]


def lstm(w: Values, d: Values) -> Any:
    h = c = tf.zeros((3, 4), tf.float64)
    said: list[Any] = []
    for x in tf.unstack(d["xs"]):
        i, f, g, o = tf.split(tf.concat([x, h], 1) @ w["rnn/w"] + w["rnn/b"], 4, 1)
        c = c * tf.sigmoid(f) + tf.sigmoid(i) * tf.tanh(g)
        h = tf.tanh(c) * tf.sigmoid(o)
        said.append(h @ w["v"])
    return tf.reduce_mean((tf.stack(said) - d["wanted"]) ** 2)


def unrolled_lstm(w: Values, d: Values) -> Any:
    h = c = tf.zeros((3, 4), tf.float64)
    for x in tf.unstack(d["xs"]):
        i, f, g, o = tf.split(tf.concat([x, h], 1) @ w["w"] + w["b"], 4, 1)
        c = c * tf.sigmoid(f) + tf.sigmoid(i) * tf.tanh(g)
        h = tf.tanh(c) * tf.sigmoid(o)
    return tf.reduce_mean((h @ w["v"] - d["wanted"]) ** 2)


def norm(x: Any, learnt: Any) -> Any:
    return tf.nn.batch_normalization(x, *tf.nn.moments(x, [2], keepdims=True), learnt[1], learnt[0], 1e-5)


def gpt(w: Values, d: Values) -> Any:
    x = tf.gather(w["tokens"], TOKENS[:, :-1]) + w["places"]
    for layer in range(4):
        own = {name.rpartition("/")[2]: value for name, value in w.items() if name.startswith(f"layers/{layer}/")}
        q, k, v = tf.unstack(tf.einsum("btd,sdhk->sbhtk", norm(x, own["norm"][0]), own["qkv"]))
        scores = tf.einsum("bhtk,bhsk->bhts", q, k) / np.sqrt(3)
        scores = tf.where(np.tri(6) > 0, scores, tf.constant(-np.inf, tf.float64))
        x = x + tf.einsum("bhts,bhsk,hkd->btd", tf.nn.softmax(scores), v, own["proj"])
        y = norm(x, own["norm"][1]) @ own["up"]
        gelu = y / 2 * (1 + tf.tanh(np.sqrt(2 / np.pi) * (y + 0.044715 * y**3)))  # tf.nn's has a constant in single
        x = x + gelu @ own["down"]
    logits = tf.matmul(x, w["tokens"], transpose_b=True)
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(TOKENS[:, 1:], logits))


def encoder(w: Values, d: Values) -> Any:
    places = np.zeros((5, 6))
    for place in range(5):
        for pair in range(3):
            angle = place / 10000 ** (pair / 3)
            places[place, 2 * pair : 2 * pair + 2] = np.sin(angle), np.cos(angle)
    x = tf.gather(w["tokens"], SENTENCES) + tf.constant(places, tf.float64)
    for layer in range(2):
        own = {name.rpartition("/")[2]: value for name, value in w.items() if name.startswith(f"layers/{layer}/")}
        q, k, v = tf.unstack(tf.einsum("btd,sdhk->sbhtk", x, own["qkv"]))
        scores = tf.einsum("bhtk,bhsk->bhts", q, k) / np.sqrt(3)
        scores = tf.where(PADDED[:, None, None] > 0, scores, tf.constant(-np.inf, tf.float64))
        x = norm(x + tf.einsum("bhts,bhsk,hkd->btd", tf.nn.softmax(scores), v, own["proj"]), own["norm"][0])
        x = norm(x + tf.nn.relu(x @ own["up"]) @ own["down"], own["norm"][1])
    seen = tf.constant(PADDED, tf.float64)[:, :, None]
    logits = tf.reduce_sum(x * seen, 1) / tf.reduce_sum(seen, 1) @ w["classes"]
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(LABELS, logits))


def ctc(w: Values, d: Values) -> Any:
    """By the recursion: TensorFlow's kernel CTCLoss is in single precision inside."""
    logs = tf.nn.log_softmax(tf.einsum("tbi,ic->tbc", d["xs"], w["w"]))
    total, blank = 0.0, 3
    for i, labels in enumerate(([0, 2], [1])):
        path = [blank, *(each for label in labels for each in (label, blank))]
        alpha = [logs[0, i, path[0]], logs[0, i, path[1]], *[None] * (len(path) - 2)]
        for t in range(1, LENGTHS[i]):
            before = alpha[:]
            for s, label in enumerate(path):
                skip = s > 1 and label not in (blank, path[s - 2])
                ways = [each for each in before[max(s - 1 - skip, 0) : s + 1] if each is not None]
                alpha[s] = tf.reduce_logsumexp(tf.stack(ways)) + logs[t, i, label] if ways else None
        total -= tf.reduce_logsumexp(tf.stack(alpha[-2:]))
    return total / 2


def kalman(w: Values, d: Values) -> Any:
    A, C = w["filter/A"], w["filter/C"]
    noise, blur = (tf.linalg.diag(tf.exp(w[f"filter/{name}"])) for name in ("noise", "blur"))
    m, spread, cost = tf.zeros((2, 1), tf.float64), tf.eye(2, dtype=tf.float64), 0.0
    for y in tf.unstack(d["ys"]):
        m, spread = A @ m, A @ spread @ tf.transpose(A) + noise
        S = C @ spread @ tf.transpose(C) + blur
        error = y - C @ m
        gain = spread @ tf.transpose(C) @ tf.linalg.inv(S)
        m, spread = m + gain @ error, spread - gain @ C @ spread
        cost += tf.linalg.slogdet(S)[1] + tf.reduce_sum(error * (tf.linalg.inv(S) @ error))
    return cost / 2


def vae(w: Values, d: Values) -> Any:
    hidden = tf.tanh(d["x"] @ w["w"])
    mean, log = hidden @ w["mean"], hidden @ w["deviation"]
    noise = raw.RandomStandardNormal(shape=[4, 2], dtype=tf.float64, seed=3, seed2=5)
    z = mean + noise * tf.exp(log)
    away = tf.reduce_sum((tf.tanh(z @ w["v"]) @ w["out"] - d["x"]) ** 2, 1)
    return tf.reduce_mean(away + tf.reduce_sum((mean**2 + tf.exp(2 * log)) / 2 - log, 1))


def neural_ode(w: Values, d: Values) -> Any:
    def field(x: Any) -> Any:
        return tf.tanh(x @ w["ode/k1/w"] + w["ode/k1/b"]) @ w["ode/k1/v"]

    x, h = d["x"], 0.125
    for _ in range(8):
        k1 = field(x)
        k2 = field(x + h / 2 * k1)
        k3 = field(x + h / 2 * k2)
        x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + field(x + h * k3))
    return tf.reduce_mean((x - d["wanted"]) ** 2)


def wgan_gp(w: Values, d: Values) -> Any:
    def critic(x: Any) -> Any:
        return tf.tanh(x @ w["w"] + w["b"]) @ w["v"]

    fake = d["noise"] @ w["g"]
    between = d["real"] + d["mix"] * (fake - d["real"])
    with tf.GradientTape() as tape:
        tape.watch(between)
        judged = critic(between)
    norms = tf.sqrt(tf.reduce_sum(tape.gradient(judged, between) ** 2, 1))
    of_fake = tf.reduce_mean(critic(fake))
    loss = of_fake - tf.reduce_mean(critic(d["real"])) + 10 * tf.reduce_mean((norms - 1) ** 2)
    return loss, {"w": loss, "b": loss, "v": loss, "g": -of_fake}


def vq_vae(w: Values, d: Values) -> Any:
    x, codes, stop = d["x"], w["codes"], tf.stop_gradient
    z = x @ w["w"]
    nearest = tf.gather(codes, tf.argmin(tf.reduce_sum((z[:, None] - codes) ** 2, 2), 1))
    said = (z + stop(nearest - z)) @ w["v"]
    return (
        tf.reduce_mean((said - x) ** 2)
        + tf.reduce_mean((nearest - stop(z)) ** 2)
        + tf.reduce_mean((z - stop(nearest)) ** 2) / 4
    )


def flow(w: Values, d: Values) -> Any:
    one, two = tf.split(d["x"], 2, 1)
    log = 0.0
    for i in range(4):
        hidden = tf.tanh(one @ w[f"flow/{i}/w"] + w[f"flow/{i}/b"])
        s = hidden @ w[f"flow/{i}/s"]
        one, two = two * tf.exp(s) + hidden @ w[f"flow/{i}/t"], one
        log += s
    return tf.reduce_mean((one**2 + two**2) / 2 - log)


def resnet(w: Values, d: Values) -> Any:
    def stage(name: str, x: Any) -> Any:
        for block in range(2):
            y, own = x, {k: w[f"{name}/{block}/{k}"] for k in ("K", "scale", "offset")}
            for i in range(2):
                y = tf.nn.conv2d(tf.nn.relu(y) if i else y, own["K"][i], 1, "SAME")
                mean, variance = tf.nn.moments(y, [0, 1, 2])
                y = tf.nn.batch_normalization(y, mean, variance, own["offset"][i], own["scale"][i], 1e-3)
            x = tf.nn.relu(x + y)
        return x

    x = stage("wide", tf.nn.relu(tf.nn.conv2d(d["x"], w["stem"], 1, "SAME")))
    x = stage("deep", tf.nn.relu(tf.nn.conv2d(x, w["down"], 2, "SAME")))
    logits = tf.reduce_mean(x, [1, 2]) @ w["w"]
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(LABELS, logits))


def unet(w: Values, d: Values) -> Any:
    fine = tf.nn.relu(tf.nn.conv2d(d["x"], w["in"], 1, "SAME"))
    coarse = tf.nn.relu(tf.nn.conv2d(tf.nn.max_pool2d(fine, 2, 2, "VALID"), w["down"], 1, "SAME"))
    up = tf.nn.conv2d_transpose(coarse, w["up"], [2, 8, 8, 3], 2)
    both = tf.nn.relu(tf.nn.conv2d(tf.concat([fine, up], 3), w["out"], 1, "SAME"))
    logits = tf.nn.conv2d(both, w["each"], 1, "SAME")
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(MASK, logits))


def word2vec(w: Values, d: Values) -> Any:
    centre = tf.gather(w["E"], CENTRES)
    near = tf.einsum("be,be->b", centre, tf.gather(w["O"], CONTEXTS))
    far = tf.einsum("be,bne->bn", centre, tf.gather(w["O"], NEGATIVES))
    return tf.reduce_mean(tf.nn.softplus(-near) + tf.reduce_sum(tf.nn.softplus(far), 1))


def simsiam(w: Values, d: Values) -> Any:
    z1, z2 = (tf.tanh(d[name] @ w["first/w"]) for name in ("one", "two"))

    def likeness(said: Any, wanted: Any) -> Any:
        unit = tf.math.l2_normalize(tf.stop_gradient(wanted), 1)
        return tf.reduce_mean(tf.reduce_sum(tf.math.l2_normalize(said, 1) * unit, 1))

    return -(likeness(z1 @ w["first/p"], z2) + likeness(z2 @ w["first/p"], z1)) / 2


def maml(w: Values, d: Values) -> Any:
    def cost(weights: Values, x: Any, y: Any) -> Any:
        return tf.reduce_mean((tf.tanh(x @ weights["w"] + weights["b"]) @ weights["v"] - y) ** 2)

    loss = 0.0
    for i in "01":
        with tf.GradientTape() as tape:
            before = cost(w, d[f"x{i}"], d[f"y{i}"])
        slopes = tape.gradient(before, dict(w))
        loss += cost({k: w[k] - 0.1 * slopes[k] for k in w}, d[f"tx{i}"], d[f"ty{i}"])
    return loss


def reinforce(w: Values, d: Values) -> Any:
    value = d["x"] @ w["v"]
    logs = tf.nn.log_softmax(d["x"] @ w["w"])
    chosen = tf.gather(logs, ACTIONS, axis=1, batch_dims=1)[:, None]
    gained = tf.reduce_mean(chosen * tf.stop_gradient(d["rewards"] - value))
    return tf.reduce_mean((d["rewards"] - value) ** 2) - gained + 0.1 * tf.reduce_mean(tf.exp(logs) * logs)


def ppo(w: Values, d: Values) -> Any:
    advantages: list[Any] = []
    later: Any = 0.0
    for t in reversed(range(6)):
        then = d["before"][t + 1] if t < 5 else 0.0
        later = d["rewards"][t] + 0.9 * then - d["before"][t] + 0.9 * 0.95 * later
        advantages.insert(0, later)
    advantage = tf.stack(advantages)
    hidden = tf.tanh(d["x"] @ w["w"])
    logs = tf.nn.log_softmax(hidden @ w["policy"])
    ratio = tf.exp(tf.gather(logs, PLAYED[:6], axis=1, batch_dims=1)[:, None] - d["old"])
    gained = tf.reduce_mean(tf.minimum(ratio * advantage, tf.clip_by_value(ratio, 0.8, 1.2) * advantage))
    away = tf.reduce_mean((hidden @ w["value"] - (advantage + d["before"])) ** 2)
    return -gained + 0.5 * away + 0.01 * tf.reduce_mean(tf.reduce_sum(tf.exp(logs) * logs, 1))


def dqn(w: Values, d: Values) -> Any:
    """What stands in a row of the memory is what was seen last of all that went there."""
    now = d["step"].assign_add(1)
    rows = tf.random.stateless_uniform([BATCH], tf.stack([7, now]), 0, tf.minimum(now + 1, MEMORY), tf.int32)
    at = now - tf.math.floormod(now - rows, MEMORY)
    x, then, rewards = (tf.gather(d[name], at) for name in ("x", "then", "rewards"))
    q = tf.gather(tf.nn.relu(x @ w["w"]) @ w["v"], tf.gather(tf.constant(PLAYED), at), axis=1, batch_dims=1)
    best = tf.reduce_max(tf.nn.relu(then @ w["target/w"]) @ w["target/v"], 1)
    away = tf.abs(q - tf.stop_gradient(rewards + 0.9 * best))
    return tf.reduce_mean(tf.where(away < 1, away**2 / 2, away - 0.5))


def gaussian_process(w: Values, d: Values) -> Any:
    x = d["x"] / tf.exp(w["lengths"])
    far = tf.reduce_sum((x[:, None] - x) ** 2, 2)
    covariance = tf.exp((w["height"] - far) / 2) + tf.exp(w["noise"]) * tf.eye(10, dtype=tf.float64)
    factor = tf.linalg.cholesky(covariance)
    weights = tf.linalg.cholesky_solve(factor, d["y"])
    return tf.reduce_sum(d["y"] * weights) / 2 + tf.reduce_sum(tf.math.log(tf.linalg.diag_part(factor)))


MODELS: dict[str, Callable[[Values, Values], Any]] = {name: globals()[name] for name in SETTINGS}


class Optimizer:
    """The update of variables by TensorFlow's kernels."""

    def __init__(self, setting: Setting, variables: Values) -> None:
        self.kind, self.rate = setting.optimizer, tf.constant(setting.rate, tf.float64)
        first = 0.1 if self.kind == "Adagrad" else 0.0
        self.slots = {k: [tf.Variable(v * 0 + first), tf.Variable(v * 0)] for k, v in variables.items()}
        self.powers = [tf.Variable(b, dtype=tf.float64) for b in (0.9, 0.999)]

    def apply(self, variables: Values, gradients: Values) -> None:
        number = tf.float64.as_numpy_dtype
        for name, gradient in gradients.items():
            at, grad = variables[name].handle, tf.convert_to_tensor(gradient)
            a, b = (slot.handle for slot in self.slots[name])
            if self.kind == "Adam":
                raw.ResourceApplyAdam(
                    var=at, m=a, v=b, beta1_power=self.powers[0], beta2_power=self.powers[1], lr=self.rate,
                    beta1=number(0.9), beta2=number(0.999), epsilon=number(1e-8), grad=grad,
                )  # fmt: skip
            elif self.kind in ("Momentum", "Nesterov"):
                raw.ResourceApplyMomentum(
                    var=at, accum=a, lr=self.rate, grad=grad, momentum=number(0.9), use_nesterov=self.kind == "Nesterov"
                )
            elif self.kind == "Adagrad":
                raw.ResourceApplyAdagrad(var=at, accum=a, lr=self.rate, grad=grad)
            else:
                raw.ResourceApplyRMSProp(
                    var=at, ms=a, mom=b, lr=self.rate, rho=number(0.9), momentum=number(0.0), epsilon=number(1e-8),
                    grad=grad,
                )  # fmt: skip
        for power, base in zip(self.powers, (0.9, 0.999), strict=True):
            power.assign(power * base)


def _training(name: str) -> tuple[Callable[[], Any], dict[str, Any]]:
    """A step, which gives the loss and all gradients, and the variables."""
    setting = SETTINGS[name]
    variables = {path: tf.Variable(value, dtype=tf.float64) for path, value in setting.weights().items()}
    given = {key: tf.constant(value, tf.float64) for key, value in setting.given().items()}
    given["step"] = tf.Variable(-1)
    optimizer = Optimizer(setting, variables)

    @tf.function
    def step() -> Any:
        with tf.GradientTape(persistent=True) as tape:
            given_loss = MODELS[name](variables, given)
            several = cast("Any", given_loss if isinstance(given_loss, tuple) else (given_loss, {}))
            loss, by = several
        slopes = tape.gradient(loss, variables)
        gradients = {k: tf.convert_to_tensor(v) for k, v in slopes.items() if v is not None}
        used = {k: tape.gradient(by.get(k, loss), v) for k, v in variables.items() if k in gradients}
        optimizer.apply(variables, used)
        return loss, gradients

    return step, variables


def stepper(name: str) -> Callable[[], list[Any]]:
    """A step that gives the loss."""
    step, _ = _training(name)

    @tf.function
    def loss() -> Any:
        return step()[0]

    return lambda: [loss().numpy()]


def trained(name: str) -> dict[str, Any]:
    """The loss of each step, the gradients of the first one, and the weights at the end."""
    step, variables = _training(name)
    steps = [step() for _ in range(STEPS)]
    return {
        "losses": [loss.numpy().item() for loss, _ in steps],
        "gradients": {k: v.numpy().tolist() for k, v in steps[0][1].items()},
        "weights": {k: v.numpy().tolist() for k, v in variables.items() if k in steps[0][1]},
    }


if __name__ == "__main__":
    for each in sys.argv[1:] or MODELS:
        at = Path(__file__).with_name("numbers") / f"{each}.json"
        at.parent.mkdir(exist_ok=True)
        at.write_text(json.dumps(trained(each), separators=(",", ":")) + "\n")
