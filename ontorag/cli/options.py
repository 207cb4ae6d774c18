"""The options that several commands share, and how they become settings."""

from __future__ import annotations

import os
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ontorag.config import Settings

Kg = Annotated[
    list[str] | None,
    typer.Option(
        "--kg",
        metavar="PATH|ADDRESS",
        help="The graph: a file, a folder, a store file, or a neo4j:// or bolt:// address. "
        "May be repeated for files and folders.",
    ),
]
Config = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Settings file instead of ./ontorag.toml."),
]
User = Annotated[
    str | None,
    typer.Option(
        "--user", metavar="NAME", help="User of the Neo4j server; its password: ONTORAG_PASSWORD."
    ),
]
Database = Annotated[
    str | None,
    typer.Option("--database", metavar="NAME", help="Database on the Neo4j server."),
]
Json = Annotated[
    bool, typer.Option("--json", help="Print JSON and nothing else on standard output.")
]
Chat = Annotated[
    str | None,
    typer.Option(
        "--chat",
        metavar="MODEL",
        help="Chat model; its key: ONTORAG_CHAT_KEY or OPENAI_API_KEY. Without one, no model.",
    ),
]
ChatUrl = Annotated[
    str | None,
    typer.Option("--chat-url", metavar="URL", help="OpenAI-compatible address of the chat model."),
]
NoSemantic = Annotated[bool, typer.Option("--no-semantic", help="Link without an embedding model.")]
Skos = Annotated[bool, typer.Option("--skos", help="Infer by the axioms of SKOS too.")]
ClassValues = Annotated[
    bool,
    typer.Option(
        "--class-values", help="Infer that who has a class as a value has those above it too."
    ),
]
AllowInconsistent = Annotated[
    bool, typer.Option("--allow-inconsistent", help="Go on though the data contradict themselves.")
]
Language = Annotated[
    str | None,
    typer.Option("--language", metavar="de|en", help="Language of question, answer and labels."),
]


class Grave(str, Enum):
    """How grave a finding is."""

    information = "information"
    warning = "warning"
    error = "error"


FailOn = Annotated[
    Grave | None,
    typer.Option(
        "--fail-on",
        metavar="SEVERITY",
        help="Fail on findings of this severity: information, warning or error, and on graver "
        "ones.",
    ),
]


def settings_from(config: Path | None, **flags: object) -> Settings:
    """Join the flags with the environment and the settings file.

    A name's ``__`` stands for the dot of a setting: ``chat__model`` is ``chat.model``.
    """
    from ontorag.config import read_settings

    dotted = {name.replace("__", "."): value for name, value in flags.items()}
    return read_settings(dotted, environment=os.environ, config=config)
