"""The packages of the extra `judge`: whether they are all there."""

from __future__ import annotations

from importlib import import_module

from ..core.errors import MissingExtraError

_NEEDED = (
    "sqlalchemy",
    "alembic",
    "starlette",
    "uvicorn",
    "jinja2",
    "pwdlib",
    "argon2",
    "itsdangerous",
    "python_multipart",
)


def check_packages() -> None:
    """Raise an error if one is missing."""
    for package in _NEEDED:
        try:
            import_module(package)
        except ImportError:
            raise MissingExtraError(package.replace("_", "-"), "judge", "treegauge judge") from None
