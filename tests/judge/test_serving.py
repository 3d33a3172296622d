"""`treegauge judge serve` as a process: where it listens, whom it believes, what it logs."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from small_judge import DESIGN, some_pairs

from treegauge.judge.api import init_study

Serve = Callable[..., tuple[int, "subprocess.Popen[str]"]]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Serve a new study; its port and the process."""
    running: list[subprocess.Popen[str]] = []

    def start(public: str = "") -> tuple[int, subprocess.Popen[str]]:
        folder = init_study(tmp_path / "study", DESIGN, some_pairs(2), public=public)
        assert os.stat(folder.path / "judge.toml").st_mode & 0o077 == 0
        assert os.stat(folder.path / "answers.sqlite").st_mode & 0o077 == 0
        call = [sys.executable, "-m", "treegauge", "judge", "serve", str(folder.path), "--port", "0", "--no-browser"]
        process = subprocess.Popen([*call, "--log"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stderr is not None
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        port = int(listening(process).split()[1])
        assert address == (public or f"http://127.0.0.1:{port}")
        return port, process

    yield start
    for process in running:
        process.kill()
        process.communicate()


def listening(process: subprocess.Popen[str]) -> str:
    """Where a process listens, in the words of the kernel."""
    inodes = {
        target[8:-1]
        for each in Path(f"/proc/{process.pid}/fd").iterdir()
        if (target := os.readlink(each)).startswith("socket:")
    }
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        parts = line.split()
        if parts[3] == "0A" and parts[9] in inodes:
            number, port = parts[1].split(":")
            return f"{'.'.join(str(byte) for byte in reversed(bytes.fromhex(number)))} {int(port, 16)}"
    return ""


def asked(port: int, method: str, address: str, body: object = None, **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(method, address, body, headers)  # type: ignore[arg-type]
    response = connection.getresponse()
    response.read()
    connection.close()
    return response.status, str(response.headers)


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_only_this_machine_is_listened_to_and_nobody_is_believed(serve: Serve) -> None:
    port, process = serve()
    assert listening(process) == f"127.0.0.1 {port}"
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
    status, headers = asked(port, "GET", "/login", **forwarded)
    assert status == 200
    assert "Secure" not in headers
    assert "__Host-" not in headers
    assert not re.search("(?i)^server:", headers, re.MULTILINE)
    chunks = (b"name=" + b"x" * 50_000 for _ in range(3))
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    assert asked(port, "POST", "/login", chunks, **kind)[0] == 413
    asked(port, "GET", "/join/a-secret-link?and=another-secret")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert "GET /join/{token} 404" in err
    assert "secret" not in out + err
    assert "Traceback" not in err


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_cookies_are_for_tls_where_the_public_address_is(serve: Serve) -> None:
    port, _ = serve("https://judge.example.org")
    _, headers = asked(port, "GET", "/login")
    assert "__Host-treegauge=" in headers
    assert "Secure" in headers
    assert "Strict-Transport-Security" in headers.title()
