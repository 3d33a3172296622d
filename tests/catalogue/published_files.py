"""A small catalogue, and a web server in this process that publishes its files well or badly."""

from __future__ import annotations

import hashlib
import io
import json
import lzma
import tarfile
import threading
import time
import zipfile
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from treegauge.catalogue.sums import git_name

COMMIT = "0123456789abcdef0123456789abcdef01234567"
TREES = {
    "a.mrg": b"(S (NP (N dogs)) (VP (V bark)))\n",
    "b.mrg": b"(S (NP (N cats)) (VP (V sleep)))\n\n",
    "c.mrg": b"(S (NP (N birds)) (VP (V sing)))\n" * 3000,
}
ENTRY = {
    "title": "A small treebank",
    "language": "English",
    "kind": "constituency",
    "format": "brackets",
    "licence": "CC BY 4.0",
    "cite": ["small"],
    "home": "https://example.org/small",
    "repository": "owner/small",
    "commit": COMMIT,
    "files": "trees/*.mrg",
}

Answer = Callable[[BaseHTTPRequestHandler, bytes], None]


def place(name: str) -> str:
    """Where a file of the small treebank is published."""
    return f"/owner/small/{COMMIT}/trees/{name}"


def listed(content: bytes) -> list[Any]:
    """The size and the sum of a content."""
    return [len(content), hashlib.sha256(content).hexdigest()]


def unlisted(content: bytes) -> list[Any]:
    """What is listed of a content that has never been seen."""
    return [0, git_name(content)]


def write_catalogue(
    folder: Path, entries: Mapping[str, Mapping[str, Any]], files: Mapping[str, Mapping[str, list[Any]]], **more: Any
) -> None:
    """Write the files of a catalogue; `more` is what the lists have besides the files."""
    lines = ["[citations]", 'small = "A. Author (2026), A small treebank."']
    for name, entry in entries.items():
        lines += [f"[treebanks.{json.dumps(name)}]", *(f"{key} = {json.dumps(item)}" for key, item in entry.items())]
    (folder / "files").mkdir(parents=True)
    (folder / "catalogue.toml").write_text("\n".join(lines), "utf-8")
    for name, names in files.items():
        extra = [f"{key} = {json.dumps(item)}" for key, item in more.items()]
        rows = [f"{json.dumps(file)} = {json.dumps(item)}" for file, item in names.items()]
        text = "\n".join([f'commit = "{COMMIT}"', *extra, "[files]", *rows])
        (folder / "files" / f"{name}.toml").write_text(text, "utf-8")


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Files in a zip."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def tarred(files: Mapping[str, bytes]) -> bytes:
    """Files in a tar.xz."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return lzma.compress(target.getvalue())


class Site:
    """A web server: what it has at which path, how it answers if not well, and what it was asked for."""

    def __init__(self) -> None:
        self.files = {place(name): content for name, content in TREES.items()}
        self.answers: dict[str, list[Answer]] = {}
        self.asked: list[tuple[str, str | None]] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.answer(self)

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._server.server_close()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer badly as often as is wanted, and then well."""
        path = handler.path.partition("?")[0].removeprefix(self.address)
        self.asked.append((path, handler.headers.get("Range")))
        content = self.files.get(path)
        bad = self.answers.get(path)
        if bad:
            bad.pop(0)(handler, content or b"")
        elif content is None:
            handler.send_error(404)
        else:
            well(handler, content)


def well(handler: BaseHTTPRequestHandler, content: bytes) -> None:
    """All of a content, or the part that is asked for."""
    asked = handler.headers.get("Range")
    begin = int(asked.removeprefix("bytes=").rstrip("-")) if asked else 0
    if begin >= len(content):
        handler.send_error(416)
        return
    handler.send_response(206 if asked else 200)
    if asked:
        handler.send_header("Content-Range", f"bytes {begin}-{len(content) - 1}/{len(content)}")
    send(handler, content[begin:], len(content) - begin)


def send(handler: BaseHTTPRequestHandler, content: bytes, length: int | None) -> None:
    """The end of an answer: its length, if it is said, and its content."""
    if length is not None:
        handler.send_header("Content-Length", str(length))
    handler.end_headers()
    handler.wfile.write(content)


def cut(at: int) -> Answer:
    """The connection is cut after some bytes."""

    def answer(handler: BaseHTTPRequestHandler, content: bytes) -> None:
        handler.send_response(200)
        send(handler, content[:at], len(content))

    return answer


def without_ranges(handler: BaseHTTPRequestHandler, content: bytes) -> None:
    """All of a content, whatever part is asked for, and without its length."""
    handler.send_response(200)
    send(handler, content, None)


def instead(other: bytes) -> Answer:
    """Another content, from the beginning, or from where it is asked for."""
    return lambda handler, _: well(handler, other)


def status(code: int) -> Answer:
    """An error."""
    return lambda handler, _: handler.send_error(code)


def redirect(url: str) -> Answer:
    """Another address."""

    def answer(handler: BaseHTTPRequestHandler, _: bytes) -> None:
        handler.send_response(302)
        handler.send_header("Location", url)
        send(handler, b"", 0)

    return answer


def silent(seconds: float) -> Answer:
    """Nothing, for a while."""

    def answer(handler: BaseHTTPRequestHandler, content: bytes) -> None:
        time.sleep(seconds)

    return answer
