"""Standard output and error as they are found: closed, full, or of an encoding that lacks letters.

What cannot be written must not end in a traceback, nor in one more at the end of the program,
when Python writes out what is left (docs.python.org/3/library/signal.html#note-on-sigpipe).
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ontorag.errors import OntoragError

_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def prepare_streams() -> None:
    """Let what a stream cannot encode be escaped; what was closed by the caller goes nowhere."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the end
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the end
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


@contextmanager
def writing_out() -> Iterator[None]:
    """Write out what the block printed; a full standard output is an `OntoragError`.

    When nobody reads any more (``| head``), the program ends quietly.
    """
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _abandon_output()
        sys.exit(1)
    except OSError as exc:
        if isinstance(exc, OntoragError) or exc.filename or exc.errno not in _UNWRITABLE:
            raise
        _abandon_output()
        raise OntoragError(f"standard output cannot be written: {exc.strerror}") from exc


def _abandon_output() -> None:
    """Let what is still waiting to be written go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
