"""The results of a sweep as a table and as JSON."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np

from blocks.base.dtypes import DOUBLE
from blocks.base.errors import DiagramError
from blocks.base.literals import from_array
from blocks.base.terminal import printable
from blocks.base.types import Array
from blocks.cli.output import json_text
from blocks.cli.sweep.settings import Grid, grouped

FORMAT = "gradblocks-sweep/1"
RESERVED = ("format", "names", "settings", "errors")
"""Keys that are not available as names of recorded scalars."""

_WIDEST = 40


def table(grid: Grid, arrays: Mapping[str, Array], good: Collection[int], failed: Collection[int]) -> str:
    """Return a table with a line for each combination of settings: counts of runs, and statistics of the last step.

    Args:
        arrays: the recorded scalars by name, [runs, steps] each.
        good: the indices of the runs that succeeded.
        failed: the indices of the runs that failed; the others did not finish.
    """
    heads = [[name, "mean", "spread", "min", "max"] for name in arrays]
    rows = [[*grid.names[:-1], "runs", "failed", *(text for head in heads for text in head)]]
    for texts, indices in grouped(grid).items():
        ended = [index for index in indices if index in good]
        row = [*map(_cell, texts), str(len(indices)), str(sum(index in failed for index in indices))]
        for values in arrays.values():
            row += ["", *_summary(values[ended, -1])]
        rows.append(row)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(f"{text:<{width}}" for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return (
        "\n".join(lines)
        + "\n\nThe columns mean, spread (standard deviation over seeds), min and max refer to the last step.\n"
    )


def _cell(text: str) -> str:
    text = printable(text)
    return text if len(text) <= _WIDEST else text[: _WIDEST - 3] + "..."


def _summary(values: Array) -> Sequence[str]:
    if not len(values):
        return ["-"] * 4
    with np.errstate(all="ignore"):
        spread = f"{values.std(ddof=1):.3g}" if len(values) > 1 else "-"
        return [f"{values.mean():.6g}", spread, f"{values.min():.6g}", f"{values.max():.6g}"]


def json_of(grid: Grid, arrays: Mapping[str, Array], errors: Mapping[int, Sequence[DiagramError]]) -> Iterator[str]:
    yield f'{{\n  "format": "{FORMAT}",\n  "names": {json_text(grid.names)},\n  "settings": ['
    yield ",".join(f"\n    {json_text(each)}" for each in grid.settings) + "\n  ]"
    for name, values in arrays.items():
        yield f",\n  {json_text(name)}: ["
        for index, row in enumerate(values):
            yield f"{',' if index else ''}\n    {json_text(from_array(row, DOUBLE))}"
        yield "\n  ]"
    result = [{"run": index, **error.as_json()} for index, each in sorted(errors.items()) for error in each]
    yield ',\n  "errors": [' + ",".join(f"\n    {json_text(each)}" for each in result)
    yield ("\n  ]" if result else "]") + "\n}\n"
