"""Download a file: over http or https only, never more than it may have, and kept only if the sum is right.

What has arrived is in a file whose name ends in `.part`. After a connection that was cut, the rest is asked for, in
this call or the next. Whether both halves belong together is decided by the sum; if not, all of it is asked for again.
"""

from __future__ import annotations

import http.client
import os
import re
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import IO, Any

from ..core.errors import CallError, DataError
from ..core.types import Progress
from ..core.wording import shown
from ..version import __version__
from .sums import has_sum

_ATTEMPTS = 3
_WAIT = 1.0  # seconds before the second attempt, twice as many before the third
_TIMEOUT = 30.0  # seconds without a byte
_CHUNK = 1 << 16
_PASSING = (408, 425, 429, 500, 502, 503, 504)  # answers that another attempt may not get
_BEYOND = 416  # the answer to a request for more than there is
_PARTIAL = 206


class _CutError(Exception):
    """The connection was cut, or there was none: another attempt may help."""


class Tally:
    """The bytes that have arrived of several files, which may be downloaded at the same time."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self._done, self._total, self._progress = 0, total, progress
        self._lock = threading.Lock()

    def add(self, size: int) -> None:
        """Count bytes."""
        with self._lock:
            self._done += size
            if self._progress is not None:
                self._progress(min(self._done, self._total), self._total)


def check_address(url: str) -> str:
    """An address of the web without a slash at the end; anything else is an error."""
    if not re.match(r"https?://[^/]", url, re.IGNORECASE):
        raise CallError(f"{shown(url)} is not the address of a mirror; it begins with https:// or http://")
    return url.rstrip("/")


def download(url: str, target: Path, sum: str, most: int, tally: Tally) -> None:
    """Download a file with a sum, which appears under its name only when it is complete."""
    part = target.with_name(f"{target.name}.part")
    for attempt in range(_ATTEMPTS):
        try:
            resumed = _continued(url, part, most, tally)
        except _CutError as error:
            problem = f"{url} cannot be downloaded: {error}; what has arrived is kept, and the same call continues"
            time.sleep(_WAIT * 2**attempt if attempt < _ATTEMPTS - 1 else 0)
            continue
        if _is_right(part, sum):
            os.replace(part, target)
            return
        part.unlink()
        problem = f"{url} is not the file of the catalogue: it has another sum; try again later, or from elsewhere"
        if not resumed:
            break
    raise DataError(problem)


def _is_right(part: Path, sum: str) -> bool:
    return has_sum(part.read_bytes(), sum)


def _continued(url: str, part: Path, most: int, tally: Tally) -> bool:
    """Download what is not there yet; whether something was there."""
    there = part.stat().st_size if part.exists() else 0
    try:
        with _opened(url, there) as answer:
            resumed = answer.status == _PARTIAL and _begins_at(answer, there)
            if answer.status == _PARTIAL and not resumed:
                raise _CutError("the server sent another part of the file than it was asked for")
            tally.add(there if resumed else 0)
            size = _expected(answer, there if resumed else 0)
            if size is not None and size > most:
                raise DataError(f"{url} has {size:,} bytes, and the file of the catalogue has at most {most:,}")
            _write(answer, part, there if resumed else 0, most, tally)
    except urllib.error.HTTPError as error:
        return _answered(error, url, part)
    except (OSError, http.client.HTTPException) as error:
        raise _CutError(_in_words(error)) from None
    if size is not None and part.stat().st_size < size:
        raise _CutError("the connection was cut")
    return resumed


def _answered(error: urllib.error.HTTPError, url: str, part: Path) -> bool:
    """What follows from an answer that is an error."""
    with error:
        if error.code == _BEYOND and part.exists():  # complete, or not of this file at all: the sum decides
            return True
        if error.code in _PASSING:
            raise _CutError(f"the server answers {error.code} ({error.reason})")
    advice = "; another address of the same files is given as a mirror" if error.code in (403, 404, 410) else ""
    raise DataError(f"{url} cannot be downloaded: the server answers {error.code} ({error.reason}){advice}")


def _opened(url: str, there: int) -> Any:
    headers = {"User-Agent": f"treegauge/{__version__}", "Accept-Encoding": "identity"}
    if there:
        headers["Range"] = f"bytes={there}-"
    return _opener().open(urllib.request.Request(url, headers=headers), timeout=_TIMEOUT)


def _opener() -> urllib.request.OpenerDirector:
    """What opens addresses: of the web only, also after a redirection; through the proxies of the environment."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        *(urllib.request.ProxyHandler, urllib.request.HTTPHandler, urllib.request.HTTPSHandler),
        *(urllib.request.HTTPRedirectHandler, urllib.request.HTTPErrorProcessor),
        *(urllib.request.HTTPDefaultErrorHandler, urllib.request.UnknownHandler),
    ):
        opener.add_handler(handler())
    return opener


def _begins_at(answer: Any, there: int) -> bool:
    return str(answer.headers.get("Content-Range", "")).startswith(f"bytes {there}-")


def _expected(answer: Any, there: int) -> int | None:
    """The size of the whole file, if the server says it."""
    length = str(answer.headers.get("Content-Length", ""))
    return there + int(length) if length.isdecimal() else None


def _write(answer: Any, part: Path, there: int, most: int, tally: Tally) -> None:
    with _open_part(part, "ab" if there else "wb") as file:
        size = there
        while data := answer.read(min(_CHUNK, most - size + 1)):
            size += len(data)
            if size > most:
                raise DataError(f"{answer.url} has more than {most:,} bytes, which the file of the catalogue has")
            try:
                file.write(data)
                file.flush()
            except OSError as error:
                raise _cannot_write(part, error) from None
            tally.add(len(data))


def _open_part(part: Path, mode: str) -> IO[bytes]:
    try:
        return part.open(mode)
    except OSError as error:
        raise _cannot_write(part, error) from None


def _cannot_write(part: Path, error: OSError) -> CallError:
    return CallError(f"cannot write '{part}': {error.strerror or error}")


def _in_words(error: Exception) -> str:
    reason = getattr(error, "reason", None) or error
    return str(getattr(reason, "strerror", None) or reason) or type(reason).__name__
