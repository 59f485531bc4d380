"""Models of sequences: LSTM by Scan and unrolled, Kalman filter, GPT and an encoder by Repeat, CTC."""

from __future__ import annotations

import numpy as np

from tests.models.pen import Pen, Ref
from tests.models.setting import LABELS, LENGTHS, PADDED, SENTENCES, SPEECH, TOKENS


def _cell(cell: Pen, w: str | None, b: str | None) -> None:
    """An LSTM cell: its weights are its own by their paths, or come from outside."""
    x, h, c = (cell.input(name) for name in "xhc")
    weights = cell.variable(w) if w else cell.input("w")
    bias = cell.variable(b) if b else cell.input("b")
    gates = cell("Split", 1, cell("BiasAdd", cell("MatMul", cell("Concat", [x, h], 1), weights), bias), num_split=4)
    let, forget, out = (cell("Sigmoid", gates.at(i)) for i in (0, 1, 3))
    new = cell("Add", cell("Multiply", c, forget), cell("Multiply", let, cell("Tanh", gates.at(2))))
    h = cell("Multiply", cell("Tanh", new), out)
    cell.output("c", new)
    cell.output("h", h)
    cell.output("y", h)


def lstm(p: Pen) -> None:
    """Hochreiter and Schmidhuber 1997, with a forget gate."""
    _cell(p.on("Cell"), "rnn/w", "rnn/b")
    zero = p.const(np.zeros((3, 4)))
    rnn = p("Scan", id="rnn", body=":Cell", over=["x"], x=p.given("xs"), h=zero, c=zero)
    said = p("Einsum", [rnn.pin("y"), p.variable("v")], equation="tbh,ho->tbo")
    p.minimize(p.mean(p("SquaredDifference", said, p.given("wanted")), 0, 1, 2, id="loss"))


def unrolled_lstm(p: Pen) -> None:
    """The same cell, drawn once for each time: what it says at the end."""
    _cell(p.on("Cell"), None, None)
    h = c = p.const(np.zeros((3, 4)))
    w, b, xs = p.variable("w"), p.variable("b"), p.given("xs")
    for i in range(5):
        step = p(":Cell", id=f"step{i}", x=p("Gather", xs, i), h=h, c=c, w=w, b=b)
        h, c = step.pin("h"), step.pin("c")
    said = p("MatMul", h, p.variable("v"))
    p.minimize(p.mean(p("SquaredDifference", said, p.given("wanted")), 0, 1, id="loss"))


def _norm(p: Pen, x: Ref, learnt: Ref) -> Ref:
    """Layer normalisation."""
    deviation = p("Subtract", x, p.mean(x, 2, keep=True))
    variance = p.mean(p("Square", deviation), 2, keep=True)
    normal = p("Multiply", deviation, p("Rsqrt", p("Add", variance, 1e-5)))
    scale, offset = (p("Gather", learnt, i) for i in (0, 1))
    return p("Add", p("Multiply", normal, scale), offset)


def gpt(p: Pen) -> None:
    """Radford et al. 2018: four layers of causal attention, with tied embeddings."""
    layer = p.on("Layer")
    x = layer.input("x")
    norm = layer.variable("layers/0/norm")
    y = _norm(layer, x, layer("Gather", norm, 0))
    qkv = layer("Einsum", [y, layer.variable("layers/0/qkv")], equation="btd,sdhk->sbhtk")
    q, k, v = (layer("Gather", qkv, i) for i in range(3))
    scores = layer("Multiply", layer("BatchMatMulV2", q, k, adj_y=True), 1 / np.sqrt(3))
    mask = layer.const(np.triu(np.full((6, 6), -1e9), 1))
    seen = layer("BatchMatMulV2", layer("Softmax", layer("Add", scores, mask)), v)
    x = layer("Add", x, layer("Einsum", [seen, layer.variable("layers/0/proj")], equation="bhtk,hkd->btd"))
    y = _norm(layer, x, layer("Gather", norm, 1))
    y = layer("Einsum", [y, layer.variable("layers/0/up")], equation="btd,de->bte")
    cubic = layer("Multiply", layer("Pow", y, 3.0), 0.044715)
    inner = layer("Multiply", layer("Add", y, cubic), np.sqrt(2 / np.pi))
    gelu = layer("Multiply", layer("Multiply", y, 0.5), layer("Add", layer("Tanh", inner), 1.0))
    back = layer("Einsum", [gelu, layer.variable("layers/0/down")], equation="bte,ed->btd")
    layer.output("x", layer("Add", x, back))
    words = p.variable("tokens")
    x = p("Add", p("Gather", words, p.const(TOKENS[:, :-1])), p.variable("places"))
    x = p("Repeat", id="layers", body=":Layer", times=4, x=x).pin("x")
    logits = p("Einsum", [x, words], equation="btd,vd->btv")
    flat = p("Reshape", logits, [-1, 8])
    costs = p("SparseSoftmaxCrossEntropyWithLogits", flat, p.const(TOKENS[:, 1:].reshape(-1)))
    p.minimize(p.mean(costs, 0, id="loss"))


