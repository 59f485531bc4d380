"""``gradblocks check``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from blocks.base.errors import DiagramError, UsageError
from blocks.base.shapes import shape_text
from blocks.base.types import Shape
from blocks.cli import output
from blocks.cli.arguments import Parser, shown
from blocks.cli.opening import open_diagram
from blocks.diagram.checks import CheckReport, GradientReport, gradient_report
from blocks.diagram.checks import check as check_diagram
from blocks.run.files import Folders
from blocks.run.names import asked_by

FORMAT = "gradblocks-check/1"


def check(given: list[str]) -> int:
    """Say what is wrong with a diagram and what its pins carry; returns the exit status."""
    parser = Parser("check", "Load a diagram and check its wiring, dtypes and shapes. Nothing is run.")
    parser.add_argument("file", metavar="FILE", help="the diagram")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--gradient", metavar="NAME", help="how far the gradient of block, block.pin or block.pin[0] flows back"
    )
    report = CheckReport([], {}, {})
    gradient: GradientReport | None = None
    file = None
    status = 0
    try:
        options = parser.parse_args(given)
        file = options.file
        report = check_diagram(open_diagram(file), Folders(Path(file).parent).load)
        if options.gradient is not None:
            gradient = _gradient(report, options.gradient)
    except DiagramError as error:
        report.errors.extend(each.located(file=file) for each in output.all_of(error))
        status = 2 if isinstance(error, UsageError) else 1
    output.print_errors(report.errors, ["check"])
    if "--json" in given:
        output.write_pieces(_json(report, gradient))
    elif file is not None and report.pages:
        output.write_text(_text(report, gradient))
    return status or (1 if report.errors else 0)


def _gradient(report: CheckReport, name: str) -> GradientReport:
    """The report on a gradient, with names as `CheckReport.pins` has them.

    Raises:
        UsageError: there is no such tensor, or several pages have one.
    """
    page, slash, rest = name.rpartition("/")
    if slash and page not in report.pages:
        raise UsageError(f"there is no page {shown(page)}", hint=f"asked for by {shown(name)}")
    block = rest.partition(".")[0]
    pages = [page] if slash else [each for each, made in report.pages.items() if block in made.position]
    if len(pages) != 1:
        many = f"the pages {', '.join(map(repr, pages))} have a block {block!r}"
        raise UsageError(many if pages else f"there is no block {shown(block)}", hint=f"asked for by {shown(name)}")
    made = report.pages[pages[0]]
    asked = asked_by(made, rest)
    if asked.block in made.values and not asked.outputs:
        raise UsageError(f"{shown(name)} gives no tensor: it has no gradient", page=pages[0])
    found = gradient_report(made, rest, asked.outputs)
    prefix = report.prefix(pages[0])
    return GradientReport(
        prefix + found.of,
        [prefix + each for each in found.reaches],
        [cut._replace(block=prefix + cut.block) for cut in found.cuts],
    )


def _json(report: CheckReport, gradient: GradientReport | None) -> list[str]:
    """The object of ``check --json``, an error and a pin on a line each."""
    errors = [output.json_text(error.as_json()) for error in report.errors]
    pins = [
        f'{output.json_text(name)}: {{"dtype": "{pin.dtype.name}", "shape": {_shape_json(pin.shape)}}}'
        for name, pin in report.pins.items()
    ]
    parts = [
        f'  "format": "{FORMAT}"',
        f'  "errors": {_lines("[", errors, "]")}',
        f'  "pins": {_lines("{", pins, "}")}',
    ]
    if gradient is not None:
        parts.append(f'  "gradient": {output.json_text(_gradient_json(gradient))}')
    return ["{\n" + ",\n".join(parts) + "\n}\n"]


def _lines(start: str, items: list[str], end: str) -> str:
    body = ",".join(f"\n    {item}" for item in items)
    return f"{start}{body}\n  {end}" if items else start + end


def _shape_json(shape: Shape) -> str:
    return output.json_text(None if shape is None else list(shape))


def _gradient_json(gradient: GradientReport) -> dict[str, Any]:
    cuts = [{key: value for key, value in cut._asdict().items() if value is not None} for cut in gradient.cuts]
    return {"of": gradient.of, "reaches": gradient.reaches, "cut": cuts}


def _text(report: CheckReport, gradient: GradientReport | None) -> str:
    """The same for a person; the errors are on standard error already."""
    if gradient is None:
        width = max(map(len, report.pins), default=0)
        lines = [f"{name:{width}}  {pin.dtype.short} {shape_text(pin.shape)}" for name, pin in report.pins.items()]
    else:
        lines = [f"The gradient of {gradient.of} reaches" + (":" if gradient.reaches else " nothing.")]
        lines += [f"  {name}" for name in gradient.reaches]
        lines += ["It is cut at:"] if gradient.cuts else []
        lines += [f"  {cut.block}{f', pin {cut.pin}' if cut.pin else ''}: {cut.reason}" for cut in gradient.cuts]
    count = len(report.errors)
    lines.append("No errors." if not count else f"{count} error{'' if count == 1 else 's'}.")
    return "\n".join(output.printable(line) for line in lines) + "\n"
