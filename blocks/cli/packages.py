"""The command ``gradblocks packages`` for plugins (Python packages of block types) and block libraries (composites)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError, FileError, UsageError
from blocks.base.files import write_together
from blocks.cli import output
from blocks.cli.arguments import Parser, Use, shown
from blocks.cli.documents import rewrite
from blocks.cli.input_files import must_exist, open_diagram
from blocks.document.data import Document, listed
from blocks.document.definitions import first_users
from blocks.document.merging.diff import differences
from blocks.document.model import Diagram
from blocks.document.packages import folders
from blocks.document.packages.copies import Copy, chosen, copies, update, use
from blocks.library.packages import Package, enable, enabled, installed, is_name, load, version_of
from blocks.library.packages_template import files

FORMAT = "gradblocks-packages/1"
TRUST = "Enabling a package lets its code run with your permissions. Enable only packages you trust."


class _Action(NamedTuple):
    least: int
    most: int
    words: str


_ACTIONS = {
    "list": _Action(0, 0, "packages list"),
    "add": _Action(1, 1, "packages add FILE"),
    "remove": _Action(1, 1, "packages remove NAME"),
    "use": _Action(3, 100, "packages use FILE PACKAGE COMPOSITE..."),
    "outdated": _Action(1, 1, "packages outdated FILE"),
    "update": _Action(1, 100, "packages update FILE [COMPOSITE...]"),
    "enable": _Action(1, 1, "packages enable NAME"),
    "disable": _Action(1, 1, "packages disable NAME"),
    "new": _Action(1, 1, "packages new NAME"),
}


def packages(given: list[str]) -> int:
    parser = Parser(
        "packages",
        "Block libraries (composites): `add` adds a diagram file to your library, and `remove` removes it. `use` copies"
        " composites into a diagram, `outdated` lists copies that differ from their library, and `update` replaces"
        " them. Plugins (Python packages of block types): `enable` turns one on, `disable` turns it off, and `new`"
        f" writes a template into the folder NAME. `list` shows both kinds. {TRUST}",
    )
    parser.add_argument("action", metavar="|".join(_ACTIONS), choices=_ACTIONS, nargs="?", default="list",
        help="the action (default: list)")  # fmt: skip
    parser.add_argument("names", metavar="NAME|FILE", nargs="*",
        help="the block libraries, plugins, diagram files or composites to act on")  # fmt: skip
    lists = Use("used only with list or outdated", lambda options: options.action in ("list", "outdated"))
    parser.add_argument("--json", action="store_true", used=[lists],
        help="with list or outdated: print one JSON object")  # fmt: skip
    options = parser.parse_args(given)
    action: str = options.action
    names: list[str] = options.names
    known = _ACTIONS[action]
    if not known.least <= len(names) <= known.most:
        raise UsageError(f"expected `gradblocks {known.words}`")
    if action == "list":
        return _list(as_json=options.json)
    if action == "outdated":
        return _outdated(names[0], as_json=options.json)
    if action in ("use", "update"):
        {"use": _use, "update": _update}[action](*names)
    else:
        _OF_ONE[action](names[0])
    return 0


# -- Both kinds -------------------------------------------------------------------------------------------------------


def _known() -> tuple[str, ...]:
    if enabled().fault:
        raise FileError(enabled().fault)
    return enabled().names


def _list(*, as_json: bool) -> int:
    on = _known()
    loaded = {name: load(name) for name in on}
    result = [_python_json(name, loaded.get(name)) for name in {*on, *installed()}]
    result += [_composites_json(each) for each in folders.scan_folders()]
    result.sort(key=lambda each: each["name"])
    faults = [DiagramError(each["fault"]) for each in result if each["fault"]]
    if as_json:
        output.write_pieces([output.json_text({"format": FORMAT, "packages": result}) + "\n"])
    else:
        width = max(len(each["name"]) for each in result)
        lines = [f"{each['name']:{width}}  {each['state']:11}  {_about(each)}".rstrip() for each in result]
        output.write_text("".join(f"{output.printable(line)}\n" for line in lines))
    output.print_errors(faults)
    return 1 if faults else 0


def _python_json(name: str, package: Package | None) -> dict[str, Any]:
    fault = "" if package is None else package.fault
    state = "not enabled" if package is None else "broken" if fault else "enabled"
    return {"name": name, "kind": "python", "state": state, "distribution": version_of(name), "fault": fault}


def _composites_json(result: folders.Found) -> dict[str, Any]:
    package = result.package
    state = "broken" if package is None else "hidden" if result.is_hidden else "composites"
    about = {"name": result.name, "kind": "composites", "state": state, "where": result.where, "file": result.file}
    if package is not None:
        names = [page.name[1:] for page in package.document.composites]
        about |= {"version": package.version, "doc": package.doc, "licence": package.licence, "composites": names}
    return {**about, "fault": result.fault}


def _about(package: Mapping[str, Any]) -> str:
    if package["kind"] == "python":
        return package["distribution"]
    if package["state"] == "broken":
        return package["file"]
    location = {"user": "in your library", "shipped": "included in Gradblocks"}.get(package["where"], package["file"])
    return f"{package['version']}, {_number(package['composites'])}, {location}"


def _number(composites: Sequence[object]) -> str:
    return "1 composite" if len(composites) == 1 else f"{len(composites):,} composites"


# -- Packages of composites -------------------------------------------------------------------------------------------


def _add(file: str) -> None:
    must_exist(file)
    package, old = folders.add(file)
    instead = "" if old is None else f", replacing {old.version}"
    number = _number(package.document.composites)
    output.write_text(f"Added {package.name} {package.version} to your library{instead}: {number}.\n")


def _remove(name: str) -> None:
    if name in installed():
        raise UsageError(
            f"{shown(name)} is a plugin, not a block library",
            hint="uninstall the plugin with pip, or use `disable` to keep its code from running",
        )
    left = folders.remove(name)
    then = "" if left is None else f" Version {left.version} in {left.file} is used instead."
    output.write_text(f"Removed {name} from your library.{then}\n")


def _use(file: str, package: str, *names: str) -> None:
    lines: list[str] = []

    def edit(diagram: Diagram) -> None:
        used = use(diagram.document, folders.find_package(package), *names)
        if used.added:
            diagram.apply(used.change)
        users = first_users(used.document, used.canvases)
        left = [*used.added]
        for canvas in used.canvases:
            copied = [each for each in left if canvas in (each, users.get(each))]
            left = [each for each in left if canvas not in (each, users.get(each))]
            others = [each[1:] for each in copied if each != canvas]
            how = "was copied" if canvas in copied else "was already there"
            more = f" together with {listed(others)}, which it uses" if others else ""
            lines.append(f"{canvas[1:]} {how}{more}. Its instances have the type {canvas!r}.\n")

    rewrite(file, edit)
    output.write_text("".join(lines))


def _outdated(file: str, *, as_json: bool) -> int:
    document = open_diagram(file).document
    result = copies(document, folders.usable().get)
    changes = _changes(document, result)
    if as_json:
        output.write_pieces([output.json_text({"format": FORMAT, "copies": _copies_json(result, changes)}) + "\n"])
        return 0
    lines: list[str] = []
    for copy in result:
        if copy.is_told:
            lines += [f"{copy.canvas[1:]}: {copy.words()}", *(f"  {each}" for each in changes.get(copy.canvas, ()))]
    output.write_text("".join(f"{line}\n" for line in lines) or "All copies match their block libraries.\n")
    return 0


def _copies_json(copies: Sequence[Copy], changes: Mapping[str, list[str]]) -> list[dict[str, Any]]:
    return [
        {"composite": copy.canvas[1:], **copy.origin._asdict(), "name": copy.origin.name[1:],
         "available": None if copy.available is None else copy.available.version,
         "edited": copy.is_edited, "gone": copy.is_gone, "differs": copy.differs,
         "changes": changes.get(copy.canvas, [])}
        for copy in copies
    ]  # fmt: skip


def _changes(document: Document, copies: Sequence[Copy]) -> dict[str, list[str]]:
    wanted = [copy.canvas for copy in copies if copy.differs]
    used = update(document, copies, wanted)
    if used is None:
        return {}
    users = first_users(used.document, wanted) | dict(zip(wanted, wanted, strict=True))
    changes: dict[str, list[str]] = {}
    for entry in differences(document, used.document):
        changes.setdefault(users.get(entry.page or "", wanted[0]), []).append(str(entry))
    return changes


def _update(file: str, *names: str) -> None:
    lines: list[str] = []

    def edit(diagram: Diagram) -> None:
        document = diagram.document
        result = copies(document, folders.usable().get)
        used = update(document, result, chosen(result, names) if names else None)
        if used is not None:
            diagram.apply(used.change)
            lines.extend(f"{entry}\n" for entry in differences(document, used.document))
        changed = () if used is None else used.changed
        for copy in result if not names else ():
            if copy.is_told and copy.canvas not in changed:
                replace = f". Replace it with `gradblocks packages update {file} {copy.canvas[1:]}`" * copy.differs
                lines.append(f"not changed: {copy.canvas[1:]}, {copy.words()}{replace}\n")

    rewrite(file, edit)
    output.write_text("".join(lines) or "All copies match their block libraries.\n")


# -- Python packages --------------------------------------------------------------------------------------------------


def _enable(name: str) -> None:
    on = _known()
    if name not in installed():
        if name in folders.usable():
            raise UsageError(f"{shown(name)} is a block library, which does not need to be enabled")
        raise UsageError(f"the plugin {shown(name)} is not installed", hint="install the plugin with pip first")
    package = load(name)
    if package.fault:
        raise DiagramError(package.fault)
    enable([*on, name])
    types = ", ".join(package.types)
    output.write_text(output.printable(f"Enabled {name}: {types}") + "\n")


def _disable(name: str) -> None:
    on = _known()
    if name not in on:
        raise UsageError(f"the plugin {shown(name)} is not enabled")
    enable([each for each in on if each != name])
    output.write_text(f"Disabled {name}.\n")


def _new(name: str) -> None:
    if not is_name(name) or not name.isascii():
        raise UsageError(
            f"{shown(name)} is not a valid plugin name",
            hint="use a Python identifier that does not start with an underscore and is not a block type",
        )
    folder = Path(name)
    try:
        folder.mkdir()
        for path in files(name):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise UsageError(f"{shown(name)} already exists in this folder") from None
    except OSError as error:
        raise FileError(f"the folder cannot be created: {error.strerror}", file=name) from None
    texts = {folder / path: text for path, text in files(name).items()}
    write_together({path: text.encode() for path, text in texts.items()})
    steps = f"  pip install -e {name}\n  gradblocks packages enable {name}\n"
    output.write_text(f"Created {name}/. Install and enable it:\n{steps}")


_OF_ONE: Mapping[str, Callable[[str], None]] = {
    "add": _add, "remove": _remove, "enable": _enable, "disable": _disable, "new": _new,
}  # fmt: skip
