"""Everything that writes a file of a person, as a table: how it begins, what it does, what is there afterwards."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple

from app.core.document import Document
from app.core.recovery.journal import Journal
from app.window.settings import Settings
from blocks.base.errors import DiagramError
from blocks.cli import main
from blocks.document.changes import AddBlocks, SetValue
from blocks.document.data import Block
from blocks.document.file import load
from tests.interchange.enuspace.pages import pin, use, write_page

Json = dict[str, Any]


class Saving(NamedTuple):
    """One way in which a file comes about.

    Attributes:
        begin: makes what is there before, in an empty folder.
        save: writes; raises a DiagramError where that fails. Only that a setting could not be kept is not told.
        files: each of them is afterwards the old or the new one.
    """

    begin: Callable[[Path], None]
    save: Callable[[Path], None]
    files: tuple[str, ...]


def page(*blocks: Json, wires: list[list[str]] | None = None) -> str:
    """The text of a diagram, in a form that is not the canonical one."""
    pages = [{"name": "main", "blocks": list(blocks), "wires": wires or []}]
    return json.dumps({"format": "gradblocks/1", "pages": pages})


def _const(value: Any, name: str = "c", **more: Any) -> Json:
    return {"id": name, "type": "Const", "at": [0, 0], "values": {"val": value, **more}}


def _diagram(folder: Path) -> None:
    (folder / "a.gradblocks").write_text(page(_const(1.0)))


def _save_document(folder: Path) -> None:
    document = Document(load(folder / "a.gradblocks"))
    document.do(SetValue("main", "c", "val", [0.5] * 20_000), "Set")
    document.save(folder / "a.gradblocks")


def _command(*words: str) -> Callable[[Path], None]:
    """A command of the command line; what it says on standard error is its error."""

    def run(folder: Path) -> None:
        said = StringIO()
        error, sys.stderr = sys.stderr, said
        try:
            with redirect_stdout(TextIOWrapper(BytesIO())):
                status = main([word.replace("@", str(folder)) for word in words])
        finally:
            sys.stderr = error
        if status:
            raise DiagramError(said.getvalue())

    return run


def _both(folder: Path) -> None:
    _diagram(folder)
    (folder / "b.gradblocks").write_text(page(_const(2.0)))
    (folder / "b.py").write_text("old")
    (folder / "out.npz").write_bytes(b"old")


def _import(folder: Path) -> None:
    """A page of enuSpace with a value that goes into a file of its own."""
    write_page(folder, [use("c", "Const", pin("val", ";".join(["1.5"] * 1001), "double", "[1001]"))])
    (folder / "page_c_val.npy").write_bytes(b"old")
    (folder / "b.gradblocks").write_text(page(_const(2.0)))


def _checkpoint(folder: Path) -> None:
    blocks: list[Json] = [
        _const("ckpt", "prefix", dtype="DT_STRING"),
        _const(["w"], "names", dtype="DT_STRING"),
        _const([""], "parts", dtype="DT_STRING"),
        _const([1.0, 2.0, 3.0], "w"),
        {"id": "s", "type": "SaveV2", "at": [0, 0], "values": {}},
    ]
    wires = [["prefix.output", "s.prefix"], ["names.output", "s.tensor_names"]]
    wires += [["parts.output", "s.shape_and_slices"], ["w.output", "s.tensors"]]
    text = page(*blocks, wires=wires)
    (folder / "first.gradblocks").write_text(text)
    (folder / "a.gradblocks").write_text(text.replace("[1.0, 2.0, 3.0]", "[4.0, 5.0, 6.0, 7.0]"))
    _command("run", "@/first.gradblocks")(folder)
    (folder / "first.gradblocks").unlink()


def _write_file(folder: Path) -> None:
    (folder / "out.bin").write_bytes(b"old")
    blocks = [{"id": "w", "type": "WriteFile", "at": [0, 0], "values": {"filename": "out.bin", "contents": "new" * 99}}]
    (folder / "a.gradblocks").write_text(page(*blocks))


def _settings(folder: Path) -> None:
    Settings(folder / "editor.json").set("theme", "light")


def _set(folder: Path) -> None:
    Settings(folder / "editor.json").set("theme", "dark")


def _journal(folder: Path) -> None:
    (folder / "journals").mkdir()
    _diagram(folder)


def _edit(folder: Path) -> None:
    """Edits that are noted one by one; a file says how many were made."""
    document = Document(load(folder / "a.gradblocks"))
    journal = Journal(document, folder / "journals", "a")
    failures: list[str] = []
    journal.failed.connect(failures.append)
    try:
        told = os.open(folder / "told", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    except OSError as error:
        raise DiagramError(f"{folder}: {error}") from None
    for number in range(4):
        change = AddBlocks("main", ((0, Block(f"b{number}", "Const", values={"val": [0.5] * 100})),))
        document.do(change, "Add")
        if failures:
            raise DiagramError(f"{folder}: {failures[0]}")
        os.writev(told, [b"%d\n" % number])
    os.close(told)


SAVINGS: dict[str, Saving] = {
    "document": Saving(_diagram, _save_document, ("a.gradblocks",)),
    "fmt": Saving(_diagram, _command("fmt", "-i", "@/a.gradblocks"), ("a.gradblocks",)),
    "convert": Saving(_both, _command("convert", "@/a.gradblocks", "@/b.gradblocks"), ("b.gradblocks",)),
    "import": Saving(_import, _command("convert", "@/page.svg", "@/b.gradblocks"), ("page_c_val.npy", "b.gradblocks")),
    "program": Saving(_both, _command("convert", "@/a.gradblocks", "@/b.py"), ("b.py",)),
    "results": Saving(_both, _command("run", "@/a.gradblocks", "--out", "@/out.npz"), ("out.npz",)),
    "checkpoint": Saving(_checkpoint, _command("run", "@/a.gradblocks"), ("ckpt.index", "ckpt.data-00000-of-00001")),
    "written": Saving(_write_file, _command("run", "@/a.gradblocks"), ("out.bin",)),
    "settings": Saving(_settings, _set, ("editor.json",)),
    "journal": Saving(_journal, _edit, ()),
}
