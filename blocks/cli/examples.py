"""``gradblocks example``."""

from __future__ import annotations

import json
from importlib import resources

from blocks.base.errors import UsageError
from blocks.cli import output
from blocks.cli.arguments import Parser, shown

_SUFFIX = ".gradblocks"


def example(given: list[str]) -> int:
    """List the shipped examples with their titles, or print one as it is; returns the exit status."""
    parser = Parser("example", "List the shipped examples, or print one: `gradblocks example NAME > my.gradblocks`.")
    parser.add_argument("name", metavar="NAME", nargs="?", help="the example to print")
    options = parser.parse_args(given)
    found = example_texts()
    if options.name is None:
        width = max(map(len, found), default=0)
        lines = [f"{name:{width}}  {json.loads(text).get('title', '')}\n" for name, text in found.items()]
        output.write_text("".join(lines))
        return 0
    name = options.name.removesuffix(_SUFFIX)
    if name not in found:
        raise UsageError(f"there is no example {shown(options.name)}", hint=f"there are: {', '.join(found)}")
    output.write_pieces([found[name]])
    return 0


def example_texts() -> dict[str, str]:
    """The shipped diagrams by name."""
    folder = resources.files("assets") / "examples"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(_SUFFIX)), key=lambda file: file.name)
    return {file.name.removesuffix(_SUFFIX): file.read_text("utf-8") for file in files}
