"""The chapters of the manual that are generated from the tables of commands and panels: shortcuts and user interface.

``python -m tests.manual_chapters`` rewrites their files. In ``ui.md`` the sentences below each heading are written by
hand. They are kept, also when a panel or a menu gets another name. The rest is generated.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from app.window.commands import table
from app.window.menus.actions import Command
from app.window.panel_table import BOTTOM, LEFT, PANELS
from app.window.preferences import GESTURES

FOLDER = Path(__file__).parents[1] / "assets" / "manual"
_GENERATED = re.compile(r"^(\||\*Shortcut).*\n*", re.MULTILINE)


def files() -> dict[str, str]:
    """Return the chapters by the names of their files."""
    path = FOLDER / "ui.md"
    return {"shortcuts.md": "".join(_shortcuts()), "ui.md": _ui(path.read_text("utf-8") if path.exists() else "")}


def _shortcuts() -> Iterator[str]:
    yield (
        "# Keyboard shortcuts\n\nPress ? in the editor to see and change all shortcuts. Commands marked with * work"
        " while the canvas has the focus.\n"
    )
    for menu, commands in groupby(sorted(table().commands, key=_menu_order), key=lambda each: _path(each)[0]):
        rows = [(each.text, _keys(each.shortcut), each.canvas) for each in commands if each.shortcut]
        if rows:
            yield f"\n## {menu}\n\n| Command | Shortcut |\n| --- | --- |\n"
            for text, keys, canvas in _without_series(rows):
                yield f"| {text}{' *' if canvas else ''} | {keys} |\n"
    yield "\n## Mouse\n\n| Action | Mouse |\n| --- | --- |\n"
    yield from (f"| {text} | {how} |\n" for text, how in GESTURES)


def _menu_order(command: Command) -> int:
    return table().menus.index(_path(command)[0])


def _path(command: Command) -> list[str]:
    return command.menu.split("/")


def _keys(shortcut: str) -> str:
    """Return shortcuts as Markdown; a bar in a table is escaped."""
    return ", ".join(f"`{each.replace('|', chr(92) + '|')}`" for each in shortcut.split("; "))


def _without_series(rows: Sequence[tuple[str, str, bool]]) -> Iterator[tuple[str, str, bool]]:
    """Yield rows, with those that only differ in a digit as one."""
    for _, group in groupby(
        rows, key=lambda row: re.sub(r"\d", "N", row[0] + row[1] if row[0][-1].isdigit() else row[0])
    ):
        first, *others = group
        last = others[-1] if others else first
        text = f"{first[0]} to {last[0][-1]}" if others else first[0]
        yield text, f"{first[1]} to {last[1]}" if others else first[1], first[2]


def _ui(before: str) -> str:
    """Return the chapter on the user interface, with the sentences of its last version."""
    parts = [_GENERATED.sub("", part).strip("\n") for part in re.split(r"^(?=#+ )", before, flags=re.MULTILINE) if part]
    old = {part.partition("\n")[0]: part.partition("\n")[2].strip("\n") for part in parts}
    new = dict(_sections())
    if len(old) == len(new):  # something may have another name
        old = {heading: old.get(heading, text) for heading, text in zip(new, old.values(), strict=True)}
    sections = [[heading, old.get(heading, ""), generated] for heading, generated in new.items()]
    return "\n\n".join("\n\n".join(filter(None, each)) for each in sections) + "\n"


def _sections() -> Iterator[tuple[str, str]]:
    """Yield headings with the generated text below them."""
    yield "# User interface", ""
    yield "## Panels", ""
    for panel in PANELS:
        edge = "left" if panel.area == LEFT else "bottom" if panel.area == BOTTOM else "right"
        yield f"### {panel.title}", f"*Shortcut: {panel.keys}. Default position: {edge}.*"
    yield "## Menus", ""
    for menu in table().menus:
        commands = [each for each in table().commands if _path(each)[0] == menu]
        yield (
            f"### {menu} menu",
            "\n".join(["| Command | Shortcut | Description |", "| --- | --- | --- |", *_rows(commands)]),
        )


def _rows(commands: Sequence[Command]) -> Iterator[str]:
    for below, group in groupby(commands, key=lambda each: "/".join(_path(each)[1:])):
        if below:
            yield f"| {below} > {', '.join(each.text for each in group)} | | |"
        else:
            yield from (
                f"| {each.text} | {_keys(each.shortcut) if each.shortcut else ''} | {each.about} |" for each in group
            )


if __name__ == "__main__":
    for name, text in files().items():
        (FOLDER / name).write_text(text, "utf-8")
        sys.stdout.write(f"{name}: {len(text.splitlines())} lines\n")
