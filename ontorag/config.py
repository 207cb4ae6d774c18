"""The settings of the command line: flags, then the environment, then ``ontorag.toml``.

The library itself reads no settings; only the command line calls `read_settings`. The three
places use one set of names: the key ``chat.model`` is ``model`` in the table ``[chat]`` of
the file, ``ONTORAG_CHAT_MODEL`` in the environment and a flag of a command. A name that
nobody knows is an error in each of them. Secrets are never part of a message.
"""

from __future__ import annotations

import difflib
import importlib
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any
from typing import Literal as OneOf

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError

from ontorag.errors import SettingsError

FILE_NAME = "ontorag.toml"
PREFIX = "ONTORAG_"
SEPARATOR = ";"
"""Between the parts of a list in one environment variable; addresses hold commas and colons."""

_ADDRESSES = ("chat.url", "embeddings.url")
_NO_SETTINGS = ("ONTORAG_DATA", "ONTORAG_CONFIG", "ONTORAG_TEST_")
_FLAGS = {
    "chat.model": "--chat",
    "chat.url": "--chat-url",
    "embeddings.model": "--no-semantic",
    "graphs": "--graph",
    "sources": "--source",
}
_STRICT = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


def _listed(value: object) -> object:
    return (value,) if isinstance(value, str) else value


Texts = Annotated[tuple[str, ...], BeforeValidator(_listed)]


class ChatSettings(BaseModel):
    """A chat model behind an OpenAI-compatible address; no ``model``, no chat model.

    ``timeout`` is in seconds, ``context`` the model's length in tokens. Without ``key`` the
    environment variable named by ``key_env`` is read. ``max_tokens`` bounds a reply, ``cache`` is
    a file that keeps replies.
    """

    model_config = _STRICT

    model: str | None = None
    url: str | None = None
    key: SecretStr | None = None
    key_env: str | None = None
    timeout: float = Field(default=60.0, gt=0)
    retries: int = Field(default=2, ge=0)
    context: int | None = Field(default=None, ge=1)
    max_tokens: int | None = Field(default=None, ge=1)
    seed: int | None = None
    cache: str | None = None


class EmbeddingSettings(BaseModel):
    """The model of the semantic tier.

    ``model`` is "auto" (the local model where it is installed), "none", or the name of a
    model behind the OpenAI-compatible address ``url``.
    """

    model_config = _STRICT

    model: str = "auto"
    url: str | None = None
    key: SecretStr | None = None
    key_env: str | None = None


class Settings(BaseModel):
    """All settings; every one has a default.

    ``kg`` names the graph: files, folders, a store file, or one server's address.
    ``complete`` names properties (IRI, CURIE or label) or sources whose records are complete,
    ``graphs`` and ``sources`` restrict the data, ``budget`` is in facts, ``token_budget`` in tokens
    of the answering prompt.
    """

    model_config = _STRICT

    kg: Texts = ()
    user: str | None = None
    password: SecretStr | None = None
    password_env: str | None = None
    token: SecretStr | None = None
    token_env: str | None = None
    database: str | None = None
    world: OneOf["recorded", "open", "closed"] = "recorded"
    complete: Texts = ()
    graphs: Texts = ()
    sources: Texts = ()
    language: OneOf["de", "en"] | None = None
    budget: int = Field(default=100, ge=1)
    token_budget: int | None = Field(default=None, ge=1)
    mode: OneOf["selected", "selected+inferred", "all", "none"] = "selected"
    guard: OneOf["replace", "remove", "annotate", "off"] = "replace"
    phrasing: OneOf["claims", "prose"] = "claims"
    report: str | None = None
    chat: ChatSettings = ChatSettings()
    embeddings: EmbeddingSettings = EmbeddingSettings()


def setting_names() -> tuple[str, ...]:
    """Give every key in dotted form, sorted.

    >>> setting_names()[:3]
    ('budget', 'chat.cache', 'chat.context')
    """
    return tuple(sorted(_keys(Settings)))


def read_settings(
    flags: Mapping[str, object] | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    directory: Path | None = None,
    config: Path | None = None,
) -> Settings:
    """Read all three places; a flag outranks the environment, and that the file.

    ``flags`` has dotted keys; None counts as not given. The file is ``config``, else
    ``ontorag.toml`` in ``directory`` where there is one. Addresses in a file elsewhere are
    relative to that file's folder.

    :raises SettingsError: an unknown key, a value that does not fit, an empty address or flag,
        an address without a model, a file that is missing or is no TOML, a variable named by
        a ``…_env`` key that is not set
    """
    environment = {} if environment is None else environment
    values: dict[str, object] = {}
    origins: dict[str, str] = {}
    for key, value, origin in (
        *_from_file(config, Path() if directory is None else directory),
        *_from_environment(environment),
        *_from_flags(flags or {}),
    ):
        _refuse_empty(key, value, origin)
        values[key] = value
        origins[key] = origin
    if origins.get("chat.url") == "--chat-url" and "chat.model" not in values:
        raise SettingsError("--chat-url asks no model; name one at that address with --chat MODEL")
    _look_up_secrets(values, origins, environment)
    try:
        return Settings.model_validate(_nested(values))
    except ValidationError as exc:
        raise SettingsError(_explain(exc, values, origins)) from None


