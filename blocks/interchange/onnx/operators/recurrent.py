"""Recurrent networks: a Scan over time for each direction, in the operator's composite."""

from __future__ import annotations

from typing import NamedTuple

from blocks.base.dtypes import BOOL, INT32, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Shape
from blocks.interchange.importing.model_graph import ModelGraph
from blocks.interchange.onnx.operators.elementwise import ACTIVATIONS
from blocks.interchange.onnx.operators.matrices import matmul
from blocks.interchange.onnx.site import Site, counting, operator
from blocks.interchange.onnx.values import Val, give, pin

_GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}
_DEFAULTS = {"RNN": ["Tanh"], "GRU": ["Sigmoid", "Tanh"], "LSTM": ["Sigmoid", "Tanh", "Tanh"]}
_TAKES_ALPHA = ("affine", "elu", "hardsigmoid", "leakyrelu", "scaledtanh", "thresholdedrelu")
_TAKES_BETA = ("affine", "hardsigmoid", "scaledtanh")


class _Layer(NamedTuple):
    """The parameters of one direction: w [gates * hidden, inputs], r [gates * hidden, hidden], the biases wb and rb.

    The initial states h and c are [batch, hidden].
    """

    w: Val
    r: Val
    wb: Val | None
    rb: Val | None
    h: Val
    c: Val | None
    peepholes: Val | None
    activations: list[tuple[str, float | None, float | None]]
    reverse: bool
    label: str


@operator("LSTM", "GRU", "RNN")
def _recurrent(site: Site, x: Val) -> list[Val | None]:
    by_batch = bool(site.whole("layout"))
    if by_batch:
        x = site.transpose(x, [1, 0, 2], "by_time")
    hidden = site.input(2).size(2)
    direction = site.word("direction", "forward")
    count = 2 if direction == "bidirectional" else 1
    batch, time = site.size(x, 1), x.shape[0] if x.shape is not None else None
    lengths = site.given(4)
    layers = [_layer(site, x, i, hidden, batch, direction, by_batch) for i in range(count)]
    ys: list[Val] = []
    hs: list[Val] = []
    cs: list[Val] = []
    for layer in layers:
        y, h, c = _run(site, x, layer, hidden, lengths, time)
        ys.append(y)
        hs.append(h)
        if c is not None:
            cs.append(c)
    if by_batch:
        y = site("Stack", "Y", values=ys, axis=2)  # [time, batch, directions, hidden]
        result: list[Val | None] = [site.transpose(y, [1, 0, 2, 3], "Y_by_batch")]
        last = 1
    else:
        result = [site("Stack", "Y", values=ys, axis=1)]
        last = 0
    result.append(site("Stack", "Y_h", values=hs, axis=last))
    if cs:
        result.append(site("Stack", "Y_c", values=cs, axis=last))
    return result


def _layer(site: Site, x: Val, i: int, hidden: int, batch: Val | int, direction: str, by_batch: bool) -> _Layer:
    def part(index: int, label: str) -> Val | None:
        given = site.given(index)
        return None if given is None else site.item(given, i, label=label)

    def state(index: int, label: str) -> Val:
        given = site.given(index)
        if given is not None and by_batch:
            return site("StridedSlice", label, input=given, begin=[0, i], end=[0, i + 1], strides=[1, 1],
                begin_mask=1, end_mask=1, shrink_axis_mask=2)  # fmt: skip
        result = part(index, label)
        if result is not None:
            return result
        zero = site.const(0, "zero", x.dtype)
        dims = [batch, hidden] if isinstance(batch, int) else site.vector([batch, hidden])
        return site("Fill", label, dims=dims, value=zero)

    side = "backward" if direction == "reverse" or i else "forward"
    w, r, b = part(1, f"W_{side}"), part(2, f"R_{side}"), part(3, f"B_{side}")
    if w is None or r is None:
        raise DiagramError("the weights W or R are missing")
    wb = rb = None
    if b is not None:
        wide = _GATES[site.op] * hidden
        wb, rb = site.part(b, 0, 0, wide, label=f"Wb_{side}"), site.part(b, 0, wide, None, label=f"Rb_{side}")
    c = state(6, f"c_{side}") if site.op == "LSTM" else None
    peepholes = part(7, f"P_{side}") if site.op == "LSTM" else None
    return _Layer(w, r, wb, rb, state(5, f"h_{side}"), c, peepholes, _activations(site, i), side == "backward", side)


