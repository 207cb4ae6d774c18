"""An OpenAI-compatible endpoint: its client, which faults are worth a retry, what they mean.

Chat models and embedding models share it. The constructor does no IO and loads nothing. A key
never appears in a message, a repr or the text of an exception's causes, and nothing is read from
the environment: the openai client would pick up OPENAI_API_KEY, OPENAI_BASE_URL and more.
(HTTP proxies are honoured as usual, except on the way to this machine itself.)
"""

from __future__ import annotations

import difflib
import ipaddress
import re
import sys
import threading
import time
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ontorag.errors import (
    ContextTooLongError,
    InputError,
    ModelAccessError,
    ModelError,
    ModelUnreachableError,
    UnusableReplyError,
)

if TYPE_CHECKING:
    from openai import OpenAI

OPENAI = "https://api.openai.com/v1"
CONNECT_SECONDS = 2.0
"""How long to wait for a connection; silence after that is bounded by ``timeout``."""
LONGEST_PAUSE = 60.0
"""A server that asks to wait longer than this (seconds) is not waited for."""

_KEY_SHAPED = re.compile(r"\b(?:sk|pk|gsk|xai|hf)[-_][\w*.-]{6,}")
_TOO_LONG = re.compile(
    r"context[ _](?:length|size|window)|exceed\w* (?:the )?(?:available )?context"
    r"|(?:prompt|input) is too long|too many (?:input )?tokens|exceed_context",
    re.IGNORECASE,
)
_UNKNOWN_MODEL = re.compile(
    r"model_not_found|(?:unknown|no such|invalid) model|not a valid model"
    r"|\bmodel\b\W+(?:\S+\W+)?(?:is |was )?(?:not found|does not exist|unknown)",
    re.IGNORECASE,
)


_CONNECTING = frozenset({"ConnectError", "ConnectTimeout", "UnsupportedProtocol"})
_SILENCE = frozenset(
    {"APITimeoutError", "ReadTimeout", "WriteTimeout", "PoolTimeout", "StalledError"}
)


