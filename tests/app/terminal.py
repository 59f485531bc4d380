"""A picture of ``python -m blocks.torch`` in a terminal, which needs a Python with PyTorch."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter

ROOT = Path(__file__).parents[2]
_COMMAND = "python -m blocks.torch train:setup"
_GROUND, _TEXT, _PROMPT = "#1e1e1e", "#d8d8d8", "#6cc24a"
_EDGE = 22
PROGRAM = """\
import torch
from torch import nn
from torch.nn import functional as F


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(8, 4), nn.Tanh())
        self.codebook = nn.Embedding(16, 4)
        self.decoder = nn.Linear(4, 8)
        self.scale = nn.Parameter(torch.ones(()))

    def forward(self, x):
        z = self.encoder(x)
        index = torch.cdist(z, self.codebook.weight).argmin(1)
        code = self.codebook(index)
        code = code.detach()
        return self.decoder(code) * self.scale.item()


def setup():
    torch.manual_seed(0)
    model, x = Autoencoder(), torch.randn(32, 8)
    model.decoder.bias.requires_grad_(False)
    return lambda: F.mse_loss(model(x), x), model
"""


def explained(python: str) -> QImage:
    """Return the picture of what the command prints about `PROGRAM`."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "train.py").write_text(PROGRAM)
        done = subprocess.run(
            [python, *_COMMAND.split()[1:]], cwd=folder, capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "108"},
        )  # fmt: skip
    assert done.returncode == 1 and not done.stderr, done.stderr  # it found parameters without a gradient
    return _drawn(["$ " + _COMMAND, *done.stdout.splitlines(), "$ "])


def _drawn(lines: list[str]) -> QImage:
    font = QFont(["DejaVu Sans Mono", "monospace"])
    font.setPixelSize(18)
    room = QFontMetricsF(font)
    width = max(map(room.horizontalAdvance, lines)) + 2 * _EDGE
    image = QImage(round(width), round(room.lineSpacing() * len(lines)) + 2 * _EDGE, QImage.Format.Format_RGB32)
    image.fill(QColor(_GROUND))
    painter = QPainter(image)
    painter.setFont(font)
    for i, line in enumerate(lines):
        painter.setPen(QColor(_PROMPT if line.startswith("$") else _TEXT))
        painter.drawText(QPointF(_EDGE, _EDGE + room.ascent() + i * room.lineSpacing()), line)
    painter.end()
    return image