def _activations(site: Site, i: int) -> list[tuple[str, float | None, float | None]]:
    defaults = _DEFAULTS[site.op]
    names = site.words("activations")
    count = len(defaults)
    directions = 2 if site.word("direction", "forward") == "bidirectional" else 1
    names = names or defaults * directions
    if len(names) < count * (i + 1):
        raise DiagramError(f"the operator needs {count * directions} activations, got {len(names)}")
    alphas, betas = site.numbers("activation_alpha"), site.numbers("activation_beta")
    result: list[tuple[str, float | None, float | None]] = []
    for name in (each.lower() for each in names):
        if name not in ACTIVATIONS:
            raise DiagramError(f"the activation {name!r} is not supported")
        alpha = alphas.pop(0) if name in _TAKES_ALPHA and alphas else None
        beta = betas.pop(0) if name in _TAKES_BETA and betas else None
        result.append((name, alpha, beta))
    return result[count * i : count * (i + 1)]


class ScanBody:
    """The body of a Scan under construction; ``wires`` lead to its pins from outside."""

    def __init__(self, site: Site, name: str) -> None:
        self.graph = ModelGraph(name)
        self.add = site.inside(self.graph)
        self._scope = site.scope
        self.wires: list[tuple[str, Val]] = []

    def pin(self, name: str, value: Val, shape: Shape) -> Val:
        self.wires.append((name, value))
        return pin(self.graph, self._scope, name, value.dtype, shape)

    def give(self, name: str, value: Val) -> None:
        give(self.graph, name, value)


def _run(
    site: Site, x: Val, layer: _Layer, hidden: int, lengths: Val | None, time: int | None
) -> tuple[Val, Val, Val | None]:
    """Run one direction; return its outputs [time, batch, hidden] and the last states."""
    side = layer.label
    if lengths is not None and layer.reverse:
        x = site("ReverseSequence", f"x_{side}", input=x, seq_lengths=lengths, seq_dim=0, batch_dim=1)
    dtype = x.dtype
    # What comes in is weighted for all steps at once.
    turned = site("Transpose", f"W_{side}_turned", x=layer.w, perm=[1, 0])
    given = matmul(site, x, turned)
    merged_bias = site.op != "GRU" or not site.whole("linear_before_reset")
    bias = layer.wb
    if bias is not None and layer.rb is not None and merged_bias:
        bias = site("Add", f"bias_{side}", x=bias, y=layer.rb)
    if bias is not None:
        given = site("Add", f"given_{side}", x=given, y=bias)
    body = ScanBody(site, f"{site.op}_cell")
    batch = x.shape[1] if x.shape is not None else None
    step = body.pin("x", given, (batch, _GATES[site.op] * hidden))
    h = body.pin("h", layer.h, (batch, hidden))
    c = None if layer.c is None else body.pin("c", layer.c, (batch, hidden))
    r = body.pin("R", layer.r, (_GATES[site.op] * hidden, hidden))
    if site.op == "LSTM":
        assert c is not None
        new_h, new_c = _lstm(site, body, layer, step, h, c, r, hidden)
    else:
        new_h = (_gru if site.op == "GRU" else _rnn)(site, body, layer, step, h, r, hidden)
        new_c = None
    y = new_h
    over = ["x"]
    if lengths is not None:
        new_h, new_c, y = _within(site, body, lengths, x, (h, c), (new_h, new_c))
        over.append("valid")
    outputs: list[tuple[str, DType, Shape]] = []
    for name, value, shape in (
        ("h", new_h, (batch, hidden)), ("c", new_c, (batch, hidden)), ("y", y, (time, batch, hidden)),
    ):  # fmt: skip
        if value is not None:
            body.give(name, value)
            outputs.append((name, dtype, shape))
    values: dict[str, object] = {"over": over}
    if layer.reverse and lengths is None:
        values["reverse"] = True
    result = site.with_bodies("Scan", values, body.wires, outputs, {"body": body.graph}, f"scan_{side}")
    steps = result[-1]
    if lengths is not None and layer.reverse:
        steps = site("ReverseSequence", f"y_{side}", input=steps, seq_lengths=lengths, seq_dim=0, batch_dim=1)
    return steps, result[0], result[1] if new_c is not None else None


