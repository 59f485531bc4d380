"""Nothing that a document or a file holds is ever run: read off the source of the program itself."""

from __future__ import annotations

import ast
import functools
import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted(path for folder in ("blocks", "app", "assets") for path in (ROOT / folder).rglob("*.py"))

# Functions and modules that run, or may run, what they are given.
RUNNING = {"eval", "exec", "compile", "__import__", "execfile", "runpy", "code", "codeop"}
MODULES = {
    "pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "copyreg", "runpy", "code", "codeop", "imp",
    "yaml", "xmlrpc", "ftplib", "telnetlib", "smtplib", "urllib.request", "http.client", "http.server", "requests",
    "asyncio", "pty", "webbrowser",
}  # fmt: skip
LOADING = {"import_module", "spec_from_file_location", "exec_module", "load_module"}
STARTING = {"system", "popen", "execv", "execve", "execvp", "spawnv", "posix_spawn", "startfile"}
QT_RUNNING = {
    "QProcess",
    "QDesktopServices",
    "QNetworkAccessManager",
    "QTcpSocket",
    "QJSEngine",
    "QPluginLoader",
    "QUiLoader",
}

# What is allowed, and why. A name is imported from our own tables only, code is compiled from our own program only.
ALLOWED = {
    ("blocks/compile/source/function_source.py", "compile"): "the plan: names and constants made by the program",
    ("blocks/compile/source/function_source.py", "exec"): "as above",
    ("blocks/library/index.py", "import_module"): "modules of the library, by the table of names beside it",
    ("blocks/library/rules.py", "import_module"): "the modules of rules, by the table of names beside it",
    ("blocks/library/jax_rules/state.py", "exec_module"): "a module of the library, with jax in the place of NumPy",
    ("blocks/interchange/python/carried.py", "import_module"): "modules that the exporter names, such as numpy",
    ("blocks/cli/__init__.py", "import_module"): "the commands, by the table beside it",
    ("blocks/library/packages.py", "import_module"): "installed packages, but only those that the user enabled",
    ("blocks/__init__.py", "import_module"): "the public names, by the table beside it",
    ("blocks/library/jax_rules/lowering.py", "import_module"): "jax, which may be missing",
    ("blocks/torch/__main__.py", "import_module"): "the user's own module, which the user names on the command line",
    ("app/window/actions/exercises.py", "PySide6.QtCore.QProcess"): "Gradblocks' own command, which grades a diagram",
}


@pytest.fixture(scope="module", autouse=True)
def trees() -> Iterator[None]:
    """All modules as trees, for these tests alone: so many objects make each look of the collector slow."""
    gc.disable()
    yield
    calls.cache_clear()
    parsed.cache_clear()
    gc.enable()


@functools.cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@functools.cache
def calls(tree: ast.AST) -> list[tuple[str, ast.Call]]:
    """The calls in a module by the last part of what is called."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [(last_part(node.func), node) for node in nodes if isinstance(node.func, (ast.Name, ast.Attribute))]


def last_part(node: ast.Name | ast.Attribute) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr


def owner_of(node: ast.Call) -> str:
    """What stands before the last dot of what is called."""
    return dotted(node.func.value) if isinstance(node.func, ast.Attribute) else ""


def dotted(node: ast.AST) -> str:
    """Names with dots between them as they are written; a question mark for anything else."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "?"