def _keys(model: type[BaseModel], prefix: str = "") -> Iterator[str]:
    for name, field in model.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            yield from _keys(inner, f"{prefix}{name}.")
        else:
            yield prefix + name


def _variable(key: str) -> str:
    return PREFIX + key.upper().replace(".", "_")


def _from_flags(flags: Mapping[str, object]) -> Iterator[tuple[str, object, str]]:
    for key, value in flags.items():
        if value is not None and value != [] and value != ():
            yield key, value, _FLAGS.get(key, "--" + key.replace(".", "-"))


def _from_environment(environment: Mapping[str, str]) -> Iterator[tuple[str, object, str]]:
    known = {_variable(key): key for key in setting_names()}
    for name in sorted(environment):
        if not name.startswith(PREFIX) or name.startswith(_NO_SETTINGS):
            continue
        if name not in known:
            raise SettingsError(
                f"the environment variable {name} is no setting of ontorag"
                f"{_did_you_mean(name, known)}; unset it, or see docs/settings.md"
            )
        text = environment[name]
        if text or known[name] in _ADDRESSES:
            yield known[name], _parted(known[name], text), f"the environment variable {name}"


def _refuse_empty(key: str, value: object, origin: str) -> None:
    """Refuse an empty address and an empty flag: a variable in a script that was not set."""
    if not isinstance(value, str) or value.strip():
        return
    if key in _ADDRESSES:
        raise SettingsError(
            f"{origin} is empty; give an address such as http://localhost:11434/v1, or leave it out"
        )
    if origin.startswith("--"):
        raise SettingsError(f"{origin} is empty; give a value, or leave it out")


def _parted(key: str, text: str) -> object:
    if key in ("kg", "complete", "graphs", "sources"):
        return tuple(part.strip() for part in text.split(SEPARATOR) if part.strip())
    return text


def _from_file(config: Path | None, directory: Path) -> Iterator[tuple[str, object, str]]:
    path = directory / FILE_NAME if config is None else config
    if config is None and not path.is_file():
        return
    known = setting_names()
    for key, value in _flat(_parse(path)):
        if key not in known:
            raise SettingsError(
                f"{path} has the key '{key}', which is no setting of ontorag"
                f"{_did_you_mean(key, known)}; see docs/settings.md"
            )
        if key in ("kg", "report", "chat.cache") and config is not None:
            value = _relative_to(path.parent, value)
        yield key, value, f"'{key}' in {path}"


def _parse(path: Path) -> dict[str, Any]:
    toml = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        read: dict[str, Any] = toml.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as exc:
        raise SettingsError(
            f"the settings file {path} cannot be read ({exc.strerror}); check --config"
        ) from exc
    except ValueError as exc:  # TOMLDecodeError and UnicodeDecodeError are both ValueErrors
        raise SettingsError(f"{path} is not a TOML file in UTF-8: {exc}") from exc
    return read


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, object]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def _relative_to(folder: Path, value: object) -> object:
    if isinstance(value, list):
        return [_relative_to(folder, part) for part in value]
    if isinstance(value, str) and "://" not in value:
        return (folder / value).as_posix()
    return value


def _look_up_secrets(
    values: dict[str, object], origins: dict[str, str], environment: Mapping[str, str]
) -> None:
    for key in ("password", "token", "chat.key", "embeddings.key"):
        if key in values:
            continue
        name = values.get(f"{key}_env")
        if isinstance(name, str):
            if not environment.get(name):
                raise SettingsError(
                    f"{origins[f'{key}_env']} names the environment variable {name}, "
                    "which is not set; set it, or name another"
                )
            values[key] = environment[name]
    for setting, name in (("key", "OPENAI_API_KEY"), ("url", "OPENAI_BASE_URL")):
        for group in ("chat", "embeddings"):
            if environment.get(name):
                values.setdefault(f"{group}.{setting}", environment[name])


def _nested(values: Mapping[str, object]) -> dict[str, object]:
    tree: dict[str, Any] = {}
    for key, value in values.items():
        *tables, name = key.split(".")
        place = tree
        for table in tables:
            place = place.setdefault(table, {})
        place[name] = value
    return tree


def _explain(
    error: ValidationError, values: Mapping[str, object], origins: Mapping[str, str]
) -> str:
    messages = []
    for problem in error.errors(include_url=False, include_input=False):
        parts = [part for part in problem["loc"] if isinstance(part, str)]
        key = ".".join(parts)
        shown = "" if key.endswith(("key", "password", "token")) else f" is {values.get(key)!r}"
        messages.append(f"{origins.get(key, key)}{shown}: {_plain(problem['msg'])}")
    return "; ".join(messages)


def _plain(message: str) -> str:
    """Say what is wanted in words of a settings file, not of Python."""
    return message.replace("Input should be a valid tuple", "give a text or a list of texts")


def _did_you_mean(name: str, known: Mapping[str, str] | tuple[str, ...]) -> str:
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f" (did you mean '{near[0]}'?)" if near else ""
