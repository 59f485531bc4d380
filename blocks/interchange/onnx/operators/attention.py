"""Attention and related operators."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from blocks.base.dtypes import BOOL, FLOAT, INT64
from blocks.base.errors import DiagramError
from blocks.base.types import Shape
from blocks.interchange.onnx.operators.convolutions import convolved
from blocks.interchange.onnx.operators.elementwise import scaled
from blocks.interchange.onnx.operators.recurrent import ScanBody
from blocks.interchange.onnx.schema import DTYPES
from blocks.interchange.onnx.site import Site, affordable, counting, operator
from blocks.interchange.onnx.values import Val

_RULES = ("linear", "gated", "delta", "gated_delta")


def heads(site: Site, x: Val, count: int, label: str) -> Val:
    """Split [batch, time, heads * size] into [batch, heads, time, size]."""
    apart = site.reshape(x, [site.size(x, 0), site.size(x, 1), count, x.size(2) // count])
    return site.transpose(apart, [0, 2, 1, 3], label)


def repeated(site: Site, x: Val, times: int) -> Val:
    if times == 1:
        return x
    affordable(x.size(1), times)
    indices = site.const(np.repeat(np.arange(x.size(1), dtype=np.int64), times), "heads")
    return site("GatherV2", params=x, indices=indices, axis=1)


@operator("Attention")
def _attention(site: Site) -> Sequence[Val | None]:
    q, k, v = (site.input(i) for i in range(3))
    mask, past_k, past_v, lengths = (site.given(i) for i in range(3, 7))
    flat = q.rank == 3
    if flat:
        many, few = site.whole("q_num_heads"), site.whole("kv_num_heads")
        q, k, v = heads(site, q, many, "query"), heads(site, k, few, "key"), heads(site, v, few, "value")
    if past_k is not None and past_v is not None:
        k = site("Concat", "present_key", values=[past_k, k], axis=2)
        v = site("Concat", "present_value", values=[past_v, v], axis=2)
    present = k, v
    groups = q.size(1) // max(k.size(1), 1)
    k, v = repeated(site, k, groups), repeated(site, v, groups)
    dtype = q.dtype
    root = float(np.sqrt(site.number("scale") if site.has("scale") else 1 / np.sqrt(q.size(3))))
    scores = site("BatchMatMulV2", "scores", x=scaled(site, q, root), y=scaled(site, k, root), adj_y=True)
    bias = _bias(site, q, k, mask, past_k, lengths)
    mode = site.whole("qk_matmul_output_mode")
    steps = [scores]
    cap = site.number("softcap")
    if cap > 0:
        scores = scaled(site, site("Tanh", x=scaled(site, scores, 1 / cap)), cap)
    steps.append(scores)
    if bias is not None:
        scores = site("Add", x=scores, y=bias)
    steps.append(scores)
    number = site.whole("softmax_precision")
    work = DTYPES.get(number, dtype) if number else dtype
    share = _softmax(site, site.cast(scores, work), masked=bias is not None)
    share = site.cast(share, dtype)
    y = site("BatchMatMulV2", "weighted", x=share, y=v)
    if flat:
        y = site.transpose(y, [0, 2, 1, 3])
        y = site.reshape(y, [site.size(y, 0), site.size(y, 1), y.size(2) * y.size(3)])
    seen = share if mode == 3 else steps[{0: 0, 1: 1, 2: 2}.get(mode, 0)]
    return y, *present, seen


def _softmax(site: Site, x: Val, *, masked: bool) -> Val:
    """Return the softmax, which is 0 in a row that is masked completely."""
    result = site("Softmax", logits=x)
    if not masked:
        return result
    most = site("Max", input=x, axis=[-1], keep_dims=True)
    lost = site("Equal", x=most, y=site.const(-np.inf, "nothing", x.dtype))
    return site("SelectV2", condition=lost, t=site("ZerosLike", x=x), e=result)


def _bias(site: Site, q: Val, k: Val, mask: Val | None, past: Val | None, lengths: Val | None) -> Val | None:
    """Return the addend of the scores: 0, or minus infinity at masked positions."""
    dtype = q.dtype
    zero, nothing = site.const(0, "kept", dtype), site.const(-np.inf, "left_out", dtype)

    def additive(allowed: Val) -> Val:
        return site("SelectV2", condition=allowed, t=zero, e=nothing)

    parts: list[Val] = []
    if mask is not None:
        short = k.size(2) - mask.size(-1)
        result = additive(mask) if mask.dtype is BOOL else site.cast(mask, dtype)
        if short > 0:
            paddings = [[0, 0]] * (result.rank - 1) + [[0, short]]
            result = site("PadV2", input=result, paddings=paddings, constant_values=nothing)
        parts.append(result)
    left, right = site.whole("left_window_size", -1), site.whole("right_window_size", -1)
    if site.whole("is_causal") or left >= 0 or right >= 0:
        rows, columns = counting(site, site.size(q, 2)), counting(site, site.size(k, 2))
        indices = site("ExpandDims", input=rows, axis=1)
        if past is not None:
            indices = site("Add", x=indices, y=site.linear(site.size(past, 2)))
        elif lengths is not None:
            before = site("Subtract", x=site.cast(lengths, INT64), y=site.linear(site.size(q, 2)))
            indices = site("Add", x=indices, y=site.reshape(before, [-1, 1, 1, 1]))
        behind = site("Subtract", x=indices, y=columns)
        if site.whole("is_causal"):
            parts.append(additive(site("GreaterEqual", x=behind, y=0)))
        if left >= 0:
            parts.append(additive(site("LessEqual", x=behind, y=left)))
        if right >= 0:
            parts.append(additive(site("GreaterEqual", x=behind, y=-right)))
    if lengths is not None:
        columns = counting(site, site.size(k, 2))
        ends = site.reshape(site.cast(lengths, INT64), [-1, 1, 1, 1])
        parts.append(additive(site("Less", x=columns, y=ends)))
    total: Val | None = None
    for part in parts:
        total = part if total is None else site("Add", x=total, y=part)
    return total


@operator("RotaryEmbedding")
def _rotary(site: Site, x: Val, cosines: Val, sines: Val, indices: Val | None = None) -> Val:
    flat = x.rank == 3
    if flat:
        count = site.whole("num_heads")
        each = site.reshape(x, [site.size(x, 0), site.size(x, 1), count, x.size(2) // count])
    else:
        each = site.transpose(x, [0, 2, 1, 3])
    size = each.size(3)
    turned = site.whole("rotary_embedding_dim") or size
    rest = site.part(each, 3, turned, None) if turned < size else None
    part = site.part(each, 3, 0, turned) if rest is not None else each
    if indices is not None:
        cosines, sines = (site("GatherV2", params=i, indices=indices, axis=0) for i in (cosines, sines))
    cosines, sines = (site("ExpandDims", input=i, axis=2) for i in (cosines, sines))
    half = turned // 2
    if site.whole("interleaved"):
        one, other = site.part(part, 3, 0, None, 2), site.part(part, 3, 1, None, 2)
    else:
        one, other = site.part(part, 3, 0, half), site.part(part, 3, half, None)
    real = site("Subtract", x=site("Multiply", x=cosines, y=one), y=site("Multiply", x=sines, y=other))
    imaginary = site("Add", x=site("Multiply", x=sines, y=one), y=site("Multiply", x=cosines, y=other))
    if site.whole("interleaved"):
        mixed = site("Stack", values=[real, imaginary], axis=-1)
        result = site.reshape(mixed, [*(site.size(real, i) for i in range(3)), turned])
    else:
        result = site("Concat", values=[real, imaginary], axis=3)
    if rest is not None:
        result = site("Concat", values=[result, rest], axis=3)
    return site.reshape(result, site.sizes(x)) if flat else site.transpose(result, [0, 2, 1, 3])


@operator("SwiGLU")
def _swiglu(site: Site, gate: Val) -> Val:
    swish = site("Multiply", x=gate, y=site("Sigmoid", x=scaled(site, gate, site.number("alpha", 1.0))))
    return site("Multiply", x=swish, y=site.input(1))


@operator("CausalConvWithState")
def _causal(site: Site, x: Val, weight: Val, bias: Val | None = None, past: Val | None = None) -> Sequence[Val | None]:
    size = weight.size(2)
    if past is not None:
        padded = site("Concat", "padded", values=[past, x], axis=2) if size > 1 else x
    else:
        padded = site("Pad", "padded", input=x, paddings=[[0, 0], [0, 0], [size - 1, 0]])
    result = convolved(site, padded, weight)
    if bias is not None:
        result = site("Add", x=result, y=site.reshape(bias, [-1, 1]))
    activation = site.word("activation", "none")
    if activation in ("silu", "swish"):
        wide = site.cast(result, FLOAT)
        result = site.cast(site("Multiply", x=wide, y=site("Sigmoid", x=wide)), x.dtype)
    elif activation != "none":
        raise DiagramError(f"the activation {activation!r} is not supported")
    whole = padded.size(2)
    return result, site.part(padded, 2, whole - (size - 1), None, label="present_state")


@operator("LinearAttention")
def _linear_attention(site: Site) -> Sequence[Val]:
    query, key, value = (site.input(i) for i in range(3))
    past, decay, beta = (site.given(i) for i in range(3, 6))
    rule = site.word("update_rule", "gated_delta")
    many, few = site.whole("q_num_heads"), site.whole("kv_num_heads")
    if rule not in _RULES or many < 1 or few < 1 or many % few:
        text = f"update_rule {rule!r} with {many} query heads and {few} key and value heads is not supported"
        raise DiagramError(text)
    batch, time = query.size(0), query.size(1)
    d_k, d_v = query.size(2) // many, value.size(2) // few
    scale = site.number("scale") or 1 / float(np.sqrt(d_k))

    def by_time(x: Val, heads: int, size: int, label: str) -> Val:
        apart = site.reshape(site.cast(x, FLOAT), [batch, time, heads, size])
        return site.transpose(apart, [1, 0, 2, 3], label)

    body = ScanBody(site, "LinearAttention_step")
    add = body.add
    q = body.pin("q", by_time(query, many, d_k, "query"), (batch, many, d_k))
    k = body.pin("k", by_time(key, few, d_k, "key"), (batch, few, d_k))
    v = body.pin("v", by_time(value, few, d_v, "value"), (batch, few, d_v))
    over = ["q", "k", "v"]
    first = site("Fill", "no_state", dims=[batch, few, d_k, d_v], value=0.0) if past is None else site.cast(past, FLOAT)
    state = body.pin("state", first, (batch, few, d_k, d_v))
    kept = state
    if "gated" in rule:
        if decay is None:
            raise DiagramError("the input 'decay' is missing")
        width = decay.size(2) // few
        gate = body.pin("decay", by_time(decay, few, width, "decay"), (batch, few, width))
        over.append("decay")
        kept = add("Multiply", x=state, y=add("ExpandDims", input=add("Exp", x=gate), axis=-1))
    if "delta" in rule:
        if beta is None:
            raise DiagramError("the input 'beta' is missing")
        width = beta.size(2)
        rate = body.pin("beta", by_time(beta, width, 1, "beta"), (batch, width, 1))
        over.append("beta")
        seen = add("Einsum", inputs=[kept, k], equation="bhdm,bhd->bhm")
        v = add("Multiply", x=rate, y=add("Subtract", x=v, y=seen))
    written = add("Multiply", x=add("ExpandDims", input=k, axis=-1), y=add("ExpandDims", input=v, axis=-2))
    new = add("Add", "new_state", x=kept, y=written)
    read = add("Einsum", inputs=[q, repeated(add, new, many // few)], equation="bhd,bhdm->bhm")
    body.give("state", new)
    body.give("y", scaled(add, read, scale))
    shapes: list[tuple[str, Shape]] = [("state", (batch, few, d_k, d_v)), ("y", (time, batch, many, d_v))]
    outputs = [(name, FLOAT, shape) for name, shape in shapes]
    last, ys = site.with_bodies("Scan", {"over": over}, body.wires, outputs, {"body": body.graph}, "scan")
    flat = site.reshape(site.transpose(ys, [1, 0, 2, 3]), [batch, time, many * d_v])
    dtype = query.dtype if past is None else past.dtype
    return site.cast(flat, query.dtype), site.cast(last, dtype)
