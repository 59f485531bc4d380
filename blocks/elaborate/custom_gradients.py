"""The fit of custom gradients: what a gradient composite may have beside the composite that names it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from blocks.base.errors import DiagramError
from blocks.document.data import Page, uses_of
from blocks.elaborate.instance_types import CompositePins, keeps, pins_of
from blocks.elaborate.promotion import Find


def misfits(page: Page, pins: CompositePins, pages: Mapping[str, Page], find: Find) -> Iterator[DiagramError]:
    """Yield the reasons, at pins, why the gradient composite of a definition does not fit."""
    definition = page.composite
    gradient = pages.get("" if definition is None else definition.gradient)
    for name, block in pins.inputs.items():
        if block.values.get("list") is True:
            text = f"the input {name} takes a list, which a composite with a custom gradient cannot have"
            yield DiagramError(text, pin=name)
        for output in pins.outputs:
            if name in (f"grad_{output}", f"result_{output}"):
                text = f"the input {name} has the name that a gradient composite uses for the output {output}"
                yield DiagramError(text, pin=name, hint="rename one of the two pins")
    if gradient is None:
        return
    own, title = pins_of(gradient), gradient.name[1:]
    known = [*(f"grad_{name}" for name in pins.outputs), *pins.inputs, *(f"result_{name}" for name in pins.outputs)]
    expected = {"input": known, "output": [f"grad_{name}" for name in pins.inputs]}
    for what, given in ("input", own.inputs), ("output", own.outputs):
        for name, block in given.items():
            if name not in expected[what]:
                text = f"the gradient composite {title} has the {what} pin {name!r}; expected one of:"
                yield DiagramError(f"{text} {', '.join(expected[what]) or 'none'}", pin=name)
            elif block.values.get("list") is True:
                yield DiagramError(f"the gradient composite {title} cannot take a list at {name}", pin=name)
    kind = _state(gradient, pages, find)
    if kind is not None:
        text = f"the gradient composite {title} contains {kind}: it cannot hold a variable or another state"
        yield DiagramError(text, pin="gradient")


def _state(gradient: Page, pages: Mapping[str, Page], find: Find) -> str | None:
    """Return the type of a block with state in a composite and those that it contains."""
    pending, seen = [gradient], {gradient.name}
    while pending:
        for block in pending.pop().blocks:
            uses = [] if block.muted else [name for name in uses_of(block) if name in pages and name not in seen]
            seen.update(uses)
            pending += [pages[name] for name in uses]
            spec = None if block.muted or block.type.startswith(":") else find(block.type)
            if spec is not None and (spec.variable or spec.trains or keeps(spec)):
                return spec.display_name
    return None
