"""Read members of a zip file that may be damaged, or made to do harm: what a member claims is checked before memory is
taken for it."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable

from .limits import Allowance

_MOST_TIMES = 1100  # deflate makes content at most this many times smaller
_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, struct.error, ValueError, EOFError, KeyError, OSError, NotImplementedError),
    *(RuntimeError, IndexError, OverflowError),
)


class DamagedZipError(ValueError):
    """A zip file cannot be used; the message says why."""


def read_members(data: bytes, source: str, wanted: Callable[[str], object]) -> dict[str, bytes]:
    """The content of the members whose names are wanted, in the order of the file. `source` is its name in messages."""
    allowance = Allowance()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            names = Counter(file.namelist())
            twice = [name for name, times in names.items() if times > 1 and wanted(name)]
            if twice:
                raise DamagedZipError(f"'{twice[0]}' is in it twice")
            infos = [info for info in file.infolist() if wanted(info.filename)]
            for info in infos:
                _check(info, len(data))
                allowance.use(info.file_size, source)
            return {info.filename: file.read(info) for info in infos}
    except DamagedZipError:
        raise
    except _DAMAGE as error:
        raise DamagedZipError(f"it is not a whole zip file ({error})") from None


def _check(info: zipfile.ZipInfo, length: int) -> None:
    """Raise an error if the header of a member cannot be true, or treegauge cannot read it."""
    if info.flag_bits & 1:
        raise DamagedZipError(f"'{info.filename}' is encrypted")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise DamagedZipError(f"'{info.filename}' is compressed by an unusual method")
    if info.compress_size > length or info.file_size > _MOST_TIMES * info.compress_size + 64:
        raise DamagedZipError(f"'{info.filename}' claims {info.file_size:,} bytes, which cannot be in this file")
