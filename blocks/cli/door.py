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


def edit(given: list[str]) -> int:
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
        return edit(o.file, parsed(sys.stdin.buffer.read(MAX_BYTES + 1)), base=o.base, dry_run=o.dry_run, out=o.out)

    return print_answer("edit", parser, given, work)


def undo(given: list[str]) -> int:
    from blocks.door.editing import undo

    parser = Parser("undo", "Take back the last `edit` of a diagram, and print what changed, as JSON.")
    parser.add_argument("file", metavar="FILE", help="the diagram (.gradblocks)")
    return print_answer("undo", parser, given, lambda o: undo(o.file))