def encoder(p: Pen) -> None:
    """Vaswani et al. 2017: two layers, normalised behind each part, on sentences that end early."""
    layer = p.on("Layer")
    x, unseen = layer.input("x"), layer.input("unseen")
    norm = layer.variable("layers/0/norm")
    qkv = layer("Einsum", [x, layer.variable("layers/0/qkv")], equation="btd,sdhk->sbhtk")
    parts = layer("Unstack", qkv, num=3)
    q, k, v = (parts.at(i) for i in range(3))
    scores = layer("Multiply", layer("BatchMatMulV2", q, k, adj_y=True), 1 / np.sqrt(3))
    seen = layer("BatchMatMulV2", layer("Softmax", layer("Add", scores, unseen)), v)
    mixed = layer("Einsum", [seen, layer.variable("layers/0/proj")], equation="bhtk,hkd->btd")
    x = _norm(layer, layer("Add", x, mixed), layer("Gather", norm, 0))
    y = layer("Relu", layer("Einsum", [x, layer.variable("layers/0/up")], equation="btd,de->bte"))
    y = layer("Einsum", [y, layer.variable("layers/0/down")], equation="bte,ed->btd")
    layer.output("x", _norm(layer, layer("Add", x, y), layer("Gather", norm, 1)))
    layer.output("unseen", unseen)
    angles = np.arange(5)[:, None] / 10000 ** (np.arange(3) / 3)
    places = np.stack([np.sin(angles), np.cos(angles)], 2).reshape(5, 6)
    words = p("Gather", p.variable("tokens"), p.const(SENTENCES))
    hidden = p.const((PADDED[:, None, None] - 1) * 1e9)
    x = p("Repeat", id="layers", body=":Layer", times=2, x=p("Add", words, p.const(places)), unseen=hidden).pin("x")
    weights = p.const((PADDED / PADDED.sum(1, keepdims=True))[:, :, None])
    logits = p("MatMul", p("Sum", p("Multiply", x, weights), [1]), p.variable("classes"))
    p.minimize(p.mean(p("SparseSoftmaxCrossEntropyWithLogits", logits, p.const(LABELS)), 0, id="loss"))


def ctc(p: Pen) -> None:
    """Graves et al. 2006: labels without alignment."""
    logits = p("Einsum", [p.given("xs"), p.variable("w")], equation="tbi,ic->tbc")
    costs = p("CTCLoss", logits, p.const(SPEECH["indices"]), p.const(SPEECH["values"]), p.const(LENGTHS))
    p.minimize(p.mean(costs, 0, id="loss"))


def kalman(p: Pen) -> None:
    """Kalman 1960: the likelihood of what is seen, by its filter."""
    step = p.on("Filter")
    y, m, spread = (step.input(name) for name in ("y", "m", "P"))
    A, C = step.variable("filter/A"), step.variable("filter/C")
    noise, blur = (step("MatrixDiag", step("Exp", step.variable(f"filter/{name}"))) for name in ("noise", "blur"))
    m = step("MatMul", A, m)
    spread = step("Add", step("MatMul", A, step("MatMul", spread, A, transpose_b=True)), noise)
    PC = step("MatMul", spread, C, transpose_b=True)
    S = step("Add", step("MatMul", C, PC), blur)
    error = step("Subtract", y, step("MatMul", C, m))
    inverse = step("MatrixInverse", S)
    gain = step("MatMul", PC, inverse)
    step.output("m", step("Add", m, step("MatMul", gain, error)))
    step.output("P", step("Subtract", spread, step("MatMul", gain, PC, transpose_b=True)))
    size = step("LogMatrixDeterminant", S).pin("log_abs_determinant")
    far = step("Sum", step("Multiply", error, step("MatMul", inverse, error)), [0, 1])
    step.output("cost", step("Add", size, far))
    scan = p("Scan", id="filter", body=":Filter", over=["y"], y=p.given("ys"), m=p.const(np.zeros((2, 1))),
             P=p.const(np.eye(2)))  # fmt: skip
    p.minimize(p("Multiply", p("Sum", scan.pin("cost"), [0]), 0.5, id="loss"))
