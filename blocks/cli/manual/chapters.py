"""The parts and chapters of the manual, as Markdown."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import resources
from typing import Any

from blocks.cli import COMMANDS, command

PARTS = {
    "Start": ("install", "first-diagram", "tutorial", "concepts"),
    "How-to": (
        "build-and-run", "add-training", "train-on-data", "find-missing-gradient", "explain", "detach-target",
        "custom-gradient", "verify-gradient", "find-nan", "save-weights", "sweep", "import-model", "build-rnn",
        "share-composites", "resolve-conflict", "edit-by-script", "assistants", "class",
    ),
    "Reference": (
        "editor", "ui", "shortcuts", "gradients", "lint", "blocks", "composites", "loop-blocks", "block-libraries",
        "command-line", "python", "api", "trace", "export-jax", "file-format", "json", "models", "from-torch",
        "processes",
    ),
    "Explanation": ("gradient-construction", "stopping-gradients", "loops", "determinism", "security", "reliability"),
    "Help": ("faq", "troubleshooting", "glossary", "coming-from", "platforms"),
    "Project": (
        "architecture", "decisions", "promises", "block-type", "pass", "panel", "package", "developing", "benchmarks",
        "versions",
    ),
}  # fmt: skip
"""The parts of the manual with their topics, in order. A topic is a file of ``assets/manual`` or in `GENERATED`."""

CHAPTERS = tuple(topic for topics in PARTS.values() for topic in topics)

GENERATED = ("blocks", "api", "lint")


@cache
def chapter(topic: str) -> str:
    if topic not in CHAPTERS:
        return subpages()[topic]()
    if topic in GENERATED:
        from blocks.cli.manual import api, lint_rules, reference

        return {"blocks": reference, "api": api, "lint": lint_rules}[topic].index_text()
    text = (resources.files("assets") / "manual" / f"{topic}.md").read_text("utf-8")
    parts = {"commands": _help_of_commands, "layers": _table_of_layers, "operations": _table_of_operations}
    for name, generated in parts.items():
        if (mark := f"{{{{{name}}}}}\n") in text:
            text = text.replace(mark, generated())
    return text


@cache
def subpages() -> Mapping[str, Callable[[], str]]:
    from blocks.cli.manual import api, reference

    return {**reference.topics(), **api.topics()}


def title_of(text: str) -> str:
    return text.partition("\n")[0].removeprefix("# ")


def _help_of_commands() -> str:
    return "\n".join(f"## {name}\n\n```\n{_help_of(name)}```\n" for name in COMMANDS)


def _table_of_layers() -> str:
    from blocks.document.packages.folders import shipped
    from blocks.door.types_json import composites_json

    rows = ["| composite | summary | attributes |\n| --- | --- | --- |\n"]
    for document in (found.package.document for found in shipped() if found.package is not None):
        for each in composites_json(document, list(document.composites)):
            names = ", ".join(f"`{attribute['name']}`" for attribute in each["attributes"])
            rows.append(f"| `{each['type'][1:]}` | {each['summary'].replace('|', chr(92) + '|')} | {names} |\n")
    return "".join(rows)


def _table_of_operations() -> str:
    from blocks.torch.rules import RULES

    names: dict[str, set[str]] = {}
    for name, rule in RULES.items():
        function: Any = rule
        while isinstance(function, partial):
            function = function.func
        names.setdefault(function.__module__.rpartition(".")[2], set()).add(name.partition(".")[0])
    rows = [f"| {kind} | {', '.join(f'`{each}`' for each in sorted(names[kind]))} |\n" for kind in sorted(names)]
    return "| kind | operations |\n| --- | --- |\n" + "".join(rows)


def _help_of(name: str) -> str:
    stream = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with contextlib.redirect_stdout(stream), contextlib.suppress(SystemExit):
        command(name)(["--help-all"])
    stream.seek(0)
    return stream.read()
