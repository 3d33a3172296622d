"""Compressed files and tars: what is in them, or an error; and treebanks by path, with names of formats."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
from collections.abc import Callable, Hashable
from functools import partial

from treegauge import read
from treegauge.formats.sources import find_sources

from ..judging import Target
from ..mutation import BINARY, Source, changed
from .files import file_with

_TREES = b"(S (NP (DT the) (NN dog)) (VP (VBZ sees)))\n"


def _zst(data: bytes) -> bytes:
    import zstandard

    return bytes(zstandard.ZstdCompressor().compress(data))


_PACK: dict[str, Callable[[bytes], bytes]] = {
    ".gz": partial(gzip.compress, mtime=0),
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": _zst,
}


def targets() -> list[Target]:
    packed = [
        Target(
            f"archive{ending}", partial(_packed, pack), partial(_check, f".mrg{ending}"), reshape=partial(_inside, pack)
        )
        for ending, pack in _PACK.items()
    ]
    tar = Target("archive.tar", lambda: [_tar()], partial(_check, ".tar"), reshape=_in_tar)
    tgz = Target("archive.tar.gz", lambda: [gzip.compress(_tar(), mtime=0)], partial(_check, ".tar.gz"))
    return [*packed, tar, tgz]


def _packed(pack: Callable[[bytes], bytes]) -> list[bytes]:
    return [pack(_TREES), pack(b""), pack(_TREES) + pack(_TREES)]


def _inside(pack: Callable[[bytes], bytes], data: bytes, source: Source) -> bytes:
    """Compress changed trees, or change what is compressed."""
    return pack(changed(_TREES, source)) if source.below(4) == 0 else changed(data, source, BINARY)


def _tar(names: tuple[str, ...] = ("a.mrg", "b/README", "c.mrg.gz")) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name in names:
            info = tarfile.TarInfo(name)
            content = gzip.compress(_TREES, mtime=0) if name.endswith(".gz") else _TREES
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return out.getvalue()[:6144]


def _in_tar(data: bytes, source: Source) -> bytes:
    """Change the header of a member, with its checksum made right again."""
    place = 512 * source.below(max(len(data) // 512, 1))
    header = bytearray(changed(data[place : place + 512], source, BINARY)[:512].ljust(512, b"\0"))
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return data[:place] + bytes(header) + data[place + 512 :]


def _check(ending: str, data: bytes) -> Hashable:
    path = file_with(data, ending)
    sizes = [len(source.load()).bit_length() for source in find_sources(path)]
    return tuple(sizes), len(read(path, on_error="skip"))
