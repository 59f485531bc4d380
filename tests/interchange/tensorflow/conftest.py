"""Fixtures of these tests: the models that TensorFlow wrote."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

HOME = Path(__file__).parent


@pytest.fixture(scope="session", name="models")
def _models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    with zipfile.ZipFile(HOME / "models.zip") as archive:
        archive.extractall(folder)
    return folder
