"""Every option of every command, in several modes: it is refused, or something that one can see is different.

`TRIED` has what to try for each option that a parser declares: one that has no entry there, nor in `ELSEWHERE`, fails.
"""

from __future__ import annotations

import argparse
import io
import json
import shutil
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import blocks
from blocks.base import web_page
from blocks.cli import COMMANDS, grade, main, sweep
from blocks.cli.arguments import Parser
from blocks.cli.editor import Drawing
from blocks.cli.manual import site
from blocks.cli.program import run_program
from blocks.exercise.grading import Grade, result_of
from blocks.exercise.grading import graded as graded_of
from blocks.exercise.model import Exercise
from tests.cli.conftest import write
from tests.cli.test_commands import Point
from tests.interchange.tensorflow.graphs import FLOAT, add, constant, graph, saved

MODES = {
    "run": ["d.gradblocks", "d.gradblocks --fetch rep/twice --fetch loss", "d.gradblocks --gradients loss",
            "d.gradblocks --fetch rep/twice --trace loss", "d.gradblocks --print loss",
            "d.gradblocks --print loss --csv", "d.gradblocks --json", "d.gradblocks --out out/r.npz",
            "d.gradblocks --steps 3 --checkpoint out/kept", "d.gradblocks --data rows.npz --seed 3",
            "d.gradblocks --compare ref.npz"],
    "check": ["d.gradblocks", "d.gradblocks --gradient loss", "d.gradblocks --gradient loss --numeric --json",
              "d.gradblocks --formula loss", "d.gradblocks --formula loss --json"],
    "convert": ["plain.gradblocks out/o.gradblocks", "plain.gradblocks out/o.py", "plain.gradblocks out/o.onnx",
                "plain.gradblocks out/o.pb", "plain.gradblocks out/o/", "plain.gradblocks out/o.svg",
                "plain.gradblocks out/o.html", "d.gradblocks out/o.html --results",
                "plain.gradblocks out/o.ipynb", "plain.gradblocks --markdown", "m.pb out/o.gradblocks",
                "m.pb out/o.html", "m.pb out/o.gradblocks --trainable", "imported.gradblocks --update out/back.pb"],
    "add-training": ["plain.gradblocks out/o.gradblocks --minimize y --learning-rate 0.1",
                     "m.pb out/o.gradblocks --minimize y --learning-rate 0.1"],
    "grade": ["task.json d.gradblocks", "task.json d.gradblocks --csv", "task.json d.gradblocks --format nbgrader"],
    "sweep": ["d.gradblocks --metric loss"],
    "read": ["d.gradblocks", "d.gradblocks --block w"],
    "find": ["d.gradblocks"],
    "edit": ["d.gradblocks"],
    "undo": ["d.gradblocks"],
    "describe": ["MatMul", ":Cell", ":Cell --in d.gradblocks"],
    "explain": ["d.gradblocks w", "d.gradblocks w --run"],
    "mcp": ["nowhere"],
    "show": ["d.gradblocks out/o.png", "d.gradblocks out/o.png --results"],
    "fmt": ["d.gradblocks"],
    "diff": ["d.gradblocks plain.gradblocks"],
    "merge": ["d.gradblocks plain.gradblocks other.gradblocks"],
    "git": ["uninstall"],
    "thumbnail": ["d.gradblocks out/o.png"],
    "blocks": ["", "MatMul", "d.gradblocks", "d.gradblocks Cell"],
    "example": ["", "xor"],
    "manual": ["", "tutorial"],
    "desktop": ["uninstall"],
    "packages": ["list", "outdated d.gradblocks", "enable nobody"],
    "": ["", "d.gradblocks", "d.gradblocks --screenshot o.png"],
    "program": [""],
}  # fmt: skip
"""By command, the command lines that each option is added to. The editor has no command, a program that was exported
another one.
"""
OPERATIONS = b'[{"op": "rename", "block": "w", "to": "weight"}]'
"""Standard input, which `edit` reads."""
PACKAGES = {"--packages": "none"}
TRIED = {
    "run": {
        "--page": "none", "--fetch": "rate", "--trace": "loss", "--inside": "", "--iterations": "",
        "--gradients": "loss", "--first-bad": "loss",
        "--ignore-stop": "stop", "--stop-at": "w.ref", "--break": "loss", "--feed": "x=5.0",
        "--set": "w.initvalues=9.0", "--lint": "", "--steps": "2", "--print": "loss", "--every": "3", "--csv": "",
        "--load": "w.npz", "--save": "out/saved.npz", "--checkpoint": "out/more", "--resume": "", "--seed": "7",
        "--json": "", "--out": "out/more.npz", "--profile": "", "--summaries": "out/summaries", "--max-mem": "1",
        "--data": "rows.npz", "--batch": "1", "--epochs": "2", "--shuffle": "",
        "--compare": "w.npz", "--tolerance": "-1", **PACKAGES,
    },
    "check": {
        "--json": "", "--page": "none", "--set": "w.initvalues=[1.0,2.0,3.0]", "--gradient": "loss",
        "--ignore-stop": "stop", "--stop-at": "w.ref", "--numeric": "", "--feed": "x=5.0", "--lint": "",
        "--formula": "loss", "--wrt": "w", "--latex": "", **PACKAGES,
    },
    "convert": {
        "--map": "data=moved", "--page": "none", "--style": "jax", "--fetch": "y", "--input": "y", "--flatten": "",
        "--trainable": "", "--checkpoint": "nowhere", "--load": "w.npz", "--update": "out/back.pb",
        "--group-layers": "", "--variables": "none", "--markdown": "",
        "--results": "", "--gradients": "loss", "--steps": "2", "--seed": "7", "--strict": "", **PACKAGES,
    },
    "add-training": {
        "--minimize": "z", "--learning-rate": "0.2", "--optimizer": "Adam", "--loss": "mean_squared_error",
        "--page": "none", "--checkpoint": "nowhere", "--variables": "none", **PACKAGES,
    },
    "sweep": {"--page": "none", "--set": "w.initvalues=3.0", "--seeds": "2", "--steps": "2", "--metric": "y",
              "--feed": "x=5.0", "--json": "", "--out": "out/o.npz", "--max-mem": "1", "--best": "y",
              "--checkpoint": "out/kept", **PACKAGES},
    "grade": {"--json": "", "--format": "gradescope", "--csv": "", "--seed": "7", "--timeout": "2", "--max-mem": "1M",
              "--student": ""},
    "read": {"--page": "none", "--block": "y", "--revision": ""},
    "find": {"--page": "none", "--type": "Add", "--text": "w", "--problem": "", "--unwired": "",
             "--gradient": "loss cut"},
    "edit": {"--base": "none", "--dry-run": "", "--out": "out/o.gradblocks"},
    "undo": {},
    "describe": {"--in": "d.gradblocks"},
    "explain": {"--loss": "y", "--run": "", "--max-mem": "1"},
    "mcp": {},
    "show": {"--page": "none", "--block": "y", "--results": "", "--gradients": "loss", "--max-mem": "1"},
    "fmt": {"--in-place": "", "--layout": ""},
    "diff": {},
    "merge": {"--output": "out/merged", "--prefer": "ours", "--name": "named", **PACKAGES},
    "git": {"--global": ""},
    "thumbnail": {"--size": "32", "--page": "none"},
    "blocks": {"--json": "", **PACKAGES},
    "example": {"--to": "out"},
    "manual": {"--html": "out"},
    "desktop": {"--folder": "out"},
    "packages": {"--json": ""},
    "": {"--screenshot": "o.png", "--page": "main", "--feed": "x=1", "--load": "w.npz", **PACKAGES},
    "program": {"--page": "none", "--steps": "2", "--seed": "7", "--feed": "x=1", "--json": ""},
}  # fmt: skip
"""By command and option, the value to try; empty for a switch."""
ELSEWHERE = {
    "run": {"--backend", "--engine", "--strict", "--devices", "--processes", "--coordinator", "--process", "--shard",
            "--timeout", "--quiet", "--strict-gradients", "--evaluate", "--allow-read", "--allow-write",
            "--save-every", "--statistics"},
    "check": {"--seed"},
    "explain": {"--timeout"},
    "show": {"--timeout"},
    "mcp": {"--editor"},
    "sweep": {"--jobs", "--quiet", "--timeout", "--allow-read", "--backend", "--resume"},
}  # fmt: skip
"""Options whose effect is seen elsewhere: with JAX, where a run is killed, in other folders, in an error's size."""


