"""``gradblocks git``: tells git how to merge and compare diagrams."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from blocks.base.errors import FileError, UsageError
from blocks.base.files import write_atomically
from blocks.cli import output
from blocks.cli.arguments import Parser

ATTRIBUTES = "*.gradblocks merge=gradblocks diff=gradblocks"
"""The line of a file of attributes that makes git use what is installed for diagrams."""
_SECTIONS = ("merge.gradblocks", "diff.gradblocks", "difftool.gradblocks", "mergetool.gradblocks")


def git(given: list[str]) -> int:
    """Install or remove the merge driver and the difftool; returns the exit status."""
    parser = Parser(
        "git",
        "Let git merge diagrams block by block (a merge driver), show what changed in words (`git difftool -t"
        " gradblocks`), and open conflicts in the editor (`git mergetool -t gradblocks`).",
    )
    parser.add_argument("action", choices=("install", "uninstall"), help="what to do")
    parser.add_argument("--global", dest="everywhere", action="store_true",
        help="for all repositories of this user; else for this one, with a line in .gitattributes")  # fmt: skip
    options = parser.parse_args(given)
    scope = "--global" if options.everywhere else "--local"
    attributes = _attributes(options.everywhere)
    if options.action == "install":
        for key, value in _settings().items():
            _git("config", scope, key, value)
        _put_line(attributes)
        output.write_text(f"git merges diagrams with gradblocks now ({attributes})\n")
        return 0
    for section in _SECTIONS:
        _git("config", scope, "--remove-section", section, may_fail=True)
    _remove_line(attributes)
    output.write_text(f"git knows nothing of gradblocks any more ({attributes})\n")
    return 0


def _settings() -> dict[str, str]:
    program = _program()
    return {
        "merge.gradblocks.name": "Gradblocks diagrams, merged block by block",
        "merge.gradblocks.driver": f"{program} merge %O %A %B -o %A --name %P",
        # The hunks of a plain `git diff` say which page or composite they are of.
        "diff.gradblocks.xfuncname": '^ {6}"name": (.*)$',
        "difftool.gradblocks.cmd": f'{program} diff "$LOCAL" "$REMOTE"',
        "difftool.prompt": "false",
        "mergetool.gradblocks.cmd": f'{program} "$MERGED"',
        "mergetool.gradblocks.trustExitCode": "false",
    }


def _program() -> str:
    """This program, for a shell: by its whole path, as git is called where no environment is active."""
    found = shutil.which("gradblocks", path=os.path.dirname(sys.executable)) or shutil.which("gradblocks")
    return shlex.quote(found) if found else f"{shlex.quote(sys.executable)} -m blocks.cli"


def _attributes(everywhere: bool) -> Path:
    """The file of attributes: of the repository, or of the user."""
    if not everywhere:
        return Path(_git("rev-parse", "--show-toplevel")) / ".gitattributes"
    named = _git("config", "--global", "--type=path", "core.attributesFile", may_fail=True)
    if named:
        return Path(named)
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return Path(home) / "git" / "attributes"


def _put_line(path: Path) -> None:
    lines = _lines(path)
    if ATTRIBUTES in lines:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot be written: {error.strerror or error}", file=str(path)) from None
    write_atomically(path, "".join(f"{line}\n" for line in [*lines, ATTRIBUTES]).encode())


def _remove_line(path: Path) -> None:
    lines = _lines(path)
    rest = [line for line in lines if line != ATTRIBUTES]
    if rest != lines:
        write_atomically(path, "".join(f"{line}\n" for line in rest).encode())


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").splitlines() if path.exists() else []
    except (OSError, ValueError) as error:
        raise FileError(f"cannot be read: {error}", file=str(path)) from None


def _git(*arguments: str, may_fail: bool = False) -> str:
    """What git prints.

    Raises:
        UsageError: there is no git, or it refuses.
    """
    command: Sequence[str] = ("git", *arguments)
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"git cannot be called: {error}", hint="install git first") from None
    if done.returncode and not may_fail:
        hint = "go to a repository, or use --global" if arguments[0] == "rev-parse" else None
        raise UsageError(f"git says: {done.stderr.strip() or done.returncode}", hint=hint)
    return done.stdout.strip() if not done.returncode else ""
