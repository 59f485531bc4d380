"""``gradblocks packages`` for packages of composites: a library of files, and copies in diagrams."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from blocks.document.file import load
from tests import packages
from tests.cli.conftest import Command
from tests.document.documents import add_unknown
from tests.document.test_packages import nets
from tests.library.distribution import write

USER = '{"format": "gradblocks/1", "pages": [{"name": "main", "blocks": [], "wires": []}]}'


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with packages.place(tmp_path, monkeypatch) as folder:
        monkeypatch.chdir(tmp_path)
        Path("nets.gradblocks").write_text(nets().dumps(), "utf-8")
        Path("user.gradblocks").write_text(USER, "utf-8")
        yield folder


@pytest.mark.usefixtures("site")
def test_a_package_is_added_used_updated_and_removed(command: Command) -> None:
    assert command("check", "nets.gradblocks").out == "No errors.\n"
    assert command("packages", "add", "nets.gradblocks").out == "Added nets 1.0.0 to your library: 3 composites.\n"
    assert "nets    composites   1.0.0, 3 composites, in your library\n" in command("packages").out
    done = command("packages", "use", "user.gradblocks", "nets", "Net", "Scaled")
    assert done.out.splitlines() == [
        "Net was copied together with 'Scaled', which it uses. Its instances have the type ':Net'.",
        "Scaled was already there. Its instances have the type ':Scaled'.",
    ]
    assert command("blocks", "user.gradblocks", "Net").out.endswith("From nets 1.0.0.\n")
    text = Path("user.gradblocks").read_text("utf-8")
    same = "All copies match their block libraries.\n"
    assert command("packages", "outdated", "user.gradblocks").out == same

    Path("nets.gradblocks").write_text(nets(3.0, version="1.1.0").dumps(), "utf-8")
    done = command("packages", "add", "nets.gradblocks")
    assert done.out == "Added nets 1.1.0 to your library, replacing 1.0.0: 3 composites.\n"
    told = command("packages", "outdated", "user.gradblocks").out.splitlines()
    assert told[0] == "Scaled: from nets 1.0.0; nets 1.1.0 has a different version of it"
    assert "  composite 'Scaled', block 'm': y changed: 2.0 -> 3.0" in told
    copies = command("packages", "outdated", "user.gradblocks", "--json").json["copies"]
    assert [(each["composite"], each["available"], each["differs"], each["edited"]) for each in copies] == [
        ("Scaled", "1.1.0", True, False),
        ("Net", "1.1.0", False, False),
    ]
    assert Path("user.gradblocks").read_text("utf-8") == text, "nothing updates by itself"
    done = command("packages", "update", "user.gradblocks")
    assert "composite 'Scaled', block 'm': y changed: 2.0 -> 3.0" in done.out.splitlines()
    assert load("user.gradblocks").composite("Scaled").block("m").values == {"y": 3.0}
    assert command("packages", "update", "user.gradblocks").out == same

    listed = command("packages", "--json").json["packages"]
    [net] = [each for each in listed if each["name"] == "nets"]
    assert (net["kind"], net["version"], net["where"]) == ("composites", "1.1.0", "user")
    assert net["composites"] == ["Scaled", "Net", "Alone"]
    assert command("packages", "remove", "nets").out == "Removed nets from your library.\n"
    done = command("packages", "remove", "nets")
    assert done.status == 2 and "there is no block library 'nets' in your library folder" in done.err
    gone = command("packages", "outdated", "user.gradblocks").out
    assert gone.startswith("Scaled: from nets 1.1.0, which is not an available block library\n")
    edited = load("user.gradblocks")
    edited.composite("Net").set("first", by=1.0)
    edited.save("user.gradblocks")
    assert "not changed: Net, from nets 1.0.0, which" in command("packages", "update", "user.gradblocks").out


@pytest.mark.usefixtures("site")
def test_what_is_wrong_is_a_sentence(command: Command, tmp_path: Path) -> None:
    Path("LAYERS.gradblocks").write_text(nets(name="LAYERS").dumps(), "utf-8")
    for given, why in (
        (["add", "none.gradblocks"], "there is no such file"),
        (["add", "user.gradblocks"], "this diagram is not a block library"),
        (["add"], "expected `gradblocks packages add FILE`"),
        (["use", "user.gradblocks", "nets", "Net"], "there is no usable block library 'nets'"),
        (["use", "user.gradblocks", "layers", "<b>"], "the block library 'layers' has no composite '<b>'"),
        (["add", "LAYERS.gradblocks"], "too similar to the name of the block library 'layers'"),
        (["new", "con"], "'con' is not a valid plugin name"),
        (["remove", "layers"], "'layers' is not in your library folder: it is part of Gradblocks"),
        (["enable", "layers"], "'layers' is a block library, which does not need to be enabled"),
        (["update", "user.gradblocks", "Net"], "'Net' is not a copy from a block library"),
        (["add", "nets.gradblocks", "--json"], "--json"),
    ):
        done = command("packages", *given)
        assert done.status in (1, 2) and len(done.errors) == 1 and why in done.err, done.err
    assert Path("user.gradblocks").read_text("utf-8") == USER
    folder = tmp_path / "data" / "packages"
    folder.mkdir(parents=True)
    (folder / "half.gradblocks").write_text(nets().dumps()[:200], "utf-8")
    done = command("packages", "list")
    assert done.status == 1 and "half    broken" in done.out and len(done.errors) == 1
    assert command("packages", "remove", "half").status == 0 and command("packages").status == 0


def test_a_package_of_composites_enables_no_code(command: Command, site: Path) -> None:
    write(site)
    packages.anew()
    diagram = nets(name="tricky")
    add_unknown(diagram.composite("Alone"), "triangles:Hypotenuse", "h")
    diagram.save("tricky.gradblocks")
    assert command("packages", "add", "tricky.gradblocks").status == 0
    assert command("packages", "use", "user.gradblocks", "tricky", "Alone").status == 0
    assert command("packages", "outdated", "user.gradblocks").status == 0
    assert "which is not enabled" in command("check", "user.gradblocks").err
    assert not [name for name in sys.modules if name.endswith("_of_a_stranger")]
