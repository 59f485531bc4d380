"""The command ``gradblocks example``."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from blocks.base.errors import FileError, UsageError
from blocks.base.files import write_atomically
from blocks.cli import output
from blocks.cli.arguments import Parser, Use, shown

_SUFFIX = ".gradblocks"
_DATA = "data/"
_EASY_FIRST = (
    "a_times_b basic gradient_descent_three_ways gradient_descent xor digits_training digits_evaluation small_cnn"
    " cnn_of_layers residual_blocks transformer_layer resnet lstm vae gpt neural_ode wgan_gp stable_softmax"
    " detached_target gan_step em_step adversarial_example contrastive_divergence custom_gradients"
)


def example(given: list[str]) -> int:
    parser = Parser("example", "List the examples, or print one: `gradblocks example NAME > my.gradblocks`.")
    parser.add_argument("name", metavar="NAME", nargs="?", help="the example to print")
    named = Use("used only with NAME", lambda options: options.name is not None)
    parser.add_argument("--to", metavar="FOLDER", used=[named],
        help="write the example and the data files that it reads to this folder instead of printing the"
             " example")  # fmt: skip
    options = parser.parse_args(given)
    result = example_texts()
    if options.name is None:
        width = max(map(len, result), default=0)
        lines = [f"{name:{width}}  {json.loads(text).get('title', '')}\n" for name, text in result.items()]
        output.write_text("".join(lines))
        return 0
    name = options.name.removesuffix(_SUFFIX)
    if name not in result:
        raise UsageError(f"there is no example {shown(options.name)}", hint=f"use one of: {', '.join(result)}")
    if options.to is not None:
        for path in put_files(Path(options.to), {f"{name}{_SUFFIX}": result[name].encode(), **example_files(name)}):
            output.print_line(output.printable(f"note: {path} already exists with other content and was not changed"))
        return 0
    output.write_pieces([result[name]])
    return 0


def example_texts() -> dict[str, str]:
    folder = resources.files("assets") / "examples"
    result = {file.name.removesuffix(_SUFFIX): file for file in folder.iterdir() if file.name.endswith(_SUFFIX)}
    order = [name for name in _EASY_FIRST.split() if name in result]
    order += sorted(result.keys() - set(order))
    return {name: result[name].read_text("utf-8") for name in order}


def example_files(name: str) -> dict[str, bytes]:
    folder = resources.files("assets") / "examples"
    named = tuple(re.findall(f'"({_DATA}[^"]*)"', (folder / f"{name}{_SUFFIX}").read_text("utf-8")))
    if not named:
        return {}
    files = {f"{_DATA}{file.name}": file for file in (folder / _DATA).iterdir()}
    # A checkpoint is named by the common prefix of its files.
    return {path: file.read_bytes() for path, file in sorted(files.items()) if path.startswith(named)}


def put_files(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write files to a folder without overwriting, and return the existing files with other content."""
    left: list[Path] = []
    for name, data in files.items():
        path = folder / name
        if path.exists():
            left += [path] * (not path.is_file() or path.read_bytes() != data)
            continue
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise FileError(f"the folder cannot be created: {why}", file=str(path.parent)) from None
        write_atomically(path, data)
    return left
