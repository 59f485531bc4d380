"""The content of a web page: the canvases of a diagram, the results of a run, and the gradient flow."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from app.face.theme import DARK, FAMILIES, LIGHT, Theme
from app.web_page.drawing import Drawing, icon_paths
from blocks.analysis.checks import CheckReport, check, gradient_report
from blocks.analysis.gradient_flow import PageFlow, page_flow
from blocks.analysis.gradient_targets import differentiated
from blocks.base.dtypes import DType, dtype_of
from blocks.base.errors import DiagramError, UsageError
from blocks.base.shapes import shape_text
from blocks.base.types import Array
from blocks.document.data import Endpoint, Json, Wire
from blocks.document.drawings import in_page
from blocks.document.model import Diagram, PageView, lay_out_pages
from blocks.elaborate.model import Elaboration
from blocks.run.files import Folders
from blocks.run.results import Results
from blocks.run.session import Session

if TYPE_CHECKING:
    from app.core.replay import Replay  # it needs Qt

MOST_STEPS = 101
"""Steps of which results are kept: of more, so many at even distances, the first and the last among them."""
_MOST_NUMBERS = 300_000
"""Elements that all results have together; of more, fewer of each are kept."""
_LEAST_ELEMENTS = 8
_MOST_DRAWN = 50_000
"""Blocks that all steps of a replay have together."""


class Request(NamedTuple):
    """The options of a web page.

    Attributes:
        results: whether to run the pages and show results.
        gradients: the loss whose gradient is shown.
        page: the page to run and show first; default: all pages.
        load: the file with the initial values of variables; None: those of the page.
        exercise: the text and the questions of an exercise, as the script reads them.
    """

    results: bool = False
    gradients: str | None = None
    steps: int = 1
    page: str | None = None
    seed: int = 0
    load: str | None = None
    exercise: dict[str, Json] | None = None


PLAIN = Request()
"""The diagram alone."""


class LastRun(NamedTuple):
    """The results that a page has from an earlier run.

    Attributes:
        values: the value and the dtype of each result, by result pin.
        curves: the steps and values of scalars, by result pin.
        gradients: the gradients by pin.
        shows_gradient: whether the gradient is shown at first.
    """

    step: int
    values: Mapping[str, tuple[Array, DType]]
    curves: Mapping[str, Sequence[tuple[int, float]]] = {}
    gradients: Mapping[str, Array] = {}
    shows_gradient: bool = True


class PageContent(NamedTuple):
    """The data of a web page, and the errors of its run."""

    data: dict[str, Json]
    errors: Sequence[DiagramError] = ()


def content_of(diagram: Diagram, request: Request = PLAIN, last: LastRun | None = None) -> PageContent:
    """Return the content of a web page; ``last`` has the results to show, so that nothing is run."""
    lay_out_pages(diagram)
    if request.page is not None:
        diagram.page(request.page)
    report = check(diagram, Folders(_home(diagram)).load)
    errors: list[DiagramError] = []
    runs: dict[str, Json] = {}
    for view in diagram.pages:
        asked = request.page in (None, view.name)
        if request.gradients is not None and asked:
            gradient = _gradient(diagram, report, view, request)
            if gradient is not None:
                runs.setdefault(view.name, {})["gradient"] = gradient
        if asked and last is not None:
            runs.setdefault(view.name, {}).update(_last_run(view, last))
        elif asked and (request.results or "gradient" in runs.get(view.name, {})):
            of = request.gradients if "gradient" in runs.get(view.name, {}) else None
            run, faults = _run(view, of, request)
            runs.setdefault(view.name, {}).update(run)
            errors += faults
    if request.gradients is not None and not any("gradient" in run for run in runs.values()):
        raise UsageError(f"no page has a block or pin {request.gradients!r}", hint="write block or block.pin")
    data = _drawn(diagram, report, [*report.errors, *errors])
    data["runs"] = runs
    if request.page is not None:
        data["first"] = request.page
    if request.exercise is not None:
        data["exercise"] = request.exercise
    return PageContent(data, errors)


def _content_of_run(diagram: Diagram, subject: Results | PageFlow) -> PageContent:
    lay_out_pages(diagram)
    report, name = check(diagram), diagram.pages[0].name
    data = _drawn(diagram, report, ())
    if isinstance(subject, Results):
        steps = _Steps(_most_elements(_arrays(subject), 1))
        steps.add(1, subject)
        data["runs"] = {name: steps.json()}
    else:
        of, reaches = " + ".join(map(str, subject.of)), [str(each) for each in subject.outputs]
        cuts = [(cut.block, cut.pin, cut.reason) for cut in subject.cuts]
        data["runs"] = {name: {"gradient": _gradient_json(report.pages[name], of, subject, reaches, cuts)}}
    return PageContent(data)


def _home(diagram: Diagram) -> Path:
    return Path(diagram.path).parent if diagram.path is not None else Path()


def _drawn(diagram: Diagram, report: CheckReport, problems: Iterable[DiagramError]) -> dict[str, Json]:
    drawing = Drawing(diagram, problems)
    document = diagram.document
    types: dict[str, Json] = {}
    for page in report.pages:
        prefix = report.prefix(page)
        types[page] = {
            name.removeprefix(prefix): [pin.dtype.short, "" if pin.shape is None else shape_text(pin.shape)]
            for name, pin in report.pins.items()
            if name.startswith(prefix)
        }
    return {
        "title": document.title,
        "icons": {family: icon_paths(family) for family in FAMILIES},
        "pages": [page.name for page in document.pages],
        "canvases": [drawing.canvas(page) for page in (*document.pages, *document.composites)],
        "types": types,
        "problems": [": ".join(filter(None, (each.location(), each.sentence()))) for each in problems][:100],
    }


def _gradient(diagram: Diagram, report: CheckReport, view: PageView, request: Request) -> dict[str, Json] | None:
    elaboration = report.pages[view.name]
    of = (request.gradients or "").removeprefix(f"{view.name}/")
    try:
        flow = page_flow(elaboration, of)
        gradient = gradient_report(elaboration, of, differentiated(elaboration, of))
    except DiagramError:
        if len(diagram.pages) == 1 or request.page is not None:
            raise
        return None
    named = of if of.partition(".")[0] in {each.block for each in flow.of} else " + ".join(map(str, flow.of))
    return _gradient_json(elaboration, named, flow, gradient.reaches, [cut[:3] for cut in gradient.cuts])


def _as_drawn(elaboration: Elaboration, wires: Iterable[Wire]) -> list[list[str]]:
    """Convert wires of an expanded page to wires between pins of instances instead of inner blocks."""
    leaves: dict[str, Endpoint] = {}
    enters: dict[str, Endpoint] = {}
    for path, instance in () if elaboration.expansion is None else elaboration.expansion.instances.items():
        leaves.update((block, Endpoint(path, name)) for name, block in instance.outputs.items() if block != path)
        enters.update((block, Endpoint(path, name)) for name, block in instance.inputs.items())
    ends = [(leaves.get(s.block, s), enters.get(t.block, t)) for s, t in wires]
    return [[str(source), str(target)] for source, target in ends]


def _gradient_json(
    elaboration: Elaboration, of: str, flow: PageFlow, reaches: Sequence[str], cuts: Sequence[Any]
) -> dict[str, Json]:
    return {
        "of": of,
        "starts": [str(each) for each in flow.of],
        "reaches": [*dict.fromkeys([*map(str, flow.of), *reaches])],
        "wires": _as_drawn(elaboration, flow.wires),
        "cuts": [{"block": block, "pin": pin, "reason": reason} for block, pin, reason in cuts],
        "variables": [
            {"block": name, "reached": fate.reached, "reason": fate.reason} for name, fate in flow.variables.items()
        ],
    }


def _run(view: PageView, of: str | None, request: Request) -> tuple[dict[str, Json], list[DiagramError]]:
    count = max(1, request.steps)
    wanted = {round(1 + i * (count - 1) / max(1, MOST_STEPS - 1)) for i in range(MOST_STEPS)}
    steps: _Steps | None = None
    errors: list[DiagramError] = []
    try:
        session = Session(view, seed=request.seed, inside=True)
        if request.load is not None:
            session.restore(request.load)
        if of is not None:
            session.watch(of.removeprefix(f"{view.name}/"))
        fetch = _computable(session.elaboration) if request.exercise is not None else None
        for step in range(1, count + 1):
            results = session.run(fetch)
            if steps is None:
                steps = _Steps(_most_elements(_arrays(results), min(count, MOST_STEPS)), _displayed(view))
            if step in wanted:
                steps.add(step, results)
    except DiagramError as error:
        causes: list[DiagramError] = list(getattr(error, "errors", None) or [error])
        errors = [each.located(page=view.name) for each in causes]
        partial = getattr(error, "results", None)
        if steps is None and isinstance(partial, Results):
            steps = _Steps(MOST_ELEMENTS)
            steps.add(1, partial)
    return ({} if steps is None else steps.json()), errors


def _computable(elaboration: Elaboration) -> list[str] | None:
    """Return the blocks with results of a page with errors; None if it has none, or if nothing can be computed."""
    named = dict.fromkeys(each[0] for each in elaboration.outputs() if each[0] not in elaboration.inner)
    return [*named] if elaboration.problems and named else None


def _displayed(view: PageView) -> set[str]:
    displays = {block.id for block in view.blocks if block.type.endswith("Display")}
    return {str(wire.source) for wire in view.wires if wire.target.block in displays}


def _last_run(view: PageView, last: LastRun) -> dict[str, Json]:
    steps = sorted({last.step, *(step for curve in last.curves.values() for step, _ in curve)})
    if len(steps) > MOST_STEPS:
        steps = [steps[i * (len(steps) - 1) // (MOST_STEPS - 1)] for i in range(MOST_STEPS)]
    most, displayed = _most_elements([value for value, _ in last.values.values()], 1), _displayed(view)
    values: dict[str, Json] = {}
    for name, (value, dtype) in last.values.items():
        pin, curve = _pin(name), dict(last.curves.get(name, ()))
        row = [value_json(np.asarray(curve[step]), dtype) if step in curve else None for step in steps[:-1]]
        row.append(value_json(value, dtype, MOST_ELEMENTS if pin in displayed else most))
        values[pin] = _without_repeats(row)
    before: list[Json] = [None] * (len(steps) - 1)
    gradients = {name: [*before, value_json(each, dtype_of(each), most)] for name, each in last.gradients.items()}
    return {"steps": steps, "values": values, "gradients": gradients, "plain": not last.shows_gradient}


def _arrays(results: Results) -> list[Array]:
    return [*results.values(), *results.gradients.values()]


def _most_elements(values: Sequence[Array], steps: int) -> int:
    """Return the number of elements to keep per value so that their total is limited."""
    most = MOST_ELEMENTS
    while most > _LEAST_ELEMENTS and steps * sum(min(value.size, most) for value in values) > _MOST_NUMBERS:
        most //= 2
    return most


class _Steps:
    """The results gathered step by step.

    Args:
        most: the number of elements kept per value.
        displayed: the pins that displays show; more is kept of these.
    """

    def __init__(self, most: int, displayed: Collection[str] = ()) -> None:
        self._most = most
        self._displayed = displayed
        self._steps: list[int] = []
        self._values: dict[str, list[Json]] = {}
        self._gradients: dict[str, list[Json]] = {}

    def add(self, step: int, results: Results) -> None:
        for name, value in results.items():
            pin = _pin(name)
            most = MOST_ELEMENTS if pin in self._displayed else self._most
            self._put(self._values, pin, value_json(value, results.dtypes[name], most))
        for name, value in results.gradients.items():
            self._put(self._gradients, name, value_json(value, dtype_of(value), self._most))
        self._steps.append(step)

    def _put(self, into: dict[str, list[Json]], name: str, value: Json) -> None:
        row = into.setdefault(name, [])
        row += [None] * (len(self._steps) - len(row))
        row.append(value)

    def json(self) -> dict[str, Json]:
        """Return by pin a value for each step; null means unchanged."""
        return {
            "steps": self._steps,
            "values": {name: _without_repeats(row) for name, row in self._values.items()},
            "gradients": {name: _without_repeats(row) for name, row in self._gradients.items()},
        }


def _without_repeats(row: Sequence[Json]) -> list[Json]:
    return [None if i and each == row[i - 1] else each for i, each in enumerate(row)]


def _pin(name: str) -> str:
    """Return the output pin that a result pin shows: ``v.product`` for ``v.result_product``."""
    block, _, pin = name.rpartition(".")
    return f"{block}.{pin.removeprefix('result_')}"


def texts(data: Mapping[str, Json]) -> str:
    """Return the data as one line of JSON that cannot close the HTML element around it."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return escaped(text)