class Secret:
    """A text that does not show itself."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return "Secret(***)"

    def reveal(self) -> str:
        """Give the text."""
        return self._text


class Endpoint:
    """One model at one address.

    ``client`` is any ready openai client (Azure's too); with it ``api_key`` and ``base_url`` are
    its own. ``timeout`` is the longest silence in seconds.
    """

    def __init__(
        self,
        model: str,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        client: OpenAI | None = None,
        timeout: float = 60.0,
    ) -> None:
        if base_url is not None and not base_url.strip():
            raise InputError("base_url is empty; give the API's address, or leave it out")
        self.model = model
        self.timeout = timeout
        self.has_key = bool(api_key) or client is not None
        self._secrets = _secrets_of(api_key or getattr(client, "api_key", None), base_url)
        self._key = Secret(api_key) if api_key else None
        self._base_url = Secret(base_url or OPENAI)
        self._given = client
        self._client: OpenAI | None = None
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"Endpoint({self.model!r}, base_url={self.address!r})"

    @property
    def address(self) -> str:
        """The base URL without user, password and query."""
        url = self._base_url.reveal()
        if self._given is not None:
            url = str(getattr(self._given, "base_url", "") or "the given client")
        parts = urlsplit(url)
        if not parts.netloc:
            return url
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}".rstrip("/")

    def client(self) -> OpenAI:
        """Give the openai client, made at the first call; retries are ours, not the client's."""
        with self._lock:
            if self._client is None:
                self._client = self._ready_client() if self._given is not None else self._own()
            return self._client

    def patience(self, seconds: float | None = None) -> Any:
        """Give the openai timeout for one request: ``seconds`` of silence at most."""
        import openai

        silence = self.timeout if seconds is None else min(self.timeout, max(seconds, 0.01))
        return openai.Timeout(silence, connect=min(silence, CONNECT_SECONDS))

    def clean(self, text: str) -> str:
        """Blot out keys within ``text``."""
        for secret in self._secrets:
            text = text.replace(secret.reveal(), "***")
        return _KEY_SHAPED.sub("***", text)

    def cause(self, fault: BaseException) -> BaseException | None:
        """Give ``fault`` to be kept as a cause, unless it or its own causes show a key."""
        link: BaseException | None = fault
        while link is not None:
            text = f"{link} {link!r}"
            if self.clean(text) != text:
                return None
            link = link.__cause__ or link.__context__
        return fault

    def error(self, fault: BaseException) -> ModelError:
        """Translate a fault of the client into what happened, where, and what to do next."""
        import openai

        if isinstance(fault, ModelError):
            return fault
        if isinstance(fault, openai.APIStatusError):
            return self._status_error(fault)
        where = f"model {self.model!r} at {self.address}"
        if _is_one_of(fault, _CONNECTING):
            return ModelUnreachableError(
                f"nobody answers at {self.address} ({_root(fault)}); is the server running, and "
                "is base_url right?"
            )
        if _is_one_of(fault, _SILENCE):
            return ModelUnreachableError(
                f"{where} said nothing for {self.timeout:g} s; allow more with timeout=, "
                "or use a smaller or faster model"
            )
        if isinstance(fault, (openai.APIConnectionError, *network_faults())):
            return UnusableReplyError(
                f"{where} broke off ({self.clean(_root(fault))}); ask again, or look into the "
                "server's log"
            )
        unreadable = isinstance(fault, openai.APIResponseValidationError)
        if isinstance(fault, openai.APIError) and not unreadable:
            return self._said_error(self.said(fault), None)
        return UnusableReplyError(
            f"{where} answers what is not of the OpenAI protocol "
            f"({self.clean(str(fault))[:200]}); does base_url point at the API (often …/v1)?"
        )

    def said(self, fault: BaseException) -> str:
        """Give what the server said about a fault, cleaned and on one line."""
        body = getattr(fault, "body", None)
        text = body.get("message") if isinstance(body, dict) else None
        text = str(text or body or fault)
        if re.search(r"<html|<!doctype", text, re.IGNORECASE):
            text = "a web page instead of JSON"
        return self.clean(" ".join(text.split()))[:400]

    def is_about_features(self, fault: BaseException) -> bool:
        """Whether a refusal may be about a feature of the request, which can be left out."""
        if getattr(fault, "status_code", None) in (401, 403, 404, 408, 409, 413, 429):
            return False
        said = f"{self.said(fault)} {getattr(fault, 'code', None)}"
        return hasattr(fault, "body") and not (
            _TOO_LONG.search(said) or _UNKNOWN_MODEL.search(said)
        )

    def pause(self, fault: BaseException, attempt: int, backoff: float) -> float | None:
        """Give the seconds to wait before trying again, or None where that is no use."""
        import openai

        if isinstance(fault, openai.RateLimitError):
            if "insufficient_quota" in f"{fault.code} {fault.type} {fault}":
                return None
            asked = _retry_after(fault.response.headers)
            if asked is not None:
                return asked if asked <= LONGEST_PAUSE else None
            return min(float(backoff * 2**attempt), LONGEST_PAUSE)
        if isinstance(fault, openai.APIStatusError):
            worth = fault.status_code in (408, 409) or fault.status_code >= 500
            if not worth or _TOO_LONG.search(self.said(fault)) or fault.status_code == 501:
                return None
            asked = _retry_after(fault.response.headers)
            pause = float(backoff * 2**attempt) if asked is None else asked
            return pause if pause <= LONGEST_PAUSE else None
        if _is_one_of(fault, _CONNECTING | _SILENCE):
            return None
        broken = isinstance(fault, (openai.APIConnectionError, *network_faults()))
        return float(backoff * 2**attempt) if broken else None

    def _own(self) -> OpenAI:
        import openai

        url = self._base_url.reveal()
        options: dict[str, Any] = {}
        if _is_here(url):
            options["http_client"] = openai.DefaultHttpxClient(
                trust_env=False, timeout=self.patience()
            )
        client = openai.OpenAI(
            api_key=self._key.reveal() if self._key else "not-needed",
            base_url=url,
            max_retries=0,
            timeout=self.patience(),
            **options,
        )
        for name in ("organization", "project", "admin_api_key", "webhook_secret"):
            if hasattr(client, name):
                setattr(client, name, None)
        if hasattr(client, "_custom_headers"):
            client._custom_headers = {}  # OPENAI_CUSTOM_HEADERS; there is no public way
        return client

    def _ready_client(self) -> OpenAI:
        given = self._given
        assert given is not None
        return given.with_options(max_retries=0) if hasattr(given, "with_options") else given

    def _status_error(self, fault: Any) -> ModelError:
        status, said = int(fault.status_code), self.said(fault)
        where = f"model {self.model!r} at {self.address}"
        if status in (401, 403):
            what = "refuses the API key" if self.has_key else "wants an API key"
            return ModelAccessError(
                f"{self.address} {what} (HTTP {status}: {said}); pass a valid one as api_key="
            )
        if status == 404 or (status == 400 and _UNKNOWN_MODEL.search(said)):
            return self._unknown_model(status, said)
        if status == 429:
            return self._rate_error(fault, said)
        if status >= 500 and not _TOO_LONG.search(said):
            return ModelUnreachableError(
                f"{where} failed (HTTP {status}: {said}); ask again later, or look into the "
                "server's log"
            )
        return self._said_error(said, status)

    def _said_error(self, said: str, status: int | None) -> ModelError:
        where = f"model {self.model!r} at {self.address}"
        if _TOO_LONG.search(said):
            return ContextTooLongError(
                f"the prompt is too long for {where} ({said}); select fewer facts (budget=), "
                "ask for fewer tokens (max_tokens=), or use a model with a longer context"
            )
        if status is None:
            return UnusableReplyError(
                f"{where} reports an error instead of an answer ({said}); ask again, or look into "
                "the server's log"
            )
        return ModelError(
            f"{where} does not take the request (HTTP {status}: {said}); see the cause"
        )

    def _rate_error(self, fault: Any, said: str) -> ModelError:
        where = f"model {self.model!r} at {self.address}"
        if "insufficient_quota" in f"{fault.code} {fault.type} {fault}":
            return ModelAccessError(
                f"the quota of this key for {where} is used up ({said}); raise it with the "
                "provider, or use another key"
            )
        asked = _retry_after(fault.response.headers)
        wait = f"in {asked:g} s" if asked is not None else "later"
        return ModelUnreachableError(
            f"{where} takes no more requests now (HTTP 429: {said}); ask again {wait}, or ask "
            "less at once"
        )

    def _unknown_model(self, status: int, said: str) -> ModelError:
        names = self._models()
        if not names:
            return ModelAccessError(
                f"{self.address} does not know model {self.model!r}, or has no such API (HTTP "
                f"{status}: {said}); check model= and base_url= (it often ends in /v1)"
            )
        near = difflib.get_close_matches(self.model, names, n=1, cutoff=0.5)
        hint = f"did you mean {near[0]!r}? " if near else ""
        more = f" and {len(names) - 12} more" if len(names) > 12 else ""
        return ModelAccessError(
            f"{self.address} has no model {self.model!r} (HTTP {status}: {said}); {hint}it has: "
            f"{', '.join(names[:12])}{more}"
        )

    def _models(self) -> list[str]:
        """List the endpoint's models if it tells them within two seconds."""
        unusable: tuple[type[BaseException], ...] = (*client_faults(), AttributeError, TypeError)
        try:
            page = self.client().models.list(timeout=2.0)
            return sorted(str(model.id) for model in page.data)
        except unusable:
            return []


def client_faults() -> tuple[type[BaseException], ...]:
    """Give every exception that a call of the openai client may raise.

    A JSON reader raises `RecursionError` for a body that is nested thousands of times.
    """
    import openai

    return (openai.OpenAIError, *network_faults(), ValueError, RecursionError)


def network_faults() -> tuple[type[BaseException], ...]:
    """Give the base exceptions of the HTTP library that the installed openai uses."""
    loaded = [sys.modules[name] for name in ("httpx", "httpx2") if name in sys.modules]
    return tuple(
        getattr(module, name) for module in loaded for name in ("HTTPError", "StreamError")
    )


def _is_one_of(fault: BaseException, names: frozenset[str]) -> bool:
    """Whether ``fault`` or one of its causes has one of these class names.

    Newer versions of openai wrap what the HTTP library raises in mid-stream, older ones do not.
    """
    link: BaseException | None = fault
    while link is not None:
        if type(link).__name__ in names:
            return True
        link = link.__cause__ or link.__context__
    return False


def _root(fault: BaseException) -> str:
    """Give the text of the innermost cause that has one."""
    text, link = str(fault), fault.__cause__ or fault.__context__
    while link is not None:
        text = str(link) or text
        link = link.__cause__ or link.__context__
    return text[:200]


def _retry_after(headers: Any) -> float | None:
    """Read Retry-After (seconds or an HTTP date; RFC 9110, section 10.2.3) in seconds."""
    milliseconds, value = headers.get("retry-after-ms"), headers.get("retry-after")
    try:
        if milliseconds is not None:
            return max(float(milliseconds) / 1000, 0.0)
        if value is None:
            return None
        if re.fullmatch(r"\s*[\d.]+\s*", value):
            return float(value)
        return max(parsedate_to_datetime(value).timestamp() - time.time(), 0.0)
    except (ValueError, TypeError):
        return None


def _secrets_of(api_key: str | None, base_url: str | None) -> tuple[Secret, ...]:
    parts = urlsplit(base_url or "")
    texts = [api_key, parts.password, *(re.findall(r"=([^&]+)", parts.query))]
    return tuple(Secret(text) for text in texts if text and len(text) > 3)


def _is_here(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
