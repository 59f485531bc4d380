"""The chapters of the manual, as Markdown."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources

from blocks.cli import COMMANDS, command

CHAPTERS = (
    "tutorial", "editor", "gradients", "command-line", "python", "file-format", "composites", "models", "processes",
    "blocks", "api", "lint", "ui", "shortcuts", "block-type", "pass", "panel", "package", "architecture", "decisions",
    "promises", "versions", "developing",
)  # fmt: skip
"""The topics in their order; each is a file of ``assets/manual`` or one of `GENERATED`."""

GENERATED = ("blocks", "api", "lint")
"""Chapters that modules of this package write."""

_COMMANDS_HERE = "{{commands}}\n"
"""The mark in a chapter that is replaced by the help of every command."""


@cache
def chapter(topic: str) -> str:
    """Return a chapter, or a page of a generated one, as Markdown."""
    if topic not in CHAPTERS:
        return subpages()[topic]()
    if topic in GENERATED:
        from blocks.cli.manual import api, lint_rules, reference

        return {"blocks": reference, "api": api, "lint": lint_rules}[topic].index_text()
    text = (resources.files("assets") / "manual" / f"{topic}.md").read_text("utf-8")
    return text.replace(_COMMANDS_HERE, _help_of_commands()) if _COMMANDS_HERE in text else text


@cache
def subpages() -> Mapping[str, Callable[[], str]]:
    """Return the topics of the pages of generated chapters, with functions that return their Markdown."""
    from blocks.cli.manual import api, reference

    return {**reference.topics(), **api.topics()}


def title_of(text: str) -> str:
    """Return the title of a chapter, its first line."""
    return text.partition("\n")[0].removeprefix("# ")


def _help_of_commands() -> str:
    """Return the ``--help`` of each command, as sections."""
    return "\n".join(f"## {name}\n\n```\n{_help_of(name)}```\n" for name in COMMANDS)


def _help_of(name: str) -> str:
    stream = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with contextlib.redirect_stdout(stream), contextlib.suppress(SystemExit):
        command(name)(["--help"])
    stream.seek(0)
    return stream.read()
