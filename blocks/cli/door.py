"""The commands ``read``, ``find``, ``edit`` and ``undo``, each of which prints one JSON object."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from typing import Any

from blocks.cli import output
from blocks.cli.arguments import Parser, excludes
from blocks.document.strict_json import MAX_BYTES
from blocks.door.answers import Answer, answer


def read(given: list[str]) -> int:
    from blocks.door.reading import read

    parser = Parser("read", "Print a page, or some blocks of it, with the types and sources of their pins, as JSON.")
    parser.add_argument("file", metavar="FILE", help="the diagram (.gradblocks)")
    parser.add_argument("--page", metavar="NAME", used=[excludes("revision")],
        help="the page, or a composite (:Dense), if the diagram has several pages")  # fmt: skip
    parser.add_argument("--block", metavar="ID", nargs="+", action="extend", default=[], used=[excludes("revision")],
        help="print only these blocks and their wires")  # fmt: skip
    parser.add_argument("--revision", action="store_true", help="print only the revision of the diagram")
    return print_answer("read", parser, given, lambda o: read(o.file, o.page, o.block, only_revision=o.revision))


def print_answer(verb: str, parser: Parser, given: list[str], work: Callable[[Namespace], dict[str, Any]]) -> int:
    return write_answer(verb, answer(verb, lambda: work(parser.parse_args(given))))


def write_answer(verb: str, result: Answer) -> int:
    """Print the answer of a verb, and return the exit status."""
    members = [f"{output.json_text(key)}: {output.json_text(value)}" for key, value in result.json.items()]
    output.write_pieces(["{\n  " + ",\n  ".join(members) + "\n}\n"])
    if result.error is not None:
        output.print_errors(output.all_of(result.error), [verb])
    return result.status


def find(given: list[str]) -> int:
    from blocks.door.finding import find

    parser = Parser("find", "List the blocks of a diagram for which all given conditions hold, as JSON.")
    parser.add_argument("file", metavar="FILE", help="the diagram (.gradblocks)")
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

    return print_answer("find", parser, given, work)


def edit(given: list[str]) -> int:
    from blocks.door.diagrams import check_suffix
    from blocks.door.editing import edit, parsed

    parser = Parser(
        "edit",
        "Apply operations to a diagram, all or none, and print what changed: blocks, problems and gradients. Standard"
        ' input has a JSON list of operations, or {"page": {...}} with a whole page. A FILE that does not exist starts'
        " as an empty diagram.",
    )
    parser.add_argument("file", metavar="FILE", help="the diagram (.gradblocks)")
    parser.add_argument("--base", metavar="REVISION",
        help="refuse the edit if the diagram does not have this revision, which `read` prints")  # fmt: skip
    parser.add_argument("--dry-run", action="store_true", help="print the answer without writing a file")
    parser.add_argument("--out", metavar="FILE", used=[excludes("dry_run")], help="write this file instead of FILE")

    def work(o: Namespace) -> dict[str, Any]:
        check_suffix(o.file)
        return edit(o.file, parsed(sys.stdin.buffer.read(MAX_BYTES + 1)), base=o.base, dry_run=o.dry_run, out=o.out)

    return print_answer("edit", parser, given, work)


def undo(given: list[str]) -> int:
    from blocks.door.editing import undo

    parser = Parser("undo", "Take back the last `edit` of a diagram, and print what changed, as JSON.")
    parser.add_argument("file", metavar="FILE", help="the diagram (.gradblocks)")
    return print_answer("undo", parser, given, lambda o: undo(o.file))
