"""The output of ``gradblocks check`` about derivatives: missing gradients, numeric comparison, formulas."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from blocks.analysis.gradient_flow import Fate

if TYPE_CHECKING:
    from blocks.run.gradients.numeric import GradientCheck


class Written(NamedTuple):
    of: str
    by: str | None
    text: str
    latex: str


def fates_text(fates: Mapping[str, Fate]) -> list[str]:
    missed = [fate for fate in fates.values() if not fate.reached]
    lines = [f"  {fate.block}: {fate.reason}{_path(fate)}" for fate in missed]
    return ["It does not reach:", *lines] if missed else []


def _path(fate: Fate) -> str:
    return f" ({' -> '.join(fate.path)})" if len(fate.path) > 1 else ""


def fates_json(fates: Mapping[str, Fate]) -> dict[str, Any]:
    return {
        name: {"reached": True}
        if fate.reached
        else {"reached": False, "kind": fate.kind, "reason": fate.reason, "path": list(fate.path)}
        for name, fate in fates.items()
    }


def numeric_text(check: GradientCheck) -> list[str]:
    lines = [f"The gradient of {check.of}, compared with finite differences:"]
    width = max((len(_block_name(each)) for each in check.blocks), default=0)
    for each in check.blocks:
        pins = ", ".join(p.pin for p in each.pins if p.verdict == each.verdict) if each.verdict != "right" else ""
        notes = "; ".join(part for part in (pins and f"with respect to {pins}", each.note) if part)
        lines.append(f"  {_block_name(each):{width}}  {_verdict(each)}{f' ({notes})' if notes else ''}")
    lines += [
        f"  {f'the whole path from {each.name}':{width}}  {_verdict(each)}{f' ({each.note})' if each.note else ''}"
        for each in check.inputs
    ]
    wrong = ", ".join(check.wrong)
    right = "No gradient rule is wrong." if check.compared else "There was nothing to compare."
    return [*lines, f"Wrong: {wrong}." if wrong else right]


def _block_name(each: Any) -> str:
    return f"{each.block} ({each.type})"


def _verdict(each: Any) -> str:
    if math.isnan(each.error):
        return each.verdict
    error = f"error {each.error:.1e}" if each.error else "no error beyond rounding"
    return f"{each.verdict}, {error} in {each.precision}"


def numeric_json(check: GradientCheck) -> dict[str, Any]:
    blocks = [
        {
            "block": each.block,
            "type": each.type,
            **_result_json(each),
            "pins": {pin.pin: {"verdict": pin.verdict, "error": _number(pin.error)} for pin in each.pins},
        }
        for each in check.blocks
    ]
    inputs = [{"name": each.name, **_result_json(each)} for each in check.inputs]
    return {"of": check.of, "wrong": list(check.wrong), "blocks": blocks, "inputs": inputs}


def _result_json(each: Any) -> dict[str, Any]:
    note = {"note": each.note} if each.note else {}
    return {"verdict": each.verdict, "error": _number(each.error), "precision": each.precision, **note}


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def formula_lines(result: Written, latex: bool) -> list[str]:
    name = result.of if result.by is None else f"d {result.of} / d {result.by}"
    return [result.latex] if latex else f"{name} = {result.text}".split("\n")
