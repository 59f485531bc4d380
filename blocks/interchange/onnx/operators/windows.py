"""Sliding windows: sizes, strides and padding of convolutions and pooling."""

from __future__ import annotations

from typing import NamedTuple

from blocks.base.errors import DiagramError
from blocks.interchange.onnx.site import Site
from blocks.interchange.onnx.values import Val

FORMATS = {2: "NCHW", 3: "NCDHW"}


class OperatorWindows(NamedTuple):
    """The windows of an operator: the steps within one, and the extents before and after each edge.

    ``same`` is ``""``, or ``"SAME"`` if the margin follows from the sizes of the images.
    """

    kernel: list[int]
    strides: list[int]
    dilations: list[int]
    pads: list[tuple[int, int]]
    same: str = ""

    @property
    def reach(self) -> list[int]:
        return [(k - 1) * d + 1 for k, d in zip(self.kernel, self.dilations, strict=True)]

    @property
    def is_padded(self) -> bool:
        return any(pair != (0, 0) for pair in self.pads)

    def options(self) -> dict[str, object]:
        """Return the attributes of a block that slides these windows, without explicit padding."""
        result: dict[str, object] = {"strides": channels_second(self.strides), "padding": self.same or "VALID"}
        result["data_format"] = FORMATS[len(self.kernel)]
        if set(self.dilations) != {1}:
            result["dilations"] = channels_second(self.dilations)
        return result

    def with_axis(self) -> OperatorWindows:
        return OperatorWindows(
            [1, *self.kernel], [1, *self.strides], [1, *self.dilations], [(0, 0), *self.pads], self.same
        )


def windows(site: Site, x: Val, kernel: list[int], *, same_is_known: bool = True) -> OperatorWindows:
    """Return an operator's windows; ``same_is_known`` if the block supports SAME."""
    count = len(kernel)
    if x.rank != count + 2 or not count:
        raise DiagramError(f"a window with {count} dimensions does not fit an input with {x.rank} axes")
    strides = site.wholes("strides") or [1] * count
    dilations = site.wholes("dilations") or [1] * count
    pads = site.wholes("pads") or [0] * (2 * count)
    if len(strides) != count or len(dilations) != count or len(pads) != 2 * count or min(*strides, *dilations) < 1:
        raise DiagramError(f"expected {count} positive strides and dilations, and {2 * count} pads")
    pairs = list(zip(pads[:count], pads[count:], strict=True))
    windows = OperatorWindows(kernel, strides, dilations, pairs)
    auto = site.word("auto_pad", "NOTSET")
    if auto in ("NOTSET", ""):
        return windows
    if auto == "VALID":
        return windows._replace(pads=[(0, 0)] * count)
    if auto == "SAME_UPPER" and same_is_known:
        return windows._replace(pads=[(0, 0)] * count, same="SAME")
    pairs.clear()
    for i in range(count):
        size = x.size(i + 2)
        over = max((-(-size // strides[i]) - 1) * strides[i] + windows.reach[i] - size, 0)
        less = over // 2
        pairs.append((less, over - less) if auto == "SAME_UPPER" else (over - less, less))
    return windows._replace(pads=pairs)


def channels_second(numbers: list[int]) -> list[int]:
    return [1, 1, *numbers]


def explicit(pads: list[tuple[int, int]]) -> list[int]:
    return [0, 0, 0, 0, *(each for pair in pads for each in pair)]