class Outcome(NamedTuple):
    """What can be seen of a command: the status, what it printed, the files that it wrote or changed."""

    status: int
    out: bytes
    err: bytes
    files: dict[str, bytes]


CELL = {"x": "InputPin", "twice": "Multiply", "y": "OutputPin"}
PAGE = {
    "rate": "Const", "given": "Const", "x": "PlaceholderWithDefault", "file": "Const", "w": "Variable", "one": ":Cell",
    "two": ":Cell", "rep": "Repeat", "y": "Multiply", "z": "Multiply", "noisy": "Add", "stop": "StopGradient",
    "product": "Multiply", "sum": "Add", "loss": "L2Loss", "square": "Square", "minus": "Negate", "dead": "Relu",
    "train": "Minimize", "noise": "Const", "root": "Sqrt",
}  # fmt: skip
VALUES: dict[str, dict[str, Any]] = {
    "rate": {"val": 0.1}, "given": {"val": 1.0}, "x": {"shape": []}, "file": {"val": {"file": "data/v.npy"}},
    "w": {"initvalues": 0.5}, "rep": {"body": ":Cell", "times": 2}, "train": {"optimizer": "Momentum"},
    "noise": {"val": [0.1, 0.2]}, "twice": {"y": 2.0},
}  # fmt: skip
WIRES: str = """
given.output x.input, x.output one.x, one.x two.x, two.x rep.x, rep.x y.x, w.ref y.y, file.output noisy.x,
noise.output noisy.y, noisy.z z.x, y.z z.y, y.z stop.input, z.z product.x, stop.output product.y, product.z sum.x,
w.ref square.x, square.y root.x, root.y minus.x, minus.y dead.features, dead.activations sum.y, sum.z loss.t,
loss.output train.loss, rate.output train.learning_rate
"""


