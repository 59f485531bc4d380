"""What ``check`` and ``run`` say of gradients: where one would go, by how much it would differ, advice, stops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from blocks.base.dtypes import DOUBLE
from blocks.base.errors import DiagramError
from blocks.base.literals import from_array
from blocks.cli.output import printable
from blocks.elaborate.lint import PageAdvice
from blocks.elaborate.what_if import FlowChange
from blocks.run.gradients.what_if import VariableChange, WhatIf

if TYPE_CHECKING:
    from blocks.run.debugging.breakpoints import Stopped


def check_json(found: FlowChange | WhatIf) -> dict[str, Any]:
    """Where it would go, for a program."""
    return {
        "lifted": found.lifted,
        "cut": found.cut,
        "reaches": found.reaches,
        "gains": found.gains,
        "loses": found.loses,
        "changes_nothing": found.changes_nothing,
        "why": found.why,
    }


def run_json(found: WhatIf, steps: int) -> dict[str, Any]:
    """The same of a run, and what would become of each variable."""
    variables = {name: _variable(change, steps) for name, change in found.variables.items()}
    return {**check_json(found), "variables": variables}


def _variable(change: VariableChange, steps: int) -> dict[str, Any]:
    numbers = {
        "is": change.is_now,
        "would_be": change.would_be,
        "difference": change.difference,
        "cosine": change.cosine,
    }
    if steps > 1:
        numbers["largest_difference"] = change.largest_difference
    found: dict[str, Any] = {name: _number(value) for name, value in numbers.items()}
    return {**found, "step": change.step} if steps > 1 else found


def _number(value: float | None) -> Any:
    """A number as tensors have them, where NaN and infinities are texts."""
    return None if value is None else from_array(np.asarray(value), DOUBLE)


def flow_lines(found: FlowChange | WhatIf) -> list[str]:
    """Where it would go, for a person."""
    asked = [f"{name} lifted" for name in found.lifted] + [f"{name} cut" for name in found.cut]
    lines = [f"With {', '.join(asked)}:"]
    if found.gains:
        lines.append(f"  it would also reach {', '.join(found.gains)}")
    if found.loses:
        lines.append(f"  it would no longer reach {', '.join(found.loses)}")
    if found.changes_nothing:
        lines.append(f"  this changes nothing: {found.why}")
    elif not (found.gains or found.loses):
        lines.append("  it would reach the same pins, along more paths or fewer")
    return lines


def what_if_text(found: WhatIf) -> str:
    """The same of a run, with a line for each variable."""
    rows = [["", "is", "would be", "difference", "cosine"]]
    for name, change in found.variables.items():
        numbers = [f"{each:.4g}" for each in change[:3]]
        rows.append([name, *numbers, "" if change.cosine is None else f"{change.cosine:.4f}"])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    table = [
        f"  {row[0]:{widths[0]}}  " + "  ".join(f"{n:>{w}}" for n, w in zip(row[1:], widths[1:], strict=True))
        for row in rows
    ]
    lines = [*flow_lines(found), *(table if found.variables else [])]
    return "\n".join(printable(line.rstrip()) for line in lines) + "\n"


def stop_text(file: str, page: str | None, stopped: Stopped) -> str:
    """Where a breakpoint stopped a run."""
    held = f": {stopped.condition}" if stopped.condition else ""
    return str(DiagramError(f"stopped in step {stopped.step:,} at {stopped.at}{held}", page=page, file=file))


def bad_text(found: Stopped | None) -> str:
    """The first step at which something went wrong."""
    if found is None:
        return "No step went wrong.\n"
    return printable(f"The first bad step is {found.step:,}: {found.at}: {found.condition}") + "\n"


def lint_lines(file: str, found: Sequence[tuple[str, PageAdvice]]) -> list[str]:
    """A line for each piece of advice, with its page."""
    lines: list[str] = []
    for page, each in found:
        text = f"advice ({each.rule}): {each.message}"
        error = DiagramError(text, block=each.block, page=page, file=file, hint=each.mend)
        lines.append(printable(str(error)) + "\n")
    return lines
