"""A headless Chromium, by its debugging protocol through pipes: no driver and no network are needed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from base64 import b64decode
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PROGRAM = next(filter(None, map(shutil.which, NAMES)), None)
WHY_SKIPPED = f"no browser is installed (any of {', '.join(NAMES)}: the package `chromium` of Debian)"
_PATIENCE = 30.0


class Browser:
    """One tab of a browser.

    Attributes:
        errors: what the page or the browser complained of: exceptions, violations of the policy, failed requests.
        requests: what it asked for, beside the page itself and data in it.
    """

    def __init__(self, dark: bool = False, width: int = 1280, height: int = 800) -> None:
        assert PROGRAM is not None
        self.errors: list[str] = []
        self.requests: list[str] = []
        self._number = 0
        self._rest = b""
        self._folder = tempfile.TemporaryDirectory(prefix="gradblocks-browser-", ignore_cleanup_errors=True)
        read_there, self._write = os.pipe()
        self._read, write_there = os.pipe()

        command = [
            PROGRAM, "--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run",
            "--disable-dev-shm-usage", "--disable-background-networking", "--hide-scrollbars",
            f"--user-data-dir={self._folder.name}", f"--window-size={width},{height}",
            *(["--no-sandbox"] if os.geteuid() == 0 else []), "about:blank",
        ]  # fmt: skip
        # The protocol is spoken on 3 and 4.
        start = ["bash", "-c", f'exec "$@" 3<&{read_there} 4>&{write_there}', "bash", *command]
        self._process = subprocess.Popen(
            start, pass_fds=(read_there, write_there), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(read_there)
        os.close(write_there)
        self._session = ""
        try:
            self._begin()
        except BaseException:
            self.__exit__()
            raise
        self.prefer(dark=dark)

    def _begin(self) -> None:
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._write)
        os.close(self._read)
        self._folder.cleanup()

    def prefer(self, *, dark: bool) -> None:
        """What the person prefers, as the system tells pages."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        still = {"name": "prefers-reduced-motion", "value": "reduce"}
        self._call("Emulation.setEmulatedMedia", features=[scheme, still])

    def open(self, page: Path) -> None:
        """Open a file, and wait until it is there."""
        self._call("Page.navigate", url=page.as_uri())
        self.wait("document.readyState === 'complete' && document.querySelectorAll('#app *').length > 0")

    def see(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = self._call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait(self, script: str) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + _PATIENCE
        while not self.see(script):
            assert time.monotonic() < end, script
            time.sleep(0.02)

    def mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        """An event of the mouse."""
        self._call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x: float, y: float, times: int = 1) -> None:
        """Click at a place."""
        self.mouse("mouseMoved", x, y)
        for count in range(1, times + 1):
            self.mouse("mousePressed", x, y, button="left", clickCount=count)
            self.mouse("mouseReleased", x, y, button="left", clickCount=count)

    def drag(self, x: float, y: float, u: float, v: float) -> None:
        """Drag with the left button."""
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        for step in (0.5, 1.0):
            self.mouse("mouseMoved", x + (u - x) * step, y + (v - y) * step, button="left", buttons=1)
        self.mouse("mouseReleased", u, v, button="left", clickCount=1)

    def press(self, key: str) -> None:
        """Press a key."""
        text = {"text": key} if len(key) == 1 else {}
        self._call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self._call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def type(self, text: str) -> None:
        """Type into what has the focus."""
        self._call("Input.insertText", text=text)

    def picture(self, path: Path) -> None:
        """Keep a picture of the tab."""
        path.write_bytes(b64decode(self._call("Page.captureScreenshot", format="png")["data"]))

    def _call(self, method: str, **parameters: Any) -> Any:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]
            self._note(answer)

    def _note(self, event: Any) -> None:
        method, parameters = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(parameters["exceptionDetails"])[:2000])
        elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.errors.append(parameters["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            url: str = parameters["request"]["url"]
            if not url.startswith("data:") and parameters.get("type") != "Document":
                self.requests.append(url)

    def _next(self) -> Any:
        while b"\0" not in self._rest:
            data = os.read(self._read, 1 << 20)
            assert data, "the browser has ended"
            self._rest += data
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)
