"""From settings to a graph and to something that can be asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ontorag.access import remove_sqlite
from ontorag.cli.progress import loading_bar
from ontorag.errors import EmptyOntologyError, SettingsError

if TYPE_CHECKING:
    from pydantic import SecretStr

    from ontorag.chat import ChatModel
    from ontorag.config import Settings
    from ontorag.embeddings import EmbeddingModel
    from ontorag.graph import KnowledgeGraph
    from ontorag.pipeline import OntoRAG

_SQLITE_MAGIC = b"SQLite format 3\x00"


def is_store(address: str) -> bool:
    """Tell whether ``address`` names a store: a server's address, or an SQLite file."""
    if "://" in address:
        return True
    path = Path(address)
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return file.read(len(_SQLITE_MAGIC)) == _SQLITE_MAGIC
    except OSError:  # loading it will say why it cannot be read
        return False


@contextmanager
def opened(settings: Settings) -> Iterator[KnowledgeGraph]:
    """Open the graph of the settings, or load its files into a private store, and close it."""
    stores = [address for address in settings.kg if is_store(address)]
    if not settings.kg:
        raise SettingsError(
            "no graph is given; name a file, folder, store file or address with --kg, "
            "in ONTORAG_KG or as 'kg' in ontorag.toml"
        )
    if stores and len(settings.kg) > 1:
        raise SettingsError(
            f"{stores[0]} is a store, and a store is asked alone; load the files into it first: "
            f"ontorag load FILE --into {stores[0]}"
        )
    with open_store(stores[0], settings) if stores else _loaded(settings.kg) as graph:
        yield graph


def _loaded(files: Sequence[str]) -> KnowledgeGraph:
    """Load files into a private store."""
    import ontorag

    with loading_bar() as progress:
        return ontorag.load(*files, progress=progress)


@contextmanager
def open_store(
    address: str, settings: Settings, *, must_exist: bool = False
) -> Iterator[KnowledgeGraph]:
    """Open one store with the user, password or token and database of the settings.

    A store file that was not there before, and that an error left empty, is removed again.
    """
    import ontorag

    made = "://" not in address and not Path(address).exists()
    if made and must_exist:
        raise SettingsError(f"there is no store file {address}; check --kg")
    with ontorag.open(
        address,
        user=settings.user,
        password=_revealed(settings.password),
        token=_revealed(settings.token),
        database=settings.database,
    ) as graph:
        try:
            yield graph
        except BaseException:
            if made and not graph.store.sources():
                graph.close()
                remove_sqlite(Path(address))  # the error that led here is the one to tell
            raise


def require_facts(graph: KnowledgeGraph) -> None:
    """Refuse to read an empty graph, which would answer that it knows nothing."""
    if graph.view().fact_count == 0:
        address = graph.store.address
        raise EmptyOntologyError(
            f"{address} is empty; load something into it first: ontorag load FILE --into {address}"
        )


def asker(graph: KnowledgeGraph, settings: Settings) -> OntoRAG:
    """Join a graph, which must not be empty, with the models of the settings."""
    import ontorag

    require_facts(graph)
    return ontorag.OntoRAG(
        graph,
        chat=chat_model(settings),
        embeddings=embedding_model(settings),
        world=settings.world,
        guard=settings.guard,
        phrasing=settings.phrasing,
        seed=settings.chat.seed,
        complete=settings.complete,
        language=settings.language,
    )


def chat_model(settings: Settings) -> ChatModel | None:
    """Make the chat model, or None when no model is named."""
    import ontorag

    chat = settings.chat
    if chat.model is None:
        return None
    if chat.url is None:
        raise _unaddressed(f"chat model {chat.model!r}", "--chat-url", "chat.url")
    model = ontorag.OpenAIChat(
        chat.model,
        base_url=chat.url,
        api_key=_revealed(chat.key),
        timeout=chat.timeout,
        retries=chat.retries,
        context=chat.context,
        max_tokens=chat.max_tokens,
    )
    if chat.cache is None:
        return model
    from ontorag.chat import CachedChat

    return CachedChat(model, chat.cache)


def embedding_model(settings: Settings) -> EmbeddingModel | str | None:
    """Make the embedding model: "auto", None, or one behind an address."""
    import ontorag

    chosen = settings.embeddings
    if chosen.model == "auto":
        return "auto"
    if chosen.model == "none":
        return None
    if chosen.url is None:
        raise _unaddressed(
            f"embedding model {chosen.model!r}", "ONTORAG_EMBEDDINGS_URL", "embeddings.url"
        )
    return ontorag.OpenAIEmbeddings(
        chosen.model, base_url=chosen.url, api_key=_revealed(chosen.key)
    )


def _unaddressed(model: str, flag: str, key: str) -> SettingsError:
    """Ask for an address: a question and its facts go nowhere that was not named on purpose."""
    return SettingsError(
        f"no address is given for the {model}; give it with {flag} or as '{key}' in "
        "ontorag.toml (http://localhost:11434/v1 is Ollama's, https://api.openai.com/v1 OpenAI's)"
    )


def _revealed(secret: SecretStr | None) -> str | None:
    return None if secret is None else secret.get_secret_value()
