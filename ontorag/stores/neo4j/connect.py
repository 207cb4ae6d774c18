"""Reach a Neo4j server, and say in ontorag's words what goes wrong on the way.

Only `open_neo4j` and the store's methods do IO. Every session names its database; reads run
in read transactions, so that a routing driver sends them to followers, and see what this
process has written (one bookmark manager).
"""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar, cast
from urllib.parse import urlsplit

from ontorag.errors import (
    ForeignStoreError,
    InputError,
    StoreAccessError,
    StoreError,
    StoreUnreachableError,
)

if TYPE_CHECKING:
    import neo4j

T = TypeVar("T")
SCHEMES = tuple(f"{base}{tail}" for base in ("neo4j", "bolt") for tail in ("", "+s", "+ssc"))
OLDEST = (5, 26)

_log = logging.getLogger("ontorag.stores.neo4j")
_REACH_SECONDS = 1.5
_GREETING_SECONDS = 5.0
_GREETING = bytes.fromhex("6060b017 00080805 00020404 00000104 00000003")
_RETRY_SECONDS = 2.0
_ATTEMPTS = 6


class Connection:
    """One database on one server: sessions for reading and writing."""

    def __init__(
        self, driver: neo4j.Driver, address: str, database: str | None, *, owned: bool
    ) -> None:
        import neo4j

        self.driver = driver
        self.address = address
        self.database = database
        self.owned = owned
        self.bookmarks = neo4j.GraphDatabase.bookmark_manager()

    def session(self, *, write: bool = False) -> neo4j.Session:
        """Open a session on the database."""
        import neo4j

        return self.driver.session(
            database=self.database,
            default_access_mode=neo4j.WRITE_ACCESS if write else neo4j.READ_ACCESS,
            bookmark_manager=self.bookmarks,
            notifications_min_severity="OFF",
        )

    def read(self, work: Callable[[Any], T]) -> T:
        """Run ``work(transaction)`` in a read transaction."""
        with self.said(), self.session() as session:
            return session.execute_read(work)

    def write(self, work: Callable[[Any], T]) -> T:
        """Run ``work(transaction)`` in one write transaction; a deadlock is tried again.

        A transaction that is too large for the server's memory is not: see `in_batches`.
        """
        with self.said(), self.session(write=True) as session:
            for attempt in range(_ATTEMPTS):
                done, result = _attempt(session, work, last=attempt == _ATTEMPTS - 1)
                if done:
                    break
                time.sleep(0.05 * 2**attempt)
            return result

    def run(self, query: str) -> None:
        """Run one schema command by itself."""
        with self.said(), self.session(write=True) as session:
            session.run(query).consume()

    def change_mark(self) -> str:
        """Give the server's mark of the last committed transaction, by anyone."""
        import neo4j

        with (
            self.said(),
            self.driver.session(
                database=self.database,
                default_access_mode=neo4j.READ_ACCESS,
                bookmarks=neo4j.Bookmarks.from_raw_values(self.bookmarks.get_bookmarks()),
                notifications_min_severity="OFF",
            ) as session,
        ):
            session.execute_read(lambda transaction: transaction.run("RETURN 1").consume())
            return ",".join(sorted(session.last_bookmarks().raw_values))

    def close(self) -> None:
        """Close the driver, unless it was given to us ready."""
        if self.owned:
            self.driver.close()

    @contextmanager
    def said(self) -> Iterator[None]:
        """Raise the driver's and the server's errors as ontorag's."""
        from neo4j.exceptions import DriverError, Neo4jError

        try:
            yield
        except (DriverError, Neo4jError) as exc:
            raise self._in_our_words(exc) from exc

    def _in_our_words(self, exc: Exception) -> StoreError:
        from neo4j.exceptions import AuthError, Neo4jError, ServiceUnavailable, SessionExpired

        where = f"Neo4j at {self.address}"
        if isinstance(exc, (ServiceUnavailable, SessionExpired)):
            return StoreUnreachableError(f"{where} does not answer: {_first_line(exc)}")
        code = (exc.code or "") if isinstance(exc, Neo4jError) else ""
        if isinstance(exc, AuthError) or code.startswith("Neo.ClientError.Security."):
            return StoreAccessError(
                f"{where} refuses this user ({code}): {_first_line(exc)}; "
                "check user=, password= or token=, and the user's rights"
            )
        if "AccessMode" in code or "ReadOnly" in code or "ReadOnly" in str(exc):
            return StoreAccessError(
                f"{where} may only be read: database {self.database!r} takes no writes here; "
                "ask an administrator, or load into another database"
            )
        if code == "Neo.ClientError.Database.DatabaseNotFound":
            return StoreError(
                f"{where} has no database {self.database!r}: it has {self._databases()}; "
                "give one of them as database="
            )
        if code.startswith("Neo.TransientError.Database."):
            return StoreUnreachableError(f"{where} is not ready ({code}): {_first_line(exc)}")
        return StoreError(f"{where} cannot do this ({code or type(exc).__name__}): {exc}")

    def _databases(self) -> str:
        from neo4j.exceptions import DriverError, Neo4jError

        try:
            with self.driver.session(database="system") as session:
                found = [str(row[0]) for row in session.run("SHOW DATABASES YIELD name")]
        except (DriverError, Neo4jError):
            return "others, which this user may not list"
        return ", ".join(sorted(set(found) - {"system"}))


