"""The contracts of a canvas as signs at the losses that they are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from app.engine_texts import in_language
from app.language import tr
from blocks.base.errors import DiagramError
from blocks.document.data import Page

CONTRACT = "GradientContract"


class ContractMark(NamedTuple):
    """What stands at a loss: whether all contracts about it hold, and what is to be said of them."""

    holds: bool
    sentence: str


def contract_marks(page: Page, problems: Sequence[DiagramError]) -> Mapping[str, ContractMark]:
    """The marks of a canvas, by the blocks of losses."""
    contracts = {block.id: block for block in page.blocks if block.type == CONTRACT and not block.muted}
    if not contracts:
        return {}
    faults: dict[str, list[str]] = {}
    for error in problems:
        if error.block in contracts:
            faults.setdefault(error.block, []).append(in_language(error.message))
    labels: dict[str, list[str]] = {}
    for wire in page.wires:
        if wire.target.block in contracts and wire.target.pin == "of":
            labels.setdefault(wire.source.block, []).append(wire.target.block)
    return {
        loss: ContractMark(not any(name in faults for name in names), "\n".join(_said(name, faults) for name in names))
        for loss, names in labels.items()
    }


def _said(name: str, faults: Mapping[str, Sequence[str]]) -> str:
    return tr("contract {name} ", name=name) + (
        tr("is broken: {faults}", faults="; ".join(faults[name])) if name in faults else tr("holds")
    )
