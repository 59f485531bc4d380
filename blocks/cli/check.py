"""The command ``gradblocks check``."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from blocks.analysis.checks import CheckReport, GradientCut, GradientReport, gradient_report
from blocks.analysis.checks import check as check_diagram
from blocks.analysis.gradient_flow import InstanceFlow, Reachability, instance_flows, page_flow
from blocks.analysis.gradient_targets import differentiated, weights_of
from blocks.analysis.output_names import asked_by, factors, summands
from blocks.base.errors import DiagramError, UsageError
from blocks.base.shapes import shape_text
from blocks.base.types import Shape
from blocks.cli import output
from blocks.cli.arguments import Parser, add_packages, add_what_if, assignment, excludes, integer, needs, shown
from blocks.cli.gradient_reports import check_json, flow_lines, lint_lines
from blocks.cli.input_files import choose_page, open_diagram
from blocks.cli.overrides import apply_settings, read_feeds
from blocks.document.data import listed
from blocks.document.model import Diagram, PageView
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Output
from blocks.library.registry import use_packages
from blocks.run.files import Folders

if TYPE_CHECKING:
    from blocks.analysis.inner_values import Recorded
    from blocks.analysis.lint import PageAdvice
    from blocks.analysis.what_if import FlowChange
    from blocks.run.gradients.numeric import GradientCheck


class PrintedDerivative(NamedTuple):
    of: str
    by: str | None
    text: str
    latex: str


def fates_text(fates: Mapping[str, Reachability]) -> list[str]:
    missed = [fate for fate in fates.values() if not fate.reached]
    lines = [f"  {fate.block}: {fate.reason}{_path(fate)}" for fate in missed]
    return ["It does not reach:", *lines] if missed else []


def _path(fate: Reachability) -> str:
    return f" ({' -> '.join(fate.path)})" if len(fate.path) > 1 else ""


def _fate_json(fate: Reachability) -> dict[str, Any]:
    why = {"kind": fate.kind, "reason": fate.reason, "path": list(fate.path)}
    return {"reached": fate.reached, **({} if fate.reached else why)}


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
    blocks: list[dict[str, Any]] = []
    for each in check.blocks:
        pins = {pin.pin: {"verdict": pin.verdict, "error": _number(pin.error)} for pin in each.pins}
        blocks.append({"block": each.block, "type": each.type, **_result_json(each), "pins": pins})
    inputs = [{"name": each.name, **_result_json(each)} for each in check.inputs]
    return {"of": check.of, "wrong": list(check.wrong), "blocks": blocks, "inputs": inputs}


def _result_json(each: Any) -> dict[str, Any]:
    note = {"note": each.note} if each.note else {}
    return {"verdict": each.verdict, "error": _number(each.error), "precision": each.precision, **note}


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def formula_lines(result: PrintedDerivative, latex: bool) -> list[str]:
    name = result.of if result.by is None else f"d {result.of} / d {result.by}"
    return [result.latex] if latex else f"{name} = {result.text}".split("\n")


FORMAT = "gradblocks-check/1"


_NOTHING: Mapping[str, Any] = MappingProxyType({})


class _Found(NamedTuple):
    gradient: GradientReport | None = None
    variables: Mapping[str, Reachability] = _NOTHING
    instances: Mapping[str, InstanceFlow] = _NOTHING
    numeric: GradientCheck | None = None
    what_if: FlowChange | None = None
    lint: Sequence[tuple[str, PageAdvice]] | None = None
    written: PrintedDerivative | None = None


def check(given: list[str]) -> int:
    report = CheckReport([], {}, {}, {})
    result = _Found()
    file = None
    status = 0
    latex = False
    try:
        options = _parser().parse_args(given)
        file, latex = options.file, options.latex
        use_packages(*options.packages)
        diagram = open_diagram(file)
        inner: dict[str, dict[str, Any]] = {}
        if options.set:
            settings = apply_settings(choose_page(diagram, options.page), options.set, Path(file).parent)
            inner = settings.inner
            for note in settings.notes:
                output.print_line(output.printable(f"note: {note}"))
        report = check_diagram(diagram, Folders(Path(file).parent).load, inner)
        result = _asked(diagram, report, options)
        if options.lint:
            from blocks.analysis.lint import lint_page  # imported only for --lint

            lint = [(page, each) for page, item in report.pages.items() for each in lint_page(item)]
            result = result._replace(lint=lint)
    except DiagramError as error:
        report.errors.extend(each.located(file=file) for each in output.all_of(error))
        status = 2 if isinstance(error, UsageError) else 1
    output.print_errors(report.errors, ["check"])
    if "--json" in given:
        output.write_pieces(_json(report, result))
    elif file is not None and (report.pages or not report.errors):
        output.write_text(_text(report, result, latex) + "".join(lint_lines(file, result.lint or ())))
    wrong = result.numeric is not None and result.numeric.wrong
    return status or (1 if report.errors or wrong else 0)


def _parser() -> Parser:
    parser = Parser("check", "Check the wiring, dtypes and shapes of a diagram. Only --numeric runs it.")
    parser.add_argument("file", metavar="FILE", help="the diagram to check")
    add = partial(parser.add_argument, group="input")
    add("--page", metavar="NAME", used=[needs("gradient", "formula", "set")],
        help="the page that contains the named blocks, if the diagram has several pages")  # fmt: skip
    add("--set", metavar="BLOCK.NAME=VALUE", action="append", default=[], type=assignment,
        help="override an attribute or an unwired input; strings need no quotes (repeatable)")  # fmt: skip
    add_packages(parser, "input")
    add = partial(parser.add_argument, group="output")
    add("--json", action="store_true", help="print one JSON object")
    add("--lint", action="store_true", help="also print lint warnings: likely NaN, overflow, missing gradients")
    add = partial(parser.add_argument, group="gradients")
    add("--gradient", metavar="NAME",
        help="list the pins that the gradient of block, block.pin or block.pin[0] reaches, and"
             " the points where it stops")  # fmt: skip
    add_what_if(parser, "gradient")
    add("--numeric", action="store_true", used=[needs("gradient")],
        help="with --gradient: run the page and compare each gradient with finite differences")  # fmt: skip
    add("--feed", metavar="NAME=VALUE", action="append", default=[], type=assignment, used=[needs("numeric")],
        help="with --numeric: set the value of a Placeholder or of an output pin, as a literal or @file.npy"
             " (repeatable)")  # fmt: skip
    add("--seed", metavar="N", type=integer, default=0, used=[needs("numeric")],
        help="with --numeric: the random seed (default: 0)")  # fmt: skip
    add = partial(parser.add_argument, group="formulas")
    add("--formula", metavar="NAME", help="print the formula of block.pin in terms of the blocks that it depends on")
    add("--wrt", metavar="NAME", used=[needs("formula")], before="--by",
        help="with --formula: print the derivative with respect to this block or pin")  # fmt: skip
    add("--latex", action="store_true", used=[needs("formula"), excludes("json")],
        help="with --formula: print LaTeX (--json contains both forms)")  # fmt: skip
    return parser


def _asked(diagram: Diagram, report: CheckReport, options: Any) -> _Found:
    results = _Found()
    chosen = "" if options.page is None else report.prefix(diagram.page(options.page).name)
    if options.formula is not None:
        by = options.wrt if options.wrt is None else _on_page(chosen, options.wrt)
        results = results._replace(written=_written(report, _on_page(chosen, options.formula), by))
    if options.gradient is None:
        return results
    asked = _on_page(chosen, options.gradient)
    gradient = _gradient(report, asked)
    page, rest = _placed(report, asked)
    result, prefix = report.pages[page], report.prefix(page)
    flow = page_flow(result, rest) if rest.partition(".")[0] in result.values else None
    fates = flow.variables if flow is not None else _NOTHING
    instances = instance_flows(result, flow) if flow is not None else {}
    variables = {
        prefix + name: fate._replace(block=prefix + name, path=tuple(prefix + each for each in fate.path))
        for name, fate in fates.items()
    }
    numeric = _numeric(diagram.page(page), rest, options) if options.numeric else None
    results = results._replace(gradient=gradient, variables=variables, numeric=numeric)
    if options.ignore_stop or options.stop_at:
        results = results._replace(what_if=_what_if(result, prefix, rest, options))
    return results._replace(instances={prefix + path: each.within(prefix) for path, each in instances.items()})


def _what_if(elaboration: Elaboration, prefix: str, of: str, options: Any) -> FlowChange:
    lift, cut = ([each.removeprefix(prefix) for each in names] for names in (options.ignore_stop, options.stop_at))
    from blocks.analysis.what_if import Question, flow_change

    result = flow_change(elaboration, Question(of, lift, cut))
    reaches, gains, loses = (tuple(prefix + each for each in names) for names in result[2:5])
    given = {"lifted": tuple(options.ignore_stop), "cut": tuple(options.stop_at)}
    return result._replace(**given, reaches=reaches, gains=gains, loses=loses)


def _numeric(page: PageView, of: str, options: Any) -> GradientCheck:
    home = Path(options.file).parent
    from blocks.run.gradients.numeric import check_gradients  # imported only for --numeric

    return check_gradients(page, of, read_feeds(page, options.feed, Folders(home), home), options.seed)


def _on_page(prefix: str, name: str) -> str:
    return name if name.startswith(prefix) else prefix + name


def _placed(report: CheckReport, name: str) -> tuple[str, str]:
    """Return the page of a name of `CheckReport.pins`, and the name on it; raise UsageError unless it is unique."""
    # A page name may contain any character, and a path inside an instance contains slashes.
    named = [each for each in report.pages if report.prefix(each) and name.startswith(report.prefix(each))]
    if named:
        page = max(named, key=len)
        return page, name.removeprefix(report.prefix(page))
    block = name.partition(".")[0]
    pages = [each for each, elaboration in report.pages.items() if block.partition("/")[0] in elaboration.position]
    if not pages and "/" in block and len(report.pages) > 1:
        page = name.rpartition("/")[0]
        raise UsageError(f"{shown(name)}: there is no page {shown(page)}")
    if len(pages) != 1:
        many = f"the pages {listed(pages)} have a block {shown(block)}. Use --page to choose one"
        raise UsageError(f"{shown(name)}: {many if pages else f'there is no block {shown(block)}'}")
    return pages[0], name


def _written(report: CheckReport, name: str, by: str | None) -> PrintedDerivative:
    from blocks.graph.formulas import derivative, formula  # imported only for --formula

    page, rest = _placed(report, name)
    of = _one(report.pages[page], rest)
    if by is None:
        result = formula(of)
    else:
        other, rest = _placed(report, by if "/" in by else report.prefix(page) + by)
        if other != page:
            raise UsageError(f"{shown(name)} and {shown(by)} are on different pages. Name two tensors on the same page")
        try:
            result = derivative(of, _one(report.pages[page], rest))
        except DiagramError as error:
            raise error.located(page=page) from None
    return PrintedDerivative(name, by, result.text, result.latex)


def _one(elaboration: Elaboration, name: str) -> Output:
    result = asked_by(elaboration, name).outputs
    if len(result) != 1:
        text = f"{shown(name)}: expected one tensor, got {len(result)}"
        raise UsageError(text, page=elaboration.page.name, hint="name a pin, as block.pin" if result else None)
    return result[0]


def _gradient(report: CheckReport, name: str) -> GradientReport:
    """Return the report on a gradient, with names as in `CheckReport.pins`; raise UsageError as `_placed` does."""
    page, rest = _placed(report, name)
    result = report.pages[page]
    blocks = {asked_by(result, factors(each)[0]).block for each in summands(rest)}
    results = gradient_report(result, rest, differentiated(result, rest) if blocks <= result.values.keys() else [])
    prefix = report.prefix(page)
    return GradientReport(
        prefix + results.of,
        [prefix + each for each in results.reaches],
        [cut._replace(block=prefix + cut.block, source=report.sources.get(prefix + cut.block)) for cut in results.cuts],
        [f"{prefix}{each}" for each in weights_of(result, rest)],
    )


def _source(report: CheckReport, block: str) -> dict[str, str]:
    return {"source": report.sources[block]} if block in report.sources else {}


def _json(report: CheckReport, result: _Found) -> list[str]:
    errors = [output.json_text(error.as_json()) for error in report.errors]
    sources = {name: f', "source": {output.json_text(line)}' for name, line in report.sources.items()}
    pins = [
        f'{output.json_text(name)}: {{"dtype": "{pin.dtype.name}", "shape": {_shape_json(pin.shape)}'
        f"{sources.get(name.rpartition('.')[0], '')}}}"
        for name, pin in report.pins.items()
    ]
    parts = [
        f'  "format": "{FORMAT}"',
        f'  "errors": {_lines("[", errors, "]")}',
        f'  "pins": {_lines("{", pins, "}")}',
    ]
    if result.gradient is not None:
        parts.append(f'  "gradient": {output.json_text(_gradient_json(result.gradient))}')
        parts.append(
            f'  "variables": {output.json_text({name: _fate_json(fate) for name, fate in result.variables.items()})}'
        )
        if result.instances:
            parts.append(f'  "instances": {output.json_text(_instances_json(result.instances, result.gradient.cuts))}')
    loops = _loops(report, result)
    if loops:
        parts.append(f'  "loops": {output.json_text({name: each._asdict() for name, each in loops.items()})}')
    if result.lint is not None:
        named = [each._replace(block=report.prefix(page) + each.block) for page, each in result.lint]
        lint = [output.json_text({**each.as_json(), **_source(report, each.block)}) for each in named]
        parts.append(f'  "lint": {_lines("[", lint, "]")}')
    if result.what_if is not None:
        parts.append(f'  "what_if": {output.json_text(check_json(result.what_if))}')
    if result.numeric is not None:
        parts.append(f'  "numeric": {output.json_text(numeric_json(result.numeric))}')
    if result.written is not None:
        parts.append(f'  "formula": {output.json_text(result.written._asdict())}')
    return ["{\n" + ",\n".join(parts) + "\n}\n"]


def _loops(report: CheckReport, result: _Found) -> dict[str, Recorded]:
    if not any(created.expansion is not None for created in report.pages.values()):
        return {}
    from blocks.analysis.inner_values import recorded_by_loops  # needed only with composites

    of = result.gradient.of if result.gradient is not None else ""
    loops: dict[str, Recorded] = {}
    for page, item in report.pages.items():
        prefix = report.prefix(page)
        asked = [of.removeprefix(prefix)] if of.startswith(prefix) else []
        outputs = [each for name in asked if _is_here(item, name) for each in differentiated(item, name)]
        loops.update((prefix + name, each) for name, each in recorded_by_loops(item, outputs).items())
    return loops


def _is_here(elaboration: Elaboration, name: str) -> bool:
    blocks = [factors(each)[0].partition(".")[0] for each in summands(name)]
    return all(each in elaboration.values for each in blocks)


def _loops_text(loops: Mapping[str, Recorded]) -> list[str]:
    lines: list[str] = []
    for name, each in loops.items():
        rounds = "" if each.rounds is None else f"{each.rounds:,} iterations, "
        size = "a size that only a run determines" if each.bytes is None else f"{each.bytes:,} bytes"
        kept = "" if each.checkpoint is None else f" at every {each.checkpoint:,}th iteration"
        lines.append(f"{name}: {rounds}each records {size}{kept} for the gradient")
    return lines


def _lines(start: str, items: list[str], end: str) -> str:
    body = ",".join(f"\n    {item}" for item in items)
    return f"{start}{body}\n  {end}" if items else start + end


def _shape_json(shape: Shape) -> str:
    return output.json_text(None if shape is None else list(shape))


def _gradient_json(gradient: GradientReport) -> dict[str, Any]:
    cuts = [_cut_json(cut) for cut in gradient.cuts]
    weights = {"weights": gradient.weights} if gradient.weights else {}
    return {"of": gradient.of, **weights, "reaches": gradient.reaches, "cut": cuts}


def _instances_json(instances: Mapping[str, InstanceFlow], cuts: Sequence[GradientCut]) -> dict[str, Any]:
    results: dict[str, Any] = {}
    for path, flow in instances.items():
        inside = [_cut_json(cut) for cut in cuts if f"{cut.block}/".startswith(f"{path}/")]
        custom = {"custom_gradient": flow.custom_gradient} if flow.custom_gradient else {}
        results[path] = {"enters": flow.enters, "leaves": flow.leaves, "cut": inside, **custom}
    return results


def _cut_json(cut: GradientCut) -> dict[str, Any]:
    return {key: value for key, value in cut._asdict().items() if value is not None}


def _cut_place(cut: GradientCut) -> str:
    return f"{cut.block}{f', pin {cut.pin}' if cut.pin else ''}{f' ({cut.source})' if cut.source else ''}"


def _text(report: CheckReport, result: _Found, latex: bool) -> str:
    gradient = result.gradient
    lines: list[str] = []
    if result.written is not None:
        lines += formula_lines(result.written, latex)
    elif gradient is None:
        width = max(map(len, report.pins), default=0)
        lines = [f"{name:{width}}  {pin.dtype.short} {shape_text(pin.shape)}" for name, pin in report.pins.items()]
    if gradient is not None:
        weighted = f", weighted by {', '.join(gradient.weights)}," if gradient.weights else ""
        lines += [f"The gradient of {gradient.of}{weighted} reaches" + (":" if gradient.reaches else " nothing.")]
        lines += [f"  {name}" for name in gradient.reaches]
        entered = {path: each.custom_gradient for path, each in result.instances.items() if each.enters}
        customs = [f"  {path}: {gradient.replace(':', '')}" for path, gradient in entered.items() if gradient]
        lines += ["Custom gradients:", *customs] if customs else []
        lines += ["It stops at:"] if gradient.cuts else []
        lines += [f"  {_cut_place(cut)}: {cut.reason}" for cut in gradient.cuts]
        lines += fates_text(result.variables)
    if result.what_if is not None:
        lines += flow_lines(result.what_if)
    if result.numeric is not None:
        lines += numeric_text(result.numeric)
    lines += _loops_text(_loops(report, result))
    count = len(report.errors)
    lines.append("No errors." if not count else f"{count} error{'' if count == 1 else 's'}.")
    return "\n".join(output.printable(line) for line in lines) + "\n"
