"""The output of ``check`` and ``run`` about gradients: what-ifs, lint warnings, stops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from blocks.base.dtypes import DOUBLE
from blocks.base.errors import DiagramError
from blocks.base.literals import from_array
from blocks.base.terminal import columns, printable

if TYPE_CHECKING:
    from blocks.analysis.lint import PageAdvice
    from blocks.analysis.what_if import FlowChange
    from blocks.run.gradients.what_if import VariableChange, WhatIf
    from blocks.run.results import Stopped


def check_json(result: FlowChange | WhatIf) -> dict[str, Any]:
    names = "lifted", "cut", "reaches", "gains", "loses", "changes_nothing", "why"
    return {name: getattr(result, name) for name in names}


def run_json(result: WhatIf, steps: int) -> dict[str, Any]:
    variables = {name: _variable(change, steps) for name, change in result.variables.items()}
    return {**check_json(result), "variables": variables}


def _variable(change: VariableChange, steps: int) -> dict[str, Any]:
    numbers = {"is": change.is_now, "would_be": change.would_be}
    numbers |= {"difference": change.difference, "cosine": change.cosine}
    if steps > 1:
        numbers["largest_difference"] = change.largest_difference
    result: dict[str, Any] = {name: _number(value) for name, value in numbers.items()}
    return {**result, "step": change.step} if steps > 1 else result


def _number(value: float | None) -> Any:
    return None if value is None else from_array(np.asarray(value), DOUBLE)


def flow_lines(result: FlowChange | WhatIf) -> list[str]:
    asked = [f"{name} ignored" for name in result.lifted] + [f"a stop at {name}" for name in result.cut]
    lines = [f"With {', '.join(asked)}:"]
    if result.gains:
        lines.append(f"  the gradient would also reach {', '.join(result.gains)}")
    if result.loses:
        lines.append(f"  the gradient would no longer reach {', '.join(result.loses)}")
    if result.changes_nothing:
        lines.append(f"  this changes nothing: {result.why}")
    elif not (result.gains or result.loses):
        lines.append("  the gradient would reach the same pins along different paths")
    return lines


def what_if_text(result: WhatIf) -> str:
    rows = [["", "current", "what-if", "difference", "cosine"]]
    for name, change in result.variables.items():
        numbers = [f"{each:.4g}" for each in change[:3]]
        rows.append([name, *numbers, "" if change.cosine is None else f"{change.cosine:.4f}"])
    table = [f"  {line}" for line in columns(rows, {0})] if result.variables else []
    return "\n".join(map(printable, [*flow_lines(result), *table])) + "\n"


def stop_text(file: str, page: str | None, stopped: Stopped) -> str:
    held = f": {stopped.condition}" if stopped.condition else ""
    return str(DiagramError(f"stopped in step {stopped.step:,} at {stopped.at}{held}", page=page, file=file))


def bad_text(result: Stopped | None) -> str:
    if result is None:
        return "No bad step was found.\n"
    return printable(f"The first bad step is {result.step:,}: {result.at}: {result.condition}") + "\n"


def lint_lines(file: str, result: Sequence[tuple[str, PageAdvice]]) -> list[str]:
    lines: list[str] = []
    for page, each in result:
        text = f"lint ({each.rule}): {each.message}"
        error = DiagramError(text, block=each.block, page=page, file=file, hint=each.mend)
        lines.append(printable(str(error)) + "\n")
    return lines
