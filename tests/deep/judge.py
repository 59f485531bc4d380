"""Running one page, and what is wrong with how it ended."""

from __future__ import annotations

import functools
import os
import re
import shutil
import tempfile
import traceback
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from blocks.base.errors import DiagramError, FileError, RunError
from blocks.base.shapes import compatible
from blocks.compile import dispatch, interpret
from blocks.document.file import load
from blocks.run import state
from blocks.run.session import Session
from tests.deep.pages import Case

MEMORY = 1 << 24
"""Bytes that one result may take."""

_PYTHON = re.compile(
    r"\w failed: (?!\[)|ran out of memory|Traceback|numpy|ndarray|could not be broadcast|object is not"
    r"|has no attribute '_|unsupported operand|<class |not supported between|NoneType|dtype\('|array\("
)


def judge(case: Case) -> list[dict[str, Any]]:
    """Run a case.

    Returns:
        What must not happen: foreign exceptions, errors that name nothing, warnings, results of another shape.
    """
    findings: list[dict[str, Any]] = []
    folder = _folder()
    with _watched(findings):
        for name, content in case.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        path = folder / "case.gradblocks"
        path.write_text(case.diagram(), "utf-8", errors="surrogatepass")
        try:
            session = Session(load(path), memory=MEMORY, allow_write=[str(folder)])
            results = session.run(steps=case.steps)
            findings += _misshapen(session, results)
        except RunError as error:
            findings += [f for each in error.errors for f in unclear(each)]
        except DiagramError as error:
            findings += unclear(error)
        except Exception as error:
            findings.append(_finding("exception", error))
    for entry in list(os.scandir(folder)):
        shutil.rmtree(entry) if entry.is_dir(follow_symlinks=False) else os.unlink(entry)
    return findings


@functools.cache
def _folder() -> Path:
    """Where a case and its files lie, one after the other: to make and remove a folder for each takes longer."""
    return Path(tempfile.mkdtemp())


@contextmanager
def _watched(findings: list[dict[str, Any]]) -> Generator[None]:
    """Notes warnings, and exceptions of kernels that were no errors in the user's words."""
    real = dispatch.located

    def located(node: Any, error: Exception) -> DiagramError:
        if not isinstance(error, DiagramError):
            findings.append(_finding("kernel", error, node.type.name))
        return real(node, error)

    modules: tuple[Any, ...] = (dispatch, interpret, state)
    for module in modules:
        module.located = located
    try:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            yield
        findings += [
            {"kind": "warning", "text": str(w.message)[:200], "where": f"{w.filename}:{w.lineno}"} for w in said
        ]
    finally:
        for module in modules:
            module.located = real


def _finding(kind: str, error: Exception, block_type: str = "") -> dict[str, Any]:
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "/blocks/" in f.filename]
    where = " < ".join(f"{f.filename.split('/blocks/')[-1]}:{f.lineno}" for f in frames[:-4:-1])
    return {"kind": kind, "text": f"{type(error).__name__}: {error}"[:300], "where": where, "node": block_type}


def unclear(error: DiagramError) -> list[dict[str, Any]]:
    """What an error lacks: a place, or words that a user understands."""
    sentence = error.sentence()
    if _PYTHON.search(sentence):
        return [{"kind": "words", "text": str(error)[:300], "where": re.sub(r"[\d'].*", "", error.message)[:60]}]
    if isinstance(error, FileError):
        return []  # the file was refused before it had pages
    if error.page is None or (error.block is None and " failed" in sentence):
        return [{"kind": "nowhere", "text": str(error)[:300], "where": re.sub(r"[\d'].*", "", error.message)[:60]}]
    if len(sentence) > 3000:
        return [{"kind": "long", "text": sentence[:200], "where": re.sub(r"[\d'].*", "", error.message)[:60]}]
    return []


def _misshapen(session: Session, results: Any) -> list[dict[str, Any]]:
    """Results whose dtype or shape are not what the page says without running."""
    findings: list[dict[str, Any]] = []
    reshaped = any(b.values.get("validate_shape") is False for b in session.page.blocks)
    for block, pin, index, output in session.elaboration.outputs():
        name = f"{block}.result_{pin}" + ("" if index is None else f"[{index}]")
        if name in results and not reshaped:
            value = results[name]
            if value.dtype != output.dtype.numpy or not compatible(value.shape, output.shape):
                text = f"{name} is {value.dtype}{value.shape}, declared {output}"
                findings.append({"kind": "result", "text": text, "where": output.op.type.name})
    return findings
