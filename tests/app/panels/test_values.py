"""Arrays as planes, bins, lines and pictures."""

from __future__ import annotations

import numpy as np
import pytest

from app.panels.views.saving import csv_bytes, npy_bytes
from app.panels.views.values import (
    MAX_POINTS,
    MAX_SIDE,
    heat_plane,
    histogram,
    lines_of,
    make_picture,
    plane_of,
)
from blocks.base.errors import DiagramError
from blocks.run.monitoring.previews import ImageForm, picture_form


def test_planes() -> None:
    cube = np.arange(24).reshape(2, 3, 4)
    assert plane_of(cube, (1,)).tolist() == cube[1].tolist()
    assert plane_of(cube, (9,)).tolist() == cube[1].tolist()  # the shape was larger before
    assert plane_of(np.arange(3), ()).shape == (1, 3)
    assert plane_of(np.asarray(5), ()).shape == (1, 1)
    assert plane_of(np.zeros((0, 2, 2)), ()).size == 0


def test_a_large_plane_is_thinned_out_and_read_in_full() -> None:
    plane = heat_plane(np.ones((5000, 3), np.float32), ())
    assert plane.values.shape[0] <= MAX_SIDE
    assert plane.full.shape == (5000, 3)


def test_histogram_of_few_integers_has_a_bin_each() -> None:
    bins = histogram(np.array([1, 1, 3, 3, 3], np.int32))
    assert bins.counts.tolist() == [2, 0, 3]


def test_histogram_leaves_out_what_is_not_finite() -> None:
    bins = histogram(np.array([0.0, 1.0, np.nan, np.inf]))
    assert (int(bins.counts.sum()), bins.left_out) == (2, 2)


@pytest.mark.parametrize(
    "values",
    [
        [3.0, 3.0],
        [1e300, -1e300],
        [1e308, -1e308],
        [0.0],
        [np.nan],
        [1e-320, 2e-320],
        [1e17, 1e17 + 16],
        [1e300, 1e300],
    ],
)
def test_histogram_of_what_is_hard(values: list[float]) -> None:
    bins = histogram(np.array(values))
    assert bins.edges.size == bins.counts.size + 1
    assert np.all(np.diff(bins.edges) > 0)


def test_lines() -> None:
    assert [line.name for line in lines_of(np.zeros((3, 9)), ())] == ["[0][:]", "[1][:]", "[2][:]"]
    assert [line.name for line in lines_of(np.zeros((9, 3)), ())] == ["[:][0]", "[:][1]", "[:][2]"]
    assert lines_of(np.zeros((9, 1)), ())[0].y.shape == (9,)
    long = np.zeros(1_000_003)
    long[777_777] = 5.0
    (line,) = lines_of(long, ())
    assert line.y.size <= MAX_POINTS
    assert line.y.max() == 5.0  # a peak is never thinned out


@pytest.mark.parametrize(
    ("shape", "form"),
    [
        ((28, 28), ImageForm(1, 28, 28, 1)),
        ((8, 9, 3), ImageForm(1, 8, 9, 3)),
        ((5, 8, 9), ImageForm(5, 8, 9, 1)),
        ((5, 8, 9, 4), ImageForm(5, 8, 9, 4)),
        ((5, 8, 9, 2), None),
        ((7,), None),
        ((1, 9), None),
        ((0, 8, 8, 3), None),
    ],
)
def test_picture_forms(shape: tuple[int, ...], form: ImageForm | None) -> None:
    assert picture_form(shape) == form


def test_pictures_have_their_colours_and_places() -> None:
    batch = np.zeros((3, 2, 2, 3), np.uint8)
    batch[1, 0, 1] = (255, 128, 7)
    picture = make_picture(batch)
    assert picture is not None
    height, width = picture.pixels.shape[:2]
    places = {picture.cell_at(x, y): picture.pixels[y, x].tolist() for y in range(height) for x in range(width)}
    assert places[1, 0, 1] == [7, 128, 255, 255]
    assert places[0, 0, 0] == [0, 0, 0, 255]


def test_csv_and_npy() -> None:
    assert csv_bytes(np.array([[1.5, np.nan], [np.inf, -2.0]])) == b"1.5,NaN\nInfinity,-2.0\n"
    assert csv_bytes(np.array([1, 2])) == b"1\n2\n"
    assert csv_bytes(np.asarray(True)) == b"true\n"
    assert csv_bytes(np.arange(4).reshape(1, 2, 2)).splitlines()[-1] == b"0,1,1,3"
    assert csv_bytes(np.zeros((0, 3))) == b""
    assert npy_bytes(np.arange(3)).startswith(b"\x93NUMPY")
    with pytest.raises(DiagramError, match="strings"):
        npy_bytes(np.array([b"a"], object))
