"""Records how TensorFlow trains a small network with random weights and dropout, for `test_training`.

Run by hand where TensorFlow is installed: ``python -m tests.library.random.record_training``.
"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "trained.json"
STEPS = 6
RATE = 0.125
FEATURES = [[0.5, -1.0, 2.0], [1.5, 0.25, -0.5], [-2.0, 1.0, 0.75], [0.1, 0.2, -0.3], [1.0, -1.0, 1.0]]
WANTED = [[1.0], [-0.5], [0.25], [2.0], [-1.0]]
SEEDS = {"first": (3, 4), "second": (-5, 6), "mask": (7, 0), "noise": (2**40 + 1, -8), "order": (0, 9)}


def main() -> None:
    """Train, and write what each step gave."""
    tf: Any = import_module("tensorflow")
    raw, v1 = tf.raw_ops, tf.compat.v1
    seeds = {name: {"seed": pair[0], "seed2": pair[1]} for name, pair in SEEDS.items()}
    with tf.Graph().as_default(), v1.Session() as session:
        first = v1.get_variable(
            "first", initializer=raw.RandomStandardNormal(shape=[3, 4], dtype=tf.float64, **seeds["first"])
        )
        second = v1.get_variable(
            "second", initializer=raw.TruncatedNormal(shape=[4, 1], dtype=tf.float64, **seeds["second"])
        )
        hidden = tf.tanh(tf.matmul(tf.constant(FEATURES, tf.float64), first))
        chance = raw.RandomUniform(shape=[5, 4], dtype=tf.float64, **seeds["mask"])
        kept = hidden * tf.floor(chance + 0.75) / 0.75
        noise = raw.RandomGamma(shape=[5], alpha=tf.constant([2.0], tf.float64), **seeds["noise"])
        wanted = raw.RandomShuffle(value=tf.constant(WANTED, tf.float64), **seeds["order"]) + 0.01 * noise
        loss = tf.reduce_mean(tf.square(tf.matmul(kept, second) - wanted))
        train = v1.train.GradientDescentOptimizer(RATE).minimize(loss)
        session.run(v1.global_variables_initializer())
        losses = [session.run([loss, train])[0].item() for _ in range(STEPS)]
        weights = {"first": session.run(first).tolist(), "second": session.run(second).tolist()}
    FILE.write_text(json.dumps({"losses": losses, **weights}) + "\n", "utf-8")


if __name__ == "__main__":
    main()
