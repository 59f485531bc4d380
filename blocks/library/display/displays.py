"""Displays: blocks that stay on the canvas and show what is wired to them.

They are no operations of the graph and compute nothing: the editor shows the results of the blocks that are wired to
them. A wire may come from an output pin or from a result pin. No display makes a step fail: one that is not wired, or
whose source failed, is empty.
"""

from __future__ import annotations

from typing import Any

from blocks.graph.scope import Scope
from blocks.graph.spec import DISPLAY_PAGE
from blocks.library.declare import block


@block("input: output? ->", page=DISPLAY_PAGE, helper=True)
def NumberDisplay(
    scope: Scope,
    input: Any,
    *,
    title: str = "",
    digits: int = 4,
    unit: str = "",
    part: list[int] = [],  # noqa: B006 - attributes are read-only
) -> dict[str, Any]:
    """A number in large digits; of a tensor with several elements, its mean and its range.

    Args:
        input: [...] the tensor to show.
        title: the caption; the block's id if it is left empty.
        digits: how many digits are shown, from 1 to 17.
        unit: what is written behind the number.
        part: which part of the tensor is shown, an index for each of its first axes; all of it if left empty.
    """
    return {}


@block("input: output*? ->", page=DISPLAY_PAGE, helper=True)
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
    """Scalars over the steps of a run, a line for each wire, with their names and latest values.

    In the editor the values are read at the step under the mouse; a click in the selected display holds a cursor there,
    with which other steps are compared.

    Args:
        input: [...] the scalars to show, in the order of the wires; a tensor of up to 8 elements has a line for each.
        title: the caption; the block's id if it is left empty.
        minimum: the lower end of the axis; the smallest value in sight if it is left open.
        maximum: the upper end of the axis; the largest value in sight if it is left open.
        steps: how many of the latest steps are shown; 0 shows all.
        logarithmic: whether the axis is logarithmic; then only values above zero are drawn.
        digits: how many digits the latest values are shown with, from 1 to 17.
    """
    return {}


@block("input: output? ->", page=DISPLAY_PAGE, helper=True, where={"columns": 0})
def TableDisplay(
    scope: Scope,
    input: Any,
    *,
    title: str = "",
    digits: int = 4,
    part: list[int] = [],  # noqa: B006 - attributes are read-only
    columns: int = 0,
) -> dict[str, Any]:
    """The elements of a tensor as rows and columns, as many as there is room for.

    Args:
        input: [...] the tensor to show; its last axis makes the columns, all others the rows.
        title: the caption; the block's id if it is left empty.
        digits: how many digits each number is shown with, from 1 to 17.
        part: which part of the tensor is shown, an index for each of its first axes; all of it if left empty.
        columns: how many elements make a row; as many as the last axis has if it is 0.
    """
    return {}


@block(
    "input: output?, plus: output? ->",
    page=DISPLAY_PAGE,
    helper=True,
    where={"palette": ("blue-red", "viridis", "jet", "grey"), "columns": 0},
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
    """The elements of a tensor as colours, beside their scale.

    Args:
        input: [...] the tensor to show; its last axis runs to the right, all others downwards.
        plus: [...] what is added to it before it is shown; a number, or a tensor that can be broadcast to its shape.
        title: the caption; the block's id if it is left empty.
        minimum: the value of the lowest colour; the smallest element if it is left open.
        maximum: the value of the highest colour; the largest element if it is left open.
        palette: the colours.
        part: which part of the tensor is shown, an index for each of its first axes; all of it if left empty.
        columns: how many elements make a row; as many as the last axis has if it is 0.
        plus_part: which part of that is added, an index for each of its first axes; all of it if left empty.
    """
    return {}


@block("input: output?, captions: output? ->", page=DISPLAY_PAGE, helper=True, where={"columns": 0, "across": 0})
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
    """A tensor as a picture, or as several in a grid: ``[H,W]``, ``[H,W,C]``, ``[N,H,W]`` or ``[N,H,W,C]``.

    Args:
        input: [...] the tensor to show; C is 1 (grey), 3 (red, green, blue) or 4 (with opacity).
        captions: [N] what stands on each picture of a grid, such as its class; numbers or texts.
        title: the caption; the block's id if it is left empty.
        minimum: what is shown black; 0 for bytes, else the smallest element, if it is left open.
        maximum: what is shown brightest; 255 for bytes, else the largest element, if it is left open.
        part: which part of the tensor is shown, an index for each of its first axes; all of it if left empty.
        columns: how many elements make a row, where a picture is stored as one long row; 0 leaves it as it is.
        across: how many pictures stand side by side in a grid; as many as fill the display best if it is 0.
    """
    return {}


@block("input: output?, predictions: output? ->", page=DISPLAY_PAGE, helper=True)
def ConfusionMatrixDisplay(
    scope: Scope,
    input: Any,
    predictions: Any = None,
    *,
    title: str = "",
    classes: list[str] = [],  # noqa: B006 - attributes are read-only
    shares: bool = False,
) -> dict[str, Any]:
    """How often which class was taken for which: a row for each label, a column for each prediction.

    Its last line says how many of all were right (the accuracy).

    Args:
        input: [n] the labels, integers from 0 on, or [n, classes] one of which is the largest; or, with nothing wired
            to predictions, [classes, classes] counts.
        predictions: [n] the classes that were predicted, or [n, classes] scores, the largest of which counts.
        title: the caption; the block's id if it is left empty.
        classes: the names of the classes, in their order; their numbers if it is left empty.
        shares: show what part of its label each count is, and not the count.
    """
    return {}


@block(
    "input: output?, y: output?, color: output? ->",
    page=DISPLAY_PAGE,
    helper=True,
    where={"palette": ("blue-red", "viridis", "jet", "grey"), "size": 1},
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
    """Points in a plane, coloured by their class or by a number.

    Args:
        input: [n, 2] the points, x and y; or [n] their x, with y wired.
        y: [n] the height of each point.
        color: [n] integers are classes, each with a colour of its own; other numbers have the colours of the palette.
        title: the caption; the block's id if it is left empty.
        size: the diameter of a point.
        palette: the colours of numbers.
        logarithmic: whether the upward axis is logarithmic; then only points above zero are drawn.
    """
    return {}


@block("input: output? ->", page=DISPLAY_PAGE, helper=True, where={"bins": 1})
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
    """How many elements of a tensor lie in each part of its range.

    Args:
        input: [...] the tensor to show.
        title: the caption; the block's id if it is left empty.
        minimum: the lower end of the range; the smallest element if it is left open.
        maximum: the upper end of the range; the largest element if it is left open.
        bins: how many parts the range has.
        logarithmic: whether the axis of the counts is logarithmic.
    """
    return {}
