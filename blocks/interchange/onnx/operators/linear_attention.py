"""Attention whose memory is one matrix for each head: a Scan over time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from blocks.base.dtypes import FLOAT
from blocks.base.errors import DiagramError
from blocks.base.types import Shape
from blocks.interchange.onnx.operators.attention import repeated
from blocks.interchange.onnx.operators.elementwise import scaled
from blocks.interchange.onnx.operators.recurrent import Inside
from blocks.interchange.onnx.operators.table import operator
from blocks.interchange.onnx.site import Site
from blocks.interchange.onnx.values import Val

_RULES = ("linear", "gated", "delta", "gated_delta")


@operator("LinearAttention")
def _linear_attention(site: Site) -> Sequence[Val]:
    query, key, value = (site.input(i) for i in range(3))
    past, decay, beta = (site.given(i) for i in range(3, 6))
    rule = site.word("update_rule", "gated_delta")
    many, few = site.whole("q_num_heads"), site.whole("kv_num_heads")
    if rule not in _RULES or many < 1 or few < 1 or many % few:
        raise DiagramError(f"the rule {rule!r} for {many} and {few} heads is not known")
    batch, time = query.size(0), query.size(1)
    d_k, d_v = query.size(2) // many, value.size(2) // few
    scale = site.number("scale") or 1 / float(np.sqrt(d_k))

    def by_time(x: Val, heads: int, size: int, label: str) -> Val:
        apart = site.reshape(site.cast(x, FLOAT), [batch, time, heads, size])
        return site.transpose(apart, [1, 0, 2, 3], label)

    body = Inside(site, "LinearAttention_step")
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
            raise DiagramError("its decay is missing")
        width = decay.size(2) // few
        gate = body.pin("decay", by_time(decay, few, width, "decay"), (batch, few, width))
        over.append("decay")
        kept = add("Multiply", x=state, y=add("ExpandDims", input=add("Exp", x=gate), axis=-1))
    if "delta" in rule:
        if beta is None:
            raise DiagramError("its beta is missing")
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