def connect(
    address: str,
    *,
    user: str | None = None,
    password: str | None = None,
    token: str | None = None,
    database: str | None = None,
    driver: neo4j.Driver | None = None,
) -> Connection:
    """Reach the server, or say within two seconds why not; see `open_neo4j`."""
    owned = driver is None
    if driver is None:
        driver = _driver(address, user=user, password=password, token=token)
    connection = Connection(driver, address, database, owned=owned)
    try:
        with connection.said():
            driver.verify_connectivity()
        connection.database = connection.read(_database_name)
        connection.read(_check_version)
    except BaseException:
        connection.close()
        raise
    return connection


def in_batches(rows: list[T], size: int, send: Callable[[list[T]], None]) -> int:
    """Send ``rows`` in batches; halve a batch that is too large for the server's memory.

    Gives the size that went through.
    """
    start = 0
    while start < len(rows):
        try:
            send(rows[start : start + size])
        except StoreError as exc:
            if size < 2 or not out_of_memory(exc.__cause__):
                raise
            size //= 2
            _log.info("The server ran out of transaction memory: batches of %d", size)
            continue
        start += size
    return size


def out_of_memory(exc: BaseException | None) -> bool:
    """Whether a transaction was too large for the memory that the server allows it."""
    return "Neo.TransientError.General.MemoryPoolOutOfMemory" in str(
        getattr(exc, "code", "")
    ) or "TransactionMemoryLimit" in str(getattr(exc, "code", ""))


def _driver(
    address: str, *, user: str | None, password: str | None, token: str | None
) -> neo4j.Driver:
    import neo4j

    host, port = _host_and_port(address)
    if token is not None and user is not None:
        raise InputError("give user= and password=, or token=, not both")
    auth: neo4j.Auth | None = None
    if token is not None:
        auth = neo4j.bearer_auth(token)
    elif user is not None:
        auth = neo4j.basic_auth(user, password or "")
    _knock(address, host, port)
    return neo4j.GraphDatabase.driver(
        address,
        auth=auth,
        connection_timeout=_REACH_SECONDS,
        max_transaction_retry_time=_RETRY_SECONDS,
        connection_acquisition_timeout=30.0,
        user_agent="ontorag",
    )


def _host_and_port(address: str) -> tuple[str, int]:
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port or 7687
    except ValueError as exc:
        raise InputError(f"{address!r} is no Neo4j address: {exc}") from exc
    if parts.scheme not in SCHEMES or not host:
        raise InputError(
            f"{address!r} is no Neo4j address: write neo4j://host:7687 or bolt://host:7687 "
            "(+s for TLS, +ssc for TLS with a self-signed certificate)"
        )
    if parts.username is not None:
        raise InputError(
            f"the address of {host} holds a user name: give user= and password= instead"
        )
    return host, port


def _knock(address: str, host: str, port: int) -> None:
    """Open and close a TCP connection, within the time that a wrong address may take."""
    end = time.monotonic() + _REACH_SECONDS
    problem: OSError = OSError("the name has no address")
    try:
        targets = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as exc:
        targets, problem = [], exc
    plain = "+" not in urlsplit(address).scheme
    for target in targets:
        failed = _cannot_connect(target, end - time.monotonic(), speak=plain)
        if failed is None:
            return
        problem = failed
    raise StoreUnreachableError(
        f"nobody answers at {address} ({problem}): is the Neo4j server running, "
        "and are host and port right?"
    ) from problem


def _cannot_connect(target: tuple[Any, ...], seconds: float, *, speak: bool) -> OSError | None:
    """Say what hinders a connection; ``speak`` also waits for the answer to Bolt's greeting.

    Source: Bolt protocol, handshake: a magic number and four proposed versions.
    """
    family, kind, protocol, _, where = target
    try:
        with socket.socket(family, kind, protocol) as knocking:
            knocking.settimeout(max(0.1, seconds))
            knocking.connect(where)
            if speak:
                knocking.settimeout(_GREETING_SECONDS)
                knocking.sendall(_GREETING)
                if (answer := knocking.recv(4)) in (b"", b"HTTP"):
                    who = "a web server" if answer else "something"
                    return ConnectionError(f"{who} answers, but not Neo4j's Bolt protocol")
    except OSError as exc:
        return exc
    return None


def _database_name(transaction: Any) -> str:
    return str(transaction.run("CALL db.info() YIELD name RETURN name").single()[0])


def _check_version(transaction: Any) -> None:
    found = transaction.run(
        "CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]"
    ).single()
    version = str(found[0]) if found is not None else ""
    numbers = tuple(int(part) for part in version.split("-")[0].split(".")[:2] if part.isdigit())
    if numbers and numbers < OLDEST:
        raise StoreError(
            f"this server is Neo4j {version}: ontorag needs 5.26 or later; update the server"
        )


def foreign(connection: Connection) -> ForeignStoreError:
    """Say that a database has nodes which ontorag did not write."""
    return ForeignStoreError(
        f"the database {connection.database!r} on {connection.address} has data that ontorag did "
        "not write; it is left untouched. Give an empty database (database=…). Reading such a "
        "graph through a mapping comes in a later version."
    )


def _attempt(session: neo4j.Session, work: Callable[[Any], T], *, last: bool) -> tuple[bool, T]:
    """Run one transaction; (False, …) when it met another one and may be tried again."""
    from neo4j.exceptions import TransientError

    try:
        with session.begin_transaction() as transaction:
            result = work(transaction)
            transaction.commit()
            return True, result
    except TransientError as exc:
        if last or not exc.is_retryable() or out_of_memory(exc):
            raise
        return False, cast("T", None)


def _first_line(exc: Exception) -> str:
    message = getattr(exc, "message", None) or str(exc)
    return str(message).splitlines()[0] if str(message) else type(exc).__name__