def escaped(text: str) -> str:
    """Return equivalent JSON without characters that are special in HTML, for a script element."""
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


MOST_ELEMENTS = 1024
"""Elements of a value that are kept, the first ones; of all there are the least, the largest and the mean."""
_LONGEST_TEXT = 200
_DIGITS = 6


def value_json(value: Any, dtype: DType, most: int = MOST_ELEMENTS) -> dict[str, Json]:
    array = np.asarray(value)
    described: dict[str, Json] = {"dtype": dtype.short, "shape": list(array.shape), "size": array.size}
    flat: Array = array.ravel()
    described["v"] = [_element(each) for each in flat[:most].tolist()]
    if array.dtype.kind in "fiub" or array.dtype.name in ("bfloat16", "float8_e5m2", "float8_e4m3fn"):
        numbers = flat.astype(np.float64)
        finite = numbers[np.isfinite(numbers)]
        if finite.size:
            with np.errstate(all="ignore"):
                statistics = (float(finite.min()), float(finite.max()), float(finite.mean()))
                norm = float(np.sqrt(np.square(finite).sum()))
            described["range"] = [_element(each) for each in (*statistics, norm)]
        if finite.size < numbers.size:
            described["bad"] = int(numbers.size - finite.size)
    return described


def _element(value: Any) -> Json:
    """Return an element as JSON, with numbers rounded to readable digits."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) < 1 << 53 else str(value)[:_LONGEST_TEXT]
    if isinstance(value, float):
        return float(f"{value:.{_DIGITS}g}") if np.isfinite(value) else str(value)
    if isinstance(value, bytes):
        return value[:_LONGEST_TEXT].decode("utf-8", "replace")
    if isinstance(value, complex):
        return f"{value:.{_DIGITS}g}"
    try:
        return _element(float(value))
    except (TypeError, ValueError):
        return str(value)[:_LONGEST_TEXT]


_PLAIN = (
    "canvas", "grid", "block_fill", "block_border", "title", "id_text", "label", "label_dim", "value", "type_text",
    "pin_ring", "pin_ring_output", "wire", "selection", "found", "error", "ok", "missing", "note", "frame_fill",
    "frame_border", "frame_title", "preview_fill", "preview_text", "preview_border",
)  # fmt: skip
_CHROME: Mapping[str, Mapping[str, str]] = {
    "dark": {"bar": "#1e1e20", "panel": "#232325", "line": "#3a3a3d", "text": "#ececec", "dim": "#a0a0a4",
             "accent": "#ffbf28", "button": "#2f2f32", "flow": "#ff8f3a", "cut": "#ff4040"},
    "light": {"bar": "#ffffff", "panel": "#fbfbf9", "line": "#dcdcd6", "text": "#1c1c1a", "dim": "#6a6a66",
              "accent": "#b87a00", "button": "#f0f0ec", "flow": "#d2500a", "cut": "#d32020"},
}  # fmt: skip


def page_html(title: str, content: PageContent, diagram: str, *, embedded: bool = False) -> str:
    """Return a web page that includes the diagram's file content; ``embedded`` omits the page frame."""
    script, style = _asset("web_page.js"), variables() + _asset("web_page.css")
    policy = f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; img-src data:;"
    policy += " base-uri 'none'; form-action 'none'"
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="en"{" data-embedded" if embedded else ""}>',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="generator" content="Gradblocks">',
            '<meta name="color-scheme" content="dark light">',
            f"<title>{escape(title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            "<noscript>This page needs JavaScript to show the diagram. Turn it on in your browser.</noscript>",
            '<div id="app"></div>',
            in_page(escaped(diagram)),
            f'<script type="application/json" id="web-page">{texts(content.data)}</script>',
            f"<script>{script}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _asset(name: str) -> str:
    return files("assets").joinpath("web_page", name).read_text("utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def variables() -> str:
    dark, light = _colors(DARK), _colors(LIGHT)
    return (
        f":root{{{dark}}}"
        f"@media (prefers-color-scheme: light){{:root:not([data-theme=dark]){{{light}}}}}"
        f":root[data-theme=light]{{{light}}}"
    )


def _colors(theme: Theme) -> str:
    colors = {name.replace("_", "-"): getattr(theme, name) for name in _PLAIN}
    colors |= {f"carried-{name}": color for name, color in theme.carried.items()}
    colors |= {f"role-{name.replace('_', '-')}": color for name, color in theme.pin_roles.items()}
    colors |= {f"family-{name}": theme.family_color(name) for name in FAMILIES}
    colors |= _CHROME[theme.name]
    scheme = f"color-scheme:{theme.name};"
    return scheme + "".join(f"--{name}:{_css(color)};" for name, color in colors.items())


def _css(color: str) -> str:
    return f"#{color[3:]}{color[1:3]}" if len(color) == 9 else color


def _history(replay: Replay) -> dict[str, Json]:
    """Return the steps of a replay, the latest ones of a large page. Equal blocks and wires are stored once."""
    places: dict[str, int] = {}
    frames: list[Json] = []
    most = max(2, _MOST_DRAWN // (1 + len(replay.go(-1).blocks)))
    for index in range(max(0, len(replay.steps) - most), len(replay.steps)):
        page = replay.go(index)
        frame = {**Drawing(replay.document.diagram).canvas(page), "text": replay.steps[index].text}
        for kind in ("blocks", "wires"):
            frame[kind] = [places.setdefault(json.dumps(each), len(places)) for each in frame[kind]]
        frames.append(frame)
    return {"page": replay.steps[-1].page, "frames": frames, "items": [json.loads(each) for each in places]}


def diagram_html(
    diagram: Diagram, request: Request, last: LastRun | None = None, replay: Replay | None = None
) -> tuple[str, Sequence[DiagramError]]:
    content = content_of(_copy(diagram), request, last)
    if replay is not None:
        content.data["history"] = _history(replay)
    title = diagram.title or (Path(diagram.path).stem if diagram.path is not None else "Gradblocks")
    return page_html(title, content, diagram.dumps()), content.errors


def notebook_html(subject: Diagram | PageView | Results | PageFlow) -> str:
    if isinstance(subject, Diagram | PageView):
        diagram = subject if isinstance(subject, Diagram) else subject.diagram
        content = content_of(_copy(diagram))
        content.data.update({"first": subject.name} if isinstance(subject, PageView) else {})
    else:
        assert subject.source is not None
        diagram = Diagram(subject.source)
        content = _content_of_run(_copy(diagram), subject)
    page = page_html("Gradblocks", content, diagram.dumps(), embedded=True)
    return (
        f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts allow-downloads" loading="lazy"'
        ' width="100%" height="480" frameborder="0" title="Gradblocks"></iframe>'
    )


def _copy(diagram: Diagram) -> Diagram:
    copy = Diagram(diagram.document)
    copy.path = diagram.path
    return copy
