"""Grid sampling of images, and frequency analysis of signals."""

from __future__ import annotations

import itertools

import numpy as np

from blocks.base.dtypes import COMPLEX128, DOUBLE, FLOAT, INT64, DType
from blocks.base.errors import DiagramError
from blocks.interchange.onnx.operators.elementwise import scaled
from blocks.interchange.onnx.operators.resizing import cubic_by_blocks
from blocks.interchange.onnx.site import Site, affordable, counted, counting, operator
from blocks.interchange.onnx.values import Val


@operator("AffineGrid")
def _affine_grid(site: Site, theta: Val) -> Val:
    space = theta.size(1)
    said = site.declared[0]
    known = site.input(1).known
    if known is not None:
        sizes = [int(each) for each in known[2:]]
    elif said is not None and None not in said:
        sizes = [int(size or 0) for size in said[1:-1]]
    else:
        raise DiagramError("the size of the grid is not known before the model runs")
    align = bool(site.whole("align_corners"))
    affordable(*sizes, space + 1)
    lines = [np.linspace(-1, 1, size) if align and size > 1 else (np.arange(size) * 2 + 1) / size - 1 for size in sizes]
    grid = np.meshgrid(*lines, indexing="ij")[::-1]  # x first
    points = np.stack([*(each.reshape(-1) for each in grid), np.ones(int(np.prod(sizes)))], axis=-1)
    row = site.const(points, "points", theta.dtype)
    result = site("Einsum", inputs=[row, theta], equation="pk,nsk->nps")
    return site.reshape(result, [site.size(theta, 0), *sizes, space])


@operator("GridSample")
def _grid_sample(site: Site, x: Val, grid: Val) -> Val:
    space = x.rank - 2
    mode = {"bilinear": "linear", "bicubic": "cubic"}.get(site.word("mode", "linear"), site.word("mode", "linear"))
    if mode not in ("linear", "nearest", "cubic") or (mode == "cubic" and space != 2):
        raise DiagramError(f"the mode {mode!r} is not supported for {space} spatial axes")
    work = x.dtype
    # Positions as numbers of elements, for each axis of space: the grid says the last axis first.
    indices: list[Val] = []
    for axis in range(space):
        at = site.part(grid, space + 1, space - 1 - axis, space - axis)
        at = site("Squeeze", f"at_{axis}", input=at, squeeze_dims=[-1])
        size = x.size(axis + 2)
        if site.whole("align_corners"):
            at = scaled(site, site("Add", x=at, y=1.0), (size - 1) / 2)
        else:
            at = site("Subtract", x=scaled(site, site("Add", x=at, y=1.0), size / 2), y=0.5)
        padding = site.word("padding_mode", "zeros")
        if mode != "cubic":
            at = _within(site, at, size, padding)
        indices.append(at)
    channels_last = site.transpose(x, [0, *range(2, x.rank), 1], "channels_last")
    if mode == "nearest":
        result = _picked(site, channels_last, [site("Round", x=each) for each in indices])
    else:
        taps = (0, 1) if mode == "linear" else (-1, 0, 1, 2)
        floors = [site("Floor", x=each) for each in indices]
        result = mixed(site, channels_last, indices, floors, taps, mode)
    return site.cast(site.transpose(result, [0, space + 1, *range(1, space + 1)]), work)


def _within(site: Site, at: Val, size: int, padding: str) -> Val:
    if padding == "border":
        return site("ClipByValue", t=at, clip_value_min=0.0, clip_value_max=float(size - 1))
    if padding != "reflection":
        return at
    if site.whole("align_corners"):
        low, span = 0.0, float(size - 1)
    else:
        low, span = -0.5, float(size)
    if span <= 0:
        return site("ZerosLike", x=at)
    off = site("FloorMod", x=site("Abs", x=site("Subtract", x=at, y=low)), y=2 * span)
    back = site("Subtract", x=site.const(np.float64(2 * span), "twice", at.dtype), y=off)
    result = site("Add", x=site("Minimum", x=off, y=back), y=low)
    return site("ClipByValue", t=result, clip_value_min=0.0, clip_value_max=float(size - 1))


