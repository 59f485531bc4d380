"""The part ``opening``: changed examples are opened, checked and drawn, and nothing else of the machine is touched."""

from __future__ import annotations

import functools
import json
import os
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from app.canvas.scene import PageScene
from app.core.document import Document
from app.face.theme import LIGHT
from app.window.documents.export import page_image
from app.window.start import make_application
from blocks.base.errors import DiagramError
from blocks.cli.examples import example_texts
from blocks.document.file import load
from blocks.worker.page_checks import examine
from tests.deep.finding import Finding, foreign
from tests.deep.trees import changed_tree

CASES = 10
"""Diagrams in a task."""
_LARGEST = 30_000

# What reaches beyond the process; an import, which opens files of the program, is no such thing.
_EVENTS = (
    "open", "os.listdir", "os.scandir", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.chmod", "os.link",
    "os.symlink", "os.truncate", "os.utime", "os.putenv", "os.system", "os.exec", "os.fork", "os.posix_spawn",
    "os.startfile", "os.kill", "subprocess.Popen", "socket.", "shutil.", "ftplib.", "urllib.", "http.",
    "smtplib.", "webbrowser.", "pty.", "ctypes.dlopen", "glob.", "tempfile.", "sqlite3.", "mmap.",
    "marshal.load", "pickle.",
)  # fmt: skip
_ROOT = Path(__file__).parents[2]
_OURS = tuple(os.path.realpath(folder) for folder in (sys.prefix, sys.base_prefix, _ROOT, os.devnull))
_READING = ("open", "os.listdir", "os.scandir", "marshal.load", "glob.glob")


class Guard:
    """Notes what a piece of work reaches beyond the process. There is one for the process: a hook stays for good."""

    def __init__(self) -> None:
        self.touched: list[str] | None = None
        self.allowed: tuple[str, ...] = ()
        sys.addaudithook(self._hook)

    def _hook(self, event: str, args: tuple[Any, ...]) -> None:
        if self.touched is None or not event.startswith(_EVENTS) or event == "marshal.loads":
            return
        path: Any = args[0] if args else None
        if event in _READING and not isinstance(path, int | None):
            real = os.path.realpath(os.fsdecode(path))
            if real.startswith((*_OURS, *self.allowed)):
                return
        if event == "open" and isinstance(path, int):
            return
        self.touched.append(f"{event} {str(path)[:200]}")


@functools.cache
def guard() -> Guard:
    """The one of this process."""
    return Guard()


def run(seed: int, number: int) -> list[Finding]:
    """A task: so many changed examples."""
    rng = random.Random(f"opening/{seed}/{number}")
    findings: list[Finding] = []
    for i in range(CASES):
        raw = rng.choice(starts())
        text = json.dumps(changed_tree(rng, raw, rng.choice([1, 1, 2, 5])), ensure_ascii=False)
        findings += judge(text.encode("utf-8", "surrogatepass"), i == 0)
    return findings


@functools.cache
def starts() -> tuple[Any, ...]:
    """The examples."""
    return tuple(json.loads(text) for text in example_texts().values() if len(text) < _LARGEST)


def judge(text: bytes, is_drawn: bool = True) -> list[Finding]:
    """What is wrong with how a diagram is opened, checked and drawn."""
    make_application()
    watch = guard()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.gradblocks"
        path.write_bytes(text)
        watch.allowed = (os.path.realpath(folder),)
        watch.touched = []
        try:
            _look(path, is_drawn)
        except DiagramError:
            pass
        except Exception as error:
            return [{**foreign(error), "data": text}]
        finally:
            touched, watch.touched = watch.touched, None
    return [{"kind": "touched", "text": each, "data": text} for each in touched]


def _look(path: Path, is_drawn: bool) -> None:
    document = Document(load(path))
    for view in document.pages:
        examine(document.page(view.name), str(path.parent))
        if is_drawn:
            scene = PageScene(document, view.name, LIGHT)
            page_image(scene, 0.5)
            scene.deleteLater()
