"""The page about lint rules, from the docstrings of the rules."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any

from blocks.library.lint.rules import RULES
from blocks.library.lint.running import DEAD

INPUTS: Mapping[str, tuple[int, ...]] = {"x": (3,), "logits": (2, 3), "prediction": (4, 1), "target": (4,), "g": (2,)}
EXAMPLE = re.compile(r"^(Bad|Fixed):\n((?:    .*\n)+)", re.MULTILINE)
_CASE = re.compile(r"^Case: (\S+)\n?", re.MULTILINE)
_BEGIN = """# Lint rules

`gradblocks check FILE --lint` and the Problems panel show lint warnings: likely problems that are not errors. A warning
ends with a fix in parentheses. The examples below are bodies of functions for `blocks.trace`. Their inputs are float32:
{inputs}.

To hide the warnings of a rule in the editor, use the context menu of a warning.
"""


def index_text() -> str:
    inputs = ", ".join(f"`{name}` {list(shape)}" for name, shape in INPUTS.items())
    dead = "\n".join(f"- {name}: {kind.message.format(count='N')}. Fix: {kind.mend}." for name, kind in DEAD.items())
    parts = [_BEGIN.format(inputs=inputs), *map(_rule_text, RULES)]
    parts.append(
        "## dead\n\nA block that passes no gradient in any step of a run. `gradblocks run FILE --lint --steps N` looks"
        f" for it in N steps:\n\n{dead}\n"
    )
    return "\n".join(parts)


def rule_id(rule: Callable[..., Any]) -> str:
    return rule.__name__.replace("_", "-")


def _rule_text(rule: Callable[..., Any]) -> str:
    doc = f"{inspect.getdoc(rule)}\n"
    code = EXAMPLE.sub(lambda match: f"**{match[1]}**\n\n```python\n{inspect.cleandoc(match[2])}\n```\n", doc)
    cases = ", ".join(f"`{link.removeprefix('https://')}`" for link in _CASE.findall(doc))
    return f"## {rule_id(rule)}\n\n{_CASE.sub('', code)}Reports of this problem: {cases}\n"
