"""Displays: blocks that stay on the canvas and show the results wired to them.

They are not operations of the graph and compute nothing: the editor shows the results of the blocks wired to them. A
wire can come from an output pin or a result pin. A display never makes a step fail: if it is not wired, or its source
failed, it is empty.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from blocks.graph.scope import Scope
from blocks.graph.spec import DISPLAY_PAGE
from blocks.library.declare import block

_display = partial(block, page=DISPLAY_PAGE, helper=True)


@_display("input: output? ->")
def NumberDisplay(
    scope: Scope,
    input: Any,
    *,
    title: str = "",
    digits: int = 4,
    unit: str = "",
    part: list[int] = [],  # noqa: B006 - attributes are read-only
) -> dict[str, Any]:
    """Show a number in large digits. For a tensor of several elements, show its mean and its range.

    Args:
        input: [...] the tensor to show.
        title: the caption. If it is empty, the block's id is shown.
        digits: the number of significant digits, from 1 to 17.
        unit: the unit, shown after the number.
        part: the part of the tensor to show: an index for each of its first axes. If it is empty, all of it is shown.
    """
    return {}


@_display("input: output*? ->", doc_of=NumberDisplay)
def TrendDisplay(
    scope: Scope,
    input: Any,
    *,
    title: str = "",
    minimum: float | None = None,
    maximum: float | None = None,
    steps: int = 0,
    logarithmic: bool = False,
    digits: int = 4,
) -> dict[str, Any]:
    """Plot scalars over the steps of a run, with one line per wire.

    Each line is labeled with its name and latest value. In the editor, point at a step to read its values. Click in the
    selected display to place a cursor, with which other steps are compared.

    Args:
        input: [...] the values to plot, in the order of the wires. A tensor of up to 8 elements has a line for each
            element.
        minimum: the lower end of the value axis. If it is not set, the smallest visible value is used.
        maximum: the upper end of the value axis. If it is not set, the largest visible value is used.
        steps: the number of latest steps to show. 0 shows all steps.
        logarithmic: whether the value axis is logarithmic. Only values above zero are then drawn.
        digits: the number of significant digits of the latest values, from 1 to 17.
    """
    return {}


@_display("input: output? ->", where={"columns": 0}, doc_of=NumberDisplay)
def TableDisplay(
    scope: Scope,
    input: Any,
    *,
    title: str = "",
    digits: int = 4,
    part: list[int] = [],  # noqa: B006 - attributes are read-only
    columns: int = 0,
) -> dict[str, Any]:
    """Show the elements of a tensor as a table, with as many rows and columns as fit.

    Args:
        input: [...] the tensor to show. Its last axis runs along the columns, all other axes along the rows.
        columns: the number of elements per row. 0 means the size of the last axis.
    """
    return {}


@_display(
    "input: output?, plus: output? ->",
    where={"palette": ("blue-red", "viridis", "jet", "grey"), "columns": 0},
    doc_of=NumberDisplay,
)
def HeatMapDisplay(
    scope: Scope,
    input: Any,
    plus: Any = None,
    *,
    title: str = "",
    minimum: float | None = None,
    maximum: float | None = None,
    palette: str = "blue-red",
    part: list[int] = [],  # noqa: B006 - attributes are read-only
    columns: int = 0,
    plus_part: list[int] = [],  # noqa: B006 - attributes are read-only
) -> dict[str, Any]:
    """Show the elements of a tensor as a heat map with a color scale.

    Args:
        input: [...] the tensor to show. Its last axis runs to the right, all other axes run down.
        plus: [...] a value to add before the tensor is shown: a scalar, or a tensor that broadcasts to its shape.
        minimum: the value of the lowest color. If it is not set, the smallest element is used.
        maximum: the value of the highest color. If it is not set, the largest element is used.
        palette: the color map: blue-red, viridis, jet or grey.
        columns: the number of elements per row. 0 means the size of the last axis.
        plus_part: the part of plus to add: an index for each of its first axes. If it is empty, all of it is added.
    """
    return {}


@_display(
    "input: output?, captions: output? ->",
    where={"columns": 0, "across": 0},
    doc_of=NumberDisplay,
)
def ImageDisplay(
    scope: Scope,
    input: Any,
    captions: Any = None,
    *,
    title: str = "",
    minimum: float | None = None,
    maximum: float | None = None,
    part: list[int] = [],  # noqa: B006 - attributes are read-only
    columns: int = 0,
    across: int = 0,
) -> dict[str, Any]:
    """Show a tensor as an image, or as a grid of images: ``[H,W]``, ``[H,W,C]``, ``[N,H,W]`` or ``[N,H,W,C]``.

    Args:
        input: [...] the tensor to show. C is 1 (grayscale), 3 (RGB) or 4 (RGBA).
        captions: [N] the caption of each image in a grid, such as its class: numbers or strings.
        minimum: the value shown as black. If it is not set, it is 0 for uint8, and otherwise the smallest element.
        maximum: the value shown at full brightness. If it is not set, it is 255 for uint8, and otherwise the largest
            element.
        columns: the number of elements per row, for images that are stored as one long row. 0 keeps the shape.
        across: the number of images per row of the grid. 0 chooses the number that fills the display best.
    """
    return {}


@_display("input: output?, predictions: output? ->", doc_of=NumberDisplay)
def ConfusionMatrixDisplay(
    scope: Scope,
    input: Any,
    predictions: Any = None,
    *,
    title: str = "",
    classes: list[str] = [],  # noqa: B006 - attributes are read-only
    shares: bool = False,
) -> dict[str, Any]:
    """Show a confusion matrix: the number of examples for each label (row) and prediction (column).

    The last line shows the accuracy: the fraction of correct predictions.

    Args:
        input: [n] the labels, as integers from 0, or [n, classes] scores or one-hot vectors, whose largest element is
            the label. If predictions is not wired, [classes, classes] counts.
        predictions: [n] the predicted classes, or [n, classes] scores, whose largest element is the prediction.
        classes: the names of the classes, in order. If it is empty, their numbers are shown.
        shares: whether to show each count as a fraction of its label's examples.
    """
    return {}


@_display(
    "input: output?, y: output?, color: output? ->",
    where={"palette": ("blue-red", "viridis", "jet", "grey"), "size": 1},
    doc_of=NumberDisplay,
)
def ScatterDisplay(
    scope: Scope,
    input: Any,
    y: Any = None,
    color: Any = None,
    *,
    title: str = "",
    size: int = 4,
    palette: str = "viridis",
    logarithmic: bool = False,
) -> dict[str, Any]:
    """Show a scatter plot: points in the plane, colored by class or value.

    Args:
        input: [n, 2] the points, as x and y; or [n] their x coordinates, if y is wired.
        y: [n] the y coordinate of each point.
        color: [n] the color of each point. Integers are classes, each with its own color; other values use the palette.
        size: the diameter of a point, 1 or more.
        palette: the color map of values: blue-red, viridis, jet or grey.
        logarithmic: whether the y axis is logarithmic. Only points above zero are then drawn.
    """
    return {}


@_display("input: output? ->", where={"bins": 1}, doc_of=NumberDisplay)
def HistogramDisplay(
    scope: Scope,
    input: Any,
    *,
    title: str = "",
    minimum: float | None = None,
    maximum: float | None = None,
    bins: int = 24,
    logarithmic: bool = False,
) -> dict[str, Any]:
    """Show a histogram of the elements of a tensor.

    Args:
        minimum: the lower end of the range. If it is not set, the smallest element is used.
        maximum: the upper end of the range. If it is not set, the largest element is used.
        bins: the number of bins, 1 or more.
        logarithmic: whether the axis of the counts is logarithmic.
    """
    return {}
