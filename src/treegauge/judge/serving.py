"""Serve an installation: one process with threads, which answers 200 people at once."""

from __future__ import annotations

import logging
import socket

import uvicorn

from ..core.errors import CallError
from .database.connection import Database
from .folder import JudgeFolder
from .web.application import create_application
from .web.rendering import compile_pages
from .web.site import Site

_THREADS = 24
_WAITING = 2048  # connections that wait to be accepted


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that listens, so that a port in use is an error before anything is said to be ready."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(_WAITING)
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or error
        raise CallError(f"cannot listen on {host}, port {port}: {reason}; choose another port") from None
    listening.set_inheritable(True)
    return listening


def answer_requests(folder: JudgeFolder, database: Database, listening: socket.socket, *, log: bool = False) -> None:
    """Answer requests until the process is asked to end; requests that are being answered are finished first.

    log  print a line per request: its route, never an address with a secret
    """
    from anyio.to_thread import current_default_thread_limiter

    logging.basicConfig(level=logging.INFO if log else logging.WARNING, format="%(asctime)s %(message)s")
    compile_pages()
    site = Site(database, folder.secret, folder.public)
    application = create_application(site)
    config = uvicorn.Config(
        application,
        access_log=False,
        log_config=None,
        log_level="info" if log else "warning",
        proxy_headers=bool(folder.public),  # of a proxy on this machine, if people come by one
        server_header=False,
        backlog=_WAITING,
        timeout_graceful_shutdown=10,
        lifespan="off",
    )
    server = uvicorn.Server(config)

    async def run() -> None:
        current_default_thread_limiter().total_tokens = _THREADS
        await server.serve(sockets=[listening])

    import asyncio

    asyncio.run(run())