def blocks_of(types: dict[str, str], **other: Any) -> list[dict[str, Any]]:
    return [{"id": name, "type": kind, "values": VALUES.get(name, {}), **other.get(name, {})}
            for name, kind in types.items()]  # fmt: skip


@pytest.fixture(scope="module", name="home")
def _home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with diagrams and a model on which each option can be seen."""
    folder = tmp_path_factory.mktemp("options")
    for name, value in (("data", 2.0), ("moved", 3.0)):
        (folder / name).mkdir()
        np.save(folder / name / "v.npy", np.array([value, value], np.float32))
    cell = {"name": "Cell", "wires": [["x.output", "twice.x"], ["twice.z", "y.input"]],
            "blocks": blocks_of(CELL, x={"values": {}}, y={"values": {"name": "x"}})}  # fmt: skip
    noise = {
        "d": {"type": "RandomUniform", "values": {"shape": [2], "dtype": "DT_FLOAT"}},
        "plain": {},
        "other": {"values": {"val": [0.3, 0.4]}},
    }
    for name, each in noise.items():
        write(folder / f"{name}.gradblocks", blocks_of(PAGE, noise=each), [pair.split() for pair in WIRES.split(",")],
              format="gradblocks/2", composites=[cell])  # fmt: skip
    session = blocks.Session(blocks.load(folder / "plain.gradblocks"))
    session.variables["w"] = 0.75
    session.save(str(folder / "w.npz"))
    np.savez(folder / "rows.npz", allow_pickle=False, **{"file.output": np.array([0.3, 0.4], np.float32)})
    main(["run", str(folder / "d.gradblocks"), "--out", str(folder / "ref.npz"), "--quiet"])
    checks = [{"name": "hidden", "value": "loss", "equals": 1, "hidden": True}, {"name": "c", "unchanged": ["w"]}]
    task = {"format": "gradblocks-exercise/1", "title": "Task", "start": "d.gradblocks", "checks": checks}
    (folder / "task.json").write_text(json.dumps(task))
    model = graph()
    constant(model, "k", [[1.0, 2.0], [3.0, 4.0]])
    add(model, "Placeholder", "x", dtype=FLOAT)
    add(model, "MatMul", "y", "x", "k", T=FLOAT)
    add(model, "Unheard", "z", "y", T=FLOAT)
    saved(model, folder / "m.pb")
    assert main(["convert", str(folder / "m.pb"), str(folder / "imported.gradblocks"), "--trainable"]) == 0
    return folder


class Runs:
    """The runs of a sweep, which are only shown: to do them takes processes."""

    def __init__(self, runs: Any, job: Any, _jobs: int, _note: Any, **_done: Any) -> None:
        print([(each.source.page.blocks, each.source.inner, each.seed) for each in runs], job)

    def start(self) -> None:
        pass

    def wait(self, _seconds: float) -> bool:
        return True


def graded(_path: str, exercise: Exercise, files: list[str], *limits: Any) -> list[Grade]:
    """The grades of hand-ins, which only show the limits: to grade them takes processes."""
    print(limits)
    return [graded_of([result_of(each, "not graded") for each in exercise.checks]) for _ in files]


class Walk:
    """Runs commands in a folder, with a new folder ``out`` each time."""

    def __init__(self, home: Path, monkeypatch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[bytes]) -> None:
        self.home = home
        self._capture, self._patch = capture, monkeypatch
        monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
        self._kept = {path: path.read_bytes() for path in home.iterdir() if path.is_file()}
        monkeypatch.chdir(home)
        monkeypatch.setenv("HOME", str(home / "out"))
        monkeypatch.setenv("XDG_DATA_HOME", str(home / "out" / "share"))
        monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(home / "out" / "config"))
        monkeypatch.setattr(site, "site", lambda: {"index.html": b""})  # all of it takes long
        monkeypatch.setattr(sweep, "Sweep", Runs)
        monkeypatch.setattr(grade, "grade_files", graded)
        monkeypatch.setattr(web_page, "editor_point", lambda: Point(lambda: self._edit))

    def run(self, command: str, arguments: list[str]) -> Outcome:
        """Run a command."""
        out = self.home / "out"
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        shutil.copyfile("m.pb", "out/back.pb")
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(OPERATIONS)))
        if command == "program":
            status = run_program({"main": self._page}, arguments)
        else:
            status = main([*([command] if command else []), *arguments])
        files = {str(path): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}
        changed = {str(path): path.read_bytes() for path in self._kept if path.read_bytes() != self._kept[path]}
        for path in changed:
            Path(path).write_bytes(self._kept[Path(path)])
        said: Any = self._capture.readouterr()
        return Outcome(status, said.out, said.err, {**files, **changed})

    def _edit(self, *given: Any, **more: Any) -> int:
        """The editor, or what draws for it."""
        print(given[:2], more.get("run"), more.get("web_page"))
        drawing: Drawing | None = more.get("drawing")
        if drawing is not None:
            drawing.path.write_text(str((drawing.diagram.document, *drawing[3:7])))
        if more.get("web_page") is not None:
            from app.web_page.main import give

            return give(more["web_page"])
        return 0

    def _page(self, *given: Any) -> dict[str, Any]:
        return {"given": np.array(str(given).encode(), object)}


def options_of(command: str, walk: Walk, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The options that a command's parser declares."""
    parsers: list[Parser] = []

    def note(self: Parser, _args: Any = None, _namespace: Any = None) -> argparse.Namespace:
        parsers.append(self)
        raise SystemExit(0)

    with monkeypatch.context() as patch:
        patch.setattr(Parser, "parse_args", note)
        walk.run(command, [])
    [parser] = parsers
    options = {each.option_strings[-1] for each in parser._actions if each.option_strings}
    return options - {"--help", "--help-all", "--only"}


def test_each_command_has_modes() -> None:
    assert {*MODES} == {*TRIED} == {*COMMANDS, "", "program"}


@pytest.mark.parametrize("command", MODES)
def test_no_option_is_ignored(
    command: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    walk = Walk(home, monkeypatch, capsysbinary)
    assert {*TRIED[command], *ELSEWHERE.get(command, ())} == options_of(command, walk, monkeypatch)
    used: set[str] = set()
    ignored: list[str] = []
    for mode in MODES[command]:
        arguments = mode.split()
        plain = walk.run(command, arguments)
        for option, value in TRIED[command].items():
            if f"{option} {value}".strip() in mode:
                continue
            done = walk.run(command, [*arguments, option, *value.split()])
            if done.status == 2 and option.encode() in done.err and b"Remove the option" in done.err:
                assert not done.files.keys() - plain.files.keys()
            elif done == plain:
                ignored.append(f"{mode} {option}")
            else:
                used.add(option)
    assert not ignored, "\n".join(ignored)
    assert used == {*TRIED[command]}
