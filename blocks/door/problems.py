"""The problems of a diagram with their quick fixes, and the changes of problems and gradients by an edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from itertools import count
from typing import NamedTuple

from blocks.analysis.checks import CheckReport, check
from blocks.analysis.gradient_flow import Reachability, page_flow
from blocks.analysis.lint import PageAdvice, lint_page
from blocks.analysis.losses import find_losses
from blocks.analysis.pins import Pins, pins_of
from blocks.base.errors import DiagramError, with_hint
from blocks.document.data import Document, Json, Page
from blocks.document.definitions import canvases
from blocks.document.model import Diagram
from blocks.door.diagrams import elaborated, named, types_of
from blocks.elaborate.elaborate import composites_of, elaborate
from blocks.elaborate.model import Elaboration
from blocks.run.files import Folders
from blocks.transform.verbs.edit import Edit
from blocks.transform.verbs.fixes import follow, solution, wire_fixes

MOST_LOSSES = 4
"""The most losses of a page whose gradients are compared, the likeliest first."""
_MOST_TRIED = 4
"""Errors for which fixes are tried that need a trial; the first ones are likely to explain the others."""


class Problem(NamedTuple):
    """An error or a lint warning, on a canvas; None is the diagram as a whole."""

    on: str | None
    block: str | None
    pin: str | None
    rule: str
    message: str
    of: DiagramError | PageAdvice

    @property
    def name(self) -> str:
        """The rule and the place, which the problem shares with itself after an edit."""
        return f"{self.rule}@{'/'.join(filter(None, (self.on, self.block)))}{f'.{self.pin}' if self.pin else ''}"

    def as_json(self, name: str, fixes: Sequence[Edit] = ()) -> dict[str, Json]:
        place = {"on": self.on, "block": self.block, "pin": self.pin}
        level = "error" if self.rule == "error" else "warning"
        return {"id": name, "level": level, **place, "message": self.message, "fixes": [each.text for each in fixes]}


class Checked:
    """A diagram in one state with its check, which is made when it is first used.

    Args:
        home: the folder of the diagram's files.
    """

    def __init__(self, document: Document, home: str | None) -> None:
        self.document, self._home = document, home
        self._diagram = Diagram(document)

    @cached_property
    def report(self) -> CheckReport:
        try:
            return check(self._diagram, Folders(self._home).load)
        except DiagramError as error:  # a limit that stops the check as a whole
            return CheckReport([error], {}, {}, {})

    def pins(self, canvas: str) -> Pins:
        return Pins(pins_of(self.report.pages.get(canvas) or elaborated(self._diagram, canvas, self._home)))

    @cached_property
    def problems(self) -> dict[str, Problem]:
        """All problems, by their ids."""
        errors, pages = self.report.errors, self.report.pages.items()
        found = [Problem(each.canvas, each.block, each.pin, "error", each.sentence(), each) for each in errors]
        found += [Problem(page, each.block, each.pin, each.rule, with_hint(each.message, each.mend), each)
                  for page, item in pages for each in lint_page(item)]  # fmt: skip
        result: dict[str, Problem] = {}
        for each in found:
            names = (each.name if number == 1 else f"{each.name}#{number}" for number in count(1))
            result[next(name for name in names if name not in result)] = each
        return result

    def fixes(self, problem: Problem) -> list[Edit]:
        """Return the quick fixes of a problem, as the editor has them."""
        page = next((each for each in canvases(self.document) if each.name == problem.on), None)
        if page is None:
            return []
        find, pins = types_of(self.document), self.pins(page.name)
        if isinstance(problem.of, PageAdvice):
            edit = follow(self.document, page.name, problem.of, pins, find)
            return [] if edit is None else [edit]
        may_try = any(error is problem.of for error in self.report.errors[:_MOST_TRIED])
        made = solution(self.document, page, problem.of, find, self._errors if may_try else None)
        edits = [*wire_fixes(page, problem.of, find, pins), *([] if made is None else [Edit(*made[:2])])]
        return list({edit.text: edit for edit in edits}.values())

    def _errors(self, page: Page) -> Sequence[DiagramError]:
        composites = composites_of(self.document.composites)
        return elaborate(page, Folders(self._home).load, composites=composites).problems


def problems_json(before: Checked, after: Checked) -> dict[str, Json]:
    """Return the new problems, those that are gone, and the number of those that are left."""
    old, now = before.problems, after.problems
    new = [each.as_json(name, after.fixes(each)) for name, each in now.items() if name not in old]
    gone = [each.as_json(name) for name, each in old.items() if name not in now]
    return {"new": new, "gone": gone, "left": len(old) - len(gone)}


def gradient_json(before: Checked, after: Checked) -> dict[str, Json]:
    """Return the variables that an edit cut from the gradient of a loss, and those that the gradient now reaches."""
    lost, gained = list[Json](), list[Json]()
    for page in dict.fromkeys([*before.report.pages, *after.report.pages]):
        sides = before.report.pages.get(page), after.report.pages.get(page)
        name = partial(named, after.document, page)
        losses = [loss for side in sides if side is not None for loss in find_losses(side)[:MOST_LOSSES]]
        for loss in dict.fromkeys(losses):
            then, now = (fates(side, loss) for side in sides)
            for here, there, other, result, word in (
                (then, now, sides[1], lost, "removed"),
                (now, then, sides[0], gained, "added"),
            ):
                for block in [each for each, fate in here.items() if fate.reached]:
                    fate = there.get(block)
                    if fate is None:
                        ids = {loss.partition(".")[0], block.partition(".")[0]}
                        is_there = other is not None and ids <= other.position.keys()
                        fate = Reachability(block, False, reason="it has an error" if is_there else word)
                    if not fate.reached:
                        at = name(fate.path[-1]) if fate.path and fate.kind != "disconnected" else None
                        result.append({"loss": name(loss), "block": name(block), "reason": fate.reason, "at": at})
    return {"lost": lost, "gained": gained}


def fates(elaboration: Elaboration | None, loss: str) -> Mapping[str, Reachability]:
    """Return whether the gradient of a loss reaches each variable; nothing if there is no such loss, or it failed."""
    if elaboration is None or loss.partition(".")[0] not in elaboration.values:
        return {}
    try:
        return page_flow(elaboration, loss).variables
    except DiagramError:
        return {}
