"""Gradient contracts of a canvas, as signs at their losses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from app.engine_texts import in_language
from app.language import tr
from blocks.base.errors import DiagramError
from blocks.document.data import Page

CONTRACT = "GradientContract"


class ContractMark(NamedTuple):
    """The sign at a loss: whether all of its contracts are known to hold, and its tooltip text."""

    holds: bool
    sentence: str


def contract_marks(page: Page, problems: Sequence[DiagramError]) -> Mapping[str, ContractMark]:
    contracts = {block.id: block for block in page.blocks if block.type == CONTRACT and not block.muted}
    if not contracts:
        return {}
    faults: dict[str, list[str]] = {}
    wrong: list[str] = []
    for error in problems:
        if error.block in contracts:
            faults.setdefault(error.block, []).append(in_language(error.message))
        elif error.block:
            wrong.append(error.block.partition("/")[0])
    labels: dict[str, list[str]] = {}
    into: dict[str, list[str]] = {}
    for wire in page.wires:
        into.setdefault(wire.target.block, []).append(wire.source.block)
        if wire.target.block in contracts and wire.target.pin == "loss":
            labels.setdefault(wire.source.block, []).append(wire.target.block)
    marks: dict[str, ContractMark] = {}
    for loss, names in labels.items():
        before = _before(loss, into) if wrong else set[str]()
        culprit = next((block for block in wrong if block in before), "")
        said = "\n".join(_said(name, faults, culprit) for name in names)
        marks[loss] = ContractMark(not culprit and faults.keys().isdisjoint(names), said)
    return marks


def _before(block: str, into: Mapping[str, Sequence[str]]) -> set[str]:
    seen, pending = {block}, [block]
    while pending:
        new = set(into.get(pending.pop(), ())) - seen
        seen |= new
        pending += new
    return seen


def _said(name: str, faults: Mapping[str, Sequence[str]], culprit: str) -> str:
    contract = tr("contract {name} ", name=name)
    if name in faults:
        return contract + tr("is violated: {faults}", faults="; ".join(faults[name]))
    return contract + (tr("is not checked: {block} has an error", block=culprit) if culprit else tr("holds"))
