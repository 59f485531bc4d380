"""Runs in the background: the process that continues a run without a window, and its lock file.

For each of them a folder of the user has a lock file that names the diagram. The process holds the lock until it ends.
An editor that finds the lock free reports the end and deletes the file. A file next to it asks for a stop.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QTimer

from app.core.document import Document
from app.core.recording import run_files
from app.core.recording.kept_run import KeptRun
from app.core.runs.results import ResultStore
from app.core.runs.runner import PageRunner
from blocks.base.errors import DiagramError, FileError
from blocks.base.files import RunLock
from blocks.base.language import tr
from blocks.document.model import Diagram
from blocks.library.registry import Registry, current, use_registry
from blocks.worker.process import program
from blocks.worker.state import SavedState

BEAT = 1000
"""Milliseconds between two reports of the progress, and between two looks at them."""
children: list[subprocess.Popen[bytes]] = []


def start(home: Path, diagram: Path, run: KeptRun, kept: SavedState) -> None:
    """Start a process that continues a run on disk; raise DiagramError if that is impossible."""
    lock, none = home / "background" / f"{run.key}.lock", subprocess.DEVNULL
    try:
        run_files.write_state(_folder(home, diagram), run.key, kept)
        lock.parent.mkdir(parents=True, exist_ok=True)
        held = RunLock(str(lock))
        lock.write_text(str(diagram.absolute()), "utf-8")
        arguments = program("app.core.experiments.background", str(lock), run.page, *current().packages)
        fds = [] if held.handle is None else [held.handle]
        children.append(
            subprocess.Popen(arguments, stdin=none, stdout=none, stderr=none, pass_fds=fds, start_new_session=True)
        )
    except (OSError, FileError) as error:
        text = tr("{name} cannot continue in the background: {error}", name=run.name, error=error)
        raise DiagramError(text) from None


def stop(home: Path, key: str) -> None:
    (home / "background" / f"{key}.stop").touch()


def look(home: Path) -> Iterator[KeptRun]:
    """Yield the runs in the background; one whose state is not ``running`` has ended, and is yielded once."""
    children[:] = [each for each in children if each.poll() is None]
    for lock in sorted((home / "background").glob("*.lock")):
        held: RunLock | None = None
        with suppress(FileError):
            held = RunLock(str(lock))
        with suppress(OSError, ValueError):
            diagram = Path(lock.read_text("utf-8"))
            run = run_files.read(_folder(home, diagram), lock.stem)
            if held is not None:
                lock.unlink()
                lock.with_suffix(".stop").unlink(missing_ok=True)
            if run is not None:
                run.diagram = diagram.stem
                run.state = "running" if held is None else run.state
                yield run


def main(arguments: Sequence[str]) -> None:
    """Continue the run of a lock file, which this process inherited as an open and locked file."""
    lock, page, *packages = arguments
    use_registry(Registry(packages))
    app, stopping, path = QCoreApplication([]), Path(lock).with_suffix(".stop"), Path(lock).read_text("utf-8")
    folder = _folder(stopping.parents[1], Path(path))
    run = run_files.read(folder, stopping.stem)
    assert run is not None and run.document is not None
    kept, diagram = run_files.read_state(folder, run), Diagram(run.document)
    diagram.path = path
    document = Document(diagram)
    runner, beat = PageRunner(document, ResultStore(document), document), QTimer(document, interval=BEAT)

    def report() -> None:
        if stopping.exists():
            runner.stop()
        run.finals = run.curves.last()
        with suppress(DiagramError):  # such as a full disk; the next time may succeed
            run_files.write_about(folder, run)

    beat.timeout.connect(report)
    beat.start()
    runner.finished.connect(app.quit)
    runner.recorder.home = stopping.parents[1]
    runner.recorder.add(run)
    runner.go_on_from(page, kept, run)
    runner.run(page, None if run.last is None else run.last - kept.steps, fetch=run.stretches[-1].fetch)
    app.exec()
    runner.close()


def _folder(home: Path, diagram: Path) -> Path:
    return run_files.folder_of(home, diagram) or home