def _within(
    site: Site, body: ScanBody, lengths: Val, x: Val, old: tuple[Val, Val | None], new: tuple[Val, Val | None]
) -> tuple[Val, Val | None, Val]:
    """Keep the old states and return zeros after the end of each sequence."""
    size = site.size(x, 0)
    numbers = site.reshape(site.cast(counting(site, size), INT32), [-1, 1, 1])
    ends = site.reshape(site.cast(lengths, INT32), [-1, 1])
    valid = body.pin("valid", site("Less", x=numbers, y=ends), (None, 1))
    assert valid.dtype is BOOL
    add = body.add
    result = [
        None if b is None or a is None else add("SelectV2", condition=valid, t=b, e=a)
        for a, b in zip(old, new, strict=True)
    ]
    y = add("SelectV2", "y_valid", condition=valid, t=new[0], e=add("ZerosLike", x=new[0]))
    assert result[0] is not None
    return result[0], result[1], y


def _clipped(site: Site, body: ScanBody, x: Val) -> Val:
    if not site.has("clip"):
        return x
    most = site.number("clip")
    return body.add("ClipByValue", t=x, clip_value_min=-most, clip_value_max=most)


def _activated(body: ScanBody, activation: tuple[str, float | None, float | None], x: Val) -> Val:
    name, alpha, beta = activation
    return ACTIVATIONS[name](body.add, x, alpha, beta)


def _product(body: ScanBody, h: Val, r: Val) -> Val:
    return body.add("MatMul", a=h, b=r, transpose_b=True)


def _rnn(site: Site, body: ScanBody, layer: _Layer, x: Val, h: Val, r: Val, hidden: int) -> Val:
    total = body.add("Add", x=x, y=_product(body, h, r))
    return _activated(body, layer.activations[0], _clipped(site, body, total))


def _gru(site: Site, body: ScanBody, layer: _Layer, x: Val, h: Val, r: Val, hidden: int) -> Val:
    add = body.add
    f, g = layer.activations
    xs = add.all("Split", "x_gates", axis=1, value=x, num_split=3)
    if site.whole("linear_before_reset"):
        inner = _product(body, h, r)
        if layer.rb is not None:
            inner = add("Add", x=inner, y=body.pin("Rb", layer.rb, (3 * hidden,)))
        hs = add.all("Split", "h_gates", axis=1, value=inner, num_split=3)
        z, reset = (
            _activated(body, f, _clipped(site, body, add("Add", x=a, y=b))) for a, b in zip(xs[:2], hs[:2], strict=True)
        )
        new = add("Add", x=xs[2], y=add("Multiply", x=reset, y=hs[2]))
    else:
        r_gates = add.part(r, 0, 0, 2 * hidden)
        hs = add.all("Split", "h_gates", axis=1, value=_product(body, h, r_gates), num_split=2)
        z, reset = (
            _activated(body, f, _clipped(site, body, add("Add", x=a, y=b))) for a, b in zip(xs[:2], hs, strict=True)
        )
        r_new = add.part(r, 0, 2 * hidden, None)
        new = add("Add", x=xs[2], y=_product(body, add("Multiply", x=reset, y=h), r_new))
    new = _activated(body, g, _clipped(site, body, new))
    # (1 - z) new + z h
    return add("Add", x=new, y=add("Multiply", x=z, y=add("Subtract", x=h, y=new)))


def _lstm(site: Site, body: ScanBody, layer: _Layer, x: Val, h: Val, c: Val, r: Val, hidden: int) -> tuple[Val, Val]:
    add = body.add
    f, g, out = layer.activations
    total = add("Add", x=x, y=_product(body, h, r))
    i, o, forget, new = add.all("Split", "gates", axis=1, value=total, num_split=4)
    peeps: list[Val] = []
    if layer.peepholes is not None:
        whole = body.pin("P", layer.peepholes, (3 * hidden,))
        peeps = add.all("Split", "peepholes", axis=0, value=whole, num_split=3)
        i = add("Add", x=i, y=add("Multiply", x=peeps[0], y=c))
        forget = add("Add", x=forget, y=add("Multiply", x=peeps[2], y=c))
    i = _activated(body, f, _clipped(site, body, i))
    new = _activated(body, g, _clipped(site, body, new))
    if site.whole("input_forget"):
        forget = add("Subtract", x=add("OnesLike", x=i), y=i)
    else:
        forget = _activated(body, f, _clipped(site, body, forget))
    state = add("Add", "state", x=add("Multiply", x=forget, y=c), y=add("Multiply", x=i, y=new))
    if peeps:
        o = add("Add", x=o, y=add("Multiply", x=peeps[1], y=state))
    o = _activated(body, f, _clipped(site, body, o))
    return add("Multiply", "hidden", x=o, y=_activated(body, out, state)), state
