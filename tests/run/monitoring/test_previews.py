"""Small pictures of results."""

from __future__ import annotations

import numpy as np
import pytest

from blocks.run.monitoring.previews import thumbnail

_RED, _CLEAR = [0, 0, 255, 255], [0, 0, 0, 0]


@pytest.mark.parametrize("channels", [1, 3])
def test_a_batch_of_images_is_a_contact_sheet(channels: int) -> None:
    batch = np.zeros((5, 10, 10, 3), np.float32)
    batch[1, 2, 3, 0] = 1.0
    sheet = thumbnail(np.moveaxis(batch, 3, channels), 0.0, 1.0)
    assert sheet.shape == (21, 32, 4)  # three images and two, with lines between them
    assert sheet[2, 14].tolist() == _RED and sheet[2, 10].tolist() == _CLEAR and sheet[15, 25].tolist() == _CLEAR
    assert (sheet.reshape(-1, 4) == _RED).all(axis=1).sum() == 1


def test_images_with_negative_elements_are_heat_maps() -> None:
    batch = np.zeros((2, 8, 8, 1), np.float32)
    assert len(np.unique(thumbnail(batch, 0.0, 1.0)[0, 0, :3])) == 1
    blue, _, red, _ = thumbnail(batch - 1.0, -1.0, 1.0)[0, 0].tolist()
    assert blue > red


@pytest.mark.parametrize(
    "shape",
    [(1 << 16, 300, 200, 1), (1 << 16, 1 << 16, 4, 4), (7, 1 << 20, 3), (1 << 20, 3), (9, 9, 1, 1 << 16), (99,)],
)
def test_pictures_of_large_tensors_are_small(shape: tuple[int, ...]) -> None:
    value = np.broadcast_to(np.float32(1.0), shape)  # which a copy of the whole would not fit into memory
    assert max(thumbnail(value, 0.0, 1.0).shape) <= 192
