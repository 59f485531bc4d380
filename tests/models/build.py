"""The models by name, each as a diagram and as a session that begins with the weights of its setting."""

from __future__ import annotations

from collections.abc import Callable

import blocks
from tests.models import generators, others, pictures, sequences
from tests.models.pen import Pen
from tests.models.setting import SETTINGS

MODELS: dict[str, Callable[[Pen], None]] = {
    name: next(getattr(module, name) for module in (sequences, generators, pictures, others) if hasattr(module, name))
    for name in SETTINGS
}


def diagram(name: str, dtype: str = "DT_DOUBLE") -> blocks.Diagram:
    """A model as a diagram with one page."""
    diagram = blocks.Diagram()
    MODELS[name](Pen(diagram.add_page("main"), dtype, SETTINGS[name]))
    return diagram


def session(name: str, dtype: str = "DT_DOUBLE") -> blocks.Session:
    """A session that begins with the weights of the setting, those of the rounds of a Repeat too."""
    session = blocks.Session(diagram(name, dtype))
    for path, value in SETTINGS[name].weights().items():
        session.variables[path] = value
    return session
