"""Random number operators, which use this library's generators for the same distributions."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, INT32, INT64, DType
from blocks.interchange.onnx.operators.elementwise import scaled
from blocks.interchange.onnx.site import Site, operator
from blocks.interchange.onnx.values import Val


def _seeds(site: Site) -> dict[str, Any]:
    return {"seed": int(site.number("seed")) or 1} if site.has("seed") else {}


def _drawn(site: Site, kind: str, shape: Any, dtype: DType) -> Val:
    drawn = dtype if dtype in (FLOAT, DOUBLE) else FLOAT
    result = site(kind, shape=shape, dtype=drawn, **_seeds(site))
    if kind == "RandomNormal":
        result = scaled(site, result, site.number("scale", 1.0))
        result = site("Add", x=result, y=site.number("mean")) if site.number("mean") else result
    else:
        low, high = site.number("low"), site.number("high", 1.0)
        result = scaled(site, result, high - low)
        result = site("Add", x=result, y=low) if low else result
    return site.cast(result, dtype)


@operator("RandomNormal", "RandomUniform")
def _random(site: Site) -> Val:
    return _drawn(site, site.op, site.wholes("shape"), site.element("dtype", FLOAT))


@operator("RandomNormalLike", "RandomUniformLike")
def _random_like(site: Site, x: Val) -> Val:
    dtype = site.element("dtype", x.dtype)
    return _drawn(site, site.op.removesuffix("Like"), site.sizes(x), dtype)


@operator("Bernoulli")
def _bernoulli(site: Site, x: Val) -> Val:
    wide = x.dtype if x.dtype in (FLOAT, DOUBLE) else FLOAT
    drawn = site("RandomUniform", shape=site.sizes(x), dtype=wide, **_seeds(site))
    return site.cast(site("Less", x=drawn, y=site.cast(x, wide)), site.element("dtype", x.dtype))


@operator("Multinomial")
def _multinomial(site: Site) -> Val:
    dtype = site.element("dtype", INT32)
    return site("Multinomial", logits=site.input(0), num_samples=site.whole("sample_size", 1),
        output_dtype=dtype if dtype in (INT32, INT64) else INT64, **_seeds(site))  # fmt: skip


# -- Signals ----------------------------------------------------------------------------------------------------------

_WINDOWS = {
    "HannWindow": (0.5, 0.5, 0.0),
    "HammingWindow": (25 / 46, 1 - 25 / 46, 0.0),
    "BlackmanWindow": (0.42, 0.5, 0.08),
}  # fmt: skip


@operator(*_WINDOWS)
def _window(site: Site, size: Val) -> Val:
    dtype = site.element("output_datatype", FLOAT)
    a, b, c = _WINDOWS[site.op]
    wide = site.cast(size if size.shape == () else site.reshape(size, []), DOUBLE)
    length = wide if site.whole("periodic", 1) else site("Subtract", x=wide, y=1.0)
    numbers = site("Range", start=site.const(np.float64(0), "zero"), limit=wide, delta=site.const(np.float64(1), "one"))
    angle = site("RealDiv", x=scaled(site, numbers, 2 * np.pi), y=length)
    result = site("Subtract", x=site.const(np.float64(a), "a"), y=scaled(site, site("Cos", x=angle), b))
    if c:
        result = site("Add", x=result, y=scaled(site, site("Cos", x=scaled(site, angle, 2.0)), c))
    return site.cast(result, dtype)


# -- Texts ------------------------------------------------------------------------------------------------------------


@operator("RegexFullMatch")
def _regex(site: Site) -> Val:
    return site("RegexFullMatch", input=site.input(0), pattern=site.const(
        np.array(site.word("pattern").encode(), object), "pattern"))  # fmt: skip
