"""Networks made of composites: what they compute by formulas, inside of instances too, and that they learn."""

from __future__ import annotations

import numpy as np
import pytest

from blocks.run.session import Session
from tests.examples.digits import glyphs
from tests.examples.shared import Reals, close, page_of, session_of, softmax, wide


class Step:
    """The results of a step, those inside of instances by path."""

    def __init__(self, name: str) -> None:
        self.results = Session(page_of(name), inside=True).run()

    def __getitem__(self, name: str) -> Reals:
        return wide(self.results[name])


def cost(logits: Reals, labels: Reals) -> Reals:
    """The mean cross entropy."""
    return wide(-np.log(softmax(logits)[np.arange(len(labels)), labels.astype(int)]).mean())


def layer(x: Reals, kernel: Reals) -> Reals:
    """Convolution with padding, Relu, the largest of each 2 x 2."""
    rows, size, _, _ = x.shape
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    conv = wide(sum(padded[:, i : i + size, j : j + size] @ kernel[i, j] for i in range(3) for j in range(3)))
    half = size // 2
    return np.maximum(conv, 0).reshape(rows, half, 2, half, 2, -1).max(axis=(2, 4))


def test_two_instances_of_a_layer_have_kernels_of_their_own() -> None:
    step = Step("cnn_of_layers")
    assert np.array_equal(step["digits/clean.result_output"][..., 0], glyphs())
    edges = layer(step["digits.result_images"], step["edges/K.result_ref"])
    shapes = layer(edges, step["shapes/K.result_ref"])
    close(step["edges.result_y"], edges)
    close(step["shapes.result_y"], shapes, atol=1e-5)
    logits = shapes.reshape(10, 64) @ step["logits/W.result_ref"] + step["logits/b.result_ref"]
    close(step["cost.result_output"], cost(logits, wide(np.arange(10))), atol=1e-5)


def dense(step: Step, path: str, x: Reals) -> Reals:
    """A fully connected layer."""
    return x @ step[f"{path}/W.result_ref"] + step[f"{path}/b.result_ref"]


def spirals(step: Step, points: Reals) -> Reals:
    """What the network with residual blocks says of points."""
    x = dense(step, "in", points)
    for name in ("one", "two", "three"):
        x = x + dense(step, f"{name}/back", np.maximum(dense(step, f"{name}/wide", x), 0))
    return dense(step, "out", x)


def test_three_residual_blocks_and_others_that_share_their_variables() -> None:
    step = Step("residual_blocks")
    at = np.arange(60) * 0.015 + 0.1
    points = np.concatenate(
        [np.stack([at * np.cos(7 * at + turn), at * np.sin(7 * at + turn)], 1) for turn in (0, np.pi)]
    )
    close(step["points.result_output"], points, atol=1e-4)
    logits = spirals(step, step["points.result_output"])
    close(step["out.result_y"], logits, atol=1e-4)
    close(step["cost.result_output"], cost(logits, np.repeat([0, 1], 60)), atol=1e-4)
    square = np.linspace(-1.05, 1.05, 22)
    x, y = np.meshgrid(square, -square)
    says = softmax(spirals(step, np.stack([x, y], -1).reshape(-1, 2)))[:, 1]
    close(step["picture.result_output"], says.reshape(22, 22), atol=1e-4)


def normed(x: Reals) -> Reals:
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)


def test_an_encoder_layer_is_attention_and_two_linear_layers() -> None:
    step = Step("transformer_layer")

    def linear(path: str, x: Reals) -> Reals:
        return x @ step[f"{path}/W.result_ref"]

    tokens = step["tokens.result_output"].astype(int)
    x = step["embedding/E.result_ref"][tokens] + step["embedding/P.result_ref"]
    place = "encoder/attention"
    query, key, value = (linear(f"{place}/{name}", normed(x)) for name in ("query", "key", "value"))
    weights = softmax(query @ key.transpose(0, 2, 1) / 4)
    close(step["encoder.result_weights"], weights, atol=1e-5)
    x = x + linear(f"{place}/out", weights @ value)
    x = x + linear("encoder/narrow", np.maximum(linear("encoder/wide", normed(x)), 0))
    close(step["encoder.result_y"], x, atol=1e-4)
    logits = linear("logits", normed(x)).reshape(-1, 8)
    close(step["cost.result_output"], cost(logits, tokens[:, ::-1].reshape(-1)), atol=1e-4)


@pytest.mark.parametrize(
    ("name", "begin", "end"),
    [("cnn_of_layers", 2.0, 0.1), ("residual_blocks", 0.6, 0.05), ("transformer_layer", 2.0, 0.1)],
)
def test_the_cost_falls_as_the_note_says(name: str, begin: float, end: float) -> None:
    session = session_of(name)
    assert session.run()["cost.result_output"] > begin
    results = session.run(steps=99)
    assert results["cost.result_output"] < end
    assert results["accuracy.result_accuracy"] == 1
    assert f"below {end}" in " ".join(note.text for note in page_of(name).notes)
    if name == "transformer_layer":
        assert np.array_equal(results["looks.result_output"].argmax(axis=1), [5, 4, 3, 2, 1, 0])


@pytest.mark.parametrize(
    ("name", "steps", "begin", "end"),
    [
        ("gpt", 40, 4.5, 2.5), ("resnet", 40, 2.0, 1.5), ("vae", 100, 15.0, 6.0), ("lstm", 60, 0.4, 0.05),
        ("neural_ode", 40, 1.0, 0.1),
    ],
)  # fmt: skip
def test_published_models_learn(name: str, steps: int, begin: float, end: float) -> None:
    session = session_of(name)
    assert session.run()["cost.result_output"] > begin
    assert session.run(steps=steps)["cost.result_output"] < end


def test_made_numbers_part_into_two_heaps() -> None:
    numbers = session_of("wgan_gp").run(steps=600)["fake.result_product"]
    low, middle, high = ((numbers < -1).mean(), (abs(numbers) < 0.5).mean(), (numbers > 1).mean())
    assert min(low, high) > 0.2 > middle
