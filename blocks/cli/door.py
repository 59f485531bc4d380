"""The commands ``read``, ``find``, ``edit`` and ``undo``, each of which prints one JSON object."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from typing import Any

from blocks.cli import output
from blocks.cli.arguments import Parser, excludes
from blocks.door.answers import answer


def read(given: list[str]) -> int:
    from blocks.door.reading import read

    parser = Parser("read", "Print a page, or some blocks of it, with the types and sources of their pins, as JSON.")
    parser.add_argument("file", metavar="FILE", help="the diagram (.gradblocks)")
    parser.add_argument("--page", metavar="NAME", used=[excludes("revision")],
        help="the page, or a composite (:Dense), if the diagram has several pages")  # fmt: skip
    parser.add_argument("--block", metavar="ID", nargs="+", action="extend", default=[], used=[excludes("revision")],
        help="print only these blocks and their wires")  # fmt: skip
    parser.add_argument("--revision", action="store_true", help="print only the revision of the diagram")
    return _print("read", parser, given, lambda o: read(o.file, o.page, o.block, only_revision=o.revision))


def _print(verb: str, parser: Parser, given: list[str], work: Callable[[Namespace], dict[str, Any]]) -> int:
    """Print the answer of a verb, and return the exit status."""
    result = answer(verb, lambda: work(parser.parse_args(given)))
    members = [f"{output.json_text(key)}: {output.json_text(value)}" for key, value in result.json.items()]
    output.write_pieces(["{\n  " + ",\n  ".join(members) + "\n}\n"])
    if result.error is not None:
        output.print_errors(output.all_of(result.error), [verb])
    return result.status