def mixed(site: Site, x: Val, indices: list[Val], floors: list[Val], taps: tuple[int, ...], mode: str) -> Val:
    """Interpolate images [batch, ..., channels]: a weighted sum of the elements around each position."""
    total: Val | None = None
    shares: list[list[Val]] = []
    for at, floor in zip(indices, floors, strict=True):
        part = site("Subtract", x=at, y=floor)
        each: list[Val] = []
        for tap in taps:
            d = site("Abs", x=site("Subtract", x=part, y=float(tap)))
            if mode == "linear":
                one = site.const(1.0, "one", at.dtype)
                each.append(site("Subtract", x=one, y=d))
            else:
                each.append(cubic_by_blocks(site, d))
        shares.append(each)
    for choice in itertools.product(range(len(taps)), repeat=len(indices)):
        shifted = [site("Add", x=f, y=float(taps[i])) if taps[i] else f for f, i in zip(floors, choice, strict=True)]
        weight: Val | None = None
        for each, i in zip(shares, choice, strict=True):
            weight = each[i] if weight is None else site("Multiply", x=weight, y=each[i])
        assert weight is not None
        value = _picked(site, x, shifted)
        term = site("Multiply", x=value, y=site("ExpandDims", input=site.cast(weight, value.dtype), axis=-1))
        total = term if total is None else site("Add", x=total, y=term)
    assert total is not None
    return total


def _picked(site: Site, x: Val, indices: list[Val]) -> Val:
    padding = site.word("padding_mode", "zeros")
    inside: Val | None = None
    index: list[Val] = []
    for axis, at in enumerate(indices):
        size = x.size(axis + 1)
        clipped = at
        if padding == "reflection":
            clipped = _within(site, at, size, padding)
            clipped = site("Round", x=clipped)
        elif padding == "zeros":
            ok = site("LogicalAnd", x=site("GreaterEqual", x=at, y=0.0), y=site("LessEqual", x=at, y=float(size - 1)))
            inside = ok if inside is None else site("LogicalAnd", x=inside, y=ok)
        clipped = site("ClipByValue", t=clipped, clip_value_min=0.0, clip_value_max=float(size - 1))
        index.append(site.cast(clipped, INT64))
    # As positions in all images as rows of pixels, so that their number may be open.
    rank = len(indices) + 1
    flat = site.reshape(counting(site, site.size(x, 0), "images"), [-1, *[1] * (rank - 1)])
    for axis, each in enumerate(index):
        flat = site("Add", x=site("Multiply", x=flat, y=x.size(axis + 1)), y=each)
    result = site("GatherV2", params=site.reshape(x, [-1, x.size(rank)]), indices=flat, axis=0)
    if inside is None:
        return result
    kept = site("ExpandDims", input=inside, axis=-1)
    return site("SelectV2", condition=kept, t=result, e=site("ZerosLike", x=result))


# -- Frequencies ------------------------------------------------------------------------------------------------------


