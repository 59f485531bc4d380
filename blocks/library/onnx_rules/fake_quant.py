"""ONNX rules for simulated quantization."""

from __future__ import annotations

from blocks.library.onnx_rules.values import Value, like, op, where
from blocks.library.onnx_rules.writing import Rule, Site, rank


def _fake_quantised(x: Value, low: Value, high: Value, site: Site) -> tuple[Value, Value, Value, Value]:
    """Return clamped numbers, the limits and the step, nudged so that zero is exactly a step."""
    least = like(x, int(site.attrs["narrow_range"]))
    most = like(x, 2 ** site.attrs["num_bits"] - 1)
    step = (high - low) / (most - least)
    zero = least - low / step
    nudged = where(zero < least, least, where(zero > most, most, _half_up(zero)))
    first, last = (least - nudged) * step, (most - nudged) * step
    return op.Min(op.Max(x, first), last), first, last, step


def _half_up(x: Value) -> Value:
    return op.Floor(x + 0.5)


def _fake(site: Site, x: Value, low: Value, high: Value) -> Value:
    clamped, first, _last, step = _fake_quantised(x, low, high, site)
    steps = op.Floor((clamped - first) / step + 0.5)
    return where(step > 0, steps * step + first, 0)


def _fake_by_attributes(site: Site, x: Value) -> Value:
    limits = (site.attrs["min"], site.attrs["max"])
    return _fake(site, x, *(like(x, limit) for limit in limits))


def _fake_gradient(site: Site, dy: Value, x: Value) -> Value:
    limits = (site.attrs["min"], site.attrs["max"])
    low, high = (like(x, limit) for limit in limits)
    return _fake_gradients(site, dy, x, low, high)[0]


def _fake_gradients(site: Site, dy: Value, x: Value, low: Value, high: Value) -> tuple[Value, Value, Value]:
    _clamped, first, last, _step = _fake_quantised(x, low, high, site)
    axes = list(range(rank(x, "inputs") - rank(low, "min")))
    below, above = (
        op.ReduceSum(where(outside, dy, 0), axes, keepdims=0, noop_with_empty_axes=1)
        for outside in (x < first, x > last)
    )
    wide_open = op.Equal(low, high)  # then all passes, and the limits get nothing
    return where((x >= first) & (x <= last) | wide_open, dy, 0), where(wide_open, 0, below), where(wide_open, 0, above)


RULES: dict[str, Rule] = {
    "FakeQuantWithMinMaxArgs": Rule(_fake_by_attributes),
    "FakeQuantWithMinMaxArgsGradient": Rule(_fake_gradient),
    "FakeQuantWithMinMaxVars": Rule(_fake),
    "FakeQuantWithMinMaxVarsGradient": Rule(_fake_gradients),
    "FakeQuantWithMinMaxVarsPerChannel": Rule(_fake),
    "FakeQuantWithMinMaxVarsPerChannelGradient": Rule(_fake_gradients),
}
