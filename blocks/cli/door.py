"""The commands ``read``, ``find``, ``edit`` and ``undo``, each of which prints one JSON object."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from typing import Any

from blocks.cli import output
from blocks.cli.arguments import Parser, Use, add_packages, excludes
from blocks.door.answers import answer
from blocks.library.registry import use_packages


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


def describe(given: list[str]) -> int:
    from blocks.door.describing import describe

    parser = Parser("describe", "Print a block type with its pins, attributes, gradient, formula and an example that"
        " runs, and the types that are easily confused with it, as JSON.")  # fmt: skip
    parser.add_argument("type", metavar="TYPE", help="the block type, or a composite (:Dense) of FILE")
    parser.add_argument("--in", metavar="FILE", dest="file",
        used=[Use("used only for a composite (:NAME)", lambda options: options.type.startswith(":"))],
        help="the diagram that defines the composite")  # fmt: skip
    add_packages(parser)

    def work(options: Namespace) -> dict[str, Any]:
        use_packages(*options.packages)
        return describe(options.type, options.file)

    return _print("describe", parser, given, work)


def _print(verb: str, parser: Parser, given: list[str], work: Callable[[Namespace], dict[str, Any]]) -> int:
    """Print the answer of a verb, and return the exit status."""
    result = answer(verb, lambda: work(parser.parse_args(given)))
    members = [f"{output.json_text(key)}: {output.json_text(value)}" for key, value in result.json.items()]
    output.write_pieces(["{\n  " + ",\n  ".join(members) + "\n}\n"])
    if result.error is not None:
        output.print_errors(output.all_of(result.error), [verb])
    return result.status
