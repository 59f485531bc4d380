"""What models begin with, here and in TensorFlow: weights by their paths, data, and how they are trained."""

from __future__ import annotations

import zlib
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
STEPS = 20


def draw(name: str, *shape: int, size: float = 0.75) -> Array:
    """Numbers that go by the name, between -size and size; single precision has them exactly."""
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    return np.round(rng.uniform(-size, size, shape) * 256) / 256


class Setting(NamedTuple):
    """What a model begins with, and how it is trained.

    Attributes:
        shapes: the shapes of its weights by path.
        data: the sizes of what it learns from by name, for `draw`.
        optimizer: as Minimize calls it.
        rate: the step size.
    """

    shapes: dict[str, tuple[int, ...]]
    data: dict[str, tuple[int, ...]]
    optimizer: str = "Adam"
    rate: float = 0.05

    def weights(self) -> dict[str, Array]:
        """What the variables begin with, by their paths."""
        return {path: draw(path, *shape) for path, shape in self.shapes.items()}

    def given(self) -> dict[str, Array]:
        """What it learns from, by name."""
        return {name: draw(name, *shape, size=1.5) for name, shape in self.data.items()}


LAYER = {"qkv": (3, 6, 2, 3), "proj": (2, 3, 6), "norm": (2, 2, 6), "up": (6, 12), "down": (12, 6)}
TOKENS = np.array([[1, 4, 2, 0, 7, 3, 5], [6, 2, 2, 5, 1, 0, 4]], np.int32)
SENTENCES = np.array([[1, 4, 2, 0, 7], [6, 2, 2, 0, 0], [3, 5, 1, 4, 0]], np.int32)
LABELS = np.array([0, 2, 1], np.int32)
CENTRES, CONTEXTS = np.array([0, 1, 2, 3, 1, 5], np.int32), np.array([1, 2, 3, 4, 0, 4], np.int32)
NEGATIVES = np.array([[3, 4], [5, 0], [1, 5], [0, 2], [4, 4], [2, 1]], np.int32)
ACTIONS = np.array([0, 2, 1, 1, 0], np.int32)
PLAYED = np.arange(STEPS) * 2 % 3
MEMORY, BATCH = 8, 5
PADDED = np.array([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0], [1, 1, 1, 1, 0]])
MASK = np.array([[[0, 1], [1, 1]], [[1, 0], [0, 0]]], np.int32).repeat(4, 1).repeat(4, 2)
SPEECH = {"indices": np.array([[0, 0], [0, 1], [1, 0]]), "values": np.array([0, 2, 1], np.int32)}
LENGTHS = np.array([6, 5], np.int32)

SETTINGS = {
    "lstm": Setting({"rnn/w": (6, 16), "rnn/b": (16,), "v": (4, 1)}, {"xs": (6, 3, 2), "wanted": (6, 3, 1)}),
    "unrolled_lstm": Setting({"w": (6, 16), "b": (16,), "v": (4, 1)}, {"xs": (5, 3, 2), "wanted": (3, 1)}),
    "encoder": Setting(
        {"tokens": (8, 6), **{f"layers/{i}/{k}": s for i in range(2) for k, s in LAYER.items()}, "classes": (6, 3)},
        {},
        rate=0.01,
    ),
    "gpt": Setting(
        {"tokens": (8, 6), "places": (6, 6), **{f"layers/{i}/{k}": s for i in range(4) for k, s in LAYER.items()}},
        {},
        rate=0.01,
    ),
    "vae": Setting({"w": (6, 5), "mean": (5, 2), "deviation": (5, 2), "v": (2, 5), "out": (5, 6)}, {"x": (4, 6)}),
    "neural_ode": Setting(
        {"ode/k1/w": (2, 5), "ode/k1/b": (5,), "ode/k1/v": (5, 2)}, {"x": (4, 2), "wanted": (4, 2)}
    ),
    "wgan_gp": Setting(
        {"w": (2, 6), "b": (6,), "v": (6, 1), "g": (3, 2)}, {"real": (5, 2), "noise": (5, 3), "mix": (5, 1)}, rate=0.01
    ),
    "resnet": Setting(
        {
            "stem": (3, 3, 2, 3),
            **{f"{stage}/{i}/{k}": v for stage, c in (("wide", 3), ("deep", 4)) for i in range(2)
               for k, v in {"K": (2, 3, 3, c, c), "scale": (2, c), "offset": (2, c)}.items()},
            "down": (3, 3, 3, 4), "w": (4, 3),
        },
        {"x": (3, 6, 6, 2)},
        "Momentum",
        0.01,
    ),
    "unet": Setting(
        {"in": (3, 3, 1, 3), "down": (3, 3, 3, 6), "up": (2, 2, 3, 6), "out": (3, 3, 6, 4), "each": (1, 1, 4, 2)},
        {"x": (2, 8, 8, 1)},
        rate=0.01,
    ),
    "vq_vae": Setting({"w": (5, 2), "codes": (6, 2), "v": (2, 5)}, {"x": (8, 5)}),
    "ctc": Setting({"w": (3, 4)}, {"xs": (6, 2, 3)}),
    "kalman": Setting(
        {"filter/A": (2, 2), "filter/noise": (2,), "filter/C": (2, 2), "filter/blur": (2,)}, {"ys": (8, 2, 1)},
        rate=0.02,
    ),
    "maml": Setting(
        {"w": (1, 5), "b": (5,), "v": (5, 1)},
        {name: (4, 1) for name in ("x0", "y0", "x1", "y1", "tx0", "ty0", "tx1", "ty1")},
        rate=0.01,
    ),
    "word2vec": Setting({"E": (6, 4), "O": (6, 4)}, {}, "Adagrad", 0.2),
    "simsiam": Setting({"first/w": (4, 6), "first/p": (6, 6)}, {"one": (5, 4), "two": (5, 4)}, "Nesterov"),
    "flow": Setting(
        {f"flow/{i}/{k}": s for i in range(4) for k, s in {"w": (1, 4), "b": (4,), "s": (4, 1), "t": (4, 1)}.items()},
        {"x": (6, 2)},
    ),
    "reinforce": Setting({"w": (3, 3), "v": (3, 1)}, {"x": (5, 3), "rewards": (5, 1)}, "RMSProp", 0.01),
    "ppo": Setting(
        {"w": (3, 5), "policy": (5, 3), "value": (5, 1)},
        {"x": (6, 3), "rewards": (6, 1), "before": (6, 1), "old": (6, 1)},
    ),
    "dqn": Setting(
        {"w": (3, 5), "v": (5, 3), "target/w": (3, 5), "target/v": (5, 3)},
        {"x": (STEPS, 3), "then": (STEPS, 3), "rewards": (STEPS,)},
    ),
    "gaussian_process": Setting({"lengths": (2,), "height": (), "noise": ()}, {"x": (10, 2), "y": (10, 1)}),
}  # fmt: skip
