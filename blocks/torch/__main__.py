"""The command ``python -m blocks.torch MODULE:FUNCTION``, which prints the explanation of a training step."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
import traceback
from typing import Any

from blocks.base.errors import UsageError
from blocks.interchange.optional import require
from blocks.torch import explain

_ABOUT = (
    "Explain why parameters of a PyTorch training step have no gradient. Exit status 1 if there are such parameters."
)
_FUNCTION = "a function without arguments that returns (step, model); the module is found from the current folder"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m blocks.torch", description=_ABOUT)
    parser.add_argument("function", metavar="MODULE:FUNCTION", help=_FUNCTION)
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    status = 2
    try:
        require("torch")
        function = _find(options.function)
        result: Any = function()
        if not isinstance(result, (list, tuple)) or len(result) != 2:  # pyright: ignore[reportUnknownArgumentType]
            raise UsageError(f"{options.function}: expected a function that returns (step, model)")
        status = 1
        explanation = explain(*result)  # pyright: ignore[reportUnknownArgumentType]
    except UsageError as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return status
    except Exception as error:  # of the program
        frames = [each for each in traceback.extract_tb(error.__traceback__) if each.filename.startswith(os.getcwd())]
        place = f"{frames[-1].filename}:{frames[-1].lineno}: " if frames else ""
        print(f"{parser.prog}: {place}{type(error).__name__}: {error}".partition("\n")[0], file=sys.stderr)
        return 1
    print(json.dumps(explanation.to_json(), indent=2) if options.json else explanation)
    return 0 if explanation.ok else 1


def _find(text: str) -> Any:
    name, _, function = text.partition(":")
    if not name or not function:
        raise UsageError(f"expected MODULE:FUNCTION, got {text!r}")
    sys.path.insert(0, os.getcwd())
    try:
        found = getattr(importlib.import_module(name), function, None)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise
        raise UsageError(f"module {error.name!r} was not found in {os.getcwd()}") from None
    if not callable(found):
        raise UsageError(f"module {name!r} has no function {function!r}")
    return found


if __name__ == "__main__":
    sys.exit(main())
