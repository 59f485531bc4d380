"""``gradblocks packages``: Python packages of block types, which the user enables before their code is run."""

from __future__ import annotations

from pathlib import Path

from blocks.base.errors import DiagramError, FileError, UsageError
from blocks.base.files import write_together
from blocks.cli import output
from blocks.cli.arguments import Parser, shown
from blocks.library.packages import Package, enable, enabled, installed, is_name, load, version_of
from blocks.library.packages_template import files

_ACTIONS = ("list", "enable", "disable", "new")


def packages(given: list[str]) -> int:
    """List packages, enable or disable one, or write the beginnings of a new one; returns the exit status."""
    parser = Parser(
        "packages",
        "Python packages of block types. `list` them; `enable` one, whose code is run from then on, or `disable` it;"
        " `new` writes the beginnings of one into the folder NAME.",
    )
    parser.add_argument("action", metavar="|".join(_ACTIONS), choices=_ACTIONS, nargs="?", default="list")
    parser.add_argument("name", metavar="NAME", nargs="?", help="the package")
    options = parser.parse_args(given)
    action: str = options.action
    if (options.name is None) != (action == "list"):
        text = "takes no name" if action == "list" else "needs the name of a package"
        raise UsageError(f"`gradblocks packages {action}` {text}")
    if action == "list":
        return _list()
    {"enable": _enable, "disable": _disable, "new": _new}[action](options.name)
    return 0


def _known() -> tuple[str, ...]:
    """The packages that are enabled.

    Raises:
        FileError: it is not known which.
    """
    if enabled().fault:
        raise FileError(enabled().fault)
    return enabled().names


def _list() -> int:
    """Print a line for each package; 1 if one that is enabled cannot be used."""
    on = _known()
    names = sorted({*on, *installed()})
    width = max(map(len, names), default=0)
    found = {name: load(name) for name in on}
    lines = [f"{name:{width}}  {_state(found.get(name))}  {version_of(name)}".rstrip() for name in names]
    output.write_text("".join(f"{output.printable(line)}\n" for line in lines) or "No packages are installed.\n")
    faults = [DiagramError(package.fault) for package in found.values() if package.fault]
    output.print_errors(faults)
    return 1 if faults else 0


def _state(package: Package | None) -> str:
    if package is None:
        return "not enabled"
    return "broken     " if package.fault else "enabled    "


def _enable(name: str) -> None:
    on = _known()
    if name not in installed():
        raise UsageError(f"there is no package {shown(name)}", hint="install it with pip first")
    package = load(name)
    if package.fault:
        raise DiagramError(package.fault)
    enable([*on, name])
    types = ", ".join(package.types)
    output.write_text(output.printable(f"{name} is enabled: {types}") + "\n")


def _disable(name: str) -> None:
    on = _known()
    if name not in on:
        raise UsageError(f"the package {shown(name)} is not enabled")
    enable([each for each in on if each != name])
    output.write_text(f"{name} is no longer enabled.\n")


def _new(name: str) -> None:
    if not is_name(name) or not name.isascii():
        raise UsageError(
            f"{shown(name)} cannot be the name of a package",
            hint="it must be a Python identifier, without an underscore in front, that is no block type",
        )
    folder = Path(name)
    try:
        folder.mkdir()
    except FileExistsError:
        raise UsageError(f"there is a {shown(name)} here already") from None
    except OSError as error:
        raise FileError(f"cannot be made: {error.strerror}", file=name) from None
    texts = {folder / path: text for path, text in files(name).items()}
    try:
        for path in texts:
            path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot be made: {error.strerror}", file=name) from None
    write_together({path: text.encode() for path, text in texts.items()})
    steps = f"  pip install -e {name}\n  gradblocks packages enable {name}\n"
    output.write_text(f"{name}/ is written. Install and use it:\n{steps}")
