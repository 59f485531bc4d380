"""Small pictures of digits, 8 x 8, in the files of MNIST (IDX): what the examples come along with, and more of it."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]

SIZE = 8
_DRAWN = """
..###.....##....####...####.....##..######...###..######...####...####..
.#...#...###...#....#.#....#...###..#.......#.....#....#..#....#.#....#.
.#...#....##........#......#..#.##..#......#...........#..#....#.#....#.
.#...#....##......##....###..#..##..#####..#####......#....####...#####.
.#...#....##.....#.........#.######......#.#....#....#....#....#......#.
.#...#....##....#.....#....#....##..#....#.#....#....#....#....#......#.
..###....####..######..####.....##...####...####.....#.....####...####..
........................................................................
"""
# Each digit with its columns in the drawing.
_COLUMNS = ((0, 7), (8, 15), (15, 22), (22, 29), (29, 36), (36, 43), (43, 50), (50, 57), (57, 65), (65, 72))


def glyphs() -> Bytes:
    """The ten digits as they are drawn, 0 and 1."""
    lines = np.array([[c == "#" for c in line] for line in _DRAWN.split()], np.uint8)
    pictures = np.zeros((10, SIZE, SIZE), np.uint8)
    for digit, (left, right) in enumerate(_COLUMNS):
        pictures[digit, :, : right - left] = lines[:, left:right]
    return pictures


def make(count: int, seed: int) -> tuple[Bytes, Bytes]:
    """Pictures and labels: all digits in turn, shifted by up to a pixel, faint or strong, on a noisy ground."""
    numbers = _numbers(seed)
    pictures = np.zeros((count, SIZE, SIZE), np.uint8)
    labels = (np.arange(count) * 7 % 10).astype(np.uint8)
    for picture, label in zip(pictures, labels, strict=True):
        down, right, strength = next(numbers) % 2, next(numbers) % 2, 150 + next(numbers) % 100
        ground = np.array([next(numbers) % 60 for _ in range(SIZE * SIZE)], np.int64).reshape(SIZE, SIZE)
        shifted = np.roll(glyphs()[label], (down, right), (0, 1)).astype(np.int64)
        picture[:] = np.where(shifted, strength - ground, ground)
    return pictures, labels


def _numbers(seed: int) -> Iterator[int]:
    """The same on every machine and with every version of NumPy."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        yield state >> 33


def images_file(pictures: Bytes) -> bytes:
    """IDX: the magic number (bytes, three axes), the sizes, the bytes."""
    return struct.pack(">4i", 0x803, *pictures.shape) + pictures.tobytes()


def labels_file(labels: Bytes) -> bytes:
    """IDX: the magic number (bytes, one axis), the size, the bytes."""
    return struct.pack(">2i", 0x801, len(labels)) + labels.tobytes()


def write(folder: Path, name: str, count: int, seed: int) -> tuple[Bytes, Bytes]:
    """Write a pair of files, NAME-images.idx3-ubyte and NAME-labels.idx1-ubyte; returns what is in them."""
    pictures, labels = make(count, seed)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}-images.idx3-ubyte").write_bytes(images_file(pictures))
    (folder / f"{name}-labels.idx1-ubyte").write_bytes(labels_file(labels))
    return pictures, labels
