"""Confusion matrix, scatter and grids of pictures: what they read from their pins, and what is seen of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.canvas.display_blocks.displays import Panel
from app.canvas.display_blocks.tensor_displays import confusion_of, points_of
from app.core.runs.results import ResultStore
from blocks.base.types import Array
from tests.app.canvas.test_displays import near, page_with, picture, put, scene_of

LABELS = np.array([0, 1, 2, 2, 1, 0])
TAKEN = np.array([0, 2, 2, 2, 1, 1])
COUNTS = [[1, 1, 0], [0, 1, 1], [0, 0, 2]]
"""By hand: a row for each label."""
SCORES = np.eye(3)[TAKEN] * 5 - 1


@pytest.mark.parametrize(
    ("labels", "predictions"),
    [
        (LABELS, TAKEN),
        (LABELS.astype(np.float32), SCORES),
        (np.eye(3)[LABELS], TAKEN.reshape(-1, 1)),
        (np.array(COUNTS), None),
    ],
)
def test_classes_are_counted_however_they_come(labels: Array, predictions: Array | None) -> None:
    confusion = confusion_of(labels, predictions)
    assert (confusion.fault, confusion.counts.tolist()) == ("", COUNTS)


def test_a_class_that_nothing_was_taken_for_has_its_column() -> None:
    assert confusion_of(np.array([0, 0]), np.eye(4)[[0, 1]]).counts.shape == (4, 4)
    assert confusion_of(np.array([True, False]), np.array([True, True])).counts.tolist() == [[0, 1], [0, 1]]


@pytest.mark.parametrize(
    ("labels", "predictions", "said"),
    [
        (np.array([0, 1]), np.array([0, 1, 2]), "got 2 and 3"),
        (np.array([0.5, 1.0]), np.array([0, 1]), "integers"),
        (np.array([-1, 1]), np.array([0, 1]), "integers"),
        (np.array([0, 10**9]), np.array([0, 1]), "too many"),
        (np.array([0, 1]), None, "wire the predictions"),
        (np.array([b"a"], object), np.array([0]), "numbers"),
        (np.zeros(0), np.zeros(0), "at least 1"),
    ],
)
def test_what_are_no_classes_is_said(labels: Array, predictions: Array | None, said: str) -> None:
    assert said in confusion_of(labels, predictions).fault


def test_points_come_from_one_pin_or_from_two() -> None:
    xy = np.array([[1.0, 2.0], [3.0, 4.0], [np.nan, 5.0]])
    assert points_of(xy, {}).xy.tolist() == [[1, 2], [3, 4]]
    split = points_of(xy[:, 0], {"y": xy[:, 1], "color": np.array([7, 8, 9])})
    assert split.xy.tolist() == [[1, 2], [3, 4]]
    assert split.hues is not None and split.hues.tolist() == [7, 8] and split.are_classes
    one_hot = points_of(xy, {"color": np.eye(3)})
    assert one_hot.hues is not None and one_hot.hues.tolist() == [0, 1]
    assert not points_of(xy, {"color": np.array([0.5, 1.0, 2.0])}).are_classes
    assert "[n, 2]" in points_of(np.zeros(3), {}).fault
    assert "got 3 and 2" in points_of(np.zeros(3), {"y": np.zeros(2)}).fault
    assert "points: 3, values: 2" in points_of(xy, {"color": np.zeros(2)}).fault


def shown(kind: str, values: dict[str, Any], pin: str, qtbot: QtBot, s: Array, t: Array) -> tuple[Panel, Any]:
    """A display with s at its input and t at another pin."""
    store = ResultStore()
    document = page_with(kind, values, [["s.result_output", "d.input"], ["t.result_output", f"d.{pin}"]])
    scene = scene_of(document, store)
    put(store, 1, s=s, t=t)
    panel = scene.panel_of("d")
    assert panel is not None
    return panel, picture(scene, 2.0)


def test_a_confusion_matrix_is_painted_and_exported(qtbot: QtBot) -> None:
    names = {"classes": ["cat", "dog", "owl"]}
    panel, image = shown("ConfusionMatrixDisplay", names, "predictions", qtbot, LABELS, SCORES)
    table = panel.table()
    assert table is not None and table.tolist() == COUNTS
    assert near(image, "#08306b") > 500  # all owls were taken for owls
    assert near(image, "#f7fbff", 12) > 1000
    assert near(image, "#4282bd") > 500  # of cats and dogs, half


def test_a_scatter_is_painted_in_the_colours_of_its_classes(qtbot: QtBot) -> None:
    xy = np.array([[0.0, 0.0], [1.0, 1.0]])
    panel, image = shown("ScatterDisplay", {"size": 20}, "color", qtbot, xy, np.array([0, 1]))
    table = panel.table()
    assert table is not None and table.tolist() == [[0, 0, 0], [1, 1, 1]]
    assert near(image, "#3ddc5a", 150) > 300 and near(image, "#ffbf28", 150) > 300


def test_pictures_have_captions(qtbot: QtBot) -> None:
    white = np.ones((4, 8, 8, 1), np.float32)
    white[0, 0, 0] = 0
    _, plain = shown("ImageDisplay", {"across": 2}, "captions", qtbot, white, np.zeros(0))
    _, image = shown("ImageDisplay", {"across": 2}, "captions", qtbot, white, np.array([3, 1, 4, 1]))
    assert near(plain, "#ffffff", 12) - near(image, "#ffffff", 12) > 300
