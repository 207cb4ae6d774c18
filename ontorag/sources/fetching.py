"""One file from an address of the web, when that is asked for.

Only http and https, only hosts with public addresses (checked at each connection, redirects
included), within limits of size and time. No proxy, no cookies, no credentials. Source: OWASP,
Server-Side Request Forgery Prevention.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from ontorag.errors import SourceError
from ontorag.sources.files import keep_file
from ontorag.sources.formats import named_format
from ontorag.sources.members import Member

LARGEST = 1 << 30
LONGEST = 300.0
_WAIT = 30.0
_CHUNK = 1 << 18
_MOST_REDIRECTS = 5
_ACCEPT = (
    "text/turtle, application/trig, application/n-triples, application/n-quads, "
    "application/rdf+xml;q=0.9, application/ld+json;q=0.8, */*;q=0.1"
)
_TELLS_NOTHING = {"text/plain", "application/octet-stream", "text/html", "application/xml",
                  "text/xml", "application/zip", "application/json"}  # fmt: skip
IsAllowed = Callable[[str], bool]


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet.

    >>> is_public("127.0.0.1"), is_public("192.168.1.2"), is_public("8.8.8.8")
    (False, False, True)
    """
    found = ipaddress.ip_address(address.split("%")[0])
    mapped = getattr(found, "ipv4_mapped", None)
    found = mapped or found
    return found.is_global and not found.is_multicast


def fetch(
    url: str,
    *,
    is_allowed: IsAllowed = is_public,
    largest: int = LARGEST,
    longest: float = LONGEST,
) -> tuple[Member, str | None]:
    """Fetch a file; also give the media type it came with, if that tells its format.

    ``largest`` is in bytes, ``longest`` in seconds. Raises `SourceError` for an address that is
    not public, a reply that is none, or one beyond the limits.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise SourceError(f"{url} is no http or https address")
    if parts.username or parts.password:
        raise SourceError(f"the address of {parts.hostname} holds a password; fetch it yourself")
    whole = urlunsplit(parts._replace(fragment=""))
    request = urllib.request.Request(whole, headers={"Accept": _ACCEPT, "User-Agent": "ontorag"})  # noqa: S310 - scheme checked above
    try:
        with _opener(is_allowed).open(request, timeout=_WAIT) as reply:
            return _saved(reply, url, largest, time.monotonic() + longest)
    except urllib.error.HTTPError as error:
        raise SourceError(
            f"{url} replies {error.code} {error.reason}; check the address"
        ) from error
    except urllib.error.URLError as error:
        if isinstance(error.reason, SourceError):
            raise error.reason from error
        raise SourceError(f"{url} cannot be fetched: {error.reason}") from error
    except (http.client.HTTPException, OSError) as error:
        if isinstance(error, SourceError):
            raise
        raise SourceError(f"{url} cannot be fetched: {error}") from error


def _saved(reply: Any, url: str, largest: int, deadline: float) -> tuple[Member, str | None]:
    size = 0
    with tempfile.NamedTemporaryFile(prefix="ontorag-", delete=False) as file:
        kept = keep_file(Path(file.name))
        while chunk := reply.read1(_CHUNK):
            size += len(chunk)
            if size > largest:
                raise SourceError(f"{url} is larger than {largest >> 20} MB; download it yourself")
            if time.monotonic() > deadline:
                raise SourceError(f"{url} takes too long; download it yourself")
            file.write(chunk)
    member = Member(Path(file.name), url, kept, urlsplit(reply.url).path, url)
    return member, _telling(reply.headers.get_content_type())


def _telling(media_type: str) -> str | None:
    if media_type in _TELLS_NOTHING:
        return None
    try:
        named_format(media_type)
    except SourceError:
        return None
    return media_type


def _opener(is_allowed: IsAllowed) -> urllib.request.OpenerDirector:
    opener = urllib.request.OpenerDirector()
    for handler in (
        _Http(is_allowed), _Https(is_allowed), _Redirects(), urllib.request.HTTPErrorProcessor(),
        urllib.request.HTTPDefaultErrorHandler(), urllib.request.UnknownHandler(),
    ):  # fmt: skip
        opener.add_handler(handler)
    return opener


def _connected(host: str, port: int, timeout: float | None, is_allowed: IsAllowed) -> socket.socket:
    """Connect to a host by an address that was checked: what is checked is what is called."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
    if not all(is_allowed(address) for address in addresses):
        raise SourceError(
            f"{host} is an address of this machine or of a private network, from which nothing is "
            "fetched; download the file and load that"
        )
    return socket.create_connection((addresses[0], port), timeout or _WAIT)


class _Http(urllib.request.HTTPHandler):
    def __init__(self, is_allowed: IsAllowed) -> None:
        super().__init__()
        self._is_allowed = is_allowed

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        is_allowed = self._is_allowed

        class Connection(http.client.HTTPConnection):
            def connect(self) -> None:
                self.sock = _connected(self.host, self.port, self.timeout, is_allowed)

        return self.do_open(Connection, req)


class _Https(urllib.request.HTTPSHandler):
    def __init__(self, is_allowed: IsAllowed) -> None:
        super().__init__()
        self._is_allowed = is_allowed

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        is_allowed = self._is_allowed

        class Connection(http.client.HTTPSConnection):
            def connect(self) -> None:
                raw = _connected(self.host, self.port, self.timeout, is_allowed)
                context = ssl.create_default_context()
                self.sock = context.wrap_socket(raw, server_hostname=self.host)

        return self.do_open(Connection, req)


class _Redirects(urllib.request.HTTPRedirectHandler):
    max_redirections = _MOST_REDIRECTS
