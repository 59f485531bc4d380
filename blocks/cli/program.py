"""The command line of an exported program, with some options of ``gradblocks run``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from blocks.base.errors import DiagramError, UsageError
from blocks.base.literal_text import parse_text
from blocks.cli import arguments, output
from blocks.cli.results import json_pieces, text
from blocks.document.data import listed

PageFunction = Callable[[int, int, Mapping[str, Any]], Mapping[str, Any]]
"""A function that runs a page: takes steps, seed and the fed values by name, and returns the results by name."""


def run_program(pages: Mapping[str, PageFunction], given: Sequence[str] | None = None) -> int:
    """Run one page of a program, print its results and return the exit status."""
    parser = arguments.Parser("", "Run the program and print the results.")
    parser.prog = os.path.basename(sys.argv[0])
    add = parser.add_argument
    add("--page", metavar="NAME", help="the page to run; required if there are several pages")
    add("--steps", metavar="N", type=arguments.count, default=1, help="run N steps and print the last one (default: 1)")
    add("--seed", metavar="N", type=arguments.integer, default=0, help="the random seed (default: 0)")
    add("--feed", metavar="NAME=VALUE", action="append", default=[], type=arguments.assignment,
        help="set the value of a Placeholder or of an output pin (repeatable)")  # fmt: skip
    add("--json", action="store_true", help="print one JSON object")
    try:
        options = parser.parse_args(given)
        name = _chosen(pages, options.page)
        feeds = {each.partition("=")[0]: parse_text(each.partition("=")[2]) for each in options.feed}
    except SystemExit as stop:  # argparse, after it printed a help text
        return stop.code if isinstance(stop.code, int) else 0
    except DiagramError as error:
        output.print_errors([error])
        return 2
    results: Mapping[str, Any] = {}
    errors: list[DiagramError] = []
    try:
        results = pages[name](options.steps, options.seed, feeds)
    except KeyboardInterrupt:
        output.print_errors([DiagramError("interrupted")])
        return 130
    except DiagramError as error:
        results = getattr(error, "results", {})
        errors = [each.located(page=name) for each in output.all_of(error)]
    try:
        if options.json:
            output.write_pieces(json_pieces(name, options.steps, results, errors))
        else:
            output.write_text(text(results))
    except BrokenPipeError:
        output.close()
    except DiagramError as error:
        errors.append(error)
    output.print_errors(errors)
    return max((2 if isinstance(error, UsageError) else 1 for error in errors), default=0)


def _chosen(pages: Mapping[str, PageFunction], name: str | None) -> str:
    if name is None and len(pages) == 1:
        return next(iter(pages))
    if name is None or name not in pages:
        what = "the program has several pages" if name is None else f"there is no page {name!r}"
        raise UsageError(what, hint=f"use --page with one of {listed(pages)}")
    return name
