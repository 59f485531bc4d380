"""Versions of the file format.

There is one so far. When "gradblocks/2" comes, a function from the JSON of version 1 to that of version 2 belongs here,
and `check_format` calls it for a file of version 1 (and likewise later: one step after the other).
"""

from __future__ import annotations

import re

from blocks.base.errors import FileError
from blocks.document.data import Json, shortened

MAJOR = 1
FORMAT = f"gradblocks/{MAJOR}"

_FORMAT = re.compile(r"gradblocks/([1-9][0-9]{0,8})")


def check_format(declared: Json) -> None:
    """Refuse what this version of the program cannot read.

    Args:
        declared: what the file has as ``format``; None if it has none.

    Raises:
        FileError: it is no Gradblocks diagram, or one of a newer version.
    """
    match = _FORMAT.fullmatch(declared) if type(declared) is str else None
    if match is None:
        what = "has no 'format'" if declared is None else "has a 'format' that is no version of it"
        if type(declared) is str:
            what = f"has the format {shortened(declared)}"
        raise FileError(f"this is no Gradblocks diagram: it {what}", hint=f'a diagram begins with "format": "{FORMAT}"')
    if int(match[1]) > MAJOR:
        raise FileError(
            f"the diagram has the format {declared}, made by a newer Gradblocks; this one reads up to {FORMAT}",
            hint="update Gradblocks to open it",
        )
