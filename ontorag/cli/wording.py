"""Messages of the library in the words of the command line: flags and settings for keywords."""

from __future__ import annotations

import re

_FLAGS = {
    "allow_inconsistent": "--allow-inconsistent",
    "api_key": "ONTORAG_CHAT_KEY",
    "base": "--base",
    "base_url": "the model's address (--chat-url)",
    "budget": "--budget",
    "chat": "--chat",
    "complete": "--complete",
    "database": "--database",
    "encoding": "--encoding",
    "inferred": "--inferred",
    "ignore_datatypes": "--ignore-datatypes",
    "links": "--link",
    "max_facts": "--max-facts",
    "max_tokens": "chat.max_tokens",
    "media_type": "--format",
    "memory_mb": "--memory",
    "model": "--chat",
    "password": "ONTORAG_PASSWORD",
    "seconds": "--seconds",
    "timeout": "chat.timeout",
    "token": "ONTORAG_TOKEN",
    "token_budget": "--token-budget",
    "user": "--user",
}
_PHRASES = (
    (re.compile(r"\b\w+=(?:True)? ?\((--[\w-]+)\)"), r"\1"),
    (re.compile(r"wrap it: io\.StringIO\(text\), with media_type='text/turtle'"),
     "write it into a file"),
    (re.compile(r"\blinks=\{'(.+?)': '(.+?)'\}"), r"--link '\1=\2'"),
    (re.compile(r"\bbase_url\b=?"), _FLAGS["base_url"]),
    (re.compile(r"\b(encoding|media_type)='([^']*)'"),
     lambda found: f"{_FLAGS[found[1]]} {found[2]}"),
)  # fmt: skip
_KEYWORD = re.compile(r"(?<![\w?&.-])([a-z_]+)=(?:True\b|…|(?![\w\"'/{<]))")


def in_flags(message: str) -> str:
    """Say a message with flags, variables and settings instead of Python's keywords.

    >>> in_flags("mode 'all' asks a chat model; give one with chat=")
    "mode 'all' asks a chat model; give one with --chat"
    >>> in_flags("skip such rows with keep_going=True (--keep-going).")
    'skip such rows with --keep-going.'
    """
    for pattern, words in _PHRASES:
        message = pattern.sub(words, message)
    return _KEYWORD.sub(lambda found: _FLAGS.get(found[1], found[0]), message)
