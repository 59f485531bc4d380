"""The command ``gradblocks add-training``, which adds a training step to a diagram."""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from blocks.base.errors import UsageError
from blocks.cli import output
from blocks.cli.arguments import Parser, Use, add_packages, add_variables, shown
from blocks.cli.documents import opened
from blocks.cli.exports import write_diagram
from blocks.cli.input_files import SUFFIX, can_hold, choose_page, errors_in, is_tensorflow, must_exist
from blocks.document.model import Diagram
from blocks.library.registry import use_packages


def add_training(given: list[str]) -> int:
    from blocks.library.training.minimize import Minimize
    from blocks.run.files import Folders
    from blocks.transform.training import LOSSES, training  # imported only by this command

    optimizer = Minimize.attribute("optimizer")
    rules = [str(each) for each in (optimizer.allowed if optimizer is not None else None) or ()]
    parser = Parser(
        "add-training",
        "Add a training step to a diagram or a model: weights become variables, and each step reduces the loss. The"
        " training itself is done by `gradblocks run`. Without OUT, the diagram is printed.",
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="a diagram, or a model that `gradblocks convert` reads")
    add("target", metavar="OUT", nargs="?", help=f"the {SUFFIX} file to write")
    add("--minimize", before="--of", metavar="NAME", required=True,
        help="the loss to minimize: block or block.pin, or a path into a composite")  # fmt: skip
    add("--learning-rate", before="--rate", metavar="NUMBER", type=_rate, required=True, help="the learning rate")
    add("--optimizer", metavar="RULE", choices=rules, default="GradientDescent",
        help=f"the optimizer (default: GradientDescent): one of {', '.join(rules)}")  # fmt: skip
    add("--loss", metavar="KIND", choices=LOSSES,
        help="first add this loss between the output named by --minimize and a new Placeholder for the targets:"
             f" {' or '.join(LOSSES)}")  # fmt: skip
    add("--page", metavar="NAME", help="the page to change; required if there are several pages")
    tensorflow = Use("used only for a TensorFlow model", lambda options: is_tensorflow(options.file))
    add("--checkpoint", metavar="PREFIX", used=[tensorflow],
        help="for a .pb or .pbtxt file: the checkpoint with the values of its variables")  # fmt: skip
    add_variables(parser)
    add_packages(parser)
    options = parser.parse_args(given)
    use_packages(*options.packages)
    must_exist(options.file)
    target = Path(options.target) if options.target is not None else None
    if target is not None:
        if target.suffix.lower() != SUFFIX:
            raise UsageError(f"OUT: expected a file name that ends in {SUFFIX}, got {shown(target.name)}")
        can_hold(str(target))
    source = opened(options.file, target, checkpoint=options.checkpoint, trainable=True, variables=options.variables)
    if target is None and source.files:
        text = "the weights of the model are stored in files next to the diagram, so OUT is required"
        raise UsageError(text, file=options.file)
    home = str(Path(options.file).parent)
    read_file = source.files.__getitem__ if source.files else Folders(home).load
    with errors_in(options.file):
        page = choose_page(source.diagram, options.page)
        asked = {name: getattr(options, name) for name in ("optimizer", "loss", "variables")}
        document, of, rate = source.diagram.document, options.minimize, options.learning_rate
        result = training(document, page.name, of, rate, read_file=read_file, **asked)
    count = len(result.weights)
    if count:
        what = "constant into a variable" if count == 1 else "constants into variables"
        output.print_line(f"{options.file}: changed {count:,} {what}")
    diagram = Diagram(result.document)
    if target is None:
        output.write_pieces([diagram.dumps()])
        return 0
    write_diagram(diagram, source.files, options.file, target)
    return 0


def _rate(text: str) -> float:
    try:
        value = float(text[:100])
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"expected a number, got {shown(text)}")
    return value
