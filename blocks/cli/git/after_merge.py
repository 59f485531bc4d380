"""Regressions of a merge: errors, lint warnings and gradient stops that neither side had."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from blocks.analysis.checks import check
from blocks.analysis.gradient_flow import Fate, page_flow
from blocks.analysis.lint import lint_page
from blocks.analysis.losses import find_losses
from blocks.base.errors import DiagramError
from blocks.document.merging.conflicts import with_conflicts
from blocks.document.model import Diagram
from blocks.elaborate.elaborate import Elaboration
from blocks.run.files import Folders

_MOST_LOSSES = 4
"""The most losses of a page whose gradients are compared, the likeliest first."""


class _Checked(NamedTuple):
    faults: dict[str, None]
    advice: dict[str, None]
    pages: dict[str, Elaboration]


def broken_by(merged: Diagram, sides: Sequence[Diagram], home: Path) -> list[str]:
    """Return the problems of a merged diagram that neither side had, one per line.

    Args:
        merged: the diagram, whose conflicts are reported elsewhere.
        sides: the merged versions.
        home: the folder that its files are in.
    """
    now = _checked(merged, home)
    before = [_checked(side, home) for side in sides]
    results = [
        f"the merge caused this error: {text}" for text in now.faults if not any(text in each.faults for each in before)
    ]
    results += [f"the merge stopped a gradient: {text}" for text in _cuts(now, before)]
    results += [
        f"lint warning after the merge: {text}"
        for text in now.advice
        if not any(text in each.advice for each in before)
    ]
    return results


def _checked(diagram: Diagram, home: Path) -> _Checked:
    plain = Diagram(diagram.document._replace(extra=with_conflicts(diagram.extra, ())))
    try:
        report = check(plain, Folders(home).load)
    except DiagramError as error:  # a limit that stops the check as a whole
        return _Checked({str(error): None}, {}, {})
    faults = dict.fromkeys(str(error) for error in report.errors)
    advice = {
        f"{DiagramError(each.message, page=page, block=each.block, pin=each.pin)}; {each.mend}": None
        for page, item in report.pages.items()
        for each in lint_page(item)
    }
    return _Checked(faults, advice, report.pages)


def _cuts(now: _Checked, before: Sequence[_Checked]) -> Iterator[str]:
    for name, item in now.pages.items():
        sides = [each.pages[name] for each in before if name in each.pages]
        for loss in dict.fromkeys(loss for side in sides for loss in find_losses(side)[:_MOST_LOSSES]):
            fates = _fates(item, loss)
            for variable, fate in fates.items():
                if fate.reached:
                    continue
                old = [_fates(side, loss).get(variable) for side in sides]
                known = [each for each in old if each is not None]
                if known and all(each.reached for each in known):
                    text = f"the gradient of {loss} no longer reaches {variable}: {fate.reason}"
                    yield str(DiagramError(text, page=name, block=fate.path[-1] if fate.path else variable))


def _fates(elaboration: Elaboration, loss: str) -> dict[str, Fate]:
    if loss.partition(".")[0] not in elaboration.values:
        return {}
    try:
        return dict(page_flow(elaboration, loss).variables)
    except DiagramError:
        return {}