def imported(tree: ast.AST) -> Iterator[str]:
    """The modules and names that a module imports, with dots."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_builtin(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name)


def is_constant(node: ast.Call) -> bool:
    """Whether a module is imported whose name stands in the source."""
    return len(node.args) == 1 and isinstance(node.args[0], ast.Constant)


def findings(tree: ast.AST, name: str) -> list[str]:
    """What a module does that could run data, as (what, line)."""
    results: list[str] = []
    for called, node in calls(tree):
        running = (called in RUNNING and is_builtin(node)) or called in LOADING
        if running and (name, called) not in ALLOWED and not is_constant(node):
            results.append(f"{called} in line {node.lineno}")
        if called in STARTING and owner_of(node) == "os":
            results.append(f"os.{called} in line {node.lineno}")
        for word in node.keywords:
            if word.arg == "allow_pickle" and not (isinstance(word.value, ast.Constant) and word.value.value is False):
                results.append(f"allow_pickle in line {node.lineno}")
            if word.arg == "shell":
                results.append(f"shell in line {node.lineno}")
        if dotted(node.func) in ("np.load", "numpy.load"):
            results.append(f"np.load in line {node.lineno}")
    forbidden = [module for module in imported(tree) if is_forbidden(module) and (name, module) not in ALLOWED]
    return results + [f"import of {module}" for module in forbidden]


def is_forbidden(module: str) -> bool:
    """Whether a module or name is one that runs what it is given, or reaches the network."""
    names = module.split(".")
    return names[-1] in QT_RUNNING or bool({".".join(names[:i]) for i in range(1, len(names) + 1)} & MODULES)


def test_no_module_runs_data() -> None:
    names = {path: path.relative_to(ROOT).as_posix() for path in SOURCES}
    by_module = {name: findings(parsed(path), name) for path, name in names.items()}
    assert {name: each for name, each in by_module.items() if each} == {}
    used = {(name, called) for path, name in names.items() for called, _ in calls(parsed(path))}
    used |= {(name, module) for path, name in names.items() for module in imported(parsed(path))}
    assert ALLOWED.keys() <= used


@pytest.mark.parametrize(
    "source",
    [
        "eval(x)", "exec(x)", "compile(x, '', 'exec')", "__import__(x)", "import pickle", "from marshal import loads",
        "importlib.import_module(x)", "np.load(f, allow_pickle=True)", "np.load(f)", "os.system(x)",
        "subprocess.run(x, shell=True)", "read_array(f, allow_pickle=flag)", "from PySide6.QtCore import QProcess",
        "import urllib.request", "from http import client",
    ],
)  # fmt: skip
def test_the_test_sees_it(source: str) -> None:
    assert findings(ast.parse(source), "blocks/anything.py")


# Who opens files. Blocks reach them through `blocks.run.files` only.
OPENERS = {
    "blocks/base/files.py", "blocks/run/files.py", "blocks/run/steps/events.py", "blocks/worker/server.py",
    "blocks/interchange/enuspace/page.py", "blocks/run/archives.py", "blocks/document/file_kinds.py",
    "blocks/cli/documents.py", "blocks/cli/output.py", "blocks/native/machine.py", "blocks/cli/mcp_server.py",
    "blocks/cli/mcp_worker.py", "blocks/door/pairing.py",
    "blocks/cli/supervision/peers.py", "blocks/base/npy.py", "blocks/cli/sweep/__init__.py",
    "app/core/recovery/journal.py", "app/window/documents/opening.py", "blocks/base/locks.py",
    "app/window/settings.py", "app/window/actions/exercises.py", "blocks/cli/exports.py", "blocks/worker/frames.py",
}  # fmt: skip


def opens(tree: ast.AST) -> bool:
    """Whether a module opens files by itself."""
    for called, node in calls(tree):
        owner = owner_of(node)
        if (called == "open" and owner in ("", "os", "io", "path", "Path", "self.path", "self._path")) or called in (
            "fromfile", "tofile", "memmap", "QFile", "QSaveFile", "NamedTemporaryFile", "mkstemp", "TemporaryDirectory",
        ):  # fmt: skip
            return True
    return False


def test_few_modules_open_files_and_no_block_does() -> None:
    openers = {path.relative_to(ROOT).as_posix() for path in SOURCES if opens(parsed(path))}
    assert openers <= OPENERS
    assert not any(name.startswith("blocks/library/") for name in openers)


def test_one_module_replaces_files() -> None:
    """What a person has is written by `blocks.base.files` only; journals, locks and event files are appended to."""
    modules: set[str] = set()
    for path in SOURCES:
        for called, node in calls(parsed(path)):
            owner = owner_of(node)
            modes = [a.value for a in (*node.args, *(k.value for k in node.keywords)) if isinstance(a, ast.Constant)]
            is_text = any(type(mode) is str and mode.rstrip("bt+") in ("w", "a", "x") for mode in modes)
            into_memory = called == "savez" and ast.unparse(node.args[0]) == "buffer"
            if (called in ("write_bytes", "savez", "tofile") and not into_memory) or (
                called == "write_text" and owner != "output"
            ):
                modules.add(path.relative_to(ROOT).as_posix())
            if called == "open" and is_text and owner not in ("archive",):
                modules.add(path.relative_to(ROOT).as_posix())
    lock = "app/core/experiments/background.py"  # a lock file stays the same file, and holds only a path
    assert modules == {"blocks/run/steps/events.py", lock}
