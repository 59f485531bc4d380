"""The commands of the door, each of which prints one JSON object, and ``mcp``."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from blocks.base.errors import DiagramError, UsageError
from blocks.cli import output
from blocks.cli.arguments import Parser, Use, excludes, folder, needs, seconds, size
from blocks.document.strict_json import MAX_BYTES
from blocks.door.answers import Answer, answer, refusal_json

if TYPE_CHECKING:
    from blocks.document.model import PageView
    from blocks.run.results import Results

Made = TypeVar("Made")

_LONGEST_SIDE = 4096


def read(given: list[str]) -> int:
    from blocks.door.reading import read

    parser = _parser("read", "Print a page, or some blocks of it, with the types and sources of their pins, as JSON.")
    parser.add_argument("--page", metavar="NAME", used=[excludes("revision")],
        help="the page, or a composite (:Dense), if the diagram has several pages")  # fmt: skip
    parser.add_argument("--block", metavar="ID", nargs="+", action="extend", default=[], used=[excludes("revision")],
        help="print only these blocks and their wires")  # fmt: skip
    parser.add_argument("--revision", action="store_true", help="print only the revision of the diagram")
    return _print_answer("read", parser, given, lambda o: read(o.file, o.page, o.block, only_revision=o.revision))


def _parser(verb: str, text: str) -> Parser:
    """Return the parser of a verb whose first argument is a diagram."""
    parser = Parser(verb, text)
    parser.add_argument("file", metavar="FILE", help="the diagram (.gradblocks)")
    return parser


def _print_answer(verb: str, parser: Parser, given: list[str], work: Callable[[Namespace], dict[str, Any]]) -> int:
    return _write_answer(verb, answer(verb, lambda: work(parser.parse_args(given))))


def _write_answer(verb: str, result: Answer) -> int:
    """Print the answer of a verb, and return the exit status."""
    members = [f"{output.json_text(key)}: {output.json_text(value)}" for key, value in result.json.items()]
    output.write_pieces(["{\n  " + ",\n  ".join(members) + "\n}\n"])
    if result.error is not None:
        output.print_errors(output.all_of(result.error), [verb])
    return result.status


def find(given: list[str]) -> int:
    from blocks.door.finding import find

    parser = _parser("find", "List the blocks of a diagram for which all given conditions hold, as JSON.")
    parser.add_argument("--page", metavar="NAME", help="search only this page, or this composite (:Dense)")
    parser.add_argument("--type", metavar="TYPE", help="blocks of this type")
    parser.add_argument("--text", metavar="TEXT", help="blocks with this text in their id, type or a string value")
    parser.add_argument("--problem", action="store_true", help="blocks with an error or a lint warning")
    parser.add_argument("--unwired", action="store_true",
        help="blocks with a required input that has neither a wire nor a value")  # fmt: skip
    parser.add_argument("--gradient", metavar=("LOSS", "reached|cut"), nargs=2, default=(),
        help="blocks that the gradient of LOSS reaches, or blocks that cut it and variables that it does not"
             " reach")  # fmt: skip

    def work(o: Namespace) -> dict[str, Any]:
        return find(o.file, o.type, o.text, o.page, problem=o.problem, unwired=o.unwired, gradient=o.gradient)

    return _print_answer("find", parser, given, work)


def edit(given: list[str]) -> int:
    from blocks.door.diagrams import check_suffix
    from blocks.door.editing import edit, parsed

    parser = _parser(
        "edit",
        "Apply operations to a diagram, all or none, and print what changed: blocks, problems and gradients. Standard"
        ' input has a JSON list of operations, or {"page": {...}} with a whole page. A FILE that does not exist starts'
        " as an empty diagram.",
    )
    parser.add_argument("--base", metavar="REVISION",
        help="refuse the edit if the diagram does not have this revision, which `read` prints")  # fmt: skip
    parser.add_argument("--dry-run", action="store_true", help="print the answer without writing a file")
    parser.add_argument("--out", metavar="FILE", used=[excludes("dry_run")], help="write this file instead of FILE")

    def work(o: Namespace) -> dict[str, Any]:
        check_suffix(o.file)
        return edit(o.file, parsed(sys.stdin.buffer.read(MAX_BYTES + 1)), base=o.base, dry_run=o.dry_run, out=o.out)

    return _print_answer("edit", parser, given, work)


def undo(given: list[str]) -> int:
    from blocks.door.editing import undo

    parser = _parser("undo", "Take back the last `edit` of a diagram, and print what changed, as JSON.")
    return _print_answer("undo", parser, given, lambda o: undo(o.file))


def describe(given: list[str]) -> int:
    from blocks.door.describing import describe

    parser = Parser("describe", "Print a block type with its pins, attributes, gradient, formula and an example that"
        " runs, and the types that are easily confused with it, as JSON.")  # fmt: skip
    parser.add_argument("type", metavar="TYPE", help="the block type, or a composite (:Dense) of FILE")
    parser.add_argument("--in", metavar="FILE", dest="file",
        used=[Use("used only for a composite (:NAME)", lambda options: options.type.startswith(":"))],
        help="the diagram that defines the composite")  # fmt: skip
    return _print_answer("describe", parser, given, lambda o: describe(o.type, o.file))


def explain(given: list[str]) -> int:
    from blocks.door.explaining import explain

    parser = _parser("explain", "Print why a block or pin has its dtype, shape, errors and gradient, as JSON.")
    parser.add_argument("name", metavar="BLOCK[.PIN]", help="the block or pin, as `check --json` names it")
    parser.add_argument("--loss", metavar="NAME", help="the loss whose gradient is explained (default: the likeliest)")
    parser.add_argument("--run", action="store_true", help="also run one step, and name the first block that gives NaN")
    _add_limits(parser, needs("run"))

    def work(o: Namespace) -> dict[str, Any]:
        return _bounded("explain", o, lambda: explain(o.file, o.name, o.loss, run=o.run, memory=o.max_mem))

    return _print_answer("explain", parser, given, work)


def show(given: list[str]) -> int:
    from blocks.cli.editor import Drawing, find_editor
    from blocks.cli.input_files import can_hold
    from blocks.door.diagrams import block_of, canvas, opened

    parser = _parser("show", "Write a picture of a page or of some blocks, and print its size as JSON.")
    parser.add_argument("target", metavar="OUT.png", help="the picture to write")
    parser.add_argument("--page", metavar="NAME", help="the page, or a composite (:Dense), if there are several pages")
    parser.add_argument("--block", metavar="ID", nargs="+", action="extend", default=[], help="show only these blocks")
    runs = needs("results", "gradients")
    parser.add_argument("--results", action="store_true", used=[excludes("gradients")],
        help="run one step and show the results")  # fmt: skip
    parser.add_argument("--gradients", metavar="LOSS", help="run one step and show the gradient of this loss")
    _add_limits(parser, runs)

    def work(options: Namespace) -> dict[str, Any]:
        if not options.target.endswith(".png"):
            raise UsageError("expected a file name that ends in .png", file=options.target)
        can_hold(options.target)
        diagram = opened(options.file)
        page = canvas(diagram, options.page)
        ids = [block_of(page, each).id for each in options.block] or [block.id for block in page.blocks]
        results = None
        if options.results or options.gradients is not None:
            view, loss, memory = diagram.page(page.name), options.gradients, options.max_mem
            results = _bounded("show", options, lambda: _one_step(view, loss, memory))
        told: dict[str, Any] = {}

        def tell(pixels: tuple[int, int], scale: float, legible: bool) -> None:
            told.update({"file": options.target, "size": [*pixels], "scale": scale, "blocks": ids, "legible": legible})
            if not legible:
                told["hint"] = "the text is too small to be read: use --block to show fewer blocks"

        drawing = Drawing(diagram, page.name, Path(options.target), None, options.block, results, options.gradients)
        find_editor()(drawing=drawing._replace(most=_LONGEST_SIDE, tell=tell))
        return told

    return _print_answer("show", parser, given, work)


def _one_step(page: PageView, loss: str | None, memory: int | None) -> Results:
    from blocks.analysis.gradient_flow import page_flow
    from blocks.run.session import Session

    session = Session(page, memory=memory)
    session.watch(loss)
    # A step gives only those gradients that it computes anyway.
    return session.run(None if loss is None else [str(each) for each in page_flow(session.elaboration, loss).of])


def _add_limits(parser: Parser, *used: Use) -> None:
    parser.add_argument("--timeout", metavar="SECONDS", type=seconds, used=used,
        help="stop after this time, with exit status 124")  # fmt: skip
    parser.add_argument("--max-mem", metavar="BYTES", type=size, used=used,
        help="the maximum memory for all tensors of the run, such as 500M or 2Gi")  # fmt: skip


def _bounded(verb: str, options: Namespace, work: Callable[[], Made]) -> Made:
    """Return the result of a run, unless the time limit of the command line ends the process first."""
    from blocks.cli.supervision.interruptible import Ended, leave, watched

    results: list[Made] = []
    until = None if options.timeout is None else time.monotonic() + options.timeout
    try:
        watched(lambda: results.append(work()), until=until)
    except Ended as ended:
        error = DiagramError(ended.what)
        late = Answer({"format": f"gradblocks-{verb}/1", "error": refusal_json(error)}, error)
        leave(ended.status, lambda: _write_answer(verb, late))
    return results[0]


def mcp(given: list[str]) -> int:
    parser = Parser("mcp", "Serve the diagrams below a folder to an assistant, on standard input and output (Model"
        " Context Protocol).")  # fmt: skip
    parser.add_argument("folder", metavar="FOLDER", nargs="?", default=".", type=folder,
        help="the folder (default: the working folder); files outside it cannot be reached")  # fmt: skip
    parser.add_argument("--editor", action="store_true",
        help="also serve the diagrams in the editor that is paired with an assistant")  # fmt: skip
    options = parser.parse_args(given)
    try:
        from blocks.cli.mcp_server import serve
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "anyio", "pydantic"):
            raise
        text = "the server needs the package mcp 2.2 or later, which is not installed"
        raise UsageError(text, hint="run `pip install 'gradblocks[mcp]'`") from None
    serve(options.folder, with_editor=options.editor)
    return 0
