"""Bilinear interpolation, rows by rows, against its formula place by place."""

from __future__ import annotations

import math

import numpy as np
import pytest

from blocks.library.image import bilinear
from blocks.library.image.bilinear import resize_bilinear


@pytest.mark.parametrize("block", [1, 100, 1 << 17])
@pytest.mark.parametrize(
    ("shape", "height", "width", "corners", "centers"),
    [
        ((2, 5, 4, 3), 9, 7, False, False),
        ((1, 3, 6, 1), 8, 2, True, False),
        ((2, 9, 2, 2), 2, 5, False, True),
        ((1, 1, 1, 4), 3, 3, False, True),
    ],
)
def test_against_the_formula(
    monkeypatch: pytest.MonkeyPatch,
    block: int,
    shape: tuple[int, ...],
    height: int,
    width: int,
    corners: bool,
    centers: bool,
) -> None:
    monkeypatch.setattr(bilinear, "_BLOCK", block)
    images = np.random.default_rng(height).integers(0, 99, shape).astype(np.float64)

    def place(new: int, old: int, wanted: int) -> tuple[int, int, float]:
        scale = (old - 1) / (wanted - 1) if corners and wanted > 1 else old / wanted
        at = (new + 0.5) * scale - 0.5 if centers else new * scale
        return max(math.floor(at), 0), min(math.ceil(at), old - 1), at - math.floor(at)

    expected = np.empty((shape[0], height, width, shape[3]))
    for i in range(height):
        top, bottom, down = place(i, shape[1], height)
        for j in range(width):
            left, right, across = place(j, shape[2], width)
            above = images[:, top, left] * (1 - across) + images[:, top, right] * across
            below = images[:, bottom, left] * (1 - across) + images[:, bottom, right] * across
            expected[:, i, j] = above * (1 - down) + below * down
    result = resize_bilinear(images, height, width, align_corners=corners, half_pixel_centers=centers, dtype=np.float64)
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-4)  # places are in single precision