@operator("DFT")
def _dft(site: Site, x: Val, length: Val | None = None) -> Val:
    rank = x.rank
    if site.version >= 20:
        given = site.given(2)
        axis = counted(-2 if given is None else given.numbers("the axis")[0], rank)
    else:
        axis = counted(site.whole("axis", 1), rank)
    if length is not None:
        count = length.numbers("the length")[0]
    else:
        count = 2 * (x.size(axis) - 1) if site.whole("inverse") and site.whole("onesided") else x.size(axis)
    inverse, onesided = bool(site.whole("inverse")), bool(site.whole("onesided"))
    moved, back = site.last(_signal(site, x), axis)
    if inverse and onesided:
        result = site("IRFFT", input=moved, fft_length=[count], Treal=DOUBLE)
        return site.cast(site("ExpandDims", input=site.transpose(result, back), axis=-1), x.dtype)
    moved = _of_length(site, moved, count)
    result = site("IFFT" if inverse else "FFT", input=moved)
    if onesided:
        result = site.part(result, rank - 2, 0, count // 2 + 1)
    return _pairs(site, site.transpose(result, back), x.dtype)


@operator("STFT")
def _stft(site: Site, x: Val) -> Val:
    window, given = site.given(2), site.given(3)
    step = site.input(1).numbers("the step")[0]
    if given is not None:
        length = given.numbers("the length")[0]
    elif window is not None:
        length = window.size(0)
    else:
        raise DiagramError("neither a window nor a frame length is given")
    if step < 1 or length < 1:
        raise DiagramError(f"the frame length and the step must be at least 1, got {length} and {step}")
    size = site.size(x, 1)
    if isinstance(size, Val):
        rest = site("FloorDiv", x=site("Subtract", x=site.cast(size, INT64), y=length), y=step)
        count: Val | int = site("Add", "frames", x=rest, y=1)
    else:
        count = (size - length) // step + 1
        affordable(count, length)
    begin = site("Multiply", x=site("ExpandDims", input=counting(site, count), axis=1), y=step)
    samples = site("Add", "samples", x=begin, y=site.const(np.arange(length), "inside"))
    signal = site.cast(site.cast(x, DOUBLE), COMPLEX128) if x.rank == 2 else _signal(site, x)
    frames = site("GatherV2", "signal", params=signal, indices=samples, axis=1)
    if window is not None:
        shown = site.cast(site.cast(window, DOUBLE), COMPLEX128, "window")
        frames = site("Multiply", x=frames, y=shown)
    result = site("FFT", input=frames)
    if site.whole("onesided", 1):
        result = site.part(result, 2, 0, length // 2 + 1)
    return _pairs(site, result, x.dtype)


def _pairs(site: Site, x: Val, dtype: DType) -> Val:
    parts = [site(kind, input=x, Tout=DOUBLE) for kind in ("Real", "Imag")]
    return site.cast(site("Stack", values=parts, axis=-1), dtype)


def _signal(site: Site, x: Val) -> Val:
    """Return complex numbers from real ones, or pairs, along the last axis."""
    wide = site.cast(x, DOUBLE)
    if x.size(x.rank - 1) == 1:
        return site.cast(site("Squeeze", "real", input=wide, squeeze_dims=[-1]), COMPLEX128)
    real, imaginary = site.all("Unstack", value=wide, num=2, axis=-1)
    return site("Complex", real=real, imag=imaginary, Tout=COMPLEX128)


def _of_length(site: Site, x: Val, count: int) -> Val:
    size, axis = x.size(-1), x.rank - 1
    if size > count:
        return site.part(x, axis, 0, count)
    return x if size == count else site("Pad", input=x, paddings=[[0, 0]] * axis + [[0, count - size]])


@operator("MelWeightMatrix")
def _mel(site: Site) -> Val:
    bins, length, rate, low, high = (site.input(i).known for i in range(5))
    if bins is None or length is None or rate is None or low is None or high is None:
        raise DiagramError("the values of the inputs are not known before the model runs")
    affordable(int(length), int(bins))
    spectrum = int(length) // 2 + 1
    mels = 2595 * np.log10(1 + np.array([float(low), float(high)]) / 700)
    edges = mels[0] + np.arange(int(bins) + 2) * (mels[1] - mels[0]) / (int(bins) + 2)
    indices = ((int(length) + 1) * 700 * (10 ** (edges / 2595) - 1) // float(rate)).astype(int)
    result = np.zeros((spectrum, int(bins)))
    for i in range(int(bins)):
        first, middle, last = indices[i : i + 3]
        if middle == first:
            result[middle, i] = 1
        else:
            result[first : middle + 1, i] = (np.arange(first, middle + 1) - first) / (middle - first)
        if last > middle:
            result[middle:last, i] = (last - np.arange(middle, last)) / (last - middle)
    return site("Identity", input=site.const(result, "weights", site.element("output_datatype", FLOAT)))
